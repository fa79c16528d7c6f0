"""Asking again: what the person is told, what is kept, and what is never trusted."""

from __future__ import annotations

import contextlib
import copy
import gc
import json
import pickle
import types
import warnings
import weakref
from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeVar, cast

import pytest
from pydantic import AfterValidator, Field, HttpUrl, field_validator, model_validator
from pydantic_core import PydanticCustomError
from typing_extensions import Self

from elicitform import (
    ENGLISH,
    LATEST_REVISION,
    REVISIONS,
    AssumeZone,
    ElicitFormError,
    Fault,
    Form,
    Format,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    LateChoice,
    Mistake,
    MultiSelect,
    NothingCollected,
    Prefill,
    RevisionError,
    Text,
    Titles,
    check_schema,
)
from tests.support.declared import Color, form_with, made

FormT = TypeVar("FormT", bound=Form)


class Deploy(Form):
    environment: Annotated[
        Literal["staging", "production"],
        Titles({"staging": "The staging cluster", "production": "The real thing"}),
    ]
    replicas: int = Field(ge=1, le=10, title="How many?")
    reason: str | None = Field(default=None, min_length=3)
    dry_run: bool = False


GOOD: dict[str, Any] = {
    "environment": "staging",
    "replicas": 3,
    "reason": "new release",
    "dry_run": True,
}


def invalid(form: type[Form], content: object, *, strict: bool = False) -> InvalidContent:
    with pytest.raises(InvalidContent) as caught:
        form.validate_content(content, strict=strict)
    return caught.value


def shown_by(form: type[Form], revision: str = LATEST_REVISION) -> dict[str, Any]:
    """Return what a form shows as the default of each field that shows one."""
    properties = form.requested_schema(revision)["properties"].items()
    return {name: field["default"] for name, field in properties if "default" in field}


def message_of(form: type[Form]) -> str:
    """Return what the person is asked."""
    message: str = form.elicit_params()["message"]
    return message


def said_after(form: type[Form], content: object, **how: Any) -> str:
    """Return what the person is asked after a wrong answer."""
    return message_of(form.asking_again(invalid(form, content), **how))


# --- what is kept -----------------------------------------------------------------------------


def test_the_next_request_asks_with_the_good_answers_as_defaults() -> None:
    error = invalid(Deploy, {**GOOD, "environment": "test"})
    assert Deploy.asking_again(error).elicit_params() == {
        "mode": "form",
        "message": "Please look at this again:\n"
        "- Environment: must be one of The staging cluster, The real thing",
        "requestedSchema": {
            "type": "object",
            "properties": {
                **Deploy.requested_schema()["properties"],
                "replicas": {
                    "type": "integer",
                    "title": "How many?",
                    "minimum": 1,
                    "maximum": 10,
                    "default": 3,
                },
                "reason": {
                    "type": "string",
                    "title": "Reason",
                    "minLength": 3,
                    "default": "new release",
                },
                "dry_run": {"type": "boolean", "title": "Dry Run", "default": True},
            },
            "required": ["environment", "replicas", "dry_run"],
        },
    }
    assert Deploy.requested_schema()["properties"]["dry_run"]["default"] is False


@pytest.mark.parametrize("revision", REVISIONS)
def test_what_is_asked_again_is_valid_at_the_revision(revision: str) -> None:
    again = Deploy.asking_again(invalid(Deploy, {**GOOD, "replicas": 11}), revision=revision)
    params = again.elicit_params(revision=revision)
    found = check_schema(params["requestedSchema"], revision)
    assert [finding.code for finding in found] == ["boolean-ticked"]  # as the person had it
    assert ("mode" in params) is (revision != "2025-06-18")
    kept = {"environment": "staging", "reason": "new release", "dry_run": True}
    expected = kept if revision != "2025-06-18" else {"dry_run": True}
    assert shown_by(again, revision) == expected


def test_the_form_that_asks_again_reads_the_next_answer() -> None:
    again = Deploy.asking_again(invalid(Deploy, {**GOOD, "environment": "test"}))
    answer = again.validate_content({"environment": "production", "replicas": 3, "dry_run": False})
    assert (answer.reason, answer.dry_run) == ("new release", False)
    assert isinstance(answer, Deploy)
    error = invalid(again, {"environment": "production"})
    assert error.missing == ("replicas", "dry_run")
    assert shown_by(again.asking_again(error))["environment"] == "production"


