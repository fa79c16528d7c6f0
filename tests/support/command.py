"""The command line as a function, and modules of forms to run it on."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from elicitform._cli import main

if TYPE_CHECKING:
    from pathlib import Path

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


class Ran(NamedTuple):
    """The exit code of a command, and what it printed."""

    code: int
    out: str
    err: str


def command(*arguments: str | Path) -> Ran:
    """Run a command in this process."""
    stdout, stderr = io.StringIO(), io.StringIO()
    code = main([*map(str, arguments)], stdout, stderr)
    return Ran(code, stdout.getvalue(), stderr.getvalue())
