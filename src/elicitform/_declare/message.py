"""How a form is asked: the message and the name that its class statement gives it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from elicitform._declare.remedies import Refused, require_text, shown
from elicitform._wire.rules import is_visible
from elicitform.exceptions import DefinitionFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


NAME = "[A-Za-z0-9._-]+"
"""What the name of an elicitation is made of (MCP Description)."""


class Asking(NamedTuple):
    """The class keywords of a form that are its own, and that no other form inherits.

    Attributes:
        message: What the person is asked, in words, unless a call says otherwise.
        name: What a catalogue of the server's elicitations calls it.
    """

    message: str | None = None
    name: str | None = None


_UNSAID = Asking()


def asking_faults(asking: Asking, *, abstract: bool = False) -> list[DefinitionFault]:
    """Say everything that is wrong with a message and a name; None stands for none given."""
    if asking == _UNSAID:
        return []  # as most class statements have it
    refused = [
        *(_refusals_of_an_abstract_form(asking) if abstract else ()),
        *_refusals_of(_require_message, asking.message),
        *_refusals_of(_require_name, asking.name),
    ]
    return [DefinitionFault("", "", one.code, one.rule, one.remedy_text(None)) for one in refused]


def _refusals_of(judge: Callable[[object], None], value: object) -> Iterator[Refused]:
    try:
        judge(value)
    except Refused as refused:
        yield refused


def _require_message(message: object) -> None:
    text = require_text("message", message)
    if text is not None and not is_visible(text):
        raise Refused(
            "message",
            "The message is blank, and a client shows it to say what is asked.",
            'Write what the person is asked: `message="Where to?"`.',
        )


def _require_name(name: object) -> None:
    if name is None or (isinstance(name, str) and re.fullmatch(NAME, name)):
        return
    raise Refused(
        "name",
        f"{shown(name)} cannot name an elicitation: a name is made of ASCII letters, digits, `.`, "
        "`_` and `-`.",
        'Write such a name: `name="deploy"`.',
    )


def _refusals_of_an_abstract_form(asking: Asking) -> Iterator[Refused]:
    for keyword, value in asking._asdict().items():
        if value is not None:
            yield Refused(
                keyword,
                f"`{keyword}` is not inherited, and a form that is `abstract=True` asks nothing "
                "itself.",
                "Write it in the forms that derive from this one.",
            )


def no_message(form: str) -> DefinitionFault:
    """Return the fault of asking with a form that has no message, without passing one."""
    return DefinitionFault(
        "",
        "",
        "no-message",
        "It is asked without a message: its class has none, and none was passed.",
        f'Write `class {form}(Form, message="…")`, or pass `message="…"`.',
    )


def unnameable(form: str) -> DefinitionFault:
    """Return the fault of a class whose own name cannot name an elicitation, and has no other."""
    return DefinitionFault(
        "",
        "",
        "name",
        f"The class is called {form}, and the name of an elicitation is made of ASCII letters, "
        "digits, `.`, `_` and `-`.",
        f'Write `class {form}(Form, name="…")`, or pass `name="…"`.',
    )
