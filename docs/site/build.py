"""Build the site into a folder: ``python docs/site/build.py``, or with the folder as its argument.

The list in ``docs/index.md`` is the table of contents: its sections and links become the
navigation and ``llms.txt``. A link there may lead out of ``docs``: to a page elsewhere, to a folder
of programs, or to a module, whose page is made from its docstrings. What stays the same is in
``mkdocs.yml``. Needs the dependency group ``docs``; nothing is fetched.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeGuard


ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src"
INDEX = DOCS / "index.md"
PICTURES = sorted(DOCS.glob("*.svg"))
CONFIG = Path(__file__).with_name("mkdocs.yml")


def configured(key: str) -> str:
    """Return a plain setting of ``mkdocs.yml``."""
    (value,) = re.findall(rf"^{key}: (.*)$", CONFIG.read_text(encoding="utf-8"), re.MULTILINE)
    return str(value)


SITE_URL = configured("site_url")
REPOSITORY_URL = configured("repo_url")


# --- what there is -----------------------------------------------------------------------------


class Entry(NamedTuple):
    """A page, as the index lists it.

    Attributes:
        section: The heading that it is listed under.
        title: What it is called.
        source: The file or folder that it is made of.
        summary: What it is about, in a line.
    """

    section: str
    title: str
    source: Path
    summary: str

    @property
    def page(self) -> str:
        """The name of its page. All pages are in one folder, so links between them are names."""
        if self.source.is_dir():
            return f"{self.source.name}.md"
        if self.source.suffix == ".py":
            return f"{module_of(self.source)}.md"
        return self.source.name.lower()


def entries() -> list[Entry]:
    """Return what the index lists, in order."""
    found = []
    section = ""
    for line in INDEX.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif listed := re.fullmatch(r"- \[(.+?)\]\((.+?)\): (.+)", line):
            title, link, summary = listed.groups()
            found.append(Entry(section, title, (DOCS / link).resolve(), summary))
    return found


def module_of(path: Path) -> str:
    """Return the dotted name of a module of the package."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


# --- pages -------------------------------------------------------------------------------------

_APART = re.compile(r"(?ms)(^```.*?^```$)|^<!-- .*?-->$\n*")
_LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))")


def page_text(source: Path) -> str:
    """Return the text of a page as its author wrote it, without what only the tests read."""
    if source.is_dir():
        return programs_page(source)
    if source.suffix == ".py":
        return module_page(source)
    return _APART.sub(lambda found: found[1] or "", source.read_text(encoding="utf-8"))


def programs_page(folder: Path) -> str:
    """Return a page of all programs in a folder."""
    programs = sorted(folder.glob("*.py"))
    blocks = [
        f"## {path.name}\n\n```python\n{path.read_text(encoding='utf-8')}```\n" for path in programs
    ]
    return "\n".join([f"# {folder.name.capitalize()}\n", *blocks])


def in_prose(text: str, change: Callable[[str], str]) -> str:
    """Return a text with its prose changed, and its fenced blocks as they are."""
    parts = re.split(r"(?ms)(^```.*?^```$)", text)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


class Links:
    """Where the links of the pages lead, on the site or in what is made beside it."""

    def __init__(self, listed: list[Entry], base: str = "") -> None:
        self._pages = {INDEX: INDEX.name, **{entry.source: entry.page for entry in listed}}
        self._base = base

    def in_text(self, text: str, source: Path) -> str:
        """Return a page with links that lead from the site, where its own lead from its source."""
        return in_prose(text, lambda prose: _LINK.sub(lambda at: self.target(at[0], source), prose))

    def target(self, link: str, source: Path) -> str:
        """Return where a link leads: to a page of the site, or else to the repository."""
        path, hash_, anchor = link.partition("#")
        if not path or re.match("[a-z]+:", path):
            return link
        target = (source.parent / path).resolve()
        if target in self._pages:
            return f"{self._base}{self._pages[target]}{hash_}{anchor}"
        if target in PICTURES:
            return f"{self._base}{target.name}"
        if target.parent in self._pages:
            return f"{self._base}{self._pages[target.parent]}#{target.name.replace('.', '')}"
        if not target.exists():
            raise SystemExit(f"{source.relative_to(ROOT).as_posix()}: nothing is at {link}")
        return f"{REPOSITORY_URL}/blob/main/{target.relative_to(ROOT).as_posix()}{hash_}{anchor}"


