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
        messages: What ``--message`` says: ``Form=TEXT``, or a text for every form.
        names: What ``--name`` says: ``Form=NAME``, or a name for the only form.

    Raises:
        CommandError: A form has no message, or an option cannot be used as it is.
        FormDefinitionError: The name of a class cannot be one, or a form is abstract.
        RevisionError: A form cannot be expressed in the revision.
    """
    classes = [form.__name__ for form in forms]
    messages_said = _by_form("--message", messages, classes)
    names_said = _by_form("--name", names, classes)
    if _EVERY in names_said and len(forms) > 1:
        raise CommandError('--name names one form of several: write --name "Form=NAME"')
    _require_messages(forms, messages_said)
    return {
        form: elicitation_declarations(
            cls,
            revisions=None if revision is None else [revision],
            message=_said_of(form, messages_said),
            name=_said_of(form, names_said),
        )
        for form, cls in zip(classes, forms, strict=True)
    }


def _require_messages(forms: Sequence[type[Form]], said: dict[str, str]) -> None:
    without = [
        form.__name__
        for form in forms
        if _said_of(form.__name__, said) is None
        and form.__elicit_form__.message is None
        and not form.__elicit_form__.unready  # which is refused for that
    ]
    if without:
        one = without[0]
        has = "has" if len(without) == 1 else "have"
        raise CommandError(
            f"{', '.join(without)} {has} no message to declare: write "
            f'`class {one}(Form, message="…")`, or pass --message "{one}=…"'
        )


def _said_of(form: str, said: dict[str, str]) -> str | None:
    return said.get(form, said.get(_EVERY))


def in_one_list(declarations: dict[str, Declarations]) -> Declarations:
    """Return the declarations of all forms, once no two have one name.

    Raises:
        CommandError: Two forms are called the same.
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
    """Return what an option says of each form, and of every form under `_EVERY`."""
    said: dict[str, str] = {}
    for text in given:
        form, equals, value = text.partition("=")
        if not (equals and form.isidentifier()):
            form, value = _EVERY, text
        elif form not in classes:
            raise CommandError(
                f"{option} is about {form}, and exported are {', '.join(classes)}; where that is "
                f'how the text itself starts, write {option} "{classes[0]}={form}=…"'
            )
        if form in said:
            raise CommandError(f"{option} says two things of " + (form or "every form"))
        said[form] = value
    judge = message_faults if option == "--message" else name_faults
    for value in said.values():
        for fault in judge(value):
            raise CommandError(f"{option}: {fault.rule}")
    return said
