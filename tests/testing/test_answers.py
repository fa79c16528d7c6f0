"""The answers that are drawn for a form: all that are good are taken, and all that are bad refused."""

from __future__ import annotations

import itertools
import json
import math
import subprocess
import sys
import warnings
from contextlib import suppress
from datetime import date, datetime, timezone
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import pytest
from hypothesis import HealthCheck, Phase, find, given, note, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample
from pydantic import (
    AnyUrl,
    EmailStr,
    Field,
    HttpUrl,
    ValidationInfo,
    create_model,
    field_validator,
    model_validator,
)

from elicitform import (
    Form,
    Format,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    MalformedResponse,
    MultiSelect,
    Titles,
)
from elicitform._wire.formats import has_format
from elicitform.exceptions import ResponseError
from elicitform.testing import answers, bad_answers
from elicitform.testing._texts import FORMATTED
from tests.support.judges import format_checker
from tests.support.strategies import HAS_EMAIL_VALIDATOR, forms
from tests.support.trying import trying

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hypothesis.strategies import DataObject, SearchStrategy

Named = Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]


class Color(Enum):
    RED = "red"
    GREEN = "green"


class Everything(Form, since="2025-11-25"):
    """A field of every kind that an answer must hold."""

    text: str
    code: str = Field(min_length=3, max_length=5)
    mail: Annotated[str, Format("email")]
    link: Annotated[str, Format("uri")]
    day: date
    at: datetime
    web: HttpUrl
    count: int = Field(ge=1, le=10)
    share: float = Field(ge=0, le=1)
    agree: bool
    size: Named
    color: Color
    tags: MultiSelect[Literal["a", "b", "c"]] = Field(min_length=1, max_length=2)


class Optionals(Form, since="2025-11-25"):
    """A field of every kind that may be left open."""

    text: str | None = None
    code: str | None = Field(default=None, min_length=3)
    at: datetime | None = None
    count: int = Field(default=4, ge=3, le=10)
    whole: int | None = None
    share: float | None = Field(default=None, ge=0.5)
    agree: bool = False
    size: Named | None = None
    tags: MultiSelect[Literal["a", "b"]] | None = Field(default=None, min_length=1)


class Pair(Form):
    text: str
    agree: bool


class Closed(Form, extra="forbid"):
    count: int | None = Field(default=None, alias="how many")


def draw_form(data: DataObject) -> type[Form]:
    form = data.draw(forms())
    note(json.dumps(form.requested_schema()))
    return form


@pytest.mark.parametrize("name", FORMATTED)
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_every_text_that_is_drawn_for_a_format_has_it(name: str, data: DataObject) -> None:
    text = data.draw(FORMATTED[name])

    assert has_format(name, text)
    assert format_checker().conforms(text, name)


# --- of any form ------------------------------------------------------------------------------


@trying
@given(st.data())
def test_a_form_takes_every_good_answer_and_refuses_every_bad_one(data: DataObject) -> None:
    form = draw_form(data)
    good, strictly_good = data.draw(answers(form)), data.draw(answers(form, strict=True))
    bad, sendable = data.draw(bad_answers(form)), data.draw(bad_answers(form, sendable=True))

    form.validate_content(good)
    assert isinstance(form.validate_content(strictly_good, strict=True), form)
    assert isinstance(strictly_good, dict)
    for content, strict in itertools.product((bad, sendable), (False, True)):
        with pytest.raises(ResponseError):
            form.validate_content(content, strict=strict)
    for content in (good, strictly_good, sendable):
        require_that_an_elicit_result_carries(content)


def require_that_an_elicit_result_carries(content: Any) -> None:
    for value in {} if content is None else content.values():
        items = value if isinstance(value, list) else [value]
        assert all(isinstance(item, str) for item in items) or items == [value]
        for item in items:
            assert item is None or isinstance(item, (str, int, float))
            assert not isinstance(item, float) or math.isfinite(item)
            json.dumps(item, ensure_ascii=False).encode()


# --- nothing is filtered often ----------------------------------------------------------------


