"""A form as each client shows it, and what that client sends where nobody answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from pydantic import Field

from elicitform import Form, MultiSelect, Titles
from elicitform.schemas.clients.facts import known_facts
from elicitform.schemas.clients.report import asked_about, known_clients
from elicitform.schemas.clients.shown import FormShown, answered, clients_that_answer, shown_in
from tests.support.strategies import forms
from tests.support.trying import trying

TITLED = [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]
TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
BOX = {"type": "boolean"}
CHOICE = {"type": "string", "enum": ["s", "l"]}
PICKS = {"type": "array", "items": CHOICE}


def shown(form: Any, client: str, revision: str | None = None) -> FormShown:
    (one,) = shown_in(form, asked_about([client]), revision)
    return one


def one_field(definition: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": {"f": definition}}
    return {**schema, "required": ["f"]} if required else schema


def sent(definition: dict[str, Any], client: str, *, required: bool = False) -> Any:
    """Return what comes back for one field that nobody touches, or why nothing does."""
    result = answered(shown(one_field(definition, required=required), client))
    if result is None or result["action"] != "accept":
        return result and result["action"]
    return result["content"].get("f", "left out")


OMITTED = "left out"

# What was seen of each client, in the order of `TRIED`; None is a form that cannot be sent.
TRIED = ("inspector", "mcpdo", "fast-agent", "codex", "fastmcp-cli", "mcpjam", "mcp-use")
SEEN: list[tuple[str, dict[str, Any], bool, tuple[Any, ...]]] = [
    ("optional text", TEXT, False, (OMITTED, OMITTED, OMITTED, OMITTED, OMITTED, OMITTED, "")),
    ("required text", TEXT, True, (None, "", None, None, "", None, None)),
    ("required number", NUMBER, True, (None, None, None, OMITTED, None, None, None)),
    ("required choice of several", PICKS, True, (None, [], None, OMITTED, None, [], [])),
    ("required boolean", BOX, True, (None, None, False, True, None, None, False)),
    ("optional boolean", BOX, False, (OMITTED, OMITTED, False, True, OMITTED, False, False)),
    ("a box shown ticked", {**BOX, "default": True}, False, (True, True, True, True, OMITTED, False, True)),
    ("required choice", CHOICE, True, (None, None, "s", "s", None, "s", None)),
    ("optional choice", CHOICE, False, (OMITTED, OMITTED, "s", OMITTED, OMITTED, "s", "")),
    ("choice with a default", {**CHOICE, "default": "l"}, False, ("l", "l", "l", OMITTED, OMITTED, "s", "l")),
    ("titled choice", {**TEXT, "oneOf": TITLED}, False, (OMITTED, OMITTED, "s", OMITTED, OMITTED, OMITTED, "")),
    ("optional number", NUMBER, False, (OMITTED, OMITTED, OMITTED, OMITTED, OMITTED, OMITTED, 0)),
    ("number out of bounds", {**NUMBER, "minimum": 1}, False, (OMITTED, OMITTED, OMITTED, OMITTED, OMITTED, OMITTED, 0)),
    ("choice of several", PICKS, False, (OMITTED, OMITTED, [], OMITTED, OMITTED, [], [])),
]  # fmt: skip


@pytest.mark.parametrize(
    ("definition", "required", "client", "expected"),
    [
        pytest.param(definition, required, client, value, id=f"{name}, {client}")
        for name, definition, required, values in SEEN
        for client, value in zip(TRIED, values, strict=True)
    ],
)
def test_what_comes_back_untouched_is_what_was_seen(
    definition: dict[str, Any], required: bool, client: str, expected: Any
) -> None:
    assert sent(definition, client, required=required) == expected


def test_goose_sends_the_least_number_and_declines_where_something_is_missing() -> None:
    assert sent({**NUMBER, "minimum": 3}, "goose-desktop") == 3
    assert sent(NUMBER, "goose-desktop") == 0
    assert sent(TEXT, "goose-cli", required=True) == "decline"


@pytest.mark.parametrize(
    ("definition", "client", "expected"),
    [
        (TEXT, "inspector", {"f": ""}),
        (NUMBER, "inspector", None),
        (CHOICE, "inspector", None),
        (PICKS, "inspector", {"f": []}),
        ({**TEXT, "default": "x"}, "mcpdo", {"f": "x"}),
        ({**NUMBER, "maximum": 9}, "mcp-use", {"f": ""}),
        (NUMBER, "vscode-quick-pick", {"f": None}),
        (NUMBER, "codex", {}),
        (TEXT, "fast-agent", {}),
        ({**PICKS, "default": ["s"]}, "fast-agent", {"f": []}),
    ],
)
def test_what_is_cleared_comes_back_like_this(
    definition: dict[str, Any], client: str, expected: Any
) -> None:
    result = answered(shown(one_field(definition), client), "f")
    assert result == (None if expected is None else {"action": "accept", "content": expected})


def test_only_the_field_that_is_cleared_comes_back_so() -> None:
    schema = {"type": "object", "properties": {"a": TEXT, "b": TEXT, "c": {**TEXT, "default": "x"}}}
    result = answered(shown(schema, "inspector"), "b")
    assert result == {"action": "accept", "content": {"b": "", "c": "x"}}


class Tags(Form, since="2025-11-25"):
    tags: MultiSelect[Literal["a", "b"]]


class Deploy(Form):
    name: str
    confirm: bool = Field(description="Go ahead")


@pytest.mark.parametrize(
    ("form", "client", "revision", "verdict"),
    [
        (Deploy, "inspector", None, "page"),
        (Deploy, "mcpdo", None, "questions"),
        (Deploy, "claude-code", None, ""),
        (Deploy, "cline", None, "no-forms"),
        (Deploy, "inspector-tui", None, "no-forms"),
        (Tags, "codex", None, "unsendable"),
        (Tags, "codex", "2025-11-25", "approval"),
        (one_field({**NUMBER, "maximum": 2**40}), "kotlin-sdk", None, "refused"),
    ],
)
def test_the_verdict_is_about_the_whole_form(
    form: Any, client: str, revision: str | None, verdict: str
) -> None:
    one = shown(form, client, revision)
    assert one.whole.verdict.code == verdict
    assert bool(one.whole.verdict.source) == bool(verdict)
    if verdict in {"no-forms", "unsendable", "refused"}:
        assert answered(one) is None


def test_codex_asks_in_alphabetical_order() -> None:
    assert [one.field.name for one in shown(Deploy, "codex").fields] == ["confirm", "name"]
    assert [one.field.name for one in shown(Deploy, "inspector").fields] == ["name", "confirm"]


def test_every_answer_says_whether_it_was_tried() -> None:
    (name, confirm) = shown(Deploy, "inspector").fields
    assert (name.untouched.code, name.untouched.how) == ("stuck", "tried")
    assert (confirm.untouched.code, confirm.untouched.how) == ("stuck", "tried")
    (name, _) = shown(Deploy, "codex").fields[::-1]
    assert (name.untouched.code, name.untouched.how) == ("stuck", "read")
    assert (confirm.cleared.code, confirm.cleared.how) == ("stuck", "presumed")


def test_a_wrong_entry_can_fare_in_several_ways() -> None:
    bounded = {**TEXT, "minLength": 1, "maxLength": 9}
    (field,) = shown(one_field(bounded), "inspector").fields
    assert [one.code for one in field.wrong] == ["cut", "stopped"]
    (field,) = shown(one_field(TEXT), "inspector").fields
    assert [one.code for one in field.wrong] == [""]


def test_the_clients_that_answer_are_those_that_show_forms() -> None:
    assert set(TRIED) < set(clients_that_answer())
    assert set(clients_that_answer()) <= {client.id for client in known_clients() if client.asks}


def test_what_comes_back_is_the_callers_to_change() -> None:
    form = shown(one_field({**PICKS, "default": ["s"]}), "inspector")
    result = answered(form)
    assert result is not None
    result["content"]["f"].append("l")
    assert answered(form) == {"action": "accept", "content": {"f": ["s"]}}


@trying
@given(forms())
def test_every_form_is_shown_in_every_client(form: Any) -> None:
    for one in shown_in(form, known_clients()):
        names = {field.field.name for field in one.fields}
        assert one.whole.verdict.code in {"", *known_facts().verdicts}
        for cleared in ("", *names):
            result = answered(one, cleared)
            assert result is None or set(result.get("content", {})) <= names


def test_titles_do_not_come_back() -> None:
    class Sized(Form):
        size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]

    assert answered(shown(Sized, "fast-agent")) == {"action": "accept", "content": {"size": "s"}}
