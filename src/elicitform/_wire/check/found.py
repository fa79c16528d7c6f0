"""A finding, by the code of the rule that is broken."""

from __future__ import annotations

from elicitform.exceptions import Finding


def finding(code: str, path: str, message: str) -> Finding:
    """Return the finding of a rule that is broken at `path`."""
    from elicitform._wire.check.codes import RULES  # noqa: PLC0415  (most schemas break none)

    return Finding(code, RULES[code].severity, path, message)
