"""JSON texts, read as fast as `json` reads them; where something stands is only asked afterwards.

Parsing remembers no positions. It notices that a key is written twice or that a number is none, and
only then is the text gone through once more. A finding's place is looked up by its pointer: what
does not lie on the way is skipped by `json` itself.
"""

from __future__ import annotations

import contextlib
import json
import re
from typing import TYPE_CHECKING, Any

from elicitform.schemas.lint.found import (
    MOST_FINDINGS,
    START,
    Problem,
    Spot,
    shown_key,
    step,
    steps_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DEEPEST = 500
"""How deep a text is nested at most, where `json` gives up on it."""

_LONGEST_INTEGER = 400
_FAR_OUT: int = 10**_LONGEST_INTEGER
_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
_SPACE = re.compile(r"[ \t\n\r]*")


class JsonDocument:
    """One JSON text.

    Attributes:
        value: What it says; None where it is not JSON.
        problems: What is wrong with the text itself, as far as it is told.
        problems_left_out: How many errors more there are in the text itself.
        is_json: Whether it is JSON at all.
        goes_on: Whether a JSON text ends and something follows it.
    """

    __slots__ = ("_text", "goes_on", "is_json", "problems", "problems_left_out", "value")

    def __init__(self, text: str) -> None:
        self._text = text
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
            self.problems = [_syntax_problem(text, error)]
        except RecursionError:
            self.problems = [_depth_problem(text)]
        else:
            self.is_json = True
            if odd:
                self.problems, self.problems_left_out = _odd_problems(text)

    def spots(self, pointers: Iterable[str]) -> dict[str, Spot]:
        """Return the place of each pointer: its key in an object, itself in a list."""
        pointers = list(pointers)
        root = _Wanted()
        for pointer in pointers:
            root.add(pointer)
        with contextlib.suppress(RecursionError):  # a value to skip is as deep as `json` can bear
            root.place(self._text, _end_of_space(self._text, 0))
        offsets = {pointer: root.offset_of(pointer) for pointer in pointers}
        spots = _spots(self._text, offsets.values())
        return {pointer: spots[offset] for pointer, offset in offsets.items()}


# --- parsing ----------------------------------------------------------------------------------


def _decode(text: str, odd: set[str]) -> object:
    """Return what a text says, and note in `odd` that some key or number in it is odd."""

    def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            odd.add("key")
        return members

    def no_number(name: str) -> float:
        odd.add(name)
        return _CONSTANTS[name]

    hooks: dict[str, Any] = {"object_pairs_hook": without_repeats, "parse_constant": no_number}
    try:
        decoder = json.JSONDecoder(**hooks)
        value: object = decoder.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer of more digits than Python converts
        decoder = json.JSONDecoder(**hooks, parse_int=bounded_integer)
        value = decoder.decode(text)
    return value


def bounded_integer(digits: str) -> int:
    """Return the integer that is written, or one as far out of bounds where it is very long."""
    if len(digits) <= _LONGEST_INTEGER:
        return int(digits)
    return -_FAR_OUT if digits.startswith("-") else _FAR_OUT


def _syntax_problem(text: str, error: json.JSONDecodeError) -> Problem:
    if not text.strip():
        return Problem("file-syntax", "error", "", "there is nothing in it; write JSON", START)
    if error.msg.startswith("Unterminated string"):
        message = "the text ends within the string that starts here; write the rest"
    elif error.pos >= len(text.rstrip()):
        message = "the text ends before the JSON does; write the rest"
    else:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    return Problem("file-syntax", "error", "", message, Spot(error.lineno, error.colno))


_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.DOTALL)


def _depth_problem(text: str) -> Problem:
    depth, offset = 0, 0
    for found in _BRACKET.finditer(text):
        if (bracket := found[0]) in "[{":
            depth += 1
        elif bracket in "]}":
            depth -= 1
        if depth > DEEPEST:
            offset = found.start()
            break
    return depth_problem("", _spots(text, [offset])[offset])


def depth_problem(path: str, spot: Spot) -> Problem:
    """Return the finding that a text is nested too deeply."""
    message = f"this is nested more than {DEEPEST} levels deep, and no elicitation is"
    return Problem("file-depth", "error", path, message, spot)


# --- repeated keys, and numbers that are none: the whole text, one piece at a time ------------

_PIECE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]},]|NaN|-?Infinity', re.DOTALL)


class _Frame:
    """An object or a list that is open: where in it we are, and which keys it has had."""

    __slots__ = ("at", "is_object", "keys", "wants_key")

    def __init__(self, *, is_object: bool) -> None:
        self.is_object = self.wants_key = is_object
        self.keys: set[str] = set()
        self.at: str | int = "" if is_object else 0

    def go_on(self) -> None:
        self.wants_key = self.is_object
        if isinstance(self.at, int):
            self.at += 1


