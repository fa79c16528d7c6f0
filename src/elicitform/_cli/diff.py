"""``elicitform diff``: whether answers to the forms as they were are still read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from elicitform._cli.command import (
    DIFFERS_OR_REFUSED,
    DONE,
    JSON_VERSION,
    CommandError,
    as_json,
    as_json_line,
    tell,
)
from elicitform._cli.documents import called
from elicitform._cli.sides import side_at
from elicitform._wire.revisions import ALL, LATEST_REVISION, REVISIONS
from elicitform._wire.valid import require_valid
from elicitform.exceptions import SchemaError
from elicitform.schemas.compare.report import Change, changes_between, form_added, form_gone
from elicitform.schemas.documents.files import STDIN

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from elicitform._cli.sides import Side


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command does, and what it takes."""
    parser.description = (
        "Compare forms with what they were, and say of each change whether every answer that was\n"
        "valid stays valid."
    )
    parser.epilog = _EPILOG
    place = (
        "a JSON or YAML file, a folder of them, - for stdin, or a target as of `elicitform export`"
    )
    parser.add_argument("old", metavar="OLD", help=place)
    parser.add_argument("new", metavar="NEW", help="the same")
    parser.add_argument(
        "--revision",
        metavar="REV",
        choices=[*REVISIONS, ALL],
        default=LATEST_REVISION,
        help=f"protocol revision of targets: {', '.join(REVISIONS)} or {ALL} "
        f"(default: {LATEST_REVISION})",
    )
    parser.add_argument(
        "--format",
        choices=["text", "json"],
        default="text",
        help="how the changes are printed (default: text)",
    )
    parser.add_argument(
        "--exit-code", action="store_true", help="exit with 1 where a change is breaking"
    )


_EPILOG = """\
verdicts:
  breaking  an answer that was valid no longer is; one such answer is shown
  safe      every answer that was valid stays valid
  shown     only what the person sees changes

exit codes:
  0  done
  1  a change is breaking (--exit-code)
  2  usage: bad arguments, a side that cannot be read, a schema that is not valid
"""


class FormChanges(NamedTuple):
    """What has changed in one form.

    Attributes:
        old: What it was called, or None where it is new.
        new: What it is called, or None where it is gone.
        changes: The changes.
    """

    old: str | None
    new: str | None
    changes: list[Change]


def run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Compare two sides."""
    if options.old == options.new == STDIN:
        raise CommandError("only one side can be stdin")
    old, new = (side_at(place, options.revision, stderr) for place in (options.old, options.new))
    changed = [form for form in _compared(old, new) if form.changes]
    changes = [change for form in changed for change in form.changes]
    breaking = any(change.breaking for change in changes)
    if options.format == "json":
        stdout.write(_as_json(changed, breaking=breaking))
    else:
        tell(stdout, *_as_text(changed))
    tell(stderr, _summary(changes))
    return DIFFERS_OR_REFUSED if breaking and options.exit_code else DONE


# --- pairs ------------------------------------------------------------------------------------


def _compared(old: Side, new: Side) -> Iterator[FormChanges]:
    """Yield what has changed, form by form."""
    with_holder = old.has_namesakes or new.has_namesakes
    before, after = (side.by_name(with_holder=with_holder) for side in (old, new))
    pairs = _pairs(old, new, before, after)
    were = {name: _valid(old, name, schema) for name, schema in before.items()}
    are = {name: _valid(new, name, schema) for name, schema in after.items()}
    for name, schema in were.items():
        if name in pairs:
            changes = [*changes_between(schema, are[pairs[name]])]
            yield FormChanges(name, pairs[name], changes)
        else:
            yield FormChanges(name, None, [form_gone(schema)])
    known = set(pairs.values())
    for name in [name for name in are if name not in known]:
        yield FormChanges(None, name, [form_added()])


def _pairs(old: Side, new: Side, before: Iterable[str], after: Iterable[str]) -> dict[str, str]:
    """Return which form is compared with which: those of one name, or the only two."""
    if old.is_one_form and new.is_one_form:
        return dict(zip(before, after, strict=True))
    for side, other in ((old, new), (new, old)):
        if side.is_one_form and side.place == STDIN:
            raise CommandError(
                f"the schema on stdin has no name, and {called(other.place)} may hold several: "
                "name one"
            )
        if side.is_by_revision and not other.is_by_revision:
            raise CommandError(
                f"{called(side.place)} holds the forms of each revision, and {called(other.place)} "
                "does not: export both with `--revision all`, or name one revision's folder"
            )
    known = set(after)
    return {name: name for name in before if name in known}


def _valid(side: Side, name: str, schema: Any) -> dict[str, Any]:
    """Return a schema that is valid; where it is not, the error has its place."""
    try:
        return require_valid(schema, name=side.called(name))
    except SchemaError as error:
        raise CommandError(str(error)) from None


# --- what is printed --------------------------------------------------------------------------

_MOST_SHOWN = 300


def _as_text(forms: list[FormChanges]) -> Iterator[str]:
    for form in forms:
        yield _heading(form)
        for change in form.changes:
            place = f"{change.path}  " if change.path else ""
            yield f"  {change.verdict:<10}{place}{change.message}"
            if change.counterexample is not None:
                yield f"{'':<12}{_as_line(change.counterexample)}"


def _heading(form: FormChanges) -> str:
    if form.old is None or form.new is None or form.old == form.new:
        return form.old or form.new or ""
    return f"{form.old} -> {form.new}"


def _as_line(counterexample: dict[str, Any]) -> str:
    answer = as_json_line(counterexample)
    if len(answer) <= _MOST_SHOWN:
        return answer
    return f"{answer[:_MOST_SHOWN]}… ({len(answer):,} characters; --format json has them all)"


def _as_json(forms: list[FormChanges], *, breaking: bool) -> str:
    document = {
        "version": JSON_VERSION,
        "breaking": breaking,
        "forms": [
            {**form._asdict(), "changes": [change._asdict() for change in form.changes]}
            for form in forms
        ],
    }
    return as_json(document)


def _summary(changes: list[Change]) -> str:
    if not changes:
        return "nothing has changed"
    verdicts = [change.verdict for change in changes]
    return ", ".join(
        f"{verdicts.count(verdict)} {verdict}" for verdict in ("breaking", "safe", "shown")
    )
