"""Every declaration that is refused, and what the refusal says."""

from __future__ import annotations

import ipaddress
import pathlib
import re
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NewType,
    Optional,
    TypeVar,
    Union,
    cast,
    get_args,
)

import annotated_types
import pydantic
import pytest
from pydantic import (
    AfterValidator,
    AliasChoices,
    AliasPath,
    AnyUrl,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    EmailStr,
    Field,
    Json,
    PlainValidator,
    SecretBytes,
    SecretStr,
    StringConstraints,
    WithJsonSchema,
    WrapValidator,
    constr,
    field_validator,
    model_validator,
)
from typing_extensions import NotRequired, Required, TypeAliasType, TypedDict

from elicitform import (
    AssumeZone,
    Form,
    Format,
    FormDefinitionError,
    InvalidContent,
    LateChoice,
    MultiSelect,
    NotSecret,
    Titles,
    check_schema,
    form_of,
)
from tests.support.declared import (
    Address,
    Aliased,
    Blank,
    Color,
    Level,
    Mixed,
    NoMembers,
    Options,
    Pair,
    Person,
    Point,
    Rights,
    Size,
    Unknown,
    form_with,
    made,
    refused,
)

T = TypeVar("T")
Nested = NewType("Nested", Address)
Tags = TypeAliasType("Tags", list[str])
SIZES = Literal["s", "l"]
NAN = float("nan")
SURROGATE = "\ud800"
ODD_TITLES: Any = {"s": "S", "l": 3}
ODD_FORMAT: Any = "uuid"
ODD_LENGTH: Any = 1.5
BARE_JSON: Any = Json
NOON = datetime(2026, 1, 31, 12)  # noqa: DTZ001  (naive on purpose)

HUGE = 10**5_000
PYDANTIC = tuple(map(int, pydantic.VERSION.split(".")[:2]))


class Above(annotated_types.Gt):
    """A constraint that only its author knows."""


class Kilograms(annotated_types.BaseMetadata):
    """A unit."""


class Answering:
    def __getattr__(self, name: str) -> Any:
        return 1


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]


class Endless:
    __is_annotated_types_grouped_metadata__ = True

    def __iter__(self) -> Any:
        yield self


class Shade(Enum):
    RED = "red"


class Boom(Enum):
    A = "a"

    @property
    def label(self) -> str:
        raise RuntimeError


class Same(Enum):
    A = "a"
    B = "b"

    @property
    def value(self) -> str:
        return "same"


class Drawn(Enum):
    A = "a"

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        raise NotImplementedError


