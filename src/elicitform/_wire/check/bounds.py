"""Bounds of numbers, and of how long a text or a list may be."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeGuard

from elicitform._wire.check.texts import finding, last_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.exceptions import Finding

LARGEST_INTEGER = 2**53 - 1
_LARGEST_32_BIT = 2**31 - 1
_BEYOND_FLOAT = 2**1024 - 2**970
"""The least integer that 64-bit floating point rounds to infinity."""

LENGTHS = ("minLength", "maxLength")
COUNTS = ("minItems", "maxItems")
BOUNDS = ("minimum", "maximum")


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is a number that every client can hold."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _BEYOND_FLOAT


# --- lengths and counts -----------------------------------------------------------------------


def count_findings(
    definition: dict[Any, Any], path: str, keys: tuple[str, str], order: str
) -> Iterator[Finding]:
    """Yield what is wrong with a pair of lengths or counts; `order` is the code of their order."""
    given = [key for key in keys if key in definition]
    for key in given:
        yield from _count_value_findings(definition[key], f"{path}/{key}", key)
    if len(given) < len(keys):
        return
    least, most = counts_in(definition, keys)
    if least > most:
        yield finding(order, f"{path}/{keys[0]}", f"`{keys[0]}` is larger than `{keys[1]}`")


def _count_value_findings(value: object, path: str, key: str) -> Iterator[Finding]:
    if not _is_count(value):
        yield finding("count-value", path, f"`{key}` is a whole number from 0 on, written as one")
    elif isinstance(value, float):
        yield as_float(path)
    elif value > _LARGEST_32_BIT:
        yield beyond_32_bits(path)


def _is_count(value: object) -> TypeGuard[float]:
    whole = type(value) is int or (type(value) is float and value.is_integer())
    return whole and is_number(value) and 0 <= value <= LARGEST_INTEGER


def counts_in(definition: dict[Any, Any], keys: tuple[str, str]) -> tuple[float, float]:
    """Return how few and how many are allowed; a value that is no count bounds nothing."""
    least, most = (definition.get(key) for key in keys)
    return (least if _is_count(least) else 0, most if _is_count(most) else math.inf)


# --- numbers ----------------------------------------------------------------------------------


def number_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the bounds of a number."""
    for key in BOUNDS:
        if key in definition and not is_number(definition[key]):
            message = f"`{key}` is a finite number, written as one"
            yield finding("bound-value", f"{path}/{key}", message)
    low, high = bounds_in(definition)
    if low > high:
        yield finding("bound-order", f"{path}/minimum", "`minimum` is larger than `maximum`")


def bounds_in(definition: dict[Any, Any]) -> tuple[float, float]:
    """Return the bounds of a number; a value that is no number bounds nothing."""
    low, high = definition.get("minimum"), definition.get("maximum")
    return (low if is_number(low) else -math.inf, high if is_number(high) else math.inf)


def integer_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the bounds of an integer."""
    yield from number_findings(definition, path)
    low, high = bounds_in(definition)
    if low > -math.inf:
        yield from integer_encoding_findings(low, f"{path}/minimum")
    if high < math.inf:
        yield from integer_encoding_findings(high, f"{path}/maximum")
    if -math.inf < low <= high < math.inf and math.ceil(low) > math.floor(high):
        yield finding("unsatisfiable", path, "no integer lies between the bounds; widen them")


def integer_encoding_findings(value: float, path: str) -> Iterator[Finding]:
    """Yield what some client makes of a number that stands for an integer."""
    if abs(value) > LARGEST_INTEGER:
        message = "an integer is exact up to 2**53 - 1; write a smaller one"
        yield finding("integer-magnitude", path, message)
    elif isinstance(value, float):
        yield as_float(path)
    elif not -_LARGEST_32_BIT - 1 <= value <= _LARGEST_32_BIT:
        yield beyond_32_bits(path)


def as_float(path: str) -> Finding:
    """Return the warning about an integer that is written with a fraction."""
    message = f"{last_key(path)} has a fraction, which some clients refuse; write an integer"
    return finding("integer-as-float", path, message)


def beyond_32_bits(path: str) -> Finding:
    """Return the warning about an integer that some clients cannot hold."""
    message = f"{last_key(path)} lies past 32 bits, and some clients hold no more"
    return finding("integer-32-bit", path, message)
