"""Which clients and SDKs degrade which field of a form, and how: a report from dated facts.

What is here is read from ``clients.json``, which says of every fact whom it is about, where it was
read, and how old it is. This module only holds a form against the conditions that stand there.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from elicitform._wire.revisions import LATEST_REVISION
from elicitform._wire.valid import require_valid
from elicitform.exceptions import UnknownClientError
from elicitform.schemas.clients.conditions import (
    FormAsked,
    form_asked,
    holds_of_field,
    holds_of_form,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Harm: TypeAlias = Literal["blocks", "degrades", "minor"]
"""How bad an effect is: nobody can answer, people answer wrongly, or the server has more to do."""


class Rendered(Protocol):
    """A form, which knows its own ``requestedSchema``."""

    def requested_schema(self, revision: str, /) -> dict[str, Any]:
        """Return the schema at a revision."""
        ...


class Source(NamedTuple):
    """Where facts about a client were read.

    Attributes:
        project: A public project, as ``owner/name``.
        where: The file, issue or pull request in it.
        version: The version or commit that was read.
        date: Its date, as far as it is known: ``2026-08-19``, ``2026-08`` or ``2026``.
        date_is: What the date is: that of the ``version``, of a ``report``, or the ``earliest`` or
            ``latest`` that the version can have.
    """

    project: str
    where: str
    version: str
    date: str
    date_is: Literal["version", "report", "earliest", "latest"]

    @property
    def dated(self) -> str:
        """The date in words, such as ``2026-03 or later``."""
        return self.date + _DATED.get(self.date_is, "")


_DATED = {"earliest": " or later", "latest": " or earlier"}


class Client(NamedTuple):
    """A client or SDK that facts are known of.

    Attributes:
        id: Its short name, such as ``goose-cli``.
        name: Its name.
        kind: An ``app`` that people use, a ``library``, or an ``sdk`` that apps are built on.
        asks: Whether it takes forms at all. A report leaves out a client that does not, unless it
            is asked for by name.
        sources: Where facts about it were read.
    """

    id: str
    name: str
    kind: Literal["app", "library", "sdk"]
    asks: bool
    sources: tuple[Source, ...]


class Degradation(NamedTuple):
    """What one client or SDK does to one field.

    Attributes:
        field: The name of the property, or ``""`` where it is done to the whole form.
        client: The short name of the client.
        effect: A stable name of what happens, such as ``free-text``.
        severity: ``blocks`` where no fitting answer can come back, ``degrades`` where a wrong one
            is likely, ``minor`` where the server has something to check or the person less to see.
        message: What happens, as a sentence.
        source: Where that was read, and how old it is.
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
    revision: str = LATEST_REVISION,
    clients: Iterable[str] = (),
) -> list[Degradation]:
    """Return what clients and SDKs are known to degrade of a form.

    It is a report, and no reason to refuse a form: clients change, and the facts have dates.

    Args:
        form: A form, or any ``requestedSchema``, as `json.loads` makes it.
        revision: The protocol revision that it is sent at.
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
        >>> [(found.field, found.effect) for found in client_report(schema, clients=["codex"])]
        [('tags', 'form-degraded')]
    """
    schema = _schema_of(form, revision)
    return _report(schema, _facts_about(clients))


