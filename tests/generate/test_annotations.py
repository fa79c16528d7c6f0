"""Schemas that hold more than a form says: what asks for nothing goes, what constrains is refused."""

from __future__ import annotations

import builtins
import copy
import json
import keyword
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import Field

from elicitform import Form, InvalidContent, check_schema
from elicitform._generate.source import source_of
from elicitform._generate.statement import class_statement_for
from elicitform.exceptions import SchemaError
from elicitform.schemas import client_report, compare_schemas
from tests.support.declared import made, refused
from tests.support.judges import official_errors
from tests.support.schemas import run_source, schema_of
from tests.support.strategies import Declaration, Json, any_content, declarations
from tests.support.trying import trying

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import DataObject

# Validation, section 9; core, sections 8.2, 8.3 and 4.3.1 (what is no keyword is an annotation).
ANNOTATIONS: Json = {
    "$comment": "for whoever reads the schema",
    "$id": "https://example.com/it",
    "$anchor": "it",
    "$defs": {"it": {"type": "string", "pattern": "a"}},
    "definitions": {},
    "deprecated": True,
    "readOnly": True,
    "writeOnly": False,
    "examples": ["a"],
    "example": "a",
    "nullable": False,
    "x-order": 1,
    "markdownDescription": "*a*",
    "a/b~c": None,
}
OF_THE_ROOT: Json = {"title": "Deploy", "description": "What to deploy", "default": {}}
OF_A_CHOICE: Json = {"description": "The first", "default": "a"}
OF_ITEMS: Json = {"title": "One", **OF_A_CHOICE}

SHAPES: dict[str, Json] = {
    "string": {"type": "string"},
    "email": {"type": "string", "format": "email"},
    "number": {"type": "number"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "single-select": {"type": "string", "enum": ["a"]},
    "titled single-select": {"type": "string", "oneOf": [{"const": "a", "title": "A"}]},
    "legacy single-select": {"type": "string", "enum": ["a"], "enumNames": ["A"]},
    "multi-select": {"type": "array", "items": {"type": "string", "enum": ["a"]}},
    "titled multi-select": {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}},
}


def places_in(schema: Json) -> Iterator[tuple[str, Json, Json]]:
    """Yield each place where annotations may stand: its pointer, the schema there, and which."""
    yield "", schema, {**ANNOTATIONS, **OF_THE_ROOT}
    for name, definition in schema["properties"].items():
        path = "/properties/" + name.replace("~", "~0").replace("/", "~1")
        yield path, definition, ANNOTATIONS
        items = definition.get("items")
        if items:
            yield f"{path}/items", items, {**ANNOTATIONS, **OF_ITEMS}
        for holder, key, at in (
            (definition, "oneOf", path),
            (items or {}, "anyOf", f"{path}/items"),
        ):
            for index, choice in enumerate(holder.get(key, ())):
                yield f"{at}/{key}/{index}", choice, {**ANNOTATIONS, **OF_A_CHOICE}


def pointer(path: str, key: str) -> str:
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"


def loaded(schema: Json) -> type[Form]:
    """Return the form of a schema, once its source has turned out to have the same."""
    given = copy.deepcopy(schema)
    form = Form.from_requested_schema(schema)
    statement = class_statement_for(schema, "Made", "2026-07-28", Form)
    twin = run_source(source_of([statement]))
    assert json.dumps(twin.requested_schema()) == json.dumps(form.requested_schema())
    assert twin.model_config.get("extra") == form.model_config.get("extra")
    assert statement.dropped == form.dropped_keywords
    assert schema == given
    return form


# --- what goes --------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_an_annotation_goes_wherever_it_stands_and_is_listed(shape: str) -> None:
    plain = schema_of({"it": {"title": "It", **SHAPES[shape]}}, "it")
    places = list(places_in(plain))
    for at, (path, _, keywords) in enumerate(places):
        for key, value in keywords.items():
            schema = copy.deepcopy(plain)
            list(places_in(schema))[at][1][key] = value
            form = loaded(schema)
            assert form.requested_schema() == Form.from_requested_schema(plain).requested_schema()
            assert form.dropped_keywords == (pointer(path, key),)
            assert any(found.severity == "error" for found in check_schema(schema))


