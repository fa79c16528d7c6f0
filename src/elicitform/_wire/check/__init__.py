"""The rules of a ``requestedSchema``, checked on plain JSON, whoever wrote it.

The protocol's own ``schema.json`` is open: it lets ``pattern``, integer enums, minima above maxima
and defaults outside their choices pass. These are the rules of ``schema.ts``, closed, and what the
keywords must agree on among each other.

Every finished schema of a form is checked here as well, and that check is only worth something
while it shares nothing with the code that made the schema. So this package imports none of
`_wire.render`, `_wire.rules` and `_wire.description`, and has a quoting of values, JSON pointers
and limits of its own, although the rest of the package has them too. What it does share are facts
from outside: the list of revisions, the grammar of the four formats, and the names that ask for a
credential.

Each rule looks only at what it is about. Where a keyword has no readable value, the rules that
need one say nothing, and all others speak, so that one finding never hides another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elicitform._wire.check.root import root_findings
from elicitform._wire.check.texts import text_findings
from elicitform._wire.revisions import LATEST_REVISION, REVISIONS
from elicitform.exceptions import RevisionError

if TYPE_CHECKING:
    from elicitform.exceptions import Finding

__all__ = ["check_schema", "text_findings"]


def check_schema(schema: object, revision: str = LATEST_REVISION) -> list[Finding]:
    """Return everything that is wrong with a ``requestedSchema``, in the order of the schema.

    Args:
        schema: Any JSON value, as `json.loads` makes it.
        revision: The protocol revision that it is meant for.

    Returns:
        The findings; none of severity ``error`` means that the schema is valid.

    Raises:
        RevisionError: `revision` is unknown. No schema whatever makes this function raise.

    Example:
        >>> check_schema({"type": "object", "properties": {"n": {"type": "int"}}})[0].code
        'property-type'
    """
    if revision not in REVISIONS:
        raise RevisionError("", revision, REVISIONS)
    return list(root_findings(schema, revision))
