"""A preview in the terminal, as plain text and drawn by Rich."""

from __future__ import annotations

import io
from typing import Annotated, Literal

import pytest
from pydantic import Field

from elicitform import Form, MultiSelect, Titles
from elicitform._preview.text import draw, plain_text
from elicitform._preview.views import preview_of


class Publish(Form, message="Publish it?", since="2025-11-25"):
    plan: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]
    tags: MultiSelect[Literal["a", "b"]] = Field(default=["a", "b"], description="What it is of")
    agree: bool


TEXT = """\
Publish
  Publish it?

  Plan *                  Small (s) | Large (l)

  Tags                    a | b; shows a, b
                          What it is of

  Agree *                 true or false

  client              the whole form  accepted at once                  the form reads
  codex               approval        {}                                refused: nothing was collected
  fast-agent          page            {plan: "s" (!), tags: ["a",       plan: "s" (!), tags: ["a", "b"],
                                      "b"], agree: false (!)}           agree: false (!)
  claude-code         not known       plan: has to be answered
                                      (presumed); agree: has to be
                                      answered (presumed)

  (!) a value that nobody gave
  No client here sends true for a box that nobody touched."""


def test_plain_text_has_the_form_and_a_table_of_clients() -> None:
    preview = preview_of(
        Publish, revision="2025-11-25", clients=["codex", "fast-agent", "claude-code"]
    )
    assert "\n".join(plain_text(preview)) == TEXT


def test_where_there_is_nothing_to_note_there_is_no_note() -> None:
    class Bare(Form):
        an_endless_name_of_a_field_of_which_nobody_sees_the_end: str | None = None

    lines = plain_text(preview_of(Bare, clients=["inspector"]))
    assert lines == [
        "Bare",
        "",
        "  An Endless Name Of A …  text",
        "",
        "  client              the whole form  accepted at once                  the form reads",
        "  inspector           page            {}                                an_endless_name_of_a_field_of_wh",
        "                                                                        ich_nobody_sees_the_end: null",
        "",
    ]  # fmt: skip


def test_rich_draws_the_same_and_takes_no_markup_from_the_schema() -> None:
    rich_console = pytest.importorskip("rich.console")

    class Tricky(Form, message="[bold]Really?[/bold]"):
        agree: bool = Field(description="[link=a:b]\x1b[2J")

    stream = io.StringIO()
    console = rich_console.Console(file=stream, force_terminal=True, width=120)
    draw(preview_of(Tricky, clients=["codex"]), console, ascii)
    drawn = stream.getvalue()
    assert "[bold]Really?[/bold]" in drawn
    assert "\x1b[2J" not in drawn
    assert "True comes back for a box that nobody touched: codex (agree)." in drawn
    assert "\x1b[1;31m" in drawn  # a consent that nobody gave is red


def test_rich_needs_no_message() -> None:
    rich_console = pytest.importorskip("rich.console")

    class Plain(Form):
        name: str

    stream = io.StringIO()
    draw(preview_of(Plain, clients=["codex"]), rich_console.Console(file=stream, width=120), str)
    assert stream.getvalue().startswith("Plain\n  Name *")
