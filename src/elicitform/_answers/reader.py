"""Field descriptions to pydantic-core validators for answers.

Each validator is a union of what pydantic-core reads natively, which is nearly every answer, and
one Python function for the rest (``3.0`` for an integer, a blank, an Enum member given in Python
code). A smart union calls the second only where the first does not fit exactly. Whatever both
refuse gets one error a field, which states what the field takes and never the value.

pydantic-core's lax mode does not exist for a form. A run-time ``strict=False`` overrides what a
schema says of itself, so a field has a schema for that case, which does not pass it on. A run-time
``strict=True`` means JSON Schema to the letter: the function for the rest, where blanks and
date-times without an offset end up, then refuses them.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError, PydanticUseDefault, SchemaValidator, core_schema
from typing_extensions import assert_never

from elicitform._answers.blanks import (
    RULE_ERROR,
    UNUSUAL,
    WIRE_ERROR,
    to_the_letter,
    was_blank,
)
from elicitform._answers.python_values import read_python
from elicitform._pydantic import networks_type
from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
    awaits_choices,
)
from elicitform._wire.formats import FORMATS
from elicitform._wire.rules import find_reason, phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum

    from pydantic import TypeAdapter, ValidationInfo
    from pydantic_core import CoreSchema

    from elicitform._wire.description import FieldDescription, Kind

_FIRST_INEXACT = 2**53
"""Where floats begin to leave integers out."""

_READ_ON_THE_WIRE = (str, date, datetime)
"""What text is read as by the wire check itself; other types build their value from the text."""


_NEVER_BLANK = frozenset({int, float, bool, dict})
_USUAL = _NEVER_BLANK | {str}  # a list may hold Python values


def core_schema_of(field: FieldDescription, *, by_itself: bool = False) -> CoreSchema:
    """Return the validator of one field's answers, blanks included where it may be left open.

    Args:
        field: The field.
        by_itself: It is read by itself too, as by assignment, so that it has to keep lax mode out
            where otherwise the form does.
    """
    kind = field.kind
    if awaits_choices(kind):
        return core_schema.any_schema()  # never read: the form is not ready
    native = _native_schema(_beyond_blanks(field))
    wire = _reading(field, _without_strings(kind, native))
    if by_itself:
        lax = _reading(field, _plain(partial(_read_by_itself, native)))
        wire = never_lax(wire, lax)
    if isinstance(kind, StringKind) and kind.reads_as not in _READ_ON_THE_WIRE:
        from pydantic import TypeAdapter  # noqa: PLC0415  (few fields are of such a type)

        build = partial(_built, TypeAdapter(kind.reads_as), _beyond_format(kind))
        return core_schema.chain_schema([wire, _plain(build)])
    return wire


def _beyond_blanks(field: FieldDescription) -> Kind:
    """Return the kind of the values that are no blank, whatever mode they are read in."""
    match field.kind:
        case StringKind() as kind if field.optional:
            return kind._replace(min_length=kind.min_length or 1)
        case MultiSelectKind() as kind if field.optional:
            return kind._replace(min_items=kind.min_items or 1)
        case kind:
            return kind


def _without_strings(kind: Kind, native: CoreSchema) -> CoreSchema:
    """Return `native` without what it takes where pydantic reads strings: "3" for an integer."""
    if not isinstance(kind, (IntegerKind, NumberKind, BooleanKind)):
        return native
    return core_schema.json_or_python_schema(
        json_schema=core_schema.no_info_wrap_validator_function(_hand_on, native),
        python_schema=native,
    )


def _hand_on(value: object, handler: Callable[[object], object]) -> object:
    """Give pydantic-core a bare value in place of one that came as JSON, or as a string."""
    return handler(value)


def _read_by_itself(native: CoreSchema, value: object) -> object:
    """Read a value without the ``strict=False`` that the form is read with."""
    return SchemaValidator(native).validate_python(value)


def never_lax(schema: CoreSchema, lax: CoreSchema) -> CoreSchema:
    """Return a validator that reads by `lax` where pydantic is called with ``strict=False``.

    It takes the name of `schema` over, so that models which hold the form refer to it.
    """
    named: Any = dict(schema)
    ref = named.pop("ref", None)
    return core_schema.lax_or_strict_schema(
        lax_schema=lax, strict_schema=named, strict=True, ref=ref
    )


def _reading(field: FieldDescription, native: CoreSchema) -> CoreSchema:
    return core_schema.union_schema(
        [native, _otherwise(field)],
        mode="smart",
        custom_error_type=WIRE_ERROR,
        custom_error_message=f"Must be {phrase(field.kind)}",
    )


def _native_schema(kind: Kind) -> CoreSchema:
    match kind:
        case StringKind():
            return _string_schema(kind)
        case IntegerKind():
            return core_schema.int_schema(strict=True, ge=kind.minimum, le=kind.maximum)
        case NumberKind():
            return _number_schema(kind)
        case BooleanKind():
            return core_schema.bool_schema(strict=True)
        case SingleSelectKind():
            return _single_select_schema(kind)
        case MultiSelectKind():
            return _multi_select_schema(kind)
        case _:
            assert_never(kind)


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


def _otherwise(field: FieldDescription) -> CoreSchema:
    """Return what reads a value where pydantic-core finds no exact fit for it.

    It raises ValueError where there is nothing to read. Where pydantic-core has read the value all
    the same, as it does with a subclass of a JSON type, its reading stands.
    """
    kind = field.kind
    letter = to_the_letter(kind)
    # Text that pydantic-core refuses may be a date-time that lacks its offset.
    usual = _USUAL if letter is kind else _USUAL - {str}
    readable = {float} if isinstance(kind, IntegerKind) else set[type]()
    unreadable = usual - readable

    def read(value: object, handler: Callable[[str], object]) -> object:
        given = type(value)
        if given not in _NEVER_BLANK and was_blank(field, value):
            UNUSUAL.latest = object()
            return _read_blank(kind, value, handler)
        if given in unreadable:
            raise ValueError
        if given not in usual:
            UNUSUAL.latest = object()
        strict = letter is not kind and _is_strict(handler)
        return read_python(letter if strict else kind, value)

    return core_schema.no_info_wrap_validator_function(read, _LAX_INTEGER)


_LAX_INTEGER = core_schema.chain_schema([core_schema.int_schema(), core_schema.any_schema()])
"""What tells strictness. Its last step is what dumping goes by: any value, as it is."""


def _is_strict(handler: Callable[[str], object]) -> bool:
    """Return whether an answer is read with ``strict=True``.

    pydantic-core tells that to no function, and it shows in what a lax integer takes.
    """
    return not _takes_text(handler)


def first_if_lax(read_again: Callable[[Any, ValidationInfo], object]) -> CoreSchema:
    """Return what hands a value on, or with ``strict=False`` what is made of it.

    `never_lax` is not enough where a form stands in a union: there pydantic-core tries the strict
    schema in any case.
    """

    def read(value: object, handler: Callable[[str], object], info: ValidationInfo) -> object:
        try:
            return read_again(value, info) if _takes_text(handler) else value
        finally:
            del value  # a traceback shows the locals of this frame

    return core_schema.with_info_wrap_validator_function(read, core_schema.int_schema(strict=True))


def _takes_text(handler: Callable[[str], object]) -> bool:
    """Return whether `handler`, which reads an integer, takes text for one."""
    try:
        handler("0")
    except ValidationError:
        return False
    return True


def _read_blank(kind: Kind, value: object, handler: Callable[[str], object]) -> object:
    """Take a blank for a field left open, or with ``strict=True`` for the value that it is."""
    if not _is_strict(handler):
        raise PydanticUseDefault
    if find_reason(kind, value):
        raise ValueError
    return "" if value == "" else []


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
