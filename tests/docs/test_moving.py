"""The page on moving a server over shows what ``elicitform adopt`` writes."""

from __future__ import annotations

import ast
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from elicitform._cli.forms import forget_modules
from tests.support.command import command
from tests.support.pages import pieces_of
from tests.support.paths import DOCS

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = DOCS / "moving.md"


def classes() -> dict[str, list[str]]:
    """Return the classes of the page by name, each as it is before and after."""
    found: dict[str, list[str]] = {}
    for piece in pieces_of(PAGE):
        if piece.kind == "python":
            for node in ast.parse(piece.text).body:
                if isinstance(node, ast.ClassDef):
                    lines = piece.text.splitlines()
                    start = node.decorator_list[0].lineno if node.decorator_list else node.lineno
                    end = next(
                        (number for number, line in enumerate(lines[node.lineno :], node.lineno)
                         if line and not line[0].isspace()),
                        len(lines),
                    )  # fmt: skip
                    source = "\n".join(lines[start - 1 : end]).rstrip()
                    found.setdefault(node.name, []).append(source)
    return found


CLASSES = {name: found for name, found in classes().items() if len(found) == 2}
OTHERS = "\n\n\n".join(found[0] for found in classes().values() if len(found) == 1)
IMPORTS = """
from dataclasses import dataclass
from enum import Enum
from typing import *
from pydantic import *
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder to work in; imports leave nothing behind."""
    monkeypatch.chdir(tmp_path)
    modules = set(sys.modules)
    yield
    forget_modules(tmp_path.resolve(), modules)


@pytest.mark.parametrize("name", CLASSES)
def test_the_second_class_is_what_the_command_writes_for_the_first(name: str) -> None:
    before, after = CLASSES[name]
    Path("before.py").write_text(f"{IMPORTS}\n\n{OTHERS}\n\n{before}", encoding="utf-8")
    _, printed, _ = command("adopt", f"before.py:{name}")
    assert printed.partition("\n\n\n")[2].strip() == after


def test_the_page_has_at_least_ten_cases() -> None:
    assert len(CLASSES) >= 10


def test_the_page_quotes_what_the_command_says() -> None:
    before, _ = CLASSES["Booking"]
    Path("before.py").write_text(f"{IMPORTS}\n\n{before}", encoding="utf-8")
    _, _, said = command("adopt", "before.py:Booking")
    (quoted,) = (block for block in PAGE.read_text(encoding="utf-8").split("```text\n")[1:])
    for line in textwrap.dedent(quoted.partition("```")[0]).splitlines():
        assert line.removesuffix("…") in said
