"""Forms that are made of a schema: what is kept, what is refused, and what the class looks like."""

from __future__ import annotations

import copy
import json
import math
import pickle
import string
import time
import warnings
from datetime import date, datetime, timedelta, timezone
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from pydantic import Field, field_validator

from elicitform import (
    Form,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    RevisionError,
    check_schema,
)
from elicitform._generate.source import source_of
from elicitform._generate.statement import class_statement_for
from elicitform.exceptions import Finding, SchemaError
from tests.support.declared import made, refused
from tests.support.schemas import EVERYTHING, HOSTILE, ONE, run_source, schema_of
from tests.support.strategies import Declaration, Json, any_content, declarations, is_seen
from tests.support.trying import trying

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DataObject, DrawFn


def source_for(schema: Json, revision: str = "2026-07-28") -> str:
    return source_of([class_statement_for(schema, "Made", revision, Form)])


def reading(form: type[Form], content: object, *, strict: bool) -> dict[str, str]:
    """Return the code of each fault that a form finds in an answer."""
    try:
        form.validate_content(content, strict=strict)
    except InvalidContent as error:
        return {fault.field: fault.code for fault in error.faults}
    return {}


# --- what holds of every form -----------------------------------------------------------------


@trying
@given(declarations())
def test_a_form_made_of_a_schema_and_its_source_have_it_to_the_byte(
    declaration: Declaration,
) -> None:
    form = declaration.form()
    for revision in form.protocol_revisions():
        schema = form.requested_schema(revision)
        source = source_for(schema, revision)
        note(source)
        for twin in (Form.from_requested_schema(schema, revision=revision), run_source(source)):
            assert json.dumps(twin.requested_schema()) == json.dumps(schema)
            assert json.dumps(twin.requested_schema(revision)) == json.dumps(schema)


@trying
@given(declarations(), st.data())
def test_a_form_made_of_a_schema_reads_alike(declaration: Declaration, data: DataObject) -> None:
    form = declaration.form()
    base = Form
    if declaration.keywords.get("extra") == "forbid":

        class Closed(Form, abstract=True, extra="forbid"):
            pass

        base = Closed
    twin = base.from_requested_schema(form.requested_schema())
    for _ in range(3):
        content = data.draw(any_content(form))
        for strict in (False, True):
            faults = reading(form, content, strict=strict)
            faults = {name: code for name, code in faults.items() if code != "rule"}
            assert reading(twin, content, strict=strict) == faults


# --- what holds of every schema ---------------------------------------------------------------

_TEXTS = st.sampled_from(
    ["", " ", "\t", "a", "A b", 'x"', "it's", "\\", '"""', "{}", "\u202e", "\x00", "\n", "😀", "ﬁ"]
) | st.text(max_size=6)
_ODD_NAMES = """
    class copy _x 2nd ٣ ١٢ - --1 model_fields model_dump date password a_b mro __class__ l None
    requested_schema
"""
_NAMES = _TEXTS | st.sampled_from([*_ODD_NAMES.split(), "a b", "card number"])
_NUMBERS = st.sampled_from(
    [0, 1, -1, 2.0, 2.5, -0.0, 1e300, 2**53, 2**53 + 1, 2**53 - 1, 10**300, 2**1024 - 1, 1e16, 1e-7]
) | st.integers(-3, 3)
_COUNTS = st.sampled_from([0, 1, 2, 3.0, 2**53 - 1, 2**31]) | st.integers(0, 5)
_DEFAULTS = (
    _TEXTS
    | _NUMBERS
    | st.booleans()
    | st.lists(_TEXTS, max_size=2)
    | st.sampled_from(
        ["2026-01-31", "2026-01-31T09:30:00Z", "2026-01-31T09:30:00.5-02:30", "a@b.co", "a:b"]
    )
)


