"""A preview for the terminal: as plain text, or drawn by Rich."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rich.console import Console

    from elicitform._preview.views import ClientView, DrawnField, Preview, Value

    Row = tuple[str, ...]

HEADINGS = ("client", "the whole form", "accepted at once", "the form reads")
_WIDTHS = (18, 14, 32, 32)
_MARK = "(!)"
_LEGEND = f"{_MARK} a value that nobody gave"


def plain_text(preview: Preview) -> list[str]:
    """Return a preview as lines of text, which may hold whatever the schema holds."""
    lines = [preview.name, *_indented(preview.message)]
    for field in preview.fields:
        lines += ["", *_field_lines(field)]
    rows = [HEADINGS, *_rows(preview)]
    lines += ["", *(line for row in rows for line in _row_lines(row)), ""]
    return [*lines, *(line for note in _notes(preview) for line in _indented(note))]


def draw(preview: Preview, console: Console, safe: Callable[[str], str]) -> None:
    """Draw a preview with Rich.

    Args:
        preview: The preview.
        console: Where it is drawn.
        safe: Makes a text from the schema printable.
    """
    from rich.table import Table  # noqa: PLC0415  (Rich is an extra)
    from rich.text import Text  # noqa: PLC0415  (as above)

    def text(said: str, style: str = "") -> Text:
        drawn = Text(safe(said), style=style)
        drawn.highlight_words([_MARK], "bold yellow")
        drawn.highlight_words([f"true {_MARK}"], "bold red")
        return drawn

    console.print(text(preview.name, "bold"))
    if preview.message:
        console.print(text(preview.message))
    for field in preview.fields:
        for number, line in enumerate(_field_lines(field)):
            console.print(text(line, "" if number else "cyan"))
    table = Table(*HEADINGS, header_style="bold")
    for row in _rows(preview):
        table.add_row(*map(text, row))
    console.print(table)
    for note in _notes(preview):
        console.print(text(note))


def _notes(preview: Preview) -> Iterator[str]:
    if any(one.nobody for client in preview.clients for one in (client.sent or ())):
        yield _LEGEND
    if preview.consent:
        yield preview.consent


# --- the form ---------------------------------------------------------------------------------


def _field_lines(field: DrawnField) -> list[str]:
    label = field.label + (" *" if field.required else "")
    shown = [] if field.default is None else [f"shows {_value(field)}"]
    lines = textwrap.wrap("; ".join([_takes(field), *shown]), 72) + textwrap.wrap(field.help, 72)
    first, *rest = lines
    return [f"  {_cut(label, 22):<24}{first}", *(f"{'':<26}{line}" for line in rest)]


def _takes(field: DrawnField) -> str:
    labels = [label if label == value else f"{label} ({value})" for value, label in field.choices]
    return " | ".join(labels) or field.takes


def _value(field: DrawnField) -> str:
    return ", ".join(field.default) if isinstance(field.default, list) else str(field.default)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, 96, initial_indent="  ", subsequent_indent="  ")


# --- the table --------------------------------------------------------------------------------


def _rows(preview: Preview) -> Iterator[Row]:
    for client in preview.clients:
        yield client.id, client.verdict or "not known", _sent(client), _read(client)


def _sent(client: ClientView) -> str:
    return client.instead if client.sent is None else f"{{{_listed(client.sent)}}}"


def _read(client: ClientView) -> str:
    if client.refused:
        return f"refused: {'; '.join(client.refused)}"
    return _listed(client.read)


def _listed(values: Iterable[Value]) -> str:
    return ", ".join(
        f"{one.field}: {one.text}{f' {_MARK}' if one.nobody else ''}" for one in values
    )


def _row_lines(row: Row) -> Iterator[str]:
    cells = [textwrap.wrap(cell, width) for cell, width in zip(row, _WIDTHS, strict=True)]
    for number in range(max(map(len, cells))):
        parts = [cell[number] if number < len(cell) else "" for cell in cells]
        pairs = zip(parts, _WIDTHS, strict=True)
        yield f"  {'  '.join(f'{part:<{width}}' for part, width in pairs)}".rstrip()
