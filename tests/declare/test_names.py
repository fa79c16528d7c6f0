"""What a field may be called: nothing that the class has already, and something that can be seen."""

from __future__ import annotations

import sys
import types
import warnings
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal, Optional

import pydantic
import pytest
from pydantic import AnyUrl, BaseModel, ConfigDict, Field, create_model

from elicitform import Form, FormDefinitionError, FormWarning, MultiSelect, Titles
from tests.support.declared import field_schema, form_with, made, refused

PYDANTIC = tuple(map(int, pydantic.VERSION.split(".")[:2]))
INVISIBLE = [
    "",
    " ",
    "\t\n",
    "\xa0",
    "\u200b",
    "\u2060\ufeff",
    "\u3164",
    "\u2800",
    "\ufe0f",
    "\u200e ",
]
VISIBLE = ["a", " a ", ".", "_", "0", "é", "語", "😀", "\u200bx", "e\u0301"]


def declared(body: str, **names: Any) -> Any:
    """Return the form whose class statement has this body, read at once."""
    scope = {
        "Form": Form,
        "Field": Field,
        "ClassVar": ClassVar,
        "Final": Final,
        "Annotated": Annotated,
        **names,
    }
    code = "class Sample(Form):\n" + "\n".join(f"    {line}" for line in body.splitlines())
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Field name", UserWarning)
        exec(compile(code, "<declared>", "exec", dont_inherit=True), scope)
    return scope["Sample"]


def of_every_form() -> list[str]:
    """Return the names that every form has, and pydantic lets be fields."""
    own = {*dir(Form), *dir(type(Form))}
    refused_by_pydantic: tuple[str, ...] = ("_", "model_config", "model_dump", "model_validate")
    if PYDANTIC < (2, 10):
        refused_by_pydantic = ("_", "model_")
    return sorted(name for name in own if not name.startswith(refused_by_pydantic))


@pytest.mark.parametrize("default", ["", " = 'x'", " = Field(default='x')", " = Field()"])
@pytest.mark.parametrize("name", of_every_form())
def test_a_field_cannot_shadow_what_every_form_has(name: str, default: str) -> None:
    with refused() as faults:
        declared(f"{name}: str{default}")
    assert [(fault.field, fault.code) for fault in faults] == [(name, "name")]
    assert f"`{name}` is something that Form has already" in faults[0].rule
    assert f'alias="{name}"' in faults[0].remedy


@pytest.mark.parametrize(
    "name", ["register", "mro", "model_fields", "parse_response", "protocol_revisions"]
)
def test_an_alias_keeps_the_name_on_the_wire(name: str) -> None:
    form = made({"of_its_own": (str, Field(alias=name))})
    assert list(form.requested_schema()["properties"]) == [name]
    assert form.validate_content({name: "a"}).of_its_own == "a"


class Counting(Form):
    count: int

    def total(self) -> int:
        return self.count

    @property
    def half(self) -> float:
        return self.count / 2

    @classmethod
    def made(cls) -> str:
        return cls.__name__

    @staticmethod
    def plain() -> str:
        return "plain"


class Helping:
    limit = 3

    def helped(self) -> str:
        return "helped"


@pytest.mark.parametrize("name", ["total", "half", "made", "plain", "helped"])
@pytest.mark.parametrize("default", ["", " = 3"])
def test_a_field_cannot_shadow_a_method_of_a_base(name: str, default: str) -> None:
    scope: dict[str, Any] = {"Counting": Counting, "Helping": Helping}
    code = f"class Sample(Counting, Helping):\n    {name}: int{default}"
    with warnings.catch_warnings(), refused() as faults:
        warnings.filterwarnings("ignore", "Field name", UserWarning)
        exec(compile(code, "<declared>", "exec", dont_inherit=True), scope)
    assert [(fault.field, fault.code) for fault in faults] == [(name, "name")]
    assert ("default" in faults[0].remedy) is bool(default)


