"""The page of facts about clients, made from ``clients.json``.

After a change of the facts: ``python -m tests.support.facts_page`` writes it anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from elicitform.schemas.clients.facts import Client, known_facts
from elicitform.schemas.clients.shown import FieldShown, Told, shown_in
from tests.support.paths import DOCS

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = DOCS / "client-facts.md"

_TITLED = [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]
_FIELDS: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "text with a default": {"type": "string", "default": "x"},
    "number": {"type": "number"},
    "integer with bounds": {"type": "integer", "minimum": 1, "maximum": 9},
    "boolean": {"type": "boolean"},
    "boolean shown ticked": {"type": "boolean", "default": True},
    "choice": {"type": "string", "enum": ["s", "l"]},
    "choice with a default": {"type": "string", "enum": ["s", "l"], "default": "l"},
    "titled choice": {"type": "string", "oneOf": _TITLED},
    "choice with `enumNames`": {"type": "string", "enum": ["s", "l"], "enumNames": ["S", "L"]},
    "choice of several": {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}},
}
_RULED: dict[str, dict[str, Any]] = {
    "too short": {"type": "string", "minLength": 2},
    "too long": {"type": "string", "maxLength": 2},
    "not of the format": {"type": "string", "format": "email"},
    "out of bounds": {"type": "number", "minimum": 1, "maximum": 9},
    "not whole": {"type": "integer"},
    "no choice": {"type": "string", "enum": ["s", "l"]},
    "too many picks": {
        "type": "array",
        "items": {"type": "string", "enum": ["s", "l"]},
        "maxItems": 1,
    },
}
_MARKS = {"tried": "", "read": " °", "presumed": " ?"}


def page() -> str:
    """Return the page as the facts have it."""
    return "\n".join([*_start(), *_forms(), *_fields(), *_meanings(), *_by_client()]) + "\n"


def _start() -> Iterator[str]:
    yield "# What is known of clients"
    yield ""
    yield "Made from the file of facts, `clients.json`, which was last gone through on"
    yield f"{known_facts().date}. [Clients](clients.md) has what to make of it."
    yield ""
    yield "Most clients here were run on that day, on fourteen forms, and what they sent was logged."
    yield "Of others the source or a report was read: those entries have a ring (°) behind them. A"
    yield "question mark stands behind what is neither tried nor read: there it is presumed that an"
    yield "optional field is left out, and that a required one keeps the form from being sent."


def _forms() -> Iterator[str]:
    yield from ("", "## Forms", "")
    yield "| Client | | Version | Revision | Shown | Titles | Defaults | Order |"
    yield "|---|---|---|---|---|---|---|---|"
    for client in known_facts().clients.values():
        if client.form:
            known = client.form
            cells = (
                f"`{client.id}`",
                known.source.how,
                known.source.version,
                known.revision,
                known.shown,
                "yes" if known.titles else "no",
                known.defaults,
                known.order,
            )
            yield f"| {' | '.join(cell or 'not known' for cell in cells)} |"


_What = Literal["widget", "preselected", "untouched", "cleared"]
_SECTIONS: dict[_What, tuple[str, str]] = {
    "preselected": ("What is preselected", "Before anybody has touched the field."),
    "untouched": ("What comes back untouched", "Nobody touches the field, and accepts the form."),
    "cleared": ("What comes back cleared", "The optional field is filled in and cleared again."),
    "widget": ("Widgets", "What the field is shown as."),
}


def _fields() -> Iterator[str]:
    clients = [one for one in known_facts().clients.values() if one.fields]
    for what, (title, about) in _SECTIONS.items():
        optional_only = what in {"cleared", "widget"}
        yield from ("", f"## {title}", "", about, "")
        yield _row("Kind of field", *(f"`{client.id}`" for client in clients))
        yield _row(*["---"] * (len(clients) + 1))
        for required in (False,) if optional_only else (False, True):
            for name, definition in _FIELDS.items():
                if not (required and "default" in definition):
                    word = "" if optional_only else "required " if required else "optional "
                    cells = (
                        getattr(one, what) for one in _shown(definition, clients, required=required)
                    )
                    yield _row(word + name, *map(_cell, cells))
    yield from ("", "## What becomes of a wrong entry", "")
    yield _row("Entry", *(f"`{client.id}`" for client in clients))
    yield _row(*["---"] * (len(clients) + 1))
    for name, definition in _RULED.items():
        ways = (one.wrong for one in _shown(definition, clients, required=False))
        yield _row(name, *(", ".join(map(_cell, way)) for way in ways))


def _shown(
    definition: dict[str, Any], clients: list[Client], *, required: bool
) -> Iterator[FieldShown]:
    schema: dict[str, Any] = {"type": "object", "properties": {"field": definition}}
    if required:
        schema["required"] = ["field"]
    return (form.fields[0] for form in shown_in(schema, clients))


def _cell(told: Told) -> str:
    return f"{told.code}{_MARKS[told.how]}" if told.code else ""


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _meanings() -> Iterator[str]:
    facts = known_facts()
    titles = {"Verdict": facts.verdicts, "Answer": facts.answers, "Wrong entry": facts.entries}
    yield from ("", "## What these words mean")
    for title, meanings in titles.items():
        yield from ("", _row(title, "Meaning"), "|---|---|")
        yield from (_row(f"`{code}`", means) for code, means in meanings.items())


def _by_client() -> Iterator[str]:
    yield from ("", "## Facts, client by client")
    for client in known_facts().clients.values():
        facts = [one for one in known_facts().facts if one.client == client.id]
        if facts:
            yield from ("", f"### {client.name}", "")
            yield _row("Effect", "What happens", "Where", "How", "Source")
            yield "|---|---|---|---|---|"
            for one in facts:
                source = f"{one.source.project}, {one.source.version}, {one.source.dated}"
                where = _condition(one.when) if one.on == "field" else "the form"
                yield _row(f"`{one.effect}`", one.says, where, one.source.how, source)


def _condition(when: dict[str, Any]) -> str:
    said = []
    for name, wanted in when.items():
        if name == "required":
            said.append("required" if wanted else "optional")
        elif name in {"kind", "keyword", "format"}:
            said.append(" or ".join(wanted))
        elif name == "without":
            said.append(f"without {' and '.join(wanted)}")
        elif name == "outside":
            low, high = wanted["range"]
            said.append(f"{', '.join(wanted['keyword'])} outside {low} to {high}")
        elif name == "at_least":
            said += [f"{keyword} of {least} or more" for keyword, least in wanted.items()]
        elif name == "fields":
            said.append(f"in a form of {wanted} or more fields")
        else:
            said.append(name.replace("_", " "))
    return "; ".join(said)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
