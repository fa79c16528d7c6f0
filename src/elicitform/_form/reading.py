"""The schema by which pydantic-core reads a form, by itself and where something else holds it."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from threading import local
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel
from pydantic_core import core_schema

from elicitform import _pydantic
from elicitform._answers.author import guard_functions
from elicitform._answers.content import answers_shown, read_within, with_answers_shown
from elicitform._answers.faults import without_most_unknown_keys
from elicitform._answers.reader import core_schema_of, first_if_lax, never_lax
from elicitform.exceptions import FormDefinitionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic import GetCoreSchemaHandler, ValidationInfo
    from pydantic_core import CoreSchema

    from elicitform._wire.description import FormDescription

ModelT = TypeVar("ModelT", bound=BaseModel)


class _Building(local):
    """The form whose own validator this thread builds, as opposed to one that holds the form."""

    form: type[BaseModel] | None = None


_BUILDING = _Building()


@contextmanager
def building(cls: type[BaseModel]) -> Iterator[None]:
    """Let `schema_of` know that it is asked for the validator of `cls` itself."""
    _BUILDING.form = cls
    try:
        yield
    finally:
        _BUILDING.form = None


def schema_of(
    cls: type[BaseModel], form: FormDescription, handler: GetCoreSchemaHandler
) -> CoreSchema:
    """Return the schema by which `cls` is read.

    Where something else holds the form, such as a model or a TypeAdapter, it has a function around
    it, which takes care of what the methods of the form do otherwise.

    Raises:
        FormDefinitionError: The form is abstract, or awaits choices.
    """
    if _BUILDING.form is not cls:
        return _held_schema(cls, form, handler)
    if form.config.get("validate_assignment"):  # which `never_lax` around the form would take away
        return _model_schema(cls, form, handler, by_field=True)
    again = core_schema.with_info_plain_validator_function(_named(form, _read_again, cls))
    return never_lax(_model_schema(cls, form, handler), again)


def _held_schema(
    cls: type[BaseModel], form: FormDescription, handler: GetCoreSchemaHandler
) -> CoreSchema:
    held: Any = dict(_model_schema(cls, form, handler))
    ref = held.pop("ref", None)  # whatever holds the form twice refers to it
    return core_schema.no_info_wrap_validator_function(
        _named(form, read_within, form),
        core_schema.chain_schema([first_if_lax(partial(_read_again, cls)), held]),
        ref=ref,
    )


def _model_schema(
    cls: type[BaseModel],
    form: FormDescription,
    handler: GetCoreSchemaHandler,
    *,
    by_field: bool = False,
) -> CoreSchema:
    fields = {
        one.description.attribute: _pydantic.read_by(
            one.info, core_schema_of(one.description, by_itself=by_field), one.validators
        )
        for one in form.described
    }
    schema = _pydantic.schema_with(cls, fields, form.config, handler)
    guard_functions(schema, form)
    if form.unready:  # raised last, so that pydantic's own errors come first
        raise FormDefinitionError(form.name, form.unready)
    shown = answers_shown(form)
    if shown:
        schema = core_schema.no_info_before_validator_function(
            _named(form, with_answers_shown, shown), schema
        )
    if form.config.get("extra") == "forbid":  # only then does pydantic look at unknown keys
        few = _named(form, without_most_unknown_keys, form.fields)
        schema = core_schema.no_info_before_validator_function(few, schema)
    return schema


def _named(form: FormDescription, function: Callable[..., Any], *given: object) -> Any:
    """Return a function that has its first arguments, and the name of the form.

    pydantic puts the name into its errors, and else would put the arguments there.
    """
    named: Any = partial(function, *given)
    named.__name__ = named.__qualname__ = form.name
    return named


def _read_again(cls: type[ModelT], content: object, info: ValidationInfo) -> ModelT:
    """Read an answer without the ``strict=False`` that the form is read with."""
    try:
        answer: ModelT = cls.__pydantic_validator__.validate_python(content, context=info.context)
        return answer
    finally:
        del content  # as in `validate_content`
