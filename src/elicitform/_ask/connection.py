"""What `ask` needs of an SDK's context, how its SDK is found, and what a client declares."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from elicitform._answers.outcomes import member

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SDKS = f"{__package__}.sdks"


class Connection(Protocol):
    """All that `ask` knows of a client, of the request at hand, and of the SDK between them.

    Attributes:
        revision: The protocol revision of the connection.
        capabilities: What the client declares, as the SDK has it.
        target: What the client called: method, name or URI, and arguments, as JSON.
        input_responses: The answers that came with this request, by key.
        request_state: The state that came with this request.
    """

    revision: str | None
    capabilities: object
    target: object
    input_responses: Mapping[str, object] | None
    request_state: str | None

    async def send(self, params: dict[str, Any], seconds: float | None) -> object:
        """Send an ``elicitation/create`` request in the middle of the call, and return its result.

        Raises:
            ClientError: The client answered with an error.
            MalformedResponse: It answered with something else than an ElicitResult.
            NoAnswerError: There was none in so many seconds, and the request is cancelled.
        """

    def input_required(self, requests: dict[str, dict[str, Any]], state: str) -> object:
        """Return the SDK's InputRequiredResult with these ``inputRequests`` and this state."""


class ClientError(Exception):
    """The client answered a request with an error.

    Attributes:
        code: The code of the error in JSON-RPC.
        error: The exception of the SDK, whose text is the message of the error.
    """

    def __init__(self, code: int, error: Exception) -> None:
        super().__init__(code, error)
        self.code = code
        self.error = error


class NoAnswerError(Exception):
    """The client did not answer in time."""


def connection_of(ctx: object) -> Connection:
    """Return what the SDK of this context knows of the connection.

    Raises:
        TypeError: `ctx` is the context of no SDK that is known.
    """
    for base in type(ctx).__mro__:
        sdk = f"{_SDKS}.{base.__module__.partition('.')[0]}"
        if find_spec(sdk):
            read = cast("Callable[[object], Connection]", import_module(sdk).connection_of)
            return read(ctx)
    raise TypeError(
        f"`ask` takes the context that an SDK hands to the tool, and not {type(ctx).__name__}: "
        "declare it as a parameter, such as `ctx: Context`, and pass it on"
    )


def supports_forms(capabilities: object) -> bool:
    """Return whether a client with these capabilities can be asked with a form.

    It can where it declares ``elicitation`` with the mode ``form``, or without any mode
    (specification 2025-11-25, elicitation, capabilities).

    Args:
        capabilities: The ``capabilities`` that the client declares, as a mapping or as an object of
            an SDK, such as ``ctx.session.client_capabilities`` of both SDKs; None for none.

    Example:
        >>> supports_forms({"elicitation": {}}), supports_forms({"elicitation": {"url": {}}})
        (True, False)
    """
    modes = member(capabilities, "elicitation", None)
    if modes is None:
        return False
    return member(modes, "form", None) is not None or member(modes, "url", None) is None
