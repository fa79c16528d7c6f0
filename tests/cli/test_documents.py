"""Whatever carries a schema is read alike by every command, and printed as safely."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.command import command

if TYPE_CHECKING:
    from collections.abc import Iterator

OLDEST, MIDDLE, LATEST = "2025-06-18", "2025-11-25", "2026-07-28"
COUNT: dict[str, Any] = {"type": "object", "properties": {"count": {"type": "integer"}}}
OTHER: dict[str, Any] = {"type": "object", "properties": {"other": {"type": "string"}}}
PARAMS = {"message": "How many?", "requestedSchema": COUNT}
REQUEST = {"method": "elicitation/create", "params": PARAMS}
DECLARED = {"name": "ask", "mode": "form", **PARAMS}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, document: Any) -> str:
    """Write a file, as JSON unless it is text, and return its name."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return name


def told_by_clients(place: str, *options: str) -> list[str]:
    """Return the name and revision of each form that ``clients`` reports on."""
    code, out, err = command("clients", place, "--format", "json", *options)
    assert (code, err) == (0, "")
    return [f"{form['form']} at {form['revision']}" for form in json.loads(out)["forms"]]


def classes_of(place: str) -> list[str]:
    code, out, err = command("generate", place)
    assert (code, err) == (0, "")
    return [line.split()[1].partition("(")[0] for line in out.splitlines() if line[:6] == "class "]


def compared(old: str, new: str) -> list[str]:
    """Return the forms that ``diff`` finds something in."""
    code, out, _ = command("diff", old, new, "--format", "json")
    assert code == 0
    return [form["old"] or form["new"] for form in json.loads(out)["forms"]]


def described(*declarations: Any, tool: str = "deploy", **members: Any) -> dict[str, Any]:
    tools = [{"name": tool, "inputSchema": {"type": "object"}, "elicitations": [*declarations]}]
    return {"mcpdesc": "0.8.0", "tools": tools, **members}


# --- one reader -------------------------------------------------------------------------------

CARRIERS: list[tuple[Any, str, str]] = [
    (COUNT, "file", LATEST),
    (PARAMS, "file", LATEST),
    ({**PARAMS, "mode": "form"}, "file", LATEST),
    (REQUEST, "file", LATEST),
    ({"jsonrpc": "2.0", "id": 1, **REQUEST}, "file", LATEST),
    ({"resultType": "input_required", "inputRequests": {"size": REQUEST}}, "size", LATEST),
    ({"jsonrpc": "2.0", "id": 1, "result": {"inputRequests": {"size": REQUEST}}}, "size", LATEST),
    (DECLARED, "ask", LATEST),
    ([DECLARED], "ask", LATEST),
    ([{**DECLARED, "protocolVersions": [OLDEST]}], "ask", OLDEST),
    (described(DECLARED), "ask", LATEST),
    (described(DECLARED, protocolVersions=[OLDEST, MIDDLE]), "ask", MIDDLE),
    (
        described(
            {**DECLARED, "requestedSchema": {"$componentRef": "#/components/schemas/Count"}},
            components={"schemas": {"Count": COUNT}},
        ),
        "ask",
        LATEST,
    ),
    ({"prompts": [{"elicitations": [DECLARED]}]}, "ask", LATEST),
    ({"Deploy": COUNT}, "Deploy", LATEST),
    ({OLDEST: {"Deploy": COUNT}, MIDDLE: {"Deploy": COUNT}}, "Deploy", MIDDLE),
    ([COUNT], "file", LATEST),
]


@pytest.mark.parametrize(("document", "name", "revision"), CARRIERS)
def test_every_carrier_is_read_by_every_command(document: Any, name: str, revision: str) -> None:
    place = write("file.json", document)
    code, out, err = command("lint", place)
    assert (code, out) == (0, "")
    assert ": 0 schemas" not in err
    assert told_by_clients(place) == [f"{name} at {revision}"]
    assert classes_of(place) == [name[0].upper() + name[1:]]
    assert command("diff", place, place) == (0, "", "nothing has changed\n")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("forms.jsonl", f"{json.dumps(PARAMS)}\n\n{json.dumps({'other': OTHER})}\n"),
        ("forms.yaml", f"{json.dumps(COUNT)}\n---\nother:\n  type: object\n  properties: {{}}\n"),
    ],
)
def test_files_of_several_documents_are_read_to_their_end(file: str, text: str) -> None:
    pytest.importorskip("yaml")
    write(file, text.replace("{}", "{other: {type: string}}") if file[-1] == "l" else text)
    assert told_by_clients(file) == [f"forms at {LATEST}", f"other at {LATEST}"]
    assert classes_of(file) == ["Forms", "Other"]
    assert command("diff", file, file) == (0, "", "nothing has changed\n")


