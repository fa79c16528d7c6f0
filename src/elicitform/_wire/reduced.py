"""Schemas of somebody else's, without the keywords that ask for nothing.

`check_schema` is closed, since it says what to send. What is sent is more: the protocol's own
``schema.json`` is open, and SDKs write a root ``title``, ``examples``, ``additionalProperties`` and
keywords of their own. JSON Schema calls these annotations, unknown keywords among them (core,
sections 4.3.1 and 7.7.1; validation, section 9): they constrain no answer, so a form without them
asks the same. A keyword that does constrain answers stays, and is for `check_schema` to judge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform._wire.formats import has_format
from elicitform._wire.visible import can_be_seen
from elicitform._wire.words import step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CONSTRAINING = frozenset(
    {
        # Applicators and references: core, sections 8.2.3, 10 and 11, and earlier drafts.
        *("$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not"),
        *("if", "then", "else", "dependentSchemas", "dependencies", "extends"),
        *("prefixItems", "items", "additionalItems", "unevaluatedItems", "contains"),
        *("properties", "patternProperties", "propertyNames"),
        *("additionalProperties", "unevaluatedProperties"),
        # Assertions: validation, section 6, and earlier drafts.
        *("type", "enum", "const", "disallow"),
        *("multipleOf", "divisibleBy"),
        *("maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"),
        *("maxLength", "minLength", "pattern"),
        *("maxItems", "minItems", "uniqueItems", "maxContains", "minContains"),
        *("maxProperties", "minProperties", "required", "dependentRequired"),
        "format",  # the protocol has its values asserted
        # What a text holds is part of the question: validation, section 8.
        *("contentEncoding", "contentMediaType", "contentSchema"),
        "enumNames",  # the protocol's own titles of choices
    }
)
"""The keywords that constrain answers, or say what is asked, in any draft of JSON Schema."""


class Reduced(NamedTuple):
    """A schema without what a form does not repeat.

    Attributes:
        schema: What is left. It may be valid or not, and shares its parts with the original.
        dropped: A JSON pointer to each keyword that is gone; ``$schema`` goes without a mention.
        closed: Answers may hold no other keys: a form has ``extra="forbid"`` for that.
    """

    schema: object
    dropped: tuple[str, ...]
    closed: bool


def reduced(schema: object) -> Reduced:
    """Return a ``requestedSchema`` without what a form does not repeat.

    Args:
        schema: Any JSON value, as `json.loads` makes it. It stays as it is.
    """
    if not isinstance(schema, dict):
        return Reduced(schema, (), closed=False)
    dropped: list[str] = []
    root = _kept(schema, "", _says_nothing_of_a_form, dropped)
    if isinstance(root.get("$schema"), str) and has_format("uri", root["$schema"]):
        del root["$schema"]
    properties = root.get("properties")
    if isinstance(properties, dict):
        root["properties"] = dict(_properties(properties, dropped))
    closed = any(schema.get(key) is False for key in _CLOSING)
    return Reduced(root, tuple(dropped), closed)


def _kept(
    schema: dict[Any, Any],
    path: str,
    says_nothing: Callable[[dict[Any, Any], str], bool],
    dropped: list[str],
) -> dict[Any, Any]:
    """Return a schema without the keywords that say nothing, which are added to `dropped`."""
    gone = {key for key in schema if isinstance(key, str) and says_nothing(schema, key)}
    dropped += [path + step(key) for key in schema if key in gone]
    return {key: value for key, value in schema.items() if key not in gone}


def _properties(properties: dict[Any, Any], dropped: list[str]) -> Iterator[tuple[object, object]]:
    for name, definition in properties.items():
        path = f"/properties{step(name)}"
        yield name, _reduced_field(definition, path, dropped)


def _reduced_field(definition: object, path: str, dropped: list[str]) -> object:
    if not isinstance(definition, dict):
        return definition
    field = _kept(definition, path, _says_nothing_of_a_field, dropped)
    _reduce_choices(field, "oneOf", path, dropped)
    if isinstance(field.get("items"), dict):
        path += "/items"
        field["items"] = _kept(field["items"], path, _says_nothing_of_items, dropped)
        _reduce_choices(field["items"], "anyOf", path, dropped)
    return field


def _reduce_choices(holder: dict[Any, Any], key: str, path: str, dropped: list[str]) -> None:
    choices = holder.get(key)
    if isinstance(choices, list):
        holder[key] = [
            _kept(choice, f"{path}/{key}/{at}", _says_nothing_of_a_choice, dropped)
            if isinstance(choice, dict)
            else choice
            for at, choice in enumerate(choices)
        ]


# --- what says nothing, by where it stands ----------------------------------------------------

_CLOSING = ("additionalProperties", "unevaluatedProperties")
_OF_A_FIELD = _CONSTRAINING | {"description", "default"}
_OF_A_CHOICE = _CONSTRAINING | {"title"}


def _says_nothing_of_a_form(schema: dict[Any, Any], key: str) -> bool:
    if key in _CLOSING:
        return isinstance(schema[key], bool) or schema[key] == {}
    return key not in _CONSTRAINING and key != "$schema"


def _says_nothing_of_a_field(schema: dict[Any, Any], key: str) -> bool:
    value, kind = schema[key], schema.get("type")
    match key:
        case "title":  # as good as none
            return isinstance(value, str) and not can_be_seen(value)
        case "format":  # every format is one of texts: validation, section 7.3
            return isinstance(value, str) and kind in ("integer", "number", "boolean")
        case "uniqueItems":  # a multi-select takes no pick twice
            return isinstance(value, bool) and kind == "array"
        case _:
            return key not in _OF_A_FIELD


def _says_nothing_of_items(items: dict[Any, Any], key: str) -> bool:
    return key not in _CONSTRAINING or ("anyOf" in items and _is_text(items, key))


def _says_nothing_of_a_choice(choice: dict[Any, Any], key: str) -> bool:
    is_text = isinstance(choice.get("const"), str)
    return key not in _OF_A_CHOICE or (is_text and _is_text(choice, key))


def _is_text(schema: dict[Any, Any], key: str) -> bool:
    """Return whether a keyword says that choices are texts, which they are."""
    given: object = schema[key]
    return key == "type" and given == "string"
