"""Values that Python code may hand over for a field, and JSON never holds.

Also ``3.0`` for an integer, which JSON does hold, and pydantic-core does not read beyond 64 bits.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from typing_extensions import assert_never

from elicitform._pydantic import is_url
from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)
from elicitform._wire.formats import has_format, read_in_zone
from elicitform._wire.rules import find_reason

if TYPE_CHECKING:
    from elicitform._wire.description import Kind


def read_python(kind: Kind, value: object) -> object:
    """Read a value that Python code may give, and ``3.0``, or raise ValueError."""
    match kind:
        case StringKind():
            return _python_text_value(kind, value)
        case IntegerKind():
            return _integral(kind, value)
        case SingleSelectKind():
            return _enum_member(kind, value)
        case MultiSelectKind():
            return _enum_members(kind, value)
        case NumberKind() | BooleanKind():
            raise ValueError
        case _:
            assert_never(kind)


def _integral(kind: IntegerKind, value: object) -> int:
    """Read ``3.0``: JSON Schema takes any number with no fraction for an integer."""
    if type(value) is not float or find_reason(kind, value):
        raise ValueError
    return int(value)


def _python_text_value(kind: StringKind, value: Any) -> object:
    if kind.reads_as is date and type(value) is date:
        return value
    if kind.reads_as is datetime and isinstance(value, datetime) and value.utcoffset() is not None:
        return value
    if kind.zone and type(value) in {str, datetime}:
        return read_in_zone(value, kind.zone)
    if is_url(value) and kind.format == "uri" and has_format("uri", str(value)):
        return str(value)
    raise ValueError


def _enum_member(kind: SingleSelectKind, value: object) -> object:
    if kind.enum is None or not isinstance(value, kind.enum) or find_reason(kind, value.value):
        raise ValueError
    return value


def _enum_members(kind: MultiSelectKind, picks: object) -> object:
    if kind.enum is None or type(picks) is not list:
        raise ValueError
    values = [pick.value if isinstance(pick, kind.enum) else pick for pick in picks]
    if find_reason(kind, values):
        raise ValueError
    return [kind.enum(value) for value in values]
