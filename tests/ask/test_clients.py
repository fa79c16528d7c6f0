"""Clients that fail, lie, say nothing, or are of another age: each ends in an outcome of its own.

Never in a traceback, a hang, or a deed.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("fastmcp", reason="as above")

from mcp import Client, ClientSession
from mcp.client._memory import InMemoryTransport
from mcp.shared.message import SessionMessage
from mcp.types import (
    ClientCapabilities,
    ElicitationCapability,
    ElicitResult,
    ErrorData,
    FormElicitationCapability,
    Implementation,
    InitializedNotification,
    InitializeRequest,
    InitializeRequestParams,
    InitializeResult,
    UrlElicitationCapability,
    jsonrpc_message_adapter,
)

from elicitform import check_schema
from elicitform.testing import accept_content, decline
from tests.ask.servers import SDKS
from tests.ask.talking import MODES, Shop, text_of

GOOD: dict[str, Any] = {"environment": "staging", "confirm": True}


@pytest.fixture(params=SDKS)
def shop(request: pytest.FixtureRequest) -> Shop:
    return Shop(request.param)


def call(shop: Shop, mode: str, tool: str, person: Any, **arguments: Any) -> str:
    """Return what a tool says to a client with this callback."""

    async def calls() -> str:
        async with Client(shop.server, mode=mode, elicitation_callback=person) as client:
            return text_of(await client.call_tool(tool, arguments))

    return asyncio.run(asyncio.wait_for(calls(), 30))


# --- silence ----------------------------------------------------------------------------------


def test_a_client_that_never_answers_is_waited_for_as_long_as_the_server_says(shop: Shop) -> None:
    ended = []

    async def silent(context: Any, params: Any) -> ElicitResult:
        try:
            await asyncio.sleep(30)
        finally:
            ended.append(params.message)
        raise AssertionError

    assert call(shop, "legacy", "waits_briefly", silent) == "timeout"
    assert ended == ["Who are you?"]  # the request was cancelled, and the client heard of it


def test_an_answer_that_comes_too_late_is_not_taken_for_one_to_another_question(
    shop: Shop,
) -> None:
    async def slow(context: Any, params: Any) -> ElicitResult:
        await asyncio.sleep(0.3)
        return ElicitResult(action="accept", content={"e-mail": "a@b.c", "name": "A"})

    async def calls() -> list[str]:
        async with Client(shop.server, mode="legacy", elicitation_callback=slow) as client:
            first = text_of(await client.call_tool("waits_briefly"))
            return [first, text_of(await client.call_tool("ask_for", {"form": "Account"}))]

    assert asyncio.run(calls()) == ["timeout", "accepted Account(email='a@b.c', name='A')"]


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_leaves_in_the_middle_gets_nothing_done(shop: Shop, mode: str) -> None:
    async def calls() -> None:
        asked = asyncio.Event()

        async def hesitant(context: Any, params: Any) -> ElicitResult:
            asked.set()
            await asyncio.sleep(30)
            raise AssertionError

        async with Client(shop.server, mode=mode, elicitation_callback=hesitant) as client:
            calling = asyncio.ensure_future(client.call_tool("deploy", {"service": "shop"}))
            await asked.wait()
            calling.cancel()
            await asyncio.wait([calling])

    asyncio.run(asyncio.wait_for(calls(), 30))
    assert shop.deeds == []


def test_a_connection_that_breaks_is_not_hidden(shop: Shop) -> None:
    async def calls() -> None:
        asked = asyncio.Event()

        async def hesitant(context: Any, params: Any) -> ElicitResult:
            asked.set()
            await asyncio.sleep(30)
            raise AssertionError

        async with (
            InMemoryTransport(shop.server) as (read, write),
            ClientSession(read, write, elicitation_callback=hesitant) as session,
        ):
            await session.initialize()
            calling = asyncio.ensure_future(session.call_tool("watched"))
            await asked.wait()
            await write.aclose()
            while not shop.deeds:  # noqa: ASYNC110  (the tool hears of it in its own time)
                await asyncio.sleep(0.01)
            calling.cancel()

    asyncio.run(asyncio.wait_for(calls(), 30))
    assert shop.deeds == ["MCPError: Connection closed"]


# --- errors -----------------------------------------------------------------------------------

CLEARED_A_NUMBER = ErrorData(
    code=-32602, message="MCP error -32602: Invalid elicitation result: expected number"
)


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (ErrorData(code=-32601, message="Method not found"), "unsupported"),
        (ErrorData(code=-32602, message="Invalid elicitation request"), "client-error"),
        (ErrorData(code=-32603, message="Internal error"), "client-error"),
        (ErrorData(code=-32000, message="Server busy"), "client-error"),
        (ErrorData(code=-1, message="User rejected the request"), "client-error"),
    ],
    ids=lambda given: getattr(given, "message", given),
)
def test_an_error_of_the_client_is_told_by_its_code(
    shop: Shop, error: ErrorData, outcome: str
) -> None:
    async def failing(context: Any, params: Any) -> ErrorData:
        return error

    said = call(shop, "legacy", "deploy", failing, service="shop")

    assert (said, shop.deeds) == (f"Left shop alone: {outcome}.", [])


def test_a_client_that_dies_of_a_cleared_number_is_asked_again(shop: Shop) -> None:
    asked: list[str] = []

    async def clearing(context: Any, params: Any) -> ElicitResult | ErrorData:
        asked.append(params.message)
        if len(asked) < 3:
            return CLEARED_A_NUMBER
        return ElicitResult(action="accept", content=GOOD)

    said = call(shop, "legacy", "deploy", clearing, service="shop")

    assert (said, asked) == ("Deployed shop to staging, 1.", 3 * ["Deploy shop?"])


def test_a_client_that_keeps_dying_of_it_is_asked_three_times(shop: Shop) -> None:
    asked: list[str] = []

    async def clearing(context: Any, params: Any) -> ErrorData:
        asked.append(params.message)
        return CLEARED_A_NUMBER

    said = call(shop, "legacy", "deploy", clearing, service="shop")

    assert (said, len(asked)) == ("Left shop alone: no-good-answer.", 3)


def test_what_was_kept_survives_a_client_that_dies(shop: Shop) -> None:
    answers: list[Any] = [
        ElicitResult(
            action="accept", content={"environment": "moon", "replicas": 3, "confirm": True}
        ),
        CLEARED_A_NUMBER,
        ElicitResult(action="accept", content=GOOD),
    ]

    async def person(context: Any, params: Any) -> Any:
        return answers.pop(0)

    said = call(shop, "legacy", "deploy", person, service="shop")

    assert said == "Deployed shop to staging, 3."


@pytest.mark.parametrize(
    "result",
    [
        {"action": "accept", "content": {"environment": {"name": "staging"}}},
        {"action": "accept", "content": [GOOD]},
        {"action": "go", "content": GOOD},
        {"content": GOOD},
        {},
    ],
)
def test_a_result_that_is_none_is_an_error_of_the_client(shop: Shop, result: Any) -> None:
    async def call() -> str:
        async with InMemoryTransport(shop.server) as (read, write):

            async def send(message: dict[str, Any]) -> None:
                text = {"jsonrpc": "2.0", **message}
                await write.send(SessionMessage(jsonrpc_message_adapter.validate_python(text)))

            async def receive() -> Any:
                message = await read.receive()
                assert isinstance(message, SessionMessage)
                return message.message

            client = {"name": "raw", "version": "1"}
            hello = {
                "protocolVersion": "2025-11-25",
                "capabilities": {"elicitation": {}},
                "clientInfo": client,
            }
            await send({"id": 1, "method": "initialize", "params": hello})
            await receive()
            await send({"method": "notifications/initialized"})
            params = {"name": "deploy", "arguments": {"service": "shop"}}
            await send({"id": 2, "method": "tools/call", "params": params})
            asked = await receive()
            assert asked.method == "elicitation/create"
            await send({"id": asked.id, "result": result})
            return str((await receive()).result["content"][0]["text"])

    said = asyncio.run(asyncio.wait_for(call(), 30))

    assert (said, shop.deeds) == ("Left shop alone: client-error.", [])


# --- answers that nobody gave -----------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("content", [{}, None, {"size": "s"}])
def test_defaults_that_an_sdk_fills_in_are_no_answer(shop: Shop, mode: str, content: Any) -> None:
    heard = shop.call(mode, "ask_for", accept_content(content), form="Shown")

    assert (heard.text, len(heard.asked)) == ("nothing-collected", 1)


@pytest.mark.parametrize("mode", MODES)
def test_a_form_is_asked_as_often_as_the_author_says(shop: Shop, mode: str) -> None:
    wrong = accept_content({"name": "Ann"})

    heard = shop.call(mode, "ask_for", wrong, form="Account", tries=1)

    assert (heard.text, heard.messages) == ("no-good-answer", ["Who are you?"])


# --- other revisions --------------------------------------------------------------------------


def call_at(
    shop: Shop,
    revision: str,
    tool: str,
    answers: list[Any],
    declared: ElicitationCapability | None = None,
    **arguments: Any,
) -> tuple[str, list[Any]]:
    """Call a tool on a connection of this revision; return what it says, and what was asked."""
    asked: list[Any] = []

    async def person(context: Any, params: Any) -> Any:
        asked.append(params)
        return answers.pop(0)

    offer = InitializeRequest(
        params=InitializeRequestParams(
            protocol_version=revision,
            capabilities=ClientCapabilities(elicitation=declared or ElicitationCapability()),
            client_info=Implementation(name="client", version="1"),
        )
    )

    async def calls() -> str:
        async with (
            InMemoryTransport(shop.server) as (read, write),
            ClientSession(read, write, elicitation_callback=person) as session,
        ):
            session.adopt(await session.send_request(offer, InitializeResult))
            await session.send_notification(InitializedNotification())
            return text_of(await session.call_tool(tool, arguments))

    return asyncio.run(calls()), asked


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25"])
def test_each_question_is_valid_in_the_revision_of_the_connection(
    shop: Shop, revision: str
) -> None:
    answers = [
        ElicitResult(action="accept", content={"environment": "moon", "replicas": 3}),
        ElicitResult(action="accept", content=GOOD),
    ]

    said, asked = call_at(shop, revision, "deploy", answers, service="shop")

    kept = 3 if revision == "2025-11-25" else 1  # the older one cannot show it
    assert said == f"Deployed shop to staging, {kept}."
    assert [check_schema(params.requested_schema, revision) for params in asked] == [[], []]


def test_a_multi_select_is_not_sent_where_it_cannot_be_expressed(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    said, asked = call_at(shop, "2025-06-18", "ask_for", [], form="Tags")

    assert (said, asked) == ("revision", [])
    warned = [one for one in caplog.records if one.name == "elicitform"]
    assert [(one.levelno, one.getMessage()) for one in warned] == [
        (
            logging.WARNING,
            (
                "nobody was asked: Tags cannot be expressed in revision 2025-06-18: tags needs "
                "2025-11-25 or later; use 2025-11-25 or 2026-07-28"
            ),
        )
    ]


@pytest.mark.parametrize("revision", ["2025-03-26", "2024-11-05"])
def test_a_connection_without_elicitation_is_told(
    shop: Shop, revision: str, caplog: pytest.LogCaptureFixture
) -> None:
    said, asked = call_at(shop, revision, "deploy", [], service="shop")

    assert (said, asked) == ("Left shop alone: revision.", [])
    assert f"unknown protocol revision '{revision}'" in caplog.text


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        (ElicitationCapability(), "Left shop alone."),
        (ElicitationCapability(form=FormElicitationCapability()), "Left shop alone."),
        (
            ElicitationCapability(form=FormElicitationCapability(), url=UrlElicitationCapability()),
            "Left shop alone.",
        ),
        (ElicitationCapability(url=UrlElicitationCapability()), "Left shop alone: unsupported."),
    ],
    ids=["no mode", "form", "both", "url alone"],
)
def test_only_a_client_that_shows_forms_is_asked(
    shop: Shop, declared: ElicitationCapability, said: str
) -> None:
    answer = ElicitResult(action="decline")

    assert call_at(shop, "2025-11-25", "deploy", [answer], declared, service="shop")[0] == said


# --- confirmations and single values ----------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("answer", "said", "deeds"),
    [
        (accept_content({"confirm": True}), "accepted Confirmation(confirm=True)", ["wiped 14"]),
        (accept_content({"confirm": False}), "decline", []),
        (accept_content({}), "decline", []),
        (accept_content(), "decline", []),
        (decline(), "decline", []),
        ({"action": "cancel"}, "cancel", []),
    ],
)
def test_a_confirmation_is_true_only_where_the_box_was_ticked(
    shop: Shop, mode: str, answer: Any, said: str, deeds: list[str]
) -> None:
    heard = shop.call(mode, "wipe", answer, files=14)

    assert (heard.text, heard.messages, shop.deeds) == (said, ["Delete 14 files?"], deeds)


@pytest.mark.parametrize("mode", MODES)
def test_a_confirmation_is_false_where_nobody_can_be_asked(shop: Shop, mode: str) -> None:
    async def calls() -> str:
        async with Client(shop.server, mode=mode) as client:
            return text_of(await client.call_tool("wipe", {"files": 14}))

    assert (asyncio.run(calls()), shop.deeds) == ("unsupported", [])


@pytest.mark.parametrize("mode", MODES)
def test_a_check_of_the_authors_asks_again_with_the_rest_kept(shop: Shop, mode: str) -> None:
    taken = accept_content({"e-mail": "ann@example.com", "name": "Ann"})
    other = accept_content({"e-mail": "ann@example.org"})

    heard = shop.call(mode, "sign_up", taken, other)

    assert heard.text == "accepted Account(email='ann@example.org', name='Ann')"
    assert heard.messages[1] == (
        "Who are you?\nPlease look at this again:\n- E-Mail: is taken already"
    )


@pytest.mark.parametrize("mode", MODES)
def test_a_check_can_be_about_the_whole_form_and_about_a_single_value(
    shop: Shop, mode: str
) -> None:
    heard = shop.call(
        mode, "how_many", accept_content({"value": 13}), accept_content({"value": 12})
    )

    assert heard.text == "accepted 12"
    assert heard.messages[1] == "How many?\nPlease look at this again:\n- not that one"


@pytest.mark.parametrize("mode", MODES)
def test_answers_that_a_check_rejects_run_out_as_wrong_ones_do(shop: Shop, mode: str) -> None:
    heard = shop.call(mode, "how_many", *(3 * [accept_content({"value": 13})]))

    assert heard.text == "no-good-answer"
