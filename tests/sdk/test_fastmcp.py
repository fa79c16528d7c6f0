"""FastMCP sends our schemas with its keys sorted, and hands over answers read by our rules.

A real client and a real server talk to each other in memory; a scripted person answers. FastMCP's
own client checks answers before it sends them, so odd and bad ones go through the official client.
"""

import asyncio
from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from pydantic import EmailStr, Field, HttpUrl, ValidationError

from elicitform import (
    Accepted,
    Cancelled,
    Declined,
    Form,
    Format,
    FormWarning,
    InvalidContent,
    MultiSelect,
    form_of,
)

pytest.importorskip("fastmcp", reason="it needs a newer pydantic than the package does")

import fastmcp
from fastmcp import Context, FastMCP
from fastmcp.server.elicitation import (
    AcceptedElicitation,
    get_elicitation_schema,
)
from mcp.client import Client as OfficialClient
from mcp.client import ClientRequestContext
from mcp.types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
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


class Plain(Form):
    name: str = Field(min_length=2, max_length=40, title="Full name", description="As printed")
    nickname: str = "none"
    whole: int = Field(default=3, ge=1, le=10)
    positive: int = Field(gt=0)
    share: float = Field(default=0.5, ge=0, le=1)
    agree: bool
    notify: bool = Field(default=False, description="By mail")


class Formats(Form):
    email: Annotated[str, Format("email")]
    uri: Annotated[str, Format("uri")]
    day: Annotated[str, Format("date")]
    moment: Annotated[str, Format("date-time")]
    typed_email: EmailStr
    typed_uri: HttpUrl
    typed_day: date = date(2026, 7, 28)
    typed_moment: datetime


class Choices(Form):
    plan: Literal["free", "paid"] = "free"
    only: Literal["one"]
    urgency: Urgency = Urgency.LOW
    region: Region
    old_region: OldRegion


class MultiSelects(Form, since="2025-11-25"):
    toppings: MultiSelect[Literal["cheese", "ham", "olives"]] = Field(min_length=1, max_length=2)
    regions: MultiSelect[Region]
    urgencies: MultiSelect[Urgency] = Field(default=[Urgency.LOW])


class Everything(Plain, Formats, Choices, MultiSelects, since="2025-11-25", auto_titles=False):
    """Fields of every kind in one form, and without the labels made from names."""


@pytest.mark.parametrize(
    "form",
    [Plain, Formats, Choices, MultiSelects, Optionals, Everything],
    ids=lambda form: form.__name__,
)
def test_fastmcp_renders_the_requested_schema(form: type[Form]) -> None:
    assert get_elicitation_schema(form) == form.requested_schema()


def test_fastmcp_renders_an_optional_boolean_too() -> None:
    with pytest.warns(FormWarning, match="answer"):

        class Asked(Form):
            answer: bool | None = None

    assert get_elicitation_schema(Asked) == {
        "type": "object",
        "properties": {"answer": {"type": "boolean", "title": "Answer"}},
    }


def test_fastmcp_keeps_the_fields_in_their_order_though_it_sorts_the_keys() -> None:
    rendered = get_elicitation_schema(Everything)

    assert list(rendered["properties"]) == list(Everything.model_fields)
    assert list(rendered["properties"]["name"]) == [
        "description",
        "maxLength",
        "minLength",
        "title",
        "type",
    ]


# Who talks to whom


class Talk(NamedTuple):
    """What came of one tool call."""

    heard: list[Any]
    """What the tool learned from its question: the outcome, or the error."""

    asked: list[ElicitRequestParams]
    """What the client was sent."""

    text: str
    """What the caller of the tool got."""

    is_error: bool
    """Whether the caller got it as an error."""


Way = Callable[[list[Any]], FastMCP]
"""A way to ask: a server whose tool ``ask`` asks `Deploy` and reports what it heard."""


def with_the_context(heard: list[Any]) -> FastMCP:
    server = FastMCP("context")

    @server.tool
    async def ask(ctx: Context) -> str:
        try:
            heard.append(await ctx.elicit("Deploy?", response_type=Deploy))
        except ValidationError as error:
            heard.append(error)
            raise
        return "done"

    return server


