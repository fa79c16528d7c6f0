"""A property of a valid ``requestedSchema``, taken apart: its kind, its choices, its bounds.

This is the way back from the wire, for schemas that anybody may have written. It shares nothing
with the code that writes them, and presumes that `check_schema` finds no error in them.
"""

from __future__ import annotations

import math
from itertools import repeat
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

PropertyKind = Literal[
    "string",
    "number",
    "integer",
    "boolean",
    "single-select",
    "titled-single-select",
    "legacy-titled-single-select",
    "multi-select",
    "titled-multi-select",
]
"""The shapes of a property; a legacy select has its titles in ``enumNames``."""


class Property(NamedTuple):
    """One property of a valid ``requestedSchema``.

    Attributes:
        name: Its name.
        kind: Its shape.
        definition: Its own schema, as it is written.
        required: Whether every answer holds it.
    """

    name: str
    kind: PropertyKind
    definition: Mapping[str, Any]
    required: bool

    @property
    def titles(self) -> dict[str, str | None]:
        """The titles of the choices of a select, by choice, in order; None where there is none."""
        holder = self.definition.get("items", self.definition)
        titled = holder.get("anyOf", holder.get("oneOf"))
        if titled is not None:
            return {choice["const"]: choice["title"] for choice in titled}
        return dict(zip(holder["enum"], holder.get("enumNames", repeat(None)), strict=False))

    @property
    def minimum(self) -> float | None:
        """The least number, which is whole for an integer; None where it is not bounded."""
        low: float | None = self.definition.get("minimum")
        return low if low is None or self.kind == "number" else math.ceil(low)

    @property
    def maximum(self) -> float | None:
        """The greatest number, which is whole for an integer; None where it is not bounded."""
        high: float | None = self.definition.get("maximum")
        return high if high is None or self.kind == "number" else math.floor(high)

    def limit(self, keyword: str) -> int | None:
        """Return a bound of the length or of the picks, or None where it is not given."""
        return int(self.definition[keyword]) if keyword in self.definition else None


def properties_of(schema: Mapping[str, Any]) -> tuple[Property, ...]:
    """Return the properties of a valid ``requestedSchema``, in its order."""
    required = frozenset(schema.get("required", ()))
    return tuple(
        Property(name, _kind_of(definition), definition, name in required)
        for name, definition in schema["properties"].items()
    )


def _kind_of(definition: Mapping[str, Any]) -> PropertyKind:
    if definition["type"] == "array":
        return "titled-multi-select" if "anyOf" in definition["items"] else "multi-select"
    if "oneOf" in definition:
        return "titled-single-select"
    if "enumNames" in definition:
        return "legacy-titled-single-select"
    kind: PropertyKind = "single-select" if "enum" in definition else definition["type"]
    return kind
