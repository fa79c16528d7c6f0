"""Each rule of a ``requestedSchema`` broken alone, every shape that keeps to them, and abuse."""

from __future__ import annotations

import ast
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from elicitform import REVISIONS, Form, RevisionError, check_schema
from elicitform._wire import check
from elicitform._wire.check import codes
from tests.support.judges import format_checker, is_left_out
from tests.support.paths import OFFICIAL_EXAMPLES
from tests.support.strategies import any_value, forms
from tests.support.trying import EXAMPLES, trying

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NEWER = REVISIONS[1:]
OLDEST = REVISIONS[:1]
_X = "/properties/x"


def form_of(**properties: Any) -> dict[str, Any]:
    """Return a schema with these properties, all of them required."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def found(schema: object, revision: str) -> list[tuple[str, str]]:
    return [(finding.code, finding.path) for finding in check_schema(schema, revision)]


# --- one rule at a time -----------------------------------------------------------------------


class Broken(NamedTuple):
    """A schema that breaks one rule, at the revisions where it breaks no other."""

    code: str
    path: str
    schema: object
    revisions: tuple[str, ...] = REVISIONS


def text(**rest: Any) -> dict[str, Any]:
    return form_of(x={"type": "string", **rest})


def whole(**rest: Any) -> dict[str, Any]:
    return form_of(x={"type": "integer", **rest})


def number(**rest: Any) -> dict[str, Any]:
    return form_of(x={"type": "number", **rest})


def boolean(**rest: Any) -> dict[str, Any]:
    return form_of(x={"type": "boolean", **rest})


def several(**rest: Any) -> dict[str, Any]:
    items = {"type": "string", "enum": ["a", "b"]}
    return form_of(x={"type": "array", "items": items, **rest})


def titled(*choices: object, **rest: Any) -> dict[str, Any]:
    return form_of(x={"type": "string", "oneOf": list(choices), **rest})


def several_titled(*choices: object, **rest: Any) -> dict[str, Any]:
    return form_of(x={"type": "array", "items": {"anyOf": list(choices)}, **rest})


A = {"const": "a", "title": "A"}
B = {"const": "b", "title": "B"}
BARE = {"type": "string"}
SURROGATE = "\ud800"
UNSEEN = [" ", "\t \n", "\u00a0", "\u200b\u200d", "\u2028", "\u3000", "\u00ad", "\x00", "\u202e"]
UNSEEN += ["\u2800", "\u3164", "\ufe0f", "\U000e0020"]

ROOT = [
    Broken("root-type", "", None),
    Broken("root-type", "", []),
    Broken("root-type", "", "object"),
    Broken("root-type", "", True),
    Broken("root-type", "/type", {"properties": {"x": {"type": "string"}}}),
    Broken("root-type", "/type", {**text(), "type": "array"}),
    Broken("root-type", "/type", {**text(), "type": ["object", "null"]}),
    Broken("root-keyword", "/title", {**text(), "title": "Order"}),
    Broken("root-keyword", "/description", {**text(), "description": "What to order"}),
    Broken("root-keyword", "/additionalProperties", {**text(), "additionalProperties": False}),
    Broken("root-keyword", "/$defs", {**text(), "$defs": {}}),
    Broken("root-keyword", "/a~1b~0c", {**text(), "a/b~c": 1}),
    Broken("revision-keyword", "/$schema", {"$schema": "about:blank", **text()}, OLDEST),
    *(
        Broken("keyword-value", "/$schema", {"$schema": dialect, **text()}, NEWER)
        for dialect in (
            1,
            None,
            "",
            "2020-12",
            "/schema",
            "//json-schema.org/schema",
            "a b:c",
            SURROGATE,
        )
    ),
    Broken("properties-type", "/properties", {"type": "object"}),
    Broken("properties-type", "/properties", {"type": "object", "properties": []}),
    Broken("properties-empty", "/properties", {"type": "object", "properties": {}}),
    Broken("required-type", "/required", {**text(), "required": "x"}),
    Broken("required-type", "/required", {**text(), "required": {"x": True}}),
    Broken("required-type", "/required", {**text(), "required": None}),
    Broken("required-type", "/required/1", {**text(), "required": ["x", 1]}),
    Broken("required-unknown", "/required/1", {**text(), "required": ["x", "y"]}),
    Broken("required-duplicate", "/required/1", {**text(), "required": ["x", "x"]}),
]

NAMES = [
    *(
        Broken("property-name", f"/properties/{name}", form_of(**{name: {"type": "string"}}))
        for name in ("", "0", "1", "-1", "007", "__proto__", "constructor", "prototype")
    ),
    Broken("text-unicode", f"/properties/{SURROGATE}", form_of(**{SURROGATE: {"type": "string"}})),
]

TYPES = [
    Broken("property-type", _X, form_of(x=None)),
    Broken("property-type", _X, form_of(x="string")),
    Broken("property-type", _X, form_of(x=[])),
    Broken("property-type", _X, form_of(x=True)),
    Broken("property-type", _X, form_of(x={})),
    Broken("property-type", _X, form_of(x={"title": "X", "enum": ["a"]})),
    Broken("property-type", _X, form_of(x={"$ref": "#/$defs/Address"})),
    Broken("property-type", _X, form_of(x={"anyOf": [{"type": "string"}, {"type": "null"}]})),
    Broken("property-type", f"{_X}/type", form_of(x={"type": ["string", "null"]})),
    Broken("property-type", f"{_X}/type", form_of(x={"type": "object", "properties": {}})),
    Broken("property-type", f"{_X}/type", form_of(x={"type": "null"})),
    Broken("property-type", f"{_X}/type", form_of(x={"type": "String"})),
    Broken("property-type", f"{_X}/type", form_of(x={"type": None})),
]

KEYWORDS = [
    Broken("keyword-unknown", f"{_X}/pattern", text(pattern="^a")),
    Broken("keyword-unknown", f"{_X}/const", text(const="a")),
    Broken("keyword-unknown", f"{_X}/minimum", text(minimum=1)),
    Broken("keyword-unknown", f"{_X}/examples", text(examples=["a"])),
    Broken("keyword-unknown", f"{_X}/x-ui~1kind", text(**{"x-ui/kind": "big"})),
    Broken("keyword-unknown", f"{_X}/minLength", text(enum=["a"], minLength=1)),
    Broken("keyword-unknown", f"{_X}/format", text(enum=["a"], format="date")),
    Broken("keyword-unknown", f"{_X}/enum", titled(A, enum=["a"]), NEWER),
    Broken("keyword-unknown", f"{_X}/enumNames", titled(A, enumNames=["A"]), NEWER),
    Broken("keyword-unknown", f"{_X}/exclusiveMinimum", whole(exclusiveMinimum=0)),
    Broken("keyword-unknown", f"{_X}/multipleOf", number(multipleOf=2)),
    Broken("keyword-unknown", f"{_X}/enum", whole(enum=[1, 2])),
    Broken("keyword-unknown", f"{_X}/enum", boolean(enum=[True])),
    Broken("keyword-unknown", f"{_X}/uniqueItems", several(uniqueItems=True), NEWER),
    Broken(
        "keyword-unknown",
        f"{_X}/items/minLength",
        several(items={"type": "string", "enum": ["a"], "minLength": 1}),
        NEWER,
    ),
    Broken(
        "keyword-unknown",
        f"{_X}/items/type",
        several(items={"type": "string", "anyOf": [A]}),
        NEWER,
    ),
    Broken("keyword-value", f"{_X}/title", text(title=1)),
    Broken("keyword-value", f"{_X}/title", boolean(title=None)),
    Broken("keyword-value", f"{_X}/description", whole(description=["a"])),
    Broken("text-unicode", f"{_X}/title", text(title=SURROGATE)),
    Broken("text-unicode", f"{_X}/description", number(description=f"a{SURROGATE}")),
]

REVISION = [
    Broken("revision-multi-select", _X, several(), OLDEST),
    Broken("revision-multi-select", _X, several_titled(A, B), OLDEST),
    Broken("revision-one-of", f"{_X}/oneOf", titled(A, B), OLDEST),
    Broken("revision-default", f"{_X}/default", text(default="a"), OLDEST),
    Broken("revision-default", f"{_X}/default", whole(default=1), OLDEST),
    Broken("revision-default", f"{_X}/default", number(default=1.5), OLDEST),
    Broken("revision-default", f"{_X}/default", text(enum=["a"], default="a"), OLDEST),
]

_NO_COUNTS: list[Any] = [-1, 1.5, -1.0, "1", True, None, math.nan, math.inf]

TEXT = [
    Broken("format-unknown", f"{_X}/format", text(format="uuid")),
    Broken("format-unknown", f"{_X}/format", text(format="Email")),
    Broken("format-unknown", f"{_X}/format", text(format=None)),
    Broken("format-unknown", f"{_X}/format", text(format=["date"])),
    *(
        Broken("count-value", f"{_X}/{key}", text(**{key: value}))
        for key in ("minLength", "maxLength")
        for value in _NO_COUNTS
    ),
    Broken("length-order", f"{_X}/minLength", text(minLength=3, maxLength=2)),
    Broken("unsatisfiable", _X, text(format="email", maxLength=2)),
    Broken("unsatisfiable", _X, text(format="email", minLength=255)),
    Broken("unsatisfiable", _X, text(format="uri", maxLength=1)),
    Broken("unsatisfiable", _X, text(format="date", maxLength=9)),
    Broken("unsatisfiable", _X, text(format="date", minLength=11)),
    Broken("unsatisfiable", _X, text(format="date-time", maxLength=19)),
    Broken("unsatisfiable", _X, text(format="date-time", minLength=21, maxLength=21)),
]

_NO_BOUNDS: list[Any] = ["1", True, None, [], math.nan, -math.inf, 10**400]

NUMBERS = [
    *(
        Broken("bound-value", f"{_X}/{key}", kind(**{key: value}))
        for kind in (whole, number)
        for key in ("minimum", "maximum")
        for value in _NO_BOUNDS
    ),
    Broken("bound-order", f"{_X}/minimum", whole(minimum=2, maximum=1)),
    Broken("bound-order", f"{_X}/minimum", number(minimum=0.5, maximum=0.25)),
    Broken("integer-magnitude", f"{_X}/maximum", whole(maximum=2**53)),
    Broken("integer-magnitude", f"{_X}/minimum", whole(minimum=-(2**53))),
    Broken("integer-magnitude", f"{_X}/minimum", whole(minimum=-1e300)),
    Broken("integer-magnitude", f"{_X}/default", whole(default=2**53), NEWER),
]

CHOICES = [
    Broken("choices-empty", f"{_X}/enum", text(enum=[])),
    Broken("choices-empty", f"{_X}/enum", text(enum="a")),
    Broken("choices-empty", f"{_X}/enum", text(enumNames=["A"])),
    Broken("choices-empty", f"{_X}/oneOf", titled(), NEWER),
    Broken("choices-empty", f"{_X}/oneOf", text(oneOf={}), NEWER),
    Broken("choices-empty", f"{_X}/items/enum", several(items={"type": "string"}), NEWER),
    Broken(
        "choices-empty", f"{_X}/items/enum", several(items={"type": "string", "enum": []}), NEWER
    ),
    Broken("choices-empty", f"{_X}/items/anyOf", several_titled(), NEWER),
    Broken("choices-empty", f"{_X}/items/anyOf", several(items={"anyOf": None}), NEWER),
    Broken("choice-value", f"{_X}/enum/1", text(enum=["a", 1])),
    Broken("choice-value", f"{_X}/enum/0", text(enum=[None])),
    Broken("choice-value", f"{_X}/oneOf/0/const", titled({"const": 1, "title": "A"}), NEWER),
    Broken(
        "choice-value", f"{_X}/items/enum/0", several(items={"type": "string", "enum": [1]}), NEWER
    ),
    Broken(
        "choice-value",
        f"{_X}/items/anyOf/0/const",
        several_titled({"const": True, "title": "A"}),
        NEWER,
    ),
    Broken("choice-empty", f"{_X}/enum/0", text(enum=["", "a"])),
    Broken("choice-empty", f"{_X}/oneOf/1/const", titled(A, {"const": "", "title": "B"}), NEWER),
    Broken("choice-duplicate", f"{_X}/enum/1", text(enum=["a", "a"])),
    *(
        Broken(code, f"{_X}{path}", schema)
        for unseen in UNSEEN
        for code, path, schema in (
            ("title-value", "/title", text(title=unseen)),
            ("choice-empty", "/enum/1", text(enum=["a", unseen])),
            ("title-value", "/enumNames/0", text(enum=["a"], enumNames=[unseen])),
        )
    ),
    *(Broken("property-name", f"/properties/{name}", form_of(**{name: BARE})) for name in UNSEEN),
    Broken("title-value", f"{_X}/title", boolean(title="")),
    Broken(
        "choice-empty",
        f"{_X}/items/enum/0",
        several(items={"type": "string", "enum": ["\u200b", "a"]}),
        NEWER,
    ),
    Broken(
        "title-value",
        f"{_X}/items/anyOf/0/title",
        several_titled({"const": "a", "title": "\ufeff"}),
        NEWER,
    ),
    Broken(
        "choice-duplicate", f"{_X}/oneOf/1/const", titled(A, {"const": "a", "title": "B"}), NEWER
    ),
    Broken("choice-shape", f"{_X}/oneOf/0", titled("a"), NEWER),
    Broken("choice-shape", f"{_X}/oneOf/1", titled(A, {"const": "b"}), NEWER),
    Broken("choice-shape", f"{_X}/oneOf/0", titled({"title": "A"}), NEWER),
    Broken("choice-shape", f"{_X}/items/anyOf/0", several_titled({**A, "type": "string"}), NEWER),
    Broken("title-value", f"{_X}/enumNames", text(enum=["a"], enumNames="A")),
    Broken("title-value", f"{_X}/enumNames/0", text(enum=["a"], enumNames=[""])),
    Broken("title-value", f"{_X}/oneOf/0/title", titled({"const": "a", "title": 1}), NEWER),
    Broken("title-value", f"{_X}/oneOf/0/title", titled({"const": "a", "title": ""}), NEWER),
    Broken("title-value", f"{_X}/enumNames/0", text(enum=["a"], enumNames=[" \n"])),
    Broken("title-value", f"{_X}/oneOf/0/title", titled({"const": "a", "title": "\u2028"}), NEWER),
    Broken("title-duplicate", f"{_X}/enumNames/1", text(enum=["a", "b"], enumNames=["A", "A"])),
    Broken(
        "title-duplicate", f"{_X}/oneOf/1/title", titled(A, {"const": "b", "title": "A"}), NEWER
    ),
    Broken("enum-names-length", f"{_X}/enumNames", text(enum=["a", "b"], enumNames=["A"])),
    Broken("enum-names-length", f"{_X}/enumNames", text(enum=["a"], enumNames=["A", "B"])),
    Broken("text-unicode", f"{_X}/enum/0", text(enum=[SURROGATE])),
    Broken("text-unicode", f"{_X}/enumNames/0", text(enum=["a"], enumNames=[SURROGATE])),
    Broken(
        "text-unicode",
        f"{_X}/oneOf/0/const",
        titled({"const": SURROGATE, "title": "A"}),
        NEWER,
    ),
    Broken(
        "text-unicode",
        f"{_X}/items/anyOf/0/title",
        several_titled({"const": "a", "title": SURROGATE}),
        NEWER,
    ),
    Broken("items-value", f"{_X}/items", form_of(x={"type": "array"}), NEWER),
    Broken("items-value", f"{_X}/items", several(items=[]), NEWER),
    Broken("items-value", f"{_X}/items/type", several(items={"enum": ["a"]}), NEWER),
    Broken(
        "items-value", f"{_X}/items/type", several(items={"type": "array", "enum": ["a"]}), NEWER
    ),
    Broken("count-value", f"{_X}/minItems", several(minItems=-1), NEWER),
    Broken("count-value", f"{_X}/maxItems", several(maxItems=0.5), NEWER),
    Broken("count-order", f"{_X}/minItems", several(minItems=2, maxItems=1), NEWER),
    Broken("unsatisfiable", f"{_X}/minItems", several(minItems=3), NEWER),
    Broken("unsatisfiable", f"{_X}/minItems", several_titled(A, minItems=2), NEWER),
]

_NO_DEFAULTS: dict[Callable[..., dict[str, Any]], list[Any]] = {
    text: [None, 1, True, ["a"]],
    whole: [None, "1", True, [1], math.nan, math.inf],
    number: [None, "1", False, math.nan, -math.inf, 10**400],
    several: [None, "a", [1], ["a", None], {"a": True}],
}

_NO_BOOLEANS: list[Any] = [None, 0, 1, "true", []]

DEFAULTS = [
    *(
        Broken("default-type", f"{_X}/default", kind(default=value), NEWER)
        for kind in _NO_DEFAULTS
        for value in _NO_DEFAULTS[kind]
    ),
    *(Broken("default-type", f"{_X}/default", boolean(default=value)) for value in _NO_BOOLEANS),
    Broken("default-type", f"{_X}/default", text(enum=["a"], default=None), NEWER),
    Broken("default-type", f"{_X}/default", titled(A, default=["a"]), NEWER),
    Broken("default-length", f"{_X}/default", text(minLength=2, default="a"), NEWER),
    Broken("default-length", f"{_X}/default", text(maxLength=1, default="ab"), NEWER),
    Broken(
        "default-length", f"{_X}/default", text(format="email", minLength=6, default="a@b.c"), NEWER
    ),
    Broken("default-format", f"{_X}/default", text(format="email", default="ann"), NEWER),
    Broken("default-format", f"{_X}/default", text(format="date", default="2026-02-30"), NEWER),
    Broken("default-format", f"{_X}/default", text(format="uri", default="example.com"), NEWER),
    Broken(
        "default-format",
        f"{_X}/default",
        text(format="date-time", default="2026-01-31T09:30:00"),
        NEWER,
    ),
    Broken("default-range", f"{_X}/default", whole(minimum=1, default=0), NEWER),
    Broken("default-range", f"{_X}/default", whole(maximum=1, default=2), NEWER),
    Broken("default-range", f"{_X}/default", number(maximum=1, default=1.5), NEWER),
    Broken("default-range", f"{_X}/default", number(minimum=2**53 + 1, default=2.0**53), NEWER),
    Broken("default-exact", f"{_X}/default", number(default=2**53 + 1), NEWER),
    Broken("default-integral", f"{_X}/default", whole(default=1.5), NEWER),
    Broken("default-choice", f"{_X}/default", text(enum=["a"], default="A"), NEWER),
    Broken("default-choice", f"{_X}/default", text(enum=["a"], default=""), NEWER),
    Broken("default-choice", f"{_X}/default", text(enum=["a"], default=SURROGATE), NEWER),
    Broken(
        "default-choice", f"{_X}/default", text(enum=["a"], enumNames=["A"], default="A"), NEWER
    ),
    Broken("default-choice", f"{_X}/default", titled(A, B, default="B"), NEWER),
    Broken("default-choice", f"{_X}/default", several(default=["a", "c"]), NEWER),
    Broken("default-choice", f"{_X}/default", several(default=["a", "a"]), NEWER),
    Broken("default-choice", f"{_X}/default", several_titled(A, B, default=["A"]), NEWER),
    Broken("default-count", f"{_X}/default", several(minItems=1, default=[]), NEWER),
    Broken("default-count", f"{_X}/default", several(maxItems=1, default=["b", "a"]), NEWER),
    Broken("text-unicode", f"{_X}/default", text(default=SURROGATE), NEWER),
]

ERRORS = [*ROOT, *NAMES, *TYPES, *KEYWORDS, *REVISION, *TEXT, *NUMBERS, *CHOICES, *DEFAULTS]

OPEN_BOOLEAN = {"type": "object", "properties": {"x": {"type": "boolean"}}}

WARNINGS = [
    Broken("url-in-text", f"{_X}/title", text(title="See https://example.com")),
    Broken("url-in-text", f"{_X}/description", whole(description="HTTP://example.com")),
    Broken("url-in-text", f"{_X}/default", text(default="http://example.com"), NEWER),
    Broken("url-in-text", f"{_X}/enumNames/0", text(enum=["a"], enumNames=["http://a.example"])),
    Broken(
        "url-in-text",
        f"{_X}/oneOf/0/title",
        titled({"const": "a", "title": "https://a.example"}),
        NEWER,
    ),
    Broken(
        "url-in-text",
        f"{_X}/items/anyOf/0/title",
        several_titled({"const": "a", "title": "https://a.example"}),
        NEWER,
    ),
    Broken("boolean-untouched", _X, OPEN_BOOLEAN),
    Broken("boolean-ticked", f"{_X}/default", boolean(default=True)),
    Broken(
        "boolean-ticked",
        f"{_X}/default",
        {"type": "object", "properties": {"x": {"type": "boolean", "default": True}}},
    ),
    Broken("credential", "/properties/password", form_of(password={"type": "string"})),
    Broken("credential", _X, whole(title="Your PIN")),
    Broken("integer-as-float", f"{_X}/minLength", text(minLength=1.0)),
    Broken("integer-as-float", f"{_X}/maxItems", several(maxItems=1.0), NEWER),
    Broken("integer-as-float", f"{_X}/minimum", whole(minimum=1.0)),
    Broken("integer-as-float", f"{_X}/maximum", whole(maximum=1.5)),
    Broken("integer-as-float", f"{_X}/default", whole(default=1.0), NEWER),
    Broken("integer-32-bit", f"{_X}/maxLength", text(maxLength=2**31)),
    Broken("integer-32-bit", f"{_X}/maxItems", several(maxItems=2**31), NEWER),
    Broken("integer-32-bit", f"{_X}/minimum", whole(minimum=-(2**31) - 1)),
    Broken("integer-32-bit", f"{_X}/maximum", whole(maximum=2**53 - 1)),
    Broken("integer-32-bit", f"{_X}/default", whole(default=2**31), NEWER),
]


WARNING_CODES = {broken.code for broken in WARNINGS}


def _name(broken: Broken) -> str:
    return f"{broken.code}:{ascii(broken.schema)[:90]}"


@pytest.mark.parametrize("broken", ERRORS, ids=_name)
def test_a_broken_rule_is_found_where_it_is_broken_and_nothing_else_is(broken: Broken) -> None:
    for revision in broken.revisions:
        assert found(broken.schema, revision) == [(broken.code, broken.path)]
        assert [one.severity for one in check_schema(broken.schema, revision)] == ["error"]


@pytest.mark.parametrize("broken", WARNINGS, ids=_name)
def test_what_will_surprise_somebody_is_warned_of_where_it_is(broken: Broken) -> None:
    for revision in broken.revisions:
        assert found(broken.schema, revision) == [(broken.code, broken.path)]
        assert [one.severity for one in check_schema(broken.schema, revision)] == ["warning"]


def test_every_code_has_a_schema_that_breaks_it() -> None:
    assert {broken.code for broken in [*ERRORS, *WARNINGS]} == codes.RULES.keys()


@pytest.mark.parametrize("broken", [*ERRORS, *WARNINGS], ids=_name)
def test_a_message_is_short_and_can_be_printed(broken: Broken) -> None:
    (finding,) = check_schema(broken.schema, broken.revisions[-1])
    assert 10 <= len(finding.message) < 500
    assert finding.message.isprintable()
    finding.message.encode()


# --- schemas that keep to all of them ---------------------------------------------------------

SAID = {"title": "Title", "description": "Description"}

AT_EVERY_REVISION = {
    "bare string": {"type": "string"},
    "string": {"type": "string", **SAID, "minLength": 0, "maxLength": 2**31 - 1},
    "string of one length": {"type": "string", "minLength": 3, "maxLength": 3},
    "email": {"type": "string", **SAID, "minLength": 3, "maxLength": 254, "format": "email"},
    "uri": {"type": "string", "maxLength": 2, "format": "uri"},
    "date": {"type": "string", "minLength": 10, "maxLength": 10, "format": "date"},
    "date-time": {"type": "string", "maxLength": 20, "format": "date-time"},
    "number": {"type": "number", **SAID, "minimum": -0.5, "maximum": 1e300},
    "large number": {"type": "number", "minimum": -(2**60), "maximum": 2**60},
    "number of one value": {"type": "number", "minimum": 1, "maximum": 1},
    "integer": {"type": "integer", **SAID, "minimum": -(2**31), "maximum": 2**31 - 1},
    "boolean": {"type": "boolean", **SAID},
    "boolean with default": {"type": "boolean", **SAID, "default": False},
    "choice": {"type": "string", **SAID, "enum": ["a", "b"]},
    "choice of one": {"type": "string", "enum": ["a"]},
    "choice in other letters": {"type": "string", "enum": ["a", "A", "a ", "ä", "😀"]},
    "blank choices with names": {"type": "string", "enum": [" ", "\t"], "enumNames": ["A", "B"]},
    "choice with names": {"type": "string", **SAID, "enum": ["a", "b"], "enumNames": ["A", "B"]},
    "empty description": {"type": "string", "description": ""},
}

FROM_2025_11_25 = {
    "string with default": {"type": "string", **SAID, "maxLength": 1, "default": "😀"},
    "string with empty default": {"type": "string", "default": ""},
    "email with default": {"type": "string", "format": "email", "default": "ann@example.com"},
    "uri with default": {"type": "string", "format": "uri", "default": "https://example.com"},
    "date with default": {"type": "string", "format": "date", "default": "2024-02-29"},
    "date-time with default": {
        "type": "string",
        "format": "date-time",
        "default": "2026-01-31T09:30:00+01:00",
    },
    "number with default": {"type": "number", "maximum": 1, "default": 1},
    "integer with default": {"type": "integer", **SAID, "minimum": 0, "maximum": 9, "default": 0},
    "choice with default": {"type": "string", **SAID, "enum": ["a", "b"], "default": "b"},
    "names with default": {"type": "string", "enum": ["a"], "enumNames": ["A"], "default": "a"},
    "titled choice": {"type": "string", **SAID, "oneOf": [A, B]},
    "titled choice with default": {"type": "string", "oneOf": [A], "default": "a"},
    "multi-select": {
        "type": "array",
        **SAID,
        "minItems": 0,
        "maxItems": 2,
        "items": {"type": "string", "enum": ["a", "b"]},
        "default": ["b", "a"],
    },
    "multi-select of all": {
        "type": "array",
        "minItems": 1,
        "maxItems": 1,
        "items": {"type": "string", "enum": ["a"]},
    },
    "multi-select without picks": {
        "type": "array",
        "maxItems": 0,
        "items": {"type": "string", "enum": ["a"]},
        "default": [],
    },
    "titled multi-select": {
        "type": "array",
        **SAID,
        "maxItems": 9,
        "items": {"anyOf": [A, B]},
        "default": ["a"],
    },
}


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("shape", AT_EVERY_REVISION)
def test_a_shape_of_every_revision_has_no_findings(shape: str, revision: str) -> None:
    assert check_schema(form_of(x=AT_EVERY_REVISION[shape]), revision) == []


@pytest.mark.parametrize("revision", NEWER)
@pytest.mark.parametrize("shape", FROM_2025_11_25)
def test_a_shape_of_the_newer_revisions_has_no_findings_there(shape: str, revision: str) -> None:
    assert check_schema(form_of(x=FROM_2025_11_25[shape]), revision) == []


@pytest.mark.parametrize("shape", FROM_2025_11_25)
def test_a_shape_of_the_newer_revisions_does_not_exist_at_the_oldest(shape: str) -> None:
    codes = {code for code, _ in found(form_of(x=FROM_2025_11_25[shape]), "2025-06-18")}
    assert codes
    assert codes <= {"revision-default", "revision-multi-select", "revision-one-of"}


def test_all_shapes_may_stand_in_one_form() -> None:
    shapes = {**AT_EVERY_REVISION, **FROM_2025_11_25}
    assert check_schema(form_of(**shapes), "2026-07-28") == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"x": {"type": "string"}}},
        {"type": "object", "properties": {"x": {"type": "string"}}, "required": []},
        {"type": "object", "properties": {"x": {"type": "boolean", "default": False}}},
    ],
)
def test_nothing_has_to_be_required(schema: object) -> None:
    for revision in REVISIONS:
        assert check_schema(schema, revision) == []


@pytest.mark.parametrize("revision", NEWER)
def test_a_dialect_may_be_named_from_2025_11_25_on(revision: str) -> None:
    dialect = "https://json-schema.org/draft/2020-12/schema"
    assert check_schema({"$schema": dialect, **text()}, revision) == []


@pytest.mark.parametrize(
    "name", ["a", "a1", "Confirm it", "größe", "-", "1a", "--1", "type", "a/b"]
)
def test_a_property_may_have_any_other_name(name: str) -> None:
    assert check_schema(form_of(**{name: {"type": "string"}})) == []


def test_the_latest_revision_is_the_one_meant_where_none_is_said() -> None:
    assert found(titled(A, default="a"), "2026-07-28") == []
    assert check_schema(titled(A, default="a")) == []


# --- several findings -------------------------------------------------------------------------


@pytest.mark.parametrize("revision", NEWER)
def test_a_hand_written_schema_gets_a_finding_for_each_of_its_four_faults(revision: str) -> None:
    schema = {
        "type": "object",
        "title": "Deploy",
        "properties": {
            "branch": {"type": "string", "pattern": "^release/"},
            "replicas": {"type": ["integer", "null"], "minimum": 1},
            "environment": {"type": "string", "enum": ["staging"], "default": "production"},
        },
        "required": ["branch"],
    }
    assert found(schema, revision) == [
        ("root-keyword", "/title"),
        ("keyword-unknown", "/properties/branch/pattern"),
        ("property-type", "/properties/replicas/type"),
        ("default-choice", "/properties/environment/default"),
    ]
    assert {finding.severity for finding in check_schema(schema, revision)} == {"error"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            whole(maximum=2**40, default=2**41),
            ["integer-32-bit", "default-range", "integer-32-bit"],
        ),
        (whole(minimum=0.0, default=-1), ["integer-as-float", "default-range"]),
        (
            whole(minimum=1.2, maximum=1.8),
            ["integer-as-float", "integer-as-float", "unsatisfiable"],
        ),
        (text(maxLength=1.0, default="ab"), ["integer-as-float", "default-length"]),
        (text(minLength=2**40, default="ab"), ["integer-32-bit", "default-length"]),
        (text(minLength=2**40, format="date"), ["integer-32-bit", "unsatisfiable"]),
        (text(minLength=11.0, format="date"), ["integer-as-float", "unsatisfiable"]),
        (several(minItems=2**40), ["integer-32-bit", "unsatisfiable"]),
        (several(minItems=3.0), ["integer-as-float", "unsatisfiable"]),
        (several(maxItems=2**40, default=["c"]), ["integer-32-bit", "default-choice"]),
        (
            titled({**A, "title": "http://a.example"}, default="b"),
            ["url-in-text", "default-choice"],
        ),
        (
            text(enum=["a"], enumNames=["http://a.example"], default="b"),
            ["url-in-text", "default-choice"],
        ),
    ],
)
def test_a_warning_hides_no_error(schema: object, expected: list[str]) -> None:
    assert [finding.code for finding in check_schema(schema)] == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"x": BARE, "required": ["x"]}},
        {"type": "object", "properties": {"x": BARE, "required": None}},
        {"type": "object", "properties": {"x": BARE, "type": "object"}},
        {"type": "object", "properties": {"x": BARE, "properties": []}},
        {"type": "object", "properties": {"x": BARE, "$schema": "about:blank"}},
        text(required=True),
        text(required=["x"]),
    ],
)
def test_what_belongs_beside_properties_is_told_where_it_belongs(schema: object) -> None:
    (finding,) = check_schema(schema)
    assert "beside `properties`" in finding.message
    assert "move it" in finding.message


def test_a_field_may_be_called_as_a_keyword_of_the_root_is() -> None:
    fields = dict.fromkeys(["required", "type", "properties", "$schema"], BARE)
    assert check_schema(form_of(**fields)) == []


def test_findings_come_in_the_order_of_the_schema() -> None:
    schema = form_of(
        b={"type": "string", "pattern": "a"}, a={"type": "int"}, c={"type": "boolean", "default": 1}
    )
    assert [path for _, path in found(schema, "2026-07-28")] == [
        "/properties/b/pattern",
        "/properties/a/type",
        "/properties/c/default",
    ]


def test_no_default_is_judged_by_choices_that_are_no_choices() -> None:
    assert found(text(enum=[], default="a"), "2026-07-28") == [("choices-empty", f"{_X}/enum")]


@trying
@given(st.data())
def test_a_default_is_right_just_where_json_schema_takes_it(data: st.DataObject) -> None:
    form: type[Form] = data.draw(forms())
    schema = form.requested_schema()
    for wire in schema["properties"].values():
        default = data.draw(any_value(wire))
        wire.pop("default", None)
        admitted = Draft202012Validator(wire, format_checker=format_checker()).is_valid(default)
        right = admitted and not is_left_out(wire, default)
        if right and wire["type"] == "integer":
            right = abs(default) < 2**53
        if right and wire["type"] == "number":
            right = float(default) == default  # what clients hold of it
        wire["default"] = default
        errors = [
            finding for finding in check_schema(form_of(x=wire)) if finding.severity == "error"
        ]
        assert (errors == []) == right


# --- abuse ------------------------------------------------------------------------------------


def deep_list() -> list[Any]:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


def deep_dict() -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key in ["properties", "type", "items", "anyOf", "x"] * 20_000:
        value = {key: value}
    return value


def endless_dict() -> dict[str, Any]:
    value: dict[str, Any] = {"type": "object"}
    value["properties"] = value["items"] = value["x"] = value
    return value


def endless_list() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


HOSTILE_VALUES: dict[str, Any] = {
    "deep list": deep_list(),
    "deep dict": deep_dict(),
    "endless dict": endless_dict(),
    "endless list": endless_list(),
    "huge integer": 10**5000,
    "huge negative integer": -(10**5000),
    "integer of 308 digits": 10**308,
    "nan": math.nan,
    "infinity": math.inf,
    "negative infinity": -math.inf,
    "subnormal": 5e-324,
    "surrogate": SURROGATE,
    "surrogates": "\udfff\ud800" * 1000,
    "long text": "x" * 1_000_000,
    "control characters": "\x00\x1b[2J\r\n\u202e\u2028",
    "long URL": f"https://{'x' * 10_000}",
    "bytes": b"\xff",
    "set": {1},
    "tuple": ("a", "b"),
    "object": object(),
    "class": int,
    "many choices": [f"choice {index}" for index in range(10_000)],
    "many equal choices": ["same"] * 10_000,
    "many keys": {f"key {index}": index for index in range(10_000)},
}
HOSTILE_KEYS: dict[str, Any] = {
    "integer": 1,
    "huge integer": 10**5000,
    "integer of 308 digits": 10**308,
    "float": 1.5,
    "nan": math.nan,
    "none": None,
    "true": True,
    "bytes": b"type",
    "tuple": ("type",),
    "class": int,
    "surrogate": SURROGATE,
    "long text": "x" * 1_000_000,
    "control characters": "\x00\x1b[2J\r\n\u202e",
    "pointer": "~/~1~0//",
}
ALL_KEYWORDS = [
    *("type", "title", "description", "default", "enum", "enumNames", "oneOf", "anyOf", "items"),
    *("format", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "pattern"),
]
ALL_TYPES = ("string", "number", "integer", "boolean", "array")


def with_value(value: Any) -> Iterator[object]:
    """Yield schemas that hold the value in each place."""
    yield value
    yield {"type": value, "properties": {"x": {"type": "string"}}}
    yield {"type": "object", "properties": value, "required": value}
    yield {**text(), "required": [value]}
    yield {**text(), "$schema": value, "title": value}
    yield form_of(x=value)
    yield form_of(x={"type": value})
    for name in ALL_TYPES:
        for keyword in ALL_KEYWORDS:
            yield form_of(x={"type": name, keyword: value, "default": value})
            yield form_of(x={"type": name, keyword: [value]})
    yield form_of(x={"type": "string", "enum": ["a", value], "enumNames": ["A", value]})
    yield titled(value, {"const": value, "title": value}, {"const": value, "title": value})
    yield titled({"const": value, "title": value}, default=value)
    for items in ({"type": value, "enum": value}, {"anyOf": value}, {"anyOf": [value], "x": value}):
        yield several(items=items, default=[value])
        yield several(items=items, minItems=value, maxItems=value)
    yield text(minLength=value, maxLength=value, format="date", default="2026-01-31")
    yield whole(minimum=value, maximum=value, default=value)
    yield number(minimum=value, maximum=2, default=1)


def with_key(key: Any) -> Iterator[object]:
    """Yield schemas that hold the key in each place."""
    yield {key: 1}
    yield {**text(), key: 1}
    for definition in (1, {}, {"type": "string"}):
        yield {"type": "object", "properties": {key: definition}}
        yield {"type": "object", "properties": {key: definition}, "required": [key, key]}
    for name in ALL_TYPES:
        yield form_of(x={"type": name, key: 1})
    yield titled({key: 1}, {"const": "a", "title": "A", key: 1})
    yield several(items={"type": "string", "enum": ["a"], key: 1})
    yield several(items={"anyOf": [A, {key: 1}], key: 1})


def require_sober_findings(schema: object) -> None:
    """Check that whatever is said of a schema is short, and safe to print."""
    for revision in REVISIONS:
        for finding in check_schema(schema, revision):
            assert finding.severity == ("warning" if finding.code in WARNING_CODES else "error")
            assert finding.path == "" or finding.path.startswith("/")
            assert len(finding.message) < 500
            assert finding.message.isprintable()
            finding.message.encode()


@pytest.mark.parametrize("name", HOSTILE_VALUES)
def test_no_value_whatever_upsets_it_in_any_place(name: str) -> None:
    for schema in with_value(HOSTILE_VALUES[name]):
        require_sober_findings(schema)


@pytest.mark.parametrize("name", HOSTILE_KEYS)
def test_no_key_whatever_upsets_it_in_any_place(name: str) -> None:
    for schema in with_key(HOSTILE_KEYS[name]):
        require_sober_findings(schema)


def test_a_hundred_thousand_choices_are_no_fault() -> None:
    many = [f"choice {index}" for index in range(100_000)]
    assert check_schema(text(enum=many, default=many[-1])) == []
    assert check_schema(several(items={"type": "string", "enum": many}, default=many)) == []
    both = [{"const": one, "title": one} for one in many]
    assert check_schema(titled(*both, default=many[-1])) == []


_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=4)
    | st.sampled_from([*ALL_TYPES, "object", "null", "email", "date", "a", "x", SURROGATE, 2**31])
)
_KEYS = st.sampled_from([*ALL_KEYWORDS, "properties", "required", "$schema", "x", "const", "a/~b"])
_ODD_KEYS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)


def _around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Draw what holds these values: objects, schemas of fields among them, and lists."""
    keyed = st.dictionaries(_KEYS | _KEYS | _ODD_KEYS, inner, max_size=5)
    fields = st.builds(lambda rest, name: {"type": name, **rest}, keyed, st.sampled_from(ALL_TYPES))
    choices = st.lists(
        st.fixed_dictionaries({"const": inner, "title": inner}) | st.sampled_from([A, B, "a"]),
        max_size=3,
    )
    return st.one_of(keyed, fields, fields, choices, st.lists(inner, max_size=3))


