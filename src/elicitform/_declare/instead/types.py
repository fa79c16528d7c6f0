"""What a field asks, to the type that asks it in a form."""

from __future__ import annotations

import importlib.util
from collections import abc
from datetime import date, datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, get_args, get_origin

import pydantic

from elicitform._declare.annotations import is_literal, literal_values, unwrap
from elicitform._declare.instead import values
from elicitform._declare.instead.choices import Choices, choices_in, choices_in_schema, is_flag
from elicitform._declare.instead.code import Code, code_of
from elicitform._declare.instead.others import other_type
from elicitform._declare.instead.typed import (
    BOOLEAN,
    DAY,
    INTEGER,
    LENGTHS,
    MOMENT,
    NUMBER,
    TEXT,
    Typed,
    multi_select,
)
from elicitform._declare.metadata import metadata_of
from elicitform._declare.structures import is_structured
from elicitform._declare.types import url_type
from elicitform._pydantic import networks_type, url_name
from elicitform._wire.formats import FORMATS

if TYPE_CHECKING:
    from elicitform._declare.instead.asked import Asked
    from elicitform._declare.markers import Titles


def typed_of(asked: Asked) -> Typed | None:
    """Return the type that asks what a field does, or None where no form can."""
    listed = choices_in_schema(asked.schema)
    if asked.metadata.several or is_sequence(asked.type) or "items" in asked.schema:
        return _several(asked, listed)
    if asked.metadata.late_choices:
        return Typed("LateChoice")
    if is_literal(asked.type) and set(map(type, literal_values(asked.type))) == {bool}:
        return _consent(asked.type)
    choices = choices_in(asked.type) or listed or _titled_alone(asked.metadata.titles)
    return _chosen(choices, asked) if choices else _one_value(asked)


def _titled_alone(titles: Titles | None) -> Choices | None:
    """Return the choices of plain text that has titles for them."""
    return None if titles is None else choices_in_schema({"enum": [*titles.titles]})


def _chosen(choices: Choices, asked: Asked) -> Typed:
    if is_flag(asked.type):
        return multi_select(choices.type, _flags_of(choices))
    titles = asked.metadata.titles
    titled = _titled(choices, titles, asked.schema)
    enum_names = "enumNames" in asked.schema or (titles is not None and titles.enum_names)
    markers = (titled.titles_code(enum_names=enum_names),) if titled.titles else ()
    return Typed(titled.type, markers, titled.pick)


def _titled(choices: Choices, titles: Titles | None, schema: dict[str, Any]) -> Choices:
    """Return choices with the titles that stand around them, or in the author's JSON Schema."""
    if titles is not None:
        return choices.titled(titles.titles)
    listed = choices_in_schema({"enum": [*choices.on_the_wire], **schema})
    return choices.titled(listed.titles) if listed is not None and listed.titles else choices


def _flags_of(choices: Choices) -> Any:
    return lambda value: [wire for flag, wire in choices.values if flag in value]


def _consent(literal: Any) -> Typed:
    """Return the type of a boolean, of which perhaps only one answer is taken."""
    first, *others = literal_values(literal)
    if others:
        return BOOLEAN
    must = f'    raise ValueError("must be {str(first).lower()}")'
    return BOOLEAN._replace(checks=(f"if value is not {first}:", must))


# --- several ----------------------------------------------------------------------------------

_STREAMS = {abc.Iterable, abc.Iterator, abc.Collection, abc.Generator, abc.Reversible}


def is_sequence(annotation: Any) -> bool:
    """Return whether `annotation` is a list, a set, or another row of values."""
    origin = get_origin(annotation) or annotation
    if not isinstance(origin, type) or is_structured(origin):
        return False
    if issubclass(origin, (str, bytes, bytearray, memoryview, range)):
        return False
    return issubclass(origin, (abc.Sequence, abc.Set)) or origin in _STREAMS


def _several(asked: Asked, listed: Choices | None) -> Typed | None:
    arguments = get_args(asked.type)
    item, pieces, _ = unwrap(arguments[0] if arguments else str)
    metadata = metadata_of(pieces)
    if metadata.late_choices:
        return multi_select("LateChoice", list)
    items = asked.schema.get("items")
    listed = choices_in_schema(items) if isinstance(items, dict) else listed
    choices = choices_in(item) or listed
    if choices is None:
        return _separated(item)
    titles = asked.metadata.titles or metadata.titles
    return _picks(_titled(choices, titles, items if isinstance(items, dict) else asked.schema))


