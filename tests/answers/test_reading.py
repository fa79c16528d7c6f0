"""How answers are read: every kind of field, every way that clients answer."""

from __future__ import annotations

import json
import sys
from collections import UserDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import SimpleNamespace
from typing import Annotated, Any, Literal, Optional

import pydantic
import pytest
from pydantic import (
    AfterValidator,
    AnyUrl,
    EmailStr,
    Field,
    HttpUrl,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from elicitform import (
    AssumeZone,
    Fault,
    Form,
    FormDefinitionError,
    InvalidContent,
    MalformedResponse,
    MultiSelect,
)
from tests.support.declared import Color, Size, form_with, made
from tests.support.readings import (
    ADMITTED,
    BAD,
    BLANKS,
    DATE,
    DATE_TIME,
    EMAIL,
    GOOD,
    SIZES,
    TITLED,
    URI,
    UTC,
    Number,
    Text,
    case_name,
    form_of,
)

OSLO = timezone(timedelta(hours=1))
ZONED: Any = Annotated[datetime, AssumeZone("+01:00")]


class Other(Enum):
    """Another Enum of the same values."""

    RED = "red"


def fault_of(form: type[Form], content: Any, **keywords: Any) -> tuple[str, str]:
    """Return the field and the code of the only fault that the content has."""
    with pytest.raises(InvalidContent) as caught:
        form.validate_content(content, **keywords)
    (fault,) = caught.value.faults
    return fault.field, fault.code


@pytest.mark.parametrize(("annotation", "keywords", "given", "read"), GOOD, ids=case_name)
@pytest.mark.parametrize("strict", [False, True])
def test_a_good_answer_is_read_as(
    annotation: Any, keywords: dict[str, Any], given: Any, read: Any, strict: bool
) -> None:
    form = form_of(annotation, keywords)
    for answer in (
        form.validate_content({"field": given}, strict=strict),
        form.model_validate({"field": given}, strict=strict),
        form(field=given),
    ):
        value = answer.field
        assert (type(value), value) == (type(read), read)
        assert answer.model_fields_set == {"field"}


@pytest.mark.parametrize(("annotation", "keywords", "given", "code"), BAD, ids=case_name)
@pytest.mark.parametrize("strict", [False, True])
def test_a_bad_answer_gets_this_fault(
    annotation: Any, keywords: dict[str, Any], given: Any, code: str, strict: bool
) -> None:
    assert fault_of(form_of(annotation, keywords), {"field": given}, strict=strict) == (
        "field",
        code,
    )


@pytest.mark.parametrize(("annotation", "keywords", "given", "code"), BAD, ids=case_name)
def test_a_fault_is_short_and_can_be_printed(
    annotation: Any, keywords: dict[str, Any], given: Any, code: str
) -> None:
    with pytest.raises(InvalidContent) as caught:
        form_of(annotation, keywords).validate_content({"field": given})
    text = str(caught.value)
    assert len(text) < 400
    assert text.encode()


@pytest.mark.parametrize(
    ("annotation", "given"),
    [
        (int, "quux"),
        (float, "quux"),
        (bool, "quux"),
        (SIZES, "quux"),
        (MultiSelect[SIZES], ["s", "quux"]),
        (MultiSelect[SIZES], "quux"),
        (EMAIL, "quux"),
        (EmailStr, "quux@localhost"),
        (URI, "quux quux"),
        (HttpUrl, "quux://host"),
        (date, "quux"),
        (datetime, "quux"),
        (str, ["quux"]),
        (str, {"quux": 1}),
        (Annotated[str, Field(max_length=3)], "quux"),
    ],
    ids=case_name,
)
def test_no_message_repeats_the_answer(annotation: Any, given: Any) -> None:
    form = form_of(annotation, {})
    with pytest.raises(InvalidContent) as caught:
        form.validate_content({"field": given})
    assert "quux" not in str(caught.value)
    assert "quux" not in repr(caught.value)
    with pytest.raises(ValidationError) as caught_by_pydantic:
        form.model_validate({"field": given})
    assert "quux" not in str(caught_by_pydantic.value)


PYTHON_VALUES: list[tuple[Any, Any]] = [
    (Color, Color.RED),
    (Size, Size.SMALL),
    (MultiSelect[Color], [Color.RED, Color.GREEN]),
    (MultiSelect[Color], [Color.RED, "green"]),
    (MultiSelect[Size], [Size.SMALL]),
    (date, date(2026, 1, 31)),
    (datetime, datetime(2026, 1, 31, tzinfo=UTC)),
    (ZONED, datetime(2026, 1, 31, tzinfo=UTC)),
    (AnyUrl, pydantic.TypeAdapter(AnyUrl).validate_python("https://example.com/")),
    (HttpUrl, pydantic.TypeAdapter(HttpUrl).validate_python("https://example.com/")),
]


@pytest.mark.parametrize(("annotation", "value"), PYTHON_VALUES, ids=case_name)
def test_python_code_may_give_python_values(annotation: Any, value: Any) -> None:
    form = form_of(annotation, {})
    python = (
        form(field=value),
        form.model_validate({"field": value}),
        form.model_validate({"field": value}, strict=True),
        form.model_validate(UserDict({"field": value}), strict=True),
        pydantic.TypeAdapter(form).validate_python({"field": value}, strict=False),
    )
    for answer in python:
        assert answer.field == value or answer.field == [Color(pick) for pick in value]
        assert answer.model_fields_set == {"field"}
    assert fault_of(form, {"field": value}) == ("field", "type")
    assert fault_of(form, {"field": value}, strict=True) == ("field", "type")


def test_a_multi_select_of_members_is_a_list_of_its_own() -> None:
    picks = [Color.RED]
    answer = form_of(MultiSelect[Color], {})(field=picks)
    assert answer.field == picks
    assert answer.field is not picks


def picks_of(annotation: Any) -> Any:
    several: Any = MultiSelect
    return several[annotation]


OTHER_VALUES: list[tuple[Any, Any]] = [
    (date, datetime(2026, 1, 31, tzinfo=UTC)),
    (date, pydantic.TypeAdapter(AnyUrl).validate_python("https://example.com/")),
    (datetime, datetime(2026, 1, 31)),  # noqa: DTZ001  (naive on purpose)
    (datetime, date(2026, 1, 31)),
    (ZONED, date(2026, 1, 31)),
    (Color, Size.SMALL),
    (Color, Other.RED),
    (SIZES, Color.RED),
    (MultiSelect[Color], [Color.RED, Color.RED]),
    (MultiSelect[Color], [Color.RED, "red"]),
    (MultiSelect[Color], [Size.SMALL]),
    (MultiSelect[Color], [None]),
    (MultiSelect[Color], [["red"]]),
    (MultiSelect[SIZES], [Size.SMALL, "s"]),
    *(
        (picks_of(annotation), several([member]))
        for annotation, member in ((Color, Color.RED), (Color, "red"), (SIZES, "s"))
        for several in (tuple, set, frozenset, deque, iter, dict.fromkeys)
    ),
    (AnyUrl, 3),
    (EMAIL, date(2026, 1, 31)),
    *(
        (annotation, pydantic.TypeAdapter(AnyUrl).validate_python("https://example.com/"))
        for annotation in (str, EMAIL, DATE, DATE_TIME, SIZES)
    ),
    (int, Decimal(3)),
    (int, Fraction(3)),
    (float, "1.5"),
    (bool, SimpleNamespace(__bool__=lambda: True)),
]


@pytest.mark.parametrize(("annotation", "value"), OTHER_VALUES, ids=case_name)
def test_python_code_may_not_give_other_values(annotation: Any, value: Any) -> None:
    form = form_of(annotation, {})
    for strict in (None, True):
        with pytest.raises(ValidationError, match="Must be"):
            form.model_validate({"field": value}, strict=strict)
    assert fault_of(form, {"field": value})[0] == "field"


def test_python_code_may_give_a_date_time_without_an_offset_where_a_zone_is_assumed() -> None:
    form = form_of(ZONED, {})
    naive = datetime(2026, 1, 31, 9, 30)  # noqa: DTZ001  (that is the point)
    aware = datetime(2026, 1, 31, 9, 30, tzinfo=OSLO)
    for given in (naive, "2026-01-31T09:30", "2026-01-31 09:30:00"):
        answer = form.model_validate({"field": given})
        assert answer.field == aware
        assert answer.field.utcoffset() == aware.utcoffset()
        with pytest.raises(ValidationError):
            form.model_validate({"field": given}, strict=True)
    assert fault_of(form, {"field": naive}) == ("field", "type")
    assert form.validate_content({"field": "2026-01-31 09:30"}).field == aware
    assert fault_of(form, {"field": "2026-01-31 09:30"}, strict=True) == ("field", "format")


def test_a_subclass_of_a_json_type_is_read_as_that_type_in_python_code() -> None:
    for annotation, given, read in (
        (str, Text("ann"), "ann"),
        (SIZES, Text("s"), "s"),
        (SIZES, Size.SMALL, "s"),
        (int, Number.THREE, 3),
        (MultiSelect[SIZES], [Text("s"), Size.LARGE], ["s", "l"]),
    ):
        form = form_of(annotation, {})
        value = form(field=given).field
        assert (type(value), value) == (type(read), read)
        items = value if type(value) is list else []
        assert {type(item) for item in items} <= {str}
        assert fault_of(form, {"field": given}) == ("field", "type")


class Picks(list[str]):
    """A list that JSON never makes."""


def test_a_subclass_of_list_that_holds_no_choice_is_of_the_wrong_type() -> None:
    for annotation in (MultiSelect[SIZES], MultiSelect[Color]):
        assert fault_of(form_of(annotation, {}), {"field": Picks(["x"])}) == ("field", "type")


def test_a_form_is_no_content() -> None:
    form = form_with(str)
    with pytest.raises(MalformedResponse):
        form.validate_content(form(field="x"))


@pytest.mark.parametrize("content", [[], "text", 3, True, 1.5, b"{}", [("field", "x")], object()])
def test_content_that_is_no_object_is_malformed(content: Any) -> None:
    with pytest.raises(
        MalformedResponse, match=r"^Sample: the content of the response is not an object$"
    ):
        form_with(str, "x").validate_content(content)


def test_any_mapping_is_content() -> None:
    answer = form_with(str).validate_content(UserDict({"field": "ann"}))
    assert answer.field == "ann"


class Deploy(Form):
    environment: Literal["staging", "production"]
    replicas: int = Field(default=1, ge=1, le=10)
    confirm: bool


def test_absent_content_is_read_as_an_empty_object() -> None:
    assert form_with(str, "x").validate_content(None).field == "x"


@pytest.mark.parametrize("content", [None, {}])
def test_nothing_collected_is_told_apart(content: Any) -> None:
    with pytest.raises(InvalidContent) as caught:
        Deploy.validate_content(content)
    assert caught.value.nothing_collected
    assert caught.value.missing == ("environment", "confirm")


def test_some_missing_fields_are_not_nothing_collected() -> None:
    with pytest.raises(InvalidContent) as caught:
        Deploy.validate_content({"confirm": True})
    assert not caught.value.nothing_collected
    assert caught.value.missing == ("environment",)


def test_a_form_of_optional_fields_takes_an_empty_object() -> None:
    answer = form_with(str | None, None).validate_content({})
    assert answer.field is None
    assert answer.model_fields_set == set()


def test_null_on_a_required_field_counts_as_missing_unless_strict() -> None:
    assert fault_of(form_with(str), {"field": None}) == ("field", "missing")
    assert fault_of(form_with(str), {"field": None}, strict=True) == ("field", "type")


OPTIONAL: list[tuple[Any, Any, Any]] = [
    (str | None, None, None),
    (int | None, None, None),
    (int, 3, 3),
    (float, 1, 1.0),
    (float | None, None, None),
    (bool, False, False),
    (SIZES, "l", "l"),
    (TITLED | None, None, None),
    (Color, Color.GREEN, Color.GREEN),
    (EMAIL | None, None, None),
    (Optional[EmailStr], None, None),
    (AnyUrl | None, None, None),
    (date, date(2026, 1, 1), date(2026, 1, 1)),
    (datetime | None, None, None),
    (MultiSelect[SIZES], ["s"], ["s"]),
    (MultiSelect[Color] | None, None, None),
    (str, Field(default_factory=lambda: "made"), "made"),
]


@pytest.mark.parametrize(("annotation", "default", "read"), OPTIONAL, ids=case_name)
def test_a_missing_answer_gets_the_default(annotation: Any, default: Any, read: Any) -> None:
    form = form_with(annotation, default, since="2025-11-25")
    for content in ({}, {"field": None}):
        answer = form.validate_content(content)
        value = answer.field
        assert (type(value), value) == (type(read), read)
        assert answer.model_fields_set == set()
        assert form.model_validate(content) == answer
        assert form.model_validate(content).model_fields_set == set()
        assert form.model_validate_json(json.dumps(content)).model_fields_set == set()


@pytest.mark.parametrize(("annotation", "default", "blank", "read"), BLANKS, ids=case_name)
def test_a_blank_is_as_good_as_a_missing_answer(
    annotation: Any, default: Any, blank: Any, read: Any
) -> None:
    form = form_with(annotation, default, since="2025-11-25")
    is_answer = read == blank
    for answer in (
        form.validate_content({"field": blank}),
        form.model_validate({"field": blank}),
        form.model_validate_json(json.dumps({"field": blank})),
    ):
        assert answer.field == read
        assert answer.model_fields_set == ({"field"} if is_answer else set())


@pytest.mark.parametrize(("annotation", "default", "blank"), ADMITTED, ids=case_name)
def test_a_blank_that_the_schema_admits_is_that_value_when_strict(
    annotation: Any, default: Any, blank: Any
) -> None:
    form = form_with(annotation, default, since="2025-11-25")
    for answer in (
        form.validate_content({"field": blank}, strict=True),
        form.model_validate({"field": blank}, strict=True),
        form.model_validate_json(json.dumps({"field": blank}), strict=True),
    ):
        assert (type(answer.field), answer.field) == (type(blank), blank)
        assert answer.field is not blank or blank == ""
        assert answer.model_fields_set == {"field"}


@pytest.mark.parametrize(
    ("annotation", "default", "blank"),
    [row[:3] for row in BLANKS if row[:3] not in ADMITTED and not isinstance(row[1], FieldInfo)],
    ids=case_name,
)
def test_any_other_blank_is_a_fault_when_strict(annotation: Any, default: Any, blank: Any) -> None:
    form = form_with(annotation, default, since="2025-11-25")
    for content in ({"field": blank}, {"field": None}):
        with pytest.raises(InvalidContent):
            form.validate_content(content, strict=True)
        with pytest.raises(ValidationError):
            form.model_validate(content, strict=True)
        with pytest.raises(ValidationError):
            form.model_validate_json(json.dumps(content), strict=True)


def test_an_empty_text_reads_alike_whichever_way_a_client_leaves_a_field_open() -> None:
    class Card(Form):
        nick: str | None = None
        given: str = "hello"

    for content in ({}, {"nick": None}, {"nick": ""}):
        assert Card.validate_content(content) == Card(nick=None, given="hello")
    assert Card.validate_content({"given": ""}).given == ""
    assert Card.validate_content({"nick": ""}, strict=True).nick == ""


@pytest.mark.parametrize("blank", ["", []])
def test_a_blank_on_a_required_field_is_no_answer(blank: Any) -> None:
    assert fault_of(form_with(int), {"field": blank}) == ("field", "type")


def test_a_mutable_default_is_never_shared() -> None:
    form = form_with(MultiSelect[SIZES], ["s"], since="2025-11-25")
    first, second = form.validate_content({}), form.validate_content({})
    first.field.append("l")
    assert second.field == ["s"]
    assert form.validate_content({}).field == ["s"]


def test_a_default_factory_is_called_for_a_missing_answer_only() -> None:
    calls: list[int] = []

    def next_number() -> int:
        calls.append(len(calls))
        return len(calls)

    form = form_with(int, Field(default_factory=next_number))
    form.requested_schema()
    assert calls == []
    assert form.validate_content({"field": 7}).field == 7
    assert calls == []
    assert form.validate_content({"field": None}).field == 1


MADE: list[tuple[Any, Callable[..., Any], Any]] = [
    (str, lambda: "made", "made"),
    (float, lambda: 1, 1.0),
    (float, lambda: 1.5, 1.5),
    (list, list, None),
    (date, date.today, None),
    (datetime, lambda: datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)),
    (Color, lambda: Color.RED, Color.RED),
    (MultiSelect[SIZES], lambda: ["s"], ["s"]),
    (MultiSelect[SIZES], list, []),
]


