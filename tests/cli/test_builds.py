"""Schemas get into wheels, and are checked at commit and in CI: everything that docs/builds.md says.

The snippets are read out of the page, and run: real builds, a real pre-commit, make and a shell.
What is about the build hook alone is called in this process.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from elicitform._cli import hatch

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/builds.md"
SCHEMA = {
    "type": "object",
    "properties": {
        "environment": {
            "type": "string",
            "title": "Environment",
            "enum": ["staging", "production"],
        },
        "confirm": {"type": "boolean", "title": "Confirm"},
    },
    "required": ["environment", "confirm"],
}


def snippet(section: str, language: str, number: int = 0) -> str:
    """Return a fenced block of the page, by the heading above it and its language."""
    text = PAGE.read_text(encoding="utf-8").partition(f"# {section}\n")[2]
    text = re.split(r"(?m)^## ", text)[0]
    blocks: list[str] = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", text)
    return blocks[number]


# --- the project, and what is done with it ----------------------------------------------------


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, of this process and those it starts."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def shop(tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's project, in a folder to work in."""
    folder = tmp_path / "shop"
    (folder / "src/shop").mkdir(parents=True)
    (folder / "src/shop/__init__.py").touch()
    (folder / "src/shop/forms.py").write_text(snippet("Builds", "python"))
    (folder / "pyproject.toml").write_text(snippet("Hatch", "toml"))
    (folder / ".gitignore").write_text("__pycache__/\n")
    monkeypatch.chdir(folder)
    return folder


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def schemas_in(wheel: Path) -> dict[str, Any]:
    """Return the JSON files of a wheel, each of which is there once."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".json")]
        assert len(names) == len(set(names))
        return {name: json.loads(archive.read(name)) for name in names}


def environment(**added: str) -> dict[str, str]:
    """Return the variables of a process: no Git repository around it, none of a person's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {
        **kept,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ALLOW_PROTOCOL": "file",
        **added,
    }


def run(
    *command: str, cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command; what it says is all in ``stdout``."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=env or environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def git(folder: Path, *arguments: str) -> str:
    person = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "core.hooksPath="]
    done = run("git", *person, *arguments, cwd=folder)
    assert done.returncode == 0, done.stdout
    return done.stdout.strip()


def repository(folder: Path) -> str:
    """Make a folder a Git repository, and return its only commit."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Begin")
    return git(folder, "rev-parse", "HEAD")


def build(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Build a project as a person does, with what is installed here."""
    command = [sys.executable, "-m", "build", "--no-isolation", *arguments]
    return run(*command, "--outdir", str(project.parent / "dist"), cwd=project)


def needs(tool: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(tool) is None, reason=f"{tool} is not installed")


is_registered = pytest.mark.skipif(
    not entry_points(group="hatch", name="elicitform"),
    reason="elicitform was installed before it had a build hook: install it again",
)


# --- Hatch, as it is used ---------------------------------------------------------------------


@is_registered
def test_an_sdist_and_a_wheel_are_built_as_the_page_says(shop: Path, temporary: Path) -> None:
    before = files_below(shop)

    done = build(shop)

    assert done.returncode == 0, done.stdout
    (sdist,), (wheel,) = shop.parent.glob("dist/*.tar.gz"), shop.parent.glob("dist/*.whl")
    with tarfile.open(sdist) as archive:
        assert not [name for name in archive.getnames() if "schemas" in name]
    assert schemas_in(wheel) == {"shop/schemas/Deploy.json": SCHEMA}
    assert files_below(shop) == before
    assert files_below(temporary) == []

    reading = run(
        sys.executable, "-c", snippet("Hatch", "python"),
        cwd=shop.parent, env=environment(PYTHONPATH=str(wheel)),
    )  # fmt: skip
    assert reading.stdout == snippet("Hatch", "text")


@is_registered
def test_an_error_ends_a_build_with_the_message_of_the_page(shop: Path) -> None:
    table = (shop / "pyproject.toml").read_text().replace('["shop.forms"]', '"shop.forms"')
    (shop / "pyproject.toml").write_text(table)

    done = build(shop, "--wheel")

    assert done.returncode == 1
    assert snippet("Hatch", "text", 1) in done.stdout
    assert "Traceback" not in done.stdout