@st.composite
def _definitions(draw: DrawFn) -> Json:
    """Draw properties, most of them valid and all of them odd."""
    texts = {"title": _TEXTS, "description": _TEXTS}
    choices = draw(st.lists(_TEXTS, min_size=1, max_size=3, unique=True))
    titles = draw(st.lists(_TEXTS, min_size=len(choices), max_size=len(choices), unique=True))
    titled = [{"title": title, "const": one} for one, title in zip(choices, titles, strict=True)]
    default: Any = _DEFAULTS | st.sampled_from(choices)
    formats = st.sampled_from(["email", "uri", "date", "date-time"])
    kinds: list[tuple[Json, Json]] = [
        ({"type": "string"}, {"minLength": _COUNTS, "maxLength": _COUNTS}),
        ({"type": "string"}, {"format": formats, "maxLength": _COUNTS}),
        ({"type": "integer"}, {"minimum": _NUMBERS, "maximum": _NUMBERS}),
        ({"type": "number"}, {"minimum": _NUMBERS, "maximum": _NUMBERS}),
        ({"type": "boolean"}, {}),
        ({"enum": choices, "type": "string"}, {"enumNames": st.just(titles)}),
        ({"type": "string", "oneOf": titled}, {}),
        (
            {"items": {"enum": choices, "type": "string"}, "type": "array"},
            {"minItems": _COUNTS, "maxItems": _COUNTS},
        ),
        ({"type": "array", "items": {"anyOf": titled}}, {"minItems": _COUNTS}),
    ]
    fixed, optional = draw(st.sampled_from(kinds))
    said: Json = {"default": default, **texts, **optional}
    keys = draw(st.lists(st.sampled_from(sorted(said)), unique=True))
    return {**{key: draw(said[key]) for key in keys}, **copy.deepcopy(fixed)}


@st.composite
def _schemas(draw: DrawFn) -> Json:
    properties = draw(st.dictionaries(_NAMES, _definitions(), min_size=1, max_size=3))
    required = draw(st.lists(st.sampled_from(list(properties)), unique=True))
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {
        **(dialect if draw(st.booleans()) else {}),
        "required": required,
        "properties": properties,
        "type": "object",
    }


def _normal(schema: Json) -> Json:
    """Return a schema as a form writes it, but for the order of keys."""
    properties = copy.deepcopy(schema["properties"])
    for definition in properties.values():
        if definition["type"] == "integer":
            for key, rounded in (("minimum", math.ceil), ("maximum", math.floor)):
                if key in definition:
                    definition[key] = rounded(definition[key])
    required = [name for name in properties if name in schema.get("required", ())]
    return schema_of(properties, *required)


def _without_blank_titles(schema: Json) -> Json:
    kept = copy.deepcopy(schema)
    for definition in kept["properties"].values():
        if not is_seen(definition.get("title", "It")):
            del definition["title"]
    return kept


def _is_let(found: Finding) -> bool:
    """Return whether a name is one that only JavaScript loses."""
    name = found.path.removeprefix("/properties/")
    return found.code == "property-name" and is_seen(name)


@trying
@given(_schemas())
def test_a_schema_without_errors_becomes_a_form_that_has_it(schema: Json) -> None:
    kept = _without_blank_titles(schema)
    errors = [one for one in check_schema(kept) if one.severity == "error" and not _is_let(one)]
    if errors:
        with pytest.raises(SchemaError) as caught:
            Form.from_requested_schema(schema)
        assert list(caught.value.findings) == errors
        return
    form = Form.from_requested_schema(schema)
    assert form.requested_schema() == _normal(kept)
    twin = run_source(source_for(schema))
    assert json.dumps(twin.requested_schema()) == json.dumps(form.requested_schema())
    assert twin.model_fields.keys() == form.model_fields.keys()


# --- values -----------------------------------------------------------------------------------


def field_of(definition: Json, *, required: bool = True) -> Any:
    form = Form.from_requested_schema(schema_of({"it": definition}, *["it"] * required))
    return form.model_fields["it"]


def value_of(definition: Json, answer: object) -> object:
    form: Any = Form.from_requested_schema(schema_of({"it": definition}, "it"))
    return form.validate_content({"it": answer}).it


