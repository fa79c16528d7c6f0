"""The root of a ``requestedSchema``: what it holds, and which of its fields must be answered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from elicitform._wire.check.shapes import property_findings
from elicitform._wire.check.texts import finding, is_plain, shown, step, unicode_findings
from elicitform._wire.formats import has_format
from elicitform._wire.revisions import OLDEST_REVISION
from elicitform._wire.visible import can_be_seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.exceptions import Finding

_KEYWORDS = {"type", "properties", "required", "$schema"}
_RESERVED_NAMES = {"__proto__", "constructor", "prototype"}


def root_findings(schema: object, revision: str) -> Iterator[Finding]:
    """Yield everything that is wrong with a schema, in its order."""
    if not isinstance(schema, dict):
        yield finding("root-type", "", f"a requestedSchema is an object; got {shown(schema)}")
        return
    if schema.get("type") != "object":
        yield finding("root-type", "/type", 'write `"type": "object"`')
    for key in schema:
        yield from _key_findings(key, schema[key], revision)
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        message = "write an object that holds a schema for each field"
        yield finding("properties-type", "/properties", message)
    elif not properties:
        message = "a form without fields asks nothing; add one"
        yield finding("properties-empty", "/properties", message)
    fields = properties if isinstance(properties, dict) else None
    required = schema.get("required", [])
    yield from _required_findings(required, fields)
    yield from _properties_findings(fields or {}, required, revision)


def _key_findings(key: object, value: object, revision: str) -> Iterator[Finding]:
    if key not in _KEYWORDS:
        yield finding(
            "root-keyword",
            step(key),
            f"the root holds `type`, `properties` and `required` only; take {shown(key)} out, "
            "and tell the person in the request's `message`",
        )
    elif key == "$schema" and revision == OLDEST_REVISION:
        yield finding("revision-keyword", "/$schema", f"`$schema` does not exist at {revision}")
    elif key == "$schema" and not (isinstance(value, str) and has_format("uri", value)):
        yield finding(
            "keyword-value",
            "/$schema",
            "`$schema` is the URI of a dialect, with its scheme, such as "
            '"https://json-schema.org/draft/2020-12/schema"; write one, or leave it out',
        )


def _required_findings(required: object, properties: dict[Any, Any] | None) -> Iterator[Finding]:
    if not isinstance(required, list):
        yield finding("required-type", "/required", "`required` is a list of property names")
        return
    seen: set[str] = set()
    for index, name in enumerate(required):
        path = f"/required/{index}"
        if not isinstance(name, str):
            yield finding("required-type", path, f"a property name is a string; got {shown(name)}")
            continue
        if properties is not None and name not in properties:
            yield finding("required-unknown", path, f"{shown(name)} is not in `properties`")
        if name in seen:
            yield finding("required-duplicate", path, f"{shown(name)} is listed twice")
        seen.add(name)


def _properties_findings(
    properties: dict[Any, Any], required: object, revision: str
) -> Iterator[Finding]:
    listed = required if isinstance(required, list) else []
    names = {name for name in listed if isinstance(name, str)}
    for name, definition in properties.items():
        path = f"/properties{step(name)}"
        if not is_plain(name) or name in _RESERVED_NAMES or not name.isidentifier():
            yield from _name_findings(name, path)
        if name in _KEYWORDS and not isinstance(definition, dict):
            message = f"`{name}` stands inside `properties`; move it out, beside `properties`"
            yield finding("property-type", path, message)
        else:
            yield from property_findings(name, definition, path, revision, required=name in names)


def _name_findings(name: object, path: str) -> Iterator[Finding]:
    if not isinstance(name, str):
        yield finding("property-name", path, "a property name is a string")
        return
    yield from unicode_findings(name, path)
    if name and not can_be_seen(name):
        message = "nothing of this name can be seen; use a name made of words"
        yield finding("property-name", path, message)
    if not name or name in _RESERVED_NAMES or re.fullmatch("-?[0-9]+", name):
        yield finding(
            "property-name",
            path,
            f"clients written in JavaScript lose or reorder a property called {shown(name)}; "
            "use a name made of words",
        )
