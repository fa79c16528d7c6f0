"""``elicitform generate``: the Python classes that have the schemas in a file."""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from typing import TYPE_CHECKING, TextIO

from elicitform._cli.command import (
    DIFFERS_OR_REFUSED,
    DONE,
    CommandError,
    complain,
    short,
)
from elicitform._cli.documents import schemas_at
from elicitform._cli.files import write_out
from elicitform._form.form import Form
from elicitform._generate.expressions import IMPORTED_FROM, MEANINGS
from elicitform._generate.source import source_of
from elicitform._generate.statement import UNNAMED, class_statement_for
from elicitform.exceptions import SchemaError

if TYPE_CHECKING:
    import argparse

    from elicitform._cli.documents import NamedSchema
    from elicitform._generate.statement import ClassStatement


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command does, and what it takes."""
    parser.description = "Write the Python class of a form from its requestedSchema."
    parser.epilog = _EPILOG
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a JSON or YAML file, a folder of them, or - for stdin: a requestedSchema, anything "
        "that carries one, or what `elicitform export` writes",
    )
    parser.add_argument(
        "--name", metavar="NAME", help="what the class is called (default: as the file)"
    )
    parser.add_argument(
        "--out", metavar="FILE", dest="out", help="write this Python file, in place of stdout"
    )


_MOST_POINTERS = 20

_EPILOG = """\
Several schemas in one file become several classes. Of a form at several
revisions, the newest is taken. Keywords that ask for nothing, such as examples,
are left out and listed on stderr.

exit codes:
  0  done
  1  a schema is not valid, and nothing was written
  2  usage: bad arguments, a file that cannot be read or written, or one
     without a schema
"""


def run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Generate classes."""
    schemas = schemas_at(options.file, None)
    names = _class_names(schemas) if options.name is None else [_only_name(options.name, schemas)]
    statements = _statements_for(schemas, names, stderr)
    if len(statements) < len(schemas):
        return DIFFERS_OR_REFUSED
    for statement in statements:
        _say_what_is_dropped(statement, stderr)
    write_out(source_of(statements), options.out, stdout)
    return DONE


def _only_name(name: str, schemas: list[NamedSchema]) -> str:
    """Return the name that was asked for, once it can be that of the one class."""
    if len(schemas) > 1:
        raise CommandError("--name is for one form, and the file holds several")
    if not _is_class_name(name):
        raise CommandError(f"a class cannot be called {name!a}")
    return name


def _class_names(schemas: list[NamedSchema]) -> list[str]:
    """Return a name for each class, all of them distinct."""
    names: dict[str, None] = {}
    for schema in schemas:
        wanted = name = _class_name(schema.name)
        number = 1
        while name in names:
            number += 1
            name = f"{wanted}{number}"
        names[name] = None
    return list(names)


def _class_name(name: str) -> str:
    """Return a name for a class that reads like `name`."""
    if not _is_class_name(name) or name.islower():
        words = [word for word in re.split(r"[\W_]+", name) if word.isidentifier()]
        name = "".join(f"{word[0].upper()}{word[1:]}" for word in words) or UNNAMED
        name = unicodedata.normalize("NFKC", name)
    return name if _is_class_name(name) else f"{name}Form"


def _statements_for(
    schemas: list[NamedSchema], names: list[str], stderr: TextIO
) -> list[ClassStatement]:
    """Return the class statements of the schemas that are valid; say what is wrong with others."""
    statements = []
    for schema, name in zip(schemas, names, strict=True):
        try:
            statement = class_statement_for(schema.schema, name, schema.revision, Form)
        except SchemaError as error:
            complain(stderr, SchemaError(short(name), error.findings))
            continue
        statements.append(statement)
    return statements


def _say_what_is_dropped(statement: ClassStatement, stderr: TextIO) -> None:
    if statement.dropped:
        pointers = ", ".join(map(short, statement.dropped[:_MOST_POINTERS]))
        rest = len(statement.dropped) - _MOST_POINTERS
        more = f" and {rest:,} more" if rest > 0 else ""
        complain(stderr, f"the schema of {statement.name} does not repeat {pointers}{more}")


def _is_class_name(name: str) -> bool:
    return (
        name.isidentifier()
        and unicodedata.normalize("NFKC", name) == name
        and not name.startswith("_")
        and not keyword.iskeyword(name)
        and name not in MEANINGS
        and name not in IMPORTED_FROM
        and not hasattr(builtins, name)
    )