@pytest.mark.parametrize(("annotation", "factory", "read"), MADE, ids=case_name)
def test_what_a_factory_makes_is_the_answer(
    annotation: Any, factory: Callable[..., Any], read: Any
) -> None:
    if annotation is list:
        annotation, read = MultiSelect[Color], []
    form = form_with(annotation, Field(default_factory=factory), since="2025-11-25")
    made = form.validate_content({}).field
    assert made == (date.today() if read is None else read)  # noqa: DTZ011
    assert type(made) is (date if read is None else type(read))


@pytest.mark.parametrize(
    ("annotation", "factory"),
    [
        (datetime, datetime.now),
        (int, lambda: "3"),
        (Color, lambda: "red"),
        (MultiSelect[SIZES], lambda: ["x"]),
        (Annotated[MultiSelect[SIZES], Field(min_length=1)], list),
        (str, lambda: None),
    ],
    ids=case_name,
)
def test_what_a_factory_makes_must_be_an_answer(
    annotation: Any, factory: Callable[..., Any]
) -> None:
    form = form_with(annotation, Field(default_factory=factory), since="2025-11-25")
    assert fault_of(form, {}) == ("field", "rule")


def test_a_factory_may_look_at_the_answers_before_it() -> None:
    def first_letter(answers: dict[str, Any]) -> str:
        return str(answers["name"])[0]

    class Named(Form):
        name: str
        initial: str = Field(default_factory=first_letter)

    if tuple(map(int, pydantic.VERSION.split(".")[:2])) < (2, 10):
        pytest.skip("pydantic hands the answers over from 2.10 on")
    assert Named.validate_content({"name": "ann"}).initial == "a"


