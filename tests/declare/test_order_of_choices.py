"""Choices are in the order in which they are declared, whatever else the process has declared.

To define more forms::

    ELICITFORM_EXAMPLES=2000 pytest tests/declare/test_order_of_choices.py
"""

import json
import os
import random
import subprocess
import sys
import threading
import typing
from types import ModuleType
from typing import Any, ClassVar, Literal, Optional

import pytest
from pydantic import create_model

from elicitform import Form, MultiSelect, form_of
from elicitform._declare import body

FORMS = int(os.environ.get("ELICITFORM_EXAMPLES", "80"))

IMPORTS = """
from typing import Annotated, ClassVar, Literal, NewType, Optional, TypeVar, Union
from pydantic import Field
from typing_extensions import TypeAliasType
from elicitform import Form, MultiSelect, Titles
T = TypeVar("T")
"""
"""What every module of these tests begins with."""

OPTIONAL = (
    "{} | None",
    "None | {}",
    "Optional[{}]",
    "Union[{}, None]",
    "Union[None, {}]",
    "Optional[Annotated[{}, Field(title='T')]]",
    "Annotated[{}, 7] if False else {} | None",
    "Annotated[Optional[{}], Field(title='T')]",
    "Annotated[{} | None, Field(title='T')]",
    "Optional[MultiSelect[{}]]",
    "MultiSelect[{}] | None",
    "Maybe[{}]",
    "Optional[Same[{}]]",
)
REQUIRED = (
    "{}",
    "Annotated[{}, Field(title='T')]",
    "MultiSelect[{}]",
    "Annotated[MultiSelect[{}], Field(max_length=2)]",
    "Same[{}]",
)
ALIASES = (
    "Literal[{}]",
    "{}",
    "Alias",
    "New",
    "Inside",
    "Literal[Alias]",
    "Named",
)
"""How the choices themselves are written; those that are names are defined by `module_of`."""


def module_of(random: random.Random, name: str) -> tuple[str, dict[str, list[str]]]:
    """Return a module that defines a form, and the choices of each field in its order."""
    lines = ["from __future__ import annotations"] if random.random() < 0.4 else []
    lines += [IMPORTS, "Maybe = TypeAliasType('Maybe', Optional[T], type_params=(T,))"]
    lines += ["Same = TypeAliasType('Same', T, type_params=(T,))"]
    lines_of_body, expected = [], {}
    for number in range(random.randint(1, 4)):
        choices = random.sample("abc", 3)
        listed = ", ".join(map(repr, choices))
        lines.append(f"Alias{number} = Literal[{listed}]")
        lines.append(f"New{number} = NewType('New{number}', Alias{number})")
        lines.append(f"Named{number} = TypeAliasType('Named{number}', Literal[{listed}])")
        if random.random() < 0.5:
            lines.append(f"Optional[Literal[{', '.join(map(repr, random.sample('abc', 3)))}]]")
        if sys.version_info >= (3, 12):
            lines.append(f"type Late{number} = Literal[{listed}] | None")
        lines_of_body.append(f"Inside{number}: ClassVar[object] = Literal[{listed}]")
        written = random.choice(ALIASES).format(f"Literal[{listed}]")
        written = f"{written}{number}" if written.isidentifier() else written
        written = written.replace("[Alias]", f"[Alias{number}]")
        annotation, default = random.choice(REQUIRED), ""
        if random.random() < 0.7:
            annotation, default = random.choice(OPTIONAL), " = None"
        if "MultiSelect" in annotation and written.startswith("New"):
            written = f"Alias{number}"
        annotation = quoted(random, annotation, written)
        if default and sys.version_info >= (3, 12) and random.random() < 0.1:
            annotation = f"Late{number}"
        lines_of_body.append(f"field{number}: {annotation}{default}")
        expected[f"field{number}"] = choices
    statement = [
        f"class {name}(Form, since='2025-11-25'):",
        *(f"    {line}" for line in lines_of_body),
    ]
    if random.random() < 0.3:  # in a function, whose names are its own
        lines += ["def define():", *(f"    {line}" for line in statement), f"    return {name}"]
        lines += [f"{name} = define()"]
    else:
        lines += statement
    return "\n".join(lines), expected


