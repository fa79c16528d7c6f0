"""The choices of a select, and their titles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from elicitform._wire.check.bounds import COUNTS, count_findings, counts_in
from elicitform._wire.check.texts import (
    finding,
    is_plain,
    label_findings,
    shown,
    step,
    unicode_findings,
)
from elicitform._wire.visible import can_be_seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.exceptions import Finding


def single_select_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with ``enum``, and with ``enumNames`` beside it."""
    choices = definition.get("enum")
    yield from _choices_findings(choices, f"{path}/enum", titled="enumNames" in definition)
    if "enumNames" not in definition:
        return
    titles, path = definition["enumNames"], f"{path}/enumNames"
    if not isinstance(titles, list):
        message = "`enumNames` is a list of titles, one for each choice"
        yield finding("title-value", path, message)
        return
    if isinstance(choices, list) and len(titles) != len(choices):
        yield finding(
            "enum-names-length",
            path,
            f"{len(choices)} choices and {len(titles)} titles; write one title for each choice",
        )
    yield from _titles_findings([(title, f"{path}/{at}") for at, title in enumerate(titles)])


def titled_single_select_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with ``oneOf``."""
    yield from _titled_choices_findings(definition["oneOf"], f"{path}/oneOf")


def multi_select_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the choices of an array, and with how many are picked."""
    yield from _items_findings(definition.get("items"), f"{path}/items")
    yield from count_findings(definition, path, COUNTS, "count-order")
    choices = choices_in(definition.get("items"), "anyOf")
    least, _ = counts_in(definition, COUNTS)
    if choices and least > _how_many(choices):
        message = "`minItems` is larger than the number of choices"
        yield finding("unsatisfiable", f"{path}/minItems", message)


def _items_findings(items: object, path: str) -> Iterator[Finding]:
    if not isinstance(items, dict):
        yield finding("items-value", path, "a list holds choices: write `items` for them")
    elif "anyOf" in items:
        yield from _items_keyword_findings(items, path, {"anyOf"})
        yield from _titled_choices_findings(items["anyOf"], f"{path}/anyOf")
    else:
        yield from _items_keyword_findings(items, path, {"type", "enum"})
        if items.get("type") != "string":
            yield finding("items-value", f"{path}/type", 'write `"type": "string"`')
        yield from _choices_findings(items.get("enum"), f"{path}/enum", titled=False)


def _items_keyword_findings(
    items: dict[Any, Any], path: str, allowed: set[str]
) -> Iterator[Finding]:
    for key in items:
        if key not in allowed:
            yield finding(
                "keyword-unknown",
                path + step(key),
                f"`items` holds `type` and `enum`, or `anyOf` alone; take {shown(key)} out",
            )


def _choices_findings(choices: object, path: str, *, titled: bool) -> Iterator[Finding]:
    if not isinstance(choices, list) or not choices:
        yield finding("choices-empty", path, "write a list of at least one choice")
        return
    values = [(value, f"{path}/{at}") for at, value in enumerate(choices)]
    yield from _values_findings(values, titled=titled)


def _titled_choices_findings(choices: object, path: str) -> Iterator[Finding]:
    if not isinstance(choices, list) or not choices:
        yield finding("choices-empty", path, "write a list of at least one choice")
        return
    placed = [(choice, f"{path}/{at}") for at, choice in enumerate(choices)]
    for choice, place in placed:
        if not isinstance(choice, dict) or choice.keys() != {"const", "title"}:
            message = "a titled choice is `{const, title}`, and nothing more"
            yield finding("choice-shape", place, message)
    yield from _values_findings(_members(placed, "const"), titled=True)
    yield from _titles_findings(_members(placed, "title"))


def _members(placed: list[tuple[object, str]], key: str) -> list[tuple[object, str]]:
    """Return a member of each titled choice that has it, with its place."""
    return [
        (choice[key], f"{place}/{key}")
        for choice, place in placed
        if isinstance(choice, dict) and key in choice
    ]


def _values_findings(values: list[tuple[object, str]], *, titled: bool) -> Iterator[Finding]:
    seen: set[str] = set()
    for value, path in values:
        if not isinstance(value, str):
            yield finding("choice-value", path, f"a choice is a string; got {shown(value)}")
            continue
        if not is_plain(value):
            yield from _odd_value_findings(value, path, titled=titled)
        if value in seen:
            yield finding("choice-duplicate", path, f"{shown(value)} is there already")
        seen.add(value)


def _odd_value_findings(value: str, path: str, *, titled: bool) -> Iterator[Finding]:
    if not value:
        yield finding("choice-empty", path, "an empty choice looks like no answer at all")
    elif not titled and not can_be_seen(value):
        message = "nothing of this choice can be seen; write another, or titles for all of them"
        yield finding("choice-empty", path, message)
    yield from unicode_findings(value, path)


def _titles_findings(titles: list[tuple[object, str]]) -> Iterator[Finding]:
    seen: set[str] = set()
    for title, path in titles:
        if not isinstance(title, str):
            yield finding("title-value", path, f"a title is text; got {shown(title)}")
            continue
        if not is_plain(title):
            yield from label_findings(title, path)
        if title in seen:
            yield finding("title-duplicate", path, "two choices with one title look the same")
        seen.add(title)


# --- what there is to choose from -------------------------------------------------------------


def choices_in(holder: object, titled: Literal["oneOf", "anyOf"]) -> list[object]:
    """Return the choices of a select, right or wrong, or none where there is no list of them.

    Args:
        holder: What holds them: the property, or the ``items`` of an array.
        titled: The key of choices with titles there.
    """
    if not isinstance(holder, dict):
        return []
    choices = holder.get(titled, holder.get("enum"))
    if not isinstance(choices, list):
        return []
    if titled in holder:
        return [one.get("const") if isinstance(one, dict) else None for one in choices]
    return choices


def values_of(choices: list[object]) -> set[str]:
    """Return what may be picked."""
    return {choice for choice in choices if isinstance(choice, str)}


def _how_many(choices: list[object]) -> int:
    """Return how many choices there are once each is put right: repeated ones count once."""
    wrong = sum(not isinstance(choice, str) for choice in choices)
    return len(values_of(choices)) + wrong
