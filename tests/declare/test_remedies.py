"""Remedies, followed to the letter, give a form that asks what the refused declaration asked.

What it asked is what pydantic itself says of it, as the schema of a plain model: that is what the
SDKs send. Where the wire cannot carry a part of it, the remedy says where that goes instead, and the
new form has it there.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, Literal, NamedTuple, Optional, TypeVar

import pydantic
import pytest
from pydantic import BaseModel, Field
from typing_extensions import NotRequired, TypedDict

from elicitform import Form, InvalidContent, check_schema
from tests.support import declared as types
from tests.support.declared import Size
from tests.support.followed import (
    asked_by,
    blocks_of,
    compiles,
    declaration,
    defined,
    followed,
    refusal_of,
    snippets_of,
)

PYDANTIC = tuple(map(int, pydantic.VERSION.split(".")[:2]))

# What an author imports to write the declarations below, and those of the remedies.
IMPORTS = """
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, List, Literal, Optional
from uuid import UUID, uuid4
import annotated_types
import pydantic
import pydantic_core
from pydantic import (
    AfterValidator, AliasChoices, AliasPath, AnyUrl, BeforeValidator, ConfigDict, EmailStr, Field, Json,
    NaiveDatetime, PlainSerializer, StringConstraints, WithJsonSchema, field_serializer,
    field_validator, model_validator,
)
from typing_extensions import Self
from elicitform import AssumeZone, Form, Format, MultiSelect, NotSecret, Prefill, Titles
"""


class Address(BaseModel):
    city: str = Field(description="Where to", max_length=40)
    zip: str = Field(default="0150", title="Postal code")
    floor: int | None = Field(default=None, ge=0, le=99)


class Parcel(BaseModel):
    home: Address
    weight: Decimal = Decimal("1.5")
    tags: list[str] = []
    size: Size = Size.SMALL
    photo: bytes = b""
    parent: Optional[Parcel] = None


@dataclass
class Point:
    x: float
    y: float = 0.5
    marks: list[str] = field(default_factory=list)
    spot: tuple[int, int] = field(default_factory=lambda: (1, 2))
    later: Nowhere = None  # type: ignore[name-defined]  # pyright: ignore[reportUndefinedVariable]  # noqa: F821


class Options(TypedDict, total=False):
    verbose: bool
    level: NotRequired[Literal["low", "high"]]


class Pair(NamedTuple):
    left: int
    right: int = 3


class Two(Enum):
    A = "a"
    B = "b"

    @property
    def value(self) -> str:
        return "same"


class Labelled(Enum):
    LOW = 1
    HIGH = 2

    @property
    def label(self) -> str:
        return {1: "Little", 2: "Much"}[self._value_]


class Doc:
    """Documentation inside ``Annotated``, as typing_extensions has it from 4.8 on."""

    def __init__(self, documentation: str, /) -> None:
        self.documentation = documentation


class Failing(Enum):
    LOW = 1

    @property
    def label(self) -> str:
        raise RuntimeError


def stripped(text: str) -> str:
    return text.strip()


def a_name() -> str:
    return "a"


def some_tags() -> list[str]:
    return ["a", "b"]


def all_colors() -> list[types.Color]:
    return [*types.Color]


SCOPE: dict[str, Any] = {
    "T": TypeVar("T"),
    "N": TypeVar("N", bound=int),
    "M": TypeVar("M", bound=Pair),
}
exec(IMPORTS, SCOPE)
SCOPE |= {one.__name__: one for one in (Doc, Failing, stripped, a_name, some_tags, all_colors)}
SCOPE |= {name: one for one in vars(types).values() if (name := getattr(one, "__name__", ""))}
SCOPE |= {one.__name__: one for one in (Address, Parcel, Point, Options, Pair, Two, Labelled)}


class Row(NamedTuple):
    """A declaration of old, and what its remedy may change.

    Attributes:
        body: The body of the class.
        moved: The facts that the wire cannot carry, and that go elsewhere.
        asks: What the new form asks, beside what has the same name in both.
        good: Answers that the new form takes.
        bad: Answers that it refuses, as the old one did.
        says: What the error says besides.
        since: The revision that the old form is declared since.
    """

    body: str
    moved: str = ""
    asks: dict[str, dict[str, Any]] = {}
    good: tuple[dict[str, Any], ...] = ()
    bad: tuple[dict[str, Any], ...] = ()
    says: tuple[str, ...] = ()
    since: str = "2025-06-18"


OPEN = {"required": False}
MUST = {"required": True}
COMMAS = {"type": "string"}

ROWS: dict[str, Row] = {
    # --- nested-model
    "model": Row(
        "ship_to: Address",
        asks={
            "ship_to_city": {**MUST, "description": "Where to", "maxLength": 40},
            "ship_to_zip": {**OPEN, "default": "0150", "title": "Postal code"},
            "ship_to_floor": {**OPEN, "minimum": 0, "maximum": 99, "type": "integer"},
        },
    ),
    "optional model": Row(
        "ship_to: Address | None = Field(default=None, description='If not here')",
        asks={
            "ship_to_city": {**OPEN, "description": "Where to"},
            "ship_to_zip": {**OPEN, "default": "0150", "description": "If not here"},
            "ship_to_floor": OPEN,
        },
    ),
    "model with a default": Row(
        "ship_to: Address = Address(city='Oslo', zip='1')",
        asks={
            "ship_to_city": {**OPEN, "default": "Oslo"},
            "ship_to_zip": {**OPEN, "default": "1"},
            "ship_to_floor": OPEN,
        },
    ),
    "model with a factory": Row(
        "point: Pair = Field(default_factory=lambda: Pair(1))",
        asks={"point_left": OPEN, "point_right": {**OPEN, "default": 3}},
    ),
    "model of everything": Row(
        "parcel: Parcel",
        asks={
            "parcel_home_city": {**MUST, "maxLength": 40},
            "parcel_weight": {**OPEN, "type": "number", "default": 1.5},
            "parcel_tags": {**OPEN, "default": "", "description": "Separated by commas"},
            "parcel_size": {**OPEN, "default": "s", "choices": ("s", "l")},
        },
        says=("# parcel_photo: take it as an argument of the tool",),
    ),
    "dataclass": Row(
        "at: Point",
        asks={
            "at_x": {**MUST, "type": "number"},
            "at_y": {**OPEN, "default": 0.5},
            "at_marks": {**OPEN, "default": ""},
            "at_spot_1": {**OPEN, "type": "integer"},
            "at_later": {**OPEN, "type": "string"},
        },
    ),
    "TypedDict": Row(
        "options: Options",
        asks={"options_verbose": OPEN, "options_level": {**OPEN, "choices": ("low", "high")}},
    ),
    "TypedDict with a default": Row(
        "options: Options = {'verbose': True}",
        asks={"options_verbose": {**OPEN, "default": True}, "options_level": OPEN},
    ),
    "NamedTuple with a default": Row(
        "pair: Pair = Pair(1, 2)",
        asks={"pair_left": {**OPEN, "default": 1}, "pair_right": {**OPEN, "default": 2}},
    ),
    "root model": Row("n: pydantic.RootModel[int]", asks={"n": {**MUST, "type": "integer"}}),
    "model inside Json": Row("at: Json[Pair]", asks={"at_left": MUST, "at_right": {"default": 3}}),
    # --- list
    "list of text": Row(
        "tags: list[str] = []", "type default", asks={"tags": {**COMMAS, **OPEN, "default": ""}}
    ),
    "list of text that must be given": Row(
        "tags: list[str] = Field(description='Labels', title='All labels')",
        "type",
        asks={"tags": {**COMMAS, "description": "Labels (separated by commas)"}},
    ),
    "list with a default": Row(
        "tags: list[str] = ['a', 'b']", "type default", asks={"tags": {"default": "a, b"}}
    ),
    "list with a factory": Row(
        "tags: list[str] = Field(default_factory=list)", "type", asks={"tags": {"default": ""}}
    ),
    "optional list": Row("tags: Optional[List[str]] = None", "type", asks={"tags": COMMAS}),
    "set": Row("tags: set[str] = {'a'}", "type default", asks={"tags": {"default": "a"}}),
    "list with counts": Row(
        "tags: list[str] = Field(min_length=1, max_length=2, description='Labels')",
        "type minItems maxItems",
        asks={
            "tags": {
                "description": "Labels (separated by commas; must have at least 1 part; "
                "must have at most 2 parts)"
            }
        },
        good=({"tags": "a"}, {"tags": "a, b"}),
        bad=({"tags": " "}, {"tags": "a,b,c"}),
    ),
    "list of numbers": Row(
        "ids: list[int] = [1, 2]",
        "type default",
        asks={"ids": {"default": "1, 2", "description": "Whole numbers, separated by commas"}},
    ),
    "bare list": Row("tags: list", "type", asks={"tags": COMMAS}),
    "Sequence": Row(
        "tags: Sequence[str] = ('a',)", "type default", asks={"tags": {"default": "a"}}
    ),
    "list of choices": Row(
        "sizes: list[Literal['s', 'l']] = Field(default=['s'], min_length=1, description='Which')"
    ),
    "list of choices that must be given": Row(
        "sizes: list[Literal['s', 'l']] = Field(max_length=1)"
    ),
    "list of an Enum": Row("colors: List[Color] = [Color.RED]"),
    "optional list of an Enum": Row("colors: list[Color] | None = None"),
    "set of choices": Row("sizes: set[Literal['s', 'l']] = {'l'}"),
    "tuple of choices": Row("sizes: tuple[Literal['s', 'l'], ...] = ('l',)"),
    "list of numbers to choose": Row(
        "levels: list[Literal[1, 2]] = [2]", "default", asks={"levels": {"default": ["2"]}}
    ),
    "list of an IntEnum": Row(
        "levels: list[Level] = [Level.HIGH]",
        "default choices",
        asks={"levels": {"default": ["HIGH"], "choices": ("LOW", "HIGH")}},
    ),
    "tuple": Row(
        "span: tuple[int, int] = (1, 9)",
        asks={
            "span_1": {**OPEN, "default": 1, "type": "integer"},
            "span_2": {**OPEN, "default": 9},
        },
    ),
    "tuple that must be given": Row(
        "span: tuple[int, str] = Field(description='From and to')",
        asks={
            "span_1": {**MUST, "type": "integer", "description": "From and to"},
            "span_2": {**MUST, "type": "string"},
        },
    ),
    "list with choices in its schema": Row(
        "tags: list[str] = Field(default=['a'], json_schema_extra={'items': {'enum': ['a', 'b']}})"
    ),
    "list with titled choices in its schema": Row(
        "tags: list[str] = Field(min_length=1, json_schema_extra={'items': {'anyOf': ["
        "{'const': 'a', 'title': 'A'}, {'const': 'b', 'title': 'B'}]}})"
    ),
    "list with counts in its schema": Row(
        "tags: list[str] = Field(json_schema_extra="
        "{'items': {'type': 'string', 'enum': ['a', 'b']}, 'minItems': 1, 'maxItems': 2})"
    ),
    "multi-select of text": Row(
        "names: MultiSelect[str] = []", "type default", asks={"names": {"default": ""}}
    ),
    # --- mapping
    "dict with keys": Row(
        "limits: dict[str, int] = {'cpu': 1, 'memory': 2}",
        asks={
            "limits_cpu": {**OPEN, "type": "integer", "default": 1},
            "limits_memory": {**OPEN, "default": 2},
        },
    ),
    "dict of choices": Row(
        "limits: dict[Literal['cpu', 'memory'], float]",
        asks={"limits_cpu": {**MUST, "type": "number"}, "limits_memory": MUST},
    ),
    "dict of unknown keys": Row(
        "limits: Mapping[str, bool] = Field(description='What is on')",
        asks={"limits_key": {**MUST, "type": "boolean", "description": "What is on"}},
    ),
    "optional dict": Row("limits: dict[str, str] | None = None", asks={"limits_key": OPEN}),
    # --- union
    "int or float": Row(
        "n: int | float = Field(default=3, description='How much')",
        "type",
        asks={"n": {"type": "number"}},
    ),
    "int or str": Row(
        "n: int | str = 3", "default", asks={"n": {"type": "string", "default": "3"}}
    ),
    "optional union": Row("n: int | str | None = None", asks={"n": {**OPEN, "type": "string"}}),
    "two Literals": Row(
        "n: Literal['x'] | Literal['y', 'x'] = 'y'",
        "choices",
        asks={"n": {"choices": ("x", "y"), "type": "string"}},
        says=("a union of several",),
    ),
    "two Literals that may be left open": Row(
        "n: Literal['x'] | Literal['y'] | None = None",
        asks={"n": {**OPEN, "choices": ("x", "y"), "type": "string"}},
    ),
    "Enum or Literal": Row(
        "n: Color | Literal['none'] = Color.RED",
        asks={"n": {"choices": ("red", "green", "none"), "default": "red", "type": "string"}},
    ),
    "choice or text": Row(
        "color: Literal['red', 'blue'] | str = Field(default='red', title='Paint')",
        asks={
            "color": {"choices": ("red", "blue", "other"), "type": "string"},
            "color_other": {**OPEN, "type": "string"},
        },
    ),
    "choice or text, with a text": Row(
        "color: Color | str = 'pink'",
        "default choices",
        asks={"color": {"default": "other"}, "color_other": {"default": "pink"}},
    ),
    "text or a list": Row("to: str | list[str]", asks={"to": {**MUST, "type": "string"}}),
    # --- optional-without-default
    "optional without default": Row(
        "n: Optional[int] = Field(description='How many', ge=1)",
        "required",
        asks={"n": {**OPEN, "minimum": 1}},
        says=("drop `None` instead",),
    ),
    "optional with a default": Row("n: int | None = Field(default=3, le=9)"),
    "optional with a factory": Row("day: Optional[date] = Field(default_factory=date.today)"),
    # --- json-string
    "Json of a number": Row(
        "n: Json[int] = Field(ge=1)", "type", asks={"n": {**MUST, "type": "integer", "minimum": 1}}
    ),
    "Json of a list": Row("n: Json[list[str]]", asks={"n": {**MUST, "type": "string"}}),
    # --- choice-values
    "numbers to choose": Row(
        "n: Literal[1, 2, 3] = Field(default=2, description='How bad', title='Level')",
        "type default",
        asks={"n": {"default": "2", "type": "string"}},
    ),
    "True": Row(
        "sure: Literal[True]",
        "choices",
        asks={"sure": {"type": "boolean"}},
        good=({"sure": True},),
        bad=({"sure": False},),
    ),
    "True or False": Row(
        "sure: Literal[True, False] = False", "choices type", asks={"sure": {"type": "boolean"}}
    ),
    "None among choices": Row(
        "n: Literal['a', None] = None", "choices", asks={"n": {**OPEN, "choices": ("a",)}}
    ),
    "None among choices, with a default": Row(
        "n: Literal['a', 'b', None] = 'b'", "choices", asks={"n": {"choices": ("a", "b")}}
    ),
    "an empty choice by default": Row(
        "n: Literal['', 'a'] = ''",
        "choices default",
        asks={"n": {"choices": ("none", "a"), "default": "none"}},
    ),
    "mixed choices": Row(
        "n: Literal['a', 1] = 1", "default type", asks={"n": {"default": "1", "type": "string"}}
    ),
    "IntEnum": Row(
        "level: Level = Field(default=Level.HIGH, description='How bad')",
        "type choices default",
        asks={"level": {"choices": ("LOW", "HIGH"), "default": "HIGH", "type": "string"}},
        says=("`Level[name]`",),
    ),
    "Enum of labels": Row(
        "level: Labelled",
        "type choices titles",
        asks={"level": {"choices": ("LOW", "HIGH"), "titles": ("Little", "Much")}},
    ),
    "mixed Enum": Row(
        "n: Mixed", "choices", asks={"n": {"choices": ("TEXT", "NUMBER"), "type": "string"}}
    ),
    "Enum with an alias": Row(
        "n: Aliased", "choices", asks={"n": {"choices": ("FIRST", "SECOND"), "type": "string"}}
    ),
    "Enum whose values repeat": Row(
        "n: Two = Two.B", "choices default", asks={"n": {"choices": ("A", "B"), "default": "B"}}
    ),
    "Enum with an empty value": Row(
        "n: Blank", "choices", asks={"n": {"choices": ("NOTHING", "SOMETHING")}}
    ),
    "Flag": Row(
        "n: Rights = Rights.READ",
        "type default choices",
        asks={"n": {"type": "array", "choices": ("READ", "WRITE"), "default": ["READ"]}},
    ),
    "members of two Enums": Row(
        "n: Literal[Color.RED, Size.SMALL] = Size.SMALL",
        "default",
        asks={"n": {"choices": ("red", "s"), "default": "s"}},
    ),
    "Titles that miss one": Row(
        "n: Annotated[Literal['a', 'b'], Titles({'a': 'A'})] = 'b'",
        asks={"n": {"titles": ("A", "b")}},
    ),
    "Titles that repeat": Row(
        "n: Annotated[Color, Titles({'red': 'X', 'green': 'X', 'blue': 'B'})]",
        asks={"n": {"titles": ("X", "green")}},
    ),
    "Titles of text": Row(
        "n: Annotated[str, Titles({'a': 'A', 'b': 'B'})] = 'a'",
        asks={"n": {"choices": ("a", "b"), "titles": ("A", "B")}},
    ),
    "enumNames of a multi-select": Row(
        "n: MultiSelect[Annotated[Literal['a'], Titles({'a': 'A'}, enum_names=True)]]",
        asks={"n": {"choices": ("a",), "titles": ("A",)}},
        since="2025-11-25",
    ),
    # --- text
    "surrogates": Row(
        r"n: str = Field(title='Mood \ud83d\ude00', description='\ud83d', default='\ud83d\ude00 yes')",
        "title description default",
        asks={"n": {"title": "Mood \U0001f600", "default": "\U0001f600 yes"}},
    ),
    # --- unsupported-type
    "Decimal": Row(
        "price: Decimal = Field(default=Decimal('1.50'), ge=0, le=Decimal('9.5'), description='Net')",
        "type default minimum maximum pattern",
        asks={"price": {"type": "number", "default": 1.5, "minimum": 0, "maximum": 9.5}},
    ),
    "Decimal with an open bound": Row(
        "price: Decimal = Field(gt=0)",
        "type pattern",
        asks={"price": {"type": "number", "minimum": 0}},
        good=({"price": 0.1},),
        bad=({"price": 0},),
    ),
    "UUID": Row(
        "id: UUID = Field(default=UUID(int=1), description='Which')",
        "format",
        good=({"id": "00000000-0000-0000-0000-000000000002"},),
        bad=({"id": "x"},),
    ),
    "UUID with a factory": Row("id: UUID = Field(default_factory=uuid4)", "format"),
    "time": Row(
        "at: time = time(9, 30)",
        "format description",
        asks={"at": {"default": "09:30:00", "description": "A time such as 09:30"}},
        good=({"at": "10:15"},),
        bad=({"at": "soon"},),
    ),
    "timedelta": Row(
        "wait: timedelta = Field(default=timedelta(minutes=2), le=timedelta(hours=1))",
        "type format default",
        asks={
            "wait": {
                "type": "integer",
                "default": 120,
                "maximum": 3600,
                "description": "In seconds",
            }
        },
    ),
    "Path": Row("path: Path = Path('a/b')", "format"),
    "IPv4Address": Row(
        "host: IPv4Address = IPv4Address('127.0.0.1')",
        "format",
        bad=({"host": "x"},),
        good=({"host": "10.0.0.1"},),
    ),
    "NaiveDatetime": Row(
        "at: NaiveDatetime = datetime(2026, 1, 31, 9)",
        "default",
        asks={"at": {"default": "2026-01-31T09:00:00+00:00"}},
        good=({"at": "2026-01-31T09:00:00"},),
    ),
    "PastDate": Row(
        "born: pydantic.PastDate", bad=({"born": "9999-01-01"},), good=({"born": "1999-01-01"},)
    ),
    "FutureDatetime": Row(
        "at: pydantic.FutureDatetime = Field(description='When')",
        asks={"at": {"description": "When (in the future)"}},
        bad=({"at": "1999-01-01T00:00:00Z"},),
        good=({"at": "9999-01-01T00:00:00Z"},),
    ),
    "FileUrl": Row(
        "file: pydantic.FileUrl = pydantic.FileUrl('file:///a')",
        "minLength",
        good=({"file": "file:///a"},),
        bad=({"file": "https://example.com"},),
    ),
    "Any": Row("n: Any = 3", asks={"n": {"type": "integer", "default": 3}}),
    "Any that must be given": Row("n: Any", asks={"n": {**MUST, "type": "string"}}),
    "a type variable": Row(
        "n: T = Field(description='Which')", "type", asks={"n": {"type": "string"}}
    ),
    "a type variable of a model": Row(
        "n: M", asks={"n_left": {**MUST, "type": "integer"}, "n_right": {**OPEN, "default": 3}}
    ),
    "a bound type variable": Row("n: N = 3", asks={"n": {"type": "integer", "default": 3}}),
    "MultiHostUrl": Row(
        "dsn: pydantic_core.MultiHostUrl", "minLength", asks={"dsn": {"format": "uri"}}
    ),
    "a class of members whose labels fail": Row(
        "n: Failing = Failing.LOW", "type choices default", asks={"n": {"choices": ("LOW",)}}
    ),
    "unknown class": Row(
        "n: Unknown = Field(description='What')",
        asks={"n": {**MUST, "type": "string", "description": "What"}},
    ),
    "complex": Row("n: complex", asks={"n_real": {**MUST, "type": "number"}, "n_imag": MUST}),
    "NameEmail": Row(
        "who: pydantic.NameEmail",
        asks={"who_name": MUST, "who_email": {**MUST, "type": "string"}},
    ),
    "list in place of a type": Row(
        "n: ['red', 'green'] = 'red'", asks={"n": {"choices": ("red", "green"), "default": "red"}}
    ),
    "dict in place of a type": Row(
        "n: {'l': {'title': 'Low'}, 'h': 'High'}",
        asks={"n": {"choices": ("l", "h"), "titles": ("Low", "High")}},
    ),
    "list of lists in place of a type": Row(
        "n: [['red', 'green']]", asks={"n": {"type": "array", "choices": ("red", "green")}}
    ),
    # --- unsupported-constraint
    "pattern": Row(
        "sku: str = Field(default='A1', pattern='^[A-Z]', max_length=9, description='Which')",
        "pattern",
        asks={"sku": {"description": "Which (must match ^[A-Z])"}},
        good=({"sku": "AB"},),
        bad=({"sku": "ab"}, {"sku": "ABCDEFGHIJ"}),
    ),
    "multiple_of": Row(
        "n: int = Field(multiple_of=5, ge=0)", "multipleOf", good=({"n": 10},), bad=({"n": 7},)
    ),
    "multiple_of a fraction": Row(
        "n: float = Field(multiple_of=0.1)", "multipleOf", good=({"n": 0.3},), bad=({"n": 0.25},)
    ),
    "open bounds of a float": Row(
        "share: float = Field(default=0.5, gt=0, lt=1, description='How much')",
        "exclusiveMinimum exclusiveMaximum",
        asks={"share": {"minimum": 0, "maximum": 1}},
        good=({"share": 0.1},),
        bad=({"share": 0}, {"share": 1}),
        says=("the nearest inclusive bound",),
    ),
    "an infinite bound": Row(
        "n: float = Field(gt=float('-inf'))",
        "exclusiveMinimum",
        good=({"n": -1e9},),
        says=("every number is finite", "Leave it out"),
    ),
    "an infinite bound above": Row(
        "n: float = Field(ge=0, lt=float('inf'))",
        "exclusiveMaximum",
        asks={"n": {"minimum": 0}},
        good=({"n": 1e9},),
        bad=({"n": -1},),
        says=("every number is finite",),
    ),
    "a bound beyond integers": Row("n: int = Field(le=2**60, ge=0)", "maximum"),
    "a bound of a date": Row(
        "day: date = Field(ge=date(2026, 1, 1))",
        "minimum",
        good=({"day": "2026-01-01"},),
        bad=({"day": "2025-12-31"},),
        asks={"day": {"description": "Must be at least 2026-01-01"}},
    ),
    "length of a URL": Row(
        "link: AnyUrl = Field(max_length=20, description='Where')",
        "minLength",
        bad=({"link": "https://example.com/abc"},),
    ),
    "length of a date": Row(
        "day: date = Field(default=date(2026, 1, 1), max_length=10)", "maxLength"
    ),
    "strip": Row(
        "name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] = Field(description='Who')",
        good=({"name": " a "},),
        bad=({"name": "  "},),
    ),
    "lower": Row("name: Annotated[str, StringConstraints(to_lower=True)]", good=({"name": "A"},)),
    "strict": Row("n: int = Field(default=1, strict=True, ge=0)"),
    "allow_inf_nan": Row("n: float = Field(allow_inf_nan=False, le=9)"),
    "Predicate": Row(
        "n: Annotated[str, annotated_types.Predicate(str.islower)]",
        good=({"n": "a"},),
        bad=({"n": "A"},),
    ),
    "a note": Row(
        "n: Annotated[str, 'What it is'] = 'x'", asks={"n": {"description": "What it is"}}
    ),
    "a note of an int": Row(
        "n: Annotated[int, 'note'] = Field(ge=1)", asks={"n": {"description": "note"}}
    ),
    "Doc": Row("n: Annotated[str, Doc('What it is')]", asks={"n": {"description": "What it is"}}),
    "bound of text": Row("n: str = Field(ge=3)", "minLength", asks={"n": {"minLength": 3}}),
    "length of a number": Row(
        "n: int = Field(max_length=3)", "maximum maxLength", asks={"n": {"maximum": 3}}
    ),
    "format of a number": Row(
        "n: Annotated[int, Format('date')]",
        "type",
        asks={"n": {"format": "date", "type": "string"}},
    ),
    "unknown format": Row(
        "n: Annotated[str, Format('uuid')] = Field(description='Which')",
        asks={"n": {"description": "Which (in the format uuid)"}},
    ),
    "serializer": Row("n: Annotated[str, PlainSerializer(str.upper)] = 'a'", good=({"n": "b"},)),
    "default inside an optional": Row("n: Optional[Annotated[int, Field(default=3, ge=1)]] = None"),
    "validate_default": Row("n: int = Field(default=1, validate_default=True, le=3)"),
    "discriminator": Row("n: str = Field(default='a', discriminator='kind')"),
    "zone of a number": Row("n: Annotated[int, AssumeZone('UTC')] = 3"),
    "zone of text": Row(
        "n: Annotated[str, AssumeZone('UTC')]", asks={"n": {"format": "date-time"}}
    ),
    "EmailStr": Row(
        "mail: EmailStr = Field(default='a@example.com', pattern='^a', max_length=30)",
        "pattern",
        good=({"mail": "ab@example.com"},),
        bad=({"mail": "b@example.com"},),
    ),
    "a bound that is text": Row(
        "n: int = Field(ge='3', le=9)", "minimum", asks={"n": {"minimum": 3, "maximum": 9}}
    ),
    "a rule that nobody knows": Row(
        "n: float = Field(max_digits=3)", "description", good=({"n": 1.5},)
    ),
    "a bound of an unknown kind": Row(
        "day: date = Field(ge=Unknown())", "description", good=({"day": "2026-01-01"},)
    ),
    # --- contradiction
    "Prefill and a default": Row("n: Annotated[int, Prefill(3)] = 3"),
    "two formats": Row(
        "n: Annotated[str, Format('date'), Format('email')]", asks={"n": {"format": "email"}}
    ),
    # --- default
    "None for text": Row(
        "nick: str = Field(default=None, max_length=9)", asks={"nick": {**OPEN, "maxLength": 9}}
    ),
    "out of range": Row(
        "n: int = Field(default=99, le=10, description='How many')", "default", asks={"n": OPEN}
    ),
    "a float for an int": Row("n: int = 3.0"),
    "text for an int": Row("n: int = '3'", "default", asks={"n": {"default": 3}}),
    "no choice": Row("n: Literal['a', 'b'] = ''", "default", asks={"n": OPEN}),
    "the value for a member": Row("n: Size = 's'"),
    "the values for members": Row("n: MultiSelect[Color] = ['red']", since="2025-11-25"),
    "text for a date": Row("day: date = '2026-01-31'"),
    "naive datetime": Row(
        "at: datetime = datetime(2026, 1, 31, 9)",
        "default",
        asks={"at": {"default": "2026-01-31T09:00:00+00:00"}},
    ),
    "text for a URL": Row("link: AnyUrl = 'https://example.com/'", "minLength"),
    "a marker for a default": Row(
        "mail: str = Format('email')",
        "default required",
        asks={"mail": {"format": "email", **MUST}},
    ),
    "not a number": Row("n: float = float('nan')", "default", asks={"n": OPEN}),
    "a member for text": Row("n: str = Color.RED", "default", asks={"n": {"default": "red"}}),
    "text for a datetime": Row(
        "at: datetime = '2026-01-31T09:00:00Z'",
        "default",
        asks={"at": {"default": "2026-01-31T09:00:00+00:00"}},
    ),
    "a number for a bool": Row("n: bool = 1", "default", asks={"n": {"default": True}}),
    "a word for a bool": Row("n: bool = 'yes'", "default", asks={"n": OPEN}),
    "a datetime for a date": Row(
        "day: date = datetime(2026, 1, 31, 9)", "default", asks={"day": {"default": "2026-01-31"}}
    ),
    "a date for a datetime": Row(
        "at: datetime = date(2026, 1, 31)",
        "default",
        asks={"at": {"default": "2026-01-31T00:00:00+00:00"}},
    ),
    "a number for a span": Row(
        "wait: timedelta = 90", "type format default", asks={"wait": {"default": 90}}
    ),
    "a fraction for an int": Row("n: int = 1.5", "default", asks={"n": OPEN}),
    "something else for text": Row("n: str = Unknown()", "default", asks={"n": OPEN}),
    "not the format": Row(
        "n: Annotated[str, Format('email')] = 'nobody'", "default format", asks={"n": OPEN}
    ),
    "beyond exact integers": Row("n: int = 2**60", "default", asks={"n": OPEN}),
    # --- factories
    "a factory of another type": Row(
        "price: Decimal = Field(default_factory=Decimal)", "type pattern", asks={"price": OPEN}
    ),
    "a factory of text": Row("n: str = Field(default_factory=a_name, strict=True)", good=({},)),
    "a factory of a list": Row(
        "tags: list[str] = Field(default_factory=some_tags)",
        "type",
        good=({},),
        asks={"tags": OPEN},
    ),
    "a factory of choices": Row(
        "colors: list[Color] = Field(default_factory=all_colors)", good=({},), asks={"colors": OPEN}
    ),
    "a factory without a name": Row(
        "n: int = Field(default_factory=lambda: 3, strict=True)", asks={"n": OPEN}
    ),
    # --- name
    "validation alias": Row(
        "name: str = Field(validation_alias='fullName', max_length=9)", "title"
    ),
    "alias choices": Row(
        "name: str = Field(default='a', validation_alias=AliasChoices('fullName', 'name'))", "title"
    ),
    "alias path": Row(
        "name: str = Field(validation_alias=AliasPath('who', 'name'))", asks={"name": MUST}
    ),
    "serialization alias": Row("name: str = Field(serialization_alias='b', description='Who')"),
    "a number for a name": Row(
        "first: str = Field(alias='1', default='x')", asks={"first": {**OPEN, "default": "x"}}
    ),
    "constructor": Row(
        "constructor: str = 'x'", asks={"constructor_value": {**OPEN, "default": "x"}}
    ),
    **{
        f"shadow of {name}": Row(
            f"{name}: str = Field(max_length=3, description='Which')",
            asks={name: {**MUST, "maxLength": 3}},
        )
        for name in ("register", "mro", "json", "copy", "schema", "requested_schema")
    },
    "shadow with a default": Row("copy: bool = False", asks={"copy": {**OPEN, "default": False}}),
    "shadow of model_extra": Row("model_extra: int", asks={"model_extra": MUST}),
    "blank alias": Row(
        "n: str = Field(alias='\\u200b', max_length=3)", asks={"n": {**MUST, "maxLength": 3}}
    ),
    "blank title": Row("n: str = Field(title=' ')", "title"),
    "two of one name": Row(
        "a: str = Field(alias='x')\nb: int = Field(alias='x', default=3)",
        "type default",
        asks={"b": {**OPEN, "default": 3}},
    ),
    "two of one name, one of them its own": Row(
        "a: str = Field(alias='b')\nb: int = 3",
        "type default",
        asks={"b_2": {**OPEN, "default": 3}},
    ),
    "a title that is made": Row(
        "model_config = ConfigDict(field_title_generator=lambda name, info: f'The {name}')\n"
        "n: int = 3",
    ),
    # --- hidden
    "Final": Row("kind: Final[str] = 'x'\nn: int", asks={"kind": {**OPEN, "default": "x"}}),
    "bare Final": Row("kind: Final = 'x'\nn: int", asks={"kind": {**OPEN, "default": "x"}}),
    "ClassVar with a Field": Row(
        "k: ClassVar[int] = Field(default=3, gt=2)\nn: int",
        asks={"k": {**OPEN, "default": 3, "minimum": 3}},
    ),
    # --- extra-schema
    "enum in the schema": Row(
        "n: str = Field(default='a', description='Which', json_schema_extra={'enum': ['a', 'b']})"
    ),
    "enum of numbers in the schema": Row(
        "n: int = Field(default=2, json_schema_extra={'enum': [1, 2]})",
        "type default",
        asks={"n": {"default": "2"}},
    ),
    "enumNames in the schema": Row(
        "n: str = Field(json_schema_extra={'enum': ['a', 'b'], 'enumNames': ['A', 'B']})"
    ),
    "oneOf in the schema": Row(
        "n: str = Field(json_schema_extra={'oneOf': [{'const': 'a', 'title': 'A'}, {'const': 'b', 'title': 'B'}]})"
    ),
    "const in the schema": Row("n: str = Field(json_schema_extra={'const': 'a'})"),
    "titles of a Literal in the schema": Row(
        "n: Literal['a', 'b'] = Field(default='b', json_schema_extra={'enumNames': ['A', 'B']})",
        asks={"n": {"titles": ("A", "B")}},
    ),
    "format in the schema": Row(
        "n: str = Field(json_schema_extra={'format': 'email', 'maxLength': 99})"
    ),
    "unknown format in the schema": Row(
        "n: str = Field(json_schema_extra={'format': 'phone'})",
        "format",
        asks={"n": {"description": "In the format phone"}},
    ),
    "bounds in the schema": Row(
        "n: int = Field(default=2, json_schema_extra={'minimum': 1, 'maximum': 3})"
    ),
    "lengths in the schema": Row(
        "n: str = Field(max_length=9, json_schema_extra={'minLength': 1, 'maxLength': 5})"
    ),
    "texts in the schema": Row(
        "n: str = Field(json_schema_extra={'title': 'T', 'description': 'D'})"
    ),
    "a default in the schema": Row("n: int = Field(json_schema_extra={'default': 3})"),
    "examples": Row(
        "n: str = Field(description='Who', examples=['Ann', 'Bob'])",
        asks={"n": {"description": "Who (such as Ann or Bob)"}},
    ),
    "examples in the schema": Row(
        "n: str = Field(json_schema_extra={'examples': ['Ann']})",
        asks={"n": {"description": "Such as Ann"}},
    ),
    "deprecated": Row(
        "n: str = Field(deprecated=True, default='x')", asks={"n": {"description": "Deprecated"}}
    ),
    "keys of nobody's": Row(
        "n: str = Field(default='x', json_schema_extra={'x-ui': 'wide', 'maxLength': 4})",
        says=("'x-ui'", "say it in the description"),
    ),
    "a function in the schema": Row(
        "n: str = Field(default='x', json_schema_extra=lambda schema: None)",
        says=("is a function here",),
    ),
    "WithJsonSchema": Row(
        "n: Annotated[str, WithJsonSchema({'type': 'string', 'enum': ['a', 'b'], 'default': 'a'})] = 'a'"
    ),
    "WithJsonSchema of another type": Row(
        "n: Annotated[Unknown, WithJsonSchema({'type': 'integer', 'minimum': 1})]",
        asks={"n": {"type": "integer", "minimum": 1}},
    ),
    # --- validator-mode
    "BeforeValidator that strips": Row(
        "name: Annotated[str, BeforeValidator(stripped)] = Field(min_length=1, description='Who')",
        good=({"name": " a "},),
        bad=({"name": "  "},),
    ),
    "BeforeValidator of several": Row(
        "n: Annotated[MultiSelect[Color], BeforeValidator(list)] = Field(min_length=1)",
        good=({"n": ["red"]},),
        bad=({"n": []},),
        since="2025-11-25",
    ),
    "BeforeValidator without a name": Row(
        "n: Annotated[int, BeforeValidator(lambda value: value)] = Field(default=1, le=3)",
        bad=({"n": 4},),
    ),
    "field_validator before": Row(
        "name: str = Field(min_length=2)\n"
        "@field_validator('name', mode='before')\n"
        "@classmethod\n"
        "def strip(cls, value):\n    return value.strip()",
        good=({"name": " ab "},),
        bad=({"name": " a "},),
    ),
    "validators of several fields": Row(
        "first: str\nsecond: str = 'x'\n"
        "@field_validator('first', 'second', mode='before')\n"
        "@classmethod\n"
        "def strip(cls, value):\n    return value.strip()",
        good=({"first": " a "},),
    ),
    # --- config
    "str_strip_whitespace": Row(
        "model_config = ConfigDict(str_strip_whitespace=True, extra='forbid')\n"
        "name: str = Field(min_length=1)\nnick: str | None = None\nn: int = 3",
        good=({"name": " a "},),
        bad=({"name": "  "},),
    ),
    "str_max_length": Row(
        "model_config = ConfigDict(str_max_length=3)\nname: str\ndone: bool = False",
        asks={"name": {"maxLength": 3}},
    ),
    "alias_generator": Row(
        "model_config = ConfigDict(alias_generator=lambda name: name.upper())\nname: str = 'x'\nn: int = 1",
        "title",
    ),
    "extra": Row("model_config = ConfigDict(extra='allow')\nname: str = 'x'"),
    "populate_by_name": Row(
        "model_config = ConfigDict(populate_by_name=True)\nname: str = Field(alias='n')"
    ),
    "schema of the class": Row(
        "model_config = ConfigDict(json_schema_extra={'properties': {'n': {'enum': ['a', 'b'], 'default': 'a'}}})\n"
        "n: str = 'a'\nm: int = 3"
    ),
    # --- revision
    "multi-select in an old form": Row("sizes: MultiSelect[Size] = Field(min_length=1)"),
}


if PYDANTIC < (2, 10):  # where these are pydantic's own errors, or nothing at all
    del ROWS["shadow of model_extra"], ROWS["a title that is made"]


def old_questions(row: Row) -> dict[str, dict[str, Any]]:
    """Return what pydantic says that a plain model of this declaration asks, or nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            old = defined(declaration(row.body), SCOPE, BaseModel)
            return asked_by(old)
    except Exception:  # noqa: BLE001  (pydantic has its own reasons, and the row says the rest)
        return {}


