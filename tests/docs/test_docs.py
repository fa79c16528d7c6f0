"""The documentation holds: its snippets run, its tables are true, and its links lead somewhere.

What a page may hold, apart from prose:

- Fenced ``python`` blocks. They run in order, in one module a page, with warnings as errors. A
  ``text`` or ``json`` block right below one is what it prints.
- ``<!-- setup``, a comment that holds more Python code to run.
- ``<!-- needs: mcp -->``, which leaves the next piece out where that package is not installed.
- ``<!-- quickstart: … -->``, which marks a block that is run elsewhere.
- ``console`` and ``sh`` blocks that start with ``$ elicitform``. They run in a copy of the
  examples, and hold what the command prints.
- Tables whose first heading is one of `JUDGES`. Their rows are held against the library.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import json
import re
import shlex
import shutil
import sys
import textwrap
import warnings
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import elicitform
from elicitform import Form, FormDefinitionError, InvalidContent, exceptions
from elicitform._answers.texts import ENGLISH, Mistake
from elicitform._cli import main
from elicitform.schemas import compare_schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = [README, *sorted(DOCS.glob("*.md"))]
SOURCE = Path(elicitform.__file__).parent


def name_of(page: Path) -> str:
    return page.name


# --- a page to its pieces ---------------------------------------------------------------------


class Piece(NamedTuple):
    """A part of a page that is run.

    Attributes:
        kind: The language of a fenced block, or ``setup`` or ``table``.
        text: What is in it.
        line: The line of the page that it starts on.
        section: The heading above it.
        output: What the page shows as its output, or nothing.
    """

    kind: str
    text: str
    line: int
    section: str
    output: str


_PIECE = re.compile(
    r"^```(?P<language>\w*)\n(?P<code>(?s:.*?))^```$"
    r"|^<!-- (?P<word>\w+):?(?P<comment>(?s:.*?))-->$"
    r"|^(?P<table>\|.*\n\|[-| ]+\n(?:\|.*(?:\n|\Z))*)"
    r"|^#+ (?P<heading>.*)$",
    re.MULTILINE,
)


def pieces_of(page: Path) -> list[Piece]:
    """Return what is to be run of a page, here and now, in order."""
    text = page.read_text(encoding="utf-8")
    pieces: list[Piece] = []
    section, skipped, end = "", False, 0
    for found in _PIECE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found["heading"] is not None:
            section = found["heading"]
        elif found["word"] in {"needs", "quickstart"}:
            skipped = found["word"] == "quickstart" or not is_installed(found["comment"].strip())
            continue
        elif found["language"] in {"text", "json"}:
            follows = pieces and not text[end : found.start()].strip()
            if follows and pieces[-1].kind == "python":
                pieces[-1] = pieces[-1]._replace(output=found["code"])
        elif not skipped:
            kind = "table" if found["table"] else found["word"] or found["language"] or "plain"
            code = found["table"] or found["comment"] or found["code"]
            pieces.append(Piece(kind, code, line, section, ""))
            end = found.end()
        skipped = False
    return pieces


def is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


# --- running the pieces -----------------------------------------------------------------------


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the examples, to work in; what is imported from it is forgotten again."""
    folder = tmp_path / "examples"
    shutil.copytree(ROOT / "examples", folder, ignore=shutil.ignore_patterns("__pycache__"))
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


def run_piece(piece: Piece, page: Path, names: dict[str, Any]) -> None:
    """Run a piece in the module of its page, and compare it with what it claims."""
    if piece.kind in {"python", "setup"}:
        assert python_output(piece, page, names) == piece.output, where(piece, page)
    elif piece.kind in {"console", "sh"} and piece.text.startswith("$ elicitform"):
        assert console_output(piece.text) == piece.text, where(piece, page)
    elif piece.kind == "table":
        heading, _, *rows = map(cells_of, piece.text.splitlines())
        for row in rows:
            JUDGES.get(heading[0], judge_nothing)(row, piece.section, names)


def where(piece: Piece, page: Path) -> str:
    return f"{page.name}, line {piece.line}"


