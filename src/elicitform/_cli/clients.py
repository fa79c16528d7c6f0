"""``elicitform clients``: which clients degrade which field of a form, as a table or as JSON."""

from __future__ import annotations

import contextlib
import textwrap
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from elicitform._cli.command import (
    DIFFERS_OR_REFUSED,
    DONE,
    JSON_VERSION,
    CommandError,
    as_json,
    short,
    tell,
)
from elicitform._cli.documents import called, is_document, schemas_at
from elicitform._wire.revisions import REVISIONS
from elicitform._wire.words import counted
from elicitform.exceptions import SchemaError, UnknownClientError
from elicitform.schemas.clients.facts import known_facts
from elicitform.schemas.clients.report import (
    Degradation,
    asked_about,
    client_report,
    clients_date,
    fields_beyond,
    known_clients,
)
from elicitform.schemas.clients.shown import WholeForm, judged_in

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from elicitform.schemas.clients.facts import Client, Source

_WIDTH = 96

_STRICT = "strict"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command does, and what it takes."""
    parser.description = (
        "Report which clients and SDKs are known to degrade which field of a form, and how."
    )
    parser.epilog = _EPILOG
    add_asked_arguments(parser, "*", "report on this client only")
    parser.add_argument(
        "--profile",
        choices=[_STRICT],
        help="exit with 1 where some client cannot answer a field: strict allows text, booleans "
        "and untitled choices",
    )
    parser.add_argument("--format", choices=["text", "json"], default="text", help="default: text")
    parser.add_argument(
        "--list", action="store_true", help="list the clients that are known, with their dates"
    )


def add_asked_arguments(parser: argparse.ArgumentParser, nargs: str, one_client: str) -> None:
    """Say what forms to look at, in which clients and at which revision.

    Args:
        parser: The parser of a command that hands its targets to `asked_at`.
        nargs: Whether it has to have a target: ``"+"``, or ``"*"``.
        one_client: What naming a client does.
    """
    parser.add_argument(
        "targets",
        metavar="TARGET",
        nargs=nargs,
        help="package.module:Form, package.module, path/to/file.py, path/to/file.py:Form, a JSON "
        "or YAML file with a requestedSchema in it, a folder of such files, or - for stdin",
    )
    parser.add_argument(
        "--client",
        metavar="NAME",
        action="append",
        default=[],
        help=f"{one_client}; more than one may be given",
    )
    parser.add_argument(
        "--revision",
        metavar="REV",
        choices=REVISIONS,
        help=f"protocol revision: {', '.join(REVISIONS)} (default: that of each client's "
        "connections, or the newest that a file has of the form)",
    )


_EPILOG = """\
The facts have dates, and clients change; each says whether it was tried or only read.
Nothing here makes a form less valid.

exit codes:
  0  reported
  1  a field is beyond the profile (--profile), or a form is refused
  2  usage: bad arguments, a target that cannot be read, a schema that is not valid
"""


def run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Report on forms."""
    if options.list:
        _list_clients(options, stdout)
        return DONE
    if not options.targets:
        raise CommandError("name a form or a file to report on, or say --list")
    reports = [
        _report_on(one, target, options)
        for target in options.targets
        for one in asked_at(target, options.revision, stderr)
    ]
    if options.format == "json":
        forms = [_as_json(report) for report in reports]
        stdout.write(as_json({"version": JSON_VERSION, "date": clients_date(), "forms": forms}))
    else:
        for place, report in enumerate(reports):
            tell(stdout, *([""] if place else []), *_as_text(report))
    return DIFFERS_OR_REFUSED if any(report.beyond for report in reports) else DONE


class Asked(NamedTuple):
    """A form to report on.

    Attributes:
        name: What it is called; ``""`` on stdin.
        form: The form, or its schema, which may not be valid.
        revision: The revision that it is sent at, or None for that of each client.
    """

    name: str
    form: Any
    revision: str | None


def asked_at(target: str, revision: str | None, stderr: TextIO) -> list[Asked]:
    """Return the forms that a target stands for: Python code, or a file or folder of schemas.

    Raises:
        CommandError: It cannot be read or imported, or holds no form.
        RevisionError: A form cannot be expressed in the revision.
    """
    if is_document(target):
        return [Asked(one.name, one.schema, one.revision) for one in schemas_at(target, revision)]
    from elicitform._cli.forms import forms_at  # noqa: PLC0415  (a file needs no importing)

    return [Asked(form.__name__, form, revision) for form in forms_at(target, stderr)]


@contextlib.contextmanager
def usage_errors(asked: Asked, target: str) -> Iterator[None]:
    """Have a schema that is not valid, and a client that is not known, end the command."""
    try:
        yield
    except SchemaError as error:
        named = SchemaError(short(asked.name), error.findings)
        raise CommandError(f"{called(target)}, at {asked.revision}: {named}") from None
    except UnknownClientError as error:
        raise CommandError(str(error)) from None


class _Report(NamedTuple):
    """What is known about one form.

    Attributes:
        asked: The form.
        judged: What becomes of it in each client.
        found: What clients do to it.
        beyond: The fields beyond the profile; None where no profile was asked for.
        chosen: Only some clients were asked about.
    """

    asked: Asked
    judged: list[WholeForm]
    found: list[Degradation]
    beyond: list[str] | None
    chosen: bool

    @property
    def fields(self) -> list[str]:
        return list(self.judged[0].names)

    @property
    def unanswerable(self) -> list[str]:
        blocked = {one.field for one in self.found if one.severity == "blocks"}
        return self.fields if "" in blocked else [one for one in self.fields if one in blocked]


