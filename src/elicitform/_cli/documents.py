"""Schemas in files and folders, form by form."""

from __future__ import annotations

import os
import stat
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from typing_extensions import assert_never

from elicitform._cli.command import CommandError, printable
from elicitform._wire.revisions import LATEST_REVISION, REVISIONS
from elicitform.schemas.documents.files import (
    EXTENSIONS,
    STDIN,
    documents_in,
    files_in,
    folder_revision,
    kind_of,
    read,
    reason_of,
)
from elicitform.schemas.documents.finder import Found, found_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class NamedSchema(NamedTuple):
    """The schema of one form, not yet checked.

    Attributes:
        name: What the form is called: as the document says, else as the file is; ``""`` on stdin.
        revision: The protocol revision that it is taken at.
        schema: The schema.
        holder: What declares it: the name of a tool, a prompt or a resource, or ``""``.
        file: The file that it is in, or `STDIN`; ``""`` where it is in none.
        below: Its folder, relative to the one given, and the revision that it is exported below.
        is_alone: Whether its document is of a kind that holds one schema.
    """

    name: str
    revision: str
    schema: Any
    holder: str = ""
    file: str = ""
    below: str = ""
    is_alone: bool = False


def called(place: str) -> str:
    """Return what to call a file, a folder or standard input in a message."""
    return "stdin" if place == STDIN else printable(place)


def is_document(target: str) -> bool:
    """Return whether a target is a file or a folder to read, and not Python code to import."""
    if target == STDIN or target.lower().endswith(EXTENSIONS):
        return True
    try:
        mode = os.stat(target).st_mode  # noqa: PTH116  (a path object hides errors from 3.14 on)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:  # the name is too long or holds a null character, say
        reason = reason_of(error) if isinstance(error, OSError) else error
        raise CommandError(f"cannot read {called(target)}: {reason}") from None
    return stat.S_ISDIR(mode) or (stat.S_ISREG(mode) and not target.endswith(".py"))


def schemas_at(place: str, revision: str | None) -> list[NamedSchema]:
    """Return the schema of each form in a file or a folder.

    Args:
        place: The file or folder, or `STDIN`.
        revision: The revision to be read at; by default the newest that each form has there.

    Raises:
        CommandError: Something cannot be read, or there is no form at the revision.
    """
    found = newest_at(place, revision, _form_of)
    if not found:
        raise CommandError(f"{called(place)} holds no form at {revision}")
    return found


def newest_at(
    place: str, revision: str | None, form: Callable[[NamedSchema], object]
) -> list[NamedSchema]:
    """Return each form of a file or a folder once, at one revision.

    Args:
        place: The file or folder, or `STDIN`.
        revision: The revision to be read at; by default the newest that each form has there.
        form: Returns what the schemas of one form, at several revisions, have in common.

    Raises:
        CommandError: Something cannot be read, or there is no form at all.
    """
    is_folder = place != STDIN and Path(place).is_dir()
    found = [
        (one, file)
        for file in (_files_in(place) if is_folder else [place])
        for one in _found_in(file, revision, is_named=not is_folder)
    ]
    if not any(one.what == "schema" for one, _ in found):
        what = "asks with a URL, and has no form" if found else "holds no form"
        raise CommandError(f"{called(place)} {what}")
    schemas = [
        _named(one, file, revision or one.revisions[-1], place if is_folder else "")
        for one, file in found
        if one.what == "schema" and revision in {None, *one.revisions}
    ]
    last: dict[object, str] = {}
    for one in schemas:
        last[form(one)] = max(one.revision, last.get(form(one), ""))
    return [one for one in schemas if one.revision == last[form(one)]]


def _form_of(schema: NamedSchema) -> object:
    """Return what identifies a form at every revision: its place, without folders of revisions."""
    folders = tuple(name for name in PurePath(schema.file).parent.parts if name not in REVISIONS)
    return folders, PurePath(schema.file).name, schema.holder, schema.name


_ALONE = {"", "/requestedSchema", "/params/requestedSchema"}


def _named(found: Found, file: str, revision: str, folder: str) -> NamedSchema:
    path = PurePath(file)
    folders = path.relative_to(folder).parent.parts if folder else ()
    return NamedSchema(
        found.name or ("" if file == STDIN else path.stem),
        revision,
        found.value,
        found.holder,
        file,
        "/".join([*folders, *filter(None, [found.below])]),
        found.at in _ALONE and not folder,
    )


# --- reading ----------------------------------------------------------------------------------


def _files_in(folder: str) -> list[str]:
    unread: list[tuple[str, str]] = []
    files = list(files_in(folder, unread, lambda _: False))
    for path, reason in unread:
        raise CommandError(f"cannot read {called(path)}: {reason}")
    return files


def _found_in(file: str, revision: str | None, *, is_named: bool) -> list[Found]:
    """Return the schemas in a file, and what it asks in URL mode."""
    revisions = (folder_revision(file) or revision or LATEST_REVISION,)
    values = list(_values_in(file))
    found = [one for value in values for one in _asked_in(value, revisions, file)]
    if is_named and not found:  # a file that was given by name is meant as a schema
        return [Found("schema", value, "", revisions) for value in values]
    return found


def _asked_in(value: object, revisions: tuple[str, ...], file: str) -> Iterator[Found]:
    for found in found_in(value, revisions):
        place = f"{called(file)}: {printable(found.at) or 'the root'}"
        match found.what:
            case "schema" | "url":
                yield found
            case "reference":
                raise CommandError(f"{place}: the reference leads out of the file")
            case "fault":
                raise CommandError(f"{place}: {found.value.message}  [{found.value.code}]")
            case "request" | "declaration" | "primitive" | "siblings":
                pass  # their own rules are for linting
            case _:
                assert_never(found.what)


def _values_in(file: str) -> Iterator[object]:
    """Yield the documents of a file, which may have no error in their JSON or YAML."""
    try:
        content, _ = read(file)
        for document in documents_in(content, kind_of(file)):
            for problem in document.problems:
                if problem.severity == "error":
                    line, column = problem.spot
                    raise CommandError(f"{called(file)}:{line}:{column}: {problem.message}")
            yield document.value
    except OSError as error:
        raise CommandError(f"cannot read {called(file)}: {reason_of(error)}") from None
    except ImportError as error:
        raise CommandError(f"cannot read {called(file)}: {error}") from None
