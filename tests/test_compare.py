"""What a change means for answers: held against answers, each judged by two judges.

For a thorough run, say how many pairs of schemas are drawn::

    ELICITFORM_EXAMPLES=100000 pytest tests/test_compare.py -k random
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given, note
from hypothesis import strategies as st

from elicitform.compare import Change, compare_schemas
from tests.changes import Json, Judge, candidates, changed_schemas, properties, some_values
from tests.test_properties import trying

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