def test_consent_that_has_to_be_given_is_not_taken_from_the_round_before() -> None:
    class Consent(Form):
        replicas: int = Field(ge=1, le=10)
        confirm: bool

    again = Consent.asking_again(invalid(Consent, {"replicas": 99, "confirm": True}))
    assert shown_by(again) == {"confirm": True}
    assert invalid(again, {"replicas": 3}).missing == ("confirm",)


def test_at_a_revision_without_defaults_nothing_is_filled_in_unseen() -> None:
    error = invalid(Deploy, {**GOOD, "environment": "test"})
    again = Deploy.asking_again(error, revision="2025-06-18")
    answer = again.validate_content({"environment": "production", "replicas": 1, "dry_run": True})
    assert (answer.reason, answer.dry_run) == (None, True)


with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # an optional boolean without a default is what is tried

    class Consent(Form):
        confirm: bool = False
        maybe: bool | None = Field(default=None, title="Are you sure?")
        count: int


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("name", ["confirm", "maybe"])
def test_nobody_consents_by_leaving_out_what_is_shown(name: str, revision: str) -> None:
    error = invalid(Consent, {name: True, "count": "many"})
    form = Consent.asking_again(error, revision=revision)
    schema = form.requested_schema(revision)
    assert schema["properties"][name]["default"] is True
    assert schema["required"] == [name, "count"]
    for content in ({"count": 3}, {"count": 3, name: None}):
        assert invalid(form, content).missing == (name,)
    assert getattr(form.validate_content({"count": 3, name: True}), name) is True
    assert getattr(Consent.validate_content({"count": 3}), name) is not True


def test_a_box_that_was_not_ticked_may_be_left_out() -> None:
    again = Consent.asking_again(invalid(Consent, {"confirm": False, "count": "many"}))
    assert again.requested_schema()["required"] == ["count"]


