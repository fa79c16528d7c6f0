"""Asking from wherever an SDK hands out a context: prompts, templates, handlers, tasks."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("fastmcp", reason="as above")

import fastmcp
import uvicorn
from mcp import Client
from mcp.server import Server, ServerRequestContext
from mcp.types import (
    ElicitRequestFormParams,
    ElicitResult,
    GetPromptResult,
    InputRequiredResult,
    PromptMessage,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
)

from elicitform import ask, form_of, resumable
from elicitform.testing import accept_content, scripted
from tests.ask.servers import SDKS, Account, low_level_server, said
from tests.ask.talking import MODES, Shop, talk

ANN = accept_content({"value": "Ann"})
WRONG = accept_content({"value": 3})


async def prompt_of(client: Client) -> str:
    result = await client.get_prompt("greet")
    assert isinstance(result.messages[0].content, TextContent)
    return result.messages[0].content.text


async def template_of(client: Client) -> str:
    result = await client.read_resource("note://monday")
    assert isinstance(result.contents[0], TextResourceContents)
    return result.contents[0].text


async def low_level_prompt(ctx: ServerRequestContext, params: Any) -> GetPromptResult:
    text = said(await ask(ctx, form_of(str), "Whom to greet?"))
    return GetPromptResult(
        messages=[PromptMessage(role="user", content=TextContent(type="text", text=text))]
    )


async def low_level_resource(ctx: ServerRequestContext, params: Any) -> ReadResourceResult:
    name = params.uri.rpartition("/")[2]
    text = said(await ask(ctx, form_of(str), f"What is in {name}?"))
    return ReadResourceResult(contents=[TextResourceContents(uri=params.uri, text=text)])


def server_of(sdk: str) -> Any:
    if sdk != "low-level":
        return Shop(sdk).server
    return Server(
        "Notes",
        on_get_prompt=resumable(low_level_prompt),
        on_read_resource=resumable(low_level_resource),
    )


@pytest.mark.parametrize(
    ("get", "message"),
    [(prompt_of, "Whom to greet?"), (template_of, "What is in monday?")],
    ids=["prompt", "template"],
)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sdk", [*SDKS, "low-level"])
def test_prompts_and_templates_can_ask(sdk: str, mode: str, get: Any, message: str) -> None:
    async def call(*answers: Any) -> str:
        with scripted(*answers) as person:
            async with Client(
                server_of(sdk), mode=mode, elicitation_callback=person.callback
            ) as client:
                heard = await get(client)
        assert [one.message.partition("\n")[0] for one in person.asked] == len(answers) * [message]
        return str(heard)

    assert asyncio.run(call(ANN)) == "accepted 'Ann'"
    assert asyncio.run(call(WRONG, ANN)) == "accepted 'Ann'"
    assert asyncio.run(call({"action": "decline"})) == "decline"


@pytest.mark.parametrize("mode", MODES)
def test_handlers_of_the_low_level_server_can_ask(mode: str) -> None:
    deeds: list[str] = []
    wrong = accept_content({"environment": "moon", "replicas": 3, "confirm": True})
    right = accept_content({"environment": "staging", "confirm": True})

    heard = asyncio.run(talk(low_level_server(deeds), mode, "deploy", wrong, right, service="shop"))

    assert heard.text == "accepted Deploy(environment='staging', replicas=3, confirm=True)"
    assert deeds == ["shop to staging"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sdk", SDKS)
def test_fastmcps_client_drives_it_too(sdk: str, mode: str) -> None:
    shop = Shop(sdk)

    async def call() -> Any:
        client: Any = fastmcp.Client(shop.sdk_server, mode=mode, elicitation_handler=person.handler)
        async with client:
            return await client.call_tool("move", {"service": "shop"})

    answers = [
        accept_content({"environment": "staging", "confirm": True}),
        accept_content({"confirm": True}),
    ]
    with scripted(*answers) as person:
        result = asyncio.run(call())

    assert (result.content[0].text, shop.deeds) == ("moved shop", ["moved shop"])


# --- background tasks -------------------------------------------------------------------------


@resumable
async def in_background(ctx: fastmcp.Context) -> Any:
    return said(await ask(ctx, Account))


def task_context(responses: Any = None, state: str | None = None) -> fastmcp.Context:
    """Return a context as a worker of FastMCP's tasks makes one."""
    ctx = fastmcp.Context(fastmcp.FastMCP("Shop"), session=None, task_id="task-1")
    ctx._task_input_responses = responses
    ctx._task_request_state = state
    return ctx


def test_a_background_task_ends_with_its_question_and_runs_again() -> None:
    first = asyncio.run(in_background(task_context()))

    assert isinstance(first, InputRequiredResult)
    ((key, request),) = (first.input_requests or {}).items()
    assert isinstance(request.params, ElicitRequestFormParams)
    assert request.params.message == "Who are you?"
    answer = {key: ElicitResult(action="accept", content={"e-mail": "a@b.c"})}
    second = asyncio.run(in_background(task_context(answer, first.request_state)))
    assert second == "accepted Account(email='a@b.c', name='nobody')"


def test_outside_of_a_request_fastmcp_says_so() -> None:
    ctx = fastmcp.Context(fastmcp.FastMCP("Shop"))

    with pytest.raises(RuntimeError, match="session is not available"):
        asyncio.run(in_background(ctx))


# --- no way back ------------------------------------------------------------------------------


def test_a_connection_that_cannot_carry_a_question_is_told() -> None:
    app = Shop("mcp").server.streamable_http_app(json_response=True)
    answer = accept_content({"environment": "staging", "confirm": True})

    async def calls() -> list[str]:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
            serving = asyncio.ensure_future(server.serve([free]))
            while not server.started:  # noqa: ASYNC110  (it has no event for that)
                await asyncio.sleep(0.01)
            address = f"http://127.0.0.1:{free.getsockname()[1]}/mcp"
            before = await talk(address, "legacy", "deploy", service="shop")
            since = await talk(address, "auto", "deploy", answer, service="shop")
            server.should_exit = True
            await serving
        return [before.text, since.text]

    assert asyncio.run(calls()) == ["Left shop alone: unsupported.", "Deployed shop to staging, 1."]