def fields_beyond(
    form: Rendered | dict[str, Any],
    *,
    profile: Literal["strict"] = "strict",
    revision: str = LATEST_REVISION,
    clients: Iterable[str] = (),
) -> list[str]:
    """Return the fields that a profile rules out, since some client cannot answer them.

    Args:
        form: A form, or any ``requestedSchema``.
        profile: ``strict``, which allows what every client lets a person answer: text, booleans
            and untitled choices.
        revision: The protocol revision that it is sent at.
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
    schema = _schema_of(form, revision)
    report = _report(schema, _facts_about(clients))
    answerable = _data().profiles.get(profile)
    if answerable is None:
        raise ValueError(f"there is no profile {profile!r}; write 'strict'")
    kinds = {field.name: field.kind for field in form_asked(schema).fields}
    beyond = {
        found.field
        for found in report
        if found.severity == "blocks"
        or (found.effect == "free-text" and kinds[found.field] not in answerable)
    }
    return [name for name in kinds if name in beyond or _WHOLE_FORM in beyond]


def known_clients() -> tuple[Client, ...]:
    """Return the clients and SDKs that facts are known of, and those that take no forms."""
    return tuple(_data().clients.values())


def clients_date() -> str:
    """Return when the facts were last gone through; each has a date of its own besides."""
    return _data().date


# --- from a form to its schema ----------------------------------------------------------------


def _schema_of(form: Rendered | dict[str, Any], revision: str) -> dict[str, Any]:
    rendered = getattr(form, "requested_schema", None)
    schema: dict[str, Any] = (
        require_valid(form, revision=revision) if rendered is None else rendered(revision)
    )
    return schema


# --- from facts to a report -------------------------------------------------------------------


def _report(schema: dict[str, Any], facts: Iterable[_Fact]) -> list[Degradation]:
    form = form_asked(schema)
    found = [one for fact in facts for one in _degradations(fact, form)]
    ranks = {effect: rank for rank, effect in enumerate(_data().effects)}
    places = {field.name: place for place, field in enumerate(form.fields)}
    worst: dict[str, int] = {}
    for one in found:
        worst[one.field] = min(ranks[one.effect], worst.get(one.field, len(ranks)))
    return sorted(
        found,
        key=lambda one: (
            worst[one.field],
            places.get(one.field, -1),
            ranks[one.effect],
        ),
    )


_WHOLE_FORM = ""


def _degradations(fact: _Fact, form: FormAsked) -> Iterator[Degradation]:
    data = _data()
    severity = data.effects[fact.effect]
    source = data.sources[fact.client, fact.source]
    if fact.on == "form":
        names = [_WHOLE_FORM] if holds_of_form(fact.when, form) else []
    else:
        names = [field.name for field in form.fields if holds_of_field(fact.when, field, form)]
    for name in names:
        yield Degradation(name, fact.client, fact.effect, severity, fact.says, source)


def _facts_about(clients: Iterable[str]) -> list[_Fact]:
    data = _data()
    named = {data.client_called(name).id for name in clients}
    asked = named or {client.id for client in data.clients.values() if client.asks}
    return [fact for fact in data.facts if fact.client in asked]


# --- the facts --------------------------------------------------------------------------------


class _Fact(NamedTuple):
    """What one client does to every field, or form, that meets a condition."""

    client: str
    source: str
    effect: str
    on: Literal["field", "form"]
    when: dict[str, Any]
    says: str


class _Data(NamedTuple):
    """``clients.json``, with its effects from the worst on."""

    date: str
    effects: dict[str, Harm]
    profiles: dict[str, frozenset[str]]
    clients: dict[str, Client]
    sources: dict[tuple[str, str], Source]
    facts: tuple[_Fact, ...]

    def client_called(self, name: str) -> Client:
        """Return the client of a short name or a name, whatever its case."""
        wanted = name.casefold()
        for client in self.clients.values():
            if wanted in {client.id, client.name.casefold()}:
                return client
        raise UnknownClientError(name, tuple(self.clients))


@lru_cache(maxsize=1)
def _data() -> _Data:
    text = Path(__file__).with_name("clients.json").read_text(encoding="utf-8")
    read = json.loads(text)
    sources = {
        (client["id"], source.pop("id")): Source(**source)
        for client in read["clients"]
        for source in client["sources"]
    }
    clients = {
        client["id"]: Client(
            client["id"],
            client["name"],
            client["kind"],
            client["asks"],
            tuple(source for (id_, _), source in sources.items() if id_ == client["id"]),
        )
        for client in read["clients"]
    }
    return _Data(
        read["date"],
        {code: effect["severity"] for code, effect in read["effects"].items()},
        {name: frozenset(profile["kinds"]) for name, profile in read["profiles"].items()},
        clients,
        sources,
        tuple(_Fact(**fact) for fact in read["facts"]),
    )