@is_registered
def test_hooks_alone_leave_nothing_behind(shop: Path, temporary: Path) -> None:
    before = files_below(shop)
    build_ = [sys.executable, "-m", "hatchling", "build", "--clean", "--target", "wheel"]

    done = run(*build_, "--hooks-only", cwd=shop)

    assert (done.returncode, done.stdout) == (0, "")
    assert files_below(temporary) == []
    assert files_below(shop) == before


def test_the_package_says_where_its_hook_is() -> None:
    metadata = ProjectMetadata(str(ROOT), PluginManager())
    assert metadata.core.entry_points == {"hatch": {"elicitform": hatch.__name__}}
    assert list(metadata.core.optional_dependencies["hatch"]) == ["hatchling>=1.26.3"]


def test_the_package_does_without_hatchling() -> None:
    code = "import sys, elicitform, elicitform._cli.export; print('hatchling' in sys.modules)"
    assert run(sys.executable, "-c", code, cwd=ROOT).stdout == "False\n"


def test_the_page_has_every_key_of_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == list(hatch.Settings._fields)


# --- the build hook, in this process ----------------------------------------------------------


def plugins() -> PluginManager:
    """Return Hatchling's plugins, with the hook of this source tree."""
    manager = PluginManager()
    manager.manager.register(hatch, name="elicitform")
    return manager


def wheel_of(project: Path, version: str = "standard") -> Path:
    builder = WheelBuilder(str(project), plugin_manager=plugins())
    (wheel,) = builder.build(directory=str(project.parent / "dist"), versions=[version])
    return Path(wheel)


def configure(
    project: Path, table: str, heading: str = "tool.hatch.build.hooks.elicitform"
) -> None:
    """Write another table for the hook."""
    rest = snippet("Hatch", "toml").partition("[tool.hatch")[0]
    (project / "pyproject.toml").write_text(f"{rest}\n[{heading}]\n{table}\n", encoding="utf-8")


def test_the_same_sources_give_the_same_bytes(shop: Path) -> None:
    configure(shop, 'targets = ["shop.forms"]\nout = "shop/schemas"\nrevision = "all"')
    first = wheel_of(shop).read_bytes()
    os.utime(shop / "src/shop/forms.py", (10**9, 10**9))
    assert wheel_of(shop).read_bytes() == first


def test_every_revision_has_a_folder(shop: Path) -> None:
    configure(shop, 'targets = ["src/shop/forms.py:Deploy"]\nout = "shop/wire"\nrevision = "all"')
    assert list(schemas_in(wheel_of(shop))) == [
        "shop/wire/2025-06-18/Deploy.json",
        "shop/wire/2025-11-25/Deploy.json",
        "shop/wire/2026-07-28/Deploy.json",
    ]


def test_a_revision_can_be_named(shop: Path) -> None:
    (shop / "src/shop/forms.py").write_text(
        "from elicitform import Form\nclass Deploy(Form):\n    replicas: int = 1\n"
    )
    configure(shop, 'targets = ["shop.forms"]\nout = "shop"\nrevision = "2025-06-18"')
    (schema,) = schemas_in(wheel_of(shop)).values()
    assert schema["properties"] == {"replicas": {"type": "integer", "title": "Replicas"}}


def test_a_committed_schema_is_replaced(shop: Path) -> None:
    (shop / "src/shop/schemas").mkdir()
    (shop / "src/shop/schemas/Deploy.json").write_text('"stale"')
    (shop / "src/shop/schemas/Other.json").write_text('"kept"')
    assert schemas_in(wheel_of(shop)) == {
        "shop/schemas/Deploy.json": SCHEMA,
        "shop/schemas/Other.json": "kept",
    }
    assert (shop / "src/shop/schemas/Deploy.json").read_text() == '"stale"'


def test_a_build_leaves_the_process_as_it_was(shop: Path, tmp_path: Path, temporary: Path) -> None:
    os.chdir(tmp_path)
    path, writes_no_bytecode = [*sys.path], sys.dont_write_bytecode
    before = files_below(shop)

    wheel_of(shop)

    assert (Path.cwd(), sys.path) == (tmp_path, path)
    assert sys.dont_write_bytecode == writes_no_bytecode
    assert not [name for name in sys.modules if name.partition(".")[0] == "shop"]
    assert files_below(shop) == before
    assert files_below(temporary) == []


