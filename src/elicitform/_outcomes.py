"""An ElicitResult to one of three outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from elicitform.exceptions import MalformedResponse

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Accepted(Generic[T_co]):
    """The person answered, and the answer fits the form. True in a condition.

    An answer can still say no: look at its fields, such as ``outcome.data.confirm``.

    Attributes:
        data: The answer, as an instance of the form.
        action: ``"accept"``.
    """

    data: T_co
    action: Literal["accept"] = field(default="accept", init=False, repr=False)

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class Declined:
    """The person, or the client for them, said no. False in a condition, and without ``data``.

    Attributes:
        action: ``"decline"``.
    """

    action: Literal["decline"] = field(default="decline", init=False, repr=False)

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class Cancelled:
    """The question was put away without an answer. False in a condition, and without ``data``.

    Attributes:
        action: ``"cancel"``.
    """

    action: Literal["cancel"] = field(default="cancel", init=False, repr=False)

    def __bool__(self) -> Literal[False]:
        return False


_ACTIONS = ("accept", "decline", "cancel")


def read_result(form: str, result: object) -> tuple[str, object]:
    """Return the action of an ElicitResult, and its content where that action has one.

    Args:
        form: The name of the form, for the error.
        result: The result as a mapping, as JSON text, or as any object with ``action`` and
            ``content``, such as the SDK's own class.

    Raises:
        MalformedResponse: It is none of these, or its action is none of the protocol's three.
    """
    if isinstance(result, (str, bytes, bytearray)):
        result = _parsed(form, result)
    action = _member(result, "action", None)
    if not isinstance(action, str) or action not in _ACTIONS:
        raise MalformedResponse(
            form,
            'the response is no ElicitResult: its action is not "accept", "decline" or "cancel"',
        )
    if action != "accept":
        return action, None
    content = _member(result, "content", _NOTHING)
    if content is _NOTHING and not isinstance(result, Mapping):
        raise MalformedResponse(
            form,
            "the response has no attribute `content`; hand over the ElicitResult as the client "
            "sent it",
        )
    return action, None if content is _NOTHING else content


_NOTHING = object()


def _member(result: object, name: str, default: object) -> object:
    if isinstance(result, Mapping):
        return result.get(name, default)
    return getattr(result, name, default)


def _parsed(form: str, text: str | bytes | bytearray) -> object:
    import json  # noqa: PLC0415  (a thirtieth of the import time, and few hand over text)

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass  # its context would hold the text
    raise MalformedResponse(form, "the response is not JSON text")
