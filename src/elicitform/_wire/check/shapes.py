"""One property: which of the shapes of a field it has, and whether it keeps to that shape."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import assert_never

from elicitform._wire.check.bounds import (
    COUNTS,
    LENGTHS,
    count_findings,
    counts_in,
    integer_findings,
    number_findings,
)
from elicitform._wire.check.choices import (
    multi_select_findings,
    single_select_findings,
    titled_single_select_findings,
)
from elicitform._wire.check.defaults import (
    boolean_default_findings,
    integer_default_findings,
    multi_select_default_findings,
    number_default_findings,
    single_select_default_findings,
    string_default_findings,
)
from elicitform._wire.check.texts import (
    finding,
    is_plain,
    label_findings,
    shown,
    step,
    text_findings,
)
from elicitform._wire.credentials import FORMATS_OF_NONE, credential_in
from elicitform._wire.formats import FORMATS, some_length_fits
from elicitform._wire.revisions import OLDEST_REVISION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from elicitform.exceptions import Finding

Shape: TypeAlias = Literal[
    "a string",
    "a number",
    "an integer",
    "a boolean",
    "a single-select",
    "a titled single-select",
    "a multi-select",
]

_COMMON = frozenset({"type", "title", "description", "default"})
_KEYWORDS: dict[Shape, frozenset[str]] = {
    "a string": _COMMON.union(LENGTHS, {"format"}),
    "a number": _COMMON | {"minimum", "maximum"},
    "an integer": _COMMON | {"minimum", "maximum"},
    "a boolean": _COMMON,
    "a single-select": _COMMON | {"enum", "enumNames"},
    "a titled single-select": _COMMON | {"oneOf"},
    "a multi-select": _COMMON.union(COUNTS, {"items"}),
}
_OF_NO_FIELD = frozenset(
    {"$ref", "additionalProperties", "allOf", "anyOf", "properties", "required"}
)
"""Keywords of what has none of the types of a field, which is a finding of its own."""


def property_findings(
    name: object, definition: object, path: str, revision: str, *, required: bool
) -> Iterator[Finding]:
    """Yield what is wrong with the schema of one field.

    Args:
        name: What the field is called.
        definition: Its schema.
        path: The place of the schema.
        revision: The protocol revision that it is meant for.
        required: An answer must hold it.
    """
    if not isinstance(definition, dict):
        yield finding("property-type", path, f"a field is an object; got {shown(definition)}")
        return
    stated = _shape_of(definition, definition.get("type"))
    if stated is None:
        yield _type_finding(definition, path)
    shape = stated or _likely_shape(definition)
    known = _keywords_of(shape) if stated else _keywords_of(shape) | _OF_NO_FIELD
    if not known.issuperset(definition):
        for key in [key for key in definition if key not in known]:
            yield _keyword_finding(key, shape, path)
    if revision == OLDEST_REVISION:
        yield from _oldest_revision_findings(definition, shape, path)
    if "title" in definition and not is_plain(definition["title"]):
        yield from label_findings(definition["title"], f"{path}/title")
    if "description" in definition and not is_plain(definition["description"]):
        yield from text_findings(definition["description"], f"{path}/description")
    if shape is not None:
        yield from _value_findings(shape, definition, path, required=required)
        if shape in ("a string", "an integer"):
            yield from _credential_findings(definition, name, path)


def _value_findings(
    shape: Shape, definition: dict[Any, Any], path: str, *, required: bool
) -> Iterator[Finding]:
    """Yield what is wrong with the keywords of a shape, its default last."""
    yield from _shape_findings(shape, definition, path)
    if "default" in definition:
        yield from _default_findings(shape, definition, f"{path}/default")
    elif shape == "a boolean" and not required:
        yield finding(
            "boolean-untouched",
            path,
            "clients send false for an optional boolean that nobody touched; give it the default "
            "false, require it, or make it a choice of yes and no",
        )


def _credential_findings(definition: dict[Any, Any], name: object, path: str) -> Iterator[Finding]:
    """Yield that a field into which somebody could type a credential asks for one."""
    if definition.get("format") in FORMATS_OF_NONE:
        return
    texts = [text for text in (name, definition.get("title")) if isinstance(text, str)]
    found = credential_in(*texts) if texts else None
    if found is not None:
        yield finding(
            "credential",
            path,
            f'"{found}" in the name or title asks for a credential, which a server must not do in '
            "a form (specification, elicitation); ask for it with URL mode, which 2025-11-25 has",
        )


# --- which shape it has -----------------------------------------------------------------------


def _shape_of(definition: dict[Any, Any], kind: object) -> Shape | None:
    match kind:
        case "string" if "oneOf" in definition:
            return "a titled single-select"
        case "string" if "enum" in definition or "enumNames" in definition:
            return "a single-select"
        case "string":
            return "a string"
        case "number":
            return "a number"
        case "integer":
            return "an integer"
        case "boolean":
            return "a boolean"
        case "array":
            return "a multi-select"
        case _:
            return None


def _likely_shape(definition: dict[Any, Any]) -> Shape | None:
    """Return what a property is meant to be whose type is wrong, so that the rest is judged too."""
    kind = definition.get("type")
    if isinstance(kind, list):
        shapes: list[Shape | None] = [_shape_of(definition, one) for one in kind]
        known: list[Shape] = [shape for shape in shapes if shape is not None]
        return known[0] if len(known) == 1 else None
    for keywords, likely in _TELLING_KEYWORDS:
        if not keywords.isdisjoint(definition):
            return _shape_of(definition, likely)
    return None


_TELLING_KEYWORDS = (
    ({"enum", "enumNames", "oneOf", "format", *LENGTHS}, "string"),
    ({"items", *COUNTS}, "array"),
    ({"minimum", "maximum"}, "number"),
)


def _type_finding(definition: dict[Any, Any], path: str) -> Finding:
    types = "`string`, `number`, `integer`, `boolean` or `array` (of choices)"
    if "type" not in definition:
        message = f"write a `type`: {types}; $ref and unions have none"
        return finding("property-type", path, message)
    given = definition["type"]
    if isinstance(given, list):
        message = "write one type; a field that may be left open stays out of `required`"
    else:
        message = f"{shown(given)} is not a type of a form; write {types}"
    return finding("property-type", f"{path}/type", message)


# --- which keywords it may have ---------------------------------------------------------------


def _keywords_of(shape: Shape | None) -> frozenset[str]:
    return frozenset().union(*_KEYWORDS.values()) if shape is None else _KEYWORDS[shape]


def _keyword_finding(key: object, shape: Shape | None, path: str) -> Finding:
    allowed = ", ".join(f"`{keyword}`" for keyword in sorted(_keywords_of(shape)))
    message = (
        f"{shown(key)} is not a keyword of {shape or 'a field'}, so clients drop it or refuse the "
        f"form; say it in the description and check it on the server. Allowed are {allowed}"
    )
    if key == "required":
        message = "what must be answered is listed in `required` beside `properties`; move it there"
    return finding("keyword-unknown", path + step(key), message)


def _oldest_revision_findings(
    definition: dict[Any, Any], shape: Shape | None, path: str
) -> Iterator[Finding]:
    """Yield what the oldest revision does not have, and all later ones have."""
    if shape == "a multi-select":
        yield finding("revision-multi-select", path, "multi-selects exist from 2025-11-25 on")
    if "oneOf" in definition:
        message = "`oneOf` exists from 2025-11-25 on; write `enum` beside `enumNames`"
        yield finding("revision-one-of", f"{path}/oneOf", message)
    if "default" in definition and shape is not None and shape != "a boolean":
        yield finding(
            "revision-default",
            f"{path}/default",
            f"{shape} has a default from 2025-11-25 on; leave it out, and fill it in on the server",
        )


# --- what its keywords say --------------------------------------------------------------------


def _shape_findings(shape: Shape, definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    match shape:
        case "a string":
            return _string_findings(definition, path)
        case "a number":
            return number_findings(definition, path)
        case "an integer":
            return integer_findings(definition, path)
        case "a boolean":
            return iter(())
        case "a single-select":
            return single_select_findings(definition, path)
        case "a titled single-select":
            return titled_single_select_findings(definition, path)
        case "a multi-select":
            return multi_select_findings(definition, path)
        case _:
            assert_never(shape)


def _default_findings(shape: Shape, definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    match shape:
        case "a string":
            return string_default_findings(definition, path)
        case "a number":
            return number_default_findings(definition, path)
        case "an integer":
            return integer_default_findings(definition, path)
        case "a boolean":
            return boolean_default_findings(definition, path)
        case "a single-select" | "a titled single-select":
            return single_select_default_findings(definition, path)
        case "a multi-select":
            return multi_select_default_findings(definition, path)
        case _:
            assert_never(shape)


def _string_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    yield from count_findings(definition, path, LENGTHS, "length-order")
    if "format" not in definition:
        return
    name = definition["format"]
    if not isinstance(name, str) or name not in FORMATS:
        formats = ", ".join(f"`{known}`" for known in FORMATS)
        message = f"{shown(name)} is not a format of a form; write one of {formats}"
        yield finding("format-unknown", f"{path}/format", message)
    elif not _some_length_fits(name, *counts_in(definition, LENGTHS)):
        message = f"no {name} has such a length; change the bounds"
        yield finding("unsatisfiable", path, message)


def _some_length_fits(name: str, least: float, most: float) -> bool:
    """Return whether a format has values of such lengths; those in the wrong order count apart."""
    if least > most:
        return _some_length_fits(name, 0, most) and _some_length_fits(name, least, math.inf)
    return some_length_fits(name, int(least), None if most == math.inf else int(most))
