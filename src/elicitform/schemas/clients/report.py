"""Which clients and SDKs degrade which field of a form, and how: a report from dated facts.

This module only holds a form against the conditions that stand in ``clients.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from elicitform._wire.revisions import LATEST_REVISION
from elicitform._wire.valid import require_valid
from elicitform.exceptions import RevisionError
from elicitform.schemas.clients.conditions import (
    FormAsked,
    form_asked,
    holds_of_field,
    holds_of_form,
)
from elicitform.schemas.clients.facts import Client, Harm, Source, known_facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elicitform.schemas.clients.facts import Fact


class Rendered(Protocol):
    """A form, which knows its own ``requestedSchema``."""

    def requested_schema(self, revision: str, /) -> dict[str, Any]:
        """Return the schema at a revision."""
        ...


class Degradation(NamedTuple):
    """What one client or SDK does to one field.

    Attributes:
        field: The name of the property, or ``""`` where it is done to the whole form.
        client: The short name of the client.
        effect: A stable name of what happens, such as ``free-text``.
        severity: ``blocks`` where no fitting answer can come back, ``degrades`` where a wrong one
            is likely, ``minor`` where the server has something to check or the person less to see.
        message: What happens, as a sentence.
        source: Where that was learned, how, and how old it is.
    """

    field: str
    client: str
    effect: str
    severity: Harm
    message: str
    source: Source


def client_report(
    form: Rendered | dict[str, Any],
    *,
    revision: str | None = None,
    clients: Iterable[str] = (),
) -> list[Degradation]:
    """Return what clients and SDKs are known to degrade of a form.

    It is a report, and no reason to refuse a form: clients change, and the facts have dates.

    Args:
        form: A form, or any ``requestedSchema``, as `json.loads` makes it.
        revision: The protocol revision that it is sent at. By default a form is sent to each client
            at the revision of its connections, or at the latest where that is not known; a schema
            is sent as it is.
        clients: The clients to report on, by short name or name; by default all that take forms.

    Returns:
        Field by field, those with the worst effects first, and in each the worst first.

    Raises:
        SchemaError: The schema is not valid at `revision`.
        RevisionError: `revision` is unknown, or older than the form can be expressed in.
        UnknownClientError: There are no facts about a client of that name.

    Example:
        >>> tags = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}
        >>> schema = {"type": "object", "properties": {"tags": tags}}
        >>> [(found.field, found.effect) for found in client_report(schema, clients=["codex"])][0]
        ('tags', 'form-degraded')
    """
    sent = sent_to(form, asked_about(clients), revision)
    return _from_the_worst_on([found for one in sent for found in degradations(one)], sent)


def fields_beyond(
    form: Rendered | dict[str, Any],
    *,
    profile: Literal["strict"] = "strict",
    revision: str | None = None,
    clients: Iterable[str] = (),
) -> list[str]:
    """Return the fields that a profile rules out, since some client cannot answer them.

    Args:
        form: A form, or any ``requestedSchema``.
        profile: ``strict``, which allows what every client lets a person answer: text, booleans
            and untitled choices.
        revision: The protocol revision that it is sent at, as for `client_report`.
        clients: The clients that have to cope; by default all that take forms.

    Returns:
        The names of the fields, in the order of the form.

    Raises:
        SchemaError: The schema is not valid at `revision`.
        RevisionError: `revision` is unknown, or older than the form can be expressed in.
        UnknownClientError: There are no facts about a client of that name.
        ValueError: There is no such profile.

    Example:
        >>> schema = {"type": "object", "properties": {"count": {"type": "integer"}}}
        >>> fields_beyond(schema), fields_beyond(schema, clients=["vscode"])
        (['count'], [])
    """
    answerable = known_facts().profiles.get(profile)
    if answerable is None:
        raise ValueError(f"there is no profile {profile!r}; write 'strict'")
    sent = sent_to(form, asked_about(clients), revision)
    beyond = {
        found.field
        for one in sent
        for found in degradations(one)
        if found.severity == "blocks"
        or (found.effect == "free-text" and one.kinds[found.field] not in answerable)
    }
    return [name for name in _names(sent) if name in beyond or _WHOLE_FORM in beyond]


def known_clients() -> tuple[Client, ...]:
    """Return the clients and SDKs that facts are known of, and those that show no forms."""
    return tuple(known_facts().clients.values())


def clients_date() -> str:
    """Return when the facts were last gone through; each has a date of its own besides."""
    return known_facts().date


# --- from a form to what each client is sent --------------------------------------------------


class Sent(NamedTuple):
    """A form as it is sent to a client.

    Attributes:
        client: The client.
        revision: The protocol revision.
        form: What is sent, or the latest that there is where the revision cannot express it.
        expressible: Whether the revision can express it.
    """

    client: Client
    revision: str
    form: FormAsked
    expressible: bool = True

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each field, by name."""
        return {field.name: field.kind for field in self.form.fields}


