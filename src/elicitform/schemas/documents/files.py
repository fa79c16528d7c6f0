"""Files and folders of JSON and YAML: which are read, and the documents that are in them."""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
import sys
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from elicitform._wire.revisions import REVISIONS
from elicitform.schemas.documents.json_text import JsonDocument
from elicitform.schemas.documents.texts import START, Document, Problem, spot_at_end_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STDIN = "-"
"""The name of standard input."""

LARGEST_FILE = 100 * 2**20
"""How many bytes of a file are read at most."""

TOO_LARGE = f"it is larger than {LARGEST_FILE // 2**20} MiB"

LINES = (".jsonl", ".ndjson")
YAML = (".yaml", ".yml")
EXTENSIONS = (".json", *LINES, *YAML)
"""The endings of the files that are read where a folder is given."""

FileKind = Literal["json", "lines", "yaml", "any"]
FILE_KINDS: tuple[FileKind, ...] = get_args(FileKind)


def kind_of(name: str) -> FileKind:
    """Return the kind of a file, by its name."""
    if name == STDIN:
        return "any"
    if name.lower().endswith(LINES):
        return "lines"
    return "yaml" if name.lower().endswith(YAML) else "json"


def folder_revision(name: str) -> str | None:
    """Return the revision that the folder of a file is named after, as by ``elicitform export``."""
    if name == STDIN:
        return None
    folder = os.path.basename(os.path.dirname(os.path.abspath(name)))  # noqa: PTH100, PTH119, PTH120
    return folder if folder in REVISIONS else None


def reads_yaml() -> bool:
    """Return whether a library for YAML is installed."""
    from elicitform.schemas.documents.yaml_text import library  # noqa: PLC0415  (few files are YAML)

    try:
        library()
    except ImportError:
        return False
    return True


# --- folders ----------------------------------------------------------------------------------

_LEFT_OUT = {"node_modules", "__pycache__"}


def files_in(
    folder: str, unread: list[tuple[str, str]], leaves_out: Callable[[str], bool]
) -> Iterator[str]:
    """Yield every file below a folder that has one of `EXTENSIONS`, sorted by name.

    Hidden files and folders are left out, and so are ``node_modules`` and ``__pycache__``. Symbolic
    links to folders are not followed.

    Args:
        folder: The folder.
        unread: Gets each folder that cannot be listed, with the reason.
        leaves_out: Whether to leave out a file or a folder, by its path.
    """
    waiting = [folder]
    while waiting:  # folders may be nested deeper than Python recurses
        where = waiting.pop()
        try:
            with os.scandir(where) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError as error:
            unread.append((where, reason_of(error)))
            continue
        files: list[os.DirEntry[str]] = []
        folders: list[os.DirEntry[str]] = []
        for entry in entries:
            if entry.name[0] != "." and entry.name not in _LEFT_OUT:
                (folders if _is_folder(entry) else files).append(entry)
        waiting += [
            entry.path
            for entry in reversed(folders)
            if not entry.is_symlink() and not leaves_out(entry.path)
        ]
        for entry in files:
            if entry.name.lower().endswith(EXTENSIONS) and not leaves_out(entry.path):
                yield entry.path


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a circular link: reading it fails, too, and the reason is reported then
        return False


# --- bytes ------------------------------------------------------------------------------------


class Identity(NamedTuple):
    """A file, by whatever path it is reached."""

    device: int
    inode: int


def read(path: str) -> tuple[bytes, Identity | None]:
    """Return the content of a file or of standard input, and the identity of the file.

    Raises:
        OSError: It cannot be read, is no regular file, or is larger than `LARGEST_FILE`.
    """
    if path == STDIN:
        return _from_stdin(), None
    if "\0" in path:
        raise OSError(errno.EINVAL, "a name holds no null character", path)
    # Opening a pipe that nobody writes to would wait for ever.
    descriptor = os.open(path, os.O_RDONLY | _WITHOUT_WAITING)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file; write `-` and pipe it in", path)
        _require_size(status.st_size, path)
        return _all_of(descriptor, status.st_size), Identity(status.st_dev, status.st_ino)
    finally:
        os.close(descriptor)


def reason_of(error: OSError) -> str:
    """Return why a file cannot be read or written, in words."""
    return error.strerror or str(error)


_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def _from_stdin() -> bytes:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed", STDIN)
    content = b""
    while piece := sys.stdin.buffer.read(LARGEST_FILE + 1 - len(content)):
        content += piece
        _require_size(len(content), STDIN)
    if piece is None:  # a non-blocking stream: more may come later
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), STDIN)
    return content


def _require_size(size: int, path: str) -> None:
    if size > LARGEST_FILE:
        raise OSError(errno.EFBIG, TOO_LARGE, path)


def _all_of(descriptor: int, size: int) -> bytes:
    """Return the content of an open file; one read may return less than is there."""
    content = os.read(descriptor, size)
    while len(content) < size and (more := os.read(descriptor, size - len(content))):
        content += more
    return content


# --- documents --------------------------------------------------------------------------------


def documents_in(content: bytes, kind: FileKind) -> Iterator[Document]:
    """Yield the documents in the content of a file, and one without a value for what is wrong.

    Raises:
        ImportError: It is YAML, and no library for it is installed.
    """
    if content.startswith(codecs.BOM_UTF8):
        content = content[len(codecs.BOM_UTF8) :]
        message = "a byte order mark has no place in JSON (RFC 8259 section 8.1); save without it"
        yield Document(Problem("file-bom", "warning", "", message, START))
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        spot = spot_at_end_of(content[: error.start].decode())
        message = "this is not UTF-8 (RFC 8259 section 8.1); save the file in that encoding"
        yield Document(Problem("file-encoding", "error", "", message, spot))
        return
    match kind:
        case "yaml":
            from elicitform.schemas.documents.yaml_text import read_yaml  # noqa: PLC0415  (few files are YAML)

            yield from read_yaml(text)
        case "lines":
            yield from _lines(text)
        case _:
            yield from _json(text, may_be_lines=kind == "any")


def _json(text: str, *, may_be_lines: bool) -> Iterator[JsonDocument]:
    document = JsonDocument(text)
    first_line, _, _ = text.lstrip().partition("\n")
    if may_be_lines and document.goes_on and JsonDocument(first_line).is_json:
        yield from _lines(text)
    else:
        yield document


_LINE = re.compile(r"(\n*)([^\n]+)")


def _lines(text: str) -> Iterator[JsonDocument]:
    above = 0
    for found in _LINE.finditer(text):
        above += len(found[1])
        if not found[2].isspace():
            yield JsonDocument(found[2], above)