# annotation, default, code
REFUSALS: dict[str, tuple[Any, Any, str]] = {
    "model": (Address, ..., "nested-model"),
    "dataclass": (Point, ..., "nested-model"),
    "TypedDict": (Options, ..., "nested-model"),
    "NamedTuple": (Pair, ..., "nested-model"),
    "another form": (form_with(str), ..., "nested-model"),
    "root model": (pydantic.RootModel[int], ..., "nested-model"),
    "optional model": (Address | None, None, "nested-model"),
    "NewType of a model": (Nested, ..., "nested-model"),
    "Annotated model": (Annotated[Address, "where"], ..., "nested-model"),
    "list of str": (list[str], ..., "list"),
    "bare list": (list, ..., "list"),
    "List": (list[int], ..., "list"),
    "list of choices": (list[SIZES], ..., "list"),
    "list of an Enum": (list[Color], ..., "list"),
    "list of models": (list[Address], ..., "list"),
    "optional list": (Optional[list[str]], None, "list"),
    "set": (set[str], ..., "list"),
    "frozenset": (frozenset[str], ..., "list"),
    "tuple": (tuple[int, str], ..., "list"),
    "Sequence": (Sequence[str], ..., "list"),
    "Iterable": (Iterable[str], ..., "list"),
    "deque": (deque[str], ..., "list"),
    "alias of a list": (Tags, ..., "list"),
    "multi-select of text": (MultiSelect[str], ..., "list"),
    "multi-select of optional choices": (MultiSelect[Optional[SIZES]], ..., "list"),
    "dict": (dict[str, int], ..., "mapping"),
    "bare dict": (dict, ..., "mapping"),
    "Dict": (dict[str, str], ..., "mapping"),
    "Mapping": (Mapping[str, int], ..., "mapping"),
    "int or str": (int | str, ..., "union"),
    "int or float": (Union[int, float], ..., "union"),
    "choice or text": (SIZES | str, ..., "union"),
    "optional union": (int | str | None, None, "union"),
    "discriminated union": (
        Union[Address, Person],
        ...,
        "union",
    ),
    "optional without default": (Optional[int], ..., "optional-without-default"),
    "optional with a value": (int | None, 3, "optional-without-default"),
    "optional with a factory": (
        str | None,
        Field(default_factory=str),
        "optional-without-default",
    ),
    "Json": (Json[str], ..., "json-string"),
    "bare Json": (BARE_JSON, ..., "json-string"),
    "Json of a list": (Json[list[int]], ..., "json-string"),
    "Base64Bytes": (pydantic.Base64Bytes, ..., "json-string"),
    "Base64Str": (pydantic.Base64Str, ..., "json-string"),
    "Literal of ints": (Literal[1, 2], ..., "choice-values"),
    "mixed Literal": (Literal["a", 1], ..., "choice-values"),
    "Literal of bools": (Literal[True], ..., "choice-values"),
    "Literal with None": (Literal["a", None], ..., "choice-values"),
    "Literal of bytes": (Literal[b"a"], ..., "choice-values"),
    "Literal of a member and a string": (Literal[Size.SMALL, "x"], ..., "choice-values"),
    "Literal of members of two Enums": (Literal[Size.SMALL, Color.RED], ..., "choice-values"),
    "Literal of members that are no strings": (Literal[Level.LOW], ..., "choice-values"),
    "empty choice": (Literal["", "a"], ..., "choice-values"),
    "a choice of spaces": (Literal["a", "  "], ..., "choice-values"),
    "a choice of a zero-width space": (Literal["\u200b", "a"], ..., "choice-values"),
    "an unseen choice of several": (MultiSelect[Literal["\ufeff", "a"]], ..., "choice-values"),
    "an unseen title of a choice": (
        Annotated[SIZES, Titles({"s": "S", "l": "\u200b\u00ad"})],
        ...,
        "choice-values",
    ),
    "IntEnum": (Level, ..., "choice-values"),
    "Enum whose labels raise": (Boom, ..., "choice-values"),
    "Enum whose values repeat": (Same, ..., "choice-values"),
    "Literal of members whose values repeat": (Literal[Same.A, Same.B], ..., "choice-values"),
    "Flag": (Rights, ..., "choice-values"),
    "mixed Enum": (Mixed, ..., "choice-values"),
    "Enum with a duplicate": (Aliased, ..., "choice-values"),
    "Enum with an empty value": (Blank, ..., "choice-values"),
    "Enum without members": (NoMembers, ..., "choice-values"),
    "multi-select of ints": (MultiSelect[Literal[1, 2]], ..., "choice-values"),
    "Titles that miss a choice": (Annotated[SIZES, Titles({"s": "S"})], ..., "choice-values"),
    "Titles that name a stranger": (
        Annotated[SIZES, Titles({"s": "S", "l": "L", "x": "X"})],
        ...,
        "choice-values",
    ),
    "Titles that repeat": (Annotated[SIZES, Titles({"s": "S", "l": "S"})], ..., "choice-values"),
    "an empty title": (Annotated[SIZES, Titles({"s": "S", "l": " "})], ..., "choice-values"),
    "a title that is no text": (
        Annotated[SIZES, Titles(ODD_TITLES)],
        ...,
        "choice-values",
    ),
    "enumNames of a multi-select": (
        MultiSelect[Annotated[SIZES, Titles({"s": "S", "l": "L"}, enum_names=True)]],
        ...,
        "choice-values",
    ),
    "surrogate in a title": (str, Field(title=SURROGATE), "text"),
    "surrogate in a description": (str, Field(description=SURROGATE), "text"),
    "surrogate in a choice": (Literal["\udfff"], ..., "text"),
    "surrogate in a choice's title": (
        Annotated[Literal["a"], Titles({"a": SURROGATE})],
        ...,
        "text",
    ),
    "surrogate in a default": (str, SURROGATE, "text"),
    "surrogate in a name": (str, Field(alias=SURROGATE), "text"),
    "Any": (Any, ..., "unsupported-type"),
    "object": (object, ..., "unsupported-type"),
    "None": (type(None), ..., "unsupported-type"),
    "Decimal": (Decimal, ..., "unsupported-type"),
    "Fraction": (Fraction, ..., "unsupported-type"),
    "complex": (complex, ..., "unsupported-type"),
    "bytes": (bytes, ..., "unsupported-type"),
    "UUID": (uuid.UUID, ..., "unsupported-type"),
    "UUID4": (pydantic.UUID4, ..., "unsupported-type"),
    "time": (time, ..., "unsupported-type"),
    "timedelta": (timedelta, ..., "unsupported-type"),
    "Path": (pathlib.Path, ..., "unsupported-type"),
    "FilePath": (pydantic.FilePath, ..., "unsupported-type"),
    "IPv4Address": (ipaddress.IPv4Address, ..., "unsupported-type"),
    "IPvAnyAddress": (pydantic.IPvAnyAddress, ..., "unsupported-type"),
    "NaiveDatetime": (pydantic.NaiveDatetime, ..., "unsupported-type"),
    "PastDate": (pydantic.PastDate, ..., "unsupported-type"),
    "FutureDatetime": (pydantic.FutureDatetime, ..., "unsupported-type"),
    "FileUrl": (pydantic.FileUrl, ..., "unsupported-type"),
    "PostgresDsn": (pydantic.PostgresDsn, ..., "unsupported-type"),
    "NameEmail": (pydantic.NameEmail, ..., "unsupported-type"),
    "ByteSize": (pydantic.ByteSize, ..., "unsupported-type"),
    "TypeVar": (T, ..., "unsupported-type"),
    "type": (type[int], ..., "unsupported-type"),
    "Callable": (Callable[[], int], ..., "unsupported-type"),
    "unknown class": (Unknown, ..., "unsupported-type"),
    "str subclass": (type("Slug", (str,), {}), ..., "unsupported-type"),
    "int subclass": (type("Count", (int,), {}), ..., "unsupported-type"),
    "optional unknown class": (Unknown | None, None, "unsupported-type"),
    "pattern": (str, Field(pattern="^a"), "unsupported-constraint"),
    "multiple_of": (int, Field(multiple_of=5), "unsupported-constraint"),
    "gt on a float": (float, Field(gt=0), "unsupported-constraint"),
    "lt on a float": (float, Field(lt=1), "unsupported-constraint"),
    "PositiveFloat": (pydantic.PositiveFloat, ..., "unsupported-constraint"),
    "bound of a date": (date, Field(ge=date(2026, 1, 1)), "unsupported-constraint"),
    "length of a date": (date, Field(max_length=10), "unsupported-constraint"),
    "length of a URL": (pydantic.AnyUrl, Field(max_length=99), "unsupported-constraint"),
    "length of a choice": (SIZES, Field(max_length=1), "unsupported-constraint"),
    "bound of a str": (str, Field(ge="a"), "unsupported-constraint"),
    "bound of a bool": (bool, Field(ge=0), "unsupported-constraint"),
    "bound that is no number": (int, Field(ge="a"), "unsupported-constraint"),
    "bound that is a bool": (int, Field(ge=True), "unsupported-constraint"),
    "infinite bound": (float, Field(le=float("inf")), "unsupported-constraint"),
    "NaN bound": (float, Field(ge=NAN), "unsupported-constraint"),
    "bound beyond floats": (float, Field(le=10**400), "unsupported-constraint"),
    "bound beyond exact integers": (int, Field(le=2**53), "unsupported-constraint"),
    "strip_whitespace": (
        Annotated[str, StringConstraints(strip_whitespace=True)],
        ...,
        "unsupported-constraint",
    ),
    "to_lower": (
        Annotated[str, StringConstraints(to_lower=True)],
        ...,
        "unsupported-constraint",
    ),
    "max_digits": (float, Field(max_digits=3), "unsupported-constraint"),
    "strict": (int, Field(strict=True), "unsupported-constraint"),
    "allow_inf_nan": (float, Field(allow_inf_nan=True), "unsupported-constraint"),
    "Predicate": (
        Annotated[str, annotated_types.Predicate(str.islower)],
        ...,
        "unsupported-constraint",
    ),
    "Timezone": (
        Annotated[datetime, annotated_types.Timezone(...)],
        ...,
        "unsupported-constraint",
    ),
    "a bare string inside Annotated": (Annotated[str, "note"], ..., "unsupported-constraint"),
    "an unknown format": (
        Annotated[str, Format(ODD_FORMAT)],
        ...,
        "unsupported-constraint",
    ),
    "a format of an int": (Annotated[int, Format("date")], ..., "unsupported-constraint"),
    "titles of a str": (Annotated[str, Titles({"a": "A"})], ..., "unsupported-constraint"),
    "a constraint on the choices of a multi-select": (
        MultiSelect[Annotated[SIZES, Field(max_length=1)]],
        ...,
        "unsupported-constraint",
    ),
    "a validator on the choices of a multi-select": (
        MultiSelect[Annotated[SIZES, AfterValidator(str)]],
        ...,
        "unsupported-constraint",
    ),
    "default inside an optional": (
        Optional[Annotated[int, Field(default=3)]],
        None,
        "unsupported-constraint",
    ),
    "alias inside an optional": (
        Optional[Annotated[int, Field(alias="n")]],
        None,
        "unsupported-constraint",
    ),
    "validate_default": (int, Field(default=1, validate_default=True), "unsupported-constraint"),
    "format of a date": (Annotated[date, Format("email")], ..., "unsupported-constraint"),
    "format of an EmailStr": (
        Annotated[pydantic.EmailStr, Format("email")],
        ...,
        "unsupported-constraint",
    ),
    "a format that is no text": (
        Annotated[str, Format(cast("Any", []))],
        ...,
        "unsupported-constraint",
    ),
    "a subclass of a constraint": (Annotated[int, Above(0)], ..., "unsupported-constraint"),
    "metadata of an unknown kind": (Annotated[float, Kilograms()], ..., "unsupported-constraint"),
    "metadata that answers everything": (
        Annotated[float, Answering()],
        ...,
        "unsupported-constraint",
    ),
    "metadata that cannot be shown": (
        Annotated[float, Unshowable()],
        ...,
        "unsupported-constraint",
    ),
    "metadata that holds itself": (Annotated[float, Endless()], ..., "unsupported-constraint"),
    "frozen inside an optional": (
        Optional[Annotated[int, Field(frozen=True, exclude=True)]],
        None,
        "unsupported-constraint",
    ),
    "validation_alias inside an optional": (
        Optional[Annotated[int, Field(validation_alias="b")]],
        None,
        "unsupported-constraint",
    ),
    "texts inside a multi-select of choices": (
        MultiSelect[Annotated[SIZES, Field(title="Inner")]],
        ...,
        "unsupported-constraint",
    ),
    "URL constraints inside a multi-select of choices": (
        MultiSelect[Annotated[SIZES, pydantic.UrlConstraints(max_length=1)]],
        ...,
        "unsupported-constraint",
    ),
    "discriminator": (str, Field(discriminator="kind"), "unsupported-constraint"),
    "title that is no text": (str, Field(title=cast("Any", 3)), "text"),
    "description that is no text": (str, Field(description=cast("Any", object())), "text"),
    "length beyond all texts": (str, Field(max_length=2**64), "unsupported-constraint"),
    "length of thousands of digits": (str, Field(max_length=HUGE), "unsupported-constraint"),
    "bound of thousands of digits": (int, Field(ge=HUGE), "unsupported-constraint"),
    "default of thousands of digits": (int, HUGE, "default"),
    "default that no float holds": (float, 2**60 + 1, "default"),
    "default that cannot be shown": (str, Unshowable(), "default"),
    "a bare member for picks": (MultiSelect[Color], Color.RED, "default"),
    "default that EmailStr does not take": (pydantic.EmailStr, "ann@localhost", "default"),
    "a list instance": (cast("Any", [int]), ..., "unsupported-type"),
    "a dict instance": (cast("Any", {"a": int}), ..., "unsupported-type"),
    "Literal of nothing": (cast("Any", Literal)[()], ..., "choice-values"),
    "Literal of a list": (cast("Any", Literal)["a", []], ..., "choice-values"),
    "NotSecret of a number": (
        Annotated[str, NotSecret(cast("Any", 3))],
        Field(title="Token"),
        "secret",
    ),
    "Titles by value and by member": (
        Annotated[Color, Titles({Color.RED: "a", "red": "b", "green": "c"})],
        ...,
        "choice-values",
    ),
    "Titles of another Enum": (
        Annotated[Color, Titles({Shade.RED: "a", "green": "b"})],
        ...,
        "choice-values",
    ),
    "Enum with a schema of its own": (Drawn, ..., "extra-schema"),
    "two formats": (
        Annotated[str, Format("date"), Format("email")],
        ...,
        "contradiction",
    ),
    "two sets of titles": (
        Annotated[SIZES, Titles({"s": "S", "l": "L"}), Titles({"s": "S", "l": "L"})],
        ...,
        "contradiction",
    ),
    "minimum above maximum": (int, Field(ge=3, le=2), "contradiction"),
    "no integer between": (int, Field(gt=1, lt=2), "contradiction"),
    "no number between": (float, Field(ge=2, le=1), "contradiction"),
    "lengths that contradict": (str, Field(min_length=3, max_length=2), "contradiction"),
    "negative length": (str, Field(min_length=-1), "contradiction"),
    "length that is no integer": (str, Field(max_length=ODD_LENGTH), "contradiction"),
    "email too short": (
        Annotated[str, Format("email")],
        Field(max_length=2),
        "contradiction",
    ),
    "date too long": (Annotated[str, Format("date")], Field(min_length=11), "contradiction"),
    "more picks than choices": (MultiSelect[SIZES], Field(min_length=3), "contradiction"),
    "picks that contradict": (
        MultiSelect[SIZES],
        Field(min_length=2, max_length=1),
        "contradiction",
    ),
    "None for a str": (str, None, "default"),
    "int for a str": (str, 3, "default"),
    "bool for an int": (int, True, "default"),
    "float for an int": (int, 3.0, "default"),
    "str for an int": (int, "3", "default"),
    "int for a bool": (bool, 1, "default"),
    "bool for a float": (float, True, "default"),
    "above the maximum": (int, Field(99, le=10), "default"),
    "too long": (str, Field("toolong", max_length=3), "default"),
    "NaN": (float, NAN, "default"),
    "infinite": (float, float("inf"), "default"),
    "beyond exact integers": (int, 2**53, "default"),
    "not a choice": (SIZES, "z", "default"),
    "a list for one choice": (SIZES, ["s"], "default"),
    "the value for an Enum": (Size, "s", "default"),
    "a member of another Enum": (Color, Size.SMALL, "default"),
    "an Enum member for a Literal": (SIZES, Size.SMALL, "default"),
    "text for a date": (date, "2026-01-01", "default"),
    "datetime for a date": (date, NOON, "default"),
    "naive datetime": (datetime, NOON, "default"),
    "date for a datetime": (datetime, date(2026, 1, 1), "default"),
    "offset with seconds": (
        datetime,
        NOON.replace(tzinfo=timezone(timedelta(seconds=1))),
        "default",
    ),
    "not an email": (Annotated[str, Format("email")], "nobody", "default"),
    "text for a URL": (pydantic.AnyUrl, "https://example.com", "default"),
    "duplicate picks": (MultiSelect[SIZES], ["s", "s"], "default"),
    "a pick that is no choice": (MultiSelect[SIZES], ["z"], "default"),
    "too many picks": (MultiSelect[SIZES], Field(["s", "l"], max_length=1), "default"),
    "a bare string of picks": (MultiSelect[SIZES], "s", "default"),
    "a tuple of picks": (MultiSelect[SIZES], ("s",), "default"),
    "values for an Enum's picks": (MultiSelect[Color], ["red"], "default"),
    "SecretStr": (SecretStr, ..., "secret"),
    "SecretBytes": (SecretBytes, ..., "secret"),
    "optional SecretStr": (SecretStr | None, None, "secret"),
    "SecretStr is no matter of its name": (
        Annotated[SecretStr, NotSecret("why")],
        ...,
        "secret",
    ),
    "secret title": (str, Field(title="Your API key"), "secret"),
    "secret alias": (str, Field(alias="cardNumber"), "secret"),
    "NotSecret without a reason": (
        Annotated[str, NotSecret(" ")],
        Field(title="Token"),
        "secret",
    ),
    "alias choices": (str, Field(validation_alias=AliasChoices("a", "b")), "name"),
    "alias path": (str, Field(validation_alias=AliasPath("a", 0)), "name"),
    "diverging aliases": (str, Field(alias="a", serialization_alias="b"), "name"),
    "serialization alias alone": (str, Field(serialization_alias="b"), "name"),
    "empty name": (str, Field(alias=""), "name"),
    "blank name": (str, Field(alias=" "), "name"),
    "unseen name": (str, Field(alias="\u200b"), "name"),
    "empty title": (str, Field(title=""), "name"),
    "blank title": (bool, Field(title=" \t"), "name"),
    "unseen title": (int, Field(title="\u200b\u2060"), "name"),
    "blank title of an optional field": (
        Annotated[int | None, Field(title="\u00a0")],
        None,
        "name",
    ),
    "integer-like name": (str, Field(alias="12"), "name"),
    "__proto__": (str, Field(alias="__proto__"), "name"),
    "constructor": (str, Field(alias="constructor"), "name"),
    "prototype": (str, Field(alias="prototype"), "name"),
    "json_schema_extra": (str, Field(json_schema_extra={"x-ui": 1}), "extra-schema"),
    "callable json_schema_extra": (
        str,
        Field(json_schema_extra=lambda schema: None),
        "extra-schema",
    ),
    "examples": (str, Field(examples=["a"]), "extra-schema"),
    "deprecated": (str, Field(deprecated=True), "extra-schema"),
    "WithJsonSchema": (
        Annotated[str, WithJsonSchema({"type": "string"})],
        ...,
        "extra-schema",
    ),
    "examples inside an optional": (
        Optional[Annotated[str, Field(examples=["a"])]],
        None,
        "extra-schema",
    ),
    "before validator": (Annotated[str, BeforeValidator(str)], ..., "validator-mode"),
    "early validator inside a multi-select of choices": (
        MultiSelect[Annotated[SIZES, BeforeValidator(str)]],
        ...,
        "validator-mode",
    ),
    "wrap validator": (
        Annotated[str, WrapValidator(lambda value, read: read(value))],
        ...,
        "validator-mode",
    ),
    "plain validator": (Annotated[str, PlainValidator(str)], ..., "validator-mode"),
    "InstanceOf": (pydantic.InstanceOf[str], ..., "validator-mode"),
    "SkipValidation": (pydantic.SkipValidation[str], ..., "validator-mode"),
    "multi-select in an old form": (MultiSelect[SIZES], ..., "revision"),
}

