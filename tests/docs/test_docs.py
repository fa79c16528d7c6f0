"""The documentation holds: its snippets run, its tables are true, and its links lead somewhere."""

from __future__ import annotations

import ast
import io
import json
import re
import shutil
import sys
import textwrap
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from elicitform import exceptions
from elicitform._answers.texts import ENGLISH, Mistake
from elicitform._cli import main
from elicitform._wire.check import codes
from tests.support.pages import PIECE, pieces_of, table_of
from tests.support.paths import DOCS, EXAMPLES, README, ROOT, SOURCE
from tests.support.site import file_at
from tests.support.snippets import run_piece

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = [README, *sorted(DOCS.glob("*.md"))]
CHECK = "_wire/**/*.py"  # where `check_schema` and its findings are


def name_of(page: Path) -> str:
    return page.name


# --- running the pieces -----------------------------------------------------------------------


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the examples, to work in; what is imported from it is forgotten again."""
    folder = tmp_path / "examples"
    shutil.copytree(EXAMPLES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or ROOT).parent == folder:
            del sys.modules[name]


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_is_true(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType(f"docs_{page.stem.replace('-', '_')}")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # where pydantic looks names up
    for piece in pieces_of(page):
        run_piece(piece, page, vars(module))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_snippet_of_a_page_is_overlooked(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = [match["language"] for match in PIECE.finditer(text)]
    assert found.count("python") == text.count("```python")
    assert len([language for language in found if language is not None]) == text.count("```") / 2


# --- codes, options and errors: all of them, and no others ------------------------------------


@lru_cache
def trees_of(modules: str = "**/*.py") -> list[ast.Module]:
    """Return the modules of the package that a pattern of paths names."""
    paths = sorted(SOURCE.glob(modules))
    assert paths, modules
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths]


def calls_of(function: str, modules: str = "**/*.py") -> list[ast.Call]:
    """Return the calls of a function in these modules."""
    nodes = [node for tree in trees_of(modules) for node in ast.walk(tree)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == function]


def text_of(node: ast.expr) -> str | None:
    """Return the text that is written there, or None where it is not a plain text."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_the_page_on_checking_has_every_finding_with_its_severity() -> None:
    assert list(table_of("checking-schemas.md", "Code").items()) == [
        (code, tuple(rule)) for code, rule in codes.RULES.items()
    ]


def test_the_page_on_refusals_has_a_section_for_every_code() -> None:
    codes = {text_of(call.args[0]) for call in calls_of("Refused")}
    codes |= {text_of(call.args[2]) for call in calls_of("DefinitionFault")}
    text = (DOCS / "refusals.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## `(.*)`$", text, re.MULTILINE)
    assert sorted(sections) == sorted(filter(None, codes))


def test_the_page_on_reading_has_every_fault_code() -> None:
    codes = {text_of(call.args[1]) for call in calls_of("Fault")}
    (rules,) = trees_of("_wire/rules.py")
    for node in ast.walk(rules):
        # A broken rule is a pair of its code and the message.
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            codes.add(text_of(node.elts[0]))
    assert set(table_of("reading.md", "Code")) == set(filter(None, codes))


def test_the_page_on_clients_has_every_effect_with_its_severity() -> None:
    (path,) = SOURCE.rglob("clients.json")
    facts = json.loads(path.read_text(encoding="utf-8"))
    assert list(table_of("clients.md", "Effect").items()) == [
        (code, (effect["severity"], effect["means"])) for code, effect in facts["effects"].items()
    ]


@pytest.mark.parametrize(
    ("command", "page", "heading", "arguments"),
    [
        ("clients", "command-line.md", "Option of `clients`", {"TARGET"}),
        ("diff", "diff.md", "Option", {"OLD", "NEW"}),
        ("export", "command-line.md", "Option", {"TARGET"}),
        ("generate", "command-line.md", "Option of `generate`", {"FILE"}),
        ("lint", "lint.md", "Option", {"FILE"}),
    ],
)
def test_a_page_has_every_option_of_a_command(
    command: str, page: str, heading: str, arguments: set[str]
) -> None:
    helped = io.StringIO()
    assert main([command, "--help"], helped, helped) == 0
    said = helped.getvalue().partition("exit codes:")[0]
    options = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", said))
    rows = table_of(page, heading)
    assert {option.split()[0] for option in rows} == {*arguments, *options}


@pytest.mark.parametrize(
    ("heading", "names"), [("Key", set(ENGLISH)), ("Attribute", set(Mistake._fields))]
)
def test_the_page_on_asking_again_has_all_of_a_catalogue(heading: str, names: set[str]) -> None:
    rows = table_of("asking-again.md", heading)
    assert {name for row in rows for name in re.findall(r"\w+", row)} == names


def test_the_page_on_asking_again_has_the_english_texts() -> None:
    for row, (text, *_) in table_of("asking-again.md", "Key").items():
        for key in re.findall(r"\w+", row):
            assert key == "rule" or text == ENGLISH[key]  # that one is a function


def test_the_page_on_errors_draws_the_same_tree_as_the_module() -> None:
    tree = (exceptions.__doc__ or "").partition("::\n\n")[2].partition("\n\nEvery error")[0]
    assert textwrap.dedent(tree) in (DOCS / "errors.md").read_text(encoding="utf-8")


# --- links ------------------------------------------------------------------------------------


def prose_of(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))


def links_of(page: Path) -> set[tuple[Path, str]]:
    """Return where the links of a page to this project lead: a file, and a heading or nothing."""
    found = set()
    for link in re.findall(r"\]\(([^)\s]+)\)", prose_of(page)):
        path, _, anchor = link.partition("#")
        if re.match("[a-z]+:", link):
            file = file_at(link)
        else:
            file = (page.parent / path).resolve() if path else page
        if file:
            found.add((file, anchor))
    return found


def anchors_of(page: Path) -> set[str]:
    """Return what the headings of a page are called in links, as GitHub calls them."""
    headings = re.findall(r"^#+ (.*)$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_to_this_project_leads_somewhere(page: Path) -> None:
    for file, anchor in links_of(page):
        assert file.exists(), file
        assert not anchor or anchor in anchors_of(file), f"{file.name}#{anchor}"


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, new = set(), {README}
    while new:
        reached |= new
        linked = {file for page in new for file, _ in links_of(page) if file.suffix == ".md"}
        new = linked - reached
    assert reached.issuperset(PAGES)
