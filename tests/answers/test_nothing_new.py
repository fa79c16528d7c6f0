"""Content that holds nothing of a person's is told apart, whether it fits the form or not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from pydantic import model_validator

from elicitform import Form, InvalidContent, MultiSelect, Prefill
from tests.support.strategies import Declaration, Json, any_value, declarations
from tests.support.trying import trying

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject, SearchStrategy


def is_new(schema: Json, name: str, value: object) -> bool:
    """Return whether no client sends this for a form that nobody saw."""
    wire = schema["properties"].get(name, {})
    if value is None:
        return name not in schema["properties"] or name in schema.get("required", ())
    return "default" not in wire or json.dumps(value) not in (
        json.dumps(wire["default"]),
        json.dumps(_as_other_number(wire["default"])),
    )


def _as_other_number(value: object) -> object:
    """Return 1.0 for 1, and 1 for 1.0."""
    if type(value) is int:
        return float(value)
    return int(value) if type(value) is float and value.is_integer() else value


def _values(schema: Json, name: str) -> SearchStrategy[Any]:
    wire = schema["properties"][name]
    if "default" not in wire:
        return st.none() | any_value(wire)
    shown = st.sampled_from([wire["default"], _as_other_number(wire["default"])])
    return shown | shown | shown | st.none() | any_value(wire)


def outcome_of(form: type[Form], content: object) -> tuple[bool, bool]:
    """Return whether a form takes content, and whether it says that nothing was collected."""
    try:
        outcome = form.parse_response({"action": "accept", "content": content})
    except InvalidContent as error:
        return False, error.nothing_collected
    assert outcome
    return True, outcome.nothing_collected


def reads(form: type[Form], content: object) -> bool:
    """Return whether a form says that nothing was collected."""
    return outcome_of(form, content)[1]


@trying
@given(declarations(), st.data())
def test_content_of_shown_defaults_and_blanks_is_nothing_collected(
    declaration: Declaration, data: DataObject
) -> None:
    form = declaration.form()
    schema = form.requested_schema()
    names = data.draw(st.lists(st.sampled_from(list(schema["properties"])), unique=True))
    content = {name: data.draw(_values(schema, name)) for name in names}
    note(json.dumps(schema))
    note(repr(content))
    nothing_new = not any(is_new(schema, name, value) for name, value in content.items())
    lacks_something = not content.keys() >= set(schema.get("required", ()))
    is_taken, nothing_collected = outcome_of(form, content)
    assert nothing_collected == (nothing_new and (is_taken or lacks_something))


class Deploy(Form, since="2025-11-25"):
    """One field of each kind that a client may fill in, and one that it cannot."""

    environment: Literal["staging", "production"]
    replicas: Annotated[int, Prefill(1)]
    share: float = 0.5
    notify: bool = False
    tags: MultiSelect[Literal["a", "b"]] = ["a"]
    note: str | None = None


class Open(Form, since="2025-11-25"):
    """The same, with nothing that has to be answered."""

    replicas: int = 1
    notify: bool = False
    tags: MultiSelect[Literal["a", "b"]] = ["a"]
    note: str | None = None


NOTHING: list[Json | None] = [
    None,
    {},
    {"note": None},
    {"replicas": 1},
    {"replicas": 1.0, "notify": False, "tags": ["a"], "note": None},
]
SOMETHING: list[Json] = [
    {"replicas": 2},
    {"replicas": True},
    {"replicas": "1"},
    {"notify": True},
    {"notify": 0},
    {"tags": []},
    {"tags": ["b"]},
    {"tags": "a"},
    {"note": ""},
    {"note": "a"},
    {"replicas": 1, "more": None},
    {"more": 1},
]


@pytest.mark.parametrize("form", [Deploy, Open])
def test_what_a_client_fills_in_by_itself_is_nothing(form: type[Form]) -> None:
    for content in NOTHING:
        assert reads(form, content), content
    for content in SOMETHING:
        assert not reads(form, content), content


def test_a_null_where_an_answer_is_required_is_something() -> None:
    assert not reads(Deploy, {"environment": None})
    assert not reads(Deploy, {"replicas": None})


def test_where_everything_required_is_there_something_was_collected() -> None:
    with pytest.raises(InvalidContent) as caught:
        Prefilled.validate_content({"replicas": 1, "size": None})
    assert not caught.value.nothing_collected


class Prefilled(Form):
    replicas: Annotated[int, Prefill(1)]
    size: Annotated[Literal["s", "l"], Prefill("s")]


class Hostile:
    """Something that is no JSON value and cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]


def test_what_cannot_be_compared_is_something() -> None:
    assert not reads(Deploy, {"tags": [Hostile()]})


class Ruled(Form):
    """Nothing has to be answered, and a rule of the author's refuses what is shown."""

    replicas: int = 1
    note: str | None = None

    @model_validator(mode="after")
    def refuse_one(self) -> Ruled:
        if self.replicas == 1:
            raise ValueError("must be more than one")
        return self


@pytest.mark.parametrize("content", [{}, {"replicas": 1}, {"note": None}])
def test_where_nothing_is_required_a_rule_is_no_sign_that_nothing_was_collected(
    content: Json,
) -> None:
    assert outcome_of(Ruled, content) == (False, False)
    assert outcome_of(Ruled, {"replicas": 2}) == (True, False)
