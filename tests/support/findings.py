"""What linting finds, in short."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elicitform.schemas import FileReport


def places(report: FileReport) -> list[tuple[int, int, str]]:
    return [(finding.line, finding.column, finding.code) for finding in report.findings]
