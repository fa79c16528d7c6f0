"""The findings of one file as they come in: the first are kept, and every one is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elicitform.schemas.lint.found import MOST_FINDINGS, FileReport, LintFinding

if TYPE_CHECKING:
    from elicitform.schemas.documents.texts import Document, Severity
    from elicitform.schemas.lint.judge import Judged


class Tally:
    """What is found in one file, document by document; no document is held on to."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._findings: list[LintFinding] = []
        self._kept: dict[Severity, int] = {"error": 0, "warning": 0}
        self._met: dict[Severity, int] = {"error": 0, "warning": 0}
        self._schemas = self._url_modes = self._unresolved = 0

    def take_document(self, document: Document, judged: Judged) -> None:
        """Take what is wrong with the text of a document of the file, and what is found in it."""
        for code, severity, path, message, (line, column) in document.problems:
            if self._wants(severity):
                place = self._file, line, column
                self._findings.append(LintFinding(*place, code, severity, path, message, ()))
        self._met["error"] += document.problems_left_out
        # NaN and infinity are also no bound and no default: once is enough.
        listed = {problem.path for problem in document.problems if problem.code == "file-constant"}
        findings = self._wanted_of(judged, listed)
        # Looking for places goes through the text again.
        spots = document.spots([finding.path for finding in findings]) if findings else {}
        for finding in findings:
            line, column = spots[finding.path]
            self._findings.append(finding._replace(file=self._file, line=line, column=column))

    def take_value(self, judged: Judged) -> None:
        """Take what is found in a document that has no text."""
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
        """Count a finding, and tell whether it may be among those that are listed."""
        self._met[severity] += 1
        before = self._kept["error"] + (self._kept["warning"] if severity == "warning" else 0)
        if before >= MOST_FINDINGS:
            return False
        self._kept[severity] += 1
        return True

    def report(self) -> FileReport:
        """Return what was found, from the top of the file to its end."""
        errors, warnings = self._met["error"], self._met["warning"]
        findings = self._kept_findings()
        findings.sort(key=_place)
        omitted = errors + warnings - len(findings)
        looked_at = self._schemas, self._url_modes, self._unresolved
        return FileReport(self._file, findings, *looked_at, omitted, errors, warnings)

    def _kept_findings(self) -> list[LintFinding]:
        """Return as many findings as are listed; no warning takes the place of an error."""
        room = MOST_FINDINGS - self._kept["error"]
        listed = []
        for finding in self._findings:
            if finding.severity == "warning":
                room -= 1
            if finding.severity == "error" or room >= 0:
                listed.append(finding)
        return listed


def _place(finding: LintFinding) -> tuple[int, int]:
    return finding.line, finding.column
