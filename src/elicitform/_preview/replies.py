"""A form that was filled in on the served page: what a client would send, and what comes of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform._answers.outcomes import Accepted
from elicitform._preview.views import drawn_fields, values_read
from elicitform.exceptions import InvalidContent, MalformedResponse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elicitform._preview.views import DrawnField, Preview, Value


class Reply(NamedTuple):
    """What came of a form that was sent.

    Attributes:
        number: The place of the form on the page, from 1 on.
        fields: Its fields, with what was entered and what is wrong with it.
        sent: The ElicitResult, as JSON.
        verdict: What the form makes of it.
        read: What it reads, by field.
        message: What the form that asks again asks.
        again: The fields of that form; none where it is not asked again.
    """

    number: int
    fields: tuple[DrawnField, ...]
    sent: str
    verdict: str
    read: tuple[Value, ...] = ()
    message: str = ""
    again: tuple[DrawnField, ...] = ()


def reply_to(preview: Preview, number: int, entered: Mapping[str, Sequence[str]]) -> Reply:
    """Read what was entered on the page as the form reads a client's answer.

    Args:
        preview: The form.
        number: Its place on the page.
        entered: The fields of the page by name, as `urllib.parse.parse_qs` returns them.
    """
    said = {
        field.name: list(entered.get(f"f{place}", ()))
        for place, field in enumerate(preview.fields, 1)
    }
    action = next(iter(entered.get("action", ())), "accept")
    result: dict[str, Any] = {"action": action}
    if action == "accept":
        result["content"] = _content(preview.fields, said)
    shown = tuple(
        field._replace(default=_shown(field, said[field.name])) for field in preview.fields
    )
    reply = Reply(number, shown, json.dumps(result, ensure_ascii=False), "")
    return _judged(preview, reply, result)


def _judged(preview: Preview, reply: Reply, result: dict[str, Any]) -> Reply:
    try:
        outcome = preview.form.parse_response(result)
    except InvalidContent as error:
        return _refused(preview, reply, error)
    except MalformedResponse as error:
        return reply._replace(verdict=str(error))
    if isinstance(outcome, Accepted):
        return reply._replace(verdict="The form takes it.", read=values_read(outcome.data, set()))
    return reply._replace(verdict=f"Nothing is read: the answer is {outcome.action}.")


def _refused(preview: Preview, reply: Reply, error: InvalidContent) -> Reply:
    faults = {fault.field: fault.message for fault in error.faults}
    fields = tuple(one._replace(fault=faults.get(one.name, "")) for one in reply.fields)
    reply = reply._replace(fields=fields, verdict="The form refuses it.")
    if error.nothing_collected:
        return reply._replace(
            verdict="The form refuses it: nothing was collected, so it is not asked again."
        )
    again = preview.form.asking_again(error, preview.message or f"{preview.name}:")
    message = again.__elicit_form__.message or ""
    return reply._replace(message=message, again=drawn_fields(again))


def _content(fields: Sequence[DrawnField], said: Mapping[str, list[str]]) -> dict[str, Any]:
    """Return the content as a good client sends it: what was left blank is left out."""
    content: dict[str, Any] = {}
    for field in fields:
        texts = said[field.name]
        if field.type == "Boolean":
            content[field.name] = bool(texts)
        elif field.type == "MultiSelect":
            content |= {field.name: texts} if texts else {}
        elif texts and texts[0]:
            is_number = field.type in {"Integer", "Number"}
            content[field.name] = _number(texts[0]) if is_number else texts[0]
    return content


def _number(text: str) -> float | str:
    """Return a number as JSON has it, and anything else as it was typed."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if type(value) in {int, float} else text


def _shown(field: DrawnField, texts: list[str]) -> Any:
    if field.type == "Boolean":
        return bool(texts)
    return texts if field.type == "MultiSelect" else next(iter(texts), "")
