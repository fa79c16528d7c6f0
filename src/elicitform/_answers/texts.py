"""What a person is told when a form is asked again, in one catalogue by fault code.

Hand a catalogue of your own to `Form.asking_again` to speak another language; texts that it lacks
are English.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeGuard

from elicitform._wire.description import MultiSelectKind, SingleSelectKind
from elicitform._wire.rules import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elicitform._wire.description import FieldDescription, Kind
    from elicitform.exceptions import Fault

__all__ = ["ENGLISH", "Mistake", "Text"]


class Mistake(NamedTuple):
    """One fault of an answer, as the texts of a catalogue see it.

    Attributes:
        code: The code of the fault, which is also its key in the catalogue.
        title: What the person sees as the name of the field, or ``""`` for the whole form.
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
    "missing": "{title}: please answer this",
    "type": "{title}: must be {wanted}",
    "range": "{title}: must be {wanted}",
    "length": "{title}: {message}",
    "count": "{title}: {message}",
    "choice": "{title}: must be one of {choices}",
    "duplicate": "{title}: {message}",
    "format": "{title}: must be {wanted}",
    "text": "{title}: {message}",
    "unknown": "There is an answer to something that was not asked",
    "rule": lambda mistake: ": ".join(filter(None, [mistake.title, mistake.message])),
}
"""The texts in English. ``intro`` stands above the others; the other keys are fault codes."""


def message_about(
    faults: tuple[Fault, ...],
    fields: Mapping[str, FieldDescription],
    message: str | None,
    texts: Mapping[str, Text] | None,
) -> str:
    """Return what a person is asked the next time: the question, and a line for each fault.

    Some clients fold the lines into one, so each but the last ends in a semicolon.

    Args:
        faults: What is wrong with the answer.
        fields: The fields of the form, by property name.
        message: What the person was asked, or None.
        texts: A catalogue, or None for English.

    Raises:
        ValueError: A text of the catalogue cannot be filled in, or has no such key.
    """
    catalogue = {**ENGLISH, **(texts or {})}
    unknown = [key for key in catalogue if key not in ENGLISH]
    if unknown:
        keys = ", ".join(ENGLISH)
        raise ValueError(f"no text has the key {unknown[0]!r}; the keys are {keys}")
    intro = _filled_in(catalogue, Mistake("intro"))
    about = dict.fromkeys(_filled_in(catalogue, _mistake(fault, fields)) for fault in faults)
    listed = ";\n".join(f"- {line}" for line in about if line)
    text = "\n".join(filter(None, [message, intro, listed]))
    return text if text.strip() else str(ENGLISH["intro"])


def _filled_in(catalogue: Mapping[str, Text], mistake: Mistake) -> str:
    """Return a text on one line, whatever the choices and messages in it hold."""
    text = catalogue[mistake.code]
    if callable(text):
        filled: object = text(mistake)
        if not isinstance(filled, str):
            kind = type(filled).__name__
            raise ValueError(  # noqa: TRY004  (as for any text that cannot be filled in)
                f"the text for {mistake.code!r} is of type {kind}, and has to be a str"
            )
        return " ".join(filled.split())
    try:
        return " ".join(text.format_map(mistake._asdict()).split())
    except (KeyError, IndexError, ValueError, AttributeError, TypeError):
        names = ", ".join(f"{{{name}}}" for name in Mistake._fields)
        problem = (
            f"the text for {mistake.code!r} cannot be filled in: {text!r}; it may hold {names}"
        )
        raise ValueError(problem) from None


def _mistake(fault: Fault, fields: Mapping[str, FieldDescription]) -> Mistake:
    field = fields.get(fault.field)
    if field is None or fault.code == "unknown":
        return Mistake(fault.code, message=fault.message)
    least, most = _bounds(field.kind)
    return Mistake(
        fault.code,
        field.title or field.name,
        fault.message,
        phrase(field.kind),
        least,
        most,
        getattr(field.kind, "format", None) or "",
        _shown_choices(field.kind),
    )


def _bounds(kind: Kind) -> tuple[str, str]:
    """Return the bounds of a number, the lengths of a text, or the counts of a multi-select."""
    least, most = ("minimum", "min_length", "min_items"), ("maximum", "max_length", "max_items")
    return _first(kind, least), _first(kind, most)


def _first(kind: Kind, names: tuple[str, ...]) -> str:
    found = (getattr(kind, name, None) for name in names)
    return next((str(bound) for bound in found if bound is not None), "")


_CHOICES_SHOWN = 12
"""The form itself shows them all; a thousand of them would drown what else is said."""


def _shown_choices(kind: Kind) -> str:
    if not _is_select(kind):
        return ""
    first = [choice.title or choice.value for choice in kind.choices[:_CHOICES_SHOWN]]
    return ", ".join([*first, "…"] if len(kind.choices) > len(first) else first)


def _is_select(kind: Kind) -> TypeGuard[SingleSelectKind | MultiSelectKind]:
    return isinstance(kind, (SingleSelectKind, MultiSelectKind))