def quoted(random: random.Random, annotation: str, written: str) -> str:
    """Return the annotation with nothing, all of it, or the choices in quotes."""
    how = random.choice(["plain", "plain", "whole", "part"])
    # `"text" | None` is no expression, and Python 3.10 leaves text inside a generic alias alone.
    if how == "part" and not any(one in annotation for one in ("|", "Maybe", "Same")):
        return annotation.format(repr(written), repr(written))
    whole = annotation.format(written, written)
    return repr(whole) if how == "whole" else whole


def define(source: str, name: str) -> type[Form]:
    """Run a module and return the form that it defines."""
    module = ModuleType(f"made_{name}")
    sys.modules[module.__name__] = module
    exec(compile(source, f"<{module.__name__}>", "exec", dont_inherit=True), vars(module))
    form: type[Form] = vars(module)[name]
    return form


def choices_in(form: type[Form]) -> dict[str, list[str]]:
    return {
        name: definition.get("items", definition)["enum"]
        for name, definition in form.requested_schema()["properties"].items()
    }


def in_a_fresh_process(sources: dict[str, str]) -> dict[str, Any]:
    """Return the schemas of these forms as another process sends them."""
    program = (
        "import json, sys\n"
        "from tests.declare.test_order_of_choices import define\n"
        "sources = json.load(sys.stdin)\n"
        "print(json.dumps({name: define(source, name).requested_schema()"
        " for name, source in sources.items()}))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        input=json.dumps(sources),
        capture_output=True,
        text=True,
        check=True,
    )
    schemas: dict[str, Any] = json.loads(done.stdout)
    return schemas


@pytest.mark.parametrize("seed", range(4))
def test_forms_in_any_order_send_their_choices_as_declared(seed: int) -> None:
    rng = random.Random(seed)
    modules = {f"Form{number}": module_of(rng, f"Form{number}") for number in range(FORMS)}
    sent = {}
    for name in rng.sample(sorted(modules), len(modules)):
        source, expected = modules[name]
        form = define(source, name)
        assert choices_in(form) == expected, source
        sent[name] = form.requested_schema()
    shuffled = rng.sample(sorted(modules), len(modules))
    fresh = in_a_fresh_process({name: modules[name][0] for name in shuffled})
    assert {name: json.dumps(schema) for name, schema in fresh.items()} == {
        name: json.dumps(schema) for name, schema in sent.items()
    }


# --- each way by itself ------------------------------------------------------------------------


def choices_of(form: type[Form], field: str = "size") -> list[str]:
    return choices_in(form)[field]


def say_it_the_other_way_round() -> None:
    """Have `typing` remember choices in the order that the forms below do not have."""
    small: Any = Literal["s", "m", "l"]
    assert Optional[small] is not None
    assert small | None is not None
    assert MultiSelect[small] is not None


def test_two_fields_of_one_form() -> None:
    class Two(Form):
        up: Optional[Literal["s", "m", "l"]] = None
        down: Optional[Literal["l", "m", "s"]] = None

    assert choices_in(Two) == {"up": ["s", "m", "l"], "down": ["l", "m", "s"]}


def test_a_value_between_two_fields() -> None:
    def other_order() -> Any:
        return Optional[Literal["l", "m", "s"]]

    class Between(Form):
        first: Optional[Literal["s", "m", "l"]] = None
        other: ClassVar[Any] = other_order()
        size: Optional[Literal["s", "m", "l"]] = None

    assert choices_of(Between) == ["s", "m", "l"]


def test_an_inherited_field_and_its_override() -> None:
    class Base(Form):
        size: Literal["s", "m", "l"] | None = None

    class Same(Base):
        other: Literal["l", "m", "s"] | None = None

    class Override(Base):
        size: Literal["l", "m", "s"] | None = None

    assert choices_of(Same) == ["s", "m", "l"]
    assert choices_of(Same, "other") == ["l", "m", "s"]
    assert choices_of(Override) == ["l", "m", "s"]


