"""Conditions on fields and forms, as ``clients.json`` writes them, held against a schema.

A condition is an object whose members must all hold. What each may be called is in `_OF_FIELD` and
`_OF_FORM`; none of them knows of any client.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class FieldAsked(NamedTuple):
    """One property of a valid ``requestedSchema``."""

    name: str
    kind: str
    definition: Mapping[str, Any]
    required: bool


class FormAsked(NamedTuple):
    """A valid ``requestedSchema``, taken apart."""

    root: Mapping[str, Any]
    fields: tuple[FieldAsked, ...]


def fields_asked(schema: Mapping[str, Any]) -> FormAsked:
    """Take a valid ``requestedSchema`` apart."""
    required = frozenset(schema.get("required", ()))
    return FormAsked(
        schema,
        tuple(
            FieldAsked(name, _kind_of(definition), definition, name in required)
            for name, definition in schema["properties"].items()
        ),
    )


def _kind_of(definition: Mapping[str, Any]) -> str:
    if definition["type"] == "array":
        return "titled-multi-select" if "anyOf" in definition["items"] else "multi-select"
    if "oneOf" in definition:
        return "titled-single-select"
    if "enumNames" in definition:
        return "legacy-titled-single-select"
    return "single-select" if "enum" in definition else str(definition["type"])


KINDS = (
    "string",
    "number",
    "integer",
    "boolean",
    "single-select",
    "titled-single-select",
    "legacy-titled-single-select",
    "multi-select",
    "titled-multi-select",
)
"""The kinds of field that a condition can name."""


def holds_of_field(condition: Mapping[str, Any], field: FieldAsked, form: FormAsked) -> bool:
    """Return whether a field meets a condition."""
    return all(_OF_FIELD[name](wanted, field, form) for name, wanted in condition.items())


def holds_of_form(condition: Mapping[str, Any], form: FormAsked) -> bool:
    """Return whether a form meets a condition."""
    return all(_OF_FORM[name](wanted, form) for name, wanted in condition.items())


def _numbers(field: FieldAsked, keywords: list[str]) -> list[float]:
    found = [field.definition.get(keyword) for keyword in keywords]
    return [value for value in found if isinstance(value, (int, float))]


def _is_outside(wanted: dict[str, Any], field: FieldAsked, _: FormAsked) -> bool:
    low, high = wanted["range"]
    return any(not low <= value <= high for value in _numbers(field, wanted["keyword"]))


def _has_fraction(keywords: list[str], field: FieldAsked, _: FormAsked) -> bool:
    return any(isinstance(value, float) for value in _numbers(field, keywords))


def _is_at_least(wanted: dict[str, int], field: FieldAsked, _: FormAsked) -> bool:
    return all(field.definition.get(keyword, 0) >= least for keyword, least in wanted.items())


_OF_FIELD: dict[str, Callable[[Any, FieldAsked, FormAsked], bool]] = {
    "kind": lambda kinds, field, _: field.kind in kinds,
    "keyword": lambda keywords, field, _: any(one in field.definition for one in keywords),
    "without": lambda keywords, field, _: not any(one in field.definition for one in keywords),
    "required": lambda wanted, field, _: field.required is wanted,
    "format": lambda formats, field, _: field.definition.get("format") in formats,
    "outside": _is_outside,
    "with_fraction": _has_fraction,
    "at_least": _is_at_least,
    "falsy_default": lambda wanted, field, _: _has_falsy_default(field.definition) is wanted,
    "fields": lambda least, _, form: len(form.fields) >= least,
}

_OF_FORM: dict[str, Callable[[Any, FormAsked], bool]] = {
    "root_keyword": lambda keywords, form: any(one in form.root for one in keywords),
    "fields": lambda least, form: len(form.fields) >= least,
    "requires_something": lambda wanted, form: any(one.required for one in form.fields) is wanted,
}


def _has_falsy_default(definition: Mapping[str, Any]) -> bool:
    """Return whether JavaScript takes the default for false, which it does not an empty list."""
    default = definition.get("default", True)
    return not default and not isinstance(default, list)
