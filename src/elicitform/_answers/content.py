"""The content of an ElicitResult: what pydantic's reading of it leaves to be said and done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from elicitform._answers.blanks import UNUSUAL, was_blank
from elicitform._answers.faults import faults_in, faults_unnoticed
from elicitform._wire.revisions import OLDEST_REVISION
from elicitform._wire.rules import find_reason
from elicitform.exceptions import InvalidContent, MalformedResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from elicitform._wire.description import FieldDescription, FormDescription
    from elicitform.exceptions import Fault


class Answered:
    """What was answered to a form. Its ``repr`` shows neither, so that logs of errors do not.

    Attributes:
        form: The form that was asked.
        content: The answer, as it was: whoever gave it may change it since.
    """

    __slots__ = ("content", "form")

    def __init__(self, form: FormDescription, content: Any) -> None:
        self.form = form
        self.content: dict[Any, Any]
        if form.settings.since == OLDEST_REVISION:  # no field of it is a list
            self.content = dict(content)
        else:
            self.content = {
                name: [*value] if type(value) is list else value for name, value in content.items()
            }

    def collects_nothing(self) -> bool:
        """Return whether the answer holds nothing of a person's, while something is required.

        Some clients accept without collecting anything, and some SDKs fill the defaults in for
        them.
        """
        return holds_nothing_new(self.form, self.content) and any(
            field.required and field.name not in self.content for field in self.form.fields.values()
        )


class _Refused(Answered):
    """An answer that pydantic refused, from which the faults are found when they are asked for."""

    __slots__ = ("error", "strict", "unusual")
    error: ValidationError
    strict: bool
    unusual: bool

    def faults(self) -> tuple[Fault, ...]:
        return faults_in(
            self.error,
            self.form.fields,
            self.content,
            strict=self.strict,
            unusual=self.unusual,
        )


def refused_content(
    form: FormDescription,
    content: Any,
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
    refused = _Refused(form, content)
    refused.error = error.with_traceback(None)  # whose frames lead to who knows what
    refused.strict = strict
    refused.unusual = unusual
    return _invalid(refused, refused.faults)


def invalid_content(
    form: FormDescription, content: dict[Any, Any], faults: tuple[Fault, ...]
) -> InvalidContent:
    """Return the error that these are the faults of an answer, with the answer for asking again."""
    return _invalid(Answered(form, content), faults)


def _invalid(
    answered: Answered, faults: tuple[Fault, ...] | Callable[[], tuple[Fault, ...]]
) -> InvalidContent:
    invalid = InvalidContent(answered.form.name, faults, answered.collects_nothing)
    invalid._answered = answered  # noqa: SLF001  (private to the package)
    return invalid


def holds_nothing_new(form: FormDescription, content: object) -> bool:
    """Return whether content is empty, or holds only what a client may send for an unseen form.

    That is the defaults that the form shows at some revision, and null for what may be left open.
    """
    if type(content) is not dict and not isinstance(content, Mapping):
        return content is None
    fields = form.fields
    for name, value in content.items():
        field = fields.get(name)
        if field is None or not _is_default_shown(field, value):
            return False
    return True


def _is_default_shown(field: FieldDescription, value: object) -> bool:
    default = field.default
    if value is None or default is None:
        return value is None and not field.required
    if type(value) in _NUMBERS and type(default) in _NUMBERS:
        return value == default  # 1.0 where 1 is shown
    if type(value) is not type(default) or find_reason(field.kind, value):
        return False
    return value == default


_NUMBERS = {int, float}


def recheck(
    form: FormDescription, answer: object, content: Any, *, strict: bool
) -> InvalidContent | None:
    """Return the error for what pydantic took and no client can have sent, or forget blanks."""
    faults = faults_unnoticed(form.fields.values(), content, strict=strict)
    if faults:
        return invalid_content(form, content, faults)
    forget_blanks(answer, form, content)
    return None


def as_object(form: str, content: object) -> dict[Any, Any]:
    """Return content as a dict; None stands for content that is absent.

    Raises:
        MalformedResponse: It is no object.
    """
    try:
        if content is None:
            return {}
        if isinstance(content, Mapping):
            return dict(content)
    finally:
        del content  # a traceback shows the locals of this frame
    raise MalformedResponse(form, "the content of the response is not an object")


def answers_shown(form: FormDescription) -> dict[str, Any]:
    """Return the answers of the round before that stand where the next one leaves them out."""
    return {one.description.name: one.description.default for one in form.described if one.shown}


def with_answers_shown(shown: Mapping[str, Any], content: Any) -> Any:
    """Return `content` with the answers that were shown, in place of fields that were left out."""
    return {**shown, **content} if isinstance(content, Mapping) else content


def read_within(
    form: FormDescription, content: object, handler: Callable[[object], object]
) -> object:
    """Read the answer to a form that something else holds: a TypeAdapter, another model, a list.

    The errors are then printed as the config of the holder says, which may show the answer.

    Raises:
        pydantic.ValidationError: The answer does not fit, and nothing of it is in the error.
    """
    before = UNUSUAL.latest
    try:
        answer = handler(content)
    except ValidationError as error:
        refused = error if form.config.get("hide_input_in_errors") is False else _bare(error)
    else:
        if UNUSUAL.latest is not before and isinstance(content, Mapping):
            forget_blanks(answer, form, content)
        return answer
    finally:
        del content  # as in `as_object`
    raise refused


def _bare(error: ValidationError) -> ValidationError:
    """Return the error without the values that it is about."""
    lines = [
        InitErrorDetails(
            type=PydanticCustomError(line["type"], line["msg"]),  # pyright: ignore[reportArgumentType]
            loc=line["loc"],
            input=None,
        )
        for line in error.errors(include_url=False, include_input=False)
    ]
    return ValidationError.from_exception_data(error.title, lines, hide_input=True)


def forget_blanks(answer: object, form: FormDescription, content: Mapping[Any, Any]) -> None:
    """Take the fields whose answer was a blank out of ``model_fields_set``."""
    if not isinstance(answer, BaseModel):
        return  # the author's own validator made something else of it
    for field in form.fields.values():
        # With ``strict=True``, an empty text or list is what it is where the schema admits it.
        is_read = field.optional and answer.__dict__.get(field.attribute) is not None
        if not is_read and was_blank(field, content.get(field.name, ...)):
            answer.model_fields_set.discard(field.attribute)
