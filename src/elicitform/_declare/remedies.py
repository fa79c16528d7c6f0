"""Why a declaration is refused, and what to write instead: the wording, apart from the deciding.

A remedy is words alone, or words around a declaration. The declaration is made in `instead`, once
for all the faults of a field, so that whoever pastes it is rid of them all.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from enum import Enum
from typing import Any, NoReturn

from elicitform._declare.annotations import written
from elicitform._wire.revisions import MULTI_SELECT_SINCE
from elicitform._wire.rules import has_lone_surrogate
from elicitform._wire.visible import can_be_seen

_LONGEST_SHOWN = 60
_WIDTH = 88
_MOST_LINES = 30


class Nearest:
    """The declaration that comes nearest to a refused one.

    Attributes:
        lines: The lines of its fields, as source.
        functions: Its validators, as source.
        needs_since: It holds a multi-select.
    """

    def __init__(
        self, lines: tuple[str, ...], functions: tuple[str, ...], *, needs_since: bool
    ) -> None:
        self.lines = lines
        self.functions = functions
        self.needs_since = needs_since

    def source(self) -> str:
        """Return the declaration, as the body of a class holds it."""
        lines = [*self.lines[:_MOST_LINES]]
        if len(self.lines) > _MOST_LINES:
            lines.append("# and so on")
        return "\n\n".join(["\n".join(lines), *self.functions])


class Instead:
    """A remedy that holds the declaration to write in place of the field's own.

    Attributes:
        before: The words above the declaration.
        after: The words below it, or ``""``.
        otherwise: The whole remedy where no declaration asks for the same, or ``""``.
        of_one: The words below a declaration that holds no choice of several, or ``""``.
    """

    def __init__(self, before: str, after: str = "", otherwise: str = "", of_one: str = "") -> None:
        self.before = before
        self.after = after
        self.otherwise = otherwise
        self.of_one = of_one

    def text(self, nearest: Nearest | None, *, is_shown: bool = False) -> str:
        """Return the remedy around a declaration, whose code is indented by four columns.

        Args:
            nearest: The declaration, or None where there is none.
            is_shown: Another fault of the same field shows it already.
        """
        if nearest is None:
            return _wrapped(self.otherwise or _NO_DECLARATION)
        below = _wrapped(" ".join(filter(None, (self.after, self._more(nearest)))))
        before = self.before
        if is_shown:
            before = f"{before[:-1]}, as above." if before.endswith(":") else "Write it as above."
            return "\n".join(filter(None, [_wrapped(before), below]))
        code = textwrap.indent(nearest.source(), "    ")
        return "\n".join(filter(None, [_wrapped(before), code, below]))

    def _more(self, nearest: Nearest) -> str:
        return _SINCE if nearest.needs_since else self.of_one


_NO_DECLARATION = "Ask in another way, or take the value as an argument of the tool."
_SINCE = (
    "A choice of several needs a form that is declared with the keyword "
    f'`since="{MULTI_SELECT_SINCE}"`.'
)


def _wrapped(words: str) -> str:
    """Return words in lines, none of which ends inside of code."""
    whole = re.sub("`[^`]*`", lambda code: code[0].replace(" ", "\0"), words)
    lines = textwrap.fill(whole, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\0", " ")


class Refused(Exception):  # noqa: N818  (never leaves the package: it becomes a DefinitionFault)
    """A declaration that the wire cannot carry.

    Attributes:
        code: The stable name of the rule.
        rule: The rule, as a sentence.
        remedy: What to write instead.
    """

    def __init__(self, code: str, rule: str, remedy: str | Instead) -> None:
        super().__init__(code, rule, remedy)
        self.code = code
        self.rule = rule
        self.remedy = remedy

    def remedy_text(self, nearest: Nearest | None, *, is_shown: bool = False) -> str:
        """Return the remedy as `Instead.text` does; one in words alone is what it is."""
        if isinstance(self.remedy, str):
            return self.remedy
        return self.remedy.text(nearest, is_shown=is_shown)


WRITE = Instead("Write")
"""The remedy that is the declaration alone."""

_AS_ARGUMENT = "Take the value as an argument of the tool."


def refuse_nested_model(model: type) -> NoReturn:
    """Refuse a field that holds fields of its own, and spell out the flat ones."""
    raise Refused(
        "nested-model",
        f"A form is one flat object; {model.__name__} would put an object inside it.",
        Instead(
            "Write its fields here:",
            "Or ask for them in a second form, or take them as an argument of the tool.",
            "Ask for its parts in a second form, or take them as an argument of the tool.",
        ),
    )


def refuse_list() -> NoReturn:
    """Refuse a list of anything."""
    raise Refused(
        "list",
        "A form has no lists, except a choice of several.",
        Instead(
            "Write",
            otherwise="Ask for one at a time in a form of its own, or take the list as an argument "
            "of the tool.",
            of_one="Split it where it is used. A choice of several is declared as in "
            f'`MultiSelect[Literal["a", "b"]]`, with the keyword `since="{MULTI_SELECT_SINCE}"`.',
        ),
    )


def refuse_mapping() -> NoReturn:
    """Refuse a dict of anything."""
    raise Refused(
        "mapping",
        "A form is one flat object; a mapping would put an object inside it.",
        Instead(
            "Write a field for each key that you expect, such as",
            "Or ask in a second form, or take it as an argument of the tool.",
            "Ask in a second form, or take it as an argument of the tool.",
        ),
    )


def json_string() -> Refused:
    """Refuse structure or bytes inside a string."""
    return Refused(
        "json-string",
        "Structure hidden inside a string is not a form: no client can draw it.",
        Instead("Ask for the value itself:", otherwise=_AS_ARGUMENT),
    )


_UNASKED = {
    "Callable": "Leave it out of the form.",
    "None": "Leave it out: a field without an answer asks nothing.",
    "bytearray": "No revision carries files or bytes. Take them as an argument of the tool.",
    "bytes": "No revision carries files or bytes. Take them as an argument of the tool.",
}
"""What to do about a type that no field can stand for."""

_ASKED = {
    "Any": "Write the one type that the answer has, such as",
    "Decimal": "Write a number, or `str` and raise ValueError where `Decimal(value)` fails:",
    "NaiveDatetime": (
        "A date-time on the wire always has an offset; for clients that leave it out, say which "
        "zone is meant:"
    ),
    "object": "Write the one type that the answer has, such as",
    "timedelta": "Write a number, and name the unit:",
}
"""The words above the declaration that stands for a type."""


def refuse_type(annotation: object) -> NoReturn:
    """Refuse a type that no shape of the wire stands for."""
    name = written(annotation).partition("[")[0]
    raise Refused(
        "unsupported-type",
        f"The wire carries text, numbers, booleans and choices, and {written(annotation)} is "
        "none of them.",
        Instead(_ASKED.get(name, "Write"), otherwise=_UNASKED.get(name, _AS_ARGUMENT)),
    )


_DESCRIBED = Instead("Say it in the description:", otherwise="Say it in the description.")


def extra_schema(what: str, remedy: str | Instead = _DESCRIBED) -> Refused:
    """Refuse what would write keys of its own into the schema."""
    rule = f"{what} would put keys on the wire that no client has to understand."
    return Refused("extra-schema", rule, remedy)


_PLACES = {
    "anyOf": "`Literal` and `Titles`",
    "const": "`Literal`",
    "default": "the default",
    "deprecated": "words in the description",
    "description": "`description`",
    "enum": "`Literal`",
    "enumNames": "`Titles`",
    "examples": "words in the description",
    "exclusiveMaximum": "`lt`",
    "exclusiveMinimum": "`gt`",
    "format": "`Format`",
    "items": "`MultiSelect`",
    "maxItems": "`max_length`",
    "maxLength": "`max_length`",
    "maximum": "`le`",
    "minItems": "`min_length`",
    "minLength": "`min_length`",
    "minimum": "`ge`",
    "multipleOf": "a validator",
    "oneOf": "`Literal` and `Titles`",
    "pattern": "a validator",
    "title": "`title`",
    "type": "the type",
}
"""What stands in a form for each key of a property schema."""


def extra_keys(what: str, extra: object) -> Refused:
    """Refuse a piece of JSON Schema of the author's, and say where each of its keys belongs."""
    rule = f"{what} would put keys on the wire that no client has to understand."
    if not isinstance(extra, Mapping):
        rule = f"{what} is a function here, and it could put any key on the wire."
        before = "Say what it adds with the keywords of `Field`, or in the description:"
        return Refused("extra-schema", rule, Instead(before))
    placed = [f"`{key}` as {_PLACES[key]}" for key in extra if key in _PLACES]
    others = [shown(key) for key in extra if key not in _PLACES]
    before = f"Write {', '.join(placed)}:" if placed else "Leave it out:"
    after = f"No key of the wire stands for {', '.join(others)}: say it in the description."
    return Refused("extra-schema", rule, Instead(before, after if others else ""))


