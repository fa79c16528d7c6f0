"""The official SDK: contexts of `MCPServer`, and of handlers of its low-level `Server`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp.types import (
    CONNECTION_CLOSED,
    METHOD_NOT_FOUND,
    InputRequiredResult,
    InputResponseRequestParams,
)
from pydantic import ValidationError

from elicitform._ask.connection import ClientError, Connection, NoAnswerError
from elicitform.exceptions import MalformedResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp.server.mcpserver import Context

_CLOSED = (CONNECTION_CLOSED, "Connection closed")
"""What the SDK says where there is no connection any more. Clients use its code for errors too."""


def connection_of(ctx: Context[Any, Any] | ServerRequestContext[Any, Any]) -> Connection:
    """Return what this context knows of its connection."""
    if isinstance(ctx, ServerRequestContext):
        said = InputResponseRequestParams.model_validate(dict(ctx.params or {}))
        return connection_in(ctx, said.input_responses, said.request_state)
    return connection_in(ctx.request_context, ctx.input_responses, ctx.request_state)


def connection_in(
    request: ServerRequestContext[Any, Any],
    input_responses: Mapping[str, object] | None,
    request_state: str | None,
) -> Connection:
    """Return the connection of this request, which came with these responses and this state."""
    params = request.params or {}
    name = params.get("name") or params.get("uri")
    return Connection(
        request.session.protocol_version,
        request.session.client_capabilities,
        [request.method, name, params.get("arguments") or {}],
        input_responses,
        request_state,
        partial(_send, request),
        input_required,
    )


def input_required(requests: dict[str, dict[str, Any]], state: str) -> InputRequiredResult:
    """Return the result that ends a call with these questions."""
    return InputRequiredResult.model_validate({"inputRequests": requests, "requestState": state})


async def _send(
    request: ServerRequestContext[Any, Any], params: dict[str, Any], seconds: float | None
) -> object:
    with anyio.move_on_after(seconds):
        try:
            return await request.session.elicit_form(
                params["message"], params["requestedSchema"], related_request_id=request.request_id
            )
        except NoBackChannelError as error:
            raise ClientError(METHOD_NOT_FOUND, error) from error
        except MCPError as error:
            if (error.code, error.message) == _CLOSED:
                raise
            raise ClientError(error.code, error) from error
        except ValidationError:
            pass  # raised below, since its text holds what the client sent
        raise MalformedResponse("elicitation/create", "the response is no ElicitResult")
    raise NoAnswerError