@pytest.mark.parametrize("is_namespace", [False, True])
def test_each_project_has_its_own_modules(shop: Path, tmp_path: Path, is_namespace: bool) -> None:
    configure(shop, 'targets = ["shop.deep.forms"]\nout = "shop/schemas"')
    (shop / "src/shop/deep").mkdir()
    (shop / "src/shop/forms.py").rename(shop / "src/shop/deep/forms.py")
    if is_namespace:
        (shop / "src/shop/__init__.py").unlink()
        table = (shop / "pyproject.toml").read_text()
        wheel = '[tool.hatch.build.targets.wheel]\npackages = ["src/shop"]\n'
        (shop / "pyproject.toml").write_text(table + wheel)
    other = tmp_path / "other"
    shutil.copytree(shop, other)
    forms = (shop / "src/shop/deep/forms.py").read_text().replace("confirm", "proceed")
    (other / "src/shop/deep/forms.py").write_text(forms)

    (first,) = schemas_in(wheel_of(shop)).values()
    (second,) = schemas_in(wheel_of(other)).values()

    assert (list(first["properties"])[-1], list(second["properties"])[-1]) == ("confirm", "proceed")


@pytest.mark.parametrize(
    ("folder", "wheel"),
    [
        (".", ""),
        ("src", ""),
        ("lib/python", 'packages = ["lib/python/shop"]'),
        ("lib", 'only-include = ["lib/shop"]\nsources = ["lib"]'),
        ("code", 'packages = ["code/shop"]\nsources = {"data" = "shop/data"}'),
        ("lib", 'include = ["lib/**"]\ndev-mode-dirs = ["lib"]'),
    ],
)
def test_modules_are_found_where_hatchling_finds_them(shop: Path, folder: str, wheel: str) -> None:
    if folder != "src":
        (shop / folder).mkdir(parents=True, exist_ok=True)
        (shop / "src/shop").rename(shop / folder / "shop")
    with (shop / "pyproject.toml").open("a") as table:
        table.write(f"\n[tool.hatch.build.targets.wheel]\n{wheel}\n")
    assert schemas_in(wheel_of(shop)) == {"shop/schemas/Deploy.json": SCHEMA}


def test_an_editable_install_has_no_schemas_and_imports_no_form(shop: Path) -> None:
    (shop / "src/shop/forms.py").write_text("1 / 0")
    with (shop / "pyproject.toml").open("a") as table:
        table.write('\n[tool.hatch.build]\ndev-mode-dirs = ["src"]\n')
    with zipfile.ZipFile(wheel_of(shop, "editable")) as archive:
        assert [name for name in archive.namelist() if "dist-info" not in name] == ["_shop.pth"]


def test_what_a_module_prints_goes_to_stderr(shop: Path, capsys: Any) -> None:
    with (shop / "src/shop/forms.py").open("a") as forms:
        forms.write("print('hello')\n")
    wheel_of(shop)
    assert capsys.readouterr() == ("", "hello\n")


# --- what ends a build ------------------------------------------------------------------------


