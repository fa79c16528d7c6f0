"""Schemas that forms and their sources are made of."""

from __future__ import annotations

import warnings
from datetime import date
from types import ModuleType
from typing import Any, Literal

from pydantic import Field

from elicitform import Form, FormWarning, MultiSelect
from tests.support.declared import made

Json = dict[str, Any]


def schema_of(properties: Json, *required: str) -> Json:
    whole: Json = {"type": "object", "properties": properties}
    return {**whole, "required": list(required)} if required else whole


def run_source(source: str) -> type[Form]:
    """Return the form called ``Made`` that a source defines."""
    module = ModuleType("generated")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormWarning)
        # pydantic warned of any name in `model_` before 2.10
        warnings.filterwarnings("ignore", "(?s).*protected namespace", UserWarning)
        exec(compile(source, "generated.py", "exec", dont_inherit=True), vars(module))
    form: type[Form] = module.Made
    return form


ONE = schema_of({"n": {"type": "integer", "title": "N"}}, "n")

EVERYTHING = made(
    {
        "name": (str, Field(description="Who?", min_length=1, max_length=80)),
        "email": (str | None, Field(default=None, title="E-mail")),
        "kind": (Literal["pdf", "csv"], "pdf"),
        "days": (MultiSelect[Literal["mon", "tue"]], Field(min_length=1)),
        "day": (date, date(2026, 1, 31)),
        "ok": (bool, Field(alias="Confirm it")),
    },
    since="2025-11-25",
)

HOSTILE = [
    '"); import os; os.abort() #',
    "'''",
    '"""',
    "\\",
    "\\'",
    '\\"',
    "\n    import os",
    "a\r",
    "a\u2028",
    "a\u202e\u2066",
    "\x00\x1b[31m",
    "{x!r}",
    "%s",
    "a\N{ZERO WIDTH SPACE}",
    "a\ufeff",
    "a\U000e0041",
]
