"""`Rejected`: an answer that fits the form, and that the server cannot take all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform._answers.content import as_object, invalid_content
from elicitform._answers.outcomes import read_result
from elicitform._form.ready import ValueForm
from elicitform._wire.description import description_of
from elicitform.exceptions import Fault

if TYPE_CHECKING:
    from elicitform._form.form import Form
    from elicitform._wire.description import FormDescription
    from elicitform.exceptions import InvalidContent


class Rejected(Exception):  # noqa: N818  (named for what it says of the answer)
    """An answer fits its form, and yet will not do.

    Raise it in the `check` of `ask`, which asks again with the other answers kept.

    Attributes:
        field: The field at fault, by its Python name or its name on the wire, or None for the whole
            form.
        message: What is wrong, in words for a person.

    Example:
        >>> async def check(answer: Account) -> None:
        ...     if await is_taken(answer.email):
        ...         raise Rejected("email", "is taken already")
    """

    def __init__(self, field: str | None, message: str) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message

    def about(self, form: type[Form] | ValueForm[Any], response: object) -> InvalidContent:
        """Return the error that this response is wrong, for `Form.asking_again`.

        It is for loops of your own; `ask` does the same.

        Args:
            form: The form that was asked.
            response: The accepted ElicitResult, as for `Form.parse_response`.

        Raises:
            LookupError: The form has no such field.
            MalformedResponse: `response` is not an ElicitResult.

        Example:
            >>> outcome = form.parse_response(response)
            >>> if outcome and is_taken(outcome.data.email):
            ...     raise Rejected("email", "is taken already").about(form, response)
        """
        asked = description_of(form.form if isinstance(form, ValueForm) else form)
        _, content = read_result(asked.name, response)
        fault = Fault(_wire_name(asked, self.field), "rule", self.message)
        return invalid_content(asked, as_object(asked.name, content), (fault,))


def _wire_name(form: FormDescription, name: str | None) -> str:
    if name is None:
        return ""
    if name in form.fields:
        return name
    for field in form.fields.values():
        if field.attribute == name:
            return field.name
    known = ", ".join(repr(field.attribute) for field in form.fields.values())
    raise LookupError(f"{form.name} has no field {name!r} to reject; it has {known}")
