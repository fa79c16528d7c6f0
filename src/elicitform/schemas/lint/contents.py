"""Checks the content of an example answer by the schema that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import assert_never

from elicitform._wire.check import check_schema
from elicitform._wire.description import (
    BooleanKind,
    Choice,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)
from elicitform._wire.property import properties_of
from elicitform._wire.rules import find_reason
from elicitform._wire.words import quoted, step
from elicitform.schemas.lint.codes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform._wire.description import Kind
    from elicitform._wire.property import Property
    from elicitform.exceptions import Finding


def content_findings(schema: object, content: object) -> Iterator[Finding]:
    """Yield where the content of an answer does not fit a schema.

    Answers to a property that is itself not valid are not checked. Unknown keys are allowed: JSON
    Schema admits them, and servers ignore them.

    Args:
        schema: A ``requestedSchema``, right or wrong.
        content: The content, any JSON value.
    """
    if not isinstance(content, dict):
        yield finding("example-content", "", "content is an object of answers by property")
        return
    if not isinstance(schema, dict):
        return
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if isinstance(name, str) and name not in content:
            message = f"{quoted(name)} is required, and not answered"
            yield finding("example-content", "", message)
    properties = schema.get("properties")
    for name, definition in properties.items() if isinstance(properties, dict) else ():
        if name in content:
            yield from _answer_findings(definition, content[name], step(name))


def _answer_findings(definition: object, answer: object, path: str) -> Iterator[Finding]:
    schema = {"type": "object", "properties": {"it": definition}}
    if any(found.severity == "error" for found in check_schema(schema)):
        return
    (property_,) = properties_of(schema)
    reason = find_reason(_kind_of(property_), answer)
    if reason is not None:
        yield finding("example-content", path, f"the answer {reason[1]}")


def _kind_of(wire: Property) -> Kind:
    match wire.kind:
        case "string":
            lengths = wire.limit("minLength"), wire.limit("maxLength")
            return StringKind(*lengths, wire.definition.get("format"))
        case "number":
            return NumberKind(wire.minimum, wire.maximum)
        case "integer":
            return IntegerKind(_whole(wire.minimum), _whole(wire.maximum))
        case "boolean":
            return BooleanKind()
        case "single-select" | "titled-single-select" | "legacy-titled-single-select":
            return SingleSelectKind(_choices_of(wire))
        case "multi-select" | "titled-multi-select":
            counts = wire.limit("minItems"), wire.limit("maxItems")
            return MultiSelectKind(_choices_of(wire), *counts)
        case _:
            assert_never(wire.kind)


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _choices_of(wire: Property) -> tuple[Choice, ...]:
    return tuple(Choice(value, title) for value, title in wire.titles.items())