def new_form(row: Row) -> tuple[type[Form], str]:
    """Return the form that the remedies give, and the error that they stand in."""
    declared = declaration(row.body, since=row.since)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        error = refusal_of(declared, SCOPE)
        return defined(followed(declared, error.faults), SCOPE), str(error)


@pytest.mark.filterwarnings("ignore::elicitform.FormWarning")
@pytest.mark.parametrize("case", ROWS)
def test_a_remedy_followed_to_the_letter_asks_the_same(case: str) -> None:
    row = ROWS[case]
    form, message = new_form(row)
    old, new = old_questions(row), asked_by(form)
    for name in old.keys() & new.keys():
        expected = {**old[name], **row.asks.get(name, {})}
        unknown = {"type", "title"} - expected.keys()  # a reference of pydantic's has neither
        for fact in {*expected, *new[name]} - {"description", *unknown, *row.moved.split()}:
            assert new[name].get(fact) == expected.get(fact), f"{name}: {fact}\n{message}"
        if "description" not in row.moved:
            said = old[name].get("description", "")
            assert new[name].get("description", "").startswith(said), message
    for name, facts in row.asks.items():
        assert {**new[name], **facts} == new[name], message
    for words in row.says:
        assert words in message
    for revision in form.protocol_revisions():
        assert [
            one
            for one in check_schema(form.requested_schema(revision), revision)
            if one.severity == "error"
        ] == []


