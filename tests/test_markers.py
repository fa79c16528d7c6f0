"""Prefilled answers, and zones that are assumed."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from elicitform import REVISIONS, Form, InvalidContent, MultiSelect, Prefill, check_schema

from .declared import Color, field_schema, form_with, refused


class Export(Form, since="2025-11-25"):
    kind: Annotated[Literal["pdf", "csv"], Prefill("pdf")]
    pages: Annotated[int, Prefill(3), Field(ge=1)]
    color: Annotated[Color, Prefill(Color.RED)]
    parts: Annotated[MultiSelect[Literal["text", "images"]], Prefill(["text"])]
    name: str = "report"


def test_a_prefilled_field_is_required_and_shows_its_default() -> None:
    schema = Export.requested_schema()
    assert schema["required"] == ["kind", "pages", "color", "parts"]
    defaults = {name: field["default"] for name, field in schema["properties"].items()}
    assert defaults == {
        "kind": "pdf",
        "pages": 3,
        "color": "red",
        "parts": ["text"],
        "name": "report",
    }


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_prefilled_field_is_valid_at_every_revision(revision: str) -> None:
    form = form_with(Annotated[str, Prefill("a")])
    assert check_schema(form.requested_schema(revision), revision) == []
    assert ("default" in field_schema(form, revision)) is (revision != "2025-06-18")
    assert form.requested_schema(revision)["required"] == ["field"]


def test_what_is_shown_is_not_an_answer() -> None:
    with pytest.raises(InvalidContent) as caught:
        Export.validate_content({"kind": "csv", "color": None})
    assert caught.value.missing == ("pages", "color", "parts")


def test_a_prefilled_field_reads_as_any_required_one() -> None:
    answer = Export.validate_content({"kind": "csv", "pages": 1, "color": "green", "parts": []})
    assert (answer.kind, answer.pages, answer.color, answer.parts) == ("csv", 1, Color.GREEN, [])
    assert answer.model_fields_set == {"kind", "pages", "color", "parts"}


@pytest.mark.parametrize(
    ("annotation", "default", "code"),
    [
        (Annotated[Literal["pdf", "csv"], Prefill("doc")], ..., "default"),
        (Annotated[int, Prefill("3")], ..., "default"),
        (Annotated[int, Prefill(None)], ..., "default"),
        (Annotated[int, Field(le=2), Prefill(3)], ..., "default"),
        (Annotated[Color, Prefill("red")], ..., "default"),
        (int, Prefill(3), "default"),
        (Annotated[int, Prefill(3)], 4, "contradiction"),
        (Annotated[int, Prefill(3)], Field(default_factory=int), "contradiction"),
        (Annotated[int, Prefill(3)] | None, None, "contradiction"),
        (Annotated[int, Prefill(3), Prefill(3)], ..., "contradiction"),
    ],
)
def test_a_prefill_is_judged_as_a_default_is(annotation: Any, default: Any, code: str) -> None:
    with refused() as faults:
        form_with(annotation, default)
    assert [(fault.field, fault.code) for fault in faults] == [("field", code)]


def test_a_prefill_says_more_of_a_choice_than_the_wire_can() -> None:
    with refused() as faults:
        form_with(MultiSelect[Annotated[Literal["a"], Prefill("a")]], since="2025-11-25")
    assert [fault.code for fault in faults] == ["unsupported-constraint"]


def test_a_prefill_is_written_as_its_author_would() -> None:
    class Named(Enum):
        PDF = "pdf"

    assert repr(Prefill("pdf")) == "Prefill('pdf')"
    assert form_with(Annotated[Named, Prefill(Named.PDF)]).requested_schema()["required"]
