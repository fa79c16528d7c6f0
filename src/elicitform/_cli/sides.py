"""One side of a comparison: a JSON file, a folder of them, stdin, or forms of Python code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from elicitform._cli.command import STDIN, CommandError
from elicitform._cli.json_files import place_called, read_json
from elicitform._cli.printing import printable
from elicitform._cli.schema_files import schemas_of
from elicitform._wire.revisions import ALL, REVISIONS
from elicitform.exceptions import ElicitFormError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeGuard

    from elicitform._form.form import Form

_CARRIERS = {"requestedSchema", "method"}


class Side(NamedTuple):
    """What stands on one side.

    Attributes:
        place: What the argument says.
        schemas: The schemas, none of them checked, by the name of the form, which has the revision
            before it where there are several: ``2025-06-18/Deploy``.
        is_one_form: Whether exactly one form was asked for, whatever it is called.
    """

    place: str
    schemas: dict[str, Any]
    is_one_form: bool

    @property
    def is_by_revision(self) -> bool:
        """Whether each form stands there once for each revision."""
        return all(name.partition("/")[0] in REVISIONS for name in self.schemas)

    def called(self, name: str) -> str:
        """Return what to call a form of this side in a message."""
        return printable(self.place if self.is_one_form else f"{self.place}: {name}")


def side_at(place: str, revision: str, stderr: TextIO) -> Side:
    """Return what one of the arguments stands for.

    Args:
        place: ``-`` for stdin, a folder, a JSON file, or a target as `forms_at` takes it.
        revision: The revision at which forms of Python code are compared, or ``all``.
        stderr: Where whatever a module prints while it is imported goes.

    Raises:
        CommandError: It cannot be read.
    """
    if place == STDIN:
        return _side_in(place_called(place), read_json(place), "stdin")
    path = Path(place)
    try:
        is_folder, is_file = path.is_dir(), path.is_file()
    except OSError as error:  # the name is too long, for one
        raise CommandError(f"cannot read {printable(place)}: {error.strerror}") from None
    if is_folder:
        return _side_of_folder(path)
    if not path.exists() and len(path.parts) > 1 and ":" not in place:
        raise CommandError(f"there is no file or folder {printable(place)}")
    if path.suffix == ".json" or (is_file and path.suffix != ".py"):
        return _side_in(place, read_json(place), path.stem)
    return _side_of_target(place, revision, stderr)


def _side_in(place: str, document: Any, name: str) -> Side:
    """Return the schemas of one JSON document: a bare one, or several as ``export`` prints them."""
    if _carries_schemas(document):
        found = schemas_of(document, None, place)
        schemas = {one.name or name: one.schema for one in found}
        return Side(place, schemas, is_one_form=isinstance(document, dict))
    if not _holds_schemas(document):
        return Side(place, {name: document}, is_one_form=True)
    if not document.keys() <= {*REVISIONS}:
        return Side(place, document, is_one_form=False)
    schemas = {
        f"{revision}/{form}": schema
        for revision, forms in document.items()
        for form, schema in forms.items()
    }
    return Side(place, schemas, is_one_form=False)


def _carries_schemas(document: Any) -> bool:
    """Return whether a document is a request, its params, or a list of declarations."""
    if isinstance(document, dict):
        return bool(_CARRIERS & document.keys())
    return isinstance(document, list) and bool(document)


def _holds_schemas(document: Any) -> TypeGuard[dict[str, dict[str, Any]]]:
    return (
        isinstance(document, dict)
        and bool(document)
        and document.keys().isdisjoint(("type", "properties"))
        and all(isinstance(value, dict) for value in document.values())
    )


def _side_of_folder(folder: Path) -> Side:
    files = sorted(path for path in _files_below(folder) if path.suffix == ".json")
    if not files:
        raise CommandError(f"there is no JSON file in {printable(str(folder))}")
    schemas = {
        path.relative_to(folder).with_suffix("").as_posix(): read_json(str(path)) for path in files
    }
    return Side(str(folder), schemas, is_one_form=False)


def _files_below(folder: Path) -> list[Path]:
    def refuse(error: OSError) -> None:
        raise CommandError(f"cannot read {printable(str(error.filename))}: {error.strerror}")

    return [
        Path(where, name) for where, _, names in os.walk(folder, onerror=refuse) for name in names
    ]


def _side_of_target(place: str, revision: str, stderr: TextIO) -> Side:
    from elicitform._cli.targets import forms_at, names_one_form  # noqa: PLC0415  (files need none)

    try:
        forms = forms_at(place, stderr)
        schemas = {name: schema for form in forms for name, schema in _schemas_of(form, revision)}
    except (CommandError, ElicitFormError) as error:
        raise CommandError(str(error)) from None  # also where a form is refused: it cannot be read
    if len({form.__name__ for form in forms}) < len(forms):
        raise CommandError(f"{place} has two forms of one name; name one form")
    return Side(place, schemas, is_one_form=names_one_form(place) and len(schemas) == 1)


def _schemas_of(form: type[Form], revision: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if revision != ALL:
        yield form.__name__, form.requested_schema(revision)
        return
    for each in form.protocol_revisions():
        yield f"{each}/{form.__name__}", form.requested_schema(each)
