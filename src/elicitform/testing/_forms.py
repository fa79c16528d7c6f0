"""The fields of a form, by attribute and by wire name."""

from __future__ import annotations

from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any

from elicitform._form.form import Form
from elicitform._form.ready import ValueForm
from elicitform._pydantic import is_url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elicitform._wire.description import FieldDescription


def fields_of(form: type[Form]) -> dict[str, FieldDescription]:
    """Return the fields of a form by wire name.

    Raises:
        TypeError: It is not a form.
        FormDefinitionError: It is abstract.
    """
    if not (isinstance(form, type) and issubclass(form, Form)):  # type: ignore[redundant-expr]
        hint = "; pass its `.form`" if isinstance(form, ValueForm) else ""
        kind = type(form).__name__
        raise TypeError(f"write a class derived from Form, not an object of {kind}{hint}")
    form.requested_schema()
    return form.__elicit_form__.fields


def by_wire_name(form: type[Form], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return values that are given by attribute or by wire name, all by wire name.

    A name that is the attribute of one field and the wire name of another means the attribute.

    Raises:
        TypeError: No field has a name, or a field is given by both of its names.
    """
    fields = fields_of(form)
    wire_names = {name: name for name in fields}
    wire_names |= {field.attribute: name for name, field in fields.items()}
    unknown = [name for name in given if name not in wire_names]
    if unknown:
        names = ", ".join(_both_names(field) for field in fields.values())
        raise TypeError(f"{form.__name__} has no field {unknown[0]!r}; its fields are: {names}")
    named: dict[str, Any] = {}
    for name, value in given.items():
        if wire_names[name] in named:
            field = _both_names(fields[wire_names[name]])
            raise TypeError(f"{form.__name__}: {field} is given by both of its names")
        named[wire_names[name]] = value
    return named


def _both_names(field: FieldDescription) -> str:
    if field.name == field.attribute:
        return field.attribute
    return f"{field.attribute} (on the wire {field.name!r})"


def as_json(value: object) -> object:
    """Return the JSON value of an Enum member, date or URL, and anything else as it is."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):  # datetimes are dates, too
        return value.isoformat()
    if is_url(value):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    return value
