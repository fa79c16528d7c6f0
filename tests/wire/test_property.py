"""A property that was taken apart says what its schema says, whoever wrote it."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from elicitform._wire.property import PropertyKind, properties_of
from elicitform._wire.words import counted, quoted, step, steps_of

ITEMS = {"type": "string", "enum": ["a", "b"]}
TITLED = [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]
KINDS: dict[str, dict[str, Any]] = {
    "string": {"type": "string", "minLength": 0, "maxLength": 3.0, "format": "email"},
    "number": {"type": "number", "minimum": 0.5, "maximum": 2},
    "integer": {"type": "integer", "minimum": 0.5, "maximum": 2.5},
    "boolean": {"type": "boolean", "default": False},
    "single-select": {"type": "string", "enum": ["a", "b"]},
    "titled-single-select": {"type": "string", "oneOf": TITLED},
    "legacy-titled-single-select": {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]},
    "multi-select": {"type": "array", "items": ITEMS, "minItems": 0},
    "titled-multi-select": {"type": "array", "items": {"anyOf": TITLED}, "maxItems": 1.0},
}


def test_every_kind_is_told_apart() -> None:
    schema = {"type": "object", "properties": KINDS, "required": ["number"]}
    found = properties_of(schema)
    assert [one.kind for one in found] == [one.name for one in found] == list(KINDS)
    assert set(get_args(PropertyKind)) == set(KINDS)
    assert [one.name for one in found if one.required] == ["number"]
    assert [one.definition for one in found] == list(KINDS.values())
    assert not any(one.required for one in properties_of({"properties": KINDS}))


def test_choices_have_their_titles_however_they_are_written() -> None:
    for one in properties_of({"properties": KINDS}):
        if one.kind.endswith("select"):
            titles = ["A", "B"] if "titled" in one.kind else [None, None]
            assert list(one.titles.items()) == list(zip(["a", "b"], titles, strict=True))


def test_bounds_of_integers_are_whole_and_limits_are_counts() -> None:
    by_kind = {one.kind: one for one in properties_of({"properties": KINDS})}
    number, integer = by_kind["number"], by_kind["integer"]
    assert (number.minimum, number.maximum) == (0.5, 2)
    assert (integer.minimum, integer.maximum) == (1, 2)
    assert type(integer.minimum) is type(integer.maximum) is int
    boolean = by_kind["boolean"]
    assert (boolean.minimum, boolean.maximum) == (None, None)
    text, picks = by_kind["string"], by_kind["titled-multi-select"]
    assert (text.limit("minLength"), text.limit("maxLength")) == (0, 3)
    assert (picks.limit("minItems"), picks.limit("maxItems")) == (None, 1)
    assert type(text.limit("maxLength")) is int


# --- words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "pointer"),
    [([], ""), ([""], "/"), (["a", "0"], "/a/0"), (["a/b", "~1", "~"], "/a~1b/~01/~0")],
)
def test_a_pointer_is_made_of_its_steps_and_comes_apart(keys: list[str], pointer: str) -> None:
    assert "".join(map(step, keys)) == pointer
    assert steps_of(pointer) == keys
    assert step(3) == "/3"


def test_texts_are_quoted_short_and_numbers_are_counted() -> None:
    assert quoted("a'\x1b\u202eö") == '"a\'\\x1b\\u202e\\xf6"'
    assert quoted("x" * 60) == f"'{'x' * 60}'"
    assert quoted("x" * 61) == f"'{'x' * 60}'…"
    assert [counted(number, "file") for number in (0, 1, 2, 1_200)] == [
        "0 files",
        "1 file",
        "2 files",
        "1,200 files",
    ]
