"""Forms are made of what SDKs really send, whose models are declared for their own purposes."""

import json
from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import AnyUrl, BaseModel, ConfigDict, EmailStr, Field, create_model

from elicitform import Form, InvalidContent
from elicitform.exceptions import SchemaError
from tests.support.schemas import Json

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")

from mcp.server.elicitation import render_elicitation_schema


class Booking(BaseModel):
    """Book a table."""

    guests: int = Field(ge=1, le=12, examples=[2], description="How many?")
    name: str = Field(min_length=1, deprecated=True)
    note: str | None = None
    table: Literal["inside", "outside"] = Field(default="inside", json_schema_extra={"x-ui": 1})
    year: int = Field(alias="2024")


class Contact(BaseModel):
    model_config = ConfigDict(extra="forbid", title="Who are you?")

    email: EmailStr = Field(json_schema_extra={"$comment": "work", "writeOnly": True})
    site: AnyUrl
    born: date | None = Field(default=None, examples=["1990-12-31"])
    since: datetime | None = None
    share: Annotated[float, Field(ge=0, le=1)] = 0.5
    ok: bool = False


class Days(BaseModel):
    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [{"days": ["mon"]}]})

    days: set[Literal["mon", "tue"]] = Field(min_length=1)
    more: list[Literal["wed", "thu"]] = Field(default=["wed"])


GOOD: dict[type[BaseModel], Json] = {
    Booking: {"guests": 3, "name": "Ada", "2024": 1},
    Contact: {"email": "a@b.co", "site": "https://b.co", "ok": True},
    Days: {"days": ["tue"]},
}
DROPPED = {
    Booking: {
        *("/title", "/description", "/properties/guests/examples"),
        *("/properties/name/deprecated", "/properties/table/x-ui"),
    },
    Contact: {
        *("/title", "/additionalProperties", "/properties/born/examples"),
        *("/properties/email/$comment", "/properties/email/writeOnly"),
    },
    Days: {"/title", "/examples", "/additionalProperties", "/properties/days/uniqueItems"},
}


def without(schema: Json, pointers: set[str]) -> Json:
    """Return a schema without the keywords at these JSON pointers."""
    left: Json = json.loads(json.dumps(schema))
    for pointer in pointers:
        *steps, last = pointer.split("/")[1:]
        place = left
        for step in steps:
            place = place[step]
        del place[last]
    return left


@pytest.mark.parametrize("model", GOOD)
def test_a_model_of_the_official_sdk_is_loaded(model: type[BaseModel]) -> None:
    sent = render_elicitation_schema(model)
    form = Form.from_requested_schema(sent, name=model.__name__)
    assert set(form.dropped_keywords) == DROPPED[model]
    assert form.requested_schema() == without(sent, DROPPED[model])
    content = GOOD[model]
    answer = form.validate_content(content).model_dump(by_alias=True, mode="json")
    assert {name: answer[name] for name in content} == content
    assert model.model_validate(content).model_dump(by_alias=True)


def test_a_model_that_forbids_more_is_a_form_that_forbids_more() -> None:
    content = {**GOOD[Contact], "age": 3}
    form = Form.from_requested_schema(render_elicitation_schema(Contact))
    with pytest.raises(InvalidContent) as caught:
        form.validate_content(content)
    assert [fault.code for fault in caught.value.faults] == ["unknown"]
    with pytest.raises(ValueError, match="extra_forbidden"):
        Contact.model_validate(content)


@pytest.mark.parametrize(
    "field",
    [
        (int, Field(gt=0)),
        (float, Field(lt=1)),
        (int, Field(multiple_of=2)),
        (str, Field(pattern="^a")),
        (Literal["a"], ...),
        (bytes, ...),
    ],
)
def test_a_model_that_constrains_what_no_form_can_is_refused(field: Any) -> None:
    schema = create_model("Asked", it=field).model_json_schema()
    with pytest.raises(SchemaError):
        Form.from_requested_schema(schema)


# What `z.toJSONSchema` of Zod 4 and `zodToJsonSchema` of Zod 3 write, whose users hand it to the
# TypeScript SDK.
ZOD_4: Json = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "description": "Who?"},
        "age": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
        "site": {"type": "string", "format": "uri"},
        "kind": {"default": "a", "type": "string", "enum": ["a", "b"]},
        "ok": {"title": "Ok", "examples": [True], "default": False, "type": "boolean"},
        "tags": {
            "minItems": 1,
            "type": "array",
            "items": {"type": "string", "enum": ["x", "y"]},
        },
        "share": {"type": "number"},
    },
    "required": ["name", "site", "tags"],
    "additionalProperties": False,
}
ZOD_3: Json = {
    "type": "object",
    "properties": {
        "email": {"type": "string", "format": "email"},
        "kind": {"type": "string", "enum": ["a", "b"], "default": "a"},
    },
    "required": ["email"],
    "additionalProperties": False,
    "$schema": "http://json-schema.org/draft-07/schema#",
}


@pytest.mark.parametrize(
    ("schema", "content"),
    [
        (ZOD_4, {"name": "Ada", "site": "https://b.co", "tags": ["x"], "age": 3}),
        (ZOD_3, {"email": "a@b.co"}),
    ],
)
def test_a_schema_of_the_typescript_world_is_loaded(schema: Json, content: Json) -> None:
    form = Form.from_requested_schema(schema)
    gone = {"/$schema", "/additionalProperties", *form.dropped_keywords}
    assert form.requested_schema() == without(schema, gone)
    assert form.validate_content(content, strict=True).model_dump(exclude_unset=True) == content
    with pytest.raises(InvalidContent, match="unknown"):
        form.validate_content({**content, "more": 1})
