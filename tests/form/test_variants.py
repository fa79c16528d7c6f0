"""Forms whose choices, defaults or texts are known at run time only."""

from __future__ import annotations

import gc
import io
import pickle
import struct
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta, timezone, tzinfo
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any, Literal, Optional, cast
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import AnyUrl, Field, HttpUrl, TypeAdapter, computed_field, field_validator

from elicitform import (
    REVISIONS,
    Form,
    Format,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    LateChoice,
    MultiSelect,
    NoChoices,
    Prefill,
    Titles,
    check_schema,
)
from tests.support.declared import Color, form_with, refused


class Deploy(Form):
    """A deployment."""

    branch: LateChoice = Field(description="What to deploy")
    replicas: int = Field(default=1, ge=1, le=10)
    reason: str | None = None
    environment: Literal["staging", "production"] = "staging"

    @field_validator("reason")
    @classmethod
    def check_reason(cls, value: str | None) -> str | None:
        if value == "because":
            msg = "is no reason"
            raise ValueError(msg)
        return value

    @computed_field  # type: ignore[prop-decorator]
    @property
    def label(self) -> str:
        return f"{self.branch} x {self.replicas}"


class Tagged(Form, since="2025-11-25"):
    tags: MultiSelect[LateChoice] = Field(min_length=1)


BRANCHES = ["main", "dev"]
Ready = Deploy.with_choices(branch=BRANCHES)


def properties(form: type[Form], revision: str = REVISIONS[-1]) -> dict[str, Any]:
    found: dict[str, Any] = form.requested_schema(revision)["properties"]
    return found


# --- late choices -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "use",
    [
        lambda: Deploy.requested_schema(),
        lambda: Deploy.elicit_params("?"),
        lambda: Deploy.model_json_schema(),
        lambda: Deploy.validate_content({}),
        lambda: Deploy.parse_response({"action": "accept", "content": {}}),
        lambda: Deploy.model_validate({}),
        lambda: Deploy(branch="main"),
    ],
)
def test_a_form_that_awaits_choices_says_so_when_it_is_used(use: Callable[[], object]) -> None:
    with pytest.raises(FormDefinitionError) as caught:
        use()
    assert str(caught.value).splitlines() == [
        "Deploy can be neither exported nor read as it is",
        "",
        "  branch: LateChoice  [late-choices]",
        "    Its choices are known at run time only, and it has not been given any.",
        '    Give it some: `Deploy.with_choices(branch=["main", "dev"])` returns a form to use.',
    ]


def test_every_field_that_awaits_choices_is_named() -> None:
    class Two(Tagged):
        other: LateChoice

    with pytest.raises(FormDefinitionError) as caught:
        Two.with_choices(other=["a"]).requested_schema()
    assert [fault.field for fault in caught.value.faults] == ["tags"]
    with pytest.raises(FormDefinitionError) as caught:
        Two.requested_schema()
    assert [fault.field for fault in caught.value.faults] == ["tags", "other"]


def test_choices_are_shown_and_read() -> None:
    assert properties(Ready)["branch"] == {
        "type": "string",
        "title": "Branch",
        "description": "What to deploy",
        "enum": ["main", "dev"],
    }
    assert Ready.requested_schema()["required"] == ["branch"]
    assert list(properties(Ready)) == ["branch", "replicas", "reason", "environment"]
    answer = Ready.validate_content({"branch": "dev"})
    assert (answer.branch, answer.replicas, answer.label) == ("dev", 1, "dev x 1")
    with pytest.raises(InvalidContent, match="branch: must be one of 'main', 'dev'"):
        Ready.validate_content({"branch": "Main"})


def test_the_original_is_untouched() -> None:
    assert Deploy.protocol_revisions() == REVISIONS
    with pytest.raises(FormDefinitionError, match="late-choices"):
        Deploy.requested_schema()


def test_what_is_returned_is_a_form_like_the_original() -> None:
    assert issubclass(Ready, Deploy)
    assert isinstance(Ready.validate_content({"branch": "main"}), Deploy)
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        assert getattr(Ready, name) == getattr(Deploy, name)
    with pytest.raises(InvalidContent, match="reason: is no reason"):
        Ready.validate_content({"branch": "main", "reason": "because"})