def test_an_abstract_form_reads_nothing() -> None:
    class Base(Form, abstract=True):
        name: str

    for form in (Base, Form):
        with pytest.raises(FormDefinitionError, match="abstract"):
            form.parse_response({"action": "accept", "content": {"name": "x"}})
        with pytest.raises(FormDefinitionError, match="abstract"):
            form.model_validate({"name": "x"})


def test_the_authors_validators_run_once_whatever_is_blank() -> None:
    calls: list[str] = []

    class Counted(Form):
        name: str
        nick: str | None = None

        @field_validator("name")
        @classmethod
        def count(cls, value: str) -> str:
            calls.append(value)
            return value

    Counted.model_validate_json('{"name": "a", "nick": null}')
    Counted.validate_content({"name": "b", "nick": None})
    Counted.model_validate({"name": "c", "nick": None})
    assert calls == ["a", "b", "c"]


def test_unknown_keys_are_ignored_and_never_stored() -> None:
    answer = form_with(str).validate_content({"field": "x", "isAdmin": True, "": Color.RED})
    assert answer.model_dump() == {"field": "x"}
    assert not hasattr(answer, "isAdmin")


def test_unknown_keys_can_be_forbidden() -> None:
    class Closed(Form, extra="forbid"):
        name: str
        age: int

    with pytest.raises(InvalidContent) as caught:
        Closed.validate_content({"name": "x", "age": "old", "isAdmin": True})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [
        ("age", "type"),
        ("isAdmin", "unknown"),
    ]


