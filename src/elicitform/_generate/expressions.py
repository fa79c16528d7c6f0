"""Python expressions that a form's class statement is made of, to be evaluated or printed.

A form that is made of a schema is made of these, and so is the source of one: the two cannot
disagree, and no text is ever evaluated.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Optional

from pydantic import Field

from elicitform._declare.markers import Format, MultiSelect, NotSecret, Prefill, Titles

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias


class Name(NamedTuple):
    """A name of `MEANINGS`."""

    name: str


class Constant(NamedTuple):
    """A plain value."""

    value: str | int | float | bool | None


class ListOf(NamedTuple):
    """A list display."""

    items: tuple[Expression, ...]


class DictOf(NamedTuple):
    """A dict display."""

    items: tuple[tuple[Expression, Expression], ...]


class Call(NamedTuple):
    """A call of something in `MEANINGS`."""

    function: str
    arguments: tuple[Expression, ...] = ()
    keywords: tuple[tuple[str, Expression], ...] = ()


class Subscript(NamedTuple):
    """Something in `MEANINGS`, with brackets behind it."""

    name: str
    items: tuple[Expression, ...]


class OrNone(NamedTuple):
    """A union with None."""

    other: Expression


Expression: TypeAlias = "Name | Constant | ListOf | DictOf | Call | Subscript | OrNone"

_SOURCES = {
    "datetime": ("date", "datetime", "timedelta", "timezone"),
    "elicitform": ("Form", "Format", "MultiSelect", "NotSecret", "Prefill", "Titles"),
    "pydantic": ("Field",),
    "typing": ("Annotated", "Literal"),
}
IMPORTED_FROM = {name: module for module, names in _SOURCES.items() for name in names}
"""The module of each name that is not built in."""

MEANINGS: dict[str, Any] = {
    "Annotated": Annotated,
    "Field": Field,
    "Format": Format,
    "Literal": Literal,
    "MultiSelect": MultiSelect,
    "NotSecret": NotSecret,
    "Prefill": Prefill,
    "Titles": Titles,
    "bool": bool,
    "date": date,
    "datetime": datetime,
    "float": float,
    "int": int,
    "str": str,
    "timedelta": timedelta,
    "timezone": timezone,
    "timezone.utc": timezone.utc,
}
"""What each name stands for."""


def value_of(expression: Expression) -> Any:
    """Evaluate an expression."""
    return _EVALUATED[type(expression)](expression)


def _called(call: Call) -> Any:
    keywords = {name: value_of(value) for name, value in call.keywords}
    return MEANINGS[call.function](*map(value_of, call.arguments), **keywords)


def _subscripted(subscript: Subscript) -> Any:
    items = [value_of(item) for item in subscript.items]
    return MEANINGS[subscript.name][items[0] if len(items) == 1 else tuple(items)]


def _optional(type_: Any) -> Any:
    """Return a type that equals no other, so that `typing` hands out none in its place.

    Each ``Field()`` differs from any other, and this one says nothing.
    """
    return Optional[Annotated[type_, Field()]]  # noqa: UP045  (any kind of type)


_EVALUATED: dict[type, Callable[[Any], Any]] = {
    Name: lambda name: MEANINGS[name.name],
    Constant: lambda constant: constant.value,
    ListOf: lambda display: [*map(value_of, display.items)],
    DictOf: lambda display: {value_of(key): value_of(value) for key, value in display.items},
    Call: _called,
    Subscript: _subscripted,
    OrNone: lambda union: _optional(value_of(union.other)),
}
