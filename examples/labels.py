"""Choices with titles of their own, and a choice of several.

Run it to see both forms at every revision that can express them.
"""

import json
from enum import Enum
from typing import Annotated, Literal

from pydantic import Field

from elicitform import Form, MultiSelect, Titles


class Team(Enum):
    """A person picks the label, and the answer holds the member."""

    BACKEND = "backend"
    FRONTEND = "frontend"

    @property
    def label(self) -> str:
        """What a person sees in place of the value."""
        return {"backend": "APIs and data", "frontend": "Web and mobile"}[self.value]


class Ticket(Form):
    """A form for every revision: titles are ``oneOf``, or ``enumNames`` at 2025-06-18."""

    severity: Annotated[
        Literal["low", "high"], Titles({"low": "Can wait", "high": "Stops my work"})
    ] = Field(description="How bad it is")
    team: Team = Field(description="Who should look at it")


class PlatformTicket(Ticket, since="2025-11-25"):
    """The same with a multi-select, which the protocol does not have before 2025-11-25."""

    platforms: MultiSelect[Literal["linux", "macos", "windows"]] = Field(
        min_length=1, description="Where it happens"
    )


if __name__ == "__main__":
    schemas = {
        form.__name__: {
            revision: form.requested_schema(revision) for revision in form.protocol_revisions()
        }
        for form in (Ticket, PlatformTicket)
    }
    print(json.dumps(schemas, indent=2))
