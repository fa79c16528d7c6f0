"""The differences between two schemas of one property, each with an answer that it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform.schemas.compare.values import (
    Choices,
    Numbers,
    Picks,
    Texts,
    titles_of,
    values_of,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from elicitform.schemas.compare.values import Values

Json = dict[str, Any]


class Difference(NamedTuple):
    """One difference.

    Attributes:
        keyword: Where it is inside the property, as the rest of a JSON pointer.
        message: What has changed.
        refused: The simplest value that the old property takes and this refuses, or None.
        shown: Whether it only changes what the person sees.
    """

    keyword: str
    message: str
    refused: Any = None
    shown: bool = False


def differences(old: Json, new: Json, *, always_answered: bool) -> Iterator[Difference]:
    """Yield how a property differs from what it was.

    Args:
        old: Its schema as it was, valid.
        new: Its schema as it is, valid.
        always_answered: Whether an answer to the old form has to hold the property.
    """
    before, after = values_of(old), values_of(new)
    if type(before) is not type(after):
        yield _kind_difference(old, before, new, after)
    elif isinstance(before, Numbers):
        yield from _number_differences(old, before, new)
    elif isinstance(before, Texts):
        yield from _text_differences(old, before, new)
    elif isinstance(before, (Choices, Picks)):
        yield from _choice_differences(old, before, new)
    yield from _default_difference(old, new, always_answered=always_answered)
    for keyword in ("title", "description"):
        if _differs(keyword, old, new):
            yield Difference(f"/{keyword}", f"`{keyword}` {_became(keyword, old, new)}", shown=True)


# --- kinds ------------------------------------------------------------------------------------


def _kind_difference(old: Json, before: Values, new: Json, after: Values) -> Difference:
    message = f"was {_kind_name(old)} and is {_kind_name(new)}"
    if isinstance(before, Texts) and isinstance(after, Choices):
        return Difference(_choices_keyword(new), message, before.outside(after.choices))
    if isinstance(before, Choices) and isinstance(after, Texts):
        return Difference("", message, before.outside(after))
    return Difference("/type", message, before.simplest())


def _kind_name(wire: Json) -> str:
    if wire["type"] == "string":
        return "a choice" if _is_select(wire) else "text"
    return {
        "array": "a choice of several",
        "boolean": "a boolean",
        "integer": "an integer",
        "number": "a number",
    }[wire["type"]]


# --- numbers and texts ------------------------------------------------------------------------


def _number_differences(old: Json, before: Numbers, new: Json) -> Iterator[Difference]:
    if old["type"] != new["type"]:
        refused = before.fraction() if new["type"] == "integer" else None
        yield Difference("/type", f"`type` {_told('type', old, new)}", refused)
    if _differs("minimum", old, new):
        yield _bound_difference("minimum", old, new, before.below)
    if _differs("maximum", old, new):
        yield _bound_difference("maximum", old, new, before.above)


def _text_differences(old: Json, before: Texts, new: Json) -> Iterator[Difference]:
    if _differs("minLength", old, new):
        yield _bound_difference("minLength", old, new, before.shorter)
    if _differs("maxLength", old, new):
        yield _bound_difference("maxLength", old, new, before.longer)
    if _differs("format", old, new):
        yield _bound_difference("format", old, new, before.without_format)


def _bound_difference(
    keyword: str, old: Json, new: Json, refused_by: Callable[[Any], Any]
) -> Difference:
    """Say what became of a keyword, and what it now refuses."""
    refused = refused_by(new[keyword]) if keyword in new else None
    kept_to = ", which every answer keeps to" if keyword in new and refused is None else ""
    return Difference(f"/{keyword}", f"`{keyword}` {_told(keyword, old, new)}{kept_to}", refused)


def _differs(keyword: str, old: Json, new: Json) -> bool:
    return old.get(keyword) != new.get(keyword)


# --- choices ----------------------------------------------------------------------------------


def _choice_differences(old: Json, before: Choices | Picks, new: Json) -> Iterator[Difference]:
    keyword, titles_before, titles = _choices_keyword(new), titles_of(old), titles_of(new)
    gone, added = without(titles_before, titles), without(titles, titles_before)
    if gone:
        refused = before.other_than(titles)
        unpicked = ", which nobody could pick" if refused is None else ""
        yield Difference(keyword, f"no longer a choice: {_listed(gone)}{unpicked}", refused)
    if added:
        yield Difference(keyword, f"a new choice: {_listed(added)}")
    if isinstance(before, Picks):
        yield from _count_differences(old, before, new)
    kept = [choice for choice in titles if choice in titles_before]
    if any(titles[choice] != titles_before[choice] for choice in kept):
        yield Difference(keyword, "choices have other titles", shown=True)
    elif _spelling(old) != _spelling(new):
        message = f"the choices were written as {_spelling(old)} and are as {_spelling(new)}"
        yield Difference(keyword, message, shown=True)
    if kept != [choice for choice in titles_before if choice in titles]:
        yield Difference(keyword, "the choices stand in another order", shown=True)


def _count_differences(old: Json, before: Picks, new: Json) -> Iterator[Difference]:
    if _differs("minItems", old, new):
        yield _bound_difference("minItems", old, new, before.fewer)
    if _differs("maxItems", old, new):
        yield _bound_difference("maxItems", old, new, before.more)


def _is_select(wire: Json) -> bool:
    return "enum" in wire or "oneOf" in wire


def _choices_keyword(wire: Json) -> str:
    if wire["type"] == "array":
        return "/items/anyOf" if "anyOf" in wire["items"] else "/items/enum"
    return "/oneOf" if "oneOf" in wire else "/enum"


def _spelling(wire: Json) -> str:
    keyword = _choices_keyword(wire).rpartition("/")[2]
    return f"`{keyword}` beside `enumNames`" if "enumNames" in wire else f"`{keyword}`"


# --- defaults ---------------------------------------------------------------------------------


def _default_difference(old: Json, new: Json, *, always_answered: bool) -> Iterator[Difference]:
    """Yield what became of the default, which is what a missing answer is read as."""
    if _is_same(old.get("default"), new.get("default")):
        return
    told = f"`default` {_told('default', old, new)}"
    if always_answered:
        yield Difference("/default", f"{told}, which answers hold anyway", shown=True)
    elif "default" in new:
        yield Difference("/default", f"{told}: what a missing answer is now read as")
    else:
        yield Difference("/default", f"{told}: a missing answer is now read as none")


def _is_same(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


# --- words ------------------------------------------------------------------------------------

_LISTED_CHOICES = 5
_LONGEST_SHOWN = 60


def _told(keyword: str, old: Json, new: Json) -> str:
    """Say what a keyword was and is, with its values."""
    if keyword not in old:
        return f"{_shown(new[keyword])} is new"
    if keyword not in new:
        return f"was {_shown(old[keyword])} and is gone"
    return f"was {_shown(old[keyword])} and is {_shown(new[keyword])}"


def _became(keyword: str, old: Json, new: Json) -> str:
    """Say what became of a keyword, without its values, which are texts of any length."""
    if keyword not in old:
        return "is new"
    return "has changed" if keyword in new else "is gone"


def _listed(choices: list[str]) -> str:
    more = len(choices) - _LISTED_CHOICES
    listed = ", ".join(map(_shown, choices[:_LISTED_CHOICES]))
    return f"{listed} and {more} more" if more > 0 else listed


def _shown(value: object) -> str:
    """Return a JSON value of a schema for a message: short, and safe to print."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