@pytest.mark.filterwarnings("ignore::elicitform.FormWarning")
@pytest.mark.parametrize("case", [case for case, row in ROWS.items() if row.good or row.bad])
def test_what_the_wire_cannot_carry_is_checked_where_the_remedy_says(case: str) -> None:
    row = ROWS[case]
    form, _ = new_form(row)
    for content in row.good:
        form.validate_content(content)
    for content in row.bad:
        with pytest.raises(InvalidContent):
            form.validate_content(content)


# --- the words and the code of every remedy -----------------------------------------------------

BARE: dict[str, str] = {
    "bytes": "photo: bytes",
    "None": "n: None",
    "Literal of None": "n: Literal[None] = None",
    "list of models": "homes: list[Address]",
    "union of models": "home: Address | Pair",
    "Enum without members": "n: NoMembers",
    "unresolved": "n: 'Nowhere'",
    "secret": "password: str",
    "SecretStr": "key: pydantic.SecretStr",
    "class of a marker": "n: Annotated[str, NotSecret]",
    "a bound that cannot be kept": "n: int = Field(ge=3, le=2)",
    "an unknown zone": "n: Annotated[datetime, AssumeZone('Europe/Olso')]",
    "nothing": "pass",
    "hook": "n: int\n@classmethod\ndef __get_pydantic_json_schema__(cls, schema, handler): ...",
    "model_validator": "n: int\n@model_validator(mode='before')\n@classmethod\ndef look(cls, data):\n    return data",
    "schema of the class alone": "model_config = ConfigDict(json_schema_extra={'title': 'T', 'x-ui': 1})\nn: int",
    "a function for the class": "model_config = ConfigDict(json_schema_extra=lambda schema: None)\nn: int",
    "a needless key": "model_config = ConfigDict(strict=True, ser_json_bytes='hex')\nn: int",
}


