"""The one place that touches pydantic's private side, each touch with its reason."""

from __future__ import annotations

import sys
from abc import ABCMeta
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import Url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import ConfigDict, GetCoreSchemaHandler

    # mypy does not take `type(BaseModel)` for a base class, and pydantic exports no other name.
    from pydantic._internal._model_construction import ModelMetaclass
    from pydantic_core import CoreSchema

    Namespace = dict[str, Any]
else:
    ModelMetaclass = type(BaseModel)
    # What the body of a model's class statement runs in; it looks at what the body defines.
    Namespace = type(ModelMetaclass.__prepare__("", ()))

__all__ = ["BUILD_LOCK", "ModelMetaclass", "Namespace"]

# Building a validator at first use is not thread-safe in every pydantic that we support.
BUILD_LOCK = RLock()


class ValidatorFunction:
    """A validator that the class declares by decorator.

    Attributes:
        name: The name of the function.
        decorator: The decorator, as written.
        mode: ``after``, or one of those that come before the wire check.
        fields: The fields it checks; empty for one of the whole model.
    """

    def __init__(self, name: str, decorator: str, mode: str, fields: tuple[str, ...]) -> None:
        self.name = name
        self.decorator = decorator
        self.mode = mode
        self.fields = fields


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


def schema_with(
    cls: type[BaseModel],
    fields: dict[str, FieldInfo],
    config: ConfigDict,
    handler: GetCoreSchemaHandler,
) -> CoreSchema:
    """Return the schema that pydantic would make of `cls` if it had these fields and this config.

    pydantic reads both off a class. It gets one that nobody else knows, so that no other thread
    ever sees a form with fields that its author did not write.
    """
    stand_in = _stand_in(cls, fields, config)
    return _made_for(cls, stand_in, handler.resolve_ref_schema(handler(stand_in)))


def _stand_in(
    cls: type[BaseModel], fields: dict[str, FieldInfo], config: ConfigDict
) -> type[BaseModel]:
    """Return a class that pydantic takes for `cls`, with other fields and another config.

    It is no subclass, which hooks and registries of the author's would hear of.
    """
    naming = {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
    stand_in: Any = ABCMeta.__new__(ModelMetaclass, cls.__name__, (BaseModel,), naming)
    # Set afterwards, so that no `__set_name__` of the author's is called. Names without underscores
    # are what the return types of computed fields may refer to.
    for name, value in vars(cls).items():
        if name not in _BUILT and (name.startswith("__pydantic_") or not name.startswith("__")):
            setattr(stand_in, name, value)
    # Before 2.10 the fields of a model are a plain attribute of the second name.
    where = "__pydantic_fields__" if hasattr(cls, "__pydantic_fields__") else "model_fields"
    setattr(stand_in, where, fields)
    stand_in.model_config = config
    return cast("type[BaseModel]", stand_in)


_BUILT = {
    "__pydantic_complete__",
    "__pydantic_core_schema__",
    "__pydantic_serializer__",
    "__pydantic_validator__",
}
"""What building leaves in a class. A stand-in that had it would be taken for built."""


def _made_for(cls: type, stand_in: type, schema: CoreSchema) -> CoreSchema:
    """Return `schema` as pydantic would have made it of `cls` itself."""
    own: Any = dict(schema)
    if own["type"] == "model":
        own["cls"] = cls
    else:  # a model validator of the author's is around it
        own["schema"] = _made_for(cls, stand_in, own["schema"])
    if "ref" in own:
        own["ref"] = own["ref"].replace(f":{id(stand_in)}", f":{id(cls)}")
    return cast("CoreSchema", own)


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
    from pydantic import PlainSerializer, WrapSerializer  # noqa: PLC0415  (only a refusal asks)

    return isinstance(item, (PlainSerializer, WrapSerializer))


def is_url(value: object) -> bool:
    """Return whether `value` is a URL of pydantic's: two unrelated classes from 2.10 on."""
    return isinstance(value, (Url, networks_type("AnyUrl") or Url))


def is_url_type(annotation: object) -> bool:
    """Return whether `annotation` is one of the URL types that a form can have."""
    return annotation is not None and annotation in map(networks_type, URL_TYPES)


def url_name(url: object) -> str:
    """Return the name of one of the URL types that a form can have."""
    return next(name for name in URL_TYPES if networks_type(name) is url)


URL_TYPES = ("AnyUrl", "AnyHttpUrl", "HttpUrl")


def networks_type(name: str) -> Any:
    """Return the type called `name` of `pydantic.networks`, or None where nobody can have used it.

    Importing that module takes a quarter of pydantic's own import time.
    """
    return getattr(sys.modules.get("pydantic.networks"), name, None)