json_like = st.recursive(_SCALARS, _around, max_leaves=12)


@settings(
    max_examples=4 * EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    json_like,
    st.builds(lambda fields: form_of(**fields), st.dictionaries(st.text(max_size=2), json_like)),
)
def test_no_json_whatever_upsets_it(anything: object, schema: object) -> None:
    require_sober_findings(anything)
    require_sober_findings(form_of(x=anything))
    require_sober_findings(schema)


# --- revisions and the official examples ------------------------------------------------------


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "", "latest", None, 20260728])
def test_an_unknown_revision_raises_whatever_the_schema(revision: Any) -> None:
    for schema in (text(), None, {"type": "object"}):
        with pytest.raises(RevisionError) as caught:
            check_schema(schema, revision)
        assert caught.value.revision == revision
        assert caught.value.revisions == REVISIONS
        assert str(caught.value).startswith(f"unknown protocol revision {revision!r}; use ")


@pytest.mark.parametrize("revision", NEWER)
@pytest.mark.parametrize(
    "folder",
    [
        "BooleanSchema",
        "NumberSchema",
        "StringSchema",
        "TitledMultiSelectEnumSchema",
        "TitledSingleSelectEnumSchema",
        "UntitledMultiSelectEnumSchema",
        "UntitledSingleSelectEnumSchema",
    ],
)
def test_the_official_example_of_a_field_has_no_findings(folder: str, revision: str) -> None:
    for example in examples_in(folder):
        assert check_schema(form_of(x=example), revision) == []


