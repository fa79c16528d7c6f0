"""`resumable` refuses what cannot be resumed, and lets nothing eat a question."""

from __future__ import annotations

import asyncio
import functools
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from elicitform import Rejected, ask, form_of, resumable

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("fastmcp", reason="as above")

import anyio
from mcp.server import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer

from elicitform.testing import accept_content
from tests.ask.servers import SDKS
from tests.ask.talking import MODES, Shop, talk

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

NAME = form_of(str, message="Who?")
ANN = accept_content({"value": "Ann"})


# --- at import --------------------------------------------------------------------------------


def plain(ctx: Context) -> str:
    raise NotImplementedError


async def generator(ctx: Context) -> Any:
    yield "a"


class Callable_:  # noqa: N801
    async def __call__(self, ctx: Context) -> str:
        raise NotImplementedError


async def without_context(name: str) -> str:
    raise NotImplementedError


async def good(ctx: Context) -> str:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (plain, "plain cannot be resumable, since `ask` is awaited: write `async def`"),
        (generator, "generator cannot be resumable, since `ask` is awaited: write `async def`"),
        (Callable_(), "Callable_ cannot be resumable, since `ask` is awaited: write `async def`"),
        (functools.partial(good), "partial cannot be resumable, since `ask` is awaited"),
        (without_context, "without_context cannot be resumable, since `ask` needs the context"),
    ],
    ids=["def", "generator", "object", "partial", "no context"],
)
def test_what_cannot_ask_is_refused_at_import(function: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        resumable(function)
    assert str(caught.value).startswith(message)


async def by_class(c: Context) -> None: ...
async def optional(name: str, c: Context | None = None) -> None: ...
async def generic(c: Context[Any, Any]) -> None: ...
async def low_level(c: ServerRequestContext[Any, Any], params: Any) -> None: ...
async def by_text(c: NotThere.Context) -> None: ...  # type: ignore[name-defined]  # pyright: ignore[reportUndefinedVariable]  # noqa: F821
async def by_name(context, params): ...  # type: ignore[no-untyped-def]


class Mine(Context[Any, Any]):
    """A context of the author's own."""


async def own(c: Mine) -> None: ...


class Tools:
    async def method(self, ctx: Context) -> str:
        return str(await ask(ctx, NAME))


@pytest.mark.parametrize(
    "function", [by_class, optional, generic, low_level, by_name, own, Tools().method]
)
def test_a_parameter_for_the_context_is_found(
    function: Callable[..., Coroutine[Any, Any, Any]],
) -> None:
    assert resumable(function).__name__ == function.__name__


def test_a_context_whose_name_cannot_be_resolved_is_found() -> None:
    assert resumable(by_text).__name__ == "by_text"


# --- at run time ------------------------------------------------------------------------------


def talk_to(function: Any, mode: str, *answers: Any) -> Any:
    server = MCPServer("Names", log_level="CRITICAL")
    server.add_tool(function, name="tool")
    return asyncio.run(talk(server, mode, "tool", *answers))


def test_a_tool_that_is_not_resumable_is_told_to_be(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard = [Shop(sdk).call("auto", "undecorated") for sdk in SDKS]

    assert [one.is_error for one in heard] == [True, True]
    message = (
        "on a connection of 2026-07-28 a tool asks by ending, and runs again with the answer: write "
        "`@resumable` (from elicitform import resumable) above the function, below the decorator of "
        "the SDK"
    )
    for one in heard:  # the oldest SDKs tell the client, and not the log
        assert message in one.text + caplog.text


@pytest.mark.parametrize("sdk", SDKS)
def test_it_need_not_be_on_older_connections(sdk: str) -> None:
    answer = accept_content({"e-mail": "a@b.c"})

    heard = Shop(sdk).call("legacy", "undecorated", answer)

    assert heard.text == "accepted Account(email='a@b.c', name='nobody')"


@pytest.mark.parametrize("mode", MODES)
def test_a_method_can_be_resumable(mode: str) -> None:
    assert talk_to(resumable(Tools().method), mode, ANN).text == "Accepted(data='Ann')"


@pytest.mark.parametrize("mode", MODES)
def test_an_except_of_the_author_does_not_eat_a_question(mode: str) -> None:
    @resumable
    async def careful(ctx: Context) -> str:
        try:
            return str(await ask(ctx, NAME))
        except Exception:  # noqa: BLE001
            return "failed"

    assert talk_to(careful, mode, ANN).text == "Accepted(data='Ann')"


def test_a_body_that_catches_everything_is_an_error_and_no_result(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @resumable
    async def greedy(ctx: Context) -> str:
        try:
            return str(await ask(ctx, NAME))
        except BaseException:  # noqa: BLE001
            return "done"

    heard = talk_to(greedy, "auto")

    assert heard.is_error
    told = heard.text + caplog.text
    assert "greedy caught what ends its run when it asks, and went on" in told


def test_a_question_handed_out_in_place_of_an_outcome_is_false() -> None:
    seen: list[Any] = []

    @resumable
    async def gathering(ctx: Context) -> str:
        seen.extend(await asyncio.gather(ask(ctx, NAME), return_exceptions=True))
        return "done"

    assert talk_to(gathering, "auto").is_error
    assert [bool(one) for one in seen] == [False]


@pytest.mark.parametrize("mode", MODES)
def test_questions_may_be_put_at_once(mode: str) -> None:
    @resumable
    async def both(ctx: Context) -> str:
        first, second = await asyncio.gather(
            ask(ctx, NAME, "Who first?"), ask(ctx, NAME, "Who second?")
        )
        return f"{first} {second}"

    heard = talk_to(both, mode, ANN, ANN)

    assert heard.text == "Accepted(data='Ann') Accepted(data='Ann')"
    assert heard.messages == ["Who first?", "Who second?"]


@pytest.mark.parametrize("mode", MODES)
def test_a_question_may_be_put_in_a_task_group(mode: str) -> None:
    @resumable
    async def reporting(ctx: Context) -> str:
        answers = []
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(anyio.sleep, 0)
            answers.append(await ask(ctx, NAME))
        return str(*answers)

    assert talk_to(reporting, mode, ANN).text == "Accepted(data='Ann')"


def test_another_error_in_a_task_group_is_not_hidden_by_a_question(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def failing() -> None:
        raise LookupError("no such thing")

    @resumable
    async def reporting(ctx: Context) -> str:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(failing)
            await ask(ctx, NAME)
        return "done"

    heard = talk_to(reporting, "auto")

    assert heard.is_error
    assert "LookupError" in caplog.text or "1 sub-exception" in heard.text


@pytest.mark.parametrize("mode", MODES)
def test_a_resumable_function_may_call_another(mode: str) -> None:
    @resumable
    async def inner(ctx: Context) -> str:
        return str(await ask(ctx, NAME, "Inner?"))

    @resumable
    async def outer(ctx: Context) -> str:
        return f"{await ask(ctx, NAME, 'Outer?')} {await inner(ctx)}"

    heard = talk_to(outer, mode, ANN, ANN)

    assert heard.text == "Accepted(data='Ann') Accepted(data='Ann')"
    assert heard.messages == ["Outer?", "Inner?"]


@pytest.mark.parametrize("mode", MODES)
def test_a_tool_may_call_the_tools_of_another_server(mode: str) -> None:
    inner_server = MCPServer("Inner", log_level="CRITICAL")

    @inner_server.tool()
    @resumable
    async def inner(ctx: Context) -> str:
        return str(await ask(ctx, NAME, "Inner?"))

    @resumable
    async def outer(ctx: Context) -> str:
        heard = await talk(inner_server, mode, "inner", ANN)
        return f"{heard.text} {await ask(ctx, NAME, 'Outer?')}"

    assert talk_to(outer, mode, ANN).text == "Accepted(data='Ann') Accepted(data='Ann')"


def test_what_stands_above_a_question_runs_once_a_round() -> None:
    runs: list[str] = []

    @resumable
    async def tool(ctx: Context) -> str:
        runs.append("above")
        await ask(ctx, NAME)
        runs.append("between")
        await ask(ctx, NAME)
        runs.append("below")
        return "done"

    talk_to(tool, "auto", ANN, ANN)
    assert runs == ["above", "above", "between", "above", "between", "below"]

    runs.clear()
    talk_to(tool, "legacy", ANN, ANN)
    assert runs == ["above", "between", "below"]


def test_an_error_of_the_authors_passes() -> None:
    @resumable
    async def broken(ctx: Context) -> str:
        raise LookupError

    assert talk_to(broken, "auto").is_error


# --- contexts ---------------------------------------------------------------------------------


def test_something_that_is_no_context_is_told() -> None:
    with pytest.raises(
        TypeError, match="`ask` takes the context that an SDK hands to the tool, and"
    ):
        asyncio.run(ask("ctx", NAME))


@pytest.mark.parametrize("tries", [0, -1])
def test_a_question_is_asked_once_at_least(tries: int) -> None:
    with pytest.raises(
        ValueError, match=f"a question is asked at least once, and tries is {tries}"
    ):
        asyncio.run(ask(None, NAME, tries=tries))


def test_neither_sdk_is_imported_before_a_context_comes_in() -> None:
    program = """
import sys, asyncio
from elicitform import *
from elicitform import ask, confirm, resumable, supports_forms, Rejected, Unavailable, form_of

@resumable
async def tool(ctx): return await ask(ctx, form_of(str), "Who?")

try:
    asyncio.run(tool(3))
except TypeError:
    pass
print(sorted({"mcp", "mcp_types", "fastmcp", "anyio", "elicitform._ask.sdks.mcp"} & set(sys.modules)))
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, encoding="utf-8"
    )
    assert ran.stdout.strip() == "[]"


def test_the_official_sdk_does_not_bring_fastmcp_in() -> None:
    program = """
import sys, asyncio
from mcp.server.mcpserver import Context
from elicitform import ask, form_of
try:
    asyncio.run(ask(Context(), form_of(str), "Who?"))
except ValueError as error:
    print(error)
print("fastmcp" in sys.modules)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, encoding="utf-8"
    )
    assert ran.stdout.splitlines() == ["Context is not available outside of a request", "False"]


# --- checks -----------------------------------------------------------------------------------


async def awaited_false(_: str) -> bool:
    return False


async def generating(_: str) -> Any:
    yield None


CHECKS: dict[str, Any] = {
    "false": lambda _: False,
    "rejected, and not raised": lambda _: Rejected(None, "is taken"),
    "async": awaited_false,
    "a generator": generating,
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_a_check_that_returns_something_is_no_consent(
    check: Any, mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    @resumable
    async def checking(ctx: Context) -> str:
        return str(await ask(ctx, NAME, check=check))

    heard = talk_to(checking, mode, ANN)

    assert heard.is_error
    assert "it refuses an answer by raising `Rejected`" in heard.text + caplog.text