@pytest.mark.parametrize("revision", REVISIONS)
def test_choices_can_have_titles(revision: str) -> None:
    form = Deploy.with_choices(branch={"main": "The main branch", "dev": "Development"})
    assert check_schema(form.requested_schema(revision), revision) == []
    shown = properties(form, revision)["branch"]
    if revision == "2025-06-18":
        assert shown["enumNames"] == ["The main branch", "Development"]
    else:
        assert shown["oneOf"][0] == {"const": "main", "title": "The main branch"}
    assert form.validate_content({"branch": "main"}).branch == "main"


def test_any_iterable_of_strings_will_do() -> None:
    for branches in (tuple(BRANCHES), dict.fromkeys(BRANCHES, "").keys(), iter(BRANCHES)):
        form = Deploy.with_choices(branch=branches)
        assert form.requested_schema() == Ready.requested_schema()


def test_a_multi_select_can_await_choices() -> None:
    form = Tagged.with_choices(tags={"a": "A", "b": "B"})
    assert properties(form)["tags"] == {
        "type": "array",
        "title": "Tags",
        "minItems": 1,
        "items": {"anyOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]},
    }
    assert form.validate_content({"tags": ["b"]}).tags == ["b"]
    with pytest.raises(FormDefinitionError, match="contradiction"):
        form_with(MultiSelect[LateChoice], Field(min_length=2), since="2025-11-25").with_choices(
            field=["a"]
        )


def test_a_field_that_may_be_left_open_can_await_choices() -> None:
    form = form_with(Optional[LateChoice], None)
    ready = form.with_choices(field=["a"])
    assert "required" not in ready.requested_schema()
    assert ready.validate_content({"field": None}).field is None


def test_a_default_is_judged_when_the_choices_are_known() -> None:
    for annotation, default in [
        (LateChoice, "main"),
        (Annotated[LateChoice, Prefill("main")], ...),
        (MultiSelect[LateChoice], ["main"]),
    ]:
        form = form_with(annotation, default, since="2025-11-25")
        shown = properties(form.with_choices(field=BRANCHES))["field"]["default"]
        assert shown in ("main", ["main"])
        with pytest.raises(FormDefinitionError) as caught:
            form.with_choices(field=["dev"])
        assert [(fault.field, fault.code) for fault in caught.value.faults] == [
            ("field", "default")
        ]
    with refused() as faults:
        form_with(LateChoice, 3)
    assert [fault.code for fault in faults] == ["default"]


@pytest.mark.parametrize(
    ("annotation", "code"),
    [
        (Annotated[LateChoice, Titles({"a": "A"})], "choice-values"),
        (Annotated[LateChoice, Format("date")], "unsupported-constraint"),
        (Annotated[LateChoice, Field(min_length=2)], "unsupported-constraint"),
    ],
)
def test_nothing_else_is_said_of_a_late_choice_than_its_choices(annotation: Any, code: str) -> None:
    with refused() as faults:
        form_with(annotation, since="2025-11-25")
    assert [fault.code for fault in faults] == [code]


# --- what is no choice ------------------------------------------------------------------------

BAD_CHOICES: dict[str, tuple[Any, str]] = {
    "a string": ("main", "got 'main'"),
    "bytes": (b"main", "got b'main'"),
    "no list": (3, "got 3"),
    "a number": ([1], "1 is not"),
    "no text but equal to it": ([Color.RED], "is not"),
    "a list in the list": ([["main"]], "is not"),
    "nothing in the list": ([None], "None is not"),
    "an empty one": (["main", ""], "A choice is empty"),
    "a duplicate": (["main", "dev", "main"], "'main' is given twice"),
    "a surrogate": (["\ud800"], "surrogate"),
    "a blank title": ({"main": " "}, "The title of 'main' is blank"),
    "no title": ({"main": None}, "The title of 'main' is of type NoneType"),
    "a surrogate in a title": ({"main": "\ud800"}, "surrogate"),
    "a key that is no text": ({1: "One"}, "1 is not"),
    "too many": ([str(number) for number in range(1_001)], "more than 1,000"),
    "endless": (map(str, iter(int, 1)), "more than 1,000"),
}


@pytest.mark.parametrize("case", BAD_CHOICES)
def test_what_is_no_choice_is_refused_with_the_name_of_the_field(case: str) -> None:
    choices, message = BAD_CHOICES[case]
    with pytest.raises(FormDefinitionError) as caught:
        Deploy.with_choices(branch=choices)
    faults = caught.value.faults
    assert [fault.field for fault in faults] == ["branch"]
    assert faults[0].code in {"choice-values", "text"}
    assert message in faults[0].rule


@pytest.mark.parametrize("choices", [[], (), {}, iter(()), {}.keys()])
def test_a_server_can_expect_that_there_is_nothing_to_choose_from(choices: Any) -> None:
    with pytest.raises(NoChoices) as caught:
        Deploy.with_choices(branch=choices)
    error = caught.value
    assert (error.form, error.field) == ("Deploy", "branch")
    assert [fault.code for fault in error.faults] == ["no-choices"]
    assert str(error) == "Deploy cannot be asked: there is nothing to choose from for branch"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert error.__context__ is None or error.__suppress_context__


def test_every_field_without_choices_is_told_at_once() -> None:
    class Both(Form, since="2025-11-25"):
        branch: LateChoice
        tags: MultiSelect[LateChoice] | None = None
        environment: Literal["staging", "production"] = "staging"

    with pytest.raises(NoChoices) as caught:
        Both.with_choices(branch=[], tags=[], environment=[])
    assert caught.value.field == "branch"
    assert str(caught.value).endswith("choose from for branch and tags and environment")


@pytest.mark.parametrize(
    ("choices", "codes"),
    [
        ({"branch": [], "environment": ["test"]}, ["no-choices", "choice-values"]),
        ({"branch": [], "replicas": []}, ["no-choices", "choice-values"]),
        ({"replicas": []}, ["choice-values"]),
        ({"brunch": []}, ["unknown-field"]),
    ],
)
def test_a_mistake_of_the_author_is_not_taken_for_a_lack_of_choices(
    choices: dict[str, Any], codes: list[str]
) -> None:
    with pytest.raises(FormDefinitionError) as caught:
        Deploy.with_choices(**choices)
    assert type(caught.value) is FormDefinitionError
    assert sorted(fault.code for fault in caught.value.faults) == sorted(codes)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"1": "A", "2": "B"}, ["A", "B"]),
        ({"1": "A", "2": "B", "3": "A"}, ["A (1)", "B", "A (3)"]),
        ({"1": "A", "2": "A", "3": "A (1)"}, ["A (1) (1)", "A (2)", "A (1) (3)"]),
        ({"1) (2": "A", "2": "A (1)", "3": "A"}, ["A (1) (2)", "A (1)", "A (3)"]),
    ],
)
def test_titles_that_repeat_are_told_apart_by_their_values(
    given: dict[str, str], shown: list[str]
) -> None:
    form = Deploy.with_choices(branch=given)
    assert [one["title"] for one in properties(form)["branch"]["oneOf"]] == shown
    assert [one["const"] for one in properties(form)["branch"]["oneOf"]] == [*given]
    assert [form.validate_content({"branch": one}).branch for one in given] == [*given]


