"""Schemas get into wheels, and are checked at commit and in CI: everything that docs/builds.md says.

The snippets are read out of the page, and run: real builds, a real pre-commit, make and a shell. That
takes long, and differs little from Python to Python: ``-m "not builds"`` leaves these tests out.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.paths import ROOT
from tests.support.shop import (
    SCHEMA,
    environment,
    files_below,
    git,
    repository,
    run,
    schemas_in,
    snippet,
)

pytestmark = pytest.mark.builds


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


@pytest.fixture
def published(tmp_path: Path) -> tuple[Path, str]:
    """This source tree, as a Git repository, and its commit."""
    folder = tmp_path / "published"
    folder.mkdir()
    for name in ["pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"]:
        shutil.copy(ROOT / name, folder)
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", folder / "src", ignore=without)
    return folder, repository(folder)


@pytest.fixture
def cache(tmp_path: Path) -> str:
    """Where pre-commit keeps the environment of the hooks."""
    return str(tmp_path / "cache")


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
def test_the_hooks_find_a_stale_file_and_an_invalid_schema(hooked: Path, cache: str) -> None:
    (hooked / "package.json").write_text("{}")
    for hook in ("elicitform-export", "elicitform-lint"):
        code, said = pre_commit(hooked, cache, hook)
        assert (code, "Passed" in said) == (0, True), said

    change_the_forms(hooked)
    code, said = pre_commit(hooked, cache, "elicitform-export")

    assert (code, "Failed" in said) == (1, True), said
    assert '-        "production"\n+        "live"\n' in said
    assert "1 file of 1 would change" in said

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
