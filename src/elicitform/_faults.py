"""What is wrong with an answer: pydantic's errors, put into the words and codes of a form."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from elicitform._explain import find_reason
from elicitform._read import WIRE_ERROR
from elicitform.exceptions import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic_core import ErrorDetails

    from elicitform._fields import FieldDescription

JSON_TYPES = frozenset({str, int, float, bool, NoneType, list, dict})
"""The exact types that a JSON reader makes; a subclass, such as an Enum member, is none."""

_TEXT_ONLY = frozenset({str})
_NOT_JSON = object()
_UNKNOWN_KEY_ERRORS = {"extra_forbidden", "invalid_key"}
_UNKNOWN_KEYS_LISTED = 20
_LONGEST_KEY = 80
_LONGEST_RULE = 1_000


def holds_text_only(value: object) -> bool:
    """Return whether `value` is no list, or one of exact strings."""
    return type(value) is not list or _TEXT_ONLY.issuperset(map(type, value))


def without_python_values(content: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return `content` with whatever JSON does not have replaced by something no field takes."""
    return {
        name: value if type(value) in JSON_TYPES and holds_text_only(value) else _NOT_JSON
        for name, value in content.items()
    }


def faults_of(
    error: ValidationError,
    fields: Iterable[FieldDescription],
    content: Mapping[Any, Any],
    *,
    strict: bool,
) -> tuple[Fault, ...]:
    """Return the faults of an answer, at most one a field.

    Args:
        error: What pydantic says of it.
        fields: The fields of the form.
        content: The answer.
        strict: The blank rule was off, so a null is a value like any other.
    """
    described = {field.name: field for field in fields}
    faults: list[Fault] = []
    unknown: list[Fault] = []
    for line in error.errors(include_url=False, include_input=False):
        name = line["loc"][0] if line["loc"] else ""
        if line["type"] in _UNKNOWN_KEY_ERRORS:
            unknown.append(_unknown_key(name))
        elif name in described:
            faults.append(_field_fault(line, described[str(name)], content, strict=strict))
        else:
            faults.append(Fault("", "rule", _rule_message(line)))
    return (*faults, *_bounded(unknown))


def _field_fault(
    line: ErrorDetails, field: FieldDescription, content: Mapping[Any, Any], *, strict: bool
) -> Fault:
    if field.name not in content or (content[field.name] is None and field.required and not strict):
        return Fault(field.name, "missing", "is required, and was not answered")
    if line["type"] == WIRE_ERROR:
        reason = find_reason(field.kind, content[field.name])
        if reason:
            return Fault(field.name, *reason)
    return Fault(field.name, "rule", _rule_message(line))


def _rule_message(line: ErrorDetails) -> str:
    """Return what the author's validator said, without what pydantic puts before it."""
    raised = line.get("ctx", {}).get("error")
    if isinstance(raised, ValidationError):
        return "breaks a rule of the form"  # its own text would repeat values
    text = line["msg"] if raised is None else str(raised)
    return text[:_LONGEST_RULE] or "breaks a rule of the form"


def _unknown_key(name: object) -> Fault:
    return Fault(f"{name:.{_LONGEST_KEY}}", "unknown", "is not a field of the form")


def _bounded(unknown: list[Fault]) -> list[Fault]:
    more = len(unknown) - _UNKNOWN_KEYS_LISTED
    if more <= 0:
        return unknown
    return [
        *unknown[:_UNKNOWN_KEYS_LISTED],
        Fault("", "unknown", f"holds {more} more keys that are not fields of the form"),
    ]