class Closed(Form, extra="forbid"):
    name: str
    age: int = Field(default=1, ge=0)
    note: str | None = None


MANY = {f"key{number}": number for number in range(40)}


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        ({"name": "x"}, []),
        ({}, [("name", "missing")]),
        ({"name": None}, [("name", "missing")]),
        ({"name": 3, "age": -1}, [("name", "type"), ("age", "range")]),
        ({"name": "x", "age": None, "note": ""}, []),
        ({"name": "\ud800", "note": 3}, [("name", "text"), ("note", "type")]),
    ],
)
@pytest.mark.parametrize("first", [False, True])
def test_unknown_keys_hide_no_fault_however_many_they_are(
    content: Any, faults: list[tuple[str, str]], first: bool
) -> None:
    for count in (1, 20, 21, 40):
        unknown = dict(list(MANY.items())[:count])
        given = {**unknown, **content} if first else {**content, **unknown}
        with pytest.raises(InvalidContent) as caught:
            Closed.validate_content(given)
        found = [(fault.field, fault.code) for fault in caught.value.faults]
        assert found[: len(faults)] == faults
        named = found[len(faults) :]
        assert {code for _, code in named} == {"unknown"}
        if len(faults) + count <= 3 + 20:
            assert [name for name, _ in named] == list(unknown)
        else:
            assert len(found) == 3 + 20 + 1
            assert named[-1] == ("", "unknown")


def test_unknown_keys_are_ignored_however_many_they_are() -> None:
    answer = form_with(str).validate_content({**MANY, "field": "x"})
    assert answer.model_dump() == {"field": "x"}
    with pytest.raises(InvalidContent) as caught:
        form_with(str).validate_content(MANY)
    assert caught.value.missing == ("field",)


