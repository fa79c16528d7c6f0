"""The official SDK sends our schemas unchanged, and hands over answers that are read by our rules.

A real client and a real server talk to each other in memory; a scripted person answers.
"""

import asyncio
import json
from collections.abc import Callable
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from pydantic import AnyUrl, AwareDatetime, EmailStr, Field, HttpUrl, ValidationError

from elicitform import (
    Accepted,
    Cancelled,
    Declined,
    Form,
    Format,
    FormWarning,
    InvalidContent,
    MultiSelect,
)

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")

from mcp import Client, ClientSession
from mcp.client import ClientRequestContext
from mcp.client._memory import InMemoryTransport
from mcp.server.elicitation import render_elicitation_schema
from mcp.server.mcpserver import (
    AcceptedElicitation,
    Context,
    Elicit,
    ElicitationResult,
    MCPServer,
    Resolve,
)
from mcp.types import (
    CallToolResult,
    ClientCapabilities,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    Implementation,
    InitializedNotification,
    InitializeRequest,
    InitializeRequestParams,
    InitializeResult,
    InputRequiredResult,
    TextContent,
)

from tests.support.asked import (
    ANSWER,
    CONTENT,
    NOTHING_COLLECTED,
    REFUSALS,
    Deploy,
    OldRegion,
    Optionals,
    Region,
    Urgency,
    accept,
)

# What is rendered


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


class Texts(Form):
    name: str = Field(min_length=2, max_length=40, title="Full name", description="As printed")
    nickname: str = Field(default="none", max_length=20)
    email: Annotated[str, Format("email")]
    uri: Annotated[str, Format("uri")]
    day: Annotated[str, Format("date")]
    moment: Annotated[str, Format("date-time")]


class TypedTexts(Form):
    email: EmailStr
    any_uri: AnyUrl
    web_uri: HttpUrl
    day: date = date(2026, 7, 28)
    moment: datetime
    aware: AwareDatetime


class Numbers(Form):
    whole: int
    bounded: int = Field(default=3, ge=1, le=10)
    positive: int = Field(gt=0)
    real: float
    share: float = Field(default=0.5, ge=0, le=1)


class Booleans(Form):
    agree: bool
    notify: bool = Field(default=False, description="By mail")


class Choices(Form):
    plan: Literal["free", "paid"] = "free"
    only: Literal["one"]
    size: Size = Size.LARGE
    region: Region
    old_region: OldRegion
    urgency: Urgency = Urgency.LOW


class MultiSelects(Form, since="2025-11-25"):
    toppings: MultiSelect[Literal["cheese", "ham", "olives"]] = Field(min_length=1, max_length=2)
    sizes: MultiSelect[Size] = Field(default=[Size.SMALL])
    regions: MultiSelect[Region]
    urgencies: MultiSelect[Urgency]


class Everything(
    Texts, Numbers, Booleans, Choices, MultiSelects, since="2025-11-25", auto_titles=False
):
    """Fields of every kind in one form, and without the labels made from names."""


@pytest.mark.parametrize(
    "form",
    [Texts, TypedTexts, Numbers, Booleans, Choices, MultiSelects, Optionals, Everything],
    ids=lambda form: form.__name__,
)
def test_the_sdk_renders_the_requested_schema_with_its_keys_in_order(form: type[Form]) -> None:
    rendered = render_elicitation_schema(form)

    assert json.dumps(rendered) == json.dumps(form.requested_schema())


def test_the_sdk_renders_an_optional_boolean_too() -> None:
    with pytest.warns(FormWarning, match="answer"):

        class Asked(Form):
            answer: bool | None = None

    rendered = render_elicitation_schema(Asked)

    assert rendered == {
        "type": "object",
        "properties": {"answer": {"type": "boolean", "title": "Answer"}},
    }


# Who talks to whom


class Talk(NamedTuple):
    """What came of one tool call."""

    heard: list[Any]
    """What the tool learned from its questions: an outcome each, or the error."""

    asked: list[ElicitRequestParams]
    """What the client was sent."""

    result: CallToolResult
    """What the caller of the tool got."""

    @property
    def text(self) -> str:
        """The caller's result, as text."""
        assert isinstance(self.result.content[0], TextContent)
        return self.result.content[0].text


Way = Callable[[list[Any]], MCPServer]
"""A way to ask: a server whose tool ``ask`` asks `Deploy` and reports what it heard."""


