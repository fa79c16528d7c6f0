"""Forms and answers that the tests of both SDKs ask with."""

from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from mcp.server.elicitation import CancelledElicitation, DeclinedElicitation
from mcp.types import ElicitResult
from pydantic import Field

from elicitform import Form, Format, MultiSelect, Titles


class Urgency(Enum):
    LOW = "low"
    HIGH = "high"

    @property
    def label(self) -> str:
        return {"low": "Can wait", "high": "Stops work"}[self.value]


Region = Annotated[Literal["eu", "us"], Titles({"eu": "Europe", "us": "United States"})]


OldRegion = Annotated[Literal["eu", "us"], Titles({"eu": "Europe", "us": "USA"}, enum_names=True)]


class Optionals(Form, since="2025-11-25"):
    text: str | None = Field(default=None, max_length=9)
    email: Annotated[str, Format("email")] | None = None
    day: date | None = None
    whole: int | None = Field(default=None, ge=0)
    real: float | None = None
    plan: Literal["free", "paid"] | None = None
    region: Region | None = None
    urgency: Urgency | None = None
    toppings: MultiSelect[Literal["cheese", "ham"]] | None = None


class Deploy(Form):
    environment: Literal["staging", "production"] = Field(description="Where to")
    replicas: int = Field(default=1, ge=1, le=10)
    window: date | None = None
    note: str | None = Field(default=None, min_length=3)
    confirm: bool


def accept(content: dict[str, Any] | None) -> ElicitResult:
    return ElicitResult(action="accept", content=content)


CONTENT: dict[str, Any] = {"environment": "staging", "confirm": True}


ANSWER = Deploy(environment="staging", confirm=True)


NOTHING_COLLECTED = [pytest.param({}, id="no fields"), pytest.param(None, id="no content")]


REFUSALS = [
    pytest.param(ElicitResult(action="decline"), DeclinedElicitation(), id="declined"),
    pytest.param(ElicitResult(action="cancel"), CancelledElicitation(), id="cancelled"),
    pytest.param(
        ElicitResult(action="decline", content={"replicas": 4711}),
        DeclinedElicitation(),
        id="declined with content",
    ),
]
