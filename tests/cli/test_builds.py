"""The build hook for Hatch, called in this process: what it builds, and what ends a build."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from elicitform._cli import hatch
from tests.support.paths import ROOT
from tests.support.shop import PAGE, SCHEMA, files_below, run, schemas_in, snippet


def test_the_package_says_where_its_hook_is() -> None:
    metadata = ProjectMetadata(str(ROOT), PluginManager())
    assert metadata.core.entry_points == {"hatch": {"elicitform": hatch.__name__}}
    assert list(metadata.core.optional_dependencies["hatch"]) == ["hatchling>=1.26.3"]


def test_the_package_does_without_hatchling() -> None:
    code = "import sys, elicitform, elicitform._cli.export; print('hatchling' in sys.modules)"
    assert run(sys.executable, "-c", code, cwd=ROOT).stdout == "False\n"


def test_the_page_has_every_key_of_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == list(hatch.HookTable._fields)


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
        ("shop.late:Late", "Late cannot be expressed in revision 2025-06-18: "),
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
