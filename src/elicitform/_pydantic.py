"""The one place that touches pydantic's private side, each touch with its reason."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, PlainSerializer, WrapSerializer
from pydantic.fields import FieldInfo
from pydantic_core import Url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    # mypy does not take `type(BaseModel)` for a base class, and pydantic exports no other name.
    from pydantic._internal._model_construction import ModelMetaclass
    from pydantic_core import CoreSchema
else:
    ModelMetaclass = type(BaseModel)

__all__ = ["BUILD_LOCK", "ModelMetaclass"]

# Building a validator at first use is not thread-safe in every pydantic that we support.
BUILD_LOCK = RLock()


class ValidatorFunction(NamedTuple):
    """A validator that the class declares by decorator.

    Attributes:
        name: The name of the function.
        decorator: The decorator, as written.
        mode: ``after``, or one of those that come before the wire check.
        fields: The fields it checks; empty for one of the whole model.
    """

    name: str
    decorator: str
    mode: str
    fields: tuple[str, ...]


def declared_validators(cls: type[BaseModel]) -> list[ValidatorFunction]:
    """Return the validators that `cls` declares or inherits.

    pydantic lists them nowhere public.
    """
    found = cls.__pydantic_decorators__
    return [
        *(
            ValidatorFunction(
                name,
                f"@field_validator(…, mode={item.info.mode!r})",
                item.info.mode,
                item.info.fields,
            )
            for name, item in found.field_validators.items()
        ),
        *(
            ValidatorFunction(
                name, f"@model_validator(mode={item.info.mode!r})", item.info.mode, ()
            )
            for name, item in found.model_validators.items()
        ),
        *(
            ValidatorFunction(name, "@validator(…)", "deprecated", item.info.fields)
            for name, item in found.validators.items()
        ),
        *(
            ValidatorFunction(name, "@root_validator(…)", "deprecated", ())
            for name, item in found.root_validators.items()
        ),
    ]


def is_generic(cls: type[BaseModel]) -> bool:
    """Return whether `cls` still has type variables to fill in."""
    return bool(cls.__pydantic_generic_metadata__["parameters"])


def is_stated(cls: type[BaseModel]) -> bool:
    """Return whether `cls` was made by a class statement, and not by `create_model`."""
    return "__pydantic_parent_namespace__" in vars(cls)


def own_annotations(cls: type) -> dict[str, Any]:
    """Return the annotations in the body of a class; those that are postponed are text."""
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations  # noqa: PLC0415  (older ones have none)

        return get_annotations(cls, format=Format.FORWARDREF)
    found: dict[str, Any] = vars(cls).get("__annotations__", {})
    return found


@contextmanager
def reading_fields(cls: type[BaseModel], fields: dict[str, FieldInfo]) -> Iterator[None]:
    """Let pydantic see `fields` in place of those of `cls` while it builds the validator.

    The author's own field infos stay as they are, so that signatures and subclasses see them.
    """
    # Before 2.10 the fields of a model are a plain attribute of the second name.
    where = "__pydantic_fields__" if hasattr(cls, "__pydantic_fields__") else "model_fields"
    own = getattr(cls, where)
    setattr(cls, where, fields)
    try:
        yield
    finally:
        setattr(cls, where, own)


@contextmanager
def reading_config(cls: type[BaseModel], config: ConfigDict) -> Iterator[None]:
    """Let pydantic see `config` in place of that of `cls` while it builds the validator."""
    own = cls.model_config
    cls.model_config = config
    try:
        yield
    finally:
        cls.model_config = own


def has_decorators(cls: type[BaseModel]) -> bool:
    """Return whether `cls` declares or inherits functions that pydantic decorates."""
    found = cls.__pydantic_decorators__
    return any(getattr(found, name) for name in _DECORATORS)


_DECORATORS = (
    "validators",
    "field_validators",
    "root_validators",
    "field_serializers",
    "model_serializers",
    "model_validators",
    "computed_fields",
)


class _ReadBy:
    """Field metadata that gives pydantic a finished schema in place of the annotation's."""

    def __init__(self, schema: CoreSchema) -> None:
        self.schema = schema

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> CoreSchema:
        return self.schema


def read_by(info: FieldInfo, schema: CoreSchema, validators: tuple[object, ...]) -> FieldInfo:
    """Return a copy of `info` that reads by `schema`, and then by the author's validators."""
    reading = copied_info(info)
    reading.annotation = Any
    reading.metadata = [_ReadBy(schema), *validators]
    return reading


def copied_info(info: FieldInfo) -> FieldInfo:
    """Return a copy of `info`, at a third of `copy.copy`'s cost: every class statement pays it."""
    copied = FieldInfo.__new__(FieldInfo)
    for name in FieldInfo.__slots__:
        setattr(copied, name, getattr(info, name))
    return copied


def changed_info(info: FieldInfo, **changes: Any) -> FieldInfo:
    """Return a copy of `info` with other attributes."""
    changed = copied_info(info)
    for name, value in changes.items():
        setattr(changed, name, value)
    # What was set is what pydantic hands on to subclasses that say more of the field.
    changed._attributes_set = {**info._attributes_set, **changes}  # noqa: SLF001
    return changed


def replace_fields(cls: type[BaseModel], fields: Mapping[str, FieldInfo]) -> None:
    """Let `cls` have `fields` in place of those of the same names, which it inherited."""
    cls.model_fields.update(fields)


def own_defaults(cls: type[BaseModel]) -> None:
    """Give `cls` defaults of its own in place of lists that somebody else can change later."""
    for name, info in cls.model_fields.items():
        if type(info.default) is list:
            own = copied_info(info)
            own.default = [*info.default]
            replace_fields(cls, {name: own})


def is_root_model(cls: type) -> bool:
    """Return whether `cls` is a RootModel; importing that class would build a validator."""
    return bool(getattr(cls, "__pydantic_root_model__", False))


def is_serializer(item: object) -> bool:
    """Return whether `item` is one of pydantic's serializers for use inside ``Annotated``."""
    return isinstance(item, (PlainSerializer, WrapSerializer))


def is_url(value: object) -> bool:
    """Return whether `value` is a URL of pydantic's: two unrelated classes from 2.10 on."""
    return isinstance(value, (Url, networks_type("AnyUrl") or Url))


def is_url_type(annotation: object) -> bool:
    """Return whether `annotation` is one of the URL types that a form can have."""
    return annotation is not None and annotation in map(networks_type, URL_TYPES)


URL_TYPES = ("AnyUrl", "AnyHttpUrl", "HttpUrl")


def networks_type(name: str) -> Any:
    """Return the type called `name` of `pydantic.networks`, or None where nobody can have used it.

    Importing that module takes a quarter of pydantic's own import time.
    """
    return getattr(sys.modules.get("pydantic.networks"), name, None)