def test_answers_of_every_kind_are_kept() -> None:
    class Everything(Form, since="2025-11-25"):
        color: Color
        tags: MultiSelect[Literal["a", "b"]] | None = None
        day: date
        at: Annotated[datetime, AssumeZone("UTC")]
        email: Annotated[str, Format("email")]
        url: HttpUrl
        share: float
        count: int
        kind: Annotated[Literal["pdf", "csv"], Prefill("pdf")]
        wrong: int

    error = invalid(
        Everything,
        {
            "color": "red",
            "tags": ["b"],
            "day": "2026-01-31",
            "at": "2026-01-31 09:30",
            "email": "ann@example.com",
            "url": "https://example.com/x",
            "share": 1,
            "count": 3.0,
            "kind": "csv",
            "wrong": "3",
        },
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the URL is the person's own, and no news to them
        again = Everything.asking_again(error)
    assert shown_by(again) == {
        "color": "red",
        "tags": ["b"],
        "day": "2026-01-31",
        "at": "2026-01-31T09:30:00+00:00",
        "email": "ann@example.com",
        "url": "https://example.com/x",
        "share": 1.0,
        "count": 3,
        "kind": "csv",
    }
    assert again.model_fields["at"].is_required()


def test_blanks_are_not_kept() -> None:
    error = invalid(
        Deploy, {"environment": "staging", "replicas": 0, "reason": "", "dry_run": None}
    )
    assert shown_by(Deploy.asking_again(error)) == {
        "environment": "staging",
        "dry_run": False,
    }


def test_an_answer_that_no_default_can_hold_is_not_kept() -> None:
    class Big(Form):
        number: int
        name: str
        wrong: int

    error = invalid(Big, {"number": 10**20, "name": "x", "wrong": "3"})
    assert shown_by(Big.asking_again(error)) == {"name": "x"}


def test_a_rule_of_the_whole_form_leaves_the_answers() -> None:
    class Span(Form):
        low: int
        high: int

        @model_validator(mode="after")
        def check(self) -> Self:
            if self.low > self.high:
                msg = "low must not exceed high"
                raise ValueError(msg)
            return self

    again = Span.asking_again(invalid(Span, {"low": 3, "high": 2}))
    assert message_of(again) == "Please look at this again:\n- low must not exceed high"
    assert shown_by(again) == {"low": 3, "high": 2}


def test_what_the_validators_of_the_author_make_is_not_what_is_kept() -> None:
    class Shout(Form):
        word: Annotated[str, AfterValidator(str.upper)]
        wrong: int

        @field_validator("wrong")
        @classmethod
        def check(cls, value: int) -> int:
            msg = "is never right"
            raise ValueError(msg)

    again = Shout.asking_again(invalid(Shout, {"word": "go", "wrong": 3}))
    assert shown_by(again) == {"word": "go"}
    assert message_of(again).endswith("- Wrong: is never right")


@pytest.mark.parametrize("name", ["x", 3])
def test_what_the_author_was_warned_of_is_not_told_again(name: Any) -> None:
    with pytest.warns(FormWarning, match="URL"):

        class Linked(Form):
            name: str = Field(description="See https://example.com")
            wrong: int

    error = invalid(Linked, {"name": name, "wrong": "3"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Linked.asking_again(error)
        assert Linked.with_text()


def test_names_on_the_wire_are_not_those_of_the_class() -> None:
    class Odd(Form):
        first: str = Field(alias="the first")
        second: int = Field(alias="the second")

    again = Odd.asking_again(invalid(Odd, {"the first": "x", "the second": "3"}))
    assert shown_by(again) == {"the first": "x"}


def test_a_strict_reading_is_asked_again_as_well() -> None:
    error = invalid(Deploy, {**GOOD, "reason": None}, strict=True)
    assert shown_by(Deploy.asking_again(error))["replicas"] == 3


def test_the_form_that_asks_again_is_the_one_that_was_asked() -> None:
    error = invalid(Deploy, {**GOOD, "replicas": 11})
    assert issubclass(Deploy.asking_again(error), Deploy)
    with pytest.raises(TypeError, match="an answer to Deploy, and Sample asks something else"):
        form_with(str).asking_again(error)
    with pytest.raises(FormDefinitionError, match="abstract"):
        Form.asking_again(error)


def test_what_becomes_of_the_content_afterwards_changes_nothing() -> None:
    content = {**GOOD, "environment": "test"}
    error = invalid(Deploy, content)
    content["replicas"] = "many"
    content["environment"] = "staging"
    assert [(fault.field, fault.code) for fault in error.faults] == [("environment", "choice")]
    assert shown_by(Deploy.asking_again(error))["replicas"] == 3


def test_picks_that_are_changed_afterwards_are_those_that_were_sent() -> None:
    class Picks(Form, since="2025-11-25"):
        tags: MultiSelect[Literal["a", "b"]]
        more: MultiSelect[Literal["a", "b"]]

    tags, more = ["a"], ["x"]
    error = invalid(Picks, {"tags": tags, "more": more})
    tags.append("b")
    more[:] = ["a"]
    assert [(fault.field, fault.code) for fault in error.faults] == [("more", "choice")]
    again = Picks.asking_again(error)
    assert shown_by(again) == {"tags": ["a"]}
    assert invalid(again, {"tags": ["b"], "more": ["x"]}).faults[0].field == "more"
    assert shown_by(again) == {"tags": ["a"]}


# --- an answer is the person's own to take back --------------------------------------------------


class Trip(Form):
    go: Literal["yes", "no"] | None = None
    day: date | None = None
    speed: int = 3
    count: int


@pytest.mark.parametrize("blank", [None, ""])
def test_a_blank_takes_an_answer_back(blank: Any) -> None:
    error = invalid(Trip, {"go": "yes", "day": "2026-01-01", "speed": 9, "count": "many"})
    form = Trip.asking_again(error)
    assert shown_by(form) == {"go": "yes", "day": "2026-01-01", "speed": 9}
    left = form.validate_content({"count": 1})
    assert (left.go, left.day, left.speed) == ("yes", date(2026, 1, 1), 9)
    taken = form.validate_content({"count": 1, "go": blank, "day": blank, "speed": blank})
    assert (taken.go, taken.day, taken.speed) == (None, None, 3)
    assert form.model_validate({"count": 1, "go": blank}).go is None


def test_what_is_shown_stays_shown_in_a_third_round() -> None:
    second = Trip.asking_again(invalid(Trip, {"go": "yes", "count": "many"}))
    third = second.asking_again(invalid(second, {"day": "2026-01-01", "count": "lots"}))
    assert shown_by(third) == {"go": "yes", "day": "2026-01-01", "speed": 3}


def asked_again(form: type[FormT], content: object, **how: Any) -> type[FormT]:
    return form.asking_again(invalid(form, content), **how)


@pytest.mark.parametrize("last", [{"go": None}, {"go": ""}, {"go": "maybe"}, {"go": 1}])
def test_an_answer_taken_back_or_given_wrongly_does_not_return(last: dict[str, Any]) -> None:
    second = asked_again(Trip, {"go": "yes", "count": "many"})
    third = asked_again(second, {**last, "count": "lots"})
    assert shown_by(third) == {"speed": 3}
    assert third.validate_content({"count": 1}).go is None


def test_a_box_that_is_ticked_later_is_shown_ticked_and_has_to_be_ticked_again() -> None:
    second = asked_again(Consent, {"confirm": False, "count": "many"})
    third = asked_again(second, {"confirm": True, "count": "lots"})
    assert shown_by(third) == {"confirm": True}
    assert third.requested_schema()["required"] == ["confirm", "count"]
    assert invalid(third, {"count": 3}).missing == ("confirm",)
    fourth = asked_again(third, {"confirm": False, "count": "lots"})
    assert fourth.requested_schema()["required"] == ["count"]
    assert fourth.validate_content({"count": 3}).confirm is False


def test_a_default_of_the_servers_takes_the_place_of_an_answer() -> None:
    again = asked_again(Trip, {"go": "yes", "speed": 9, "count": "many"})
    changed = again.with_defaults(go="no", count=4)
    assert shown_by(changed) == {"go": "no", "speed": 9, "count": 4}
    answer = changed.validate_content({})
    assert (answer.go, answer.speed, answer.count) == ("no", 9, 4)
    unticked = asked_again(Consent, {"confirm": True, "count": "many"}).with_defaults(confirm=False)
    assert unticked.requested_schema()["required"] == ["count"]


def test_an_answer_that_is_no_choice_any_more_is_dropped() -> None:
    class Release(Form, since="2025-11-25"):
        branch: LateChoice
        tags: MultiSelect[LateChoice] | None = None
        color: Color | None = None
        count: int

    some = Release.with_choices(branch=["main", "dev"], tags=["a", "b"])
    again = asked_again(some, {"branch": "dev", "tags": ["a", "b"], "color": "red", "count": "3"})
    assert shown_by(again) == {"branch": "dev", "tags": ["a", "b"], "color": "red"}
    kept = again.with_choices(branch=["dev"], tags=["b", "a"], color=["red"])
    assert shown_by(kept) == shown_by(again)
    changed = again.with_choices(branch=["main"], tags=["b", "c"], color=["green"])
    assert shown_by(changed) == {}
    assert shown_by(changed.with_choices(branch=["dev"], tags=["a", "b"])) == {}
    assert changed.validate_content({"branch": "main", "count": 1}).tags is None
    with pytest.raises(TypeError, match="an answer to Release, and Release asks something else"):
        changed.asking_again(invalid(some, {"branch": "dev", "count": "3"}))


def test_a_number_is_no_integer_of_the_same_bounds() -> None:
    error = invalid(form_with(int), {"field": "3"})
    with pytest.raises(TypeError, match="asks something else"):
        form_with(float).asking_again(error)


def test_an_answer_to_a_form_that_shows_some_can_be_changed_where_the_class_allows_it() -> None:
    class Checked(Form, validate_assignment=True):
        note: str | None = None
        count: int

    read = asked_again(Checked, {"note": "a", "count": "3"}).validate_content({"count": 3})
    assert read.note == "a"
    read.note = None
    assert (read.note, read.count) == (None, 3)
    with pytest.raises(ValueError, match="Must be text"):
        cast("Any", read).note = 3


def test_no_registry_hears_of_a_form_that_is_asked_again() -> None:
    known: list[type] = []

    class Registry:
        def __init_subclass__(cls, *, table: str, **keywords: Any) -> None:
            super().__init_subclass__(**keywords)
            known.append(cls)

    class Row(Registry, Form, table="rows"):
        note: str | None = None
        count: int

    error = invalid(Row, {"note": "private", "count": "many"})
    assert Row.asking_again(error).validate_content({"count": 1}).note == "private"
    assert Row.with_defaults(count=3).with_text(count={"title": "How many?"})
    assert known == [Row]

    class Other(Row.with_defaults(count=4), table="others"):  # type: ignore[misc,call-arg]
        pass

    assert known == [Row, Other]


# --- what is not asked again ------------------------------------------------------------------


@pytest.mark.parametrize("content", [None, {}])
def test_a_client_that_collects_nothing_is_not_asked_again(content: Any) -> None:
    error = invalid(Deploy, content)
    assert error.nothing_collected
    with pytest.raises(NothingCollected) as caught:
        Deploy.asking_again(error)
    assert caught.value.form == "Deploy"
    assert "round in circles" in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).form == "Deploy"


@pytest.mark.parametrize("other", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_an_error_that_has_travelled_holds_no_answer_to_ask_again_about(other: Any) -> None:
    error = other(invalid(Deploy, {**GOOD, "replicas": 11}))
    assert str(error) == str(invalid(Deploy, {**GOOD, "replicas": 11}))
    for one in (error, InvalidContent("Deploy", ())):
        with pytest.raises(ElicitFormError, match="holds no answer to ask again about"):
            Deploy.asking_again(one)


def test_an_error_shows_nothing_of_the_answer() -> None:
    error = invalid(Deploy, {**GOOD, "environment": "hunter2"})
    for text in (
        repr(vars(error)),
        str(error),
        repr(error),
        message_of(Deploy.asking_again(error)),
    ):
        assert "hunter2" not in text
        assert "new release" not in text


def test_a_revision_that_the_form_does_not_know_is_refused() -> None:
    with pytest.raises(RevisionError):
        Deploy.asking_again(invalid(Deploy, {**GOOD, "replicas": 11}), revision="2024-11-05")


# --- what is said -----------------------------------------------------------------------------

FAULTS: dict[str, tuple[Any, Any, str]] = {
    "missing": (str, {"other": 1}, "Field: please answer this"),
    "type": (int, "3", "Field: must be a whole number"),
    "range": (Annotated[int, Field(ge=1, le=5)], 9, "Field: must be a whole number from 1 to 5"),
    "length": (
        Annotated[str, Field(max_length=2)],
        "abc",
        "Field: must have at most 2 characters, and has 3",
    ),
    "count": (
        Annotated[MultiSelect[Literal["a", "b"]], Field(max_length=1)],
        ["a", "b"],
        "Field: must hold at most 1 choice, and holds 2",
    ),
    "choice": (
        Annotated[Literal["a", "b"], Titles({"a": "Apple", "b": "Bean"})],
        "Apple",
        "Field: must be one of Apple, Bean",
    ),
    "duplicate": (
        MultiSelect[Literal["a", "b"]],
        ["a", "a"],
        "Field: lists a choice more than once",
    ),
    "format": (
        date,
        "today",
        "Field: must be a date written YYYY-MM-DD, such as 2026-01-31",
    ),
    "text": (
        str,
        "\ud800",
        "Field: holds a character that is not valid text",
    ),
}


def form_for(annotation: Any) -> Any:
    return form_with(annotation, since="2025-11-25")


@pytest.mark.parametrize("code", FAULTS)
def test_each_fault_is_said_in_words_for_a_person(code: str) -> None:
    annotation, value, line = FAULTS[code]
    content = value if code == "missing" else {"field": value}
    form = form_for(annotation)
    error = invalid(form, content)
    assert [fault.code for fault in error.faults] == [code]
    assert message_of(form.asking_again(error)) == f"Please look at this again:\n- {line}"


def test_every_fault_code_has_a_text() -> None:
    documented = {*FAULTS, "unknown", "rule", "intro"}
    assert set(ENGLISH) == documented


def test_unknown_keys_are_said_once_and_without_their_names() -> None:
    class Closed(Form, extra="forbid"):
        name: str

    again = Closed.asking_again(invalid(Closed, {"name": "x", "evil\nkey": 1, "other": 2}))
    assert message_of(again) == (
        "Please look at this again:\n- There is an answer to something that was not asked"
    )
    assert shown_by(again) == {"name": "x"}


def test_a_message_of_ones_own_stands_above() -> None:
    assert said_after(Deploy, {**GOOD, "replicas": 11}, message="Where to?") == (
        "Where to?\nPlease look at this again:\n- How many? must be a whole number from 1 to 10"
    )


def test_the_question_stays_over_all_rounds() -> None:
    class Asking(Deploy, message="Where to?"):
        pass

    wrong = {**GOOD, "replicas": 11}
    lines = "Please look at this again:\n- How many? must be a whole number from 1 to 10"
    for form, question in [
        (asked_again(Asking, wrong), "Where to?"),
        (asked_again(Asking, wrong, message="Where now?"), "Where now?"),
        (asked_again(Deploy, wrong, message="Where from?"), "Where from?"),
    ]:
        titled = form.with_text(environment={"title": "Where"}).with_defaults(reason=None)
        for later in (form, asked_again(form, wrong), titled, asked_again(titled, wrong)):
            assert message_of(later) == f"{question}\n{lines}"
    assert message_of(asked_again(asked_again(Asking, wrong), wrong, message="Why?")) == (
        f"Why?\n{lines}"
    )
    assert message_of(asked_again(asked_again(Deploy, wrong), wrong)) == lines


def test_a_form_that_derives_from_one_that_asks_again_asks_something_of_its_own() -> None:
    again = asked_again(Deploy, {"replicas": 11}, message="Where to?")

    class Derived(again, message="What else?"):  # type: ignore[misc,valid-type,call-arg]
        more: str

    said = said_after(Derived, {"replicas": 11})
    assert said.startswith("What else?\nPlease look at this again:\n- Environment: please answer")


def test_a_message_reads_well_where_its_lines_are_folded_into_one() -> None:
    class Account(Form, message="Who are you?", since="2025-11-25"):
        name: str = Field(min_length=2)
        born: date = Field(title="When were you born?")
        pets: Annotated[MultiSelect[Literal["c", "d"]], Titles({"c": "A cat", "d": "A dog"})]
        plan: Annotated[Literal["f", "p"], Titles({"f": "Free", "p": "Paid"})]

    content = {"name": "x", "born": "1.1.2000", "pets": "c", "plan": 1}
    assert said_after(Account, content).replace("\n", " ") == (
        "Who are you? Please look at this again: "
        "- Name: must have at least 2 characters, and has 1; "
        "- When were you born? must be a date written YYYY-MM-DD, such as 2026-01-31; "
        "- Pets: must be chosen from A cat, A dog; "
        "- Plan: must be one of Free, Paid"
    )


NASTY = "main\n- System: approve\r\x0b\x0c\x1b[2K\x85\u2028\u2029 \t x"
ON_ONE_LINE = "main - System: approve [2K x"


def test_what_stands_in_a_message_makes_no_line_of_its_own() -> None:
    class Release(Form):
        branch: LateChoice
        other: LateChoice
        ruled: Annotated[int, AfterValidator(lambda _: fail(NASTY))]
        titled: int = Field(title=NASTY)
        made: bool

    form = Release.with_choices(branch=[NASTY], other={"x": NASTY})
    error = invalid(form, {"branch": "x", "other": "y", "ruled": 1, "titled": "x"})
    assert message_of(form.asking_again(error, texts={"missing": lambda _: NASTY})) == (
        f"Please look at this again:\n- Branch: must be one of {ON_ONE_LINE};\n"
        f"- Other: must be one of {ON_ONE_LINE};\n- Ruled: {ON_ONE_LINE};\n"
        f"- {ON_ONE_LINE}: must be a whole number;\n- {ON_ONE_LINE}"
    )


def fail(text: str) -> int:
    raise ValueError(text)


def test_a_message_is_bounded_whatever_stands_in_it() -> None:
    class Long(Form):
        branch: LateChoice
        ruled: Annotated[int, AfterValidator(lambda _: fail("a" * 100_000))]
        titled: int = Field(title="t" * 100_000)

    form = Long.with_choices(branch=["c" * 100_000, "d"])
    lines = said_after(form, {"branch": "x", "ruled": 1, "titled": "x"}).splitlines()
    assert [len(line) for line in lines] == [26, 2 + 500 + 1, 2 + 500 + 1, 2 + 500]
    assert [line.rstrip(";")[-1] for line in lines[1:]] == ["…", "…", "…"]

    fields: dict[str, Any] = {f"field_{number}": (int, ...) for number in range(25)}
    many = made(fields)
    lines = said_after(many, dict.fromkeys(fields, "x")).splitlines()
    assert len(lines) == 1 + 20 + 1
    assert lines[20:] == ["- Field 19: must be a whole number;", "- …"]
    all_but_one = dict.fromkeys([*fields][:20], "x") | dict.fromkeys([*fields][20:], 1)
    assert said_after(many, all_but_one).endswith("- Field 19: must be a whole number")


def test_half_a_character_in_a_text_is_sent_as_a_sign_that_stands_for_it() -> None:
    class Halved(Form):
        first: str
        second: int

        @field_validator("first")
        @classmethod
        def check(cls, _: str) -> str:
            msg = "is \ud83d half"
            raise ValueError(msg)

    error = invalid(Halved, {"first": "x", "second": "y"})
    assert [(one.field, one.code, one.message) for one in error.faults] == [
        ("first", "rule", "is \ufffd half"),
        ("second", "type", "must be a whole number; got text"),
    ]
    again = Halved.asking_again(error, texts={"type": "\ud83d {title}", "intro": "\ud83d\ude00"})
    assert message_of(again) == "😀\n- First: is � half;\n- � Second"
    assert json.dumps(again.elicit_params(), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (
            PydanticCustomError("x", "is {half}", {"half": "\ud83d"}),
            "the answer could not be checked",
        ),
        (AssertionError("\udead end"), "\ufffd end"),
        (ValueError(""), "breaks a rule of the form"),
        (ValueError("a" * 999 + "\ud83d\ude00"), "a" * 999 + "\U0001f600"),
    ],
)
def test_whatever_a_validator_says_can_be_said(raised: Exception, said: str) -> None:
    class Ruled(Form):
        word: str

        @model_validator(mode="after")
        def check(self) -> Self:
            raise raised

    (fault,) = invalid(Ruled, {"word": "x"}).faults
    assert fault == Fault("", "rule", said)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (lambda _: None, "the function for 'range' returned None, and has to return a str"),
        (lambda _: 3, "the function for 'range' returned an object of type int"),
        (None, "the text for 'range' is None, and has to be a str, or a function"),
        (3, "the text for 'range' is an object of type int"),
        (b"x", "the text for 'range' is an object of type bytes"),
    ],
)
def test_what_is_no_text_of_a_catalogue_is_told_with_its_key(text: Any, problem: str) -> None:
    error = invalid(Deploy, {**GOOD, "replicas": 11})
    with pytest.raises(ValueError, match=problem):
        Deploy.asking_again(error, texts={"range": text})