def message_of_failed_build(project: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said when a build fails, after the name of the table."""
    with pytest.raises(SystemExit) as caught:
        wheel_of(project)
    assert caught.value.code == 1
    out, err = capsys.readouterr()
    said = "elicitform: [tool.hatch.build.hooks.elicitform] in pyproject.toml: "
    assert (out, err[: len(said)]) == ("", said)
    assert err.count("elicitform: ") == 1
    return err[len(said) :]


FINE = 'targets = ["shop.forms"]\nout = "shop/schemas"'


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (f'{FINE}\ntarget = "x"', 'unknown key "target"; there are targets, out, revision, and for Hatchling dependencies, enable-by-default, require-runtime-dependencies, require-runtime-features'),
        ('out = "a"', 'targets is missing: it is an array of modules, files or forms to export; write targets = ["package.module"]'),
        ('targets = []\nout = "a"', "targets = []: it is an array of modules"),
        ('targets = ""\nout = "a"', 'targets = "": it is an array of modules, files or forms to export; write targets = ["package.module"]'),
        ('targets = "a:Ö"\nout = "a"', 'targets = "a:Ö": it is an array of modules, files or forms to export; write targets = ["a:Ö"]'),
        ('targets = ["a", 3]\nout = "a"', 'targets = ["a", 3]: it is an array of modules'),
        ('targets = ["a", ""]\nout = "a"', 'targets = ["a", ""]: it is an array of modules'),
        ("targets = 2020-02-02\nout = 'a'", 'targets = "2020-02-02": it is an array of modules'),
        ('targets = ["a"]', 'out is missing: it is a folder inside the wheel; write out = "package/schemas"'),
        ('targets = ["a"]\nout = ""', 'out = "": it is a folder'),
        ('targets = ["a"]\nout = "."', 'out = ".": it is a folder'),
        ('targets = ["a"]\nout = "/usr"', 'out = "/usr": it is a folder'),
        ('targets = ["a"]\nout = "a/../../b"', 'out = "a/../../b": it is a folder'),
        ("targets = ['a']\nout = 'a\\b'", 'out = "a\\\\b": it is a folder'),
        ('targets = ["a"]\nout = ["a"]', 'out = ["a"]: it is a folder'),
        ('targets = ["a"]\nout = "a\\u0001b"', 'out = "a\\u0001b": it is a folder'),
        ('targets = ["a"]\nout = "C:/a"', 'out = "C:/a": it is a folder'),
        (f"{FINE}\nrevision = 2025", 'revision = 2025: it is one of "2025-06-18", "2025-11-25", "2026-07-28" or "all"'),
        (f"{FINE}\nrevision = 2025-06-18", 'revision = "2025-06-18": it is one of'),
        (f'{FINE}\nrevision = "2025"', 'revision = "2025": it is one of'),
        (f"{FINE}\nrevision = []", "revision = []: it is one of"),
    ],
)  # fmt: skip
def test_a_table_that_is_wrong_ends_the_build_in_one_line(
    shop: Path, capsys: pytest.CaptureFixture[str], table: str, message: str
) -> None:
    configure(shop, table)
    said = message_of_failed_build(shop, capsys)
    assert said.startswith(message)
    assert said.count("\n") == 1


@pytest.mark.parametrize("key", sorted(hatch._OF_HATCHLING))
def test_the_keys_of_hatchling_are_not_unknown(shop: Path, key: str) -> None:
    value = "true" if key in {"enable-by-default", "require-runtime-dependencies"} else "[]"
    configure(shop, f"{FINE}\n{key} = {value}")
    assert schemas_in(wheel_of(shop)) == {"shop/schemas/Deploy.json": SCHEMA}


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        ("shop.nothing", 'cannot import shop.nothing: ModuleNotFoundError: No module named \'shop.nothing\'; the build looks for the project\'s modules in ["src", "."]\n'),
        ("shoq:Deploy", "cannot import shoq: ModuleNotFoundError: No module named 'shoq'; the build looks for the project's modules in [\"src\", \".\"]\n"),
        ("shop.needy", "cannot import shop.needy: ModuleNotFoundError: No module named 'nowhere'; what the forms import must be installed for the build: list it in build-system.requires, or set require-runtime-dependencies = true in this table\n"),
        ("shop.nameless", "cannot import shop.nameless: ModuleNotFoundError: of no name\n"),
        ("src/shop/gone.py", "cannot import src/shop/gone.py: FileNotFoundError: there is no file src/shop/gone.py\n"),
        ("shop.forms:Gone", "shop.forms has nothing called Gone\n"),
        ("shop.exits", "cannot import shop.exits: SystemExit: 0\n"),
        ("shop.late:Late", "Late cannot be said at revision '2025-06-18': "),
        ("shop.refused", "shop.refused: Refused cannot be an elicitation form (1 fault)\n\n  tags: list[str]  [list]\n"),
        ('shop.forms", "shop.twin', "shop.forms:Deploy and shop.twin:DEPLOY would share one file; nothing was written\n"),
    ],
)  # fmt: skip
def test_a_target_that_cannot_be_exported_ends_the_build(
    shop: Path,
    temporary: Path,
    capsys: pytest.CaptureFixture[str],
    targets: str,
    message: str,
) -> None:
    header = "from elicitform import Form, MultiSelect\nfrom typing import Literal\n"
    for name, text in {
        "needy": "import nowhere",
        "nameless": "raise ModuleNotFoundError('of no name')",
        "exits": "raise SystemExit(0)",
        "late": "class Late(Form, since='2025-11-25'):\n    a: MultiSelect[Literal['b']]",
        "refused": "class Refused(Form):\n    tags: list[str]",
        "twin": "class DEPLOY(Form):\n    a: str",
    }.items():
        (shop / f"src/shop/{name}.py").write_text(f"{header}{text}\n")
    path = [*sys.path]
    configure(shop, f'targets = ["{targets}"]\nout = "a"\nrevision = "2025-06-18"')

    said = message_of_failed_build(shop, capsys)

    assert said.startswith(message)
    assert "Traceback" not in said
    assert (Path.cwd(), sys.path) == (shop, path)
    assert files_below(temporary) == []


def test_the_table_of_the_wheel_is_named_where_it_is_used(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(shop, "out = 3", "tool.hatch.build.targets.wheel.hooks.elicitform")
    with pytest.raises(SystemExit):
        wheel_of(shop)
    assert capsys.readouterr().err.startswith(
        "elicitform: [tool.hatch.build.targets.wheel.hooks.elicitform] in pyproject.toml: targets"
    )


def test_an_sdist_has_no_table_of_its_own(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(shop, FINE, "tool.hatch.build.targets.sdist.hooks.elicitform")
    with pytest.raises(SystemExit):
        list(SdistBuilder(str(shop), plugin_manager=plugins()).build(directory=str(shop / "dist")))
    assert capsys.readouterr().err == (
        "elicitform: [tool.hatch.build.targets.sdist.hooks.elicitform] in pyproject.toml: the target "
        "sdist gets no schemas, wheels do; call the table [tool.hatch.build.hooks.elicitform]\n"
    )


def test_an_sdist_is_built_without_the_forms(shop: Path) -> None:
    (shop / "src/shop/forms.py").write_text("1 / 0")
    builder = SdistBuilder(str(shop), plugin_manager=plugins())
    (sdist,) = builder.build(directory=str(shop.parent / "dist"))
    with tarfile.open(sdist) as archive:
        assert not [name for name in archive.getnames() if name.endswith(".json")]


# --- Setuptools -------------------------------------------------------------------------------


@pytest.fixture
def on_setuptools(shop: Path) -> Path:
    """The project, with the page's files for Setuptools."""
    (shop / "pyproject.toml").write_text(snippet("Setuptools", "toml"))
    (shop / "setup.py").write_text(snippet("Setuptools", "python"))
    return shop


def test_a_setuptools_wheel_is_built_as_the_page_says(on_setuptools: Path) -> None:
    shop = on_setuptools

    done = build(shop, "--wheel")

    assert done.returncode == 0, done.stdout
    (wheel,) = shop.parent.glob("dist/*.whl")
    assert schemas_in(wheel) == {"shop/schemas/Deploy.json": SCHEMA}
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".pyc")]
    assert files_below(shop / "src/shop") == ["__init__.py", "forms.py"]

    (shop / "src/shop/forms.py").write_text("import nowhere")
    failed = build(shop, "--wheel")
    assert failed.returncode == 1
    assert "elicitform: cannot import shop.forms: ModuleNotFoundError" in failed.stdout
    assert "Traceback" not in failed.stdout


