"""``elicitform adopt``: classes of a module to forms, with what is said of them."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from elicitform import Form
from elicitform._cli import today
from elicitform._cli.forms import forget_modules
from tests.support.command import command

if TYPE_CHECKING:
    from collections.abc import Iterator

SHOP = '''\
from __future__ import annotations

import datetime
import functools as ft
from enum import Enum
from typing import Annotated, ClassVar, Final

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PrivateAttr,
    SecretStr,
    create_model,
    field_validator,
    model_validator,
)

from elicitform import Form

LIMIT = 3


class Size(str, Enum):
    """How large."""

    SMALL = "s"
    LARGE = "l"


class Colour(Enum):
    RED = "red"
    GREEN = "green"


class Known(Form):
    n: int


class Order(BaseModel):
    """What is ordered."""

    model_config = ConfigDict(title="Order", extra="forbid", strict=True)

    size: Size = Size.SMALL
    count: int = Field(default=1, multiple_of=2)
    word: Annotated[str, AfterValidator(str.strip)] = "x"
    most: ClassVar[int] = LIMIT
    _seen: int = PrivateAttr(default=0)

    @field_validator("count")
    @classmethod
    def check_count(cls, value: int) -> int:
        """Refuse too many.

        They are few.
        """
        if value > LIMIT:
            raise ValueError("too many")
        return value

    @field_validator("word", mode="before")
    @classmethod
    def lowered(cls, value: str) -> str:
        return value.lower()

    def again(self) -> Order:
        return self


class Login(BaseModel):
    user: str
    password: SecretStr


class Secrets(BaseModel):
    pin: str
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module of models, on the import path; imports leave nothing behind."""
    (tmp_path / "shop.py").write_text(SHOP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    modules = set(sys.modules)
    yield tmp_path
    forget_modules(tmp_path.resolve(), modules)


def adopted(*targets: str) -> tuple[int, str, str]:
    return command("adopt", *targets)


def of(body: str, *targets: str) -> tuple[int, str, str]:
    """Adopt what follows the imports of the shop."""
    imports = SHOP.partition("LIMIT = 3")[0].replace("from __future__ import annotations\n", "")
    Path("more.py").write_text(imports + body, encoding="utf-8")
    return adopted(*(targets or ("more.py",)))


def run(source: str) -> dict[str, type[Form]]:
    """Return the forms of a printed module."""
    sys.modules["printed"] = module = types.ModuleType("printed")
    try:
        exec(compile(source, "<printed>", "exec", dont_inherit=True), vars(module))
    finally:
        del sys.modules["printed"]
    return vars(module)


# --- what is printed --------------------------------------------------------------------------


def test_a_class_is_printed_as_a_form_with_all_that_it_holds() -> None:
    code, out, err = adopted("shop.py:Order")
    assert (
        out
        == '''\
from __future__ import annotations

from typing import Annotated, ClassVar

from elicitform import Form
from pydantic import AfterValidator, ConfigDict, Field, PrivateAttr, field_validator
from shop import LIMIT, Size


class Order(Form):
    """What is ordered."""

    most: ClassVar[int] = LIMIT

    _seen: int = PrivateAttr(default=0)

    model_config = ConfigDict(title="Order", extra="forbid")

    size: Size = Size.SMALL
    count: int = Field(default=1, description="Must be a multiple of 2")
    word: Annotated[str, AfterValidator(str.strip)] = "x"

    @field_validator("word")
    @classmethod
    def lowered(cls, value: str) -> str:
        return value.lower()

    @field_validator("count")
    @classmethod
    def check_count_too(cls, value: int) -> int:
        if value % 2:
            raise ValueError("must be a multiple of 2")
        return value

    @field_validator("count")
    @classmethod
    def check_count(cls, value: int) -> int:
        """Refuse too many.

        They are few.
        """
        if value > LIMIT:
            raise ValueError("too many")
        return value

    def again(self) -> Order:
        return self
'''
    )
    assert code == 0, err


def test_a_module_is_adopted_without_what_is_a_form_or_the_choice_of_a_field() -> None:
    code, out, _ = adopted("shop")
    assert code == 1
    names = [line.split("(")[0] for line in out.splitlines() if line.startswith("class")]
    assert names == ["class ColourForm", "class Order", "class Login", "class Secrets"]
    assert "\nclass ColourForm(Form):\n    value: Colour\n" in out
    assert run(out)["ColourForm"].requested_schema()["properties"]["value"]["enum"] == [
        "red",
        "green",
    ]


def test_what_cannot_be_kept_is_a_comment_in_its_place() -> None:
    code, out, err = adopted("shop.py:Login", "shop.py:Secrets")
    assert code == 1
    assert (
        out.partition("\n\n\n")[2]
        == """\
class Login(Form):
    user: str
    # password: SecretStr
    # The protocol forbids asking for a credential in a form.
    # Ask with URL mode elicitation, so that the secret goes past client and model.


class Secrets(Form, abstract=True):
    # pin: str
    # "pin" in the name or title asks for a credential, which the protocol forbids in a form.
    # Ask with URL mode elicitation, so that it goes past client and model. Where the name
    # is innocent, say why: `Annotated[str, NotSecret("…")]`.

    pass
"""
    )
    assert "  password (left out): The protocol forbids asking for a credential in a form." in err
    assert list(run(out)["Login"].model_fields) == ["user"]


def test_a_file_is_written_in_place_of_stdout() -> None:
    code, out, _ = command("adopt", "shop.py:Size", "--out", "forms.py")
    assert (code, out) == (0, "forms.py\n")
    assert "class SizeForm(Form):\n    value: Size\n" in Path("forms.py").read_text(
        encoding="utf-8"
    )


def test_a_form_is_called_otherwise_than_what_every_form_needs() -> None:
    code, out, _ = of("from pydantic import BaseModel\nclass Form(BaseModel):\n    n: int\n")
    assert code == 0
    assert "class FormForm(Form):\n    n: int\n" in out
    assert issubclass(run(out)["FormForm"], Form)


def test_bounds_below_zero_choices_in_lists_and_aliases_are_written() -> None:
    code, out, err = of("""
Degrees = Annotated[int, Field(ge=-40)]

class Sky(Enum):
    CLEAR = "clear"
    RAIN = "rain"

class Base(BaseModel):
    'Whose docstring is its own.'

    at_least: Degrees = -3

class Asked(Base):
    skies: list[Sky]
""")
    assert code == 0, err
    assert "class Sky" not in out
    assert "    at_least: int = Field(default=-3, ge=-40)\n    skies: MultiSelect[Sky]\n" in out
    assert out.count("Whose docstring is its own.") == 1


def test_what_a_validator_needs_is_imported() -> None:
    code, out, _ = of('class Asked(BaseModel):\n    word: str = Field(pattern="^[a-z]+$")\n')
    assert code == 0
    assert out.startswith("import re\n\nfrom elicitform import Form\n")
    assert list(run(out)["Asked"].model_fields) == ["word"]


# --- what is left out -------------------------------------------------------------------------

LEFT_OUT = {
    "a wrap validator": """
class Asked(BaseModel):
    x: int

    @field_validator("x", mode="wrap")
    @classmethod
    def wrapped(cls, value, handler):
        return handler(value)
""",
    "a validator of raw answers": """
class Asked(BaseModel):
    x: int

    @model_validator(mode="before")
    @classmethod
    def whole(cls, data):
        return data
""",
    "what runs after a dataclass is made": """
from dataclasses import dataclass

@dataclass
class Asked:
    x: int

    def __post_init__(self):
        self.x += 1
""",
    "what a dataclass takes and does not hold": """
from dataclasses import InitVar, dataclass

@dataclass
class Asked:
    x: int
    y: InitVar[dict] = None
""",
    "a validator without a source": """
def checked(value):
    return value

Asked = create_model(
    "Asked", __module__=__name__, __validators__={"checked": field_validator("x")(checked)}, x=(int, 1)
)
""",
    "a variable": """
class Asked(BaseModel):
    x: int
    y: Final[int] = 3
""",
    "a default that has no name": """
class Asked(BaseModel):
    x: int
    y: str = Field(default_factory=lambda: "y")
""",
    "a check that has no name": """
class Asked(BaseModel):
    x: int
    y: Annotated[str, AfterValidator(lambda value: value)]
""",
    "a serializer that has no name": """
class Asked(BaseModel):
    x: int
    y: Annotated[str, AfterValidator(lambda value: value), PlainSerializer(lambda value: value)]
""",
    "a name that means nothing": """
class Asked(BaseModel):
    x: int
    y: "Unknown"
""",
    "a validator of a field that is left out": """
class Asked(BaseModel):
    x: int
    token: str

    @field_validator("token")
    @classmethod
    def looked_at(cls, value):
        return value
""",
    "a name with two meanings": """
class Asked(BaseModel):
    x: int
    day: datetime.datetime

    def today(self):
        return datetime.date.today()
""",
    "a function that fails where it stands": """
def only_once(function, seen=[]):
    if seen:
        raise ValueError("once")
    seen.append(function)
    return function

class Asked(BaseModel):
    x: int

    @only_once
    def f(self):
        return 1
""",
    "a field that fails where it stands": """
class Format(Enum):
    PDF = "pdf"

class Asked(BaseModel):
    x: int
    format: Format
    mail: str = Field(json_schema_extra={"format": "email"})
""",
    "two fields of one name": """
class Asked(BaseModel):
    x: int
    y: int = Field(alias="x")
""",
}


@pytest.mark.filterwarnings("ignore:All fields should be annotated:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:.*Final.*:DeprecationWarning")
@pytest.mark.parametrize("body", LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_a_form_cannot_hold_is_left_out_and_said(body: str) -> None:
    code, out, err = of(body, "more.py:Asked")
    assert code == 1, out
    assert "(left out): " in err
    assert "\n    # " in out
    assert "x" in run(out)["Asked"].model_fields
    assert "errors.pydantic.dev" not in out + err


def test_a_class_that_no_statement_makes_is_refused() -> None:
    code, out, err = of(
        'Asked = create_model("class", __module__=__name__, x=(int, 1))\n', "more.py:Asked"
    )
    assert (code, out) == (1, "")
    assert "class cannot be an elicitation form" in err


# --- what is said -----------------------------------------------------------------------------


def test_what_had_to_change_is_said_with_the_reason_and_what_it_becomes() -> None:
    _, _, err = adopted("shop.py:Order")
    assert (
        "  count: `multiple_of=2` has no place on the wire, so the client would never hear of it. It "
        'becomes count: int = Field(default=1, description="Must be a multiple of 2")  '
        "[unsupported-constraint]\n"
    ) in err
    assert "  the class: `strict=True` in model_config would change what is sent" in err


def test_what_nobody_has_to_change_is_said_too() -> None:
    assert adopted("shop.py:Colour")[2].endswith("  nothing had to change but the base class\n")


def test_what_surprises_somebody_is_said() -> None:
    code, _, err = of("class Asked(BaseModel):\n    yes: bool = True\n")
    assert code == 0
    assert "  warning: Asked.yes: a box that is shown ticked may come back true" in err


def test_what_the_sdks_do_today_is_said() -> None:
    pytest.importorskip("mcp")
    pytest.importorskip("fastmcp")
    _, _, err = adopted("shop.py:Order", "shop.py:Colour")
    assert ": TypeError when it asks: Elicitation schema field 'size' rendered as" in err
    assert ": sends a valid schema\n" in err
    _, _, err = of('class Asked(BaseModel):\n    """Which?"""\n\n    n: int\n')
    assert " and fastmcp " in err
    assert ": sends what no client has to understand\n    /description: the root holds" in err


def test_an_error_of_an_sdk_is_cut_where_it_is_long() -> None:
    pytest.importorskip("fastmcp")
    _, _, err = of(f"class Asked(BaseModel):\n    {'x' * 400}: dict\n")
    assert "xxx…\n" in err


def test_an_sdk_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.elicitation", None)
    monkeypatch.setitem(sys.modules, "fastmcp.server.elicitation", None)
    assert list(today.doings_of(int)) == [
        "  mcp and fastmcp: not installed, or of a version that is not known"
    ]


# --- targets ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("shop:Known", "shop:Known is a form already"),
        ("shop:LIMIT", "shop:LIMIT is no model, dataclass, TypedDict or Enum"),
        ("shop:Nothing", "shop has nothing called Nothing"),
        ("json.tool", "json.tool defines no model, dataclass, TypedDict or Enum to adopt"),
        ("nowhere", "cannot import nowhere: ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_a_target_without_a_class_to_adopt_is_refused(target: str, said: str) -> None:
    assert adopted(target) == (2, "", f"elicitform: {said}\n")


def test_generic_models_that_pydantic_fills_in_are_no_classes_of_the_module() -> None:
    body = "class Tags(RootModel[list[str]]):\n    pass\n"
    code, out, _ = of(f"from pydantic import RootModel\n{body}")
    assert code == 0
    assert out.count("class ") == 1
    assert '    root: str = Field(description="Separated by commas")\n' in out
