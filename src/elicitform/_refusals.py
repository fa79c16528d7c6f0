"""Why a declaration is refused, and what to write instead: the wording, apart from the deciding."""

from __future__ import annotations

import dataclasses
import inspect
import textwrap
from enum import Enum
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, RootModel

from elicitform._annotations import unwrap, written
from elicitform._explain import has_lone_surrogate
from elicitform._revisions import MULTI_SELECT_SINCE

_DEEPEST_FLATTENING = 3
_LONGEST_SHOWN = 60


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
    flat = "\n".join(flattened(field, model))
    raise Refused(
        "nested-model",
        f"A form is one flat object; {model.__name__} would put an object inside it.",
        f"Write its fields here:\n{textwrap.indent(flat, '    ')}\n"
        "or ask for them in a second form, or take them as an argument of the tool.",
    )


def flattened(prefix: str, model: type, depth: int = 0) -> list[str]:
    """Return the lines that declare the fields of `model` flat, each behind `prefix`."""
    lines: list[str] = []
    for name, annotation in member_annotations(model).items():
        flat = prefix if issubclass(model, RootModel) else f"{prefix}_{name}"
        inside = unwrap(annotation).bare
        if is_structured(inside) and depth < _DEEPEST_FLATTENING:
            lines += flattened(flat, inside, depth + 1)
        else:
            lines.append(f"{flat}: {written(annotation)}")
    return lines or [f"{prefix}_…: str"]


def is_structured(annotation: object) -> bool:
    """Return whether `annotation` is a class that declares fields of its own."""
    return isinstance(annotation, type) and (
        issubclass(annotation, BaseModel)
        or dataclasses.is_dataclass(annotation)
        or hasattr(annotation, "__required_keys__")
        or (issubclass(annotation, tuple) and hasattr(annotation, "_fields"))
    )


def member_annotations(model: type) -> dict[str, Any]:
    """Return the fields that a structured class declares, with their annotations."""
    if issubclass(model, BaseModel):
        return {name: info.annotation for name, info in model.model_fields.items()}
    merged: dict[str, Any] = {}
    for base in reversed(model.__mro__):
        merged |= inspect.get_annotations(base)
    return merged


def refuse_list(field: str, item: str) -> NoReturn:
    """Refuse a list of anything."""
    raise Refused(
        "list",
        "A form has no lists, except a choice of several.",
        f'Write `{field}: str = Field(description="separated by commas")` and split it in a '
        "validator;\nfor a choice of several, "
        f'`{field}: MultiSelect[{item}]` in a class with `since="{MULTI_SELECT_SINCE}"`.',
    )


def server_side_check(field: str, annotation: str) -> str:
    """Return a validator, ready to paste, that checks a field on the server."""
    return (
        "Check it on the server, and say it in the description:\n"
        f'    @field_validator("{field}")\n'
        "    @classmethod\n"
        f"    def check_{field}(cls, value: {annotation}) -> {annotation}: ..."
    )


_BY_NAME = {
    "Any": "Write the one type that the answer has: `str`, `int`, `float`, `bool`, or a choice.",
    "ByteSize": "Write `int`, and name the unit: `size_bytes: int`.",
    "Callable": "Leave it out of the form.",
    "Decimal": "Write `float` with bounds, or `str` and build the Decimal in a validator.",
    "FutureDate": "Write `date`, and check in a validator that it lies in the future.",
    "FutureDatetime": "Write `datetime`, and check in a validator that it lies in the future.",
    "NaiveDatetime": "Write `datetime`: a date-time on the wire always has an offset.",
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
    return ascii(value)[:_LONGEST_SHOWN]


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