CONFIGS: dict[str, tuple[dict[str, Any], str]] = {
    "extra allow": ({"extra": "allow"}, "config"),
    "strict": ({"strict": True}, "config"),
    "populate_by_name": ({"populate_by_name": True}, "config"),
    "alias_generator": ({"alias_generator": str.upper}, "config"),
    "from_attributes": ({"from_attributes": True}, "config"),
    "use_enum_values": ({"use_enum_values": True}, "config"),
    "str_strip_whitespace": ({"str_strip_whitespace": True}, "config"),
    "str_max_length": ({"str_max_length": 3}, "config"),
    "coerce_numbers_to_str": ({"coerce_numbers_to_str": True}, "config"),
    "validate_default": ({"validate_default": True}, "config"),
    "revalidate_instances": ({"revalidate_instances": "always"}, "config"),
    "defer_build": ({"defer_build": False}, "config"),
    "json_schema_extra": ({"json_schema_extra": {"x-ui": 1}}, "extra-schema"),
}


@pytest.mark.filterwarnings("ignore:`alias` specification")  # some pydantics warn of it themselves
@pytest.mark.parametrize("case", REFUSALS)
def test_a_declaration_is_refused_for_this_reason(case: str) -> None:
    annotation, default, code = REFUSALS[case]
    since = "2025-06-18" if code == "revision" else "2025-11-25"
    with refused() as faults:
        form_with(annotation, default, since=since)
    assert [fault.code for fault in faults] == [code]
    assert faults[0].field == "field"
    assert faults[0].rule
    assert faults[0].remedy


