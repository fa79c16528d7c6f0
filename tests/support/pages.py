"""Pages of the documentation, taken apart.

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

import importlib.util
import re
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.support.paths import DOCS

if TYPE_CHECKING:
    from pathlib import Path


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


PIECE = re.compile(
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
    for found in PIECE.finditer(text):
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


def cells_of(row: str) -> tuple[str, ...]:
    """Return the cells of a table's row, where a bar inside a cell has a backslash before it."""
    cells = re.split(r"(?<!\\)\|", row.strip("|\n"))
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def table_of(page: str, heading: str) -> dict[str, tuple[str, ...]]:
    """Return the rows of the table that starts with a heading, by the code in their first cell."""
    for piece in pieces_of(DOCS / page):
        if piece.kind == "table":
            head, _, *rows = map(cells_of, piece.text.splitlines())
            if head[0] == heading:
                return {row[0].strip("`"): row[1:] for row in rows}
    pytest.fail(f"{page} has no table that starts with {heading}")
