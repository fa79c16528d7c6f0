"""The changes that `tests.mutants` makes: each is one, each is Python, and each is another module."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants.changes import changed, changes_in

SOURCE = '''
"""A module."""

import re

NAMES = {"a": 1, "b": 2}
WORDS = ("one", "two")
PATTERN = r"[a-z]+"


def larger(one: int, other: int = 3) -> bool:
    """Compare."""
    if one is None or not other:
        raise ValueError("this is for people")
    count = one + 1
    count += other
    return count > other and bool(NAMES)


def first(names: list[str]) -> str | None:
    for name in names:
        if name in WORDS:
            return name
    return None
'''


def every_change(source: str) -> dict[str, str]:
    """Return the source with each change, by what is changed."""
    found = list(changes_in(ast.parse(source)))
    return {f"{one.line}: {one.what}": changed(source, at) for at, one in enumerate(found)}


def test_every_change_is_made_alone_and_by_itself() -> None:
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    changes = every_change(SOURCE)
    assert len(set(changes.values())) == len(changes) > 20
    for what, source in changes.items():
        lines = source.splitlines()
        compile(source, "changed.py", "exec")
        assert len(lines) == len(plain), what
        assert sum(a != b for a, b in zip(lines, plain, strict=True)) == 1, what


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("NAMES = {'a': 1, 'b': 2}", "NAMES = {'a': 1}"),
        ("WORDS = ('one', 'two')", "WORDS = ('two',)"),
        ("PATTERN = '[a-z]+'", "PATTERN = '[a-z]*'"),
        ("    return count > other and bool(NAMES)", "    return count >= other and bool(NAMES)"),
        ("    return count > other and bool(NAMES)", "    return count <= other and bool(NAMES)"),
        ("    return count > other and bool(NAMES)", "    return count > other or bool(NAMES)"),
        ("    if one is None or not other:", "    if one is None or other:"),
        ("    if one is None or not other:", "    if one is not None or not other:"),
        ("        raise ValueError('this is for people')", "        pass"),
        ("    count = one + 1", "    count = one - 1"),
        ("    count = one + 1", "    count = one + 2"),
        ("    count += other", "    pass"),
        ("        if name in WORDS:", "        if name not in WORDS:"),
        ("            return name", "            pass"),
        ("def larger(one: int, other: int=3) -> bool:", "def larger(one: int, other: int=4) -> bool:"),
    ],
)  # fmt: skip
def test_a_line_is_changed_in_this_way(line: str, becomes: str) -> None:
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    at = plain.index(line)
    assert becomes in {source.splitlines()[at] for source in every_change(SOURCE).values()}


def test_what_is_for_readers_is_left_alone() -> None:
    everything = "\n".join(every_change(SOURCE).values())
    for text in ("'A module.'", '"""Compare."""', "this is for people", "import re", "list[str]"):
        assert everything.count(text.strip("'\"")) >= len(every_change(SOURCE)) - 1


@pytest.mark.parametrize("module", ["_wire/rules.py", "_declare/metadata.py", "_form/form.py"])
def test_every_change_to_the_package_is_python(module: str) -> None:
    path = Path(__file__).parents[1] / "src" / "elicitform" / module
    source = path.read_text(encoding="utf-8")
    count = len(list(changes_in(ast.parse(source))))
    assert count > 40
    for at in range(0, count, 7):
        compile(changed(source, at), module, "exec")
