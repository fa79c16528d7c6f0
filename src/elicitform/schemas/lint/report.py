"""Lint whatever carries a ``requestedSchema``, with the line of each finding.

The rules of a schema are those of `check_schema`. Around it are files, requests of
``elicitation/create``, results that ask for input, declarations of an MCP Description, and what
``elicitform export`` prints. The rest of a file is not checked.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from elicitform._wire.revisions import ALL, LATEST_REVISION, REVISIONS
from elicitform.exceptions import RevisionError
from elicitform.schemas.documents.excluding import anchored, is_excluded
from elicitform.schemas.documents.files import (
    EXTENSIONS,
    FILE_KINDS,
    STDIN,
    Identity,
    documents_in,
    files_in,
    folder_revision,
    kind_of,
    read,
    reads_yaml,
    reason_of,
)
from elicitform.schemas.lint.found import FileReport, LintReport
from elicitform.schemas.lint.judge import Judged
from elicitform.schemas.lint.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elicitform.schemas.documents.files import FileKind


def lint_file(path: str | os.PathLike[str], revision: str = LATEST_REVISION) -> FileReport:
    """Return what is wrong in one file.

    Args:
        path: The file, or ``-`` for standard input. Its extension says what is in it: ``.jsonl``
            and ``.ndjson`` hold a document a line, ``.yaml`` and ``.yml`` need the extra
            ``elicitform[yaml]``, all else is JSON.
        revision: The protocol revision, or ``all``. What names its own revisions is checked by
            those instead: declarations, results that ask for input, exports of all revisions, and
            files in a folder that is named after a revision.

    Returns:
        The findings, and counts of what was checked.

    Raises:
        OSError: The file cannot be read, is no regular file, or is larger than 100 MiB.
        ImportError: It is YAML, and the extra is not installed.
        RevisionError: `revision` is unknown. No content of a file makes this function raise.

    Example:
        >>> lint_file("deploy.json").findings
        []
    """
    name = os.fspath(path)
    content, _ = read(name)
    return _lint_content(content, revision, name)


def lint_bytes(
    content: bytes, revision: str = LATEST_REVISION, *, file: str = STDIN, kind: FileKind = "any"
) -> FileReport:
    """Return what is wrong in the content of a file.

    Args:
        content: The bytes of the file.
        revision: As in `lint_file`.
        file: What the findings call the file.
        kind: ``json``, ``lines`` (a JSON document a line), ``yaml``, or ``any`` for JSON that may
            also be JSON Lines.

    Returns:
        The findings, and counts of what was checked.

    Raises:
        ImportError: It is YAML, and the extra is not installed.
        RevisionError: `revision` is unknown.
        ValueError: `kind` is unknown.

    Example:
        >>> lint_bytes(b'{"type": "object", "properties": {}}').findings[0].code
        'properties-empty'
    """
    if kind not in FILE_KINDS:
        kinds = ", ".join(map(repr, FILE_KINDS))
        raise ValueError(f"{kind!r} is no kind of file; write one of {kinds}")
    revisions = revisions_of(revision)
    tally = Tally(file)
    for document in documents_in(content, kind):
        tally.take_document(document, Judged(document.value, revisions))
    return tally.report()


def lint_document(document: object, revision: str = LATEST_REVISION) -> FileReport:
    """Return what is wrong in a parsed document; its findings have no line.

    Args:
        document: Any JSON value, as `json.loads` makes it.
        revision: As in `lint_file`.

    Returns:
        The findings, with line and column 0, and counts of what was checked.

    Raises:
        RevisionError: `revision` is unknown.

    Example:
        >>> lint_document({"message": "Which?", "requestedSchema": {}}).schemas
        1
    """
    tally = Tally("")
    tally.take_value(Judged(document, revisions_of(revision)))
    return tally.report()


def lint_paths(
    paths: Iterable[str | os.PathLike[str]],
    revision: str = LATEST_REVISION,
    *,
    exclude: Iterable[str] = (),
) -> LintReport:
    """Return what is wrong in files and in the files of folders; each file is linted once.

    Args:
        paths: Files and folders, and ``-`` for standard input. Of a folder, every ``.json``,
            ``.jsonl``, ``.ndjson``, ``.yaml`` and ``.yml`` file in it and below is read, but no
            hidden one.
        revision: As in `lint_file`.
        exclude: Patterns of files and folders to leave out. One without a slash is compared
            with each name in a path, another with the path from the working folder on; ``*`` and
            ``?`` stand for anything but a slash, ``**`` for any folders.

    Returns:
        What was found, file by file, and what could not be read. Nothing in the file system makes
        this function raise.

    Raises:
        RevisionError: `revision` is unknown.

    Example:
        >>> lint_paths(["schemas", "server.json"], exclude=["drafts"]).errors
        0
    """
    revisions_of(revision)
    run = _Run(revision, tuple(anchored(pattern, os.getcwd()) for pattern in exclude))  # noqa: PTH109
    for path in dict.fromkeys(os.fspath(path) for path in paths):
        run.take(path)
    return LintReport(run.files, run.unread, len(run.excluded), run.yaml_left_out)


class _Run:
    """A run over files and folders."""

    def __init__(self, revision: str, exclude: tuple[str, ...]) -> None:
        self.files: list[FileReport] = []
        self.unread: list[tuple[str, str]] = []
        self.excluded: set[str] = set()
        self.yaml_left_out = 0
        self._revision = revision
        self._exclude = exclude
        self._seen: set[Identity | None] = set()

    def take(self, path: str) -> None:
        """Lint a file, or the files of a folder."""
        if path != STDIN and self._leaves_out(path):
            return
        # A path object would lose a leading `./`.
        if path == STDIN or not os.path.isdir(path):  # noqa: PTH112
            self._lint(path)
            return
        left_out = len(self.unread), len(self.excluded)
        files = list(files_in(path, self.unread, self._leaves_out))
        if not files and left_out == (len(self.unread), len(self.excluded)):
            kinds = f"{', '.join(EXTENSIONS[:-1])} or {EXTENSIONS[-1]}"
            self.unread.append((path, f"the folder holds no {kinds} file"))
        for file in files:
            if kind_of(file) == "yaml" and not reads_yaml():
                self.yaml_left_out += 1
            else:
                self._lint(file)

    def _leaves_out(self, path: str) -> bool:
        if not is_excluded(path, self._exclude):
            return False
        self.excluded.add(path)
        return True

    def _lint(self, file: str) -> None:
        try:
            content, identity = read(file)
            if identity is None or identity not in self._seen:
                self._seen.add(identity)
                self.files.append(_lint_content(content, self._revision, file))
        except OSError as error:
            self.unread.append((file, reason_of(error)))
        except ImportError as error:
            self.unread.append((file, str(error)))


def _lint_content(content: bytes, revision: str, file: str) -> FileReport:
    return lint_bytes(content, folder_revision(file) or revision, file=file, kind=kind_of(file))


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
