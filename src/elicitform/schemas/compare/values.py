"""The values that a property takes, and those of them that a keyword of another refuses.

Each kind of property is one small tuple. Its methods return the simplest value that it takes and a
given keyword refuses, or None where there is no such value; JSON null is never one.

Numbers are those that every JSON reader holds: whole numbers and fractions in the range of 64-bit
floating point (RFC 8259 section 6). Text is valid
Unicode. The picks of a multi-select are distinct.
"""

from __future__ import annotations

import itertools
import math
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from typing_extensions import assert_never

from elicitform._wire.formats import FORMATS, has_format, shortest_length
from elicitform.schemas.compare.texts import distinct_texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elicitform._wire.property import Property

MOST_CHARACTERS = 1_000_000
"""How long a text is written out at most."""

_LARGEST_NUMBER = sys.float_info.max
_FIRST_WITHOUT_FRACTIONS = 2**52
"""From here on, no number in floating point has a fraction."""


class _TooLong:
    """Takes the place of a value that exists and is too long to be written out."""


TOO_LONG = _TooLong()


class Numbers(NamedTuple):
    """The numbers between two bounds; only the whole ones if `whole`."""

    low: float
    high: float
    whole: bool

    def simplest(self) -> float | None:
        """Return the whole number nearest to zero, else a bound."""
        return self._simplest(self.low, self.low, self.high)

    def below(self, limit: float) -> float | None:
        """Return the simplest of the numbers that are smaller than `limit`."""
        if not self.low < limit:
            return None
        return self._simplest(self.low, self.low, min(self.high, math.ceil(limit) - 1))

    def above(self, limit: float) -> float | None:
        """Return the simplest of the numbers that are larger than `limit`."""
        if not self.high > limit:
            return None
        return self._simplest(self.high, max(self.low, math.floor(limit) + 1), self.high)

    def fraction(self) -> float | None:
        """Return the simplest of the numbers that are not whole: with a half if there is one."""
        if self.whole or self.low > self.high:
            return None
        half = _simplest_half(self.low, self.high)
        ends = [end for end in (self.low, self.high) if end != math.floor(end)]
        return half if half is not None else next(iter(ends), None)

    def _simplest(self, otherwise: float, low: float, high: float) -> float | None:
        """Return the whole number between bounds next to zero, else `otherwise` if it is taken."""
        first, last = math.ceil(low), math.floor(high)
        if first <= last:
            return min(max(first, 0), last)
        return otherwise if not self.whole and self.low <= self.high else None


def _simplest_half(low: float, high: float) -> float | None:
    """Return the number between two bounds with a fraction of one half, next to zero."""
    most = _FIRST_WITHOUT_FRACTIONS
    doubled_low, doubled_high = (2 * min(max(end, -most), most) for end in (low, high))
    first, last = math.ceil(doubled_low) | 1, (math.floor(doubled_high) - 1) | 1  # odd ones
    if first > last:
        return None
    return min(max(first, 1), last) / 2


class Texts(NamedTuple):
    """The texts with a length between two bounds, and with a format if it is not None."""

    least: int
    most: float
    format: str | None

    def simplest(self) -> Any:
        """Return the shortest text, but not the empty one if there is another."""
        return self._first_of_lengths(max(self.least, 1), self.least)

    def shorter(self, limit: int) -> Any:
        """Return the simplest of the texts with fewer than `limit` characters."""
        return Texts(self.least, min(self.most, int(limit) - 1), self.format).simplest()

    def longer(self, limit: int) -> Any:
        """Return the simplest of the texts with more than `limit` characters."""
        return Texts(max(self.least, int(limit) + 1), self.most, self.format).simplest()

    def outside(self, choices: Iterable[str]) -> Any:
        """Return the simplest of the texts that are not among the choices."""
        simplest = self.simplest()
        if simplest is TOO_LONG:
            return TOO_LONG
        listed = set(choices)
        texts = distinct_texts(self.format, self.least, self.most)
        return next((text for text in texts if text not in listed), None)

    def without_format(self, _: str) -> Any:
        """Return the simplest of the texts that do not have a format other than their own.

        No text has two formats: only an email address has an ``@`` and no colon, only a URI begins
        with a letter and has a colon, and a date has another length than a date-time.
        """
        return self.simplest()

    def _first_of_lengths(self, *lengths: int) -> Any:
        """Return the shortest text of the first of these least lengths that has one."""
        for least in lengths:
            length = least if self.format is None else shortest_length(self.format, least)
            if length <= min(self.most, _longest(self.format)):
                if length > MOST_CHARACTERS:
                    return TOO_LONG
                if self.format is None:
                    return "a" * length
                return next(distinct_texts(self.format, length, length))
        return None


