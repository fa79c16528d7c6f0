"""Schemas, what small changes make of them, and judges of answers to both.

`changed_schemas` draws a valid schema and a valid one that it may turn into. `candidates` is a pool
of values around every border that the two schemas of a property draw: enough that where an answer
exists that one takes and the other does not, one is in the pool. A `Judge` says of an answer what
jsonschema and the package's own reader both say.
"""

from __future__ import annotations

import itertools
import math
import sys
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Optional

from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import Field, create_model

from elicitform import Form, Format, FormWarning, InvalidContent, MultiSelect, check_schema
from elicitform.testing._texts import FORMATTED, texts
from tests.support.judges import format_checker
from tests.support.strategies import choices_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import DrawFn, SearchStrategy

Json = dict[str, Any]

_Annotated: Any = Annotated
_Literal: Any = Literal
_MultiSelect: Any = MultiSelect
_Optional: Any = Optional

LARGEST = sys.float_info.max


# --- schemas ----------------------------------------------------------------------------------

_SOME_TEXTS = ["a", "b", "ab", "abc", "a@a", "a@b", "a:", "b:", "2026-01-01"]
_LENGTHS = [0, 1, 2, 3, 4, 6, 9, 10, 11, 19, 20, 21, 22, 23, 253, 254, 255, 2**40]
_WHOLE = [-(2**53) + 1, -(2**52), -3, -2, -1, 0, 1, 2, 3, 10, 2**31, 2**52, 2**52 + 1, 2**53 - 1]
_FRACTIONS = [-1.5, -0.5, -0.25, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 2.0**51 + 0.5, 2.0**52 - 0.5]
_HUGE = [2**53, -(2**53), 1e300, -1e300, LARGEST, -LARGEST]


def _some(keywords: dict[str, SearchStrategy[Any]]) -> SearchStrategy[Json]:
    return st.fixed_dictionaries({}, optional=keywords)


def _kind(required: Json, optional: dict[str, SearchStrategy[Any]]) -> SearchStrategy[Json]:
    return _some(optional).map(lambda said: {**required, **said})


_TITLES = st.sampled_from(["One", "Two"])
_SHOWN = {"title": _TITLES, "description": _TITLES}
_CHOICES = st.lists(st.sampled_from(_SOME_TEXTS), min_size=1, max_size=4, unique=True)


@st.composite
def _selects(draw: DrawFn, *, several: bool) -> Json:
    choices = draw(_CHOICES)
    titles = draw(st.sampled_from([choices, [f"The {choice}" for choice in choices]]))
    titled = [
        {"const": choice, "title": title} for choice, title in zip(choices, titles, strict=True)
    ]
    spelling = draw(st.sampled_from(["plain", "legacy", "titled"]))
    if several:
        items = {"anyOf": titled} if spelling == "titled" else {"type": "string", "enum": choices}
        bounds = {"minItems": st.integers(0, 4), "maxItems": st.integers(0, 5)}
        return {"type": "array", "items": items, **draw(_some(_SHOWN | bounds))}
    wire: Json = {"oneOf": titled} if spelling == "titled" else {"enum": choices}
    if spelling == "legacy":
        wire["enumNames"] = titles
    return {"type": "string", **wire, **draw(_some(_SHOWN))}


_lengths = st.integers(0, 3) | st.sampled_from(_LENGTHS)
_numbers = st.sampled_from(_WHOLE + _FRACTIONS + _HUGE)
_integers = st.integers(-3, 3) | st.sampled_from([*_WHOLE, 0.5, 1.5, -0.5, 2.0])
_formats = st.sampled_from(["email", "uri", "date", "date-time"])
_KINDS: dict[str, SearchStrategy[Json]] = {
    "text": _kind(
        {"type": "string"},
        {"minLength": _lengths, "maxLength": _lengths, "format": _formats, **_SHOWN},
    ),
    "integer": _kind({"type": "integer"}, {"minimum": _integers, "maximum": _integers, **_SHOWN}),
    "number": _kind({"type": "number"}, {"minimum": _numbers, "maximum": _numbers, **_SHOWN}),
    "boolean": _kind({"type": "boolean"}, {"default": st.booleans(), **_SHOWN}),
    "select": _selects(several=False),
    "several": _selects(several=True),
}


def is_valid(schema: Json) -> bool:
    return all(finding.severity != "error" for finding in check_schema(schema))


def _is_valid_property(wire: Json) -> bool:
    return is_valid({"type": "object", "properties": {"x": wire}})


