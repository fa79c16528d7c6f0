"""What a change means for answers: held against answers, each judged by two judges.

How many random pairs of schemas are tried is told in `tests.support.trying`.
"""

from __future__ import annotations

import itertools
import math
import string
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from elicitform._wire.formats import has_format
from elicitform.exceptions import SchemaError
from elicitform.schemas import Change, check_schema, compare_schemas
from elicitform.schemas.compare.texts import distinct_texts
from tests.support.changes import Json, Judge, candidates, changed_schemas, properties, some_values
from tests.support.trying import trying

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

_TOO_LONG_SAID = "too long to be written out"


# --- random pairs -----------------------------------------------------------------------------


@trying
@given(changed_schemas(), st.data())
def test_random_changes_get_the_verdict_that_answers_give(
    schemas: tuple[Json, Json], data: DataObject
) -> None:
    old, new = schemas
    note(repr(old))
    note(repr(new))
    changes = compare_schemas(old, new)
    before, after = Judge(old), Judge(new)
    for change in changes:
        hold_against_judges(change, before, after)
    broken = any(change.breaking for change in changes)
    for content in contents(old, new, before) + drawn(data, old):
        if before.admits(content) and not after.admits(content):
            assert broken, content


def hold_against_judges(change: Change, before: Judge, after: Judge) -> None:
    """Assert that a breaking change has an answer that was valid and no longer is."""
    assert change.breaking or change.counterexample is None
    if change.breaking and _TOO_LONG_SAID not in change.message:
        assert change.counterexample is not None
        assert before.admits(change.counterexample), change
        assert not after.admits(change.counterexample), change


def contents(old: Json, new: Json, before: Judge) -> list[Json]:
    """Return answers to the old schema, each with one field at a border."""
    pools = {
        name: candidates(wire, new["properties"].get(name, wire))
        for name, wire in old["properties"].items()
    }
    fitting = {
        name: [value for value in pool if before.takes(name, value)] for name, pool in pools.items()
    }
    required = old.get("required", [])
    if any(not fitting[name] for name in required):
        return []  # only where a text is too long to be made here
    least = {name: fitting[name][0] for name in required}
    return [least, *({**least, name: value} for name in fitting for value in fitting[name])]


def drawn(data: DataObject, old: Json) -> list[Json]:
    """Return one drawn answer to the old schema, right or wrong."""
    return [{name: data.draw(some_values(wire)) for name, wire in old["properties"].items()}]


@trying
@given(changed_schemas())
def test_random_properties_are_told_apart_by_the_smallest_of_their_values(
    schemas: tuple[Json, Json],
) -> None:
    old, new = schemas
    for name in old["properties"].keys() & new["properties"].keys():
        one, other = (
            {"type": "object", "properties": {name: s["properties"][name]}} for s in schemas
        )
        before, after = Judge(one), Judge(other)
        refused = [
            value
            for value in candidates(old["properties"][name], new["properties"][name])
            if before.takes(name, value) and not after.takes(name, value)
        ]
        found = [
            change.counterexample[name]
            for change in compare_schemas(one, other)
            if change.counterexample is not None
        ]
        if found and refused and all(type(value) is not float for value in found):
            assert min(map(size, found)) <= min(map(size, refused)), (one, other)


def size(value: Any) -> tuple[bool, float]:
    """Return how simple a value is: not empty, and short or near to zero."""
    if isinstance(value, (str, list)):
        return not value, len(value)
    return value != int(value), abs(value)


@trying
@given(changed_schemas())
def test_random_schemas_do_not_differ_from_themselves(schemas: tuple[Json, Json]) -> None:
    for schema in schemas:
        assert compare_schemas(schema, schema) == []


@trying
@given(st.lists(properties(), min_size=3, max_size=3))
def test_random_changes_that_are_all_safe_are_safe_together(wires: list[Json]) -> None:
    first, second, third = ({"type": "object", "properties": {"x": wire}} for wire in wires)
    steps = compare_schemas(first, second) + compare_schemas(second, third)
    if not any(change.breaking for change in steps):
        assert not any(change.breaking for change in compare_schemas(first, third))


