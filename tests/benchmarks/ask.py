"""The budget of asking: a good answer at 2025-11-25, in memory, against the SDK's own way."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from mcp import Client
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import ElicitResult
from pydantic import Field

from elicitform import Form, ask, resumable
from tests.benchmarks.measuring import Budget

ANSWER = ElicitResult(action="accept", content={"environment": "staging", "confirm": True})


class Deploy(Form):
    environment: Literal["staging", "production"]
    replicas: int = Field(default=1, ge=1, le=10)
    confirm: bool


server = MCPServer("Shop", log_level="CRITICAL")


@server.tool()
@resumable
async def ours(ctx: Context) -> str:
    outcome = await ask(ctx, Deploy, "Deploy?")
    return outcome.data.environment if outcome else "nothing"


@server.tool()
async def theirs(ctx: Context) -> str:
    outcome = await ctx.elicit("Deploy?", schema=Deploy)
    return outcome.data.environment if outcome.action == "accept" else "nothing"


_CALLS = 100
"""Enough on one connection for the connecting not to count."""


async def person(context: Any, params: Any) -> ElicitResult:
    return ANSWER


async def call_often(tool: str) -> None:
    async with Client(server, mode="legacy", elicitation_callback=person) as client:
        for _ in range(_CALLS):
            result = await client.call_tool(tool)
            assert result.structured_content == {"result": "staging"}


def ask_budgets() -> list[Budget]:
    """Return the budget of one `ask` with a good answer."""
    return [
        Budget(
            "ask, a good answer at 2025-11-25",
            "the official SDK's `ctx.elicit` with the same form",
            1.1,
            lambda: asyncio.run(call_often("ours")),
            lambda: asyncio.run(call_often("theirs")),
            calls=1,
            rounds=21,
        )
    ]