def with_the_context(heard: list[Any]) -> MCPServer:
    server = MCPServer("context")

    @server.tool()
    async def ask(ctx: Context) -> str:
        try:
            heard.append(await ctx.elicit("Deploy?", schema=Deploy))
        except ValueError as error:
            heard.append(error)
            raise
        return "done"

    return server


def with_a_resolver(heard: list[Any]) -> MCPServer:
    server = MCPServer("resolver")

    async def question() -> Elicit[Deploy]:
        return Elicit("Deploy?", Deploy)

    @server.tool()
    async def ask(answer: Annotated[ElicitationResult[Deploy], Resolve(question)]) -> str:
        heard.append(answer)
        return "done"

    return server


def with_the_session(heard: list[Any]) -> MCPServer:
    server = MCPServer("session")

    @server.tool()
    async def ask(ctx: Context) -> str:
        params = Deploy.elicit_params("Deploy?", ctx.session.protocol_version)
        result = await ctx.session.elicit_form(
            params["message"], params["requestedSchema"], related_request_id=ctx.request_id
        )
        try:
            heard.append(Deploy.parse_response(result))
        except InvalidContent as error:
            heard.append(error)
            return str(error)
        return "done"

    return server


def with_a_returned_question(heard: list[Any]) -> MCPServer:
    server = MCPServer("returned question")

    @server.tool()
    async def ask(ctx: Context) -> str | InputRequiredResult:
        if ctx.input_responses is None:
            params = Deploy.elicit_params("Deploy?", ctx.session.protocol_version)
            request = ElicitRequest(params=ElicitRequestFormParams.model_validate(params))
            return InputRequiredResult(input_requests={"deploy": request})
        try:
            heard.append(Deploy.parse_response(ctx.input_responses["deploy"]))
        except InvalidContent as error:
            heard.append(error)
            return str(error)
        return "done"

    return server


def talk(way: Way, answer: ElicitResult, mode: str) -> Talk:
    """Call the tool with the SDK's ordinary client."""
    heard: list[Any] = []
    asked: list[ElicitRequestParams] = []
    server = way(heard)

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params)
        return answer

    async def call() -> CallToolResult:
        async with Client(server, mode=mode, elicitation_callback=person) as client:
            return await client.call_tool("ask")

    return Talk(heard, asked, asyncio.run(call()))


def talk_at_revision(way: Way, answer: ElicitResult, revision: str) -> Talk:
    """Call the tool with a client that offers `revision`, which the ordinary one cannot."""
    heard: list[Any] = []
    asked: list[ElicitRequestParams] = []
    server = way(heard)

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params)
        return answer

    offer = InitializeRequest(
        params=InitializeRequestParams(
            protocol_version=revision,
            capabilities=ClientCapabilities(elicitation=ElicitationCapability()),
            client_info=Implementation(name="client", version="1"),
        )
    )

    async def call() -> CallToolResult:
        async with (
            InMemoryTransport(server) as (read, write),
            ClientSession(read, write, elicitation_callback=person) as session,
        ):
            session.adopt(await session.send_request(offer, InitializeResult))
            assert session.protocol_version == revision
            await session.send_notification(InitializedNotification())
            return await session.call_tool("ask")

    return Talk(heard, asked, asyncio.run(call()))


GOOD_ANSWERS = [
    pytest.param(CONTENT, ANSWER, id="only what is required"),
    pytest.param(
        {
            "environment": "production",
            "replicas": 10,
            "window": "2026-07-28",
            "note": "slowly",
            "confirm": False,
        },
        Deploy(
            environment="production",
            replicas=10,
            window=date(2026, 7, 28),
            note="slowly",
            confirm=False,
        ),
        id="everything",
    ),
    pytest.param(
        CONTENT | {"replicas": 3.0},
        Deploy(environment="staging", replicas=3, confirm=True),
        id="a whole number written with a point",
    ),
    pytest.param(
        CONTENT | {"replicas": None, "window": None, "note": None}, ANSWER, id="null for blanks"
    ),
    pytest.param(
        CONTENT | {"replicas": "", "window": "", "note": ""}, ANSWER, id="empty text for blanks"
    ),
    pytest.param(CONTENT | {"stranger": "sesame"}, ANSWER, id="an unknown key"),
]

