"""A scripted client answers for both SDKs, on connections of both eras, and reports failures."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

import pytest

from elicitform import ElicitFormError, Form
from elicitform.testing import (
    Asked,
    Script,
    ScriptError,
    accept,
    accept_content,
    cancel,
    decline,
    scripted,
)

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("fastmcp", reason="as above")

import fastmcp
from mcp import Client
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    InputRequiredResult,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from elicitform.testing._script import Reply


class Deploy(Form):
    environment: Literal["staging", "production"]
    replicas: int = 1


GO = accept(Deploy, environment="staging")
GONE_TO_STAGING = "accept: {'environment': 'staging'}"


def shown(result: Any) -> str:
    return f"{result.action}: {result.content}"


# Each server has a tool `ask` that asks several times, and returns the answers.


def official_server() -> MCPServer:
    server = MCPServer("legacy", log_level="CRITICAL")

    @server.tool()
    async def ask(times: int, ctx: Context) -> str:
        heard = [
            await ctx.session.elicit_form(
                f"Deploy {turn}?", Deploy.requested_schema(), related_request_id=ctx.request_id
            )
            for turn in range(times)
        ]
        return "\n".join(map(shown, heard))

    return server


def in_rounds(times: int, responses: Mapping[str, Any] | None) -> str | InputRequiredResult:
    if responses is None:
        every = [Deploy.elicit_params(f"Deploy {turn}?") for turn in range(times)]
        requests: Any = {
            str(turn): ElicitRequest(params=ElicitRequestFormParams.model_validate(params))
            for turn, params in enumerate(every)
        }
        return InputRequiredResult(input_requests=requests)
    return "\n".join(shown(responses[str(turn)]) for turn in range(times))


def official_server_in_rounds() -> MCPServer:
    server = MCPServer("rounds", log_level="CRITICAL")

    @server.tool()
    async def ask(times: int, ctx: Context) -> str | InputRequiredResult:
        return in_rounds(times, ctx.input_responses)

    return server


def fast_server() -> fastmcp.FastMCP:
    server = fastmcp.FastMCP("legacy")

    @server.tool
    async def ask(times: int, ctx: fastmcp.Context) -> str:
        heard = [
            await ctx.session.elicit_form(f"Deploy {turn}?", Deploy.requested_schema())
            for turn in range(times)
        ]
        return "\n".join(map(shown, heard))

    return server


def fast_server_in_rounds() -> fastmcp.FastMCP:
    server = fastmcp.FastMCP("rounds")

    @server.tool
    async def ask(times: int, ctx: fastmcp.Context) -> str | InputRequiredResult:
        return in_rounds(times, ctx.input_responses)

    return server


async def with_the_official_client(server: Any, mode: str, script: Script, times: int) -> Any:
    async with Client(server, mode=mode, elicitation_callback=script.callback) as client:
        return await client.call_tool("ask", {"times": times})


async def with_fastmcps_client(server: Any, mode: str, script: Script, times: int) -> Any:
    client: Any = fastmcp.Client(server, mode=mode, elicitation_handler=script.handler)
    async with client:
        return await client.call_tool("ask", {"times": times}, raise_on_error=False)


Way = tuple["Callable[..., Coroutine[Any, Any, Any]]", "Callable[[], Any]", str]

OFFICIAL: Way = (with_the_official_client, official_server, "legacy")
OFFICIAL_IN_ROUNDS: Way = (with_the_official_client, official_server_in_rounds, "2026-07-28")
FAST: Way = (with_fastmcps_client, fast_server, "legacy")
FAST_IN_ROUNDS: Way = (with_fastmcps_client, fast_server_in_rounds, "2026-07-28")
WAYS = [
    pytest.param(OFFICIAL, id="official"),
    pytest.param(OFFICIAL_IN_ROUNDS, id="official in rounds"),
    pytest.param(FAST, id="FastMCP"),
    pytest.param(FAST_IN_ROUNDS, id="FastMCP in rounds"),
]


def ask(way: Way, script: Script, times: int = 1) -> Any:
    """Have the server ask so often, and return the result of its tool."""
    through, server, mode = way
    return asyncio.run(through(server(), mode, script, times))


@pytest.mark.parametrize("way", WAYS)
def test_the_answers_are_given_in_turn_and_the_questions_kept(way: Way) -> None:
    with scripted(GO, decline(), cancel()) as person:
        result = ask(way, person, 3)

    assert result.content[0].text.splitlines() == [
        GONE_TO_STAGING,
        "decline: None",
        "cancel: None",
    ]
    assert person.asked == [
        Asked(f"Deploy {turn}?", Deploy.requested_schema(), "form") for turn in range(3)
    ]


async def later(message: str, schema: dict[str, Any]) -> ElicitResult:
    await asyncio.sleep(0)
    assert message == "Deploy 1?"
    assert "environment" in schema["properties"]
    return ElicitResult(action="accept", content={"environment": "production"})


@pytest.mark.parametrize("way", WAYS)
def test_functions_answer_by_what_they_are_asked(way: Way) -> None:
    def at_once(message: str, schema: dict[str, Any]) -> dict[str, Any]:
        choices = schema["properties"]["environment"]["enum"]
        return accept_content({"environment": choices[0]})

    with scripted(at_once, later, ElicitResult(action="cancel")) as person:
        result = ask(way, person, 3)

    assert result.content[0].text.splitlines() == [
        GONE_TO_STAGING,
        "accept: {'environment': 'production'}",
        "cancel: None",
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_server_that_asks_too_often_fails_the_test(way: Way) -> None:
    with pytest.raises(ScriptError) as caught, scripted(GO) as person:
        ask(way, person, 2)
    assert str(caught.value) == (
        "the server asked 2 times, and the script has 1 answer; it asked 'Deploy 1?'"
    )


def scripted_no(message: str, schema: dict[str, Any]) -> dict[str, Any]:
    raise NotImplementedError


@pytest.mark.parametrize("way", WAYS)
def test_answers_left_over_fail_the_test(way: Way) -> None:
    with (
        pytest.raises(ScriptError) as caught,
        scripted(GO, decline(), later, scripted_no) as person,
    ):
        ask(way, person)
    assert str(caught.value) == (
        "the script has 4 answers, and the server asked 1 time; left over: decline, later, scripted_no"
    )


@pytest.mark.parametrize("way", WAYS)
def test_what_a_function_raises_fails_the_test(way: Way) -> None:
    def picky(message: str, schema: dict[str, Any]) -> dict[str, Any]:
        raise LookupError("no such question")

    with (
        pytest.raises(ScriptError, match="answer 1 of the script raised LookupError") as caught,
        scripted(picky) as person,
    ):
        ask(way, person)
    assert isinstance(caught.value.__cause__, LookupError)


@pytest.mark.parametrize("way", WAYS)
def test_a_function_has_to_return_a_result(way: Way) -> None:
    wrong: Any = lambda message, schema: {"environment": "staging"}  # noqa: E731

    with (
        pytest.raises(ScriptError, match="answer 1 of the script returned no ElicitResult"),
        scripted(wrong) as person,
    ):
        ask(way, person)


@pytest.mark.parametrize("content", [{"environment": {}}, [], {"replicas": [1]}])
def test_content_that_the_official_client_cannot_send_is_told(content: Any) -> None:
    with (
        pytest.raises(ScriptError, match="answer 1 of the script holds what no ElicitResult may"),
        scripted(accept_content(content)) as person,
    ):
        ask(OFFICIAL, person)


@pytest.mark.parametrize("way", [FAST, FAST_IN_ROUNDS])
@pytest.mark.parametrize(
    "content", [{"environment": "moon"}, {}, {**GO["content"], "replicas": None}]
)
def test_content_that_fastmcps_client_does_not_send_is_told(way: Way, content: Any) -> None:
    with (
        pytest.raises(ScriptError, match="answer 1 of the script is not one that FastMCP's client"),
        scripted(accept_content(content)) as person,
    ):
        ask(way, person)


@pytest.mark.parametrize("way", [OFFICIAL, OFFICIAL_IN_ROUNDS])
@pytest.mark.parametrize(
    "content", [{"environment": "moon"}, {}, {"replicas": None}, {"replicas": 3.5}, {"tags": ["a"]}]
)
def test_the_official_client_sends_bad_content_too(way: Way, content: Any) -> None:
    with scripted(accept_content(content)) as person:
        result = ask(way, person)
    assert result.content[0].text == f"accept: {content}"


@pytest.mark.parametrize("way", WAYS)
def test_content_may_be_absent(way: Way) -> None:
    with scripted(accept_content()) as person:
        result = ask(way, person)
    assert result.content[0].text == "accept: None"


def test_the_script_can_be_checked_without_a_with_statement() -> None:
    person = scripted(decline())
    with pytest.raises(ScriptError, match="left over: decline"):
        person.check_exhausted()
    ask(OFFICIAL, person)
    person.check_exhausted()


def test_what_fails_in_the_test_itself_is_not_hidden_by_answers_left_over() -> None:
    with pytest.raises(ZeroDivisionError), scripted(decline()):
        _ = 1 / 0


def test_what_went_wrong_in_the_script_goes_before_what_follows_from_it() -> None:
    with pytest.raises(ScriptError, match="asked 1 time") as caught, scripted() as person:
        assert ask(OFFICIAL, person).content[0].text == "done"
    assert caught.value.__context__ is not None


def test_a_script_error_is_a_failed_assertion_and_an_error_of_this_package() -> None:
    assert issubclass(ScriptError, AssertionError)
    assert issubclass(ScriptError, ElicitFormError)


@pytest.mark.parametrize(
    "wrong", [{"environment": "staging"}, {"action": "accept", "environment": "x"}, None, "decline"]
)
def test_an_answer_that_is_no_result_is_told_at_once(wrong: Any) -> None:
    with pytest.raises(TypeError, match="answer 2 of the script is neither an ElicitResult nor"):
        scripted(decline(), wrong)


def test_questions_in_url_mode_are_kept_too() -> None:
    params = ElicitRequestURLParams(
        message="Sign in", url="https://example.com/sign-in", elicitation_id="1"
    )
    context: Any = None
    answers: list[Reply] = [accept_content(), decline()]
    person = scripted(*answers)

    asyncio.run(person.callback(context, params))
    asyncio.run(person.handler("Sign in", None, params, context))

    assert person.asked == 2 * [Asked("Sign in", {}, "url", "https://example.com/sign-in")]