def _report_on(asked: Asked, target: str, options: argparse.Namespace) -> _Report:
    about: dict[str, Any] = {"revision": asked.revision, "clients": options.client}
    with usage_errors(asked, target):
        found = client_report(asked.form, **about)
    judged = judged_in(asked.form, asked_about(options.client), asked.revision)
    beyond = (
        fields_beyond(asked.form, profile=options.profile, **about) if options.profile else None
    )
    return _Report(asked, judged, found, beyond, bool(options.client))


# --- as text ----------------------------------------------------------------------------------


def _as_text(report: _Report) -> list[str]:
    lines = [_headline(report), *_verdicts(report.judged)]
    for field in dict.fromkeys(one.field for one in report.found):
        lines += ["", f"  {short(field) if field else 'the form'}"]
        lines += _rows([one for one in report.found if one.field == field])
    if report.beyond is not None:
        lines += ["", *_verdict(report.beyond)]
    return lines


def _headline(report: _Report) -> str:
    blocked, count = len(report.unanswerable), len(report.fields)
    fields = counted(count, "field")
    if blocked:
        where = "a client asked about" if report.chosen else "some client"
        said = f"{blocked} of {fields} cannot be answered in {where}"
    else:
        where = "the clients asked about" if report.chosen else "every client that is known"
        said = f"{fields}, all of which can be answered in {where}"
    name = short(report.asked.name) or "stdin"
    at = f" at {report.asked.revision}" if report.asked.revision else ""
    return f"{name}{at}: {said}"


def _verdicts(judged: list[WholeForm]) -> list[str]:
    """Return what becomes of the whole form, from the worst on; clients that agree share a row."""
    lines: list[str] = []
    for code, means in known_facts().verdicts.items():
        clients = [
            f"{one.client.id} at {one.revision} ({learned(one.verdict.source)})"
            for one in judged
            if one.verdict.code == code and one.verdict.source
        ]
        if clients:
            start = f"    {code:<31}"
            lines += [*_wrapped(means, start), *_wrapped(", ".join(clients), " " * len(start))]
    return ["", "  the whole form", *lines] if lines else []


def learned(source: Source) -> str:
    """Return how and when something was learned, such as ``tried 2026-11-30``."""
    return f"{source.how} {source.dated}"


def _rows(found: list[Degradation]) -> list[str]:
    """Return what happens to one field; clients that do the same share a row."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    for one in found:
        clients = rows.setdefault((one.severity, one.effect, one.message), [])
        clients.append(f"{one.client} ({learned(one.source)})")
    lines = []
    for (severity, effect, message), clients in rows.items():
        start = f"    {severity:<10}{effect:<21}"
        lines += _wrapped(message, start)
        lines += _wrapped(", ".join(clients), " " * len(start))
    return lines


def _verdict(beyond: list[str]) -> list[str]:
    if not beyond:
        return [f"  {_STRICT}: every field holds"]
    names = ", ".join(map(short, beyond))
    return _wrapped(f"not to be answered in every client: {names}", f"  {_STRICT}: ")


def _wrapped(text: str, first: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_on_hyphens=False,
    )


# --- as JSON ----------------------------------------------------------------------------------


def _as_json(report: _Report) -> dict[str, Any]:
    said: dict[str, Any] = {
        "form": report.asked.name,
        "revision": report.asked.revision,
        "fields": report.fields,
        "unanswerable": report.unanswerable,
    }
    if report.beyond is not None:
        said["profile"] = {"name": _STRICT, "beyond": report.beyond}
    said["clients"] = [
        {
            "client": one.client.id,
            "revision": one.revision,
            "verdict": one.verdict.code,
            "source": _source_as_json(one.verdict.source),
        }
        for one in report.judged
        if one.verdict.source
    ]
    said["degradations"] = [
        {**one._asdict(), "source": _source_as_json(one.source)} for one in report.found
    ]
    return said


def _source_as_json(source: Source) -> dict[str, Any]:
    return {**source._asdict(), "how": source.how}


# --- the list of clients ----------------------------------------------------------------------


def _list_clients(options: argparse.Namespace, stdout: TextIO) -> None:
    clients = known_clients()
    if options.format == "json":
        listed = [
            {
                "id": one.id,
                "name": one.name,
                "kind": one.kind,
                "asks": one.asks,
                "revision": one.revision,
                "sources": [_source_as_json(source) for source in one.sources],
            }
            for one in clients
        ]
        stdout.write(as_json({"version": JSON_VERSION, "date": clients_date(), "clients": listed}))
        return
    tell(stdout, f"Facts as of {clients_date()}; each with the date of what was tried or read.")
    for title, those in _parted(clients).items():
        tell(stdout, "", title)
        for one in those:
            dates = ", ".join(dict.fromkeys(learned(source) for source in one.sources))
            start = f"  {one.id:<20}{one.name:<30}{one.revision or '':<12}"
            tell(stdout, *_wrapped(dates, start))


def _parted(clients: tuple[Client, ...]) -> dict[str, list[Client]]:
    parts: dict[str, list[Client]] = {}
    for one in clients:
        kind = _KINDS[one.kind] if one.asks else "Clients that show no forms, so need another way"
        parts.setdefault(kind, []).append(one)
    return parts


_KINDS = {"app": "Clients", "library": "Libraries for clients", "sdk": "SDKs below clients"}
