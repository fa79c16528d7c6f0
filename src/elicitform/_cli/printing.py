"""Text from elsewhere, made fit for a terminal and for a build's log."""

from __future__ import annotations

_LONGEST_NAME = 60


def printable(text: str, *, keep: str = "") -> str:
    """Return text that moves no cursor, turns no text around, and commands no build.

    Whatever is no printable character is written as an escape, and so is the mark that starts a
    command in the logs of Azure Pipelines, TeamCity and GitHub in the middle of a line.

    Args:
        text: The text.
        keep: Characters that stay as they are.
    """
    if not text.isprintable():
        text = "".join(one if one in keep else _escape(one) for one in text)
    return text.replace("##", r"#\x23")


def short(name: str) -> str:
    """Return a name from elsewhere, printable and not too long for a line."""
    return printable(name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…")


def _escape(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode()
