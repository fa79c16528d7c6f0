"""Types that the tests declare fields with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, Flag, IntEnum
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel, create_model
from typing_extensions import Self, TypedDict

from elicitform import DefinitionFault, Form, FormDefinitionError


class Color(Enum):
    RED = "red"
    GREEN = "green"


class Size(str, Enum):
    SMALL = "s"
    LARGE = "l"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Rights(Flag):
    READ = 1
    WRITE = 2


class Mixed(Enum):
    TEXT = "text"
    NUMBER = 1


class Aliased(Enum):
    FIRST = "same"
    SECOND = "same"  # noqa: PIE796  (that is the point)


class Blank(Enum):
    NOTHING = ""
    SOMETHING = "x"


class NoMembers(Enum):
    pass


class Labelled(str, Enum):
    """An Enum whose members carry a label, as Django's `TextChoices` do."""

    label: str

    def __new__(cls, value: str, label: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    OPEN = "open", "Still open"
    DONE = "done", "All done"


class Address(BaseModel):
    city: str
    zip: str


class Person(BaseModel):
    name: str
    home: Address


@dataclass
class Point:
    x: float
    y: float


class Options(TypedDict):
    verbose: bool


class Pair(NamedTuple):
    left: int
    right: int


class Unknown:
    """A class that pydantic knows nothing about."""


def made(fields: dict[str, Any], **keywords: Any) -> Any:
    """Return a form called `Sample`, as checkers cannot know it."""
    make: Any = create_model
    return make("Sample", __base__=Form, __cls_kwargs__=keywords, **fields)


def form_with(annotation: Any, default: Any = ..., **keywords: Any) -> Any:
    """Return a form of one field, called `field`."""
    return made({"field": (annotation, default)}, **keywords)


def field_schema(form: Any, revision: str = "2026-07-28") -> dict[str, Any]:
    """Return the schema of the one field of a form, checking that it is the only one."""
    (schema,) = form.requested_schema(revision)["properties"].values()
    return dict(schema)


@contextmanager
def refused() -> Iterator[list[DefinitionFault]]:
    """Expect a class statement to be refused, and hand over its faults."""
    faults: list[DefinitionFault] = []
    with pytest.raises(FormDefinitionError) as caught:
        yield faults
    faults += caught.value.faults