@trying
@given(declarations(), st.data())
def test_a_schema_with_annotations_asks_what_it_asks_without(
    declaration: Declaration, data: DataObject
) -> None:
    plain = declaration.form().requested_schema()
    schema, expected = copy.deepcopy(plain), []
    for path, place, known in places_in(schema):
        keys = data.draw(st.lists(st.sampled_from(sorted(known)), unique=True, max_size=2))
        place.update({key: copy.deepcopy(known[key]) for key in keys})
        expected += [pointer(path, key) for key in keys]
    note(json.dumps(schema))
    form, twin = loaded(schema), Form.from_requested_schema(plain)
    assert json.dumps(form.requested_schema()) == json.dumps(twin.requested_schema())
    assert sorted(form.dropped_keywords) == sorted(expected)
    content = data.draw(any_content(twin))
    assert reads(form, content) == reads(twin, content)


def reads(form: type[Form], content: Json) -> object:
    try:
        return form.validate_content(content).model_dump()
    except InvalidContent as error:
        return error.faults


def test_a_dialect_goes_without_a_mention_at_every_revision() -> None:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema_of({"a": {"type": "string"}})}  # fmt: skip
    for revision in ("2025-06-18", "2025-11-25", "2026-07-28"):
        assert Form.from_requested_schema(schema, revision=revision).dropped_keywords == ()
    for value in (3, "no uri", None):
        with pytest.raises(SchemaError, match="keyword-value"):
            Form.from_requested_schema({**schema, "$schema": value})


@pytest.mark.parametrize("title", ["", " ", "\u200b"])
def test_a_blank_title_is_as_good_as_none(title: str) -> None:
    form = loaded(schema_of({"it": {"type": "string", "title": title}}))
    assert form.requested_schema() == schema_of({"it": {"type": "string"}})
    assert form.dropped_keywords == ("/properties/it/title",)


# What a keyword asks that a form asks in any case.
@pytest.mark.parametrize(
    ("definition", "more", "gone"),
    [
        *((SHAPES[one], {"format": "int32"}, "format") for one in ("integer", "number", "boolean")),
        (SHAPES["multi-select"], {"uniqueItems": True}, "uniqueItems"),
        (SHAPES["titled multi-select"], {"uniqueItems": False}, "uniqueItems"),
        (
            SHAPES["titled multi-select"],
            {"items": {"type": "string", **SHAPES["titled multi-select"]["items"]}},
            "items/type",
        ),
        (
            SHAPES["titled single-select"],
            {"oneOf": [{"type": "string", "const": "a", "title": "A"}]},
            "oneOf/0/type",
        ),
    ],
)
def test_what_a_form_asks_in_any_case_goes(definition: Json, more: Json, gone: str) -> None:
    schema = schema_of({"it": {"title": "It", **definition, **more}}, "it")
    form = loaded(schema)
    assert form.requested_schema() == schema_of({"it": {"title": "It", **definition}}, "it")
    assert form.dropped_keywords == (f"/properties/it/{gone}",)


@pytest.mark.parametrize("key", ["additionalProperties", "unevaluatedProperties"])
def test_a_closed_schema_becomes_a_form_that_refuses_unknown_keys(key: str) -> None:
    plain = schema_of({"n": {"type": "integer", "title": "N"}}, "n")
    closed = loaded({**plain, key: False})
    assert closed.requested_schema() == plain
    assert closed.dropped_keywords == (f"/{key}",)
    for strict in (False, True):
        with pytest.raises(InvalidContent) as caught:
            closed.validate_content({"n": 3, "m": 1}, strict=strict)
        assert [(fault.field, fault.code) for fault in caught.value.faults] == [("m", "unknown")]
    opened: list[object] = [True, {}]
    for value in opened:
        form = loaded({**plain, key: value})
        assert form.dropped_keywords == (f"/{key}",)
        assert form.validate_content({"n": 3, "m": 1}).model_dump() == {"n": 3}


