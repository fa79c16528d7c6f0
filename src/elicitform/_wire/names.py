"""Property names that do not reach every client as they were sent."""

from __future__ import annotations

_LOST_NAMES = {"__proto__", "constructor", "prototype"}


def is_lost(name: str) -> bool:
    """Return whether clients written in JavaScript lose a property of this name, or move it."""
    digits = name.removeprefix("-")
    is_integer = digits.isdecimal() and digits.isascii()
    return not name or name in _LOST_NAMES or is_integer
