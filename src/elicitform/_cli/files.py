"""Writes files all or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from elicitform._cli.command import CommandError, printable, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import TextIO


def read_file(path: Path) -> bytes | None:
    """Return the content of a file, or None where there is no file.

    Raises:
        OSError: It exists and cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def write_files(files: Mapping[Path, str]) -> None:
    """Write files as UTF-8: all of them, or none.

    Every text is first written to a temporary file next to its own; then each file is replaced
    in one step. Where one fails, or Ctrl-C is pressed, everything is undone.

    Raises:
        CommandError: A folder or file cannot be written, or two of the files are one.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    with _deferred_interrupts() as let_interrupt, contextlib.ExitStack() as undo:
        staged: dict[Path, tuple[Path, Path]] = {}
        for path, text in files.items():
            let_interrupt()
            with _command_errors(path):
                real = _real_place_of(path, undo)
                if real in staged:
                    raise OSError(0, "another form is written to the same file, by a symbolic link")
                staged[real] = path, _stage(real, text.encode(), undo)
        for real, (path, temporary) in staged.items():
            with _command_errors(path):
                undo.callback(_put_back, real, real.read_bytes() if real.exists() else None)
                temporary.replace(real)
        undo.pop_all()


def write_out(text: str, out: str | None, stdout: TextIO) -> None:
    """Write a text to a file, and say which; or to stdout, where none is named.

    Raises:
        CommandError, KeyboardInterrupt: As in `write_files`.
    """
    if out is None:
        stdout.write(text)
        return
    write_files({Path(out): text})
    tell(stdout, out)


@contextlib.contextmanager
def _deferred_interrupts() -> Iterator[Callable[[], None]]:
    """Defer Ctrl-C until the yielded function is called, or the block ends."""
    import signal  # noqa: PLC0415  (most commands write no file)
    import threading  # noqa: PLC0415

    pressed: list[int] = []

    def let_interrupt() -> None:
        if pressed:
            raise KeyboardInterrupt

    known = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or known is not signal.default_int_handler:
        yield let_interrupt
        return
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield let_interrupt
    finally:
        signal.signal(signal.SIGINT, known)
    let_interrupt()


def _real_place_of(path: Path, undo: contextlib.ExitStack) -> Path:
    """Make the folder of a file, and return its path without links, so that a link to it stays."""
    missing = [folder for folder in path.parents if not folder.exists()]
    for folder in reversed(missing):
        undo.callback(_quietly, folder.rmdir)
        folder.mkdir(exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    if path.exists() and not path.is_file():
        raise OSError(0, "it is no regular file; write to standard output, and redirect it")
    return path.resolve()


def _stage(real: Path, content: bytes, undo: contextlib.ExitStack) -> Path:
    """Write the new content of a file to a temporary one beside it."""
    temporary = real.with_name(f".{real.name}.{os.getpid()}.tmp")
    undo.callback(_quietly, temporary.unlink)
    temporary.write_bytes(content)
    if real.exists():
        temporary.chmod(real.stat().st_mode & 0o7777)
    return temporary


def _put_back(real: Path, content: bytes | None) -> None:
    if content is None:
        _quietly(real.unlink)
        return
    with contextlib.suppress(OSError), contextlib.ExitStack() as undo:
        _stage(real, content, undo).replace(real)


def _quietly(undo: Callable[[], None]) -> None:
    with contextlib.suppress(OSError):
        undo()


@contextlib.contextmanager
def _command_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (
        OSError,
        RuntimeError,
        UnicodeError,
        ValueError,
    ) as error:  # RuntimeError: links in a circle
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"cannot write {printable(str(path))}: {reason}") from None
