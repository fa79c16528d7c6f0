"""The release server asks until something comes of it, on connections of both eras.

Real clients talk to it in memory, and give their answers one after the other.
"""

import asyncio
import importlib.util
import inspect
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from elicitform import check_schema
from tests.support.examples import output_of
from tests.support.paths import DOCS, EXAMPLES

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")

from mcp import Client, ClientSession
from mcp.client import ClientRequestContext
from mcp.client._memory import InMemoryTransport
from mcp.types import (
    CallToolResult,
    ClientCapabilities,
    ElicitationCapability,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    FormElicitationCapability,
    Implementation,
    InitializedNotification,
    InitializeRequest,
    InitializeRequestParams,
    InitializeResult,
    InputRequiredResult,
    ListRootsResult,
    TextContent,
    UrlElicitationCapability,
)

PATH = EXAMPLES / "release_server.py"


@pytest.fixture(scope="module")
def example() -> Any:
    """Return the example, as a module."""
    spec = importlib.util.spec_from_file_location("release_server", PATH)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Talk(NamedTuple):
    """What the person was asked, and what the tool said in the end."""

    asked: list[ElicitRequestFormParams]
    said: str

    @property
    def messages(self) -> list[str]:
        return [params.message for params in self.asked]

    @property
    def defaults(self) -> list[dict[str, Any]]:
        """The defaults that each question showed."""
        properties = [params.requested_schema["properties"] for params in self.asked]
        return [
            {name: field["default"] for name, field in fields.items() if "default" in field}
            for fields in properties
        ]


@pytest.fixture(params=["legacy", "2026-07-28"])
def mode(request: pytest.FixtureRequest) -> str:
    """Return how the client connects: by handshake, or as from 2026-07-28 on."""
    return str(request.param)