@given(
    st.dictionaries(
        st.text("12() A", min_size=1, max_size=6),
        st.sampled_from(["A", "A (1)", "A (1) (2)"]),
        min_size=1,
        max_size=8,
    )
)
@settings(deadline=None)
def test_titles_are_distinct_whatever_repeats(choices: dict[str, str]) -> None:
    wire = properties(Deploy.with_choices(branch=choices))["branch"]["oneOf"]
    assert len({one["title"] for one in wire}) == len(choices)


def test_titles_that_an_author_repeats_are_refused_as_ever() -> None:
    with refused() as faults:
        form_with(Annotated[Literal["a", "b"], Titles({"a": "A", "b": "A"})])
    assert "the same title" in faults[0].rule


def test_a_thousand_choices_are_possible() -> None:
    choices = [str(number) for number in range(1_000)]
    assert properties(Deploy.with_choices(branch=choices))["branch"]["enum"] == choices


@pytest.mark.parametrize(
    "specialise",
    [
        lambda: Deploy.with_choices(brunch=["main"]),
        lambda: Deploy.with_defaults(brunch="main"),
        lambda: Deploy.with_text(brunch={"title": "Branch"}),
    ],
)
def test_an_unknown_field_is_refused_with_the_known_ones(
    specialise: Callable[[], object],
) -> None:
    with pytest.raises(FormDefinitionError) as caught:
        specialise()
    (fault,) = caught.value.faults
    assert (fault.field, fault.code) == ("brunch", "unknown-field")
    assert "`branch`, `replicas`" in fault.remedy


