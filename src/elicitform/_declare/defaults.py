"""Defaults: what the wire shows, and what a missing answer gets."""

from __future__ import annotations

from copy import deepcopy
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, cast

from pydantic_core import PydanticUndefined

from elicitform._answers.author import made_by
from elicitform._answers.reader import is_built
from elicitform._declare.annotations import written
from elicitform._declare.markers import MARKERS
from elicitform._declare.remedies import Refused, require_unicode, shown
from elicitform._pydantic import copied_info, is_url, is_url_type
from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
    awaits_choices,
)
from elicitform._wire.revisions import LARGEST_INTEGER
from elicitform._wire.rules import find_reason, phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum

    from pydantic.fields import FieldInfo

    from elicitform._declare.markers import Prefill
    from elicitform._wire.description import JsonValue, Kind


def wire_default(
    kind: Kind, info: FieldInfo, prefill: Prefill | None, *, optional: bool
) -> JsonValue | None:
    """Return the default as the wire shows it, or None where it shows none."""
    default = info.default
    if prefill is not None:
        _require_no_other_default(info, prefill, optional=optional)
        return _prefilled_value(kind, prefill)
    if optional:
        if default is not None or info.default_factory is not None:
            raise Refused(
                "optional-without-default",
                "`None` says that the field may be left open, and then it is the default, too.",
                "Write `= None`, or drop `None` from the annotation.",
            )
        return None
    if info.default_factory is not None or default is PydanticUndefined:
        return None
    return wire_value(kind, default)


def _prefilled_value(kind: Kind, prefill: Prefill) -> JsonValue:
    """Return what is shown of a field that must be answered, judged as a default is."""
    try:
        return wire_value(kind, prefill.value)
    except Refused as refused:
        refused.rule = refused.rule.replace("The default", "The prefilled value", 1)
        raise


def _require_no_other_default(info: FieldInfo, prefill: Prefill, *, optional: bool) -> None:
    """Refuse a field that must be answered and may be left open."""
    if optional or not info.is_required():
        raise Refused(
            "contradiction",
            f"`{shown(prefill)}` says that the field must be answered, and its default or `None` "
            "says that it may be left open.",
            "Write the value as the default alone, or as the Prefill alone.",
        )


def wire_value(kind: Kind, default: Any) -> JsonValue:
    """Return the JSON value of a default, or refuse one that the field itself would not take."""
    value = _as_json(kind, default)
    if awaits_choices(kind):
        return cast("JsonValue", value)  # judged once it is known what there is to choose
    reason = find_reason(kind, value)
    if reason:
        if isinstance(value, str):
            require_unicode("default", value)
        raise _bad_default(default, reason[1])
    if isinstance(kind, StringKind) and not is_built(kind, value):
        raise _bad_default(default, "the type of the field does not take it")
    if isinstance(kind, NumberKind) and float(value) != value:
        raise _bad_default(default, "a float does not hold it exactly")
    if isinstance(kind, IntegerKind) and abs(int(value)) > LARGEST_INTEGER:
        raise _bad_default(default, "an integer on the wire is exact up to 2**53 - 1")
    return cast("JsonValue", [*value] if type(value) is list else value)


def _as_json(kind: Kind, default: Any) -> Any:
    """Return the JSON value of a default that has its field's Python type."""
    if isinstance(kind, SingleSelectKind) and kind.enum:
        return _member_as_json(kind.enum, default)
    if isinstance(kind, MultiSelectKind) and kind.enum and type(default) is list:
        return [_member_as_json(kind.enum, pick) for pick in default]
    if isinstance(kind, StringKind) and kind.reads_as in _TEXT_READ_AS:
        return _TEXT_READ_AS[kind.reads_as](default)
    if isinstance(kind, StringKind) and is_url_type(kind.reads_as):
        return _url_as_json(kind.reads_as, default)
    if isinstance(default, MARKERS):
        raise _bad_default(
            default, "it says something of the type", f"Write `Annotated[…, {shown(default)}]`."
        )
    if default is None:
        raise _bad_default(None, f"must be {phrase(kind)}", _OPTIONAL)
    if type(default) not in _PYTHON_TYPES[type(kind)]:
        raise _bad_default(default, f"must be {phrase(kind)}")
    return default


def _member_as_json(enum: type[Enum], default: Any) -> Any:
    if isinstance(default, enum):
        return default.value
    example = next((one for one in enum if one.value == default), next(iter(enum)))
    raise _bad_default(
        default, f"must be a member of {enum.__name__}", f"Write `{enum.__name__}.{example.name}`."
    )


def _date_as_json(default: Any) -> str:
    if isinstance(default, date) and not isinstance(default, datetime):
        return default.isoformat()
    raise _bad_default(default, "must be a date", "Write it as in `date(2026, 1, 31)`.")


def _moment_as_json(default: Any) -> str:
    if isinstance(default, datetime) and default.utcoffset() is not None:
        return default.isoformat()
    raise _bad_default(
        default,
        "must be a zone-aware datetime",
        "Write it as in `datetime(2026, 1, 31, 9, 30, tzinfo=timezone.utc)`.",
    )


def _url_as_json(url: Any, default: Any) -> str:
    # Before 2.10 the URL types are one class, told apart by constraints inside `Annotated`.
    if isinstance(default, url) if isinstance(url, type) else is_url(default):
        return str(default)
    name = written(url)
    raise _bad_default(default, f"must be made by {name}", f'Write `{name}("https://…")`.')


_TEXT_READ_AS: dict[type, Callable[[Any], str]] = {date: _date_as_json, datetime: _moment_as_json}
_PYTHON_TYPES: dict[type, set[type]] = {
    StringKind: {str},
    IntegerKind: {int},
    NumberKind: {int, float},
    BooleanKind: {bool},
    SingleSelectKind: {str},
    MultiSelectKind: {list},
}


_ANOTHER = "Write a default of the field's Python type that keeps to its own rules, or none."
_OPTIONAL = "Write `T | None = None`, or drop the default."


def _bad_default(default: object, problem: str, remedy: str = _ANOTHER) -> Refused:
    return Refused(
        "default",
        f"The default `{shown(default)}` is not an answer that the form itself takes: {problem}.",
        remedy,
    )


def with_own_default(info: FieldInfo, kind: Kind, form: str, field: str) -> FieldInfo:
    """Return a copy of `info` whose default is the field's own: nobody else's to change, and typed.

    What a factory makes is checked each time, since nobody has seen it before.
    """
    own = copied_info(info)
    if info.default_factory is not None:
        own.default_factory = _checked(info.default_factory, kind, form, field)
    elif isinstance(kind, NumberKind) and type(info.default) is int:
        own.default = float(info.default)
    elif isinstance(kind, MultiSelectKind):
        own.default = deepcopy(info.default)
    return own


def _checked(factory: Callable[..., Any], kind: Kind, form: str, field: str) -> Callable[..., Any]:
    def take(value: Any) -> Any:
        wire_value(kind, value)
        return float(value) if isinstance(kind, NumberKind) else value

    return made_by(factory, take, form, field)