@pytest.mark.parametrize("content", [None, [], "text", 3])
def test_a_closed_form_still_needs_an_object(content: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        Closed.model_validate(content)
    assert [line["type"] for line in caught.value.errors()] == ["model_type"]
    with pytest.raises((InvalidContent, MalformedResponse)):
        Closed.validate_content(content)


def test_an_instance_of_a_closed_form_is_taken_as_it_is() -> None:
    answer = Closed(name="x")
    assert Closed.model_validate(answer) is answer


def test_a_form_of_many_fields_and_unknown_keys_names_the_first_of_them() -> None:
    form = made({f"field{number}": (int, 1) for number in range(30)}, extra="forbid")
    known = {f"field{number}": "x" for number in range(30)}
    with pytest.raises(InvalidContent) as caught:
        form.validate_content({**MANY, **known})
    found = [(fault.field, fault.code) for fault in caught.value.faults]
    assert found[:30] == [(name, "type") for name in known]
    assert found[30:50] == [(f"key{number}", "unknown") for number in range(20)]
    assert found[50:] == [("", "unknown")]


def test_an_unknown_key_without_a_name_is_not_the_form() -> None:
    with pytest.raises(InvalidContent) as caught:
        Closed.validate_content({"name": "x", "": 1})
    assert caught.value.faults == (Fault('""', "unknown", "is not a field of the form"),)
    assert 'Closed: the answer has 1 fault\n  "": is not a field' in str(caught.value)


def test_very_many_unknown_keys_cost_a_bounded_message() -> None:
    content = {f"{number}{'x' * 1000}": 1 for number in range(10_000)}
    with pytest.raises(InvalidContent) as caught:
        Closed.validate_content({"name": 1, **content})
    faults = caught.value.faults
    assert len(faults) == 3 + 20 + 1
    assert faults[-1].message == "holds many more unknown keys"
    assert len(str(caught.value)) < 4_000


def test_odd_keys_are_unknown_like_any_other() -> None:
    class Closed(Form, extra="forbid"):
        name: str

    with pytest.raises(InvalidContent) as caught:
        Closed.validate_content({"name": "x", 3: 1})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("3", "unknown")]
    assert form_with(str).validate_content({"field": "x", 3: 1, None: 2}).field == "x"


def test_an_answer_comes_by_its_alias() -> None:
    class Aliased(Form):
        confirmed: bool = Field(alias="confirm the operation")
        note: str | None = Field(default=None, alias="a note")

    answer = Aliased.validate_content({"confirm the operation": True, "a note": None})
    assert (answer.confirmed, answer.note) == (True, None)
    assert answer.model_fields_set == {"confirmed"}
    assert fault_of(Aliased, {"confirmed": True}) == ("confirm the operation", "missing")
    given: dict[str, Any] = {"confirm the operation": False}
    assert Aliased(**given).confirmed is False


def test_validators_see_typed_values_after_the_wire_check() -> None:
    seen: list[Any] = []

    def note(value: Color) -> Color:
        seen.append(value)
        return value

    class Checked(Form):
        when: date
        color: Annotated[Color, AfterValidator(note)]

        @field_validator("when")
        @classmethod
        def keep(cls, value: date, info: ValidationInfo) -> date:
            seen.append((value, info.context, info.field_name))
            return value

    Checked.validate_content({"when": "2026-01-31", "color": "red"})
    assert seen == [(date(2026, 1, 31), None, "when"), Color.RED]


def test_validators_do_not_run_on_blanks_or_defaults() -> None:
    class Checked(Form):
        name: Annotated[str, Field(min_length=1)] = "x"
        nick: str | None = None

        @field_validator("name", "nick")
        @classmethod
        def refuse(cls, value: object) -> object:
            raise AssertionError

    for content in ({}, {"name": "", "nick": None}, {"name": None, "nick": ""}):
        assert Checked.validate_content(content).name == "x"
    assert fault_of(Checked, {"nick": "ann"}) == ("nick", "rule")


def test_a_validator_may_change_the_value() -> None:
    class Trimmed(Form):
        name: str

        @field_validator("name")
        @classmethod
        def trim(cls, value: str) -> str:
            return value.strip()

    assert Trimmed.validate_content({"name": " ann "}).name == "ann"


RULES: list[tuple[Callable[[], Exception], str]] = [
    (lambda: ValueError("must be even"), "must be even"),
    (lambda: ValueError(), "breaks a rule of the form"),
    (lambda: AssertionError("must be even"), "must be even"),
    (lambda: PydanticCustomError("parity", "must be even"), "must be even"),
    (lambda: ValueError("x" * 5_000), "x" * 1_000),
]


@pytest.mark.parametrize(("make", "message"), RULES)
def test_what_a_validator_says_becomes_the_message(
    make: Callable[[], Exception], message: str
) -> None:
    class Even(Form):
        first: int
        second: str

        @field_validator("first")
        @classmethod
        def check(cls, value: int) -> int:
            raise make()

    with pytest.raises(InvalidContent) as caught:
        Even.validate_content({"first": 3, "second": 4})
    first, second = caught.value.faults
    assert (first.field, first.code, first.message) == ("first", "rule", message)
    assert (second.field, second.code) == ("second", "type")


def test_a_rule_of_the_whole_form_has_no_field() -> None:
    class Span(Form):
        low: int
        high: int

        @model_validator(mode="after")
        def check(self) -> Span:
            if self.low > self.high:
                msg = "low must not exceed high"
                raise ValueError(msg)
            return self

    assert Span.validate_content({"low": 1, "high": 2}).high == 2
    with pytest.raises(InvalidContent) as caught:
        Span.validate_content({"low": 3, "high": 2})
    assert caught.value.faults == (Fault("", "rule", "low must not exceed high"),)


def test_a_validator_that_reads_another_form_makes_one_fault() -> None:
    class Outer(Form):
        text: str

        @field_validator("text")
        @classmethod
        def check(cls, value: str) -> str:
            Deploy.model_validate({"environment": value, "replicas": value})
            return value

    with pytest.raises(InvalidContent) as caught:
        Outer.validate_content({"text": "quux"})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("text", "rule")]
    assert "quux" not in str(caught.value)