MINUTE = datetime(2026, 1, 31, 9, 30, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("definition", "answer", "value"),
    [
        ({"type": "string"}, "a", "a"),
        ({"type": "string", "enum": ["a", "b"]}, "b", "b"),
        ({"type": "string", "enum": ["a"], "enumNames": ["A"]}, "a", "a"),
        ({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}, "a", "a"),
        ({"type": "array", "items": {"type": "string", "enum": ["a"]}}, ["a"], ["a"]),
        ({"type": "integer"}, 3.0, 3),
        ({"type": "number"}, 3, 3.0),
        ({"type": "boolean"}, True, True),
        ({"type": "string", "format": "email"}, "a@b.co", "a@b.co"),
        ({"type": "string", "format": "uri"}, "a:b", "a:b"),
        ({"type": "string", "format": "date"}, "2026-01-31", date(2026, 1, 31)),
        ({"type": "string", "format": "date", "maxLength": 10}, "2026-01-31", "2026-01-31"),
        ({"type": "string", "format": "date-time"}, "2026-01-31T09:30:00Z", MINUTE),
        (
            {"type": "string", "format": "date-time", "minLength": 20},
            "2026-01-31T09:30:00Z",
            "2026-01-31T09:30:00Z",
        ),
    ],
)
def test_an_answer_is_read_as_the_obvious_python_value(
    definition: Json, answer: object, value: object
) -> None:
    read = value_of(definition, answer)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("definition", "default"),
    [
        ({"type": "string", "format": "date", "default": "2026-01-31"}, date(2026, 1, 31)),
        (
            {"type": "string", "format": "date-time", "default": "2026-01-31T09:30:00+00:00"},
            MINUTE,
        ),
        (
            {
                "type": "string",
                "format": "date-time",
                "default": "2026-01-31T09:30:00.000250-02:30",
            },
            MINUTE.replace(microsecond=250, tzinfo=timezone(timedelta(minutes=-150))),
        ),
        (
            {"type": "string", "format": "date-time", "default": "2026-01-31T09:30:07+02:00"},
            MINUTE.replace(second=7, tzinfo=timezone(timedelta(hours=2))),
        ),
        # Python would write this one with an offset in place of the Z.
        (
            {"type": "string", "format": "date-time", "default": "2026-01-31T09:30:00Z"},
            "2026-01-31T09:30:00Z",
        ),
        ({"type": "integer", "default": 3.0}, 3),
        ({"type": "number", "default": 3}, 3),
        ({"type": "array", "items": {"type": "string", "enum": ["a"]}, "default": []}, []),
        ({"type": "boolean", "default": False}, False),
        ({"type": "string", "default": ""}, ""),
    ],
)
def test_a_default_is_a_value_of_the_type(definition: Json, default: object) -> None:
    found = field_of(definition, required=False).default
    assert (found, type(found)) == (default, type(default))
    assert run_source(source_for(schema_of({"it": definition}))).model_fields["it"].default == found


@pytest.mark.parametrize(
    ("offset", "zone"),
    [
        ("+00:00", "timezone.utc"),
        ("+02:00", "timezone(timedelta(hours=2))"),
        ("-11:00", "timezone(timedelta(hours=-11))"),
        ("+05:30", "timezone(timedelta(minutes=330))"),
        ("-00:30", "timezone(timedelta(minutes=-30))"),
    ],
)
def test_a_zone_is_written_in_hours_where_it_has_whole_ones(offset: str, zone: str) -> None:
    default = f"2026-01-31T09:30:00{offset}"
    moment = {"type": "string", "title": "It", "format": "date-time", "default": default}
    source = source_for(schema_of({"it": moment}))
    assert f"datetime(2026, 1, 31, 9, 30, tzinfo={zone})" in source


def test_a_default_of_a_required_field_is_shown_and_must_be_answered() -> None:
    schema = schema_of({"kind": {"type": "string", "title": "Kind", "default": "pdf"}}, "kind")
    form = Form.from_requested_schema(schema)
    assert form.requested_schema() == schema
    with pytest.raises(InvalidContent) as caught:
        form.validate_content({})
    assert caught.value.missing == ("kind",)


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("city", "city"),
        ("fooBar", "fooBar"),
        ("größe", "größe"),
        ("model_name", "model_name"),
        ("Confirm the operation", "confirm_the_operation"),
        ("user-id", "user_id"),
        ("a/b~c", "a_b_c"),
        ("class", "class_"),
        ("None", "None_"),
        ("_x", "x"),
        ("__class__", "class_"),
        ("copy", "copy_"),
        ("json", "json_"),
        ("date", "date_"),
        ("str", "str_"),
        ("mro", "mro_"),
        ("model_fields", "model_fields_"),
        ("model_dump", "field_model_dump"),
        ("model_validate_all", "field_model_validate_all"),
        ("requested_schema", "requested_schema_"),
        ("from_requested_schema", "from_requested_schema_"),
        ("2nd", "field_2nd"),
        ("😀", "field"),
        ("-", "field"),
        ("ﬁx", "fix"),
        ("٣", "field_٣"),
        ("l", "l_"),
        ("\u0301", "field_\u0301"),
        ("x" * 50 + "!", "x" * 40),
        ("\x00\n\"'\\ = 1; import os", "1_import_os"),
    ],
)
def test_a_property_gets_a_clean_attribute(name: str, attribute: str) -> None:
    schema = schema_of({name: {"type": "integer", "title": "It"}}, name)
    attribute = f"field_{attribute}" if attribute[0].isdigit() else attribute
    for form in (Form.from_requested_schema(schema), run_source(source_for(schema))):
        assert list(form.model_fields) == [attribute]
        assert form.requested_schema() == schema
        assert getattr(form.validate_content({name: 3}), attribute) == 3


