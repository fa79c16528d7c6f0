"""Schemas of somebody else's that must be valid before anything can be told from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from elicitform._wire.check import check_schema
from elicitform._wire.revisions import LATEST_REVISION
from elicitform._wire.words import step
from elicitform.exceptions import SchemaError

if TYPE_CHECKING:
    from collections.abc import Iterable


def require_valid(
    schema: object,
    *,
    name: str = "",
    revision: str = LATEST_REVISION,
    odd_names: Iterable[str] = (),
) -> dict[str, Any]:
    """Return a schema that `check_schema` finds no error in.

    Args:
        schema: Any JSON value.
        name: What the schema is called in the error.
        revision: The protocol revision that it is for.
        odd_names: Names of properties that are good enough, though `check_schema` has its doubts.

    Raises:
        SchemaError: It is not valid at the revision.
        RevisionError: `revision` is unknown.
    """
    tolerated = {f"/properties{step(odd)}" for odd in odd_names}
    errors = [
        found
        for found in check_schema(schema, revision)
        if found.severity == "error"
        and not (found.code == "property-name" and found.path in tolerated)
    ]
    if errors:
        raise SchemaError(name, tuple(errors))
    return cast("dict[str, Any]", schema)
