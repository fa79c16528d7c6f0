"""Checks what a document asks by the rules of schemas, and by those of what carries them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import assert_never

from elicitform._wire.check import check_schema
from elicitform._wire.revisions import REVISIONS
from elicitform.schemas.documents.finder import Found, found_in
from elicitform.schemas.lint.examples import primitive_findings, primitive_revision_findings
from elicitform.schemas.lint.found import LintFinding
from elicitform.schemas.lint.rules import (
    declaration_findings,
    repeated_name_findings,
    request_findings,
    scope_findings,
    url_mode_findings,
    versions_findings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from elicitform.exceptions import Finding
    from elicitform.schemas.documents.texts import Severity


class Judged:
    """What is wrong with one document.

    Attributes:
        schemas: The places of the schemas that were checked.
        url_modes: How many elicitations in URL mode were met.
        unresolved: How many references lead out of the document.
    """

    def __init__(self, document: object, revisions: tuple[str, ...]) -> None:
        """Check a document, by these revisions where it names none itself."""
        self.schemas: set[str] = set()
        self.url_modes = 0
        self.unresolved = 0
        self._noted: dict[tuple[str, str, str], tuple[Severity, list[str]]] = {}
        self._checked: set[tuple[str, str]] = set()
        for found in found_in(document, revisions):
            self._judge(found)

    def findings(self) -> Iterator[LintFinding]:
        """Yield the findings, those that several revisions share once, without positions."""
        for (path, code, message), (severity, revisions) in self._noted.items():
            at = tuple(sorted(revisions, key=REVISIONS.index))
            yield LintFinding("", 0, 0, code, severity, path, message, at)

    def _judge(self, found: Found) -> None:
        match found.what:
            case "schema":
                self._check(found)
            case "request":
                self._note_at_each_revision(request_findings, found)
            case "declaration":
                self._judge_declaration(found)
            case "primitive":
                primitive, versions = found.value
                self._note(primitive_findings(primitive, versions), found.at)
                at_revision = found._replace(value=primitive)
                self._note_at_each_revision(primitive_revision_findings, at_revision)
            case "siblings":
                self._note(repeated_name_findings(found.value), found.at)
            case "url":
                self.url_modes += 1
            case "reference":
                self.unresolved += 1
            case "fault":
                self._note([found.value], "")
            case _:
                assert_never(found.what)

    def _check(self, found: Found) -> None:
        """Check a schema, once for each revision: several references may lead to it."""
        self.schemas.add(found.at)
        for revision in found.revisions:
            if (found.at, revision) not in self._checked:
                self._checked.add((found.at, revision))
                self._note(check_schema(found.value, revision), found.at, revision)

    def _judge_declaration(self, found: Found) -> None:
        declaration, at = found.value, found.at
        self._note(declaration_findings(declaration), at)
        if "protocolVersions" in declaration:
            given, place = declaration["protocolVersions"], f"{at}/protocolVersions"
            self._note(versions_findings(given), place)
            self._note(scope_findings(found.scope, given), place)
        self._note_at_each_revision(url_mode_findings, found)

    def _note_at_each_revision(
        self, rule: Callable[[Any, str], Iterable[Finding]], found: Found
    ) -> None:
        for revision in found.revisions:
            self._note(rule(found.value, revision), found.at, revision)

    def _note(self, findings: Iterable[Finding], at: str, revision: str | None = None) -> None:
        for code, severity, path, message in findings:
            _, revisions = self._noted.setdefault((at + path, code, message), (severity, []))
            if revision is not None and revision not in revisions:
                revisions.append(revision)