@pytest.mark.parametrize(
    ("name", "choices", "declared"), [("replicas", ["1"], "int"), ("reason", {"a": "A"}, "str")]
)
def test_a_field_that_is_no_choice_takes_none(name: str, choices: Any, declared: str) -> None:
    with pytest.raises(FormDefinitionError) as caught:
        Ready.with_choices(**{name: choices})
    (fault,) = caught.value.faults
    assert (fault.field, fault.code) == (name, "choice-values")
    assert fault.rule == f"It was given choices, and it is declared {declared}, which has none."
    assert "`LateChoice`" in fault.remedy


def test_a_form_with_choices_of_its_own_takes_some_of_those() -> None:
    form = Deploy.with_choices(branch=BRANCHES, environment=["staging"])
    assert properties(form)["environment"]["enum"] == ["staging"]
    with pytest.raises(InvalidContent, match="environment"):
        form.validate_content({"branch": "main", "environment": "production"})
    with pytest.raises(FormDefinitionError, match="'test' is not one of the field's own choices"):
        Deploy.with_choices(environment=["test"])
    with pytest.raises(FormDefinitionError, match="must be one of 'production'"):
        Deploy.with_choices(environment=["production"])


def test_an_enum_keeps_its_members() -> None:
    class Labelled(Enum):
        RED = "red"
        GREEN = "green"
        BLUE = "blue"

    form = form_with(Annotated[Labelled, Titles({one: one.name for one in Labelled})])
    for choices in (["red", "blue"], [Labelled.RED, Labelled.BLUE]):
        some = form.with_choices(field=choices)
        assert properties(some)["field"]["oneOf"] == [
            {"const": "red", "title": "RED"},
            {"const": "blue", "title": "BLUE"},
        ]
        assert some.validate_content({"field": "blue"}).field is Labelled.BLUE
        with pytest.raises(ValueError, match="Must be one of 'red', 'blue'"):
            some(field=Labelled.GREEN)
    with pytest.raises(FormDefinitionError, match="given twice, by its value and by its member"):
        form.with_choices(field={Labelled.RED: "Stop", "red": "Halt"})
    titled = form.with_choices(field={Labelled.RED: "Stop"})
    assert properties(titled)["field"]["oneOf"] == [{"const": "red", "title": "Stop"}]
    with pytest.raises(FormDefinitionError, match="got 'red'"):
        form.with_choices(field="red")


# --- defaults and text ------------------------------------------------------------------------


def test_a_default_is_shown_and_filled_in() -> None:
    form = Ready.with_defaults(branch="dev", replicas=3, reason="new release")
    assert form.requested_schema() == {
        "type": "object",
        "properties": {
            "branch": {**properties(Ready)["branch"], "default": "dev"},
            "replicas": {**properties(Ready)["replicas"], "default": 3},
            "reason": {"type": "string", "title": "Reason", "default": "new release"},
            "environment": properties(Ready)["environment"],
        },
    }
    answer = form.validate_content({"reason": None})
    assert (answer.branch, answer.replicas, answer.reason) == ("dev", 3, "new release")


def test_a_default_has_the_type_of_its_field() -> None:
    form = form_with(Color)
    assert form.with_defaults(field=Color.RED).validate_content({}).field is Color.RED
    with pytest.raises(FormDefinitionError) as caught:
        form.with_defaults(field="red")
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("field", "default")]


