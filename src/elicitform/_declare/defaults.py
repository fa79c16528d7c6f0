"""Defaults: what the wire shows, and what a missing answer gets."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError
from pydantic_core import PydanticUndefined
from typing_extensions import assert_never

from elicitform._declare.markers import MARKERS
from elicitform._declare.remedies import Instead, Refused, require_unicode, shown
from elicitform._pydantic import copied_info, is_url, is_url_type, url_name
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
    from enum import Enum

    from pydantic.fields import FieldInfo

    from elicitform._declare.markers import Prefill
    from elicitform._wire.description import JsonValue, Kind


def require_one_default(info: FieldInfo, prefill: Prefill | None, *, optional: bool) -> None:
    """Refuse a field with two defaults, or with one beside the promise that it is answered."""
    if prefill is not None:
        if optional or not info.is_required():
            raise Refused(
                "contradiction",
                f"`{shown(prefill)}` makes the field one that must be answered, and its default "
                "or `None` one that may be left open.",
                Instead("Write the value as the default alone, or as the `Prefill` alone:"),
            )
    elif optional and (info.default is not None or info.default_factory is not None):
        raise Refused(
            "optional-without-default",
            "`None` lets the field be left open, and then it has to be the default, too.",
            _OPEN if info.is_required() else _NOT_NONE,
        )


_OPEN = Instead(
    "Write `None` as the default, too:", "Where the field must be answered, drop `None` instead."
)
_NOT_NONE = Instead("Drop `None`: the default is what an answer gets that leaves the field open:")


def wire_default(kind: Kind, info: FieldInfo, prefill: Prefill | None) -> JsonValue | None:
    """Return the default as the wire shows it, or None where it shows none.

    Args:
        kind: The kind of the field.
        info: What pydantic gathered about a field that may not be None.
        prefill: The marker of a value that is shown, though the field must be answered.
    """
    if prefill is not None:
        return wire_value(kind, prefill.value, called="prefilled value")
    if info.default_factory is not None or info.default is PydanticUndefined:
        return None
    return wire_value(kind, info.default)


def wire_value(kind: Kind, default: Any, *, called: str = "default") -> JsonValue:
    """Return the JSON value of a default, or refuse one that the field itself would not take.

    Args:
        kind: The kind of the field.
        default: A value of the field's Python type.
        called: What a refusal calls it.
    """
    problem = _Problem(called, default)
    value = _as_json(kind, default, problem)
    if awaits_choices(kind):
        return cast("JsonValue", value)  # judged once it is known what there is to choose
    reason = find_reason(kind, value)
    if reason:
        if isinstance(value, str):
            require_unicode(called, value)
        raise problem.refused(reason[1])
    if isinstance(kind, StringKind) and not is_built(kind, value):
        raise problem.refused("the type of the field does not take it")
    if isinstance(kind, NumberKind) and float(value) != value:
        raise problem.refused("a float does not hold it exactly")
    if isinstance(kind, IntegerKind) and abs(int(value)) > LARGEST_INTEGER:
        raise problem.refused("an integer on the wire is exact up to 2**53 - 1")
    return cast("JsonValue", [*value] if type(value) is list else value)


class _Problem:
    """A default that is being judged, for the refusals to name.

    Attributes:
        called: What a refusal calls it.
        default: The default.
    """

    def __init__(self, called: str, default: object) -> None:
        self.called = called
        self.default = default

    def refused(self, problem: str, otherwise: str = "") -> Refused:
        """Return the refusal for a reason."""
        return Refused(
            "default",
            f"The {self.called} `{shown(self.default)}` is not an answer that the form itself "
            f"takes: {problem}.",
            Instead("Write", otherwise=otherwise or _ANOTHER),
        )


_ANOTHER = "Write a default of the field's Python type that keeps to its own rules, or none."
_READ_ON_THE_WIRE = (str, date, datetime)


def is_built(kind: StringKind, text: str) -> bool:
    """Return whether the type of the field takes text that has its format."""
    if kind.reads_as in _READ_ON_THE_WIRE:
        return True
    from pydantic import TypeAdapter  # noqa: PLC0415  (few defaults are of such a type)

    try:
        TypeAdapter(kind.reads_as).validate_python(text)
    except ValidationError:
        return False
    return True


# --- by kind ----------------------------------------------------------------------------------


def _as_json(kind: Kind, default: Any, problem: _Problem) -> Any:
    """Return the JSON value of a default that has its field's Python type."""
    match kind:
        case SingleSelectKind() if kind.enum is not None:
            return _member_as_json(kind.enum, default, problem)
        case MultiSelectKind() if kind.enum is not None and type(default) is list:
            picks = [(pick, _Problem(problem.called, pick)) for pick in default]
            return [_member_as_json(kind.enum, *pick) for pick in picks]
        case StringKind() if kind.reads_as is date:
            return _date_as_json(default, problem)
        case StringKind() if kind.reads_as is datetime:
            return _moment_as_json(default, problem)
        case StringKind() if is_url_type(kind.reads_as):
            return _url_as_json(kind.reads_as, default, problem)
        case _:
            return _plain_as_json(kind, default, problem)


def _plain_as_json(kind: Kind, default: Any, problem: _Problem) -> Any:
    """Return a default that is its own JSON value."""
    if isinstance(default, MARKERS):
        raise problem.refused(
            "it belongs beside the type, inside `Annotated`",
        )
    if type(default) not in _python_types(kind):
        raise problem.refused(f"must be {phrase(kind)}")
    return default


def _python_types(kind: Kind) -> set[type]:
    match kind:
        case StringKind() | SingleSelectKind():
            return {str}
        case IntegerKind():
            return {int}
        case NumberKind():
            return {int, float}
        case BooleanKind():
            return {bool}
        case MultiSelectKind():
            return {list}
    assert_never(kind)


def _member_as_json(enum: type[Enum], default: Any, problem: _Problem) -> Any:
    if isinstance(default, enum):
        return default.value
    raise problem.refused(f"must be a member of {enum.__name__}")


def _date_as_json(default: Any, problem: _Problem) -> str:
    if isinstance(default, date) and not isinstance(default, datetime):
        return default.isoformat()
    raise problem.refused("must be a date", "Write it as in `date(2026, 1, 31)`.")


def _moment_as_json(default: Any, problem: _Problem) -> str:
    if isinstance(default, datetime) and default.utcoffset() is not None:
        return default.isoformat()
    raise problem.refused(
        "must be a zone-aware datetime",
        "Write it as in `datetime(2026, 1, 31, 9, 30, tzinfo=timezone.utc)`.",
    )


def _url_as_json(url: Any, default: Any, problem: _Problem) -> str:
    # Before 2.10 the URL types are one class, told apart by constraints inside `Annotated`.
    if isinstance(default, url) if isinstance(url, type) else is_url(default):
        return str(default)
    name = url_name(url)
    raise problem.refused(f"must be made by {name}", f'Write `{name}("https://example.com")`.')


# --- what a missing answer gets ---------------------------------------------------------------


def with_own_default(info: FieldInfo, kind: Kind) -> FieldInfo:
    """Return a copy of `info` with a default of the field's type, which stays as it is."""
    own = copied_info(info)
    if isinstance(kind, NumberKind) and type(info.default) is int:
        own.default = float(info.default)
    elif type(info.default) is list:
        own.default = [*info.default]
    return own


def made_default(kind: Kind, value: Any) -> Any:
    """Return the default that a factory has made, or refuse one that the field does not take."""
    wire_value(kind, value)
    return float(value) if isinstance(kind, NumberKind) else value
