"""Asking again: the form with the good answers of the round before as defaults."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from pydantic_core import SchemaValidator

from elicitform._answers.reader import core_schema_of, was_blank
from elicitform._form.variants import prefilled
from elicitform._wire.render import shows_default
from elicitform._wire.revisions import VOCABULARIES
from elicitform.exceptions import FormDefinitionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elicitform._form.form import Form
    from elicitform.exceptions import Fault


def form_again(
    form: type[Form], content: Mapping[Any, Any], faults: tuple[Fault, ...], revision: str
) -> type[Form]:
    """Return `form` with the good answers of `content` as defaults, as far as the wire has them.

    Args:
        form: The form that was asked.
        content: What was answered.
        faults: What is wrong with it.
        revision: The protocol revision to ask at.
    """
    form.requested_schema(revision)  # raises RevisionError
    answers = _good_answers(form, content, faults, revision)
    try:
        return prefilled(form, answers)
    except FormDefinitionError as error:  # such as an integer past 2**53: no default holds it
        refused = {fault.field for fault in error.faults}
    return prefilled(form, {name: answers[name] for name in answers if name not in refused})


def _good_answers(
    form: type[Form], content: Mapping[Any, Any], faults: tuple[Fault, ...], revision: str
) -> dict[str, object]:
    """Return the answers without a fault, as Python values by the names of their fields."""
    wrong = {fault.field for fault in faults}
    good: dict[str, object] = {}
    for field in form.__elicit_form__.fields.values():
        value = content.get(field.name)
        if field.name in wrong or value is None or was_blank(field.kind, value):
            continue
        if shows_default(field.kind, VOCABULARIES[revision]):
            with contextlib.suppress(ValidationError):  # a list of another class was changed since
                reader = SchemaValidator(core_schema_of(field))
                good[field.attribute] = reader.validate_python(value)
    return good