def _longest(name: str | None) -> float:
    longest = FORMATS[name].longest if name else None
    return math.inf if longest is None else longest


class Choices(NamedTuple):
    """One of some choices."""

    choices: tuple[str, ...]

    def simplest(self) -> str:
        """Return the first of the shortest choices."""
        return min(self.choices, key=len)

    def outside(self, texts: Texts) -> str | None:
        """Return the simplest of the choices that are not among the texts."""
        refused = [choice for choice in self.choices if not _is_one_of(texts, choice)]
        return min(refused, key=len, default=None)

    def other_than(self, choices: Iterable[str]) -> str | None:
        """Return the simplest of the choices that are not among the others."""
        return min(without(self.choices, choices), key=len, default=None)


class Booleans(NamedTuple):
    """True and false."""

    def simplest(self) -> bool:
        """Return false."""
        return False


class Picks(NamedTuple):
    """Some of the choices: as many as lie between two bounds, each once, in any order."""

    choices: tuple[str, ...]
    least: int
    most: int

    def simplest(self) -> list[str] | None:
        """Return the fewest picks, but not none if there may be one."""
        for count in (max(self.least, 1), self.least):
            if count <= self.most:
                return list(self.choices[:count])
        return None

    def fewer(self, limit: int) -> list[str] | None:
        """Return the simplest picks that are fewer than `limit`."""
        return Picks(self.choices, self.least, min(self.most, int(limit) - 1)).simplest()

    def more(self, limit: int) -> list[str] | None:
        """Return the simplest picks that are more than `limit`."""
        return Picks(self.choices, max(self.least, int(limit) + 1), self.most).simplest()

    def other_than(self, choices: Iterable[str]) -> list[str] | None:
        """Return the simplest picks of which one is not among the other choices."""
        other = without(self.choices, choices)
        if not other or not self.most:
            return None
        first = min(other, key=len)
        rest = (choice for choice in self.choices if choice != first)
        return [first, *itertools.islice(rest, max(self.least - 1, 0))]


Values = Numbers | Texts | Choices | Booleans | Picks


def taken_by(wire: Property) -> Values:
    """Return what a property takes."""
    match wire.kind:
        case "string":
            most = wire.limit("maxLength")
            least = wire.limit("minLength") or 0
            return Texts(least, math.inf if most is None else most, wire.definition.get("format"))
        case "number" | "integer":
            low = -_LARGEST_NUMBER if wire.minimum is None else wire.minimum
            high = _LARGEST_NUMBER if wire.maximum is None else wire.maximum
            is_whole = wire.kind == "integer"
            return Numbers(max(low, -_LARGEST_NUMBER), min(high, _LARGEST_NUMBER), is_whole)
        case "boolean":
            return Booleans()
        case "single-select" | "titled-single-select" | "legacy-titled-single-select":
            return Choices(tuple(wire.titles))
        case "multi-select" | "titled-multi-select":
            choices, most = tuple(wire.titles), wire.limit("maxItems")
            most = len(choices) if most is None else min(most, len(choices))
            return Picks(choices, wire.limit("minItems") or 0, most)
        case _:
            assert_never(wire.kind)


def without(choices: Iterable[str], others: Iterable[str]) -> list[str]:
    """Return the choices that are not among the others, in their order."""
    known = set(others)
    return [choice for choice in choices if choice not in known]


def _is_one_of(texts: Texts, text: str) -> bool:
    name = texts.format
    return texts.least <= len(text) <= texts.most and (name is None or has_format(name, text))
