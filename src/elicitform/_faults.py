"""What is wrong with an answer: reasons of our own, and what the author's validators say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from elicitform._explain import find_reason
from elicitform._read import WIRE_ERROR, was_blank
from elicitform.exceptions import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic_core import ErrorDetails

    from elicitform._fields import FieldDescription

_UNKNOWN_KEYS_LISTED = 20
_LONGEST_KEY = 80
_LONGEST_RULE = 1_000


def faults_in(
    error: ValidationError, fields: dict[str, FieldDescription], content: Mapping[Any, Any]
) -> tuple[Fault, ...]:
    """Return every fault of an answer that pydantic refused, at most one a field.

    Args:
        error: What pydantic says of it, field by field.
        fields: The fields of the form, by property name.
        content: The answer.
    """
    faults = [
        _fault(line, fields, content)
        for line in error.errors(include_url=False, include_input=False)
    ]
    most = len(fields) + _UNKNOWN_KEYS_LISTED
    if len(faults) > most:  # pydantic lists unknown keys last
        more = f"holds {len(faults) - most} more keys that are not fields of the form"
        faults[most:] = [Fault("", "unknown", more)]
    return tuple(faults)


def _fault(
    line: ErrorDetails, fields: dict[str, FieldDescription], content: Mapping[Any, Any]
) -> Fault:
    place = line["loc"]
    if not place:
        return Fault("", "rule", _rule_message(line))
    field = fields.get(place[0])  # type: ignore[arg-type]  # an odd key is found nowhere
    if field is not None:
        return _field_fault(line, field, content)
    return Fault(str(place[0])[:_LONGEST_KEY], "unknown", "is not a field of the form")


def _field_fault(line: ErrorDetails, field: FieldDescription, content: Mapping[Any, Any]) -> Fault:
    value = content.get(field.name)
    if value is None and field.required:
        return Fault(field.name, "missing", "is required, and was not answered")
    if line["type"] == WIRE_ERROR:
        reason = find_reason(field.kind, value)
        if reason:
            return Fault(field.name, reason[0], reason[1])
    return Fault(field.name, "rule", _rule_message(line))


def faults_unnoticed(
    fields: Iterable[FieldDescription], content: Mapping[Any, Any], *, blanks: bool
) -> tuple[Fault, ...]:
    """Return the faults of an answer that pydantic took: Python values, and blanks.

    Args:
        fields: The fields of the form.
        content: The answer.
        blanks: Whether a blank may stand for a field left open.
    """
    given = [field for field in fields if field.name in content]
    reasons = [(field, find_reason(field.kind, content[field.name])) for field in given]
    return tuple(
        Fault(field.name, *reason)
        for field, reason in reasons
        if reason and not (blanks and was_blank(field.kind, content[field.name]))
    )


def _rule_message(line: ErrorDetails) -> str:
    """Return what the author's validator said, without what pydantic puts before it."""
    raised = line.get("ctx", {}).get("error")
    if isinstance(raised, ValidationError):
        return _BREAKS_A_RULE  # its own text would repeat values
    text = line["msg"] if raised is None else str(raised)
    return text[:_LONGEST_RULE] or _BREAKS_A_RULE


_BREAKS_A_RULE = "breaks a rule of the form"