class Bounded(Form):
    """Texts of formats whose lengths leave little room."""

    short_mail: Annotated[str, Format("email"), Field(max_length=4)]
    long_mail: Annotated[str, Format("email"), Field(min_length=250)]
    short_link: Annotated[str, Format("uri"), Field(min_length=2, max_length=2)]
    long_link: Annotated[str, Format("uri"), Field(min_length=300)]
    day: Annotated[str, Format("date"), Field(max_length=10)]
    short_moment: Annotated[str, Format("date-time"), Field(max_length=21)]
    next_moment: Annotated[str, Format("date-time"), Field(min_length=21, max_length=22)]
    long_moment: Annotated[str, Format("date-time"), Field(min_length=40)]
    long_text: str = Field(min_length=150)


class Numbers(Form):
    one: int = Field(ge=7, le=7)
    between: float = Field(ge=0.25, le=0.75)
    large: float = Field(ge=1e307)
    small: float = Field(le=-1e307)
    odd: float = Field(ge=2**53 + 1)
    all_whole: int = Field(ge=-(2**31), le=2**31 - 1)


class Choices(Form, since="2025-11-25"):
    every: MultiSelect[Literal["a", "b", "c", "d", "e", "f"]] = Field(min_length=6)
    none: MultiSelect[Literal["a", "b"]] = Field(max_length=0)
    only: Literal["one"]


class Links(Form):
    web: HttpUrl
    link: AnyUrl


if HAS_EMAIL_VALIDATOR:

    class Mails(Form):
        mail: EmailStr

    MAILS: list[type[Form]] = [Mails]
else:
    MAILS = []


@pytest.mark.parametrize(
    "form", [Everything, Optionals, Closed, Bounded, Numbers, Choices, Links, *MAILS]
)
def test_hypothesis_finds_nothing_to_complain_about(form: type[Form]) -> None:
    @settings(deadline=None, max_examples=50, database=None)
    @given(answers(form), answers(form, strict=True), bad_answers(form))
    def test(good: Any, strict: Any, bad: Any) -> None:
        form.validate_content(good)
        form.validate_content(strict, strict=True)
        with pytest.raises(ResponseError):
            form.validate_content(bad)

    test()


# --- every way in which clients answer --------------------------------------------------------


IsIt: TypeAlias = "Callable[[Any], Any]"


