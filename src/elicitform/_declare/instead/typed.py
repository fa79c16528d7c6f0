"""A type that a form can have, and what goes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform._declare.instead import values

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTHS = frozenset({"min_length", "max_length"})
BOUNDS = frozenset({"ge", "le"})
OPEN_BOUNDS = frozenset({"gt", "lt"})


class Typed(NamedTuple):
    """A type that a form can have.

    Attributes:
        code: The type, as source.
        markers: What stands beside it inside ``Annotated``, as source.
        convert: Turns a value of the old type into one of this; raises where there is none.
        bounds: The constraints that it takes.
        notes: What the description has to add.
        checks: Statements of a validator that refuse what the old type refused.
        needs_since: It needs a revision that has multi-selects.
        is_list: Its text holds a list, separated by commas.
    """

    code: str
    markers: tuple[str, ...] = ()
    convert: Callable[[Any], Any] = values.same
    bounds: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    needs_since: bool = False
    is_list: bool = False


TEXT = Typed("str", convert=values.text, bounds=LENGTHS)
NUMBER = Typed("float", convert=values.number, bounds=BOUNDS)
INTEGER = Typed("int", convert=values.integer, bounds=BOUNDS | OPEN_BOUNDS)
BOOLEAN = Typed("bool", convert=values.boolean)
DAY = Typed("date", convert=values.day)
MOMENT = Typed("datetime", convert=values.moment)


def multi_select(item: str, convert: Callable[[Any], Any]) -> Typed:
    """Return the type of several choices."""
    return Typed(f"MultiSelect[{item}]", convert=convert, bounds=LENGTHS, needs_since=True)