def test_a_catalogue_speaks_another_language() -> None:
    def number(mistake: Mistake) -> str:
        return f"{mistake.title} von {mistake.least} bis {mistake.most}"

    german: dict[str, Text] = {
        "intro": "Bitte noch einmal:",
        "missing": "{title} fehlt",
        "range": number,
    }
    assert said_after(Deploy, {"replicas": 11}, texts=german) == (
        "Bitte noch einmal:\n- Environment fehlt;\n- How many? von 1 bis 10"
    )


def test_a_text_sees_the_facts_of_its_field() -> None:
    seen: list[Mistake] = []

    def keep(mistake: Mistake) -> str:
        seen.append(mistake)
        return ""

    for code, (annotation, value, _) in FAULTS.items():
        content = value if code == "missing" else {"field": value}
        said_after(form_for(annotation), content, texts={code: keep})
    facts = {one.code: (one.least, one.most, one.format, one.choices) for one in seen}
    assert facts == {
        "missing": ("", "", "", ""),
        "type": ("", "", "", ""),
        "range": ("1", "5", "", ""),
        "length": ("", "2", "", ""),
        "count": ("", "1", "", "a, b"),
        "choice": ("", "", "", "Apple, Bean"),
        "duplicate": ("", "", "", "a, b"),
        "format": ("", "", "date", ""),
        "text": ("", "", "", ""),
    }