def test_a_default_of_none_leaves_the_field_open_again() -> None:
    form = Ready.with_defaults(reason="x")
    assert properties(form.with_defaults(reason="y"))["reason"]["default"] == "y"
    assert Ready.with_defaults(reason=None).requested_schema() == Ready.requested_schema()
    open_again = form.with_text(reason={"title": "Why?"}).with_defaults(reason=None)
    assert properties(open_again)["reason"] == {"type": "string", "title": "Why?"}
    assert open_again.validate_content({"branch": "main"}).reason is None
    late = form_with(LateChoice | None, None).with_choices(field=["a"]).with_defaults(field="a")
    assert properties(late.with_defaults(field=None))["field"]["enum"] == ["a"]
    assert "default" not in properties(late.with_defaults(field=None))["field"]
    with pytest.raises(FormDefinitionError, match="replicas"):
        Ready.with_defaults(replicas=None)


def test_a_default_takes_the_place_of_a_factory() -> None:
    form = form_with(int, Field(default_factory=int)).with_defaults(field=7)
    assert form.validate_content({}).field == 7
    assert properties(form)["field"]["default"] == 7


def test_a_prefilled_field_stays_required() -> None:
    form = form_with(Annotated[int, Prefill(3)]).with_defaults(field=4)
    assert properties(form)["field"]["default"] == 4
    assert form.requested_schema()["required"] == ["field"]


def test_every_wrong_default_is_told_at_once() -> None:
    with pytest.raises(FormDefinitionError) as caught:
        Ready.with_defaults(branch="test", replicas=11)
    assert [fault.field for fault in caught.value.faults] == ["branch", "replicas"]


def test_texts_can_be_changed() -> None:
    form = Ready.with_text(
        branch={"title": "Which branch?"}, replicas={"title": "How many?", "description": "1 to 10"}
    )
    assert properties(form)["branch"]["title"] == "Which branch?"
    assert properties(form)["branch"]["description"] == "What to deploy"
    assert properties(form)["replicas"]["description"] == "1 to 10"


@pytest.mark.parametrize(
    "text", [{"titel": "x"}, {"title": 3}, {"title": None}, {"title": "\ud800"}, "title", None]
)
def test_what_is_no_text_is_refused(text: Any) -> None:
    with pytest.raises(FormDefinitionError) as caught:
        Ready.with_text(branch=text)
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("branch", "text")]


def test_a_text_that_asks_for_a_credential_is_refused() -> None:
    with pytest.raises(FormDefinitionError, match="secret"):
        Deploy.with_text(reason={"title": "Your password"})


def test_names_are_those_of_the_class() -> None:
    form = form_with(str, Field(alias="wire-name")).with_text(field={"title": "T"})
    assert properties(form) == {"wire-name": {"type": "string", "title": "T"}}
    with pytest.raises(FormDefinitionError, match="unknown-field"):
        form.with_text(**{"wire-name": {"title": "T"}})


def test_specialising_goes_on_from_where_it_is() -> None:
    form = Ready.with_defaults(replicas=2).with_text(replicas={"title": "R"})
    form = form.with_choices(branch={"dev": "D"}).with_defaults(branch="dev")
    assert properties(form)["replicas"]["default"] == 2
    assert properties(form)["replicas"]["title"] == "R"
    assert properties(form)["branch"]["oneOf"] == [{"const": "dev", "title": "D"}]


def test_a_specialised_form_can_be_derived_from() -> None:
    class More(Ready):  # type: ignore[misc,valid-type]
        extra: str = "x"

    assert properties(More)["branch"]["enum"] == BRANCHES
    assert More.validate_content({"branch": "main"}).extra == "x"

    class Other(Ready.with_defaults(replicas=4)):  # type: ignore[misc]
        replicas: int = Field(title="Many", ge=2)

    assert properties(Other)["replicas"] == {"type": "integer", "title": "Many", "minimum": 2}


def test_class_keywords_and_config_are_kept() -> None:
    class Loud(Tagged, auto_titles=False, extra="forbid"):
        pass

    form = Loud.with_choices(tags=["a"])
    assert form.protocol_revisions() == ("2025-11-25", "2026-07-28")
    assert "title" not in properties(form)["tags"]
    with pytest.raises(InvalidContent, match="unknown"):
        form.validate_content({"tags": ["a"], "other": 1})


def test_an_abstract_form_stays_abstract() -> None:
    class Base(Form, abstract=True):
        branch: LateChoice

    form = Base.with_choices(branch=["a"])
    with pytest.raises(FormDefinitionError, match="abstract"):
        form.requested_schema()

    class Concrete(form):  # type: ignore[valid-type,misc]
        pass

    assert properties(Concrete)["branch"]["enum"] == ["a"]


