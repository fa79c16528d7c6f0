"""Collects the findings of one file: the first are kept, and all are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elicitform.schemas.lint.found import MOST_FINDINGS, FileReport, LintFinding

if TYPE_CHECKING:
    from elicitform.schemas.documents.texts import Document, Severity
    from elicitform.schemas.lint.judge import Judged


class Tally:
    """The findings of one file, document by document; no document is kept in memory."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._findings: list[LintFinding] = []
        self._kept: dict[Severity, int] = {"error": 0, "warning": 0}
        self._met: dict[Severity, int] = {"error": 0, "warning": 0}
        self._schemas = self._url_modes = self._unresolved = 0

    def take_document(self, document: Document, judged: Judged) -> None:
        """Add what is wrong with the text of a document, and what is found in its value."""
        for code, severity, path, message, (line, column) in document.problems:
            if self._wants(severity):
                place = self._file, line, column
                self._findings.append(LintFinding(*place, code, severity, path, message, ()))
        self._met["error"] += document.problems_left_out
        # NaN as a bound or a default breaks a rule of schemas, too: it is reported once.
        listed = {problem.path for problem in document.problems if problem.code == "file-constant"}
        findings = self._wanted_of(judged, listed)
        # Finding positions scans the text again.
        spots = document.spots([finding.path for finding in findings]) if findings else {}
        for finding in findings:
            line, column = spots[finding.path]
            self._findings.append(finding._replace(file=self._file, line=line, column=column))

    def take_value(self, judged: Judged) -> None:
        """Add what is found in a document without a text."""
        self._findings += self._wanted_of(judged, set())

    def _wanted_of(self, judged: Judged, listed: set[str]) -> list[LintFinding]:
        self._schemas += len(judged.schemas)
        self._url_modes += judged.url_modes
        self._unresolved += judged.unresolved
        return [
            finding
            for finding in judged.findings()
            if finding.path not in listed and self._wants(finding.severity)
        ]

    def _wants(self, severity: Severity) -> bool:
        """Count a finding, and return whether it may be among those that are listed."""
        self._met[severity] += 1
        before = self._kept["error"] + (self._kept["warning"] if severity == "warning" else 0)
        if before >= MOST_FINDINGS:
            return False
        self._kept[severity] += 1
        return True

    def report(self) -> FileReport:
        """Return what was found, from the top of the file to its end."""
        errors, warnings = self._met["error"], self._met["warning"]
        # No warning takes the place of an error.
        listed = sorted(enumerate(self._findings), key=lambda one: one[1].severity)[:MOST_FINDINGS]
        listed.sort(key=lambda one: (one[1].line, one[1].column, one[0]))
        findings = [finding for _, finding in listed]
        omitted = errors + warnings - len(findings)
        looked_at = self._schemas, self._url_modes, self._unresolved
        return FileReport(self._file, findings, *looked_at, omitted, errors, warnings)
