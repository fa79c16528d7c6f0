"""MCP elicitation forms, declared as restricted pydantic models.

What happens to a form, and where::

    annotation  ->  description  ->  requestedSchema      at the class statement
     _declare         _wire            _wire.render, held against _wire.check
                        |
                        +------>  reader                  when an answer comes in
                                   _answers

- ``_wire``: what the protocol can carry, as frozen values, and how it is written.
- ``_declare``: what an author may write, and why the rest is refused.
- ``_answers``: content to values, or to every fault.
- ``_form``: the class itself, and the forms that are made of it at run time.
- ``_ask``: a question through an SDK's context, to what becomes of it.
- ``_generate``: a requestedSchema to a class statement, evaluated or printed.
- ``_preview``: a form as people will see it, client by client.
- ``schemas``: what can be found out about any requestedSchema, whoever wrote it.
- ``testing``: answers and clients for the tests of a server.
- ``exceptions``: everything that is raised, as one tree.
- ``_cli``: the command line.
"""

from typing import TYPE_CHECKING

from elicitform._wire.check import check_schema
from elicitform._wire.revisions import LATEST_REVISION, REVISIONS
from elicitform.exceptions import (
    AskingError,
    DefinitionFault,
    ElicitFormError,
    Fault,
    Finding,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    MalformedResponse,
    NoChoices,
    NothingCollected,
    ResponseError,
    RevisionError,
    SchemaError,
    UnknownClientError,
)

if TYPE_CHECKING:
    from elicitform._answers.outcomes import (
        Accepted,
        Cancelled,
        Declined,
        InvalidOutcome,
        Refused,
        Unanswered,
    )
    from elicitform._answers.texts import ENGLISH, Mistake, Text
    from elicitform._ask.ask import ask, confirm
    from elicitform._ask.connection import supports_forms
    from elicitform._ask.outcomes import AskOutcome, Unavailable
    from elicitform._ask.rejected import Rejected
    from elicitform._ask.resumable import resumable
    from elicitform._declare.markers import (
        AssumeZone,
        Format,
        LateChoice,
        MultiSelect,
        NotSecret,
        Prefill,
        Titles,
    )
    from elicitform._form.form import Form
    from elicitform._form.mcpdesc import elicitation_declarations
    from elicitform._form.ready import Confirmation, ValueForm, form_of
    from elicitform._form.rounds import RoundOutcome, input_requests, read_responses
    from elicitform._preview.page import preview_html
    from elicitform.schemas import compare_schemas

__all__ = [
    "ENGLISH",
    "LATEST_REVISION",
    "REVISIONS",
    "Accepted",
    "AskOutcome",
    "AskingError",
    "AssumeZone",
    "Cancelled",
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
    "InvalidContent",
    "InvalidOutcome",
    "LateChoice",
    "MalformedResponse",
    "Mistake",
    "MultiSelect",
    "NoChoices",
    "NotSecret",
    "NothingCollected",
    "Prefill",
    "Refused",
    "Rejected",
    "ResponseError",
    "RevisionError",
    "RoundOutcome",
    "SchemaError",
    "Text",
    "Titles",
    "Unanswered",
    "Unavailable",
    "UnknownClientError",
    "ValueForm",
    "__version__",
    "ask",
    "check_schema",
    "compare_schemas",
    "confirm",
    "elicitation_declarations",
    "form_of",
    "input_requests",
    "preview_html",
    "read_responses",
    "resumable",
    "supports_forms",
]

__version__ = "0.1.0"

_IMPORTED_WHEN_ASKED_FOR = {
    "ENGLISH": "_answers.texts",
    "Accepted": "_answers.outcomes",
    "AskOutcome": "_ask.outcomes",
    "AssumeZone": "_declare.markers",
    "Cancelled": "_answers.outcomes",
    "Confirmation": "_form.ready",
    "Declined": "_answers.outcomes",
    "Form": "_form.form",
    "Format": "_declare.markers",
    "InvalidOutcome": "_answers.outcomes",
    "LateChoice": "_declare.markers",
    "Mistake": "_answers.texts",
    "MultiSelect": "_declare.markers",
    "NotSecret": "_declare.markers",
    "Prefill": "_declare.markers",
    "Refused": "_answers.outcomes",
    "Rejected": "_ask.rejected",
    "RoundOutcome": "_form.rounds",
    "Text": "_answers.texts",
    "Titles": "_declare.markers",
    "Unanswered": "_answers.outcomes",
    "Unavailable": "_ask.outcomes",
    "ValueForm": "_form.ready",
    "ask": "_ask.ask",
    "compare_schemas": "schemas",
    "confirm": "_ask.ask",
    "elicitation_declarations": "_form.mcpdesc",
    "form_of": "_form.ready",
    "input_requests": "_form.rounds",
    "preview_html": "_preview.page",
    "read_responses": "_form.rounds",
    "resumable": "_ask.resumable",
    "supports_forms": "_ask.connection",
}


def __getattr__(name: str) -> object:
    """Import what is asked for: a command that reads JSON waits for no pydantic (PEP 562)."""
    if name not in _IMPORTED_WHEN_ASKED_FOR:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415  (as late as what it imports)

    found = getattr(import_module(f"{__name__}.{_IMPORTED_WHEN_ASKED_FOR[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
