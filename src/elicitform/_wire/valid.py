"""Schemas of somebody else's that must be valid before anything can be found out from them."""

from __future__ import annotations

from typing import Any, cast

from elicitform._wire.check import check_schema
from elicitform._wire.names import is_lost
from elicitform._wire.revisions import LATEST_REVISION
from elicitform._wire.visible import can_be_seen
from elicitform._wire.words import step
from elicitform.exceptions import SchemaError


def require_valid(
    schema: object, *, name: str = "", revision: str = LATEST_REVISION
) -> dict[str, Any]:
    """Return a schema that `check_schema` finds no error in, but for names that JavaScript loses.

    Such a name is a mistake of whoever sends it, and the rest can be told all the same.

    Args:
        schema: Any JSON value.
        name: What the schema is called in the error.
        revision: The protocol revision that it is for.

    Raises:
        SchemaError: It is not valid at the revision.
        RevisionError: `revision` is unknown.
    """
    tolerated = {f"/properties{step(name)}" for name in odd_names_in(schema)}
    errors = [
        found
        for found in check_schema(schema, revision)
        if found.severity == "error"
        and not (found.code == "property-name" and found.path in tolerated)
    ]
    if errors:
        raise SchemaError(name, tuple(errors))
    return cast("dict[str, Any]", schema)


def odd_names_in(schema: object) -> tuple[str, ...]:
    """Return the names of properties that nothing but JavaScript stands against."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not all(isinstance(name, str) for name in properties):
        return ()
    return tuple(name for name in properties if can_be_seen(name) and is_lost(name))
