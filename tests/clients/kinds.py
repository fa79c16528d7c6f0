"""One form for each kind of field, and what each client is known to send for it untouched."""

from __future__ import annotations

from typing import Any

from elicitform.schemas.clients.report import asked_about
from elicitform.schemas.clients.shown import answered, shown_in

_CHOICE = {"type": "string", "enum": ["s", "l"]}
_TITLED = {
    "type": "string",
    "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}],
}
_FIELDS: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "text-default": {"type": "string", "default": "x"},
    "number": {"type": "number"},
    "integer": {"type": "integer", "minimum": 1, "maximum": 9},
    "integer-default": {"type": "integer", "default": 3},
    "boolean": {"type": "boolean"},
    "boolean-ticked": {"type": "boolean", "default": True},
    "boolean-default": {"type": "boolean", "default": False},
    "choice": _CHOICE,
    "choice-default": {**_CHOICE, "default": "l"},
    "titled": _TITLED,
    "titled-default": {**_TITLED, "default": "l"},
    "enum-names": {**_CHOICE, "enumNames": ["Small", "Large"]},
    "several": {"type": "array", "items": _CHOICE},
    "several-default": {"type": "array", "items": _CHOICE, "default": ["l"]},
}

SCHEMAS: dict[str, dict[str, Any]] = {
    **{name: {"type": "object", "properties": {"f": field}} for name, field in _FIELDS.items()},
    **{
        f"required-{name}": {"type": "object", "properties": {"f": field}, "required": ["f"]}
        for name, field in _FIELDS.items()
        if "default" not in field
    },
}
"""The forms by name."""


def known(client: str, kind: str) -> dict[str, Any] | None:
    """Return what the facts say that a client sends, or None where it cannot send the form."""
    (shown,) = shown_in(SCHEMAS[kind], asked_about([client]))
    return answered(shown)


def how(client: str, kind: str) -> str:
    """Return how that is known: tried, read or presumed."""
    (shown,) = shown_in(SCHEMAS[kind], asked_about([client]))
    return shown.fields[0].untouched.how
