"""JSON files that hold a ``requestedSchema``, bare or as ``elicitform export`` writes several."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from elicitform._cli.command import CommandError
from elicitform._revisions import LATEST_REVISION, REVISIONS

_MOST_BYTES = 16 * 2**20
_LONGEST_KEY = 60


class NamedSchema(NamedTuple):
    """What a file holds for one form, at one revision; nothing of it has been checked."""

    name: str
    revision: str
    schema: Any


def is_schema_file(target: str) -> bool:
    """Return whether a target means a JSON file, and not a module or a Python file."""
    return target.endswith(".json") or (not target.endswith(".py") and Path(target).is_file())


def schemas_in(target: str, revision: str | None) -> list[NamedSchema]:
    """Return the schemas in a file.

    Args:
        target: The file. It holds a bare ``requestedSchema``, the params of an
            ``elicitation/create`` request, or whatever ``elicitform export`` writes.
        revision: The revision to be read at; by default the newest that the file has.

    Raises:
        CommandError: It cannot be read, is not JSON, or holds nothing at the revision.
    """
    document = read_json(Path(target))
    found = [
        one._replace(name=one.name or Path(target).stem)
        for one in _schemas_of(document, revision, target)
    ]
    if not found:
        raise CommandError(f"{target} holds no form" + (f" at {revision}" if revision else ""))
    return found


def _schemas_of(document: object, revision: str | None, target: str) -> list[NamedSchema]:
    newest = revision or LATEST_REVISION
    if isinstance(document, list):
        return [found for one in document for found in _declared(one, revision, target)]
    if not isinstance(document, dict) or isinstance(document.get("type"), str):
        return [NamedSchema("", newest, document)]
    if "requestedSchema" in document:
        return [NamedSchema("", newest, document["requestedSchema"])]
    if document and all(key in REVISIONS for key in document):
        return _at_revision(document, revision)
    if document and all(isinstance(one, dict) and "type" in one for one in document.values()):
        return [NamedSchema(name, newest, schema) for name, schema in document.items()]
    return [NamedSchema("", newest, document)]


def _declared(declaration: object, revision: str | None, target: str) -> list[NamedSchema]:
    """Return what a declaration for an MCP Description asks, unless it is for other revisions."""
    if not isinstance(declaration, dict) or "requestedSchema" not in declaration:
        raise CommandError(f"{target}: a list holds declarations, each with its requestedSchema")
    named = declaration.get("protocolVersions", REVISIONS)
    known = [one for one in REVISIONS if isinstance(named, (list, tuple)) and one in named]
    if not known or revision not in {None, *known}:
        return []
    name = declaration.get("name")
    at = revision or known[-1]
    text = name if isinstance(name, str) else ""
    return [NamedSchema(text, at, declaration["requestedSchema"])]


def _at_revision(document: dict[str, Any], revision: str | None) -> list[NamedSchema]:
    """Return the forms below a revision, or each at the newest that has it."""
    found: dict[str, NamedSchema] = {}
    for one in sorted(document, reverse=True):
        forms = document[one] if isinstance(document[one], dict) else {}
        for name, schema in forms.items():
            if revision in {None, one}:
                found.setdefault(name, NamedSchema(name, one, schema))
    return list(found.values())


def read_json(path: Path) -> Any:
    """Return what a JSON file holds, whoever wrote it (RFC 8259, with each key once).

    Raises:
        CommandError: It cannot be read, is too large, or is not JSON in UTF-8.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from None
    if len(content) > _MOST_BYTES:
        raise CommandError(f"cannot read {path}: it is larger than 16 MiB")
    try:
        return json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_with_each_key_once,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError:
        reason = "it is not UTF-8"
    except json.JSONDecodeError as error:
        reason = f"{error.msg}, line {error.lineno}, column {error.colno}"
    except RecursionError:
        reason = "it is nested too deeply"
    except _NotJsonError as error:
        reason = str(error)
    except ValueError:  # more digits than Python converts
        reason = "it holds a number with too many digits"
    raise CommandError(f"{path} is not JSON: {reason}")


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
