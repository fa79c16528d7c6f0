"""What becomes of a question, beside the three outcomes of an ElicitResult."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

from elicitform._answers.outcomes import Accepted, Cancelled, Declined, WithoutData

T = TypeVar("T")

Reason: TypeAlias = Literal[
    "revision", "unsupported", "timeout", "client-error", "no-good-answer", "nothing-collected"
]
"""Why there is no answer: the values of `Unavailable.reason`."""


class Unavailable(WithoutData):
    """There is no answer, and nobody refused one. False in a condition, and without ``data``.

    Go on without the person, if at all, by what an argument of the tool says.

    Attributes:
        reason: Why there is none.

            - ``"unsupported"``: the client shows no forms. Nothing was sent.
            - ``"revision"``: the revision of the connection cannot express the form, or is unknown.
              Nothing was sent, and a warning in the log says which fields are at fault.
            - ``"timeout"``: no answer came in time.
            - ``"nothing-collected"``: the client accepted without showing the fields.
            - ``"no-good-answer"``: every answer was wrong, as often as it was asked.
            - ``"client-error"``: the client failed, or sent what is no ElicitResult.
        error: The exception that says what went wrong, without a traceback, or None.
    """

    __slots__ = ("error", "reason")
    __match_args__ = ("reason", "error")
    reason: Reason
    error: Exception | None

    def __init__(self, reason: Reason, error: Exception | None = None) -> None:
        object.__setattr__(self, "reason", reason)
        # The frames of a traceback hold what the client sent, and some loggers print them.
        object.__setattr__(self, "error", error and error.with_traceback(None))


AskOutcome: TypeAlias = Accepted[T] | Declined | Cancelled | Unavailable
"""What `ask` returns: `AskOutcome[Deploy]`. Only `Accepted` is true."""
