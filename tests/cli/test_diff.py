"""``elicitform diff``, run as the function that it is."""

from __future__ import annotations

import io
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import command

OLD: dict[str, Any] = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "x": {"type": "string"}},
    "required": ["x"],
}
NEW: dict[str, Any] = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "minimum": 1, "title": "N"},
        "x": {"type": "string"},
        "y": {"type": "boolean"},
    },
    "required": ["x"],
}
SAID = """\
  breaking  /properties/n/minimum  `minimum` 1 is new
            {"x":"a","n":0}
  shown     /properties/n/title  `title` is new
  safe      /properties/y  the field is new, and may be left open
"""
FORMS = """
from elicitform import Form, MultiSelect
from typing import Literal

print("imported")

class Order(Form):
    size: {size}

class Tagged(Form, since="2025-11-25"):
    tags: MultiSelect[Literal["a", "b"]]
"""


TWINS = """
from elicitform import Form

def make(kind):
    class A(Form):
        a: kind
    return A

first, second = make(int), make(str)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two schemas in it, to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    write("old.json", OLD)
    write("new.json", NEW)
    return tmp_path


def write(name: str, document: object) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")


diff = partial(command, "diff")


def complaint(*arguments: str) -> str:
    """Return the one line that a diff ends with, which has nothing to say otherwise."""
    code, out, err = diff(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err.removeprefix("elicitform: ").strip()


def on_stdin(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))


# --- files ------------------------------------------------------------------------------------


def test_two_files_are_one_form_whatever_they_are_called() -> None:
    code, out, err = diff("old.json", "new.json")
    assert (code, out) == (0, f"old -> new\n{SAID}")
    assert err == "1 breaking, 1 safe, 1 shown\n"


def test_a_breaking_change_is_an_exit_code_where_it_is_asked_for() -> None:
    assert diff("old.json", "new.json", "--exit-code")[0] == 1
    assert diff("new.json", "old.json", "--exit-code")[0] == 0


def test_nothing_is_said_where_nothing_has_changed() -> None:
    assert diff("old.json", "old.json", "--exit-code") == (0, "", "nothing has changed\n")


def test_json_has_everything() -> None:
    code, out, _ = diff("old.json", "new.json", "--format", "json")
    document = json.loads(out)
    assert code == 0
    assert document["breaking"] is True
    (form,) = document["forms"]
    assert (form["old"], form["new"]) == ("old", "new")
    assert form["changes"][0] == {
        "path": "/properties/n/minimum",
        "verdict": "breaking",
        "counterexample": {"x": "a", "n": 0},
        "message": "`minimum` 1 is new",
    }
    assert json.loads(diff("old.json", "old.json", "--format", "json")[1]) == {
        "version": 1,
        "breaking": False,
        "forms": [],
    }


def test_a_schema_that_only_an_older_revision_writes_is_compared() -> None:
    legacy = {"type": "string", "enum": ["a"], "enumNames": ["A"]}
    write("legacy.json", {"type": "object", "properties": {"x": legacy}})
    assert diff("legacy.json", "legacy.json")[0] == 0


def test_a_long_counterexample_is_cut_in_text_and_whole_in_json() -> None:
    short = {"type": "object", "properties": {"x": {"type": "string", "maxLength": 1_000}}}
    write("short.json", short)
    write("long.json", {"type": "object", "properties": {"x": {"type": "string"}}})
    _, out, _ = diff("long.json", "short.json")
    assert "aaa… (1,009 characters; --format json has them all)" in out
    _, out, _ = diff("long.json", "short.json", "--format", "json")
    assert json.loads(out)["forms"][0]["changes"][0]["counterexample"] == {"x": "a" * 1_001}


def test_text_does_not_move_the_cursor() -> None:
    odd = {"type": "object", "properties": {"\x1b[2Jx\u202e": {"type": "string"}}}
    write("odd.json", odd)
    _, out, _ = diff("old.json", "odd.json")
    assert "/properties/\\x1b[2Jx\\u202e" in out
    assert all(line.isprintable() for line in out.splitlines())


# --- stdin ------------------------------------------------------------------------------------


def test_one_side_may_come_from_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    on_stdin(monkeypatch, json.dumps(OLD).encode())
    assert diff("-", "new.json")[:2] == (0, f"stdin -> new\n{SAID}")
    on_stdin(monkeypatch, json.dumps({"a": OLD, "b": OLD}).encode())
    write("both.json", {"b": OLD, "a": NEW})
    assert diff("-", "both.json")[1] == f"a\n{SAID}"


def test_both_sides_may_not_come_from_stdin() -> None:
    assert complaint("-", "-") == "only one side can be stdin"


def test_a_schema_without_a_name_is_not_compared_with_several(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write("forms/Order.json", OLD)
    for arguments in (("-", "forms"), ("forms", "-")):
        on_stdin(monkeypatch, json.dumps(OLD).encode())
        assert "has no name, and forms may hold several" in complaint(*arguments)


# --- several forms ----------------------------------------------------------------------------


def test_folders_are_compared_form_by_form() -> None:
    for folder, here, gone in (("old", OLD, "Gone"), ("new", NEW, "Added")):
        write(f"{folder}/2026-07-28/Order.json", here)
        write(f"{folder}/2026-07-28/Same.json", OLD)
        write(f"{folder}/2026-07-28/{gone}.json", here)
    Path("old/README.md").touch()
    code, out, err = diff("old", "new", "--exit-code")
    assert code == 1
    assert out == (
        "2026-07-28/Gone\n"
        "  breaking  the form is gone: nothing reads its answers any more\n"
        '            {"x":"a"}\n'
        f"2026-07-28/Order\n{SAID}"
        "2026-07-28/Added\n"
        "  safe      the form is new\n"
    )
    assert err == "2 breaking, 2 safe, 1 shown\n"
    assert diff("old", "old") == (0, "", "nothing has changed\n")


def test_a_document_of_several_forms_is_compared_form_by_form() -> None:
    write("old_forms.json", {"2025-11-25": {"A": OLD}, "2026-07-28": {"A": OLD, "B": OLD}})
    write("new/2025-11-25/A.json", OLD)
    write("new/2026-07-28/A.json", NEW)
    write("new/2026-07-28/B.json", OLD)
    assert diff("old_forms.json", "new")[:2] == (0, f"2026-07-28/A\n{SAID}")


def test_forms_of_each_revision_are_not_compared_with_forms_of_one() -> None:
    write("old/2026-07-28/A.json", OLD)
    write("new/A.json", OLD)
    for arguments in (("old", "new"), ("new", "old")):
        assert "old holds the forms of each revision, and new does not" in complaint(*arguments)
    assert diff("old/2026-07-28", "new")[0] == 0


# --- forms of Python code ---------------------------------------------------------------------


def test_forms_are_compared_with_files(folder: Path) -> None:
    (folder / "shop.py").write_text(FORMS.format(size="str"))
    (folder / "later.py").write_text(FORMS.format(size="int"))
    code, out, err = diff("shop.py", "later.py")
    assert code == 0
    assert out == (
        "Order\n"
        "  breaking  /properties/size/type  was text and is an integer\n"
        '            {"size":"a"}\n'
    )
    assert err.startswith("imported\nimported\n")
    _, out, _ = diff("shop.py", "later.py", "--revision", "all")
    assert [line for line in out.splitlines() if not line.startswith(" ")] == [
        "2025-06-18/Order",
        "2025-11-25/Order",
        "2026-07-28/Order",
    ]
    assert diff("old.json", "shop.py:Order")[1].startswith("old -> Order\n")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "from elicitform import Form\nclass A(Form):\n    a: list[str]\n",
            "A cannot be an elicit",
        ),
        ("1 / 0", "cannot import broken.py: ZeroDivisionError"),
        (FORMS.format(size="str"), "Tagged cannot be expressed in revision 2025-06-18"),
        (
            TWINS,
            "has two forms of one name",
        ),
    ],
)
def test_forms_that_cannot_be_had_are_a_wrong_argument(folder: Path, code: str, said: str) -> None:
    (folder / "broken.py").write_text(code)
    result, out, err = diff("old.json", "broken.py", "--revision", "2025-06-18", "--exit-code")
    assert (result, out) == (2, "")
    assert said in err


# --- what cannot be read ----------------------------------------------------------------------

DEEP = 100_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", ":1:1: there is nothing in it"),
        (b'{"type": "object"', ":1:18: the text ends before the JSON does"),
        (b'{"type": "object", "type": "object"}', ":1:20: 'type' is in this object already"),
        (b'{"\\u001b": 1, "\\u001b": 2}', ":1:15: '\\x1b' is in this object already"),
        (b'{"type": NaN}', ":1:10: JSON has no NaN"),
        (b'{"type": -Infinity}', ":1:10: JSON has no NaN and no infinity"),
        (b'{"type": "\xff"}', ":1:11: this is not UTF-8"),
        (b"[" * DEEP + b"]" * DEEP, "this is nested more than 500 levels deep"),
        (b'{"a":' * DEEP + b"1" + b"}" * DEEP, "this is nested more than 500 levels deep"),
    ],
)
def test_a_file_that_is_not_json_is_told_in_one_line(
    folder: Path, text: bytes, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "bad.json").write_bytes(text)
    for arguments in (("bad.json", "old.json"), ("old.json", "bad.json")):
        told = complaint(*arguments)
        assert told.startswith("bad.json")
        assert said in told
    on_stdin(monkeypatch, text)
    assert said in complaint("old.json", "-")
    (folder / "bad").mkdir()
    (folder / "bad.json").rename(folder / "bad" / "Bad.json")
    assert said in complaint("bad", "old.json")


def test_a_file_may_begin_with_a_byte_order_mark(folder: Path) -> None:
    (folder / "marked.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(OLD).encode())
    assert diff("marked.json", "old.json") == (0, "", "nothing has changed\n")


def test_a_place_that_is_not_there_is_told_in_one_line(folder: Path) -> None:
    (folder / "empty").mkdir()
    assert complaint("gone.json", "old.json") == "cannot read gone.json: No such file or directory"
    assert complaint("old.json", "gone").startswith("cannot import gone: ModuleNotFoundError")
    assert complaint("old.json", "empty") == "empty holds no form"
    assert "x.json" in complaint("old.json", f"{'x' * 5_000}.json")[-200:]
    (folder / "folder.json").mkdir()
    assert complaint("old.json", "folder.json") == "folder.json holds no form"


def test_a_folder_that_cannot_be_read_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "closed").mkdir()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "closed")

    monkeypatch.setattr("os.scandir", refuse)
    assert complaint("old.json", "closed") == "cannot read closed: Permission denied"


@pytest.mark.parametrize("document", [{}, [], 1, None, {"properties": {}}, {"type": {}}])
def test_a_schema_that_is_not_valid_is_told_with_its_findings(document: object) -> None:
    write("bad.json", document)
    for arguments in (("bad.json", "old.json"), ("old.json", "bad.json")):
        code, out, err = diff(*arguments)
        assert (code, out) == (2, "")
        assert err.startswith("elicitform: bad.json is no valid requestedSchema (")


def test_a_schema_of_a_folder_that_is_not_valid_is_told_by_its_name() -> None:
    write("forms/Order.json", OLD)
    write("forms/Bad.json", {"properties": {}})
    assert "forms: Bad is no valid" in diff("forms", "old.json")[2]
    assert "forms: Bad is no valid" in diff("old.json", "forms")[2]


def test_a_file_of_a_folder_that_holds_no_form_is_left_alone() -> None:
    for folder in ("old", "new"):
        write(f"{folder}/Order.json", OLD)
        write(f"{folder}/package.json", {"name": "shop", "version": folder})
    assert diff("old", "new") == (0, "", "nothing has changed\n")


def test_findings_do_not_move_the_cursor() -> None:
    write("odd.json", {"type": "object", "properties": {"\x1b[2J": {"type": "x"}}})
    _, _, err = diff("odd.json", "old.json")
    assert "/properties/\\x1b[2J/type" in err
    assert "\x1b" not in err


# --- what other commands read -----------------------------------------------------------------


def test_requests_and_declarations_are_compared_by_their_schemas() -> None:
    params = {"message": "Which?", "requestedSchema": OLD}
    write("params.json", params)
    write("request.json", {"method": "elicitation/create", "params": params})
    declaration = {"name": "ask", "mode": "form", **params}
    older = {**declaration, "name": "ask-2025-06-18", "protocolVersions": ["2025-06-18"]}
    newer = {**declaration, "protocolVersions": ["2025-11-25", "2026-07-28"]}
    write("declared.json", [newer, older])
    for place in ("params.json", "request.json"):
        assert diff(place, "new.json")[1].splitlines()[1:] == SAID.splitlines()
    assert diff("declared.json", "declared.json") == (0, "", "nothing has changed\n")
    write("changed.json", [{**newer, "requestedSchema": NEW}])
    assert diff("declared.json", "changed.json")[1].splitlines()[0] == "ask"


@pytest.mark.parametrize("place", ["../nowhere/schemas", "nowhere/forms"])
def test_a_path_that_is_not_there_is_no_module(place: str) -> None:
    assert complaint(place, "new.json") == f"there is no file or folder {place}"
