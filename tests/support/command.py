"""The command line as a function, and modules of forms to run it on."""

from __future__ import annotations

import io

from elicitform._cli import main

FORMS = """
from typing import Literal
from pydantic import Field
from elicitform import Form, MultiSelect

class Base(Form, abstract=True):
    name: str = Field(description="Who? Zoë")

class Second(Base):
    size: Literal["s", "l"] = "s"

class First(Form):
    count: int = 3

Alias = First
"""
TAGGED = """
from typing import Literal
from elicitform import Form, MultiSelect

class Tagged(Form, since="2025-11-25"):
    tags: MultiSelect[Literal["a", "b"]]
"""
SECOND = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name", "description": "Who? Zoë"},
        "size": {"type": "string", "title": "Size", "enum": ["s", "l"], "default": "s"},
    },
    "required": ["name"],
}


def command(*arguments: str) -> tuple[int, str, str]:
    """Return the exit code of a command, and what it said."""
    stdout, stderr = io.StringIO(), io.StringIO()
    code = main(arguments, stdout, stderr)
    return code, stdout.getvalue(), stderr.getvalue()
