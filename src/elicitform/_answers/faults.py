"""What is wrong with an answer: reasons of our own, and what the author's validators say."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from elicitform._answers.reader import WIRE_ERROR, is_read_leniently, was_blank
from elicitform._wire.description import StringKind
from elicitform._wire.formats import read_local_date_time
from elicitform._wire.rules import find_reason, without_lone_surrogates
from elicitform.exceptions import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

    from elicitform._wire.description import FieldDescription, Kind

_UNKNOWN_KEY_ERRORS = {"extra_forbidden", "invalid_key"}
_UNKNOWN_KEYS_LISTED = 20
_LONGEST_KEY = 80
_LONGEST_RULE = 1_000
_SOME_RULE = "breaks a rule of the form"


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
    try:
        lines = error.errors(include_url=False, include_input=False)
    except UnicodeEncodeError:
        return faults_beside(_SOME_RULE, fields, content, strict=strict)
    faults = [_fault(line, fields, content, strict=strict) for line in lines]
    if unusual or _is_no_unicode_key(lines[0]):  # there pydantic has looked no further
        faults += faults_unnoticed(fields.values(), content, strict=strict)
        order = {name: place for place, name in enumerate(fields)}
        faults.sort(key=lambda fault: order.get(fault.field, len(order)))
    return (faults[0],) if len(faults) == 1 else _one_a_field(faults, len(fields))


def faults_beside(
    rule: str, fields: dict[str, FieldDescription], content: Mapping[Any, Any], *, strict: bool
) -> tuple[Fault, ...]:
    """Return the faults of an answer that pydantic cannot name, since one text is no Unicode.

    Args:
        rule: What a validator of the author's said.
        fields: The fields of the form, by property name.
        content: The answer.
        strict: Whether what the wire does not allow is a fault, however it can be read.
    """
    broken = Fault("", "rule", _sendable(rule))
    return (*faults_unnoticed(fields.values(), content, strict=strict), broken)


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
        return _fault_elsewhere(line, name)
    value = content.get(name)
    if value is None and field.required and not (strict and name in content):
        return _missing(name)
    if line["type"] == WIRE_ERROR:
        reason = find_reason(_judged_by(field.kind, strict=strict), value)
        if reason:
            return Fault(name, *reason, hint=_hint(field.kind, value))
    return Fault(name, "rule", _rule_message(line))


def _judged_by(kind: Kind, *, strict: bool) -> Kind:
    """Return the kind whose words say what would do: where strict, no zone is assumed."""
    return kind._replace(zone=None) if strict and isinstance(kind, StringKind) else kind


def _is_no_unicode_key(line: ErrorDetails) -> bool:
    """Return whether a key stopped pydantic, which looks at each of them with extra="forbid"."""
    return not line["loc"] and line["type"] == "string_unicode"


def _hint(kind: Kind, value: object) -> str:
    """Return how the author could have had this answer read, or nothing."""
    if not isinstance(kind, StringKind) or kind.format != "date-time" or type(value) is not str:
        return ""
    try:
        read_local_date_time(value)
    except ValueError:
        return ""
    return _ASSUME_ZONE if kind.zone is None else ""


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
    kind = _judged_by(field.kind, strict=strict)
    reason = find_reason(kind, value) if field.name in content else None
    if reason is None or (not strict and _is_tolerated(field, value)):
        return None
    return Fault(field.name, *reason)


def _is_tolerated(field: FieldDescription, value: object) -> bool:
    if field.required and was_blank(field.kind, value):  # what is required cannot be left open
        return False
    return is_read_leniently(field.kind, value)


def _missing(name: str) -> Fault:
    return Fault(name, "missing", "is required, and was not answered")


def _fault_elsewhere(line: ErrorDetails, name: str) -> Fault:
    """Return the fault of a key that is no field's, or of another model that a validator reads."""
    if line["type"] not in _UNKNOWN_KEY_ERRORS:
        return Fault("", "rule", _rule_message(line))
    printable = name if name.isprintable() else ascii(name)
    return Fault(printable[:_LONGEST_KEY], "unknown", "is not a field of the form")


def _rule_message(line: ErrorDetails) -> str:
    """Return what the author's validator said, without what pydantic puts before it."""
    raised = line.get("ctx", {}).get("error")
    return _sendable(line["msg"] if raised is None else str(raised))


def _sendable(rule: str) -> str:
    """Return what a validator said, as text of a bounded length that JSON can carry."""
    return without_lone_surrogates(rule[:_LONGEST_RULE]) or _SOME_RULE
