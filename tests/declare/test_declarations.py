"""Every declaration that the wire can carry, and the exact schema that it becomes."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta, timezone
from enum import Enum
from typing import Annotated, Any, ClassVar, Literal, NewType, Optional, Union

import annotated_types
import pydantic
import pytest
from pydantic import (
    AnyHttpUrl,
    AnyUrl,
    AwareDatetime,
    EmailStr,
    Field,
    HttpUrl,
    NonNegativeInt,
    PositiveInt,
    StringConstraints,
    ValidationError,
    conint,
    constr,
)
from typing_extensions import TypeAliasType

from elicitform import (
    REVISIONS,
    Form,
    Format,
    InvalidContent,
    MultiSelect,
    NotSecret,
    Titles,
    check_schema,
)
from tests.support.declared import Color, Labelled, Mixed, Size, field_schema, form_with

OLD, MIDDLE, NEW = REVISIONS
SIZES = Literal["s", "l"]
TITLED: Any = Annotated[SIZES, Titles({"s": "Small", "l": "Large"})]
ENUM_NAMES: Any = Annotated[SIZES, Titles({"s": "Small", "l": "Large"}, enum_names=True)]
ONE_OF = [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]
Name = NewType("Name", str)
Port = TypeAliasType("Port", Annotated[int, Field(ge=1, le=65535, description="A TCP port")])
Plan = TypeAliasType("Plan", Literal["a", "b"])
Plans = TypeAliasType("Plans", Literal[Plan, "y"])
UTC = timezone.utc

# annotation, default, what the field says beside its title at the newest revision
DECLARATIONS: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "str": (str, ..., {"type": "string"}),
    "int": (int, ..., {"type": "integer"}),
    "float": (float, ..., {"type": "number"}),
    "bool": (bool, ..., {"type": "boolean"}),
    "date": (date, ..., {"type": "string", "format": "date"}),
    "datetime": (datetime, ..., {"type": "string", "format": "date-time"}),
    "AwareDatetime": (AwareDatetime, ..., {"type": "string", "format": "date-time"}),
    "format email": (
        Annotated[str, Format("email")],
        ...,
        {"type": "string", "format": "email"},
    ),
    "format uri": (Annotated[str, Format("uri")], ..., {"type": "string", "format": "uri"}),
    "format date": (Annotated[str, Format("date")], ..., {"type": "string", "format": "date"}),
    "format date-time": (
        Annotated[str, Format("date-time")],
        ...,
        {"type": "string", "format": "date-time"},
    ),
    "EmailStr": (EmailStr, ..., {"type": "string", "format": "email"}),
    "AnyUrl": (AnyUrl, ..., {"type": "string", "format": "uri"}),
    "AnyHttpUrl": (AnyHttpUrl, ..., {"type": "string", "format": "uri"}),
    "HttpUrl": (HttpUrl, ..., {"type": "string", "format": "uri"}),
    "Literal": (SIZES, ..., {"type": "string", "enum": ["s", "l"]}),
    "Literal of one": (Literal["yes"], ..., {"type": "string", "enum": ["yes"]}),
    "nested Literal": (
        Literal["a", "b"],
        ...,
        {"type": "string", "enum": ["a", "b"]},
    ),
    "alias inside a Literal": (
        Literal[Plan, "c"],
        ...,
        {"type": "string", "enum": ["a", "b", "c"]},
    ),
    "alias of an alias inside a Literal, and a choice twice": (
        Literal["z", Plans, "a"],
        ...,
        {"type": "string", "enum": ["z", "a", "b", "y"]},
    ),
    "optional alias inside a Literal": (
        Optional[Literal[Plan, "c"]],
        None,
        {"type": "string", "enum": ["a", "b", "c"]},
    ),
    "some members of an Enum": (
        Literal[Color.GREEN],
        Color.GREEN,
        {"type": "string", "enum": ["green"], "default": "green"},
    ),
    "some members of an Enum of more": (
        Literal[Mixed.TEXT],
        ...,
        {"type": "string", "enum": ["text"]},
    ),
    "members with titles": (
        Annotated[Literal[Size.LARGE, Size.SMALL], Titles({Size.SMALL: "Small", "l": "Large"})],
        ...,
        {"type": "string", "oneOf": ONE_OF[::-1]},
    ),
    "members with labels": (
        Literal[Labelled.DONE],
        ...,
        {"type": "string", "oneOf": [{"const": "done", "title": "All done"}]},
    ),
    "Enum": (Color, ..., {"type": "string", "enum": ["red", "green"]}),
    "str Enum": (Size, ..., {"type": "string", "enum": ["s", "l"]}),
    "titled Literal": (TITLED, ..., {"type": "string", "oneOf": ONE_OF}),
    "titled Enum by value": (
        Annotated[Size, Titles({"s": "Small", "l": "Large"})],
        ...,
        {"type": "string", "oneOf": ONE_OF},
    ),
    "titled Enum by member": (
        Annotated[Size, Titles({Size.SMALL: "Small", Size.LARGE: "Large"})],
        ...,
        {"type": "string", "oneOf": ONE_OF},
    ),
    "Enum with labels": (
        Labelled,
        ...,
        {
            "type": "string",
            "oneOf": [
                {"const": "open", "title": "Still open"},
                {"const": "done", "title": "All done"},
            ],
        },
    ),
    "titles as enumNames": (
        ENUM_NAMES,
        ...,
        {"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"]},
    ),
    "min_length, max_length": (
        str,
        Field(min_length=2, max_length=5),
        {"type": "string", "minLength": 2, "maxLength": 5},
    ),
    "min_length of 0": (str, Field(min_length=0), {"type": "string", "minLength": 0}),
    "length by annotated_types": (
        Annotated[str, annotated_types.Len(2, 5)],
        ...,
        {"type": "string", "minLength": 2, "maxLength": 5},
    ),
    "constr": (constr(max_length=5), ..., {"type": "string", "maxLength": 5}),
    "StringConstraints": (
        Annotated[str, StringConstraints(min_length=1)],
        ...,
        {"type": "string", "minLength": 1},
    ),
    "length of an email": (
        Annotated[EmailStr, Field(max_length=50)],
        ...,
        {"type": "string", "maxLength": 50, "format": "email"},
    ),
    "ge, le": (int, Field(ge=1, le=9), {"type": "integer", "minimum": 1, "maximum": 9}),
    "gt, lt": (int, Field(gt=0, lt=10), {"type": "integer", "minimum": 1, "maximum": 9}),
    "integer bounds with fractions": (
        int,
        Field(ge=0.5, lt=9.5),
        {"type": "integer", "minimum": 1, "maximum": 9},
    ),
    "gt of a fraction": (int, Field(gt=0.5), {"type": "integer", "minimum": 1}),
    "the tightest of two": (
        Annotated[int, Field(ge=1), Field(ge=3)],
        ...,
        {"type": "integer", "minimum": 3},
    ),
    "PositiveInt": (PositiveInt, ..., {"type": "integer", "minimum": 1}),
    "NonNegativeInt": (NonNegativeInt, ..., {"type": "integer", "minimum": 0}),
    "conint": (conint(gt=0, le=5), ..., {"type": "integer", "minimum": 1, "maximum": 5}),
    "Interval": (
        Annotated[int, annotated_types.Interval(gt=0, le=5)],
        ...,
        {"type": "integer", "minimum": 1, "maximum": 5},
    ),
    "bounds of a float": (
        float,
        Field(ge=0, le=1.5),
        {"type": "number", "minimum": 0, "maximum": 1.5},
    ),
    "description": (
        str,
        Field(description="Who asks"),
        {"type": "string", "description": "Who asks"},
    ),
    "default of a str": (str, "Ann", {"type": "string", "default": "Ann"}),
    "default of an int": (int, 3, {"type": "integer", "default": 3}),
    "default of a float": (float, 0.5, {"type": "number", "default": 0.5}),
    "int default of a float": (float, 1, {"type": "number", "default": 1}),
    "default of a bool": (bool, False, {"type": "boolean", "default": False}),
    "default of a Literal": (SIZES, "l", {"type": "string", "enum": ["s", "l"], "default": "l"}),
    "default of an Enum": (
        Color,
        Color.GREEN,
        {"type": "string", "enum": ["red", "green"], "default": "green"},
    ),
    "default of titled choices": (
        TITLED,
        "l",
        {"type": "string", "oneOf": ONE_OF, "default": "l"},
    ),
    "default of a date": (
        date,
        date(2026, 1, 31),
        {"type": "string", "format": "date", "default": "2026-01-31"},
    ),
    "default of a datetime": (
        datetime,
        datetime(2026, 1, 31, 9, tzinfo=timezone(timedelta(hours=2))),
        {"type": "string", "format": "date-time", "default": "2026-01-31T09:00:00+02:00"},
    ),
    "default of a format": (
        Annotated[str, Format("email")],
        "ann@example.com",
        {"type": "string", "format": "email", "default": "ann@example.com"},
    ),
    "default of a URL": (
        AnyUrl,
        pydantic.TypeAdapter(AnyUrl).validate_python("ftp://example.com/"),
        {"type": "string", "format": "uri", "default": "ftp://example.com/"},
    ),
    "default_factory": (str, Field(default_factory=str), {"type": "string"}),
    "optional": (str | None, None, {"type": "string"}),
    "Optional": (Optional[int], None, {"type": "integer"}),
    "Union with None first": (Union[None, float], None, {"type": "number"}),
    "Annotated around an optional": (
        Annotated[int | None, Field(ge=1)],
        None,
        {"type": "integer", "minimum": 1},
    ),
    "Annotated inside an optional": (
        Optional[Annotated[int, Field(ge=1, description="How many")]],
        None,
        {"type": "integer", "description": "How many", "minimum": 1},
    ),
    "optional Literal": (SIZES | None, None, {"type": "string", "enum": ["s", "l"]}),
    "optional titled": (TITLED | None, None, {"type": "string", "oneOf": ONE_OF}),
    "optional Enum": (Color | None, None, {"type": "string", "enum": ["red", "green"]}),
    "optional date": (date | None, None, {"type": "string", "format": "date"}),
    "NewType": (Name, ..., {"type": "string"}),
    "NewType, annotated": (
        Annotated[Name, Field(max_length=3)],
        ...,
        {"type": "string", "maxLength": 3},
    ),
    "type alias": (
        Port,
        ...,
        {"type": "integer", "description": "A TCP port", "minimum": 1, "maximum": 65535},
    ),
    "optional type alias": (
        Port | None,
        None,
        {"type": "integer", "description": "A TCP port", "minimum": 1, "maximum": 65535},
    ),
    "nested Annotated": (
        Annotated[Annotated[str, Field(min_length=1)], Field(max_length=9)],
        ...,
        {"type": "string", "minLength": 1, "maxLength": 9},
    ),
    "choices that cannot be seen, with titles": (
        Annotated[Literal["\t", ";"], Titles({"\t": "Tab", ";": "Semicolon"})],
        ...,
        {
            "type": "string",
            "oneOf": [{"const": "\t", "title": "Tab"}, {"const": ";", "title": "Semicolon"}],
        },
    ),
    "NotSecret": (Annotated[str, NotSecret("a word to look up")], ..., {"type": "string"}),
}

MULTI_SELECTS: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "of a Literal": (
        MultiSelect[SIZES],
        ...,
        {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}},
    ),
    "of an Enum": (
        MultiSelect[Color],
        ...,
        {"type": "array", "items": {"type": "string", "enum": ["red", "green"]}},
    ),
    "of titled choices": (MultiSelect[TITLED], ..., {"type": "array", "items": {"anyOf": ONE_OF}}),
    "titled outside": (
        Annotated[MultiSelect[SIZES], Titles({"s": "Small", "l": "Large"})],
        ...,
        {"type": "array", "items": {"anyOf": ONE_OF}},
    ),
    "with counts": (
        MultiSelect[SIZES],
        Field(min_length=1, max_length=2),
        {
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "items": {"type": "string", "enum": ["s", "l"]},
        },
    ),
    "with a default": (
        MultiSelect[SIZES],
        ["l"],
        {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}, "default": ["l"]},
    ),
    "with an Enum's default": (
        MultiSelect[Color],
        [Color.RED],
        {
            "type": "array",
            "items": {"type": "string", "enum": ["red", "green"]},
            "default": ["red"],
        },
    ),
    "optional": (
        MultiSelect[SIZES] | None,
        None,
        {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}},
    ),
}


def titled(said: dict[str, Any]) -> dict[str, Any]:
    """Return what a field called `field` says, its label where keys say it belongs."""
    return {"type": said["type"], "title": "Field", **said}


@pytest.mark.parametrize("case", DECLARATIONS)
def test_a_declaration_becomes_exactly_this_schema(case: str) -> None:
    annotation, default, said = DECLARATIONS[case]
    schema = form_with(annotation, default).requested_schema(NEW)
    required = default is ... or (
        isinstance(default, pydantic.fields.FieldInfo) and default.is_required()
    )
    expected: dict[str, Any] = {"type": "object", "properties": {"field": titled(said)}}
    if required:
        expected["required"] = ["field"]
    assert json.dumps(schema) == json.dumps(expected)


@pytest.mark.parametrize("case", MULTI_SELECTS)
def test_a_multi_select_becomes_exactly_this_schema(case: str) -> None:
    annotation, default, said = MULTI_SELECTS[case]
    form = form_with(annotation, default, since=MIDDLE)
    assert form.protocol_revisions() == (MIDDLE, NEW)
    for revision in form.protocol_revisions():
        assert json.dumps(field_schema(form, revision)) == json.dumps(titled(said))


@pytest.mark.parametrize("case", DECLARATIONS)
def test_the_two_newer_revisions_say_the_same(case: str) -> None:
    annotation, default, _ = DECLARATIONS[case]
    form = form_with(annotation, default)
    assert form.requested_schema(MIDDLE) == form.requested_schema(NEW)


@pytest.mark.parametrize("case", DECLARATIONS)
def test_the_oldest_revision_has_enum_names_and_only_boolean_defaults(case: str) -> None:
    annotation, default, said = DECLARATIONS[case]
    expected = titled(said)
    if "oneOf" in expected:
        choices = expected.pop("oneOf")
        expected["enum"] = [choice["const"] for choice in choices]
        expected["enumNames"] = [choice["title"] for choice in choices]
    if expected["type"] != "boolean":
        expected.pop("default", None)
    form = form_with(annotation, default)
    assert field_schema(form, OLD) == expected
    assert form.requested_schema(OLD).get("required") == form.requested_schema(NEW).get("required")


@pytest.mark.parametrize("case", DECLARATIONS)
@pytest.mark.parametrize("revision", REVISIONS)
def test_what_is_exported_passes_the_check(case: str, revision: str) -> None:
    annotation, default, _ = DECLARATIONS[case]
    assert check_schema(form_with(annotation, default).requested_schema(revision), revision) == []


def test_a_title_is_the_authors_or_made_of_the_wire_name() -> None:
    class Titled(Form):
        first_name: str
        last_name: str = Field(title="Family name")
        confirmed: str = Field(alias="confirm the operation")

    properties = Titled.requested_schema()["properties"]
    assert {name: field["title"] for name, field in properties.items()} == {
        "first_name": "First Name",
        "last_name": "Family name",
        "confirm the operation": "Confirm The Operation",
    }


def test_auto_titles_can_be_turned_off_and_that_is_inherited() -> None:
    class Untitled(Form, auto_titles=False):
        name: str
        age: int = Field(title="Years")

    class Child(Untitled):
        extra: str

    assert Child.requested_schema()["properties"] == {
        "name": {"type": "string"},
        "age": {"type": "integer", "title": "Years"},
        "extra": {"type": "string"},
    }


def test_members_that_a_literal_picks_come_back_and_no_others_do() -> None:
    class Order(Form, since="2025-11-25"):
        one: Literal[Color.RED]
        some: MultiSelect[Literal[Size.SMALL]] = [Size.SMALL]

    answer = Order.validate_content({"one": "red", "some": ["s"]})
    assert (answer.one, answer.some) == (Color.RED, [Size.SMALL])
    for one, some in (("green", ["s"]), ("red", ["l"])):
        with pytest.raises(InvalidContent):
            Order.validate_content({"one": one, "some": some})
    with pytest.raises(ValidationError):
        Order.model_validate({"one": Color.GREEN})
    assert Order.with_choices(one=["red"]).validate_content({"one": "red"}).one is Color.RED


def test_an_alias_is_the_wire_name() -> None:
    form = form_with(str, Field(alias="the name"))
    assert list(form.requested_schema()["properties"]) == ["the name"]
    assert form.requested_schema()["required"] == ["the name"]


def test_fields_keep_their_order_and_bases_come_first() -> None:
    class Base(Form, abstract=True):
        zebra: str
        apple: str

    class Child(Base):
        mango: str
        apple: str = Field(description="overridden in place")

    assert list(Child.requested_schema()["properties"]) == ["zebra", "apple", "mango"]
    assert Child.requested_schema()["required"] == ["zebra", "apple", "mango"]


def test_an_attribute_docstring_becomes_the_description() -> None:
    class Documented(Form):
        model_config = pydantic.ConfigDict(use_attribute_docstrings=True)

        name: str
        """Who is asking"""

    assert Documented.requested_schema()["properties"]["name"]["description"] == "Who is asking"


def test_what_is_not_a_field_is_never_on_the_wire() -> None:
    class Busy(Form):
        """This docstring is not for the person who answers."""

        name: str
        limit: ClassVar[int] = 3
        _seen: int = pydantic.PrivateAttr(default=0)

        @pydantic.computed_field  # type: ignore[prop-decorator]
        @property
        def shout(self) -> str:
            return self.name.upper()

        def model_post_init(self, context: Any, /) -> None:
            self._seen += 1

    assert Busy.requested_schema() == {
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name"}},
        "required": ["name"],
    }
    answer = Busy.validate_content({"name": "ann"})
    assert (answer.shout, answer._seen) == ("ANN", 1)


def test_djangos_text_choices_bring_their_labels() -> None:
    models = pytest.importorskip("django.db.models")
    status: Any = models.TextChoices("Status", [("OPEN", ("open", "Still open"))])
    assert field_schema(form_with(status)) == {
        "type": "string",
        "title": "Field",
        "oneOf": [{"const": "open", "title": "Still open"}],
    }


def test_an_enum_with_a_method_called_label_has_no_titles() -> None:
    class Plain(Enum):
        A = "a"

        def label(self) -> str:
            return "never called"

    assert field_schema(form_with(Plain)) == {"type": "string", "title": "Field", "enum": ["a"]}


@pytest.mark.parametrize(
    ("name", "title"), [("_", "_"), ("__", "__"), ("_a", "A"), ("\u0301_", "\u0301")]
)
def test_a_title_that_nobody_gives_can_be_seen(name: str, title: str) -> None:
    form = form_with(Annotated[str, Field(alias=name)])
    assert form.requested_schema()["properties"][name]["title"] == title
