"""A form that was filled in on the served page: what is sent, and what comes of it."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from elicitform import Form, MultiSelect
from elicitform._preview.replies import Reply, reply_to
from elicitform._preview.views import Value, preview_of
from tests.support.strategies import forms
from tests.support.trying import trying


class Deploy(Form, message="Deploy to where?", since="2025-11-25"):
    environment: Literal["staging", "production"]
    tags: MultiSelect[Literal["a", "b"]] | None = None
    replicas: int = Field(default=1, ge=1, le=10)
    share: float | None = None
    note: str | None = None
    confirm: bool


def reply(**entered: str | list[str]) -> Reply:
    """Fill the form in; fields are called by their places, from 1 on."""
    lists = {name: one if isinstance(one, list) else [one] for name, one in entered.items()}
    return reply_to(preview_of(Deploy, clients=["codex"]), 1, lists)


def content(**entered: str | list[str]) -> Any:
    return json.loads(reply(**entered).sent)["content"]


def test_what_was_left_blank_is_left_out() -> None:
    assert content() == content(f1="", f3="", f5="") == {"confirm": False}


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("1e2", 100.0), ("2.5", 2.5), ("three", "three"), ("true", "true"), ("[" * 9_999, "[" * 9_999)],
)  # fmt: skip
def test_numbers_are_sent_as_numbers_and_the_rest_as_it_was_typed(text: str, value: object) -> None:
    assert content(f3=text)["replicas"] == content(f4=text)["share"] == value


def test_a_good_answer_is_taken() -> None:
    answered = reply(f1="staging", f2=["a", "b"], f3="2", f5="soon", f6="on", action="accept")
    assert answered.verdict == "The form takes it."
    assert Value("tags", '["a", "b"]') in answered.read
    assert (answered.again, answered.message) == ((), "")
    assert [field.default for field in answered.fields] == ["staging", ["a", "b"], "2", "", "soon", True]  # fmt: skip


def test_faults_stand_beside_their_fields_and_the_form_asks_again() -> None:
    answered = reply(f1="staging", f3="40", f6="on")
    assert answered.verdict == "The form refuses it."
    assert {field.name: field.fault for field in answered.fields if field.fault} == {
        "replicas": "must be a whole number from 1 to 10"
    }
    assert answered.message.startswith("Deploy to where?")
    assert "Replicas" in answered.message
    assert answered.again[0].default == "staging"
    assert answered.read == ()


def test_where_nothing_was_collected_it_is_not_asked_again() -> None:
    class Name(Form):
        name: str

    answered = reply_to(preview_of(Name), 1, {})
    assert "nothing was collected" in answered.verdict
    assert answered.again == ()


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_refusal_reads_nothing(action: str) -> None:
    answered = reply(f1="staging", action=action)
    assert json.loads(answered.sent) == {"action": action}
    assert answered.verdict == f"Nothing is read: the answer is {action}."


def test_another_action_is_told() -> None:
    assert "action" in reply(action="explode").verdict


@trying
@given(
    forms(), st.dictionaries(st.sampled_from(["f1", "f2", "f3"]), st.lists(st.text(), max_size=3))
)
def test_whatever_is_entered_gets_a_verdict(form: Any, entered: dict[str, list[str]]) -> None:
    assert reply_to(preview_of(form, clients=["codex"]), 1, entered).verdict
