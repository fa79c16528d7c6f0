"""Forms as the elicitations of an MCP Description, which documents a server for its users.

An MCP Description (mcpdesc 0.9) lists, for each tool, prompt or resource, the elicitations that it
may start. A declaration that names several protocol revisions must hold at each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform._declare.message import Asking, asking_faults, no_message, unnameable
from elicitform._wire.revisions import REVISIONS
from elicitform.exceptions import FormDefinitionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elicitform._form.form import Form

__all__ = ["elicitation_declarations"]


def elicitation_declarations(
    form: type[Form],
    *,
    revisions: Iterable[str] | None = None,
    message: str | None = None,
    name: str | None = None,
) -> list[dict[str, Any]]:
    """Return the elicitation declarations of a form for an MCP Description.

    Revisions at which the form has the same schema share a declaration. The one of the newest
    revisions has the name as it is; an older one has its own newest revision behind it, such as
    ``deploy-2025-06-18``, since names are unique in one tool, prompt or resource.

    Args:
        form: The form.
        revisions: The protocol revisions of the document; by default all that the form can be said
            at.
        message: What the person is asked, in words; by default the message of the class.
        name: What the elicitation is called; by default the ``name`` of the class statement, or
            else the name of the class.

    Returns:
        Fresh objects ``{name, mode, message, requestedSchema, protocolVersions}``, those for the
        newest revisions first.

    Raises:
        FormDefinitionError: There is no message, the name cannot be one, or the form is abstract.
        RevisionError: One of the revisions is unknown, or older than the form can be said at.

    Example:
        >>> class Deploy(Form, message="Where to?", name="deploy"):
        ...     confirm: bool = False
        >>> [one["name"] for one in elicitation_declarations(Deploy)]
        ['deploy']
    """
    asked = form.revisions() if revisions is None else tuple(dict.fromkeys(revisions))
    schemas = {revision: form.requested_schema(revision) for revision in asked}
    groups: list[tuple[dict[str, Any], list[str]]] = []
    for revision in sorted(schemas, key=REVISIONS.index, reverse=True):
        if groups and groups[-1][0] == schemas[revision]:
            groups[-1][1].insert(0, revision)
        else:
            groups.append((schemas[revision], [revision]))
    asking = _asking_of(form, message, name)
    return [
        {
            "name": f"{asking.name}-{versions[-1]}" if place else asking.name,
            "mode": "form",
            "message": asking.message,
            "requestedSchema": schema,
            "protocolVersions": versions,
        }
        for place, (schema, versions) in enumerate(groups)
    ]


def _asking_of(form: type[Form], message: str | None, name: str | None) -> Asking:
    """Return the message and the name that were passed, or else those of the class."""
    own = form.__elicit_form__.asking
    faults = asking_faults(Asking(message, name))
    if message is None and own.message is None:
        faults.append(no_message(form.__name__))
    if name is None and own.name is None and asking_faults(Asking(name=form.__name__)):
        faults.append(unnameable(form.__name__))
    if faults:
        raise FormDefinitionError(form.__name__, tuple(faults))
    return Asking(
        own.message if message is None else message,
        name or own.name or form.__name__,
    )
