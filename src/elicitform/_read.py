"""Field descriptions to pydantic-core validators for answers.

Each validator is a union tried from left to right: first what pydantic-core reads natively, which
is nearly every answer, then one Python function for the rest (``3.0`` for an integer, a blank, an
Enum member given in Python code). Whatever both refuse gets one error a field, which states what
the field takes and never the value.

Nothing here leans on pydantic's own strict or lax mode, since the caller's ``strict=`` overrides
it. ``strict=True`` instead selects, by `lax_or_strict_schema`, a validator without the blank rule.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError, PydanticUseDefault, core_schema

from elicitform._explain import find_reason, phrase
from elicitform._fields import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)
from elicitform._formats import FORMATS, has_format
from elicitform._pydantic import is_url

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum

    from pydantic_core import CoreSchema

    from elicitform._fields import FieldDescription, Kind

WIRE_ERROR = "answer"
"""The type of a pydantic error that says: the wire does not allow this value."""

RULE_ERROR = "rule"
"""The type of a pydantic error that says: the wire allows it, and the field's type does not."""

_READ_ON_THE_WIRE = (str, date, datetime)
"""What text is read as by the wire check itself; other types build their value from the text."""


class _Blanks:
    """When a blank was last read: a fresh object each time, so that no two moments look alike."""

    latest = object()


def latest_blank() -> object:
    """Return a token that changes whenever a blank is read, in whatever thread."""
    return _Blanks.latest


def was_blank(kind: Kind, value: object) -> bool:
    """Return whether `value` stands for a field left open: a blank that is no answer in itself."""
    return _is_blank(value) and find_reason(kind, value) is not None


def _is_blank(value: object) -> bool:
    return value is None or (type(value) in {str, list} and not value)


def core_schema_of(field: FieldDescription) -> CoreSchema:
    """Return the validator of one field's answers.

    A field outside ``required`` reads blanks as unanswered, unless the caller is strict.
    """
    wire = _exact_schema(field.kind)
    if not field.required:
        wire = core_schema.lax_or_strict_schema(_blank_or(field.kind), wire)
    if isinstance(field.kind, StringKind) and field.kind.reads_as not in _READ_ON_THE_WIRE:
        build = partial(_built, TypeAdapter(field.kind.reads_as))
        return core_schema.chain_schema([wire, _plain(build)])
    return wire


def _exact_schema(kind: Kind) -> CoreSchema:
    """Return a validator that takes what the wire allows, and the field's Python values."""
    return _union(kind, partial(_python_value, kind))


def _blank_or(kind: Kind) -> CoreSchema:
    """Return the same validator with the blank rule."""
    return _union(kind, partial(_blank_or_python_value, kind))


def _union(kind: Kind, otherwise: Callable[[Any], Any]) -> CoreSchema:
    return core_schema.union_schema(
        [_native_schema(kind), _plain(otherwise)],
        mode="left_to_right",
        custom_error_type=WIRE_ERROR,
        custom_error_message=f"Must be {phrase(kind)}",
    )


def _native_schema(kind: Kind) -> CoreSchema:
    if isinstance(kind, StringKind):
        return _string_schema(kind)
    if isinstance(kind, IntegerKind):
        return core_schema.int_schema(strict=True, ge=kind.minimum, le=kind.maximum)
    if isinstance(kind, NumberKind):
        return core_schema.float_schema(
            strict=True, allow_inf_nan=False, ge=kind.minimum, le=kind.maximum
        )
    if isinstance(kind, BooleanKind):
        return core_schema.bool_schema(strict=True)
    if isinstance(kind, SingleSelectKind):
        return _choice_schema(kind)
    return _multi_select_schema(kind)


def _string_schema(kind: StringKind) -> CoreSchema:
    # A least length, even of 0, makes pydantic-core look inside: it then refuses lone surrogates.
    text = core_schema.str_schema(
        strict=True, min_length=kind.min_length or 0, max_length=kind.max_length
    )
    if not kind.format:
        return text
    read = FORMATS[kind.format].read
    if kind.reads_as in {date, datetime}:
        return core_schema.chain_schema([text, _plain(read)])
    return core_schema.no_info_after_validator_function(partial(_checked, read), text)


def _choice_schema(kind: SingleSelectKind | MultiSelectKind) -> CoreSchema:
    choices = core_schema.literal_schema([choice.value for choice in kind.choices])
    if not kind.enum:
        return choices
    members = {member.value: member for member in kind.enum}
    return core_schema.chain_schema([choices, _plain(members.__getitem__)])


def _multi_select_schema(kind: MultiSelectKind) -> CoreSchema:
    # More picks than choices must repeat one: bounding them here bounds what a hostile list costs.
    picks = core_schema.list_schema(
        _choice_schema(kind),
        strict=True,
        min_length=kind.min_items,
        max_length=min(filter(None, [kind.max_items, len(kind.choices)])),
    )
    return core_schema.no_info_after_validator_function(_without_duplicates, picks)


def _plain(function: Callable[[Any], Any]) -> CoreSchema:
    return core_schema.no_info_plain_validator_function(function)


def _checked(read: Callable[[str], Any], text: str) -> str:
    read(text)
    return text


def _without_duplicates(picks: list[Any]) -> list[Any]:
    if len(set(picks)) < len(picks):
        raise ValueError
    return picks


def _blank_or_python_value(kind: Kind, value: object) -> object:
    if _is_blank(value):
        _Blanks.latest = object()
        raise PydanticUseDefault
    return _python_value(kind, value)


def _python_value(kind: Kind, value: object) -> object:
    """Return the field's value where pydantic-core does not read `value` by itself.

    Raises:
        ValueError: The value is none of the field's.
    """
    if isinstance(kind, IntegerKind) and type(value) is float and not find_reason(kind, value):
        return int(value)
    if isinstance(kind, StringKind) and _is_python_value(kind, value):
        return value if kind.reads_as in _READ_ON_THE_WIRE else str(value)
    if isinstance(kind, SingleSelectKind) and kind.enum and isinstance(value, kind.enum):
        return value
    if isinstance(kind, MultiSelectKind) and kind.enum and type(value) is list:
        return _members(kind, kind.enum, value)
    raise ValueError


def _is_python_value(kind: StringKind, value: object) -> bool:
    if kind.reads_as is date:
        return type(value) is date
    if kind.reads_as is datetime:
        return isinstance(value, datetime) and value.utcoffset() is not None
    return is_url(value) and has_format("uri", str(value))


def _members(kind: MultiSelectKind, enum: type[Enum], picks: list[Any]) -> list[Any]:
    values = [pick.value if isinstance(pick, enum) else pick for pick in picks]
    if find_reason(kind, values):
        raise ValueError
    return [enum(value) for value in values]


def _built(adapter: TypeAdapter[Any], text: str) -> object:
    """Build the value of one of pydantic's own types from text that has passed the wire check.

    What such a type checks beyond the format counts as a rule of the author's.
    """
    try:
        return adapter.validate_python(text)
    except ValidationError:
        raise PydanticCustomError(
            RULE_ERROR, "Must be an address that the field's type accepts"
        ) from None
