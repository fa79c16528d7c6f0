"""One source of tools, prompts and templates for both SDKs: ``python -m tests.ask.servers mcp stdio``.

It has no ``from __future__ import annotations``: the SDKs read the annotations, and `Context` is
known only inside a function here.
"""
# mypy: disable-error-code="untyped-decorator"
# pyright: reportInvalidTypeForm=false

import asyncio
import sys
from typing import Any, Literal

from pydantic import Field

from elicitform import (
    Accepted,
    AskOutcome,
    Cancelled,
    Declined,
    Form,
    LateChoice,
    MultiSelect,
    Rejected,
    Unavailable,
    ask,
    confirm,
    form_of,
    resumable,
)

SDKS = ("mcp", "fastmcp")


class Deploy(Form):
    environment: Literal["staging", "production"]
    replicas: int = Field(default=1, ge=1, le=10)
    confirm: bool


class Account(Form, message="Who are you?"):
    email: str = Field(alias="e-mail")
    name: str = "nobody"


class Shown(Form, message="Which of these?"):
    """The only field with a default is shown, and the other is required."""

    size: Literal["s", "l"] = "s"
    name: str


class Tags(Form, since="2025-11-25", message="Which tags?"):
    tags: MultiSelect[Literal["red", "blue"]]


class Branch(Form):
    branch: LateChoice


class Changing:
    """What a server looks up, and finds changed the next time."""

    def __init__(self) -> None:
        self.found: list[list[str]] = []
        self.taken = {"ann@example.com"}


def said(outcome: AskOutcome[Any]) -> str:
    match outcome:
        case Accepted(data):
            return f"accepted {data!r}"
        case Declined() | Cancelled():
            return outcome.action
        case Unavailable(reason):
            return reason


def fill(server: Any, Context: Any, deeds: list[str], world: Changing) -> None:  # noqa: N803, C901, PLR0915
    """Add everything to a server of either SDK, whose class of contexts is given."""

    @server.tool()
    @resumable
    async def deploy(service: str, ctx: Context) -> str:
        """Deploy a service to where a person says."""
        match await ask(ctx, Deploy, f"Deploy {service}?"):
            case Accepted(wish) if wish.confirm:
                deeds.append(f"{service} to {wish.environment}, {wish.replicas}")
                return f"Deployed {deeds[-1]}."
            case Unavailable(reason=reason):
                return f"Left {service} alone: {reason}."
        return f"Left {service} alone."

    @server.tool()
    @resumable
    async def move(service: str, ctx: Context) -> str:
        deploy = await ask(ctx, Deploy, f"Where to move {service}?")
        if not deploy:
            return f"first {said(deploy)}"
        agreed = await confirm(ctx, f"Move {service} to {deploy.data.environment}?")
        if not agreed:
            return f"second {said(agreed)}"
        deeds.append(f"moved {service}")
        return deeds[-1]

    @server.tool()
    @resumable
    async def sign_up(ctx: Context) -> str:
        async def check(account: Account) -> None:
            await asyncio.sleep(0)
            if account.email in world.taken:
                raise Rejected("email", "is taken already")

        return said(await ask(ctx, Account, check=check))

    @server.tool()
    @resumable
    async def how_many(ctx: Context) -> str:
        def check(number: int) -> None:
            if number == 13:
                raise Rejected(None, "not that one")

        return said(await ask(ctx, form_of(int, title="Number"), "How many?", check=check))

    @server.tool()
    @resumable
    async def wipe(files: int, ctx: Context) -> str:
        agreed = await confirm(ctx, f"Delete {files} files?", timeout=5)
        if agreed:
            deeds.append(f"wiped {files}")
        return said(agreed)

    @server.tool()
    @resumable
    async def pick(ctx: Context) -> str:
        """Ask with choices that may have changed in the next round."""
        form = Branch.with_choices(branch=world.found.pop(0))
        return said(await ask(ctx, form, "Which branch?"))

    @server.tool()
    @resumable
    async def ask_for(form: str, ctx: Context, tries: int = 3) -> str:
        """Ask with one of the forms above."""
        found: Any = {"Shown": Shown, "Tags": Tags, "Account": Account}[form]
        return said(await ask(ctx, found, tries=tries, timeout=1))

    @server.tool()
    @resumable
    async def count(ctx: Context) -> str:
        """Ask without end: what is asked never stays the same."""
        deeds.append("counted")
        return said(await ask(ctx, Account, f"Question {len(deeds)}?"))

    @server.tool()
    @resumable
    async def collect(ctx: Context) -> str:
        """Ask until the person has no more, as often as that is."""
        names: list[str] = []
        while answer := await ask(ctx, form_of(str), f"Name {len(names) + 1}?"):
            if not answer.data:
                break
            names.append(answer.data)
        return ", ".join(names)

    @server.tool()
    async def undecorated(ctx: Context) -> str:
        return said(await ask(ctx, Account))

    @server.tool()
    @resumable
    async def waits_briefly(ctx: Context) -> str:
        return said(await ask(ctx, Account, timeout=0.1))

    @server.tool()
    @resumable
    async def watched(ctx: Context) -> str:
        try:
            return said(await ask(ctx, Account))
        except Exception as error:
            deeds.append(f"{type(error).__name__}: {error}")
            raise

    @server.prompt()
    @resumable
    async def greet(ctx: Context) -> str:
        return said(await ask(ctx, form_of(str), "Whom to greet?"))

    @server.resource("note://{name}")
    @resumable
    async def note(name: str, ctx: Context) -> str:
        return said(await ask(ctx, form_of(str), f"What is in {name}?"))