def test_a_setuptools_wheel_has_no_form_of_an_earlier_build(on_setuptools: Path) -> None:
    assert build(on_setuptools, "--wheel").returncode == 0
    assert (on_setuptools / "build/lib/shop/schemas/Deploy.json").is_file()
    rename_the_form(on_setuptools)

    done = build(on_setuptools, "--wheel")

    assert done.returncode == 0, done.stdout
    (wheel,) = on_setuptools.parent.glob("dist/*.whl")
    assert list(schemas_in(wheel)) == ["shop/schemas/Release.json"]


@pytest.mark.parametrize("mode", ["lenient", "strict"])
def test_an_editable_setuptools_install_imports_no_form(on_setuptools: Path, mode: str) -> None:
    (on_setuptools / "src/shop/forms.py").write_text("1 / 0")
    (on_setuptools / "src/shop/schemas").mkdir()
    (on_setuptools / "src/shop/schemas/Deploy.json").write_text('"committed"')
    code = (
        "from setuptools import build_meta\n"
        f"build_meta.build_editable('../dist', {{'--build-option': ['--mode', {mode!r}]}})"
    )

    done = run(sys.executable, "-c", code, cwd=on_setuptools)

    assert done.returncode == 0, done.stdout
    assert (on_setuptools / "src/shop/schemas/Deploy.json").read_text() == '"committed"'


# --- files and modules ------------------------------------------------------------------------


@pytest.fixture
def editable(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the project be imported, as ``pip install --editable`` does."""
    prepend_python_path(shop / "src", monkeypatch)


@pytest.fixture
def not_installed(shop: Path) -> None:
    """Make sure that no process can import the project."""
    done = run(sys.executable, "-c", "import shop", cwd=shop)
    assert "No module named 'shop'" in done.stdout


@pytest.fixture
def an_old_copy(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a copy of the project be imported, as ``pip install`` makes one."""
    shutil.copytree(shop / "src", tmp_path / "copy")
    prepend_python_path(tmp_path / "copy", monkeypatch)


@pytest.fixture(params=["not_installed", "an_old_copy"])
def elsewhere(request: pytest.FixtureRequest) -> None:
    """Let no process import the project from its source tree."""
    request.getfixturevalue(request.param)


def prepend_python_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(folder), path])))