@pytest.mark.parametrize("case", CONFIGS)
def test_a_config_that_would_change_the_wire_is_refused(case: str) -> None:
    config, code = CONFIGS[case]
    with refused() as faults:

        class Configured(Form):
            model_config = cast("ConfigDict", config)

            name: str

    assert [(fault.field, fault.code) for fault in faults] == [("", code)]


def test_a_config_that_changes_nothing_is_allowed() -> None:
    class Configured(Form, title="Shown nowhere", validation_error_cause=True):
        model_config = ConfigDict(
            arbitrary_types_allowed=True,
            extra="forbid",
            frozen=True,
            hide_input_in_errors=False,
            ignored_types=(int,),
            protected_namespaces=(),
            use_attribute_docstrings=True,
            validate_assignment=True,
        )

        name: str

    assert list(Configured.requested_schema()) == ["type", "properties", "required"]


def test_the_config_of_a_mixin_counts_as_the_forms_own() -> None:
    class Mixin(BaseModel):
        model_config = ConfigDict(str_to_upper=True)

    with refused() as faults:

        class Shouting(Form, Mixin):
            name: str

    assert [fault.code for fault in faults] == ["config"]


@pytest.mark.parametrize("mode", ["before", "wrap", "plain"])
def test_an_early_field_validator_is_refused(mode: Any) -> None:
    with refused() as faults:

        class Early(Form):
            name: str

            @field_validator("name", mode=mode)
            @classmethod
            def change(cls, value: Any) -> Any:
                return value

    assert [(fault.field, fault.code) for fault in faults] == [("name", "validator-mode")]
    assert f"mode='{mode}'" in faults[0].rule
    assert "`change`" in faults[0].rule


