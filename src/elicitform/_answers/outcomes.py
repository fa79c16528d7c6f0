"""An ElicitResult to one of three outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, NoReturn, TypeVar

from elicitform.exceptions import MalformedResponse

if TYPE_CHECKING:
    from typing_extensions import Self

    from elicitform.exceptions import InvalidContent

T_co = TypeVar("T_co", covariant=True)


class _Fixed:
    """An outcome is what it is.

    Written out, since three dataclasses would take a fiftieth of what importing pydantic does.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an outcome is fixed: {name!r} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an outcome is fixed: {name!r} cannot be deleted")


class Accepted(_Fixed, Generic[T_co]):
    """The person answered, and the answer fits the form. True in a condition.

    An answer can still say no: look at its fields, such as ``outcome.data.confirm``.

    Attributes:
        data: The answer, as an instance of the form.
        action: ``"accept"``.
    """

    __slots__ = ("_unseen", "data")
    __match_args__ = ("data",)
    action: Literal["accept"] = "accept"
    data: T_co

    def __init__(
        self,
        data: T_co,
        nothing_collected: bool = False,  # noqa: FBT001, FBT002  (positional, so that it pickles)
    ) -> None:
        _set_data(self, data)
        if nothing_collected:  # seldom, and setting it takes as long as all the rest
            _set_unseen(self, nothing_collected)

    @property
    def nothing_collected(self) -> bool:
        """Whether the content was empty, or held only what a client may send for an unseen form.

        That is the defaults that the form shows, and null for fields that may be left open. Some
        clients accept so without showing the form to anybody, and some people accept so what they
        see; the two look alike. It is no part of equality.
        """
        return hasattr(self, "_unseen")

    def __eq__(self, other: object) -> bool:
        return self.data == other.data if isinstance(other, Accepted) else NotImplemented

    def __hash__(self) -> int:
        return hash((Accepted, self.data))

    def __reduce__(self) -> tuple[type[Accepted[T_co]], tuple[T_co, bool]]:
        return Accepted, (self.data, self.nothing_collected)

    def __repr__(self) -> str:
        return f"Accepted(data={self.data!r})"

    def __bool__(self) -> Literal[True]:
        return True


# The slots themselves: `object.__setattr__` would look them up by name each time.
_set_data = vars(Accepted)["data"].__set__
_set_unseen = vars(Accepted)["_unseen"].__set__


class WithoutData(_Fixed):
    """What all outcomes but `Accepted` have in common: they are false, and have no ``data``."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def _parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WithoutData):
            return NotImplemented
        return type(self) is type(other) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((type(self), *self._parts()))

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), self._parts()

    def __repr__(self) -> str:
        named = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({', '.join(named)})"

    def __bool__(self) -> Literal[False]:
        return False


class Refused(WithoutData):
    """What `Declined` and `Cancelled` have in common: the person did not agree.

    ``case Refused():`` handles both in one line. Neither has ``data``.
    """

    __slots__ = ()


class Declined(Refused):
    """The person, or the client for them, said no. False in a condition, and without ``data``.

    Attributes:
        action: ``"decline"``.
    """

    __slots__ = ()
    action: Literal["decline"] = "decline"


class Cancelled(Refused):
    """The person dismissed the form without answering. False in a condition, and without ``data``.

    Attributes:
        action: ``"cancel"``.
    """

    __slots__ = ()
    action: Literal["cancel"] = "cancel"


class InvalidOutcome(WithoutData):
    """The person answered, and the answer does not fit the form. False, and without ``data``.

    Attributes:
        error: What is wrong, for `Form.asking_again`.
    """

    __slots__ = ("error",)
    __match_args__ = ("error",)
    error: InvalidContent

    def __init__(self, error: InvalidContent) -> None:
        object.__setattr__(self, "error", error)


class Unanswered(WithoutData):
    """There is no response to the question: it was not asked yet, or the client left it out.

    False in a condition, and without ``data``. It is no refusal: ask.
    """

    __slots__ = ()


ACTIONS = ("accept", "decline", "cancel")


def read_result(form: str, result: object) -> tuple[str, object]:
    """Return the action of an ElicitResult, and its content where that action has one.

    Args:
        form: The name of the form, for the error.
        result: The result as a mapping, as JSON text, or as any object with ``action`` and
            ``content``, such as the SDK's own class.

    Raises:
        MalformedResponse: It is not one of these, or its action is not one of the protocol's three.
    """
    problem = _NO_ACTION
    try:
        if type(result) is dict:
            action, content = result.get("action"), result.get("content")
        elif (action := getattr(result, "action", None)) is not None:
            content = getattr(result, "content", _NO_CONTENT)
        else:
            action, content = _members(result)
        if isinstance(action, str):
            if action == "accept":
                if content is not _NO_CONTENT:
                    return action, content
                problem = _WITHOUT_CONTENT
            elif action in ACTIONS:
                return action, None
        elif action is NOT_JSON:
            problem = _NOT_JSON_TEXT
    finally:
        del result  # a traceback shows the locals of this frame
        action = content = None
    raise MalformedResponse(form, problem)


NOT_JSON = object()
"""Stands for text that is not JSON."""

_NO_CONTENT = object()
_NOT_JSON_TEXT = "the response is not JSON text"
_NO_ACTION = 'the response is no ElicitResult: its action is not "accept", "decline" or "cancel"'
_WITHOUT_CONTENT = (
    "the response has no attribute `content`; hand over the ElicitResult as the client sent it"
)


def _members(result: object) -> tuple[object, object]:
    """Return the action and the content of a result that is text, or a mapping but no dict."""
    if isinstance(result, (str, bytes, bytearray)):
        result = parsed_json(result)
    if isinstance(result, Mapping):
        return result.get("action"), result.get("content")
    return (NOT_JSON if result is NOT_JSON else None), None


def member(result: object, name: str, default: object) -> object:
    """Return a member of an object of the protocol, whether it came as JSON or as an SDK's own."""
    if type(result) is dict or isinstance(result, Mapping):
        return result.get(name, default)
    return getattr(result, name, default)


def parsed_json(text: str | bytes | bytearray) -> object:
    """Return the value of JSON text, or `NOT_JSON`."""
    import json  # noqa: PLC0415  (a thirtieth of the import time, and few hand over text)

    try:
        return json.loads(text, parse_int=_whole_number)
    except (ValueError, RecursionError):
        return NOT_JSON


def _whole_number(digits: str) -> float:
    """Read an integer; one of more digits than Python reads is infinite, which no field takes."""
    try:
        return int(digits)
    except ValueError:
        return float(digits)
