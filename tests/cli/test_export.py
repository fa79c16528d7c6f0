"""The command line, run as the function that it is, and once as a process."""

from __future__ import annotations

import importlib
import io
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import elicitform
from elicitform._cli import main, run

FORMS = """
from typing import Literal
from pydantic import Field
from elicitform import Form, MultiSelect

class Base(Form, abstract=True):
    name: str = Field(description="Who? Zoë")

class Second(Base):
    size: Literal["s", "l"] = "s"

class First(Form):
    count: int = 3

Alias = First
"""
TAGGED = """
from typing import Literal
from elicitform import Form, MultiSelect

class Tagged(Form, since="2025-11-25"):
    tags: MultiSelect[Literal["a", "b"]]
"""
SECOND = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name", "description": "Who? Zoë"},
        "size": {"type": "string", "title": "Size", "enum": ["s", "l"], "default": "s"},
    },
    "required": ["name"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with forms in it, to work in; imports leave nothing behind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    modules = set(sys.modules)
    (tmp_path / "shop_forms.py").write_text(FORMS, encoding="utf-8")
    (tmp_path / "tagged_forms.py").write_text(TAGGED)
    yield tmp_path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def command(*arguments: str) -> tuple[int, str, str]:
    """Return the exit code of a command, and what it said."""
    stdout, stderr = io.StringIO(), io.StringIO()
    code = main(arguments, stdout, stderr)
    return code, stdout.getvalue(), stderr.getvalue()


@pytest.mark.parametrize(
    "target", ["shop_forms:Second", "shop_forms.py:Second", "./shop_forms.py:Second"]
)
def test_one_form_goes_to_stdout_as_its_schema(folder: Path, target: str) -> None:
    code, out, err = command("export", target)
    assert (code, err) == (0, "")
    assert out == json.dumps(SECOND, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("target", ["shop_forms", "shop_forms.py"])
def test_a_module_stands_for_its_concrete_forms_in_order(folder: Path, target: str) -> None:
    code, out, _ = command("export", target)
    assert code == 0
    assert list(json.loads(out)) == ["Second", "First"]
    assert json.loads(out)["Second"] == SECOND


def test_all_revisions_go_to_stdout_as_the_folders_would_be(folder: Path) -> None:
    code, out, _ = command("export", "shop_forms:First", "tagged_forms", "--revision", "all")
    assert code == 0
    assert {revision: list(forms) for revision, forms in json.loads(out).items()} == {
        "2025-06-18": ["First"],
        "2025-11-25": ["First", "Tagged"],
        "2026-07-28": ["First", "Tagged"],
    }


def test_a_form_named_twice_is_exported_once(folder: Path) -> None:
    code, out, _ = command("export", "shop_forms:Second", "shop_forms:Second")
    assert (code, json.loads(out)) == (0, SECOND)


LATE = """
from typing import Annotated
from elicitform import Form, LateChoice

class Deploy(Form):
    replicas: int

class Release(Form):
    branch: LateChoice
    tag: LateChoice

Nightly = Release.with_choices(branch=["main"], tag=["nightly"])
Small = Deploy.with_defaults(replicas=1)
"""


def test_a_module_stands_for_no_form_that_is_known_at_run_time_only(folder: Path) -> None:
    (folder / "late_forms.py").write_text(LATE)
    code, out, err = command("export", "late_forms")
    assert (code, list(json.loads(out)["properties"])) == (0, ["replicas"])
    assert err == (
        "elicitform: late_forms: Release is left out, since the choices of branch, tag are known "
        "at run time only\n"
    )
    code, out, _ = command("export", "late_forms:Nightly")
    assert json.loads(out)["properties"]["branch"]["enum"] == ["main"]
    code, out, err = command("export", "late_forms:Release")
    assert (code, out) == (1, "")
    assert "with_choices" in err


def test_files_are_written_one_a_form(folder: Path) -> None:
    code, out, err = command("export", "shop_forms", "--out", "schemas/deep")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        str(Path("schemas/deep/Second.json")),
        str(Path("schemas/deep/First.json")),
    ]
    written = (folder / "schemas/deep/Second.json").read_bytes()
    assert written == (json.dumps(SECOND, indent=2, ensure_ascii=False) + "\n").encode()
    assert sorted(os.listdir(folder / "schemas/deep")) == ["First.json", "Second.json"]


def test_all_revisions_get_a_folder_each(folder: Path) -> None:
    command("export", "shop_forms:First", "tagged_forms", "--revision", "all", "--out", "out")
    assert sorted(str(path.relative_to(folder / "out")) for path in folder.glob("out/*/*")) == [
        "2025-06-18/First.json",
        "2025-11-25/First.json",
        "2025-11-25/Tagged.json",
        "2026-07-28/First.json",
        "2026-07-28/Tagged.json",
    ]
    old = json.loads((folder / "out/2025-06-18/First.json").read_text())
    assert "default" not in old["properties"]["count"]


def test_check_is_content_with_files_that_are_up_to_date(folder: Path) -> None:
    command("export", "shop_forms", "--out", "out")
    assert command("export", "shop_forms", "--out", "out", "--check") == (0, "", "")


def test_check_prints_a_diff_and_writes_nothing(folder: Path) -> None:
    command("export", "shop_forms", "--out", "out")
    stale = folder / "out/First.json"
    text = stale.read_text().replace('"default": 3', '"default": 4')
    stale.write_text(text)
    (folder / "out/Second.json").unlink()
    code, out, err = command("export", "shop_forms", "--out", "out", "--check")
    assert code == 1
    assert err == "2 files of 2 would change; run it without --check to write them\n"
    assert "--- /dev/null\n+++ out/Second.json\n" in out
    assert "--- out/First.json\n+++ out/First.json\n" in out
    assert '-      "default": 4\n+      "default": 3\n' in out
    assert stale.read_text() == text
    assert os.listdir(folder / "out") == ["First.json"]


def test_check_takes_a_file_that_is_no_text_for_one_that_differs(folder: Path) -> None:
    (folder / "First.json").write_bytes(b"\xff\xfe")
    code, out, _ = command("export", "shop_forms:First", "--out", ".", "--check")
    assert code == 1
    assert "-\ufffd\ufffd" in out


def test_check_needs_files_to_compare_with(folder: Path) -> None:
    code, out, err = command("export", "shop_forms", "--check")
    assert (code, out) == (2, "")
    assert err == "elicitform: --check compares with files: say with --out where they are\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 2, "cannot import nowhere: ModuleNotFoundError: No module named 'nowhere'"),
        (["nowhere.py"], 2, "cannot import nowhere.py: FileNotFoundError: there is no file nowhere.py"),
        (["shop_forms:Third"], 2, "shop_forms has nothing called Third"),
        (["shop_forms:Field"], 2, "shop_forms:Field is not a form"),
        (["shop_forms:"], 2, "cannot import shop_forms:"),
        (["broken.py"], 2, "cannot import broken.py: ZeroDivisionError: division by zero"),
        (["exiting.py"], 2, "cannot import exiting.py: SystemExit: 3"),
        (["silent.py"], 2, "cannot import silent.py: RuntimeError"),
        (["syntax.py"], 2, "cannot import syntax.py: SyntaxError"),
        (["empty.py"], 2, "empty.py defines no form that can be exported"),
        (["busy"], 2, "busy is a folder; name a file or a module"),
        (["quitting.py"], 2, "cannot import quitting.py: Quit"),
        (["notes.txt"], 2, "cannot import notes.txt: ImportError: it is not a Python file"),
        (["shop_forms", "twin.py"], 2, "would share one file; nothing was written"),
        (["shop_forms:Base"], 1, "Base can be neither exported nor read as it is"),
        (["tagged_forms", "--revision", "2025-06-18"], 1, "Tagged cannot be expressed in revision"),
        (["shop_forms", "--out", "notes.txt"], 2, "cannot write notes.txt/Second.json"),
        (["shop_forms", "--out", "busy"], 2, "cannot write busy/Second.json: it is a folder"),
        (["shop_forms", "--out", "busy", "--check"], 2, "cannot read busy/Second.json"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_one_line(
    folder: Path, arguments: list[str], code: int, message: str
) -> None:
    (folder / "broken.py").write_text("1 / 0")
    (folder / "exiting.py").write_text("raise SystemExit(3)")
    (folder / "quitting.py").write_text("class Quit(BaseException): pass\nraise Quit")
    (folder / "silent.py").write_text("raise RuntimeError")
    (folder / "syntax.py").write_text("def :")
    (folder / "empty.py").write_text("from elicitform import Form")
    (folder / "notes.txt").write_text("notes")
    (folder / "twin.py").write_text("from elicitform import Form\nclass FIRST(Form):\n    a: str")
    (folder / "busy/Second.json").mkdir(parents=True)
    before = sorted(folder.rglob("*"))
    returned, out, err = command("export", *arguments)
    assert returned == code
    assert out == ""
    assert err.startswith("elicitform: ")
    assert message in err
    assert "Traceback" not in err
    if code == 2:
        assert err.count("\n") == 1
    assert sorted(path for path in folder.rglob("*") if "__pycache__" not in str(path)) == before


def test_a_refused_form_is_told_in_full(folder: Path) -> None:
    (folder / "bad.py").write_text(
        "from elicitform import Form\nclass Bad(Form):\n    tags: list[str]\n"
    )
    code, out, err = command("export", "bad.py")
    assert (code, out) == (1, "")
    assert err.startswith("elicitform: bad.py: Bad cannot be an elicitation form (1 fault)\n")
    assert "MultiSelect" in err
    assert "Traceback" not in err


def test_what_a_module_prints_stays_out_of_the_json(folder: Path) -> None:
    (folder / "chatty.py").write_text("print('hello')\n" + FORMS, encoding="utf-8")
    code, out, err = command("export", "chatty.py:Second")
    assert (code, json.loads(out), err) == (0, SECOND, "hello\n")


def test_a_file_may_import_its_neighbours(folder: Path) -> None:
    (folder / "app").mkdir()
    (folder / "app/neighbour_of_forms.py").write_text('DEFAULT = "x"')
    (folder / "app/forms.py").write_text(
        "from __future__ import annotations\n"
        "from elicitform import Form\nfrom neighbour_of_forms import DEFAULT\n"
        "class Near(Form):\n    name: str = DEFAULT\n"
    )
    code, out, _ = command("export", "app/forms.py")
    assert code == 0
    assert json.loads(out)["properties"]["name"]["default"] == "x"


def test_a_write_that_fails_half_way_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("export", "shop_forms", "--out", "out")
    for path in folder.glob("out/*"):
        path.write_text("old")
    write_bytes = Path.write_bytes

    def fails_on_the_second(path: Path, data: bytes) -> int:
        if "First" in path.name:
            write_bytes(path, data[:10])
            raise OSError(28, "No space left on device")
        return write_bytes(path, data)

    monkeypatch.setattr(Path, "write_bytes", fails_on_the_second)
    code, out, err = command("export", "shop_forms", "--out", "out")
    assert (code, out) == (2, "")
    assert err == "elicitform: cannot write out/First.json: No space left on device\n"
    assert {path.name: path.read_text() for path in folder.glob("out/*")} == {
        "First.json": "old",
        "Second.json": "old",
    }


def test_a_symbolic_link_stays_one(folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "real/First.json").write_text("old")
    (folder / "out").mkdir()
    (folder / "out/First.json").symlink_to(folder / "real/First.json")
    assert command("export", "shop_forms:First", "--out", "out")[0] == 0
    assert (folder / "out/First.json").is_symlink()
    assert json.loads((folder / "real/First.json").read_text())["type"] == "object"


@pytest.mark.parametrize(
    "arguments",
    [[], ["explode"], ["export"], ["export", "x", "--revision", "2020"], ["export", "--nope", "x"]],
)
def test_bad_arguments_are_usage(arguments: list[str]) -> None:
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("usage: elicitform")


def test_help_and_version_go_to_stdout() -> None:
    assert command("--version") == (0, f"elicitform {elicitform.__version__}\n", "")
    code, out, err = command("export", "--help")
    assert (code, err) == (0, "")
    assert "exit codes:" in out


@pytest.mark.parametrize(
    "program", [["-m", "elicitform"], ["-c", "from elicitform._cli import run; run()"]]
)
def test_it_runs_as_a_program(folder: Path, program: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *program, "export", "shop_forms:Second"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert json.loads(done.stdout.decode()) == SECOND
    assert done.stderr == b""


def test_it_runs_as_a_module(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["elicitform", "export", "shop_forms:Second"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("elicitform", run_name="__main__")
    assert caught.value.code == 0
    assert json.loads(capsys.readouterr().out) == SECOND


class Closed(io.StringIO):
    """A pipe whose reader has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError(text[:0])


def test_a_reader_that_has_enough_gets_no_traceback(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", Closed())
    monkeypatch.setattr(sys, "argv", ["elicitform", "export", "shop_forms"])
    with pytest.raises(SystemExit) as caught:
        run()
    assert caught.value.code == 1


class Full(io.StringIO):
    """A file on a device that is full."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device", text[:0])


def test_output_that_cannot_be_written_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    monkeypatch.setattr(sys, "argv", ["elicitform", "export", "shop_forms"])
    with pytest.raises(SystemExit) as caught:
        run()
    assert caught.value.code == 2
    assert capsys.readouterr().err == (
        "elicitform: cannot write the output: No space left on device\n"
    )


def test_each_file_has_its_own_neighbours(folder: Path) -> None:
    for name, limit in (("a", 1), ("b", 99)):
        (folder / name).mkdir()
        (folder / name / "common_limits.py").write_text(f"LIMIT = {limit}")
        (folder / name / "forms.py").write_text(
            "from pydantic import Field\nfrom elicitform import Form\n"
            "from common_limits import LIMIT\n"
            f"class Form_{name}(Form):\n    count: int = Field(le=LIMIT)\n"
        )
    path = list(sys.path)
    code, out, _ = command("export", "a/forms.py", "b/forms.py")
    assert code == 0
    exported = json.loads(out)
    assert exported["Form_a"]["properties"]["count"]["maximum"] == 1
    assert exported["Form_b"]["properties"]["count"]["maximum"] == 99
    assert sys.path == path


def test_modules_from_elsewhere_stay_imported(folder: Path) -> None:
    (folder / "far_forms.py").write_text(
        "import colorsys\nfrom elicitform import Form\nclass Far(Form):\n    name: str\n"
    )
    sys.modules.pop("colorsys", None)
    assert command("export", "far_forms.py")[0] == 0
    assert "colorsys" in sys.modules


def test_an_import_can_be_interrupted(folder: Path) -> None:
    (folder / "slow_forms.py").write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        command("export", "slow_forms.py")


def test_importing_the_program_runs_nothing() -> None:
    sys.modules.pop("elicitform.__main__", None)
    assert importlib.import_module("elicitform.__main__").run is run


def test_a_form_inside_a_class_can_be_named(folder: Path) -> None:
    (folder / "inner_forms.py").write_text(
        "from elicitform import Form\nclass Outer:\n    class Inner(Form):\n        name: str\n"
    )
    assert command("export", "inner_forms:Outer.Inner")[0] == 0
    assert command("export", "inner_forms:Outer.Other")[0] == 2


def test_odd_objects_in_a_module_do_no_harm(folder: Path) -> None:
    (folder / "odd_forms.py").write_text(
        "from elicitform import Form\n"
        "class Odd:\n    @property\n    def __class__(self): raise RuntimeError\n"
        "odd = Odd()\n"
        "def __getattr__(name): raise RuntimeError(name)\n"
        "class Fine(Form):\n    name: str\n"
    )
    assert command("export", "odd_forms")[0] == 0
    assert command("export", "odd_forms:Gone")[0] == 2


def test_a_name_that_is_no_file_name_is_refused(folder: Path) -> None:
    (folder / "evil_forms.py").write_text(
        "from pydantic import create_model\nfrom elicitform import Form\n"
        "Evil = create_model('../../evil', __base__=Form, __module__=__name__, name=(str, ...))\n"
    )
    code, _, err = command("export", "evil_forms", "--out", "out")
    assert code == 2
    assert "has no name for a file" in err
    assert not (folder / "out").exists()


def test_two_links_to_one_file_are_an_error(folder: Path) -> None:
    (folder / "First.json").symlink_to(folder / "Second.json")
    code, _, err = command("export", "shop_forms", "--out", ".")
    assert code == 2
    assert "written to the same file" in err
    assert not (folder / "Second.json").exists()


def test_links_in_a_circle_are_an_error(folder: Path) -> None:
    (folder / "First.json").symlink_to(folder / "First.json")
    code, _, err = command("export", "shop_forms:First", "--out", ".")
    assert code in {0, 2}
    assert "Traceback" not in err


def test_a_warning_made_an_error_is_a_form_that_is_refused(folder: Path) -> None:
    (folder / "warned_forms.py").write_text(
        "from elicitform import Form\nclass Maybe(Form):\n    yes: bool | None = None\n"
    )
    code, _, err = command("export", "warned_forms")
    assert code == 1
    assert "warned_forms: Maybe.yes: clients send false" in err


def test_a_form_of_a_file_is_exported_once(folder: Path) -> None:
    code, out, err = command("export", "shop_forms.py:First", "./shop_forms.py")
    assert (code, list(json.loads(out)), err) == (0, ["First", "Second"], "")


def test_forms_of_one_name_are_told_by_their_files(folder: Path) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "shop_forms.py").write_text(FORMS, encoding="utf-8")
    code, out, err = command("export", "shop_forms.py:First", "more/shop_forms.py:First")
    assert (code, out) == (2, "")
    assert err == (
        "elicitform: shop_forms.py:First and more/shop_forms.py:First would share one file; "
        "nothing was written\n"
    )


def test_files_are_put_back_where_one_of_them_cannot_be_replaced(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = folder / "out"
    command("export", "shop_forms:Second", "--out", "out")
    (out / "Second.json").write_text("as it was")
    replace = Path.replace

    def fail(path: Path, target: Path) -> Path:
        if target.name == "Tagged.json":
            raise PermissionError(1, "Operation not permitted")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", fail)
    code, said, err = command("export", "shop_forms", "tagged_forms", "--out", "out")
    assert (code, said) == (2, "")
    assert "cannot write out/Tagged.json: Operation not permitted" in err.replace(os.sep, "/")
    assert (out / "Second.json").read_text() == "as it was"
    assert os.listdir(out) == ["Second.json"]


def test_what_cannot_be_put_back_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def fail(path: Path, target: Path) -> Path:
        if target.name == "First.json":
            (folder / "out" / "Second.json").unlink()
            raise PermissionError(1, "Operation not permitted")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", fail)
    code, _, err = command("export", "shop_forms", "--out", "out")
    assert (code, "Operation not permitted" in err) == (2, True)


def test_a_module_that_changes_the_folder_changes_it_for_itself_alone(folder: Path) -> None:
    (folder / "wanderer.py").write_text(f"import os\nos.chdir('/')\n{FORMS}")
    code, out, _ = command("export", "wanderer.py:First", "--out", "out")
    assert (code, out.strip()) == (0, str(Path("out/First.json")))
    assert (folder / "out" / "First.json").is_file()


@pytest.mark.parametrize("arguments", [["export"], ["clients"], ["generate"]])
def test_a_name_commands_neither_a_terminal_nor_a_build(folder: Path, arguments: list[str]) -> None:
    for name in ("a\n::error::b.json", "a\x1b[31m.json", "a\n::error::b.py", "x\n::error::y"):
        code, out, err = command(*arguments, name)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "\x1b" not in err
