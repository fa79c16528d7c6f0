"""What a run of ``elicitform lint`` came to, for whatever prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.schemas.lint.report import FileReport, LintFinding


class LintOutcome(NamedTuple):
    """What a run of the command came to.

    Attributes:
        reports: What was found, one a file.
        unread: The files that could not be read, each with the reason.
        yaml_left_out: How many YAML files of folders were left out for want of a library.
        asked: The revisions of what names none itself.
    """

    reports: list[FileReport]
    unread: list[tuple[str, str]]
    yaml_left_out: int
    asked: tuple[str, ...]

    @property
    def errors(self) -> int:
        """How many errors there are, with those that are not told."""
        return sum(report.errors for report in self.reports)

    @property
    def warnings(self) -> int:
        """How many warnings there are, with those that are not told."""
        return sum(report.warnings for report in self.reports)

    @property
    def findings(self) -> Iterator[LintFinding]:
        """Every finding, file by file."""
        return (finding for report in self.reports for finding in report.findings)