def test_a_warning_is_raised_once_and_points_at_the_caller() -> None:
    with pytest.warns(FormWarning, match="URL") as caught:
        Ready.with_text(reason={"title": "See https://example.com"})
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        form = Ready.with_text(reason={"title": "See https://example.com"})
        assert form.with_defaults(replicas=2)


# --- what is kept -----------------------------------------------------------------------------


def choices_given() -> list[Any]:
    """Return choices in every way that they can be given, no two of them the same."""
    return [
        ["main", "dev"],
        ["dev", "main"],
        ["main"],
        {"main": "M", "dev": "D"},
        {"dev": "D", "main": "M"},
        {"main": "M", "dev": "E"},
    ]


def test_choices_that_were_given_before_give_the_form_that_was_made_of_them() -> None:
    forms = [Deploy.with_choices(branch=choices) for choices in choices_given()]
    again = [Deploy.with_choices(branch=choices) for choices in choices_given()]
    assert [*map(id, again)] == [*map(id, forms)]
    assert len(set(forms)) == len(forms)
    listed: list[Any] = [("main", "dev"), iter(["main", "dev"]), {"main": 1, "dev": 2}.keys()]
    for choices in listed:
        assert Deploy.with_choices(branch=choices) is forms[0]
    assert Deploy.with_choices(branch=MappingProxyType({"main": "M", "dev": "D"})) is forms[3]


url = TypeAdapter(HttpUrl).validate_python
other_url = TypeAdapter(AnyUrl).validate_python

DEFAULTS: dict[str, tuple[Any, Callable[[], list[Any]]]] = {
    "text": (str, lambda: ["a", "b", ""]),
    "whole numbers": (int, lambda: [0, 1, 10**12]),
    "numbers": (float, lambda: [0.0, -0.0, 1.5, 1, 1.0, 10**15]),
    "booleans": (bool, lambda: [False, True]),
    "none": (str | None, lambda: [None, "None", "a"]),
    "dates": (date, lambda: [date(2026, 1, 31), date(2026, 2, 1)]),
    "moments": (
        datetime,
        lambda: [
            datetime(2026, 10, 25, 1, tzinfo=timezone.utc),
            datetime(2026, 10, 25, 1, tzinfo=timezone(timedelta(0), "Z")),
            datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Oslo")),
            datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Oslo"), fold=1),
            datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Rome")),
        ],
    ),
    "choices": (Literal["a", "b"], lambda: ["a", "b"]),
    "members": (Color, lambda: [Color.RED, Color.GREEN]),
    "picks": (MultiSelect[Literal["a", "b"]], lambda: [[], ["a"], ["a", "b"], ["b", "a"]]),
    "picks of members": (MultiSelect[Color], lambda: [[Color.RED], [*Color]]),
    "URLs": (HttpUrl, lambda: [url("https://example.com/a"), url("https://example.com/b")]),
    "other URLs": (AnyUrl, lambda: [other_url("mailto:a@b.example"), other_url("ftp://a/b")]),
    "prefilled": (Annotated[int, Prefill(1)], lambda: [1, 2]),
}


@pytest.mark.parametrize("kind", DEFAULTS)
def test_defaults_that_were_given_before_give_the_form_that_was_made_of_them(kind: str) -> None:
    annotation, values = DEFAULTS[kind]
    form = form_with(annotation, None if kind == "none" else ..., since="2025-11-25")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a URL, and a box that is shown ticked
        forms = [form.with_defaults(field=value) for value in values()]
        again = [form.with_defaults(field=value) for value in values()]
    assert [*map(id, again)] == [*map(id, forms)]
    assert len(set(forms)) == len(forms)


def test_texts_that_were_given_before_give_the_form_that_was_made_of_them() -> None:
    def texts() -> list[Any]:
        return [
            {"title": "T"},
            {"description": "T"},
            {"title": "T", "description": "D"},
            {"title": "D", "description": "T"},
            {},
        ]

    forms = [Ready.with_text(branch=text) for text in texts()]
    again = [Ready.with_text(branch=text) for text in texts()]
    assert [*map(id, again)] == [*map(id, forms)]
    assert len(set(forms)) == len(forms)
    assert Ready.with_text(branch=cast("Any", MappingProxyType({"title": "T"}))) is forms[0]
    assert Ready.with_text(reason={"title": "T"}) is not forms[0]
    assert Deploy.with_text(branch={"title": "T"}) is not forms[0]