def test_a_base_that_refuses_unknown_keys_goes_on_to_do_so() -> None:
    class Closed(Form, abstract=True, extra="forbid"):
        pass

    schema = {**schema_of({"n": {"type": "integer"}}), "additionalProperties": True}
    with pytest.raises(InvalidContent, match="unknown"):
        Closed.from_requested_schema(schema).validate_content({"m": 1})


def test_forms_made_of_a_loaded_one_know_what_it_lacks() -> None:
    schema = {"title": "T", **schema_of({"it": SHAPES["single-select"]})}
    form = Form.from_requested_schema(schema)
    assert form.with_choices(it=["a"]).dropped_keywords == ("/title",)
    assert Form.dropped_keywords == ()
    assert made({"a": (str, ...)}).dropped_keywords == ()


# --- what stays, and is refused ---------------------------------------------------------------

CONSTRAINTS: Json = {
    **dict.fromkeys(("multipleOf", "exclusiveMinimum", "exclusiveMaximum", "divisibleBy"), 1),
    **dict.fromkeys(("pattern", "const", "$ref", "$dynamicRef", "$recursiveRef"), "a"),
    **dict.fromkeys(("contentEncoding", "contentMediaType", "contentSchema"), "a"),
    **{key: [{}] for key in ("allOf", "prefixItems", "additionalItems")},
    **{key: {} for key in ("not", "if", "then", "else", "contains", "unevaluatedItems")},
    **{key: {} for key in ("patternProperties", "propertyNames", "extends", "disallow")},
    **{key: {} for key in ("dependentSchemas", "dependentRequired", "dependencies")},
    **dict.fromkeys(("minProperties", "maxProperties", "minContains", "maxContains"), 1),
}


@pytest.mark.parametrize("key", CONSTRAINTS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_keyword_that_constrains_answers_is_refused_wherever_it_stands(
    shape: str, key: str
) -> None:
    plain = schema_of({"it": SHAPES[shape]})
    for at, (path, place, _) in enumerate(places_in(plain)):
        if key not in place:
            schema = copy.deepcopy(plain)
            list(places_in(schema))[at][1][key] = CONSTRAINTS[key]
            with pytest.raises(SchemaError) as caught:
                Form.from_requested_schema(schema)
            assert caught.value.findings[0].path.startswith(path)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {}, "title": "T"},
        {"type": "object", "title": "T"},
        {"title": "T"},
        {**schema_of({"a": {"type": "string"}}), "additionalProperties": {"type": "string"}},
        {**schema_of({"a": {"type": "string"}}), "additionalProperties": 0},
        {**schema_of({"a": {"type": "string"}}), "minLength": 3},
        schema_of({"a": {"type": "string", "title": 3}}),
        schema_of({"a": {"type": "string", "format": "uuid"}}),
        schema_of({"a": {"type": "integer", "format": 3}}),
        schema_of({"a": {"type": "integer", "minLength": 3}}),
        schema_of({"a": {"type": "string", "required": True}}),
        schema_of({"a": {"type": "string", "uniqueItems": True}}),
        schema_of({"a": {"type": "array", "uniqueItems": 1, "items": SHAPES["single-select"]}}),
        schema_of({"a": {"type": "array", "items": {"type": "string", "const": "a"}}}),
        schema_of({"a": {"type": "array", "items": {"type": "integer", "anyOf": [{"const": "a", "title": "A"}]}}}),
        schema_of({"a": {"type": "string", "oneOf": [{"const": "a"}]}}),
        schema_of({"a": {"type": "string", "oneOf": [{"const": 1, "title": "A", "type": "string"}]}}),
        schema_of({"a": {"type": "string", "oneOf": [{"const": "a", "title": "A", "type": "integer"}]}}),
        schema_of({"a": {"type": "array", "items": {"type": "string", "enum": ["a"]}, "enumNames": ["A"]}}),
        schema_of({"a": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}}),
    ],
)  # fmt: skip
def test_what_no_form_can_ask_stays_refused(schema: Json) -> None:
    with pytest.raises(SchemaError):
        Form.from_requested_schema(schema)


