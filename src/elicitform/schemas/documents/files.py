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
from elicitform.schemas.documents.texts import START, Problem, Unread, spot_at_end_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from elicitform.schemas.documents.texts import Document

STDIN = "-"
"""What stands for standard input in place of a file."""

LARGEST_FILE = 100 * 2**20
"""How many bytes of a file are read at most."""

TOO_LARGE = f"it is larger than {LARGEST_FILE // 2**20} MiB"

LINES = (".jsonl", ".ndjson")
YAML = (".yaml", ".yml")
EXTENSIONS = (".json", *LINES, *YAML)
"""What the name of a file ends in that is read where its folder is given."""

FileKind = Literal["json", "lines", "yaml", "any"]
FILE_KINDS: tuple[FileKind, ...] = get_args(FileKind)


def kind_of(name: str) -> FileKind:
    """Return what is in a file, by its name."""
    if name == STDIN:
        return "any"
    if name.lower().endswith(LINES):
        return "lines"
    return "yaml" if name.lower().endswith(YAML) else "json"


def folder_revision(name: str) -> str | None:
    """Return the revision that a file's folder is called by, as ``elicitform export`` writes it."""
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
    """Yield every file below a folder that has one of `EXTENSIONS`, in the order of names.

    Hidden files and folders are left out, and so is what package managers unpack. A symbolic link
    to a folder is not followed.

    Args:
        folder: The folder.
        unread: Gets each folder that cannot be listed, with the reason.
        leaves_out: Tells whether a file or a folder is to be left out, by its path.
    """
    waiting = [folder]
    while waiting:  # and no recursion: folders may be nested deeper than Python's calls
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
    except OSError:  # a link in a circle: reading it says so
        return False


# --- bytes ------------------------------------------------------------------------------------


class Identity(NamedTuple):
    """What tells two files apart, whatever they are called."""

    device: int
    inode: int


def read(path: str) -> tuple[bytes, Identity | None]:
    """Return what is in a file or comes on standard input, and which file it is.

    Raises:
        OSError: It cannot be read, is no regular file, or is larger than `LARGEST_FILE`.
    """
    if path == STDIN:
        return _from_stdin(), None
    if "\0" in path:
        raise OSError(errno.EINVAL, "a name holds no null character", path)
    # A pipe that nobody writes to would be opened for ever.
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
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


_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def _from_stdin() -> bytes:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed", STDIN)
    content = b""
    while piece := sys.stdin.buffer.read(LARGEST_FILE + 1 - len(content)):
        content += piece
        _require_size(len(content), STDIN)
    if piece is None:  # it does not block, and more may come
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), STDIN)
    return content


def _require_size(size: int, path: str) -> None:
    if size > LARGEST_FILE:
        raise OSError(errno.EFBIG, TOO_LARGE, path)


def _all_of(descriptor: int, size: int) -> bytes:
    """Return what an open file holds: mostly one piece, more where a piece comes up short."""
    content = os.read(descriptor, size)
    while len(content) < size and (more := os.read(descriptor, size - len(content))):
        content += more
    return content


# --- documents --------------------------------------------------------------------------------


def documents_in(content: bytes, kind: FileKind) -> Iterator[Document]:
    """Yield the documents in the content of a file, and what is wrong with the content itself.

    Raises:
        ImportError: It is YAML, and no library for it is installed.
    """
    if content.startswith(codecs.BOM_UTF8):
        content = content[len(codecs.BOM_UTF8) :]
        message = "a byte order mark has no place in JSON (RFC 8259 section 8.1); save without it"
        yield Unread(Problem("file-bom", "warning", "", message, START))
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        spot = spot_at_end_of(content[: error.start].decode())
        message = "this is not UTF-8 (RFC 8259 section 8.1); save the file in that encoding"
        yield Unread(Problem("file-encoding", "error", "", message, spot))
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
