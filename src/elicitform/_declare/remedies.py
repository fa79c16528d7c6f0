"""Why a declaration is refused, and what to write instead: the wording, apart from the deciding."""

from __future__ import annotations

import textwrap
from enum import Enum
from typing import Any, Literal, NoReturn, TypeVar, get_origin

from elicitform._declare.annotations import is_enum, unwrap, written
from elicitform._declare.flatten import flattened, is_structured
from elicitform._wire.revisions import MULTI_SELECT_SINCE
from elicitform._wire.rules import has_lone_surrogate

_LONGEST_SHOWN = 60
_MOST_LINES = 30


class Refused(Exception):  # noqa: N818  (never leaves the package: it becomes a DefinitionFault)
    """A declaration that the wire cannot carry.

    Attributes:
        code: The stable name of the rule.
        rule: The rule, as a sentence.
        remedy: What to write instead.
    """

    def __init__(self, code: str, rule: str, remedy: str) -> None:
        super().__init__(code, rule, remedy)
        self.code = code
        self.rule = rule
        self.remedy = remedy


def refuse_nested_model(field: str, model: type) -> NoReturn:
    """Refuse a field that holds fields of its own, and spell out the flat ones."""
    lines = flattened(field, model)
    flat = "\n".join(lines[:_MOST_LINES] + ["…"] * (len(lines) > _MOST_LINES))
    raise Refused(
        "nested-model",
        f"A form is one flat object; {model.__name__} would put an object inside it.",
        f"Write its fields here:\n{textwrap.indent(flat, '    ')}\n"
        "or ask for them in a second form, or take them as an argument of the tool.",
    )


def refuse_list(field: str, item: Any) -> NoReturn:
    """Refuse a list of anything."""
    inside = unwrap(item).bare
    if is_structured(inside) or get_origin(inside) in {dict, list}:
        remedy = (
            "Ask for one at a time in a form of its own, or take the list as an argument of the\n"
            "tool."
        )
    else:
        choices = written(item) if get_origin(inside) is Literal or is_enum(inside) else _CHOICES
        remedy = (
            f'Write `{field}: str = Field(description="Separated by commas")`, and split it where\n'
            f"it is used; for a choice of several, `{field}: MultiSelect[{choices}]`\n"
            f'in a class with `since="{MULTI_SELECT_SINCE}"`.'
        )
    raise Refused("list", "A form has no lists, except a choice of several.", remedy)


_CHOICES = 'Literal["a", "b"]'


def server_side_check(field: str, annotation: str) -> str:
    """Return a validator, ready to paste, that checks a field on the server."""
    return (
        "Check it on the server, with pydantic's field_validator, and say it in the description:\n"
        f'    @field_validator("{field}")\n'
        "    @classmethod\n"
        f"    def check_{field}(cls, value: {annotation}) -> {annotation}:\n"
        "        if ...:  # the rule that is broken\n"
        '            raise ValueError("must be …")\n'
        "        return value"
    )


_BY_NAME = {
    "Any": "Write the one type that the answer has: `str`, `int`, `float`, `bool`, or a choice.",
    "ByteSize": "Write `int`, and name the unit: `size_bytes: int`.",
    "Callable": "Leave it out of the form.",
    "Decimal": "Write `float` with bounds; or `str`, and raise ValueError where Decimal() fails.",
    "FutureDate": "Write `date`, and check in a validator that it lies in the future.",
    "FutureDatetime": "Write `datetime`, and check in a validator that it lies in the future.",
    "NaiveDatetime": (
        "Write `datetime`: a date-time on the wire always has an offset. For clients that leave\n"
        'it out, say which zone is meant: `Annotated[datetime, AssumeZone("Europe/Oslo")]`.'
    ),
    "NameEmail": "Write `EmailStr`, and a second field for the name.",
    "None": "Leave it out: a field without an answer asks nothing.",
    "PastDate": "Write `date`, and check in a validator that it lies in the past.",
    "PastDatetime": "Write `datetime`, and check in a validator that it lies in the past.",
    "bytearray": "No revision carries files or bytes. Take them as an argument of the tool.",
    "bytes": "No revision carries files or bytes. Take them as an argument of the tool.",
    "complex": "Write two `float` fields.",
    "float": "Write `float`, and build the value from it in a validator.",
    "int": "Write `int`, and build the value from it in a validator.",
    "object": "Write the one type that the answer has: `str`, `int`, `float`, `bool`, or a choice.",
    "time": "Write `datetime`, or `str` and read the time in a validator.",
    "timedelta": "Write `int`, and name the unit: `wait_seconds: int`.",
}
_URLS = {"AnyUrl", "Url", "_BaseUrl", "MultiHostUrl", "_BaseMultiHostUrl"}


def refuse_type(annotation: object) -> NoReturn:
    """Refuse a type that no shape of the wire stands for."""
    raise Refused(
        "unsupported-type",
        f"The wire carries text, numbers, booleans and choices, and {written(annotation)} is "
        "none of them.",
        _type_remedy(annotation),
    )


def _type_remedy(annotation: object) -> str:
    if isinstance(annotation, TypeVar):
        return "Write the type itself: a form cannot be generic."
    names = [base.__name__ for base in getattr(annotation, "__mro__", ())]
    known = next((_BY_NAME[name] for name in names[:-1] if name in _BY_NAME), None)
    if known:
        return known
    if _URLS.intersection(names):
        return "Write `AnyUrl`, and check the rest in a validator."
    by_name = _BY_NAME.get(written(annotation).partition("[")[0])
    return by_name or "Write `str`, and build the value from it in a validator."


def extra_schema(what: str) -> Refused:
    """Refuse what would write keys of its own into the schema."""
    return Refused(
        "extra-schema",
        f"{what} would put keys on the wire that no client has to understand.",
        "Say it in the description.",
    )


def early_validator(what: str) -> Refused:
    """Refuse a validator that comes before the wire check."""
    return Refused(
        "validator-mode",
        f"{what} would see the answer before the wire check, and could change what is allowed.",
        'Write an after validator: `@field_validator("…")`, `@model_validator(mode="after")` or '
        "`AfterValidator(…)`.",
    )


def shown(value: object) -> str:
    """Return a value of the author's as they would write it, shortened where it is long."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    try:
        text = ascii(value)
    except Exception:  # noqa: BLE001  (whatever the author's class does, the refusal must be told)
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def require_unicode(what: str, text: str) -> None:
    """Refuse text that UTF-8 cannot carry."""
    if has_lone_surrogate(text):
        raise Refused(
            "text",
            f"The {what} holds a lone surrogate, which UTF-8 cannot carry.",
            "Write the character itself, or leave it out.",
        )


def require_text(what: str, text: Any) -> str | None:
    """Return `text` as a plain `str`, or refuse what is none; None stays None."""
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


def plain_text(text: str) -> str:
    """Return `text` as an exact `str`, whatever its subclass makes of being printed."""
    return str.__str__(text)
