"""Classes that declare fields of their own, and those fields."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, ForwardRef, NamedTuple, get_args, get_origin

import typing_extensions
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from elicitform._declare.annotations import evaluated, is_class, written
from elicitform._pydantic import own_annotations

_QUALIFIERS = {
    getattr(typing_extensions, name, name): name for name in ("Required", "NotRequired", "ReadOnly")
}
_POSTPONED_QUALIFIER = re.compile(r"(Required|NotRequired|ReadOnly)\[(.*)\]")


class Member(NamedTuple):
    """A field of a structured class.

    Attributes:
        name: Its name.
        info: Its ``FieldInfo``, or its annotation.
        default: Its default, None where it may be left out, or pydantic's undefined.
    """

    name: str
    info: Any
    default: Any


def is_structured(annotation: object) -> bool:
    """Return whether `annotation` is a class that declares fields of its own."""
    return is_class(annotation) and (
        issubclass(annotation, BaseModel)
        or dataclasses.is_dataclass(annotation)
        or hasattr(annotation, "__required_keys__")
        or (issubclass(annotation, tuple) and hasattr(annotation, "_fields"))
    )


def structure_members(model: type) -> list[Member]:
    """Return the fields that a structured class declares."""
    fields = getattr(model, "__pydantic_fields__", None)  # of a dataclass of pydantic's, too
    if issubclass(model, BaseModel):
        fields = model.model_fields
    if fields is not None:
        return [Member(name, info, PydanticUndefined) for name, info in fields.items()]
    return [_member(model, name, annotation) for name, annotation in _annotations_of(model).items()]


def _member(model: type, name: str, annotation: Any) -> Member:
    may_be_left_out = name in getattr(model, "__optional_keys__", ())
    qualifier, inside = _taken_apart(annotation)
    while qualifier:
        may_be_left_out = {"Required": False, "NotRequired": True}.get(qualifier, may_be_left_out)
        annotation = inside
        qualifier, inside = _taken_apart(annotation)
    return Member(name, annotation, None if may_be_left_out else _default_of(model, name))


def _taken_apart(annotation: Any) -> tuple[str | None, Any]:
    """Return the qualifier that a key of a TypedDict stands in, and what is inside it."""
    if isinstance(annotation, (str, ForwardRef)):
        found = _POSTPONED_QUALIFIER.fullmatch(written(annotation))
        return (found[1], found[2]) if found else (None, annotation)
    qualifier = _QUALIFIERS.get(get_origin(annotation))
    return qualifier, get_args(annotation)[0] if qualifier else annotation


def _default_of(model: type, name: str) -> Any:
    field = getattr(model, "__dataclass_fields__", {}).get(name)
    if field is None:
        return getattr(model, "_field_defaults", {}).get(name, PydanticUndefined)
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is dataclasses.MISSING:
        return PydanticUndefined
    return [] if field.default_factory is list else None  # what another makes is not known yet


def _annotations_of(model: type) -> dict[str, Any]:
    return {
        name: evaluated(annotation, owner)
        for owner in reversed(model.__mro__)
        for name, annotation in own_annotations(owner).items()
    }
