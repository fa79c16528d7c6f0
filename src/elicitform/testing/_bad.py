"""Answers that a form must refuse: good ones with one mistake."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from typing_extensions import assert_never

from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)
from elicitform._wire.rules import has_lone_surrogate
from elicitform.exceptions import InvalidContent, ResponseError
from elicitform.testing._forms import fields_of
from elicitform.testing._good import answers_to, contents_of, unknown_keys
from elicitform.testing._texts import ALMOST, FORMATTED, mistyped, texts

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from elicitform._form.form import Form
    from elicitform._wire.description import FieldDescription

_LONGEST_SENT = 100_000
"""Longer texts are not drawn, even where only they are too long for a field."""


def bad_answers_of(form: type[Form], *, sendable: bool) -> SearchStrategy[Any]:
    """Draw contents that `form` refuses; only what an ElicitResult can carry, if `sendable`."""
    fields = fields_of(form)
    values = {name: answers_to(field.kind) for name, field in fields.items()}
    good = contents_of(fields, values)
    mistakes: list[SearchStrategy[Any]] = [
        _with_a_bad_value(form, field, good, sendable=sendable) for field in fields.values()
    ]
    missing = [field.name for field in fields.values() if field.required]
    if missing:
        mistakes += [
            st.tuples(good, st.sampled_from(missing)).map(_without),
            st.sampled_from([{}, None]),
        ]
    if form.model_config.get("extra") == "forbid":
        more = unknown_keys(fields, least=1)
        mistakes.append(st.tuples(good, more).map(lambda parts: {**parts[0], **parts[1]}))
    if not sendable:
        mistakes.append(
            st.sampled_from([[], "", "yes", "{}", 0, True]) | good.map(lambda one: [one])
        )
    return st.one_of(mistakes).filter(lambda content: _refuses(form, content))


def _without(parts: tuple[dict[str, Any], str]) -> dict[str, Any]:
    content, name = parts
    return {key: value for key, value in content.items() if key != name}


def _with_a_bad_value(
    form: type[Form],
    field: FieldDescription,
    good: SearchStrategy[dict[str, Any]],
    *,
    sendable: bool,
) -> SearchStrategy[dict[str, Any]]:
    def is_bad(value: object) -> bool:
        return _refuses_for(form, field, value) and not (sendable and not _can_be_sent(value))

    # Drawn apart, so that near misses come as often as the many oddities.
    near, drawn = _misses(field)
    known = [[one for one in some if is_bad(one)] for some in (near, _ODDITIES)]
    drawn = [strategy.filter(is_bad) for strategy in drawn]
    bad = st.one_of(*(st.sampled_from(some) for some in known if some), *drawn)
    return st.tuples(good, bad).map(lambda parts: {**parts[0], field.name: parts[1]})


def _refuses(form: type[Form], content: object) -> bool:
    try:
        form.validate_content(content)
    except ResponseError:
        return True
    return False


def _refuses_for(form: type[Form], field: FieldDescription, value: object) -> bool:
    """Return whether `value` is a fault of `field`, apart from the faults of others."""
    try:
        form.validate_content({field.name: value})
    except InvalidContent as error:
        return any(fault.field == field.name for fault in error.faults)
    return False


def _can_be_sent(value: object) -> bool:
    """Return whether an ElicitResult can carry `value` (``ElicitResult.content`` of schema.ts)."""
    if isinstance(value, list):
        return all(isinstance(item, str) and _can_be_sent(item) for item in value)
    if isinstance(value, str):
        return not has_lone_surrogate(value)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, int)


_NESTED: list[Any] = []
for _ in range(50):
    _NESTED = [_NESTED]

# Some values of each JSON type; those that a field takes are left out for it.
_ODDITIES: tuple[Any, ...] = (
    None, True, False, {}, {"value": 3}, [], [""], [1], [None], _NESTED,
    0, 1, 3, 3.5, 1767225600, 10**400, math.nan, math.inf, -math.inf,
    "", "3", "3.0", "true", "on", "null", "\ud800", "a\udfff",
)  # fmt: skip

_BEYOND_FORMATS = ("ftp://example.com", "urn:isbn:0451450523", "ann@localhost", "a@b")
"""Texts that have a format, but that EmailStr or a URL type refuses."""


def _misses(field: FieldDescription) -> tuple[list[Any], list[SearchStrategy[Any]]]:
    """Return values close to what the field takes, and strategies; most of both are refused."""
    match field.kind:
        case IntegerKind() | NumberKind() as kind:
            return _around(kind), _outside(kind)
        case SingleSelectKind() as kind:
            return _near_choices(kind), [texts(1)]
        case MultiSelectKind() as kind:
            return _near_picks(kind), [texts(1), st.lists(texts(1), min_size=1, max_size=3)]
        case StringKind(format=str(name)) as kind:
            near = [*_wrong_lengths(kind), *ALMOST[name], *_BEYOND_FORMATS]
            return near, [mistyped(FORMATTED[name]), texts(1)]
        case StringKind() as kind:
            return [*_wrong_lengths(kind), *_BEYOND_FORMATS], [st.integers()]
        case BooleanKind():
            return ["false", "yes", "no", "1"], [st.integers()]
        case _:
            assert_never(field.kind)


def _around(kind: IntegerKind | NumberKind) -> list[Any]:
    bounds = [bound for bound in (kind.minimum, kind.maximum) if bound is not None]
    steps = (-1, -0.5, 0.5, 1)
    beyond = [bound + step for bound in bounds for step in steps]
    next_to = [math.nextafter(bound, end) for bound in bounds for end in (-math.inf, math.inf)]
    return [*beyond, *next_to, *map(str, bounds or [0]), 0.5]


def _outside(kind: IntegerKind | NumberKind) -> list[SearchStrategy[Any]]:
    outside: list[SearchStrategy[Any]] = [st.integers().map(str)]
    if kind.minimum is not None:
        outside.append(st.integers(max_value=math.ceil(kind.minimum) - 1))
    if kind.maximum is not None:
        outside.append(st.integers(min_value=math.floor(kind.maximum) + 1))
    if isinstance(kind, IntegerKind):
        outside.append(st.integers(-(2**40), 2**40).map(lambda whole: whole + 0.5))
    return outside


def _near_choices(kind: SingleSelectKind | MultiSelectKind) -> list[Any]:
    """Return titles in place of choices, choices in another spelling, and names of members."""
    values = [choice.value for choice in kind.choices]
    titles = [choice.title for choice in kind.choices if choice.title is not None]
    spelled = [text for one in values for text in (one.swapcase(), f"{one} ", f"{one}\n")]
    members = list(kind.enum.__members__) if kind.enum else []
    return [*titles, *spelled, *members, ", ".join(values), "0", values]


def _near_picks(kind: MultiSelectKind) -> list[Any]:
    """Return picks that repeat, are too many, too few or unknown, and what is not a list."""
    values = [choice.value for choice in kind.choices]
    unknown = [[*values[:1], near] for near in _near_choices(kind)]
    twice: list[Any] = [[*values[:1], *values[:1]], [*values, *values], values * 100]
    counts: list[Any] = [values[:count] for count in (0, 1, len(values) - 1, len(values))]
    return [*unknown, *twice, *counts, *values, ", ".join(values), dict.fromkeys(values, True)]


def _wrong_lengths(kind: StringKind) -> list[str]:
    wrong = []
    if kind.min_length:
        wrong += ["x" * (kind.min_length - 1), "\u00e9"[: kind.min_length - 1]]
    if kind.max_length is not None and kind.max_length < _LONGEST_SENT:
        wrong += ["x" * (kind.max_length + 1), "\U0001f600" * (kind.max_length + 1)]
    return wrong
