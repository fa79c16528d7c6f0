"""A resumable tool is, for its clients, the tool that it was before."""
# mypy: disable-error-code="valid-type, no-untyped-def"
# pyright: reportInvalidTypeForm=false

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any, Dict, List, Optional

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("fastmcp", reason="as above")

import fastmcp
from mcp import Client
from mcp.server.mcpserver import Context, MCPServer

from elicitform import ask, form_of, resumable
from elicitform.testing import accept_content, scripted
from tests.ask import unevaluated
from tests.ask.talking import MODES

NAME = form_of(str, message="Who?")


class Person(BaseModel):
    name: str = Field(description="What they are called")


@dataclass
class Pair:
    left: str
    right: int = 1


class Options(TypedDict):
    colour: str


RETURNS: dict[str, tuple[Any, Any]] = {
    "str": (str, "Ann"),
    "int": (int, 3),
    "model": (Person, Person(name="Ann")),
    "dataclass": (Pair, Pair("a")),
    "TypedDict": (Options, {"colour": "red"}),
    "dict": (dict, {"a": 1}),
    "dict of int": (Dict[str, int], {"a": 1}),
    "list": (list, ["a"]),
    "list of models": (List[Person], [Person(name="Ann")]),
    "None": (None, None),
    "Optional": (Optional[str], "Ann"),
    "Optional model": (Optional[Person], None),
    "union": (str | int, 3),
    "annotated": (Annotated[str, Field(min_length=1)], "Ann"),
    "Any": (Any, "Ann"),
}
NOTHING = object()


def tool_returning(annotation: Any, value: Any, Context: Any, *, asks: bool) -> Any:  # noqa: N803
    async def tool(  # noqa: D417
        ctx: Context,
        name: Annotated[str, Field(description="Whom to greet")],
        times: int = 1,
        tags: Optional[List[str]] = None,
    ) -> annotation:
        """Greet somebody.

        Args:
            times: How often.
        """
        if asks:
            assert await ask(ctx, NAME)
        return value

    async def unannotated(ctx: Context, name: str):
        if asks:
            assert await ask(ctx, NAME)
        return value

    return unannotated if annotation is NOTHING else tool


SDKS: dict[str, tuple[Any, Any]] = {
    "mcp": (lambda: MCPServer("A", log_level="CRITICAL"), Context),
    "fastmcp": (lambda: fastmcp.FastMCP("A"), fastmcp.Context),
}


def server_with(sdk: str, annotation: Any, value: Any, *, decorated: bool) -> Any:
    """Return a server with one tool, which asks if it is decorated."""
    make, context = SDKS[sdk]
    server = make()
    tool = tool_returning(annotation, value, context, asks=decorated)
    server.tool()(resumable(tool) if decorated else tool)
    return server


async def listed(server: Any) -> Any:
    async with Client(getattr(server, "_mcp_server", server), mode="auto") as client:
        return (await client.list_tools()).tools[0].model_dump()


async def result_of(server: Any, mode: str, tool: str) -> Any:
    place = getattr(server, "_mcp_server", server)
    with scripted(accept_content({"value": "Bob"})) as person:
        async with Client(place, mode=mode, elicitation_callback=person.callback) as client:
            return (await client.call_tool(tool, {"name": "Ann"})).model_dump()


async def result_without_asking(server: Any, mode: str, tool: str) -> Any:
    async with Client(getattr(server, "_mcp_server", server), mode=mode) as client:
        return (await client.call_tool(tool, {"name": "Ann"})).model_dump()


ALL_RETURNS = {**RETURNS, "no annotation": (NOTHING, "Ann")}


@pytest.mark.parametrize(("annotation", "value"), ALL_RETURNS.values(), ids=ALL_RETURNS)
@pytest.mark.parametrize("sdk", SDKS)
def test_a_tool_is_listed_and_answers_as_without_the_decorator(
    sdk: str, annotation: Any, value: Any
) -> None:
    plain = server_with(sdk, annotation, value, decorated=False)
    decorated = server_with(sdk, annotation, value, decorated=True)

    assert asyncio.run(listed(decorated)) == asyncio.run(listed(plain))
    name = asyncio.run(listed(plain))["name"]
    for mode in MODES:
        assert asyncio.run(result_of(decorated, mode, name)) == asyncio.run(
            result_without_asking(plain, mode, name)
        )


@pytest.mark.parametrize("name", unevaluated.NAMES)
@pytest.mark.parametrize("sdk", ["mcp", "fastmcp"])
def test_annotations_may_be_text(sdk: str, name: str) -> None:
    plain = unevaluated.server_on(sdk, name, lambda function: function)
    decorated = unevaluated.server_on(sdk, name, resumable)

    assert asyncio.run(listed(decorated)) == asyncio.run(listed(plain))
    for mode in MODES:
        assert not asyncio.run(result_of(decorated, mode, name))["is_error"]
