"""Text from elsewhere, made fit for a terminal and for a build's log."""

from __future__ import annotations


def printable(text: str) -> str:
    """Return one line that moves no cursor, turns no text around, and commands no build.

    Whatever is no printable character is written as an escape, and so is the mark that starts a
    command of a GitHub workflow in the middle of a line.
    """
    if not text.isprintable():
        text = "".join(map(_escape, text))
    return text.replace("##[", r"#\x23[")


def _escape(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode()
