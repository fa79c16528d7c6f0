"""Rounds in plain dicts, and the forms that need no class."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, TypeAdapter, create_model

import elicitform
from elicitform import (
    REVISIONS,
    Accepted,
    Cancelled,
    Confirmation,
    Declined,
    Form,
    Format,
    FormDefinitionError,
    InvalidContent,
    InvalidOutcome,
    LateChoice,
    MalformedResponse,
    MultiSelect,
    Unanswered,
    form_of,
    input_requests,
    read_responses,
)
from tests.support.declared import Color, refused


class Deploy(Form):
    environment: Literal["staging", "production"]


ACCEPT = {"action": "accept", "content": {"environment": "staging"}}


# --- rounds -----------------------------------------------------------------------------------


def test_requests_are_those_of_the_protocol() -> None:
    assert input_requests({"deploy": (Deploy, "Where to?")}) == {
        "deploy": {
            "method": "elicitation/create",
            "params": Deploy.elicit_params("Where to?", "2026-07-28"),
        }
    }


def test_a_form_that_asks_again_is_a_question_by_itself() -> None:
    with pytest.raises(InvalidContent) as caught:
        Deploy.validate_content({"environment": "test"})
    again = Deploy.asking_again(caught.value)
    assert input_requests({"deploy": again})["deploy"]["params"] == again.elicit_params()


def test_params_of_a_request_are_a_question_as_well() -> None:
    params = Deploy.elicit_params("Where to?")
    requests = input_requests({"deploy": params})
    assert requests["deploy"]["params"] == params
    requests["deploy"]["params"].clear()
    assert params


def test_a_form_alone_is_asked_with_the_message_of_its_class() -> None:
    class Sure(Form, message="Are you sure?"):
        yes: bool

    requests = input_requests({"sure": Sure, "count": (form_of(int), "How many?")})
    messages = {key: request["params"]["message"] for key, request in requests.items()}
    assert messages == {"sure": "Are you sure?", "count": "How many?"}
    with pytest.raises(FormDefinitionError, match="no-message"):
        input_requests({"count": form_of(int)})


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ((Deploy,), "no message"),
        ((), "a tuple of nothing"),
        ((Deploy, "Where to?", "2026-07-28"), "a tuple of FormMeta, str, str"),
        (("Where to?", Deploy), "a tuple of str, FormMeta"),
        ("Where to?", "of type str"),
        (None, "of type NoneType"),
        ({"method": "elicitation/create", "params": {}}, "a dict without requestedSchema"),
    ],
)
def test_what_is_no_question_is_told_with_its_key(question: Any, given: str) -> None:
    with pytest.raises((TypeError, FormDefinitionError)) as caught:
        input_requests({"deploy": question})
    assert given == "no message" or f"the question 'deploy' is {given}; it is" in str(caught.value)


def test_text_is_no_response() -> None:
    with pytest.raises(MalformedResponse, match="the response is text, and not an object"):
        read_responses({"deploy": Deploy}, {"deploy": '{"action": "decline"}'})


def test_what_is_malformed_is_told_with_its_key() -> None:
    with pytest.raises(MalformedResponse) as caught:
        read_responses({"deploy": Deploy}, {"deploy": {"action": "x"}})
    assert str(caught.value).startswith("inputResponses['deploy']: the response is no ElicitResult")


def test_a_single_value_is_an_outcome_as_well() -> None:
    responses = {"count": {"action": "accept", "content": {"value": 3}}}
    assert read_responses({"count": form_of(int)}, responses) == {"count": Accepted(3)}


def test_a_form_that_cannot_be_asked_is_no_question() -> None:
    class Base(Form, abstract=True):
        pass

    with pytest.raises(FormDefinitionError, match="abstract"):
        input_requests({"base": (Base, "?")})


def test_each_key_gets_one_outcome() -> None:
    forms = dict.fromkeys(["yes", "no", "away", "wrong", "not yet"], Deploy)
    outcomes = read_responses(
        forms,
        {
            "stranger": "anything",
            "wrong": {"action": "accept", "content": {"environment": "test"}},
            "away": {"action": "cancel"},
            "no": {"action": "decline", "content": None},
            "yes": ACCEPT,
        },
    )
    assert list(outcomes) == list(forms)
    assert {key: type(outcome) for key, outcome in outcomes.items()} == {
        "yes": Accepted,
        "no": Declined,
        "away": Cancelled,
        "wrong": InvalidOutcome,
        "not yet": Unanswered,
    }
    assert [key for key, outcome in outcomes.items() if outcome] == ["yes"]
    wrong = outcomes["wrong"]
    assert isinstance(wrong, InvalidOutcome)
    again = Deploy.asking_again(wrong.error)
    assert again.elicit_params()["message"].endswith("must be one of staging, production")
    assert not hasattr(wrong, "data")
    assert not hasattr(outcomes["not yet"], "data")


@pytest.mark.parametrize("responses", [None, {}])
def test_a_first_round_has_no_answers(responses: Any) -> None:
    assert read_responses({"deploy": Deploy}, responses) == {"deploy": Unanswered()}


@pytest.mark.parametrize("responses", ["{}", [], 3, {"deploy": None}, {"deploy": {"action": "x"}}])
def test_what_is_no_response_is_malformed(responses: Any) -> None:
    with pytest.raises(MalformedResponse):
        read_responses({"deploy": Deploy}, responses)


def test_strictness_is_handed_on() -> None:
    class Note(Form):
        note: str | None = None

    responses = {"note": {"action": "accept", "content": {"note": None}}}
    assert isinstance(read_responses({"note": Note}, responses)["note"], Accepted)
    assert isinstance(
        read_responses({"note": Note}, responses, strict=True)["note"], InvalidOutcome
    )


# --- ready forms ------------------------------------------------------------------------------


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_confirmation_fails_closed(revision: str) -> None:
    assert Confirmation.requested_schema(revision) == {
        "type": "object",
        "properties": {"confirm": {"type": "boolean", "title": "Confirm", "default": False}},
    }
    for content in (None, {}, {"confirm": False}, {"confirm": None}):
        outcome = Confirmation.parse_response({"action": "accept", "content": content})
        assert outcome
        assert outcome.data.confirm is False
    outcome = Confirmation.parse_response({"action": "accept", "content": {"confirm": True}})
    assert outcome
    assert outcome.data.confirm is True


def test_a_confirmation_says_what_it_confirms() -> None:
    form = Confirmation.with_text(confirm={"title": "Delete 3 files"})
    assert form.requested_schema()["properties"]["confirm"]["title"] == "Delete 3 files"


def test_a_single_value_is_handed_back_as_it_is() -> None:
    count = form_of(int, title="How many?", ge=1)
    assert count.requested_schema() == {
        "type": "object",
        "properties": {"value": {"type": "integer", "title": "How many?", "minimum": 1}},
        "required": ["value"],
    }
    assert count.protocol_revisions() == REVISIONS
    assert count.elicit_params("?", "2025-06-18") == {
        "message": "?",
        "requestedSchema": count.requested_schema("2025-06-18"),
    }
    assert count.validate_content({"value": 3.0}) == 3
    assert count.parse_response({"action": "accept", "content": {"value": 3}}) == Accepted(3)
    assert count.parse_response({"action": "decline"}) == Declined()
    assert count.parse_response({"action": "cancel"}) == Cancelled()
    with pytest.raises(InvalidContent) as caught:
        count.parse_response({"action": "accept", "content": {"value": 0}})
    again = count.asking_again(caught.value)
    assert again.elicit_params()["message"].endswith("How many? must be a whole number, at least 1")
    assert repr(count) == "<form_of <class 'int'>>"


@pytest.mark.parametrize(
    ("annotation", "answer", "value"),
    [
        (str, "x", "x"),
        (bool, True, True),
        (float, 1, 1.0),
        (Color, "red", Color.RED),
        (Literal["a", "b"], "a", "a"),
        (date, "2026-01-31", date(2026, 1, 31)),
        (Annotated[str, Format("email")], "ann@example.com", "ann@example.com"),
        (Annotated[int, Field(ge=2)], 2, 2),
    ],
)
def test_a_single_value_is_whatever_a_field_can_be(
    annotation: Any, answer: Any, value: Any
) -> None:
    assert form_of(annotation).validate_content({"value": answer}) == value


def test_a_single_value_can_have_a_default_and_bounds() -> None:
    text = form_of(str, default="x", min_length=1, max_length=3, description="Say it")
    assert text.validate_content({}) == "x"
    assert text.requested_schema()["properties"]["value"] == {
        "type": "string",
        "title": "Value",
        "description": "Say it",
        "minLength": 1,
        "maxLength": 3,
        "default": "x",
    }


def test_a_single_value_can_be_several_choices() -> None:
    tags = form_of(MultiSelect[Literal["a", "b"]], since="2025-11-25")
    assert tags.validate_content({"value": ["b"]}) == ["b"]


def test_a_single_value_can_be_specialised() -> None:
    branch = form_of(LateChoice, message="Which branch?")
    ready = branch.with_choices(["main", "dev"]).with_default("dev").with_text(title="Branch")
    assert ready.elicit_params()["message"] == "Which branch?"
    assert ready.requested_schema()["properties"]["value"] == {
        "type": "string",
        "title": "Branch",
        "enum": ["main", "dev"],
        "default": "dev",
    }
    assert ready.validate_content({}) == "dev"


def test_a_single_value_can_be_asked_again() -> None:
    count = form_of(int, ge=1)
    with pytest.raises(InvalidContent) as caught:
        count.validate_content({"value": 0})
    again = count.asking_again(caught.value, "How many?", revision="2025-06-18")
    assert again.elicit_params(revision="2025-06-18")["message"].startswith("How many?\n")
    assert again.validate_content({"value": 3}) == 3


def test_what_form_of_returns_says_that_it_is_not_a_model() -> None:
    count: Any = form_of(int)
    for take_for_a_model in (
        lambda: TypeAdapter(count),  # as FastMCP does
        lambda: count.model_json_schema(schema_generator=None),  # as the official SDK does
        lambda: create_model("Outer", count=(count, ...)),
    ):
        with pytest.raises(TypeError, match=r"is not a model: pass its `\.form` to an SDK"):
            take_for_a_model()
    assert TypeAdapter(count.form).validate_python({"value": 3}).value == 3


@pytest.mark.parametrize("keyword", ["alias", "validation_alias", "serialization_alias"])
def test_the_field_of_a_single_value_has_one_name(keyword: str) -> None:
    names: Any = {keyword: "size"}
    with refused() as faults:
        form_of(int, **names)
    assert [(fault.field, fault.code) for fault in faults] == [("value", "name")]


def test_a_single_value_passes_the_same_gate() -> None:
    with pytest.raises(FormDefinitionError, match=re.escape("value: list[str]")):
        form_of(list[str])


# --- the door ---------------------------------------------------------------------------------


def test_the_door_offers_what_it_imports_late() -> None:
    assert set(elicitform.__all__) <= set(dir(elicitform))
    for name in elicitform.__all__:
        assert getattr(elicitform, name)
    with pytest.raises(AttributeError, match="has no attribute 'Froms'"):
        _ = elicitform.Froms
