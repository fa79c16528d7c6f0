"""Running the pieces of a page, and holding them against what the page says of them."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import warnings
from typing import TYPE_CHECKING, Any

import pytest

import elicitform
from elicitform import Form, FormDefinitionError, InvalidContent
from elicitform._cli import main
from elicitform.schemas.compare.report import compare_schemas
from tests.support.pages import cells_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.pages import Piece


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


def form_of(declaration: str, names: dict[str, Any], **keywords: Any) -> type[Form]:
    """Return a form of one field, as the page declares it."""
    scope = {**names, "Form": Form, "keywords": keywords}
    source = f"class Sample(Form, **keywords):\n    {declaration}"
    exec(compile(source, "<page>", "exec", dont_inherit=True), scope)  # annotations as they are
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
