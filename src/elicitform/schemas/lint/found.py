"""What linting finds: the findings, where they are, and what was looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Severity = Literal["error", "warning"]

MOST_FINDINGS = 1_000
"""How many findings of one file are placed and told; nobody reads more."""


class Spot(NamedTuple):
    """A place in a file.

    Attributes:
        line: The line, from 1 on.
        column: The column in code points, from 1 on.
    """

    line: int
    column: int


START = Spot(1, 1)


class LintFinding(NamedTuple):
    """One thing that is wrong in a file, or will surprise somebody.

    Attributes:
        file: The file as it was named, ``-`` for standard input.
        line: The line, from 1 on; 0 where there is no text, only a document.
        column: The column in code points, from 1 on; 0 where there is no text.
        code: A stable name of the rule, such as ``default-range``.
        severity: ``error`` where it is not valid, ``warning`` where a client suffers.
        path: The place in the document, as a JSON pointer (RFC 6901).
        message: What is wrong, and what to write instead.
        revisions: The protocol revisions at which it holds, oldest first; empty where the rule has
            nothing to do with revisions.
    """

    file: str
    line: int
    column: int
    code: str
    severity: Severity
    path: str
    message: str
    revisions: tuple[str, ...]


class FileReport(NamedTuple):
    """What was found in one file.

    Attributes:
        file: The file as it was named, ``-`` for standard input.
        findings: The findings, from the top of the file to its end.
        schemas: How many schemas were checked.
        url_modes: How many elicitations in URL mode were seen; they have no form to check.
        unresolved: How many references to a schema lead out of what was given.
        omitted: How many findings were left out, past the first 1,000; errors are kept first.
        errors: How many errors there are, with those that were left out.
        warnings: How many warnings there are, with those that were left out.
    """

    file: str
    findings: list[LintFinding]
    schemas: int
    url_modes: int
    unresolved: int
    omitted: int
    errors: int
    warnings: int

    @property
    def is_without_elicitation(self) -> bool:
        """Whether there was nothing to check, and nothing wrong with the file either."""
        seen = self.schemas or self.url_modes or self.unresolved
        return not seen and not self.findings


class Problem(NamedTuple):
    """Something wrong with a text, whatever it says.

    Attributes:
        code: A stable name of the rule.
        severity: ``error`` or ``warning``.
        path: The place, as a JSON pointer.
        message: What is wrong, and what to write instead.
        spot: The place in the text.
    """

    code: str
    severity: Severity
    path: str
    message: str
    spot: Spot


class Document(Protocol):
    """A JSON value that was read from a text, and remembers where its parts stand.

    Attributes:
        value: The value.
        problems: What is wrong with the text itself, as far as it is told.
        problems_left_out: How many errors more there are in the text itself.
    """

    value: object
    problems: list[Problem]
    problems_left_out: int

    def spots(self, pointers: Iterable[str]) -> Mapping[str, Spot]:
        """Return the place of each pointer, or of what is nearest above where nothing is there."""
        ...


def shown_key(key: str) -> str:
    """Return a key for a message: short, and safe to print."""
    longest = 60
    return ascii(key[:longest]) if len(key) <= longest else f"{key[:longest]!a}…"


def step(key: object) -> str:
    """Return a key or an index as one step of a JSON pointer (RFC 6901 section 3)."""
    return "/" + str(key).replace("~", "~0").replace("/", "~1")


def steps_of(pointer: str) -> list[str]:
    """Return the keys and indices of a JSON pointer (RFC 6901 section 4)."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