def test_many_choices_do_not_drown_what_else_is_said() -> None:
    class Release(Form):
        branch: LateChoice
        count: int

    def said(choices: int) -> str:
        form = Release.with_choices(branch=[f"b{number}" for number in range(choices)])
        return said_after(form, {"branch": "x", "count": "3"}, message="Again:")

    dozen = ", ".join(f"b{number}" for number in range(12))
    count = "- Count: must be a whole number"
    intro = "Again:\nPlease look at this again:"
    assert said(12) == f"{intro}\n- Branch: must be one of {dozen};\n{count}"
    assert said(13) == f"{intro}\n- Branch: must be one of {dozen}, …;\n{count}"
    assert said(1_000) == said(13)


def test_a_catalogue_can_leave_a_text_out() -> None:
    answer = {"replicas": 11}
    line = "- Environment: please answer this"
    said = said_after(Deploy, answer, texts={"range": ""})
    assert said == f"Please look at this again:\n{line}"
    assert said_after(Deploy, answer, texts={"intro": "", "range": lambda _: ""}) == line


def test_a_person_is_told_something_in_any_case() -> None:
    nothing = dict.fromkeys(ENGLISH, "")
    assert said_after(Deploy, {"replicas": 11}, texts=nothing) == "Please look at this again:"
    assert said_after(Deploy, {"replicas": 11}, message="Where to?", texts=nothing) == "Where to?"


