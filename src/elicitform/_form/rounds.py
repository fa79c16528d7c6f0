"""Questions that go out in one round and are answered in a later one, in plain dicts.

From 2026-07-28 on, a server asks by returning an ``InputRequiredResult``; the client repeats its
request with ``inputResponses``, perhaps to another process (specification 2026-07-28, multi
round-trip requests).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

from elicitform._answers.outcomes import (
    Accepted,
    Cancelled,
    Declined,
    InvalidOutcome,
    Unanswered,
)
from elicitform.exceptions import InvalidContent, MalformedResponse

if TYPE_CHECKING:
    from elicitform._form.form import Form
    from elicitform._form.meta import FormMeta
    from elicitform._form.ready import ValueForm

FormT = TypeVar("FormT", bound="Form")
T = TypeVar("T")


RoundOutcome: TypeAlias = Accepted[T] | Declined | Cancelled | InvalidOutcome | Unanswered
"""What became of one question of a round: `RoundOutcome[Deploy]`."""

Question: TypeAlias = (
    "tuple[type[Form] | ValueForm[Any], str] | type[Form] | ValueForm[Any] | Mapping[str, Any]"
)


def input_requests(
    questions: Mapping[str, Question],
) -> dict[str, dict[str, Any]]:
    """Return the ``inputRequests`` of an ``InputRequiredResult``.

    Args:
        questions: For each key, a form and the message to ask it with; a form alone that has a
            message, such as one made by `Form.asking_again`; or the params of an
            ``elicitation/create`` request.

    Raises:
        TypeError: A question is not one of these.
        FormDefinitionError: A form is abstract, awaits choices, or has no message.

    Example:
        >>> input_requests({"deploy": (Deploy, "Where to?")})["deploy"]["method"]
        'elicitation/create'
    """
    return {
        key: {"method": "elicitation/create", "params": _params(key, question)}
        for key, question in questions.items()
    }


def _params(key: str, question: Question) -> dict[str, Any]:
    if isinstance(question, Mapping):
        if "requestedSchema" not in question:
            raise _no_question(key, "a dict without requestedSchema")
        return dict(question)
    form, *message = question if isinstance(question, tuple) and question else (question,)
    if not hasattr(form, "elicit_params") or len(message) > 1:
        raise _no_question(key, _described(question))
    return form.elicit_params(*message)


def _no_question(key: str, given: str) -> TypeError:
    return TypeError(
        f"the question {key!r} is {given}; it is a form and its message, a form whose class has a "
        "message, or the params of an elicitation/create request"
    )


def _described(question: object) -> str:
    if isinstance(question, tuple):
        return f"a tuple of {', '.join(type(part).__name__ for part in question) or 'nothing'}"
    return f"of type {type(question).__name__}"


@overload
def read_responses(
    forms: Mapping[str, type[FormT]], input_responses: object, *, strict: bool = ...
) -> dict[str, RoundOutcome[FormT]]: ...
@overload
def read_responses(
    forms: Mapping[str, ValueForm[T]], input_responses: object, *, strict: bool = ...
) -> dict[str, RoundOutcome[T]]: ...
@overload  # mypy takes a dict of several forms for one of their metaclass
def read_responses(
    forms: Mapping[str, FormMeta | ValueForm[Any]], input_responses: object, *, strict: bool = ...
) -> dict[str, RoundOutcome[Any]]: ...
def read_responses(
    forms: Mapping[str, Any], input_responses: object, *, strict: bool = False
) -> dict[str, RoundOutcome[Any]]:
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
    try:
        if input_responses is None:
            input_responses = {}
        if not isinstance(input_responses, Mapping):
            raise MalformedResponse("inputResponses", "the responses are not an object")
        return {
            key: _outcome(key, form, input_responses[key], strict=strict)
            if key in input_responses
            else Unanswered()
            for key, form in forms.items()
        }
    finally:
        del input_responses  # a traceback shows the locals of this frame


def _outcome(key: str, form: type[FormT], response: object, *, strict: bool) -> RoundOutcome[FormT]:
    problem = "the response is text, and not an object"
    try:
        if not isinstance(response, (str, bytes, bytearray)):
            return form.parse_response(response, strict=strict)
    except InvalidContent as error:
        return InvalidOutcome(error)
    except MalformedResponse as error:
        problem = error.problem
    finally:
        del response  # as above
    raise MalformedResponse(f"inputResponses[{key!r}]", problem)
