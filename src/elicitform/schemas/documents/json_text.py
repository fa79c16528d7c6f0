"""JSON texts, read as fast as `json` reads them, with positions on demand.

`json` keeps no positions. Where a key is repeated, a number is NaN or infinite, or the position of
a finding is needed, the text is scanned once more, member by member.
"""

from __future__ import annotations

import json
import re
from functools import partial
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform._wire.words import step
from elicitform.schemas.documents.texts import (
    DEEPEST,
    MOST_PROBLEMS,
    START,
    Document,
    Problem,
    Spot,
    bounded_integer,
    constant_problem,
    depth_problem,
    repeated_problem,
    syntax_problem,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


class JsonDocument(Document):
    """One JSON text.

    Attributes:
        is_json: Whether it is JSON at all.
        goes_on: Whether a JSON text ends and something follows it.
    """

    __slots__ = ("_above", "_text", "goes_on", "is_json")

    def __init__(self, text: str, above: int = 0) -> None:
        """Read a text, which has `above` lines of its file above it."""
        super().__init__()
        self._text = text
        self._above = above
        self.goes_on = False
        self.is_json = False
        odd: set[str] = set()
        try:
            self.value = _decode(text, odd)
        except json.JSONDecodeError as error:
            self.goes_on = error.msg == "Extra data"
            self.problems = [_syntax_problem(text, error, above)]
        except RecursionError:
            offset = _too_deep_at(text)
            self.problems = [depth_problem("", _spots(text, [offset], above)[offset])]
        else:
            self.is_json = True
            if odd:
                self.problems, self.problems_left_out = _odd_problems(text, above)

    def spots(self, pointers: Iterable[str]) -> dict[str, Spot]:
        """Return the place of each pointer: its key in an object, itself in a list."""
        # Everything on the way to a place, and the place itself.
        ways = {one: list(accumulate(one.split("/"), "{}/{}".format)) for one in pointers}
        wanted = {place for way in ways.values() for place in way}
        met: dict[str, int] = {}
        for member in _members(self._text, wanted):
            if member.problem_at is not constant_problem:  # which is behind its key
                met[member.pointer] = member.offset
            if len(met) == len(wanted) and not self.problems:  # no key comes again
                break
        offsets = {pointer: _last_met(way, met) for pointer, way in ways.items()}
        spots = _spots(self._text, offsets.values(), self._above)
        return {pointer: spots[offset] for pointer, offset in offsets.items()}


# --- parsing ----------------------------------------------------------------------------------


def _decode(text: str, odd: set[str]) -> object:
    """Return the value of a text; repeated keys and numbers that are not finite go into `odd`."""

    def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            odd.add("key")
        return members

    def not_finite(name: str) -> float:
        odd.add(name)
        return _CONSTANTS[name]

    hooks: dict[str, Any] = {"object_pairs_hook": without_repeats, "parse_constant": not_finite}
    try:
        decoder = json.JSONDecoder(**hooks)
        value: object = decoder.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer of more digits than Python converts
        decoder = json.JSONDecoder(**hooks, parse_int=bounded_integer)
        value = decoder.decode(text)
    return value


def _syntax_problem(text: str, error: json.JSONDecodeError, above: int) -> Problem:
    if not text.strip():
        return syntax_problem("there is nothing in it; write JSON", START)
    if error.msg.startswith("Unterminated string"):
        message = "the text ends within the string that starts here; write the rest"
    elif error.pos >= len(text.rstrip()):
        message = "the text ends before the JSON does; write the rest"
    else:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    return syntax_problem(message, Spot(error.lineno + above, error.colno))


_PIECE = re.compile(
    r'"[^"\\]*(?:\\.[^"\\]*)*"([ \t\n\r]*:)?|[\[{,][ \t\n\r]*|[\]}]|NaN|-?Infinity', re.DOTALL
)
"""A string, with the colon behind a key; a bracket; a comma; NaN or an infinity."""


def _too_deep_at(text: str) -> int:
    depth = 0
    for found in _PIECE.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0][0], 0)
        if depth > DEEPEST:
            return found.start()
    return 0


