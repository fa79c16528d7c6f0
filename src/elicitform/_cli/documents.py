"""Schemas in files and folders, for the commands that ask about one form after the other."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from typing_extensions import assert_never

from elicitform._cli.command import CommandError, printable
from elicitform._wire.check import Finding
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
from elicitform.schemas.documents.finder import (
    FoundDeclaration,
    FoundReference,
    FoundRequest,
    FoundSchema,
    FoundSiblings,
    FoundUrl,
    found_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class LocatedSchema(NamedTuple):
    """A schema in a file; nothing of it has been checked.

    Attributes:
        found: The schema, and where in its document it is.
        file: The path of the file, or `STDIN`.
        folder: The folder of the file below the one that was named, or ``""``.
    """

    found: FoundSchema
    file: str
    folder: str

    @property
    def name(self) -> str:
        """What the form is called: as the document says, else as the file is; ``""`` on stdin."""
        return self.found.name or ("" if self.file == STDIN else Path(self.file).stem)

    @property
    def form(self) -> tuple[object, ...]:
        """What tells the form from others, at whatever revision it is here."""
        folder = PurePath(self.file).parent
        folder = folder.parent if folder.name in REVISIONS else folder
        return folder, PurePath(self.file).name, self.found.holder, self.name


class NamedSchema(NamedTuple):
    """The schema of one form at one revision; nothing of it has been checked."""

    name: str
    revision: str
    schema: Any


def called(place: str) -> str:
    """Return what to call a file, a folder or standard input in a message."""
    return "stdin" if place == STDIN else printable(place)


def is_document(target: str) -> bool:
    """Return whether a target means files to read, and not Python code to import."""
    if target == STDIN or target.lower().endswith(EXTENSIONS):
        return True
    path = Path(target)
    try:
        return path.is_dir() or (path.is_file() and path.suffix != ".py")
    except (OSError, ValueError) as error:  # the name is too long or holds a null character, say
        raise CommandError(f"cannot read {called(target)}: {_reason(error)}") from None


def schemas_at(place: str, revision: str | None) -> list[NamedSchema]:
    """Return the schema of each form in a file or a folder.

    Args:
        place: The file or folder, or `STDIN`.
        revision: The revision to be read at; by default the newest that each form has there.

    Raises:
        CommandError: Something cannot be read, or there is no form at the revision.
    """
    located = located_at(place, revision)
    found = [
        NamedSchema(one.name, at, one.found.schema)
        for one, at in newest(located, revision, lambda one: one.form)
    ]
    if not found:
        raise CommandError(f"{called(place)} holds no form at {revision}")
    return found


def newest(
    located: Iterable[LocatedSchema],
    revision: str | None,
    form: Callable[[LocatedSchema], object],
) -> list[tuple[LocatedSchema, str]]:
    """Return each form once, at the revision that is asked for or else its newest.

    Args:
        located: Schemas, perhaps of one form at several revisions.
        revision: The revision that is asked for, or None.
        form: Tells which form a schema is of.
    """
    known = [
        (one, revision or one.found.revisions[-1])
        for one in located
        if revision in {None, *one.found.revisions}
    ]
    last: dict[object, str] = {}
    for one, at in known:
        last[form(one)] = max(at, last.get(form(one), ""))
    return [(one, at) for one, at in known if at == last[form(one)]]


def located_at(place: str, revision: str | None) -> list[LocatedSchema]:
    """Return every schema in a file or in the files of a folder.

    Args:
        place: The file or folder, or `STDIN`.
        revision: The revision of what names none itself; by default the latest.

    Raises:
        CommandError: A file or folder cannot be read, or there is no schema.
    """
    is_folder = place != STDIN and Path(place).is_dir()
    found: list[tuple[FoundSchema | FoundUrl, str]] = []
    for file in _files_in(place) if is_folder else [place]:
        revisions = (folder_revision(file) or revision or LATEST_REVISION,)
        values = list(_values_in(file))
        asked = [one for value in values for one in _asked_in(value, revisions, file)]
        if not asked and not is_folder:  # whoever names a file means a schema all the same
            asked = [FoundSchema(value, "", revisions) for value in values]
        found += [(one, file) for one in asked]
    located = [
        LocatedSchema(one, file, _folder_below(place, file) if is_folder else "")
        for one, file in found
        if isinstance(one, FoundSchema)
    ]
    if not located:
        what = "asks with a URL, and has no form" if found else "holds no form"
        raise CommandError(f"{called(place)} {what}")
    return located


def _folder_below(place: str, file: str) -> str:
    folder = PurePath(file).relative_to(place).parent
    return folder.as_posix() if folder.parts else ""


def _files_in(folder: str) -> list[str]:
    unread: list[tuple[str, str]] = []
    files = list(files_in(folder, unread, lambda _: False))
    for path, reason in unread:
        raise CommandError(f"cannot read {called(path)}: {reason}")
    return files


def _asked_in(
    value: object, revisions: tuple[str, ...], file: str
) -> Iterator[FoundSchema | FoundUrl]:
    """Yield what a document asks; whatever keeps a form from being found ends the command."""
    for found in found_in(value, revisions):
        match found:
            case FoundSchema() | FoundUrl():
                yield found
            case FoundReference():
                what = f"{called(file)}: {printable(found.at)}"
                raise CommandError(f"{what}: the reference leads out of the file")
            case Finding():
                what = f"{called(file)}: {printable(found.path) or 'the root'}"
                raise CommandError(f"{what}: {found.message}  [{found.code}]")
            case FoundRequest() | FoundDeclaration() | FoundSiblings():
                pass  # their rules are for linting
            case _:
                assert_never(found)


def _values_in(file: str) -> Iterator[object]:
    """Yield the documents of a file, as long as each can be read without doubt."""
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


def _reason(error: OSError | ValueError) -> str:
    return reason_of(error) if isinstance(error, OSError) else str(error)
