"""The message of a form that asks again, from one catalogue of texts by fault code.

Hand a catalogue of your own to `Form.asking_again` to speak another language; texts that it lacks
are English.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from elicitform._wire.description import MultiSelectKind, SingleSelectKind
from elicitform._wire.rules import phrase, without_lone_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elicitform._wire.description import Choice, FieldDescription, Kind
    from elicitform.exceptions import Fault

__all__ = ["ENGLISH", "Mistake", "Text"]


class Mistake(NamedTuple):
    """One fault of an answer, as the texts of a catalogue see it.

    Attributes:
        code: The code of the fault, which is also its key in the catalogue.
        title: What the person sees as the name of the field, or ``""`` for the whole form.
        label: The title with a colon, or without one where it ends in a mark of its own, as in
            "How many?"; ``""`` for the whole form.
        message: What is wrong, in English, as `Fault.message` has it.
        wanted: What the field takes, in English, such as "a whole number from 1 to 10".
        least: The least number, length or count, or ``""``.
        most: The greatest number, length or count, or ``""``.
        format: ``email``, ``uri``, ``date``, ``date-time`` or ``""``.
        choices: The first dozen choices as the person sees them, separated by commas and followed
            by ``…`` where there are more, or ``""``.
    """

    code: str
    title: str = ""
    label: str = ""
    message: str = ""
    wanted: str = ""
    least: str = ""
    most: str = ""
    format: str = ""
    choices: str = ""


Text: TypeAlias = "str | Callable[[Mistake], str]"
"""A text of a catalogue: a template with the attributes of `Mistake` in braces, or a function.

Where it comes out empty, the message says nothing about the fault.
"""

ENGLISH: Mapping[str, Text] = {
    "intro": "Please look at this again:",
    "missing": "{label} please answer this",
    "type": "{label} must be {wanted}",
    "range": "{label} must be {wanted}",
    "length": "{label} {message}",
    "count": "{label} {message}",
    "choice": "{label} must be {wanted}",
    "duplicate": "{label} {message}",
    "format": "{label} must be {wanted}",
    "text": "{label} holds a character that is not valid text",
    "unknown": "There is an answer to something that was not asked",
    "rule": "{label} {message}",
}
"""The texts in English. ``intro`` stands above the others; the other keys are fault codes."""

_MOST_LINES = 20
_LONGEST_LINE = 500
"""How many faults a message names, and in how many characters each: a bound on what it adds."""


def message_about(
    faults: tuple[Fault, ...],
    fields: Mapping[str, FieldDescription],
    question: str | None,
    texts: Mapping[str, Text] | None,
) -> str:
    """Return what a person is asked the next time: the question, and a line for each fault.

    Some clients fold the lines into one, so each but the last ends in a semicolon.

    Args:
        faults: What is wrong with the answer.
        fields: The fields of the form, by property name.
        question: What the person was asked, or None.
        texts: A catalogue, or None for English.

    Raises:
        ValueError: A text of the catalogue cannot be filled in, or has no such key.
    """
    catalogue = _completed(texts or {})
    intro = _filled_in(catalogue, Mistake("intro"))
    about = dict.fromkeys(_filled_in(catalogue, _mistake(fault, fields)) for fault in faults)
    lines = [f"- {line}" for line in about if line]
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES:] = ["- …"]
    text = "\n".join(filter(None, [question, intro, ";\n".join(lines)]))
    return text or str(ENGLISH["intro"])


def _completed(texts: Mapping[str, Text]) -> dict[str, Text]:
    """Return a catalogue with the English texts that it lacks."""
    catalogue = {**ENGLISH, **texts}
    unknown = next((key for key in texts if key not in ENGLISH), None)
    if unknown is not None:
        keys = ", ".join(ENGLISH)
        raise ValueError(f"no text has the key {unknown!r}; the keys are {keys}")
    return catalogue


def _filled_in(catalogue: Mapping[str, Text], mistake: Mistake) -> str:
    text = catalogue[mistake.code]
    filled: object = text(mistake) if callable(text) else _template_filled_in(text, mistake)
    if not isinstance(filled, str):
        raise ValueError(  # noqa: TRY004  (as for any text that cannot be filled in)
            f"the function for {mistake.code!r} returned {_what(filled)}, and has to return a str"
        )
    return _on_one_line(filled)


def _template_filled_in(text: object, mistake: Mistake) -> str:
    if not isinstance(text, str):
        raise ValueError(  # noqa: TRY004  (as above)
            f"the text for {mistake.code!r} is {_what(text)}, and has to be a str, or a "
            "function that returns one"
        )
    try:
        return text.format_map(mistake._asdict())
    except (KeyError, IndexError, ValueError, AttributeError, TypeError):
        names = ", ".join(f"{{{name}}}" for name in Mistake._fields)
    raise ValueError(
        f"the text for {mistake.code!r} cannot be filled in: {text!r}; it may hold {names}"
    )


def _what(value: object) -> str:
    return "None" if value is None else f"an object of type {type(value).__name__}"


def _on_one_line(text: str) -> str:
    """Return text that makes no line of its own, whatever the choices and messages in it hold."""
    line = " ".join(_CONTROL_CHARACTERS.sub(" ", without_lone_surrogates(text)).split())
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"


_CONTROL_CHARACTERS = re.compile("[\x00-\x1f\x7f-\x9f]")


def _mistake(fault: Fault, fields: Mapping[str, FieldDescription]) -> Mistake:
    field = fields.get(fault.field)
    if field is None or fault.code == "unknown":
        return Mistake(fault.code, message=fault.message)
    title = field.title or field.name
    least, most = _bounds(field.kind)
    return Mistake(
        fault.code,
        title,
        _label(title),
        fault.message,
        _wanted(field.kind),
        least,
        most,
        getattr(field.kind, "format", None) or "",
        _choices_shown(field.kind),
    )


def _label(title: str) -> str:
    title = title.strip()
    has_mark = title != "" and unicodedata.category(title[-1]) == "Po"  # such as ? and !
    return title if has_mark else f"{title}:"


def _wanted(kind: Kind) -> str:
    """Return what a field takes, with choices as the person sees them."""
    match kind:
        case SingleSelectKind():
            return f"one of {_listed(kind.choices)}"
        case MultiSelectKind():
            return f"chosen from {_listed(kind.choices)}"
        case _:
            return phrase(kind)


def _bounds(kind: Kind) -> tuple[str, str]:
    """Return the bounds of a number, the lengths of a text, or the counts of a multi-select."""
    least, most = ("minimum", "min_length", "min_items"), ("maximum", "max_length", "max_items")
    return _first(kind, least), _first(kind, most)


def _first(kind: Kind, names: tuple[str, ...]) -> str:
    found = (getattr(kind, name, None) for name in names)
    return next((str(bound) for bound in found if bound is not None), "")


_CHOICES_SHOWN = 12
"""The form itself shows them all. A thousand of them would hide the rest of the message."""


def _choices_shown(kind: Kind) -> str:
    if not isinstance(kind, (SingleSelectKind, MultiSelectKind)):
        return ""
    return _listed(kind.choices)


def _listed(choices: tuple[Choice, ...]) -> str:
    first = [choice.title or choice.value for choice in islice(choices, _CHOICES_SHOWN)]
    return ", ".join([*first, "…"] if len(choices) > len(first) else first)
