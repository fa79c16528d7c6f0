"""When an answer counts as left open, and what else is read leniently.

``strict=True`` takes both away. They are apart from `reader`, which a program needs only once an
answer comes in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elicitform._wire.description import StringKind
from elicitform._wire.formats import read_in_zone
from elicitform._wire.rules import find_reason

if TYPE_CHECKING:
    from elicitform._wire.description import FieldDescription, Kind

WIRE_ERROR = "answer"
"""The type of a pydantic error that says: the wire does not allow this value."""

RULE_ERROR = "rule"
"""The type of a pydantic error that says: the wire allows it, and the field's type does not."""


class _Unusual:
    """Marks when an answer was last read that is not a plain JSON value of its field.

    That is a blank, or a Python value. `latest` is a fresh object each time. Whoever reads an
    answer compares it before and after; the same object means plain JSON, and no second look.
    """

    __slots__ = ("latest",)

    def __init__(self) -> None:
        self.latest = object()


UNUSUAL = _Unusual()


def was_blank(field: FieldDescription, value: object) -> bool:
    """Return whether `value` means that `field` was left open, unless JSON Schema is meant.

    Where the default is None, an empty text or list does, even if the schema admits it as a value.
    """
    if field.required or not _is_blank(value):
        return False
    return field.optional or find_reason(field.kind, value) is not None


def _is_blank(value: object) -> bool:
    return value is None or (type(value) in {str, list} and not value)


def fits_assumed_zone(kind: Kind, value: object) -> bool:
    """Return whether `value` is a date-time without an offset that the author says how to read."""
    if not isinstance(kind, StringKind) or kind.zone is None or type(value) is not str:
        return False
    try:
        read_in_zone(value, kind.zone)
    except ValueError:
        return False
    return True


def to_the_letter(kind: Kind) -> Kind:
    """Return the kind as JSON Schema has it, which assumes no time zone."""
    return kind._replace(zone=None) if isinstance(kind, StringKind) and kind.zone else kind
