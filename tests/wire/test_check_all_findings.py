"""One finding never hides another: each rule speaks that can be judged by itself."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from elicitform import REVISIONS, check_schema
from elicitform.schemas import lint_document
from elicitform.schemas.lint.codes import MCPDESC
from tests.support.strategies import declarations
from tests.support.trying import trying

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = dict[str, Any]

_LATEST = REVISIONS[-1]


def codes_of(schema: object, revision: str = _LATEST) -> list[str]:
    return [finding.code for finding in check_schema(schema, revision)]


def field(**definition: Any) -> Json:
    return {"type": "object", "properties": {"x": definition}, "required": ["x"]}


def text(**rest: Any) -> Json:
    return field(type="string", **rest)


def whole(**rest: Any) -> Json:
    return field(type="integer", **rest)


def several(**rest: Any) -> Json:
    return field(**{"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, **rest})


def titled(*choices: object, **rest: Any) -> Json:
    return field(type="string", oneOf=list(choices), **rest)


A = {"const": "a", "title": "A"}
SURROGATE = "\ud800"

TOGETHER: dict[str, tuple[Json, list[str]]] = {
    # the root
    "no properties, and required": (
        {"type": "object", "required": ["x", "x", 1]},
        ["properties-type", "required-duplicate", "required-type"],
    ),
    "empty properties, and required": (
        {"type": "object", "properties": {}, "required": ["x"]},
        ["properties-empty", "required-unknown"],
    ),
    "a root of no type, and the rest": (
        {"title": "X", "properties": {"x": {"type": "int"}}, "required": "x"},
        ["root-type", "root-keyword", "required-type", "property-type"],
    ),
    "required names of all kinds": (
        {**text(), "required": [None, "y", "y", "x", "x"]},
        [
            "required-type",
            *("required-unknown", "required-unknown", "required-duplicate"),
            "required-duplicate",
        ],
    ),
    "required inside properties, and beside": (
        {"type": "object", "properties": {"required": ["x"], "x": {"type": "str"}}, "required": 1},
        ["required-type", "property-type", "property-type"],
    ),
    # a type that is none
    "a list of types, and a keyword": (
        field(type=["string", "null"], pattern="^a", minLength=3, maxLength=2),
        ["property-type", "keyword-unknown", "length-order"],
    ),
    "a list of types, and a default": (
        field(type=["integer", "null"], minimum=0, default=None),
        ["property-type", "default-type"],
    ),
    "a list of two types, and lengths": (
        field(type=["string", "integer"], minLength=-1),
        ["property-type"],
    ),
    "a type of another language, and bounds": (
        field(type="int", minimum=2, maximum=1, default="x"),
        ["property-type", "bound-order", "default-type"],
    ),
    "no type, and choices": (
        field(enum=["a", "a"], default="b", pattern="a"),
        ["property-type", "keyword-unknown", "choice-duplicate", "default-choice"],
    ),
    "no type, and counts": (
        field(items={"type": "string", "enum": ["a"]}, minItems=2),
        ["property-type", "unsatisfiable"],
    ),
    "nothing to tell the type by": (
        field(pattern="a", title=1, default=None),
        ["property-type", "keyword-unknown", "keyword-value"],
    ),
    "a union, and its title": (
        field(anyOf=[{"type": "string"}, {"type": "null"}], title=1, examples=["a"]),
        ["property-type", "keyword-unknown", "keyword-value"],
    ),
    # lengths, counts and bounds
    "two wrong lengths": (
        text(minLength=-1, maxLength="9"),
        ["count-value", "count-value"],
    ),
    "a wrong length, and a format": (
        text(minLength=-1, maxLength=1, format="email"),
        ["count-value", "unsatisfiable"],
    ),
    "the order of lengths, and a format": (
        text(minLength=999, maxLength=9, format="email"),
        ["length-order", "unsatisfiable"],
    ),
    "lengths that a format has, in the wrong order": (
        text(minLength=9, maxLength=8, format="email"),
        ["length-order"],
    ),
    "an unknown format, and a default": (
        text(format="uuid", maxLength=1, default="ab"),
        ["format-unknown", "default-length"],
    ),
    "two wrong bounds": (
        whole(minimum="1", maximum=None),
        ["bound-value", "bound-value"],
    ),
    "a wrong bound, and the other one": (
        whole(minimum="1", maximum=2**53, default=1.5),
        ["bound-value", "integer-magnitude", "default-integral"],
    ),
    "the order of bounds, and how they are written": (
        whole(minimum=2.0, maximum=1, default="x"),
        ["bound-order", "integer-as-float", "default-type"],
    ),
    "the order of counts, and a default": (
        several(minItems=2, maxItems=1, default=["c"]),
        ["count-order", "default-choice", "default-count"],
    ),
    # choices and titles
    "no items, and counts": (
        several(items=None, minItems=-1),
        ["items-value", "count-value"],
    ),
    "items of another type, and a default": (
        several(items={"type": "number", "enum": ["a"]}, default=["b", "b", 1]),
        ["items-value", "default-type", "default-choice", "default-choice"],
    ),
    "a choice twice, and too many picks": (
        several(items={"type": "string", "enum": ["a", "a"]}, minItems=2),
        ["choice-duplicate", "unsatisfiable"],
    ),
    "a choice that is no text, and enough picks": (
        several(items={"type": "string", "enum": ["a", 1]}, minItems=2),
        ["choice-value"],
    ),
    "a choice twice that is no Unicode": (
        text(enum=[SURROGATE, SURROGATE]),
        ["text-unicode", "text-unicode", "choice-duplicate"],
    ),
    "an empty choice twice": (
        text(enum=["", ""]),
        ["choice-empty", "choice-empty", "choice-duplicate"],
    ),
    "a choice twice, and a default": (
        text(enum=["a", "a"], default="b"),
        ["choice-duplicate", "default-choice"],
    ),
    "a choice that is no text, and a default": (
        text(enum=["a", 1], default="b"),
        ["choice-value", "default-choice"],
    ),
    "the length of enumNames, and a default": (
        text(enum=["a", "b"], enumNames=["A"], default="c"),
        ["enum-names-length", "default-choice"],
    ),
    "enumNames that are no list, and a default": (
        text(enum=["a"], enumNames="A", default="c"),
        ["title-value", "default-choice"],
    ),
    "titles of all kinds": (
        text(enum=["a", "b", "c", "d"], enumNames=[1, " ", " ", SURROGATE]),
        ["title-value", "title-value", "title-value", "title-duplicate", "text-unicode"],
    ),
    "a title twice with a URL": (
        text(enum=["a", "b"], enumNames=["http://a", "http://a"]),
        ["url-in-text", "url-in-text", "title-duplicate"],
    ),
    "the shape of a choice, and the others": (
        titled({**A, "description": "?"}, {"const": "a"}, {"const": 1, "title": "A"}, "b", A),
        [
            *("choice-shape", "choice-shape", "choice-shape"),
            *("choice-duplicate", "choice-value", "choice-duplicate"),
            *("title-duplicate", "title-duplicate"),
        ],
    ),
    "the shape of a choice, and a default": (
        titled(A, {"title": "B"}, default="A"),
        ["choice-shape", "default-choice"],
    ),
    # defaults
    "a default of the wrong length and format": (
        text(minLength=12, format="date", default="2026-02-30"),
        ["unsatisfiable", "default-length", "default-format"],
    ),
    "a default of the wrong length that is no Unicode": (
        text(maxLength=1, default=f"http://{SURROGATE}"),
        ["text-unicode", "default-length", "url-in-text"],
    ),
    "a default out of bounds that is not exact": (
        field(type="number", maximum=9, default=2**53 + 1),
        ["default-range", "default-exact"],
    ),
    "a default out of bounds that is no integer": (
        whole(minimum=9, default=1.5),
        ["default-range", "default-integral"],
    ),
    "a default out of bounds that is too large": (
        whole(maximum=9, default=2**53 + 1),
        ["default-range", "integer-magnitude"],
    ),
    "picks of all kinds": (
        several(maxItems=1, default=["a", "a", "c"]),
        ["default-choice", "default-choice", "default-count"],
    ),
    # names
    "a name that is no name, and its field": (
        {"type": "object", "properties": {"1": {"type": "int"}, "": {"type": "string", "x": 1}}},
        ["property-name", "property-type", "property-name", "keyword-unknown"],
    ),
}


@pytest.mark.parametrize("name", TOGETHER)
def test_every_rule_that_is_broken_is_found_beside_the_others(name: str) -> None:
    schema, expected = TOGETHER[name]
    assert codes_of(schema) == expected


def test_the_oldest_revision_is_judged_beside_everything_else() -> None:
    schema = field(type="array", items=None, minItems="1", default="a")
    assert codes_of(schema, "2025-06-18") == [
        *("revision-multi-select", "revision-default"),
        *("items-value", "count-value", "default-type"),
    ]


def test_the_form_that_breaks_four_rules_of_mcp_description_gets_their_four_names() -> None:
    def declaration(**properties: Json) -> Json:
        schema = {"type": "object", "properties": properties, "required": ["missing"]}
        return {"name": "pick", "mode": "form", "message": "Pick", "requestedSchema": schema}

    choice = {"type": "string", "enum": ["a", "b"], "enumNames": ["A"], "default": "c"}
    prompt = {"name": "ship", "elicitations": [declaration(x=choice), declaration(x=choice)]}
    document = {"mcpdesc": "0.8.0", "protocolVersions": ["2025-11-25"], "prompts": [prompt]}
    found = {finding.code for finding in lint_document(document).findings}
    assert found == {
        *("required-unknown", "enum-names-length", "default-choice"),
        "declaration-name-duplicate",
    }
    assert found <= MCPDESC.keys()


# --- two rules of any valid schema broken at once ---------------------------------------------


class Break(NamedTuple):
    """A way to break one rule of a valid schema.

    Attributes:
        about: What is changed: two ways with the same are not tried together.
        code: The code of the rule.
        change: Makes the change, and returns the place of the finding.
    """

    about: str
    code: str
    change: Callable[[Json], str]


def breaks_of(schema: Json, revision: str) -> Iterator[Break]:
    """Yield the ways to break a rule of a schema, each apart from the others."""
    yield Break("type", "root-type", lambda root: put(root, "type", "Object", "/type"))
    yield Break("title", "root-keyword", lambda root: put(root, "title", "A form", "/title"))
    yield Break("required", "required-unknown", lambda root: require(root, "nowhere"))
    yield Break("required-type", "required-type", lambda root: require(root, 7))
    if schema.get("required"):
        again = schema["required"][0]
        yield Break("required-again", "required-duplicate", lambda root: require(root, again))
    if revision != REVISIONS[0]:
        yield Break(
            "$schema", "keyword-value", lambda root: put(root, "$schema", "2020", "/$schema")
        )
    for name in schema["properties"]:
        yield from field_breaks(name, schema["properties"][name])


def put(holder: Json, key: str, value: object, path: str) -> str:
    holder[key] = value
    return path


def require(root: Json, name: object) -> str:
    root.setdefault("required", []).append(name)
    return f"/required/{len(root['required']) - 1}"


class Place(NamedTuple):
    """A property of a schema, by its name."""

    name: str

    def pointer(self, path: str) -> str:
        return f"/properties/{self.name.replace('~', '~0').replace('/', '~1')}/{path}"

    def changing(self, about: str, code: str, **values: Any) -> Break:
        (key, *_) = values

        def change(root: Json) -> str:
            root["properties"][self.name].update(values)
            return self.pointer(key)

        return Break(f"{self.name} {about}", code, change)

    def adding(self, code: str, path: str, value: object) -> Break:
        def change(root: Json) -> str:
            holder = root["properties"][self.name]
            for key in path.split("/"):
                holder = holder[key]
            holder.append(value)
            return self.pointer(f"{path}/{len(holder) - 1}")

        return Break(f"{self.name} {code}", code, change)


def field_breaks(name: str, wire: Json) -> Iterator[Break]:
    """Yield the ways to break a rule of one field."""
    place = Place(name)
    yield place.changing("type", "property-type", type=[wire["type"], "null"])
    yield place.changing("title", "keyword-value", title=7)
    yield place.changing("description", "text-unicode", description=SURROGATE)
    yield place.changing("pattern", "keyword-unknown", pattern="^a")
    yield place.changing("default", "default-type", default={"none": "of this"})
    match wire:
        case {"type": "array"}:
            yield from multi_select_breaks(place, wire)
        case {"enum": _} | {"oneOf": _}:
            yield from single_select_breaks(place, wire)
        case {"type": "string"}:
            yield place.changing("length", "length-order", minLength=99, maxLength=9)
            yield place.changing("length", "count-value", maxLength=-1)
            yield place.changing("format", "format-unknown", format="uuid")
        case {"type": "integer" | "number"}:
            yield place.changing("bounds", "bound-order", minimum=99, maximum=9)
            yield place.changing("bounds", "bound-value", maximum="9")


def single_select_breaks(place: Place, wire: Json) -> Iterator[Break]:
    yield place.changing("default", "default-choice", default="no such choice")
    if "oneOf" in wire:
        yield place.adding("choice-shape", "oneOf", {"title": "no such title"})
        return
    yield place.adding("choice-value", "enum", 7)
    yield place.adding("choice-duplicate", "enum", wire["enum"][0])
    if "enumNames" in wire:
        longer = [*wire["enumNames"], "one", "two", "three"]
        yield place.changing("enumNames", "enum-names-length", enumNames=longer)


def multi_select_breaks(place: Place, wire: Json) -> Iterator[Break]:
    yield place.changing("default", "default-choice", default=["no such choice"])
    yield place.changing("counts", "count-order", minItems=99, maxItems=9)
    yield place.changing("counts", "count-value", maxItems=0.5)
    if "enum" in wire["items"]:
        yield place.adding("choice-duplicate", "items/enum", wire["items"]["enum"][0])
    else:
        yield place.adding("choice-shape", "items/anyOf", "no such choice")


@trying
@given(st.data())
def test_of_rules_broken_at_once_in_a_valid_schema_each_is_found(data: st.DataObject) -> None:
    declaration = data.draw(declarations())
    revision = data.draw(st.sampled_from(declaration.protocol_revisions()))
    schema = copy.deepcopy(declaration.schema(revision))
    assert not [one for one in check_schema(schema, revision) if one.severity == "error"]
    ways = list(breaks_of(schema, revision))
    chosen = data.draw(
        st.lists(st.sampled_from(ways), min_size=2, max_size=4, unique_by=lambda way: way.about)
    )
    expected = {(way.code, way.change(schema)) for way in chosen}
    note(f"{revision}: {schema}")
    assert expected <= {(one.code, one.path) for one in check_schema(schema, revision)}
