"""Patterns of files and folders to leave out."""

from __future__ import annotations

import glob
import os
from fnmatch import fnmatchcase
from pathlib import PurePath


def anchored(pattern: str, folder: str) -> str:
    """Return a pattern that means the same in every working folder.

    Args:
        pattern: A pattern as it is written: names with ``*``, ``?``, ``[…]`` and ``**`` in them.
        folder: The absolute path of the folder that a pattern with a slash starts from.
    """
    pattern = pattern.rstrip("/")
    if not _is_path(pattern):
        return pattern
    return os.path.join(glob.escape(folder), pattern)  # noqa: PTH118


def is_excluded(path: str, patterns: tuple[str, ...]) -> bool:
    """Return whether a pattern, which has been `anchored`, matches a path or a folder above it.

    A pattern without a slash is compared with each name of the path below the working folder, or
    with each name of the whole path where it is outside the working folder.
    """
    if not patterns:
        return False
    whole, here = PurePath(os.path.abspath(path)), PurePath(os.path.abspath("."))  # noqa: PTH100
    names = (whole.relative_to(here) if whole.is_relative_to(here) else whole).parts
    return any(
        _starts_with(whole.parts, PurePath(pattern).parts)
        if _is_path(pattern)
        else any(fnmatchcase(name, pattern) for name in names)
        for pattern in patterns
    )


def _is_path(pattern: str) -> bool:
    return "/" in pattern


def _starts_with(names: tuple[str, ...], patterns: tuple[str, ...]) -> bool:
    """Return whether the first names match the patterns, one by one; ``**`` matches any number."""
    if not patterns:
        return True
    if patterns[0] == "**":
        return any(_starts_with(names[at:], patterns[1:]) for at in range(len(names) + 1))
    is_match = bool(names) and fnmatchcase(names[0], patterns[0])
    return is_match and _starts_with(names[1:], patterns[1:])