def _picks(choices: Choices) -> Typed:
    item = choices.type
    if choices.titles:
        item = f"Annotated[{item}, {choices.titles_code(enum_names=False)}]"

    def picked(value: Any) -> list[Any]:
        given = [value] if isinstance(value, (str, Enum)) else value
        return [*dict.fromkeys(map(choices.pick, given))]

    return multi_select(item, picked)


_ITEMS: dict[Any, str] = {
    bool: "true or false, ",
    date: "dates such as 2026-01-31, ",
    float: "numbers, ",
    int: "whole numbers, ",
}


def _separated(item: Any) -> Typed | None:
    """Return text that holds a list of what a person can write side by side."""
    if is_structured(item) or is_sequence(item) or (get_origin(item) or item) in (dict, bytes):
        return None

    def joined(value: Any) -> str:
        return value if isinstance(value, str) else ", ".join(map(str, value))

    kind = _ITEMS.get(item, "") if isinstance(item, type) else ""
    return Typed("str", convert=joined, notes=(f"{kind}separated by commas",), is_list=True)


# --- one value --------------------------------------------------------------------------------

_JSON_TYPES = {"boolean": bool, "integer": int, "number": float}
_SCALARS: dict[Any, Typed] = {bool: BOOLEAN, float: NUMBER, int: INTEGER, str: TEXT}
_READ_AS: dict[Any, tuple[str, Typed]] = {
    date: ("date", DAY),
    datetime: ("date-time", MOMENT),
    pydantic.AwareDatetime: ("date-time", MOMENT._replace(code="AwareDatetime")),
}
"""The types that are read from a format."""


def _email(value: Any) -> str:
    pydantic.validate_email(value)
    return str(value)


_EMAIL = TEXT._replace(code="EmailStr", convert=_email)


def _one_value(asked: Asked) -> Typed | None:
    bare = _JSON_TYPES.get(asked.schema.get("type", ""), asked.type)
    read_as = _read_as(asked)
    name = _format_name(asked)
    if name in FORMATS or read_as is not None:
        return _formatted(asked, name, read_as)
    scalar = _SCALARS.get(bare) if isinstance(bare, type) else None
    if bare is str and asked.metadata.assume_zone is not None:
        scalar = MOMENT
    typed = scalar or other_type(asked, typed_of)
    if typed is None or name is None or bare is not str:
        return typed
    return typed._replace(notes=(*typed.notes, f"in the format {name}"))


def _format_name(asked: Asked) -> str | None:
    """Return the format that an author names, in a marker or in JSON Schema."""
    marker = asked.metadata.format
    name = asked.schema.get("format") if marker is None else marker.name
    return name if isinstance(name, str) else None


def _read_as(asked: Asked) -> tuple[str, Typed] | None:
    """Return the format that a type is read from, and the type as a form has it."""
    bare = asked.type
    if isinstance(bare, type) and bare in _READ_AS:
        return _READ_AS[bare]
    if bare is networks_type("EmailStr"):
        is_installed = importlib.util.find_spec("email_validator") is not None
        return "email", _EMAIL if is_installed else _text_of("email")
    url = url_type(bare, asked.metadata)
    if url is None:
        return None
    name = url_name(url)
    return "uri", Typed(name, convert=lambda value: Code(f"{name}({code_of(str(value))})"))


def _formatted(asked: Asked, name: str | None, read_as: tuple[str, Typed] | None) -> Typed:
    """Return text of a format, read as the author's type where that can be."""
    if read_as is not None and name in (None, read_as[0]):
        has_lengths = not LENGTHS.isdisjoint(asked.constraints)
        if not has_lengths or read_as[1].bounds == LENGTHS:
            return read_as[1]
        name = read_as[0]
    return _text_of(name)


def _text_of(name: str | None) -> Typed:
    """Return plain text of a format."""
    return Typed("str", (f"Format({code_of(name)})",), values.iso, LENGTHS)