# --- one change each --------------------------------------------------------------------------


def text(**keywords: Any) -> Json:
    return {"type": "string", **keywords}


def integer(**keywords: Any) -> Json:
    return {"type": "integer", **keywords}


def number(**keywords: Any) -> Json:
    return {"type": "number", **keywords}


def several(*choices: str, **keywords: Any) -> Json:
    return {"type": "array", "items": {"type": "string", "enum": list(choices)}, **keywords}


def titled(**titles: str) -> list[Json]:
    return [{"const": value, "title": title} for value, title in titles.items()]


def schema(*required: str, **wires: Json) -> Json:
    return {
        "type": "object",
        "properties": wires,
        **({"required": list(required)} if required else {}),
    }


LARGEST = 1.7976931348623157e308
BREAKING: list[tuple[Json, Json, str, Any]] = [
    (text(), text(minLength=1), "/minLength", ""),
    (text(), text(minLength=2), "/minLength", "a"),
    (text(minLength=3), text(maxLength=4), "/maxLength", "aaaaa"),
    (text(), text(maxLength=0), "/maxLength", "a"),
    (text(maxLength=0), text(minLength=1), "/minLength", ""),
    (text(), text(format="date"), "/format", "a"),
    (text(maxLength=0), text(format="uri"), "/format", ""),
    (text(minLength=10, maxLength=10), text(format="date"), "/format", "a" * 10),
    (text(format="date"), text(maxLength=9), "/maxLength", "2026-01-01"),
    (text(format="date-time"), text(minLength=21), "/minLength", "2026-01-01T00:00:00Z"),
    (text(format="date-time"), text(maxLength=20), "/maxLength", "2026-01-01T00:00:00.0Z"),
    (text(format="date-time"), text(maxLength=21), "/maxLength", "2026-01-01T00:00:00.0Z"),
    (text(format="date"), text(format="date-time"), "/format", "2026-01-01"),
    (text(format="email"), text(minLength=4), "/minLength", "a@a"),
    (text(format="email"), text(format="uri"), "/format", "a@a"),
    (text(format="uri"), text(minLength=3), "/minLength", "a:"),
    (text(format="uri", minLength=9), text(format="email"), "/format", "aaaaaaaa:"),
    (text(), text(enum=["a", "b"]), "/enum", "c"),
    (text(maxLength=0), text(enum=["a"]), "/enum", ""),
    (text(format="date"), text(enum=["2026-01-01"]), "/enum", "2026-01-02"),
    (text(format="uri"), text(oneOf=titled(a="A")), "/oneOf", "a:"),
    (text(enum=["long", "ab", "a"]), text(minLength=3), "", "a"),
    (text(enum=["a:", "b"]), text(format="uri"), "", "b"),
    (text(enum=["a", "b"]), text(enum=["a"]), "/enum", "b"),
    (text(enum=["long", "b", "c"]), text(oneOf=titled(c="C")), "/oneOf", "b"),
    (text(), integer(), "/type", "a"),
    (integer(minimum=3), text(), "/type", 3),
    (integer(), {"type": "boolean"}, "/type", 0),
    ({"type": "boolean"}, number(), "/type", False),
    (text(enum=["a"]), several("a"), "/type", "a"),
    (several("a"), text(enum=["a"]), "/type", ["a"]),
    (integer(), integer(minimum=1), "/minimum", 0),
    (integer(maximum=9), integer(minimum=-4, maximum=9), "/minimum", -5),
    (integer(minimum=1, maximum=10), integer(minimum=1, maximum=4.5), "/maximum", 5),
    (integer(maximum=-7), integer(maximum=-9.5), "/maximum", -7),
    (number(), number(minimum=0.5), "/minimum", 0),
    (number(minimum=0.25), number(minimum=0.5), "/minimum", 0.25),
    (number(minimum=0.25, maximum=0.75), number(maximum=0.5), "/maximum", 0.75),
    (number(maximum=0.5), number(maximum=0.25), "/maximum", 0.5),
    (number(), number(maximum=-1e300), "/maximum", 0),
    (number(minimum=2**53), number(minimum=2**53 + 1), "/minimum", 2**53),
    (number(), integer(), "/type", 0.5),
    (number(maximum=0), integer(), "/type", -0.5),
    (number(maximum=-2), integer(), "/type", -2.5),
    (number(minimum=7), integer(), "/type", 7.5),
    (number(minimum=0.1, maximum=0.2), integer(), "/type", 0.1),
    (number(minimum=1, maximum=1.25), integer(), "/type", 1.25),
    (number(minimum=2**52 - 1), integer(), "/type", 2**52 - 0.5),
    (several("a", "b"), several("a"), "/items/enum", ["b"]),
    (several("a", "b", minItems=2), several("a"), "/items/enum", ["b", "a"]),
    (several("a", "b"), several("a", "b", maxItems=1), "/maxItems", ["a", "b"]),
    (several("a", "b"), several("a", "b", maxItems=0), "/maxItems", ["a"]),
    (several("a", "b"), several("a", "b", minItems=1), "/minItems", []),
    (several("a", "b"), several("a", "b", minItems=2), "/minItems", ["a"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "keyword", "value"), BREAKING)
def test_a_breaking_change_has_the_smallest_answer_that_it_refuses(
    old: Json, new: Json, keyword: str, value: Any
) -> None:
    before, after = schema(x=old), schema(x=new)
    breaking = [change for change in compare_schemas(before, after) if change.breaking]
    assert [(change.path, change.counterexample) for change in breaking] == [
        (f"/properties/x{keyword}", {"x": value})
    ]
    assert type((breaking[0].counterexample or {})["x"]) is type(value)
    hold_against_judges(breaking[0], Judge(before), Judge(after))


SAFE: list[tuple[Json, Json]] = [
    (text(minLength=1), text()),
    (text(minLength=1), text(minLength=0)),
    (text(maxLength=5), text(maxLength=6)),
    (text(format="date"), text(minLength=10, maxLength=10)),
    (text(format="date-time", minLength=21), text(minLength=22)),
    (text(format="date-time", maxLength=21), text(maxLength=20)),
    (text(format="email"), text(minLength=3, maxLength=254)),
    (text(format="uri"), text(minLength=2)),
    (text(format="uri", maxLength=9), text(maxLength=2**53 - 1)),
    (text(enum=["a", "b"]), text(maxLength=1)),
    (text(enum=["a:", "b:"]), text(format="uri")),
    (text(enum=["2026-01-31"]), text(format="date")),
    (text(enum=["a"]), text(enum=["a", "b"])),
    (integer(), number()),
    (integer(minimum=1), integer(minimum=0.5)),
    (integer(minimum=1.5), integer(minimum=2)),
    (integer(minimum=1, maximum=3), number(maximum=3)),
    (number(minimum=2, maximum=2), integer()),
    (number(minimum=2**52), integer()),
    (number(maximum=-(2**53)), integer()),
    (number(), number(minimum=-LARGEST, maximum=LARGEST)),
    (several("a", "b", maxItems=0), several("c")),
    (several("a", "b"), several("a", "b", maxItems=2)),
    (several("a", "b", minItems=1), several("a", "b", "c")),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), SAFE)
