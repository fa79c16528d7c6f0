"""What travels between rounds: forged, cut, replayed and swapped, it leads to no deed.

The rounds are driven by hand, mostly against the low-level `Server`, which seals nothing.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("fastmcp", reason="as above")

from mcp import Client, MCPError
from mcp.types import (
    CallToolResult,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    ListRootsResult,
)

from elicitform import ResponseError
from tests.ask.servers import SDKS, Deploy, low_level_server
from tests.ask.talking import Shop, text_of

YES = {"confirm": True}
GOOD = {"environment": "staging", **YES}


def accept(content: dict[str, Any] | None) -> ElicitResult:
    return ElicitResult(action="accept", content=content)


async def never(context: Any, params: Any) -> ElicitResult:
    raise AssertionError


class Rounds:
    """A client that calls round by round, and hands back what it likes.

    Attributes:
        heard: What the tool has asked or said, round by round.
        key: The key of the latest question.
        state: The latest state.
    """

    def __init__(self, server: Any) -> None:
        self.server = server
        self.heard: list[str] = []
        self.key = ""
        self.state: str | None = None

    def call(
        self,
        tool: str = "deploy",
        responses: Any = None,
        state: str | None = None,
        **arguments: Any,
    ) -> str:
        given = arguments or ({"service": "shop"} if tool in {"deploy", "move"} else {})
        self.heard.append(asyncio.run(self._call(tool, responses, state, given)))
        return self.heard[-1]

    def answer(self, content: Any, tool: str = "deploy", **arguments: Any) -> str:
        """Answer the latest question as an honest client does."""
        given = content if isinstance(content, ElicitResult) else accept(content)
        return self.call(tool, {self.key: given}, self.state, **arguments)

    async def _call(self, tool: str, responses: Any, state: str | None, arguments: Any) -> str:
        mode = "2026-07-28"
        async with Client(self.server, mode=mode, elicitation_callback=never) as client:
            try:
                result = await client.session.call_tool(
                    tool,
                    arguments,
                    input_responses=responses,
                    request_state=state,
                    allow_input_required=True,
                )
            except MCPError as error:
                return f"refused: {error}"
        return self._read(result)

    def _read(self, result: CallToolResult | InputRequiredResult) -> str:
        if isinstance(result, CallToolResult):
            return text_of(result)
        assert result.input_requests
        ((self.key, request),) = result.input_requests.items()
        self.state = result.request_state
        assert isinstance(request.params, ElicitRequestFormParams)
        return request.params.message


@pytest.fixture
def deeds() -> list[str]:
    return []


@pytest.fixture
def rounds(deeds: list[str]) -> Rounds:
    return Rounds(low_level_server(deeds))


@pytest.fixture(params=SDKS)
def shop(request: pytest.FixtureRequest) -> Shop:
    return Shop(request.param)


# --- what is in it ----------------------------------------------------------------------------


def test_the_state_holds_nothing_but_what_the_client_answered(rounds: Rounds) -> None:
    rounds.call("move")
    assert json.loads(rounds.state or "") == []
    first = rounds.key

    rounds.answer({**YES, "unknown": 1}, "move")

    assert json.loads(rounds.state or "") == [
        {first: {"action": "accept", "content": {**YES, "unknown": 1}}}
    ]


def test_each_question_is_asked_once_and_the_deed_done_once(
    rounds: Rounds, deeds: list[str]
) -> None:
    rounds.call("move")
    for _ in range(3):
        rounds.answer(YES, "move")

    assert rounds.heard == ["Really?", "Really?", "Really, really?", "moved shop"]
    assert deeds == ["moved shop"]


# --- malformed, forged and cut ----------------------------------------------------------------

NO_STATES = [
    "",
    "{",
    "3",
    "null",
    '"text"',
    "{}",
    "[3]",
    "[[1, 2]]",
    '[{"1-x": {"action": "accept"}}, 4]',
    "[" * 100_000,
    "[{}," * 50_000,
    "[" + ",".join(['{"k": 1}'] * 400_000) + "]",
    "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
]


@pytest.mark.parametrize("state", NO_STATES, ids=range(len(NO_STATES)))
def test_a_state_that_is_malformed_counts_as_none(
    rounds: Rounds, deeds: list[str], state: str
) -> None:
    assert rounds.call(state=state) == "Deploy shop?"
    assert rounds.answer(GOOD) == "accepted Deploy(environment='staging', replicas=1, confirm=True)"
    assert len(deeds) == 1


@pytest.mark.parametrize(
    ("forged", "heard"),
    [
        ({"action": "accept", "content": {"environment": "moon", **YES}}, "Deploy shop?\nPlease"),
        ({"action": "accept", "content": {}}, "nothing-collected"),
        ({"action": "accept", "content": [GOOD]}, "client-error"),
        ({"action": "go", "content": GOOD}, "client-error"),
        ({"action": "decline", "content": GOOD}, "decline"),
        (None, "client-error"),
        (7, "client-error"),
        ("accept", "client-error"),
        ([GOOD], "client-error"),
        ({"action": "accept", "content": {**GOOD, "confirm": 1}}, "Deploy shop?\nPlease"),
        ({"action": ["accept"], "content": GOOD}, "client-error"),
    ],
)
def test_a_forged_answer_is_read_in_full(
    rounds: Rounds, deeds: list[str], forged: Any, heard: str
) -> None:
    rounds.call()

    said = rounds.call(state=json.dumps([{rounds.key: forged}]))

    assert said.startswith(heard)
    assert deeds == []


def test_an_answer_in_a_forged_state_is_what_the_client_could_have_answered(
    rounds: Rounds, deeds: list[str]
) -> None:
    rounds.call()

    rounds.call(state=json.dumps([{rounds.key: {"action": "accept", "content": GOOD}}]))

    assert deeds == ["shop to staging"]


def test_a_state_that_was_cut_is_no_consent(rounds: Rounds, deeds: list[str]) -> None:
    rounds.call("move")
    rounds.answer(YES, "move")
    rounds.answer(YES, "move")
    whole, last = rounds.state or "", rounds.key

    for end in range(0, len(whole), 7):
        heard = rounds.call("move", {last: accept(YES)}, whole[:end])
        assert heard == "Really?"
    assert deeds == []


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [True, False, None, 1, 3, "staging", "moon", "accept", {}, []]
)
CONTENT = st.dictionaries(st.sampled_from(["environment", "replicas", "confirm"]), VALUES)
LIKE_GOOD = CONTENT.map(lambda content: {**GOOD, **content})
RESULTS = st.fixed_dictionaries(
    {"action": st.sampled_from(["accept", "decline", "go", 1]), "content": CONTENT | LIKE_GOOD}
)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_state_is_never_an_error_and_never_more_than_the_answers_in_it(
    data: st.DataObject,
) -> None:
    deeds: list[str] = []
    rounds = Rounds(low_level_server(deeds))
    rounds.call()
    entries = st.dictionaries(st.sampled_from([rounds.key, "1-x"]), RESULTS | VALUES, max_size=2)
    state = data.draw(st.lists(entries, max_size=3) | st.lists(entries | VALUES, max_size=3))

    said = rounds.call(state=json.dumps(state))

    assert not said.startswith("refused")
    assert bool(deeds) == is_consent(rounds_in(state).get(rounds.key))


def rounds_in(state: list[Any]) -> dict[str, Any]:
    if not all(isinstance(one, dict) for one in state):
        return {}
    return {key: answer for one in state for key, answer in one.items()}


def is_consent(answer: Any) -> bool:
    try:
        outcome = Deploy.parse_response(answer)
    except ResponseError:
        return False
    return outcome.data.confirm if outcome else False


# --- replayed and swapped ---------------------------------------------------------------------


def test_consent_to_one_thing_is_none_to_another(rounds: Rounds, deeds: list[str]) -> None:
    rounds.call(service="trial")
    answers = {rounds.key: accept(GOOD)}

    assert rounds.call("deploy", answers, rounds.state, service="shop") == "Deploy shop?"
    assert deeds == []


def test_consent_is_bound_to_arguments_that_no_question_mentions(
    rounds: Rounds, deeds: list[str]
) -> None:
    rounds.call("move", service="trial")
    for _ in range(2):
        rounds.answer(YES, "move", service="trial")
    answers = {rounds.key: accept(YES)}

    assert rounds.call("move", answers, rounds.state, service="shop") == "Really?"
    assert deeds == []


def test_consent_is_bound_to_the_tool(rounds: Rounds, deeds: list[str]) -> None:
    rounds.call("deploy")
    answers = {rounds.key: accept(GOOD)}

    assert rounds.call("deploy_too", answers, rounds.state, service="shop") == "Deploy shop?"
    assert deeds == []


def test_an_answer_belongs_to_one_place(rounds: Rounds, deeds: list[str]) -> None:
    rounds.call("move")
    first = rounds.key
    rounds.answer(YES, "move")

    # The second question reads like the first one.
    assert rounds.call("move", {first: accept(YES)}, rounds.state) == "Really?"
    assert rounds.call("move", {first: accept(YES)}, rounds.state) == "Really?"
    assert deeds == []


def test_an_answer_that_was_given_stands(rounds: Rounds, deeds: list[str]) -> None:
    rounds.call()
    state = json.dumps([{rounds.key: {"action": "decline"}}])

    assert rounds.call("deploy", {rounds.key: accept(GOOD)}, state) == "decline"


def test_keys_that_were_not_asked_are_ignored(rounds: Rounds, deeds: list[str]) -> None:
    rounds.call()
    answers = {"deploy": accept(GOOD), "1": accept(GOOD), rounds.key + "0": accept(GOOD)}

    assert rounds.call("deploy", answers, rounds.state) == "Deploy shop?"
    assert "staging" not in (rounds.state or "")
    assert deeds == []


def test_a_response_of_another_kind_is_an_error_of_the_client(
    rounds: Rounds, deeds: list[str]
) -> None:
    rounds.call()

    assert rounds.call("deploy", {rounds.key: ListRootsResult(roots=[])}, None) == "client-error"


def test_an_answer_longer_than_a_state_may_hold_is_an_error_of_the_client(
    rounds: Rounds, deeds: list[str]
) -> None:
    rounds.call()

    assert rounds.answer({**GOOD, "padding": "x" * 70_000}) == "client-error"
    assert deeds == []


# --- sealed -----------------------------------------------------------------------------------


def test_a_forged_state_does_not_even_reach_a_tool_where_it_is_sealed(shop: Shop) -> None:
    rounds = Rounds(shop.server)
    rounds.call("deploy")

    forged = json.dumps([{rounds.key: {"action": "accept", "content": GOOD}}])

    assert rounds.call("deploy", None, forged) == "refused: Invalid or expired requestState"
    assert shop.deeds == []


def test_nor_does_the_state_of_a_call_with_other_arguments(shop: Shop) -> None:
    rounds = Rounds(shop.server)
    rounds.call("deploy", service="trial")

    assert rounds.answer(GOOD, service="shop") == "refused: Invalid or expired requestState"
    assert shop.deeds == []


# --- questions that change --------------------------------------------------------------------


def test_a_question_whose_choices_have_changed_is_asked_anew(shop: Shop) -> None:
    shop.world.found = [["main", "next"], ["main", "late"], ["main", "late"]]
    rounds = Rounds(shop.server)

    rounds.call("pick")
    rounds.answer({"branch": "main"}, "pick")
    rounds.answer({"branch": "late"}, "pick")

    assert rounds.heard == ["Which branch?", "Which branch?", "accepted Branch(branch='late')"]


def test_a_question_that_never_stays_the_same_comes_to_an_end(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    rounds = Rounds(shop.server)
    rounds.call("count")
    while rounds.heard[-1].startswith("Question"):
        rounds.answer({"e-mail": "a@b.c"}, "count")

    assert rounds.heard[:-1] == [f"Question {number}?" for number in range(1, 6)]
    assert rounds.heard[-1].startswith("Error")
    told = rounds.heard[-1] + caplog.text  # the oldest SDKs tell the client, and not the log
    assert "whenever the tool runs again" in told
    assert "'Question 6?'" in told


def test_a_client_that_leaves_its_answers_out_comes_to_an_end(
    rounds: Rounds, deeds: list[str]
) -> None:
    rounds.call()
    while rounds.heard[-1] == "Deploy shop?":
        rounds.call("deploy", {}, rounds.state)

    assert rounds.heard[:-1] == 5 * ["Deploy shop?"]
    assert rounds.heard[-1].startswith("refused")
    assert deeds == []


def test_one_call_asks_so_many_questions_and_no_more(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    rounds = Rounds(shop.server)
    rounds.call("collect")
    while rounds.heard[-1].startswith("Name"):
        rounds.answer({"value": "Ann"}, "collect")

    assert rounds.heard[:-1] == [f"Name {number}?" for number in range(1, 21)]
    told = rounds.heard[-1] + caplog.text
    assert "one call may ask 20 questions, and this would be one more: 'Name 21?'" in told
