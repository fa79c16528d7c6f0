"""``elicitform generate``: JSON files to Python classes."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from elicitform import Form
from elicitform._generate.source import source_of
from elicitform._generate.statement import class_statement_for
from tests.support.command import command
from tests.support.schemas import EVERYTHING, HOSTILE, ONE, run_source, schema_of
from tests.support.strategies import Declaration, Json, declarations
from tests.support.trying import trying

if TYPE_CHECKING:
    from collections.abc import Iterable

ONE_CLASS = """\
from elicitform import Form


class {}(Form):
    n: int
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def generated(document: object, *options: str, file: str = "deploy.json") -> tuple[int, str, str]:
    Path(file).write_text(json.dumps(document))
    return command("generate", file, *options)


# --- what a file may hold ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "document",
    [
        ONE,
        {"$schema": "https://json-schema.org/draft/2020-12/schema", **ONE},
        {"message": "How many?", "requestedSchema": ONE},
        {"mode": "form", "message": "How many?", "requestedSchema": ONE},
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "elicitation/create",
            "params": {"message": "How many?", "requestedSchema": ONE},
        },
        {"Deploy": ONE},
        {"2025-06-18": {"Deploy": schema_of({"old": {"type": "integer"}})}, "2026-07-28": {"Deploy": ONE}},
        [{"name": "Deploy", "mode": "form", "message": "?", "requestedSchema": ONE}],
    ],
)  # fmt: skip
def test_a_schema_becomes_a_class(document: object) -> None:
    assert generated(document) == (0, ONE_CLASS.format("Deploy"), "")


def test_several_schemas_become_several_classes() -> None:
    code, out, err = generated({"Deploy": ONE, "Rollback": EVERYTHING.requested_schema()})
    assert (code, err) == (0, "")
    assert out.startswith(
        "from datetime import date\nfrom typing import Literal\n\nfrom elicitform"
    )
    assert '\n\n\nclass Deploy(Form):\n    n: int\n\n\nclass Rollback(Form, since="20' in out


def test_standard_input_is_read_for_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    def command_reading(text: bytes) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        return command("generate", "-")

    text = json.dumps(ONE).encode()
    assert command_reading(text) == (0, ONE_CLASS.format("RequestedForm"), "")
    assert command_reading(b"\xef\xbb\xbf" + text)[0] == 0
    code, out, err = command_reading(b"")
    assert (code, out) == (2, "")
    assert err == "elicitform: stdin:1:1: there is nothing in it; write JSON\n"
    code, _, err = command_reading(b'{"mode": "url", "message": "?", "url": "https://a.b"}')
    assert (code, err) == (2, "elicitform: stdin asks with a URL, and has no form\n")


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Deploy.json", "Deploy"),
        ("deploy.json", "Deploy"),
        ("deploy_form.json", "DeployForm"),
        ("deploy-form v2.json", "DeployFormV2"),
        ("_x.json", "X"),
        ("class.json", "Class"),
        ("none.json", "NoneForm"),
        ("Form.json", "FormForm"),
        ("literal.json", "LiteralForm"),
        ("Exception.json", "ExceptionForm"),
        ("größe.json", "Größe"),
        ("2nd.json", "RequestedForm"),
    ],
)
def test_the_class_is_called_as_the_file(file: str, name: str) -> None:
    assert generated(ONE, file=file) == (0, ONE_CLASS.format(name), "")


def test_the_class_is_called_as_asked() -> None:
    assert generated(ONE, "--name", "ship_it") == (0, ONE_CLASS.format("ship_it"), "")
    for name in ("", "a b", "class", "Form", "str", "x\nimport os", "_x", "ﬁ"):
        code, out, err = generated(ONE, "--name", name)
        assert (code, out) == (2, "")
        assert err == f"elicitform: a class cannot be called {name!a}\n"
    code, out, err = generated({"A": ONE, "B": ONE}, "--name", "C")
    assert (code, out) == (2, "")
    assert err == "elicitform: --name is for one form, and the file holds several\n"


