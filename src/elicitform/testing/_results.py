"""ElicitResults as a client would send them, made from Python values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform.exceptions import InvalidContent
from elicitform.testing._forms import as_json, by_wire_name

if TYPE_CHECKING:
    from elicitform._form.form import Form

_ABSENT: Any = object()


def accept(form: type[Form], /, **values: object) -> dict[str, Any]:
    """Return an accepted ElicitResult whose content the form takes.

    The form reads the content before it is returned, so that a mistake in a test is not taken for a
    refusal by the server. For an answer that is wrong on purpose, use `accept_content`.

    Args:
        form: The form that is answered.
        **values: The answers, each by the field's Python name or by its name on the wire. Enum
            members, dates, datetimes and URLs become their JSON values; None becomes null, which
            leaves an optional field open, as not naming it does.

    Returns:
        ``{"action": "accept", "content": {…}}``, a fresh dict.

    Raises:
        TypeError: No field has a name, or a field is given twice.
        ValueError: The form does not take the answer; the text says why, field by field.

    Example:
        >>> accept(Deploy, environment="staging", day=date(2026, 1, 31))
        {'action': 'accept', 'content': {'environment': 'staging', 'day': '2026-01-31'}}
    """
    content = {name: as_json(value) for name, value in by_wire_name(form, values).items()}
    try:
        form.validate_content(content)
    except InvalidContent as error:
        problem = str(error)
    else:
        return accept_content(content)
    raise ValueError(f"{problem}\nTo send a bad answer on purpose, write `accept_content({{…}})`.")


def accept_content(content: object = _ABSENT) -> dict[str, Any]:
    """Return an accepted ElicitResult with any content, right or wrong, or with none at all.

    Args:
        content: The content as it is on the wire. Left out, the result has no ``content``, which is
            what clients send that approve without showing the fields.

    Returns:
        ``{"action": "accept", "content": content}``, or without ``content``.

    Example:
        >>> accept_content({"environment": "staging", "replicas": "three"})
    """
    return {"action": "accept"} if content is _ABSENT else {"action": "accept", "content": content}


def decline() -> dict[str, Any]:
    """Return the ElicitResult of a person who declines, or of a client that does it for them."""
    return {"action": "decline"}


def cancel() -> dict[str, Any]:
    """Return the ElicitResult of a person who dismisses the form without answering."""
    return {"action": "cancel"}
