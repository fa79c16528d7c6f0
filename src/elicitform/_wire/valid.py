"""Schemas of somebody else's that must be valid before anything can be told from them."""

from __future__ import annotations

from typing import Any, cast

from elicitform._wire.check import check_schema
from elicitform._wire.revisions import LATEST_REVISION
from elicitform.exceptions import SchemaError


def require_valid(
    schema: object, *, name: str = "", revision: str = LATEST_REVISION
) -> dict[str, Any]:
    """Return a schema that `check_schema` finds no error in.

    Args:
        schema: Any JSON value.
        name: What the schema is called in the error.
        revision: The protocol revision that it is for.

    Raises:
        SchemaError: It is not valid at the revision.
        RevisionError: `revision` is unknown.
    """
    errors = [found for found in check_schema(schema, revision) if found.severity == "error"]
    if errors:
        raise SchemaError(name, tuple(errors))
    return cast("dict[str, Any]", schema)