def test_of_all_letters_only_those_that_are_ambiguous_change() -> None:
    letters = string.ascii_letters
    schema = schema_of({letter: {"type": "integer"} for letter in letters})
    changed = set(letters).difference(Form.from_requested_schema(schema).model_fields)
    assert changed == {"I", "O", "l"}


def test_attributes_never_collide() -> None:
    names = ["a b", "a-b", "a_b", "A b", "copy", "copy_", "copy-", "_copy", "!", "?", "field_2"]
    schema = schema_of({name: {"type": "integer"} for name in names}, *names)
    form = Form.from_requested_schema(schema)
    attributes = {info.alias or name: name for name, info in form.model_fields.items()}
    assert attributes["a_b"] == "a_b"
    assert attributes["copy_"] == "copy_"
    assert attributes["field_2"] == "field_2"
    answer = form.validate_content({name: at for at, name in enumerate(names)})
    assert [getattr(answer, attributes[name]) for name in names] == list(range(len(names)))


def test_attributes_hide_nothing_of_the_base() -> None:
    class Base(Form, abstract=True):
        kind: ClassVar[str]
        total: ClassVar[int] = 3

        def city(self) -> str:
            return "Oslo"

    names = ["kind", "total", "city"]
    form = Base.from_requested_schema(schema_of({name: {"type": "integer"} for name in names}))
    assert list(form.model_fields) == ["kind_", "total_", "city_"]


@pytest.mark.parametrize("name", ["password", "apiToken", "card number"])
@pytest.mark.parametrize(
    "definition", [{"type": "string"}, {"type": "string", "format": "uri"}, {"type": "integer"}]
)
def test_a_credential_in_the_name_comes_through(name: str, definition: Json) -> None:
    for property_, title in ((name, "It"), ("it", name)):
        schema = schema_of({property_: {**definition, "title": title}}, property_)
        schema["properties"][property_] |= definition
        assert Form.from_requested_schema(schema).requested_schema() == schema
        assert run_source(source_for(schema)).requested_schema() == schema


def test_the_source_says_where_a_credential_is_asked_for() -> None:
    schema = schema_of(
        {
            "user": {"type": "string", "title": "User"},
            "api_key": {"type": "string", "title": "Api Key"},
            "token_count": {"type": "integer", "title": "Token Count"},
        },
        *("user", "api_key", "token_count"),
    )
    assert source_for(schema) == """\
from typing import Annotated

from elicitform import Form, NotSecret


class Made(Form):
    user: str
    # "api key" asks for a credential, which the protocol forbids in a form: ask for it with URL
    # mode, or write below why the name is innocent.
    api_key: Annotated[str, NotSecret("taken from a schema, and judged by nobody yet")]
    token_count: int
"""  # fmt: skip


