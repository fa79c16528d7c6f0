"""Words for messages: quoted texts, counted nouns and JSON pointers, one of each."""

from __future__ import annotations

_LONGEST_QUOTED = 60


def quoted(text: str) -> str:
    """Return a text in quotes, short and in ASCII, so that it is safe to print anywhere."""
    if len(text) <= _LONGEST_QUOTED:
        return ascii(text)
    return f"{text[:_LONGEST_QUOTED]!a}…"


def counted(number: int, noun: str) -> str:
    """Return how many of something there are: ``1 file``, ``1,200 files``."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def step(key: object) -> str:
    """Return a key or an index as one step of a JSON pointer (RFC 6901 section 3)."""
    return "/" + str(key).replace("~", "~0").replace("/", "~1")


def steps_of(pointer: str) -> list[str]:
    """Return the keys and indices of a JSON pointer (RFC 6901 section 4)."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
