"""``elicitform lint``: what is wrong with the schemas in files, and on which line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from elicitform._cli.command import (
    DIFFERS_OR_REFUSED,
    DONE,
    USAGE,
    CommandError,
    complain,
    printable,
    tell,
)
from elicitform._cli.tables import as_toml, as_written, require_known, tool_table
from elicitform._wire.revisions import ALL, LATEST_REVISION, REVISIONS
from elicitform._wire.words import counted
from elicitform.schemas.documents.excluding import anchored
from elicitform.schemas.documents.files import EXTENSIONS
from elicitform.schemas.lint.report import lint_paths, revisions_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from elicitform.schemas.lint.found import LintReport

FORMATS = ("text", "json", "github", "sarif")
SEVERITIES = ("error", "warning")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command does, and what it takes."""
    parser.description = (
        "Check each requestedSchema in files, whoever wrote it: bare, in a request, in a result "
        "that asks for input, or declared in an MCP Description."
    )
    parser.epilog = _EPILOG
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help=f"a file, a folder (its {', '.join(EXTENSIONS)} files), or - for standard input",
    )
    parser.add_argument(
        "--revision",
        metavar="REV",
        choices=[*REVISIONS, ALL],
        help=f"protocol revision of what names none itself: {', '.join(REVISIONS)} or all "
        f"(default: {LATEST_REVISION})",
    )
    parser.add_argument(
        "--exclude",
        metavar="PATTERN",
        action="append",
        default=[],
        help="a file or folder to leave out, by name or by path, as in tsconfig.json, drafts, "
        "schemas/*.yaml or **/vendor; more than one may be given",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help=f"how findings are written: {', '.join(FORMATS)} (default: {FORMATS[0]})",
    )
    parser.add_argument(
        "--severity",
        choices=SEVERITIES,
        help=f"the least severity that makes the exit code 1 (default: {SEVERITIES[0]})",
    )


_EPILOG = """\
Findings go to stdout; what was looked at, and what was left out, to stderr.
The table [tool.elicitform.lint] of pyproject.toml may have the same options.

exit codes:
  0  no finding of that severity
  1  findings of that severity
  2  usage: bad arguments, a file that cannot be read, a folder with nothing to read
"""


def run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Lint files."""
    settings = _settings()
    revision = options.revision or settings.revision
    report = lint_paths(options.files, revision, exclude=[*settings.exclude, *options.exclude])
    _write(report, options.format or settings.format, revisions_of(revision), stdout)
    for file, reason in report.unread:
        complain(stderr, f"cannot read {printable(file)}: {reason}")
    tell(stderr, *_summary(report))
    if report.unread:
        return USAGE
    counts_warnings = (options.severity or settings.severity) == "warning"
    is_bad = report.errors or (counts_warnings and report.warnings)
    return DIFFERS_OR_REFUSED if is_bad else DONE


def _write(report: LintReport, format_: str, asked: tuple[str, ...], stdout: TextIO) -> None:
    if format_ == FORMATS[0]:
        _write_text(report, asked, stdout)
        return
    from elicitform._cli.lint_formats import WRITERS  # noqa: PLC0415  (text needs none of it)

    WRITERS[format_](report, stdout)


def _write_text(report: LintReport, asked: tuple[str, ...], stdout: TextIO) -> None:
    """Write findings as compilers do: ``file:line:column: severity code message``."""
    for finding in report.findings:
        file, line, column, code, severity, _, message, revisions = finding
        is_expected = revisions in {(), asked, REVISIONS}
        at = "" if is_expected else f" (at {', '.join(revisions)})"
        tell(stdout, f"{file}:{line}:{column}: {severity} {code} {message}{at}")


def _summary(report: LintReport) -> Iterator[str]:
    """Yield what was checked, and what was left out, in words."""
    files = report.files
    schemas = counted(sum(file.schemas for file in files), "schema")
    parts = [
        f"{counted(len(files), 'file')}: {schemas} checked",
        counted(report.errors, "error"),
        counted(report.warnings, "warning"),
    ]
    skipped = [
        (sum(file.is_without_elicitation for file in files), "file", " without elicitation"),
        (sum(file.url_modes for file in files), "elicitation", " in URL mode"),
        (sum(file.unresolved for file in files), "reference", " out of the file"),
    ]
    parts += [f"{counted(number, noun)}{of} skipped" for number, noun, of in skipped if number]
    if report.excluded:
        parts.append(f"{report.excluded:,} excluded")
    yield ", ".join(parts)
    if omitted := sum(file.omitted for file in files):
        yield f"{counted(omitted, 'finding')} left out, past the first 1,000 of a file"
    if report.yaml_left_out:
        yield (
            f"{counted(report.yaml_left_out, 'YAML file')} left out; to read YAML, "
            'pip install "elicitform[yaml]"'
        )


# --- settings ---------------------------------------------------------------------------------


class LintTable(NamedTuple):
    """The settings in the table ``[tool.elicitform.lint]``.

    Attributes:
        exclude: Patterns of what is left out, each `anchored`.
        revision: One of `REVISIONS`, or ``all``.
        format: One of `FORMATS`.
        severity: One of `SEVERITIES`.
    """

    exclude: tuple[str, ...] = ()
    revision: str = LATEST_REVISION
    format: str = FORMATS[0]
    severity: str = SEVERITIES[0]


_CHOICES = {"revision": (*REVISIONS, ALL), "format": FORMATS, "severity": SEVERITIES}


def _settings() -> LintTable:
    found = tool_table(Path.cwd())
    if found is None:
        return LintTable()
    table, file = found
    try:
        require_known(table, ["lint"])
        return _table_in(table.get("lint", {}), file.parent)
    except CommandError as error:
        where = printable(os.path.relpath(file))
        raise CommandError(f"[tool.elicitform.lint] in {where}: {error}") from None


def _table_in(table: Any, folder: Path) -> LintTable:
    require_known(table, LintTable._fields)
    exclude = table.get("exclude", [])
    if not isinstance(exclude, list) or not all(isinstance(one, str) for one in exclude):
        wanted = as_toml([exclude] if isinstance(exclude, str) else ["drafts", "tsconfig.json"])
        written = as_written("exclude", exclude)
        raise CommandError(f"{written}: it is an array of patterns; write exclude = {wanted}")
    for key, choices in _CHOICES.items():
        if key in table and table[key] not in choices:
            one_of = ", ".join(map(as_toml, choices))
            raise CommandError(f"{as_written(key, table[key])}: it is one of {one_of}")
    patterns = tuple(anchored(pattern, str(folder)) for pattern in exclude)
    return LintTable()._replace(**{**table, "exclude": patterns})