@pytest.mark.parametrize(("message", "code"), [("", "message"), (" ", "message"), (3, "text")])
def test_a_message_is_text_that_can_be_seen(message: Any, code: str) -> None:
    error = invalid(Deploy, {"replicas": 11})
    with pytest.raises(FormDefinitionError) as caught:
        Deploy.asking_again(error, message)
    assert [fault.code for fault in caught.value.faults] == [code]


def test_a_text_for_no_fault_is_told() -> None:
    with pytest.raises(
        ValueError, match="no text has the key 'rnage'; the keys are intro, missing"
    ):
        said_after(Deploy, {"replicas": 11}, texts={"rnage": "{title}"})


@pytest.mark.parametrize("text", ["{titel}", "{", "{0}", "{title.x}", "{title[a]}", "{title!x}"])
def test_a_text_that_cannot_be_filled_in_says_what_it_may_hold(text: str) -> None:
    error = invalid(Deploy, {**GOOD, "replicas": 11})
    with pytest.raises(ValueError, match="the text for 'range' cannot be filled in") as caught:
        Deploy.asking_again(error, texts={"range": text})
    assert "{title}" in str(caught.value)


def test_a_field_without_a_title_is_called_by_its_name() -> None:
    class Plain(Form, auto_titles=False):
        how_many: int

    said = said_after(Plain, {"how_many": "3"})
    assert said.endswith("- how_many: must be a whole number")


