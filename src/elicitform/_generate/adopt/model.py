"""Classes that can be adopted, each as the model whose fields it declares."""

from __future__ import annotations

import dataclasses
import warnings
from enum import Enum
from typing import TYPE_CHECKING, Any, Optional, cast, get_args

import pydantic
import typing_extensions
from pydantic import BaseModel, create_model
from pydantic.fields import FieldInfo

from elicitform._declare.annotations import enum_of, is_class, is_enum, unwrap
from elicitform._declare.structures import structure_members

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeGuard


def is_adoptable(value: object) -> TypeGuard[type]:
    """Return whether `value` is a model, a dataclass, a TypedDict or an Enum."""
    # Pydantic puts the generic models that it fills in, such as `Box[int]`, into the module, too.
    return (is_class(value) and value.__name__.isidentifier()) and (
        issubclass(value, (BaseModel, Enum))
        or dataclasses.is_dataclass(value)
        or typing_extensions.is_typeddict(value)
    )


def as_model(cls: type) -> type[BaseModel]:
    """Return the model that has the fields of a class; an Enum is the type of one, called value."""
    if issubclass(cls, BaseModel):
        return cls
    make = cast("Any", create_model)
    name = f"{cls.__name__}Form" if is_enum(cls) else cls.__name__
    config = getattr(cls, "__pydantic_config__", None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a field may be called is judged by the form
        model = make(name, __config__=config, __module__=cls.__module__, **dict(_fields_of(cls)))
    return cast("type[BaseModel]", model)


def _fields_of(cls: type) -> Iterator[tuple[str, tuple[Any, Any]]]:
    if is_enum(cls):
        yield "value", (cls, ...)
        return
    if dataclasses.is_dataclass(cls) and not hasattr(cls, "__pydantic_fields__"):
        # Pydantic knows what `dataclasses.field` says of a field.
        cls = cast("type", pydantic.dataclasses.dataclass(cls))
    for name, info, default in structure_members(cls):
        if isinstance(info, FieldInfo):
            yield name, (info.annotation, info)
        elif default is None:  # it may be left out
            yield name, (Optional[info], None)  # noqa: UP045  (any kind of type)
        else:
            yield name, (info, ...)


def is_choice_in(cls: type, others: list[type]) -> bool:
    """Return whether a class is an Enum whose members a field of another class chooses from."""
    return is_enum(cls) and any(
        cls in _types_in(info.annotation)
        for other in others
        if not is_enum(other)
        for info in as_model(other).model_fields.values()
    )


def _types_in(annotation: Any) -> Iterator[Any]:
    bare = unwrap(annotation).bare
    yield enum_of(bare) or bare
    for part in get_args(bare):
        yield from _types_in(part)
