"""What there is to show of a form: its fields, and what becomes of it in each client."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from pydantic import AfterValidator, Field

from elicitform import Form, MultiSelect, Titles
from elicitform._preview.views import Cell, ClientView, Value, preview_of
from elicitform.exceptions import FormDefinitionError, SchemaError, UnknownClientError
from elicitform.schemas import known_clients
from elicitform.testing import CLIENTS
from tests.support.strategies import forms
from tests.support.trying import trying


class Publish(Form, message="Publish it?"):
    title: str | None = Field(default=None, title="Title", description="What it is called")
    plan: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]
    agree: bool


class Scale(Form):
    replicas: int = Field(default=1, ge=1)


def in_client(shown: Any, client: str, **options: Any) -> ClientView:
    (view,) = preview_of(shown, clients=[client], **options).clients
    return view


def test_a_form_is_drawn_as_it_is_declared() -> None:
    preview = preview_of(Publish)
    assert (preview.name, preview.message) == ("Publish", "Publish it?")
    title, plan, agree = preview.fields
    assert (title.label, title.help, title.takes, title.required) == (
        "Title", "What it is called", "text", False,
    )  # fmt: skip
    assert plan.choices == (("s", "Small"), ("l", "Large"))
    assert (agree.type, agree.required, agree.default) == ("Boolean", True, None)


def test_a_form_and_its_schema_are_shown_alike() -> None:
    schema = Scale.requested_schema()
    of_schema = preview_of(schema, name="Scale", revision="2026-07-28")
    assert of_schema._replace(form=Scale) == preview_of(Scale, revision="2026-07-28")
    assert preview_of(schema).name == "RequestedForm"


def test_what_nobody_gave_is_marked() -> None:
    codex = in_client(Publish, "codex")
    assert codex.sent == (Value("agree", "true", nobody=True), Value("plan", '"s"', nobody=True))
    assert codex.read == (
        Value("title", "null"),
        Value("plan", '"s"', nobody=True),
        Value("agree", "true", nobody=True),
    )
    assert codex.consents == ("agree",)
    default = in_client(Scale, "inspector")
    assert default.sent == default.read == (Value("replicas", "1"),)


def test_a_blank_that_reads_as_left_open_is_marked_only_where_it_is_sent() -> None:
    class Note(Form):
        note: str | None = None

    view = in_client(Note, "mcp-use")
    assert (view.sent, view.read) == (
        (Value("note", '""', nobody=True),),
        (Value("note", "null"),),
    )


@pytest.mark.parametrize(
    ("client", "instead"),
    [
        ("inspector", "plan: has to be answered; agree: has to be answered"),
        ("mcpdo", "plan: is asked again; agree: is asked again"),
        ("vscode", "plan: has to be answered (presumed); agree: has to be answered (presumed)"),
        ("fastmcp-cli", "plan: ends the request; agree: ends the request"),
        ("cline", "nobody is asked"),
    ],
)
def test_a_client_that_sends_nothing_says_why(client: str, instead: str) -> None:
    view = in_client(Publish, client)
    assert (view.sent, view.read, view.refused, view.instead) == (None, (), (), instead)


def test_a_decline_is_no_answer() -> None:
    class Name(Form):
        name: str

    view = in_client(Name, "goose-cli")
    assert (view.sent, view.instead) == (None, "declines the form")


def test_a_form_that_refuses_says_why() -> None:
    class Several(Form, since="2025-11-25"):
        tags: Annotated[MultiSelect[Literal["a", "b"]], Field(min_length=1)]

    view = in_client(Several, "mcp-use")
    assert view.refused == ("tags: must hold at least 1 choice, and holds 0",)
    assert in_client(Publish, "typescript-sdk").refused == ("nothing was collected",)


def test_the_authors_rules_have_their_say() -> None:
    def never(value: str) -> str:
        raise ValueError(value)

    class Refusing(Form):
        plan: Annotated[Literal["s", "l"], AfterValidator(never)]

    assert len(in_client(Refusing, "fast-agent").refused) == 1


def test_the_verdict_says_how_it_was_learned() -> None:
    view = in_client(Publish, "codex")
    assert (view.verdict, view.revision, view.how) == (
        "questions",
        "2025-06-18",
        "tried 2026-11-30",
    )
    assert view.means == "One question is asked after the other."
    unknown = in_client(Publish, "claude-code")
    assert (unknown.verdict, unknown.how) == ("", "not known")


def test_a_client_may_show_another_order() -> None:
    view = in_client(Publish, "codex")
    assert (view.order, view.reorders) == (("agree", "plan", "title"), True)
    assert list(view.fields) == ["title", "plan", "agree"]
    assert not in_client(Publish, "inspector").reorders


def test_a_field_is_shown_in_words() -> None:
    field = in_client(Scale, "inspector").fields["replicas"]
    assert field.widget == Cell("a number", "tried")
    assert field.preselected == Cell("1", "tried")
    assert field.cleared == Cell("ends the request", "tried")
    assert field.wrong == (Cell("clamped", "tried"), Cell("changed", "tried"))


@pytest.mark.parametrize(
    ("clients", "consent"),
    [
        (["codex", "fast-agent"], "True comes back for a box that nobody touched: codex (agree)."),
        (["fast-agent"], "No client here sends true for a box that nobody touched."),
    ],
)
def test_consents_are_told_in_one_sentence(clients: list[str], consent: str) -> None:
    assert preview_of(Publish, clients=clients).consent == consent
    assert preview_of(Scale, clients=clients).consent == ""


def test_the_clients_are_those_that_answer_unless_others_are_asked_for() -> None:
    assert [view.id for view in preview_of(Scale).clients] == list(CLIENTS)
    assert [view.name for view in preview_of(Scale, clients=["Zed"]).clients] == ["Zed"]


def test_mistakes_are_told() -> None:
    with pytest.raises(UnknownClientError):
        preview_of(Scale, clients=["mosaic"])
    with pytest.raises(SchemaError):
        preview_of({"type": "object"})
    with pytest.raises(FormDefinitionError):
        preview_of(Form)


@trying
@given(forms())
def test_every_form_can_be_shown_in_every_client(form: Any) -> None:
    preview = preview_of(form, clients=[client.id for client in known_clients()])
    for view in preview.clients:
        assert set(view.fields) == set(view.order) == {field.name for field in preview.fields}
        assert (view.sent is None) == bool(view.instead)
        assert not (view.read and view.refused)
