"""Field descriptions to the ``requestedSchema`` of one revision: pure, a small function a kind.

Shapes and key order are those of the protocol's PrimitiveSchemaDefinition (``schema.ts``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import assert_never

from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)

if TYPE_CHECKING:
    from elicitform._wire.description import Choice, FieldDescription, Kind
    from elicitform._wire.revisions import Vocabulary

Schema = dict[str, Any]


def render_form(fields: tuple[FieldDescription, ...], vocabulary: Vocabulary) -> Schema:
    """Return the ``requestedSchema`` of these fields in the vocabulary of a revision.

    The root holds nothing but ``type``, ``properties`` and, where not empty, ``required``: some
    clients refuse a form for any other key there.
    """
    schema: Schema = {
        "type": "object",
        "properties": {field.name: _render_field(field, vocabulary) for field in fields},
    }
    required = [field.name for field in fields if field.required]
    if required:
        schema["required"] = required
    return schema


def shows_default(kind: Kind, vocabulary: Vocabulary) -> bool:
    """Return whether a field of this kind can have a default on the wire."""
    return vocabulary.every_default or isinstance(kind, BooleanKind)


def _render_field(field: FieldDescription, vocabulary: Vocabulary) -> Schema:
    type_name, rest = _render_kind(field, vocabulary)
    default = field.default if shows_default(field.kind, vocabulary) else None
    if isinstance(default, list):
        default = list(default)
    return _stated(
        type=type_name, title=field.title, description=field.description, **rest, default=default
    )


def _render_kind(field: FieldDescription, vocabulary: Vocabulary) -> tuple[str, Schema]:
    match kind := field.kind:
        case StringKind():
            return "string", _render_string(kind)
        case IntegerKind():
            return "integer", _render_bounds(kind)
        case NumberKind():
            return "number", _render_bounds(kind)
        case BooleanKind():
            return "boolean", {}
        case SingleSelectKind():
            return "string", _render_single_select(kind, vocabulary)
        case MultiSelectKind():
            return "array", _render_multi_select(kind)
        case _:
            assert_never(kind)


def _render_string(kind: StringKind) -> Schema:
    return {"minLength": kind.min_length, "maxLength": kind.max_length, "format": kind.format}


def _render_bounds(kind: IntegerKind | NumberKind) -> Schema:
    return {"minimum": kind.minimum, "maximum": kind.maximum}


def _render_single_select(kind: SingleSelectKind, vocabulary: Vocabulary) -> Schema:
    if not _is_titled(kind.choices):
        return {"enum": _values(kind.choices)}
    if vocabulary.one_of and not kind.enum_names:
        return {"oneOf": _titled(kind.choices)}
    return {"enum": _values(kind.choices), "enumNames": [choice.title for choice in kind.choices]}


def _render_multi_select(kind: MultiSelectKind) -> Schema:
    items: Schema = {"type": "string", "enum": _values(kind.choices)}
    if _is_titled(kind.choices):
        items = {"anyOf": _titled(kind.choices)}
    return {"minItems": kind.min_items, "maxItems": kind.max_items, "items": items}


def _is_titled(choices: tuple[Choice, ...]) -> bool:
    return choices[0].title is not None


def _values(choices: tuple[Choice, ...]) -> list[str]:
    return [choice.value for choice in choices]


def _titled(choices: tuple[Choice, ...]) -> list[Schema]:
    return [{"const": choice.value, "title": choice.title} for choice in choices]


def _stated(**keys: object) -> Schema:
    return {key: value for key, value in keys.items() if value is not None}


def copied(schema: Schema) -> Schema:
    """Return a copy of a rendered schema that shares nothing with it.

    Written for the shape that this module makes, at a fraction of `copy.deepcopy`'s cost.
    """
    return {key: _copied_value(value) for key, value in schema.items()}


def _copied_value(value: Any) -> Any:
    if isinstance(value, dict):
        return copied(value)
    if isinstance(value, list):
        return [_copied_value(item) for item in value]
    return value
