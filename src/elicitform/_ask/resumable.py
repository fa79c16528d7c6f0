"""`resumable`, which lets the body of a tool run again once its question is answered."""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_type_hints

from elicitform._ask.replay import Interruption, Replay
from elicitform.exceptions import AskingError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from elicitform._ask.connection import Connection

FunctionT = TypeVar("FunctionT", bound="Callable[..., Coroutine[Any, Any, Any]]")


class _Run:
    """One run of a resumable function.

    Attributes:
        ctx: The context that it was called with.
        replay: Its questions; None before the first one.
    """

    def __init__(self, ctx: object) -> None:
        self.ctx = ctx
        self.replay: Replay | None = None


_RUN: ContextVar[_Run | None] = ContextVar("elicitform_run", default=None)


def resumable(function: FunctionT) -> FunctionT:
    """Let this function ask on connections from 2026-07-28 on.

    There a server asks by ending the call with its question, and the client calls again with the
    answer. **The function then runs again from the top**, and each `ask` that has its answer
    returns it at once. So what stands above an `ask` runs once a round: look things up there, and
    act after the last answer. On older connections the function runs once.

    Write it below the decorator of the SDK. Name, description and schemas of the tool stay those of
    the function.

    Args:
        function: An ``async def`` with a parameter for the context of the SDK: a tool, a prompt or
            a resource template of `MCPServer` or FastMCP, or a handler of the low-level `Server`.

    Raises:
        TypeError: It is no ``async def``, or has no parameter for the context.

    Example:
        >>> @server.tool()
        ... @resumable
        ... async def deploy(service: str, ctx: Context) -> str: ...
    """
    position, name = _place_of_context(function)

    @functools.wraps(function)
    async def run(*args: Any, **kwargs: Any) -> Any:
        ctx = args[position] if position < len(args) else kwargs.get(name)
        outer = _RUN.get()
        if outer and outer.ctx is ctx:  # one resumable function calls another
            return await function(*args, **kwargs)
        current = _Run(ctx)
        token = _RUN.set(current)
        try:
            result = await function(*args, **kwargs)
        except BaseException as error:
            interruption, others = _parts(error)
            if interruption is None:
                raise
            if others is not None:
                raise others from None
            return interruption.result
        finally:
            _RUN.reset(token)
        if current.replay and current.replay.is_interrupted:
            raise AskingError(
                f"{function.__name__} caught what ends its run when it asks, and went on: let "
                "BaseException pass, and ask outside of `asyncio.gather(…, return_exceptions=True)`"
            )
        return result

    return cast("FunctionT", run)


def replay_on(connection: Connection) -> Replay:
    """Return the replay of the run that this is called in.

    Raises:
        AskingError: No function around it is resumable.
    """
    run = _RUN.get()
    if run is None:
        raise AskingError(
            f"on a connection of {connection.revision} a tool asks by ending, and runs again with "
            "the answer: write `@resumable` (from elicitform import resumable) above the function, "
            "below the decorator of the SDK"
        )
    if run.replay is None:
        run.replay = Replay(connection)
    return run.replay


def _place_of_context(function: Callable[..., Any]) -> tuple[int, str]:
    """Return the position and the name of the parameter that takes the context."""
    name = getattr(function, "__name__", type(function).__name__)
    is_function = inspect.isfunction(function) or inspect.ismethod(function)
    if not is_function or not inspect.iscoroutinefunction(function):
        raise TypeError(f"{name} cannot be resumable, since `ask` is awaited: write `async def`")
    annotations: dict[str, Any] = {}
    with contextlib.suppress(Exception):  # whatever a name that is not there yet raises
        annotations = inspect.get_annotations(function)
        annotations = get_type_hints(function)
    for position, parameter in enumerate(inspect.signature(function).parameters):
        if parameter in {"ctx", "context"} or _is_context(annotations.get(parameter)):
            return position, parameter
    raise TypeError(
        f"{name} cannot be resumable, since `ask` needs the context of the SDK: declare a "
        "parameter for it, such as `ctx: Context`"
    )


def _is_context(annotation: object) -> bool:
    """Return whether an annotation names the context of an SDK: in text, as a class, in a union."""
    bases = getattr(annotation, "__mro__", ())
    return any(re.search(r"Context\b", str(one)) for one in (annotation, *bases))


def _parts(error: BaseException) -> tuple[Interruption | None, BaseException | None]:
    """Return the interruption in an error, which may be a group of several, and what else it is."""
    if isinstance(error, Interruption):
        return error, None
    if not hasattr(error, "exceptions"):
        return None, error
    group: Any = error  # of Python 3.11, or of the backport that anyio brings
    found, others = group.split(Interruption)
    while hasattr(found, "exceptions"):
        found = found.exceptions[0]
    return found, others