@pytest.mark.parametrize("mode", ["before", "wrap"])
def test_an_early_model_validator_is_refused(mode: Any) -> None:
    with refused() as faults:

        class Early(Form):
            name: str

            @model_validator(mode=mode)
            @classmethod
            def change(cls, value: Any, *_: Any) -> Any:
                return value

    assert [(fault.field, fault.code) for fault in faults] == [("", "validator-mode")]


def test_an_early_validator_of_every_field_is_refused_on_each() -> None:
    with refused() as faults:

        class Early(Form):
            first: str
            second: int

            @field_validator("*", mode="before")
            @classmethod
            def change(cls, value: Any) -> Any:
                return value

    assert [fault.field for fault in faults] == ["first", "second"]


def test_the_deprecated_validators_are_refused() -> None:
    with pytest.warns(DeprecationWarning, match="deprecated"), refused() as faults:

        class Old(Form):
            name: str

            @pydantic.validator("name")
            def check(cls, value: str) -> str:  # noqa: N805
                return value

            @pydantic.root_validator(skip_on_failure=True)
            def check_all(cls, values: Any) -> Any:  # noqa: N805
                return values

    assert [fault.code for fault in faults] == ["validator-mode", "validator-mode"]


@pytest.mark.parametrize(
    ("hook", "code"),
    [
        ("__get_pydantic_json_schema__", "extra-schema"),
        ("__get_pydantic_core_schema__", "validator-mode"),
    ],
)
def test_a_hook_of_the_forms_own_is_refused(hook: str, code: str) -> None:
    def change(cls: object, schema: Any, handler: Any) -> Any:
        return handler(schema)

    with refused() as faults:
        make: Any = type(Form)
        make("Hooked", (Form,), {"__annotations__": {"name": str}, hook: classmethod(change)})
    assert [fault.code for fault in faults] == [code]


def test_a_json_schema_hook_on_a_piece_of_metadata_is_refused() -> None:
    class Marker:
        def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
            raise NotImplementedError

    with refused() as faults:
        form_with(Annotated[str, Marker()])
    assert [fault.code for fault in faults] == ["extra-schema"]


def test_a_generic_form_is_refused() -> None:
    with refused() as faults:

        class Box(Form, Generic[T]):
            thing: T

    assert [fault.code for fault in faults] == ["unsupported-type", "unsupported-type"]


def test_a_form_without_fields_is_refused_unless_it_is_abstract() -> None:
    with refused() as faults:

        class Empty(Form):
            pass

    assert [(fault.field, fault.code) for fault in faults] == [("", "empty-form")]

    class Base(Form, abstract=True):
        pass

    with refused() as faults:

        class StillEmpty(Base):
            pass

    assert [fault.code for fault in faults] == ["empty-form"]


def test_an_unknown_since_is_refused_and_the_fields_are_still_judged() -> None:
    with refused() as faults:

        class Future(Form, since="2030-01-01"):
            tags: list[str]

    assert [fault.code for fault in faults] == ["revision", "list"]


def test_since_is_inherited() -> None:
    class Base(Form, since="2025-11-25", abstract=True):
        pass

    class Child(Base):
        sizes: MultiSelect[SIZES]

    assert Child.protocol_revisions() == ("2025-11-25", "2026-07-28")
    with refused() as faults:

        class Older(Child, since="2025-06-18"):
            pass

    assert [(fault.field, fault.code) for fault in faults] == [("sizes", "revision")]


def test_two_fields_cannot_share_a_wire_name() -> None:
    with refused() as faults:

        class Twice(Form):
            first: str = Field(alias="name")
            second: str = Field(alias="name")
            third: str
            fourth: str = Field(alias="third")

    assert [(fault.field, fault.code) for fault in faults] == [
        ("second", "name"),
        ("fourth", "name"),
    ]
    assert "`first`" in faults[0].rule


