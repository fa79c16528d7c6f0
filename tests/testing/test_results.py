"""Results that a test sends are made from Python values, and slips in a test are told."""

from __future__ import annotations

from datetime import date, datetime, timezone
from enum import Enum
from typing import Any

import pytest
from pydantic import Field, HttpUrl

from elicitform import Accepted, Cancelled, Declined, Form, MultiSelect, form_of
from elicitform.testing import accept, accept_content, cancel, decline


class Color(Enum):
    RED = "red"
    GREEN = "green"


class Order(Form, since="2025-11-25"):
    day: date
    at: datetime | None = None
    web: HttpUrl | None = None
    color: Color = Field(default=Color.RED, alias="colour")
    colors: MultiSelect[Color] = Field(default_factory=list)
    count: int = Field(default=1, ge=1)
    note: str | None = None


def test_python_values_become_json_values() -> None:
    moment = datetime(2026, 1, 31, 9, 30, tzinfo=timezone.utc)
    web: Any = Order(day=date(2026, 1, 31), web="https://example.com/").web  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

    result = accept(
        Order,
        day=date(2026, 1, 31),
        at=moment,
        web=web,
        color=Color.GREEN,
        colors=[Color.RED, "green"],
        count=3,
        note=None,
    )

    assert result == {
        "action": "accept",
        "content": {
            "day": "2026-01-31",
            "at": "2026-01-31T09:30:00+00:00",
            "web": "https://example.com/",
            "colour": "green",
            "colors": ["red", "green"],
            "count": 3,
            "note": None,
        },
    }
    assert isinstance(Order.parse_response(result), Accepted)


@pytest.mark.parametrize("name", ["color", "colour"])
def test_a_field_is_named_by_its_attribute_or_as_on_the_wire(name: str) -> None:
    result = accept(Order, day="2026-01-31", **{name: "green"})

    assert result["content"] == {"day": "2026-01-31", "colour": "green"}


class Crossed(Form):
    one: str = Field(alias="two")
    two: int = Field(alias="one")
    form: str


def test_the_attribute_goes_before_the_wire_name_of_another_field() -> None:
    assert accept(Crossed, one="a", two=2, form="f")["content"] == {
        "two": "a",
        "one": 2,
        "form": "f",
    }


def test_a_name_that_no_field_has_is_told_with_those_that_there_are() -> None:
    with pytest.raises(TypeError) as caught:
        accept(Order, day="2026-01-31", size=1)
    assert str(caught.value) == (
        "Order has no field 'size'; its fields are: day, at, web, color (on the wire 'colour'), "
        "colors, count, note"
    )


def test_a_field_is_given_once() -> None:
    with pytest.raises(TypeError, match=r"Order: color \(on the wire 'colour'\) is given by both"):
        accept(Order, day="2026-01-31", color="red", colour="red")


def test_a_slip_is_told_field_by_field_with_the_way_to_send_it_on_purpose() -> None:
    with pytest.raises(ValueError, match="Order: the answer has") as caught:
        accept(Order, count=0)
    assert str(caught.value) == (
        "Order: the answer has 2 faults\n"
        "  day: is required, and was not answered  [missing]\n"
        "  count: must be a whole number, at least 1  [range]\n"
        "To send a bad answer on purpose, write `accept_content({…})`."
    )
    assert caught.value.__context__ is None


@pytest.mark.parametrize("content", [{"count": 0}, {}, None, [], "yes"])
def test_any_content_can_be_sent_on_purpose(content: Any) -> None:
    assert accept_content(content) == {"action": "accept", "content": content}


def test_content_can_be_left_out() -> None:
    assert accept_content() == {"action": "accept"}


@pytest.mark.parametrize(
    ("result", "outcome"), [(decline(), Declined()), (cancel(), Cancelled())], ids=str
)
def test_refusals_are_read_as_such(result: Any, outcome: object) -> None:
    assert Order.parse_response(result) == outcome


def test_of_a_single_value_the_form_is_accepted() -> None:
    count: Any = form_of(int)
    with pytest.raises(TypeError, match=r"not an object of ValueForm; pass its `\.form`"):
        accept(count, value=3)
    assert count.parse_response(accept(count.form, value=3)).data == 3


def test_what_is_no_form_cannot_be_accepted() -> None:
    wrong: Any = {"day": "2026-01-31"}
    with pytest.raises(TypeError, match="a class derived from Form, not an object of dict"):
        accept(wrong)
