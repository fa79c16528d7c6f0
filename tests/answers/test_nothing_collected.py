"""Answers that nobody may have given: what a client sends, or its SDK, for a form it never showed."""

from __future__ import annotations

import copy
import json
import pickle
from collections import UserDict
from datetime import date, datetime, timedelta, timezone
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AnyUrl, Field, TypeAdapter

from elicitform import (
    Accepted,
    AssumeZone,
    Form,
    InvalidContent,
    MultiSelect,
    NothingCollected,
    Prefill,
    Titles,
    form_of,
    read_responses,
)
from tests.support.declared import Color, made
from tests.support.trying import draw_form, trying

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

OSLO = timezone(timedelta(hours=2))
URL: Any = TypeAdapter(AnyUrl).validate_python("https://example.com/a")

# annotation, default, and what a client sends for it
SHOWN: list[tuple[Any, Any, Any]] = [
    (str, "hello", "hello"),
    (str, "", ""),
    (int, 3, 3),
    (int, 3, 3.0),
    (int, 0, 0),
    (float, 1, 1),
    (float, 1, 1.0),
    (float, 1.0, 1),
    (float, 0.5, 0.5),
    (bool, False, False),
    (Literal["a", "b"], "b", "b"),
    (Annotated[Literal["a"], Titles({"a": "A"})], "a", "a"),
    (Color, Color.RED, "red"),
    (MultiSelect[Color], [Color.RED], ["red"]),
    (MultiSelect[Literal["a", "b"]], ["b", "a"], ["b", "a"]),
    (MultiSelect[Literal["a", "b"]], [], []),
    (date, date(2026, 1, 31), "2026-01-31"),
    (datetime, datetime(2026, 1, 31, 9, 30, tzinfo=OSLO), "2026-01-31T09:30:00+02:00"),
    (Annotated[datetime, AssumeZone("UTC")], datetime(2026, 1, 31, tzinfo=OSLO), "2026-01-31T00:00:00+02:00"),
    (AnyUrl, URL, "https://example.com/a"),
    (str | None, None, None),
    (int | None, None, None),
]  # fmt: skip

# annotation, default, and what nobody sends who did not see the form
ENTERED: list[tuple[Any, Any, Any]] = [
    (str, "hello", "Hello"),
    (str, "hello", ""),
    (str, "1", 1),
    (int, 1, 2),
    (int, 1, True),
    (int, 0, False),
    (float, 1.0, True),
    (bool, False, True),
    (bool, False, 0),
    (Literal["a", "b"], "b", "a"),
    (Color, Color.RED, "green"),
    (MultiSelect[Literal["a", "b"]], ["b", "a"], ["b"]),
    (MultiSelect[Literal["a", "b"]], ["b"], [["b"]]),
    (date, date(2026, 1, 31), "2026-01-30"),
    (str | None, None, "ann"),
    (int, Field(default_factory=lambda: 3), 3),
]


def beside(annotation: Any, default: Any, **others: Any) -> Any:
    return made({"field": (annotation, default), **others}, since="2025-11-25")


def error_of(form: Any, content: Any) -> InvalidContent:
    with pytest.raises(InvalidContent) as caught:
        form.parse_response({"action": "accept", "content": content})
    return caught.value


@pytest.mark.parametrize(("annotation", "default", "sent"), SHOWN)
def test_a_default_that_was_shown_is_nothing_collected(
    annotation: Any, default: Any, sent: Any
) -> None:
    form = beside(annotation, default, confirm=(bool, ...))
    error = error_of(form, {"field": sent})
    assert error.nothing_collected
    assert error.missing == ("confirm",)
    with pytest.raises(NothingCollected):
        form.asking_again(error)
    outcome = beside(annotation, default).parse_response(
        {"action": "accept", "content": {"field": sent}}
    )
    assert outcome.nothing_collected


@pytest.mark.parametrize(("annotation", "default", "sent"), ENTERED)
def test_anything_else_was_collected(annotation: Any, default: Any, sent: Any) -> None:
    assert not error_of(
        beside(annotation, default, confirm=(bool, ...)), {"field": sent}
    ).nothing_collected
    form = beside(annotation, default)
    if form.validate_content({}) is not None and is_answer(form, {"field": sent}):
        assert not form.parse_response(
            {"action": "accept", "content": {"field": sent}}
        ).nothing_collected


def is_answer(form: Any, content: Any) -> bool:
    try:
        form.validate_content(content)
    except InvalidContent:
        return False
    return True


@pytest.mark.parametrize(
    "prefilled",
    [
        Annotated[str, Prefill("hello")],
        Annotated[Color, Prefill(Color.RED)],
        Annotated[MultiSelect[Color], Prefill([Color.RED])],
    ],
)
def test_a_prefilled_answer_may_be_nobodys(prefilled: Any) -> None:
    form = made({"field": (prefilled, ...)}, since="2025-11-25")
    shown = form.requested_schema()["properties"]["field"]["default"]
    outcome = form.parse_response({"action": "accept", "content": {"field": shown}})
    assert outcome.nothing_collected
    form = made({"field": (prefilled, ...), "confirm": (bool, ...)}, since="2025-11-25")
    error = error_of(form, {"field": shown})
    assert error.nothing_collected
    assert error.missing == ("confirm",)
    assert error_of(form, {}).nothing_collected


