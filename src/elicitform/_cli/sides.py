"""One side of a comparison: files of JSON or YAML, or forms of Python code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from elicitform._cli.command import CommandError, printable
from elicitform._cli.documents import LocatedSchema, called, is_document, located_at, newest
from elicitform._wire.revisions import ALL, REVISIONS
from elicitform.exceptions import ElicitFormError
from elicitform.schemas.documents.files import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform._form.form import Form

_LONE = {"", "/requestedSchema", "/params/requestedSchema"}
"""Where the schema is in a document that can hold no other."""


class OneForm(NamedTuple):
    """The schema of one form; nothing of it has been checked.

    Attributes:
        name: What the form is called, with the revision before it where there are several:
            ``2025-06-18/Deploy``.
        holder: What declares it: the name of a tool, a prompt or a resource, or ``""``.
        schema: The schema.
    """

    name: str
    holder: str
    schema: Any

    @property
    def full_name(self) -> str:
        """The name with that of its holder before it."""
        return f"{self.holder}/{self.name}" if self.holder else self.name


class Side(NamedTuple):
    """What stands on one side.

    Attributes:
        place: What the argument says.
        forms: The forms that are there.
        is_one_form: Whether exactly one form was asked for, whatever it is called.
    """

    place: str
    forms: list[OneForm]
    is_one_form: bool

    @property
    def is_by_revision(self) -> bool:
        """Whether each form stands there once for each revision."""
        return all(form.name.partition("/")[0] in REVISIONS for form in self.forms)

    @property
    def has_namesakes(self) -> bool:
        """Whether a name alone does not tell its forms apart."""
        return len({form.name for form in self.forms}) < len(self.forms)

    def by_name(self, *, in_full: bool) -> dict[str, Any]:
        """Return the schemas by name, or by full name.

        Raises:
            CommandError: Two forms have one name.
        """
        schemas = {form.full_name if in_full else form.name: form.schema for form in self.forms}
        if len(schemas) < len(self.forms):
            raise CommandError(f"{called(self.place)} has two forms of one name; name one form")
        return schemas

    def called(self, name: str) -> str:
        """Return what to call a form of this side in a message."""
        place = called(self.place)
        return place if self.is_one_form else f"{place}: {printable(name)}"


def side_at(place: str, revision: str, stderr: TextIO) -> Side:
    """Return what one of the arguments stands for.

    Args:
        place: `STDIN`, a folder, a file, or a target as `forms_at` takes it.
        revision: The revision at which forms of Python code are compared, or ``all``.
        stderr: Where whatever a module prints while it is imported goes.

    Raises:
        CommandError: It cannot be read.
    """
    if is_document(place):
        return _side_in_documents(place)
    path = Path(place)
    if not path.exists() and len(path.parts) > 1 and ":" not in place:
        raise CommandError(f"there is no file or folder {printable(place)}")
    return _side_in_python(place, revision, stderr)


def _side_in_documents(place: str) -> Side:
    located = located_at(place, None)
    forms = [
        OneForm(_name_in_side(one), one.found.holder, one.found.schema)
        for one, _ in newest(located, None, lambda one: (_name_in_side(one), one.found.holder))
    ]
    is_one_form = not Path(place).is_dir() and len(forms) == 1 and located[0].found.at in _LONE
    return Side(place, forms, is_one_form)


def _name_in_side(located: LocatedSchema) -> str:
    """Return the path to a form: folders, the revision that it stands below, and its name."""
    name = located.name or called(STDIN)
    return "/".join(filter(None, [located.folder, located.found.below, name]))


def _side_in_python(place: str, revision: str, stderr: TextIO) -> Side:
    from elicitform._cli.forms import forms_at, names_one_form  # noqa: PLC0415  (files need none)

    try:
        forms = forms_at(place, stderr)
        found = [one for form in forms for one in _at_revision(form, revision)]
    except (CommandError, ElicitFormError) as error:
        raise CommandError(str(error)) from None  # also where a form is refused: it cannot be read
    return Side(place, found, is_one_form=names_one_form(place) and len(found) == 1)


def _at_revision(form: type[Form], revision: str) -> Iterator[OneForm]:
    if revision != ALL:
        yield OneForm(form.__name__, "", form.requested_schema(revision))
        return
    for each in form.protocol_revisions():
        yield OneForm(f"{each}/{form.__name__}", "", form.requested_schema(each))