def test_a_change_that_every_answer_stands_is_safe(old: Json, new: Json) -> None:
    changes = compare_schemas(schema("x", x=old), schema("x", x=new))
    assert {change.verdict for change in changes} == {"safe"}
    assert all(change.counterexample is None for change in changes)


SHOWN: list[tuple[Json, Json, str]] = [
    (text(), text(title="Who"), "/title"),
    (text(description="a"), text(description="b"), "/description"),
    (text(title="Who"), text(), "/title"),
    (text(enum=["a", "b"]), text(enum=["b", "a"]), "/enum"),
    (text(enum=["a"]), text(enum=["a"], enumNames=["A"]), "/enum"),
    (text(enum=["a"]), text(oneOf=titled(a="A")), "/oneOf"),
    (text(enum=["a"], enumNames=["A"]), text(oneOf=titled(a="A")), "/oneOf"),
    (text(oneOf=titled(a="A")), text(oneOf=titled(a="B")), "/oneOf"),
    (several("a"), {"type": "array", "items": {"anyOf": titled(a="A")}}, "/items/anyOf"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "keyword"), SHOWN)
def test_what_only_people_see_is_shown(old: Json, new: Json, keyword: str) -> None:
    (change,) = compare_schemas(schema(x=old), schema(x=new))
    assert (change.path, change.verdict) == (f"/properties/x{keyword}", "shown")
    assert not change.breaking


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (integer(minimum=1), integer(minimum=1.0)),
        (text(minLength=3), text(minLength=3.0)),
        (number(default=1), number(default=1.0)),
    ],
)
def test_another_spelling_of_a_number_is_no_change(old: Json, new: Json) -> None:
    assert compare_schemas(schema(x=old), schema(x=new)) == []


