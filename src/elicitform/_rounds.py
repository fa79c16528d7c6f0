"""Questions that go out in one round and are answered in a later one, in plain dicts.

From 2026-07-28 on, a server asks by returning an ``InputRequiredResult``; the client repeats its
request with ``inputResponses``, perhaps to another process (specification 2026-07-28, multi
round-trip requests).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, overload

from elicitform._outcomes import Accepted, Cancelled, Declined
from elicitform.exceptions import InvalidContent, MalformedResponse

if TYPE_CHECKING:
    from elicitform._form import Form
    from elicitform._metaclass import FormMeta
    from elicitform._ready import ValueForm

FormT = TypeVar("FormT", bound="Form")
T = TypeVar("T")


@dataclass(frozen=True)
class Invalid:
    """The person answered, and the answer does not fit the form. False, and without ``data``.

    Attributes:
        error: What is wrong, and the way to ask again: `InvalidContent.retry`.
    """

    error: InvalidContent

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class Unanswered:
    """There is no response to the question: it was not asked yet, or the client left it out.

    False in a condition, and without ``data``. It is no refusal: ask.
    """

    def __bool__(self) -> Literal[False]:
        return False


Outcome: TypeAlias = Accepted[T] | Declined | Cancelled | Invalid | Unanswered
"""What became of one question of a round: `Outcome[Deploy]`."""

Question: TypeAlias = (
    "tuple[type[Form] | ValueForm[Any], str] | type[Form] | ValueForm[Any] | Mapping[str, Any]"
)


def input_requests(
    questions: Mapping[str, Question],
) -> dict[str, dict[str, Any]]:
    """Return the ``inputRequests`` of an ``InputRequiredResult``.

    Args:
        questions: For each key, a form and the message to ask it with; a form alone, whose class
            states its message; or the params of an ``elicitation/create`` request, such as
            `InvalidContent.retry` returns.

    Raises:
        FormDefinitionError: A form is abstract, awaits choices, or has no message.

    Example:
        >>> input_requests({"deploy": (Deploy, "Where to?")})["deploy"]["method"]
        'elicitation/create'
    """
    return {
        key: {"method": "elicitation/create", "params": _params(question)}
        for key, question in questions.items()
    }


def _params(question: Question) -> dict[str, Any]:
    if isinstance(question, Mapping):
        return dict(question)
    if isinstance(question, tuple):
        form, message = question
        return form.elicit_params(message)
    return question.elicit_params()


@overload
def read_responses(
    forms: Mapping[str, type[FormT]], input_responses: object, *, strict: bool = ...
) -> dict[str, Outcome[FormT]]: ...
@overload  # mypy takes a dict of several forms for one of their metaclass
def read_responses(
    forms: Mapping[str, FormMeta | ValueForm[Any]], input_responses: object, *, strict: bool = ...
) -> dict[str, Outcome[Any]]: ...
def read_responses(
    forms: Mapping[str, Any], input_responses: object, *, strict: bool = False
) -> dict[str, Outcome[Any]]:
    """Read the ``inputResponses`` of a request that a client has repeated.

    Args:
        forms: The form that each key was asked with.
        input_responses: The responses by key, as plain JSON or as objects of an SDK; None where
            the request has none. Keys that are not in `forms` are ignored.
        strict: As in `Form.validate_content`.

    Returns:
        One outcome for each key of `forms`, in its order. No outcome but `Accepted` is true.

    Raises:
        MalformedResponse: `input_responses` is not an object, or one of the responses is not an
            ElicitResult.
    """
    if input_responses is None:
        input_responses = {}
    if not isinstance(input_responses, Mapping):
        raise MalformedResponse("inputResponses", "the responses are not an object")
    return {
        key: _outcome(form, input_responses[key], strict=strict)
        if key in input_responses
        else Unanswered()
        for key, form in forms.items()
    }


def _outcome(form: type[FormT], response: object, *, strict: bool) -> Outcome[FormT]:
    try:
        return form.parse_response(response, strict=strict)
    except InvalidContent as error:
        return Invalid(error)