def for_mkdocs(text: str) -> str:
    r"""Return a page as Python-Markdown reads it: in a table, it shows the backslash of ``\|``."""
    return in_prose(text, lambda prose: re.sub(r"`[^`\n]*`", lambda code: unbarred(code[0]), prose))


def unbarred(code: str) -> str:
    """Return code of a table without the backslashes that keep its bars from ending the cell."""
    return code.replace("\\|", "|")


# --- modules -----------------------------------------------------------------------------------


def parsed(module: Path) -> ast.Module:
    """Return a module's syntax tree."""
    return ast.parse(module.read_text(encoding="utf-8"))


def public_names(module: Path) -> list[str]:
    """Return what a module exports: what its ``__all__`` lists, or else its public classes."""
    body = parsed(module).body
    for node in body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [name for name in ast.literal_eval(node.value) if name != "__version__"]
    names = [node.name for node in body if isinstance(node, ast.ClassDef)]
    return [name for name in names if not name.startswith("_")]


def parts_of(module: Path) -> list[Path]:
    """Return the modules inside a package that have pages of their own."""
    if module.stem != "__init__":
        return []
    listed = [entry.source for entry in entries() if entry.source.suffix == ".py"]
    return [part for part in listed if part != module and module.parent in part.parents]


def documented_names(module: Path) -> list[str]:
    """Return the names that a module's page documents, and the page of no part of it."""
    elsewhere = {name for part in parts_of(module) for name in public_names(part)}
    names = [name for name in public_names(module) if name not in elsewhere]
    return sorted(names, key=str.isupper)  # constants last


def module_page(module: Path) -> str:
    """Return a page whose directives mkdocstrings fills in."""
    name = module_of(module)
    summary = (ast.get_docstring(parsed(module)) or "").partition("\n")[0]
    exported = [also_exported(module, part) for part in parts_of(module)]
    directives = [f"::: {name}.{member}" for member in documented_names(module)]
    return "\n\n".join([f"# {name}", summary, *filter(None, exported), *directives]) + "\n"


def also_exported(module: Path, part: Path) -> str:
    """Return a sentence on what a package exports of one of its parts, or nothing."""
    of_part = public_names(part)
    names = [f"`{name}`" for name in public_names(module) if name in of_part]
    link = f"[{module_of(part)}]({part.relative_to(module.parent).as_posix()})"
    return f"Also exported, and described with {link}: {', '.join(names)}." if names else ""


