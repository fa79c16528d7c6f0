"""Conditions on fields and forms, as ``clients.json`` writes them, held against a schema.

A condition is an object whose members must all hold. What each may be called is in `_OF_FIELD` and
`_OF_FORM`; none of them knows of any client.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from elicitform._wire.property import PropertyKind, properties_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elicitform._wire.property import Property


class FormAsked(NamedTuple):
    """A valid ``requestedSchema``, taken apart."""

    root: Mapping[str, Any]
    fields: tuple[Property, ...]


def form_asked(schema: Mapping[str, Any]) -> FormAsked:
    """Take a valid ``requestedSchema`` apart."""
    return FormAsked(schema, properties_of(schema))


KINDS: tuple[PropertyKind, ...] = get_args(PropertyKind)
"""The kinds of field that a condition can name."""


def holds_of_field(condition: Mapping[str, Any], field: Property, form: FormAsked) -> bool:
    """Return whether a field meets a condition."""
    return all(_OF_FIELD[name](wanted, field, form) for name, wanted in condition.items())


def holds_of_form(condition: Mapping[str, Any], form: FormAsked) -> bool:
    """Return whether a form meets a condition."""
    return all(_OF_FORM[name](wanted, form) for name, wanted in condition.items())


def _numbers(field: Property, keywords: list[str]) -> list[float]:
    found = [field.definition.get(keyword) for keyword in keywords]
    return [value for value in found if isinstance(value, (int, float))]


def _is_outside(wanted: dict[str, Any], field: Property, _: FormAsked) -> bool:
    low, high = wanted["range"]
    return any(not low <= value <= high for value in _numbers(field, wanted["keyword"]))


def _has_fraction(keywords: list[str], field: Property, _: FormAsked) -> bool:
    return any(isinstance(value, float) for value in _numbers(field, keywords))


def _is_at_least(wanted: dict[str, int], field: Property, _: FormAsked) -> bool:
    return all(field.definition.get(keyword, 0) >= least for keyword, least in wanted.items())


_OF_FIELD: dict[str, Callable[[Any, Property, FormAsked], bool]] = {
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
