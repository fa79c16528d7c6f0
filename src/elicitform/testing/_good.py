"""Answers that a form takes, from its field descriptions alone."""

from __future__ import annotations

import math
from copy import deepcopy
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from typing_extensions import assert_never

from elicitform._declare.defaults import is_built
from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)
from elicitform._wire.formats import FORMATS
from elicitform._wire.revisions import LARGEST_INTEGER
from elicitform._wire.rules import find_reason
from elicitform.exceptions import InvalidContent
from elicitform.testing._forms import as_json, by_wire_name, fields_of
from elicitform.testing._texts import FORMATTED, texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypothesis.strategies import DrawFn, SearchStrategy

    from elicitform._form.form import Form
    from elicitform._wire.description import FieldDescription, Kind

BLANKS: tuple[Any, ...] = (None, "", [])
"""The values that clients send for a field without an answer."""

_LONGEST_DRAWN = 200
_LONGEST_LABEL = 63


def answers_of(
    form: type[Form], values: Mapping[str, SearchStrategy[Any]], *, strict: bool
) -> SearchStrategy[Any]:
    """Draw contents that `form` takes; `values` replace those that are drawn for single fields."""
    fields = fields_of(form)
    own = {name: value.map(as_json) for name, value in by_wire_name(form, values).items()}
    given = {name: _given(field, own.get(name), strict=strict) for name, field in fields.items()}
    content: SearchStrategy[Any] = contents_of(fields, given)
    if form.model_config.get("extra") != "forbid":
        more = unknown_keys(fields)
        content = st.tuples(more, content).map(lambda parts: {**parts[0], **parts[1]})
    if not strict and not form.__elicit_form__.requires_something:
        content = content | st.none()

    def accepted(content: Any) -> bool:
        try:
            form.validate_content(content, strict=strict)
        except InvalidContent:
            return False
        return True

    return content.filter(accepted)


def contents_of(
    fields: Mapping[str, FieldDescription], given: Mapping[str, SearchStrategy[Any]]
) -> SearchStrategy[dict[str, Any]]:
    """Draw contents with all that is required; `given` has the strategies by wire name."""
    return st.fixed_dictionaries(
        {name: given[name] for name, field in fields.items() if field.required},
        optional={name: given[name] for name, field in fields.items() if not field.required},
    )


def unknown_keys(fields: Mapping[str, Any], *, least: int = 0) -> SearchStrategy[dict[str, Any]]:
    """Draw at least `least` keys of no field, with values that a client can send."""
    names = st.sampled_from(["_meta", "isAdmin", "__proto__", "", "action"]) | texts(1)
    value = st.none() | st.booleans() | st.integers() | texts() | st.lists(texts(), max_size=2)
    unknown = names.filter(lambda name: name not in fields)
    return st.dictionaries(unknown, value, min_size=least, max_size=2)


def _given(
    field: FieldDescription, own: SearchStrategy[Any] | None, *, strict: bool
) -> SearchStrategy[Any]:
    """Draw what clients send for a field, where they do not omit it."""
    ways = [answers_to(field.kind) if own is None else own]
    if own is None and untouched(field):
        ways.append(st.sampled_from(untouched(field)).map(deepcopy))  # a test may change it
    if not strict and not field.required:
        ways.append(st.sampled_from(BLANKS))
    return st.one_of(ways)


def untouched(field: FieldDescription) -> list[Any]:
    """Return what clients send for a field that was shown and left as it was."""
    kind, shown = field.kind, [] if field.default is None else [field.default]
    if isinstance(kind, BooleanKind):
        shown.append(False)
    elif isinstance(kind, (IntegerKind, NumberKind)):
        shown += [0] if kind.minimum is None else [0, kind.minimum]
    elif isinstance(kind, SingleSelectKind):
        shown.append(kind.choices[0].value)
    return [value for value in shown if fits(kind, value)]


def fits(kind: Kind, value: object) -> bool:
    """Return whether a field of this kind takes `value`; its Python type has to take it, too."""
    if find_reason(kind, value) is not None:
        return False
    return not isinstance(kind, StringKind) or is_built(kind, str(value))


