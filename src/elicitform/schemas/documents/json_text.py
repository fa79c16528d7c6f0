"""JSON texts, read as fast as `json` reads them; where something stands is looked up afterwards.

Parsing remembers no positions. Only where some key is repeated, some number is NaN or infinite, or
somebody asks for the place of a finding, the text is gone through once more, member by member.
"""

from __future__ import annotations

import json
import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform._wire.words import step
from elicitform.schemas.documents.texts import (
    DEEPEST,
    MOST_PROBLEMS,
    START,
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


class JsonDocument:
    """One JSON text.

    Attributes:
        value: What it says; None where it is not JSON.
        problems: What is wrong with the text itself: the first of `MOST_PROBLEMS`.
        problems_left_out: How many errors more there are in the text itself.
        is_json: Whether it is JSON at all.
        goes_on: Whether a JSON text ends and something follows it.
    """

    __slots__ = ("_above", "_text", "goes_on", "is_json", "problems", "problems_left_out", "value")

    def __init__(self, text: str, above: int = 0) -> None:
        """Read a text that has so many lines of the file above it."""
        self._text = text
        self._above = above
        self.value: object = None
        self.problems: list[Problem] = []
        self.problems_left_out = 0
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
        ways = {pointer: _ways_to(pointer) for pointer in pointers}
        wanted = {place for way in ways.values() for place in way}
        met: dict[str, int] = {}
        for member in _members(self._text, wanted):
            if member.problem_at is not constant_problem:  # which stands behind its key
                met[member.pointer] = member.offset
            if len(met) == len(wanted) and not self.problems:  # no key comes again
                break
        offsets = {pointer: _last_met(way, met) for pointer, way in ways.items()}
        spots = _spots(self._text, offsets.values(), self._above)
        return {pointer: spots[offset] for pointer, offset in offsets.items()}


# --- parsing ----------------------------------------------------------------------------------


def _decode(text: str, odd: set[str]) -> object:
    """Return what a text says, and note in `odd` that some key or number in it is odd."""

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


_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_BRACKET = re.compile(rf"{_STRING}|[\[{{]|[\]}}]", re.DOTALL)


def _too_deep_at(text: str) -> int:
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
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


# --- going through a text that is JSON, member by member --------------------------------------


class _Member(NamedTuple):
    """A key of an object, a member of a list, an odd number, or the whole text.

    Attributes:
        offset: Where it stands.
        pointer: The JSON pointer to it.
        problem_at: Makes a `Problem` of its pointer and place; None where nothing is wrong with it.
    """

    offset: int
    pointer: str
    problem_at: Callable[[str, Spot], Problem] | None = None


class _Frame:
    """An object or a list that is open, and where in it we are.

    Attributes:
        at: What points to it; None where nothing in it is wanted.
    """

    __slots__ = ("_index", "_is_object", "_keys", "_wants_key", "at")

    def __init__(self, at: str | None, *, is_object: bool) -> None:
        self.at = at
        self._is_object = is_object
        self._wants_key = False
        self._keys: set[str] = set()
        self._index = -1

    def element(self, text: str, end: int) -> _Member | None:
        """Return what begins behind a bracket or a comma, if it is a member of a list."""
        self._wants_key = self._is_object
        start = _end_of_space(text, end)
        if self.at is None or self._is_object or text[start] == "]":
            return None
        self._index += 1
        return _Member(start, f"{self.at}/{self._index}")

    def key(self, piece: str, offset: int) -> _Member | None:
        """Return what a string is, if it is a key."""
        if self.at is None or not self._wants_key:
            return None
        self._wants_key = False
        key: str = json.loads(piece) if "\\" in piece else piece[1:-1]
        problem_at = partial(repeated_problem, key) if key in self._keys else None
        self._keys.add(key)
        return _Member(offset, self.at + step(key), problem_at)


_PIECE = re.compile(rf"{_STRING}|[\[{{]|[\]}},]|NaN|-?Infinity", re.DOTALL)
_SPACE = re.compile(r"[ \t\n\r]*")


def _members(text: str, wanted: set[str] | None = None) -> Iterator[_Member]:
    """Yield every member in a text, or only those with a pointer that is wanted.

    What is wanted includes whatever is on the way to it; nothing else is looked into.
    """
    frames: list[_Frame] = []
    met: _Member | None
    pointer: str | None = ""
    yield _Member(_end_of_space(text, 0), "")
    for found in _PIECE.finditer(text):
        piece, offset = found[0], found.start()
        if piece in "]}":
            pointer, met = frames.pop().at, None
        elif piece in "[{,":
            if piece != ",":
                frames.append(_Frame(pointer, is_object=piece == "{"))
            met = frames[-1].element(text, found.end())
        elif piece[0] == '"':
            met = frames[-1].key(piece, offset) if frames else None
        else:
            met = None if pointer is None else _Member(offset, pointer, constant_problem)
        if met is not None:
            pointer = met.pointer if wanted is None or met.pointer in wanted else None
            if pointer is not None:
                yield met


def _ways_to(pointer: str) -> list[str]:
    """Return the pointers to everything on the way to a place, and to the place itself."""
    steps = pointer.split("/")
    return ["/".join(steps[:count]) for count in range(1, len(steps) + 1)]


def _last_met(way: list[str], met: dict[str, int]) -> int:
    """Return where the last place of a way is that is there.

    With a repeated key, only what stands behind its last occurrence counts, as in `json.loads`.
    """
    offset = met[""]
    for place in way[1:]:
        if met.get(place, -1) <= offset:
            break
        offset = met[place]
    return offset


def _end_of_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    assert space is not None  # noqa: S101  (it matches nothing, too)
    return space.end()


def _spots(text: str, offsets: Iterable[int], above: int) -> dict[int, Spot]:
    """Return line and column of each offset; the text is gone through once."""
    spots: dict[int, Spot] = {}
    line, counted, line_end = 1 + above, 0, -1
    for offset in sorted(set(offsets)):
        line += text.count("\n", counted, offset)
        line_end = max(line_end, text.rfind("\n", counted, offset))
        counted = offset
        spots[offset] = Spot(line, offset - line_end)
    return spots
