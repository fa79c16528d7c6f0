"""MCP elicitation forms, declared as restricted pydantic models."""

from typing import TYPE_CHECKING

from elicitform._answers.outcomes import Accepted, Cancelled, Declined
from elicitform._declare.markers import (
    AssumeZone,
    Format,
    LateChoices,
    MultiSelect,
    NotSecret,
    Prefill,
    Titles,
)
from elicitform._form.form import Form
from elicitform._wire.check import check_schema
from elicitform._wire.revisions import LATEST_REVISION, REVISIONS
from elicitform.exceptions import (
    DefinitionFault,
    ElicitFormError,
    Fault,
    Finding,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    MalformedResponse,
    NothingCollected,
    ResponseError,
    RevisionError,
    SchemaError,
    UnknownClientError,
)

if TYPE_CHECKING:
    from elicitform._form.ready import Confirmation, ValueForm, form_of
    from elicitform._form.rounds import (
        Invalid,
        RoundOutcome,
        Unanswered,
        input_requests,
        read_responses,
    )
    from elicitform.schemas.compare.report import Change, compare_schemas

__all__ = [
    "LATEST_REVISION",
    "REVISIONS",
    "Accepted",
    "AssumeZone",
    "Cancelled",
    "Change",
    "Confirmation",
    "Declined",
    "DefinitionFault",
    "ElicitFormError",
    "Fault",
    "Finding",
    "Form",
    "FormDefinitionError",
    "FormWarning",
    "Format",
    "Invalid",
    "InvalidContent",
    "LateChoices",
    "MalformedResponse",
    "MultiSelect",
    "NotSecret",
    "NothingCollected",
    "Prefill",
    "ResponseError",
    "RevisionError",
    "RoundOutcome",
    "SchemaError",
    "Titles",
    "Unanswered",
    "UnknownClientError",
    "ValueForm",
    "__version__",
    "check_schema",
    "compare_schemas",
    "form_of",
    "input_requests",
    "read_responses",
]

__version__ = "0.1.0"

_IMPORTED_WHEN_ASKED_FOR = {
    "Change": "schemas.compare.report",
    "Confirmation": "_form.ready",
    "Invalid": "_form.rounds",
    "RoundOutcome": "_form.rounds",
    "Unanswered": "_form.rounds",
    "ValueForm": "_form.ready",
    "compare_schemas": "schemas.compare.report",
    "form_of": "_form.ready",
    "input_requests": "_form.rounds",
    "read_responses": "_form.rounds",
}


def __getattr__(name: str) -> object:
    """Import what most programs do not use, so that they do not wait for it (PEP 562)."""
    if name not in _IMPORTED_WHEN_ASKED_FOR:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415  (as the rest, it is seldom needed)

    found = getattr(import_module(f"{__name__}.{_IMPORTED_WHEN_ASKED_FOR[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
