"""What is said of a field beside its type: which of it the wire has a place for."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from elicitform._declare.annotations import unwrap, written, written_metadata
from elicitform._declare.remedies import Refused, extra_schema, server_side_check, shown
from elicitform._pydantic import is_serializer, networks_type
from elicitform._wire.description import (
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

    from elicitform._declare.metadata import Said
    from elicitform._wire.description import Kind

_BOUNDS = ("ge", "gt", "le", "lt")
_INCLUSIVE_BOUNDS = ("ge", "le")
_LENGTHS = ("min_length", "max_length")


def constraint_refusals(kind: Kind, said: Said, field: str, bare: Any) -> Iterator[Refused]:
    """Yield what is said of a field that its kind has no key for on the wire.

    Args:
        kind: The kind of the field.
        said: What is said of it.
        field: Its name, for the remedies.
        bare: Its type, for the remedies.
    """
    check = server_side_check(field, written(bare))
    without_place: dict[str, list[str]] = {}
    for what, remedy in _without_place(kind, said, bare, check):
        without_place.setdefault(remedy, []).append(f"`{what}`")
    for remedy, whats in without_place.items():
        verb = "has" if len(whats) == 1 else "have"
        yield Refused(
            "unsupported-constraint",
            f"{' and '.join(whats)} {verb} no place on the wire, so the client would never hear of "
            "it.",
            remedy,
        )
    if said.given_choices is not None and not isinstance(kind, (SingleSelectKind, MultiSelectKind)):
        yield Refused(
            "choice-values",
            f"It was given choices, and it is declared {written(bare)}, which has none.",
            "Declare it `LateChoice`, or leave it out of `with_choices`.",
        )
    if said.assume_zone is not None and not _is_datetime(kind):
        yield Refused(
            "unsupported-constraint",
            "`AssumeZone(…)` says how a `datetime` is read, and this field is none.",
            'Write `Annotated[datetime, AssumeZone("…")]`, or leave it out.',
        )
    for stranger in said.strangers:
        if _writes_schema(stranger):
            yield extra_schema(f"`{type(stranger).__name__}`")


def _is_datetime(kind: Kind) -> bool:
    return isinstance(kind, StringKind) and kind.reads_as is datetime


def _without_place(kind: Kind, said: Said, bare: Any, check: str) -> Iterator[tuple[str, str]]:
    """Yield each thing that has no place, with what to write instead."""
    for name, values in said.constraints.items():
        if name not in _constraints_of(kind):
            yield f"{name}={shown(values[0])}", _instead_of(name, kind, check)
    for stranger in [*said.strangers, *_url_strangers(kind, said)]:
        if not _writes_schema(stranger):
            yield written_metadata(stranger), _instead_of_stranger(stranger, check)
    if said.format is not None and not (isinstance(kind, StringKind) and bare is str):
        yield (
            f"Format({shown(said.format.name)})",
            "`Format(…)` goes with `str`, and with nothing else.",
        )
    if said.titles is not None and not isinstance(kind, (SingleSelectKind, MultiSelectKind)):
        yield "Titles(…)", "`Titles(…)` goes with `Literal[…]` or an Enum."


def _writes_schema(stranger: object) -> bool:
    return hasattr(type(stranger), "__get_pydantic_json_schema__")


def _instead_of(name: str, kind: Kind, check: str) -> str:
    if name in {"strict", "allow_inf_nan"}:
        return (
            "Write the plain type, `str`, `int`, `float` or `bool`: a form reads exact JSON types\n"
            "and finite numbers in any case."
        )
    if name in {"gt", "lt"} and isinstance(kind, NumberKind):
        return f"Write an inclusive bound, `ge` or `le`, if it serves. Or else:\n{check}"
    if name in _BOUNDS and isinstance(kind, StringKind) and kind.reads_as is str:
        return "`ge` and `le` bound a number; the length of text has `min_length` and `max_length`."
    if name in _LENGTHS and isinstance(kind, (IntegerKind, NumberKind)):
        return "`min_length` and `max_length` bound text; a number has `ge` and `le`."
    return check


def _instead_of_stranger(stranger: object, check: str) -> str:
    if isinstance(stranger, str) or type(stranger).__name__ == "DocInfo":
        return "Write `Field(description=…)` for the person, or a comment for the reader."
    if is_serializer(stranger):
        return "Write a `@field_serializer`: how an answer is dumped is the server's business."
    return check


def _url_strangers(kind: Kind, said: Said) -> tuple[object, ...]:
    """Return the URL constraints that are not the field's own type."""
    own = unwrap(kind.reads_as).metadata if isinstance(kind, StringKind) else ()
    return () if said.url_constraints == own else said.url_constraints


def _constraints_of(kind: Kind) -> tuple[str, ...]:
    if isinstance(kind, IntegerKind):
        return _BOUNDS
    if isinstance(kind, NumberKind):
        return _INCLUSIVE_BOUNDS
    if isinstance(kind, MultiSelectKind):
        return _LENGTHS
    if isinstance(kind, StringKind) and kind.reads_as in {str, networks_type("EmailStr")}:
        return _LENGTHS
    return ()


def require_some_value(kind: Kind, said: Said) -> None:
    """Refuse bounds that no answer can keep to."""
    if isinstance(kind, IntegerKind):
        _require_order(kind.minimum, kind.maximum, "whole number", said)
    elif isinstance(kind, NumberKind):
        _require_order(kind.minimum, kind.maximum, "number", said)
    elif isinstance(kind, StringKind):
        _require_order(kind.min_length, kind.max_length, "text", said)
        if kind.format and not some_length_fits(kind.format, kind.min_length or 0, kind.max_length):
            raise _contradiction(f"No {kind.format} has such a length.")
    elif isinstance(kind, MultiSelectKind):
        _require_order(kind.min_items, kind.max_items, "list of choices", said)
        if (kind.min_items or 0) > len(kind.choices) and not awaits_choices(kind):
            raise _contradiction(f"It asks for {kind.min_items} picks of {len(kind.choices)}.")


def _require_order(least: float | None, most: float | None, what: str, said: Said) -> None:
    if least is not None and most is not None and least > most:
        given = said.constraints.items()
        bounds = [f"`{name}={shown(value)}`" for name, values in given for value in values]
        raise _contradiction(f"No {what} keeps to {' and '.join(bounds)}.")


def _contradiction(rule: str) -> Refused:
    return Refused("contradiction", rule, "Change the bounds so that some answer fits.")
