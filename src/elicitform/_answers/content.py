"""The content of an ElicitResult: what pydantic's reading of it leaves to be said and done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails

from elicitform._answers.faults import faults_beside, faults_in, faults_unnoticed
from elicitform._answers.reader import is_read_leniently, was_blank, wire_error
from elicitform._wire.revisions import OLDEST_REVISION
from elicitform.exceptions import InvalidContent, MalformedResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from elicitform._wire.description import FieldDescription, FormDescription
    from elicitform.exceptions import Fault


def refused_content(
    form: FormDescription,
    content: dict[Any, Any],
    error: ValidationError,
    *,
    strict: bool,
    unusual: bool,
) -> InvalidContent:
    """Return the error for content that pydantic refused, whose faults wait to be asked for.

    Args:
        form: The form.
        content: The content.
        error: What pydantic says of it.
        strict: Whether what the wire does not allow is a fault, however it can be read.
        unusual: Whether something in it is read leniently.
    """
    seen = _snapshot(form, content)
    bare = error.with_traceback(None)  # its frames would hold this one, and all that is in it
    return _invalid(
        form,
        seen,
        lambda: faults_in(bare, form.fields, seen, strict=strict, unusual=unusual),
    )


def unreadable_content(
    form: FormDescription, content: dict[Any, Any], rule: str, *, strict: bool
) -> InvalidContent:
    """Return the error for content of which a validator says what pydantic cannot hand on.

    Args:
        form: The form.
        content: The content.
        rule: What the validator said, which is no valid Unicode text.
        strict: Whether what the wire does not allow is a fault, however it can be read.
    """
    seen = _snapshot(form, content)
    return _invalid(form, seen, faults_beside(rule, form.fields, seen, strict=strict))


def _snapshot(form: FormDescription, content: dict[Any, Any]) -> dict[Any, Any]:
    """Return a copy of `content`, which may be changed before anybody looks at its faults."""
    if form.settings.since == OLDEST_REVISION:  # no field of it is a list
        return dict(content)
    return {name: [*value] if type(value) is list else value for name, value in content.items()}


def _invalid(
    form: FormDescription,
    content: dict[Any, Any],
    faults: tuple[Fault, ...] | Callable[[], tuple[Fault, ...]],
) -> InvalidContent:
    """Return an error that holds the answer, for asking again."""
    invalid = InvalidContent(form.name, faults, _collects_nothing(form, content))
    invalid._answered = Answered(form, content)  # noqa: SLF001  (nobody else may look)
    return invalid


class Answered:
    """What was answered to a form. Its ``repr`` shows neither, so that logs of errors do not.

    Attributes:
        form: The form that was asked.
        content: The answer.
    """

    __slots__ = ("content", "form")

    def __init__(self, form: FormDescription, content: Mapping[Any, Any]) -> None:
        self.form = form
        self.content = content


def _collects_nothing(form: FormDescription, content: Mapping[Any, Any]) -> bool:
    """Return whether content is empty, or holds only defaults shown, while something is required.

    Some clients accept without collecting anything, and some SDKs fill the defaults in for them.
    """
    if not content:
        return form.requires_something
    return all(_is_default_shown(form.fields.get(name), content[name]) for name in content) and any(
        field.required and field.name not in content for field in form.fields.values()
    )


def _is_default_shown(field: FieldDescription | None, value: object) -> bool:
    return field is not None and value == field.default and type(value) is type(field.default)


def recheck(
    form: FormDescription, answer: object, content: dict[Any, Any], *, strict: bool
) -> None:
    """Refuse what pydantic took and the wire does not allow, and forget blanks."""
    faults = faults_unnoticed(form.fields.values(), content, strict=strict)
    if faults:
        raise _invalid(form, _snapshot(form, content), faults)
    forget_blanks(answer, form, content)


def as_object(form: str, content: object) -> dict[Any, Any]:
    """Return content as a dict; None stands for content that is absent."""
    if content is None:
        return {}
    if isinstance(content, Mapping):
        return dict(content)
    raise MalformedResponse(form, "the content of the response is not an object")


def require_the_wire(form: FormDescription, content: Mapping[Any, Any]) -> None:
    """Refuse what the validator reads leniently, in the way of pydantic's callers."""
    refused = [
        InitErrorDetails(type=wire_error(field.kind), loc=(field.name,), input=content[field.name])
        for field in form.fields.values()
        if field.name in content and is_read_leniently(field.kind, content[field.name])
    ]
    if refused:
        raise ValidationError.from_exception_data(form.name, refused, hide_input=True)


def answers_shown(form: FormDescription) -> dict[str, Any]:
    """Return the answers of the round before that stand where the next one leaves them out."""
    return {one.description.name: one.description.default for one in form.described if one.shown}


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
