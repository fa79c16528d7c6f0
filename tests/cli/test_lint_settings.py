"""What ``elicitform lint`` leaves out, and its settings in pyproject.toml."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from elicitform._cli import tables
from elicitform.schemas import lint_paths
from tests.support.command import command

GOOD = '{"type": "object", "properties": {"name": {"type": "string"}}}'
WARNED = '{"type": "object", "properties": {"ok": {"type": "boolean"}}}'
DEFAULTED = '{"type": "object", "properties": {"n": {"type": "integer", "default": 1}}}'
NO_JSON = '{\n  // with a comment\n  "compilerOptions": {}\n}\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with schemas in it, and with files that are no JSON."""
    monkeypatch.chdir(tmp_path)
    write("schemas/good.json", GOOD)
    write("schemas/drafts/bad.json", NO_JSON)
    write("tsconfig.json", NO_JSON)
    write("web/tsconfig.json", NO_JSON)
    write("web/a/b/vendor/x.json", NO_JSON)
    return tmp_path


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


lint = partial(command, "lint")


def linted(*patterns: str, paths: tuple[str, ...] = (".",)) -> list[str]:
    report = lint_paths(paths, exclude=patterns)
    return sorted(file.file.removeprefix("./") for file in report.files)


# --- patterns ---------------------------------------------------------------------------------

EVERY = ["schemas/drafts/bad.json", "schemas/good.json", "tsconfig.json", "web/a/b/vendor/x.json", "web/tsconfig.json"]  # fmt: skip


@pytest.mark.parametrize(
    ("patterns", "left_out"),
    [
        ([], []),
        (["tsconfig.json"], ["tsconfig.json", "web/tsconfig.json"]),
        (["ts*.json"], ["tsconfig.json", "web/tsconfig.json"]),
        (["drafts"], ["schemas/drafts/bad.json"]),
        (["drafts/"], ["schemas/drafts/bad.json"]),
        (["schemas/drafts"], ["schemas/drafts/bad.json"]),
        (["./schemas/drafts"], ["schemas/drafts/bad.json"]),
        (["schemas/*.json"], ["schemas/good.json"]),
        (["schemas/*"], ["schemas/drafts/bad.json", "schemas/good.json"]),
        (["*/tsconfig.json"], ["web/tsconfig.json"]),
        (["**/tsconfig.json"], ["tsconfig.json", "web/tsconfig.json"]),
        (["web/**/vendor"], ["web/a/b/vendor/x.json"]),
        (["web/**"], ["web/a/b/vendor/x.json", "web/tsconfig.json"]),
        (["vendor", "drafts", "[tw]*"], ["schemas/drafts/bad.json", "tsconfig.json", "web/a/b/vendor/x.json", "web/tsconfig.json"]),
        (["Schemas", "schemas/good", "good", "rafts", "/schemas"], []),
        (["web/vendor", "a/b", "b/vendor"], []),
    ],
)  # fmt: skip
def test_a_pattern_leaves_out_a_name_or_a_path(patterns: list[str], left_out: list[str]) -> None:
    assert linted(*patterns) == [file for file in EVERY if file not in left_out]
    code, _, err = lint(".", *(word for one in patterns for word in ("--exclude", one)))
    assert code == (1 if len(left_out) < 4 or "schemas/good.json" in left_out else 0)
    assert (" excluded" in err) == bool(left_out)


def test_what_is_named_is_left_out_as_well() -> None:
    assert lint("tsconfig.json", "schemas/good.json", "--exclude", "tsconfig.json") == (
        0,
        "",
        "1 file: 1 schema checked, 0 errors, 0 warnings, 1 excluded\n",
    )
    assert lint("schemas/drafts", "--exclude", "drafts")[0] == 0
    assert lint("schemas/drafts", "--exclude", "*.json") == (
        0,
        "",
        "0 files: 0 schemas checked, 0 errors, 0 warnings, 1 excluded\n",
    )
    assert lint("nowhere.json", "--exclude", "nowhere.json")[0] == 0


