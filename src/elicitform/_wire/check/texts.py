"""Texts in a schema, and how its values and places are written in a finding."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elicitform._wire.visible import can_be_seen
from elicitform.exceptions import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_SHOWN = 60


def finding(code: str, path: str, message: str) -> Finding:
    """Return the finding of a rule that is broken at `path`."""
    from elicitform._wire.check.codes import RULES  # noqa: PLC0415  (most schemas break none)

    return Finding(code, RULES[code].severity, path, message)


def is_plain(text: object) -> bool:
    """Return whether no rule of texts is broken: this is ASCII, can be seen, and holds no URL.

    Nearly every text is, and need not be looked at rule by rule.
    """
    if not isinstance(text, str) or not text.isascii():
        return False
    return text.isprintable() and not text.isspace() and ":" not in text and text != ""


def text_findings(text: object, path: str) -> Iterator[Finding]:
    """Yield what is wrong with a text that a person reads."""
    if not isinstance(text, str):
        yield finding("keyword-value", path, f"this is text; got {shown(text)}")
        return
    yield from unicode_findings(text, path)
    yield from url_findings(text, path)


def label_findings(label: object, path: str) -> Iterator[Finding]:
    """Yield what is wrong with the label of a field or a choice."""
    if isinstance(label, str) and not can_be_seen(label):
        message = "nothing of this title can be seen; write what it is called"
        yield finding("title-value", path, message)
    yield from text_findings(label, path)


def unicode_findings(text: str, path: str) -> Iterator[Finding]:
    """Yield that a text cannot be sent as JSON in UTF-8."""
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        yield finding("text-unicode", path, "a lone surrogate is not valid Unicode text")


def url_findings(text: str, path: str) -> Iterator[Finding]:
    """Yield that a text holds a web address, which clients show as a link."""
    if "://" in text and re.search("https?://", text, re.IGNORECASE):
        yield finding(
            "url-in-text",
            path,
            f"{last_key(path)} holds a URL, which a server should not put into a form "
            "(specification, elicitation, safe URL handling); use URL mode",
        )


def shown(value: object) -> str:
    """Return a value from the schema for a message: short, and safe to print."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case dict():
            return "an object"
        case list():
            return "a list"
        case str():
            text = ascii(value[:_LONGEST_SHOWN])
            return text if len(value) <= _LONGEST_SHOWN else f"{text}…"
        case float():
            return repr(value)
        case int():
            return str(value) if abs(value) < 10**_LONGEST_SHOWN else "a very large number"
        case _:
            return "something that is not a JSON value"


def step(key: object) -> str:
    """Return a key as one step of a JSON pointer (RFC 6901 section 3)."""
    text = key if isinstance(key, str) else shown(key)
    if "~" not in text and "/" not in text:  # as nearly every key
        return f"/{text}"
    return "/" + text.replace("~", "~0").replace("/", "~1")


def last_key(path: str) -> str:
    """Return the key that a JSON pointer ends with, for a message."""
    return f"`{path.rpartition('/')[2]}`"
