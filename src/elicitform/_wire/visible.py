"""Whether a person sees anything of a text."""

from __future__ import annotations

import re

_UNSEEN_CATEGORIES = {"Cc", "Cf", "Zl", "Zp", "Zs"}
"""Control and format characters, and what separates lines, paragraphs and words."""

_UNSEEN_ASCII = "".join(map(chr, [*range(ord("!")), 0x7F]))
"""The control characters, and the space."""

_UNSEEN = (
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)
"""Fillers, joiners, variation selectors and tags, which are of other categories.

They are what else Unicode calls Default_Ignorable_Code_Point (DerivedCoreProperties.txt), and the
empty Braille pattern.
"""


def can_be_seen(text: str) -> bool:
    """Return whether `text` holds anything but white space and characters without a shape."""
    if text.isascii():  # as nearly every name
        return bool(text.strip(_UNSEEN_ASCII))
    import unicodedata  # noqa: PLC0415  (few texts of a form need it)

    return any(
        unicodedata.category(character) not in _UNSEEN_CATEGORIES
        and not re.match(_UNSEEN, character)
        for character in text
    )
