"""What `ask` returns beside an answer, what the author may reject, and what a client declares."""

from __future__ import annotations

import pickle
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, Field

from elicitform import (
    Accepted,
    AskOutcome,
    Cancelled,
    Declined,
    Form,
    InvalidContent,
    InvalidOutcome,
    MalformedResponse,
    Refused,
    Rejected,
    Unanswered,
    Unavailable,
    form_of,
    supports_forms,
)
from elicitform._answers.outcomes import WithoutData
from elicitform.testing import accept_content

# --- Unavailable ------------------------------------------------------------------------------


def test_unavailable_is_false_and_has_no_data() -> None:
    outcome = Unavailable("unsupported")

    assert not outcome
    assert isinstance(outcome, WithoutData)
    assert not hasattr(outcome, "data")
    assert repr(outcome) == "Unavailable(reason='unsupported', error=None)"


def test_unavailable_is_fixed() -> None:
    with pytest.raises(AttributeError, match="an outcome is fixed"):
        Unavailable("timeout").reason = "revision"


def test_two_are_the_same_with_the_same_reason_and_error() -> None:
    error = ValueError("x")

    assert Unavailable("timeout") == Unavailable("timeout")
    assert hash(Unavailable("timeout")) == hash(Unavailable("timeout"))
    assert Unavailable("timeout") != Unavailable("revision")
    assert Unavailable("client-error", error) == Unavailable("client-error", error)
    assert Unavailable("client-error", error) != Unavailable("client-error", ValueError("x"))
    assert Unavailable("timeout") != Declined()


def test_unavailable_pickles() -> None:
    assert pickle.loads(pickle.dumps(Unavailable("timeout"))) == Unavailable("timeout")


def test_unavailable_can_be_matched_by_position() -> None:
    match Unavailable("no-good-answer", ValueError("x")):
        case Unavailable("no-good-answer", ValueError() as error):
            assert str(error) == "x"
        case _:
            pytest.fail("it was not matched")


def test_its_error_has_no_frames_that_hold_what_the_client_sent() -> None:
    with pytest.raises(InvalidContent) as caught:
        form_of(int).validate_content({"value": "secret"})
    assert caught.value.__traceback__

    assert Unavailable("no-good-answer", caught.value).error is caught.value
    assert caught.value.__traceback__ is None


# --- decline and cancel alike -----------------------------------------------------------------


def told(outcome: AskOutcome[Any]) -> str:
    match outcome:
        case Accepted():
            return "accepted"
        case Refused():
            return "refused"
        case Unavailable():
            return "unavailable"


@pytest.mark.parametrize(
    ("outcome", "as_what"),
    [
        (Accepted(1), "accepted"),
        (Declined(), "refused"),
        (Cancelled(), "refused"),
        (Unavailable("timeout"), "unavailable"),
    ],
)
def test_decline_and_cancel_are_both_refused_and_nothing_else_is(
    outcome: AskOutcome[Any], as_what: str
) -> None:
    assert told(outcome) == as_what


@pytest.mark.parametrize(
    "outcome", [Unanswered(), InvalidOutcome(InvalidContent("Form", ())), Unavailable("timeout")]
)
def test_what_nobody_refused_is_not_refused(outcome: object) -> None:
    assert not isinstance(outcome, Refused)


def test_a_decline_is_still_no_cancel() -> None:
    assert Declined() != Cancelled()


# --- Rejected ---------------------------------------------------------------------------------


def check_code(code: str) -> str:
    return code.upper()


class Account(Form, message="Who are you?"):
    email: str = Field(alias="e-mail", title="Address")
    code: Annotated[str, AfterValidator(check_code)] = "none"
    name: str = "nobody"


class Crossed(Form, message="Which?"):
    """The name of one field on the wire is the Python name of the other."""

    one: str = Field(alias="two")
    two: str = Field(alias="three")


ANSWER = accept_content({"e-mail": "ann@example.com", "code": "abc"})


@pytest.mark.parametrize("name", ["email", "e-mail"])
def test_a_field_is_rejected_by_either_of_its_names(name: str) -> None:
    error = Rejected(name, "is taken already").about(Account, ANSWER)

    assert [(fault.field, fault.code, fault.message) for fault in error.faults] == [
        ("e-mail", "rule", "is taken already")
    ]
    assert not error.nothing_collected


def test_a_name_on_the_wire_goes_before_a_python_name() -> None:
    error = Rejected("two", "no").about(Crossed, accept_content({"two": "a", "three": "b"}))

    assert error.faults[0].field == "two"


def test_a_rejected_answer_is_asked_again_by_hand_with_the_rest_as_it_was_sent() -> None:
    error = Rejected("email", "is taken already").about(Account, ANSWER)

    again = Account.asking_again(error)

    assert again.elicit_params()["message"] == (
        "Who are you?\nPlease look at this again:\n- Address: is taken already"
    )
    properties = again.requested_schema()["properties"]
    assert {name: field.get("default") for name, field in properties.items()} == {
        "e-mail": None,
        "code": "abc",
        "name": "nobody",
    }
    assert again.validate_content({"e-mail": "a@b.c"}).code == "ABC"


def test_a_whole_answer_can_be_rejected() -> None:
    error = Rejected(None, "these two clash").about(Account, ANSWER)

    assert error.faults[0][:3] == ("", "rule", "these two clash")
    message = Account.asking_again(error).elicit_params()["message"]
    assert message.endswith("\n- these two clash")


def test_a_single_value_can_be_rejected() -> None:
    number = form_of(int, title="How many?", message="How many?")
    error = Rejected("value", "not that one").about(number, accept_content({"value": 13}))

    message = number.asking_again(error).elicit_params()["message"]
    assert message == "How many?\nPlease look at this again:\n- How many? not that one"


def test_an_unknown_field_cannot_be_rejected() -> None:
    with pytest.raises(LookupError) as caught:
        Rejected("emial", "is taken").about(Account, ANSWER)
    assert str(caught.value) == (
        "Account has no field 'emial' to reject; it has 'email', 'code', 'name'"
    )


def test_what_is_no_answer_cannot_be_rejected() -> None:
    with pytest.raises(MalformedResponse):
        Rejected(None, "no").about(Account, {"action": "go"})


def test_a_rejection_says_what_it_is() -> None:
    assert str(Rejected("email", "is taken")) == "email: is taken"
    assert str(Rejected(None, "is wrong")) == "is wrong"
    copied = pickle.loads(pickle.dumps(Rejected("email", "is taken")))
    assert (copied.field, copied.message) == ("email", "is taken")


# --- what a client declares -------------------------------------------------------------------


class Declared:
    def __init__(self, **members: Any) -> None:
        vars(self).update(members)


@pytest.mark.parametrize(
    ("capabilities", "supported"),
    [
        (None, False),
        ({}, False),
        ({"sampling": {}}, False),
        ({"elicitation": None}, False),
        ({"elicitation": {}}, True),
        ({"elicitation": {"form": {}}}, True),
        ({"elicitation": {"form": {}, "url": {}}}, True),
        ({"elicitation": {"url": {}}}, False),
        ({"elicitation": {"form": None, "url": {}}}, False),
        (Declared(), False),
        (Declared(elicitation=None), False),
        (Declared(elicitation=Declared(form=None, url=None)), True),
        (Declared(elicitation=Declared(form=None, url={})), False),
        (Declared(elicitation=Declared(form={}, url={})), True),
    ],
)
def test_a_client_shows_forms_if_it_says_so_or_names_no_mode(
    capabilities: Any, *, supported: bool
) -> None:
    assert supports_forms(capabilities) is supported
