"""``elicitform export``: forms as JSON files or on stdout, as schemas or as declarations."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TextIO

from elicitform._cli.command import DIFFERS_OR_REFUSED, DONE, CommandError, as_json, tell
from elicitform._cli.files import read_file, write_files
from elicitform._cli.forms import forms_at, origin_of
from elicitform._form.meta import is_variant
from elicitform._wire.revisions import ALL, LATEST_REVISION, REVISIONS
from elicitform._wire.words import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from elicitform._form.form import Form

AS_SCHEMA = "schema"
AS_DECLARATIONS = "mcpdesc"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command does, and what it takes."""
    parser.description = (
        "Write the requestedSchema of forms, or their declarations for an MCP Description, as "
        "JSON: to stdout, or one file a form."
    )
    parser.epilog = _EPILOG
    parser.add_argument(
        "targets",
        metavar="TARGET",
        nargs="+",
        help="package.module:Form, package.module, path/to/file.py or path/to/file.py:Form",
    )
    parser.add_argument(
        "--revision",
        metavar="REV",
        choices=[*REVISIONS, ALL],
        help=f"protocol revision: {', '.join(REVISIONS)} or all (default: {LATEST_REVISION}, or "
        f"all with --as {AS_DECLARATIONS})",
    )
    parser.add_argument(
        "--as",
        dest="kind",
        choices=[AS_SCHEMA, AS_DECLARATIONS],
        default=AS_SCHEMA,
        help="schema, the default, or mcpdesc: elicitation declarations for an MCP Description",
    )
    parser.add_argument(
        "--message",
        metavar="[FORM=]TEXT",
        action="append",
        default=[],
        help=f"what a form asks, for --as {AS_DECLARATIONS}; by default the message of its class",
    )
    parser.add_argument(
        "--name",
        metavar="[FORM=]NAME",
        action="append",
        default=[],
        help=f"what a declaration is called, for --as {AS_DECLARATIONS}; by default the name of "
        "its class",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="write DIR/FormName.json, or DIR/REV/FormName.json with --revision all",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; print a diff for each file in --out that is missing or differs",
    )


_EPILOG = """\
A module or file stands for every concrete form that is defined at its top level.

exit codes:
  0  done
  1  a file differs (--check), or a form is refused
  2  usage: bad arguments, a target that cannot be imported, a folder that cannot be written
"""


def run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Export forms."""
    if options.check and options.out is None:
        raise CommandError("--check compares with files: say with --out where they are")
    if options.kind != AS_DECLARATIONS and (options.message or options.name):
        raise CommandError(
            f"--message and --name are for declarations: pass --as {AS_DECLARATIONS}"
        )
    if options.kind == AS_DECLARATIONS:
        documents = _declarations(options, stderr)
    else:
        documents = documents_of(options.targets, options.revision or LATEST_REVISION, stderr)
    if options.out is None:
        stdout.write(as_json(_on_stdout(documents)))
        return DONE
    files = {Path(options.out, name): text for name, text in files_of(documents).items()}
    if options.check:
        return _check(files, stdout, stderr)
    write_files(files)
    tell(stdout, *map(str, files))
    return DONE


Documents = dict[tuple[str, ...], Any]
"""Each document by its place below the folder: a form's name, perhaps below a revision."""


def documents_of(targets: Sequence[str], revision: str, stderr: TextIO) -> Documents:
    """Return the schemas of forms by place.

    Args:
        targets: What `forms_at` takes.
        revision: One of `REVISIONS`, or `ALL`.
        stderr: Where the output of the modules goes while they are imported.

    Raises:
        CommandError: A target cannot be imported, or two forms would share a file.
        RevisionError: A form cannot be expressed in the revision.
    """
    forms = _forms_at(targets, stderr)
    if revision != ALL:
        return {(form.__name__,): form.requested_schema(revision) for form in forms}
    return {
        (revision, form.__name__): form.requested_schema(revision)
        for form in forms
        for revision in form.protocol_revisions()
    }


def _declarations(options: argparse.Namespace, stderr: TextIO) -> Documents:
    """Return the declarations by place: all of them in one list where they go to stdout."""
    from elicitform._cli import declarations  # noqa: PLC0415  (few ask for them)

    forms = _forms_at(options.targets, stderr)
    revision = None if options.revision == ALL else options.revision
    found = declarations.declarations_of(forms, revision, options.message, options.name)
    if options.out is None:
        return {(): declarations.in_one_list(found)}
    return {(form,): those for form, those in found.items()}


def _forms_at(targets: Sequence[str], stderr: TextIO) -> list[type[Form]]:
    once: dict[object, type[Form]] = {}
    for target in targets:
        for form in forms_at(target, stderr):
            once.setdefault(form if is_variant(form) else origin_of(form), form)
    forms = list(once.values())
    _require_distinct_names(forms)
    _require_file_names(forms)
    return forms


def _require_distinct_names(forms: list[type[Form]]) -> None:
    """Refuse forms whose files would have one name, also where case is ignored."""
    seen: dict[str, type[Form]] = {}
    for form in forms:
        other = seen.setdefault(form.__name__.casefold(), form)
        if other is not form:
            raise CommandError(
                f"{origin_of(other)} and {origin_of(form)} would share one file; "
                "nothing was written"
            )


def _require_file_names(forms: list[type[Form]]) -> None:
    for form in forms:
        if not form.__name__.isidentifier():
            raise CommandError(f"a form called {form.__name__!r} has no name for a file")


def files_of(documents: Documents) -> dict[PurePosixPath, str]:
    """Return the text of each file by its path below the folder they are written to."""
    return {
        PurePosixPath(*place[:-1], f"{place[-1]}.json"): as_json(schema)
        for place, schema in documents.items()
    }


def _on_stdout(documents: Documents) -> Any:
    """Return one JSON document: a single one as it is, several by place, as files would be."""
    if len(documents) == 1 and len(next(iter(documents))) <= 1:
        return next(iter(documents.values()))
    whole: dict[str, Any] = {}
    for (*folders, name), schema in documents.items():
        inside = whole
        for folder in folders:
            inside = inside.setdefault(folder, {})
        inside[name] = schema
    return whole


def _check(files: dict[Path, str], stdout: TextIO, stderr: TextIO) -> int:
    """Print how the files differ from what would be written."""
    differing = [path for path, text in files.items() if not _is_up_to_date(path, text, stdout)]
    if not differing:
        return DONE
    tell(
        stderr,
        f"{counted(len(differing), 'file')} of {len(files)} would change; run it without --check "
        "to write them",
    )
    return DIFFERS_OR_REFUSED


def _is_up_to_date(path: Path, text: str, stdout: TextIO) -> bool:
    there = read_file(path)
    if there == text.encode():
        return True
    from difflib import unified_diff  # noqa: PLC0415  (only a stale file needs it)

    lines = unified_diff(
        [] if there is None else there.decode(errors="replace").splitlines(keepends=True),
        text.splitlines(keepends=True),
        "/dev/null" if there is None else str(path),
        str(path),
    )
    tell(stdout, *(line.removesuffix("\n") for line in lines))
    return False