def test_patterns_hold_wherever_a_path_is_seen_from(here: Path) -> None:
    outside = here / "web"
    assert lint_paths([here / "schemas"], exclude=["drafts"]).errors == 0
    assert lint_paths([here / "schemas"], exclude=["schemas/drafts"]).errors == 0
    assert lint_paths([here / "schemas"], exclude=[f"{here}/schemas/drafts"]).errors == 0
    os.chdir(outside)
    assert lint_paths(["../schemas"], exclude=["drafts"]).errors == 0
    assert lint_paths(["../schemas"], exclude=["../schemas/drafts"]).excluded == 0


def test_an_odd_folder_is_no_pattern(here: Path) -> None:
    odd = here / "[a]*"
    odd.mkdir()
    os.chdir(odd)
    write("x/bad.json", NO_JSON)
    assert lint_paths(["."], exclude=["x/*"]).excluded == 1


def test_what_is_left_out_is_not_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[str] = []
    scandir = os.scandir

    def noted(path: str) -> Any:
        listed.append(path)
        return scandir(path)

    monkeypatch.setattr("os.scandir", noted)
    assert lint_paths(["web"], exclude=["a"]).excluded == 1
    assert listed == ["web"]


def test_a_folder_that_cannot_be_listed_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def forbidden(path: str) -> Any:
        if path.endswith("drafts"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr("os.scandir", forbidden)
    report = lint_paths(["schemas"])
    assert [file.file for file in report.files] == ["schemas/good.json"]
    assert report.unread == [("schemas/drafts", "Permission denied")]
    assert lint("schemas")[0] == 2


def test_a_report_of_several_paths_adds_up(here: Path) -> None:
    write("warned.json", WARNED)
    (here / "loop").symlink_to("loop")
    (here / "schemas" / "loop.json").symlink_to("loop.json")
    report = lint_paths([here / "warned.json", "warned.json", "schemas", "none.json", "loop"])
    assert [len(report.files), report.errors, report.warnings] == [3, 1, 1]
    assert [finding.code for finding in report.findings] == ["boolean-untouched", "file-syntax"]
    assert [path for path, _ in report.unread] == ["schemas/loop.json", "none.json", "loop"]


# --- settings ---------------------------------------------------------------------------------


def configured(text: str, folder: str = ".") -> None:
    write(f"{folder}/pyproject.toml", text)


needs_toml = pytest.mark.skipif(
    tables._toml_reader() is None, reason="Python reads TOML from 3.11 on"
)


@needs_toml
def test_settings_say_what_options_say() -> None:
    configured('[tool.elicitform.lint]\nexclude = ["tsconfig.json", "web/a", "schemas/drafts"]\n')
    assert lint(".")[:2] == (0, "")
    assert lint(".")[2].endswith(", 4 excluded\n")
    write("warned.json", WARNED)
    write("defaulted.json", DEFAULTED)
    configured(
        '[tool.elicitform.lint]\nseverity = "warning"\nrevision = "2025-06-18"\nformat = "json"'
    )
    assert lint("warned.json")[0] == 1
    assert lint("warned.json", "--severity", "error")[0] == 0
    code, out, _ = lint("defaulted.json")
    assert (code, json.loads(out)["findings"][0]["code"]) == (1, "revision-default")
    assert lint("defaulted.json", "--revision", "all", "--format", "text")[1].startswith(
        "defaulted.json:1:60: error revision-default"
    )
    assert lint("defaulted.json", "--revision", "2026-07-28")[0] == 0


@needs_toml
def test_patterns_of_settings_start_where_the_file_is_and_add_to_options(here: Path) -> None:
    configured('[tool.elicitform.lint]\nexclude = ["schemas/drafts"]\n')
    os.chdir(here / "schemas")
    assert lint(".")[0] == 0
    assert lint(".", "--exclude", "good.json")[2] == (
        "0 files: 0 schemas checked, 0 errors, 0 warnings, 2 excluded\n"
    )
    os.chdir(here)
    assert lint("schemas", "--exclude", "good.json")[2].endswith(", 2 excluded\n")
    configured('[tool.other]\nname = "elicitform"', folder="schemas")
    os.chdir(here / "schemas")
    assert lint(".")[0] == 1  # the nearest file counts, whatever it says


@needs_toml
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.elicitform.lint]\nexlude = []", 'unknown key "exlude"; there are exclude, revision, format, severity'),
        ("[tool.elicitform]\nlnt = {}", 'unknown key "lnt"; there are lint'),
        ("[tool]\nelicitform = 3", "it is a table with lint; got 3"),
        ("[tool.elicitform]\nlint = []", "it is a table with exclude, revision, format, severity; got []"),
        ('[tool.elicitform.lint]\nexclude = "drafts"', 'exclude = "drafts": it is an array of patterns; write exclude = ["drafts"]'),
        ("[tool.elicitform.lint]\nexclude = [3]", 'exclude = [3]: it is an array of patterns; write exclude = ["drafts", "tsconfig.json"]'),
        ('[tool.elicitform.lint]\nrevision = "2024-11-05"', 'revision = "2024-11-05": it is one of "2025-06-18", "2025-11-25", "2026-07-28", "all"'),
        ("[tool.elicitform.lint]\nrevision = 2025-06-18", 'revision = "2025-06-18": it is one of'),
        ('[tool.elicitform.lint]\nformat = "xml"', 'format = "xml": it is one of "text", "json", "github", "sarif"'),
        ('[tool.elicitform.lint]\nseverity = ["error"]', 'severity = ["error"]: it is one of "error", "warning"'),
    ],
)  # fmt: skip
def test_settings_that_are_wrong_are_said_in_one_line(text: str, said: str) -> None:
    configured(text)
    code, out, err = lint("schemas/good.json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("elicitform: [tool.elicitform.lint] in pyproject.toml: ")
    assert said in err
    os.chdir("schemas")
    assert f"in {Path('..', 'pyproject.toml')}: " in lint("good.json")[2]


@needs_toml
@pytest.mark.parametrize("content", [b"[tool.elicitform", b"x = '\xff'  # elicitform", b"elicitform = 1\nelicitform = 2"])  # fmt: skip
def test_a_file_that_is_no_toml_is_said_in_one_line(content: bytes) -> None:
    Path("pyproject.toml").write_bytes(content)
    code, out, err = lint("schemas/good.json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "pyproject.toml is not TOML: " in err


def test_a_file_that_does_not_concern_us_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    configured("[this is no TOML")
    assert lint("schemas/good.json")[0] == 0
    configured('[project]\ndependencies = ["elicitform[yaml]>=0.1"]\n[tool]\nother = 1')
    assert lint("schemas/good.json")[0] == 0
    Path("pyproject.toml").unlink()
    Path("pyproject.toml").mkdir()
    code, _, err = lint("schemas/good.json")
    assert (code, err.count("\n")) == (2, 1)
    assert "cannot read" in err


@pytest.mark.parametrize(
    ("text", "is_ours"),
    [
        ("[tool.elicitform.lint]\nexclude = []", True),
        ('[ tool . "elicitform" . lint ]', True),
        ("[tool]\nelicitform.lint.exclude = []", True),
        ('[project]\ndependencies = [\n  "elicitform",\n  "elicitform==1.0",\n]', False),
        ("[tool.hatch.build.hooks.elicitform]\ntargets = []", False),
        ('[tool.poetry.dependencies]\nelicitform = "^1"', False),
    ],
)
def test_a_python_that_reads_no_toml_says_what_to_install(
    text: str, is_ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    configured(text)
    code, _, err = lint("schemas/good.json")
    assert code == (2 if is_ours else 0)
    if is_ours:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        assert err.endswith(
            f"pyproject.toml has settings of elicitform, and Python {version} needs a library to "
            "read TOML: pip install tomli\n"
        )


def test_a_library_stands_in_where_python_reads_no_toml(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tomli.py").write_text(
        "def loads(text):\n    return {'tool': {'elicitform': {'lint': {'exclude': ['schemas']}}}}"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(tables, "find_spec", lambda name: name == "tomli" or None)
    monkeypatch.delitem(sys.modules, "tomli", raising=False)
    configured("[tool.elicitform.lint]")
    assert lint("schemas/good.json")[2].endswith(", 1 excluded\n")