def nameless_zone(hours: int) -> ZoneInfo:
    """Return a zone of one offset that is read from a file (RFC 8536), and so looks like any other."""
    counts = struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    file = io.BytesIO(
        b"TZif" + bytes(16) + counts + struct.pack(">lbb4s", hours * 3_600, 0, 0, b"X")
    )
    return ZoneInfo.from_file(file)


def test_a_zone_without_a_name_is_not_taken_for_another() -> None:
    form = form_with(datetime)
    moments = [datetime(2026, 1, 1, tzinfo=nameless_zone(hours)) for hours in (1, 1, 2)]
    forms = [form.with_defaults(field=moment) for moment in moments]
    assert [properties(one)["field"]["default"][-6:] for one in forms] == [
        "+01:00",
        "+01:00",
        "+02:00",
    ]
    assert len(set(forms)) == 3


def test_the_forms_that_were_asked_for_last_are_kept_and_no_more_than_256() -> None:
    class Busy(Form):
        branch: LateChoice

    def form(number: int) -> type[Busy]:
        return Busy.with_choices(branch=[str(number)])

    made = [form(number) for number in range(256)]
    assert form(0) is made[0]
    assert form(256) is form(256)
    assert [form(number) is made[number] for number in (0, 2, 255)] == [True, True, True]
    assert form(1) is not made[1]  # of which nobody had heard for longest
    assert form(2) is made[2]


def test_too_many_choices_are_refused_however_they_are_given() -> None:
    names = [str(number) for number in range(1_001)]
    for choices in (names, tuple(names), dict.fromkeys(names), {name: name for name in names}):
        with pytest.raises(FormDefinitionError, match="more than 1,000 choices"):
            Deploy.with_choices(branch=choices)
    thousand = {name: f"Branch {name}" for name in names[:1_000]}
    shown = properties(Deploy.with_choices(branch=thousand))["branch"]["oneOf"]
    assert [(one["const"], one["title"]) for one in shown] == [*thousand.items()]


def test_a_form_made_at_run_time_is_called_as_the_one_that_it_is_made_of() -> None:
    class Inner(Form):
        """What is asked."""

        note: str | None = None

    form = Inner.with_text(note={"title": "Note"})
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        assert getattr(form, name) == getattr(Inner, name)
    assert "<locals>.Inner" in form.__qualname__


def test_what_a_class_does_with_its_subclasses_is_done_with_those_that_are_declared() -> None:
    heard: list[tuple[str, str]] = []

    class Heard(Form, abstract=True):
        def __init_subclass__(cls, **keywords: Any) -> None:
            super().__init_subclass__(**keywords)
            heard.append(("plain", cls.__qualname__.rpartition(".")[2]))

        @classmethod
        def __pydantic_init_subclass__(cls, **keywords: Any) -> None:
            super().__pydantic_init_subclass__(**keywords)
            heard.append(("pydantic", cls.__qualname__.rpartition(".")[2]))

    class Note(Heard):
        note: str | None = None

    form = Note.with_text(note={"title": "A"}).with_defaults(note="b")
    assert heard == [("plain", "Note"), ("pydantic", "Note")]

    class More(form):  # type: ignore[valid-type,misc]
        more: str

    assert heard[2:] == [("plain", "More"), ("pydantic", "More")]
    assert More.with_text(more={"title": "M"})
    assert len(heard) == 4


def test_what_is_equal_is_not_always_the_same() -> None:
    form = form_with(float)
    assert form.with_defaults(field=1) is not form.with_defaults(field=1.0)
    with pytest.raises(FormDefinitionError):
        form.with_defaults(field=True)
    moment = form_with(datetime)
    utc = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
    elsewhere = utc.astimezone(timezone(timedelta(hours=1)))
    assert utc == elsewhere
    assert [
        properties(moment.with_defaults(field=at))["field"]["default"] for at in (utc, elsewhere)
    ] == ["2026-01-01T12:00:00+00:00", "2026-01-01T13:00:00+01:00"]
    Deploy.with_choices(branch=["red"])

    class Text(str, Enum):
        RED = "red"

    with pytest.raises(FormDefinitionError, match="is not"):
        Deploy.with_choices(branch=[Text.RED])


