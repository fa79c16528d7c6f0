"""``elicitform export --as mcpdesc``: the declarations of forms for an MCP Description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform._cli.command import CommandError
from elicitform._declare.form import message_faults
from elicitform._form.mcpdesc import elicitation_declarations, name_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from elicitform._form.form import Form

Declarations = list[dict[str, Any]]


def declarations_of(
    forms: Sequence[type[Form]],
    revision: str | None,
    messages: Iterable[str],
    names: Iterable[str],
) -> dict[str, Declarations]:
    """Return the declarations of forms, by the name of the class.

    Args:
        forms: The forms, no two of one name.
        revision: The one revision to declare them for; None for all that can express each.
        messages: The values of ``--message``: ``Form=TEXT``, or a text for every form.
        names: The values of ``--name``: ``Form=NAME``, or a name for the only form.

    Raises:
        CommandError: A form has no message, or an option cannot be used as it is.
        FormDefinitionError: The name of a class cannot be one, or a form is abstract.
        RevisionError: A form cannot be expressed in the revision.
    """
    classes = [form.__name__ for form in forms]
    given_messages = _by_form("--message", messages, classes)
    given_names = _by_form("--name", names, classes)
    if _EVERY in given_names and len(forms) > 1:
        raise CommandError('--name names one form of several: write --name "Form=NAME"')
    _require_messages(forms, given_messages)
    return {
        form: elicitation_declarations(
            cls,
            revisions=None if revision is None else [revision],
            message=_value_for(form, given_messages),
            name=_value_for(form, given_names),
        )
        for form, cls in zip(classes, forms, strict=True)
    }


def _require_messages(forms: Sequence[type[Form]], given: dict[str, str]) -> None:
    without = [
        form.__name__
        for form in forms
        if _value_for(form.__name__, given) is None
        and form.__elicit_form__.message is None
        and not form.__elicit_form__.unready  # it is refused for that
    ]
    if without:
        one = without[0]
        has = "has" if len(without) == 1 else "have"
        raise CommandError(
            f"{', '.join(without)} {has} no message to declare: write "
            f'`class {one}(Form, message="…")`, or pass --message "{one}=…"'
        )


def _value_for(form: str, given: dict[str, str]) -> str | None:
    return given.get(form, given.get(_EVERY))


def in_one_list(declarations: dict[str, Declarations]) -> Declarations:
    """Return the declarations of all forms in one list.

    Raises:
        CommandError: Two forms would have declarations of one name.
    """
    seen: dict[str, str] = {}
    for form, those in declarations.items():
        for one in those:
            other = seen.setdefault(one["name"], form)
            if other != form:
                raise CommandError(
                    f"{other} and {form} would both declare {one['name']!r} in one list: say "
                    "another name with --name, or write files with --out"
                )
    return [one for those in declarations.values() for one in those]


_EVERY = ""


def _by_form(option: str, given: Iterable[str], classes: list[str]) -> dict[str, str]:
    """Return the values of an option by form, that for every form under `_EVERY`."""
    values: dict[str, str] = {}
    for text in given:
        form, equals, value = text.partition("=")
        if not (equals and form.isidentifier()):
            form, value = _EVERY, text
        elif form not in classes:
            raise CommandError(
                f"{option} names {form}, but the exported forms are {', '.join(classes)}; where "
                f'that is how the text itself starts, write {option} "{classes[0]}={form}=…"'
            )
        if form in values:
            raise CommandError(f"{option} gives two values for " + (form or "every form"))
        values[form] = value
    judge = message_faults if option == "--message" else name_faults
    for value in values.values():
        for fault in judge(value):
            raise CommandError(f"{option}: {fault.rule}")
    return values
