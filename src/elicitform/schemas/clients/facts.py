"""The facts of ``clients.json``, as values: about whom, and where and how each was learned."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from elicitform.exceptions import UnknownClientError

Harm: TypeAlias = Literal["blocks", "degrades", "minor"]
"""How bad an effect is: nobody can answer, people answer wrongly, or the server has more to do."""


class Source(NamedTuple):
    """Where facts about a client were learned.

    Attributes:
        project: A public project, as ``owner/name``.
        where: The file, issue or pull request in it, or that it was run.
        version: The version or commit that was run or read.
        date: Its date, as far as it is known: ``2026-08-19``, ``2026-08`` or ``2026``.
        date_is: What the date is: of the day that the client was ``tried``, of the ``version``, of
            a ``report``, or the ``earliest`` or ``latest`` that the version can have.
    """

    project: str
    where: str
    version: str
    date: str
    date_is: Literal["tried", "version", "report", "earliest", "latest"]

    @property
    def how(self) -> Literal["tried", "read"]:
        """Whether the client was run, or only its source or a report was read."""
        return "tried" if self.date_is == "tried" else "read"

    @property
    def dated(self) -> str:
        """The date in words, such as ``2026-03 or later``."""
        return self.date + _DATED.get(self.date_is, "")


_DATED = {"earliest": " or later", "latest": " or earlier"}


class FormFacts(NamedTuple):
    """How a client shows a form.

    Attributes:
        source: Where that was learned.
        revision: The protocol revision of its connections, or None where it is not known.
        shown: All fields on one ``page``, or as ``questions``, one after the other.
        titles: Whether titles are shown.
        defaults: Which defaults are shown, or None where it is not known.
        order: The order of the fields, or None where it is not known.
    """

    source: Source
    revision: str | None
    shown: Literal["page", "questions"]
    titles: bool
    defaults: Literal["all", "booleans", "none"] | None
    order: Literal["form", "alphabetical"] | None


class FieldFacts(NamedTuple):
    """What a client does with the fields that meet a condition; ``""`` where this does not say.

    Attributes:
        source: Where that was learned.
        when: The condition.
        widget: What is shown.
        preselected: What it shows before anybody has touched it.
        untouched: What comes back if nobody touches it.
        cleared: What comes back if it is filled in and cleared again.
        wrong: What becomes of an entry that does not fit.
    """

    source: Source
    when: dict[str, Any]
    widget: str = ""
    preselected: str = ""
    untouched: str = ""
    cleared: str = ""
    wrong: str = ""


class Client(NamedTuple):
    """A client or SDK that facts are known of.

    Attributes:
        id: Its short name, such as ``goose-cli``.
        name: Its name.
        kind: An ``app`` that people use, a ``library``, or an ``sdk`` that apps are built on.
        asks: Whether it shows forms at all. A report leaves out a client that does not, unless it
            is asked for by name.
        sources: Where facts about it were learned.
        form: How it shows a form, or None where it shows none or that is not known.
        fields: What it does with fields, of which the first that applies counts.
    """

    id: str
    name: str
    kind: Literal["app", "library", "sdk"]
    asks: bool
    sources: tuple[Source, ...]
    form: FormFacts | None
    fields: tuple[FieldFacts, ...]

    @property
    def revision(self) -> str | None:
        """The protocol revision of its connections, or None where it is not known."""
        return self.form and self.form.revision


class Fact(NamedTuple):
    """What one client does to every field, or form, that meets a condition."""

    client: str
    source: Source
    effect: str
    on: Literal["field", "form"]
    when: dict[str, Any]
    says: str


class Facts(NamedTuple):
    """All of ``clients.json``, with its effects and verdicts from the worst on."""

    date: str
    effects: dict[str, Harm]
    verdicts: dict[str, str]
    answers: dict[str, str]
    entries: dict[str, str]
    profiles: dict[str, frozenset[str]]
    clients: dict[str, Client]
    facts: tuple[Fact, ...]

    def client_called(self, name: str) -> Client:
        """Return the client of a short name or a name, whatever its case.

        Raises:
            UnknownClientError: There are no facts about a client of that name.
        """
        wanted = name.casefold()
        for client in self.clients.values():
            if wanted in {client.id, client.name.casefold()}:
                return client
        raise UnknownClientError(name, tuple(self.clients))


@lru_cache(maxsize=1)
def known_facts() -> Facts:
    """Return the facts, which are read from their file once."""
    read = json.loads(Path(__file__).with_name("clients.json").read_text(encoding="utf-8"))
    sources = {
        (client["id"], source.pop("id")): Source(**source)
        for client in read["clients"]
        for source in client["sources"]
    }
    return Facts(
        read["date"],
        {code: effect["severity"] for code, effect in read["effects"].items()},
        read["verdicts"],
        read["answers"],
        read["entries"],
        {name: frozenset(profile["kinds"]) for name, profile in read["profiles"].items()},
        {client["id"]: _client(client, sources) for client in read["clients"]},
        tuple(
            Fact(**{**fact, "source": sources[fact["client"], fact["source"]]})
            for fact in read["facts"]
        ),
    )


def _client(read: dict[str, Any], sources: dict[tuple[str, str], Source]) -> Client:
    def sourced(row: dict[str, Any]) -> dict[str, Any]:
        return {**row, "source": sources[read["id"], row["source"]]}

    return Client(
        read["id"],
        read["name"],
        read["kind"],
        read["asks"],
        tuple(source for (id_, _), source in sources.items() if id_ == read["id"]),
        FormFacts(**sourced(read["form"])) if read["form"] else None,
        tuple(FieldFacts(**sourced(row)) for row in read["fields"]),
    )