BAD_ANSWERS = [
    pytest.param(CONTENT | {"confirm": "sesame"}, "confirm", "type", id="text for a boolean"),
    pytest.param(CONTENT | {"replicas": "sesame"}, "replicas", "type", id="text for a number"),
    pytest.param(CONTENT | {"replicas": "4711"}, "replicas", "type", id="digits in a text"),
    pytest.param(CONTENT | {"replicas": True}, "replicas", "type", id="a boolean for a number"),
    pytest.param(CONTENT | {"confirm": 1}, "confirm", "type", id="a number for a boolean"),
    pytest.param(CONTENT | {"note": ["sesame"]}, "note", "type", id="a list for a text"),
    pytest.param(CONTENT | {"replicas": 4.711}, "replicas", "type", id="a fraction"),
    pytest.param(CONTENT | {"replicas": 4711}, "replicas", "range", id="out of range"),
    pytest.param(CONTENT | {"note": "zq"}, "note", "length", id="too short"),
    pytest.param(CONTENT | {"window": "sesame"}, "window", "format", id="no date"),
    pytest.param(CONTENT | {"environment": "sesame"}, "environment", "choice", id="no choice"),
    pytest.param({"environment": "staging"}, "confirm", "missing", id="required but missing"),
    pytest.param(CONTENT | {"confirm": None}, "confirm", "missing", id="null for required"),
]
"""Content, and the one field that is wrong with it, and how."""

CLIENT_VALUES = ("sesame", "4711", "4.711", "zq")


def repeats_an_answer(text: str) -> bool:
    return any(value in text for value in CLIENT_VALUES)


# A tool that asks with `ctx.elicit`, on a legacy connection


def test_ctx_elicit_asks_the_client_with_the_params_of_the_form() -> None:
    asked = talk(with_the_context, accept(CONTENT), "legacy").asked

    assert [params.model_dump(by_alias=True, exclude_none=True) for params in asked] == [
        Deploy.elicit_params("Deploy?")
    ]


@pytest.mark.parametrize(("content", "answer"), GOOD_ANSWERS)
def test_ctx_elicit_hands_a_good_answer_to_the_tool(content: Any, answer: Deploy) -> None:
    heard, _, result = talk(with_the_context, accept(content), "legacy")

    assert heard == [AcceptedElicitation(data=answer)]
    assert not result.is_error


@pytest.mark.parametrize(("content", "field", "code"), BAD_ANSWERS)
def test_ctx_elicit_raises_on_a_bad_answer(content: Any, field: str, code: str) -> None:
    heard = talk(with_the_context, accept(content), "legacy").heard

    assert [str(error) for error in heard] == [
        "Received an accepted elicitation whose content does not match the requested schema"
    ]
    refused = heard[0].__cause__
    assert isinstance(refused, ValidationError)
    assert [line["loc"] for line in refused.errors()] == [(field,)]
    assert not repeats_an_answer(str(refused))


@pytest.mark.parametrize(("content", "field", "code"), BAD_ANSWERS)
def test_the_caller_of_a_tool_that_uses_ctx_elicit_never_sees_a_bad_answer(
    content: Any, field: str, code: str
) -> None:
    reached = talk(with_the_context, accept(content), "legacy")

    assert reached.result.is_error
    assert reached.text.startswith("Error executing tool ask")
    assert not repeats_an_answer(reached.text)


@pytest.mark.parametrize("content", NOTHING_COLLECTED)
def test_ctx_elicit_raises_where_the_client_collected_nothing(content: Any) -> None:
    heard, _, result = talk(with_the_context, accept(content), "legacy")

    assert [type(error) for error in heard] == [ValueError]
    assert result.is_error


@pytest.mark.parametrize(("refusal", "outcome"), REFUSALS)
def test_ctx_elicit_tells_the_tool_of_a_refusal(refusal: ElicitResult, outcome: object) -> None:
    heard, _, result = talk(with_the_context, refusal, "legacy")

    assert heard == [outcome]
    assert not result.is_error


# A tool with a resolver, on a connection of 2026-07-28


def test_a_resolver_asks_the_client_with_the_params_of_the_form() -> None:
    asked = talk(with_a_resolver, accept(CONTENT), "2026-07-28").asked

    assert [params.model_dump(by_alias=True, exclude_none=True) for params in asked] == [
        Deploy.elicit_params("Deploy?")
    ]


@pytest.mark.parametrize(("content", "answer"), GOOD_ANSWERS)
def test_a_resolver_hands_a_good_answer_to_the_tool(content: Any, answer: Deploy) -> None:
    heard, _, result = talk(with_a_resolver, accept(content), "2026-07-28")

    assert heard == [AcceptedElicitation(data=answer)]
    assert not result.is_error


