"""What JSON and YAML texts have in common: positions, problems of the text itself, and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from elicitform._wire.words import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

Severity = Literal["error", "warning"]

MOST_PROBLEMS = 1_000
"""How many problems of one text are listed with their positions; the others are counted."""

DEEPEST = 500
"""How many levels deep YAML may be nested; for JSON, what is reported where `json` gives up."""

_LONGEST_INTEGER = 400
_FAR_OUT: int = 10**_LONGEST_INTEGER


class Spot(NamedTuple):
    """A place in a file.

    Attributes:
        line: The line, from 1 on.
        column: The column in code points, from 1 on.
    """

    line: int
    column: int


START = Spot(1, 1)


class Problem(NamedTuple):
    """Something wrong with a text itself, as JSON or YAML.

    Attributes:
        code: A stable name of the rule.
        severity: ``error`` or ``warning``.
        path: The place, as a JSON pointer.
        message: What is wrong, and what to write instead.
        spot: The place in the file.
    """

    code: str
    severity: Severity
    path: str
    message: str
    spot: Spot


class Document:
    """A JSON value that was read from a text, with the positions of its parts.

    Attributes:
        value: The value; None where the text cannot be read to its end.
        problems: What is wrong with the text itself: the first of `MOST_PROBLEMS`.
        problems_left_out: How many errors more there are in the text itself.
    """

    __slots__ = ("problems", "problems_left_out", "value")

    def __init__(self, *problems: Problem) -> None:
        self.value: object = None
        self.problems = list(problems)
        self.problems_left_out = 0

    def spots(self, pointers: Iterable[str]) -> dict[str, Spot]:
        """Return the position of each pointer, or of the nearest existing one above it."""
        return dict.fromkeys(pointers, START)


def spot_at_end_of(text: str) -> Spot:
    """Return the place behind the last character of a text."""
    return Spot(text.count("\n") + 1, len(text) - text.rfind("\n"))


def syntax_problem(message: str, spot: Spot = START) -> Problem:
    """Return the finding that a text cannot be read."""
    return Problem("file-syntax", "error", "", message, spot)


def depth_problem(path: str, spot: Spot) -> Problem:
    """Return the finding that a text is nested too deeply."""
    message = f"this is nested more than {DEEPEST} levels deep, and no elicitation is"
    return Problem("file-depth", "error", path, message, spot)


def repeated_problem(key: str, path: str, spot: Spot) -> Problem:
    """Return the finding that a key is there already."""
    message = (
        f"{quoted(key)} is in this object already, and readers differ in which of the two they "
        "keep; take one out (RFC 8259 section 4)"
    )
    return Problem("file-duplicate-key", "error", path, message, spot)


def constant_problem(path: str, spot: Spot) -> Problem:
    """Return the finding that a number is NaN or infinite."""
    message = "JSON has no NaN and no infinity (RFC 8259 section 6); write a number, or nothing"
    return Problem("file-constant", "error", path, message, spot)


def bounded_integer(digits: str) -> int:
    """Return an integer; one of very many digits becomes another that is as far out of bounds."""
    if len(digits) <= _LONGEST_INTEGER:
        return int(digits)
    return -_FAR_OUT if digits.startswith("-") else _FAR_OUT
