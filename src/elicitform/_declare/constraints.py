"""What stands beside a type: which of it the wire has a place for."""

from __future__ import annotations

import math
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pydantic import WithJsonSchema
from typing_extensions import assert_never

from elicitform._declare.annotations import unwrap, written, written_metadata
from elicitform._declare.remedies import Instead, Refused, extra_keys, extra_schema, shown
from elicitform._pydantic import is_serializer, networks_type
from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
    awaits_choices,
)
from elicitform._wire.formats import some_length_fits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from elicitform._declare.metadata import Metadata
    from elicitform._wire.description import Kind

    _Reason: TypeAlias = tuple[str, Instead]
    """Why something has no place, as the end of a sentence, and what to write instead."""

_BOUNDS = ("ge", "gt", "le", "lt")
_INCLUSIVE_BOUNDS = ("ge", "le")
_LENGTHS = ("min_length", "max_length")


def constraint_refusals(kind: Kind | None, metadata: Metadata, bare: Any) -> Iterator[Refused]:
    """Yield what stands beside a type that its kind has no key for on the wire.

    Args:
        kind: The kind of the field, or None where none stands for its type.
        metadata: What stands beside the type.
        bare: The type, for the remedies.
    """
    if kind is not None and metadata.is_bare:
        return  # as for most fields
    without_place: dict[_Reason, list[str]] = {}
    for what, reason in _without_place(kind, metadata, bare):
        without_place.setdefault(reason, []).append(f"`{what}`")
    for (why, remedy), whats in without_place.items():
        verb = "has" if len(whats) == 1 else "have"
        rule = f"{' and '.join(whats)} {verb} {why}"
        yield Refused("unsupported-constraint", rule, remedy)
    if kind is not None:
        yield from _misplaced_markers(kind, metadata, bare)
    for one in metadata.unknown:
        if isinstance(one, WithJsonSchema):
            yield extra_keys("`WithJsonSchema`", one.json_schema or {})
        elif kind is not None and _writes_schema(one):
            yield extra_schema(f"`{type(one).__name__}`")


def _misplaced_markers(kind: Kind, metadata: Metadata, bare: Any) -> Iterator[Refused]:
    """Yield the markers that say something of another kind of field."""
    is_choice = isinstance(kind, (SingleSelectKind, MultiSelectKind))
    if metadata.given_choices is not None and not is_choice:
        yield Refused(
            "choice-values",
            f"It was given choices, and it is declared {written(bare)}, which has none.",
            "Declare it `LateChoice`, or leave it out of `with_choices`.",
        )
    if metadata.assume_zone is not None and not _is_datetime(kind):
        yield Refused(
            "unsupported-constraint",
            "`AssumeZone(…)` sets how a `datetime` is read, and this field is of another type.",
            Instead("Write it with a `datetime`, or leave it out:"),
        )
    if metadata.format is not None and not (isinstance(kind, StringKind) and bare is str):
        yield Refused(
            "unsupported-constraint",
            f"`Format({shown(metadata.format.name)})` constrains plain text, and this field is "
            f"declared {written(bare)}.",
            Instead("Write `str` with the format, or the type without it:"),
        )
    if metadata.titles is not None and not is_choice:
        yield Refused(
            "unsupported-constraint",
            f"`Titles(…)` names choices, and {written(bare)} has none.",
            Instead("Write the choices as a `Literal`:"),
        )


def _is_datetime(kind: Kind) -> bool:
    return isinstance(kind, StringKind) and kind.reads_as is datetime


def _without_place(
    kind: Kind | None, metadata: Metadata, bare: Any
) -> Iterator[tuple[str, _Reason]]:
    """Yield each thing that has no place, with the reason."""
    known = _constraints_of(kind)
    for name, values in metadata.constraints.items():
        if name not in known:
            yield f"{name}={shown(values[0])}", _instead_of(name, values[0], kind, bare)
    if kind is None:
        return  # what comes with a type of pydantic's goes with it
    for one in [*metadata.unknown, *_unknown_url_constraints(kind, metadata)]:
        if not _writes_schema(one):
            yield written_metadata(one), _instead_of_unknown(one)


def _writes_schema(one: object) -> bool:
    return hasattr(type(one), "__get_pydantic_json_schema__")