def properties() -> SearchStrategy[Json]:
    """Draw valid schemas of one property."""
    return st.one_of(list(_KINDS.values())).filter(_is_valid_property)


@st.composite
def changed_properties(draw: DrawFn, old: Json) -> Json:
    """Draw what a property may turn into: itself, a small change of it, or anything."""
    how = draw(st.sampled_from(["same", "crossed", "crossed", "stepped", "retyped", "other"]))
    new = draw(_CHANGES[how](old)) if how != "same" else old
    return new if _is_valid_property(new) else old


def _kind_of(wire: Json) -> str:
    if wire["type"] == "string":
        return "select" if "enum" in wire or "oneOf" in wire else "text"
    return "several" if wire["type"] == "array" else str(wire["type"])


@st.composite
def _crossed(draw: DrawFn, old: Json) -> Json:
    """Draw a property with some keywords of another one of its kind."""
    other = draw(_KINDS[_kind_of(old)])
    if _kind_of(old) == "select":
        return other
    keywords = draw(st.sets(st.sampled_from(sorted({*old, *other} - {"type"}) or ["title"])))
    taken = {key: other[key] for key in keywords if key in other}
    return {**{key: value for key, value in old.items() if key not in keywords}, **taken}


_BOUNDS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]


@st.composite
def _stepped(draw: DrawFn, old: Json) -> Json:
    """Draw a property with one of its bounds moved by a step, or one choice more or less."""
    bounds = [key for key in _BOUNDS if key in old]
    if bounds:
        key = draw(st.sampled_from(bounds))
        step = draw(st.sampled_from([-1, 1, -0.5, 0.5] if key in _BOUNDS[4:] else [-1, 1]))
        return {**old, key: old[key] + step}
    if "enum" in old and "enumNames" not in old:
        return {**old, "enum": draw(_CHOICES)}
    return draw(_crossed(old))


@st.composite
def _retyped(draw: DrawFn, old: Json) -> Json:
    """Draw the other type of number, or text in place of choices and choices in place of text."""
    kind = _kind_of(old)
    if kind in {"integer", "number"}:
        return {**old, "type": "number" if kind == "integer" else "integer"}
    return draw(_KINDS["text" if kind == "select" else "select"])


_CHANGES: dict[str, Any] = {
    "crossed": _crossed,
    "stepped": _stepped,
    "retyped": _retyped,
    "other": lambda _: properties(),
}
_NAMES = ["city", "size", "a/b~c", "count"]


@st.composite
def changed_schemas(draw: DrawFn) -> tuple[Json, Json]:
    """Draw a schema, and one that it may turn into."""
    names = draw(st.lists(st.sampled_from(_NAMES), min_size=1, max_size=3, unique=True))
    old = {name: draw(properties()) for name in names}
    kept = draw(st.permutations(names)) if draw(st.booleans()) else list(names)
    if draw(st.integers(0, 3)) == 3:
        kept = kept[1:]
    new = {name: draw(changed_properties(old[name])) for name in kept}
    if not new or draw(st.integers(0, 3)) == 3:
        new["more"] = draw(properties())
    required = draw(st.sets(st.sampled_from(names)))
    turned = draw(st.sets(st.sampled_from(list(new)), max_size=1))
    return _schema(old, required), _schema(new, (required ^ turned) & set(new))


def _schema(wires: Json, required: set[str]) -> Json:
    listed = [name for name in wires if name in required]
    return {"type": "object", "properties": wires, **({"required": listed} if listed else {})}


_NUMBERS = st.integers(-4, 4) | st.floats(-4, 4) | st.floats(-LARGEST, LARGEST) | st.integers()


def some_values(wire: Json) -> SearchStrategy[Any]:
    """Draw values of the kind of a property, many of which it takes."""
    kind = _kind_of(wire)
    if kind == "boolean":
        return st.booleans()
    if kind in {"integer", "number"}:
        return _NUMBERS
    if kind == "several":
        return st.lists(st.sampled_from(choices_of(wire)), max_size=4, unique=True)
    if kind == "select":
        return st.sampled_from(choices_of(wire))
    return FORMATTED[wire["format"]] if "format" in wire else texts()


# --- judges -----------------------------------------------------------------------------------