def test_a_method_cannot_shadow_its_own_field() -> None:
    with refused() as faults:
        declared("n: int\ndef n(self): return 3")
    assert [(fault.field, fault.code) for fault in faults] == [("n", "name")]
    assert 'n_: int = Field(alias="n")' in faults[0].remedy


def test_a_field_of_a_mixin_is_judged_by_the_same_rule() -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Field name", UserWarning)

        class Mixin(BaseModel):
            register: str

    with refused() as faults:

        class Sample(Form, Mixin):
            name: str

    assert [(fault.field, fault.code) for fault in faults] == [("register", "name")]
    assert 'register_: str = Field(alias="register")' in faults[0].remedy


@pytest.mark.filterwarnings("ignore:Field name .limit.")
def test_a_field_may_override_a_field_and_take_a_plain_default_from_a_mixin() -> None:
    class Fewer(Counting, Helping):
        count: int = 1
        limit: int

    properties = Fewer.requested_schema()["properties"]
    assert {name: one["default"] for name, one in properties.items()} == {"count": 1, "limit": 3}


# --- names and titles can be seen ---------------------------------------------------------------


@pytest.mark.parametrize("text", INVISIBLE)
def test_a_title_in_which_nothing_can_be_seen_is_refused(text: str) -> None:
    for annotation, default in [
        (str, Field(title=text)),
        (Optional[Annotated[str, Field(title=text)]], None),
    ]:
        with refused() as faults:
            form_with(annotation, default)
        assert [(fault.field, fault.code) for fault in faults] == [("field", "name")]


@pytest.mark.parametrize("text", INVISIBLE)
def test_a_name_in_which_nothing_can_be_seen_is_refused(text: str) -> None:
    with refused() as faults:
        form_with(str, Field(alias=text))
    assert [(fault.field, fault.code) for fault in faults] == [("field", "name")]


@pytest.mark.parametrize("text", INVISIBLE)
def test_a_title_of_a_choice_in_which_nothing_can_be_seen_is_refused(text: str) -> None:
    marker = Titles({"a": "A", "b": text})
    for annotation in (
        Annotated[Literal["a", "b"], marker],
        MultiSelect[Annotated[Literal["a", "b"], marker]],
    ):
        with refused() as faults:
            form_with(annotation, since="2025-11-25")
        assert [fault.code for fault in faults] == ["choice-values"]


@pytest.mark.parametrize("text", INVISIBLE)
def test_texts_given_at_run_time_can_be_seen_as_well(text: str) -> None:
    form = form_with(Literal["a", "b"])
    changes: list[Any] = [
        lambda: form.with_text(field={"title": text}),
        lambda: form.with_choices(field={"a": "A", "b": text}),
    ]
    for change in changes:
        with pytest.raises(FormDefinitionError) as caught:
            change()
        assert {fault.code for fault in caught.value.faults} <= {"name", "choice-values"}


@pytest.mark.parametrize("text", INVISIBLE)
def test_a_message_in_which_nothing_can_be_seen_is_refused(text: str) -> None:
    with refused() as faults:
        made({"n": (int, ...)}, message=text)
    assert [fault.code for fault in faults] == ["message"]


@pytest.mark.parametrize("text", VISIBLE)
def test_a_title_and_a_name_that_can_be_seen_are_kept(text: str) -> None:
    schema = form_with(str, Field(title=text)).requested_schema()
    assert schema["properties"]["field"]["title"] == text
    named = form_with(int, Field(alias=text)) if text != "0" else form_with(int, Field(alias="n"))
    assert all(one["title"].strip() for one in named.requested_schema()["properties"].values())


# --- declared, and never asked ------------------------------------------------------------------

