"""JSON files that hold a ``requestedSchema``, bare or as ``elicitform export`` writes several."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from elicitform._cli.command import STDIN, CommandError
from elicitform._cli.json_files import place_called, read_json
from elicitform._wire.revisions import LATEST_REVISION, REVISIONS


class NamedSchema(NamedTuple):
    """What a file holds for one form, at one revision; nothing of it has been checked."""

    name: str
    revision: str
    schema: Any


def is_schema_file(target: str) -> bool:
    """Return whether a target means a JSON file, and not a module or a Python file."""
    if target == STDIN or target.endswith(".json"):
        return True
    return not target.endswith(".py") and Path(target).is_file()


def schemas_in(target: str, revision: str | None) -> list[NamedSchema]:
    """Return the schemas in a file.

    Args:
        target: The file, or ``-`` for standard input. It holds a bare ``requestedSchema``, an
            ``elicitation/create`` request or its params, or whatever ``elicitform export`` writes.
        revision: The revision to be read at; by default the newest that the file has.

    Raises:
        CommandError: It cannot be read, is not JSON, or holds nothing at the revision.
    """
    document = read_json(target)
    stem = "" if target == STDIN else Path(target).stem
    target = place_called(target)
    found = [one._replace(name=one.name or stem) for one in schemas_of(document, revision, target)]
    if not found:
        raise CommandError(f"{target} holds no form" + (f" at {revision}" if revision else ""))
    return found


def schemas_of(document: object, revision: str | None, target: str) -> list[NamedSchema]:
    """Return the schemas in a document; what is bare has no name.

    Raises:
        CommandError: It carries none.
    """
    newest = revision or LATEST_REVISION
    if isinstance(document, list):
        found = [schema for one in document for schema in _declared(one, revision, target)]
        last = max((one.revision for one in found), default=newest)
        return [one for one in found if one.revision == last]
    if not isinstance(document, dict) or isinstance(document.get("type"), str):
        return [NamedSchema("", newest, document)]
    if "requestedSchema" in document:
        return [NamedSchema("", newest, document["requestedSchema"])]
    if document.get("method") == "elicitation/create":
        return schemas_of(_params_of(document, target), revision, target)
    if document.get("mode") == "url":
        raise CommandError(f"{target} asks with a URL, and has no form")
    if document and all(key in REVISIONS for key in document):
        return _at_revision(document, revision)
    if document and all(isinstance(one, dict) and "type" in one for one in document.values()):
        return [NamedSchema(name, newest, schema) for name, schema in document.items()]
    return [NamedSchema("", newest, document)]


def _params_of(request: dict[str, Any], target: str) -> dict[str, Any]:
    params = request.get("params")
    if not isinstance(params, dict) or "method" in params:
        raise CommandError(f"{target}: the request has no params")
    return params


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
