"""The formats of ``elicitform lint`` that programs read: JSON, workflow commands and SARIF."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, TextIO

from elicitform import __version__
from elicitform._cli.command import JSON_VERSION, as_json, printable
from elicitform.schemas.lint.codes import MCPDESC, RULES

if TYPE_CHECKING:
    from elicitform.schemas.lint.found import FileReport, LintFinding, LintReport

# --- JSON -------------------------------------------------------------------------------------


def write_json(report: LintReport, stdout: TextIO) -> None:
    """Write one JSON object."""
    document = {
        "version": JSON_VERSION,
        "files": [_file_as_json(file) for file in report.files],
        "unread": [{"file": file, "reason": reason} for file, reason in report.unread],
        "findings": [_finding_as_json(finding) for finding in report.findings],
    }
    stdout.write(as_json(document))


def _file_as_json(report: FileReport) -> dict[str, Any]:
    return {
        "file": report.file,
        "schemas": report.schemas,
        "urlModes": report.url_modes,
        "unresolved": report.unresolved,
        "omitted": report.omitted,
        "errors": report.errors,
        "warnings": report.warnings,
    }


def _finding_as_json(finding: LintFinding) -> dict[str, Any]:
    members = {**finding._asdict(), "revisions": list(finding.revisions)}
    rule = MCPDESC.get(finding.code)
    return members if rule is None else {**members, "mcpdesc": rule}


# --- workflow commands ------------------------------------------------------------------------


def write_github(report: LintReport, stdout: TextIO) -> None:
    """Write findings as commands of GitHub workflows, which show them beside the line."""
    for finding in report.findings:
        file, line, column, code, severity, _, message, _ = finding
        place = f"file={_as_property(file)},line={line},col={column},title={_as_property(code)}"
        stdout.write(f"::{severity} {place}::{_as_data(message)}\n")


def _as_data(text: str) -> str:
    return printable(text).replace("%", "%25")


def _as_property(text: str) -> str:
    return _as_data(text).replace(":", "%3A").replace(",", "%2C")


# --- SARIF ------------------------------------------------------------------------------------


def write_sarif(report: LintReport, stdout: TextIO) -> None:
    """Write a log of SARIF 2.1.0 (OASIS standard), with every rule."""
    codes = list(RULES)
    notifications = [_notification(file, reason) for file, reason in report.unread]
    invocation: dict[str, Any] = {"executionSuccessful": not notifications}
    if notifications:
        invocation["toolExecutionNotifications"] = notifications
    run = {
        "tool": {
            "driver": {
                "name": "elicitform",
                "semanticVersion": __version__,
                "rules": [_rule(code) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [_result(finding, codes) for finding in report.findings],
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    stdout.write(as_json({"$schema": schema, "version": "2.1.0", "runs": [run]}))


def _rule(code: str) -> dict[str, Any]:
    severity, holds, fix = RULES[code]
    help_ = {"text": f"Rule: {holds}.\nFix: {fix}.".replace("`", "")}
    rule = {
        "id": code,
        "shortDescription": {"text": f"{holds[0].upper()}{holds[1:]}.".replace("`", "")},
        "help": {**help_, "markdown": f"**Rule:** {holds}.\n\n**Fix:** {fix}."},
        "defaultConfiguration": {"level": severity},
    }
    return {**rule, **_mcpdesc_properties(code)}


def _mcpdesc_properties(code: str) -> dict[str, Any]:
    return {"properties": {"mcpdesc": MCPDESC[code]}} if code in MCPDESC else {}


def _result(finding: LintFinding, codes: list[str]) -> dict[str, Any]:
    file, line, column, code, severity, path, message, revisions = finding
    properties = {**_mcpdesc_properties(code).get("properties", {}), "revisions": list(revisions)}
    return {
        "ruleId": code,
        "ruleIndex": codes.index(code) if code in codes else -1,
        "level": severity,
        "message": {"text": _literal(message)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(file)},
                    "region": {"startLine": line, "startColumn": column},
                },
                "logicalLocations": [{"fullyQualifiedName": path, "kind": "member"}],
            }
        ],
        "properties": properties,
    }


def _literal(text: str) -> str:
    """Return a message without placeholders and links (SARIF 2.1.0 sections 3.11.5, 3.11.6)."""
    text = text.replace("{", "{{").replace("}", "}}")
    # A backslash before a bracket would undo the one that is put there.
    return re.sub(r"(\\*)([\[\]])", r"\1\1\\\2", text)


def _notification(file: str, reason: str) -> dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": _literal(f"cannot read the file: {reason}")},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(file)}}}],
    }


def _uri(file: str) -> str:
    """Return a reference to a file, relative where its name is (RFC 3986 section 4.2)."""
    from pathlib import Path  # noqa: PLC0415  (loaded already where it matters)
    from urllib.parse import quote  # noqa: PLC0415  (only SARIF needs it)

    path = Path(file)
    if path.is_absolute():
        return path.as_uri()
    return quote(os.fsencode(path.as_posix()), safe="/")


WRITERS = {"json": write_json, "github": write_github, "sarif": write_sarif}