@pytest.mark.parametrize(
    "name", ["protocol_revisions", "requested_schema", "from_requested_schema", "elicit_params"]
)
def test_a_field_cannot_hide_a_method_of_the_form(name: str) -> None:
    with pytest.warns(UserWarning, match="shadows an attribute"), refused() as faults:
        made({name: (str, ...)})
    assert [(fault.field, fault.code) for fault in faults] == [(name, "name")]


@pytest.mark.parametrize("name", ["٣", "-١٢", "--1", "1st"])
def test_only_what_javascript_takes_for_an_integer_is_refused_as_one(name: str) -> None:
    form = made({"field": (int, Field(alias=name))})
    assert list(form.requested_schema()["properties"]) == [name]


@pytest.mark.parametrize(
    "name",
    [
        "password", "user_password", "newPassword", "Passphrase", "API_KEY", "apiKey", "apikey",
        "secret", "client_secret", "access_token", "tokens", "privateKey", "card_number", "cvv",
        "pin_code", "userPIN", "otp", "credentials",
    ],
)  # fmt: skip
def test_a_name_that_says_credential_is_refused(name: str) -> None:
    with refused() as faults:
        made({name: (str, ...)})
    assert [fault.code for fault in faults] == ["secret"]
    assert "NotSecret" in faults[0].remedy


@pytest.mark.parametrize(
    "name",
    ["secretary", "tokenizer", "keyboard", "card", "number", "pinned", "passport", "email", "name"],
)
def test_an_innocent_name_is_allowed(name: str) -> None:
    form = made({name: (str, ...)})
    assert list(form.requested_schema()["properties"]) == [name]


@pytest.mark.parametrize(
    "annotation",
    [
        str,
        str | None,
        Annotated[str, Field(max_length=8)],
        Annotated[str, Format("email")],
        Annotated[str, Format("uri")],
        EmailStr,
        AnyUrl,
        int,
        Annotated[int, Field(ge=0, le=9999)],
        int | None,
        LateChoice,
        MultiSelect[LateChoice],
    ],
)
def test_whatever_somebody_could_type_a_credential_into_is_refused(annotation: Any) -> None:
    default: Any = None if type(None) in get_args(annotation) else ...
    names = {"card_number": Field(default), "it": Field(default, title="PINs")}
    for name, field in [*names.items(), ("it", Field(default, alias="cvv"))]:
        with refused() as faults:
            made({name: (annotation, field)}, since="2025-11-25")
        assert [fault.code for fault in faults] == ["secret"]


@pytest.mark.parametrize(
    "annotation",
    [
        bool,
        float,
        date,
        datetime,
        Literal["a", "b"],
        Size,
        MultiSelect[Literal["a", "b"]],
        Annotated[str, Format("date")],
        Annotated[str, Format("date-time")],
        Annotated[datetime, AssumeZone("UTC")],
    ],
)
def test_what_nobody_types_a_credential_into_may_be_called_as_one(annotation: Any) -> None:
    form = made({"password": (annotation, Field(title="Your PIN"))}, since="2025-11-25")
    assert [one.code for one in check_schema(form.requested_schema())] == []


@pytest.mark.parametrize(
    ("annotation", "remedy"),
    [
        (str, 'Annotated[str, NotSecret("…")]'),
        (int, 'Annotated[int, NotSecret("…")]'),
        (AnyUrl, 'Annotated[AnyUrl, NotSecret("…")]'),
    ],
)
def test_the_way_out_for_an_innocent_name_keeps_the_type(annotation: Any, remedy: str) -> None:
    with refused() as faults:
        made({"pin": (annotation, ...)})
    assert f"`{remedy}`" in faults[0].remedy
    made({"pin": (Annotated[annotation, NotSecret("of a map")], ...)})


def test_only_what_somebody_types_can_be_a_credential() -> None:
    class Counting(Form):
        token_count: int
        token: Literal["red", "blue"]
        password_reset: bool
        secret_birthday: date

    assert len(Counting.requested_schema()["properties"]) == 4


def test_not_secret_lets_an_innocent_name_through() -> None:
    class Lexicon(Form):
        token: Annotated[str, NotSecret("the word to look up")]
        secret: Annotated[str, NotSecret("of the parlour game")] | None = None

    assert Lexicon.requested_schema()["required"] == ["token"]


def test_all_faults_of_a_class_are_told_at_once() -> None:
    with refused() as faults:

        class Wrong(Form, extra="allow"):
            home: Address
            tags: list[str]
            limit: int = Field(99, le=10, json_schema_extra={"x": 1})
            fine: str

            @model_validator(mode="before")
            @classmethod
            def change(cls, value: Any) -> Any:
                return value

    assert [(fault.field, fault.code) for fault in faults] == [
        ("", "config"),
        ("", "validator-mode"),
        ("home", "nested-model"),
        ("tags", "list"),
        ("limit", "extra-schema"),
        ("limit", "default"),
    ]


def test_a_class_local_to_a_function_is_refused_under_postponed_annotations() -> None:
    class Local(BaseModel):
        city: str

    with refused() as faults:

        class Sample(Form):
            home: Local
            choice: LocalEnum

        class LocalEnum(Enum):
            A = "a"

    assert [(fault.field, fault.annotation, fault.code) for fault in faults] == [
        ("home", "Local", "nested-model"),
        ("choice", "LocalEnum", "unresolved"),
    ]


def test_a_local_enum_resolves_under_postponed_annotations() -> None:
    class Local(Enum):
        A = "a"

    class Sample(Form):
        choice: Local

    assert Sample.requested_schema()["properties"]["choice"]["enum"] == ["a"]


def test_a_name_that_stands_for_nothing_is_unresolved() -> None:
    with refused() as faults:

        class Early(Form):
            later: Later  # type: ignore[name-defined]  # pyright: ignore[reportUndefinedVariable]  # noqa: F821
            inside: Later | None = None  # type: ignore[name-defined]  # pyright: ignore[reportUndefinedVariable]  # noqa: F821

    assert [fault.code for fault in faults] == ["unresolved", "unresolved"]
    assert "`Later`" in faults[0].rule