def test_standard_input_is_read_by_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(document: Any) -> None:
        content = json.dumps(document).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    given(described(DECLARED))
    assert told_by_clients("-") == [f"ask at {LATEST}"]
    given(described(DECLARED))
    assert classes_of("-") == ["Ask"]
    given([PARAMS])
    assert told_by_clients("-") == [f" at {LATEST}"]
    given(PARAMS)
    assert command("clients", "-")[1].startswith(f"stdin at {LATEST}: ")
    write("other.json", described({**DECLARED, "requestedSchema": OTHER}))
    given(described(DECLARED))
    assert compared("-", "other.json") == ["ask"]


# --- folders ----------------------------------------------------------------------------------


def test_a_folder_as_export_writes_it_is_read_by_every_command() -> None:
    for revision in (OLDEST, LATEST):
        write(f"schemas/{revision}/Both.json", COUNT)
    write(f"schemas/{OLDEST}/Old.json", OTHER)
    write("schemas/package.json", {"name": "shop", "version": "1"})
    assert told_by_clients("schemas") == [f"Old at {OLDEST}", f"Both at {LATEST}"]
    assert told_by_clients("schemas", "--revision", OLDEST) == [
        f"Both at {OLDEST}",
        f"Old at {OLDEST}",
    ]
    assert told_by_clients(f"schemas/{OLDEST}/Both.json") == [f"Both at {OLDEST}"]
    assert classes_of("schemas") == ["Old", "Both"]
    write(f"later/{OLDEST}/Both.json", COUNT)
    assert compared("schemas", "later") == [f"{OLDEST}/Old", f"{LATEST}/Both"]
    code, _, err = command("clients", f"schemas/{OLDEST}", "--revision", LATEST)
    assert (code, err) == (2, f"elicitform: schemas/{OLDEST} holds no form at {LATEST}\n")


@pytest.fixture
def deep_folder() -> Iterator[str]:
    """A folder that is nested 1,100 levels deep, with a form at the bottom."""
    top = Path.cwd()
    for _ in range(1_100):
        Path("d").mkdir()
        os.chdir("d")
    write("form.json", COUNT)
    os.chdir(top)
    yield "d"
    bottom = Path("/".join(["d"] * 1_100))
    (bottom / "form.json").unlink()
    for folder in (bottom, *bottom.parents[:-1]):  # what cleans up after tests calls itself
        folder.rmdir()


def test_folders_nested_deeper_than_calls_can_be_are_read(deep_folder: str) -> None:
    assert told_by_clients(deep_folder) == [f"form at {LATEST}"]
    assert command("lint", deep_folder)[2].startswith("1 file: 1 schema checked")
    assert classes_of(deep_folder) == ["FormForm"]
    assert command("diff", deep_folder, deep_folder)[2] == "nothing has changed\n"


def test_one_form_in_several_files_is_each_reported_on() -> None:
    for folder in ("a", "b"):
        write(f"forms/{folder}/Same.json", COUNT)
    assert told_by_clients("forms") == [f"Same at {LATEST}"] * 2
    assert classes_of("forms") == ["Same", "Same2"]


# --- declarations -----------------------------------------------------------------------------


def test_what_tools_declare_by_one_name_is_told_apart() -> None:
    first, second = described(DECLARED), described(DECLARED, tool="rollback")
    changed = described({**DECLARED, "requestedSchema": OTHER}, tool="rollback")
    old = write("old.json", {**first, "tools": [*first["tools"], *second["tools"]]})
    new = write("new.json", {**first, "tools": [*first["tools"], *changed["tools"]]})
    assert compared(old, new) == ["rollback/ask"]
    assert compared(write("one.json", described(DECLARED)), new) == ["rollback/ask"]
    assert classes_of(old) == ["Ask", "Ask2"]
    code, _, err = command("diff", write("twice.json", [PARAMS, PARAMS]), old)
    assert (code, err) == (2, "elicitform: twice.json has two forms of one name; name one form\n")


def test_of_a_declaration_for_several_revisions_the_newest_is_taken() -> None:
    newest = {**DECLARED, "protocolVersions": [MIDDLE, LATEST]}
    older = {**DECLARED, "name": f"ask-{OLDEST}", "protocolVersions": [OLDEST]}
    place = write("file.json", described(newest, {**older, "requestedSchema": OTHER}))
    assert told_by_clients(place) == [f"ask at {LATEST}"]
    assert told_by_clients(place, "--revision", OLDEST) == [f"ask at {OLDEST}"]
    assert classes_of(place) == ["Ask"]
    assert compared(place, write("new.json", [newest])) == []


