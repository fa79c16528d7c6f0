"""A preview as a page: whole in itself, safe, and readable without seeing it."""

from __future__ import annotations

import base64
import hashlib
import html
import importlib.util
import json
import subprocess
import sys
from typing import Any, Literal

import pytest
from hypothesis import given
from pydantic import Field

pytest.importorskip("jinja2")

from elicitform import Form, MultiSelect, SchemaError, preview_html
from elicitform._preview import page
from elicitform._preview.views import preview_of
from tests.support.html_pages import Page
from tests.support.strategies import forms
from tests.support.trying import trying


class Deploy(Form, message="Deploy to where?", since="2025-11-25"):
    environment: Literal["staging", "production"] = Field(description="Where to")
    tags: MultiSelect[Literal["a", "b"]] = ["a"]
    replicas: int = 1
    note: str | None = None
    confirm: bool


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "\u202eturned\u202c",
    "{{ 7 * 7 }}{% raw %}",
    "]]><!--",
    "x" * 10_000,
]
"""Texts that a page must show and not obey."""


def hostile_schema() -> dict[str, Any]:
    """Return a schema in which every text is hostile."""
    properties: dict[str, Any] = {}
    for number, text in enumerate(HOSTILE):
        said = {"title": text, "description": text}
        choices = [{"const": text, "title": text}, {"const": f"{text}!", "title": f"{text}!"}]
        properties[f"{text}{number}"] = {"type": "string", **said, "default": text}
        properties[f"{text}{number}c"] = {"type": "string", **said, "oneOf": choices}
        properties[f"{text}{number}m"] = {"type": "array", **said, "items": {"anyOf": choices}}
        properties[f"{text}{number}b"] = {"type": "boolean", **said}
    return {"type": "object", "properties": properties}


def test_the_page_has_the_form_and_the_views() -> None:
    shown = Page(preview_html(Deploy))
    assert shown.texts("h1", "h2", "h3") == [
        "What people will see",
        "Deploy",
        "The whole form, and what accepting at once sends",
        "How each field is shown",
        "Filled in and cleared again",
        "What becomes of a wrong entry",
    ]
    assert "Deploy to where?" in shown.texts("p")
    assert "No client here sends true for a box that nobody touched." in shown.texts("strong")
    assert "Codex CLI asks in the order confirm, environment, note, replicas, tags." not in shown.texts("p")  # fmt: skip
    rows = shown.texts("tr")
    assert any("Codex CLI" in row and "cannot be expressed" in row for row in rows)
    assert any('environment: "staging" (nobody gave this)' in row for row in rows)


def test_a_consent_that_nobody_gave_is_told() -> None:
    class Publish(Form):
        note: str | None = None
        agree: bool

    shown = Page(preview_html(Publish, clients=["codex"]))
    assert shown.texts("strong") == [
        "True comes back for a box that nobody touched: codex (agree)."
    ]
    assert "A consent that nobody gave: agree" in shown.texts("span")
    assert "Codex CLI asks in the order agree, note." in shown.texts("p")


def test_the_drawn_form_shows_defaults() -> None:
    shown = Page(preview_html(Deploy, clients=["codex"]))
    checked = ["checked" in one.attributes for one in shown.all("input") if one.attributes["type"] == "checkbox"]  # fmt: skip
    assert checked == [True, False, False]
    assert [one.attributes["value"] for one in shown.all("input") if one.attributes["type"] == "text"] == ["1", ""]  # fmt: skip


def assert_safe(text: str) -> Page:
    """Return a page, once it is known to hold nothing that runs or loads."""
    shown = Page(text)
    for element in shown.elements:
        assert element.tag not in {"script", "img", "link", "iframe", "object", "a", "form", "base"}
        for name in element.attributes:
            assert not name.startswith("on")
            assert name not in {"style", "src", "href", "srcset", "action"}
    (policy,) = [
        one.attributes["content"]
        for one in shown.all("meta")
        if one.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    (style,) = shown.all("style")
    digest = base64.b64encode(hashlib.sha256("".join(style.text).encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    assert "url(" not in "".join(style.text)
    return shown


def assert_accessible(shown: Page) -> None:
    """Check what a screen reader needs: names of fields, heads of tables, ids that are unique."""
    ids = [one.attributes["id"] for one in shown.elements if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    labelled = {one.attributes.get("for") for one in shown.all("label")}
    for element in shown.all("input", "select"):
        assert element.attributes.get("id") in {*labelled, None}
    for element in shown.elements:
        described = element.attributes.get("aria-describedby")
        assert described is None or described in ids
    assert all(one.attributes.get("scope") in {"col", "row"} for one in shown.all("th"))
    names = [one.attributes.get("aria-label") for one in shown.elements if "role" in one.attributes]
    assert None not in names
    assert len(names) == len(set(names))


def test_hostile_texts_are_shown_and_not_obeyed() -> None:
    text = preview_html(hostile_schema())
    shown = assert_safe(text)
    assert_accessible(shown)
    told = shown.texts("bdi")
    for hostile in HOSTILE:
        assert hostile in told
        assert hostile not in text or html.escape(hostile) == hostile


@trying
@given(forms())
def test_every_form_makes_a_safe_page(form: Any) -> None:
    assert_accessible(assert_safe(preview_html(form, clients=["codex", "mcp-use"])))


def test_several_forms_share_a_page() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    one = preview_of(schema, name="")
    shown = Page(page.page_of([one, one]))
    assert shown.texts("h2") == ["1. A form", "2. A form"]
    assert_accessible(shown)


def test_a_form_shows_itself_in_a_notebook() -> None:
    shown = Page(Deploy._repr_html_() or "")
    (frame,) = shown.elements
    assert (frame.tag, frame.attributes["sandbox"]) == ("iframe", None)
    assert_safe(frame.attributes["srcdoc"] or "")
    assert not hasattr(Deploy, "_repr_svg_")
    assert not hasattr(Deploy.model_construct(), "_repr_html_")


def test_what_cannot_be_shown_in_a_notebook_is_left_to_its_repr() -> None:
    assert Form._repr_html_() is None


def test_without_jinja_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "find_spec", lambda _: None)
    assert Deploy._repr_html_() is None
    with pytest.raises(ImportError, match=r"run `pip install 'elicitform\[preview\]'`"):
        preview_html(Deploy)


def test_a_schema_that_is_not_valid_is_refused() -> None:
    with pytest.raises(SchemaError):
        preview_html({"type": "object"})


def test_the_class_statement_imports_nothing_of_it() -> None:
    code = (
        "import sys, json, elicitform\n"
        "class Deploy(elicitform.Form):\n    name: str\n"
        "print(json.dumps([one for one in sys.modules if 'preview' in one or one == 'jinja2']))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert json.loads(run.stdout) == []


def test_a_page_needs_jinja_alone() -> None:
    assert importlib.util.find_spec("jinja2") is not None
    assert page._template() is page._template()
