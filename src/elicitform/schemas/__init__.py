"""Any ``requestedSchema``, whoever wrote it: checked, compared, linted, held against clients.

Nothing here needs a form of this package; a schema is a dict, as `json.loads` makes it.
"""

from elicitform._wire.check import check_schema
from elicitform.exceptions import Finding
from elicitform.schemas.clients.report import (
    Client,
    Degradation,
    Source,
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
    "FileReport",
    "Finding",
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
