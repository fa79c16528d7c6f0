"""What a class statement warns of, and what it does not: the suite turns warnings into errors."""

from __future__ import annotations

import warnings
from typing import Annotated, Any

import pytest

from elicitform import Form, FormWarning, NotSecret, Prefill
from tests.support.declared import made


@pytest.mark.parametrize(
    "field",
    [(bool, True), (Annotated[bool, Prefill(True)], ...)],
)
def test_a_box_that_is_shown_ticked_is_warned_of(field: Any) -> None:
    with pytest.warns(FormWarning, match="Sample.agree: a box that is shown ticked") as caught:
        made({"agree": field})
    assert len(caught) == 1


@pytest.mark.parametrize(
    "field", [(bool, False), (Annotated[bool, Prefill(False)], ...), (bool, ...)]
)
def test_a_box_that_is_not_shown_ticked_is_not(field: Any) -> None:
    made({"agree": field})


def test_a_box_that_is_ticked_at_run_time_is_warned_of() -> None:
    class Consent(Form):
        agree: bool = False

    with pytest.warns(FormWarning, match="shown ticked"):
        Consent.with_defaults(agree=True)


def test_what_its_author_calls_innocent_is_not_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")

        class Game(Form):
            token: Annotated[str, NotSecret("a piece of the game")]
            pin: Annotated[int, NotSecret("a bowling pin")]

        Game.with_text(pin={"title": "Your PIN"})