def test_a_declaration_in_url_mode_is_passed_over() -> None:
    by_url = {"name": "log-in", "mode": "url", "message": "?", "protocolVersions": [LATEST]}
    assert told_by_clients(write("file.json", described(by_url, DECLARED))) == [f"ask at {LATEST}"]
    for name in ("clients", "generate"):
        code, out, err = command(name, write("url.json", described(by_url)))
        assert (code, out) == (2, "")
        assert err == "elicitform: url.json asks with a URL, and has no form\n"


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            described({**DECLARED, "requestedSchema": {"$componentRef": "#/components/schemas/X"}}),
            "/tools/0/elicitations/0/requestedSchema/$componentRef: write `#/components/schemas/`",
        ),
        (
            {**DECLARED, "requestedSchema": {"$componentRef": "#/components/schemas/X"}},
            "/requestedSchema: the reference leads out of the file",
        ),
        ({"inputRequests": []}, "/inputRequests: `inputRequests` is an object of requests, by"),
        (
            {"inputRequests": {"a": {"method": "elicit", "params": PARAMS}}},
            "/inputRequests/a/method: a question to the client has a `method`, one of",
        ),
        (described("ask"), "/tools/0/elicitations/0: a declaration is an object with `name`"),
        ({"message": "?", "mode": "form"}, "the root: a form has a `requestedSchema`; write it"),
    ],
)
def test_what_keeps_a_form_from_being_found_is_said_in_one_line(document: Any, said: str) -> None:
    place = write("file.json", document)
    for arguments in (["clients", place], ["generate", place], ["diff", place, place]):
        code, out, err = command(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"elicitform: file.json: {said}")


# --- text of strangers ------------------------------------------------------------------------

HOSTILE = [
    "##vso[task.setvariable variable=x]y",
    "##[error]x",
    "a##teamcity[buildStop]",
    "::error::x",
    "  ::set-output name=x::y",
    "\x1b[31mred",
    "\x9b31m",
    "\u202egnp",
    "two\nlines\n::error::x",
    "\r::error::x",
    "\u2028x",
    "\x7fx",
    "\udcff",
]


def assert_harmless(text: str) -> None:
    for line in text.split("\n"):
        assert line.isprintable(), line
        assert "##" not in line
        assert not line.lstrip().startswith("::")


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_of_a_stranger_commands_a_terminal_or_a_build(name: str) -> None:
    choices = {"type": "string", "enum": ["a", name], "enumNames": ["A", f"{name}x"]}
    good = {"type": "object", "properties": {name: {"type": "integer", "description": name}}}
    more = {"type": "object", "properties": {"n": choices}, "required": ["n"]}
    bad = {"type": "object", "properties": {name: {"type": name, name: 1}}, name: 1, "required": [name, name]}  # fmt: skip
    declared = described({**DECLARED, "name": name, "requestedSchema": good}, tool=name)
    documents: list[Any] = [
        good, more, bad, {name: good, "x": more}, {name: bad}, declared, {name: name}, json.dumps(name), [name],
        {"inputRequests": {name: {"method": name}}}, {"inputRequests": {name: REQUEST}},
        described({**DECLARED, name: 1, "requestedSchema": {"$componentRef": f"#/{name}"}}),
    ]  # fmt: skip
    for number, document in enumerate(documents):
        place = write(f"{number}.json", document)
        write("last.json", OTHER)
        for arguments in (
            ["clients", place, "--profile", "strict"],
            ["clients", place, "--format", "json"],
            ["diff", place, "last.json"],
            ["diff", place, "last.json", "--format", "json"],
            ["diff", "last.json", place],
            ["generate", place],
            ["lint", place, "--revision", "all"],
            ["lint", place, "--format", "json"],
            ["lint", place, "--format", "sarif"],
        ):
            code, out, err = command(*arguments)
            assert code in {0, 1, 2}
            assert_harmless(out)
            assert_harmless(err)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_of_a_place_commands_a_terminal_or_a_build(name: str) -> None:
    for place in (name, f"{name}.json", f"folder/{name}.yaml", f"{name}.py", f"{name}:Form"):
        for arguments in (["clients", place], ["diff", place, place], ["generate", place]):
            code, out, err = command(*arguments)
            assert (code, out) == (2, "")
            assert_harmless(err)
        code, out, err = command("lint", place, "--exclude", f"{name}x")
        assert code == 2
        assert_harmless(out + err)
        code, out, err = command("export", place, "--out", name)
        assert code == 2
        assert_harmless(out + err)


def test_hostile_text_comes_back_from_json_and_from_source_as_it_was() -> None:
    for name in HOSTILE[:-1]:  # the last is no valid text
        schema = {"type": "object", "properties": {name: {"type": "integer"}}}
        place = write("file.json", schema)
        _, out, _ = command("clients", place, "--format", "json")
        assert json.loads(out)["forms"][0]["fields"] == [name]
        _, source, _ = command("generate", place, "--name", "Made")
        made: dict[str, Any] = {}
        exec(compile(source, "made", "exec"), made)
        assert list(made["Made"].requested_schema()["properties"]) == [name]


def test_json_in_utf_8_escapes_only_what_does_not_print() -> None:
    write(
        "app.py",
        "from elicitform import Form\nclass A(Form, message='?'):\n    'Zoë'\n    größe: int\n",
    )
    code, out, _ = command("export", "app.py")
    assert code == 0
    assert '"größe"' in out
    assert '"Größe"' in out
