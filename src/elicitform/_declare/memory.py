"""What `typing` remembers of the types it made, and how it forgets."""

from __future__ import annotations

import typing
from typing import Any

# Private. Python's own tests call them between two runs; each forgets the types of one kind.
_FORGET: list[Any] = getattr(typing, "_cleanups", [])
_FORGET_ALL_BUT_LITERALS = [
    forget
    for forget in _FORGET
    if getattr(getattr(forget, "__self__", None), "__name__", "") != "Literal"
]


def forget_equal_types() -> None:
    """Have `typing` make the next type as it is written, and not hand out an equal one.

    No type that anybody holds changes, and others lose only time: `typing` remembers no more than
    the 128 latest of a kind, so nobody can count on being handed the same one twice.
    """
    for forget in _FORGET:
        forget()


def forget_what_holds_literals() -> None:
    """Do the same, but for a ``Literal`` itself.

    It is handed out for the same values in the same order alone, unless it holds another one.
    """
    for forget in _FORGET_ALL_BUT_LITERALS:
        forget()
