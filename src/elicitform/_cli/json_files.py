"""JSON documents that somebody hands over: read whole, or refused in one line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from elicitform._cli.command import CommandError
from elicitform._cli.files import read_file

if TYPE_CHECKING:
    from pathlib import Path

STDIN = "-"


def json_in_file(path: Path) -> Any:
    """Return what a JSON file says.

    Raises:
        CommandError: There is no such file, or it is not JSON (RFC 8259) in UTF-8.
    """
    text = read_file(path)
    if text is None:
        raise CommandError(f"there is no file {path}")
    return _json_in(text, str(path))


def json_on_stdin() -> Any:
    """Return what the JSON on this process's standard input says.

    Raises:
        CommandError: It is not JSON in UTF-8.
    """
    return _json_in(sys.stdin.buffer.read(), "stdin")


def _json_in(text: bytes, place: str) -> Any:
    try:
        return json.loads(
            text.decode("utf-8-sig"),
            object_pairs_hook=_without_twins,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError as error:
        raise CommandError(f"{place} is not UTF-8: see byte {error.start}") from None
    except RecursionError:
        raise CommandError(f"{place} is nested too deeply to be read") from None
    except ValueError as error:
        raise CommandError(f"{place} is not JSON: {error}") from None


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, unless it has a name twice: readers disagree on which of the two counts."""
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise ValueError(f"an object has the name {name[:_LONGEST_SHOWN]!a} twice")
        seen.add(name)
    return dict(pairs)


_LONGEST_SHOWN = 60


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"there is no {name} in it")
