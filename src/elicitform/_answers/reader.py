"""Field descriptions to pydantic-core validators for answers.

Each validator is a union of what pydantic-core reads natively, which is nearly every answer, and
one Python function for the rest (``3.0`` for an integer, a blank, an Enum member given in Python
code). A smart union calls the second only where the first does not fit exactly. Whatever both
refuse gets one error a field, which states what the field takes and never the value.

Nothing here leans on pydantic's own strict or lax mode. A form's ``strict=True`` only takes the
blank rule away, and blanks are rare: they are read, noticed by way of `UNUSUAL`, and then refused.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError, PydanticUseDefault, core_schema

from elicitform._pydantic import is_url, networks_type
from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
    awaits_choices,
)
from elicitform._wire.formats import FORMATS, has_format, read_in_zone
from elicitform._wire.rules import find_reason, phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum

    from pydantic_core import CoreSchema

    from elicitform._wire.description import FieldDescription, Kind

WIRE_ERROR = "answer"
"""The type of a pydantic error that says: the wire does not allow this value."""

RULE_ERROR = "rule"
"""The type of a pydantic error that says: the wire allows it, and the field's type does not."""

_FIRST_INEXACT = 2**53
"""Where floats begin to leave integers out."""

_READ_ON_THE_WIRE = (str, date, datetime)
"""What text is read as by the wire check itself; other types build their value from the text."""


class _Unusual:
    """When an answer was last read that is no plain JSON value of its field.

    That is a blank, or a Python value. `latest` is a fresh object each time, so that no two moments
    look alike, in whatever thread: who finds it unchanged knows that there was nothing unusual.
    """

    __slots__ = ("latest",)

    def __init__(self) -> None:
        self.latest = object()


UNUSUAL = _Unusual()

_USUAL = frozenset({str, int, float, bool, dict})  # a list may hold Python values


def is_read_leniently(kind: Kind, value: object) -> bool:
    """Return whether `value`, which the wire does not allow, is read all the same.

    That is a blank, or a date-time without an offset where the author says what zone to assume.
    """
    is_lenient = _is_blank(value) or _fits_assumed_zone(kind, value)
    return is_lenient and find_reason(kind, value) is not None


def _fits_assumed_zone(kind: Kind, value: object) -> bool:
    if not isinstance(kind, StringKind) or kind.zone is None or type(value) is not str:
        return False
    try:
        read_in_zone(value, kind.zone)
    except ValueError:
        return False
    return True


def was_blank(kind: Kind, value: object) -> bool:
    """Return whether `value` stands for a field left open: a blank that is no answer in itself."""
    return _is_blank(value) and find_reason(kind, value) is not None


def _is_blank(value: object) -> bool:
    return value is None or (type(value) in {str, list} and not value)


def core_schema_of(field: FieldDescription) -> CoreSchema:
    """Return the validator of one field's answers, blanks included where it may be left open."""
    kind = field.kind
    if awaits_choices(kind):
        return core_schema.any_schema()  # never read: the form is not ready
    wire = core_schema.union_schema(
        [_native_schema(kind), _plain(_otherwise(kind, blanks=not field.required))],
        mode="smart",
        custom_error_type=WIRE_ERROR,
        custom_error_message=_message(kind),
    )
    if isinstance(kind, StringKind) and kind.reads_as not in _READ_ON_THE_WIRE:
        build = partial(_built, TypeAdapter(kind.reads_as), _beyond_format(kind))
        return core_schema.chain_schema([wire, _plain(build)])
    return wire


def wire_error(kind: Kind) -> PydanticCustomError:
    """Return the error that a value of another kind gets."""
    return PydanticCustomError(WIRE_ERROR, _message(kind))  # pyright: ignore[reportArgumentType]


def _message(kind: Kind) -> str:
    return f"Must be {phrase(kind)}"


def _native_schema(kind: Kind) -> CoreSchema:
    if isinstance(kind, StringKind):
        return _string_schema(kind)
    if isinstance(kind, IntegerKind):
        return core_schema.int_schema(strict=True, ge=kind.minimum, le=kind.maximum)
    if isinstance(kind, NumberKind):
        return _number_schema(kind)
    if isinstance(kind, BooleanKind):
        return core_schema.bool_schema(strict=True)
    if isinstance(kind, SingleSelectKind):
        return _single_select_schema(kind)
    return _multi_select_schema(kind)


