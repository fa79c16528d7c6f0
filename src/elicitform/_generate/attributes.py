"""Property names to names of Python attributes."""

from __future__ import annotations

import keyword
import unicodedata
from typing import TYPE_CHECKING

from elicitform._generate.expressions import IMPORTED_FROM, MEANINGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

_LONGEST = 40
_PROTECTED = ("model_validate", "model_dump")
"""How no field may be called in pydantic, which has methods of these names."""

_AMBIGUOUS = frozenset("IOl")
"""What pycodestyle calls ambiguous (E741)."""

_USED_IN_SOURCE = frozenset({*MEANINGS, *IMPORTED_FROM})
"""A field with a default hides the type of its name from the annotations below it."""


def attributes_for(names: Iterable[str], base: type[BaseModel]) -> dict[str, str]:
    """Return an attribute for each property, that property's own name where it can be.

    Args:
        names: Distinct property names.
        base: The class that the attributes are added to, and whose own they may not hide.
    """
    names = list(names)
    attributes = {name: name for name in names if _is_clean(name) and _is_free(name, base)}
    taken = set(attributes)
    numbers: dict[str, int] = {}
    for name in names:
        if name not in attributes:
            wanted = _cleaned(name, base)
            stem, chosen = wanted.rstrip("_"), wanted
            while chosen in taken or not _is_free(chosen, base):
                numbers[stem] = numbers.get(stem, 1) + 1
                chosen = f"{stem}_{numbers[stem]}"
            attributes[name] = chosen
            taken.add(chosen)
    return attributes


def _is_clean(name: str) -> bool:
    # Python reads an identifier as its NFKC form (Language Reference, section 2.3).
    return (
        name.isidentifier()
        and not keyword.iskeyword(name)
        and not name.startswith("_")
        and unicodedata.normalize("NFKC", name) == name
    )


def _is_free(attribute: str, base: type[BaseModel]) -> bool:
    return (
        attribute not in _USED_IN_SOURCE
        and attribute not in _AMBIGUOUS
        and attribute not in base.__class_vars__
        and not attribute.startswith(_PROTECTED)
        and not hasattr(base, attribute)
    )


def _cleaned(name: str, base: type[BaseModel]) -> str:
    """Return an identifier that reads like `name`, in lower case where it has to change."""
    text = unicodedata.normalize("NFKC", name[: 4 * _LONGEST])
    spaced = "".join(letter if f"a{letter}".isidentifier() else " " for letter in text)
    words = "_".join(spaced.replace("_", " ").split())[:_LONGEST].strip("_")
    if not _is_clean(name) and not keyword.iskeyword(name):
        words = words.lower()
    if not words.isidentifier() or words.startswith(_PROTECTED):
        words = f"field_{words}".rstrip("_")
    words = unicodedata.normalize("NFKC", words)
    return words if _is_free(words, base) and not keyword.iskeyword(words) else f"{words}_"
