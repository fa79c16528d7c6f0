"""Every way in which clients are known to answer gets the outcome that it should.

The clients and what they send were read from their sources between May and September 2026; names
stand for the client's behaviour then, not for a claim about any later release.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from elicitform import (
    Accepted,
    Cancelled,
    Declined,
    Form,
    Format,
    InvalidContent,
    MalformedResponse,
    MultiSelect,
    Titles,
)


class Required(Form, since="2025-11-25"):
    name: Annotated[str, Field(min_length=1)]
    count: int = Field(ge=0)
    agree: bool
    size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]


class Optional(Form, since="2025-11-25"):
    name: Annotated[str, Field(min_length=1)] | None = None
    note: str | None = None
    count: int | None = None
    share: float | None = None
    agree: bool = False
    size: Literal["s", "l"] | None = None
    tags: Annotated[MultiSelect[Literal["a", "b"]], Field(min_length=1)] | None = None
    mail: Annotated[str, Format("email")] | None = None
    day: date | None = None
    moment: datetime | None = None


GOOD = {"name": "ann", "count": 3, "agree": False, "size": "s"}

# who does it, what is sent, and what differs from the form's own defaults in what is read
TAKEN: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("a client that leaves blank fields out", {}, {}),
    ("VS Code, a blank number (NaN on the way, null on the wire)", {"count": None}, {}),
    ("VS Code, an untouched boolean", {"agree": False}, {"agree": False}),
    ("VS Code, a number answered with 0", {"count": 0}, {"count": 0}),
    ("Inspector, a text that was cleared", {"name": "", "note": ""}, {"note": ""}),
    ("Inspector, a multi-select that was cleared", {"tags": []}, {}),
    ("Goose desktop, untouched fields", {"name": "", "size": "", "count": "", "tags": ""}, {}),
    ("Goose, a whole number as a float", {"count": 5.0}, {"count": 5}),
    ("fast-agent, a whole number for a number", {"share": 3}, {"share": 3.0}),
    ("fast-agent, an empty selection", {"tags": [], "count": 3}, {"count": 3}),
    ("FastMCP's client, missing optionals as null", dict.fromkeys(Optional.model_fields), {}),
    ("any client, keys that nobody asked for", {"isAdmin": True, "_meta": {}}, {}),
    ("any client, an answer to everything", {"mail": "a@b.co", "day": "2026-01-31"}, {
        "mail": "a@b.co", "day": date(2026, 1, 31),
    }),
]  # fmt: skip


@pytest.mark.parametrize(("content", "read"), [row[1:] for row in TAKEN], ids=[r[0] for r in TAKEN])
def test_this_answer_is_taken(content: dict[str, Any], read: dict[str, Any]) -> None:
    outcome = Optional.parse_response({"action": "accept", "content": content})
    assert outcome == Accepted(Optional(**read))


# who does it, the form, what is sent, and the faults
REFUSED: list[tuple[str, type[Form], Any, list[tuple[str, str]]]] = [
    (
        "Codex and others, an approval without content",
        Required,
        None,
        [("name", "missing"), ("count", "missing"), ("agree", "missing"), ("size", "missing")],
    ),
    (
        "Codex, an approval of a form that it cannot draw",
        Required,
        {},
        [("name", "missing"), ("count", "missing"), ("agree", "missing"), ("size", "missing")],
    ),
    ("Goose desktop, a required text left blank", Required, {**GOOD, "name": ""}, [("name", "length")]),
    ("VS Code, a required number left blank", Required, {**GOOD, "count": None}, [("count", "missing")]),
    ("a client that types numbers as text", Required, {**GOOD, "count": "3"}, [("count", "type")]),
    ("a client that types booleans as text", Required, {**GOOD, "agree": "true"}, [("agree", "type")]),
    ("a client that enforces no bound", Required, {**GOOD, "count": -1}, [("count", "range")]),
    ("a client that shows choices as free text", Required, {**GOOD, "size": "medium"}, [("size", "choice")]),
    ("a client that sends the title", Required, {**GOOD, "size": "Small"}, [("size", "choice")]),
    ("Goose and FastMCP's terminal, a selection as text", Optional, {"tags": "a"}, [("tags", "type")]),
    ("VS Code, any text with an @", Optional, {"mail": "ann@"}, [("mail", "format")]),
    ("VS Code, a date-time without offset", Optional, {"moment": "2026-01-31T10:00:00"}, [("moment", "format")]),
    ("VS Code, any date that JavaScript reads", Optional, {"moment": "Jan 1 2026"}, [("moment", "format")]),
    ("fast-agent, a date-time with a space", Optional, {"moment": "2026-01-31 10:00:00"}, [("moment", "format")]),
    ("fast-agent, a number that is not finite", Optional, {"share": float("inf")}, [("share", "type")]),
    ("a client that sends seconds since 1970", Optional, {"moment": 1767225600}, [("moment", "type")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "content", "faults"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_this_answer_has_these_faults(
    form: type[Form], content: Any, faults: list[tuple[str, str]]
) -> None:
    with pytest.raises(InvalidContent) as caught:
        form.parse_response({"action": "accept", "content": content})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == faults
    assert caught.value.nothing_collected == (not content)


@pytest.mark.parametrize("content", [..., None, {}, GOOD])
def test_a_refusal_is_one_whoever_made_it(content: Any) -> None:
    extra = {} if content is ... else {"content": content}
    assert Required.parse_response({"action": "decline", **extra}) == Declined()
    assert Required.parse_response({"action": "cancel", **extra}) == Cancelled()


@pytest.mark.parametrize("content", [[], "yes", True, [GOOD]])
def test_content_that_is_no_object_is_malformed(content: Any) -> None:
    with pytest.raises(MalformedResponse):
        Required.parse_response({"action": "accept", "content": content})
