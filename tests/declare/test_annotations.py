"""Annotations are unwrapped, resolved and shown, also where they are odd."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Dict, Literal, NewType, Optional, TypeVar, Union

import pytest
from pydantic import AnyUrl, Field, UrlConstraints
from typing_extensions import TypeAliasType

from elicitform import Form, LateChoice, MultiSelect, Prefill
from elicitform._declare.annotations import Unwrapped, unresolved_name, unwrap, written
from tests.support.declared import Size, field_schema, form_with, made, refused

T = TypeVar("T")
Name = NewType("Name", str)
Short = TypeAliasType("Short", Annotated[str, Field(max_length=3)])
Maybe = TypeAliasType("Maybe", Optional[Short])
Boxed = TypeAliasType("Boxed", Optional[T], type_params=(T,))
NOWHERE: Any = "Nowhere"
Later = TypeAliasType("Later", NOWHERE)  # pyright: ignore[reportInvalidTypeForm]
modern = pytest.mark.skipif(sys.version_info < (3, 12), reason="the type statement is 3.12's")


def aliases(statements: str) -> dict[str, Any]:
    """Return what type statements define."""
    namespace: dict[str, Any] = {"Annotated": Annotated, "Field": Field, "Literal": Literal}
    exec(statements, namespace)
    return namespace


@pytest.mark.parametrize(
    ("annotation", "bare", "optional"),
    [
        (str, str, False),
        (Name, str, False),
        (NewType("Again", Name), str, False),
        (Short, str, False),
        (Maybe, str, True),
        (Boxed[int], int, True),
        (Optional[Name], str, True),
        (Optional[Annotated[Optional[int], 3]], int, True),
        (Union[int, str], Union[int, str], False),
        (Optional[Union[int, str]], Optional[Union[int, str]], False),
        (type(None), type(None), False),
    ],
)
def test_what_is_inside(annotation: Any, bare: Any, optional: bool) -> None:
    unwrapped = unwrap(annotation)
    assert (unwrapped.bare, unwrapped.optional) == (bare, optional)


def test_metadata_comes_innermost_first() -> None:
    annotation = Annotated[Optional[Annotated[Name, 1]], 2]
    assert unwrap(annotation, (3,)) == Unwrapped(str, (1, 2, 3), optional=True)


@pytest.mark.parametrize(
    ("annotation", "name"),
    [
        (str, None),
        (Literal["Nowhere"], None),
        (Annotated[str, "Nowhere"], None),
        (dict[str, "Nowhere"], "Nowhere"),  # type: ignore[name-defined]  # pyright: ignore[reportUndefinedVariable]  # noqa: F821
        (Dict[str, "Nowhere"], "Nowhere"),  # type: ignore[name-defined]  # pyright: ignore[reportUndefinedVariable]  # noqa: F821
        (Later, "Nowhere"),
        (Optional[Later], "Nowhere"),
    ],
)
def test_a_name_that_stands_for_nothing_is_found(annotation: Any, name: str | None) -> None:
    assert unresolved_name(annotation) == name


def test_an_alias_of_a_name_that_stands_for_nothing_is_refused() -> None:
    with refused() as faults:
        form_with(Later)
    assert [fault.code for fault in faults] == ["unresolved"]


@modern
def test_the_type_statement_is_understood() -> None:
    defined = aliases(
        "type Port = Annotated[int, Field(ge=1)]\n"
        "type Maybe[T] = T | None\n"
        "type Size = Literal['s', 'l']\n"
    )
    assert field_schema(form_with(defined["Port"])) == {
        "type": "integer",
        "title": "Field",
        "minimum": 1,
    }
    assert form_with(defined["Maybe"][defined["Size"]], None).validate_content({}).field is None


GENERIC = [
    ("type Id[T] = T", "[int]", {"type": "integer"}),
    ("type Tag[T] = int", "[str]", {"type": "integer"}),
    (
        "type Second[A, B] = Annotated[B, Field(ge=1)]",
        "[str, int]",
        {"type": "integer", "minimum": 1},
    ),
    (
        "type Swap[A, B] = Annotated[B, Field(ge=1)] | A",
        "[None, int]",
        {"type": "integer", "minimum": 1},
    ),
]


@modern
@pytest.mark.parametrize(("statement", "arguments", "said"), GENERIC)
def test_a_generic_alias_is_filled_in(statement: str, arguments: str, said: dict[str, Any]) -> None:
    defined = aliases(statement + f"\nX = {statement.split()[1].partition('[')[0]}{arguments}")
    default = None if "|" in statement else ...
    schema = field_schema(form_with(defined["X"], default))
    assert {key: value for key, value in schema.items() if key != "title"} == said


@modern
@pytest.mark.parametrize(
    "statement",
    [
        "type X = X",
        "type X = X | None",
        "type X = list[X]",
        "type X = dict[X, X]",
        "type X[T] = dict[X[list[T]], X[set[T]]]",
        "type X[T] = X[list[T]] | None",
    ],
)
def test_an_alias_that_holds_itself_is_refused_without_ado(statement: str) -> None:
    alias = aliases(statement)["X"]
    with refused() as faults:
        form_with(alias[int] if "[T]" in statement else alias, None)
    assert faults[0].code in {"unsupported-type", "list", "mapping", "optional-without-default"}


@modern
def test_a_type_statement_of_a_name_that_stands_for_nothing_is_refused() -> None:
    with refused() as faults:
        form_with(aliases("type X = Nowhere | None")["X"], None)
    assert [fault.code for fault in faults] == ["unresolved"]
    assert "`Nowhere`" in faults[0].rule


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (None, "None"),
        (Annotated[str, None, 3], "Annotated[str, 3]"),
        (Literal['a"b', "\n"], "Literal['a\"b', '\\n']"),
        (Boxed[int], "Boxed[int]"),
        (MultiSelect[LateChoice], "MultiSelect[LateChoice]"),
        (Annotated[LateChoice, Prefill("a")], "Annotated[LateChoice, Prefill('a')]"),
        (Annotated[MultiSelect[str], Prefill([])], "Annotated[MultiSelect[str], Prefill([])]"),
        (3, "3"),
    ],
)
def test_an_odd_annotation_is_shown(annotation: Any, text: str) -> None:
    assert written(annotation) == text


def test_constraints_of_a_url_that_are_not_its_types_own_are_refused() -> None:
    scheme = UrlConstraints(allowed_schemes=["ftp"])
    for annotation in (Annotated[AnyUrl, scheme], Annotated[str, scheme]):
        with refused() as faults:
            form_with(annotation)
        assert [fault.code for fault in faults] in (
            ["unsupported-constraint"],
            ["unsupported-type"],
        )


def test_email_str_without_its_helper_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from pydantic import EmailStr  # noqa: PLC0415  (importing it does not need the helper)

    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with refused() as faults:
        form_with(EmailStr)
    assert [fault.code for fault in faults] == ["unsupported-type"]
    assert 'Annotated[str, Format("email")]' in faults[0].remedy


def test_inherited_annotations_are_shown_as_they_were_written() -> None:
    class Base(Form, abstract=True):
        size: Name

    with refused() as faults:

        class Child(Base):
            tags: "list[str]"

    assert [(fault.field, fault.annotation) for fault in faults] == [("tags", "list[str]")]
    assert made({"size": (Name, ...)}).requested_schema()["required"] == ["size"]


def test_an_annotation_that_is_evaluated_is_shown_as_it_was_written() -> None:
    statement = "class Survey(Form):\n    sizes: MultiSelect[Size]\n    tags: list[Name]"
    scope = {"Form": Form, "MultiSelect": MultiSelect, "Size": Size, "Name": Name}
    with refused() as faults:
        exec(compile(statement, __file__, "exec", dont_inherit=True), scope)
    assert [(fault.field, fault.annotation) for fault in faults] == [
        ("sizes", "MultiSelect[Size]"),
        ("tags", "list[Name]"),
    ]