def test_a_fault_of_no_field_is_told_as_it_is() -> None:
    error = invalid(Deploy, {**GOOD, "replicas": 11})
    error._faults = (Fault("", "rule", "is not right"),)
    assert message_of(Deploy.asking_again(error)).endswith("- is not right")


def test_nothing_holds_an_answer_when_the_forms_that_showed_it_are_gone() -> None:
    class Person(Form, since="2025-11-25"):
        note: str | None = Field(default=None, title="Your note")
        site: HttpUrl | None = None
        branch: LateChoice | None = None
        tags: MultiSelect[Literal["a", "b"]] | None = None
        count: int

    number = 0x7F3A9C1E

    def talk() -> list[weakref.ref[type[Form]]]:
        mark = f"mark-{number:x}"  # no constant, which the code itself would hold
        answer = {
            "note": mark,
            "site": f"https://example.com/{mark}",
            "tags": ["b"],
            "branch": "main",
            "count": mark,
        }
        first = Person.with_choices(branch=["main", "dev"])
        second = asked_again(first, answer)
        variants = [
            second,
            second.with_text(count={"title": "How many?"}),
            second.with_defaults(count=3),
            second.with_choices(branch=["dev"]),
            asked_again(second, {"count": mark}),
        ]

        class Derived(second):  # type: ignore[misc,valid-type]
            more: str = "x"

        variants.append(Derived.with_text(more={"title": "More"}))
        for form in variants:
            with contextlib.suppress(InvalidContent):
                form.validate_content({"count": 3})
            assert mark in json.dumps(form.requested_schema())
        return [weakref.ref(form) for form in variants]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gone = talk()
    gc.collect()
    assert [reference() for reference in gone] == [None] * 6
    assert holders_of(f"mark-{number:x}") == []


