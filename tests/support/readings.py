"""What answers are read as, field by field: the tables that several tests go over."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from enum import IntEnum
from typing import Annotated, Any, Literal, Optional

from pydantic import AnyUrl, EmailStr, Field, HttpUrl, TypeAdapter

from elicitform import Format, MultiSelect, Titles
from tests.support.declared import Color, Size, form_with

SIZES = Literal["s", "l"]
TITLED: Any = Annotated[SIZES, Titles({"s": "Small", "l": "Large"})]
EMAIL: Any = Annotated[str, Format("email")]
URI: Any = Annotated[str, Format("uri")]
DATE: Any = Annotated[str, Format("date")]
DATE_TIME: Any = Annotated[str, Format("date-time")]
UTC = timezone.utc
DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


class Text(str):
    """A str that JSON never makes."""

    __slots__ = ()


class Number(IntEnum):
    THREE = 3


# annotation, keywords, what the answer holds, what is read
GOOD: list[tuple[Any, dict[str, Any], Any, Any]] = [
    (str, {}, "ann", "ann"),
    (str, {}, "", ""),
    (str, {"min_length": 2, "max_length": 2}, "\U0001f600é", "\U0001f600é"),
    (int, {}, 3, 3),
    (int, {}, 3.0, 3),
    (int, {}, -0.0, 0),
    (int, {}, 1e2, 100),
    (int, {}, 1e20, 10**20),
    (int, {}, 10**400, 10**400),
    (int, {"ge": 1, "le": 10}, 10.0, 10),
    (float, {}, 1.5, 1.5),
    (float, {}, 3, 3.0),
    (float, {"ge": 0}, 0, 0.0),
    (bool, {}, True, True),
    (bool, {}, False, False),
    (SIZES, {}, "s", "s"),
    (TITLED, {}, "l", "l"),
    (Color, {}, "red", Color.RED),
    (Size, {}, "l", Size.LARGE),
    (MultiSelect[SIZES], {}, ["l", "s"], ["l", "s"]),
    (MultiSelect[SIZES], {}, [], []),
    (MultiSelect[Color], {"min_length": 1}, ["red"], [Color.RED]),
    (EMAIL, {}, "ann.lee+x@mail.example.com", "ann.lee+x@mail.example.com"),
    (EMAIL, {}, "a@b", "a@b"),
    (EMAIL, {}, '"ann lee"@[IPv6:::1]', '"ann lee"@[IPv6:::1]'),
    (EMAIL, {}, '"ann lee"@example.com', '"ann lee"@example.com'),
    (EMAIL, {}, "ann@[127.0.0.1]", "ann@[127.0.0.1]"),
    (EmailStr, {}, "ann@EXAMPLE.com", "ann@example.com"),
    (URI, {}, "urn:isbn:1", "urn:isbn:1"),
    (URI, {}, "http://[::1]:80/a?b#c", "http://[::1]:80/a?b#c"),
    (AnyUrl, {}, "ftp://example.com/a", TypeAdapter(AnyUrl).validate_python("ftp://example.com/a")),
    (DATE, {}, "2024-02-29", "2024-02-29"),
    (date, {}, "2024-02-29", date(2024, 2, 29)),
    (DATE_TIME, {}, "2026-01-31t09:30:00z", "2026-01-31t09:30:00z"),
    (datetime, {}, "2026-01-31T09:30:00Z", datetime(2026, 1, 31, 9, 30, tzinfo=UTC)),
    (datetime, {}, "2026-01-31t09:30:00z", datetime(2026, 1, 31, 9, 30, tzinfo=UTC)),
    (
        datetime,
        {},
        "2026-01-31T09:30:00.1234567-05:30",
        datetime(2026, 1, 31, 9, 30, 0, 123456, timezone(-timedelta(hours=5, minutes=30))),
    ),
]  # fmt: skip

# annotation, keywords, what the answer holds, the fault
BAD: list[tuple[Any, dict[str, Any], Any, str]] = [
    (str, {}, 3, "type"),
    (str, {}, True, "type"),
    (str, {}, ["a"], "type"),
    (str, {}, {"a": 1}, "type"),
    (str, {}, DEEP, "type"),
    (str, {}, b"ann", "type"),
    (str, {}, Size.SMALL, "type"),
    (str, {}, Text("ann"), "type"),
    (str, {}, "\ud800", "text"),
    (str, {}, "a" * 1_000_000 + "\udfff", "text"),
    (str, {"min_length": 2}, "a", "length"),
    (str, {"min_length": 1}, "", "length"),
    (str, {"max_length": 2}, "abc", "length"),
    (str, {"max_length": 2}, "a" * 1_000_000, "length"),
    (int, {}, "3", "type"),
    (int, {}, True, "type"),
    (int, {}, 3.5, "type"),
    (int, {}, float("nan"), "type"),
    (int, {}, float("inf"), "type"),
    (int, {}, [], "type"),
    (int, {}, "", "type"),
    (int, {}, Number.THREE, "type"),
    (int, {"ge": 1}, 0, "range"),
    (int, {"le": 10}, 11.0, "range"),
    (int, {"gt": 1}, 1, "range"),
    (float, {}, "1.5", "type"),
    (float, {}, True, "type"),
    (float, {}, float("nan"), "type"),
    (float, {}, float("-inf"), "type"),
    (float, {}, 10**400, "range"),
    (float, {"le": 1}, 1.0001, "range"),
    (float, {"le": 1}, 2, "range"),
    (bool, {}, "true", "type"),
    (bool, {}, 1, "type"),
    (bool, {}, 0.0, "type"),
    (SIZES, {}, "x", "choice"),
    (SIZES, {}, "S", "choice"),
    (SIZES, {}, "", "choice"),
    (SIZES, {}, 1, "type"),
    (SIZES, {}, Size.SMALL, "type"),
    (TITLED, {}, "Small", "choice"),
    (Color, {}, "RED", "choice"),
    (Color, {}, Color.RED, "type"),
    (Size, {}, Size.SMALL, "type"),
    (Color, {}, b"red", "type"),
    (MultiSelect[SIZES], {}, "s", "type"),
    (MultiSelect[SIZES], {}, ("s",), "type"),
    (MultiSelect[SIZES], {}, ["s", 1], "type"),
    (MultiSelect[SIZES], {}, [Size.SMALL], "type"),
    (MultiSelect[Size], {}, [Size.SMALL], "type"),
    (MultiSelect[SIZES], {}, ["s", "x"], "choice"),
    (MultiSelect[TITLED], {}, ["Small"], "choice"),
    (MultiSelect[SIZES], {}, ["s", "s"], "duplicate"),
    (MultiSelect[Color], {}, ["red", "red"], "duplicate"),
    (MultiSelect[SIZES], {"min_length": 1}, [], "count"),
    (MultiSelect[SIZES], {"max_length": 1}, ["s", "l"], "count"),
    (MultiSelect[SIZES], {}, ["x"] * 1_000_000, "choice"),
    (EMAIL, {}, "nobody", "format"),
    (EMAIL, {}, " ann@example.com", "format"),
    (EMAIL, {}, "ann@example.com\n", "format"),
    (EMAIL, {}, "ann@@example.com", "format"),
    (EMAIL, {}, ".ann@example.com", "format"),
    (EMAIL, {}, '"ann lee@example.com', "format"),
    (EMAIL, {}, "ann@[127.0.0.256]", "format"),
    (EMAIL, {}, "ann@-example.com", "format"),
    (EMAIL, {}, "ann@example.com.", "format"),
    (EMAIL, {}, "änn@example.com", "format"),
    (EMAIL, {}, "a" * 65 + "@example.com", "format"),
    (EMAIL, {}, "a@" + "b" * 64, "format"),
    (EMAIL, {}, "a@" + ".".join(["b" * 60] * 5), "format"),
    (EmailStr, {}, "nobody", "format"),
    (EmailStr, {}, "a@b", "rule"),
    (URI, {}, "example.com", "format"),
    (URI, {}, "/path", "format"),
    (URI, {}, "http://a b", "format"),
    (URI, {}, "http://exämple.com", "format"),
    (URI, {}, "http://a/%zz", "format"),
    (URI, {}, "http://[::zz]", "format"),
    (URI, {}, "http://[1:2]", "format"),
    (URI, {}, "http://a#b#c", "format"),
    (URI, {}, "a:" + "b" * 1_000_000 + " ", "format"),
    (AnyUrl, {}, "example.com", "format"),
    (HttpUrl, {}, "ftp://example.com", "rule"),
    (DATE, {}, "2023-02-29", "format"),
    (DATE, {}, "2026-1-1", "format"),
    (DATE, {}, "2026-01-01T00:00:00Z", "format"),
    (DATE, {}, "0000-01-01", "format"),
    (DATE, {}, "٢٠٢٦-٠١-٠١", "format"),
    (DATE, {}, "2026-01-01\n", "format"),
    (date, {}, 0, "type"),
    (date, {}, "1767225600", "format"),
    (date, {}, date(2026, 1, 1), "type"),
    (datetime, {}, "2026-01-31T09:30:00", "format"),
    (datetime, {}, "2026-01-31 09:30:00Z", "format"),
    (datetime, {}, "2026-01-31T09:30Z", "format"),
    (datetime, {}, "2026-01-31", "format"),
    (datetime, {}, "Jan 1 2026", "format"),
    (datetime, {}, "2026-12-31T23:59:60Z", "format"),
    (datetime, {}, "2026-01-31T24:00:00Z", "format"),
    (datetime, {}, "2026-01-31T09:30:00+24:00", "format"),
    (datetime, {}, "2026-01-31T09:30:00+0200", "format"),
    (datetime, {}, "2026-01-31T09:30:00.Z", "format"),
    (datetime, {}, 1767225600, "type"),
    (datetime, {}, datetime(2026, 1, 1, tzinfo=UTC), "type"),
]  # fmt: skip


def form_of(annotation: Any, keywords: dict[str, Any], default: Any = ...) -> Any:
    return form_with(annotation, Field(default, **keywords), since="2025-11-25")


def case_name(value: object) -> str:
    """Return a short name, the same in every process that runs tests."""
    if value is DEEP:
        return "deep"
    return re.sub(" at 0x[0-9a-f]*", "", ascii(value))[:40]


SHORT: Any = Annotated[str, Field(min_length=1)]
SOME: Any = Annotated[MultiSelect[SIZES], Field(min_length=1)]

PICKS = MultiSelect[SIZES]
PICKS_OR_NONE = PICKS | None

# annotation, default, blank, and what is read: the default, or an answer in itself
BLANKS: list[tuple[Any, Any, Any, Any]] = [
    (str | None, None, "", None),
    (str, "hello", "", ""),
    (Optional[SHORT], None, "", None),
    (SHORT, "x", "", "x"),
    (str | None, None, [], None),
    (int | None, None, "", None),
    (int, 3, [], 3),
    (float | None, None, "", None),
    (bool, False, "", False),
    (SIZES | None, None, "", None),
    (Color | None, None, [], None),
    (EMAIL | None, None, "", None),
    (URI | None, None, "", None),
    (date | None, None, "", None),
    (datetime | None, None, "", None),
    (PICKS_OR_NONE, None, [], None),
    (PICKS_OR_NONE, None, "", None),
    (PICKS, ["s"], [], []),
    (Optional[SOME], None, [], None),
    (SOME, ["s"], [], ["s"]),
    (str, Field(default_factory=lambda: "made"), "", ""),
    (MultiSelect[SIZES], Field(default_factory=lambda: ["s"]), [], []),
]

# annotation, default and blank, where the schema admits the blank as a value
ADMITTED: list[tuple[Any, Any, Any]] = [
    (str | None, None, ""),
    (str, "hello", ""),
    (PICKS_OR_NONE, None, []),
    (PICKS, ["s"], []),
    (MultiSelect[Color] | None, None, []),
]