def test_a_form_that_holds_itself_is_a_nested_model() -> None:
    with refused() as faults:

        class Tree(Form):
            name: str
            child: Tree

    assert [(fault.field, fault.code) for fault in faults] == [("child", "nested-model")]


def test_an_override_in_a_subclass_is_judged_too() -> None:
    class Base(Form):
        name: str
        age: int = 3

    with refused() as faults:

        class Child(Base):
            name: list[str]  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleVariableOverride]

    assert [(fault.field, fault.annotation) for fault in faults] == [("name", "list[str]")]


def test_a_field_from_a_plain_model_is_judged_too() -> None:
    class Mixin(BaseModel):
        tags: list[str]

    with refused() as faults:

        class Mixed(Form, Mixin):
            name: str

    assert [fault.field for fault in faults] == ["tags"]


def test_pydantics_own_errors_stay_its_own() -> None:
    with pytest.raises(pydantic.PydanticUserError, match="non-annotated"):

        class Bare(Form):
            name = "x"

    with pytest.raises(pydantic.PydanticUserError, match="missing"):

        class Misspelt(Form):
            name: str

            @field_validator("nmae")
            @classmethod
            def check(cls, value: str) -> str:
                return value


def test_pydantics_own_errors_come_first_on_an_abstract_form_too() -> None:
    with pytest.raises(pydantic.PydanticUserError, match="missing"):

        class Base(Form, abstract=True):
            name: str

            @field_validator("nmae")
            @classmethod
            def check(cls, value: str) -> str:
                return value


def test_what_pydantic_says_of_the_authors_functions_is_said_at_the_class_statement() -> None:
    with pytest.raises(pydantic.PydanticUserError):

        class Misspelt(Form):
            name: str

            @pydantic.field_serializer("nmae")
            def dump(self, value: str) -> str:
                return value

    with pytest.raises(pydantic.PydanticUserError):

        class Untyped(Form):
            name: str

            @pydantic.computed_field  # type: ignore[prop-decorator]
            @property
            def shout(self):  # type: ignore[no-untyped-def]
                return self.name

    with pytest.raises(pydantic.PydanticUserError):

        class Short(Form):
            name: str

            @field_validator("name")
            def check(cls): ...  # type: ignore[no-untyped-def]  # noqa: N805


def test_a_nested_model_of_many_fields_has_a_bounded_remedy() -> None:
    inner: Any = pydantic.create_model("W0", **{f"f{n}": (str, ...) for n in range(50)})  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    for depth in range(1, 6):
        fields = {f"f{n}": (inner, ...) for n in range(50)}
        inner = pydantic.create_model(f"W{depth}", **fields)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    with refused() as faults:
        form_with(inner)
    assert len(faults[0].remedy) < 3_000
    assert "    # and so on\n" in faults[0].remedy


def test_a_validator_may_name_fields_that_subclasses_bring() -> None:
    class Base(Form, abstract=True):
        @field_validator("name", check_fields=False)
        @classmethod
        def check(cls, value: str) -> str:
            return value.strip()

    class Child(Base):
        name: str

    assert Child.validate_content({"name": " ann "}).name == "ann"


def test_the_message_for_a_nested_model_spells_out_the_flat_fields() -> None:
    with pytest.raises(FormDefinitionError) as caught:

        class Order(Form):
            buyer: Person

    assert (
        str(caught.value)
        == """\
Order cannot be an elicitation form (1 fault)

  buyer: Person  [nested-model]
    A form is one flat object; Person would put an object inside it.
    Write its fields here:
        buyer_name: str
        buyer_home_city: str
        buyer_home_zip: str
    Or ask for them in a second form, or take them as an argument of the tool."""
    )


def test_the_message_for_a_pattern_hands_over_a_validator() -> None:
    with pytest.raises(FormDefinitionError) as caught:

        class Order(Form):
            sku: str = Field(pattern="^[A-Z]+$")

    expected = """\
Order cannot be an elicitation form (1 fault)

  sku: str  [unsupported-constraint]
    `pattern='^[A-Z]+$'` has no place on the wire, so the client would never hear of it.
    Check it on the server, and say it in the description:
        sku: str = Field(description="Must match ^[A-Z]+$")

        @field_validator("sku")
        @classmethod
        def check_sku(cls, value: str) -> str:
            if not re.search("^[A-Z]+$", value):
                raise ValueError("must match ^[A-Z]+$")
            return value"""
    assert str(caught.value) == expected


PASTE: dict[str, Any] = {
    "Color": Color,
    "Field": Field,
    "Form": Form,
    "Literal": Literal,
    "Size": Size,
    "field_validator": field_validator,
    "re": re,
}


def pasted(*lines: str, since: str = "2025-06-18") -> type[Form]:
    """Return the form whose body is these lines."""
    namespace: dict[str, Any] = {**PASTE, "__name__": __name__}
    body = "\n".join(f"    {line}" for line in lines)
    code = f"class Pasted(Form, since={since!r}):\n{body}"
    exec(compile(code, "<pasted>", "exec", dont_inherit=True), namespace)
    form: type[Form] = namespace["Pasted"]
    return form


class Everything(BaseModel):
    """A model with all that a flattening has to think of."""

    name: str
    nick: Optional[str] = None
    tags: list[str]
    extra: dict[str, str] = {}
    size: Size = Size.SMALL
    count: int = 3
    home: Address
    work: Optional[Address] = None
    parent: Optional[Everything] = None
    points: Pair
    options: Options


def test_the_flattened_fields_work_when_they_are_pasted() -> None:
    with refused() as faults:
        form_with(Everything)
    lines = [line[4:] for line in faults[0].remedy.splitlines() if line.startswith("    ")]
    assert lines == [
        "field_name: str",
        "field_nick: str | None = None",
        'field_tags: str = Field(description="Separated by commas")',
        "field_extra_key: str | None = None",
        "field_size: Size = Size.SMALL",
        "field_count: int = 3",
        "field_home_city: str",
        "field_home_zip: str",
        "field_work_city: str | None = None",
        "field_work_zip: str | None = None",
        "field_points_left: int",
        "field_points_right: int",
        "field_options_verbose: bool",
    ]
    assert len(pasted(*lines).requested_schema()["properties"]) == len(lines)