HIDDEN: dict[str, tuple[str, str]] = {
    "k: ClassVar[int] = Field(default=3, gt=2)": (
        "k: int = Field(default=3, gt=2)",
        "k: ClassVar[int] = 3",
    ),
    "k: ClassVar[int] = Field(description='Which')": (
        'k: int = Field(description="Which")',
        "k: ClassVar[int]",
    ),
    "k: ClassVar = Field(default='x')": ('k: str = "x"', 'k: ClassVar[str] = "x"'),
    "k: ClassVar[Annotated[int, Field(gt=2)]] = 3": (
        "k: int = Field(default=3, gt=2)",
        "k: ClassVar[Annotated[int, Field(…)]] = 3",
    ),
    "k: Annotated[ClassVar[int], Field(gt=2)] = 3": (
        "k: int = Field(default=3, gt=2)",
        "k: ClassVar[int] = 3",
    ),
    "k: ClassVar[tuple[int, ...]] = Field(default=(1,))": (
        "k: str",
        "k: ClassVar[tuple[int, ...]] = (1,)",
    ),
    "k: ClassVar[tuple[int, int]] = Field(default=(1, 2))": (
        "k_1: int = 1",
        "k: ClassVar[tuple[int, int]] = (1, 2)",
    ),
    "k: ClassVar[dict[str, int]] = Field(default={'a': 1})": (
        "k_a: int = 1",
        'k: ClassVar[dict[str, int]] = {"a": 1}',
    ),
    "k: ClassVar[float] = Field(default=float('inf'))": (
        "k: float | None = None",
        'k: ClassVar[float] = float("inf")',
    ),
    "k: ClassVar[AnyUrl] = Field(default=AnyUrl('https://example.com/'))": (
        'k: AnyUrl = AnyUrl("https://example.com/")',
        'k: ClassVar[AnyUrl] = AnyUrl("https://example.com/")',
    ),
    "k: Final[str] = 'x'": ('k: str = "x"', 'k: ClassVar[str] = "x"'),
    "k: Final = 3": ("k: int = 3", "k: ClassVar[int] = 3"),
    "k: Final[int] = Field(default=3, le=9)": (
        "k: int = Field(default=3, le=9)",
        "k: ClassVar[int] = 3",
    ),
}


@pytest.mark.filterwarnings("ignore:Annotation 'k' is marked as final")
@pytest.mark.parametrize("postponed", [False, True])
@pytest.mark.parametrize("body", HIDDEN)
def test_what_looks_like_a_field_and_is_none_is_refused(body: str, postponed: bool) -> None:
    if body.startswith("k: Annotated") and (postponed or PYDANTIC < (2, 10)):
        pytest.skip("pydantic takes this for a field, since it reads no more than the first word")
    if body.startswith("k: ClassVar =") and postponed and sys.version_info < (3, 11):
        pytest.skip("pydantic and typing cannot read this")
    scope = {
        "Form": Form,
        "Field": Field,
        "ClassVar": ClassVar,
        "Final": Final,
        "Annotated": Annotated,
        "AnyUrl": AnyUrl,
    }
    module = types.ModuleType("hidden")
    vars(module).update(scope)
    head = "from __future__ import annotations\n" if postponed else ""
    code = compile(
        f"{head}class Sample(Form):\n    {body}\n    n: int", "<hidden>", "exec", dont_inherit=True
    )
    sys.modules["hidden"] = module
    try:
        with refused() as faults:
            exec(code, vars(module))
    finally:
        del sys.modules["hidden"]
    assert [(fault.field, fault.code) for fault in faults] == [("k", "hidden")]
    for line in HIDDEN[body]:
        assert f"\n    {line}" in faults[0].remedy


def test_what_stays_hidden_on_purpose_is_let_be() -> None:
    form = declared("n: int\nk: ClassVar[int] = 3\nj: ClassVar = 'x'\n_p: int = 3")
    assert list(form.requested_schema()["properties"]) == ["n"]


def test_a_final_field_without_a_value_is_asked() -> None:
    form = declared("n: Final[int]")
    assert field_schema(form) == {"type": "integer", "title": "N"}


