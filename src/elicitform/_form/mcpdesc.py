"""Forms as the elicitations of an MCP Description, which documents a server for its users.

An MCP Description (mcpdesc 0.9) lists, for each tool, prompt or resource, the elicitations that it
may start. A declaration that names several protocol revisions must hold at each of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from elicitform._declare.form import message_faults, no_message
from elicitform._declare.remedies import shown
from elicitform._wire.description import description_of
from elicitform._wire.revisions import ELICITATION_NAME, REVISIONS
from elicitform.exceptions import DefinitionFault, FormDefinitionError

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

    Revisions in which the form has the same schema share a declaration. The one of the newest
    revisions has the name as it is; an older one has its own newest revision behind it, such as
    ``deploy-2025-06-18``, since names are unique in one tool, prompt or resource.

    Args:
        form: The form.
        revisions: The protocol revisions of the document; by default all that can express the form.
        message: What the person is asked, in words; by default the message of the class.
        name: What the elicitation is called; by default the name of the class.

    Returns:
        Fresh objects ``{name, mode, message, requestedSchema, protocolVersions}``, those for the
        newest revisions first.

    Raises:
        FormDefinitionError: There is no message, the name cannot be one, or the form is abstract.
        RevisionError: One of the revisions is unknown, or older than the form can be expressed in.

    Example:
        >>> class Deploy(Form, message="Where to?"):
        ...     confirm: bool = False
        >>> [one["name"] for one in elicitation_declarations(Deploy, name="deploy")]
        ['deploy']
    """
    asked = form.protocol_revisions() if revisions is None else tuple(dict.fromkeys(revisions))
    schemas = {revision: form.requested_schema(revision) for revision in asked}
    groups: list[tuple[dict[str, Any], list[str]]] = []
    for revision in sorted(schemas, key=REVISIONS.index, reverse=True):
        if groups and groups[-1][0] == schemas[revision]:
            groups[-1][1].insert(0, revision)
        else:
            groups.append((schemas[revision], [revision]))
    text, stem = _asked_with(form, message, name)
    return [
        {
            "name": f"{stem}-{versions[-1]}" if place else stem,
            "mode": "form",
            "message": text,
            "requestedSchema": schema,
            "protocolVersions": versions,
        }
        for place, (schema, versions) in enumerate(groups)
    ]


def _asked_with(form: type[Form], message: str | None, name: str | None) -> tuple[str, str]:
    """Return the message and the name that were passed, or else those of the class."""
    text = description_of(form).message if message is None else message
    stem = form.__name__ if name is None else name
    if text is None:
        raise FormDefinitionError(form.__name__, (no_message(form.__name__), *name_faults(stem)))
    faults = [*message_faults(text), *name_faults(stem)]
    if faults:
        raise FormDefinitionError(form.__name__, tuple(faults))
    return text, stem


def name_faults(name: object) -> list[DefinitionFault]:
    """Return what is wrong with the name of an elicitation."""
    if isinstance(name, str) and re.fullmatch(ELICITATION_NAME, name):
        return []
    rule = (
        f"{shown(name)} cannot name an elicitation: a name is made of ASCII letters, digits, `.`, "
        "`_` and `-`."
    )
    return [DefinitionFault("", "", "name", rule, 'Pass such a name: `name="deploy"`.')]
