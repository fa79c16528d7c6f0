"""What linting returns: the findings with their positions, and counts of what was checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.schemas.documents.texts import Severity

MOST_FINDINGS = 1_000
"""How many findings of one file are listed with their positions; the others are counted."""


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


class LintReport(NamedTuple):
    """What was found in several files and folders.

    Attributes:
        files: What was found, one report a file.
        unread: What could not be read, each with the reason.
        excluded: How many files and folders were left out, as asked for.
        yaml_left_out: How many YAML files of folders were left out for want of a library.
    """

    files: list[FileReport]
    unread: list[tuple[str, str]]
    excluded: int
    yaml_left_out: int

    @property
    def errors(self) -> int:
        """How many errors there are, with those that were left out."""
        return sum(report.errors for report in self.files)

    @property
    def warnings(self) -> int:
        """How many warnings there are, with those that were left out."""
        return sum(report.warnings for report in self.files)

    @property
    def findings(self) -> Iterator[LintFinding]:
        """Every finding, file by file."""
        return (finding for report in self.files for finding in report.findings)
