"""A property of a valid ``requestedSchema``, taken apart: its kind, its choices, its bounds.

This is the way back from the wire, for schemas that anybody may have written. It shares nothing
with the code that writes them, and presumes what `check_schema` finds no error in.
"""

from __future__ import annotations

import math
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias


class TextProperty(NamedTuple):
    """Text, perhaps of a format; None where a bound or the format is not given."""

    min_length: int | None
    max_length: int | None
    format: str | None


class NumberProperty(NamedTuple):
    """A number between inclusive bounds, or a whole number; None where a bound is not given."""

    minimum: float | None
    maximum: float | None
    is_whole: bool


class BooleanProperty(NamedTuple):
    """True or false."""


class SelectProperty(NamedTuple):
    """One of some choices.

    Attributes:
        titles: The title of each choice, in the order shown; None where it has none.
        keyword: How the choices are written: ``enum``, ``enumNames`` (beside an ``enum``) or
            ``oneOf``.
    """

    titles: dict[str, str | None]
    keyword: str


class MultiSelectProperty(NamedTuple):
    """Several of some choices, each at most once.

    Attributes:
        titles: The title of each choice, in the order shown; None where it has none.
        keyword: How the choices are written: ``enum`` or ``anyOf``.
        min_items: Least number of picks, or None where it is not given.
        max_items: Greatest number of picks, or None where it is not given.
    """

    titles: dict[str, str | None]
    keyword: str
    min_items: int | None
    max_items: int | None


PropertyKind: TypeAlias = (
    "TextProperty | NumberProperty | BooleanProperty | SelectProperty | MultiSelectProperty"
)


class Property(NamedTuple):
    """One property of a valid ``requestedSchema``.

    Attributes:
        name: Its name.
        kind: What answers it takes, and how choices are written.
        definition: Its own schema, as it is written.
        required: Whether every answer holds it.
    """

    name: str
    kind: PropertyKind
    definition: Mapping[str, Any]
    required: bool


def properties_of(schema: Mapping[str, Any]) -> tuple[Property, ...]:
    """Return the properties of a valid ``requestedSchema``, in its order."""
    required = frozenset(schema.get("required", ()))
    return tuple(
        Property(name, kind_of(definition), definition, name in required)
        for name, definition in schema["properties"].items()
    )


def kind_of(definition: Mapping[str, Any]) -> PropertyKind:
    """Return what a property takes, by its own schema, which is valid."""
    match definition["type"]:
        case "boolean":
            return BooleanProperty()
        case "integer":
            low, high = definition.get("minimum"), definition.get("maximum")
            low = None if low is None else math.ceil(low)
            return NumberProperty(low, None if high is None else math.floor(high), is_whole=True)
        case "number":
            low, high = definition.get("minimum"), definition.get("maximum")
            return NumberProperty(low, high, is_whole=False)
        case "array":
            titles, keyword = _choices_in(definition["items"])
            counts = _count(definition, "minItems"), _count(definition, "maxItems")
            return MultiSelectProperty(titles, keyword, *counts)
        case _ if definition.keys() & {"enum", "oneOf"}:
            return SelectProperty(*_choices_in(definition))
        case _:
            lengths = _count(definition, "minLength"), _count(definition, "maxLength")
            return TextProperty(*lengths, definition.get("format"))


def _count(definition: Mapping[str, Any], keyword: str) -> int | None:
    return int(definition[keyword]) if keyword in definition else None


def _choices_in(holder: Mapping[str, Any]) -> tuple[dict[str, str | None], str]:
    """Return the titles of choices by choice, and the keyword that they are written with."""
    for keyword in ("oneOf", "anyOf"):
        if keyword in holder:
            return {choice["const"]: choice["title"] for choice in holder[keyword]}, keyword
    titles = holder.get("enumNames", repeat(None))
    choices = dict(zip(holder["enum"], titles, strict=False))
    return choices, "enumNames" if "enumNames" in holder else "enum"
