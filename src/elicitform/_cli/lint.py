"""``elicitform lint``: what is wrong with schemas that anybody wrote, and on which line."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

from elicitform._cli.command import DIFFERS_OR_REFUSED, DONE, STDIN, USAGE
from elicitform._cli.lint_outcome import LintOutcome
from elicitform._cli.printing import printable
from elicitform._wire.revisions import ALL, LATEST_REVISION, REVISIONS
from elicitform.schemas.lint.files import (
    EXTENSIONS,
    LARGEST_FILE,
    TOO_LARGE,
    YAML,
    Identity,
    files_in,
    read,
)
from elicitform.schemas.lint.report import folder_revision, kind_of, lint_bytes, revisions_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

FORMATS = ("text", "json", "github", "sarif")


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
        default=LATEST_REVISION,
        help=f"protocol revision of what names none itself: {', '.join(REVISIONS)} or all "
        f"(default: {LATEST_REVISION})",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default=FORMATS[0],
        help=f"how findings are written: {', '.join(FORMATS)} (default: {FORMATS[0]})",
    )
    parser.add_argument(
        "--severity",
        choices=["error", "warning"],
        default="error",
        help="the least severity that makes the exit code 1 (default: error)",
    )


_EPILOG = """\
Findings go to stdout; what was looked at, and what was left out, to stderr.

exit codes:
  0  no finding of that severity
  1  findings of that severity
  2  usage: bad arguments, a file that cannot be read, a folder with nothing to read
"""


def run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Lint files.

    Args:
        options: What `add_arguments` asks for.
        stdout: Where findings go.
        stderr: Where the summary and complaints go.

    Returns:
        The exit code.
    """
    outcome = _Run(options.revision).over(options.files)
    _writer_of(options.format)(outcome, stdout)
    for file, reason in outcome.unread:
        print(f"elicitform: cannot read {printable(file)}: {printable(reason)}", file=stderr)
    for line in summary(outcome):
        print(line, file=stderr)
    if outcome.unread:
        return USAGE
    bad = outcome.errors or (options.severity == "warning" and outcome.warnings)
    return DIFFERS_OR_REFUSED if bad else DONE


def _writer_of(name: str) -> Callable[[LintOutcome, TextIO], None]:
    if name == "text":
        return write_text
    from elicitform._cli import lint_formats  # noqa: PLC0415  (text needs none of it)

    writers = {
        "json": lint_formats.write_json,
        "github": lint_formats.write_github,
        "sarif": lint_formats.write_sarif,
    }
    return writers[name]


# --- reading ----------------------------------------------------------------------------------


class _Run:
    """A run over files and folders; a file is linted once, whatever it is called."""

    def __init__(self, revision: str) -> None:
        self._revision = revision
        self._seen: set[Identity] = set()
        self._outcome = LintOutcome([], [], 0, revisions_of(revision))

    def over(self, names: list[str]) -> LintOutcome:
        yaml_left_out = 0
        for name in dict.fromkeys(names):
            if name == STDIN:
                self._lint_stdin()
            elif os.path.isdir(name):  # noqa: PTH112  (a path object would lose a leading `./`)
                yaml_left_out += self._lint_folder(name)
            else:
                self._lint_file(name)
        return self._outcome._replace(yaml_left_out=yaml_left_out)

    def _lint_folder(self, folder: str) -> int:
        """Lint what is in a folder, and return how many YAML files were left out."""
        try:
            files = list(files_in(folder))
        except OSError as error:
            self._outcome.unread.append((str(error.filename), str(error.strerror)))
            return 0
        if not files:
            kinds = f"{', '.join(EXTENSIONS[:-1])} or {EXTENSIONS[-1]}"
            self._outcome.unread.append((folder, f"the folder holds no {kinds} file"))
        left_out = 0
        for name in files:
            if name.lower().endswith(YAML) and not _reads_yaml():
                left_out += 1
            else:
                self._lint_file(name)
        return left_out

    def _lint_stdin(self) -> None:
        content = sys.stdin.buffer.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            self._outcome.unread.append((STDIN, TOO_LARGE))
        else:
            self._add(content, STDIN)

    def _lint_file(self, name: str) -> None:
        try:
            content, identity = read(name)
        except OSError as error:
            self._outcome.unread.append((name, error.strerror or str(error)))
            return
        except ValueError:
            self._outcome.unread.append((name, "a name holds no null character"))
            return
        if identity not in self._seen:
            self._seen.add(identity)
            self._add(content, name)

    def _add(self, content: bytes, name: str) -> None:
        kind = "any" if name == STDIN else kind_of(name)
        revision = (name != STDIN and folder_revision(name)) or self._revision
        try:
            report = lint_bytes(content, revision, file=name, kind=kind)
        except ImportError as error:
            self._outcome.unread.append((name, str(error)))
        else:
            self._outcome.reports.append(report)


def _reads_yaml() -> bool:
    from elicitform.schemas.lint.yaml_text import library  # noqa: PLC0415  (few files are YAML)

    try:
        library()
    except ImportError:
        return False
    return True


# --- writing ----------------------------------------------------------------------------------


def write_text(outcome: LintOutcome, stdout: TextIO) -> None:
    """Write findings as compilers do: ``file:line:column: severity code message``."""
    for finding in outcome.findings:
        file, line, column, code, severity, _, message, revisions = finding
        expected = revisions in {(), outcome.asked, REVISIONS}
        at = "" if expected else f" (at {', '.join(revisions)})"
        stdout.write(
            printable(f"{_path(file)}:{line}:{column}: {severity} {code} {message}{at}") + "\n"
        )


def _path(file: str) -> str:
    """Return a file's name so that no line starts like a workflow command."""
    return f"./{file}" if file.lstrip().startswith("::") else file


def summary(outcome: LintOutcome) -> Iterator[str]:
    """Yield what was looked at, and what was left out, in words."""
    reports = outcome.reports
    schemas = _count(sum(report.schemas for report in reports), "schema")
    said = [
        f"{_count(len(reports), 'file')}: {schemas} checked",
        _count(outcome.errors, "error"),
        _count(outcome.warnings, "warning"),
    ]
    without = sum(report.is_without_elicitation for report in reports)
    url_modes = sum(report.url_modes for report in reports)
    unresolved = sum(report.unresolved for report in reports)
    if without:
        said.append(f"{_count(without, 'file')} without elicitation skipped")
    if url_modes:
        said.append(f"{_count(url_modes, 'elicitation')} in URL mode skipped")
    if unresolved:
        said.append(f"{_count(unresolved, 'reference')} out of the file skipped")
    yield ", ".join(said)
    if omitted := sum(report.omitted for report in reports):
        yield f"{_count(omitted, 'finding')} left out, past the first 1,000 of a file"
    if outcome.yaml_left_out:
        yield (
            f"{_count(outcome.yaml_left_out, 'YAML file')} left out; to read YAML, "
            'pip install "elicitform[yaml]"'
        )


def _count(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"
