"""Texts of a format and a length, simple ones first: one of them is outside a list of choices."""

from __future__ import annotations

import itertools
import string
from datetime import date
from typing import TYPE_CHECKING

from elicitform._wire.formats import FORMATS, has_format, shortest_length

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN = string.ascii_letters + string.digits
_FIRST = _PLAIN + string.punctuation
# What parts an address or a URI comes early, so that one is soon found.
_LATER = "a@:" + _PLAIN[1:] + "".join(sorted(set(string.punctuation) - {"@", ":"}))
_FREE = 5
"""How many characters are varied where every one of a text might be."""

_FIRST_DAY = date(2026, 1, 1).toordinal()


def distinct_texts(name: str | None, least: int, most: float) -> Iterator[str]:
    """Yield distinct texts that have the format and a length from `least` to `most`.

    Where fewer than a million such texts exist, all of them are yielded; else at least a million,
    so that one of them is outside any list of choices.

    Args:
        name: The name of the format, or None for any text.
        least: Fewest characters.
        most: Most characters, or infinity.
    """
    if name is None:
        yield from _any_texts(least, most)
        return
    length = shortest_length(name, least)
    longest = FORMATS[name].longest
    for each in range(length, length + 4):  # short ones may be few: there are 52 URIs like "a:"
        fits = each <= most and (longest is None or each <= longest)
        if fits and each == shortest_length(name, each):
            yield from _TEXTS[name](each)


def _any_texts(least: int, most: float) -> Iterator[str]:
    """Yield any texts; the empty one last, since people take it for no answer."""
    length = max(least, 1)
    if length == 1 <= most:
        yield from _characters()
    if max(length, 2) <= most:
        filler = "a" * (max(length, 2) - 2)
        yield from (f"{filler}{one}{other}" for one in _characters() for other in _characters())
    if least == 0:
        yield ""


def _characters() -> Iterator[str]:
    """Yield every character of Unicode, the plain ones first."""
    every = map(chr, itertools.chain(range(0xD800), range(0xE000, 0x110000)))
    return itertools.chain(_PLAIN, (character for character in every if character not in _PLAIN))


def _dates(_: int) -> Iterator[str]:
    days = itertools.chain(range(_FIRST_DAY, date.max.toordinal() + 1), range(1, _FIRST_DAY))
    return (date.fromordinal(day).isoformat() for day in days)


def _date_times(length: int) -> Iterator[str]:
    plain = FORMATS["date-time"].shortest
    fraction = f".{'0' * (length - plain - 1)}" if length > plain else ""
    return (
        f"{day}T{hour:02}:{minute:02}:{second:02}{fraction}Z"
        for day in _dates(length)
        for hour, minute, second in itertools.product(range(24), range(60), range(60))
    )


def _emails(length: int) -> Iterator[str]:
    # The rest goes on with the host name in labels of one letter, so no part gets too long.
    rest = ("a." * length)[: max(length - _FREE, 0)][::-1]
    return _varied("email", length - len(rest), "", rest)


def _uris(length: int) -> Iterator[str]:
    free = min(length, _FREE)
    return _varied("uri", free, "a" * (length - free), "")


def _varied(name: str, free: int, before: str, after: str) -> Iterator[str]:
    """Yield what has the format among the texts with any `free` characters in that place."""
    for characters in itertools.product(_FIRST, *[_LATER] * (free - 1)):
        text = f"{before}{''.join(characters)}{after}"
        if has_format(name, text):
            yield text


_TEXTS = {"email": _emails, "uri": _uris, "date": _dates, "date-time": _date_times}
