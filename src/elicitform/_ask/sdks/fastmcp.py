"""FastMCP: contexts of tools, prompts and resources, and of its background tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from elicitform._ask.connection import Connection
from elicitform._ask.sdks.mcp import connection_in, input_required

if TYPE_CHECKING:
    from fastmcp import Context

_TASKS_SINCE = "2026-07-28"


def connection_of(ctx: Context) -> Connection:
    """Return what this context knows of its connection."""
    responses, state = ctx.input_responses, ctx.request_state
    if not ctx.is_background_task:
        _ = ctx.session  # raises RuntimeError where there is no request
        request = cast("Any", ctx.request_context)._srctx  # noqa: SLF001  (nothing else has params)
        return connection_in(request, responses, state)
    # A worker has no session. A client that starts tasks has to answer what they ask.
    target = ["task", ctx.task_id]  # which has one tool and one set of arguments
    can_ask: dict[str, object] = {"elicitation": {}}
    send = cast("Any", None)
    return Connection(_TASKS_SINCE, can_ask, target, responses, state, send, input_required)
