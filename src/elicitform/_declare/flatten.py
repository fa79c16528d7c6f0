"""A structured class to the lines that declare its fields flat, for a form to paste."""

from __future__ import annotations

import dataclasses
import inspect
import re
from enum import Enum
from typing import Any, ForwardRef, get_args, get_origin

import typing_extensions
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from elicitform._declare.annotations import is_class, unwrap, written
from elicitform._pydantic import is_root_model

_QUALIFIERS = {
    getattr(typing_extensions, name, None) for name in ("Required", "NotRequired", "ReadOnly")
}
_MOST_LINES = 40
_CONTAINERS = {list, tuple, set, frozenset, dict}


def is_structured(annotation: object) -> bool:
    """Return whether `annotation` is a class that declares fields of its own."""
    return is_class(annotation) and (
        issubclass(annotation, BaseModel)
        or dataclasses.is_dataclass(annotation)
        or hasattr(annotation, "__required_keys__")
        or (issubclass(annotation, tuple) and hasattr(annotation, "_fields"))
    )


def flattened(prefix: str, model: type, seen: tuple[type, ...] = ()) -> list[str]:
    """Return the lines that declare the fields of `model` flat, each behind `prefix`.

    Args:
        prefix: The name of the field that holds the model.
        model: The structured class.
        seen: The classes on the way to it; one that holds itself is not entered again.
    """
    lines: list[str] = []
    for name, annotation, default in _members(model):
        if len(lines) > _MOST_LINES:
            break
        flat = prefix if is_root_model(model) else f"{prefix}_{name}"
        inside, _, optional = unwrap(annotation)
        if not is_structured(inside):
            lines.append(_line(flat, inside, default, optional=optional))
        elif inside not in (*seen, model):
            lines += flattened(flat, inside, (*seen, model))
    return lines or [f"{prefix}_…: str"]


def _line(name: str, inside: Any, default: Any, *, optional: bool) -> str:
    if (get_origin(inside) or inside) in _CONTAINERS:
        return f"{name}: str  # separated by commas"
    if optional:
        return f"{name}: {written(inside)} | None = None"
    if isinstance(default, Enum):
        return f"{name}: {written(inside)} = {type(default).__name__}.{default.name}"
    if type(default) in {str, int, float, bool}:
        return f"{name}: {written(inside)} = {default!r}"
    return f"{name}: {written(inside)}"


def _members(model: type) -> list[tuple[str, Any, Any]]:
    """Return the fields that a structured class declares: name, annotation and default."""
    if issubclass(model, BaseModel):
        return [(name, info.annotation, info.default) for name, info in model.model_fields.items()]
    merged: dict[str, Any] = {}
    for base in reversed(model.__mro__):
        merged |= inspect.get_annotations(base)
    return [
        (name, _unqualified(annotation), getattr(model, name, PydanticUndefined))
        for name, annotation in merged.items()
    ]


def _unqualified(annotation: Any) -> Any:
    """Take a TypedDict's ``Required[…]`` and its kin off."""
    if isinstance(annotation, (str, ForwardRef)):
        found = _POSTPONED_QUALIFIER.fullmatch(written(annotation))
        return found[1] if found else annotation
    while get_origin(annotation) in _QUALIFIERS - {None}:
        annotation = get_args(annotation)[0]
    return annotation


_POSTPONED_QUALIFIER = re.compile(r"(?:Required|NotRequired|ReadOnly)\[(.*)\]")
