"""A client that answers by script, for the official SDK and for FastMCP.

Both SDKs send what a callback raises to the server as an error, so a test would not see it. A
`Script` therefore keeps the first failure, and raises it again at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform._answers.outcomes import ACTIONS
from elicitform._wire.words import counted
from elicitform.exceptions import ElicitFormError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType
    from typing import NoReturn, TypeAlias

    from fastmcp.client.elicitation import ElicitResult as FastMCPResult
    from mcp.client import ClientRequestContext
    from mcp.types import ElicitRequestParams, ElicitResult
    from typing_extensions import Self

Result: TypeAlias = "Mapping[str, Any] | ElicitResult"
Reply: TypeAlias = "Result | Callable[[str, dict[str, Any]], Result | Awaitable[Result]]"

_MEMBERS = {"action", "content", "_meta"}


class ScriptError(ElicitFormError, AssertionError):
    """The server asked more or less often than the script has answers, or one could not be sent."""


class Asked(NamedTuple):
    """One question of the server's.

    Attributes:
        message: What the person is asked, in words.
        requested_schema: The ``requestedSchema``; empty in URL mode, which has none.
        mode: ``"form"`` or ``"url"``.
        url: Where the person is sent in URL mode; ``""`` in form mode.
    """

    message: str
    requested_schema: dict[str, Any]
    mode: str
    url: str = ""


def scripted(*answers: Reply) -> Script:
    """Return a client that gives these answers in turn, one to each question.

    Args:
        *answers: ElicitResults: what `accept`, `accept_content`, `decline` and `cancel` return, any
            such dict, or the SDK's own class. Or functions, plain or async, that are called with
            the message and the requested schema and return one.

    Raises:
        TypeError: One of them is neither an ElicitResult nor a function.

    Example:
        >>> with scripted(accept(Deploy, environment="staging"), decline()) as person:
        ...     async with Client(server, elicitation_callback=person.callback) as client:
        ...         await client.call_tool("deploy")
    """
    return Script(*answers)


class Script:
    """A client that gives the answers of a script, and keeps what it was asked. See `scripted`.

    As a context manager it runs `check_exhausted` at the end.

    Attributes:
        asked: Every question so far, in order.
    """

    def __init__(self, *answers: Reply) -> None:
        for position, answer in enumerate(answers, 1):
            if not callable(answer) and not _is_result(answer):
                raise TypeError(
                    f"answer {position} of the script is neither an ElicitResult nor a function; "
                    "write `accept(Form, …)`, `accept_content({…})`, `decline()` or `cancel()`"
                )
        self.asked: list[Asked] = []
        self._answers = answers
        self._failure: ScriptError | None = None

    async def callback(
        self,
        context: ClientRequestContext,  # noqa: ARG002  (the SDK's signature)
        params: ElicitRequestParams,
    ) -> ElicitResult:
        """Answer for a client of the official SDK, as its ``elicitation_callback``.

        Raises:
            ScriptError: There is no answer left, or it cannot be sent.
        """
        from mcp.types import ElicitResult  # noqa: PLC0415  (an SDK of the caller's)

        result = await self._next_answer(params)
        try:
            return ElicitResult.model_validate(result)
        except ValueError:
            self._fail(
                f"{self._latest_answer} holds what no ElicitResult may; write an object of text, "
                "numbers, booleans, null and lists of text, or draw from `bad_answers(Form, "
                "sendable=True)`"
            )

    async def handler(
        self,
        message: str,  # noqa: ARG002  (FastMCP's signature)
        response_type: type[Any] | None,  # noqa: ARG002  (as above)
        params: ElicitRequestParams,
        context: object,  # noqa: ARG002  (as above)
    ) -> FastMCPResult[dict[str, Any]]:
        """Answer for a client of FastMCP, as its ``elicitation_handler``.

        FastMCP's client sends nothing that the requested schema does not admit, not even null for a
        field left open. Send such answers with the official SDK's client.

        Raises:
            ScriptError: There is no answer left, or FastMCP's client does not send it.
        """
        from fastmcp.client.elicitation import ElicitResult  # noqa: PLC0415  (as above)

        result = await self._next_answer(params)
        content = result.get("content")
        if result["action"] == "accept" and not _admits(self.asked[-1].requested_schema, content):
            self._fail(
                f"{self._latest_answer} is not one that FastMCP's client sends, since the "
                "requested schema does not admit it; send it with the client of the official SDK"
            )
        return ElicitResult(action=result["action"], content=content)

    def check_exhausted(self) -> None:
        """Check that every answer of the script was given, and that there was no failure.

        Raises:
            ScriptError: An answer is left over, or there was a failure before.
        """
        self._raise_failure()
        left = self._answers[len(self.asked) :]
        if left:
            raise ScriptError(
                f"the script has {counted(len(self._answers), 'answer')}, and the server asked "
                f"{counted(len(self.asked), 'time')}; left over: {', '.join(map(_named, left))}"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # After an exception, a failure of the script may be its cause; answers left over are not.
        if error is None:
            self.check_exhausted()
        self._raise_failure()

    async def _next_answer(self, params: ElicitRequestParams) -> dict[str, Any]:
        asked = _asked(params)
        self.asked.append(asked)
        if len(self.asked) > len(self._answers):
            self._fail(
                f"the server asked {counted(len(self.asked), 'time')}, and the script has "
                f"{counted(len(self._answers), 'answer')}; it asked {asked.message!r:.200}"
            )
        answer = self._answers[len(self.asked) - 1]
        if not callable(answer):
            return _as_dict(answer)
        try:
            given = answer(asked.message, asked.requested_schema)
            result = await given if isawaitable(given) else given
        except Exception as error:  # noqa: BLE001  (the SDK would hide any of them)
            self._fail(f"{self._latest_answer} raised {type(error).__name__}: {error}", error)
        if not _is_result(result):
            self._fail(f"{self._latest_answer} returned no ElicitResult")
        return _as_dict(result)

    @property
    def _latest_answer(self) -> str:
        return f"answer {len(self.asked)} of the script"

    def _fail(self, problem: str, cause: BaseException | None = None) -> NoReturn:
        failure = ScriptError(problem)
        failure.__cause__ = cause
        self._failure = self._failure or failure
        raise failure

    def _raise_failure(self) -> None:
        if self._failure:
            # A new error: the first may be in the context of what is being raised already.
            raise ScriptError(*self._failure.args) from self._failure.__cause__


def _asked(params: ElicitRequestParams) -> Asked:
    # By wire name, since version 2 of the SDK renamed the attributes.
    sent = params.model_dump(mode="json", by_alias=True)
    mode = sent.get("mode") or "form"
    return Asked(sent["message"], sent.get("requestedSchema") or {}, mode, sent.get("url") or "")


def _is_result(answer: object) -> bool:
    if isinstance(answer, Mapping):
        return answer.get("action") in ACTIONS and answer.keys() <= _MEMBERS
    return getattr(answer, "action", None) in ACTIONS


def _as_dict(result: Any) -> dict[str, Any]:
    if isinstance(result, Mapping):
        return dict(result)
    return {"action": result.action, "content": result.content}


def _admits(schema: dict[str, Any], content: Any) -> bool:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  (FastMCP brings it)

    return content is None or Draft202012Validator(schema).is_valid(content)


def _named(answer: Reply) -> str:
    if callable(answer):
        return getattr(answer, "__name__", "a function")
    return str(_as_dict(answer)["action"])