@pytest.mark.parametrize("name", ["password", "api_key", "pin"])
def test_what_nobody_types_a_credential_into_gets_no_comment(name: str) -> None:
    for definition in (
        *({"type": "boolean"}, {"type": "number"}, {"type": "string", "enum": ["a"]}),
        *({"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}),
        {"type": "string", "format": "date", "maxLength": 10},
    ):
        assert "#" not in source_for(schema_of({name: definition}, name))


# --- the class --------------------------------------------------------------------------------


def test_the_class_is_called_as_asked() -> None:
    assert Form.from_requested_schema(ONE).__name__ == "RequestedForm"
    assert Form.from_requested_schema(ONE, name="deploy-form").__name__ == "deploy-form"
    assert Form.from_requested_schema(ONE) is not Form.from_requested_schema(ONE)


Kept = Form.from_requested_schema(ONE, name="Kept")


def test_an_answer_pickles_where_its_class_is_kept() -> None:
    answer = Kept.validate_content({"n": 3})
    assert pickle.loads(pickle.dumps(answer)) == answer
    lost = Form.from_requested_schema(ONE, name="Lost").validate_content({"n": 3})
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(lost)


def test_a_base_lends_its_settings_and_validators() -> None:
    class Base(Form, abstract=True, extra="forbid", since="2026-07-28"):
        @field_validator("n", check_fields=False)
        @classmethod
        def check_n(cls, value: int) -> int:
            if value == 13:
                raise ValueError("must be another number")
            return value

        def doubled(self) -> int:
            n: int = self.__dict__["n"]
            return 2 * n

    form = Base.from_requested_schema(ONE)
    assert issubclass(form, Base)
    assert form.protocol_revisions() == ("2026-07-28",)
    assert form.validate_content({"n": 3}).doubled() == 6
    assert reading(form, {"n": 13}, strict=True) == {"n": "rule"}
    assert reading(form, {"n": 3, "m": 1}, strict=True) == {"m": "unknown"}


def test_a_base_with_fields_is_refused() -> None:
    for base in (made({"n": (int, ...)}), made({"n": (int, ...)}, abstract=True), Kept):
        with pytest.raises(FormDefinitionError, match="this form has its own: n") as caught:
            base.from_requested_schema(ONE)
        assert [fault.code for fault in caught.value.faults] == ["base-fields"]


def test_a_form_can_be_derived_from_one_that_was_made() -> None:
    class More(Kept):  # type: ignore[misc, valid-type]
        why: str

    assert list(More.requested_schema()["properties"]) == ["n", "why"]
    with pytest.warns(FormWarning, match="URL"):

        class Warned(Kept):  # type: ignore[misc, valid-type]
            why: str = Field(description="See https://example.com")


def test_only_a_form_with_multi_selects_needs_a_later_revision() -> None:
    several = {"type": "array", "title": "It", "items": {"type": "string", "enum": ["a"]}}
    form = Form.from_requested_schema(schema_of({"it": several}))
    assert form.protocol_revisions() == ("2025-11-25", "2026-07-28")
    titled = {"type": "string", "title": "It", "oneOf": [{"const": "a", "title": "A"}]}
    form = Form.from_requested_schema(schema_of({"it": titled}))
    assert "enumNames" in form.requested_schema("2025-06-18")["properties"]["it"]


def test_nobody_is_warned_of_what_somebody_else_wrote() -> None:
    schema = schema_of(
        {
            "ok": {"type": "boolean"},
            "model_name": {"type": "string", "description": "See https://example.com"},
            "copy": {"type": "string"},
        }
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Form.from_requested_schema(schema).validate_content({})
    assert caught == []


def test_a_schema_of_sub_classes_leaves_nothing_of_them() -> None:
    class Text(str, Enum):
        NAME = "name"
        ENUM = "a"

    class Whole(int):
        pass

    class Real(float):
        pass

    schema = schema_of(
        {
            Text.NAME: {"type": "string", "title": Text.NAME, "enum": [Text.ENUM]},
            "whole": {"type": "integer", "minimum": Whole(2), "maximum": Whole(4)},
            "real": {"type": "number", "minimum": Real(2), "default": Whole(2)},
        },
        Text.NAME,
    )
    form = Form.from_requested_schema(schema)
    pieces: list[Any] = [form.requested_schema()]
    while pieces:
        piece = pieces.pop()
        assert type(piece) in {dict, list, str, int, float}
        pieces += [*piece, *piece.values()] if type(piece) is dict else []
        pieces += piece if type(piece) is list else []
    assert run_source(source_for(schema)).requested_schema() == form.requested_schema()


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["\0", "a\0b", "\ud800", "Deploy\udcff", 3, b"Deploy", None])
def test_what_no_class_can_be_called_is_refused(name: Any) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    with refused() as faults:
        Form.from_requested_schema(schema, name=name)
    assert [(fault.field, fault.code) for fault in faults] == [("", "name")]
    assert faults[0].rule.startswith(f"{name!a} cannot be the name of a class")
    assert faults[0].rule.isascii()


@pytest.mark.parametrize("name", ["a b", "class", "9", "größe", "Deploy\n", "😀"])
def test_a_class_may_be_called_by_any_other_text(name: str) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert Form.from_requested_schema(schema, name=name).__name__ == name


def test_the_findings_are_told_with_the_name() -> None:
    schema = schema_of({"n": {"type": "int"}, "m": {"type": "string", "pattern": "a"}}, "k")
    with pytest.raises(SchemaError) as caught:
        Form.from_requested_schema(schema, name="Deploy")
    assert caught.value.name == "Deploy"
    assert [one.code for one in caught.value.findings] == [
        "required-unknown",
        "property-type",
        "keyword-unknown",
    ]
    assert str(caught.value).startswith("Deploy is no valid requestedSchema (3 errors)\n")


def test_a_schema_is_judged_at_its_revision() -> None:
    schema = schema_of({"n": {"type": "integer", "default": 3}})
    assert Form.from_requested_schema(schema)
    with pytest.raises(SchemaError, match="revision-default"):
        Form.from_requested_schema(schema, revision="2025-06-18")
    with pytest.raises(RevisionError):
        Form.from_requested_schema(schema, revision="2024-11-05")


def _deep() -> Any:
    whole: Any = []
    for _ in range(100_000):
        whole = [whole]
    return whole


def _cyclic() -> Any:
    whole: Json = {"type": "object"}
    whole["properties"] = whole
    return whole


@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        "{}",
        {},
        _cyclic(),
        schema_of({"n": {"type": "number", "minimum": math.nan}}),
        schema_of({"n": {"type": "number", "default": math.inf}}),
        schema_of({"n": {"type": "number", "default": 2**53 + 1}}),
        schema_of({"n": {"type": "number", "minimum": 2**1024 - 1}}),
        schema_of({"n": {"type": "string", "default": _deep()}}),
        schema_of({"n": {"type": "string", "enum": ["a"], "enumNames": [" "]}}),
        schema_of({"n": {"type": "string", "enum": ["\ud800"]}}),
        {"type": "object", "properties": {1: {"type": "string"}}},
    ],
    ids=range(13),
)
def test_what_is_no_schema_is_refused(schema: object) -> None:
    with pytest.raises(SchemaError):
        Form.from_requested_schema(schema)


