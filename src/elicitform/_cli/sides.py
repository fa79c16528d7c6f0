"""One side of a comparison: files of JSON or YAML, or forms of Python code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from elicitform._cli.command import CommandError, printable
from elicitform._cli.documents import NamedSchema, called, is_document, newest_at
from elicitform._wire.revisions import ALL, REVISIONS
from elicitform.exceptions import ElicitFormError
from elicitform.schemas.documents.files import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform._form.form import Form


class Side(NamedTuple):
    """One side of a comparison.

    Attributes:
        place: The argument.
        forms: Its forms.
        is_one_form: Whether exactly one form was asked for, whatever it is called.
    """

    place: str
    forms: list[NamedSchema]
    is_one_form: bool

    @property
    def is_by_revision(self) -> bool:
        """Whether each form is there once for each revision."""
        return all(form.below.partition("/")[0] in REVISIONS for form in self.forms)

    @property
    def has_namesakes(self) -> bool:
        """Whether several forms have one name."""
        return len(set(map(_path_to, self.forms))) < len(self.forms)

    def by_name(self, *, with_holder: bool) -> dict[str, Any]:
        """Return the schemas by name, with a revision before it where there are several.

        Raises:
            CommandError: Two forms have one name.
        """
        schemas = {
            _path_to(form, form.holder if with_holder else ""): form.schema for form in self.forms
        }
        if len(schemas) < len(self.forms):
            raise CommandError(f"{called(self.place)} has two forms of one name; name one form")
        return schemas

    def called(self, name: str) -> str:
        """Return what to call a form of this side in a message."""
        place = called(self.place)
        return place if self.is_one_form else f"{place}: {printable(name)}"


def side_at(place: str, revision: str, stderr: TextIO) -> Side:
    """Return one side of the comparison.

    Args:
        place: `STDIN`, a folder, a file, or a target as `forms_at` takes it.
        revision: The revision at which forms of Python code are compared, or ``all``.
        stderr: Where the output of a module goes while it is imported.

    Raises:
        CommandError: It cannot be read.
    """
    if is_document(place):
        return _side_in_documents(place)
    path = Path(place)
    if not path.exists() and len(path.parts) > 1 and ":" not in place:
        raise CommandError(f"there is no file or folder {printable(place)}")
    return _side_in_python(place, revision, stderr)


def _path_to(form: NamedSchema, holder: str = "") -> str:
    return "/".join(filter(None, [form.below, holder, form.name or called(STDIN)]))


def _side_in_documents(place: str) -> Side:
    forms = newest_at(place, None, lambda form: _path_to(form, form.holder))
    return Side(place, forms, is_one_form=len(forms) == 1 and forms[0].is_alone)


def _side_in_python(place: str, revision: str, stderr: TextIO) -> Side:
    from elicitform._cli.forms import forms_at, names_one_form  # noqa: PLC0415  (files need none)

    try:
        forms = forms_at(place, stderr)
        found = [one for form in forms for one in _at_revision(form, revision)]
    except (CommandError, ElicitFormError) as error:
        raise CommandError(str(error)) from None  # also where a form is refused: it cannot be read
    return Side(place, found, is_one_form=names_one_form(place) and len(found) == 1)


def _at_revision(form: type[Form], revision: str) -> Iterator[NamedSchema]:
    if revision != ALL:
        yield NamedSchema(form.__name__, revision, form.requested_schema(revision))
        return
    for each in form.protocol_revisions():
        yield NamedSchema(form.__name__, each, form.requested_schema(each), below=each)
