"""What is wrong with an answer: reasons of our own, and what the author's validators say."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from elicitform._answers.blanks import (
    WIRE_ERROR,
    fits_assumed_zone,
    to_the_letter,
    was_blank,
)
from elicitform._wire.description import StringKind
from elicitform._wire.formats import read_local_date_time
from elicitform._wire.rules import find_reason
from elicitform.exceptions import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

    from elicitform._wire.description import FieldDescription, Kind

_UNKNOWN_KEYS_LISTED = 20
_LONGEST_KEY = 80
_LONGEST_RULE = 1_000


def faults_in(
    error: ValidationError,
    fields: dict[str, FieldDescription],
    content: Mapping[Any, Any],
    *,
    strict: bool,
    unusual: bool = False,
) -> tuple[Fault, ...]:
    """Return every fault of an answer that pydantic refused, at most one a field.

    Args:
        error: What pydantic says of it, field by field.
        fields: The fields of the form, by property name.
        content: The answer.
        strict: Whether null is an answer, and one of the wrong type.
        unusual: Whether it holds what pydantic may have taken and the wire does not allow.
    """
    lines = error.errors(include_url=False, include_input=False, include_context=False)
    if len(lines) == 1 and lines[0]["loc"] and not unusual:  # as most are
        return (_fault(lines[0], fields, content, strict=strict),)
    # A default that is made of other answers is not at fault where one of those is.
    at_fault = [line for line in lines if line["type"] != "default_factory_not_called"]
    faults = [_fault(line, fields, content, strict=strict) for line in at_fault]
    if unusual or _is_no_unicode_key(lines[0]):  # there pydantic has looked no further
        faults += faults_unnoticed(fields.values(), content, strict=strict)
        order = {name: place for place, name in enumerate(fields)}
        faults.sort(key=lambda fault: order.get(fault.field, len(order)))
    return _one_a_field(faults, len(fields))


def _one_a_field(faults: list[Fault], fields: int) -> tuple[Fault, ...]:
    """Keep the first fault of each field, and the first of the unknown keys, which come last."""
    first: dict[str, Fault] = {}
    for fault in faults:
        first.setdefault(fault.field, fault)
    most = fields + _UNKNOWN_KEYS_LISTED
    if len(first) <= most:
        return tuple(first.values())
    return (*list(first.values())[:most], Fault("", "unknown", "holds many more unknown keys"))


def _fault(
    line: ErrorDetails,
    fields: dict[str, FieldDescription],
    content: Mapping[Any, Any],
    *,
    strict: bool,
) -> Fault:
    if not line["loc"]:
        if _is_no_unicode_key(line):
            return Fault("", "unknown", "holds a key that is not valid Unicode text")
        return Fault("", "rule", _rule_message(line))
    name = str(line["loc"][0])
    field = fields.get(name)
    if field is None:
        return _fault_elsewhere(line, name, content)
    value = content.get(name)
    if value is None and field.required and not (strict and name in content):
        return _missing(name)
    if line["type"] == WIRE_ERROR:
        kind = to_the_letter(field.kind) if strict else field.kind
        reason = find_reason(kind, value)
        if reason:
            code, message = reason
            return Fault(name, code, message, _hint(field.kind, value) if code == "format" else "")
    return Fault(name, "rule", _rule_message(line))


def _is_no_unicode_key(line: ErrorDetails) -> bool:
    """Return whether a key stopped pydantic, which looks at each of them with extra="forbid"."""
    return not line["loc"] and line["type"] == "string_unicode"


def _hint(kind: Kind, value: object) -> str:
    """Return how the author could have had text of another format read, or nothing."""
    if not isinstance(kind, StringKind) or kind.format != "date-time" or kind.zone is not None:
        return ""
    try:
        read_local_date_time(cast("str", value))
    except ValueError:
        return ""
    return _ASSUME_ZONE


_ASSUME_ZONE = (
    "some clients send date-times like this one; a field declared "
    '`Annotated[datetime, AssumeZone("Europe/Oslo")]` reads them'
)


def without_most_unknown_keys(fields: dict[str, FieldDescription], content: Any) -> Any:
    """Return `content` with a few of its unknown keys: a million of them cost no more."""
    most = len(fields) + _UNKNOWN_KEYS_LISTED
    if not isinstance(content, Mapping) or len(content) <= most:
        return content
    unknown = islice((key for key in content if key not in fields), most + 1)
    known = [key for key in fields if key in content]
    return {key: content[key] for key in [*known, *unknown]}


def faults_unnoticed(
    fields: Iterable[FieldDescription], content: Mapping[Any, Any], *, strict: bool
) -> tuple[Fault, ...]:
    """Return the faults of an answer that pydantic took: Python values, and lenient readings.

    Args:
        fields: The fields of the form.
        content: The answer.
        strict: Whether what the wire does not allow is a fault, however it can be read.
    """
    found = (_fault_unnoticed(field, content, strict=strict) for field in fields)
    return tuple(fault for fault in found if fault)


def _fault_unnoticed(
    field: FieldDescription, content: Mapping[Any, Any], *, strict: bool
) -> Fault | None:
    value = content.get(field.name)
    if value is None and field.required and not (strict and field.name in content):
        return _missing(field.name)
    kind = to_the_letter(field.kind) if strict else field.kind
    reason = find_reason(kind, value) if field.name in content else None
    if reason is None or (not strict and _is_tolerated(field, value)):
        return None
    return Fault(field.name, *reason)


def _is_tolerated(field: FieldDescription, value: object) -> bool:
    """Return whether `value` is read, though the schema does not admit it."""
    return was_blank(field, value) or fits_assumed_zone(field.kind, value)


def _missing(name: str) -> Fault:
    return Fault(name, "missing", "is required, and was not answered")


def _fault_elsewhere(line: ErrorDetails, name: str, content: Mapping[Any, Any]) -> Fault:
    """Return the fault of a key that is no field's, or of another model that a validator reads."""
    if line["type"] != "invalid_key" and (line["type"] != "extra_forbidden" or name not in content):
        return Fault("", "rule", _rule_message(line))
    printable = name if name.isprintable() else ascii(name)
    return Fault(printable[:_LONGEST_KEY] or '""', "unknown", "is not a field of the form")


def _rule_message(line: ErrorDetails) -> str:
    """Return what the author's validator said, without what pydantic puts before it."""
    text = line["msg"].removeprefix(_PUT_BEFORE.get(line["type"], ""))
    return text[:_LONGEST_RULE] or "breaks a rule of the form"


_PUT_BEFORE = {"value_error": "Value error, ", "assertion_error": "Assertion failed, "}
