"""The rules of a ``requestedSchema``, checked on plain JSON, whoever wrote it.

The protocol's own ``schema.json`` is open: it lets ``pattern``, integer enums, minima above maxima
and defaults outside their choices pass. These are the rules of ``schema.ts``, closed, and what the
keywords must agree on among each other. Nothing here is shared with the code that renders forms
but the list of revisions and the grammar of the four formats, so that each can be held against the
other.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from elicitform._wire.formats import FORMATS, has_format, some_length_fits
from elicitform._wire.revisions import LATEST_REVISION, REVISIONS
from elicitform.exceptions import Finding, RevisionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["check_schema"]


def check_schema(schema: object, revision: str = LATEST_REVISION) -> list[Finding]:
    """Return everything that is wrong with a ``requestedSchema``, in the order of the schema.

    Args:
        schema: Any JSON value, as `json.loads` makes it.
        revision: The protocol revision that it is meant for.

    Returns:
        The findings; none of severity ``error`` means that the schema is valid.

    Raises:
        RevisionError: `revision` is unknown. No schema whatever makes this function raise.

    Example:
        >>> check_schema({"type": "object", "properties": {"n": {"type": "int"}}})[0].code
        'property-type'
    """
    if revision not in REVISIONS:
        raise RevisionError("", revision, REVISIONS)
    return list(_root_findings(schema, revision))


# --- the root ---------------------------------------------------------------------------------

_FIRST_REVISION = "2025-06-18"
_LARGEST_INTEGER = 2**53 - 1
_LARGEST_32_BIT = 2**31 - 1
_RESERVED_NAMES = {"__proto__", "constructor", "prototype"}


def _root_findings(schema: object, revision: str) -> Iterator[Finding]:
    if not isinstance(schema, dict):
        yield _error("root-type", "", f"a requestedSchema is an object; got {_shown(schema)}")
        return
    if schema.get("type") != "object":
        yield _error("root-type", "/type", 'write `"type": "object"`')
    for key in schema:
        yield from _root_key_findings(key, schema[key], revision)
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        yield _error(
            "properties-type", "/properties", "write an object that holds a schema for each field"
        )
        return
    if not properties:
        yield _error(
            "properties-empty", "/properties", "a form without fields asks nothing; add one"
        )
    required = schema.get("required", [])
    yield from _required_findings(required, properties)
    names = set(filter(_is_text, required)) if isinstance(required, list) else set()
    for name, definition in properties.items():
        path = f"/properties/{_escaped(name)}"
        yield from _name_findings(name, path)
        yield from _property_findings(definition, path, revision, required=name in names)


def _root_key_findings(key: object, value: object, revision: str) -> Iterator[Finding]:
    path = f"/{_escaped(key)}"
    if key == "$schema":
        if revision == _FIRST_REVISION:
            yield _error("revision-keyword", path, f"`$schema` does not exist at {revision}")
        elif not _is_text(value):
            yield _error("keyword-value", path, "`$schema` is a URI, written as a string")
        else:
            yield from _unicode_findings(cast("str", value), path)
    elif key not in {"type", "properties", "required"}:
        yield _error(
            "root-keyword",
            path,
            f"the root holds `type`, `properties` and `required` only; take {_shown(key)} out, "
            "and tell the person in the request's `message`",
        )


def _required_findings(required: object, properties: dict[Any, Any]) -> Iterator[Finding]:
    if not isinstance(required, list) or not all(map(_is_text, required)):
        yield _error("required-type", "/required", "`required` is a list of property names")
        return
    seen: set[str] = set()
    for index, name in enumerate(required):
        path = f"/required/{index}"
        if name not in properties:
            yield _error("required-unknown", path, f"{_shown(name)} is not in `properties`")
        elif name in seen:
            yield _error("required-duplicate", path, f"{_shown(name)} is listed twice")
        seen.add(name)


def _name_findings(name: object, path: str) -> Iterator[Finding]:
    if not isinstance(name, str):
        yield _error("property-name", path, "a property name is a string")
    elif not name or name in _RESERVED_NAMES or re.fullmatch("-?[0-9]+", name):
        yield _error(
            "property-name",
            path,
            f"clients written in JavaScript lose or reorder a property called {_shown(name)}; "
            "use a name made of words",
        )
    else:
        yield from _unicode_findings(name, path)


# --- one property -----------------------------------------------------------------------------


class _Shape(NamedTuple):
    """One of the shapes that a property can have: its name, its keys, and what checks them."""

    name: str
    keys: frozenset[str]
    findings: Callable[[dict[Any, Any], str], Iterator[Finding]]
    default_findings: Callable[[dict[Any, Any], str], Iterator[Finding]]


def _property_findings(
    definition: object, path: str, revision: str, *, required: bool
) -> Iterator[Finding]:
    if not isinstance(definition, dict):
        yield _error("property-type", path, f"a field is an object; got {_shown(definition)}")
        return
    shape = _shape_of(definition)
    if shape is None:
        yield _type_finding(definition, path)
        return
    for key in definition:
        if key not in shape.keys:
            yield _keyword_finding(key, shape, path)
    if revision == _FIRST_REVISION:
        yield from _first_revision_findings(definition, path)
    for key in ("title", "description"):
        if key in definition:
            yield from text_findings(definition[key], f"{path}/{key}")
    findings = list(shape.findings(definition, path))
    yield from findings
    if "default" in definition and not _any_error(findings):
        yield from shape.default_findings(definition, f"{path}/default")
    if shape is _BOOLEAN and not required and "default" not in definition:
        yield _warning(
            "boolean-untouched",
            path,
            "clients send false for an optional boolean that nobody touched; give it a default, "
            "require it, or make it a choice of yes and no",
        )


def _shape_of(definition: dict[Any, Any]) -> _Shape | None:
    name = definition.get("type")
    if name != "string":
        return _SHAPES.get(name) if isinstance(name, str) else None
    if "oneOf" in definition:
        return _TITLED_SINGLE_SELECT
    if "enum" in definition or "enumNames" in definition:
        return _SINGLE_SELECT
    return _STRING


def _type_finding(definition: dict[Any, Any], path: str) -> Finding:
    types = "`string`, `number`, `integer`, `boolean` or `array` (of choices)"
    if "type" not in definition:
        return _error("property-type", path, f"write a `type`: {types}; $ref and unions have none")
    given = definition["type"]
    if isinstance(given, list):
        message = "write one type; a field that may be left open stays out of `required`"
    else:
        message = f"{_shown(given)} is not a type of a form; write {types}"
    return _error("property-type", f"{path}/type", message)


def _keyword_finding(key: object, shape: _Shape, path: str) -> Finding:
    allowed = ", ".join(f"`{name}`" for name in sorted(shape.keys))
    return _error(
        "keyword-unknown",
        f"{path}/{_escaped(key)}",
        f"{_shown(key)} is not a keyword of {shape.name}, so clients drop it or refuse the form; "
        f"say it in the description and check it on the server. Allowed are {allowed}",
    )


def _first_revision_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    """Yield what the first revision does not have, and all later ones have."""
    kind = definition["type"]
    if kind == "array":
        yield _error("revision-multi-select", path, "multi-selects exist from 2025-11-25 on")
    if "oneOf" in definition:
        yield _error(
            "revision-one-of",
            f"{path}/oneOf",
            "`oneOf` exists from 2025-11-25 on; write `enum` beside `enumNames`",
        )
    if "default" in definition and kind != "boolean":
        yield _error(
            "revision-default",
            f"{path}/default",
            f"of type {kind}, a field has a default from 2025-11-25 on; leave it out, and fill it "
            "in on the server",
        )


# --- text, numbers and counts -----------------------------------------------------------------


def _string_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    lengths = list(_count_findings(definition, path, "minLength", "maxLength", "length-order"))
    yield from lengths
    if "format" not in definition:
        return
    name = definition["format"]
    if not isinstance(name, str) or name not in FORMATS:
        formats = ", ".join(f"`{known}`" for known in FORMATS)
        yield _error(
            "format-unknown",
            f"{path}/format",
            f"{_shown(name)} is not a format of a form; write one of {formats}",
        )
    elif not _any_error(lengths) and not some_length_fits(
        name, definition.get("minLength", 0), definition.get("maxLength")
    ):
        yield _error("unsatisfiable", path, f"no {name} has such a length; change the bounds")


def _count_findings(
    definition: dict[Any, Any], path: str, low: str, high: str, code: str
) -> Iterator[Finding]:
    given = [key for key in (low, high) if key in definition]
    for key in given:
        value = definition[key]
        if type(value) is float and value.is_integer() and 0 <= value <= _LARGEST_INTEGER:
            yield _as_float(f"{path}/{key}")
        elif type(value) is not int or not 0 <= value <= _LARGEST_INTEGER:
            yield _error(
                "count-value",
                f"{path}/{key}",
                f"`{key}` is a whole number from 0 on, written as one",
            )
            return
        elif value > _LARGEST_32_BIT:
            yield _beyond_32_bits(f"{path}/{key}")
    if len(given) == 2 and definition[low] > definition[high]:  # noqa: PLR2004  (both)
        yield _error(code, f"{path}/{low}", f"`{low}` is larger than `{high}`")


def _number_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    given = [key for key in ("minimum", "maximum") if key in definition]
    for key in given:
        if not _is_number(definition[key]):
            yield _error(
                "bound-value", f"{path}/{key}", f"`{key}` is a finite number, written as one"
            )
            return
    if len(given) == 2 and definition["minimum"] > definition["maximum"]:  # noqa: PLR2004  (both)
        yield _error("bound-order", f"{path}/minimum", "`minimum` is larger than `maximum`")


def _integer_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    problems = list(_number_findings(definition, path))
    yield from problems
    if problems:
        return
    for key in ("minimum", "maximum"):
        if key in definition:
            yield from _integer_encoding_findings(definition[key], f"{path}/{key}")
    low, high = definition.get("minimum"), definition.get("maximum")
    if low is not None and high is not None and math.ceil(low) > math.floor(high):
        yield _error("unsatisfiable", path, "no integer lies between the bounds; widen them")


def _integer_encoding_findings(value: float, path: str) -> Iterator[Finding]:
    if abs(value) > _LARGEST_INTEGER:
        yield _error(
            "integer-magnitude", path, "an integer is exact up to 2**53 - 1; write a smaller one"
        )
    elif isinstance(value, float):
        yield _as_float(path)
    elif not -_LARGEST_32_BIT - 1 <= value <= _LARGEST_32_BIT:
        yield _beyond_32_bits(path)


def _no_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:  # noqa: ARG001
    return iter(())


# --- choices ----------------------------------------------------------------------------------


def _single_select_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    choices = definition.get("enum")
    yield from _choices_findings(choices, f"{path}/enum")
    if "enumNames" not in definition:
        return
    titles, path = definition["enumNames"], f"{path}/enumNames"
    if not isinstance(titles, list):
        yield _error("title-value", path, "`enumNames` is a list of titles, one for each choice")
        return
    if isinstance(choices, list) and len(titles) != len(choices):
        yield _error(
            "enum-names-length",
            path,
            f"{len(choices)} choices and {len(titles)} titles; write one title for each choice",
        )
    yield from _titles_findings([(title, f"{path}/{at}") for at, title in enumerate(titles)])


def _titled_single_select_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    yield from _titled_choices_findings(definition["oneOf"], f"{path}/oneOf")


def _multi_select_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    items, items_path = definition.get("items"), f"{path}/items"
    if not isinstance(items, dict):
        yield _error("items-value", items_path, "a list holds choices: write `items` for them")
        return
    choices = list(_items_findings(items, items_path))
    counts = list(_count_findings(definition, path, "minItems", "maxItems", "count-order"))
    yield from [*choices, *counts]
    if _any_error([*choices, *counts]):
        return
    if definition.get("minItems", 0) > len(_choices_of(definition)):
        yield _error(
            "unsatisfiable", f"{path}/minItems", "`minItems` is larger than the number of choices"
        )


def _items_findings(items: dict[Any, Any], path: str) -> Iterator[Finding]:
    if "anyOf" in items:
        yield from _items_keyword_findings(items, path, {"anyOf"})
        yield from _titled_choices_findings(items["anyOf"], f"{path}/anyOf")
        return
    yield from _items_keyword_findings(items, path, {"type", "enum"})
    if items.get("type") != "string":
        yield _error("items-value", f"{path}/type", 'write `"type": "string"`')
    yield from _choices_findings(items.get("enum"), f"{path}/enum")


def _items_keyword_findings(
    items: dict[Any, Any], path: str, allowed: set[str]
) -> Iterator[Finding]:
    for key in items:
        if key not in allowed:
            yield _error(
                "keyword-unknown",
                f"{path}/{_escaped(key)}",
                f"`items` holds `type` and `enum`, or `anyOf` alone; take {_shown(key)} out",
            )


def _choices_findings(choices: object, path: str) -> Iterator[Finding]:
    if not isinstance(choices, list) or not choices:
        yield _error("choices-empty", path, "write a list of at least one choice")
        return
    yield from _values_findings([(value, f"{path}/{at}") for at, value in enumerate(choices)])


def _titled_choices_findings(choices: object, path: str) -> Iterator[Finding]:
    if not isinstance(choices, list) or not choices:
        yield _error("choices-empty", path, "write a list of at least one choice")
        return
    pairs = [(choice, f"{path}/{at}") for at, choice in enumerate(choices)]
    odd = [place for choice, place in pairs if not _is_titled_choice(choice)]
    for place in odd:
        yield _error("choice-shape", place, "a titled choice is `{const, title}`, and nothing more")
    if not odd:
        yield from _values_findings([(choice["const"], f"{at}/const") for choice, at in pairs])
        yield from _titles_findings([(choice["title"], f"{at}/title") for choice, at in pairs])


def _is_titled_choice(choice: object) -> bool:
    return isinstance(choice, dict) and choice.keys() == {"const", "title"}


def _values_findings(values: list[tuple[object, str]]) -> Iterator[Finding]:
    seen: set[str] = set()
    for value, path in values:
        if not isinstance(value, str):
            yield _error("choice-value", path, f"a choice is a string; got {_shown(value)}")
        elif not value:
            yield _error("choice-empty", path, "an empty choice looks like no answer at all")
        elif value in seen:
            yield _error("choice-duplicate", path, f"{_shown(value)} is there already")
        else:
            yield from _unicode_findings(value, path)
            seen.add(value)


def _titles_findings(titles: list[tuple[object, str]]) -> Iterator[Finding]:
    seen: set[str] = set()
    for title, path in titles:
        if not isinstance(title, str) or not title.strip():
            yield _error("title-value", path, "a title is text, and not blank")
        elif title in seen:
            yield _error("title-duplicate", path, "two choices with one title look the same")
        else:
            yield from text_findings(title, path)
            seen.add(title)


def _choices_of(definition: dict[Any, Any]) -> list[str]:
    """Return the values of the choices of a select that has none of the faults above."""
    holder = definition["items"] if definition["type"] == "array" else definition
    titled = "anyOf" if definition["type"] == "array" else "oneOf"
    if titled in holder:
        return [choice["const"] for choice in holder[titled]]
    choices: list[str] = holder["enum"]
    return choices


# --- defaults: only looked at where the rest of the field is in order ---------------------------


def _string_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    default = definition["default"]
    if not isinstance(default, str):
        yield _default_type(default, path, "a string")
        return
    yield from _unicode_findings(default, path)
    name = definition.get("format")
    if not definition.get("minLength", 0) <= len(default) <= definition.get("maxLength", math.inf):
        yield _error("default-length", path, "the default is shorter or longer than allowed")
    elif name and not has_format(name, default):
        yield _error("default-format", path, f"the default is not a valid {name}")
    if name != "uri":
        yield from _url_findings(default, path)


def _number_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    default = definition["default"]
    if not _is_number(default):
        yield _default_type(default, path, "a finite number")
        return
    low, high = definition.get("minimum", -math.inf), definition.get("maximum", math.inf)
    if not low <= default <= high:
        yield _error("default-range", path, "the default lies outside the bounds")
    elif float(default) != default:
        yield _error(
            "default-exact",
            path,
            "clients read a number as 64-bit floating point, which does not hold this one exactly",
        )


def _integer_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    default = definition["default"]
    if isinstance(default, float) and math.isfinite(default) and not default.is_integer():
        yield _error("default-integral", path, "the default of an integer is a whole number")
        return
    problems = list(_number_default_findings(definition, path))
    yield from problems or _integer_encoding_findings(default, path)


def _boolean_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    if not isinstance(definition["default"], bool):
        yield _default_type(definition["default"], path, "true or false")


def _single_select_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    default = definition["default"]
    if not isinstance(default, str):
        yield _default_type(default, path, "one of the choices")
    elif default not in _choices_of(definition):
        yield _error(
            "default-choice", path, f"{_shown(default)} is none of the choices (values, not titles)"
        )


def _multi_select_default_findings(definition: dict[Any, Any], path: str) -> Iterator[Finding]:
    default = definition["default"]
    if not isinstance(default, list) or not all(map(_is_text, default)):
        yield _default_type(default, path, "a list of choices")
        return
    low, high = definition.get("minItems", 0), definition.get("maxItems", math.inf)
    if not set(default).issubset(_choices_of(definition)):
        yield _error("default-choice", path, "the default holds something that is not a choice")
    elif len(set(default)) < len(default):
        yield _error("default-choice", path, "the default holds a choice more than once")
    elif not low <= len(default) <= high:
        yield _error("default-count", path, "the default holds more or fewer choices than allowed")


def _default_type(default: object, path: str, wanted: str) -> Finding:
    return _error("default-type", path, f"the default is {wanted}; got {_shown(default)}")


# --- the shapes -------------------------------------------------------------------------------


def _shape(
    name: str,
    keys: str,
    findings: Callable[[dict[Any, Any], str], Iterator[Finding]],
    default_findings: Callable[[dict[Any, Any], str], Iterator[Finding]],
) -> _Shape:
    common = {"type", "title", "description", "default"}
    return _Shape(name, frozenset(common.union(keys.split())), findings, default_findings)


_STRING = _shape(
    "a string", "minLength maxLength format", _string_findings, _string_default_findings
)
_NUMBER = _shape("a number", "minimum maximum", _number_findings, _number_default_findings)
_INTEGER = _shape("an integer", "minimum maximum", _integer_findings, _integer_default_findings)
_BOOLEAN = _shape("a boolean", "", _no_findings, _boolean_default_findings)
_SINGLE_SELECT = _shape(
    "a single-select", "enum enumNames", _single_select_findings, _single_select_default_findings
)
_TITLED_SINGLE_SELECT = _shape(
    "a titled single-select",
    "oneOf",
    _titled_single_select_findings,
    _single_select_default_findings,
)
_MULTI_SELECT = _shape(
    "multi-select",
    "minItems maxItems items",
    _multi_select_findings,
    _multi_select_default_findings,
)
_SHAPES = {"number": _NUMBER, "integer": _INTEGER, "boolean": _BOOLEAN, "array": _MULTI_SELECT}


# --- values and texts -------------------------------------------------------------------------

_LONGEST_SHOWN = 60


def _error(code: str, path: str, message: str) -> Finding:
    return Finding(code, "error", path, message)


def _any_error(findings: list[Finding]) -> bool:
    return any(finding.severity == "error" for finding in findings)


def _warning(code: str, path: str, message: str) -> Finding:
    return Finding(code, "warning", path, message)


def _as_float(path: str) -> Finding:
    return _warning(
        "integer-as-float",
        path,
        f"{_last_key(path)} has a fraction, which some clients refuse; write an integer",
    )


def _beyond_32_bits(path: str) -> Finding:
    return _warning(
        "integer-32-bit",
        path,
        f"{_last_key(path)} lies past 32 bits, and some clients hold no more",
    )


def _last_key(path: str) -> str:
    return f"`{path.rpartition('/')[2]}`"


def text_findings(text: object, path: str) -> Iterator[Finding]:
    if not isinstance(text, str):
        yield _error("keyword-value", path, f"this is text; got {_shown(text)}")
        return
    if text.isascii() and "://" not in text:  # as nearly every text
        return
    yield from _unicode_findings(text, path)
    yield from _url_findings(text, path)


def _unicode_findings(text: str, path: str) -> Iterator[Finding]:
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        yield _error("text-unicode", path, "a lone surrogate is not valid Unicode text")


def _url_findings(text: str, path: str) -> Iterator[Finding]:
    if "://" in text and re.search("https?://", text, re.IGNORECASE):
        yield _warning(
            "url-in-text",
            path,
            f"{_last_key(path)} holds a URL, which a server should not put into a form "
            "(specification, elicitation, safe URL handling); use URL mode",
        )


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _BEYOND_FLOAT


_BEYOND_FLOAT = 2**1024 - 2**970
"""The least integer that 64-bit floating point rounds to infinity."""


def _shown(value: object) -> str:
    """Return a value from the schema for a message: short, and safe to print."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        text = ascii(value[:_LONGEST_SHOWN])
        return text if len(value) <= _LONGEST_SHOWN else f"{text}…"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_LONGEST_SHOWN else "a very large number"
    return "something that is not a JSON value"


def _escaped(key: object) -> str:
    """Return a key as one step of a JSON pointer (RFC 6901 section 3)."""
    text = key if isinstance(key, str) else _shown(key)
    if "~" not in text and "/" not in text:  # as nearly every key
        return text
    return text.replace("~", "~0").replace("/", "~1")
