"""The author's own functions, called so that no error of theirs carries an answer out.

What a validator says in a ValueError or AssertionError is meant for the person, and is a fault of
its field. Any other exception is a bug of the author's. pydantic lets it through, with whatever it
holds of the answer; here it becomes a fault that says nothing of the answer, and a record in the
log that says where to look. KeyboardInterrupt, SystemExit and MemoryError pass.
"""

from __future__ import annotations

from collections import deque
from functools import wraps
from types import AsyncGeneratorType, CoroutineType, GeneratorType, NoneType
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError
from pydantic_core import (
    InitErrorDetails,
    PydanticCustomError,
    PydanticKnownError,
    PydanticUseDefault,
)

from elicitform._answers.blanks import RULE_ERROR
from elicitform._wire.description import description_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pydantic import BaseModel
    from pydantic_core import CoreSchema

    from elicitform._wire.description import FormDescription

_UNMADE = object()
"""Stands in an answer for a default that could not be made, until the answer is refused."""


def guard_functions(schema: CoreSchema, form: FormDescription) -> None:
    """Change the schema of a form so that every function of the author's is called guarded.

    Args:
        schema: The schema that pydantic has made of the form, before anything is put around it.
        form: The form.
    """
    node = cast("dict[str, Any]", schema)
    while node["type"] != "model":
        _guard(node, form.name, _USELESS)
        node = node["schema"]
    if "post_init" in node or any(one.info.default_factory for one in form.described):
        node["post_init"] = "__elicit_post_init__"
    fields = node["schema"]
    fields = fields.get("schema", fields)  # within generic models, pydantic 2.7 has one around it
    optional = {one.description.attribute for one in form.described if one.description.optional}
    for name, field in fields["fields"].items():
        inner = field["schema"]
        passing = (PydanticUseDefault,) if inner["type"] == "default" else ()
        useless = _UNFINISHED if name in optional else _USELESS
        while inner["type"] in {"default", "function-after"}:
            _guard(inner, form.name, useless, passing)
            inner = inner["schema"]


_UNFINISHED = (CoroutineType, GeneratorType, AsyncGeneratorType)
"""What a function returns that is written as ``async def``, or with ``yield``, and has not run."""

_USELESS = (*_UNFINISHED, NoneType)
"""The same, and what a function returns that forgets to, where None is no answer."""


def _guard(
    node: dict[str, Any],
    form: str,
    useless: tuple[type, ...],
    passing: tuple[type[Exception], ...] = (),
) -> None:
    if node["type"] == "function-after":  # the only validators that a form may have
        called = node["function"]
        function = guarded(called["function"], form, useless, passing)
        node["function"] = {**called, "function": function}


def guarded(
    function: Callable[..., Any],
    form: str,
    useless: tuple[type, ...] = _UNFINISHED,
    passing: tuple[type[Exception], ...] = (),
) -> Callable[..., Any]:
    """Return a function of the author's that raises only what is fit to be shown.

    Args:
        function: A validator, or anything else that pydantic calls while it reads an answer.
        form: The name of the form, for the log.
        useless: Types of what it cannot mean to return, such as None where it forgets to return.
        passing: What else it may raise: pydantic's word for the default, where there is one.
    """

    def call(*arguments: Any) -> Any:
        refusal: Exception | None
        try:
            result = function(*arguments)
            if not isinstance(result, useless):
                return result
            refusal = _refused_result(result, function, form)
            del result  # as the arguments
        except MemoryError:
            raise
        except passing:
            raise
        except Exception as error:  # noqa: BLE001  (whatever it is, it may hold the answer)
            refusal = _presentable(error)
            if refusal is None:
                _report(form, f"{_name(function)} raised {_name(type(error))}", _places(error))
                refusal = PydanticCustomError(RULE_ERROR, "the answer could not be checked")
        finally:
            del arguments  # so that no frame of ours shows them
        try:
            raise refusal  # outside `except`: the author's error must not become its context
        finally:
            del refusal

    return call


def _refused_result(result: object, function: Callable[..., Any], form: str) -> PydanticCustomError:
    """Return the error for a function that has not judged the answer."""
    happened = "returned nothing: let it return the value, or the form"
    if result is not None:
        if isinstance(result, (CoroutineType, GeneratorType)):
            result.close()  # so that Python does not warn that nobody awaited it
        happened = "has not run: write it as a plain `def`, without `async` and `yield`"
    _report(form, f"{_name(function)} {happened}", _place_of(function))
    return PydanticCustomError(RULE_ERROR, "the answer could not be checked")