def elicitform(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "elicitform", *arguments, cwd=project)


def export(project: Path) -> None:
    done = elicitform(project, "export", "src/shop/forms.py", "--out", "schemas")
    assert done.returncode == 0, done.stdout


def change_the_forms(project: Path) -> None:
    forms = project / "src/shop/forms.py"
    forms.write_text(forms.read_text().replace("production", "live"))


def rename_the_form(project: Path) -> None:
    forms = project / "src/shop/forms.py"
    forms.write_text(forms.read_text().replace("class Deploy", "class Release"))


def test_a_module_is_read_where_it_is_installed_and_a_file_where_it_stands(
    shop: Path, request: pytest.FixtureRequest
) -> None:
    def check(target: str) -> tuple[int, str]:
        done = elicitform(shop, "export", target, "--out", "schemas", "--check")
        return done.returncode, done.stdout

    export(shop)
    code, said = check("shop.forms")
    assert (code, "ModuleNotFoundError: No module named 'shop'" in said) == (2, True)

    request.getfixturevalue("an_old_copy")
    change_the_forms(shop)
    assert check("shop.forms") == (0, "")
    assert check("src/shop/forms.py")[0] == 1

    request.getfixturevalue("editable")
    assert check("shop.forms")[0] == 1


@pytest.mark.parametrize(
    ("target", "module", "problem"),
    [
        ("src/shop/forms.py", "shop.sizes", ""),
        ("src/shop/forms.py", ".sizes", "attempted relative import with no known parent package"),
        ("shop.forms", ".sizes", ""),
    ],
)
@pytest.mark.usefixtures("editable")
def test_what_the_forms_import_from_the_project_needs_an_editable_install(
    shop: Path, monkeypatch: pytest.MonkeyPatch, target: str, module: str, problem: str
) -> None:
    (shop / "src/shop/sizes.py").write_text("from typing import Literal\nSize = Literal['s']\n")
    with (shop / "src/shop/forms.py").open("a") as forms:
        forms.write(f"from {module} import Size\nclass Order(Form):\n    size: Size\n")

    done = elicitform(shop, "export", target)

    assert (done.returncode, problem in done.stdout) == (2 if problem else 0, True), done.stdout
    if not problem:
        assert list(json.loads(done.stdout)) == ["Deploy", "Order"]
        monkeypatch.delenv("PYTHONPATH")
        prepend_python_path(ROOT / "src", monkeypatch)
        assert "No module named 'shop'" in elicitform(shop, "export", target).stdout


@needs("sh")
@pytest.mark.usefixtures("program", "elsewhere")
def test_other_backends_find_the_schemas_in_the_source_tree(shop: Path) -> None:
    export_them = ["sh", "-e", "-c", snippet("Other backends", "sh")]
    assert run(*export_them, cwd=shop).returncode == 0
    assert files_below(shop / "src/shop/schemas") == ["Deploy.json"]
    rename_the_form(shop)

    done = run(*export_them, cwd=shop)

    assert done.returncode == 0, done.stdout
    assert files_below(shop / "src/shop/schemas") == ["Release.json"]