class Deploy(Form):
    environment: Literal["staging", "production"]
    replicas: int = Field(default=1, ge=1, le=10)
    note: str | None = None
    confirm: bool


@pytest.mark.parametrize(
    ("content", "nothing"),
    [
        (None, True),
        ({}, True),
        ({"replicas": 1}, True),
        ({"replicas": 1, "note": None}, True),
        ({"note": None}, True),
        ({"replicas": 2}, False),
        ({"note": ""}, False),  # a client that sends "" for what nobody touched has shown it
        ({"environment": "staging"}, False),
        ({"environment": None, "confirm": None}, False),  # it left open what it had shown
        ({"replicas": 1, "environment": None}, False),
        ({"replicas": 99}, False),
        ({"replicas": 1, "more": 1}, False),
        ({"replicas": "1"}, False),
    ],
)
def test_whether_anything_was_collected(content: Any, nothing: bool) -> None:
    assert error_of(Deploy, content).nothing_collected is nothing


class Settings(Form):
    nick: str | None = None
    replicas: int = 1
    dark: bool = False


@pytest.mark.parametrize(
    ("content", "nothing"),
    [
        (None, True),
        ({}, True),
        ({"replicas": 1, "dark": False, "nick": None}, True),
        ({"dark": True}, False),
        ({"nick": "ann"}, False),
        ({"more": 1}, False),
    ],
)
def test_an_accepted_answer_says_whether_anybody_may_have_given_it(
    content: Any, nothing: bool
) -> None:
    result = {"action": "accept", "content": content}
    for one in (result, UserDict(result), SimpleNamespace(**result), json.dumps(result)):
        outcome = Settings.parse_response(one)
        assert isinstance(outcome, Accepted)
        assert outcome.nothing_collected is nothing
    (read,) = read_responses({"a": Settings}, {"a": result}).values()
    assert isinstance(read, Accepted)
    assert read.nothing_collected is nothing
    if isinstance(content, dict):
        mapping = {"action": "accept", "content": UserDict(content)}
        outcome = Settings.parse_response(mapping)
        assert isinstance(outcome, Accepted)
        assert outcome.nothing_collected is nothing


def test_a_single_value_says_so_too() -> None:
    asked = form_of(int, default=3)
    outcomes = [
        asked.parse_response({"action": "accept", "content": content})
        for content in ({}, {"value": 3}, {"value": 4})
    ]
    assert [outcome.nothing_collected for outcome in outcomes if outcome] == [True, True, False]


def test_it_is_no_part_of_what_an_outcome_is() -> None:
    seen, unseen = Accepted(3), Accepted(3, nothing_collected=True)
    assert seen == unseen
    assert hash(seen) == hash(unseen)
    assert repr(seen) == repr(unseen) == "Accepted(data=3)"
    assert Accepted.__match_args__ == ("data",)
    for outcome in (seen, unseen):
        for other in (copy.deepcopy(outcome), pickle.loads(pickle.dumps(outcome))):
            assert other.nothing_collected is outcome.nothing_collected
    with pytest.raises(AttributeError, match="an outcome is fixed"):
        seen.nothing_collected = True  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def test_what_is_shown_when_asked_again_counts_as_shown() -> None:
    error = error_of(Deploy, {"environment": "staging", "replicas": 99, "confirm": True})
    again = Deploy.asking_again(error)
    assert error_of(again, {}).nothing_collected
    assert (
        error_of(again, {"environment": "staging", "confirm": True, "replicas": 99}).missing == ()
    )
    whole = {"environment": "staging", "confirm": True}
    outcome = again.parse_response({"action": "accept", "content": whole})
    assert outcome
    assert outcome.nothing_collected
    outcome = again.parse_response({"action": "accept", "content": {**whole, "replicas": 2}})
    assert outcome
    assert not outcome.nothing_collected


@trying
@given(st.data())
def test_the_defaults_of_a_random_form_are_nothing_collected(data: DataObject) -> None:
    form = data.draw(st.just(draw_form(data)))
    for revision in form.protocol_revisions():
        schema = form.requested_schema(revision)
        defaults = {
            name: wire["default"]
            for name, wire in schema["properties"].items()
            if "default" in wire
        }
        content = {name: defaults[name] for name in defaults if data.draw(st.booleans())}
        try:
            outcome = form.parse_response({"action": "accept", "content": content})
        except InvalidContent as error:
            missing = set(schema.get("required", [])) - set(content)
            assert error.nothing_collected == bool(missing)  # noqa: PT017
        else:
            assert outcome
            assert outcome.nothing_collected
