"""A server on the official SDK that asks what to release, and asks again where an answer is wrong.

The choices are found when the tool is called. Up to 2025-11-25 the tool asks in the middle of the
call; from 2026-07-28 on it returns its question, and is called again with the answer.

Run it to see an in-memory client answer by script; ``server.run()`` serves it over stdio.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Annotated, Any

from mcp import Client
from mcp.client import ClientRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import ElicitRequestParams, ElicitResult, InputRequiredResult, TextContent
from pydantic import AfterValidator, Field

from elicitform import (
    Accepted,
    Cancelled,
    Declined,
    Form,
    InvalidContent,
    InvalidOutcome,
    LateChoice,
    MalformedResponse,
    RoundOutcome,
    Unanswered,
    input_requests,
    read_responses,
)

MOST_QUESTIONS = 3
ENOUGH = f"Released nothing: no answer of {MOST_QUESTIONS} would do."

server = MCPServer("Releases", log_level="WARNING")


def check_version(text: str) -> str:
    """Refuse what is no version; the wire has no word for it, so the description says it."""
    if not re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", text):
        raise ValueError("must be three numbers, such as 1.4.0")
    return text


class Release(Form, message="What should be released?"):
    """What to release."""

    branch: LateChoice
    version: Annotated[str, AfterValidator(check_version)] = Field(description="Such as 1.4.0")
    notes: str | None = Field(default=None, description="What is new")


async def find_branches() -> list[str]:
    """Stand in for a look into the repository."""
    return ["main", "next"]


@server.tool()
async def release(
    ctx: Context, branch: str | None = None, version: str | None = None
) -> str | InputRequiredResult:
    """Release a branch; a person is asked, unless both arguments are given."""
    form = Release.with_choices(branch=await find_branches())
    if branch and version:
        return release_as_told(form, {"branch": branch, "version": version})
    if not can_ask(ctx):
        return what_to_tell_instead(form)
    if ctx.session.protocol_version < "2026-07-28":
        return await ask_in_the_call(form, ctx)
    return ask_in_rounds(form, ctx)


# --- what to do with an outcome: the same on every connection ---------------------------------


def what_next(
    form: type[Release], outcome: RoundOutcome[Release], revision: str
) -> type[Release] | str:
    """Return the form to ask with next, or what the tool says in the end."""
    match outcome:
        case Accepted(wish):
            return report(wish)
        case Declined() | Cancelled():
            return "Released nothing: nobody agreed to it."
        case InvalidOutcome(error) if error.nothing_collected:  # it would do the same again
            return what_to_tell_instead(form)
        case InvalidOutcome(error):
            return form.asking_again(error, revision=revision)
        case Unanswered():
            return form


def read(form: type[Release], responses: object) -> RoundOutcome[Release]:
    """Read the response to the one question that is ever asked."""
    return read_responses({"release": form}, responses)["release"]


def report(wish: Release) -> str:
    """Stand in for the release itself."""
    return f"Released {wish.branch} as {wish.version}; notes: {wish.notes or 'none'}."


def release_as_told(form: type[Release], arguments: Mapping[str, str]) -> str:
    """Release by the arguments of the tool, which are read like any answer."""
    try:
        return report(form.validate_content(arguments))
    except InvalidContent as error:
        return f"Released nothing. {error}"


def what_to_tell_instead(form: type[Release]) -> str:
    """Return how to go on where the client cannot ask a person."""
    branches = ", ".join(form.requested_schema()["properties"]["branch"]["enum"])
    return (
        "Released nothing: this client cannot ask a person. Call again with the arguments "
        f"`branch` (one of {branches}) and `version` (such as 1.4.0)."
    )


# --- how to ask: all that the connections differ in -------------------------------------------


def can_ask(ctx: Context) -> bool:
    """Tell whether the client shows forms; one that names no mode does (2025-11-25)."""
    declared = ctx.session.client_capabilities
    modes = declared.elicitation if declared else None
    return modes is not None and (modes.form is not None or modes.url is None)


async def ask_in_the_call(form: type[Release], ctx: Context) -> str:
    """Ask with requests of the server's own."""
    revision = ctx.session.protocol_version
    step = what_next(form, Unanswered(), revision)
    for _ in range(MOST_QUESTIONS):
        if isinstance(step, str):
            return step
        params = step.elicit_params(revision=revision)
        response = await ctx.session.elicit_form(
            params["message"], params["requestedSchema"], related_request_id=ctx.request_id
        )
        step = what_next(step, read(step, {"release": response}), revision)
    return step if isinstance(step, str) else ENOUGH


def ask_in_rounds(form: type[Release], ctx: Context) -> str | InputRequiredResult:
    """Ask by returning the question, along with the answers so far, which come back with the next.

    Those are only what the client says that it answered: each is read by the form once more, for
    what to show. Nothing but the answer of this round is acted upon.
    """
    revision = ctx.session.protocol_version
    rounds = earlier_rounds(ctx.request_state)
    try:
        for responses in rounds:
            form = shown_after(read(form, responses), form, revision)
        step = what_next(form, read(form, ctx.input_responses), revision)
    except MalformedResponse as error:
        return f"Released nothing. {error}"
    if ctx.input_responses is not None:
        rounds.append(answered(ctx.input_responses))
    if isinstance(step, str):
        return step
    if len(rounds) >= MOST_QUESTIONS:
        return ENOUGH
    requests = input_requests({"release": step})
    return InputRequiredResult.model_validate(
        {"inputRequests": requests, "requestState": json.dumps(rounds)}
    )


def answered(responses: Mapping[str, Any]) -> dict[str, Any]:
    """Return the response to the question that was asked, and none to any other, as JSON."""
    return {key: responses[key].model_dump(mode="json") for key in responses.keys() & {"release"}}


def shown_after(
    outcome: RoundOutcome[Release], form: type[Release], revision: str
) -> type[Release]:
    """Return the form that was asked with after this outcome."""
    if isinstance(outcome, InvalidOutcome) and not outcome.error.nothing_collected:
        return form.asking_again(outcome.error, revision=revision)
    return form


def earlier_rounds(state: str | None) -> list[Any]:
    """Return the responses of the earlier rounds."""
    try:
        rounds = json.loads(state or "[]")
    except (ValueError, RecursionError):
        return []
    return rounds[:MOST_QUESTIONS] if isinstance(rounds, list) else []


# --- a person, by script ----------------------------------------------------------------------


async def call(mode: str, answers: list[ElicitResult]) -> str:
    """Call the tool as a client would whose user gives these answers, one after the other."""
    left = iter(answers)

    async def person(
        context: ClientRequestContext,  # noqa: ARG001  (the SDK's signature)
        params: ElicitRequestParams,
    ) -> ElicitResult:
        answer = next(left)
        print(f"{params.message} {answer.action}: {answer.content}")
        return answer

    async with Client(server, mode=mode, elicitation_callback=person) as client:
        result = await client.call_tool("release")
    return "".join(part.text for part in result.content if isinstance(part, TextContent))


async def main() -> None:
    """Let a scripted person mistype the version, and put it right."""
    answers = [
        ElicitResult(
            action="accept", content={"branch": "next", "version": "v2", "notes": "Faster"}
        ),
        # The notes are shown again, and a client may leave out what nobody touched.
        ElicitResult(action="accept", content={"branch": "next", "version": "2.0.0"}),
    ]
    for mode in ("legacy", "2026-07-28"):
        print("->", await call(mode, answers))
    print("->", await call("legacy", [ElicitResult(action="decline")]))


if __name__ == "__main__":
    asyncio.run(main())