@pytest.mark.parametrize(
    "make",
    [
        lambda count: {f"f{at}": {"type": "string", "title": "It"} for at in range(count)},
        lambda count: {f"!{'?' * at}": {"type": "integer"} for at in range(count // 20)},
        lambda count: {"it": {"type": "string", "enum": [f"c{at}" for at in range(10 * count)]}},
        lambda count: {
            "it": {
                "type": "array",
                "items": {"anyOf": [{"const": f"c{at}", "title": f"C{at}"} for at in range(count)]},
            }
        },
    ],
    ids=["fields", "names alike", "choices", "titled choices"],
)
def test_a_huge_schema_is_read_in_bounded_time(make: Callable[[int], Json]) -> None:
    def seconds(count: int) -> float:
        schema = schema_of(make(count))
        start = time.process_time()
        form = Form.from_requested_schema(schema)
        source_for(schema)
        taken = time.process_time() - start
        assert len(form.requested_schema()["properties"]) == len(schema["properties"])
        return taken

    seconds(100)
    assert seconds(4_000) < 20 * seconds(1_000) + 1


# --- the source -------------------------------------------------------------------------------


def test_the_source_is_what_an_author_would_write() -> None:
    assert source_for(EVERYTHING.requested_schema()) == """\
from datetime import date
from typing import Literal

from elicitform import Form, MultiSelect
from pydantic import Field


class Made(Form, since="2025-11-25"):
    name: str = Field(description="Who?", min_length=1, max_length=80)
    email: str | None = Field(default=None, title="E-mail")
    kind: Literal["pdf", "csv"] = "pdf"
    days: MultiSelect[Literal["mon", "tue"]] = Field(min_length=1)
    day: date = date(2026, 1, 31)
    confirm_it: bool = Field(alias="Confirm it")
"""  # fmt: skip


def test_the_source_says_so_where_titles_are_left_out() -> None:
    source = source_for(schema_of({"a": {"type": "string", "title": "A"}, "b": {"type": "string"}}))
    assert 'class Made(Form, auto_titles=False):\n    a: str | None = Field(default=None, title="A")' in source  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_schema_gets_out_of_its_string(text: str) -> None:
    schema = schema_of(
        {
            text: {
                "type": "string",
                "title": text,
                "description": text,
                "oneOf": [{"const": text, "title": f"{text}."}, {"const": "b", "title": "B"}],
                "default": text,
            },
            "plain": {"type": "string", "default": text},
        },
        text,
    )
    source = source_for(schema)
    assert all(line.isprintable() for line in source.split("\n"))
    assert run_source(source).requested_schema()["properties"][text]["title"] == text
    assert "import os" not in [line.strip() for line in source.splitlines()]