# --- pre-commit, make and a workflow ----------------------------------------------------------


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have ``elicitform``, ``python`` and ``pip`` on the path, as of the environment of the tests."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, arguments in {"elicitform": "-m elicitform", "pip": "-m pip", "python": ""}.items():
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """This source tree, as a Git repository, and its commit."""
    folder = tmp_path_factory.mktemp("published")
    for name in ["pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"]:
        shutil.copy(ROOT / name, folder)
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", folder / "src", ignore=without)
    return folder, repository(folder)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where pre-commit keeps the environment of the hooks; it is made once."""
    return str(tmp_path_factory.mktemp("cache"))


def pre_commit(project: Path, cache: str, hook: str) -> tuple[int, str]:
    """Run one hook of a repository on all its files."""
    git(project, "add", "--all")
    done = run(
        sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose", hook,
        cwd=project, env=environment(PRE_COMMIT_HOME=cache),
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.fixture
def hooked(shop: Path, published: tuple[Path, str], cache: str) -> Path:
    """The project, with its schemas exported and the hooks of the page installed."""
    address, commit = published
    config = yaml.safe_load(snippet("Pre-commit", "yaml"))
    config["repos"][0] |= {"repo": str(address), "rev": commit}
    (shop / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    export(shop)
    repository(shop)
    done = run(
        sys.executable, "-m", "pre_commit", "install-hooks",
        cwd=shop, env=environment(PRE_COMMIT_HOME=cache),
    )  # fmt: skip
    if done.returncode and re.search("No matching distribution|[Cc]onnection", done.stdout):
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stdout
    return shop


@needs("git")
def test_the_export_hook_finds_a_stale_file(hooked: Path, cache: str) -> None:
    code, said = pre_commit(hooked, cache, "elicitform-export")
    assert (code, "Passed" in said) == (0, True), said

    change_the_forms(hooked)
    code, said = pre_commit(hooked, cache, "elicitform-export")

    assert (code, "Failed" in said) == (1, True), said
    assert '-        "production"\n+        "live"\n' in said
    assert "1 file of 1 would change" in said


@needs("git")
def test_the_lint_hook_finds_an_invalid_schema(hooked: Path, cache: str) -> None:
    (hooked / "package.json").write_text("{}")
    code, said = pre_commit(hooked, cache, "elicitform-lint")
    assert (code, "Passed" in said) == (0, True), said

    (hooked / "schemas/Broken.json").write_text(json.dumps({**SCHEMA, "required": ["gone"]}))
    code, said = pre_commit(hooked, cache, "elicitform-lint")

    assert (code, "Failed" in said) == (1, True), said
    assert "schemas/Broken.json" in said
    assert "package.json" not in said


def test_the_hooks_run_commands_that_the_page_explains() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    shown = yaml.safe_load(snippet("Pre-commit", "yaml"))["repos"][0]["hooks"]
    assert [hook["id"] for hook in hooks] == [hook["id"] for hook in shown]


@needs("git")
@pytest.mark.usefixtures("program", "elsewhere")
def test_the_local_hook_finds_a_stale_file(shop: Path, cache: str) -> None:
    (shop / ".pre-commit-config.yaml").write_text(snippet("Pre-commit", "yaml", 1))
    export(shop)
    repository(shop)
    code, said = pre_commit(shop, cache, "elicitform-export")
    assert (code, "Passed" in said) == (0, True), said

    change_the_forms(shop)
    code, said = pre_commit(shop, cache, "elicitform-export")

    assert (code, "Failed" in said) == (1, True), said
    assert "1 file of 1 would change" in said


@needs("make")
@pytest.mark.usefixtures("program", "elsewhere")
def test_make_exports_when_the_forms_are_newer(shop: Path) -> None:
    (shop / "Makefile").write_text(snippet("Make", "make"))
    path = shop / "schemas/Deploy.json"

    first = run("make", "schemas", cwd=shop)

    assert first.returncode == 0, first.stdout
    assert json.loads(path.read_text()) == SCHEMA
    assert "export" not in run("make", "schemas", cwd=shop).stdout
    assert run("make", "check-schemas", cwd=shop).returncode == 0

    change_the_forms(shop)
    os.utime(path, (10**9, 10**9))
    assert run("make", "check-schemas", cwd=shop).returncode == 2
    assert "export" in run("make", "schemas", cwd=shop).stdout
    assert "live" in path.read_text()
    assert run("make", "check-schemas", cwd=shop).returncode == 0


@needs("make")
@pytest.mark.usefixtures("program", "elsewhere")
def test_make_leaves_no_file_of_a_form_that_is_gone(shop: Path) -> None:
    makefile = snippet("Make", "make")
    (shop / "Makefile").write_text(makefile)
    assert run("make", "schemas", cwd=shop).returncode == 0
    rename_the_form(shop)
    export(shop)  # by hand, and so without removing anything

    check = run("make", "check-schemas", cwd=shop)
    assert (check.returncode, "the form is gone" in check.stdout) == (2, True), check.stdout

    (shop / "Makefile").write_text(makefile.replace("Deploy", "Release"))
    os.utime(shop / "schemas/Release.json", (10**9, 10**9))
    assert run("make", "schemas", "check-schemas", cwd=shop).returncode == 0
    assert files_below(shop / "schemas") == ["Release.json"]
    assert not (shop / "schemas.new").exists()


@needs("make")
@pytest.mark.usefixtures("program")
def test_make_keeps_the_schemas_where_a_form_is_refused(shop: Path) -> None:
    (shop / "Makefile").write_text(snippet("Make", "make"))
    export(shop)
    with (shop / "src/shop/forms.py").open("a") as forms:
        forms.write("    tags: list[str]\n")
    os.utime(shop / "schemas/Deploy.json", (10**9, 10**9))

    done = run("make", "schemas", cwd=shop)

    assert (done.returncode, "tags: list[str]  [list]" in done.stdout) == (2, True), done.stdout
    assert json.loads((shop / "schemas/Deploy.json").read_text()) == SCHEMA


def workflow_commands() -> list[str]:
    """Return the scripts of the workflow, in order."""
    steps = yaml.safe_load(snippet("GitHub Actions", "yaml"))["jobs"]["schemas"]["steps"]
    return [step["run"] for step in steps if "run" in step]


@pytest.fixture
def checkout(shop: Path, tmp_path: Path) -> Path:
    """The project, as a workflow has it: cloned from an origin whose main branch is its base."""
    export(shop)
    repository(shop)
    git(tmp_path, "clone", "--quiet", "shop", "checkout")
    return tmp_path / "checkout"


def run_step(script: str, checkout: Path) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub does: in bash, until something fails."""
    site = str(checkout.parent / "site")
    path = os.pathsep.join(filter(None, [site, os.environ.get("PYTHONPATH")]))
    added = {
        "GITHUB_BASE_REF": "main",
        "PYTHONPATH": path,
        "PIP_TARGET": site,
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip's way to say that there is none
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    return run("bash", "-e", "-c", script, cwd=checkout, env=environment(**added))


def run_workflow(checkout: Path) -> tuple[str, int, str]:
    """Run the steps until one fails, and return the last that ran, its exit code and its output."""
    *scripts, last = workflow_commands()
    for script in scripts:
        done = run_step(script, checkout)
        if done.returncode:
            return script, done.returncode, done.stdout
    done = run_step(last, checkout)
    return last, done.returncode, done.stdout


def runs_the_workflow(test: Any) -> Any:
    """Mark a test by what the workflow needs."""
    for mark in [
        is_registered,
        needs("git"),
        needs("bash"),
        pytest.mark.skipif(find_spec("pip") is None, reason="pip is not installed"),
        pytest.mark.usefixtures("program"),
    ]:
        test = mark(test)
    return test


@runs_the_workflow
def test_the_workflow_passes_where_all_is_up_to_date(checkout: Path) -> None:
    script, code, said = run_workflow(checkout)
    assert (script, code) == (workflow_commands()[-1], 0), said
    assert "nothing has changed" in said


@runs_the_workflow
def test_the_workflow_passes_where_a_pull_request_brings_the_first_schemas(
    shop: Path, tmp_path: Path
) -> None:
    repository(shop)
    git(tmp_path, "clone", "--quiet", "shop", "checkout")
    export(tmp_path / "checkout")

    script, code, said = run_workflow(tmp_path / "checkout")

    assert (script, code) == (workflow_commands()[-1], 0), said


@runs_the_workflow
def test_the_workflow_fails_where_a_file_is_stale(checkout: Path) -> None:
    change_the_forms(checkout)
    script, code, said = run_workflow(checkout)
    assert (script, code) == (workflow_commands()[1], 1), said
    assert '+        "live"\n' in said


@runs_the_workflow
def test_the_workflow_fails_where_a_file_of_a_gone_form_is_left_behind(checkout: Path) -> None:
    rename_the_form(checkout)
    export(checkout)
    script, code, said = run_workflow(checkout)
    assert (script, code) == (workflow_commands()[2], 1), said
    assert "the form is gone" in said


@runs_the_workflow
def test_the_workflow_fails_where_a_form_is_gone(checkout: Path) -> None:
    rename_the_form(checkout)
    shutil.rmtree(checkout / "schemas")
    export(checkout)
    script, code, said = run_workflow(checkout)
    assert (script, code) == (workflow_commands()[-1], 1), said
    assert "the form is gone" in said


@runs_the_workflow
def test_the_workflow_fails_where_an_answer_no_longer_is_valid(checkout: Path) -> None:
    change_the_forms(checkout)
    export(checkout)
    script, code, said = run_workflow(checkout)
    assert (script, code) == (workflow_commands()[-1], 1), said
    assert '{"environment":"production","confirm":false}' in said