# --- fields that come and go ------------------------------------------------------------------


def test_a_field_that_is_gone_is_ignored() -> None:
    (change,) = compare_schemas(schema("x", x=text(), **{"a/b~c": text()}), schema("x", x=text()))
    assert (change.path, change.verdict) == ("/properties/a~1b~0c", "safe")


def test_a_new_field_breaks_if_it_is_required() -> None:
    old = schema("x", x=text())
    (change,) = compare_schemas(old, schema("x", x=text(), y=text()))
    assert (change.path, change.verdict) == ("/properties/y", "safe")
    (change,) = compare_schemas(old, schema("x", "y", x=text(), y=text()))
    assert (change.path, change.counterexample) == ("/properties/y", {"x": "a"})


def test_a_field_may_not_be_left_open_any_more_or_may_now() -> None:
    open_, closed = schema(x=text()), schema("x", x=text())
    (change,) = compare_schemas(open_, closed)
    assert (change.path, change.counterexample) == ("/properties/x", {})
    (change,) = compare_schemas(closed, open_)
    assert (change.path, change.verdict) == ("/properties/x", "safe")


def test_fields_in_another_order_are_shown() -> None:
    (change,) = compare_schemas(schema(x=text(), y=text()), schema(y=text(), x=text()))
    assert (change.path, change.verdict) == ("/properties", "shown")


def test_the_dialect_is_no_business_of_answers() -> None:
    old = schema(x=text())
    assert compare_schemas(old, {**old, "$schema": "https://example.com"}) == []


def test_a_counterexample_holds_what_every_answer_holds_and_no_more() -> None:
    old = schema("n", "m", m=several("b", "c"), n=integer(minimum=5), x=text(), y=text())
    new = schema("n", "m", m=several("b", "c"), n=integer(minimum=5), x=text(maxLength=0), y=text())
    (change,) = compare_schemas(old, new)
    assert change.counterexample == {"m": ["b"], "n": 5, "x": "a"}


# --- defaults ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (text(), text(default="a"), "is now read as"),
        (text(default="a"), text(default="b"), "is now read as"),
        (text(default="a"), text(), "read as none"),
    ],
)
def test_a_default_changes_how_a_missing_answer_is_read(old: Json, new: Json, said: str) -> None:
    (change,) = compare_schemas(schema(x=old), schema(x=new))
    assert (change.path, change.verdict) == ("/properties/x/default", "safe")
    assert said in change.message
    (change,) = compare_schemas(schema("x", x=old), schema("x", x=new))
    assert (change.path, change.verdict) == ("/properties/x/default", "shown")


def test_defaults_of_two_types_are_two_defaults() -> None:
    old, new = schema(x={"type": "boolean", "default": True}), schema(x=integer(default=1))
    assert [change.path for change in compare_schemas(old, new)] == [
        "/properties/x/type",
        "/properties/x/default",
    ]


