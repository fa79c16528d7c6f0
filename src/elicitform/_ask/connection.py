"""What `ask` needs of an SDK's context, how its SDK is found, and what a client declares."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from elicitform._answers.outcomes import member

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

_SDKS = f"{__package__}.sdks"


class Connection(NamedTuple):
    """All that `ask` knows of a client, of the request at hand, and of the SDK between them.

    Attributes:
        revision: The protocol revision.
        capabilities: What the client declares, as the SDK has it.
        target: What the client called: method, name or URI, and arguments, as JSON.
        input_responses: The answers that came with this request, by key, or None.
        request_state: The state that came with this request, or None.
        send: Sends the params of an ``elicitation/create`` request in the middle of the call, waits
            so many seconds, and returns the result. Raises `ClientError`, `NoAnswerError`, or
            `MalformedResponse` where the result is no ElicitResult.
        input_required: Returns the SDK's InputRequiredResult, with these ``inputRequests`` and this
            state.
    """

    revision: str | None
    capabilities: object
    target: object
    input_responses: Mapping[str, object] | None
    request_state: str | None
    send: Callable[[dict[str, Any], float | None], Awaitable[object]]
    input_required: Callable[[dict[str, dict[str, Any]], str], object]


class ClientError(Exception):
    """The client answered with an error: with this code of JSON-RPC, and this text in `error`."""

    def __init__(self, code: int, error: Exception) -> None:
        super().__init__(code, error)
        self.code = code
        self.error = error


class NoAnswerError(Exception):
    """The client did not answer in time, and the request is cancelled."""


def connection_of(ctx: object) -> Connection:
    """Return what the SDK of this context knows of the connection.

    The SDK is the package that the class of the context is from; its file here has that name, and
    a function `connection_of`, which is this one for its contexts.

    Raises:
        TypeError: `ctx` is the context of no SDK that has a file here.
    """
    for base in type(ctx).__mro__:
        sdk = f"{_SDKS}.{base.__module__.partition('.')[0]}"
        if find_spec(sdk):
            return cast("Connection", import_module(sdk).connection_of(ctx))
    raise TypeError(
        f"`ask` takes the context that an SDK hands to the tool, and not {type(ctx).__name__}: "
        "declare it as a parameter, such as `ctx: Context`, and pass it on"
    )


def supports_forms(capabilities: object) -> bool:
    """Return whether a client that declares these capabilities can be asked with a form.

    It can where it declares ``elicitation`` with the mode ``form``, or without any mode
    (specification 2025-11-25, elicitation, capabilities).

    Args:
        capabilities: The ``capabilities`` of the client, as a mapping or as an object of an SDK,
            such as ``ctx.session.client_capabilities``, which both SDKs have; None for none.

    Example:
        >>> supports_forms({"elicitation": {}}), supports_forms({"elicitation": {"url": {}}})
        (True, False)
    """
    modes = member(capabilities, "elicitation", None)
    if modes is None:
        return False
    return member(modes, "form", None) is not None or member(modes, "url", None) is None