_AFTER = Instead("Let it run after the wire check, and check again there what it may have changed:")


def early_validator(what: str, remedy: str | Instead = _AFTER) -> Refused:
    """Refuse a validator that comes before the wire check."""
    return Refused(
        "validator-mode",
        f"{what} would see the answer before the wire check, and could change what is allowed.",
        remedy,
    )


def shown(value: object) -> str:
    """Return a value of the author's as they would write it, shortened where it is long."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    try:
        text = ascii(value)
    except Exception:  # noqa: BLE001  (whatever the author's class does, the refusal is raised)
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


_CHARACTER = "Write the character itself, or leave it out:"


def require_unicode(what: str, text: str) -> None:
    """Refuse text that UTF-8 cannot carry."""
    if has_lone_surrogate(text):
        raise Refused(
            "text",
            f"The {what} holds a lone surrogate, which UTF-8 cannot carry.",
            Instead(_CHARACTER, otherwise=f"{_CHARACTER[:-1]}."),
        )


def require_text(what: str, text: Any) -> str | None:
    """Return `text` as a plain `str`, or refuse another type; None stays None."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise Refused(
            "text",
            f"The {what} is of type {type(text).__name__}, not text.",
            "Write plain text; a lazy translation has none yet.",
        )
    require_unicode(what, text)
    return plain_text(text)


def require_title(title: Any) -> str | None:
    """Return a title as `require_text` does, or refuse one in which nothing can be seen."""
    text = require_text("title", title)
    if text is not None and not can_be_seen(text):
        raise Refused(
            "name",
            f"The title {shown(text)} holds nothing that a person could see.",
            Instead("Write a title that can be read, or none:"),
        )
    return text


def plain_text(text: str) -> str:
    """Return `text` as an exact `str`, whatever its subclass makes of being printed."""
    return str.__str__(text)