def python_output(piece: Piece, page: Path, names: dict[str, Any]) -> str:
    """Run Python code whose tracebacks point into the page, and return what it prints."""
    code = compile("\n" * piece.line + piece.text, str(page), "exec", dont_inherit=True)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(code, names)
    return printed.getvalue()


def console_output(session: str) -> str:
    """Run the commands of a console session, and return the session as it then reads."""
    code, lines = 0, io.StringIO()
    for command in re.findall(r"^\$ (.*)$", session, re.MULTILINE):
        print(f"$ {command}", file=lines)
        if command == "echo $?":
            print(code, file=lines)
        else:
            program, *arguments = shlex.split(command, comments=True)
            assert program == "elicitform"
            code = main(arguments, lines, lines)
    return lines.getvalue()


# --- tables -----------------------------------------------------------------------------------

_CODE = re.compile(r"`([^`]+)`")
_DECLARATION = re.compile(r"`(\w+: [^`]+)`")


def cells_of(row: str) -> tuple[str, ...]:
    """Return the cells of a table's row, where a bar inside a cell has a backslash before it."""
    cells = re.split(r"(?<!\\)\|", row.strip("|\n"))
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def form_of(declaration: str, names: dict[str, Any], **keywords: Any) -> type[Form]:
    """Return a form of one field, as the page declares it."""
    scope = {**names, "Form": Form, "keywords": keywords}
    exec(f"class Sample(Form, **keywords):\n    {declaration}", scope)
    form: type[Form] = scope["Sample"]
    return form


def judge_declaration(row: tuple[str, ...], section: str, names: dict[str, Any]) -> None:
    """Hold a declaration against its schema, now and at 2025-06-18."""
    (declaration,), (schema,), old = _CODE.findall(row[0]), _CODE.findall(row[1]), row[2]
    since = "2025-11-25" if old == "not possible" else "2025-06-18"
    form = form_of(declaration, names, since=since, auto_titles=False)
    assert json.dumps(field_of(form)) == schema, declaration
    assert field_of(form, "2025-11-25") == field_of(form), declaration
    if old == "not possible":
        return
    expected = json.loads(schema)
    if old == "without `default`":
        del expected["default"]
    elif old != "the same":
        expected = json.loads(*_CODE.findall(old))
    assert json.dumps(field_of(form, "2025-06-18")) == json.dumps(expected), declaration


def field_of(form: type[Form], revision: str = elicitform.LATEST_REVISION) -> dict[str, Any]:
    (field,) = form.requested_schema(revision)["properties"].values()
    return dict(field)


def judge_refusal(row: tuple[str, ...], section: str, names: dict[str, Any]) -> None:
    """Hold declarations against the code in the heading, and those to write instead against none."""
    for declaration in _CODE.findall(row[0]):
        with pytest.raises(FormDefinitionError) as caught:
            form_of(declaration, names, since="2025-11-25")
        assert {fault.code for fault in caught.value.faults} == {section.strip("`")}, declaration
    for declaration in _DECLARATION.findall(row[1]):
        assert form_of(declaration, names, since="2025-11-25").requested_schema()


def judge_reading(row: tuple[str, ...], section: str, names: dict[str, Any]) -> None:
    """Hold what a field makes of an answer against the value or the fault that the page says."""
    (declaration,), answer = _CODE.findall(row[0]), row[1]
    name = declaration.partition(":")[0]
    content = {} if answer == "no key" else {name: json.loads(*_CODE.findall(answer))}
    form = form_of(declaration, names, since="2025-11-25")
    for result, strict in zip(row[2:], (False, True), strict=False):
        assert reading(form, content, strict=strict) == result, row


def reading(form: type[Form], content: dict[str, Any], *, strict: bool) -> str:
    """Return what a form makes of an answer to its one field, as a page says it."""
    try:
        (value,) = vars(form.validate_content(content, strict=strict)).values()
    except InvalidContent as error:
        (fault,) = error.faults
        return f"fault `{fault.code}`"
    return f"`{value!r}`"