def defined(module: Path, name: str) -> list[ast.stmt]:
    """Return the statements that define a name, in a module or where that imports it from."""
    tree = parsed(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            path = SOURCE.joinpath(*(node.module or "").split("."))
            file = path.with_suffix(".py")
            return defined(file if file.exists() else path / "__init__.py", name)
    found: list[ast.stmt] = []
    body = unfolded(tree.body)
    for node, behind in zip_longest(body, body[1:]):
        if name in names_of(node):
            is_assigned = isinstance(node, ast.Assign | ast.AnnAssign)
            found += [node, behind] if is_assigned and is_text(behind) else [node]
    return found


def unfolded(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements with those of both branches in place of a condition."""
    branches = [[*node.body, *node.orelse] if isinstance(node, ast.If) else [node] for node in body]
    return [node for branch in branches for node in branch]


def is_text(node: ast.stmt | None) -> TypeGuard[ast.stmt]:
    """Return whether a statement is a text alone, as docstrings are."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [ast.unparse(target) for target in node.targets]
    return [ast.unparse(node.target)] if isinstance(node, ast.AnnAssign) else []


def outlined(node: ast.stmt) -> ast.stmt:
    """Return what a reader may use of a definition: signatures, attributes and docstrings."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        docstring = node.body[:1] if ast.get_docstring(node) else []
        node.body = [*docstring, ast.Expr(ast.Constant(...))]
    elif isinstance(node, ast.ClassDef):
        node.body = [outlined(part) for part in node.body if is_public(part)]
    return ast.fix_missing_locations(node)


def is_public(node: ast.stmt) -> bool:
    """Return whether a statement in the body of a class is for its users."""
    return not any(name.startswith("_") and name != "__init__" for name in names_of(node))


def outline(module: Path) -> str:
    """Return a module's page for a reader of plain text: what it exports, as code."""
    names = documented_names(module)
    statements = [node for name in names for node in defined(module, name)]
    return "\n\n".join(ast.unparse(outlined(node)) for node in statements)


# --- for programs that read --------------------------------------------------------------------


def plain_text(entry: Entry, links: Links) -> str:
    """Return a page as text that can be read by itself, with links that lead to such pages."""
    text = links.in_text(page_text(entry.source), entry.source)
    if entry.source.suffix != ".py":
        return text
    return f"{text.partition('::: ')[0]}```python\n{outline(entry.source)}\n```\n"


def llms_txt(listed: list[Entry], links: Links) -> str:
    """Return ``llms.txt``: the page for agents, and a list of the others (https://llmstxt.org)."""
    agents = DOCS / "for-agents.md"
    _, _, text = links.in_text(page_text(agents), agents).partition("\n\n")
    # In this format a heading starts a list of links, so those of the page become bold lines.
    details = in_prose(text, lambda prose: re.sub(r"(?m)^#+ (.*)$", r"**\1**", prose))
    lines = [
        f"# {configured('site_name')}",
        f"> {configured('site_description')}.",
        details.strip(),
    ]
    for section in dict.fromkeys(entry.section for entry in listed):
        within = [entry for entry in listed if entry.section == section]
        items = [f"- [{entry.title}]({SITE_URL}{entry.page}): {entry.summary}" for entry in within]
        lines += [f"## {section}", "\n".join(items)]
    return "\n\n".join(lines) + "\n"


def texts(listed: list[Entry]) -> Iterator[tuple[str, str]]:
    """Yield the name and text of every file that is made beside the pages of the site."""
    links = Links(listed, SITE_URL)
    pages = {entry.page: plain_text(entry, links) for entry in listed}
    yield INDEX.name, links.in_text(page_text(INDEX), INDEX)
    yield from pages.items()
    yield "llms.txt", llms_txt(listed, links)
    yield "llms-full.txt", "\n\n".join(pages.values())


# --- the build ---------------------------------------------------------------------------------


def navigation(listed: list[Entry]) -> list[dict[str, Any]]:
    """Return the navigation, as MkDocs takes it."""
    sections: dict[str, list[dict[str, str]]] = {}
    for entry in listed:
        sections.setdefault(entry.section, []).append({entry.title: entry.page})
    return [{"Home": INDEX.name}, *({section: pages} for section, pages in sections.items())]


def write_pages(folder: Path, listed: list[Entry]) -> Path:
    """Write the pages as MkDocs reads them, and the pictures on them, and return their folder."""
    links = Links(listed)
    folder.mkdir()
    for source, page in ((INDEX, INDEX.name), *((entry.source, entry.page) for entry in listed)):
        text = for_mkdocs(links.in_text(page_text(source), source))
        (folder / page).write_text(text, encoding="utf-8")
    for picture in PICTURES:
        shutil.copy(picture, folder)
    return folder


def write_modules(folder: Path) -> Path:
    """Write the modules as mkdocstrings reads them: it has no section of a single example."""
    for module in (SOURCE / "elicitform").rglob("*.py"):
        copy = folder / module.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = module.read_text(encoding="utf-8")
        copy.write_text(re.sub(r"(?m)^( +)Example:$", r"\1Examples:", text), encoding="utf-8")
    return folder


def build(site: Path) -> int:
    """Build the site into a folder, and return MkDocs' exit code."""
    listed = entries()
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "INHERIT": str(CONFIG),
            "docs_dir": str(write_pages(Path(folder, "pages"), listed)),
            "site_dir": str(site),
            "nav": navigation(listed),
        }
        modules = write_modules(Path(folder, "modules"))
        config = Path(folder, "mkdocs.yml")
        config.write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML
        code = subprocess.run(  # noqa: S603  (no part of it comes from elsewhere)
            [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)],
            env={**os.environ, "PYTHONPATH": str(modules), "NO_MKDOCS_2_WARNING": "1"},
            check=False,
        ).returncode
    if code == 0:
        for name, text in texts(listed):
            (site / name).write_text(text, encoding="utf-8")
    return code


if __name__ == "__main__":
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"
    sys.exit(build(where.resolve()))