def require(strategy: SearchStrategy[Any], looked_for: Mapping[str, IsIt]) -> None:
    """Check that the strategy draws everything that is looked for."""
    missing = dict(looked_for)

    def is_all_seen(content: Any) -> bool:
        for name in [name for name, is_it in missing.items() if is_met(is_it, content)]:
            del missing[name]
        return not missing

    quickly = settings(
        max_examples=5_000,
        derandomize=True,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    with suppress(NoSuchExample):
        find(strategy, is_all_seen, settings=quickly)
    assert list(missing) == []


def is_met(is_it: IsIt, content: Any) -> bool:
    try:
        return bool(is_it(content))
    except (AttributeError, KeyError, TypeError):
        return False


def only(form: type[Form], name: str) -> type[Form]:
    """Return a form of one of the fields of another."""
    info = form.model_fields[name]
    field: Any = {name: (info.annotation, info)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormWarning)
        return create_model("Only", __base__=Form, __cls_kwargs__={"since": "2025-11-25"}, **field)


def holds(name: str, value: Any) -> IsIt:
    """Return what looks for a field with exactly this JSON value."""
    return lambda content: json.dumps(content[name]) == json.dumps(value)


def by_field(rows: list[tuple[str, type[Form], str, Any]]) -> list[Any]:
    """Return the rows of values as what is looked for in a form of one field, a field at a time."""
    fields: dict[tuple[type[Form], str], dict[str, IsIt]] = {}
    for what, form, name, value in rows:
        fields.setdefault((form, name), {})[what] = holds(name, value)
    return [
        pytest.param(only(form, name), looked_for, id=f"{form.__name__}.{name}")
        for (form, name), looked_for in fields.items()
    ]


def by_form(rows: list[tuple[str, type[Form], IsIt]]) -> list[Any]:
    """Return the rows of kinds as what is looked for in a form, a form at a time."""
    forms_: dict[type[Form], dict[str, IsIt]] = {}
    for what, form, is_it in rows:
        forms_.setdefault(form, {})[what] = is_it
    return [
        pytest.param(form, looked_for, id=f"{form.__name__} of {', '.join(form.model_fields)}")
        for form, looked_for in forms_.items()
    ]


TEXT, CODE, AT = (only(Everything, name) for name in ("text", "code", "at"))


GOOD_VALUES: list[tuple[str, type[Form], str, Any]] = [
    ("null for a number left open", Optionals, "whole", None),
    ("null for a choice left open", Optionals, "size", None),
    ("empty text for a text", Optionals, "text", ""),
    ("empty text for a number", Optionals, "whole", ""),
    ("empty text for what may not be empty", Optionals, "code", ""),
    ("an empty list for a multi-select", Optionals, "tags", []),
    ("a whole number with a point", Everything, "count", 3.0),
    ("a number without one", Everything, "share", 1),
    ("a boolean nobody touched", Optionals, "agree", False),
    ("a number nobody touched", Optionals, "whole", 0),
    ("the least for a number nobody touched", Optionals, "count", 3),
    ("the least for a fraction nobody touched", Optionals, "share", 0.5),
    ("the first choice", Optionals, "size", "s"),
    ("another choice", Optionals, "size", "l"),
    ("a default sent back", Optionals, "count", 4),
]  # fmt: skip

GOOD_KINDS: list[tuple[str, type[Form], IsIt]] = [
    ("no content", Optionals, lambda content: content is None),
    ("no fields", Optionals, lambda content: content == {}),
    ("an optional field left out", Optionals, lambda content: content and "text" not in content),
    ("a fraction", only(Everything, "share"), lambda content: 0 < content["share"] < 1),
    ("keys nobody asked for", Everything, lambda content: "isAdmin" in content),
    ("text that was trimmed", CODE, lambda content: content["code"] == "xxx"),
    ("text that was not", CODE, lambda content: content["code"].startswith(" ")),
    ("text of the greatest length", CODE, lambda content: len(content["code"]) == 5),
    ("several picks", only(Everything, "tags"), lambda content: len(content["tags"]) == 2),
    ("a T in lower case", AT, lambda content: "t" in content["at"]),
    ("a Z in lower case", AT, lambda content: "z" in content["at"]),
    ("a Z", AT, lambda content: "Z" in content["at"]),
    ("an offset to the east", AT, lambda content: "+" in content["at"]),
    ("an offset to the west", AT, lambda content: content["at"][-6] == "-"),
    ("a fraction of a second", AT, lambda content: "." in content["at"]),
    ("a URL of the other scheme", only(Everything, "web"), lambda content: content["web"].startswith("http:")),
]  # fmt: skip


@pytest.mark.parametrize(("form", "looked_for"), by_field(GOOD_VALUES) + by_form(GOOD_KINDS))
def test_these_answers_occur(form: type[Form], looked_for: dict[str, IsIt]) -> None:
    require(answers(form), looked_for)


@settings(max_examples=300)
@given(answers(Optionals, strict=True))
def test_a_strict_answer_has_no_blanks(content: dict[str, Any]) -> None:
    known = {name: value for name, value in content.items() if name in Optionals.model_fields}
    assert None not in known.values()
    assert [] not in known.values()


@given(answers(Closed))
def test_a_form_that_forbids_unknown_keys_gets_none(content: dict[str, Any] | None) -> None:
    assert {"how many"}.issuperset(content or {})


# --- every mistake ----------------------------------------------------------------------------


BAD_VALUES: list[tuple[str, type[Form], str, Any]] = [
    ("null for what is required", Everything, "count", None),
    ("a number in a text", Everything, "count", "3"),
    ("a boolean in a text", Everything, "agree", "true"),
    ("a boolean for a number", Everything, "count", True),
    ("a number for a boolean", Everything, "agree", 1),
    ("a number for a text", Everything, "text", 3),
    ("a list for a text", Everything, "text", []),
    ("an object", Everything, "text", {}),
    ("a fraction for a whole number", Everything, "count", 1.5),
    ("too low", Everything, "count", 0),
    ("too high", Everything, "count", 11),
    ("just too high", Everything, "share", math.nextafter(1, 2)),
    ("infinite", Everything, "share", math.inf),
    ("too large for a float", Everything, "share", 10**400),
    ("too short", Everything, "code", "xx"),
    ("too long", Everything, "code", "xxxxxx"),
    ("too long in characters of two units", Everything, "code", "\U0001f600" * 6),
    ("a lone surrogate", Everything, "text", "\ud800"),
    ("the title of a choice", Everything, "size", "Small"),
    ("a choice in another case", Everything, "size", "S"),
    ("the name of a member", Everything, "color", "RED"),
    ("a choice nobody offered", Everything, "size", "0"),
    ("a pick twice", Everything, "tags", ["a", "a"]),
    ("too many picks", Everything, "tags", ["a", "b", "c"]),
    ("too few picks", Everything, "tags", []),
    ("a pick nobody offered", Everything, "tags", ["a", "0"]),
    ("picks in a text", Everything, "tags", "a, b, c"),
    ("a pick that is no list", Everything, "tags", "a"),
    ("a date-time without its offset", Everything, "at", "2026-01-31T09:30:00"),
    ("a date-time with a space", Everything, "at", "2026-01-31 09:30:00Z"),
    ("a date as JavaScript reads it", Everything, "at", "Jan 1 2026"),
    ("seconds since 1970", Everything, "at", 1767225600),
    ("seconds since 1970 in a text", Everything, "day", "1767225600"),
    ("half an address", Everything, "mail", "a@"),
    ("a link without its scheme", Everything, "link", "example.com"),
    ("a link of another scheme", Everything, "web", "ftp://example.com"),

    ("something for a field that may be left open", Optionals, "agree", "on"),
]  # fmt: skip

BAD_KINDS: list[tuple[str, type[Form], IsIt]] = [
    ("no fields", TEXT, lambda content: content == {}),
    ("no content", TEXT, lambda content: content is None),
    ("a required field left out", Pair, lambda content: set(content) == {"text"}),
    ("not a number", only(Everything, "count"), lambda content: content["count"] != content["count"]),
    ("a list for content", TEXT, lambda content: content == []),
    ("a text for content", TEXT, lambda content: content == "yes"),
    ("content in a list", TEXT, lambda content: type(content) is list and len(content) == 1),
    ("lists in lists", TEXT, lambda content: str(content).count("[") > 40),
    ("a key that is forbidden", Closed, lambda content: "isAdmin" in content),
]  # fmt: skip


@pytest.mark.parametrize(("form", "looked_for"), by_field(BAD_VALUES) + by_form(BAD_KINDS))
def test_these_mistakes_occur(form: type[Form], looked_for: dict[str, IsIt]) -> None:
    require(bad_answers(form), looked_for)


@trying
@given(bad_answers(Everything))
def test_a_bad_answer_has_one_mistake(content: object) -> None:
    with pytest.raises(ResponseError) as caught:
        Everything.validate_content(content)
    if isinstance(caught.value, InvalidContent) and not caught.value.nothing_collected:
        assert len(caught.value.faults) == 1


@trying
@given(bad_answers(Everything, sendable=True))
def test_what_is_sendable_is_an_object_or_nothing(content: object) -> None:
    try:
        Everything.validate_content(content)
    except MalformedResponse:  # pragma: no cover
        pytest.fail("no client can send it")
    except InvalidContent:
        assert content is None or isinstance(content, dict)


# --- the author's own validators --------------------------------------------------------------


class Stay(Form):
    first_day: date
    last_day: date = Field(alias="lastDay")
    nights: int | None = None

    @field_validator("nights")
    @classmethod
    def check_nights(cls, nights: int | None) -> int | None:
        if nights is not None and nights % 2:
            raise ValueError("an even number of nights")
        return nights

    @model_validator(mode="after")
    def check_days(self) -> Stay:
        if self.last_day < self.first_day:
            raise ValueError("the last day comes before the first")
        return self


@trying
@given(answers(Stay))
def test_what_validators_refuse_is_not_handed_out(content: dict[str, Any]) -> None:
    Stay.validate_content(content)


@trying
@given(bad_answers(Stay))
def test_bad_answers_are_bad_with_validators_too(content: object) -> None:
    with pytest.raises(ResponseError):
        Stay.validate_content(content)


class Depending(Form):
    """Its second field is refused wherever the first one is missing."""

    first: bool
    second: int | None = None

    @field_validator("second")
    @classmethod
    def check_second(cls, second: int | None, info: ValidationInfo) -> int | None:
        if "first" not in info.data:
            raise ValueError("the first field is missing")
        return second


@settings(max_examples=200, deadline=None, derandomize=True)
@given(bad_answers(Depending))
def test_what_is_bad_by_itself_and_good_with_the_rest_is_not_handed_out(content: object) -> None:
    with pytest.raises(ResponseError):
        Depending.validate_content(content)


class Sku(Form):
    sku: str
    color: Color | None = None
    since: date | None = None

    @field_validator("sku")
    @classmethod
    def check_sku(cls, sku: str) -> str:
        if not sku.startswith("SKU-"):
            raise ValueError("a SKU")
        return sku


@trying
@given(
    answers(
        Sku,
        values={
            "sku": st.from_regex("SKU-[0-9]{3}", fullmatch=True),
            "color": st.just(Color.GREEN),
            "since": st.dates(date(2026, 1, 1)),
        },
    )
)
def test_values_may_be_drawn_by_the_author(content: dict[str, Any]) -> None:
    answer = Sku.validate_content(content)
    assert answer.color in {None, Color.GREEN}
    assert answer.since is None or answer.since.year >= 2026


def test_values_are_named_by_attribute_or_wire_name() -> None:
    day = st.just(date(2026, 1, 31))
    for name in ("last_day", "lastDay"):
        require(answers(Stay, values={name: day}), {"it": holds("lastDay", "2026-01-31")})
    with pytest.raises(TypeError, match="Stay has no field 'day'; its fields are: first_day, last"):
        answers(Stay, values={"day": day})


# --- what cannot be ---------------------------------------------------------------------------


class Base(Form, abstract=True):
    """A base for other forms."""


def test_an_abstract_form_has_no_answers() -> None:
    for strategy in (answers, bad_answers):
        with pytest.raises(FormDefinitionError):
            strategy(Base)


def test_what_is_no_form_has_no_answers() -> None:
    wrong: Any = {"type": "object"}
    for strategy in (answers, bad_answers):
        with pytest.raises(TypeError, match="a class derived from Form, not an object of dict"):
            strategy(wrong)


@pytest.mark.parametrize("strategy", [answers, bad_answers])
def test_without_hypothesis_the_extra_is_named(
    strategy: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"needs Hypothesis, .*'elicitform\[testing\]'"):
        strategy(Closed)


def test_without_hypothesis_the_rest_is_there_and_the_extra_is_named() -> None:
    program = """if True:
        import sys

        class Nothing:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in {"hypothesis", "mcp", "fastmcp", "jsonschema"}:
                    raise ModuleNotFoundError(name)

        import importlib.util
        find = importlib.util.find_spec
        importlib.util.find_spec = lambda name: None if name == "hypothesis" else find(name)
        sys.meta_path.insert(0, Nothing())

        from elicitform import Form
        from elicitform.testing import accept, answers, bad_answers, scripted

        class Asked(Form):
            name: str

        scripted(accept(Asked, name="Ann"))
        for strategy in (answers, bad_answers):
            try:
                strategy(Asked)
            except ImportError as error:
                print(error)
    """
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, encoding="utf-8"
    ).stdout
    assert printed.splitlines() == [
        f"{name} needs Hypothesis, which is not installed: run `pip install 'elicitform[testing]'`"
        for name in ("answers", "bad_answers")
    ]


def test_aware_defaults_are_sent_back_as_text() -> None:
    class Planned(Form):
        at: datetime = datetime(2026, 1, 31, tzinfo=timezone.utc)

    require(answers(Planned, strict=True), {"it": holds("at", "2026-01-31T00:00:00+00:00")})
