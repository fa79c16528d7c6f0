"""Any ``requestedSchema``, whoever wrote it: checked, compared, linted, held against clients.

Nothing here needs a form of this package; a schema is a dict, as `json.loads` makes it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from elicitform._wire.check import check_schema
from elicitform.exceptions import Finding

if TYPE_CHECKING:
    from elicitform.schemas.clients.facts import Client, FieldFacts, FormFacts, Source
    from elicitform.schemas.clients.report import (
        Degradation,
        client_report,
        clients_date,
        fields_beyond,
        known_clients,
    )
    from elicitform.schemas.compare.report import Change, compare_schemas
    from elicitform.schemas.lint.found import FileReport, LintFinding, LintReport
    from elicitform.schemas.lint.report import lint_bytes, lint_document, lint_file, lint_paths

__all__ = [
    "Change",
    "Client",
    "Degradation",
    "FieldFacts",
    "FileReport",
    "Finding",
    "FormFacts",
    "LintFinding",
    "LintReport",
    "Source",
    "check_schema",
    "client_report",
    "clients_date",
    "compare_schemas",
    "fields_beyond",
    "known_clients",
    "lint_bytes",
    "lint_document",
    "lint_file",
    "lint_paths",
]

_ROOMS = ("lint.report", "lint.found", "compare.report", "clients.report", "clients.facts")


def __getattr__(name: str) -> object:
    """Import a room when something of it is asked for: a command needs one of them (PEP 562)."""
    if name in __all__:
        for room in _ROOMS:
            found = getattr(import_module(f"{__name__}.{room}"), name, None)
            if found is not None:
                globals()[name] = found
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
