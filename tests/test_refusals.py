"""Every declaration that is refused, and what the refusal says."""

from __future__ import annotations

import ipaddress
import pathlib
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Dict, List, Literal, NewType, Optional, TypeVar, Union

import annotated_types
import pydantic
import pytest
from pydantic import (
    AfterValidator,
    AliasChoices,
    AliasPath,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Json,
    PlainValidator,
    SecretBytes,
    SecretStr,
    StringConstraints,
    WithJsonSchema,
    WrapValidator,
    field_validator,
    model_validator,
)
from typing_extensions import TypeAliasType

from elicitform import Form, FormDefinitionError, Format, MultiSelect, NotSecret, Titles

from .declared import (
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
    refused,
)

T = TypeVar("T")
Nested = NewType("Nested", Address)
Tags = TypeAliasType("Tags", list[str])
SIZES = Literal["s", "l"]
NAN = float("nan")
SURROGATE = "\ud800"
NOON = datetime(2026, 1, 31, 12)  # noqa: DTZ001  (naive on purpose)

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
    "List": (List[int], ..., "list"),
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
    "Dict": (Dict[str, str], ..., "mapping"),
    "Mapping": (Mapping[str, int], ..., "mapping"),
    "int or str": (int | str, ..., "union"),
    "int or float": (Union[int, float], ..., "union"),
    "choice or text": (SIZES | str, ..., "union"),
    "optional union": (int | str | None, None, "union"),
    "discriminated union": (
        Union[Address, Person], Field(discriminator="kind"), "union",
    ),
    "optional without default": (Optional[int], ..., "optional-without-default"),
    "optional with a value": (int | None, 3, "optional-without-default"),
    "optional with a factory": (
        str | None, Field(default_factory=str), "optional-without-default",
    ),
    "Json": (Json[Any], ..., "json-string"),
    "bare Json": (Json, ..., "json-string"),
    "Json of a list": (Json[list[int]], ..., "json-string"),
    "Base64Bytes": (pydantic.Base64Bytes, ..., "json-string"),
    "Base64Str": (pydantic.Base64Str, ..., "json-string"),
    "Literal of ints": (Literal[1, 2], ..., "choice-values"),
    "mixed Literal": (Literal["a", 1], ..., "choice-values"),
    "Literal of bools": (Literal[True], ..., "choice-values"),
    "Literal with None": (Literal["a", None], ..., "choice-values"),
    "Literal of bytes": (Literal[b"a"], ..., "choice-values"),
    "Literal of Enum members": (Literal[Size.SMALL], ..., "choice-values"),
    "empty choice": (Literal["", "a"], ..., "choice-values"),
    "IntEnum": (Level, ..., "choice-values"),
    "Flag": (Rights, ..., "choice-values"),
    "mixed Enum": (Mixed, ..., "choice-values"),
    "Enum with a duplicate": (Aliased, ..., "choice-values"),
    "Enum with an empty value": (Blank, ..., "choice-values"),
    "Enum without members": (NoMembers, ..., "choice-values"),
    "multi-select of ints": (MultiSelect[Literal[1, 2]], ..., "choice-values"),
    "Titles that miss a choice": (Annotated[SIZES, Titles({"s": "S"})], ..., "choice-values"),
    "Titles that name a stranger": (
        Annotated[SIZES, Titles({"s": "S", "l": "L", "x": "X"})], ..., "choice-values",
    ),
    "Titles that repeat": (Annotated[SIZES, Titles({"s": "S", "l": "S"})], ..., "choice-values"),
    "an empty title": (Annotated[SIZES, Titles({"s": "S", "l": " "})], ..., "choice-values"),
    "a title that is no text": (
        Annotated[SIZES, Titles({"s": "S", "l": 3})],  # type: ignore[dict-item]
        ...,
        "choice-values",
    ),
    "legacy titles of a multi-select": (
        MultiSelect[Annotated[SIZES, Titles({"s": "S", "l": "L"}, legacy=True)]],
        ...,
        "choice-values",
    ),
    "surrogate in a title": (str, Field(title=SURROGATE), "text"),
    "surrogate in a description": (str, Field(description=SURROGATE), "text"),
    "surrogate in a choice": (Literal["\udfff"], ..., "text"),
    "surrogate in a choice's title": (
        Annotated[Literal["a"], Titles({"a": SURROGATE})], ..., "text",
    ),
    "surrogate in a default": (str, SURROGATE, "text"),
    "surrogate in a name": (str, Field(alias=SURROGATE), "text"),
    "Any": (Any, ..., "unsupported-type"),
    "object": (object, ..., "unsupported-type"),
    "None": (None, None, "unsupported-type"),
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
        Annotated[str, StringConstraints(strip_whitespace=True)], ..., "unsupported-constraint",
    ),
    "to_lower": (
        Annotated[str, StringConstraints(to_lower=True)], ..., "unsupported-constraint",
    ),
    "max_digits": (float, Field(max_digits=3), "unsupported-constraint"),
    "strict": (int, Field(strict=True), "unsupported-constraint"),
    "allow_inf_nan": (float, Field(allow_inf_nan=True), "unsupported-constraint"),
    "Predicate": (
        Annotated[str, annotated_types.Predicate(str.islower)], ..., "unsupported-constraint",
    ),
    "Timezone": (
        Annotated[datetime, annotated_types.Timezone(...)], ..., "unsupported-constraint",
    ),
    "a bare string inside Annotated": (Annotated[str, "note"], ..., "unsupported-constraint"),
    "an unknown format": (
        Annotated[str, Format("uuid")],  # type: ignore[arg-type]
        ...,
        "unsupported-constraint",
    ),
    "a format of an int": (Annotated[int, Format("date")], ..., "unsupported-constraint"),
    "titles of a str": (Annotated[str, Titles({"a": "A"})], ..., "unsupported-constraint"),
    "a constraint on the choices of a multi-select": (
        MultiSelect[Annotated[SIZES, Field(max_length=1)]], ..., "unsupported-constraint",
    ),
    "a validator on the choices of a multi-select": (
        MultiSelect[Annotated[SIZES, AfterValidator(str)]], ..., "unsupported-constraint",
    ),
    "default inside an optional": (
        Annotated[int, Field(default=3)] | None, None, "unsupported-constraint",
    ),
    "alias inside an optional": (
        Annotated[int, Field(alias="n")] | None, None, "unsupported-constraint",
    ),
    "validate_default": (int, Field(default=1, validate_default=True), "unsupported-constraint"),
    "minimum above maximum": (int, Field(ge=3, le=2), "contradiction"),
    "no integer between": (int, Field(gt=1, lt=2), "contradiction"),
    "no number between": (float, Field(ge=2, le=1), "contradiction"),
    "lengths that contradict": (str, Field(min_length=3, max_length=2), "contradiction"),
    "negative length": (str, Field(min_length=-1), "contradiction"),
    "length that is no integer": (str, Field(max_length=1.5), "contradiction"),  # type: ignore[arg-type]
    "email too short": (
        Annotated[str, Format("email")], Field(max_length=2), "contradiction",
    ),
    "date too long": (Annotated[str, Format("date")], Field(min_length=11), "contradiction"),
    "more picks than choices": (MultiSelect[SIZES], Field(min_length=3), "contradiction"),
    "picks that contradict": (
        MultiSelect[SIZES], Field(min_length=2, max_length=1), "contradiction",
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
        datetime, NOON.replace(tzinfo=timezone(timedelta(seconds=1))), "default",
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
        Annotated[SecretStr, NotSecret("why")], ..., "secret",
    ),
    "secret title": (str, Field(title="Your API key"), "secret"),
    "secret alias": (str, Field(alias="cardNumber"), "secret"),
    "NotSecret without a reason": (
        Annotated[str, NotSecret(" ")], Field(title="Token"), "secret",
    ),
    "alias choices": (str, Field(validation_alias=AliasChoices("a", "b")), "name"),
    "alias path": (str, Field(validation_alias=AliasPath("a", 0)), "name"),
    "diverging aliases": (str, Field(alias="a", serialization_alias="b"), "name"),
    "serialization alias alone": (str, Field(serialization_alias="b"), "name"),
    "empty name": (str, Field(alias=""), "name"),
    "integer-like name": (str, Field(alias="12"), "name"),
    "__proto__": (str, Field(alias="__proto__"), "name"),
    "constructor": (str, Field(alias="constructor"), "name"),
    "json_schema_extra": (str, Field(json_schema_extra={"x-ui": 1}), "extra-schema"),
    "callable json_schema_extra": (
        str, Field(json_schema_extra=lambda schema: None), "extra-schema",
    ),
    "examples": (str, Field(examples=["a"]), "extra-schema"),
    "deprecated": (str, Field(deprecated=True), "extra-schema"),
    "WithJsonSchema": (
        Annotated[str, WithJsonSchema({"type": "string"})], ..., "extra-schema",
    ),
    "examples inside an optional": (
        Annotated[str, Field(examples=["a"])] | None, None, "extra-schema",
    ),
    "before validator": (Annotated[str, BeforeValidator(str)], ..., "validator-mode"),
    "wrap validator": (
        Annotated[str, WrapValidator(lambda value, read: read(value))], ..., "validator-mode",
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


@pytest.mark.parametrize("case", REFUSALS)
def test_a_declaration_is_refused_for_this_reason(case: str) -> None:
    annotation, default, code = REFUSALS[case]
    since = "2025-11-25" if "pick" in case or "multi-select of" in case else "2025-06-18"
    with refused() as faults:
        form_with(annotation, default, since=since)
    assert [fault.code for fault in faults] == [code]
    assert faults[0].field == "field"
    assert faults[0].rule
    assert faults[0].remedy