def test_findings_point_into_the_schema_as_it_was_given() -> None:
    choices = [{"const": "a", "title": "A", "x": 1}, {"x": 1, "const": "b", "pattern": "b"}]
    schema = {"title": "T", **schema_of({"a": {"x": 1, "type": "string", "oneOf": choices}})}
    with pytest.raises(SchemaError) as caught:
        Form.from_requested_schema(schema)
    assert [(one.code, one.path) for one in caught.value.findings] == [
        ("choice-shape", "/properties/a/oneOf/1")
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_taken_is_officially_valid(shape: str) -> None:
    schema = schema_of({"2024": SHAPES[shape]})
    for _, place, known in list(places_in(schema)):
        place.update(known)
    schema |= {"additionalProperties": False}
    Draft202012Validator.check_schema(schema)
    params = {"message": "?", "requestedSchema": schema}
    assert official_errors(params, "2026-07-28") == []
    assert loaded(schema)


# --- names ------------------------------------------------------------------------------------

ODD_NAMES = ["2024", "1", "-1", "007", "__proto__", "constructor", "prototype"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_that_javascript_loses_is_taken_as_it_is(name: str) -> None:
    schema = schema_of({"a": {"type": "string"}, name: {"type": "integer"}}, name)
    form = loaded(schema)
    assert form.requested_schema() == schema
    assert [one.code for one in check_schema(schema)] == ["property-name"]
    answer: Any = form.validate_content({name: 3})
    assert answer.model_dump(by_alias=True) == {"a": None, name: 3}
    with pytest.raises(InvalidContent) as caught:
        form.validate_content({name: "three", "a": "b"})
    again = form.asking_again(caught.value)
    assert list(again.requested_schema()["properties"]) == ["a", name]
    assert again.with_text(a={"title": "A"}).validate_content({name: 3}).model_dump()["a"] == "b"


def test_every_name_that_python_or_a_form_has_already_is_taken() -> None:
    reserved = [*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *dir(Form), *dir(type(Form))]
    names = list(dict.fromkeys([*reserved, *ODD_NAMES, "_x", "x y", "2nd", "ﬁ"]))
    schema = schema_of({name: {"type": "integer"} for name in names}, *names)
    content = {name: at for at, name in enumerate(names)}
    answer = loaded(schema).validate_content(content, strict=True)
    assert answer.model_dump(by_alias=True) == content


def test_other_readers_of_schemas_take_such_a_name() -> None:
    form = Form.from_requested_schema(schema_of({"2024": {"type": "integer"}}, "2024"))
    assert compare_schemas(form.requested_schema(), form.requested_schema()) == []
    assert client_report(form)
    for properties in ({2024: {"type": "integer"}}, {2024: {}, "2024": {"type": "integer"}}):
        with pytest.raises(SchemaError, match="a property name is a string"):
            compare_schemas({"type": "object", "properties": properties}, form.requested_schema())


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\ud800"])
def test_a_name_that_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(SchemaError, match=r"property-name|text-unicode"):
        Form.from_requested_schema(schema_of({name: {"type": "string"}, "2": {"type": "string"}}))


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_class_takes_such_a_name_where_it_says_so(name: str) -> None:
    fields: Any = {"it": (int, Field(alias=name))}
    base = made(fields, any_names=True)
    assert list(base.requested_schema()["properties"]) == [name]

    class Derived(base):  # type: ignore[misc, valid-type]
        more: str

    assert list(Derived.requested_schema()["properties"]) == [name, "more"]
    with refused() as faults:
        made(fields)
    assert [fault.code for fault in faults] == ["name"]
    with refused() as faults:
        made({"it": (int, Field(alias=name, multiple_of=2))}, any_names=True)
    assert [fault.code for fault in faults] == ["unsupported-constraint"]
    assert f'alias="{name}"' in faults[0].remedy