_UNHEARD = "no place on the wire, so the client would never hear of it."
_CHECK: _Reason = (_UNHEARD, Instead("Check it on the server, and say it in the description:"))
_NO_NEED: _Reason = (
    "no place on the wire, and a form reads exact JSON types and finite numbers in any case.",
    Instead("Leave it out:"),
)
_INCLUSIVE: _Reason = (
    "no place on the wire, where the bounds of a number are inclusive.",
    Instead("Show the nearest inclusive bound, and check the rest on the server:"),
)
_NO_BOUND: _Reason = (
    "no place on the wire, and every number is finite in any case.",
    Instead("Leave it out:"),
)
_TEXT_LENGTH: _Reason = (
    "a place on the wire for numbers, and this is text.",
    Instead("Write the length of text as `min_length` and `max_length`:"),
)
_NUMBER_BOUND: _Reason = (
    "a place on the wire for text, and this is a number.",
    Instead("Write the bounds of a number as `ge` and `le`:"),
)
_TYPED_TEXT: _Reason = (
    "a place on the wire for text, and this is read as another type.",
    Instead("Write text of the format:"),
)
_CHANGE: _Reason = (
    "no place on the wire: it would change the answer before the wire check.",
    Instead("Change the text after the wire check, and check there what is left:"),
)
_NOTE: _Reason = (_UNHEARD, Instead("Write it for the person, in the description:"))
_DUMP: _Reason = (
    "no place on the wire: how an answer is dumped is the server's business.",
    Instead("Write it as a method:"),
)


def _instead_of(name: str, value: Any, kind: Kind | None, bare: Any) -> _Reason:
    if name in {"strict", "allow_inf_nan"}:
        return _NO_NEED
    if name in {"strip_whitespace", "to_lower", "to_upper"}:
        return _CHANGE
    if name in {"gt", "lt"} and isinstance(kind, NumberKind):
        is_endless = isinstance(value, float) and not math.isfinite(value)
        return _NO_BOUND if is_endless else _INCLUSIVE
    if name in _BOUNDS and bare is str:
        return _TEXT_LENGTH
    if name in _LENGTHS and isinstance(kind, (IntegerKind, NumberKind)):
        return _NUMBER_BOUND
    if name in _LENGTHS and isinstance(kind, StringKind):
        return _TYPED_TEXT
    return _CHECK


def _instead_of_unknown(one: object) -> _Reason:
    if is_note(one):
        return _NOTE
    return _DUMP if is_serializer(one) else _CHECK


def is_note(one: object) -> bool:
    """Return whether a piece of ``Annotated`` is documentation: a text, or ``Doc`` (PEP 727)."""
    return isinstance(one, str) or type(one).__name__ in {"Doc", "DocInfo"}


def _unknown_url_constraints(kind: Kind, metadata: Metadata) -> tuple[object, ...]:
    """Return the URL constraints that are not the field's own type."""
    own = unwrap(kind.reads_as).metadata if isinstance(kind, StringKind) else ()
    return () if metadata.url_constraints == own else metadata.url_constraints


def _constraints_of(kind: Kind | None) -> tuple[str, ...]:
    """Return the constraints that a kind has keys for; where it is not known, those of any."""
    match kind:
        case None:
            return (*_BOUNDS, *_LENGTHS)
        case IntegerKind():
            return _BOUNDS
        case NumberKind():
            return _INCLUSIVE_BOUNDS
        case MultiSelectKind():
            return _LENGTHS
        case StringKind():
            return _LENGTHS if kind.reads_as in {str, networks_type("EmailStr")} else ()
        case BooleanKind() | SingleSelectKind():
            return ()
    assert_never(kind)


def require_some_value(kind: Kind, metadata: Metadata) -> None:
    """Refuse bounds that no answer can keep to."""
    match kind:
        case IntegerKind():
            _require_order(kind.minimum, kind.maximum, "whole number", metadata)
        case NumberKind():
            _require_order(kind.minimum, kind.maximum, "number", metadata)
        case StringKind():
            _require_order(kind.min_length, kind.max_length, "text", metadata)
            _require_some_length(kind)
        case MultiSelectKind():
            _require_order(kind.min_items, kind.max_items, "list of choices", metadata)
            _require_enough_choices(kind)
        case BooleanKind() | SingleSelectKind():
            return
        case _:
            assert_never(kind)


def _require_some_length(kind: StringKind) -> None:
    if kind.format and not some_length_fits(kind.format, kind.min_length or 0, kind.max_length):
        raise _contradiction(f"No {kind.format} has such a length.")


def _require_enough_choices(kind: MultiSelectKind) -> None:
    if (kind.min_items or 0) > len(kind.choices) and not awaits_choices(kind):
        raise _contradiction(f"It asks for {kind.min_items} picks of {len(kind.choices)}.")


def _require_order(least: float | None, most: float | None, what: str, metadata: Metadata) -> None:
    if least is not None and most is not None and least > most:
        given = metadata.constraints.items()
        bounds = [f"`{name}={shown(value)}`" for name, values in given for value in values]
        raise _contradiction(f"No {what} keeps to {' and '.join(bounds)}.")


def _contradiction(rule: str) -> Refused:
    return Refused("contradiction", rule, "Change the bounds so that some answer fits.")