def test_a_model_validator_that_reads_another_model_makes_a_rule_of_the_form() -> None:
    class Address(pydantic.BaseModel):
        zip: str = Field(pattern="^[0-9]{5}$")

    class Flat(Form):
        zip_code: str

        @model_validator(mode="after")
        def check(self) -> Flat:
            Address(zip=self.zip_code)
            return self

    with pytest.raises(InvalidContent) as caught:
        Flat.validate_content({"zip_code": "quux"})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("", "rule")]
    assert "quux" not in str(caught.value)


def test_a_model_validator_may_return_something_else_also_with_a_blank() -> None:
    class Told(Form):
        count: int
        note: str | None = None

        @model_validator(mode="after")
        def check(self) -> Any:
            return self.count

    blanks: list[dict[str, Any]] = [{}, {"note": None}]
    answers: list[Any] = [Told.validate_content({"count": 1, **blank}) for blank in blanks]
    assert answers == [1, 1]


def test_the_context_of_an_error_holds_no_answer() -> None:
    for call in (
        lambda: Deploy.validate_content({"environment": "quux"}),
        lambda: Deploy.parse_response(b"quux\xff"),
        lambda: Deploy.parse_response("{"),
    ):
        with pytest.raises(ValueError) as caught:  # noqa: PT011  (either of ours)
            call()
        assert caught.value.__context__ is None
        assert caught.value.__cause__ is None


def test_an_unknown_key_cannot_forge_a_line_of_a_log() -> None:
    class Closed(Form, extra="forbid"):
        name: str

    with pytest.raises(InvalidContent) as caught:
        Closed.validate_content({"name": "x", "\x1b[2J\r\nforged": 1})
    assert len(str(caught.value).splitlines()) == 2
    assert "\x1b" not in str(caught.value)


def test_a_hostile_list_costs_no_more_than_its_length() -> None:
    literal: Any = Literal
    make_enum: Any = Enum
    several: Any = MultiSelect
    choices = [f"c{number}" for number in range(250)]
    enum = make_enum("Many", [(choice, choice) for choice in choices])
    for item in (literal[tuple(choices)], enum):
        form = form_of(several[item], {})
        assert fault_of(form, {"field": ["c249"] * 300_000}) == ("field", "duplicate")


def test_changing_the_config_before_the_first_use_changes_nothing() -> None:
    class Closed(Form, extra="forbid"):
        name: str

    Closed.model_config["extra"] = "allow"
    with pytest.raises(InvalidContent):
        Closed.validate_content({"name": "x", "other": 1})


class Unhashable(Enum):
    A = "a"
    B = "b"

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]


def test_an_enum_that_cannot_be_hashed_is_read_all_the_same() -> None:
    form = form_of(MultiSelect[Unhashable], {})
    assert form.validate_content({"field": ["b", "a"]}).field == [Unhashable.B, Unhashable.A]


def test_numbers_are_held_against_their_bounds_exactly() -> None:
    form = form_of(float, {"le": 2**53})
    assert form.validate_content({"field": 2**53}).field == float(2**53)
    assert fault_of(form, {"field": 2**53 + 1}) == ("field", "range")


def test_faults_come_in_field_order_one_a_field() -> None:
    with pytest.raises(InvalidContent) as caught:
        Deploy.validate_content({"replicas": 99, "environment": 3})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [
        ("environment", "type"),
        ("replicas", "range"),
        ("confirm", "missing"),
    ]


MESSAGES: list[tuple[Any, dict[str, Any], Any, str]] = [
    (int, {"ge": 1, "le": 10}, "3", "must be a whole number from 1 to 10; got text"),
    (int, {"ge": 1}, 0, "must be a whole number, at least 1"),
    (float, {"le": 1.5}, 2.0, "must be a number, at most 1.5"),
    (int, {}, None, "is required, and was not answered"),
    (str, {}, [], "must be text; got a list"),
    (str, {"min_length": 3}, "ab", "must have at least 3 characters, and has 2"),
    (str, {"min_length": 3, "max_length": 3}, "ab", "must have exactly 3 characters, and has 2"),
    (bool, {}, "yes", "must be true or false; got text"),
    (SIZES, {}, "x", "must be one of 's', 'l'"),
    (TITLED, {}, "Small", "holds the title of a choice; its value is 's'"),
    (date, {}, "tomorrow", "must be a date written YYYY-MM-DD, such as 2026-01-31"),
    (MultiSelect[SIZES], {}, "s", "must be a list of choices from 's', 'l'; got text"),
    (
        MultiSelect[SIZES],
        {"min_length": 1},
        [],
        "must hold at least 1 choice, and holds 0",
    ),
    (HttpUrl, {}, "ftp://a", "must be an http or https URL"),
    (AnyUrl, {}, "http://a:99999", "must be a URL"),
    (EmailStr, {}, "a@b", "must be an email address that can receive mail"),
    (float, {}, float("nan"), "must be a number; got one that is not finite"),
    (str, {"min_length": 1}, "", "must have at least 1 character, and has 0"),
    (
        str,
        {"min_length": 1, "max_length": 80},
        3,
        "must be text of 1 to 80 characters; got a number",
    ),
]


@pytest.mark.parametrize(("annotation", "keywords", "given", "message"), MESSAGES, ids=case_name)
def test_a_fault_reads_as(
    annotation: Any, keywords: dict[str, Any], given: Any, message: str
) -> None:
    with pytest.raises(InvalidContent) as caught:
        form_of(annotation, keywords).validate_content({"field": given})
    assert [fault.message for fault in caught.value.faults] == [message]


def test_a_long_list_of_choices_is_cut_short_in_messages() -> None:
    literal: Any = Literal
    choices = literal[tuple(f"{number}-{'x' * 200}" for number in range(1_000))]
    with pytest.raises(InvalidContent) as caught:
        form_with(choices).validate_content({"field": "other"})
    assert len(str(caught.value)) < 1_000
    assert "and 988 more" in str(caught.value)