def judge_change(row: tuple[str, ...], section: str, names: dict[str, Any]) -> None:
    """Hold a change of a field against its verdict, and against what it breaks."""
    old, new = (
        {"type": "object", "properties": {"x": json.loads(*_CODE.findall(cell))}}
        for cell in row[:2]
    )
    changes = compare_schemas(old, new)
    counterexample = json.loads(*_CODE.findall(row[3])) if row[3] else None
    assert (row[2], counterexample) in [change[1:3] for change in changes], row
    assert row[2] == "breaking" or not any(change.breaking for change in changes), row


def judge_nothing(row: tuple[str, ...], section: str, names: dict[str, Any]) -> None:
    """Leave a row alone that no program can judge."""


JUDGES = {
    "Before": judge_change,
    "Declaration": judge_declaration,
    "Field": judge_reading,
    "Refused": judge_refusal,
}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_snippet_of_a_page_is_overlooked(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = [match["language"] for match in _PIECE.finditer(text)]
    assert found.count("python") == text.count("```python")
    assert len([language for language in found if language is not None]) == text.count("```") / 2


# --- codes, options and errors: all of them, and no others ------------------------------------


def tree_of(module: str) -> ast.Module:
    return ast.parse((SOURCE / module).read_text(encoding="utf-8"))


def calls_of(function: str, module: str) -> list[ast.Call]:
    """Return the calls of a function in a module of the package."""
    calls = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == function]


def text_of(node: ast.expr) -> str | None:
    """Return the text that is written there, or None where it is not a plain text."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def table_of(page: str, heading: str) -> dict[str, tuple[str, ...]]:
    """Return the rows of the table that starts with a heading, by the code in their first cell."""
    for piece in pieces_of(DOCS / page):
        if piece.kind == "table":
            head, _, *rows = map(cells_of, piece.text.splitlines())
            if head[0] == heading:
                return {row[0].strip("`"): row[1:] for row in rows}
    pytest.fail(f"{page} has no table that starts with {heading}")


def test_the_page_on_checking_has_every_finding_with_its_severity() -> None:
    errors, warned = calls_of("_error", "check.py"), calls_of("_warning", "check.py")
    severities = {text_of(call.args[0]): "error" for call in errors}
    severities |= {text_of(call.args[0]): "warning" for call in warned}
    # The one function that is told the code of its error is this.
    del severities[None]
    severities |= {
        text_of(call.args[4]): "error" for call in calls_of("_count_findings", "check.py")
    }
    assert {
        code: severity for code, (severity, *_) in table_of("checking-schemas.md", "Code").items()
    } == severities


def test_the_page_on_refusals_has_a_section_for_every_code() -> None:
    codes = set()
    for module in SOURCE.glob("*.py"):
        codes |= {text_of(call.args[0]) for call in calls_of("Refused", module.name)}
        codes |= {text_of(call.args[2]) for call in calls_of("DefinitionFault", module.name)}
    text = (DOCS / "refusals.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## `(.*)`$", text, re.MULTILINE)
    assert sorted(sections) == sorted(filter(None, codes))


def test_the_page_on_reading_has_every_fault_code() -> None:
    codes = {text_of(call.args[1]) for call in calls_of("Fault", "_faults.py")}
    for node in ast.walk(tree_of("_explain.py")):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            codes.add(text_of(node.elts[0]))
    assert set(table_of("reading.md", "Code")) == set(filter(None, codes))


def test_the_page_on_clients_has_every_effect_with_its_severity() -> None:
    facts = json.loads((SOURCE / "clients.json").read_text(encoding="utf-8"))
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
    """Return where the relative links of a page lead: a file, and a heading in it or nothing."""
    links = re.findall(r"\]\(([^)\s]+)\)", prose_of(page))
    parts = [link.partition("#") for link in links if not re.match("[a-z]+:", link)]
    return {((page.parent / file).resolve() if file else page, at) for file, _, at in parts}


def anchors_of(page: Path) -> set[str]:
    """Return what the headings of a page are called in links, as GitHub calls them."""
    headings = re.findall(r"^#+ (.*)$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
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
