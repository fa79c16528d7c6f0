"""Defaults: what the wire shows, and what a missing answer gets."""

from __future__ import annotations

from copy import deepcopy
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, cast

from pydantic_core import PydanticUndefined

from elicitform._explain import find_reason, phrase
from elicitform._fields import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)
from elicitform._kinds import LARGEST_INTEGER
from elicitform._pydantic import is_url
from elicitform._refusals import Refused, require_unicode, shown

if TYPE_CHECKING:
    from enum import Enum

    from pydantic.fields import FieldInfo

    from elicitform._fields import JsonValue, Kind


def wire_default(kind: Kind, info: FieldInfo, *, optional: bool) -> JsonValue | None:
    """Return the default as the wire shows it, or None where it shows none."""
    default = info.default
    if optional:
        if default is not None or info.default_factory is not None:
            raise Refused(
                "optional-without-default",
                "None stands for an answer left open, so it is the one default that fits.",
                "Write `= None`, or drop `None` from the annotation.",
            )
        return None
    if info.default_factory is not None or default is PydanticUndefined:
        return None
    value = _as_json(kind, default)
    reason = find_reason(kind, value)
    if reason:
        require_unicode(*(text for text in [value] if isinstance(text, str)))
        raise _bad_default(default, reason[1])
    if isinstance(kind, IntegerKind) and abs(int(value)) > LARGEST_INTEGER:
        raise _bad_default(default, "an integer on the wire is exact up to 2**53 - 1")
    return cast("JsonValue", value)


def _as_json(kind: Kind, default: Any) -> Any:
    """Return the JSON value of a default that has its field's Python type."""
    if isinstance(kind, (SingleSelectKind, MultiSelectKind)) and kind.enum:
        return _choice_as_json(kind, kind.enum, default)
    if isinstance(kind, StringKind) and kind.reads_as is date:
        if not isinstance(default, date) or isinstance(default, datetime):
            raise _bad_default(default, "must be a date")
        return default.isoformat()
    if isinstance(kind, StringKind) and kind.reads_as is datetime:
        if not isinstance(default, datetime) or default.utcoffset() is None:
            raise _bad_default(default, "must be a zone-aware datetime: give it a tzinfo")
        return default.isoformat()
    if isinstance(kind, StringKind) and kind.format == "uri" and kind.reads_as is not str:
        if not is_url(default):
            raise _bad_default(default, "must be a URL of pydantic's, not text")
        return str(default)
    if type(default) not in _PYTHON_TYPES[type(kind)]:
        raise _bad_default(default, f"must be {phrase(kind)}")
    return default


_PYTHON_TYPES: dict[type, set[type]] = {
    StringKind: {str},
    IntegerKind: {int},
    NumberKind: {int, float},
    BooleanKind: {bool},
    SingleSelectKind: {str},
    MultiSelectKind: {list},
}


def _choice_as_json(
    kind: SingleSelectKind | MultiSelectKind, enum: type[Enum], default: Any
) -> str | list[str]:
    several = isinstance(kind, MultiSelectKind)
    picks = default if several and type(default) is list else [default]
    if not all(isinstance(pick, enum) for pick in picks):
        raise _bad_default(default, f"must be made of members of {enum.__name__}")
    values = [pick.value for pick in picks]
    return values if several else values[0]


def _bad_default(default: object, problem: str) -> Refused:
    return Refused(
        "default",
        f"The default `{shown(default)}` is not an answer that the form itself takes: {problem}.",
        "Write a default of the field's Python type that keeps to its own rules, or none.",
    )


def reading_default(kind: Kind, info: FieldInfo) -> Any:
    """Return the default that a missing answer gets, of the field's exact Python type."""
    if isinstance(kind, NumberKind) and type(info.default) is int:
        return float(info.default)
    return deepcopy(info.default) if isinstance(kind, MultiSelectKind) else info.default