def test_classes_of_one_file_have_distinct_names() -> None:
    _, out, _ = generated({"deploy": ONE, "Deploy": ONE, "!": ONE, "Form": ONE, HOSTILE[0]: ONE})
    lines = [line for line in out.splitlines() if line.startswith("class ")]
    assert lines == [
        "class Deploy(Form):",
        "class Deploy2(Form):",
        "class RequestedForm(Form):",
        "class FormForm(Form):",
        "class ImportOsOsAbort(Form):",
    ]


# --- the file that is written -----------------------------------------------------------------


def test_out_replaces_a_file_and_tells_its_name() -> None:
    Path("forms.py").write_text("old")
    assert generated(ONE, "--out", "forms.py") == (0, "forms.py\n", "")
    assert Path("forms.py").read_text() == ONE_CLASS.format("Deploy")
    assert sorted(os.listdir()) == ["deploy.json", "forms.py"]


def test_what_is_not_valid_leaves_the_file_alone() -> None:
    Path("forms.py").write_text("old")
    code, out, err = generated({"Deploy": ONE, "Bad": {"type": "object"}}, "--out", "forms.py")
    assert (code, out) == (1, "")
    assert Path("forms.py").read_text() == "old"
    assert err == (
        "elicitform: Bad is no valid requestedSchema (1 error)\n"
        "  /properties: write an object that holds a schema for each field  [properties-type]\n"
    )


def test_a_file_that_cannot_be_written_is_told() -> None:
    Path("folder").mkdir()
    code, out, err = generated(ONE, "--out", "folder")
    assert (code, out, err) == (2, "", "elicitform: cannot write folder: it is a folder\n")


# --- what is refused --------------------------------------------------------------------------


