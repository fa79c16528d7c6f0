"""Clients on a pseudo-terminal: keys are pressed whenever the client is quiet."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_QUIET = 2.5
_LONGEST = 45


def press(argv: Sequence[str], keys: Sequence[bytes], done: Callable[[], bool]) -> str:
    """Run a client, and press keys one by one.

    Args:
        argv: The command.
        keys: The keys; each is pressed once the client has been quiet after showing the question.
        done: Tells whether the server has its answer.

    Returns:
        All that the client wrote.
    """
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe(argv[0], list(argv), {**os.environ, "TERM": "xterm-256color"})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
    written, left = b"", list(keys)
    began = heard = time.monotonic()
    while time.monotonic() - began < _LONGEST and not done():
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                new = os.read(terminal, 65536)
            except OSError:  # it has ended
                break
            written, heard = written + new, time.monotonic()
        elif b"Field:" in written and time.monotonic() - heard > _QUIET:
            if not left:
                break
            os.write(terminal, left.pop(0))
            heard = time.monotonic()
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return written.decode("utf-8", "replace")
