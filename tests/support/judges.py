"""What other people's code says of a schema, of a request and of an answer."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker

from tests.support.mailboxes import is_mailbox
from tests.support.paths import OFFICIAL_SCHEMAS
from tests.support.strategies import own_checks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elicitform import Form


def format_checker() -> FormatChecker:
    """Return jsonschema's own checks of formats, put right where they are wrong."""
    checker = FormatChecker(("date", "date-time", "email", "uri"))
    # The regular expressions behind these two end in `$`, which lets a line feed by.
    for name in ("date-time", "uri"):
        checker.checks(name, raises=ValueError)(_without_line_feed(checker.checkers[name][0]))
    # Its own check asks for nothing but an "@".
    checker.checks("email")(is_mailbox)
    return checker


def _without_line_feed(check: Callable[[object], bool]) -> Callable[[object], bool]:
    def checked(text: object) -> bool:
        if isinstance(text, str) and (text.endswith("\n") or _ZERO_LED_OCTET.search(text)):
            return False
        return bool(check(text))

    return checked


# An octet of an IPv4 address has no leading zero (RFC 3986 section 3.2.2). Where it is a name, that
# makes it another name; at the end of an IPv6 address it is an error, which rfc3987 lets by.
_ZERO_LED_OCTET = re.compile(r"\[[0-9A-Fa-f:.]*(?::0[0-9]+\.|\.0[0-9]+)[0-9.]*\]")


class Judge:
    """What JSON Schema 2020-12 says of contents for a form, by each schema that it exports.

    Less what the design leaves out: duplicates, lone surrogates, numbers that no float holds, what
    pydantic's own types ask beyond the format, and unknown keys where a form forbids them. Dates
    that Python cannot hold, and leap seconds, are no dates to jsonschema either.
    """

    def __init__(self, form: type[Form]) -> None:
        checker = format_checker()
        schemas = [form.requested_schema(revision) for revision in form.protocol_revisions()]
        self.schema = schemas[-1]
        self.validators = [
            Draft202012Validator(schema, format_checker=checker) for schema in schemas
        ]
        self.properties = {
            name: Draft202012Validator(wire, format_checker=checker)
            for name, wire in self.schema["properties"].items()
        }
        self.own_checks = own_checks(form)
        self.open_to_none = {
            info.alias or name for name, info in form.model_fields.items() if info.default is None
        }
        self.forbids_unknown = form.model_config.get("extra") == "forbid"

    def admits(self, content: dict[str, Any]) -> bool:
        verdicts = {validator.is_valid(content) for validator in self.validators}
        assert len(verdicts) == 1, "the schemas of two revisions do not mean the same"
        return verdicts == {True} and not self._leaves_out(content)

    def _leaves_out(self, content: dict[str, Any]) -> bool:
        if self.forbids_unknown and not self.properties.keys() >= content.keys():
            return True
        return any(
            is_left_out(self.schema["properties"][name], content[name])
            or not self.own_checks.get(name, _nothing_more)(content[name])
            for name in self.properties.keys() & content.keys()
        )

    def answered(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return the contents without the blanks of fields that may be left open."""
        required = self.schema.get("required", [])
        return {
            name: value
            for name, value in content.items()
            if name not in self.properties or name in required or not self._is_blank(name, value)
        }

    def _is_blank(self, name: str, value: Any) -> bool:
        if value is None:
            return True
        is_empty = value in ("", [])
        is_no_value = name in self.open_to_none or not self.properties[name].is_valid(value)
        return is_empty and is_no_value


def _nothing_more(_: object) -> bool:
    return True


def is_left_out(wire: dict[str, Any], value: Any) -> bool:
    if isinstance(value, str):
        return not is_unicode(value)
    if isinstance(value, list):
        return len(set(value)) < len(value)
    return wire["type"] == "number" and not -(2**1024) < value < 2**1024


def is_unicode(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def is_sendable(content: object) -> bool:
    """Return whether the contents can be written as JSON text in UTF-8."""
    return is_unicode(json.dumps(content, ensure_ascii=False))


@lru_cache
def official_validator(revision: str) -> Any:
    """Return what judges the params of an elicitation request by the protocol's own schema."""
    path = OFFICIAL_SCHEMAS / revision / "schema.json"
    if not path.exists():
        pytest.skip(f"the protocol's own schema of {revision} is not there")
    whole = json.loads(path.read_text())
    if "$defs" in whole:
        return Draft202012Validator({**whole, "$ref": "#/$defs/ElicitRequestFormParams"})
    # 2025-06-18 spells out the params inside the request, and a $ref hides its neighbours there.
    params = whole["definitions"]["ElicitRequest"]["properties"]["params"]
    return Draft7Validator({**params, "definitions": whole["definitions"]})


def official_errors(params: dict[str, Any], revision: str) -> list[str]:
    """Return what the protocol's own schema says against a request; nothing where it is not there."""
    if not OFFICIAL_SCHEMAS.is_dir():
        return []
    return [error.message for error in official_validator(revision).iter_errors(params)]
