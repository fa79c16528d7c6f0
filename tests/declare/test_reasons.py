"""Why a constraint has no place on the wire, and what to do, for each constraint on each type."""

from __future__ import annotations

import math
from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import AnyUrl, Field, PlainSerializer, StringConstraints, WrapSerializer

from elicitform import Format, MultiSelect
from tests.support.declared import form_with, refused

REASONS = {
    "checked": ("so the client would never hear of it", "Check it on the server"),
    "needless": ("a form reads exact JSON types and finite numbers", "Leave it out"),
    "inclusive": ("the bounds of a number are inclusive", "Show the nearest inclusive bound"),
    "endless": ("every number is finite in any case", "Leave it out"),
    "text length": ("a place on the wire for numbers, and this is text", "the length of text"),
    "number bound": ("a place on the wire for text, and this is a number", "as `ge` and `le`"),
    "typed text": ("and this is read as another type", "Write text of the format"),
    "changing": ("it would change the answer before the wire check", "after the wire check"),
    "note": ("so the client would never hear of it", "for the person, in the description"),
    "dumping": ("how an answer is dumped is the server's business", "Write it as a method"),
}


class Doc:
    """What PEP 727 calls documentation, which the oldest typing-extensions does not have."""

    def __init__(self, documentation: str) -> None:
        self.documentation = documentation


def dumped(value: object) -> str:
    return str(value)


def dumped_after(value: object, handler: Any) -> str:
    return str(handler(value))


SIZES = Literal["s", "l"]
make_field: Any = Field
make_constraints: Any = StringConstraints
CASES: list[tuple[Any, Any, str]] = [
    *((one, make_field(strict=True), "needless") for one in (str, int, float, bool, date, SIZES)),
    (float, make_field(allow_inf_nan=False), "needless"),
    *((str, make_constraints(**{name: True}), "changing") for name in ("strip_whitespace", "to_lower", "to_upper")),
    *((float, make_field(**{name: 1.5}), "inclusive") for name in ("gt", "lt")),
    *((float, make_field(**{name: -math.inf}), "endless") for name in ("gt", "lt")),
    (float, make_field(gt=math.nan), "endless"),
    *((str, make_field(**{name: 3}), "text length") for name in ("ge", "gt", "le", "lt")),
    *((one, make_field(**{name: 3}), "number bound") for one in (int, float) for name in ("min_length", "max_length")),
    *((one, make_field(**length), "typed text") for one in (date, datetime, AnyUrl) for length in ({"min_length": 3}, {"max_length": 40})),
    *((one, make_field(multiple_of=2), "checked") for one in (int, float, str, bool, date, SIZES)),
    *((one, make_field(**{name: 3}), "checked") for one in (bool, SIZES) for name in ("ge", "gt", "le", "lt")),
    *((one, make_field(**{name: 3}), "checked") for one in (bool, SIZES) for name in ("min_length", "max_length")),
    *((date, make_field(**{name: date(2026, 1, 1)}), "checked") for name in ("ge", "gt", "le", "lt")),
    *((one, make_field(pattern="^a"), "checked") for one in (str, int, float, SIZES)),
    *((one, "a note", "note") for one in (str, int, float, bool, date, SIZES)),
    *((one, Doc("A note"), "note") for one in (str, int, float, bool, date, SIZES)),
    *((one, PlainSerializer(dumped), "dumping") for one in (str, int, float, bool)),
    *((one, WrapSerializer(dumped_after), "dumping") for one in (str, int, float, bool)),
    *((one, object(), "checked") for one in (str, int, float, bool, date, SIZES)),
]  # fmt: skip


@pytest.mark.parametrize(("annotation", "said", "reason"), CASES)
def test_what_has_no_place_is_refused_for_its_own_reason(
    annotation: Any, said: Any, reason: str
) -> None:
    with refused() as faults:
        form_with(Annotated[annotation, said])
    why, remedy = REASONS[reason]
    assert [fault.code for fault in faults] == ["unsupported-constraint"]
    assert why in faults[0].rule
    assert remedy in faults[0].remedy


@pytest.mark.parametrize(
    ("annotation", "field", "rule"),
    [
        (int, Field(ge=3, le=2), "No whole number keeps to `ge=3` and `le=2`."),
        (float, Field(ge=2.5, le=1), "No number keeps to `ge=2.5` and `le=1`."),
        (int, Field(gt=1, lt=2), "No whole number keeps to `gt=1` and `lt=2`."),
        (str, Field(min_length=3, max_length=2), "No text keeps to `min_length=3` and `max_length=2`."),
        (
            MultiSelect[SIZES],
            Field(min_length=2, max_length=1),
            "No list of choices keeps to `min_length=2` and `max_length=1`.",
        ),
        (MultiSelect[SIZES], Field(min_length=3), "It asks for 3 picks of 2."),
        (Annotated[str, Format("date")], Field(min_length=11), "No date has such a length."),
        (Annotated[str, Format("email")], Field(max_length=2), "No email has such a length."),
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_said_in_its_own_words(
    annotation: Any, field: Any, rule: str
) -> None:
    with refused() as faults:
        form_with(annotation, field, since="2025-11-25")
    assert [(fault.code, fault.rule) for fault in faults] == [("contradiction", rule)]