@pytest.mark.parametrize(
    ("choices", "shown"),
    [
        ([f"c{at}" for at in range(12)], ", ".join(f"'c{at}'" for at in range(12))),
        (
            [f"c{at}" for at in range(13)],
            ", ".join(f"'c{at}'" for at in range(12)) + " and 1 more",
        ),
        (["a" * 58], f"'{'a' * 58}'"),
        (["a" * 59], f"'{'a' * 59}…'"),
    ],
)
def test_as_many_choices_and_characters_are_listed_as_fit_a_message(
    choices: list[str], shown: str
) -> None:
    literal: Any = Literal
    with pytest.raises(InvalidContent) as caught:
        form_with(literal[tuple(choices)]).validate_content({"field": "other"})
    assert caught.value.faults[0].message == f"must be one of {shown}"


def test_pydantics_own_error_does_not_repeat_the_answer_either() -> None:
    with pytest.raises(ValidationError) as caught:
        Deploy.model_validate({"environment": "quux", "confirm": 3})
    assert "quux" not in str(caught.value)
    assert "Must be one of 'staging', 'production'" in str(caught.value)


def test_the_author_may_ask_for_the_answer_in_pydantics_error() -> None:
    class Open(Form, hide_input_in_errors=False):
        size: SIZES

    with pytest.raises(ValidationError, match="quux"):
        Open.model_validate({"size": "quux"})


@pytest.mark.parametrize("strict", [None, False, True])
def test_pydantics_strict_makes_nothing_laxer(strict: bool | None) -> None:
    for content in (
        {"environment": "staging", "confirm": "true"},
        {"environment": "staging", "confirm": True, "replicas": "3"},
    ):
        with pytest.raises(ValidationError):
            Deploy.model_validate(content, strict=strict)
        with pytest.raises(ValidationError):
            Deploy.model_validate_json(json.dumps(content), strict=strict)


def test_options_of_pydantic_are_handed_on() -> None:
    seen: list[Any] = []

    class Checked(Form):
        name: str

        @field_validator("name")
        @classmethod
        def keep(cls, value: str, info: ValidationInfo) -> str:
            seen.append(info.context)
            return value

    Checked.model_validate({"name": "x"}, context={"a": 1})
    Checked.model_validate_json(b'{"name": "x"}', context={"a": 2})
    assert seen == [{"a": 1}, {"a": 2}]


def test_text_that_is_no_json_is_a_validation_error() -> None:
    for strict in (None, True):
        with pytest.raises(ValidationError):
            Deploy.model_validate_json("{", strict=strict)


def test_an_answer_dumps_to_what_it_was_read_from() -> None:
    class Everything(Form, since="2025-11-25"):
        text: str
        whole: int
        number: float
        yes: bool
        size: Size
        colors: MultiSelect[Color]
        day: date
        moment: datetime
        url: AnyUrl
        note: str | None = None

    content = {
        "text": "a",
        "whole": 3,
        "number": 1.5,
        "yes": True,
        "size": "s",
        "colors": ["red"],
        "day": "2026-01-31",
        "moment": "2026-01-31T09:30:00Z",
        "url": "https://example.com/",
    }
    answer = Everything.validate_content(content)
    assert answer.model_dump(mode="json", exclude_none=True) == content
    assert Everything.validate_content(json.loads(answer.model_dump_json())) == answer


def test_assignment_is_checked_by_the_same_rules() -> None:
    class Live(Form, validate_assignment=True):
        count: int = Field(ge=1)

    answer = Live(count=1)
    answer.count = 3.0  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    assert answer.count == 3
    with pytest.raises(ValidationError):
        answer.count = 0


def test_changing_field_infos_later_changes_nothing() -> None:
    class Late(Form):
        count: int = Field(default=1, le=5)
        color: Color = Color.RED

    before = Late.requested_schema()
    Late.model_fields["count"].default = 99
    Late.model_fields["count"].metadata.clear()
    Late.model_config["str_to_upper"] = True
    assert Late.requested_schema() == before
    assert Late.validate_content({}).count == 1
    assert fault_of(Late, {"count": 6}) == ("count", "range")


def test_the_field_infos_stay_as_the_author_wrote_them() -> None:
    Deploy.validate_content({"environment": "staging", "confirm": True})
    assert Deploy.model_fields["replicas"].annotation is int
    assert len(Deploy.model_fields["replicas"].metadata) == 2
    assert "_ReadBy" not in str(Deploy.__signature__)

    class Child(Deploy):
        note: str | None = None

    assert fault_of(Child, {"environment": "staging", "confirm": True, "replicas": 11}) == (
        "replicas",
        "range",
    )


def test_the_first_use_may_come_from_many_threads_at_once() -> None:
    def read(form: Any) -> Any:
        return form.validate_content({"field": 3}).field

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            for _ in range(60):
                assert set(pool.map(read, [form_with(int)] * 16)) == {3}
    finally:
        sys.setswitchinterval(interval)


def test_blanks_in_one_thread_do_not_disturb_another() -> None:
    form = form_with(int | None, None)

    def read(value: Any) -> Any:
        answer = form.validate_content({"field": value})
        return answer.field, answer.model_fields_set

    with ThreadPoolExecutor(8) as pool:
        for value, read_as in zip([3, None] * 500, pool.map(read, [3, None] * 500), strict=True):
            assert read_as == (value, {"field"} if value else set())


# What one fault must not hide


class Visit(Form, extra="forbid"):
    day: date
    count: int
    note: str | None = Field(default=None, min_length=2)
    at: Annotated[datetime, AssumeZone("UTC")] | None = None