class Labels(Mapping[str, str]):
    """A mapping that looks like any other of its class."""

    def __init__(self, title: str) -> None:
        self.title = title

    def __getitem__(self, key: str) -> str:
        return {"title": self.title}[key]

    def __iter__(self) -> Iterator[str]:
        return iter(["title"])

    def __len__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "Labels"


class Zone(tzinfo):
    """A zone that looks like any other of its class."""

    def __init__(self, hours: int) -> None:
        self.hours = hours

    def utcoffset(self, _: datetime | None) -> timedelta:
        return timedelta(hours=self.hours)

    def dst(self, _: datetime | None) -> None:
        return None

    def tzname(self, _: datetime | None) -> None:
        return None

    def __repr__(self) -> str:
        return "Zone"


def test_what_looks_alike_is_not_always_the_same() -> None:
    class Shade(Enum):
        LIGHT = "light"
        DARK = "dark"

        def __repr__(self) -> str:
            return "a shade"

    labels: list[Any] = [Labels("A"), Labels("B")]
    titles = [properties(Ready.with_text(reason=one))["reason"]["title"] for one in labels]
    assert titles == ["A", "B"]
    shades = form_with(MultiSelect[Shade], since="2025-11-25")
    assert [properties(shades.with_defaults(field=[one]))["field"]["default"] for one in Shade] == [
        ["light"],
        ["dark"],
    ]
    moment = form_with(datetime)
    moments = [datetime(2026, 1, 1, tzinfo=Zone(hours)) for hours in (1, 2)]
    assert [
        properties(moment.with_defaults(field=at))["field"]["default"][-6:] for at in moments
    ] == ["+01:00", "+02:00"]


def test_a_field_may_be_called_as_the_class_is_in_a_method() -> None:
    class Odd(Form):
        cls: int = 1

    form = Odd.with_defaults(cls=2).with_text(cls={"title": "Class"})
    assert form.validate_content({}).cls == 2


def test_changing_what_was_given_changes_nothing() -> None:
    branches = [*BRANCHES]
    titles = {"main": "M"}
    form, titled = Deploy.with_choices(branch=branches), Deploy.with_choices(branch=titles)
    branches.append("test")
    titles["main"] = "N"
    assert properties(form)["branch"]["enum"] == BRANCHES
    assert properties(titled)["branch"]["oneOf"][0]["title"] == "M"
    picks = ["a"]
    tags = Tagged.with_choices(tags=["a", "b"]).with_defaults(tags=picks)
    picks.append("b")
    assert properties(tags)["tags"]["default"] == ["a"]
    assert tags.validate_content({}).tags == ["a"]
    assert tags.model_construct().tags == ["a"]
    assert tags.with_text(tags={"title": "T"}).validate_content({}).tags == ["a"]


def test_many_specialised_forms_leave_no_trace() -> None:
    class Busy(Form):
        branch: LateChoice

    for number in range(600):
        Busy.with_choices(branch=[str(number)]).validate_content({"branch": str(number)})
    gc.collect()
    assert len(Busy.__subclasses__()) <= 256


def test_threads_get_one_and_the_same() -> None:
    class Shared(Form):
        branch: LateChoice

    found: list[type[Form]] = []
    start = threading.Barrier(8)

    def specialise() -> None:
        start.wait()
        form = Shared.with_choices(branch=BRANCHES)
        assert form.validate_content({"branch": "main"}).branch == "main"
        found.append(form)

    threads = [threading.Thread(target=specialise) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("error")
        yield


def test_a_set_of_choices_is_sorted_since_it_has_no_order() -> None:
    class Release(Form):
        branch: LateChoice

    for choices in ({"next", "main", "dev"}, frozenset({"dev", "next", "main"})):
        form = Release.with_choices(branch=choices)
        assert form.requested_schema()["properties"]["branch"]["enum"] == ["dev", "main", "next"]