def asked_about(names: Iterable[str]) -> list[Client]:
    """Return the clients that are named, in the order of the facts; by default all that ask."""
    facts = known_facts()
    named = {facts.client_called(name).id for name in names}
    return [one for one in facts.clients.values() if (one.id in named if named else one.asks)]


def sent_to(
    form: Rendered | dict[str, Any], clients: Iterable[Client], revision: str | None
) -> list[Sent]:
    """Return a form as each client is sent it; see `client_report` for the arguments."""
    if getattr(form, "requested_schema", None) is None:
        at = revision or LATEST_REVISION
        asked = form_asked(require_valid(form, revision=at))
        return [Sent(client, revision or client.revision or at, asked) for client in clients]
    rendered: Any = form
    latest = form_asked(rendered.requested_schema(revision or LATEST_REVISION))
    known = {revision or LATEST_REVISION: latest}
    sent = []
    for client in clients:
        at = revision or client.revision or LATEST_REVISION
        try:
            if at not in known:
                known[at] = form_asked(rendered.requested_schema(at))
        except RevisionError:
            pass
        sent.append(Sent(client, at, known.get(at, latest), at in known))
    return sent


# --- from facts to a report -------------------------------------------------------------------


_WHOLE_FORM = ""


def degradations(sent: Sent) -> Iterator[Degradation]:
    """Yield what one client does to a form, in the order of the facts."""
    if not sent.expressible and sent.client.form:
        yield Degradation(
            _WHOLE_FORM,
            sent.client.id,
            "not-expressible",
            known_facts().effects["not-expressible"],
            f"Its connections are of {sent.revision}, which cannot express the form.",
            sent.client.form.source,
        )
        return
    for fact in known_facts().facts:
        if fact.client == sent.client.id:
            yield from _degradations(fact, sent.form)


def _degradations(fact: Fact, form: FormAsked) -> Iterator[Degradation]:
    severity = known_facts().effects[fact.effect]
    if fact.on == "form":
        names = [_WHOLE_FORM] if holds_of_form(fact.when, form) else []
    else:
        names = [field.name for field in form.fields if holds_of_field(fact.when, field, form)]
    for name in names:
        yield Degradation(name, fact.client, fact.effect, severity, fact.says, fact.source)


def _from_the_worst_on(found: list[Degradation], sent: list[Sent]) -> list[Degradation]:
    ranks = {effect: rank for rank, effect in enumerate(known_facts().effects)}
    places = {name: place for place, name in enumerate(_names(sent))}
    worst: dict[str, int] = {}
    for one in found:
        worst[one.field] = min(ranks[one.effect], worst.get(one.field, len(ranks)))
    return sorted(
        found,
        key=lambda one: (worst[one.field], places.get(one.field, -1), ranks[one.effect]),
    )


def _names(sent: list[Sent]) -> list[str]:
    return [field.name for field in sent[0].form.fields]
