"""The differences between two schemas of a property, each with a value that is refused now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from typing_extensions import assert_never

from elicitform.schemas.compare.values import (
    Booleans,
    Choices,
    Numbers,
    Picks,
    Texts,
    taken_by,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from elicitform._wire.property import Property, PropertyKind
    from elicitform.schemas.compare.values import Values

Json: TypeAlias = Mapping[str, Any]


class Difference(NamedTuple):
    """One difference.

    Attributes:
        keyword: Where it is inside the property, as the rest of a JSON pointer.
        message: What has changed.
        refused: The simplest value that the old property takes and the new one refuses, or None.
        shown: Whether it only changes what the person sees.
    """

    keyword: str
    message: str
    refused: Any = None
    shown: bool = False


def differences(old: Property, new: Property) -> Iterator[Difference]:
    """Yield how a property differs from what it was.

    Args:
        old: The property as it was.
        new: The property as it is.
    """
    was, is_ = old.definition, new.definition
    before, after = taken_by(old), taken_by(new)
    if type(before) is not type(after):
        yield _kind_difference(old, before, new, after)
    else:
        match before:
            case Numbers():
                yield from _type_difference(was, before, is_)
                bounds = {"minimum": before.below, "maximum": before.above}
                yield from _bound_differences(was, is_, bounds)
            case Texts():
                lengths = {"minLength": before.shorter, "maxLength": before.longer}
                yield from _bound_differences(
                    was, is_, {**lengths, "format": before.without_format}
                )
            case Choices() | Picks():
                yield from _choice_differences(old, before, new)
            case Booleans():
                pass
            case _:
                assert_never(before)
    yield from _default_difference(was, is_, always_answered=old.required)
    for keyword in ("title", "description"):
        if _differs(keyword, was, is_):
            yield Difference(f"/{keyword}", f"`{keyword}` {_became(keyword, was, is_)}", shown=True)


# --- kinds ------------------------------------------------------------------------------------


def _kind_difference(old: Property, before: Values, new: Property, after: Values) -> Difference:
    message = f"was {_kind_name(old.kind)} and is {_kind_name(new.kind)}"
    if isinstance(before, Texts) and isinstance(after, Choices):
        return Difference(_choices_keyword(new), message, before.outside(after.choices))
    if isinstance(before, Choices) and isinstance(after, Texts):
        return Difference("", message, before.outside(after))
    return Difference("/type", message, before.simplest())


def _kind_name(kind: PropertyKind) -> str:
    match kind:
        case "string":
            return "text"
        case "number" | "boolean":
            return f"a {kind}"
        case "integer":
            return "an integer"
        case "single-select" | "titled-single-select" | "legacy-titled-single-select":
            return "a choice"
        case "multi-select" | "titled-multi-select":
            return "a choice of several"
        case _:
            assert_never(kind)


# --- bounds -----------------------------------------------------------------------------------


def _type_difference(old: Json, before: Numbers, new: Json) -> Iterator[Difference]:
    if old["type"] != new["type"]:
        refused = before.fraction() if new["type"] == "integer" else None
        yield Difference("/type", f"`type` {_was_and_is('type', old, new)}", refused)


def _bound_differences(
    old: Json, new: Json, refused_by: Mapping[str, Callable[[Any], Any]]
) -> Iterator[Difference]:
    """Yield what became of some keywords.

    Args:
        old: The property as it was.
        new: The property as it is.
        refused_by: For each keyword, what returns a value that the old property takes and a value
            of the keyword refuses.
    """
    for keyword, refused_of in refused_by.items():
        if _differs(keyword, old, new):
            message = f"`{keyword}` {_was_and_is(keyword, old, new)}"
            refused = refused_of(new[keyword]) if keyword in new else None
            if keyword in new and refused is None:
                message += ", which every old answer satisfies"
            yield Difference(f"/{keyword}", message, refused)


def _differs(keyword: str, old: Json, new: Json) -> bool:
    return old.get(keyword) != new.get(keyword)


# --- choices ----------------------------------------------------------------------------------


def _choice_differences(
    old: Property, before: Choices | Picks, new: Property
) -> Iterator[Difference]:
    keyword, titles_before, titles = _choices_keyword(new), old.titles, new.titles
    gone, added = without(titles_before, titles), without(titles, titles_before)
    if gone:
        refused = before.other_than(titles)
        unpicked = ", which could not be picked" if refused is None else ""
        yield Difference(keyword, f"no longer a choice: {_listed(gone)}{unpicked}", refused)
    if added:
        yield Difference(keyword, f"a new choice: {_listed(added)}")
    if isinstance(before, Picks):
        counts = {"minItems": before.fewer, "maxItems": before.more}
        yield from _bound_differences(old.definition, new.definition, counts)
    kept = [choice for choice in titles if choice in titles_before]
    if any(titles[choice] != titles_before[choice] for choice in kept):
        yield Difference(keyword, "choices have other titles", shown=True)
    elif _spelling(old) != _spelling(new):
        message = f"the choices were written as {_spelling(old)} and are as {_spelling(new)}"
        yield Difference(keyword, message, shown=True)
    if kept != [choice for choice in titles_before if choice in titles]:
        yield Difference(keyword, "the choices are in another order", shown=True)


def _choices_keyword(wire: Property) -> str:
    """Return where the choices are inside the property, as the rest of a JSON pointer."""
    holder = wire.definition.get("items", wire.definition)
    keyword = next(one for one in ("anyOf", "oneOf", "enum") if one in holder)
    return f"/{keyword}" if holder is wire.definition else f"/items/{keyword}"


def _spelling(wire: Property) -> str:
    keyword = _choices_keyword(wire).rpartition("/")[2]
    return f"`{keyword}` beside `enumNames`" if "enumNames" in wire.definition else f"`{keyword}`"


# --- defaults ---------------------------------------------------------------------------------


def _default_difference(old: Json, new: Json, *, always_answered: bool) -> Iterator[Difference]:
    """Yield what became of the default, which is what a missing answer is read as."""
    if _is_same(old.get("default"), new.get("default")):
        return
    change = f"`default` {_was_and_is('default', old, new)}"
    if always_answered:
        yield Difference("/default", f"{change}, which every answer contains anyway", shown=True)
    elif "default" in new:
        yield Difference("/default", f"{change}: what a missing answer is now read as")
    else:
        yield Difference("/default", f"{change}: a missing answer is now read as none")


def _is_same(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


# --- words ------------------------------------------------------------------------------------

_LISTED_CHOICES = 5
_LONGEST_SHOWN = 60


def _was_and_is(keyword: str, old: Json, new: Json) -> str:
    """Return what a keyword was and is, with its values."""
    if keyword not in old:
        return f"{_as_json(new[keyword])} is new"
    if keyword not in new:
        return f"was {_as_json(old[keyword])} and is gone"
    return f"was {_as_json(old[keyword])} and is {_as_json(new[keyword])}"


def _became(keyword: str, old: Json, new: Json) -> str:
    """Return what became of a keyword, without its values, which may be long texts."""
    if keyword not in old:
        return "is new"
    return "has changed" if keyword in new else "is gone"


def _listed(choices: list[str]) -> str:
    more = len(choices) - _LISTED_CHOICES
    listed = ", ".join(map(_as_json, choices[:_LISTED_CHOICES]))
    return f"{listed} and {more} more" if more > 0 else listed


def _as_json(value: object) -> str:
    """Return a JSON value of a schema for a message: short, and safe to print."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
