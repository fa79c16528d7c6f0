"""A form as one client shows it, and what that client sends where nobody answers.

What no fact is about is presumed, and says so: an optional field is left out, and a required one
keeps the form from being sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform.schemas.clients.conditions import holds_of_field
from elicitform.schemas.clients.facts import known_facts
from elicitform.schemas.clients.report import degradations, sent_to

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elicitform._wire.property import Property
    from elicitform.schemas.clients.conditions import FormAsked
    from elicitform.schemas.clients.facts import Client, Source
    from elicitform.schemas.clients.report import Rendered, Sent


class Told(NamedTuple):
    """One thing that is known of a client.

    Attributes:
        code: What it does, as ``clients.json`` calls it; ``""`` where nothing is known.
        source: Where that was learned, or None where it is presumed.
    """

    code: str
    source: Source | None = None

    @property
    def how(self) -> str:
        """Whether this was ``tried``, ``read`` or ``presumed``."""
        return self.source.how if self.source else "presumed"


class FieldShown(NamedTuple):
    """One field as a client shows it; the attributes are those of `FieldFacts`."""

    field: Property
    widget: Told
    preselected: Told
    untouched: Told
    cleared: Told
    wrong: tuple[Told, ...]


class WholeForm(NamedTuple):
    """What becomes of a form as a whole in a client.

    Attributes:
        client: The client.
        revision: The revision that the form is sent at.
        verdict: What becomes of it; ``""`` where that is not known.
        names: The names of its fields, in the order of the form.
    """

    client: Client
    revision: str
    verdict: Told
    names: tuple[str, ...]


class FormShown(NamedTuple):
    """A form as a client shows it.

    Attributes:
        whole: What becomes of the form as a whole.
        fields: The fields, in the order in which the client shows them.
    """

    whole: WholeForm
    fields: tuple[FieldShown, ...]


_VERDICTS = {
    "no-forms": "no-forms",
    "never-shown": "no-forms",
    "not-expressible": "unsendable",
    "request-refused": "refused",
    "form-degraded": "approval",
}
"""What an effect makes of the whole form, the worst first."""


def clients_that_answer() -> tuple[str, ...]:
    """Return the short names of the clients of which is known what they send untouched."""
    return tuple(client.id for client in known_facts().clients.values() if client.fields)


def judged_in(
    form: Rendered | dict[str, Any], clients: Iterable[Client], revision: str | None = None
) -> list[WholeForm]:
    """Return what becomes of a form in each client; see `client_report` for the arguments."""
    return [_judged(sent) for sent in sent_to(form, clients, revision)]


def shown_in(
    form: Rendered | dict[str, Any], clients: Iterable[Client], revision: str | None = None
) -> list[FormShown]:
    """Return a form as each client shows it; see `client_report` for the arguments."""
    return [_shown(sent) for sent in sent_to(form, clients, revision)]


def _shown(sent: Sent) -> FormShown:
    fields = [_field_shown(field, sent.form, sent.client) for field in sent.form.fields]
    if sent.client.form and sent.client.form.order == "alphabetical":
        fields.sort(key=lambda one: one.field.name)
    return FormShown(_judged(sent), tuple(fields))


def _judged(sent: Sent) -> WholeForm:
    names = tuple(field.name for field in sent.form.fields)
    return WholeForm(sent.client, sent.revision, _verdict(sent), names)


def _verdict(sent: Sent) -> Told:
    sources = {one.effect: one.source for one in degradations(sent) if one.effect in _VERDICTS}
    for effect, verdict in _VERDICTS.items():
        if effect in sources:
            return Told(verdict, sources[effect])
    shown = sent.client.form
    return Told(shown.shown, shown.source) if shown else Told("")


def _field_shown(field: Property, form: FormAsked, client: Client) -> FieldShown:
    facts = [one for one in client.fields if holds_of_field(one.when, field, form)]

    def told(what: str, presumed: str = "") -> tuple[Told, ...]:
        codes = ((getattr(one, what), one.source) for one in facts)
        return tuple(Told(*known) for known in codes if known[0]) or (Told(presumed),)

    open_ = "stuck" if field.required else "omitted"
    return FieldShown(
        field,
        told("widget")[0],
        told("preselected")[0],
        told("untouched", open_)[0],
        told("cleared", open_)[0],
        tuple({one.code: one for one in reversed(told("wrong"))}.values())[::-1],
    )


# --- what comes back --------------------------------------------------------------------------

NOT_ASKED = frozenset({"no-forms", "unsendable", "refused"})
"""The verdicts with which nobody is asked."""

_NO_ANSWER = frozenset({"stuck", "asked-again", "ends-call"})
"""What keeps a form from coming back with an answer."""


def answered(form: FormShown, cleared: str = "") -> dict[str, Any] | None:
    """Return the ElicitResult of a form that nobody touches, but for a field that is cleared.

    Args:
        form: The form as a client shows it.
        cleared: The name of a field that is filled in and cleared again; by default none is.

    Returns:
        The result, or None where the client sends none.
    """
    if form.whole.verdict.code == "approval":
        return {"action": "accept", "content": {}}
    codes = {
        one.field.name: (one.cleared if one.field.name == cleared else one.untouched).code
        for one in form.fields
    }
    if form.whole.verdict.code in NOT_ASKED or not _NO_ANSWER.isdisjoint(codes.values()):
        return None
    if "declines" in codes.values():
        return {"action": "decline"}
    fields = {one.field.name: one.field for one in form.fields}
    sent = {name: value_of(code, fields[name]) for name, code in codes.items()}
    return {"action": "accept", "content": {name: one[0] for name, one in sent.items() if one}}


def value_of(code: str, field: Property) -> tuple[Any, ...]:
    """Return the value that comes back for a field, or nothing where none does."""
    match code:
        case "default":
            default = field.definition["default"]
            return (list(default) if isinstance(default, list) else default,)
        case "first":
            return (next(iter(field.titles)),)
        case "minimum":
            return (field.definition.get("minimum", 0),)
        case "empty-list":
            return ([],)
        case _:
            return _VALUES.get(code, ())


_VALUES: dict[str, tuple[Any, ...]] = {
    "true": (True,),
    "false": (False,),
    "zero": (0,),
    "null": (None,),
    "empty-text": ("",),
}
