"""Python source of the values, functions and fields that a remedy is made of."""

from __future__ import annotations

from datetime import date, time, timedelta
from enum import Enum
from typing import Any, NamedTuple

from elicitform._declare.markers import AssumeZone, NotSecret
from elicitform._pydantic import is_url

UNKNOWN = "..."
"""What stands for a value that has no name and no literal, such as a lambda."""


class Code(str):
    """Text that is Python source already."""

    __slots__ = ()


def code_of(value: Any) -> str:
    """Return a value as Python source, or `UNKNOWN` where it cannot be written."""
    if isinstance(value, Code):
        return value
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, str):
        return _string(value)
    if value is None or type(value) in {bool, int}:
        return repr(value)
    if isinstance(value, float):
        return repr(value) if value - value == 0 else f'float("{value}")'
    if type(value) in {list, tuple, dict}:
        return _display(value)
    if isinstance(value, _MOMENTS):
        return repr(value).replace("datetime.", "")
    if is_url(value):
        return f"AnyUrl({_string(str(value))})"
    return UNKNOWN


_MOMENTS = (date, time, timedelta)  # a datetime is a date, too


def _string(text: str) -> str:
    """Return a string literal in double quotes, of text that UTF-8 can carry.

    What does not print is escaped.
    """
    escaped = (
        f"\\{letter}" if letter in '"\\' else letter if letter.isprintable() else repr(letter)[1:-1]
        for letter in repaired(text)
    )
    return f'"{"".join(escaped)}"'


def repaired(text: str) -> str:
    """Return text with the character that two surrogates are, and without a lone one."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _display(value: Any) -> str:
    if type(value) is dict:
        return f"{{{', '.join(f'{code_of(key)}: {code_of(one)}' for key, one in value.items())}}}"
    items = ", ".join(map(code_of, value))
    if type(value) is list:
        return f"[{items}]"
    return f"({items},)" if len(value) == 1 else f"({items})"


def function_code(function: Any) -> str | None:
    """Return how a function is called by name, or None where it has none to be called by."""
    name = getattr(function, "__qualname__", "").rpartition("<locals>.")[2]
    return name if name and "<" not in name else None


def marker_code(marker: NotSecret | AssumeZone) -> str:
    """Return a marker as Python source."""
    if isinstance(marker, NotSecret):
        return f"NotSecret({code_of(marker.why)})"
    return f"AssumeZone({code_of(_zone_name(marker.zone))})"


def _zone_name(zone: object) -> object:
    return zone if isinstance(zone, str) else str(zone).removeprefix("UTC") or "UTC"


class Line(NamedTuple):
    """The line of a class body that declares one field.

    Attributes:
        attribute: The name of the field in the class.
        type: Its type, without markers and None, as source.
        markers: What ``Annotated`` holds beside the type, as source.
        optional: It may be left open, and is None then.
        keywords: The keywords of ``Field``, as source, the default first.
    """

    attribute: str
    type: str
    markers: tuple[str, ...] = ()
    optional: bool = False
    keywords: tuple[tuple[str, str], ...] = ()

    def source(self) -> str:
        """Return the line."""
        annotation = self.type
        if self.markers:
            annotation = f"Annotated[{', '.join([self.type, *self.markers])}]"
        if self.optional:
            annotation += " | None"
        return f"{self.attribute}: {annotation}{self._value()}"

    def _value(self) -> str:
        if not self.keywords:
            return ""
        names = [name for name, _ in self.keywords]
        if names == ["default"]:
            return f" = {self.keywords[0][1]}"
        keywords = ", ".join(f"{name}={value}" for name, value in self.keywords)
        return f" = Field({keywords})"
