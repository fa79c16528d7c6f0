"""Why a JSON value does not fit a field, in words for a person and without the value itself.

This is the plain statement of the reading rules. The validators of `_answers.reader` state them
once more, for speed; when they refuse an answer, `find_reason` says which rule it broke.
"""

from __future__ import annotations

import math
from functools import lru_cache
from types import NoneType
from typing import TYPE_CHECKING

from typing_extensions import assert_never

from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)
from elicitform._wire.formats import FORMATS, has_format

if TYPE_CHECKING:
    from typing import TypeGuard

    from elicitform._wire.description import Choice, Kind

Reason = tuple[str, str]
"""A fault's code and its message."""

_LISTED_CHOICES = 12
_LISTED_CHARACTERS = 60


def find_reason(kind: Kind, value: object) -> Reason | None:
    """Return why `value` does not fit `kind`, or None where it does.

    Only the exact types that a JSON reader makes fit: an Enum member that is a `str` does not.
    """
    match kind:
        case StringKind():
            return _string_reason(kind, value)
        case IntegerKind():
            return _integer_reason(kind, value)
        case NumberKind():
            return _number_reason(kind, value)
        case BooleanKind():
            return None if type(value) is bool else _wrong_type(kind, value)
        case SingleSelectKind():
            return _single_select_reason(kind, value)
        case MultiSelectKind():
            return _multi_select_reason(kind, value)
        case _:
            assert_never(kind)


@lru_cache(maxsize=256, typed=True)  # kinds are tuples, and equal across classes without `typed`
def phrase(kind: Kind) -> str:
    """Return what a person should answer, as in "a whole number from 1 to 10"."""
    match kind:
        case StringKind():
            return _text_phrase(kind)
        case IntegerKind():
            return "a whole number" + _within(kind.minimum, kind.maximum)
        case NumberKind():
            return "a number" + _within(kind.minimum, kind.maximum)
        case BooleanKind():
            return "true or false"
        case SingleSelectKind():
            return f"one of {_listed(kind.choices)}"
        case MultiSelectKind():
            count = _count(kind.min_items, kind.max_items, "choice") or "choices"
            return f"a list of {count} from {_listed(kind.choices)}"
        case _:
            assert_never(kind)


def _text_phrase(kind: StringKind) -> str:
    if kind.zone:
        return f"a date and time such as 2026-01-31 09:30, which is a time of {kind.zone}"
    if kind.format:
        return FORMATS[kind.format].phrase
    length = _count(kind.min_length, kind.max_length, "character")
    return f"text of {length}" if length else "text"


def _string_reason(kind: StringKind, value: object) -> Reason | None:
    if type(value) is not str:
        return _wrong_type(kind, value)
    if has_lone_surrogate(value):
        return _LONE_SURROGATE
    if not _is_between(len(value), kind.min_length, kind.max_length):
        wanted = _count(kind.min_length, kind.max_length, "character")
        return "length", f"must have {wanted}, and has {len(value)}"
    if kind.format and not has_format(kind.format, value):
        return "format", f"must be {phrase(kind)}"
    return None


def _integer_reason(kind: IntegerKind, value: object) -> Reason | None:
    if type(value) is int or (type(value) is float and value.is_integer()):
        return _range_reason(kind, value)
    return _wrong_type(kind, value)


def _number_reason(kind: NumberKind, value: object) -> Reason | None:
    if not _is_number(value):
        return _wrong_type(kind, value)
    try:
        float(value)
    except OverflowError:
        return "range", "must be a number that fits 64-bit floating point"
    return _range_reason(kind, value)


def _range_reason(kind: IntegerKind | NumberKind, value: float) -> Reason | None:
    if _is_between(value, kind.minimum, kind.maximum):
        return None
    return "range", f"must be {phrase(kind)}"


def _single_select_reason(kind: SingleSelectKind, value: object) -> Reason | None:
    if type(value) is not str:
        return _wrong_type(kind, value)
    return _choice_reason(kind.choices, value)


def _multi_select_reason(kind: MultiSelectKind, value: object) -> Reason | None:
    if type(value) is not list:
        return _wrong_type(kind, value)
    if not all(type(item) is str for item in value):
        return "type", "must be a list of text, and holds something else"
    known = {choice.value for choice in kind.choices}
    unknown = next((item for item in value if item not in known), None)
    if unknown is not None:
        return _choice_reason(kind.choices, unknown)
    if len(set(value)) < len(value):
        return "duplicate", "lists a choice more than once"
    if not _is_between(len(value), kind.min_items, kind.max_items):
        wanted = _count(kind.min_items, kind.max_items, "choice")
        return "count", f"must hold {wanted}, and holds {len(value)}"
    return None


def _choice_reason(choices: tuple[Choice, ...], value: str) -> Reason | None:
    if any(choice.value == value for choice in choices):
        return None
    titled = next((choice for choice in choices if choice.title == value), None)
    if titled:
        return "choice", f"holds the title of a choice; its value is {titled.value!r}"
    return "choice", f"must be one of {_listed(choices)}"


_LONE_SURROGATE: Reason = ("text", "holds a lone surrogate, which is not valid Unicode text")


def _wrong_type(kind: Kind, value: object) -> Reason:
    return "type", f"must be {phrase(kind)}; got {_json_type(value)}"


def _json_type(value: object) -> str:
    if type(value) is float and not math.isfinite(value):
        return "one that is not finite"
    return _JSON_TYPES.get(type(value), "something that is not a JSON value")


_JSON_TYPES: dict[type, str] = {
    NoneType: "null",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}


def _is_number(value: object) -> TypeGuard[float]:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _is_between(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _within(least: float | None, most: float | None) -> str:
    """Return bounds in words, to be put behind a number: " from 1 to 10", ", at least 1"."""
    if least is not None and most is not None:
        return f", exactly {least}" if least == most else f" from {least} to {most}"
    if least is not None:
        return f", at least {least}"
    return "" if most is None else f", at most {most}"


def _count(least: int | None, most: int | None, noun: str) -> str:
    """Return how many of something in words: "1 to 10 characters", "at least 1 character"."""
    least = least or None
    many = noun if (most if most is not None else least) == 1 else f"{noun}s"
    if least is not None and most is not None:
        return f"exactly {most} {many}" if least == most else f"{least} to {most} {many}"
    if least is not None:
        return f"at least {least} {many}"
    return "" if most is None else f"at most {most} {many}"


def _listed(choices: tuple[Choice, ...]) -> str:
    shown = [_shortened(choice.value) for choice in choices[:_LISTED_CHOICES]]
    more = len(choices) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _shortened(text: str) -> str:
    whole = repr(text)
    return whole if len(whole) <= _LISTED_CHARACTERS else f"{whole[:_LISTED_CHARACTERS]}…'"


def without_lone_surrogates(text: str) -> str:
    """Return `text` with U+FFFD for each half of a character that has lost its other half."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def has_lone_surrogate(text: str) -> bool:
    """Return whether `text` is not valid Unicode, and so cannot be sent as JSON in UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
