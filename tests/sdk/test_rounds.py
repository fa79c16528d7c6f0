"""Rounds in plain dicts, on the low-level server of the official SDK.

A tool asks by returning its questions, reads a wrong answer, asks again, and reads the right one.
The client is the SDK's ordinary one. It sends the answers of a round once, so the tool hands them
to the client as ``requestState``, and reads them anew when they come back.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from elicitform import (
    Accepted,
    Cancelled,
    Confirmation,
    Form,
    Format,
    InvalidOutcome,
    MultiSelect,
    Titles,
    Unanswered,
    input_requests,
    read_responses,
)

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")

from mcp import Client
from mcp.client import ClientRequestContext
from mcp.server import Server, ServerRequestContext
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)


class Deploy(Form, since="2025-11-25"):
    environment: Annotated[
        Literal["staging", "production"], Titles({"staging": "A trial", "production": "For real"})
    ]
    replicas: int = Field(ge=1, le=10)
    owner: Annotated[str, Format("email")]
    regions: MultiSelect[Literal["eu", "us"]] = Field(default=["eu"])
    reason: str | None = None


FORMS: dict[str, type[Form]] = {"deploy": Deploy, "sure": Confirmation}
RIGHT: dict[str, Any] = {"environment": "staging", "replicas": 2, "owner": "ann@example.com"}

Reader = Callable[[CallToolRequestParams], Mapping[str, Any]]
"""Takes the responses out of a request."""


def as_objects(params: CallToolRequestParams) -> Mapping[str, Any]:
    return params.input_responses or {}


def as_json(params: CallToolRequestParams) -> Mapping[str, Any]:
    return params.model_dump(mode="json", by_alias=True)["inputResponses"] or {}


def server_that_asks(heard: list[Mapping[str, Any]], responses_in: Reader) -> Server[Any]:
    """Return a server whose one tool asks until each of its questions is answered well."""

    async def list_tools(
        ctx: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[Tool(name="deploy", input_schema={"type": "object"})])

    async def call_tool(
        ctx: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        responses = {**json.loads(params.request_state or "{}"), **responses_in(params)}
        outcomes = read_responses(FORMS, responses)
        heard.append(outcomes)
        questions: dict[str, Any] = {}
        for key, outcome in outcomes.items():
            if isinstance(outcome, InvalidOutcome):
                questions[key] = FORMS[key].asking_again(outcome.error)
            elif isinstance(outcome, Unanswered):
                questions[key] = (FORMS[key], f"Please answer {key}.")
        if not questions:
            return CallToolResult(content=[TextContent(text="done")])
        kept = {key: one for key, one in responses.items() if key not in questions}
        result: Any = {
            "resultType": "input_required",
            "inputRequests": input_requests(questions),
            "requestState": json.dumps(kept, default=vars),
        }
        return result  # type: ignore[no-any-return]

    return Server("Deployer", on_list_tools=list_tools, on_call_tool=call_tool)


def talk(
    deploy: list[ElicitResult], sure: ElicitResult, responses_in: Reader
) -> tuple[list[Mapping[str, Any]], list[ElicitRequestFormParams]]:
    """Call the tool, and return what it read in each round and what the person was asked."""
    heard: list[Mapping[str, Any]] = []
    asked: list[ElicitRequestFormParams] = []
    left = iter(deploy)

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        asked.append(params)
        return sure if "confirm" in params.requested_schema["properties"] else next(left)

    async def call() -> None:
        server = server_that_asks(heard, responses_in)
        async with Client(server, mode="2026-07-28", elicitation_callback=person) as client:
            result = await client.call_tool("deploy")
        assert result.content == [TextContent(text="done")]

    asyncio.run(call())
    return heard, asked


def accept(content: dict[str, Any]) -> ElicitResult:
    return ElicitResult(action="accept", content=content)


@pytest.fixture(params=[as_objects, as_json])
def responses_in(request: pytest.FixtureRequest) -> Reader:
    """Return how the tool takes the responses out of a request."""
    reader: Reader = request.param
    return reader


def test_questions_of_one_round_are_answered_each_on_its_own(responses_in: Reader) -> None:
    cancel = ElicitResult(action="cancel")
    heard, asked = talk([accept(RIGHT)], cancel, responses_in)

    assert heard == [
        {"deploy": Unanswered(), "sure": Unanswered()},
        {"deploy": Accepted(Deploy.validate_content(RIGHT)), "sure": Cancelled()},
    ]
    assert len(asked) == 2
    sent = {one.message: one.model_dump(by_alias=True, exclude_none=True) for one in asked}
    params = [FORMS[key].elicit_params(f"Please answer {key}.") for key in FORMS]
    assert sent == {one["message"]: one for one in params}


def test_a_wrong_answer_alone_is_asked_again_in_a_second_round(responses_in: Reader) -> None:
    wrong = accept({**RIGHT, "owner": "ann", "regions": ["us"], "replicas": 2.0})
    right = accept({**RIGHT, "regions": ["us"]})
    heard, asked = talk([wrong, right], accept({"confirm": True}), responses_in)

    assert [type(outcomes["deploy"]) for outcomes in heard] == [
        Unanswered,
        InvalidOutcome,
        Accepted,
    ]
    assert heard[1]["sure"] == heard[2]["sure"] == Accepted(Confirmation(confirm=True))
    assert heard[2]["deploy"].data == Deploy.validate_content(right.content)
    again = asked[2].model_dump(by_alias=True, exclude_none=True)
    assert len(asked) == 3
    assert again == Deploy.asking_again(heard[1]["deploy"].error).elicit_params()
    assert again["message"].endswith("\n- Owner: must be an email address such as ann@example.com")
    shown = again["requestedSchema"]["properties"]
    assert {name: field.get("default") for name, field in shown.items()} == {
        "environment": "staging",
        "replicas": 2,
        "owner": None,
        "regions": ["us"],
        "reason": None,
    }
