"""What type checkers understand of asking: checked by mypy and pyright, never run.

A deliberate error carries an ignore with its code, which the checkers report where it is not needed.
"""
# pyright: strict

from __future__ import annotations

from typing import Any, Literal

from fastmcp import Context as FastContext
from fastmcp import FastMCP
from mcp.server import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import CallToolRequestParams, CallToolResult
from typing_extensions import assert_never, assert_type

from elicitform import (
    Accepted,
    AskOutcome,
    Cancelled,
    Confirmation,
    Declined,
    Form,
    InvalidContent,
    InvalidOutcome,
    Refused,
    Rejected,
    Unanswered,
    Unavailable,
    ask,
    confirm,
    form_of,
    read_responses,
    resumable,
    supports_forms,
)

official = MCPServer("Shop")
fast = FastMCP("Shop")


class Deploy(Form, message="Where to?"):
    environment: Literal["staging", "production"]
    replicas: int = 1


class Account(Form, message="Who are you?"):
    email: str


async def outcomes_are_exact(ctx: Context) -> None:
    outcome = await ask(ctx, Deploy)
    assert_type(outcome, Accepted[Deploy] | Declined | Cancelled | Unavailable)
    assert_type(await ask(ctx, Deploy, "Where to?"), AskOutcome[Deploy])
    assert_type(await ask(ctx, form_of(int), "How many?"), AskOutcome[int])
    assert_type(await confirm(ctx, "Delete 14 files?"), AskOutcome[Confirmation])
    if outcome:
        assert_type(outcome, Accepted[Deploy])
        assert_type(outcome.data.environment, Literal["staging", "production"])
    else:
        assert_type(outcome, Declined | Cancelled | Unavailable)
        outcome.data  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]  # noqa: B018


async def every_context_will_do(ctx: FastContext, low: ServerRequestContext[Any, Any]) -> None:
    assert_type(await ask(ctx, Deploy), AskOutcome[Deploy])
    assert_type(await ask(low, Deploy), AskOutcome[Deploy])


async def every_case_is_told(ctx: Context) -> str:
    outcome = await ask(ctx, Deploy)
    match outcome:
        case Accepted(wish):
            assert_type(wish, Deploy)
            return wish.environment
        case Refused():
            assert_type(outcome, Declined | Cancelled)
            return "no"
        case Unavailable(reason, error):
            assert_type(error, Exception | None)
            return reason
        case _:
            assert_never(outcome)


async def a_case_that_is_forgotten_is_told(ctx: Context) -> str:
    outcome = await ask(ctx, Deploy)
    match outcome:
        case Accepted(wish):
            return wish.environment
        case Refused():
            return "no"
        case _:
            assert_never(outcome)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


async def reasons_are_exact(ctx: Context) -> str:
    match await ask(ctx, Deploy):
        case Unavailable("unsupported"):
            return "cannot ask"
        case Unavailable(reason="no-good-answer", error=InvalidContent() as error):
            return str(error.faults)
        case _:
            return ""


def check_account(account: Account) -> None:
    raise Rejected("email", "is taken already")


async def check_number(number: int) -> None:
    raise Rejected(None, "not that one")


async def checks_are_of_the_form(ctx: Context) -> None:
    await ask(ctx, Account, check=check_account)
    await ask(ctx, form_of(int), "How many?", check=check_number)
    await ask(ctx, Deploy, check=check_account)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType, reportCallIssue]


@official.tool()
@resumable
async def a_decorated_function_stays_what_it_is(service: str, ctx: Context) -> str:
    return service


@fast.tool()
@resumable
async def on_fastmcp_too(service: str, ctx: FastContext) -> str:
    return service


@resumable
async def handler(ctx: ServerRequestContext, params: CallToolRequestParams) -> CallToolResult:
    raise NotImplementedError


async def calls_are_checked(ctx: Context, fast_ctx: FastContext) -> None:
    assert_type(await a_decorated_function_stays_what_it_is("shop", ctx), str)
    assert_type(await on_fastmcp_too("shop", fast_ctx), str)
    await on_fastmcp_too(3, fast_ctx)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@resumable  # type: ignore[type-var]  # pyright: ignore[reportArgumentType, reportUntypedFunctionDecorator]
def a_plain_function_cannot_be_resumable(ctx: Context) -> str:
    return ""


def by_hand(capabilities: dict[str, object], response: object) -> None:
    assert_type(supports_forms(capabilities), bool)
    assert_type(Rejected("email", "is taken").about(Account, response), InvalidContent)
    assert_type(Rejected(None, "no").about(form_of(int), response), InvalidContent)


def two_forms_in_one_round_keep_their_types(responses: object) -> None:
    deploy = read_responses({"deploy": Deploy}, responses)["deploy"]
    account = read_responses({"account": Account}, responses)["account"]
    assert_type(deploy, Accepted[Deploy] | Declined | Cancelled | InvalidOutcome | Unanswered)
    if deploy and account:
        assert_type(deploy.data, Deploy)
        assert_type(account.data, Account)