def server_on(sdk: str, deeds: list[str], world: Changing) -> Any:
    server: Any
    context: Any
    if sdk == "mcp":
        from mcp.server.mcpserver import Context, MCPServer  # noqa: PLC0415  (one SDK a process)

        server, context = MCPServer("Shop", log_level="CRITICAL"), Context
    else:
        import fastmcp  # noqa: PLC0415  (as above)

        server, context = fastmcp.FastMCP("Shop"), fastmcp.Context
    fill(server, context, deeds, world)
    return server


def low_level_server(deeds: list[str]) -> Any:
    """Return a server of the official SDK that seals no state, with the tools that matter here."""
    from mcp.server import Server, ServerRequestContext  # noqa: PLC0415  (as above)
    from mcp.types import (  # noqa: PLC0415  (as above)
        CallToolRequestParams,
        CallToolResult,
        ListToolsResult,
        TextContent,
        Tool,
    )

    async def list_tools(context: Any, params: Any) -> ListToolsResult:
        return ListToolsResult(
            tools=[Tool(name=name, input_schema={"type": "object"}) for name in tools]
        )

    async def deploy(ctx: ServerRequestContext, service: str) -> str:
        answer = await ask(ctx, Deploy, f"Deploy {service}?")
        if answer and answer.data.confirm:
            deeds.append(f"{service} to {answer.data.environment}")
        return said(answer)

    async def move(ctx: ServerRequestContext, service: str) -> str:
        for question in ("Really?", "Really?", "Really, really?"):
            if not (agreed := await confirm(ctx, question)):
                return said(agreed)
        deeds.append(f"moved {service}")
        return deeds[-1]

    tools = {"deploy": deploy, "deploy_too": deploy, "move": move}

    @resumable
    async def call_tool(ctx: ServerRequestContext, params: CallToolRequestParams) -> CallToolResult:
        text = await tools[params.name](ctx, (params.arguments or {}).get("service", "shop"))
        return CallToolResult(content=[TextContent(type="text", text=text)])

    return Server("Shop", on_list_tools=list_tools, on_call_tool=call_tool)


def main(sdk: str, transport: str, port: str = "") -> None:
    server = server_on(sdk, [], Changing())
    if transport == "stdio":
        server.run() if sdk == "mcp" else server.run(show_banner=False, log_level="CRITICAL")
    elif sdk == "mcp":
        server.run(transport="streamable-http", port=int(port))
    else:
        server.run(transport="http", port=int(port), show_banner=False, log_level="CRITICAL")


if __name__ == "__main__":
    main(*sys.argv[1:])