def bodies() -> dict[str, str]:
    return {
        **{case: row.body for case, row in ROWS.items()},
        **{f"bare {case}": body for case, body in BARE.items()},
    }


@pytest.mark.parametrize("case", bodies())
def test_whatever_a_remedy_shows_as_code_is_python(case: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        error = refusal_of(declaration(bodies()[case]), SCOPE)
    for fault in error.faults:
        for code in [*blocks_of(fault.remedy), *snippets_of(fault.remedy)]:
            assert compiles(code), f"{code!r} in {fault.remedy}"


def test_every_code_of_a_class_statement_has_a_row() -> None:
    codes = set()
    for body in bodies().values():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            codes |= {fault.code for fault in refusal_of(declaration(body), SCOPE).faults}
    page = Path(__file__).parents[2] / "docs" / "refusals.md"
    later = {"abstract", "base-fields", "late-choices", "message"}
    later |= {"no-choices", "no-message", "unknown-field"}
    assert codes == set(re.findall("^## `(.*)`$", page.read_text("utf-8"), re.MULTILINE)) - later


class Raising:
    """A default that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = object.__hash__


@pytest.mark.parametrize(
    "body", ["n: Literal['a', 'b'] = Raising()", "n: Annotated[int, Field(gt=Raising())]"]
)
def test_whatever_the_authors_classes_raise_the_refusal_is_told(body: str) -> None:
    assert refusal_of(declaration(body), {**SCOPE, "Raising": Raising}).faults


def test_a_declaration_that_cannot_be_written_down_leaves_the_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("elicitform._declare.instead.field.nearest_to", fail)
    (fault,) = refusal_of(declaration("tags: list[str]"), SCOPE).faults
    assert fault.code == "list"
    assert blocks_of(fault.remedy) == []
    assert "in a form of its own" in fault.remedy
