"""`ask`: one question, put to a person until there is a good answer, or none to be had."""

from __future__ import annotations

import logging
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, TypeVar, cast, overload

from elicitform._answers.outcomes import Declined
from elicitform._ask.connection import (
    ClientError,
    NoAnswerError,
    connection_of,
    supports_forms,
)
from elicitform._ask.outcomes import AskOutcome, Reason, Unavailable
from elicitform._ask.rejected import Rejected
from elicitform._ask.resumable import replay_on
from elicitform._form.ready import Confirmation
from elicitform._wire.revisions import REVISIONS
from elicitform.exceptions import (
    AskingError,
    InvalidContent,
    MalformedResponse,
    RevisionError,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from elicitform._answers.texts import Text
    from elicitform._ask.connection import Connection
    from elicitform._form.form import Form
    from elicitform._form.ready import ValueForm

    Check: TypeAlias = "Callable[[T], Awaitable[None] | None]"

FormT = TypeVar("FormT", bound="Form")
T = TypeVar("T")

_ROUNDS_SINCE = "2026-07-28"
"""From this revision on a server asks by ending the call with its question."""

_METHOD_NOT_FOUND = -32601
_INVALID_PARAMS = -32602
_WRONG_ANSWER = "Invalid elicitation result"
"""How MCP Inspector 2.12 ends a request for which a person clears an optional number."""

_LOG = logging.getLogger("elicitform")


@overload
async def ask(
    ctx: object,
    form: type[FormT],
    message: str | None = ...,
    *,
    tries: int = ...,
    timeout: float | None = ...,
    check: Check[FormT] | None = ...,
    texts: Mapping[str, Text] | None = ...,
) -> AskOutcome[FormT]: ...
@overload
async def ask(
    ctx: object,
    form: ValueForm[T],
    message: str | None = ...,
    *,
    tries: int = ...,
    timeout: float | None = ...,
    check: Check[T] | None = ...,
    texts: Mapping[str, Text] | None = ...,
) -> AskOutcome[T]: ...
async def ask(  # noqa: PLR0913  (what is seldom said has a name and a default)
    ctx: object,
    form: Any,
    message: str | None = None,
    *,
    tries: int = 3,
    timeout: float | None = None,
    check: Check[Any] | None = None,
    texts: Mapping[str, Text] | None = None,
) -> AskOutcome[Any]:
    """Ask a person through the client that called, whatever the SDK and the revision.

    A wrong answer is asked again, with the good ones kept and a message about the others. On
    connections from 2026-07-28 on, the function around this has to be decorated with `resumable`,
    and runs again from the top once there is an answer.

    Args:
        ctx: The context that the SDK hands to the tool, prompt, resource template or handler.
        form: A form class, or what `form_of` returns.
        message: What the person is asked, in words; by default the message of the class.
        tries: How often to ask until there is a good answer.
        timeout: How many seconds to wait for each answer, on connections up to 2025-11-25; later
            ones have nobody waiting.
        check: What the form cannot say: it gets the answer, may be async, and raises `Rejected`
            where the answer will not do. It runs again whenever the function around it does.
        texts: A catalogue in place of `elicitform.ENGLISH`, as in `Form.asking_again`.

    Returns:
        `Accepted` with the answer as its ``data``, which alone is true; `Declined` or `Cancelled`;
        or `Unavailable`, which says why there is no answer.

    Raises:
        AskingError: The function around this is not resumable, or asks without end; or `check`
            returned something.
        FormDefinitionError: The form is abstract, awaits choices, or has no message.
        TypeError: `ctx` is the context of no known SDK.
        ValueError: `tries` is less than 1.

    Example:
        >>> match await ask(ctx, Deploy, f"Deploy {service}?"):
        ...     case Accepted(wish): ...
        ...     case Refused(): ...
        ...     case Unavailable(reason): ...
    """
    if tries < 1:
        raise ValueError(f"a question is asked at least once, and tries is {tries}")
    connection = connection_of(ctx)
    revision = connection.revision
    if revision in REVISIONS and not supports_forms(connection.capabilities):
        return Unavailable("unsupported")
    try:
        params = form.elicit_params(message, revision)
    except RevisionError as error:
        _LOG.warning("nobody was asked: %s", error)
        return Unavailable("revision", error)
    outcome = await _outcome(connection, form, params, timeout, check)
    for _ in range(tries - 1):
        if not _may_ask_again(outcome):
            break
        if isinstance(outcome.error, InvalidContent):
            form = form.asking_again(outcome.error, message, revision=revision, texts=texts)
            params = form.elicit_params(revision=revision)
        outcome = await _outcome(connection, form, params, timeout, check)
    return outcome


def _may_ask_again(outcome: AskOutcome[Any]) -> TypeGuard[Unavailable]:
    return isinstance(outcome, Unavailable) and outcome.reason == "no-good-answer"


async def _outcome(
    connection: Connection,
    form: Any,
    params: dict[str, Any],
    timeout: float | None,
    check: Check[Any] | None,
) -> AskOutcome[Any]:
    """Put one question, and return what becomes of it."""
    response = await _response(connection, params, timeout)
    if isinstance(response, Unavailable):
        return response
    try:
        outcome: AskOutcome[Any] = form.parse_response(response)
    except InvalidContent as error:
        return Unavailable(
            "nothing-collected" if error.nothing_collected else "no-good-answer", error
        )
    except MalformedResponse as error:
        return Unavailable("client-error", error)
    if outcome and check:
        try:
            verdict: object = check(outcome.data)
            if isawaitable(verdict):
                verdict = await verdict
        except Rejected as rejected:
            return Unavailable("no-good-answer", rejected.about(form, response))
        if verdict is not None:  # nobody acts on an answer that a check may have meant to refuse
            raise AskingError(
                f"`check` returned an object of type {type(verdict).__name__}: it refuses an "
                "answer by raising `Rejected`, and returns nothing where the answer is good"
            )
    return outcome


async def _response(
    connection: Connection, params: dict[str, Any], timeout: float | None
) -> object | Unavailable:
    """Return what the client answers, in this run of the tool or in a round before."""
    if cast("str", connection.revision) >= _ROUNDS_SINCE:
        return replay_on(connection).response_to(params)
    try:
        return await connection.send(params, timeout)
    except NoAnswerError:
        return Unavailable("timeout")
    except MalformedResponse as error:
        return Unavailable("client-error", error)
    except ClientError as failed:
        return Unavailable(_reason(failed), failed.error)


def _reason(failed: ClientError) -> Reason:
    """Return what an error of the client means, by its code (JSON-RPC 2.0, section 5.1)."""
    if failed.code == _METHOD_NOT_FOUND:
        return "unsupported"
    if failed.code == _INVALID_PARAMS and _WRONG_ANSWER in str(failed.error):
        return "no-good-answer"
    return "client-error"


async def confirm(
    ctx: object, message: str, *, timeout: float | None = None
) -> AskOutcome[Confirmation]:
    """Ask a person whether to go ahead.

    Args:
        ctx: As in `ask`.
        message: What happens if they agree, such as "Delete 14 files?".
        timeout: As in `ask`.

    Returns:
        As `ask`, and true only where the person ticked the box and accepted; where they accepted
        and left it open, it is `Declined`.

    Raises:
        AskingError, TypeError: As in `ask`.

    Example:
        >>> if await confirm(ctx, "Delete 14 files?"): ...
    """
    outcome = await ask(ctx, Confirmation, message, timeout=timeout)
    if outcome and not outcome.data.confirm:
        return Declined()
    return outcome
