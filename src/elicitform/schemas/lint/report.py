"""Lint whatever carries a ``requestedSchema``, with the line of each finding.

The rules of a schema are those of `elicitform._wire.check`; here are the files around it: JSON,
JSON Lines and YAML; requests of ``elicitation/create``, results that ask for input, declarations of an
MCP Description, and what ``elicitform export`` prints. What else is in a file is not judged.
"""

from __future__ import annotations

import codecs
import os
import re
from typing import TYPE_CHECKING, Literal, get_args

from elicitform._wire.revisions import ALL, LATEST_REVISION, REVISIONS
from elicitform.exceptions import RevisionError
from elicitform.schemas.lint.carriers import Walk
from elicitform.schemas.lint.files import LINES, YAML, read
from elicitform.schemas.lint.found import START, FileReport, LintFinding, Problem, Spot
from elicitform.schemas.lint.json_text import JsonDocument
from elicitform.schemas.lint.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.schemas.lint.found import Document

__all__ = ["FileReport", "LintFinding", "lint_bytes", "lint_document", "lint_file"]

Kind = Literal["json", "lines", "yaml", "any"]
_KINDS = get_args(Kind)


def lint_file(path: str | os.PathLike[str], revision: str = LATEST_REVISION) -> FileReport:
    """Return what is wrong in one file.

    Args:
        path: The file. Its extension says what is in it: ``.jsonl`` and ``.ndjson`` hold a document
            a line, ``.yaml`` and ``.yml`` need the extra ``elicitform[yaml]``, all else is JSON.
        revision: The protocol revision, or ``all``. What names its own revisions is held against
            those instead: declarations, results that ask for input, exports of all revisions, and
            files in a folder that is called as a revision is.

    Returns:
        The findings and what was looked at.

    Raises:
        OSError: The file cannot be read, is no regular file, or is larger than 100 MiB.
        ImportError: It is YAML, and the extra is not installed.
        RevisionError: `revision` is unknown. Nothing that is in a file makes this function raise.

    Example:
        >>> lint_file("deploy.json").findings
        []
    """
    name = os.fspath(path)
    content, _ = read(name)
    return lint_bytes(content, folder_revision(name) or revision, file=name, kind=kind_of(name))


def lint_bytes(
    content: bytes, revision: str = LATEST_REVISION, *, file: str = "-", kind: Kind = "any"
) -> FileReport:
    """Return what is wrong in the content of a file.

    Args:
        content: The bytes of the file.
        revision: As in `lint_file`.
        file: What the findings call the file.
        kind: ``json``, ``lines`` (a JSON document a line), ``yaml``, or ``any`` for JSON that may
            also be JSON Lines.

    Returns:
        The findings and what was looked at.

    Raises:
        ImportError: It is YAML, and the extra is not installed.
        RevisionError: `revision` is unknown.
        ValueError: `kind` is.

    Example:
        >>> lint_bytes(b'{"type": "object", "properties": {}}').findings[0].code
        'properties-empty'
    """
    if kind not in _KINDS:
        raise ValueError(
            f"{kind!r} is no kind of file; write one of {', '.join(map(repr, _KINDS))}"
        )
    revisions = revisions_of(revision)
    text, problems = _decoded(content)
    tally = Tally(file)
    for problem in problems:
        tally.take_problem(problem)
    for document, above in [] if text is None else _documents(text, kind):
        tally.take_document(document, Walk(document.value, revisions), above)
    return tally.report()


def lint_document(document: object, revision: str = LATEST_REVISION) -> FileReport:
    """Return what is wrong in a document that is parsed already; its findings have no line.

    Args:
        document: Any JSON value, as `json.loads` makes it.
        revision: As in `lint_file`.

    Returns:
        The findings, with line and column 0, and what was looked at.

    Raises:
        RevisionError: `revision` is unknown.

    Example:
        >>> lint_document({"message": "Which?", "requestedSchema": {}}).schemas
        1
    """
    tally = Tally("")
    tally.take_value(Walk(document, revisions_of(revision)))
    return tally.report()


def folder_revision(name: str) -> str | None:
    """Return the revision that a file's folder is called by, as ``elicitform export`` writes it."""
    folder = os.path.basename(os.path.dirname(os.path.abspath(name)))  # noqa: PTH100, PTH119, PTH120
    return folder if folder in REVISIONS else None


def kind_of(name: str) -> Kind:
    """Return what is in a file, by its name."""
    if name.lower().endswith(LINES):
        return "lines"
    return "yaml" if name.lower().endswith(YAML) else "json"


def revisions_of(revision: str) -> tuple[str, ...]:
    """Return one revision, or all of them.

    Raises:
        RevisionError: It is unknown.
    """
    if revision == ALL:
        return REVISIONS
    if revision not in REVISIONS:
        raise RevisionError("", revision, REVISIONS)
    return (revision,)


# --- bytes to documents -----------------------------------------------------------------------


def _decoded(content: bytes) -> tuple[str | None, list[Problem]]:
    """Return the text of a file, or None where it is not UTF-8, and what is wrong with it."""
    problems = []
    if content.startswith(codecs.BOM_UTF8):
        content = content[len(codecs.BOM_UTF8) :]
        message = "a byte order mark has no place in JSON (RFC 8259 section 8.1); save without it"
        problems = [Problem("file-bom", "warning", "", message, START)]
    try:
        return content.decode(), problems
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()
        spot = Spot(before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = "this is not UTF-8 (RFC 8259 section 8.1); save the file in that encoding"
        return None, [*problems, Problem("file-encoding", "error", "", message, spot)]


def _documents(text: str, kind: Kind) -> Iterator[tuple[Document, int]]:
    """Yield the documents of a text, each with the number of lines above it."""
    if kind == "yaml":
        from elicitform.schemas.lint.yaml_text import read_yaml  # noqa: PLC0415  (few files are YAML)

        for part in read_yaml(text):
            yield part, 0
        return
    if kind == "lines":
        yield from _lines(text)
        return
    document = JsonDocument(text)
    first_line, _, _ = text.lstrip().partition("\n")
    if kind == "any" and document.goes_on and JsonDocument(first_line).is_json:
        yield from _lines(text)
    else:
        yield document, 0


_LINE = re.compile(r"(\n*)([^\n]+)")


def _lines(text: str) -> Iterator[tuple[Document, int]]:
    above = 0
    for found in _LINE.finditer(text):
        above += len(found[1])
        if not found[2].isspace():
            yield JsonDocument(found[2]), above
