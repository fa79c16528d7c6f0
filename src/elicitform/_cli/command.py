"""How a command ends: its exit codes, and the error that ends it early."""

from __future__ import annotations

DONE = 0
DIFFERS_OR_REFUSED = 1
USAGE = 2

STDIN = "-"
"""What stands for standard input in place of a file."""

JSON_VERSION = 1
"""Raised when a member of any JSON output is taken away or changes its meaning."""


class CommandError(Exception):
    """A command that cannot go on.

    Attributes:
        code: The exit code.
    """

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code