def _odd_problems(text: str) -> tuple[list[Problem], int]:
    """Return the first of the repeated keys and odd numbers, and how many more there are."""
    found: list[tuple[int, str, str | None]] = []
    left_out = 0
    for offset, frames, key in _odd_places(text):
        if len(found) < MOST_FINDINGS:
            found.append((offset, _pointer_to(frames), key))
        else:
            left_out += 1
    spots = _spots(text, [offset for offset, _, _ in found])
    problems = [
        constant_problem(path, spots[offset])
        if key is None
        else repeated_problem(key, path, spots[offset])
        for offset, path, key in found
    ]
    return problems, left_out


def _odd_places(text: str) -> Iterator[tuple[int, list[_Frame], str | None]]:
    """Yield offset and frames of each repeated key, with the key, and of each odd number."""
    frames: list[_Frame] = []
    for found in _PIECE.finditer(text):
        piece = found[0]
        if piece in "[{":
            frames.append(_Frame(is_object=piece == "{"))
        elif piece in "]}":
            frames.pop()
        elif piece == ",":
            frames[-1].go_on()
        elif piece[0] != '"':
            yield found.start(), frames, None
        elif frames and frames[-1].wants_key:
            frame = frames[-1]
            frame.wants_key = False
            key, _ = _value_at(text, found.start())
            frame.at = key
            if key in frame.keys:
                yield found.start(), frames, key
            frame.keys.add(key)


def _pointer_to(frames: list[_Frame]) -> str:
    return "".join(step(frame.at) for frame in frames)


def repeated_problem(key: str, path: str, spot: Spot) -> Problem:
    """Return the finding that a key is there already."""
    message = (
        f"{shown_key(key)} is in this object already, and readers differ in which of the two "
        "they keep; take one out (RFC 8259 section 4)"
    )
    return Problem("file-duplicate-key", "error", path, message, spot)


def constant_problem(path: str, spot: Spot) -> Problem:
    """Return the finding that a number is none."""
    message = "JSON has no NaN and no infinity (RFC 8259 section 6); write a number, or nothing"
    return Problem("file-constant", "error", path, message, spot)


# --- where something stands -------------------------------------------------------------------

_value_at = json.JSONDecoder(parse_int=str, parse_float=str).raw_decode


class _Wanted:
    """A place that is asked for, or lies on the way to one: a tree of steps.

    Where a key is repeated, the last one counts, and what was met below the others is forgotten: a
    place is only known if it was met in the latest visit of the one above.
    """

    __slots__ = ("_met_in", "_offset", "_visits", "below")

    def __init__(self) -> None:
        self.below: dict[str, _Wanted] = {}
        self._offset = 0
        self._visits = 0
        self._met_in = 0

    def add(self, pointer: str) -> None:
        node = self
        for name in steps_of(pointer):
            node = node.below.setdefault(name, _Wanted())

    def offset_of(self, pointer: str) -> int:
        """Return where the pointer's place is, or the nearest one above that is there."""
        node = self
        for name in steps_of(pointer):
            below = node.below[name]
            if below._met_in != node._visits:  # noqa: SLF001  (of this class)
                break
            node = below
        return node._offset  # noqa: SLF001

    def place(self, text: str, at: int) -> int:
        """Note where the value that starts at an offset is, and return where it ends."""
        return self._visit(text, at, at, 1)

    def _visit(self, text: str, offset: int, at: int, met_in: int) -> int:
        """Note an offset in a visit of what is above; return where the value at another ends."""
        self._offset, self._met_in = offset, met_in
        self._visits += 1
        if self.below and text[at] == "{":
            return self._place_members(text, at)
        if self.below and text[at] == "[":
            return self._place_elements(text, at)
        return _value_at(text, at)[1]

    def _place_members(self, text: str, at: int) -> int:
        at = _end_of_space(text, at + 1)
        while text[at] != "}":
            key, colon = _value_at(text, at)
            start = _end_of_space(text, _end_of_space(text, colon) + 1)
            node = self.below.get(key)
            end = node._visit(text, at, start, self._visits) if node else _value_at(text, start)[1]  # noqa: SLF001
            at = _after_comma(text, end)
        return at + 1

    def _place_elements(self, text: str, at: int) -> int:
        at, index = _end_of_space(text, at + 1), 0
        while text[at] != "]":
            node = self.below.get(str(index))
            end = node._visit(text, at, at, self._visits) if node else _value_at(text, at)[1]  # noqa: SLF001
            at, index = _after_comma(text, end), index + 1
        return at + 1


def _end_of_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    assert space is not None  # noqa: S101  (it matches nothing, too)
    return space.end()


def _after_comma(text: str, end: int) -> int:
    at = _end_of_space(text, end)
    return _end_of_space(text, at + 1) if text[at] == "," else at


def _spots(text: str, offsets: Iterable[int]) -> dict[int, Spot]:
    """Return line and column of each offset; the text is gone through once."""
    spots: dict[int, Spot] = {}
    line, counted, line_end = 1, 0, -1
    for offset in sorted(set(offsets)):
        line += text.count("\n", counted, offset)
        line_end = max(line_end, text.rfind("\n", counted, offset))
        counted = offset
        spots[offset] = Spot(line, offset - line_end)
    return spots
