"""Reads tables of pyproject.toml, and words what is wrong with them."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from elicitform._cli.command import CommandError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_OURS = re.compile(rb"""(?m)^\s*(\[\s*tool\s*\.\s*["']?elicitform\b|elicitform\s*\.)""")
"""The start of our settings, to know whether there are any where TOML cannot be read."""


def as_toml(value: object) -> str:
    """Return a value as it is written in TOML; a table or a date only nearly so."""
    return json.dumps(value, ensure_ascii=False, default=str)


def as_written(key: str, value: object) -> str:
    """Return a key of a table with its value, for a message."""
    return f"{key} is missing" if value is None else f"{key} = {as_toml(value)}"


def require_known(table: Any, known: Iterable[str], more: str = "") -> None:
    """Refuse a table with an unknown key.

    Args:
        table: The table.
        known: The known keys.
        more: Text to put behind their list.

    Raises:
        CommandError: It is no table, or has another key.
    """
    known = list(known)
    if not isinstance(table, dict):
        raise CommandError(f"it is a table with {', '.join(known)}; got {as_toml(table)}")
    for key in sorted(table.keys() - set(known)):
        raise CommandError(f"unknown key {as_toml(key)}; there are {', '.join(known)}{more}")


def tool_table(folder: Path) -> tuple[Any, Path] | None:
    """Return the table ``[tool.elicitform]`` for a folder, and the file that it is in.

    Args:
        folder: The folder; the ``pyproject.toml`` in it counts, or the nearest one above.

    Raises:
        OSError: The file cannot be read.
        CommandError: It is not TOML, or there is no library for it.
    """
    for place in (folder, *folder.parents):
        file = place / "pyproject.toml"
        try:
            content = file.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            continue
        tool = _parsed(content, file).get("tool")
        table = tool.get("elicitform") if isinstance(tool, dict) else None
        return None if table is None else (table, file)
    return None


def _parsed(content: bytes, file: Path) -> dict[str, Any]:
    if b"elicitform" not in content:
        return {}
    loads = _toml_reader()
    if loads is None:
        if not _OURS.search(content):
            return {}
        raise CommandError(
            f"{printable(str(file))} has settings of elicitform, and Python {sys.version_info[0]}."
            f"{sys.version_info[1]} needs a library to read TOML: pip install tomli"
        )
    try:
        return loads(content.decode())
    except ValueError as error:  # also where it is not UTF-8
        raise CommandError(f"{printable(str(file))} is not TOML: {error}") from None


def _toml_reader() -> Callable[[str], dict[str, Any]] | None:
    """Return what reads TOML: in Python itself from 3.11 on, in a library before."""
    name = next((name for name in ("tomllib", "tomli") if find_spec(name)), None)
    return cast("Callable[[str], dict[str, Any]]", import_module(name).loads) if name else None
