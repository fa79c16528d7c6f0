"""MCP elicitation forms, declared as restricted pydantic models."""

from elicitform._form import Form
from elicitform._markers import (
    AssumeZone,
    Format,
    LateChoices,
    MultiSelect,
    NotSecret,
    Prefill,
    Titles,
)
from elicitform._outcomes import Accepted, Cancelled, Declined
from elicitform._revisions import LATEST_REVISION, REVISIONS
from elicitform.check import Finding, check_schema
from elicitform.exceptions import (
    DefinitionFault,
    ElicitFormError,
    Fault,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    MalformedResponse,
    ResponseError,
    RevisionError,
)

__all__ = [
    "LATEST_REVISION",
    "REVISIONS",
    "Accepted",
    "AssumeZone",
    "Cancelled",
    "Declined",
    "DefinitionFault",
    "ElicitFormError",
    "Fault",
    "Finding",
    "Form",
    "FormDefinitionError",
    "FormWarning",
    "Format",
    "InvalidContent",
    "LateChoices",
    "MalformedResponse",
    "MultiSelect",
    "NotSecret",
    "Prefill",
    "ResponseError",
    "RevisionError",
    "Titles",
    "__version__",
    "check_schema",
]

__version__ = "0.1.0"
