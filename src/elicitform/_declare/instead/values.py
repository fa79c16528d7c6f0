"""Values of one type as values of another that a form can have; each raises where there is none."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from ipaddress import IPv4Address, IPv6Address
from pathlib import PurePath
from typing import Any
from uuid import UUID

from elicitform._declare.instead.code import Code, code_of

_TEXTUAL = (str, int, float, Decimal, Fraction, UUID, PurePath, IPv4Address, IPv6Address)


def same(value: Any) -> Any:
    """Return a value as it is."""
    return value


def integer(value: Any) -> int:
    """Return a number, or text that holds one, as an integer."""
    if isinstance(value, float) and not value.is_integer():
        raise ValueError
    return int(value)


def number(value: Any) -> float:
    """Return a number, or text that holds one, as a finite float; an integer stays one."""
    finite = float(value)
    if finite - finite:
        raise ValueError
    return int(value) if type(value) is int and int(finite) == value else finite


def boolean(value: Any) -> bool:
    """Return what is spelled as true or false."""
    return {"true": True, "false": False, "1": True, "0": False}[str(value).lower()]


def text(value: Any) -> str:
    """Return a value that has one spelling as text."""
    if isinstance(value, Enum):
        value = value.value
    if not isinstance(value, _TEXTUAL):
        raise TypeError
    return str(value)


def day(value: Any) -> date:
    """Return a date, a date-time or its text as a date."""
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else date.fromisoformat(value)


def moment(value: Any) -> datetime:
    """Return a date-time, a date or its text as a date-time with an offset, by default UTC's."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value.replace("Z", "+00:00"))
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=timezone.utc)
    return value if value.utcoffset() is not None else value.replace(tzinfo=timezone.utc)


def iso(value: Any) -> str:
    """Return a date or a time as RFC 3339 writes it."""
    return value if isinstance(value, str) else str(value.isoformat())


def seconds(value: Any) -> int:
    """Return a span of time, or a number of them, in whole seconds."""
    return integer(value.total_seconds() if isinstance(value, timedelta) else value)


def url(value: Any) -> Code:
    """Return the call that makes a URL."""
    return Code(f"AnyUrl({code_of(str(value))})")
