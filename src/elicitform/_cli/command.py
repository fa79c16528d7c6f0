"""Exit codes, text that is safe to print, and JSON."""

from __future__ import annotations

import errno
import json
import os
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TextIO

DONE = 0
DIFFERS_OR_REFUSED = 1
USAGE = 2
INTERRUPTED = 130

JSON_VERSION = 1
"""Increased when a member of any JSON output is removed or changes its meaning."""

_LONGEST_NAME = 60


class CommandError(Exception):
    """A command cannot go on; the message says why.

    Attributes:
        code: The exit code.
    """

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code


# --- text -------------------------------------------------------------------------------------


def printable(text: str) -> str:
    """Return text as one line that is safe to print on a terminal and in the log of a build.

    What does not print, which includes control and bidirectional characters, is escaped. So are
    the marks of commands in the logs of Azure Pipelines, TeamCity and GitHub.
    """
    if not text.isprintable():
        text = "".join(one if one.isprintable() else _escape(one) for one in text)
    return re.sub(r"^(\s*:):", r"\1\\x3a", text.replace("##", r"#\x23"))


def short(name: str) -> str:
    """Return a name from elsewhere, printable and not too long for a line."""
    return printable(name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…")


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def as_json(document: Any) -> str:
    """Return a document as JSON in UTF-8 that escapes what `printable` does.

    Raises:
        ValueError: It holds NaN or an infinity.
    """
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    return _as_printable_json(text)


def as_json_line(document: Any) -> str:
    """Return a document as `as_json` does, on one line without spaces."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _as_printable_json(text)


def _as_printable_json(text: str) -> str:
    if not text.replace("\n", "").isprintable():
        text = "".join(
            one if one.isprintable() or one == "\n" else json.dumps(one)[1:-1] for one in text
        )
    return text.replace("##", r"#\u0023")


# --- streams ----------------------------------------------------------------------------------


def tell(stream: TextIO, *lines: str) -> None:
    """Write lines, each made `printable`.

    Raises:
        OSError: Not all of them could be written.
    """
    write_all(stream, "".join(f"{printable(line)}\n" for line in lines))


def complain(stderr: TextIO, message: object) -> None:
    """Write what is wrong, in as many lines as the message has.

    Raises:
        OSError: It could not be written.
    """
    tell(stderr, *f"elicitform: {message}".split("\n"))


def write_all(stream: TextIO, text: str) -> None:
    """Write a text to its end.

    With ``PYTHONUNBUFFERED``, a text stream drops in silence what its pipe has no room for; a
    non-blocking pipe may take nothing at all.

    Raises:
        OSError: Not all of it could be written.
    """
    if stream.closed:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    stream.flush()
    binary = getattr(stream, "buffer", None)
    if binary is None:
        stream.write(text)
        return
    raw = getattr(binary, "raw", binary)
    left = memoryview(text.encode("utf-8", "backslashreplace"))
    while left:
        written = raw.write(left)
        if not written:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        left = left[written:]
