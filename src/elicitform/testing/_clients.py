"""What a client sends where nobody answers, for tests of what a server makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform.exceptions import UnknownClientError
from elicitform.schemas.clients.facts import known_facts
from elicitform.schemas.clients.shown import answered, clients_that_answer, shown_in
from elicitform.testing._forms import by_wire_name, fields_of

if TYPE_CHECKING:
    from elicitform._form.form import Form
    from elicitform.schemas.clients.shown import FormShown

CLIENTS = clients_that_answer()


def untouched(form: type[Form], client: str) -> dict[str, Any] | None:
    """Return what a client sends where nobody touches a form and presses accept.

    It is what was seen or read of that client, at the revision of its own connections. The form may
    refuse it: a bare Enter is no good answer everywhere.

    Args:
        form: The form.
        client: The client, one of `CLIENTS`.

    Returns:
        A fresh ElicitResult, or None where the client cannot send the form: it waits for an answer,
        the request ends, or the form cannot be expressed in its revision.

    Raises:
        TypeError: `form` is not a form.
        UnknownClientError: It is not known what that client sends.

    Example:
        >>> untouched(Deploy, "codex")
        {'action': 'accept', 'content': {'confirm': True}}
    """
    return answered(_shown(form, client))


def cleared(form: type[Form], client: str, field: str) -> dict[str, Any] | None:
    """Return what a client sends where one field is filled in and cleared again.

    All other fields are left untouched, as for `untouched`.

    Args:
        form: The form.
        client: The client, one of `CLIENTS`.
        field: The field, by Python or wire name.

    Returns:
        A fresh ElicitResult, or None where the client cannot send the form.

    Raises:
        TypeError: `form` is not a form, or has no such field.
        UnknownClientError: It is not known what that client sends.

    Example:
        >>> cleared(Deploy, "inspector", "note")
        {'action': 'accept', 'content': {'note': ''}}
    """
    (name,) = by_wire_name(form, {field: None})
    return answered(_shown(form, client), name)


def shown_in_clients(form: type[Form]) -> list[FormShown]:
    """Return the form as each of `CLIENTS` shows it."""
    clients = known_facts().clients
    return shown_in(form, [clients[name] for name in CLIENTS])


def _shown(form: type[Form], client: str) -> FormShown:
    fields_of(form)
    if client not in CLIENTS:
        raise UnknownClientError(client, CLIENTS)
    (shown,) = shown_in(form, [known_facts().clients[client]])
    return shown
