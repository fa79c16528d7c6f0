"""A field that holds several values, to what asks for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from elicitform._declare.annotations import union_arms, unwrap
from elicitform._declare.instead.asked import MISSING
from elicitform._declare.instead.choices import choices_in
from elicitform._declare.structures import is_structured, structure_members
from elicitform._pydantic import is_root_model

if TYPE_CHECKING:
    from elicitform._declare.instead.asked import Asked

_MOST_PARTS = 40


def parts_of(asked: Asked) -> list[Asked] | None:
    """Return what asks for each of several values, or None where a field holds a single one."""
    bare = asked.type
    if is_structured(bare):
        return _members(asked)
    if get_origin(bare) is tuple and get_args(bare)[1:] != (...,):
        return _places(asked)
    if _is_mapping(bare):
        return _keys(asked)
    if bare is complex:
        return _named(asked, {"real": float, "imag": float})
    if getattr(bare, "__name__", "") == "NameEmail":
        return _named(asked, {"name": str, "email": str})
    return _choice_or_text(asked)


def _members(asked: Asked) -> list[Asked]:
    """Return what the fields of a structured class ask, flat."""
    model = asked.type
    parts: list[Asked] = []
    for member in structure_members(model):
        if len(parts) > _MOST_PARTS:
            break
        name = asked.attribute if is_root_model(model) else f"{asked.attribute}_{member.name}"
        default = _held(asked.default, member.name, member.default)
        part = asked.inside(name, member.info, default)._replace(around=(*asked.around, model))
        if part.type not in part.around:  # one that holds itself is not entered again
            parts += _flat(part)
    return parts


def _held(default: Any, name: str, otherwise: Any) -> Any:
    """Return what the default of a structure holds for one of its members."""
    if isinstance(default, dict):
        return default.get(name, otherwise)
    return getattr(default, name, otherwise)


def _flat(asked: Asked) -> list[Asked]:
    return _members(asked) if is_structured(asked.type) else [asked]


def _places(asked: Asked) -> list[Asked]:
    """Return what the places of a tuple ask."""
    items = get_args(asked.type)
    given = asked.default if isinstance(asked.default, (tuple, list)) else ()
    given = given if len(given) == len(items) else (MISSING,) * len(items)
    return [
        asked.inside(f"{asked.attribute}_{number}", item, default)
        for number, (item, default) in enumerate(zip(items, given, strict=True), start=1)
    ]


def _is_mapping(bare: Any) -> bool:
    origin = get_origin(bare) or bare
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _keys(asked: Asked) -> list[Asked]:
    """Return what a mapping asks for each of its keys, or for one where they are not known."""
    arguments = get_args(asked.type)
    choices = choices_in(unwrap(arguments[0]).bare) if arguments else None
    given = asked.default if isinstance(asked.default, dict) else {}
    keys = [*given] or [*(choices.on_the_wire if choices else ("key",))]
    item = arguments[1] if len(arguments) > 1 else str
    return [asked.inside(_joined(asked, key), item, given.get(key, MISSING)) for key in keys]


def _joined(asked: Asked, key: object) -> str:
    name = "".join(letter if letter.isalnum() else "_" for letter in str(key))
    return f"{asked.attribute}_{name}"


def _named(asked: Asked, members: dict[str, type]) -> list[Asked]:
    return [
        asked.inside(f"{asked.attribute}_{name}", kind, _held(asked.default, name, MISSING))
        for name, kind in members.items()
    ]


def _choice_or_text(asked: Asked) -> list[Asked] | None:
    """Return a choice with room for another, and the text of the other; None for no such union."""
    arms = [unwrap(arm).bare for arm in union_arms(asked.type) if arm is not type(None)]
    found = [choices_in(arm) for arm in arms if arm is not str]
    if str not in arms or not found or not all(found):
        return None
    choices = [wire for one in found if one for wire in one.on_the_wire]
    given = asked.default
    is_other = isinstance(given, str) and given not in choices
    choice = asked._replace(
        type=Literal[(*dict.fromkeys([*choices, "other"]),)],
        default="other" if is_other else given,
    )
    other = asked.inside(f"{asked.attribute}_other", str, given if is_other else None)
    return [choice, other._replace(texts={"description": "If other"})]
