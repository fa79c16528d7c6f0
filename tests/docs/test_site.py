"""What the site is made of: every page, every public name, and nothing that only tests read."""

from __future__ import annotations

import ast
import importlib
import re
from types import ModuleType

import pytest

from tests.support.paths import DOCS, ROOT
from tests.support.site import builder

MODULES = ["elicitform", "elicitform.schemas", "elicitform.testing", "elicitform.exceptions"]


@pytest.fixture(scope="module")
def site() -> ModuleType:
    """Return the program that builds the site."""
    return builder()


@pytest.fixture(scope="module")
def texts(site: ModuleType) -> dict[str, str]:
    """Return what is made beside the pages, by name."""
    return dict(site.texts(site.entries()))


def test_the_index_lists_every_page_once(site: ModuleType) -> None:
    listed = [entry.source for entry in site.entries() if entry.source.parent == DOCS]

    assert sorted(listed) == sorted(set(DOCS.glob("*.md")) - {DOCS / "index.md"})


def test_the_metadata_leads_to_the_site_and_the_repository(site: ModuleType) -> None:
    metadata = (ROOT / "pyproject.toml").read_text(encoding="utf-8")

    assert f'Documentation = "{site.SITE_URL}"' in metadata
    assert f'Source = "{site.REPOSITORY_URL}"' in metadata


def test_no_two_pages_have_the_same_name(site: ModuleType) -> None:
    pages = [entry.page for entry in site.entries()]

    assert len(set(pages)) == len(pages)


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_has_a_place_in_the_reference(name: str, texts: dict[str, str]) -> None:
    module = importlib.import_module(name)
    public = getattr(module, "__all__", None) or [
        own for own, value in vars(module).items() if isinstance(value, type) and is_of(value, name)
    ]
    page = texts[f"{name}.md"]
    (code,) = re.findall(r"(?ms)^```python\n(.*?)^```$", page)
    defined = {name for node in ast.parse(code).body for name in names_of(node)}
    referred = set(re.findall(r"`(\w+)`", page.partition("```")[0]))

    assert {*public} - {"__version__"} <= defined | referred


def is_of(value: type, module: str) -> bool:
    return value.__module__ == module and not value.__name__.startswith("_")


def names_of(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def test_what_only_the_tests_read_is_on_no_page(texts: dict[str, str]) -> None:
    for page in DOCS.glob("*.md"):
        setups = re.findall(r"(?ms)^<!-- setup\n(.*?)^-->$", page.read_text(encoding="utf-8"))
        text = texts.get(page.name, "")
        assert not re.search(r"(?m)^<!-- ", text), page.name
        assert not [setup for setup in setups if setup in text], page.name


def test_a_page_keeps_its_code_as_it_is(texts: dict[str, str]) -> None:
    for page in set(DOCS.glob("*.md")) - {DOCS / "index.md"}:
        pattern = r"(?ms)^```python$.*?^```$"
        assert re.findall(pattern, texts[page.name]) == re.findall(
            pattern, page.read_text(encoding="utf-8")
        ), page.name


def test_links_between_the_texts_lead_to_texts(site: ModuleType, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        prose = re.sub(r"(?ms)^```.*?^```$", "", text)
        for target in re.findall(rf"\({site.SITE_URL}([^)#]+)", prose):
            assert target in texts or (DOCS / target).suffix == ".svg", (name, target)


def test_the_list_for_programs_holds_the_page_for_agents_and_every_page(
    site: ModuleType, texts: dict[str, str]
) -> None:
    text = texts["llms.txt"]
    code = re.findall(r"(?ms)^```python$.*?^```$", texts["for-agents.md"])
    headings = re.findall(r"(?m)^#+ .*$", re.sub(r"(?ms)^```.*?^```$", "", text))

    assert all(block in text for block in code)
    assert headings == ["# elicitform", "## Learn", "## Do", "## Look up", "## Understand"]
    for entry in site.entries():
        assert f"({site.SITE_URL}{entry.page}): " in text, entry.title


def test_the_text_of_all_pages_has_them_in_the_order_of_the_index(
    site: ModuleType, texts: dict[str, str]
) -> None:
    places = [texts["llms-full.txt"].index(texts[entry.page]) for entry in site.entries()]

    assert places == sorted(places)


def test_a_link_that_leads_nowhere_ends_the_build(site: ModuleType) -> None:
    links = site.Links(site.entries())

    with pytest.raises(SystemExit, match=r"docs/index\.md: nothing is at nowhere\.md"):
        links.in_text("[Nowhere](nowhere.md)", DOCS / "index.md")


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("asking.md#time", "asking.md#time"),
        ("#time", "#time"),
        ("https://example.com/a.md", "https://example.com/a.md"),
        ("../examples", "examples.md"),
        ("../examples/release_server.py", "examples.md#release_serverpy"),
        ("../CHANGELOG.md", "changelog.md"),
        ("benchmarks.svg", "benchmarks.svg"),
        ("../src/elicitform/exceptions.py", "elicitform.exceptions.md"),
        ("../LICENSE", "https://github.com/elicitform/elicitform/blob/main/LICENSE"),
    ],
)
def test_a_link_leads_to_a_page_or_else_to_the_repository(
    link: str, target: str, site: ModuleType
) -> None:
    links = site.Links(site.entries())

    assert links.in_text(f"[it]({link})", DOCS / "index.md") == f"[it]({target})"