@pytest.mark.filterwarnings("ignore:Annotation 'kind' is marked as final")
def test_a_variable_of_a_plain_mixin_is_judged_as_pydantic_reads_its_fields() -> None:
    class Mixin:
        kind: Final[str] = "x"
        size: ClassVar[int] = 3
        name: str = "n"

    with refused() as faults:

        class Sample(Form, Mixin):
            n: int

    assert [(fault.field, fault.code) for fault in faults] == [("kind", "hidden")]


def test_a_variable_of_a_model_mixin_is_judged_and_that_of_a_form_is_told_once() -> None:
    class Mixin(BaseModel):
        kind: ClassVar[int] = Field(default=1)

    with refused() as faults:

        class Sample(Form, Mixin):
            n: int

    assert [(fault.field, fault.code) for fault in faults] == [("kind", "hidden")]


# --- descriptions made of docstrings --------------------------------------------------------------

DOCUMENTED = '''
class Documented(Form):
    model_config = ConfigDict(use_attribute_docstrings=True)
    name: str{described}
    """Who asks"""
'''


def without_source(code: str) -> Any:
    scope: dict[str, Any] = {"Form": Form, "ConfigDict": ConfigDict, "Field": Field}
    exec(compile(code, "<nowhere>", "exec", dont_inherit=True), scope)
    return scope["Documented"]


def test_docstrings_that_cannot_be_read_are_warned_of() -> None:
    with pytest.warns(FormWarning, match=r"Documented: `use_attribute_docstrings` has no source"):
        form = without_source(DOCUMENTED.format(described=""))
    assert "description" not in form.requested_schema()["properties"]["name"]


def test_nothing_is_lost_where_the_descriptions_are_written_out() -> None:
    form = without_source(DOCUMENTED.format(described=" = Field(description='Who')"))
    assert form.requested_schema()["properties"]["name"]["description"] == "Who"


def test_nothing_is_lost_where_the_source_is_at_hand(tmp_path: Path) -> None:
    file = tmp_path / "documented.py"
    file.write_text(
        "from pydantic import ConfigDict\nfrom elicitform import Form\n"
        + DOCUMENTED.format(described="")
    )
    module = types.ModuleType("documented")
    module.__file__ = str(file)
    sys.modules["documented"] = module
    try:
        exec(compile(file.read_text(), str(file), "exec", dont_inherit=True), vars(module))
    finally:
        del sys.modules["documented"]
    properties = module.Documented.requested_schema()["properties"]
    assert properties["name"]["description"] == "Who asks"


def test_a_form_made_without_a_class_statement_has_no_docstrings_to_lose() -> None:
    make_class: Any = type(Form)
    base = make_class(
        "Base", (Form,), {"model_config": ConfigDict(use_attribute_docstrings=True)}, abstract=True
    )
    make: Any = create_model
    assert make("Made", __base__=base, name=(str, ...)).requested_schema()


def test_a_base_without_fields_has_no_docstrings_to_lose() -> None:
    scope: dict[str, Any] = {"Form": Form}
    exec(
        compile(
            "class Base(Form, abstract=True, use_attribute_docstrings=True): pass",
            "<nowhere>",
            "exec",
            dont_inherit=True,
        ),
        scope,
    )
    assert scope["Base"].model_config["use_attribute_docstrings"]


@pytest.mark.filterwarnings("ignore:Annotation 'kind' is marked as final")
def test_a_variable_of_a_type_that_only_a_function_knows_is_told_by_its_word() -> None:
    class Local(Enum):
        A = "a"

    with refused() as faults:

        class Sample(Form):
            kind: Final[Local] = Local.A
            limit: ClassVar[Local] = Field(default=Local.A)
            other: ClassVar[Local] = Local.A
            n: int

    assert [(fault.field, fault.code) for fault in faults] == [
        ("kind", "hidden"),
        ("limit", "hidden"),
    ]
    assert "kind: Local = Local.A" in faults[0].remedy
