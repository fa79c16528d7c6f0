"""Prefilled answers, and zones that are assumed."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone, tzinfo
from enum import Enum
from typing import Annotated, Any, Literal, Optional
from zoneinfo import ZoneInfo

import pytest
from pydantic import AwareDatetime, Field, ValidationError

from elicitform import (
    REVISIONS,
    AssumeZone,
    Form,
    Format,
    InvalidContent,
    MultiSelect,
    Prefill,
    check_schema,
)
from elicitform._declare.markers import MARKERS
from tests.support.declared import Color, field_schema, form_with, refused


class Export(Form, since="2025-11-25"):
    kind: Annotated[Literal["pdf", "csv"], Prefill("pdf")]
    pages: Annotated[int, Prefill(3), Field(ge=1)]
    color: Annotated[Color, Prefill(Color.RED)]
    parts: Annotated[MultiSelect[Literal["text", "images"]], Prefill(["text"])]
    name: str = "report"


def test_a_prefilled_field_is_required_and_shows_its_default() -> None:
    schema = Export.requested_schema()
    assert schema["required"] == ["kind", "pages", "color", "parts"]
    defaults = {name: field["default"] for name, field in schema["properties"].items()}
    assert defaults == {
        "kind": "pdf",
        "pages": 3,
        "color": "red",
        "parts": ["text"],
        "name": "report",
    }


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_prefilled_field_is_valid_at_every_revision(revision: str) -> None:
    form = form_with(Annotated[str, Prefill("a")])
    assert check_schema(form.requested_schema(revision), revision) == []
    assert ("default" in field_schema(form, revision)) is (revision != "2025-06-18")
    assert form.requested_schema(revision)["required"] == ["field"]


def test_what_is_shown_is_not_an_answer() -> None:
    with pytest.raises(InvalidContent) as caught:
        Export.validate_content({"kind": "csv", "color": None})
    assert caught.value.missing == ("pages", "color", "parts")


def test_a_prefilled_field_reads_as_any_required_one() -> None:
    answer = Export.validate_content({"kind": "csv", "pages": 1, "color": "green", "parts": []})
    assert (answer.kind, answer.pages, answer.color, answer.parts) == ("csv", 1, Color.GREEN, [])
    assert answer.model_fields_set == {"kind", "pages", "color", "parts"}


@pytest.mark.parametrize(
    ("annotation", "default", "code"),
    [
        (Annotated[Literal["pdf", "csv"], Prefill("doc")], ..., "default"),
        (Annotated[int, Prefill("3")], ..., "default"),
        (Annotated[int, Prefill(None)], ..., "default"),
        (Annotated[int, Field(le=2), Prefill(3)], ..., "default"),
        (Annotated[Color, Prefill("red")], ..., "default"),
        (int, Prefill(3), "default"),
        (Annotated[int, Prefill(3)], 4, "contradiction"),
        (Annotated[int, Prefill(3)], Field(default_factory=int), "contradiction"),
        (Optional[Annotated[int, Prefill(3)]], None, "contradiction"),
        (Annotated[int, Prefill(3), Prefill(3)], ..., "contradiction"),
    ],
)
def test_a_prefill_is_judged_as_a_default_is(annotation: Any, default: Any, code: str) -> None:
    with refused() as faults:
        form_with(annotation, default)
    assert [(fault.field, fault.code) for fault in faults] == [("field", code)]
    is_marker = isinstance(default, Prefill)
    assert ("prefilled value" in faults[0].rule) is (code == "default" and not is_marker)


def test_a_prefill_says_more_of_a_choice_than_the_wire_can() -> None:
    with refused() as faults:
        form_with(MultiSelect[Annotated[Literal["a"], Prefill("a")]], since="2025-11-25")
    assert [fault.code for fault in faults] == ["unsupported-constraint"]


def test_a_prefill_is_written_as_its_author_would() -> None:
    class Named(Enum):
        PDF = "pdf"

    assert repr(Prefill("pdf")) == "Prefill('pdf')"
    assert form_with(Annotated[Named, Prefill(Named.PDF)]).requested_schema()["required"]


# --- zones ------------------------------------------------------------------------------------

OSLO = ZoneInfo("Europe/Oslo")
INDIA = timezone(timedelta(hours=5, minutes=30))


class Meeting(Form):
    starts: Annotated[datetime, AssumeZone("Europe/Oslo")]
    ends: Annotated[AwareDatetime, AssumeZone("Europe/Oslo")] | None = None


def starts(text: object) -> datetime:
    return Meeting.validate_content({"starts": text}).starts


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-31 09:30:00",
        "2026-01-31T09:30:00",
        "2026-01-31t09:30",
        "2026-01-31 09:30",
        "2026-01-31 09:30:00.000",
        "2026-01-31T09:30:00+01:00",
        "2026-01-31 09:30+01:00",
        "2026-01-31 08:30Z",
        "2026-01-31T08:30:00z",
    ],
)
def test_a_zone_is_assumed_where_the_answer_has_none(text: str) -> None:
    assert starts(text) == datetime(2026, 1, 31, 9, 30, tzinfo=OSLO)
    assert starts(text).utcoffset() is not None


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-31",
        "Jan 1 2026",
        "1767225600",
        "2026-01-31  09:30",
        "2026-01-31 24:30",
        "2026-01-31 09:30:61",
        "2026-01-31 09",
        "2026-01-31 09:30 Europe/Oslo",
        "2026-03-29 02:30",  # the clocks leave it out
        "0001-01-01 00:00",  # in UTC, it lies before the first year
        "",
    ],
)
def test_a_zone_makes_no_moment_of_anything_else(text: str) -> None:
    with pytest.raises(InvalidContent, match="must be a date and time such as 2026-01-31 09:30"):
        starts(text)


def test_of_a_time_that_comes_twice_the_first_is_meant() -> None:
    assert starts("2026-10-25 02:30").utcoffset() == timedelta(hours=2)


def test_the_wire_stays_as_strict_as_it_is() -> None:
    assert Meeting.requested_schema()["properties"]["starts"] == {
        "type": "string",
        "title": "Starts",
        "format": "date-time",
    }
    good = {"starts": "2026-01-31T09:30:00+01:00", "ends": "2026-01-31T10:30:00Z"}
    assert Meeting.validate_content(good, strict=True) == Meeting.validate_content(good)
    assert Meeting.model_validate(good, strict=True) == Meeting.validate_content(good)
    loose = {**good, "ends": "2026-01-31 10:30"}
    assert Meeting.validate_content(loose).ends == Meeting.model_validate(loose).ends
    with pytest.raises(InvalidContent) as caught:
        Meeting.validate_content(loose, strict=True)
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("ends", "format")]
    with pytest.raises(ValidationError, match="ends"):
        Meeting.model_validate(loose, strict=True)


def test_a_strict_reading_asks_for_what_it_takes() -> None:
    for content in ({"starts": "2026-01-31 09:30"}, {"starts": "soon"}):
        with pytest.raises(InvalidContent, match="must be a date and time with its offset"):
            Meeting.validate_content(content, strict=True)


def test_blanks_are_read_beside_a_zone() -> None:
    answer = Meeting.validate_content({"starts": "2026-01-31 09:30", "ends": ""})
    assert answer.ends is None
    assert answer.model_fields_set == {"starts"}


def test_python_values_get_the_zone_as_well() -> None:
    local = datetime(2026, 7, 1, 9)  # noqa: DTZ001  (that is the point)
    assert Meeting(starts=local).starts == datetime(2026, 7, 1, 9, tzinfo=OSLO)
    aware = datetime(2026, 7, 1, 9, tzinfo=INDIA)
    assert Meeting(starts=aware).starts is aware


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("UTC", timezone.utc),
        ("+05:30", INDIA),
        ("-05:30", timezone(-timedelta(hours=5, minutes=30))),
        ("America/New_York", ZoneInfo("America/New_York")),
        (INDIA, INDIA),
    ],
)
def test_a_zone_is_a_name_an_offset_or_an_object(zone: Any, expected: tzinfo) -> None:
    form = form_with(Annotated[datetime, AssumeZone(zone)])
    answer = form.validate_content({"field": "2026-01-31 09:30"})
    assert answer.field == datetime(2026, 1, 31, 9, 30, tzinfo=expected)


@pytest.mark.parametrize(
    "zone", ["Europe/Olso", "", "../UTC", "Europe", "+2:00", "+24:00", 3, None]
)
def test_an_unknown_zone_is_refused(zone: Any) -> None:
    with refused() as faults:
        form_with(Annotated[datetime, AssumeZone(zone)])
    assert [fault.code for fault in faults] == ["unsupported-constraint"]
    assert "is not a time zone that this machine knows" in faults[0].rule


def test_a_zone_that_somebody_else_made_is_refused() -> None:
    make: Any = type("Elsewhere", (tzinfo,), {"__hash__": None})
    with refused() as faults:
        form_with(Annotated[datetime, AssumeZone(make())])
    assert [fault.code for fault in faults] == ["unsupported-constraint"]
    assert "neither zoneinfo's nor datetime's" in faults[0].rule


@pytest.mark.parametrize("annotation", [str, int, Annotated[str, Format("date-time")]])
def test_a_zone_goes_with_a_datetime_alone(annotation: Any) -> None:
    with refused() as faults:
        form_with(Annotated[annotation, AssumeZone("UTC")])
    assert [fault.code for fault in faults] == ["unsupported-constraint"]


def test_one_field_has_one_zone() -> None:
    with refused() as faults:
        form_with(Annotated[datetime, AssumeZone("UTC"), AssumeZone("UTC")])
    assert [fault.code for fault in faults] == ["contradiction"]


@pytest.mark.parametrize("marker", MARKERS)
def test_a_marker_that_was_not_made_says_how_it_is_made(marker: type) -> None:
    with refused() as faults:
        form_with(Annotated[str, marker])
    (fault,) = faults
    assert fault.annotation == f"Annotated[str, {marker.__name__}]"
    assert fault.code == "unsupported-constraint"
    assert fault.rule.startswith(f"`{marker.__name__}` is the class of a marker")
    assert f"`{marker.__name__}(" in fault.remedy


def test_a_zone_is_written_as_its_author_would() -> None:
    assert repr(AssumeZone("UTC")) == "AssumeZone('UTC')"


@pytest.mark.parametrize("annotation", [datetime, Annotated[str, Format("date-time")]])
def test_the_author_is_told_how_such_answers_can_be_read(annotation: Any) -> None:
    form = form_with(annotation)
    for text in ("2026-01-31 09:30:00", "2026-01-31T09:30:00", "2026-01-31 09:30Z"):
        with pytest.raises(InvalidContent) as caught:
            form.validate_content({"field": text})
        assert caught.value.faults[0].hint in str(caught.value)
        assert 'AssumeZone("Europe/Oslo")' in caught.value.faults[0].hint
    others: list[object] = ["2026-01-31", "31.1.2026", 3]
    for other in others:
        with pytest.raises(InvalidContent) as caught:
            form.validate_content({"field": other})
        assert caught.value.faults[0].hint == ""