def test_a_pasted_validator_runs() -> None:
    for annotation in (Annotated[str, Field(pattern="^a")], constr(pattern="^a")):
        with refused() as faults:
            form_with(annotation)
        lines = [line[4:] for line in faults[0].remedy.splitlines() if line.startswith("    ")]
        form = pasted(*lines)
        assert form.validate_content({"field": "a"}).model_dump() == {"field": "a"}
        with pytest.raises(InvalidContent, match=r"must match \^a"):
            form.validate_content({"field": "b"})


def test_an_unknown_class_keyword_is_told_with_those_there_are() -> None:
    with pytest.raises(TypeError, match=r"Sample: no class keyword is called `sinse`; .*`since`"):
        made({"a": (str, ...)}, sinse="2025-11-25")


def test_a_mixin_may_take_class_keywords_of_its_own() -> None:
    class Mixin:
        def __init_subclass__(cls, *, color: str = "", **keywords: Any) -> None:
            super().__init_subclass__(**keywords)
            if not color:
                msg = "no color"
                raise TypeError(msg)

    class Colored(Form, Mixin, color="red"):
        name: str

    assert Colored.requested_schema()
    with pytest.raises(TypeError, match="no color"):

        class Plain(Form, Mixin):
            name: str


@pytest.mark.skipif(PYDANTIC < (2, 8), reason="the keyword is pydantic 2.8's")
def test_a_title_generator_is_refused() -> None:
    make_title: Any = lambda name, info: name  # noqa: E731
    field: Any = Field
    with refused() as faults:
        form_with(str, field(field_title_generator=make_title))
    assert [fault.code for fault in faults] == ["unsupported-constraint"]


def test_the_qualifiers_of_a_typed_dict_are_taken_off() -> None:
    class Postponed(TypedDict, total=False):
        left: Required[int]
        right: NotRequired[str]
        top: bool

    typed_dict: Any = TypedDict
    evaluated = typed_dict(
        "evaluated", {"left": Required[int], "right": NotRequired[str], "top": bool}, total=False
    )
    for sides in (Postponed, evaluated):
        with refused() as faults:
            form_with(sides)
        lines = [line.strip() for line in faults[0].remedy.splitlines()]
        assert lines[1:4] == [
            "field_left: int",
            "field_right: str | None = None",
            "field_top: bool | None = None",
        ]


def test_a_root_model_is_no_form() -> None:
    make: Any = type(Form)
    with refused() as faults:
        make("Rooted", (Form, pydantic.RootModel[str]), {})
    assert "unsupported-type" in [fault.code for fault in faults]


def test_titles_take_a_mapping() -> None:
    odd: Any = ["a"]
    with pytest.raises(TypeError, match=r"Titles takes a mapping"):
        Titles(odd)


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (list[str], "list[str]"),
        (Optional[list[int]], "list[int] | None"),
        (Union[int, str], "int | str"),
        (dict[str, Any], "dict[str, Any]"),
        (Literal["a", 1], 'Literal["a", 1]'),
        (Literal[Level.LOW], "Literal[Level.LOW]"),
        (Annotated[Address, 3], "Annotated[Address, 3]"),
        (MultiSelect[str], "MultiSelect[str]"),
        (Callable[[int], str], "Callable[[int], str]"),
        (tuple[int, ...], "tuple[int, ...]"),
        (Nested, "Nested"),
        (Tags, "Tags"),
        (T, "T"),
        (SecretStr, "SecretStr"),
        ("list[int]", "list[int]"),
        (Union[tuple(type(f"Type{n}", (), {}) for n in range(40))], None),
    ],
)
def test_a_fault_shows_the_annotation_as_it_was_written(annotation: Any, text: str | None) -> None:
    with refused() as faults:
        form_with(annotation)
    assert faults[0].annotation == text or (text is None and len(faults[0].annotation) == 160)


# --- the words of single refusals ---------------------------------------------------------------


def test_the_shorthand_of_fastmcp_for_choices_is_understood() -> None:
    shorthand: list[tuple[Any, str]] = [
        (["red", "green"], 'value: Literal["red", "green"]'),
        ({"l": {"title": "Low"}, "h": {"title": "High"}}, 'Titles({"l": "Low", "h": "High"})'),
        ([["red", "green"]], 'value: MultiSelect[Literal["red", "green"]]'),
    ]
    for annotation, code in shorthand:
        with refused() as faults:
            form_of(annotation)
        assert [fault.code for fault in faults] == ["unsupported-type"]
        assert code in faults[0].remedy


def test_a_call_that_makes_a_form_is_no_class_statement() -> None:
    with refused() as faults:
        form_of(MultiSelect[Size])
    assert [fault.code for fault in faults] == ["revision"]
    assert "`class" not in faults[0].remedy
    assert '`since="2025-11-25"`, in the class statement or in the call' in faults[0].remedy
    assert form_of(MultiSelect[Size], since="2025-11-25").requested_schema()


def test_a_length_is_not_denied_its_place_on_the_wire() -> None:
    with refused() as faults:
        form_with(pydantic.AnyUrl, Field(max_length=100))
    assert faults[0].rule == (
        "`max_length=100` has a place on the wire for text, and this is read as another type."
    )
    assert 'Annotated[str, Format("uri")] = Field(max_length=100)' in faults[0].remedy


def test_a_generic_form_hides_no_fault_of_its_fields() -> None:
    with refused() as faults:

        class Box(Form, Generic[T]):
            thing: T | None
            other: T = Field(pattern="^a", json_schema_extra={"x-ui": 1})
            tags: list[T] = Field(examples=["a"])
            count: int = Field(multiple_of=2)

    assert [(fault.field, fault.code) for fault in faults] == [
        ("", "unsupported-type"),
        ("thing", "optional-without-default"),
        ("thing", "unsupported-type"),
        ("other", "extra-schema"),
        ("other", "unsupported-type"),
        ("other", "unsupported-constraint"),
        ("tags", "extra-schema"),
        ("tags", "list"),
        ("count", "unsupported-constraint"),
    ]
