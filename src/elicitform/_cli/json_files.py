"""JSON documents that somebody hands over: read whole, or refused in one line."""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

from elicitform._cli.command import STDIN, CommandError
from elicitform._cli.printing import printable

_MOST_BYTES = 16 * 2**20
_LONGEST_KEY = 60


def read_json(place: str) -> Any:
    """Return what a JSON file holds, whoever wrote it (RFC 8259, with each key once).

    Args:
        place: The path of the file, or `STDIN`.

    Raises:
        CommandError: It cannot be read, is too large, or is not JSON in UTF-8.
    """
    called = place_called(place)
    try:
        with nullcontext(sys.stdin.buffer) if place == STDIN else Path(place).open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(f"cannot read {called}: {error.strerror}") from None
    if len(content) > _MOST_BYTES:
        raise CommandError(f"cannot read {called}: it is larger than 16 MiB")
    try:
        return json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_with_each_key_once,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError as error:
        reason = f"it is not UTF-8: see byte {error.start}"
    except json.JSONDecodeError as error:
        reason = f"{error.msg}, line {error.lineno}, column {error.colno}"
    except RecursionError:
        reason = "it is nested too deeply"
    except _NotJsonError as error:
        reason = str(error)
    except ValueError:  # more digits than Python converts
        reason = "it holds a number with too many digits"
    raise CommandError(f"{called} is not JSON: {reason}")


def place_called(place: str) -> str:
    """Return what to call a file or stdin in a message."""
    return "stdin" if place == STDIN else printable(place)


class _NotJsonError(Exception):
    """Something that Python reads, and JSON does not have."""


def _with_each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key in times if times[key] > 1)
        raise _NotJsonError(f"it has the key {twice[:_LONGEST_KEY]!a} twice in one object")
    return whole


def _refuse_constant(name: str) -> NoReturn:
    raise _NotJsonError(f"it holds {name}, which JSON does not have")