# --- what cannot be written out, or is not there ----------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (text(minLength=2**40), text(format="uri")),
        (text(maxLength=2**41), text(maxLength=2**40)),
        (text(minLength=2**40), text(enum=["a"])),
        (text(format="uri", minLength=2**40), integer()),
    ],
)
def test_an_answer_that_is_too_long_is_not_written_out(old: Json, new: Json) -> None:
    breaking = [
        change for change in compare_schemas(schema(x=old), schema(x=new)) if change.breaking
    ]
    assert [change.counterexample for change in breaking] == [None]
    assert _TOO_LONG_SAID in breaking[0].message


def test_many_counterexamples_are_not_written_out_for_ever() -> None:
    names = [f"x{number}" for number in range(800)]
    old = schema(*names, **dict.fromkeys(names, integer()))
    new = schema(*names, **dict.fromkeys(names, integer(minimum=1)))
    changes = compare_schemas(old, new)
    assert all(change.breaking for change in changes)
    written = [change for change in changes if change.counterexample is not None]
    assert 0 < len(written) < len(changes)


def test_where_no_answer_was_valid_none_is_lost() -> None:
    beyond = number(minimum=int(LARGEST) + 1)  # which rounds to the largest float
    old = schema("x", x=beyond, y=text())
    new = schema("x", x=beyond, y=text(minLength=1))
    assert [change.verdict for change in compare_schemas(old, new)] == ["safe"]
    assert [c.verdict for c in compare_schemas(schema(x=beyond), schema(x=integer()))] == [
        "safe",
        "safe",
    ]


# --- finite sets of texts ---------------------------------------------------------------------


def test_a_list_of_every_value_of_a_format_takes_them_all() -> None:
    letters = string.ascii_letters
    old = text(format="uri", maxLength=2)
    assert not broken_by(old, text(enum=[f"{letter}:" for letter in letters]))
    assert broken_by(old, text(enum=[f"{letter}:" for letter in letters[1:]])) == {"x": "a:"}
    last = text(enum=[f"{letter}:" for letter in letters[:-1]])
    assert broken_by(old, last) == {"x": "Z:"}


def test_a_list_of_every_short_address_takes_them_all() -> None:
    atoms = string.ascii_letters + string.digits + "!#$%&'*+/=?^_`{|}~-"
    every = [f"{a}@{b}" for a in atoms for b in string.ascii_letters + string.digits]
    old = text(format="email", maxLength=3)
    assert not broken_by(old, text(enum=every))
    assert broken_by(old, text(enum=every[:-1])) == {"x": every[-1]}


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        (None, 0, math.inf),
        (None, 5, 5),
        ("email", 0, math.inf),
        ("email", 254, 254),
        ("uri", 0, math.inf),
        ("uri", 100, 100),
        ("date", 10, 10),
        ("date-time", 0, math.inf),
        ("date-time", 21, 22),
    ],
)
def test_listed_texts_are_distinct_and_have_format_and_length(
    name: str | None, least: int, most: float
) -> None:
    texts = list(itertools.islice(distinct_texts(name, least, most), 900))
    assert len(set(texts)) == 900
    assert all(least <= len(one) <= most for one in texts)
    assert name is None or all(has_format(name, one) for one in texts)


@pytest.mark.parametrize("least", [0, 1])
def test_every_text_of_one_character_is_listed_and_the_empty_one_last(least: int) -> None:
    texts = list(distinct_texts(None, least, 1))
    assert len(texts) == len(set(texts)) == 0x110000 - 0x800 + 1 - least
    assert (texts[-1] == "") == (least == 0)


def broken_by(old: Json, new: Json) -> Json | None:
    """Return the counterexample of the only breaking change of a property, or None."""
    breaking = [
        change for change in compare_schemas(schema(x=old), schema(x=new)) if change.breaking
    ]
    return breaking[0].counterexample if breaking else None


# --- what cannot be compared ------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [None, [], {}, {"type": "object"}, schema(x={"type": "int"})])
def test_an_invalid_schema_is_an_error_with_its_findings(wrong: Any) -> None:
    right = schema(x=text())
    for name, sides in (("old", (wrong, right)), ("new", (right, wrong))):
        with pytest.raises(SchemaError, match=f"^{name} is no valid requestedSchema") as caught:
            compare_schemas(*sides)
        assert caught.value.name == name
        assert list(caught.value.findings) == check_schema(wrong)