def test_the_official_examples_of_requests_have_no_findings() -> None:
    for params in examples_in("ElicitRequestFormParams"):
        for revision in REVISIONS:
            assert check_schema(params["requestedSchema"], revision) == []


def examples_in(folder: str) -> list[Any]:
    paths = sorted((OFFICIAL_EXAMPLES / folder).glob("*.json"))
    if not OFFICIAL_EXAMPLES.is_dir():
        pytest.skip("the protocol's own examples are not there")
    assert paths
    return [json.loads(path.read_text()) for path in paths]


# --- the promise that it is another judge -----------------------------------------------------


def test_it_shares_no_code_with_what_renders_and_reads_forms() -> None:
    folder = Path(check.__file__).parent
    modules = sorted(folder.glob("*.py"))
    assert len(modules) > 5
    imported = {
        node.module
        for module in modules
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    ours = {name for name in imported if name.startswith("elicitform")}
    assert {name for name in ours if not name.startswith("elicitform._wire.check")} == {
        "elicitform._wire.credentials",
        "elicitform._wire.formats",
        "elicitform._wire.revisions",
        "elicitform._wire.visible",
        "elicitform.exceptions",
    }


# --- words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (-1.5, "-1.5"),
        ({}, "an object"),
        ({"a": 1}, "an object"),
        ([], "a list"),
        (["a"], "a list"),
        (10**60, "a very large number"),
        (10**60 - 1, "9" * 60),
        (object(), "something that is not a JSON value"),
    ],
)
def test_a_value_is_shown_in_a_few_words(value: object, shown: str) -> None:
    (found,) = check_schema(
        {"type": "object", "properties": {"a": {"type": "string", "title": value}}}
    )
    assert found.message == f"this is text; got {shown}"


@pytest.mark.parametrize(
    ("text", "shown"), [("a" * 60, f"'{'a' * 60}'"), ("a" * 61, f"'{'a' * 60}'…"), ("é", r"'\xe9'")]
)
def test_a_text_is_shown_in_ascii_and_cut_short(text: str, shown: str) -> None:
    (found,) = check_schema(
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": [text]}
    )
    assert found.message == f"{shown} is not in `properties`"