def test_the_value_form_of_several_choices() -> None:
    say_it_the_other_way_round()
    form = form_of(MultiSelect[Literal["l", "m", "s"]], since="2025-11-25").form
    assert choices_of(form, "value") == ["l", "m", "s"]


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("required", [[], ["size"]])
def test_the_form_of_a_schema(several: bool, required: list[str]) -> None:
    say_it_the_other_way_round()
    for choices in (["s", "m", "l"], ["l", "m", "s"], ["m", "l", "s"]):
        enum = {"type": "string", "enum": choices}
        definition = {"type": "array", "items": enum} if several else enum
        schema = {"type": "object", "properties": {"size": definition}, "required": required}
        assert choices_of(Form.from_requested_schema(schema)) == choices


def test_forms_of_schemas_made_in_many_threads() -> None:
    wrong: list[list[str]] = []

    def load(choices: list[str]) -> None:
        schema = {"type": "object", "properties": {"size": {"type": "string", "enum": choices}}}
        loaded = (choices_of(Form.from_requested_schema(schema)) for _ in range(50))
        wrong.extend(one for one in loaded if one != choices)

    threads = [threading.Thread(target=load, args=(list(one),)) for one in ("sml", "lms", "mls")]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


def test_create_model_with_annotations_that_are_text() -> None:
    say_it_the_other_way_round()
    make: Any = create_model
    form = make(
        "Made",
        __base__=Form,
        __module__=__name__,
        up=("Optional[Literal['s', 'm', 'l']]", None),
        down=("Optional[Literal['l', 'm', 's']]", None),
    )
    assert choices_in(form) == {"up": ["s", "m", "l"], "down": ["l", "m", "s"]}


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="classes have such functions themselves")
def test_an_annotate_function_is_called_with_names_that_are_forgotten() -> None:
    """From Python 3.14 on each class has one; here it is made by hand."""

    def with_names(__classdict__: dict[str, Any]) -> Any:
        def annotate(_: int) -> Any:
            sizes = __classdict__["Sizes"]
            return {"small": Optional[sizes]}

        return annotate

    class Deferred:
        Sizes = Literal["l", "m", "s"]
        __annotate__ = staticmethod(with_names({}))

    class Plain:
        __annotate__ = staticmethod(lambda _: {"count": int})

    say_it_the_other_way_round()
    assert typing.get_args(body._deferred(Deferred)["small"])[0].__args__ == ("l", "m", "s")
    assert body._deferred(Plain) == {"count": int}
    assert body._deferred(object) == {}


# --- what stays as it is -----------------------------------------------------------------------


def test_annotations_stay_as_they_are_written() -> None:
    class Deploy(Form):
        size: "Optional[Literal['s', 'm', 'l']]" = None
        several: "int" = 1

    assert Deploy.__annotations__["size"] == "Optional[Literal['s', 'm', 'l']]"
    assert typing.get_type_hints(Deploy)["several"] is int


def test_nothing_is_left_in_the_class() -> None:
    class Deploy(Form):
        confirm: bool

    assert not [name for name in vars(Deploy) if "annotations__" in name and "elicit" in name]


def test_types_that_others_hold_stay_as_they_are() -> None:
    held = Optional[Literal["l", "m", "s"]]

    class Deploy(Form):
        size: Optional[Literal["s", "m", "l"]] = None

    assert str(held).index("l") < str(held).rindex("s")
    assert held == Optional[Literal["s", "m", "l"]]


def test_an_alias_made_elsewhere_keeps_the_order_it_has() -> None:
    """The limit that the page on declarations tells of."""
    say_it_the_other_way_round()
    alias = Optional[Literal["l", "m", "s"]]
    form = form_of(alias, default=None).form
    assert choices_of(form, "value") == ["s", "m", "l"]


def test_a_multi_select_takes_one_type() -> None:
    several: Any = MultiSelect
    with pytest.raises(TypeError, match="MultiSelect takes one type"):
        several[Literal["a"], Literal["b"]]