def test_warnings_do_not_make_a_schema_invalid() -> None:
    assert compare_schemas(schema(x={"type": "boolean"}), schema(x={"type": "boolean"})) == []


@pytest.mark.parametrize(
    ("old", "new", "counterexample"),
    [
        (text(), text(maxLength=1.0), {"x": "aa"}),
        (text(), text(minLength=1.0), {"x": ""}),
        (several("a", "b"), several("a", "b", maxItems=1.0), {"x": ["a", "b"]}),
        (several("a", "b"), several("a", "b", minItems=1.0), {"x": []}),
        (text(maxLength=3.0), text(maxLength=2), {"x": "aaa"}),
    ],
)
def test_a_count_may_be_written_with_a_fraction(old: Any, new: Any, counterexample: Any) -> None:
    (change,) = compare_schemas(schema(x=old), schema(x=new))
    assert (change.verdict, change.counterexample) == ("breaking", counterexample)


# --- narrow intervals -------------------------------------------------------------------------

_ENDS: list[float | None] = [None, -0.5, 0, 0.5, 1, 1.5]
_GRID = [at / 4 for at in range(-10, 11)] + [-1e9, 1e9]


def _numbers() -> list[Json]:
    """Return every property of a number with these ends that takes some value."""
    found = []
    for kind, low, high in itertools.product(("number", "integer"), _ENDS, _ENDS):
        bounds = {"minimum": low, "maximum": high}
        wire = {"type": kind, **{key: end for key, end in bounds.items() if end is not None}}
        if not any(one.severity == "error" for one in check_schema(_asking(wire))):
            found.append(wire)
    return found


def _asking(wire: Json) -> Json:
    return {"type": "object", "properties": {"x": wire}}


def _takes(wire: Json, value: float) -> bool:
    is_whole = value == math.floor(value) or wire["type"] == "number"
    low: float = wire.get("minimum", -math.inf)
    high: float = wire.get("maximum", math.inf)
    return is_whole and low <= value <= high


def test_every_interval_is_held_against_every_other() -> None:
    wires = _numbers()
    assert len(wires) > 30
    for old, new in itertools.product(wires, wires):
        changes = compare_schemas(_asking(old), _asking(new))
        refused = [value for value in _GRID if _takes(old, value) and not _takes(new, value)]
        assert any(change.breaking for change in changes) == bool(refused), (old, new)
        for change in changes:
            if change.counterexample is not None:
                value = change.counterexample["x"]
                assert _takes(old, value), (old, new)
                assert not _takes(new, value), (old, new)


def test_an_interval_of_one_fraction_is_no_integer_and_has_nothing_beyond() -> None:
    half = {"type": "number", "minimum": 0.5, "maximum": 0.5}
    for new in ({"type": "integer"}, {**half, "minimum": 0.75, "maximum": 1}, {"type": "number", "maximum": 0.25}):  # fmt: skip
        (change, *_) = [one for one in compare_schemas(_asking(half), _asking(new)) if one.breaking]
        assert change.counterexample == {"x": 0.5}
    for new in ({"type": "number", "minimum": 0.5}, {"type": "number", "minimum": 0.25}):
        assert not any(one.breaking for one in compare_schemas(_asking(half), _asking(new)))


def test_what_is_in_lists_counts_toward_the_length_of_a_counterexample() -> None:
    choices = [letter * 300_000 for letter in "abcd"]
    picks = {"type": "array", "items": {"type": "string", "enum": choices}}
    count = {"type": "integer"}
    for least, is_shown in ((1, True), (3, True), (4, False)):
        properties: Json = {"picks": {**picks, "minItems": least}, "count": count}
        old: Json = {"type": "object", "properties": properties, "required": ["picks"]}
        changed = {**properties, "count": {**count, "minimum": 1}}
        (change,) = compare_schemas(old, {**old, "properties": changed})
        assert change.breaking
        assert (change.counterexample is not None) == is_shown
        assert (_TOO_LONG_SAID in change.message) != is_shown
