"""One table says what a credential is called: to the class statement, the judge and the generator."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import Field

from elicitform import Form, FormDefinitionError, check_schema
from elicitform._generate.source import source_of
from elicitform._generate.statement import class_statement_for
from elicitform._wire.visible import can_be_seen
from tests.support.credentials import ASKING, INNOCENT
from tests.support.declared import made

WIRES: dict[type, dict[str, Any]] = {str: {"type": "string"}, int: {"type": "integer"}}


def refusals_of(annotation: type, title: str) -> list[str]:
    """Return the codes with which a form of one field is refused."""
    try:
        made({"it": (annotation, Field(title=title))})
    except FormDefinitionError as error:
        return [fault.code for fault in error.faults]
    return []


@pytest.mark.parametrize("annotation", WIRES)
@pytest.mark.parametrize("title", [*ASKING, *filter(can_be_seen, INNOCENT)], ids=ascii)
def test_class_statement_judge_and_generator_agree(title: str, annotation: type) -> None:
    wire = {**WIRES[annotation], "title": title}
    schema = {"type": "object", "properties": {"it": wire}, "required": ["it"]}
    source = source_of([class_statement_for(schema, "Made", "2026-07-28", Form)])
    asks = title in ASKING
    assert refusals_of(annotation, title) == ["secret"] * asks
    assert [finding.code for finding in check_schema(schema)] == ["credential"] * asks
    assert ("    # " in source) == ("NotSecret" in source) == asks