def with_a_returned_question(heard: list[Any]) -> FastMCP:
    server = FastMCP("returned question")

    @server.tool
    async def ask(ctx: Context) -> str | InputRequiredResult:
        if ctx.input_responses is None:
            params = ElicitRequestFormParams.model_validate(Deploy.elicit_params("Deploy?"))
            return InputRequiredResult(input_requests={"deploy": ElicitRequest(params=params)})
        try:
            heard.append(Deploy.parse_response(ctx.input_responses["deploy"]))
        except InvalidContent as error:
            heard.append(error)
            return str(error)
        return "done"

    return server


def talk(way: Way, answer: ElicitResult) -> Talk:
    """Call the tool with FastMCP's own client."""
    heard: list[Any] = []
    asked: list[ElicitRequestParams] = []
    server = way(heard)

    async def person(
        message: str, response_type: Any, params: ElicitRequestParams, context: Any
    ) -> Any:
        asked.append(params)
        return answer

    async def call() -> Talk:
        async with fastmcp.Client(server, mode="legacy", elicitation_handler=person) as client:
            result = await client.call_tool("ask", raise_on_error=False)
        assert isinstance(result.content[0], TextContent)
        return Talk(heard, asked, result.content[0].text, result.is_error)

    return asyncio.run(call())


def talk_through_the_official_client(way: Way, answer: ElicitResult, mode: str = "legacy") -> Talk:
    heard: list[Any] = []
    asked: list[ElicitRequestParams] = []
    server = way(heard)

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params)
        return answer

    async def call() -> Talk:
        async with OfficialClient(
            server._mcp_server, mode=mode, elicitation_callback=person
        ) as client:
            result = await client.call_tool("ask")
        assert isinstance(result.content[0], TextContent)
        return Talk(heard, asked, result.content[0].text, result.is_error)

    return asyncio.run(call())


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
    pytest.param(CONTENT | {"stranger": "sesame"}, ANSWER, id="an unknown key"),
]

ANSWERS_WITH_BLANKS = [
    pytest.param(
        CONTENT | {"replicas": None, "window": None, "note": None}, ANSWER, id="null for blanks"
    ),
    pytest.param(
        CONTENT | {"replicas": "", "window": "", "note": ""}, ANSWER, id="empty text for blanks"
    ),
]

BAD_ANSWERS = [
    pytest.param(CONTENT | {"confirm": "sesame"}, "confirm", "type", id="text for a boolean"),
    pytest.param(CONTENT | {"replicas": "4711"}, "replicas", "type", id="digits in a text"),
    pytest.param(CONTENT | {"replicas": True}, "replicas", "type", id="a boolean for a number"),
    pytest.param(CONTENT | {"replicas": 4711}, "replicas", "range", id="out of range"),
    pytest.param(CONTENT | {"note": "zq"}, "note", "length", id="too short"),
    pytest.param(CONTENT | {"window": "sesame"}, "window", "format", id="no date"),
    pytest.param(CONTENT | {"environment": "sesame"}, "environment", "choice", id="no choice"),
    pytest.param({"environment": "staging"}, "confirm", "missing", id="required but missing"),
    pytest.param(CONTENT | {"confirm": None}, "confirm", "missing", id="null for required"),
]
"""Content, and the one field that is wrong with it, and how."""

CLIENT_VALUES = ("sesame", "4711", "zq")


def repeats_an_answer(text: str) -> bool:
    return any(value in text for value in CLIENT_VALUES)


# A tool that asks with `ctx.elicit`, which FastMCP has on legacy connections only


def test_ctx_elicit_asks_the_client_with_the_params_of_the_form() -> None:
    asked = talk(with_the_context, accept(CONTENT)).asked

    assert [params.model_dump(by_alias=True, exclude_none=True) for params in asked] == [
        Deploy.elicit_params("Deploy?")
    ]


@pytest.mark.parametrize(("content", "answer"), GOOD_ANSWERS)
def test_ctx_elicit_hands_a_good_answer_to_the_tool(content: Any, answer: Deploy) -> None:
    heard, _, text, is_error = talk(with_the_context, accept(content))

    assert heard == [AcceptedElicitation[Any](data=answer)]
    assert (text, is_error) == ("done", False)


@pytest.mark.parametrize(("content", "answer"), [*GOOD_ANSWERS, *ANSWERS_WITH_BLANKS])
def test_ctx_elicit_reads_an_answer_of_the_official_client(content: Any, answer: Deploy) -> None:
    heard, _, text, is_error = talk_through_the_official_client(with_the_context, accept(content))

    assert heard == [AcceptedElicitation[Any](data=answer)]
    assert (text, is_error) == ("done", False)


