"""Property names that do not reach every client as they were sent."""

from __future__ import annotations

import re

_INTEGER = re.compile("-?[0-9]+")
_LOST_NAMES = {"__proto__", "constructor", "prototype"}


def is_lost(name: str) -> bool:
    """Return whether clients written in JavaScript lose a property of this name, or move it."""
    return not name or name in _LOST_NAMES or _INTEGER.fullmatch(name) is not None
