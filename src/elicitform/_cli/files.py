"""Files that are replaced whole or not at all."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from elicitform._cli.command import CommandError
from elicitform._cli.printing import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


def read_file(path: Path) -> bytes | None:
    """Return what is in a file, or None where there is none.

    Raises:
        CommandError: It is there and cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CommandError(f"cannot read {printable(str(path))}: {error.strerror}") from None


def write_files(files: Mapping[Path, str]) -> None:
    """Write files as UTF-8.

    Every text is first written beside its file; only once all have been are the files replaced,
    each in one step.

    Raises:
        CommandError: A folder or file cannot be written, or two of the files are one.
    """
    staged: dict[Path, Path] = {}
    try:
        for path, text in files.items():
            with _told_as_command_error(path):
                staged[path] = _stage(path, text, taken=set(staged.values()))
        _replace_all(staged)
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def _replace_all(staged: Mapping[Path, Path]) -> None:
    """Replace every file in one step, and put back those before one that cannot be replaced."""
    before: dict[Path, bytes | None] = {}
    try:
        for path, temporary in staged.items():
            with _told_as_command_error(path):
                before[path] = path.read_bytes() if path.exists() else None
                temporary.replace(path.resolve())  # a symbolic link goes on being one
    except CommandError:
        *replaced, _ = before
        for path in replaced:
            _put_back(path, before[path])
        raise


def _put_back(path: Path, content: bytes | None) -> None:
    with contextlib.suppress(OSError):
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)


def _stage(path: Path, text: str, taken: set[Path]) -> Path:
    """Write `text` to a new file in the folder where `path` really is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    real = path.resolve()
    temporary = real.with_name(f".{real.name}.{os.getpid()}.tmp")
    if temporary in taken:
        raise OSError(0, "another form is written to the same file, by a symbolic link")
    try:
        temporary.write_bytes(text.encode())
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


@contextlib.contextmanager
def _told_as_command_error(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError, UnicodeError) as error:  # RuntimeError: links in a circle
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"cannot write {printable(str(path))}: {reason}") from None
