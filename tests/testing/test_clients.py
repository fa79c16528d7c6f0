"""What each client sends where nobody answers, for tests of servers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from pydantic import Field

from elicitform import Form, MultiSelect
from elicitform.exceptions import FormDefinitionError, UnknownClientError
from elicitform.testing import CLIENTS, answers, cleared, untouched
from tests.support.strategies import forms
from tests.support.trying import trying


class Consent(Form):
    note: str | None = None
    plan: Literal["free", "paid"]
    agree: bool


class Wire(Form):
    note_: Annotated[str | None, Field(alias="note")] = None


class Tags(Form, since="2025-11-25"):
    tags: MultiSelect[Literal["a", "b"]]


def accepted(**content: Any) -> dict[str, Any]:
    return {"action": "accept", "content": content}


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        ("codex", accepted(plan="free", agree=True)),
        ("fast-agent", accepted(plan="free", agree=False)),
        ("inspector", None),
        ("mcp-use", None),
        ("typescript-sdk", accepted()),
    ],
)
def test_a_bare_enter_sends_this(client: str, expected: Any) -> None:
    result = untouched(Consent, client)
    assert result == expected


def test_a_form_that_cannot_be_sent_to_a_client_comes_back_with_nothing() -> None:
    assert untouched(Tags, "codex") is None
    assert untouched(Tags, "mcpjam") == accepted(tags=[])


def test_a_field_is_cleared_by_either_of_its_names() -> None:
    assert cleared(Wire, "inspector", "note") == accepted(note="")
    assert cleared(Wire, "inspector", "note_") == accepted(note="")
    assert untouched(Wire, "inspector") == accepted()


def test_mistakes_are_told() -> None:
    with pytest.raises(UnknownClientError, match="a client 'cline'; known are inspector"):
        untouched(Consent, "cline")
    with pytest.raises(TypeError, match="Consent has no field 'notes'"):
        cleared(Consent, "codex", "notes")
    with pytest.raises(TypeError, match="write a class derived from Form"):
        untouched(Consent(plan="free", agree=True), "codex")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(FormDefinitionError):
        untouched(Form, "codex")


def test_the_clients_are_named_once() -> None:
    assert len(CLIENTS) == len(set(CLIENTS))
    assert {"inspector", "mcpdo", "codex", "mcp-use"} < set(CLIENTS)


@trying
@given(forms())
def test_what_is_sent_has_the_fields_of_the_form_and_is_fresh(form: Any) -> None:
    for client in CLIENTS:
        result = untouched(form, client)
        if result is not None:
            assert set(result.get("content", {})) <= set(form.requested_schema()["properties"])
            assert result is not untouched(form, client)


@pytest.mark.parametrize("client", ["codex", "fast-agent"])
def test_answers_are_drawn_from_them(client: str) -> None:
    result = untouched(Consent, client)
    assert result is not None
    found = find(
        answers(Consent), lambda one: one == result["content"], settings=settings(database=None)
    )
    changed: Any = found
    changed["plan"] = "changed"
    assert untouched(Consent, client) == result


def test_values_of_ones_own_stand_in_for_what_clients_send() -> None:
    @settings(database=None, max_examples=50)
    @given(answers(Consent, values={"plan": st.just("paid")}))
    def drawn(content: Any) -> None:
        assert content["plan"] == "paid"

    drawn()
