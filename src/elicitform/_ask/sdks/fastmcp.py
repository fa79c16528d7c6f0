"""FastMCP: contexts of tools, prompts and resources, and of its background tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from elicitform._ask.sdks.mcp import SessionConnection, connection_in

if TYPE_CHECKING:
    from fastmcp import Context

_TASKS_SINCE = "2026-07-28"


def connection_of(ctx: Context) -> SessionConnection:
    """Return what this context knows of its connection."""
    if ctx.is_background_task:
        return _task_connection(ctx)
    _ = ctx.session  # raises RuntimeError where there is no request
    request = cast("Any", ctx.request_context)._srctx  # noqa: SLF001  (nothing else has the params)
    return connection_in(request, ctx.input_responses, ctx.request_state)


def _task_connection(ctx: Context) -> SessionConnection:
    """Return what a worker knows, which has no session: a client of tasks has to answer them."""
    return SessionConnection(
        session=cast("Any", None),
        request_id=None,
        revision=_TASKS_SINCE,
        capabilities={"elicitation": {}},
        target=["task", ctx.task_id],  # which has one tool and one set of arguments
        input_responses=ctx.input_responses,
        request_state=ctx.request_state,
    )
