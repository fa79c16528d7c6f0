"""Models as people write them become forms that run and ask the same."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import assume, given
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

from elicitform import Form, FormWarning
from elicitform._generate.adopt.statement import adopt
from elicitform._generate.source import module_source
from elicitform._wire.description import description_of
from tests.support.command import command
from tests.support.followed import asked_in
from tests.support.strategies import declarations
from tests.support.trying import trying

if TYPE_CHECKING:
    from tests.support.strategies import Declaration

IMPORTS = """
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from enum import Enum, IntEnum
from typing import *
from pydantic import *
from typing_extensions import NotRequired, Required, TypedDict, Annotated, Literal
"""


class Wild(NamedTuple):
    """A model as somebody may have written it.

    Attributes:
        source: Its class, called Asked, and what that needs.
        is_same: The form asks the same.
    """

    source: str
    is_same: bool = True


WILD = {
    "a booking": Wild("""
        class Asked(BaseModel):
            checkAlternative: bool = Field(description="Would you like to check another date?")
            alternativeDate: str = Field(
                default="2024-12-26", description="Alternative date (YYYY-MM-DD)"
            )
        """),
    "a confirmation with a reason": Wild("""
        class Asked(BaseModel):
            confirm: bool = Field(default=False, description="Delete 12 files?")
            reason: Optional[str] = Field(default=None, max_length=200)
        """),
    "a model without fields": Wild("""
        class Asked(BaseModel):
            pass
        """),
    "a model with a docstring alone": Wild('''
        class Asked(BaseModel):
            """Confirm the deletion."""
        '''),
    "a docstring": Wild('''
        class Asked(BaseModel):
            """Where to deploy."""

            region: str
            replicas: int = 3
        '''),
    "literals": Wild("""
        class Asked(BaseModel):
            environment: Literal["dev", "staging", "production"] = "dev"
            color: Literal["red", "green"] = Field(..., description="Which one?", title="Colour")
        """),
    "an Enum": Wild("""
        class Priority(str, Enum):
            LOW = "low"
            HIGH = "high"

        class Asked(BaseModel):
            priority: Priority = Field(description="How urgent?")
            other: Priority = Priority.LOW
        """),
    "an optional Enum": Wild("""
        class Size(Enum):
            S = "small"
            L = "large"

        class Asked(BaseModel):
            size: Size | None = None
        """),
    "an Enum inside": Wild("""
        class Asked(BaseModel):
            class Kind(str, Enum):
                BUG = "bug"
                FEATURE = "feature"

            kind: Kind = Kind.BUG
            title: str
        """),
    "enum in json_schema_extra": Wild("""
        class Asked(BaseModel):
            branch: str = Field(
                default="main",
                description="Which branch?",
                json_schema_extra={"enum": ["main", "dev"]},
            )
        """),
    "enum and enumNames in json_schema_extra": Wild("""
        class Asked(BaseModel):
            plan: str = Field(
                json_schema_extra={"enum": ["s", "l"], "enumNames": ["Small", "Large"]}
            )
        """),
    "enumNames beside a Literal": Wild("""
        class Asked(BaseModel):
            variant: Literal["im", "imd"] = Field(
                default="im",
                title="Mining Variant",
                json_schema_extra={"enumNames": ["IM (traditional)", "IMd"]},
            )
        """),
    "oneOf in json_schema_extra": Wild("""
        class Asked(BaseModel):
            seat: str = Field(
                json_schema_extra={
                    "oneOf": [
                        {"const": "w", "title": "Window"},
                        {"const": "a", "title": "Aisle"},
                    ]
                }
            )
        """),
    "items.enum in json_schema_extra": Wild("""
        class Asked(BaseModel):
            tags: list[str] = Field(
                default_factory=list,
                description="Pick some",
                json_schema_extra={"items": {"type": "string", "enum": ["a", "b", "c"]}},
            )
            name: str
        """),
    "items.anyOf in json_schema_extra": Wild("""
        class Asked(BaseModel):
            tags: list[str] = Field(
                json_schema_extra={
                    "items": {"anyOf": [{"const": "a", "title": "A!"}, {"const": "b", "title": "B!"}]}
                },
                min_length=1,
            )
        """),
    "a list of literals": Wild("""
        class Asked(BaseModel):
            days: List[Literal["mon", "tue"]] = Field(min_length=1, max_length=2)
        """),
    "a list of members": Wild("""
        class Topic(str, Enum):
            NEWS = "news"
            SPORT = "sport"

        class Asked(BaseModel):
            topics: list[Topic] = [Topic.NEWS]
        """),
    "keywords of the wire in json_schema_extra": Wild("""
        class Asked(BaseModel):
            code: str = Field(json_schema_extra={"minLength": 3, "maxLength": 6})
            port: int = Field(8080, json_schema_extra={"minimum": 1, "maximum": 65535})
            mail: str = Field(json_schema_extra={"format": "email"})
            when: str = Field(json_schema_extra={"format": "date", "title": "Which day?"})
        """),
    "a title and a description in json_schema_extra": Wild("""
        class Asked(BaseModel):
            x: str = Field(json_schema_extra={"title": "The X", "description": "What it is"})
        """),
    "bounds": Wild("""
        class Asked(BaseModel):
            guests: int = Field(ge=1, le=20, description="How many guests?")
            nights: int = Field(default=1, gt=0, lt=30)
            budget: float = Field(default=100, ge=0)
            name: str = Field(min_length=2, max_length=50)
        """),
    "constrained types": Wild("""
        class Asked(BaseModel):
            age: conint(ge=0, le=150)
            nick: Annotated[str, StringConstraints(min_length=1)] = "me"
            count: PositiveInt = 1
        """),
    "a pattern": Wild("""
        class Asked(BaseModel):
            slug: str = Field(pattern=r"^[a-z-]+$", description="Short name")
            sku: str = Field(default="A-1", pattern=r"^[A-Z]-\\d$")
        """),
    "bounds that the wire lacks": Wild("""
        class Asked(BaseModel):
            price: float = Field(gt=0, description="In euros")
            step: int = Field(multiple_of=5, ge=0)
        """),
    "optional fields in every spelling": Wild("""
        class Asked(BaseModel):
            a: Optional[str] = None
            b: int | None = None
            c: Union[float, None] = Field(None, ge=0)
            d: Annotated[Optional[bool], Field(description="Sure?")] = None
        """),
    "dates": Wild("""
        class Asked(BaseModel):
            day: date
            until: date = date(2026, 12, 24)
            start: datetime | None = None
        """),
    "addresses": Wild("""
        class Asked(BaseModel):
            email: EmailStr = Field(description="Where to write")
            site: AnyUrl | None = None
        """),
    "aliases": Wild("""
        class Asked(BaseModel):
            first_name: str = Field(alias="firstName")
            last_name: str = Field(default="", alias="lastName", title="Last name")
        """),
    "a config": Wild("""
        class Asked(BaseModel):
            model_config = ConfigDict(title="Order", extra="forbid", str_strip_whitespace=True)

            item: str
            quantity: int = 1
        """),
    "a config of the old kind": Wild("""
        class Asked(BaseModel):
            model_config = {"json_schema_extra": {"examples": [{"n": 3}]}}

            n: int = Field(default=3, description="How many?")
        """),
    "titles": Wild("""
        class Asked(BaseModel):
            fname: str = Field(..., title="First name", description="As in the passport")
            ok: bool = Field(False, title="Sure?")
        """),
    "examples": Wild("""
        class Asked(BaseModel):
            city: str = Field(examples=["Oslo", "Rome"], description="Where?")
        """),
    "a validator": Wild("""
        class Asked(BaseModel):
            date: str = Field(description="YYYY-MM-DD")
            party_size: int = Field(2, description="How many?")

            @field_validator("date")
            @classmethod
            def valid_date(cls, value: str) -> str:
                if not re.match("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
                    raise ValueError("write it as 2026-01-31")
                return value
        """),
    "validators before and after": Wild("""
        def cleaned(value: str) -> str:
            return value.strip()

        class Asked(BaseModel):
            name: Annotated[str, AfterValidator(cleaned)]
            other: str = "x"

            @field_validator("other", mode="before")
            @classmethod
            def trimmed(cls, value: str) -> str:
                return value.strip()

            @model_validator(mode="after")
            def differ(self):
                if self.name == self.other:
                    raise ValueError("must differ")
                return self
        """),
    "inheritance": Wild("""
        class Named(BaseModel):
            name: str = Field(description="What is it called?")

        class Asked(Named):
            count: int = Field(1, ge=1)
        """),
    "a dataclass": Wild("""
        @dataclass
        class Asked:
            name: str
            type: Literal["web", "api", "cli"]
            description: str = "none"
            private: bool = False
        """),
    "a dataclass with fields": Wild("""
        @dataclass
        class Asked:
            age: Annotated[int, Field(ge=0, description="In years")]
            email: str = field(default="a@example.com", metadata={"description": "Where?"})
            nick: Optional[str] = None
        """),
    "a TypedDict": Wild("""
        class Asked(TypedDict):
            city: Annotated[str, Field(description="Where?")]
            days: NotRequired[int]
            unit: Literal["c", "f"]
        """),
    "a TypedDict of optional keys": Wild("""
        class Asked(TypedDict, total=False):
            note: str
            name: Required[str]
        """),
    "names that a form has": Wild("""
        class Asked(BaseModel):
            register: bool = False
            json: str = Field(default="{}", description="What to send")
        """),
    "a password": Wild("""
        class Asked(BaseModel):
            username: str
            password: str = Field(description="Your password")
        """, is_same=False),
    "a nested model": Wild("""
        class Address(BaseModel):
            street: str

        class Asked(BaseModel):
            name: str
            address: Address
        """, is_same=False),
    "a list of texts": Wild("""
        class Asked(BaseModel):
            topics: list[str] = Field(description="What about?")
        """, is_same=False),
}  # fmt: skip


def imported(source: str, name: str, folder: Path) -> dict[str, Any]:
    """Return what a source defines, as a module of its own that stands in a folder."""
    scope: dict[str, Any] = {"__name__": name}
    exec(compile(source, str(folder / f"{name}.py"), "exec", dont_inherit=True), scope)
    return scope


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, which is on the import path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "wild", raising=False)
    return tmp_path


def adopted(source: str, *targets: str) -> tuple[int, str, str]:
    """Return what the command says of the models of a source."""
    lines = [line.removeprefix(" " * 8) for line in source.splitlines()]
    Path("wild.py").write_text(IMPORTS + "\n".join(lines) + "\n", encoding="utf-8")
    return command("adopt", *(targets or ("wild.py:Asked",)))


def form_of(printed: str, folder: Path) -> type[Form]:
    form: type[Form] = imported(printed, "forms", folder)["Asked"]
    return form


LACKING = {
    "exclusiveMaximum": "maximum",
    "exclusiveMinimum": "minimum",
    "multipleOf": "",
    "pattern": "",
}
"""The facts that the wire lacks, and the one that comes nearest."""


def asked(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what is asked, in the words of the wire, where every field has a title."""
    return {
        name: {"title": name.replace("_", " ").title(), **facts}
        for name, facts in asked_in(schema).items()
    }


def differences(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    """Return the names of the facts that a form says otherwise than the model did."""
    lacking = LACKING.keys() & before
    differ = {key for key in {*before, *after} - lacking if before.get(key) != after.get(key)}
    if after.get("default") == []:  # as a factory makes it, which a model does not show
        differ.discard("default")
    if before.get("format") == "uri":  # a URL is never empty
        differ.discard("minLength")
    if lacking or "such as" in after.get("description", ""):  # examples, which the wire lacks, too
        said = after["description"].lower()
        assert said.startswith(before.get("description", "").lower())
        assert "must" in said or "such as" in said
        differ.discard("description")
    return differ - {LACKING[one] for one in lacking}


def is_asking_the_same(name: str, folder: Path) -> bool:
    code, printed, _ = adopted(WILD[name].source)
    form = form_of(printed, folder)
    model = sys.modules.get("wild") or __import__("wild")
    before, after = asked(TypeAdapter(model.Asked).json_schema()), asked(form.model_json_schema())
    if not before:
        return [*after] == ["confirm"]
    is_whole = code == 0 and [*before] == [*after]
    return is_whole and not any(differences(before[name], after[name]) for name in before)


@pytest.mark.filterwarnings("ignore:Field name .* shadows:UserWarning")
@pytest.mark.filterwarnings("ignore::elicitform.FormWarning")
@pytest.mark.parametrize("name", WILD)
def test_a_model_becomes_a_form_that_asks_the_same_unless_no_form_can(
    name: str, folder: Path
) -> None:
    assert is_asking_the_same(name, folder) == WILD[name].is_same


def test_nine_of_ten_models_are_kept() -> None:
    same = sum(wild.is_same for wild in WILD.values())
    assert len(WILD) >= 40
    assert same / len(WILD) >= 0.9


def printed_for(model: type[BaseModel], enums: dict[str, Any]) -> type[Form]:
    """Return the form that is printed for a model, where these Enums can be imported."""
    module = ModuleType("drawn")
    vars(module).update(enums)
    sys.modules[module.__name__] = module
    try:
        adopted = adopt(model, Form, module.__name__)
        source = module_source(adopted.imports, [adopted.source])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormWarning)
            exec(compile(source, "<drawn>", "exec", dont_inherit=True), vars(module))
    finally:
        del sys.modules[module.__name__]
    assert adopted.is_whole, adopted.changes
    form: type[Form] = vars(module)[adopted.name]
    return form


@trying
@given(declarations())
def test_a_model_with_the_fields_of_a_form_becomes_that_form(declaration: Declaration) -> None:
    assume(declaration.keywords.get("auto_titles", True))
    keywords = [question.keywords for question in declaration.questions.values()]
    assume(not any("default_factory" in one for one in keywords))  # of a lambda, which has no name
    fields: Any = {
        attribute: (question.annotation, Field(**question.keywords))
        for attribute, question in declaration.questions.items()
    }
    # Not built, since pydantic itself does not take a bound of 0.5 for an integer.
    config = ConfigDict(defer_build=True)
    model = create_model("Asked", __module__="drawn", __config__=config, **fields)
    description = description_of(declaration.form())
    kinds = [field.kind for field in description.fields.values()]
    found = {enum for kind in kinds if (enum := getattr(kind, "enum", None))}
    assume(len(found) < 2)  # they are all called alike
    enums = {enum.__name__: enum for enum in found}
    form = printed_for(model, enums)
    assert form.requested_schema() == declaration.schema("2026-07-28")
