"""The budgets of ``elicitform lint``: many files against a parse that keeps positions, and one."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from functools import partial
from json.decoder import JSONDecoder
from pathlib import Path
from typing import Any

from elicitform._cli import main
from tests.benchmarks.measuring import IMPORT, IMPORTED_PYDANTIC, Budget

FILES = 10_000
BROKEN = 10
"""Every how manieth file has findings."""

_SPACE = re.compile(r"[ \t\n\r]*")


class PositionedDecoder(JSONDecoder):
    """The baseline: a parse of JSON that keeps the offset of every value."""

    def __init__(self) -> None:
        super().__init__()
        self.offsets: dict[tuple[Any, ...], int] = {}

    def positions(self, text: str) -> dict[tuple[Any, ...], int]:
        self.offsets = {}
        self._value(text, 0, ())
        return self.offsets

    def _value(self, text: str, at: int, place: tuple[Any, ...]) -> tuple[Any, int]:
        at = self._skip(text, at)
        self.offsets[place] = at
        if text[at] == "{":
            return self._object(text, at, place)
        if text[at] == "[":
            return self._list(text, at, place)
        return self.raw_decode(text, at)

    def _object(self, text: str, at: int, place: tuple[Any, ...]) -> tuple[Any, int]:
        value: dict[str, Any] = {}
        at = self._skip(text, at + 1)
        while text[at] != "}":
            key, at = self.raw_decode(text, at)
            at = self._skip(text, at) + 1
            value[key], at = self._value(text, at, (*place, key))
            at = self._comma(text, at)
        return value, at + 1

    def _list(self, text: str, at: int, place: tuple[Any, ...]) -> tuple[Any, int]:
        value: list[Any] = []
        at = self._skip(text, at + 1)
        while text[at] != "]":
            member, at = self._value(text, at, (*place, len(value)))
            value.append(member)
            at = self._comma(text, at)
        return value, at + 1

    def _skip(self, text: str, at: int) -> int:
        space = _SPACE.match(text, at)
        assert space
        return space.end()

    def _comma(self, text: str, at: int) -> int:
        at = self._skip(text, at)
        return self._skip(text, at + 1) if text[at] == "," else at


def schema_files(folder: Path) -> Path:
    """Write a folder of schemas, like those a server has, and return it."""
    where = folder / "schemas"
    where.mkdir()
    for number in range(FILES):
        broken = {"pattern": "^x$"} if number % BROKEN == 0 else {}
        schema = {
            "type": "object",
            "properties": {
                "environment": {
                    "type": "string",
                    "title": "Environment",
                    "description": f"Target environment of deploy {number}",
                    "enum": ["staging", "production"],
                },
                "replicas": {
                    "type": "integer",
                    "title": "Replicas",
                    "minimum": 1,
                    "maximum": 10,
                    "default": 1,
                },
                "reason": {"type": "string", "title": "Reason", "minLength": 3, **broken},
                "confirm": {"type": "boolean", "title": "Confirm"},
            },
            "required": ["environment", "confirm"],
        }
        (where / f"schema{number}.json").write_text(json.dumps(schema, indent=2))
    return where


def lint_all(folder: Path) -> None:
    main(["lint", str(folder)], io.StringIO(), io.StringIO())


def lint_in_a_process(file: Path) -> None:
    command = [sys.executable, "-m", "elicitform", "lint", str(file)]
    subprocess.run(command, check=True, capture_output=True)


def parse_all(folder: Path) -> None:
    decoder = PositionedDecoder()
    for file in sorted(folder.iterdir()):
        decoder.positions(file.read_bytes().decode())


def lint_budgets(folder: Path) -> list[Budget]:
    many = schema_files(folder)
    one = folder / "one.json"
    one.write_text('{"type": "object", "properties": {"name": {"type": "string"}}}')
    return [
        Budget(
            "lint, 10,000 files",
            "reading them, with the place of each value",
            1.5,
            partial(lint_all, many),
            partial(parse_all, many),
            1,
            5,
        ),
        Budget(
            "lint, one file", IMPORT, 0.8, partial(lint_in_a_process, one), IMPORTED_PYDANTIC, 1, 31
        ),
    ]