@lru_cache(maxsize=256, typed=True)  # kinds are tuples, and equal across classes without `typed`
def answers_to(kind: Kind) -> SearchStrategy[Any]:
    """Draw values that a field of this kind takes, whatever its author's validators say."""
    match kind:
        case StringKind():
            return _texts_of(kind)
        case IntegerKind():
            return _integers_of(kind)
        case NumberKind():
            return _numbers_of(kind)
        case BooleanKind():
            return st.booleans()
        case SingleSelectKind():
            return _choices_of(kind)
        case MultiSelectKind():
            return _picks_of(kind)
        case _:
            assert_never(kind)


def _choices_of(kind: SingleSelectKind | MultiSelectKind) -> SearchStrategy[str]:
    return st.sampled_from([choice.value for choice in kind.choices])


def _integers_of(kind: IntegerKind) -> SearchStrategy[int | float]:
    whole = st.integers(kind.minimum, kind.maximum)
    return whole | whole.map(lambda one: float(one) if abs(one) <= LARGEST_INTEGER else one)


def _numbers_of(kind: NumberKind) -> SearchStrategy[int | float]:
    low = _widest(-1, kind.maximum) if kind.minimum is None else kind.minimum
    high = _widest(1, kind.minimum) if kind.maximum is None else kind.maximum
    # A bound may be an integer that lies between two floats.
    fractions = st.floats(float(low), float(high)).map(lambda one: min(max(one, low), high))
    if math.ceil(low) > math.floor(high):
        return fractions
    return fractions | st.integers(math.ceil(low), math.floor(high))


def _widest(sign: int, other: float | None) -> float:
    """Return a bound where there is none, far beyond the other one."""
    return sign * max(1e300, sign * (other or 0))


def _picks_of(kind: MultiSelectKind) -> SearchStrategy[list[str]]:
    most = len(kind.choices)
    if kind.max_items is not None:
        most = min(kind.max_items, most)
    return st.lists(_choices_of(kind), min_size=kind.min_items or 0, max_size=most, unique=True)


def _texts_of(kind: StringKind) -> SearchStrategy[str]:
    if kind.format:
        return _formatted(kind, _plain_texts(kind))
    least = kind.min_length or 0
    most = least + 8 if kind.max_length is None else kind.max_length
    short = texts(0, 8).map(lambda text: text.ljust(least, "x")[:most])
    trimmed = short.map(lambda text: text.strip().ljust(least, "x"))
    longest = st.just("x" * most) if most <= _LONGEST_DRAWN else st.just("x" * least)
    return short | trimmed | longest


@st.composite
def _formatted(draw: DrawFn, kind: StringKind, plain: list[str]) -> str:
    """Draw text of a format; one that the lengths or the type refuse is replaced by a plain one."""
    text = draw(FORMATTED[str(kind.format)])
    return text if fits(kind, text) else draw(st.sampled_from(plain))


def _plain_texts(kind: StringKind) -> list[str]:
    """Return plain texts that the field takes, of each of the shorter lengths that it allows."""
    name = str(kind.format)
    rule = FORMATS[name]
    least = max(kind.min_length or 0, rule.shortest)
    bounds = [least + 30, kind.max_length, rule.longest]
    most = min(bound for bound in bounds if bound is not None)
    candidates = [text for length in range(least, most + 1) for text in _OF_LENGTH[name](length)]
    return [text for text in candidates if fits(kind, text)]


def _dates(length: int) -> list[str]:
    return ["2026-01-31"[:length]]


def _date_times(length: int) -> list[str]:
    start = "2026-01-31T09:30:00"
    return [f"{start}Z"] if length == len(start) + 1 else [f"{start}.".ljust(length - 1, "0") + "Z"]


def _emails(length: int) -> list[str]:
    local = "a" * min(64, length - len("@b.co"))
    return [
        "@b".rjust(length, "a"),
        f"{local}@{_labels(length - len(local) - len('@.co'))}.co",
    ]


def _labels(length: int) -> str:
    """Return a host name of a length, in labels of at most 63 characters (RFC 1035)."""
    return "b" * length if length <= _LONGEST_LABEL else f"{'b' * 61}.{_labels(length - 62)}"


def _uris(length: int) -> list[str]:
    return [
        start.ljust(length, "x")
        for start in ("https://example.com/", "http://a", "http:a", "a:")
        if len(start) <= length
    ]


_OF_LENGTH = {"date": _dates, "date-time": _date_times, "email": _emails, "uri": _uris}