VISIT: dict[str, Any] = {"day": "2026-01-31", "count": 1}


def codes_of(content: dict[str, Any], *, strict: bool = False) -> list[tuple[str, str]]:
    with pytest.raises(InvalidContent) as caught:
        Visit.validate_content(content, strict=strict)
    return [(fault.field, fault.code) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (VISIT, []),
        ({}, [("day", "missing"), ("count", "missing")]),
        ({**VISIT, "count": "3"}, [("count", "type")]),
        ({**VISIT, "count": ""}, [("count", "type")]),
        ({**VISIT, "count": None}, [("count", "missing")]),
        ({**VISIT, "note": "", "at": "2026-01-31 09:30"}, []),
        ({**VISIT, "note": "x"}, [("note", "length")]),
    ],
)
def test_a_key_that_is_no_unicode_hides_no_other_fault(content: Any, codes: Any) -> None:
    assert codes_of({**content, "\ud800": 1}) == [*codes, ("", "unknown")]


def test_another_fault_does_not_hide_what_is_not_the_wire() -> None:
    assert codes_of({"day": date(2026, 1, 31), "count": "3"}) == [
        ("day", "type"),
        ("count", "type"),
    ]
    lenient = {**VISIT, "count": "3", "note": None, "at": "2026-01-31 09:30"}
    assert codes_of(lenient) == [("count", "type")]
    assert codes_of(lenient, strict=True) == [("count", "type"), ("note", "type"), ("at", "format")]


HINTED: list[tuple[Any, dict[str, Any], Any, bool]] = [
    (datetime, {}, "2026-01-31T09:30:00", True),
    (datetime, {}, "2026-01-31 09:30", True),
    (DATE_TIME, {}, "2026-01-31T09:30:00", True),
    (datetime, {}, "tomorrow", False),
    (datetime, {}, 3, False),
    (ZONED, {}, "tomorrow", False),
    (date, {}, "2026-01-31T09:30:00", False),
    (DATE, {}, "2026-01-31 09:30", False),
    (URI, {}, "2026-01-31T09:30:00", False),
    (EMAIL, {}, "2026-01-31T09:30:00", False),
    (str, {"max_length": 3}, "2026-01-31T09:30:00", False),
    (SIZES, {}, "2026-01-31T09:30:00", False),
]


@pytest.mark.parametrize(("annotation", "keywords", "given", "hinted"), HINTED, ids=case_name)
def test_only_a_date_time_without_an_offset_is_told_of_zones(
    annotation: Any, keywords: dict[str, Any], given: Any, hinted: bool
) -> None:
    for strict in (False, True):
        with pytest.raises(InvalidContent) as caught:
            form_of(annotation, keywords).validate_content({"field": given}, strict=strict)
        (fault,) = caught.value.faults
        assert ("AssumeZone" in fault.hint) == hinted
        assert bool(fault.hint) == hinted


def test_a_zone_that_is_assumed_already_is_not_offered() -> None:
    with pytest.raises(InvalidContent) as caught:
        form_of(ZONED, {}).validate_content({"field": "2026-01-31T09:30:00"}, strict=True)
    assert caught.value.faults[0].hint == ""


def test_a_blank_takes_no_other_field_out_of_those_that_were_answered() -> None:
    class Card(Form):
        name: str
        nick: str | None = None
        count: int = 3
        tags: Annotated[str, Field(min_length=1)] = "x"

    content = {"name": "ann", "nick": "", "count": 3.0, "tags": None}
    for answer in (
        Card.validate_content(content),
        Card.model_validate(content),
        Card.model_validate_json(json.dumps(content)),
        Card.model_validate_strings({"name": "ann", "nick": "", "count": ""}),
    ):
        assert answer.model_fields_set - {"count"} == {"name"}
        assert answer == Card(name="ann")
    assert Card.validate_content(content).model_fields_set == {"name", "count"}


def test_what_a_blank_stood_for_is_in_no_error_of_pydantics() -> None:
    class Card(Form, hide_input_in_errors=False):
        count: int = 3
        size: SIZES

    with pytest.raises(ValidationError) as caught:
        Card.model_validate({"count": None, "size": "quux"})
    assert [(line["loc"], line["input"]) for line in caught.value.errors()] == [(("size",), "quux")]


def test_what_reads_a_form_within_something_else_hides_the_answer_too() -> None:
    form = form_with(SIZES)
    several: Any = list
    for read in (
        lambda: pydantic.TypeAdapter(form).validate_python({"field": "quux"}),
        lambda: pydantic.TypeAdapter(several[form]).validate_python([{"field": "quux"}]),
        lambda: pydantic.create_model("Outer", inner=(form, ...))(inner={"field": "quux"}),
    ):
        with pytest.raises(ValidationError) as caught:
            read()
        assert "Must be one of 's', 'l'" in str(caught.value)
        assert "quux" not in str(caught.value)


def test_the_author_may_ask_for_the_answer_there_as_well() -> None:
    class Open(Form, hide_input_in_errors=False):
        size: SIZES

    with pytest.raises(ValidationError, match="quux"):
        pydantic.TypeAdapter(list[Open]).validate_python([{"size": "quux"}])


def test_a_blank_within_something_else_was_not_answered_either() -> None:
    class Card(Form):
        nick: str | None = None
        name: str

    outer: Any = pydantic.create_model("Outer", inner=(Card, ...))
    content = {"inner": {"nick": "", "name": "a"}}
    assert outer.model_validate(content).inner.model_fields_set == {"name"}
    assert outer.model_validate(content, strict=True).inner.model_fields_set == {"nick", "name"}
    assert outer.model_validate(content, strict=True).inner.nick == ""
