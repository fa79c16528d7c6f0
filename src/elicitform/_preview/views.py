"""What there is to show of a form: its fields, and what becomes of it in each client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from pydantic_core import to_jsonable_python

from elicitform._form.form import Form
from elicitform._wire.description import MultiSelectKind, SingleSelectKind
from elicitform._wire.revisions import LATEST_REVISION
from elicitform._wire.rules import phrase
from elicitform.exceptions import InvalidContent
from elicitform.schemas.clients.facts import known_facts
from elicitform.schemas.clients.report import asked_about
from elicitform.schemas.clients.shown import (
    NOT_ASKED,
    answered,
    clients_that_answer,
    shown_in,
    value_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elicitform._answers.outcomes import Accepted
    from elicitform._wire.description import Choice, FieldDescription
    from elicitform.schemas.clients.shown import FieldShown, FormShown, Told

FormOrSchema: TypeAlias = "type[Form] | dict[str, Any]"
"""A form, or a ``requestedSchema`` as `json.loads` makes it."""


class Value(NamedTuple):
    """A value of a field.

    Attributes:
        field: The name of the field.
        text: The value as JSON.
        nobody: Neither a person nor the author gave it: the client made it up.
    """

    field: str
    text: str
    nobody: bool = False


class Cell(NamedTuple):
    """Something that is known of a client, in words, and how: tried, read or presumed."""

    text: str
    how: str


class FieldView(NamedTuple):
    """A field as a client shows it; what the attributes mean is said at `FieldFacts`."""

    widget: Cell
    preselected: Cell
    cleared: Cell
    wrong: tuple[Cell, ...]


class ClientView(NamedTuple):
    """What becomes of a form in a client.

    Attributes:
        id: The client's short name.
        name: Its name.
        revision: The revision that the form is sent at.
        verdict: What becomes of the form as a whole, as a code; ``""`` where it is not known.
        means: That in words.
        how: How and when that was learned, such as ``tried 2026-11-30``.
        order: The names of the fields, in the order in which they are shown.
        fields: How each field is shown, by name, in the order of the form.
        sent: What accepting at once sends, or None where it sends no answer.
        instead: What happens where it sends none.
        read: What the form reads from it.
        refused: Why the form refuses it, fault by fault.
        consents: The boolean fields that come back true, though nobody touched them.
    """

    id: str
    name: str
    revision: str
    verdict: str
    means: str
    how: str
    order: tuple[str, ...]
    fields: Mapping[str, FieldView]
    sent: tuple[Value, ...] | None
    instead: str
    read: tuple[Value, ...]
    refused: tuple[str, ...]
    consents: tuple[str, ...]

    @property
    def reorders(self) -> bool:
        """Whether it shows the fields, and in another order than the form has."""
        return self.verdict in {"page", "questions"} and self.order != tuple(self.fields)


class DrawnField(NamedTuple):
    """A field of the form as it is drawn.

    Attributes:
        name: Its name on the wire.
        label: Its title, or else its name.
        help: Its description, or ``""``.
        takes: What it takes, in words.
        required: Whether it has to be answered.
        type: Its type on the wire.
        format: The format of a text, or ``""``.
        choices: What can be picked, with what is shown for each.
        default: What it shows before anybody has touched it, or None.
        fault: What is wrong with what was entered, or ``""``.
    """

    name: str
    label: str
    help: str
    takes: str
    required: bool
    type: str
    format: str
    choices: tuple[tuple[str, str], ...]
    default: Any
    fault: str = ""


class Preview(NamedTuple):
    """A form, drawn, with what becomes of it in each client.

    Attributes:
        form: The form itself.
        name: What it is called.
        message: What the person is asked; ``""`` where the class does not say.
        fields: Its fields.
        clients: What becomes of it in each client.
    """

    form: type[Form]
    name: str
    message: str
    fields: tuple[DrawnField, ...]
    clients: tuple[ClientView, ...]

    @property
    def consent(self) -> str:
        """Which clients send true for a box that nobody touched, as a sentence."""
        sends = [f"{one.id} ({', '.join(one.consents)})" for one in self.clients if one.consents]
        if sends:
            return f"True comes back for a box that nobody touched: {'; '.join(sends)}."
        if any(field.type == "Boolean" for field in self.fields):
            return "No client here sends true for a box that nobody touched."
        return ""


def preview_of(
    shown: FormOrSchema,
    *,
    name: str | None = None,
    revision: str | None = None,
    clients: Iterable[str] = (),
) -> Preview:
    """Return what there is to show of a form.

    Args:
        shown: The form, or its schema.
        name: What the form is called; by default as its class is.
        revision: The revision that it is sent at; see `client_report`.
        clients: The clients to show it in; by default those of which is known what they send.

    Raises:
        SchemaError: The schema is not valid at `revision`.
        RevisionError: `revision` is unknown, or older than the form can be expressed in.
        FormDefinitionError: The form is abstract, or awaits choices.
        UnknownClientError: There are no facts about a client of that name.
    """
    if isinstance(shown, dict):
        form = Form.from_requested_schema(shown, revision=revision or LATEST_REVISION)
    else:
        form = shown
    about = asked_about([*clients] or clients_that_answer())
    described = form.__elicit_form__
    return Preview(
        form,
        form.__name__ if name is None else name,
        described.message or "",
        drawn_fields(form),
        tuple(_client_view(form, one) for one in shown_in(shown, about, revision)),
    )


def drawn_fields(form: type[Form]) -> tuple[DrawnField, ...]:
    """Return the fields of a form as they are drawn."""
    return tuple(_drawn(field) for field in form.__elicit_form__.fields.values())


def _drawn(field: FieldDescription) -> DrawnField:
    kind = field.kind
    choices: tuple[Choice, ...] = ()
    if isinstance(kind, (SingleSelectKind, MultiSelectKind)):
        choices = kind.choices
    return DrawnField(
        field.name,
        field.title or field.name,
        field.description or "",
        phrase(kind),
        field.required,
        type(kind).__name__.removesuffix("Kind"),
        str(getattr(kind, "format", None) or ""),
        tuple((choice.value, choice.title or choice.value) for choice in choices),
        field.default,
    )


# --- in a client ------------------------------------------------------------------------------


def _client_view(form: type[Form], shown: FormShown) -> ClientView:
    result = answered(shown)
    content = (result or {}).get("content")
    made_up = {one.field.name for one in shown.fields if one.untouched.code != "default"}
    read, refused = ((), ()) if content is None else _read(form, content, made_up)
    source = shown.whole.verdict.source
    views = {one.field.name: _field_view(one) for one in shown.fields}
    return ClientView(
        shown.whole.client.id,
        shown.whole.client.name,
        shown.whole.revision,
        shown.whole.verdict.code,
        known_facts().verdicts.get(shown.whole.verdict.code, "What becomes of it is not known."),
        f"{source.how} {source.dated}" if source else "not known",
        tuple(one.field.name for one in shown.fields),
        {name: views[name] for name in shown.whole.names},
        None if content is None else _values(content, made_up),
        _instead(shown, result),
        read,
        refused,
        tuple(name for name, value in (content or {}).items() if value is True),
    )


def _instead(shown: FormShown, result: dict[str, Any] | None) -> str:
    """Return why accepting at once sends no answer; ``""`` where it does."""
    if result is not None:
        return "" if "content" in result else "declines the form"
    if shown.whole.verdict.code in NOT_ASKED:
        return "nobody is asked"
    waits = [
        f"{one.field.name}: {_ANSWERS[one.untouched.code]}{_PRESUMED.get(one.untouched.how, '')}"
        for one in shown.fields
        if one.untouched.code in _WAITS
    ]
    return "; ".join(waits)


def _read(
    form: type[Form], content: dict[str, Any], made_up: set[str]
) -> tuple[tuple[Value, ...], tuple[str, ...]]:
    """Return what the form reads from a content, or why it refuses that."""
    try:
        outcome = form.parse_response({"action": "accept", "content": content})
    except InvalidContent as error:
        if error.nothing_collected:
            return (), ("nothing was collected",)
        return (), tuple(f"{fault.field}: {fault.message}" for fault in error.faults)
    data, fields = cast("Accepted[Form]", outcome).data, form.__elicit_form__.fields
    given = {name for name, field in fields.items() if field.attribute in data.model_fields_set}
    return values_read(data, made_up & given & content.keys()), ()


def values_read(data: Form, made_up: set[str]) -> tuple[Value, ...]:
    """Return what a form has read, by field; `made_up` names what nobody gave."""
    fields = data.__elicit_form__.fields.items()
    read = {name: to_jsonable_python(getattr(data, field.attribute)) for name, field in fields}
    return _values(read, made_up)


def _values(content: Mapping[str, Any], made_up: set[str]) -> tuple[Value, ...]:
    return tuple(Value(name, _as_json(value), name in made_up) for name, value in content.items())


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- cells ------------------------------------------------------------------------------------

_WIDGETS = {
    "checkbox": "a check box",
    "checkboxes": "check boxes",
    "json-text": "text in JSON",
    "list": "a list",
    "none": "not shown",
    "number": "a number",
    "numbers": "a list, picked by numbers",
    "pills": "pills",
    "radio": "radio buttons",
    "select": "a menu",
    "text": "text",
    "": "not known",
}
_ANSWERS = {
    "nothing": "nothing",
    "omitted": "left out",
    "approval": "approved as {}",
    "stuck": "has to be answered",
    "asked-again": "is asked again",
    "declines": "declines the form",
    "ends-call": "ends the request",
    "": "not known",
}
_PRESUMED = {"presumed": " (presumed)"}
_WAITS = frozenset({"stuck", "asked-again", "ends-call"})
_ENTRIES = {
    "stopped": "stopped",
    "clamped": "clamped",
    "cut": "cut off",
    "misread": "changed",
    "ends-call": "ends the request",
    "sent": "sent as it is",
    "": "not known",
}


def _field_view(shown: FieldShown) -> FieldView:
    def answer(told: Told) -> Cell:
        said = _ANSWERS.get(told.code)
        return Cell(said or _as_json(*value_of(told.code, shown.field)), told.how)

    return FieldView(
        Cell(_WIDGETS[shown.widget.code], shown.widget.how),
        answer(shown.preselected),
        answer(shown.cleared),
        tuple(Cell(_ENTRIES[one.code], one.how) for one in shown.wrong),
    )
