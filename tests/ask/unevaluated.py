"""Tools whose annotations are text, as ``from __future__ import annotations`` makes them."""

from __future__ import annotations

from typing import Annotated, Any, Optional

import fastmcp
from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel, Field

from elicitform import ask, form_of

NAME = form_of(str, message="Who?")


class Person(BaseModel):
    name: str


async def official_text(name: Annotated[str, Field(description="Who")], ctx: Context) -> str:
    assert await ask(ctx, NAME)
    return name


async def official_model(name: str, ctx: Context, tags: Optional[list[str]] = None) -> Person:
    assert await ask(ctx, NAME)
    return Person(name=name)


async def fast_text(name: Annotated[str, Field(description="Who")], ctx: fastmcp.Context) -> str:
    assert await ask(ctx, NAME)
    return name


async def fast_model(name: str, ctx: fastmcp.Context, tags: Optional[list[str]] = None) -> Person:
    assert await ask(ctx, NAME)
    return Person(name=name)


NAMES = ("text", "model")


def server_on(sdk: str, name: str, decorate: Any) -> Any:
    if sdk == "mcp":
        server: Any = MCPServer("A", log_level="CRITICAL")
        function: Any = {"text": official_text, "model": official_model}[name]
    else:
        server = fastmcp.FastMCP("A")
        function = {"text": fast_text, "model": fast_model}[name]
    server.tool(name=name)(decorate(function))
    return server