def _odd_problems(text: str, above: int) -> tuple[list[Problem], int]:
    """Return the first of the repeated keys and odd numbers, and how many more there are."""
    odd = (member for member in _members(text) if member.problem_at)
    listed = list(islice(odd, MOST_PROBLEMS))
    spots = _spots(text, [member.offset for member in listed], above)
    problems = [
        member.problem_at(member.pointer, spots[member.offset])
        for member in listed
        if member.problem_at
    ]
    return problems, sum(1 for _ in odd)


# --- scanning a text that is JSON -------------------------------------------------------------


class _Member(NamedTuple):
    """A key of an object, a member of a list, an odd number, or the whole text.

    Attributes:
        offset: Its offset in the text.
        pointer: The JSON pointer to it.
        problem_at: Makes a `Problem` of its pointer and position; None where it has none.
    """

    offset: int
    pointer: str
    problem_at: Callable[[str, Spot], Problem] | None = None


class _Frame:
    """An object or a list that is open.

    Attributes:
        at: What points to it; None where nothing in it is wanted.
        keys: The keys of the object that were met; None for a list.
        length: How many members of the list were met.
    """

    __slots__ = ("at", "keys", "length")

    def __init__(self, at: str | None, keys: set[str] | None) -> None:
        self.at = at
        self.keys = keys
        self.length = 0

    def element(self, offset: int) -> _Member | None:
        """Return what follows a bracket or a comma, if it is a member of a list."""
        if self.at is None or self.keys is not None:
            return None
        self.length += 1
        return _Member(offset, f"{self.at}/{self.length - 1}")

    def key(self, literal: str, offset: int) -> _Member | None:
        """Return the member of a key."""
        if self.at is None or self.keys is None:
            return None
        key: str = json.loads(literal) if "\\" in literal else literal[1:-1]
        problem_at = partial(repeated_problem, key) if key in self.keys else None
        self.keys.add(key)
        return _Member(offset, self.at + step(key), problem_at)


def _members(text: str, wanted: set[str] | None = None) -> Iterator[_Member]:
    """Yield every member in a text, or only those with a pointer that is wanted.

    What is wanted includes whatever is on the way to it; nothing else is looked into.
    """
    frames: list[_Frame] = []
    pointer: str | None = ""
    yield _Member(len(text) - len(text.lstrip(" \t\n\r")), "")
    for found in _PIECE.finditer(text):
        piece, colon = found[0], found[1]
        met: _Member | None = None
        if piece in "]}":
            pointer = frames.pop().at
        elif piece[0] in "[{,":
            if piece[0] != ",":
                frames.append(_Frame(pointer, set() if piece[0] == "{" else None))
            if text[found.end()] != "]":
                met = frames[-1].element(found.end())
        elif colon:
            met = frames[-1].key(piece.removesuffix(colon), found.start())
        elif piece[0] != '"' and pointer is not None:
            met = _Member(found.start(), pointer, constant_problem)
        if met is not None:
            pointer = met.pointer if wanted is None or met.pointer in wanted else None
            if pointer is not None:
                yield met


def _last_met(way: list[str], met: dict[str, int]) -> int:
    """Return the offset of the last place of a way that exists.

    With a repeated key, only positions behind its last occurrence count, as in `json.loads`.
    """
    offset = met[""]
    for place in way[1:]:
        if met.get(place, -1) <= offset:
            break
        offset = met[place]
    return offset


def _spots(text: str, offsets: Iterable[int], above: int) -> dict[int, Spot]:
    """Return line and column of each offset, in one pass over the text."""
    spots: dict[int, Spot] = {}
    line, counted, line_end = 1 + above, 0, -1
    for offset in sorted(set(offsets)):
        line += text.count("\n", counted, offset)
        line_end = max(line_end, text.rfind("\n", counted, offset))
        counted = offset
        spots[offset] = Spot(line, offset - line_end)
    return spots