def said_in(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


def talk(
    example: Any, mode: str, answers: list[ElicitResult], arguments: dict[str, Any] | None = None
) -> Talk:
    asked: list[ElicitRequestFormParams] = []
    left = iter(answers)

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        asked.append(params)
        return next(left)

    async def call() -> CallToolResult:
        async with Client(example.server, mode=mode, elicitation_callback=person) as client:
            return await client.call_tool("release", arguments or {})

    return Talk(asked, said_in(asyncio.run(call())))


def accept(content: dict[str, Any] | None) -> ElicitResult:
    return ElicitResult(action="accept", content=content)


WRONG = accept({"branch": "next", "version": "v2", "notes": "Faster"})
RIGHT = accept({"branch": "next", "version": "2.0.0"})
FIRST = "What should be released?"
AGAIN = f"{FIRST}\nPlease look at this again:\n- Version: must be three numbers, such as 1.4.0"


def test_a_good_answer_is_acted_upon_at_once(example: Any, mode: str) -> None:
    asked, said = talk(example, mode, [RIGHT])

    assert [params.message for params in asked] == [FIRST]
    assert said == "Released next as 2.0.0; notes: none."


def test_a_wrong_answer_is_asked_again_with_the_good_ones_kept(example: Any, mode: str) -> None:
    heard = talk(example, mode, [WRONG, RIGHT])

    assert heard.messages == [FIRST, AGAIN]
    assert heard.defaults == [{}, {"branch": "next", "notes": "Faster"}]
    # The client left out the notes that were shown, and nobody touched.
    assert heard.said == "Released next as 2.0.0; notes: Faster."


def test_what_was_kept_is_kept_over_several_rounds(example: Any, mode: str) -> None:
    other = accept({"branch": "other", "version": "2.0.0"})
    heard = talk(example, mode, [WRONG, other, accept({"branch": "main", "version": "2.0.1"})])

    assert heard.messages == [
        FIRST,
        AGAIN,
        f"{FIRST}\nPlease look at this again:\n- Branch: must be one of main, next",
    ]
    # What was answered wrong is shown no more, and what was left out stands.
    assert heard.defaults[-1] == {"version": "2.0.0", "notes": "Faster"}
    assert heard.said == "Released main as 2.0.1; notes: Faster."


@pytest.mark.parametrize("action", ["decline", "cancel"])
@pytest.mark.parametrize("before", [[], [WRONG]], ids=["at once", "when asked again"])
def test_a_refusal_ends_it(
    example: Any, mode: str, action: Any, before: list[ElicitResult]
) -> None:
    heard = talk(example, mode, [*before, ElicitResult(action=action)])

    assert len(heard.asked) == len(before) + 1
    assert heard.said == "Released nothing: nobody agreed to it."


@pytest.mark.parametrize("content", [None, {}])
@pytest.mark.parametrize("before", [[], [WRONG]], ids=["at once", "when asked again"])
def test_a_client_that_collects_nothing_is_not_asked_again(
    example: Any, mode: str, content: Any, before: list[ElicitResult]
) -> None:
    heard = talk(example, mode, [*before, accept(content)])

    assert len(heard.asked) == len(before) + 1
    assert heard.said.startswith("Released nothing: this client cannot ask a person.")


def test_wrong_answers_come_to_an_end(example: Any, mode: str) -> None:
    heard = talk(example, mode, [WRONG] * 9)

    assert heard.messages == [FIRST, AGAIN, AGAIN]
    assert heard.said == "Released nothing: no answer of 3 would do."


# Clients that cannot ask


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_a_client_that_cannot_elicit_is_told_what_to_send_as_arguments(
    example: Any, mode: str
) -> None:
    async def call(arguments: dict[str, Any]) -> str:
        async with Client(example.server, mode=mode) as client:
            return said_in(await client.call_tool("release", arguments))

    assert asyncio.run(call({})) == (
        "Released nothing: this client cannot ask a person. Call again with the arguments "
        "`branch` (one of main, next) and `version` (such as 1.4.0)."
    )
    assert asyncio.run(call({"branch": "main", "version": "1.0.0"})) == (
        "Released main as 1.0.0; notes: none."
    )
    assert asyncio.run(call({"branch": "other", "version": "1"})) == (
        "Released nothing. Release: the answer has 2 faults\n"
        "  branch: must be one of 'main', 'next'  [choice]\n"
        "  version: must be three numbers, such as 1.4.0  [rule]"
    )


# Connections of the older revisions, and what a client may declare


def talk_at_revision(
    example: Any, revision: str, declared: ElicitationCapability, answers: Iterator[ElicitResult]
) -> Talk:
    asked: list[ElicitRequestFormParams] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        asked.append(params)
        return next(answers)

    offer = InitializeRequest(
        params=InitializeRequestParams(
            protocol_version=revision,
            capabilities=ClientCapabilities(elicitation=declared),
            client_info=Implementation(name="client", version="1"),
        )
    )

    async def call() -> CallToolResult:
        async with (
            InMemoryTransport(example.server) as (read, write),
            ClientSession(read, write, elicitation_callback=person) as session,
        ):
            session.adopt(await session.send_request(offer, InitializeResult))
            await session.send_notification(InitializedNotification())
            return await session.call_tool("release")

    return Talk(asked, said_in(asyncio.run(call())))


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25"])
def test_each_question_is_valid_at_the_revision_of_the_connection(
    example: Any, revision: str
) -> None:
    answers = iter([WRONG, accept({"branch": "main", "version": "2.0.0"})])
    heard = talk_at_revision(example, revision, ElicitationCapability(), answers)

    assert heard.messages == [FIRST, AGAIN]
    for params in heard.asked:
        assert check_schema(params.requested_schema, revision) == []
    # Where no default can be shown, nothing is taken for granted.
    kept = revision != "2025-06-18"
    assert heard.defaults == [{}, {"branch": "next", "notes": "Faster"} if kept else {}]
    assert heard.said == f"Released main as 2.0.0; notes: {'Faster' if kept else 'none'}."


@pytest.mark.parametrize(
    ("declared", "asks"),
    [
        (ElicitationCapability(), True),
        (ElicitationCapability(form=FormElicitationCapability()), True),
        (ElicitationCapability(url=UrlElicitationCapability()), False),
    ],
    ids=["no mode", "form", "url alone"],
)
def test_only_a_client_that_shows_forms_is_asked(
    example: Any, declared: ElicitationCapability, asks: bool
) -> None:
    heard = talk_at_revision(example, "2025-11-25", declared, iter([RIGHT]))

    assert len(heard.asked) == asks
    assert heard.said.startswith("Released next" if asks else "Released nothing")


# Rounds that a client drives by hand


class Rounds:
    """A client that calls the tool round by round, and says what it likes."""

    def __init__(self, example: Any) -> None:
        self.example = example

    def run(self, *said: dict[str, Any] | None) -> list[str]:
        """Return what the tool asks or says in the first round, and in one for each of `said`."""

        async def never(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
            raise AssertionError

        async def calls() -> list[str]:
            heard = []
            client = Client(self.example.server, mode="2026-07-28", elicitation_callback=never)
            async with client:
                call = client.session.call_tool
                result = await call("release", {}, allow_input_required=True)
                heard.append(self._heard(result))
                for responses in said:
                    assert isinstance(result, InputRequiredResult)
                    result = await call(
                        "release",
                        {},
                        input_responses=responses,
                        request_state=result.request_state,
                        allow_input_required=True,
                    )
                    heard.append(self._heard(result))
            return heard

        return asyncio.run(calls())

    @staticmethod
    def _heard(result: CallToolResult | InputRequiredResult) -> str:
        if isinstance(result, CallToolResult):
            return said_in(result)
        assert result.input_requests
        (request,) = result.input_requests.values()
        assert isinstance(request.params, ElicitRequestFormParams)
        return request.params.message


def test_a_round_without_an_answer_is_asked_again_and_forgets_nothing(example: Any) -> None:
    heard = Rounds(example).run({"release": WRONG}, {}, {"release": RIGHT})

    assert heard == [FIRST, AGAIN, AGAIN, "Released next as 2.0.0; notes: Faster."]


def test_rounds_without_an_answer_come_to_an_end(example: Any) -> None:
    assert Rounds(example).run({}, {}, {}) == [
        FIRST,
        FIRST,
        FIRST,
        "Released nothing: no answer of 3 would do.",
    ]


def test_a_response_of_another_kind_is_told_from_an_answer(example: Any) -> None:
    assert (
        Rounds(example)
        .run({"release": ListRootsResult(roots=[])})[-1]
        .startswith("Released nothing. inputResponses['release']: the response is no ")
    )


def test_only_the_answer_of_the_round_is_acted_upon(
    example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    branches = [["main"], ["main"], ["main", "late"]]

    async def find_branches() -> list[str]:
        return branches.pop(0)

    monkeypatch.setattr(example, "find_branches", find_branches)
    late = accept({"branch": "late", "version": "1.0.0"})  # which comes to exist a round later
    heard = Rounds(example).run({"release": late}, {"release": ElicitResult(action="decline")})

    assert heard[-1] == "Released nothing: nobody agreed to it."


@pytest.mark.parametrize("state", [None, "", "{", "3", '{"a": 1}', "[" * 100_000])
def test_a_state_that_is_none_of_the_servers_is_a_first_round(example: Any, state: Any) -> None:
    assert example.earlier_rounds(state) == []


def test_a_state_is_not_longer_than_the_server_can_have_made_it(example: Any) -> None:
    assert example.earlier_rounds(json.dumps([{}] * 1_000)) == [{}] * 3


def test_the_example_shows_a_person_who_mistypes() -> None:
    asked = [
        "What should be released? accept: {'branch': 'next', 'version': 'v2', 'notes': 'Faster'}",
        "What should be released?",
        "Please look at this again:",
        (
            "- Version: must be three numbers, such as 1.4.0 accept: "
            "{'branch': 'next', 'version': '2.0.0'}"
        ),
        "-> Released next as 2.0.0; notes: Faster.",
    ]
    assert output_of("release_server.py").splitlines() == [
        *asked,
        *asked,
        "What should be released? decline: None",
        "-> Released nothing: nobody agreed to it.",
    ]


def test_the_page_on_rounds_shows_the_example_as_it_is(example: Any) -> None:
    page = DOCS / "multi-round.md"
    assert inspect.getsource(example.what_next) in page.read_text(encoding="utf-8")