def _number_schema(kind: NumberKind) -> CoreSchema:
    bounds = [bound for bound in (kind.minimum, kind.maximum) if bound is not None]
    if any(abs(bound) >= _FIRST_INEXACT for bound in bounds):
        # pydantic-core rounds integers and bounds to floats before it compares them.
        return _plain(partial(_exact_number, kind))
    return core_schema.float_schema(
        strict=True, allow_inf_nan=False, ge=kind.minimum, le=kind.maximum
    )


def _exact_number(kind: NumberKind, value: Any) -> float:
    if find_reason(kind, value):
        raise ValueError
    return float(value)


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
    # A literal alone takes a `str` subclass for an exact fit in some releases of pydantic-core.
    text = core_schema.str_schema(strict=True)
    choices = core_schema.literal_schema([choice.value for choice in kind.choices])
    return core_schema.chain_schema([text, choices])


def _single_select_schema(kind: SingleSelectKind) -> CoreSchema:
    if not kind.enum:
        return _choice_schema(kind)
    members = _members_by_value(kind.enum)
    return core_schema.chain_schema([_choice_schema(kind), _plain(members.__getitem__)])


def _multi_select_schema(kind: MultiSelectKind) -> CoreSchema:
    # More picks than choices must repeat one: bounding them here bounds what a hostile list costs.
    most = len(kind.choices)
    if kind.max_items is not None:
        most = min(kind.max_items, most)
    picks = core_schema.list_schema(
        _choice_schema(kind),
        strict=True,
        min_length=kind.min_items,
        max_length=most,
    )
    distinct = core_schema.no_info_after_validator_function(_without_duplicates, picks)
    if not kind.enum:
        return distinct
    members = _members_by_value(kind.enum)
    return core_schema.chain_schema([distinct, _plain(partial(_all_members, members))])


def _members_by_value(enum: type[Enum]) -> dict[str, Enum]:
    """Return the members that can be choices; a ``Literal`` may leave out others."""
    return {member.value: member for member in enum if isinstance(member.value, str)}


def _all_members(members: dict[str, Enum], picks: list[str]) -> list[Enum]:
    return [members[pick] for pick in picks]


def _plain(function: Callable[[Any], Any]) -> CoreSchema:
    return core_schema.no_info_plain_validator_function(function)


def _checked(read: Callable[[str], Any], text: str) -> str:
    read(text)
    return text


def _without_duplicates(picks: list[Any]) -> list[Any]:
    if len(set(picks)) < len(picks):
        raise ValueError
    return picks


def _otherwise(kind: Kind, *, blanks: bool) -> Callable[[object], object]:
    """Return what reads a value where pydantic-core finds no exact fit for it.

    It raises ValueError where there is nothing to read; where pydantic-core has read the value,
    as it does with a subclass of a JSON type, what it read then stands.
    """
    read = _PYTHON_READERS[type(kind)]
    readable = {float} if isinstance(kind, IntegerKind) else set[type]()
    usual = _USUAL
    if isinstance(kind, StringKind) and kind.zone:
        usual -= {str}  # one that pydantic-core refuses may lack its offset

    def read_otherwise(value: object) -> object:
        if blanks and _is_blank(value):
            UNUSUAL.latest = object()
            raise PydanticUseDefault
        if type(value) not in usual:
            UNUSUAL.latest = object()
        elif type(value) not in readable:
            raise ValueError
        return read(kind, value)

    return read_otherwise


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


def _nothing(*_: object) -> object:
    raise ValueError


_PYTHON_READERS: dict[type, Callable[[Any, object], object]] = {
    NumberKind: _nothing,
    BooleanKind: _nothing,
    IntegerKind: _integral,
    StringKind: _python_text_value,
    SingleSelectKind: _enum_member,
    MultiSelectKind: _enum_members,
}


def _beyond_format(kind: StringKind) -> PydanticCustomError:
    if kind.format == "email":
        return PydanticCustomError(RULE_ERROR, "must be an email address that can receive mail")
    if kind.reads_as is networks_type("AnyUrl"):
        return PydanticCustomError(RULE_ERROR, "must be a URL")
    return PydanticCustomError(RULE_ERROR, "must be an http or https URL")


def _built(adapter: TypeAdapter[Any], otherwise: PydanticCustomError, text: str) -> object:
    """Build the value of one of pydantic's own types from text that has passed the wire check.

    What such a type checks beyond the format counts as a rule of the author's.
    """
    try:
        return adapter.validate_python(text)
    except ValidationError:
        raise otherwise from None
