"""A server on the official SDK whose tools ask a person before they act.

Run it to see an in-memory client answer by script; ``server.run()`` serves it over stdio.
"""

import asyncio
from typing import Annotated

from deploy import Deploy
from labels import Ticket
from mcp import Client
from mcp.client import ClientRequestContext
from mcp.server.mcpserver import (
    AcceptedElicitation,
    CancelledElicitation,
    Context,
    DeclinedElicitation,
    Elicit,
    ElicitationResult,
    MCPServer,
    Resolve,
)
from mcp.types import ElicitRequestParams, ElicitResult, TextContent

server = MCPServer("Releases", log_level="WARNING")


@server.tool()
async def deploy(service: str, ctx: Context) -> str:
    """Deploy a service to where a person says."""
    # Asks in the middle of the call, which connections up to 2025-11-25 allow. An answer that does
    # not fit the form raises, and the call fails.
    answer = await ctx.elicit(f"Deploy {service}?", schema=Deploy)
    match answer:
        case AcceptedElicitation(data=Deploy(confirm=True) as wish):
            return f"Deployed {service} to {wish.environment}, replicas: {wish.replicas}."
        case AcceptedElicitation():
            return f"Left {service} alone: it was not confirmed."
        case DeclinedElicitation():
            return f"Left {service} alone: the person said no."
        case CancelledElicitation():
            return f"Left {service} alone: nobody answered."


async def ask_about(problem: str) -> Elicit[Ticket]:
    """Put the question that `file_ticket` needs answered first."""
    return Elicit(f"Where should {problem!r} go?", Ticket)


@server.tool()
async def file_ticket(
    problem: str, answer: Annotated[ElicitationResult[Ticket], Resolve(ask_about)]
) -> str:
    """File a ticket with the team that a person picks."""
    # The resolver has asked before, which connections of every revision allow.
    match answer:
        case AcceptedElicitation(data=ticket):
            return f"Filed {problem!r} with {ticket.team.label}, severity: {ticket.severity}."
        case DeclinedElicitation():
            return f"Dropped {problem!r}: the person said no."
        case CancelledElicitation():
            return f"Kept {problem!r} for later: nobody answered."


async def call(tool: str, arguments: dict[str, str], answer: ElicitResult, mode: str) -> str:
    """Call a tool as a client would whose user gives `answer`, and return what the tool says."""

    async def person(
        context: ClientRequestContext,  # noqa: ARG001  (the SDK's signature)
        params: ElicitRequestParams,
    ) -> ElicitResult:
        print(f"{params.message} {answer.action}: {answer.content}")
        return answer

    async with Client(server, mode=mode, elicitation_callback=person) as client:
        result = await client.call_tool(tool, arguments)
    return "".join(part.text for part in result.content if isinstance(part, TextContent))


async def main() -> None:
    """Let a scripted person give each kind of answer."""
    go = ElicitResult(action="accept", content={"environment": "staging", "confirm": True})
    stop = ElicitResult(action="accept", content={"environment": "production", "confirm": False})
    ticket = ElicitResult(action="accept", content={"severity": "high", "team": "frontend"})
    decline = ElicitResult(action="decline")
    cancel = ElicitResult(action="cancel")
    for answer in (go, stop, decline, cancel):
        print("->", await call("deploy", {"service": "shop"}, answer, "legacy"))
    for answer in (ticket, decline, cancel):
        print("->", await call("file_ticket", {"problem": "blank page"}, answer, "2026-07-28"))


if __name__ == "__main__":
    asyncio.run(main())
