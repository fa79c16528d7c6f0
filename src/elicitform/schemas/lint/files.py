"""Files and folders to read, and the bytes that are in them."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_FILE = 100 * 2**20
"""How many bytes of a file are read at most."""

TOO_LARGE = f"it is larger than {LARGEST_FILE // 2**20} MiB"

LINES = (".jsonl", ".ndjson")
YAML = (".yaml", ".yml")
EXTENSIONS = (".json", *LINES, *YAML)
"""What the name of a file ends in that is read where its folder is given."""

_LEFT_OUT = {"node_modules", "__pycache__"}


def files_in(folder: str) -> Iterator[str]:
    """Yield every file below a folder that has one of `EXTENSIONS`, in the order of names.

    Hidden files and folders are left out, and so is what package managers unpack. A symbolic link
    to a folder is not followed.

    Raises:
        OSError: A folder cannot be listed.
    """
    for where, folders, names in os.walk(folder, onerror=_raise):
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in _LEFT_OUT)
        for name in sorted(names):
            if name[0] != "." and name.lower().endswith(EXTENSIONS):
                yield os.path.join(where, name)  # noqa: PTH118  (a path object takes ten times as long)


def _raise(error: OSError) -> None:
    raise error


class Identity(NamedTuple):
    """What tells two files apart, whatever they are called."""

    device: int
    inode: int


def read(path: str) -> tuple[bytes, Identity]:
    """Return what is in a file, and which file it is.

    Raises:
        OSError: It cannot be read, is no regular file, or is larger than `LARGEST_FILE`.
    """
    # A pipe that nobody writes to would be opened for ever.
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(0, "it is no regular file; write `-` and pipe it in", path)
        if status.st_size > LARGEST_FILE:
            raise OSError(0, TOO_LARGE, path)
        return _all_of(descriptor, status.st_size), Identity(status.st_dev, status.st_ino)
    finally:
        os.close(descriptor)


_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def _all_of(descriptor: int, size: int) -> bytes:
    """Return what an open file holds: mostly one piece, more where a piece comes up short."""
    content = os.read(descriptor, size)
    while len(content) < size and (more := os.read(descriptor, size - len(content))):
        content += more
    return content
