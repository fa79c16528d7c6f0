"""What holds of the schemas of every form, tried on random ones.

How many are tried is told in `tests.support.trying`.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, note
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from elicitform import Form, check_schema
from tests.support.json_values import spoil
from tests.support.judges import official_errors, official_validator
from tests.support.strategies import Declaration, declarations
from tests.support.trying import trying

if TYPE_CHECKING:
    from collections.abc import Callable


@trying
@given(declarations())
def test_a_form_says_what_its_author_declared_validly_and_the_same_each_time(
    declaration: Declaration,
) -> None:
    form = declaration.form()
    note(json.dumps(form.requested_schema(), indent=1))
    assert form.protocol_revisions() == declaration.protocol_revisions()
    for revision in form.protocol_revisions():
        require_what_is_declared(form, revision, declaration)
        require_validity(form, revision)
        require_the_same_bytes(form, revision, declaration.form())
    assert json.dumps(form.model_json_schema()) == json.dumps(form.requested_schema())
    require_fresh_copies(form)


def require_what_is_declared(form: type[Form], revision: str, declaration: Declaration) -> None:
    written = json.dumps(form.requested_schema(revision))
    assert alike(written) == alike(json.dumps(declaration.schema(revision)))


def alike(text: str) -> str:
    """Return JSON with 1.0 written as 1: typing keeps whichever of two equal bounds came first."""

    def read(number: str) -> float:
        return int(float(number)) if float(number).is_integer() else float(number)

    return json.dumps(json.loads(text, parse_float=read))


def require_validity(form: type[Form], revision: str) -> None:
    schema = form.requested_schema(revision)
    found = check_schema(schema, revision)
    assert [finding for finding in found if finding.severity == "error"] == []
    Draft202012Validator.check_schema(schema)
    assert official_errors(form.elicit_params("Where to?", revision), revision) == []


def require_the_same_bytes(form: type[Form], revision: str, twin: type[Form]) -> None:
    written = json.dumps(form.requested_schema(revision))
    assert json.dumps(form.requested_schema(revision)) == written
    assert json.dumps(twin.requested_schema(revision)) == written


def require_fresh_copies(form: type[Form]) -> None:
    calls: list[Callable[[], Any]] = [form.model_json_schema, form.requested_schema]
    for revision in form.protocol_revisions():
        calls.append(partial(form.requested_schema, revision))
        calls.append(partial(form.elicit_params, "Hello", revision))
    before = [json.dumps(call()) for call in calls]
    for call in calls:
        spoil(call())
    assert [json.dumps(call()) for call in calls] == before


def test_the_official_schema_is_one_that_refuses() -> None:
    for revision in ("2025-06-18", "2025-11-25", "2026-07-28"):
        for wrong in ({"type": "object"}, {"type": "string", "format": "uuid"}):
            params = {
                "message": "",
                "requestedSchema": {"type": "object", "properties": {"x": wrong}},
            }
            assert not official_validator(revision).is_valid(params)


@trying
@given(declarations())
def test_the_sdk_keeps_every_request_as_it_is(declaration: Declaration) -> None:
    mcp_types: Any = pytest.importorskip("mcp_types")
    form = declaration.form()
    for revision in form.protocol_revisions():
        params = form.elicit_params("Where to?", revision)
        kept = mcp_types.ElicitRequestFormParams.model_validate(params)
        dumped = kept.model_dump(mode="json", by_alias=True, exclude_unset=True)
        assert json.dumps(dumped) == json.dumps(params)
    for module in ("_v2025_11_25", "_v2026_07_28"):
        require_that_models_keep_every_word(
            pytest.importorskip(f"mcp_types.{module}"), form.elicit_params("Where to?")
        )


def require_that_models_keep_every_word(models: Any, params: dict[str, Any]) -> None:
    kept = models.ElicitRequestFormParams.model_validate(params)
    assert kept.model_dump(by_alias=True, exclude_none=True) == params
    fields: TypeAdapter[Any] = TypeAdapter(models.PrimitiveSchemaDefinition)
    for wire in params["requestedSchema"]["properties"].values():
        kept = fields.validate_python(wire)
        assert kept.model_dump(by_alias=True, exclude_none=True) == wire