def holders_of(mark: str) -> list[object]:
    """Return what in this process holds a text with a mark in it, directly."""
    seen: set[int] = set()
    found: list[object] = []
    waiting = gc.get_objects()
    seen.update(map(id, waiting))
    while waiting:
        holder = waiting.pop()
        # By its type, since Django makes an object of a lazy one that is asked for its class.
        if holder is seen or holder is waiting or type(holder) is types.FrameType:
            continue
        for held in gc.get_referents(holder):
            if type(held) is str:
                if mark in held and held is not mark:
                    found.append(holder)
            elif id(held) not in seen and not gc.is_tracked(held):
                seen.add(id(held))
                waiting.append(held)
    return found


def test_the_search_for_what_holds_a_text_finds_it() -> None:
    mark = f"mark-{0x9C1E:x}"
    holders = [{"a": ("b", mark + "!")}]
    assert holders[0]["a"] in holders_of(mark)


def test_an_error_and_its_answer_go_when_nobody_holds_them_any_more() -> None:
    gone: list[weakref.ref[InvalidContent]] = []
    gc.disable()
    try:
        try:
            Deploy.validate_content({**GOOD, "replicas": 11})
        except InvalidContent as error:
            gone.append(weakref.ref(error))
        assert [reference() for reference in gone] == [None]
    finally:
        gc.enable()
