"""Defaults, each held against what the rest of its field says, as far as that can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform._wire.check.bounds import (
    COUNTS,
    LENGTHS,
    bounds_in,
    counts_in,
    integer_encoding_findings,
    is_number,
)
from elicitform._wire.check.choices import choices_in, values_of
from elicitform._wire.check.texts import finding, shown, unicode_findings, url_findings
from elicitform._wire.formats import FORMATS, has_format

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.exceptions import Finding


def string_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the default of a text."""
    default, name = definition["default"], definition.get("format")
    if not isinstance(default, str):
        yield _wrong_type(default, path, "a string")
        return
    yield from unicode_findings(default, path)
    least, most = counts_in(definition, LENGTHS)
    if not least <= len(default) <= most:
        yield finding("default-length", path, "the default is shorter or longer than allowed")
    if isinstance(name, str) and name in FORMATS and not has_format(name, default):
        yield finding("default-format", path, f"the default is not a valid {name}")
    if name != "uri":
        yield from url_findings(default, path)


def number_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the default of a number."""
    default = definition["default"]
    if not is_number(default):
        yield _wrong_type(default, path, "a finite number")
        return
    yield from _range_findings(definition, path)
    if float(default) != default:
        yield finding(
            "default-exact",
            path,
            "clients read a number as 64-bit floating point, which does not hold this one exactly",
        )


def integer_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the default of an integer."""
    default = definition["default"]
    if not is_number(default):
        yield _wrong_type(default, path, "a finite number")
        return
    yield from _range_findings(definition, path)
    if default % 1:
        yield finding("default-integral", path, "the default of an integer is a whole number")
    else:
        yield from integer_encoding_findings(default, path)


def _range_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    low, high = bounds_in(definition)
    if not low <= definition["default"] <= high:
        yield finding("default-range", path, "the default lies outside the bounds")


def boolean_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the default of a boolean."""
    if not isinstance(definition["default"], bool):
        yield _wrong_type(definition["default"], path, "true or false")
    elif definition["default"]:
        yield finding(
            "boolean-ticked",
            path,
            "a box that is shown ticked may come back true though nobody saw it: some clients send "
            "true on a bare Enter, some SDKs fill it in; let the default be false",
        )


def single_select_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the default of a choice of one."""
    default, values = definition["default"], values_of(choices_in(definition, "oneOf"))
    if not isinstance(default, str):
        yield _wrong_type(default, path, "one of the choices")
    elif values and default not in values:
        message = f"{shown(default)} is not one of the choices (values, not titles)"
        yield finding("default-choice", path, message)


def multi_select_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what is wrong with the default of a choice of several."""
    default = definition["default"]
    values = values_of(choices_in(definition.get("items"), "anyOf"))
    if not isinstance(default, list):
        yield _wrong_type(default, path, "a list of choices")
        return
    picks = [pick for pick in default if isinstance(pick, str)]
    if len(picks) < len(default):
        message = "the default is a list of choices, and a choice is a string"
        yield finding("default-type", path, message)
    if values and not values.issuperset(picks):
        message = "the default holds something that is not a choice"
        yield finding("default-choice", path, message)
    if len(set(picks)) < len(picks):
        yield finding("default-choice", path, "the default holds a choice more than once")
    least, most = counts_in(definition, COUNTS)
    if not least <= len(default) <= most:
        message = "the default holds more or fewer choices than allowed"
        yield finding("default-count", path, message)


def _wrong_type(default: object, path: str, wanted: str) -> Finding:
    return finding("default-type", path, f"the default is {wanted}; got {shown(default)}")
