"""What a person sees of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitform._wire.visible import can_be_seen

UNSEEN = {
    "nothing": "",
    "spaces": " \t\r\n\v\f",
    "other spaces": "\u00a0\u1680\u2000\u2009\u202f\u205f\u3000\u0085",
    "separators": "\u2028\u2029",
    "zero-width": "\u200b\u200c\u200d\u2060\ufeff",
    "directions": "\u200e\u200f\u061c\u202a\u202e\u2066\u2069",
    "soft hyphens": "\u00ad\u00ad",
    "control characters": "\x00\x07\x1b\x7f\x9f",
    "fillers": "\u115f\u1160\u3164\uffa0",
    "vowels without a shape": "\u17b4\u17b5",
    "variation selectors": "\u180b\ufe00\ufe0f\U000e0100\U000e01ef",
    "tags": "\U000e0001\U000e0041\U000e007f",
    "joiners": "\u034f\u2062\u2064",
    "the empty Braille pattern": "\u2800",
}


@pytest.mark.parametrize("name", UNSEEN)
def test_nothing_of_these_is_seen(name: str) -> None:
    assert not can_be_seen(UNSEEN[name])
    assert not any(map(can_be_seen, UNSEEN[name]))


@pytest.mark.parametrize(
    "text", [*"a1_-.é漢😀\u0301⠁€\ue000", "\ud800", " a ", "\u200ba", "👩\u200d🚀"]
)
def test_anything_else_is_seen(text: str) -> None:
    assert can_be_seen(text)


@given(st.text(st.characters(categories=["L", "N", "P", "Sm", "Sc"]), min_size=1), st.text())
def test_text_is_seen_whatever_stands_around_it(seen: str, around: str) -> None:
    fillers = UNSEEN["fillers"] + UNSEEN["the empty Braille pattern"]
    assert can_be_seen(around + seen + around) or set(seen) <= set(fillers)