def _presentable(error: Exception) -> Exception | None:
    """Return the error by which a validator refuses an answer, or None where it is a bug."""
    try:
        match error:
            case ValidationError() | PydanticCustomError() | PydanticKnownError():
                _require_printable(error)
                return error
            case UnicodeError():  # its text is made by Python, out of the answer
                return None
            case ValueError() | AssertionError():
                text = str(error)
                valid = valid_unicode(text)
                return error if text == valid else ValueError(valid)
            case _:
                return None
    except Exception:  # noqa: BLE001  (what it says cannot be shown)
        return None


def _require_printable(
    error: ValidationError | PydanticCustomError | PydanticKnownError,
) -> None:
    """Raise anything where pydantic could not say later what is wrong."""
    if isinstance(error, ValidationError):
        error.errors(include_url=False, include_input=False)
        return
    for value in (error.context or {}).values():
        str(value).encode()
    error.message().encode()


def valid_unicode(text: str) -> str:
    """Return `text` with a replacement character for each lone surrogate."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def made_by(
    factory: Callable[..., Any], take: Callable[[Any], Any], form: str, field: str
) -> Callable[..., Any]:
    """Return a ``default_factory`` that raises nothing, whatever it is given and makes.

    Where it makes nothing that fits, the answer is refused once it is read; see `finish`.

    Args:
        factory: The author's.
        take: Returns the default that a value is, or raises where the field does not take it.
        form: The name of the form, for the log.
        field: The name of the field, for the log.
    """

    @wraps(factory)
    def make(*answers: dict[str, Any]) -> Any:
        value = _UNMADE
        try:
            if answers and any(answer is _UNMADE for answer in answers[0].values()):
                return _UNMADE  # nothing can be made of what could not be made itself
            value = factory(*answers)
            return take(value)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  (as in `guarded`)
            happened, places = f"raised {_name(type(error))}", _places(error)
            if value is not _UNMADE:
                happened = f"made an object of type {_name(type(value))}, which does not fit"
                places = _place_of(factory)
            _report(form, f"the default_factory of {field}, {_name(factory)}, {happened}", places)
            return _UNMADE
        finally:
            del answers, value

    return make


def finish(answer: BaseModel, context: object) -> None:
    """Refuse an answer whose defaults could not be made, and call the author's `model_post_init`.

    Raises:
        pydantic.ValidationError: A default could not be made.
    """
    form = description_of(type(answer))
    try:
        unmade = [
            InitErrorDetails(type=_NOT_FILLED_IN, loc=(field.name,), input=None)
            for field in form.fields.values()
            if answer.__dict__.get(field.attribute) is _UNMADE
        ]
        if unmade:
            raise ValidationError.from_exception_data(form.name, unmade, hide_input=True)
        guarded(type(answer).model_post_init, form.name)(answer, context)
    finally:
        del answer


_NOT_FILLED_IN = PydanticCustomError(RULE_ERROR, "could not be filled in; please answer it")


def _report(form: str, happened: str, places: Iterable[str]) -> None:
    """Log what an author's function did, and where, without anything that it said."""
    import logging  # noqa: PLC0415  (few forms have bugs, and every import would pay for it)

    logging.getLogger("elicitform").error(
        "%s: %s, so an answer was refused. More is not logged, since it may hold the answer.%s",
        form,
        happened,
        "".join(f"\n  {place}" for place in deque(places, maxlen=_PLACES_LOGGED)),
    )


_PLACES_LOGGED = 8


def _name(function: object) -> str:
    """Return what a function or class is called in its module."""
    name = getattr(function, "__qualname__", None)
    return name if isinstance(name, str) else type(function).__qualname__


def _places(error: Exception) -> Iterator[str]:
    """Yield where `error` came through, outermost first, as a traceback has it."""
    trace = error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        if code.co_filename != __file__:
            yield f'File "{code.co_filename}", line {trace.tb_lineno}, in {code.co_name}'
        trace = trace.tb_next


def _place_of(function: object) -> Iterator[str]:
    """Yield where a function is defined, if it is one of Python's."""
    code = getattr(function, "__code__", None)
    if code is not None:
        yield f'File "{code.co_filename}", line {code.co_firstlineno}, in {code.co_name}'