@pytest.mark.parametrize(("content", "field", "code"), BAD_ANSWERS)
def test_ctx_elicit_raises_on_a_bad_answer(content: Any, field: str, code: str) -> None:
    (refused,) = talk_through_the_official_client(with_the_context, accept(content)).heard

    assert isinstance(refused, ValidationError)
    assert [line["loc"] for line in refused.errors()] == [(field,)]


@pytest.mark.parametrize(("content", "field", "code"), BAD_ANSWERS)
def test_the_caller_learns_which_field_was_wrong_and_never_its_answer(
    content: Any, field: str, code: str
) -> None:
    _, _, text, is_error = talk_through_the_official_client(with_the_context, accept(content))

    assert is_error
    assert f"1 validation error for Deploy\n{field}\n" in text
    assert not repeats_an_answer(text)


@pytest.mark.parametrize("content", NOTHING_COLLECTED)
def test_ctx_elicit_raises_where_the_client_collected_nothing(content: Any) -> None:
    heard, _, _, is_error = talk_through_the_official_client(with_the_context, accept(content))

    assert [type(error) for error in heard] == [ValidationError]
    assert is_error


@pytest.mark.parametrize("through", [talk, talk_through_the_official_client])
@pytest.mark.parametrize(("refusal", "outcome"), REFUSALS)
def test_ctx_elicit_tells_the_tool_of_a_refusal(
    through: Callable[[Way, ElicitResult], Talk], refusal: ElicitResult, outcome: object
) -> None:
    heard, _, text, is_error = through(with_the_context, refusal)

    assert heard == [outcome]
    assert (text, is_error) == ("done", False)


# A tool that returns its question, which is how FastMCP asks on a connection of 2026-07-28


def talk_in_rounds(answer: ElicitResult) -> Talk:
    return talk_through_the_official_client(with_a_returned_question, answer, "2026-07-28")


def test_a_returned_question_reaches_the_client_with_the_params_of_the_form() -> None:
    asked = talk_in_rounds(accept(CONTENT)).asked

    assert [params.model_dump(by_alias=True, exclude_none=True) for params in asked] == [
        Deploy.elicit_params("Deploy?")
    ]


@pytest.mark.parametrize(("content", "answer"), [*GOOD_ANSWERS, *ANSWERS_WITH_BLANKS])
def test_the_next_round_reads_a_good_answer(content: Any, answer: Deploy) -> None:
    assert talk_in_rounds(accept(content)).heard == [Accepted(answer)]


@pytest.mark.parametrize(("content", "field", "code"), BAD_ANSWERS)
def test_the_next_round_can_tell_what_is_wrong(content: Any, field: str, code: str) -> None:
    (error,) = talk_in_rounds(accept(content)).heard

    assert [(fault.field, fault.code) for fault in error.faults] == [(field, code)]
    assert not repeats_an_answer(str(error))


@pytest.mark.parametrize("content", NOTHING_COLLECTED)
def test_the_next_round_can_tell_that_nothing_was_collected(content: Any) -> None:
    (error,) = talk_in_rounds(accept(content)).heard

    assert error.nothing_collected


@pytest.mark.parametrize(
    ("action", "outcome"), [("decline", Declined()), ("cancel", Cancelled())], ids=str
)
def test_the_next_round_hears_of_a_refusal(action: Any, outcome: object) -> None:
    assert talk_in_rounds(ElicitResult(action=action)).heard == [outcome]


# --- single values ----------------------------------------------------------------------------


def test_a_single_value_is_asked_for_by_its_form_and_says_so_otherwise() -> None:
    count: Any = form_of(int, ge=1)
    server = FastMCP("Shop")

    @server.tool
    async def ask_with(ctx: Context, *, form: bool) -> str:
        try:
            answer: Any = await ctx.elicit("How many?", count.form if form else count)
        except TypeError as error:
            return str(error)
        return f"{answer.data.value + 1}"

    async def person(*_: object) -> dict[str, int]:
        return {"value": 3}

    async def said(**arguments: bool) -> str:
        async with fastmcp.Client(server, mode="legacy", elicitation_handler=person) as client:
            return str((await client.call_tool("ask_with", arguments)).data)

    assert asyncio.run(said(form=True)) == "4"
    message = asyncio.run(said(form=False))
    assert "is not a model: pass its `.form` to an SDK" in message
    assert "pydantic" not in message
