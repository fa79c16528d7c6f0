"""``elicitform adopt``: classes that ask something and are no forms, written as forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from elicitform._cli.command import DIFFERS_OR_REFUSED, DONE, printable, tell
from elicitform._cli.files import write_out
from elicitform._cli.forms import import_name_of, origin_of, others_at
from elicitform._cli.today import doings_of
from elicitform._form.form import Form
from elicitform._generate.adopt.statement import adopt
from elicitform._generate.source import module_source

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from elicitform._generate.adopt.draft import Change
    from elicitform._generate.adopt.statement import Adopted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command does, and what it takes."""
    parser.description = "Write pydantic models, dataclasses, TypedDicts and Enums as forms."
    parser.epilog = _EPILOG
    parser.add_argument(
        "targets",
        metavar="TARGET",
        nargs="+",
        help="package.module:Model, package.module, or a path to a file with or without :Model",
    )
    parser.add_argument(
        "--out", metavar="FILE", dest="out", help="write this Python file, in place of stdout"
    )


_EPILOG = """\
The module is imported, so its code runs. An Enum that a field of another class
chooses from stays as it is. What the official SDK and FastMCP do with a class
today goes to stderr where they are installed, with what had to change and why.

exit codes:
  0  done, and everything has its place in a form
  1  something cannot be kept; a comment stands in its place
  2  usage: bad arguments, a target that cannot be imported, or one without
     a class to adopt
"""


def run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Adopt classes."""
    classes = [one for target in options.targets for one in others_at(target, stderr)]
    forms = {one: adopt(one, Form, import_name_of(one)) for one in dict.fromkeys(classes)}
    for cls, form in forms.items():
        tell(stderr, f"{origin_of(cls)}", *doings_of(cls), *_told(form))
    imports = [one for form in forms.values() for one in form.imports]
    source = module_source(imports, [form.source for form in forms.values()])
    write_out(source, options.out, stdout)
    return DONE if all(form.is_whole for form in forms.values()) else DIFFERS_OR_REFUSED


def _told(form: Adopted) -> Iterator[str]:
    """Yield what had to change and why, line by line."""
    said = dict.fromkeys(_line_about(change) for change in form.changes)
    yield from said or ["  nothing had to change but the base class"]
    yield from (f"  warning: {warning}" for warning in form.warnings)


def _line_about(change: Change) -> str:
    fault = change.fault
    about = fault.field or "the class"
    becomes = f" It becomes {change.becomes}" if change.becomes else ""
    left_out = " (left out)" if change.is_left_out else ""
    return printable(f"  {about}{left_out}: {fault.rule}{becomes}  [{fault.code}]")
