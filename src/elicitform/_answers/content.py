"""The content of an ElicitResult: what pydantic's reading of it leaves to be said and done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails

from elicitform._answers.faults import faults_in, faults_unnoticed
from elicitform._answers.reader import is_read_leniently, was_blank, wire_error
from elicitform._wire.revisions import OLDEST_REVISION
from elicitform.exceptions import InvalidContent, MalformedResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from elicitform._form.definition import FormDescription
    from elicitform._form.form import Form
    from elicitform.exceptions import Fault


def refused_content(
    cls: type[Form],
    content: dict[Any, Any],
    error: ValidationError,
    *,
    strict: bool,
    unusual: bool,
) -> InvalidContent:
    """Return the error for content that pydantic refused, whose faults wait to be asked for.

    Args:
        cls: The form.
        content: The content.
        error: What pydantic says of it.
        strict: Whether what the wire does not allow is a fault, however it can be read.
        unusual: Whether something in it is read leniently.
    """
    seen = _snapshot(cls, content)
    bare = error.with_traceback(None)  # its frames would hold this one, and all that is in it
    fields = cls.__elicit_form__.fields
    return _invalid(
        cls, seen, lambda: faults_in(bare, fields, seen, strict=strict, unusual=unusual)
    )


def _snapshot(cls: type[Form], content: dict[Any, Any]) -> dict[Any, Any]:
    """Return a copy of `content`, which may be changed before anybody looks at its faults."""
    if cls.__elicit_form__.settings.since == OLDEST_REVISION:  # no field of it is a list
        return dict(content)
    return {name: [*value] if type(value) is list else value for name, value in content.items()}


def _invalid(
    cls: type[Form],
    content: dict[Any, Any],
    faults: tuple[Fault, ...] | Callable[[], tuple[Fault, ...]],
) -> InvalidContent:
    """Return an error that can ask again; it holds the answer where nothing prints it."""
    form = cls.__elicit_form__
    invalid = InvalidContent(form.name, faults, not content and form.requires_something)
    invalid._form_again = (  # noqa: SLF001  (for `retry` alone)
        lambda found, revision: _form_again(cls, content, found, revision)
    )
    return invalid


def _form_again(
    cls: type[Form], content: dict[Any, Any], faults: tuple[Fault, ...], revision: str
) -> type[Form]:
    from elicitform._form.retry import form_again  # noqa: PLC0415  (few answers are bad)

    return form_again(cls, content, faults, revision)


def look_again(cls: type[Form], answer: object, content: dict[Any, Any], *, strict: bool) -> None:
    """Refuse what pydantic took and the wire does not allow, and forget blanks."""
    form = cls.__elicit_form__
    faults = faults_unnoticed(form.fields.values(), content, strict=strict)
    if faults:
        raise _invalid(cls, _snapshot(cls, content), faults)
    forget_blanks(answer, form, content)


def as_object(cls: type[Form], content: object) -> dict[Any, Any]:
    if content is None:
        return {}
    if isinstance(content, Mapping):
        return dict(content)
    raise MalformedResponse(cls.__name__, "the content of the response is not an object")


def require_the_wire(cls: type[Form], content: Mapping[Any, Any]) -> None:
    """Refuse what the validator reads leniently, in the way of pydantic's callers."""
    refused = [
        InitErrorDetails(type=wire_error(field.kind), loc=(field.name,), input=content[field.name])
        for field in cls.__elicit_form__.fields.values()
        if field.name in content and is_read_leniently(field.kind, content[field.name])
    ]
    if refused:
        raise ValidationError.from_exception_data(cls.__name__, refused, hide_input=True)


def with_answers_shown(shown: Mapping[str, Any], content: Any) -> Any:
    """Return `content` with the answers that were shown, in place of fields that were left out."""
    return {**shown, **content} if isinstance(content, Mapping) else content


def forget_blanks(answer: object, form: FormDescription, content: Mapping[Any, Any]) -> None:
    """Take the fields whose answer was a blank out of ``model_fields_set``."""
    if not isinstance(answer, BaseModel):
        return  # the author's own validator made something else of it
    for field in form.fields.values():
        if not field.required and was_blank(field.kind, content.get(field.name, ...)):
            answer.model_fields_set.discard(field.attribute)