class Judge:
    """Says which answers a schema takes, by jsonschema and by a form that has this schema."""

    def __init__(self, schema: Json) -> None:
        self.validator = Draft202012Validator(schema, format_checker=_checker())
        self.form = form_of(schema)
        self.properties = {
            name: Draft202012Validator(wire, format_checker=_checker())
            for name, wire in schema["properties"].items()
        }

    def takes(self, name: str, value: Any) -> bool:
        """Return whether a property takes a value, by jsonschema alone."""
        return self.properties[name].is_valid(value) and not _repeats(value)

    def admits(self, content: Json) -> bool:
        verdict = self.validator.is_valid(content) and not any(map(_repeats, content.values()))
        assert verdict == self._is_read(content), content
        return verdict

    def _is_read(self, content: Json) -> bool:
        try:
            self.form.validate_content(content, strict=True)
        except InvalidContent:
            return False
        return True


@lru_cache
def _checker() -> Any:
    return format_checker()


def _repeats(value: object) -> bool:
    return isinstance(value, list) and len(set(value)) < len(value)


def form_of(schema: Json) -> type[Form]:
    """Return a form with the fields of a schema, whatever they are titled."""
    required = schema.get("required", [])
    fields: Any = {}
    for index, (name, wire) in enumerate(schema["properties"].items()):
        annotation, keywords = _declaration(wire)
        if name not in required:
            annotation, keywords["default"] = _Optional[annotation], None
        fields[f"field_{index}"] = (annotation, Field(alias=name, **keywords))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormWarning)
        keywords = {"since": "2025-11-25"}
        return create_model("Drawn", __base__=Form, __cls_kwargs__=keywords, **fields)


_KEYWORDS = {
    "minLength": "min_length",
    "maxLength": "max_length",
    "minItems": "min_length",
    "maxItems": "max_length",
    "minimum": "ge",
    "maximum": "le",
}


def _declaration(wire: Json) -> tuple[Any, Json]:
    """Return the annotation of a property, and its constraints."""
    constraints = {_KEYWORDS[key]: wire[key] for key in _KEYWORDS if key in wire}
    kind = _kind_of(wire)
    if kind == "select":
        return _Literal[tuple(choices_of(wire))], {}
    if kind == "several":
        return _MultiSelect[_Literal[tuple(choices_of(wire))]], constraints
    if "format" in wire:
        return _Annotated[str, Format(wire["format"])], constraints
    plain: Json = {"text": str, "integer": int, "number": float, "boolean": bool}
    return plain[kind], constraints


# --- values around every border ---------------------------------------------------------------


def candidates(old: Json, new: Json) -> list[Any]:
    """Return values of every kind, among them those next to each border of the two properties."""
    values: list[Any] = [True, False, *_numbers_around(old, new), *_texts_around(old, new)]
    choices = [*_choices(old), *_choices(new), "z"]
    for choice in choices:
        if choice not in values:
            values.append(choice)
    picks = sorted(set(choices))
    for count in range(len(picks[:6]) + 1):
        values += map(list, itertools.combinations(picks[:6], count))
    return values


def _choices(wire: Json) -> list[str]:
    return choices_of(wire) if _kind_of(wire) in {"select", "several"} else []


def _numbers_around(*wires: Json) -> Iterator[float]:
    bounds = {0, 2**52, -(2**52)}
    bounds |= {wire[key] for wire in wires for key in ("minimum", "maximum") if key in wire}
    for bound in bounds:
        near = [bound, bound - 1, bound + 1, bound - 0.5, bound + 0.5]
        near += [math.floor(bound), math.ceil(bound)]
        near += [math.nextafter(float(bound), end) for end in (-math.inf, math.inf)]
        for number in near:
            if abs(number) <= LARGEST:
                yield number


def _texts_around(*wires: Json) -> Iterator[str]:
    lengths = {0, 1, 2, 3, 10, 20, 22}
    for wire in wires:
        for key in ("minLength", "maxLength"):
            lengths |= {wire[key] + step for step in (-2, -1, 0, 1, 2) if key in wire}
    for length in sorted(lengths):
        if 0 <= length <= 300:
            yield "a" * length
            yield from _formatted(length)


def _formatted(length: int) -> Iterator[str]:
    """Yield a text of each format that has a value of this length."""
    if length >= 2:
        yield f"a:{'b' * (length - 2)}"
    if 3 <= length <= 254:
        local = min(64, length - 2)
        yield f"{'a' * local}@{_host(length - local - 1)}"
    if length == 10:
        yield "2026-01-31"
    if length == 20:
        yield "2026-01-31T09:30:00Z"
    if length >= 22:
        yield f"2026-01-31T09:30:00.{'0' * (length - 21)}Z"


def _host(length: int) -> str:
    return "b" * length if length <= 60 else f"{'b' * 58}.{_host(length - 59)}"
