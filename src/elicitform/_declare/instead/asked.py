"""What a field asks, gathered from wherever its author has put it.

That is the annotation, ``Field``, JSON Schema of the author's, and the config of the class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic import WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from elicitform._declare.annotations import union_arms, unwrap
from elicitform._declare.markers import MARKERS
from elicitform._declare.metadata import BLANK_FIELD, metadata_of
from elicitform._declare.names import holder_of, is_shadowed
from elicitform._wire.names import is_lost
from elicitform._wire.visible import can_be_seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elicitform._declare.declared import DeclaredField
    from elicitform._declare.metadata import Metadata
    from elicitform._pydantic import ValidatorFunction

MISSING: Any = PydanticUndefined
"""The default of a field that must be answered."""


class Asked(NamedTuple):
    """What a field asks.

    Attributes:
        attribute: Its name in the class.
        type: Its annotation, unwrapped.
        optional: Whether None is an arm of it.
        metadata: What stands around the type.
        default: What an answer gets that leaves it open, or `MISSING`.
        factory: What makes its default, or None.
        shown: What a client shows though the field must be answered, or `MISSING`.
        texts: Its alias, title and description, where it has them, and its other keywords.
        constraints: Values by the name of the constraint.
        schema: The author's own JSON Schema for it.
        early: The decorated validators that would run before the wire check.
        around: The structured classes that it was taken out of.
    """

    attribute: str
    type: Any
    optional: bool
    metadata: Metadata
    default: Any
    factory: Any
    shown: Any
    texts: dict[str, Any]
    constraints: dict[str, list[Any]]
    schema: dict[str, Any]
    early: tuple[ValidatorFunction, ...] = ()
    around: tuple[type, ...] = ()

    @property
    def is_required(self) -> bool:
        """Whether an answer must hold it."""
        return self.default is MISSING and self.factory is None

    def inside(self, attribute: str, annotation: Any, default: Any = MISSING) -> Asked:
        """Return what a part of the field asks, such as a member of a tuple.

        A part may be left open where the field may be, and is described as the field is.
        """
        part = asked_inside(attribute, annotation, default, self.around)
        if not self.is_required and part.is_required:
            part = part._replace(default=None)
        description = self.texts.get("description")
        return part._replace(texts={"description": description, **part.texts})


def asked_by(field: DeclaredField, alias: str | None = None) -> Asked:
    """Return what a field of a form asks.

    Args:
        field: The field, as its author wrote it.
        alias: Its name on the wire, where it cannot keep its own.
    """
    config: Mapping[str, Any] = field.owner.model_config
    asked = _asked(field.attribute, field.info, _schema_in(config, field))
    if is_shadowed(field):
        asked = asked._replace(default=MISSING)
    if asked.type is str:
        for keyword, constraint in _CONFIGURED.items():
            if config.get(keyword):
                asked.constraints.setdefault(constraint, []).append(config[keyword])
    names = {**asked.texts, **_made_names(field), **({"alias": alias} if alias else {})}
    free, names["alias"] = _free_names(field, names.get("alias"))
    return asked._replace(
        attribute=free,
        texts={name: text for name, text in names.items() if text is not None},
        early=tuple(one for one in field.validators if one.mode != "after"),
    )


def asked_inside(attribute: str, info: Any, default: Any, around: tuple[type, ...]) -> Asked:
    """Return what a part of a structured field asks.

    Args:
        attribute: The name that it gets in the class.
        info: Its ``FieldInfo``, or its annotation.
        default: Its default, in place of the one in `info`.
        around: The structured classes that it was taken out of.
    """
    if not isinstance(info, FieldInfo):
        info = FieldInfo.from_annotation(info)
    asked = _asked(attribute, info, {})
    asked.texts.pop("alias", None)
    if default is not MISSING:
        asked = asked._replace(default=default, factory=None)
    return asked._replace(around=around)


_CONFIGURED = {
    "str_max_length": "max_length",
    "str_min_length": "min_length",
    "str_strip_whitespace": "strip_whitespace",
    "str_to_lower": "to_lower",
    "str_to_upper": "to_upper",
}
"""The keys of ``model_config`` that are constraints of every text."""


def _asked(attribute: str, info: FieldInfo, schema: Mapping[str, Any]) -> Asked:
    bare, pieces, optional = unwrap(info.annotation, tuple(info.metadata))
    if isinstance(bare, TypeVar):
        bare = bare.__bound__ or next(iter(bare.__constraints__), str)
    optional = optional or type(None) in union_arms(bare)
    metadata = metadata_of(pieces)
    default, factory = _default_of(info)
    if isinstance(default, MARKERS):  # it was meant to stand beside the type
        metadata.add(default)
        default = MISSING
    own_schema = {**_schema_of(info, metadata), **schema}
    texts = {
        "alias": _alias_of(info) or next(filter(None, map(_alias_of, metadata.fields)), None),
        "title": _first(own_schema.get("title"), info.title, metadata.title),
        "description": _first(
            own_schema.get("description"), info.description, metadata.description
        ),
        **_other_keywords(info),
    }
    shown = metadata.prefill.value if metadata.prefill else MISSING
    if default is MISSING and factory is None:
        shown = own_schema.get("default", shown)
    elif "default" in own_schema:
        default = own_schema["default"]
    return Asked(
        attribute,
        bare,
        optional,
        metadata,
        default,
        factory,
        shown,
        {name: text for name, text in texts.items() if text is not None},
        _constraints_of(metadata, own_schema),
        own_schema,
    )


def _first(*texts: Any) -> Any:
    """Return the outermost of some texts."""
    return next((text for text in texts if text is not None), None)


def _default_of(info: FieldInfo) -> tuple[Any, Any]:
    """Return the default of a field, and the factory where only that can make it."""
    if info.default_factory in _PLAIN_TYPES:
        make: Any = info.default_factory
        return make(), None
    return info.default, info.default_factory


_PLAIN_TYPES = (bool, dict, float, frozenset, int, list, set, str, tuple)


def _alias_of(info: FieldInfo) -> str | None:
    """Return the name that pydantic reads a field by, where it has one of its own."""
    alias = info.validation_alias if info.validation_alias is not None else info.alias
    choices = getattr(alias, "choices", ())
    alias = choices[0] if choices else alias
    return alias if isinstance(alias, str) else None


def _other_keywords(info: FieldInfo) -> dict[str, Any]:
    """Return the keywords that a form has the same use for as any model."""
    names = ("exclude", "frozen", "repr")
    given = {name: getattr(info, name) for name in names}
    return {name: value for name, value in given.items() if value != getattr(BLANK_FIELD, name)}


# --- JSON Schema of the author's --------------------------------------------------------------


def _schema_of(info: FieldInfo, metadata: Metadata) -> dict[str, Any]:
    """Return the keys that an author writes into the schema of a field past pydantic."""
    found: dict[str, Any] = {}
    for piece in metadata.unknown:
        if isinstance(piece, WithJsonSchema):
            found.update(piece.json_schema or {})
    for one in (*metadata.fields, info):
        if isinstance(one.json_schema_extra, dict):
            found.update(one.json_schema_extra)
        if one.examples:
            found["examples"] = one.examples
        if one.deprecated:
            found["deprecated"] = True
    return found


def _schema_in(config: Mapping[str, Any], field: DeclaredField) -> dict[str, Any]:
    """Return the part of the schema of the whole class that is about one field."""
    schema = config.get("json_schema_extra")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    found = properties.get(field.info.alias or field.attribute) if properties else None
    return dict(found) if isinstance(found, dict) else {}


_CONSTRAINTS = {
    "exclusiveMaximum": "lt",
    "exclusiveMinimum": "gt",
    "maxItems": "max_length",
    "maxLength": "max_length",
    "maximum": "le",
    "minItems": "min_length",
    "minLength": "min_length",
    "minimum": "ge",
    "multipleOf": "multiple_of",
    "pattern": "pattern",
}
"""The constraint that a key of JSON Schema is."""


def _constraints_of(metadata: Metadata, schema: Mapping[str, Any]) -> dict[str, list[Any]]:
    constraints = {name: [*values] for name, values in metadata.constraints.items()}
    for key, name in _CONSTRAINTS.items():
        if key in schema:
            constraints.setdefault(name, []).append(schema[key])
    return constraints


# --- names ------------------------------------------------------------------------------------


def _free_names(field: DeclaredField, alias: str | None) -> tuple[str, str | None]:
    """Return what a field can be called in its class, and its alias where it needs one."""
    attribute = field.attribute
    wire = alias if alias is not None and _is_wire_name(field, alias) else attribute
    if holder_of(field) is not None:
        # Older releases of pydantic warn of any name in `model_`.
        attribute = f"{attribute.removeprefix('model_')}_"
    if not _is_wire_name(field, wire):
        wire = f"{attribute}_value"
    return attribute, None if wire == attribute else wire


def _is_wire_name(field: DeclaredField, name: str) -> bool:
    return can_be_seen(name) and (field.any_names or not is_lost(name))


def _made_names(field: DeclaredField) -> dict[str, str]:
    """Return the alias and the title of a field that its class makes for it."""
    names: dict[str, Any] = {}
    config = field.owner.model_config
    generator = config.get("alias_generator")
    make = getattr(generator, "validation_alias", None) or getattr(generator, "alias", generator)
    if field.info.alias_priority in {None, 1}:
        names["alias"] = _made_by(make, field.attribute)
    if field.info.title is None:
        own = getattr(field.info, "field_title_generator", None)
        make = own or config.get("field_title_generator")
        names["title"] = _made_by(make, field.attribute, field.info)
    return {name: text for name, text in names.items() if text is not None}


def _made_by(function: Any, *arguments: Any) -> str | None:
    """Return the name that a function of the author's makes, or None where it makes none."""
    made = function(*arguments) if callable(function) else None
    return made if isinstance(made, str) else None
