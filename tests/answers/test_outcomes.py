"""An ElicitResult, in whatever clothes it comes, becomes one of three outcomes or an error."""

from __future__ import annotations

import copy
import json
import pickle
from collections import UserDict
from enum import Enum
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from pydantic import Field, ValidationError

from elicitform import (
    Accepted,
    Cancelled,
    Declined,
    Form,
    InvalidContent,
    MalformedResponse,
)
from elicitform._answers.outcomes import member


class Deploy(Form):
    environment: Literal["staging", "production"]
    replicas: int = Field(default=1, ge=1, le=10)
    confirm: bool


CONTENT = {"environment": "staging", "confirm": False}
ANSWER = Deploy(environment="staging", replicas=1, confirm=False)


@pytest.mark.parametrize(
    "result",
    [
        {"action": "accept", "content": CONTENT},
        UserDict({"action": "accept", "content": CONTENT}),
        json.dumps({"action": "accept", "content": CONTENT}),
        json.dumps({"action": "accept", "content": CONTENT}).encode(),
        bytearray(b'{"action": "accept", "content": {"environment": "staging", "confirm": false}}'),
        SimpleNamespace(action="accept", content=CONTENT),
        {"action": "accept", "content": CONTENT, "_meta": {"a": 1}},
    ],
)
def test_a_good_answer_is_accepted(result: Any) -> None:
    outcome = Deploy.parse_response(result)
    assert outcome == Accepted(ANSWER)
    assert outcome.action == "accept"
    assert outcome.data.environment == "staging"


@pytest.mark.parametrize(("action", "kind"), [("decline", Declined), ("cancel", Cancelled)])
@pytest.mark.parametrize("content", [..., None, {}, CONTENT, [], "text", 3])
def test_a_refusal_is_a_refusal_whatever_its_content(action: str, kind: type, content: Any) -> None:
    result = {"action": action} if content is ... else {"action": action, "content": content}
    outcome = Deploy.parse_response(result)
    assert type(outcome) is kind
    assert outcome.action == action
    assert not hasattr(outcome, "data")


def test_a_refusal_needs_no_content_attribute() -> None:
    assert Deploy.parse_response(SimpleNamespace(action="decline")) == Declined()


def test_only_an_accepted_answer_is_true() -> None:
    assert Accepted(ANSWER)
    assert Accepted(None)
    assert not Declined()
    assert not Cancelled()


def test_outcomes_can_be_matched_and_cannot_be_changed() -> None:
    match Deploy.parse_response({"action": "accept", "content": CONTENT}):
        case Accepted(data):
            assert data == ANSWER
        case other:
            pytest.fail(f"{other}")
    with pytest.raises(AttributeError):
        setattr(Declined(), "action", "accept")  # noqa: B010  (checkers refuse the plain spelling)
    assert len({Declined(), Declined(), Cancelled()}) == 2


class Action(str, Enum):
    ACCEPT = "accept"


class Silent:
    action = None


@pytest.mark.parametrize(
    "result",
    [
        None,
        {},
        [],
        3,
        "",
        "{",
        "[1]",
        b"\xff",
        "[" * 100_000,
        "1" * 10_000,
        '{"action": "yes"}',
        {"action": "accepted"},
        {"action": "Accept"},
        {"action": None},
        {"action": ["accept"]},
        {"content": CONTENT},
        CONTENT,
        Silent(),
        ANSWER,
        Accepted,
    ],
)
def test_anything_else_is_malformed(result: Any) -> None:
    with pytest.raises(MalformedResponse) as caught:
        Deploy.parse_response(result)
    assert caught.value.form == "Deploy"
    assert len(str(caught.value)) < 200


def test_an_accept_without_a_content_attribute_is_malformed() -> None:
    with pytest.raises(MalformedResponse, match="no attribute `content`"):
        Deploy.parse_response(SimpleNamespace(action="accept", data=ANSWER))


@pytest.mark.parametrize("content", [[], "text", 3, ANSWER])
def test_accepted_content_that_is_no_object_is_malformed(content: Any) -> None:
    with pytest.raises(MalformedResponse, match="not an object"):
        Deploy.parse_response({"action": "accept", "content": content})


@pytest.mark.parametrize("result", [{"action": "accept"}, {"action": "accept", "content": None}])
def test_an_accept_without_content_collected_nothing(result: Any) -> None:
    with pytest.raises(InvalidContent) as caught:
        Deploy.parse_response(result)
    assert caught.value.nothing_collected


def test_strict_is_handed_on() -> None:
    class Optional(Form):
        note: str | None = None

    result = {"action": "accept", "content": {"note": None}}
    assert Optional.parse_response(result) == Accepted(Optional())
    with pytest.raises(InvalidContent):
        Optional.parse_response(result, strict=True)


def test_numbers_that_json_does_not_have_are_faults_of_their_field() -> None:
    with pytest.raises(InvalidContent) as caught:
        Deploy.parse_response(
            '{"action": "accept", "content": {"environment": "\\ud800", "replicas": NaN, "confirm": true}}'
        )
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [
        ("environment", "choice"),
        ("replicas", "type"),
    ]


@pytest.mark.parametrize("digits", ["9" * 5_000, "-" + "9" * 5_000])
def test_a_number_of_more_digits_than_python_reads_is_one_that_no_field_takes(digits: str) -> None:
    class Order(Form):
        count: int | None = None
        share: float = 0

    for name in ("count", "share"):
        with pytest.raises(InvalidContent) as caught:
            Order.parse_response(f'{{"action": "accept", "content": {{"{name}": {digits}}}}}')
        assert [(fault.field, fault.code) for fault in caught.value.faults] == [(name, "type")]
        assert "one that is not finite" in str(caught.value)
        with pytest.raises(ValidationError, match="Must be"):
            Order.model_validate_json(f'{{"{name}": {digits}}}')
    unknown = f'{{"action": "accept", "content": {{"more": {digits}}}}}'
    assert Order.parse_response(unknown) == Accepted(Order())
    assert Order.parse_response(f'{{"action": "decline", "more": {digits}}}') == Declined()
    long = "9" * 4_000
    outcome = Order.parse_response(f'{{"action": "accept", "content": {{"count": {long}}}}}')
    assert outcome
    assert outcome.data.count == int(long)


@pytest.mark.parametrize("of", [dict, UserDict, lambda members: SimpleNamespace(**members)])
def test_a_member_is_found_in_json_and_in_an_sdks_object(of: Any) -> None:
    capabilities = of({"elicitation": {"form": {}}})
    assert member(capabilities, "elicitation", None) == {"form": {}}
    assert member(capabilities, "sampling", None) is None


@pytest.mark.parametrize("outcome", [Accepted(3), Declined(), Cancelled()])
def test_an_outcome_is_fixed_and_equal_to_its_like(outcome: Any) -> None:
    for other in (copy.deepcopy(outcome), pickle.loads(pickle.dumps(outcome))):
        assert other == outcome
        assert hash(other) == hash(outcome)
        assert repr(other) == repr(outcome)
    assert outcome not in (Accepted(4), 3, None)
    assert len({Accepted(3), Declined(), Cancelled(), outcome}) == 3
    with pytest.raises(AttributeError, match="an outcome is fixed: 'action' cannot be set"):
        outcome.action = "accept"
    with pytest.raises(AttributeError, match="an outcome is fixed: 'data' cannot be deleted"):
        del outcome.data