@pytest.mark.parametrize(("content", "field", "code"), BAD_ANSWERS)
def test_a_resolver_keeps_a_bad_answer_from_the_tool_and_from_its_caller(
    content: Any, field: str, code: str
) -> None:
    reached = talk(with_a_resolver, accept(content), "2026-07-28")

    assert reached.heard == []
    assert reached.result.is_error
    assert reached.text.endswith("whose content does not match the requested schema")
    assert not repeats_an_answer(reached.text)


@pytest.mark.parametrize("content", NOTHING_COLLECTED)
def test_a_resolver_refuses_an_answer_of_a_client_that_collected_nothing(content: Any) -> None:
    heard, _, result = talk(with_a_resolver, accept(content), "2026-07-28")

    assert heard == []
    assert result.is_error


@pytest.mark.parametrize(("refusal", "outcome"), REFUSALS)
def test_a_resolver_tells_the_tool_of_a_refusal(refusal: ElicitResult, outcome: object) -> None:
    heard, _, result = talk(with_a_resolver, refusal, "2026-07-28")

    assert heard == [outcome]
    assert not result.is_error


def test_an_answer_with_blanks_is_read_alike_in_every_round_of_a_chain_of_resolvers() -> None:
    def with_two_questions(heard: list[Any]) -> MCPServer:
        server = MCPServer("two questions")

        async def first() -> Elicit[Deploy]:
            return Elicit("Deploy?", Deploy)

        async def second(before: Annotated[Deploy, Resolve(first)]) -> Elicit[Deploy]:
            return Elicit(f"And after {before.environment}?", Deploy)

        @server.tool()
        async def ask(
            one: Annotated[Deploy, Resolve(first)], two: Annotated[Deploy, Resolve(second)]
        ) -> str:
            heard.extend([one, two])
            return "done"

        return server

    blanks = accept(CONTENT | {"replicas": None, "window": "", "note": ""})
    heard, asked, _ = talk(with_two_questions, blanks, "2026-07-28")

    assert [params.message for params in asked] == ["Deploy?", "And after staging?"]
    assert heard == [ANSWER, ANSWER]


# A tool that asks by hand, with the schema of the connection's own revision


@pytest.fixture(params=["2025-06-18", "2025-11-25", "2026-07-28"])
def revision(request: pytest.FixtureRequest) -> str:
    """Return the revision of the connection, each in turn."""
    return str(request.param)


def talk_by_hand(answer: ElicitResult, revision: str) -> Talk:
    if revision == "2026-07-28":
        return talk(with_a_returned_question, answer, revision)
    return talk_at_revision(with_the_session, answer, revision)


def test_a_tool_that_asks_by_hand_sends_the_schema_of_the_connections_revision(
    revision: str,
) -> None:
    (params,) = talk_by_hand(accept(CONTENT), revision).asked

    schema = Deploy.requested_schema(revision)
    assert isinstance(params, ElicitRequestFormParams)
    assert params.message == "Deploy?"
    assert params.requested_schema == schema
    assert json.dumps(params.requested_schema["properties"]) == json.dumps(schema["properties"])


@pytest.mark.parametrize(("content", "answer"), GOOD_ANSWERS)
def test_a_tool_that_asks_by_hand_reads_a_good_answer(
    revision: str, content: Any, answer: Deploy
) -> None:
    heard, _, result = talk_by_hand(accept(content), revision)

    assert heard == [Accepted(answer)]
    assert not result.is_error


@pytest.mark.parametrize(("content", "field", "code"), BAD_ANSWERS)
def test_a_tool_that_asks_by_hand_can_tell_what_is_wrong(
    revision: str, content: Any, field: str, code: str
) -> None:
    reached = talk_by_hand(accept(content), revision)
    (error,) = reached.heard

    assert [(fault.field, fault.code) for fault in error.faults] == [(field, code)]
    assert not error.nothing_collected
    assert reached.text.startswith("Deploy: the answer has 1 fault\n  " + field)
    assert not repeats_an_answer(reached.text)


@pytest.mark.parametrize("content", NOTHING_COLLECTED)
def test_a_tool_that_asks_by_hand_can_tell_that_nothing_was_collected(
    revision: str, content: Any
) -> None:
    (error,) = talk_by_hand(accept(content), revision).heard

    assert error.nothing_collected
    assert error.missing == ("environment", "confirm")


@pytest.mark.parametrize(
    ("action", "outcome"), [("decline", Declined()), ("cancel", Cancelled())], ids=str
)
def test_a_tool_that_asks_by_hand_hears_of_a_refusal(
    revision: str, action: Any, outcome: object
) -> None:
    refusal = ElicitResult(action=action, content={"replicas": 4711})

    assert talk_by_hand(refusal, revision).heard == [outcome]
