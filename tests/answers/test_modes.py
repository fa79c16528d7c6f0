"""A form is read in one way, whoever reads it and whatever mode pydantic is told to be in."""

from __future__ import annotations

import json
import warnings
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, Field, TypeAdapter, ValidationError, ValidationInfo
from typing_extensions import Annotated

from elicitform import Form
from tests.support.declared import form_with
from tests.support.doors import DOORS, JSON_DOORS, STRING_DOORS, outcome
from tests.support.judges import is_sendable
from tests.support.readings import BAD, BLANKS, DEEP, GOOD, case_name, form_of
from tests.support.strategies import any_content
from tests.support.trying import draw_form, trying

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DataObject

VALUES: list[tuple[Any, dict[str, Any], Any, Any]] = [
    *(
        (annotation, keywords, ..., value)
        for annotation, keywords, value, _ in [*GOOD, *BAD]
        if value is DEEP or len(repr(value)) < 1_000  # size is no matter of modes
    ),
    *((annotation, {}, default, value) for annotation, default, value, _ in BLANKS),
]
MODES = [None, False, True]


def is_json(value: object) -> bool:
    """Return whether the doors for JSON can hand `value` over as it is."""
    try:
        return json.loads(json.dumps(value)) == value and is_sendable(value)
    except (TypeError, ValueError, RecursionError):
        return False


def readings(
    form: Any, content: dict[str, Any], strict: bool | None, *, few: bool = False
) -> list[tuple[Callable[..., Any], Any]]:
    """Return what each door makes of the contents, or the first of each sort."""
    most = 2 if few else None
    doors = DOORS[:most]
    if is_json(content):
        doors += JSON_DOORS[:most]
    if all(type(value) is str for value in content.values()) and is_json(content):
        doors += STRING_DOORS[:most]
    return [(door, outcome(partial(door, form, content, strict))) for door in doors]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("annotation", "keywords", "default", "value"), VALUES, ids=case_name)
def test_every_door_reads_as_the_form_does(
    annotation: Any, keywords: dict[str, Any], default: Any, value: Any, strict: bool | None
) -> None:
    form = (
        form_of(annotation, keywords) if default is ... else form_with_default(annotation, default)
    )
    content = {"field": value}
    own = outcome(lambda: form.model_validate(content, strict=strict or None))
    for door, read in readings(form, content, strict):
        assert read == own, door


def form_with_default(annotation: Any, default: Any) -> Any:
    return form_with(annotation, default, since="2025-11-25")


@trying
@given(st.data(), st.sampled_from(MODES))
def test_every_door_reads_random_contents_as_the_form_does(
    data: DataObject, strict: bool | None
) -> None:
    form = draw_form(data)
    content = data.draw(any_content(form))
    own = outcome(lambda: form.model_validate(content, strict=strict or None))
    for door, read in readings(form, content, strict, few=True):
        assert read == own, door


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (int, "3"),
        (int, "-0"),
        (float, "1.5"),
        (float, "3"),
        (float, "nan"),
        (bool, "yes"),
        (bool, "true"),
        (bool, "0"),
    ],
)
@pytest.mark.parametrize("strict", MODES)
def test_text_is_never_what_it_spells(annotation: Any, text: str, strict: bool | None) -> None:
    for form in (form_with(annotation), form_with(annotation, annotation(0))):
        for door in (*DOORS, *JSON_DOORS, *STRING_DOORS):
            with pytest.raises(ValidationError, match="Must be"):
                door(form, {"field": text}, strict)


@pytest.mark.parametrize("value", [b"ann", bytearray(b"ann")])
def test_bytes_are_never_text(value: Any) -> None:
    for annotation in (str, Annotated[str, Field(min_length=1)]):
        for door in DOORS:
            with pytest.raises(ValidationError, match="Must be text"):
                door(form_with(annotation), {"field": value}, False)


@pytest.mark.parametrize("strict", MODES)
def test_a_union_is_no_way_around(strict: bool | None) -> None:
    class Order(Form):
        count: int
        sure: bool = False

    others: list[Any] = [int, None, Live]
    for other in others:
        either: Any = Order | other
        holder = TypeAdapter[Any](either)
        assert holder.validate_python({"count": 3}, strict=strict) == Order(count=3)
        for content in ({"count": "3"}, {"count": 3, "sure": "yes"}, {"count": True}):
            for read in (
                partial(holder.validate_python, content, strict=strict),
                partial(holder.validate_json, json.dumps(content), strict=strict),
            ):
                with pytest.raises(ValidationError, match=r"count|sure"):
                    read()


def test_what_holds_a_form_is_called_by_its_name() -> None:
    class Order(Form, extra="forbid"):
        count: int

    holders: list[tuple[Any, str]] = [
        (list[Order], "list[function-wrap[Order()]]"),
        (Order | None, "nullable[function-wrap[Order()]]"),
    ]
    for holder, name in holders:
        with pytest.raises(ValidationError) as caught:
            TypeAdapter[Any](holder).validate_python([{"count": "3"}])
        assert caught.value.title == name


class Live(Form, validate_assignment=True):
    count: int = Field(default=1, ge=1)
    note: str | None = None
    sure: bool = False


@pytest.mark.parametrize("strict", MODES)
def test_a_form_whose_fields_can_be_assigned_is_read_in_the_same_way(strict: bool | None) -> None:
    for content in (
        {"count": 3, "note": "a", "sure": True},
        {"count": 3.0},
        {"count": "3"},
        {"sure": "yes"},
        {"note": b"a"},
        {"note": ""},
        {"count": None},
    ):
        own = outcome(partial(Live.model_validate, content, strict=strict or None))
        for door, read in readings(Live, content, strict):
            assert read == own, door


def test_assignment_reads_a_field_as_the_form_does() -> None:
    answer = Live.validate_content({"note": "a"})
    answer.count = 3.0  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    assert answer.count == 3
    for name, value in (("count", "3"), ("count", True), ("sure", 1), ("note", b"a"), ("count", 0)):
        with pytest.raises(ValidationError):
            setattr(answer, name, value)
    assert answer == Live(count=3, note="a")


def test_a_validator_sees_its_context_through_every_door() -> None:
    seen: list[Any] = []

    def keep(value: str, info: ValidationInfo) -> str:
        seen.append((value, info.context, info.field_name))
        return value

    class Checked(Form):
        name: Annotated[str, AfterValidator(keep)]

    for strict in MODES:
        TypeAdapter(Checked).validate_python({"name": "a"}, strict=strict, context={"a": 1})
    assert seen == [("a", {"a": 1}, "name")] * 3


def test_an_answer_is_dumped_as_before() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for annotation, keywords, value, read in GOOD:
            answer = form_of(annotation, keywords).validate_content({"field": value})
            assert answer.model_dump() == {"field": read}
            assert TypeAdapter(type(answer)).dump_python(answer) == {"field": read}
            assert json.loads(answer.model_dump_json()) == answer.model_dump(mode="json")
        for annotation, default, value, read in BLANKS:
            answer = form_with_default(annotation, default).validate_content({"field": value})
            assert answer.model_dump() == {"field": read}


def test_an_instance_is_taken_as_it_is() -> None:
    answer = Live(count=2)
    for strict in MODES:
        assert TypeAdapter(Live).validate_python(answer, strict=strict) is answer
        assert Live.model_validate(answer, strict=strict) is answer
