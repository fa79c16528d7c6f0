"""What a client answered in the earlier rounds of one call, which travels in ``requestState``.

The state is a JSON list with an object for each round. It holds the answer of that round under the
key of its question, or nothing where no question is asked any more that the answer belongs to. It
comes back from the client, who may send anything; `MCPServer` of the official SDK and FastMCP seal
it. What a client could forge there, it could as well have answered.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from elicitform._answers.outcomes import member
from elicitform._form.rounds import input_requests
from elicitform.exceptions import AskingError

if TYPE_CHECKING:
    from elicitform._ask.connection import Connection

MOST_QUESTIONS = 20
"""How many questions one call may ask, each second question about a wrong answer among them."""

MOST_LOST = 5
"""In how many rounds of one call the answer may be lost, since its question reads differently."""

LONGEST_ANSWER = 2**16
"""How many characters of JSON an answer may have; a longer one counts as malformed."""

_LONGEST_STATE = MOST_QUESTIONS * (LONGEST_ANSWER + 100)


class Interruption(BaseException):
    """Ends a run of a tool with a question. No `Exception`, so that no ``except`` eats it.

    Attributes:
        result: The SDK's InputRequiredResult.
    """

    def __init__(self, result: object) -> None:
        super().__init__("the tool asks, and has to be decorated with `resumable`")
        self.result = result

    def __bool__(self) -> bool:
        return False  # `asyncio.gather` may hand it out in place of an outcome


class Replay:
    """One run of a tool: it answers the questions that the rounds before have answered.

    Attributes:
        is_interrupted: The run has met a question without an answer, and has to end.
    """

    def __init__(self, connection: Connection) -> None:
        state, responses = connection.request_state, connection.input_responses
        self.is_interrupted = False
        self._connection = connection
        self._is_first_round = state is None and responses is None
        self._earlier = _rounds_in(state)
        self._answers = {key: answer for one in self._earlier for key, answer in one.items()}
        self._latest = responses or {}
        self._used: list[dict[str, object]] = []
        self._latest_is_used = False

    def response_to(self, params: dict[str, Any]) -> object:
        """Return the response to the next question of the run.

        Args:
            params: The params of its ``elicitation/create`` request.

        Raises:
            Interruption: There is none yet.
            AskingError: There were too many rounds.
        """
        key = self._key(params)
        if key not in self._answers and key in self._latest:
            self._answers[key] = _kept(self._latest[key])
            self._latest_is_used = True
        if key not in self._answers:
            question = self._question(key, params)
            self.is_interrupted = True
            raise Interruption(question)
        self._used.append({key: self._answers[key]})
        return self._answers[key]

    def _key(self, params: dict[str, Any]) -> str:
        """Return what this question is known by: its place in the body, and all that was asked.

        An answer is never read as one to another question, or to the same about another thing.
        """
        place = len(self._used) + 1
        asked = json.dumps([place, params, self._connection.target], sort_keys=True)
        return f"{place}-{hashlib.sha256(asked.encode()).hexdigest()[:32]}"

    def _question(self, key: str, params: dict[str, Any]) -> object:
        is_lost = not self._is_first_round and not self._latest_is_used
        lost: list[dict[str, object]] = [{}] * (self._earlier.count({}) + is_lost)
        if len(lost) >= MOST_LOST or len(self._used) >= MOST_QUESTIONS:
            raise _too_many(params["message"], len(lost))
        state = json.dumps([*self._used, *lost])
        return self._connection.input_required(input_requests({key: params}), state)


def _rounds_in(state: str | None) -> list[dict[str, object]]:
    """Return the rounds that a state holds, or none where it is malformed."""
    if state is None or len(state) > _LONGEST_STATE:
        return []
    try:
        rounds = json.loads(state)
    except (ValueError, RecursionError):
        return []
    if not isinstance(rounds, list) or not all(isinstance(one, dict) for one in rounds):
        return []
    return rounds


def _kept(response: object) -> object:
    """Return the ElicitResult of a response as JSON, or None where it is too long."""
    result = {name: member(response, name, None) for name in ("action", "content")}
    return result if len(json.dumps(result)) <= LONGEST_ANSWER else None


def _too_many(message: str, lost: int) -> AskingError:
    if lost >= MOST_LOST:
        return AskingError(
            f"the answers to this question were lost {lost} times, since it reads differently "
            f"whenever the tool runs again, or since the client leaves them out: {message!r:.200}. "
            "Write nothing that changes between rounds, such as the time or a counter, into "
            "the message, the choices or the defaults"
        )
    return AskingError(
        f"one call may ask {MOST_QUESTIONS} questions, and this would be one more: {message!r:.200}"
    )
