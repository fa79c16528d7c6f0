"""Forms that need no class of one's own: a confirmation, and a single value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from pydantic import Field, create_model
from typing_extensions import TypedDict, Unpack

from elicitform._answers.outcomes import Accepted, Cancelled, Declined
from elicitform._form.form import Form
from elicitform._wire.revisions import LATEST_REVISION, OLDEST_REVISION
from elicitform.exceptions import DefinitionFault, FormDefinitionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import NoReturn

    from elicitform._answers.texts import Text
    from elicitform._form.variants import FieldText
    from elicitform.exceptions import InvalidContent

T = TypeVar("T")

_ALIASES = {"alias", "validation_alias", "serialization_alias"}
_NO_ALIAS = DefinitionFault(
    "value",
    "",
    "name",
    "The one field of what `form_of` returns is called `value`, on the wire as well.",
    "Leave the alias out, or write a class, whose fields have names of their own.",
)


class Confirmation(Form):
    """Go ahead, or not: one boolean, which is false unless somebody makes it true.

    Ask with a message that says what happens, and look at both the outcome and the answer.

    Example:
        >>> outcome = Confirmation.parse_response(response)
        >>> if outcome and outcome.data.confirm: ...
    """

    confirm: bool = Field(default=False, title="Confirm")


class FieldKeywords(TypedDict, total=False):
    """What `form_of` takes: the keywords of pydantic's ``Field`` that a form can carry."""

    title: str
    description: str
    default: Any
    ge: float
    gt: float
    le: float
    lt: float
    min_length: int
    max_length: int


_NO_MODEL = (
    "what `form_of` returns is not a model: pass its `.form` to an SDK, and read `.value` of the "
    "answer; or ask with `elicitform.ask`, which takes it as it is and returns the value"
)


class ValueForm(Generic[T]):
    """A form of one field, whose answer is handed back as the value itself. Made by `form_of`.

    It is not a model. To an SDK that takes models, such as with ``ctx.elicit``, pass its `form`.

    Attributes:
        form: The form. Its one field is called ``value``.
    """

    def __init__(self, form: type[Form]) -> None:
        self.form = form

    def __repr__(self) -> str:
        return f"<form_of {self.form.model_fields['value'].annotation!r}>"

    def requested_schema(self, revision: str = LATEST_REVISION) -> dict[str, Any]:
        """Return the ``requestedSchema``; see `Form.requested_schema`."""
        return self.form.requested_schema(revision)

    def protocol_revisions(self) -> tuple[str, ...]:
        """Return the protocol revisions that can express the form, oldest first."""
        return self.form.protocol_revisions()

    def elicit_params(
        self, message: str | None = None, revision: str = LATEST_REVISION
    ) -> dict[str, Any]:
        """Return the params of an ``elicitation/create`` request; see `Form.elicit_params`."""
        return self.form.elicit_params(message, revision)

    def validate_content(self, content: object, *, strict: bool = False) -> T:
        """Return the value that ``content`` holds; see `Form.validate_content`.

        Raises:
            MalformedResponse: `content` is not an object.
            InvalidContent: It does not fit the form.
        """
        try:
            return self._value(self.form.validate_content(content, strict=strict))
        finally:
            del content  # a traceback shows the locals of this frame

    def parse_response(
        self, result: object, *, strict: bool = False
    ) -> Accepted[T] | Declined | Cancelled:
        """Read an ElicitResult; see `Form.parse_response`.

        Returns:
            `Accepted` with the value itself as its ``data``, or `Declined` or `Cancelled`.

        Raises:
            MalformedResponse: `result` is not an ElicitResult.
            InvalidContent: It was accepted, and its content does not fit the form.
        """
        try:
            outcome = self.form.parse_response(result, strict=strict)
        finally:
            del result  # as in `validate_content`
        if not outcome:
            return outcome
        return Accepted(self._value(outcome.data), outcome.nothing_collected)

    def asking_again(
        self,
        error: InvalidContent,
        message: str | None = None,
        *,
        revision: str = LATEST_REVISION,
        texts: Mapping[str, Text] | None = None,
    ) -> ValueForm[T]:
        """Return this form once more, about what is wrong; see `Form.asking_again`."""
        return ValueForm(self.form.asking_again(error, message, revision=revision, texts=texts))

    def with_choices(self, choices: Iterable[str] | Mapping[str, str]) -> ValueForm[T]:
        """Return this form with choices that are known at run time; see `Form.with_choices`."""
        return ValueForm(self.form.with_choices(value=choices))

    def with_default(self, default: T) -> ValueForm[T]:
        """Return this form with a default that is known at run time; see `Form.with_defaults`."""
        return ValueForm(self.form.with_defaults(value=default))

    def with_text(self, **text: Unpack[FieldText]) -> ValueForm[T]:
        """Return this form with another title or description; see `Form.with_text`."""
        return ValueForm(self.form.with_text(value=text))

    def model_json_schema(self, *_: object, **__: object) -> NoReturn:
        """Tell whoever takes this for a model what to pass; the official SDK asks for it first."""
        raise TypeError(_NO_MODEL)

    def __get_pydantic_core_schema__(self, *_: object) -> NoReturn:
        """Tell whoever takes this for a type what to pass; FastMCP asks pydantic for it."""
        raise TypeError(_NO_MODEL)

    @staticmethod
    def _value(answer: Form) -> T:
        return cast("T", cast("Any", answer).value)


@overload
def form_of(
    annotation: type[T],
    /,
    *,
    since: str = ...,
    message: str | None = ...,
    **field: Unpack[FieldKeywords],
) -> ValueForm[T]: ...
@overload
def form_of(
    annotation: Any,
    /,
    *,
    since: str = ...,
    message: str | None = ...,
    **field: Unpack[FieldKeywords],
) -> ValueForm[Any]: ...
def form_of(
    annotation: Any,
    /,
    *,
    since: str = OLDEST_REVISION,
    message: str | None = None,
    **field: Unpack[FieldKeywords],
) -> ValueForm[Any]:
    """Return a form that asks for a single value.

    Args:
        annotation: The type of the value: whatever a field of a form can have.
        since: The oldest revision that it must be exportable to.
        message: What the person is asked, unless a call says otherwise.
        **field: Keywords of pydantic's ``Field``: title, description, default and bounds.

    Raises:
        FormDefinitionError: The wire cannot carry such a field.

    Example:
        >>> form_of(int, title="How many?", ge=1).parse_response(response)
        Accepted(data=3)
    """
    if not _ALIASES.isdisjoint(field):
        raise FormDefinitionError("Value", (_NO_ALIAS,))
    question: Any = (annotation, Field(**cast("Any", field)))
    make = cast("Any", create_model)
    return ValueForm(
        make(
            "Value",
            __base__=Form,
            __cls_kwargs__={"since": since, "message": message},
            value=question,
        )
    )