def test_every_finding_is_told() -> None:
    bad = schema_of({"n": {"type": "int"}, "m": {"type": "string", "pattern": "a"}})
    code, out, err = generated({"A": bad, "B": bad})
    assert (code, out) == (1, "")
    assert [line.split("  [")[-1] for line in err.splitlines() if line.startswith(" ")] == [
        "property-type]",
        "keyword-unknown]",
        "property-type]",
        "keyword-unknown]",
    ]
    assert err.count("elicitform: ") == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "bad.json:1:1: there is nothing in it"),
        (b'{"type": "obj', "bad.json:1:10: the text ends within the string that starts here"),
        (b"\xff{}", "bad.json:1:1: this is not UTF-8"),
        (b'{"a": 1, "a": 2}', "bad.json:1:10: 'a' is in this object already"),
        (b'{"a": NaN}', "bad.json:1:7: JSON has no NaN"),
        (b'{"method": "elicitation/create"}', "bad.json: /params: write `params`"),
        (b'{"message": "?", "mode": "form"}', "bad.json: the root: a form has a `requestedSchema`"),
        (b'{"mode": "url", "message": "?"}', "bad.json asks with a URL, and has no form"),
    ],
)  # fmt: skip
def test_a_file_that_holds_no_schema_gets_one_line(content: bytes, reason: str) -> None:
    Path("bad.json").write_bytes(content)
    code, out, err = command("generate", "bad.json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("elicitform: ")
    assert "bad.json" in err
    assert reason in err


def test_a_file_that_is_nested_deeply_gets_one_line() -> None:
    Path("bad.json").write_text("[" * 100_000 + "]" * 100_000)
    code, out, err = command("generate", "bad.json")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_file_that_is_not_there_gets_one_line() -> None:
    expected = (2, "", "elicitform: cannot read no.json: No such file or directory\n")
    assert command("generate", "no.json") == expected
    Path("folder.json").mkdir()
    code, _, err = command("generate", "folder.json")
    assert (code, err.count("\n")) == (2, 1)


@pytest.mark.parametrize("value", [None, 1, "a", True, [], [[]], {}, {"A": {"properties": {}}}])
def test_what_is_no_object_is_found_wrong(value: object) -> None:
    code, out, err = generated(value)
    assert (code, out) == (1, "")
    assert "[root-type]" in err


# --- what other tools say of it ---------------------------------------------------------------

SAMPLE: Json = schema_of(
    {
        "environment": {"type": "string", "title": "Environment", "enum": ["staging", "production"]},
        "a very long name of a property": {
            "type": "string",
            "title": "x" * 40,
            "description": "y" * 60,
            "minLength": 1,
            "default": "z" * 30,
        },
        "long": {"type": "string", "title": "Long", "default": "z" * 90},
        "n" * 83: {"type": "integer", "title": "It", "description": "y" * 30},
        "longer": {"type": "string", "title": "Longer", "enum": ["a" * 50, "b" * 50, "c" * 50]},
        "kind": {
            "type": "string",
            "title": "Kind",
            "oneOf": [{"const": at * 30, "title": at * 30} for at in "abcd"],
            "default": "a" * 30,
        },
        "tight": {"type": "string", "title": "T", "description": "y" * 30, "enum": ["a" * 27, "b" * 31]},
        "old": {"type": "string", "title": "Old", "enum": ["s", "l"], "enumNames": ["S", "L"]},
        "days": {
            "type": "array",
            "title": "Days",
            "items": {"anyOf": [{"const": at * 30, "title": at * 30} for at in "abcd"]},
            "default": ["a" * 30, "b" * 30, "c" * 30, "d" * 30],
        },
        "tags": {"type": "array", "title": "Tags", "items": {"type": "string", "enum": ["a", "b"]}},
        "some": {
            "type": "array",
            "title": "Some",
            "minItems": 1,
            "items": {"type": "string", "enum": ["a", "b"]},
            "default": ["a"],
        },
        "date": {"type": "string", "title": "Date", "format": "date", "default": "2026-01-31"},
        "born": {"type": "string", "title": "Born", "format": "date"},
        "when": {
            "type": "string",
            "title": "When",
            "format": "date-time",
            "default": "2026-01-31T09:30:01.5+05:30",
        },
        "then": {
            "type": "string",
            "title": "Then",
            "format": "date-time",
            "default": "2026-01-31T09:30:00+00:00",
        },
        "email": {"type": "string", "title": "Email", "format": "email"},
        "password": {"type": "string", "title": "Password"},
        "share": {"type": "number", "title": "Share", "minimum": 0, "maximum": 1e300, "default": 1},
        "count": {"type": "integer", "title": "Count", "default": 3},
        "ok": {"type": "boolean", "title": 'It\'s "ok"', "default": True},
        "class": {"type": "boolean", "title": "Class"},
    },
    "environment",
    "kind",
    "old",
    "then",
    "some",
    "count",
    "ok",
)  # fmt: skip


def say(tool: str, *arguments: str) -> str:
    """Return what a tool for Python says, or skip the test where it is not installed."""
    if importlib.util.find_spec(tool) is None:
        pytest.skip(f"needs {tool}")
    done = subprocess.run(
        [sys.executable, "-m", tool, *arguments], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr if done.returncode else ""


def test_a_linter_has_nothing_to_say() -> None:
    assert generated(SAMPLE, "--out", "forms.py")[0] == 0
    said = say(
        "ruff", "check", "--isolated", "--line-length=100", "--target-version=py310",
        "--select=E4,E5,E7,E9,F,W,I,N,Q,UP,B,C4,SIM,PLE,RUF", "forms.py",
    )  # fmt: skip
    assert said == ""


def test_a_formatter_has_nothing_to_change() -> None:
    assert generated(SAMPLE, "--out", "forms.py")[0] == 0
    assert say("ruff", "format", "--isolated", "--line-length=100", "--diff", "forms.py") == ""


def _sources(declaration: Declaration) -> Iterable[str]:
    form = declaration.form()
    for revision in form.protocol_revisions():
        yield source_of(
            [class_statement_for(form.requested_schema(revision), "Made", revision, Form)]
        )


def test_a_formatter_has_nothing_to_change_in_random_sources() -> None:
    Path("random").mkdir()

    @trying
    @given(declarations())
    def write(declaration: Declaration) -> None:
        for source in _sources(declaration):
            Path("random", f"f{hash(source):x}.py").write_text(source, encoding="utf-8")

    write()
    assert say("ruff", "format", "--isolated", "--line-length=100", "--diff", "random") == ""


def test_type_checkers_have_nothing_to_say() -> None:
    assert generated(SAMPLE, "--out", "forms.py")[0] == 0
    assert say("mypy", "--strict", "--cache-dir", os.devnull, "forms.py") == ""


def test_the_sample_has_its_schema() -> None:
    code, source, _ = generated(SAMPLE, "--name", "Made")
    assert code == 0
    assert json.dumps(run_source(source).requested_schema()) == json.dumps(SAMPLE | _in_order())


def _in_order() -> dict[str, Any]:
    return {"required": [name for name in SAMPLE["properties"] if name in SAMPLE["required"]]}


def test_of_a_form_declared_at_several_revisions_the_newest_is_taken() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    declared = [
        {"name": "ask", "requestedSchema": schema, "protocolVersions": ["2025-11-25"]},
        {"name": "ask-2025-06-18", "requestedSchema": schema, "protocolVersions": ["2025-06-18"]},
    ]
    code, out, _ = generated(declared)
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("class ")] == [
        "class Ask(Form, auto_titles=False):"
    ]


# --- what a class does not repeat -------------------------------------------------------------


def test_what_asks_for_nothing_is_left_out_and_listed() -> None:
    noted = {"title": "T", **ONE, "properties": {"n": {**ONE["properties"]["n"], "examples": [3]}}}
    code, out, err = generated({"A": noted, "B": ONE, "C": {"additionalProperties": False, **ONE}})
    assert code == 0
    assert out == (
        "from elicitform import Form\n"
        "\n\nclass A(Form):\n    n: int\n"
        "\n\nclass B(Form):\n    n: int\n"
        '\n\nclass C(Form, extra="forbid"):\n    n: int\n'
    )
    assert err == (
        "elicitform: the schema of A does not repeat /title, /properties/n/examples\n"
        "elicitform: the schema of C does not repeat /additionalProperties\n"
    )


def test_a_list_of_what_is_left_out_is_safe_to_print_and_not_too_long() -> None:
    noted = {**{f"x-{at}{HOSTILE[5]}##vso[a]\x1b\u202e": 1 for at in range(23)}, **ONE}
    code, _, err = generated({"A": noted})
    assert (code, err.count("\n")) == (0, 1)
    assert err.endswith(" and 3 more\n")
    assert err[:-1].isprintable()
    assert "##vso" not in err
    _, _, err = generated({"A": {**{f"x-{at}": 1 for at in range(20)}, **ONE}})
    assert err.endswith(", /x-19\n")


def test_nothing_is_said_of_what_is_left_out_where_nothing_is_written() -> None:
    code, out, err = generated({"A": {"title": "T", **ONE}, "B": {"type": "object"}})
    assert (code, out) == (1, "")
    assert "repeat" not in err


def test_a_class_statement_is_as_long_as_a_formatter_lets_it() -> None:
    picks = {"type": "array", "items": {"type": "string", "enum": ["a"]}}
    schema = {"additionalProperties": False, **schema_of({"2024": picks, "b": picks})}
    for length in range(25, 36):
        assert generated(schema, "--name", "N" * length, "--out", f"f{length}.py")[0] == 0
        source = Path(f"f{length}.py").read_text().replace("N" * length, "Made")
        assert run_source(source).requested_schema() == schema_of({"2024": picks, "b": picks})
    assert generated(ONE, "--name", "N" * 120, "--out", "long.py")[0] == 0
    assert say("ruff", "format", "--isolated", "--line-length=100", "--diff", ".") == ""
