"""Annotation to kind of field: which types, choices and bounds the wire can carry."""

from __future__ import annotations

import importlib.util
import math
from collections import abc
from datetime import date, datetime, tzinfo
from typing import TYPE_CHECKING, Any, NoReturn, get_args, get_origin

import pydantic
from pydantic_core import Url

from elicitform._declare.annotations import is_enum, is_literal, union_arms, unwrap, written_choice
from elicitform._declare.choices import choices_of, chosen, late_choices
from elicitform._declare.flatten import is_structured
from elicitform._declare.metadata import JSON_STRINGS, Said
from elicitform._declare.remedies import (
    Refused,
    refuse_list,
    refuse_nested_model,
    refuse_type,
    shown,
)
from elicitform._pydantic import URL_TYPES, networks_type
from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
)
from elicitform._wire.formats import FORMATS
from elicitform._wire.revisions import LARGEST_INTEGER

if TYPE_CHECKING:
    from elicitform._declare.markers import Format
    from elicitform._wire.description import Choice, Kind


_STREAMS = {abc.Iterable, abc.Iterator, abc.Collection, abc.Generator, abc.Reversible}


_SECRET_TYPES = {"Secret", "SecretBytes", "SecretStr"}


def kind_of(bare: Any, said: Said, field: str) -> Kind:
    """Return the kind of field that an unwrapped annotation asks for.

    Args:
        bare: The annotation, unwrapped.
        said: What was said around it.
        field: The name of the field, for the remedies.

    Raises:
        Refused: No kind of field stands for it.
    """
    if said.hides_structure:
        raise _json_string()
    if said.several:
        return _multi_select_kind(bare, said, field)
    if is_literal(bare) or is_enum(bare) or said.late_choices:
        return _single_select_kind(bare, said)
    if bare is int:
        return _integer_kind(said)
    if bare is float:
        return _number_kind(said)
    if bare is bool:
        return BooleanKind()
    string = _string_format(bare, said)
    if string is not None:
        return _string_kind(said, *string)
    return _refuse_bare(bare, field)


def _string_format(bare: Any, said: Said) -> tuple[str | None, Any] | None:
    """Return the format that a text type implies and what it is read as, or None for no text."""
    if bare is str:
        return (_format_name(said.format) if said.format else None), str
    if bare is date:
        return "date", date
    if bare is datetime or bare is pydantic.AwareDatetime:
        return "date-time", datetime
    if bare is networks_type("EmailStr"):
        return "email", _require_email_validator(bare)
    url = _url_type(bare, said)
    return None if url is None else ("uri", url)


def _format_name(marker: Format) -> str:
    if isinstance(marker.name, str) and marker.name in FORMATS:
        return marker.name
    raise Refused(
        "unsupported-constraint",
        f"{shown(marker.name)} is not a format of the protocol.",
        f"Write one of {', '.join(map(repr, FORMATS))}, or check it in a validator.",
    )


def _url_type(bare: Any, said: Said) -> Any:
    """Return which of pydantic's URL types an unwrapped annotation is, or None.

    Before 2.10 they are one class, told apart by constraints inside ``Annotated``.
    """
    for url in map(networks_type, URL_TYPES):
        plain, constraints, _ = unwrap(url)
        if bare is plain and (said.url_constraints == constraints or bare is not Url):
            return url
    return None


def _json_string() -> Refused:
    return Refused(
        "json-string",
        "Structure hidden inside a string is not a form: no client can draw it.",
        "Write the parts as fields of their own, or take the value as an argument of the tool.",
    )


def _require_email_validator(email: Any) -> Any:
    if importlib.util.find_spec("email_validator") is None:
        raise Refused(
            "unsupported-type",
            "EmailStr needs the package email-validator, which is not installed.",
            'Install `pydantic[email]`, or write `Annotated[str, Format("email")]`.',
        )
    return email


def _refuse_bare(bare: Any, field: str) -> NoReturn:
    """Refuse an unwrapped annotation that is no kind of field, for the reason that fits it best."""
    origin = get_origin(bare) or bare
    if union_arms(bare):
        raise _union(bare)
    if isinstance(origin, type):
        if is_structured(origin):
            refuse_nested_model(field, origin)
        _refuse_secret(origin)
        if issubclass(origin, JSON_STRINGS):
            raise _json_string()
        if issubclass(origin, abc.Mapping):
            raise _mapping(bare, field)
        if issubclass(origin, (abc.Sequence, abc.Set)) or origin in _STREAMS:
            _refuse_sequence(bare, origin, field)
    refuse_type(bare)


def _refuse_sequence(bare: Any, origin: type, field: str) -> None:
    if issubclass(origin, (str, bytes, bytearray, memoryview, range)):
        return
    refuse_list(field, next(iter(get_args(bare)), None))


def _refuse_secret(origin: type) -> None:
    if _SECRET_TYPES.intersection(base.__name__ for base in origin.__mro__):
        raise Refused(
            "secret",
            "The protocol forbids asking for a credential in a form.",
            "Ask with URL mode elicitation, so that the secret goes past client and model.",
        )


def _mapping(bare: Any, field: str) -> Refused:
    value = next((arm.__name__ for arm in get_args(bare)[1:] if arm in {int, float, bool}), "str")
    return Refused(
        "mapping",
        "A form is one flat object; a mapping would put an object inside it.",
        f"Write a field for each key that you expect: `{field}_…: {value}`;\n"
        "or ask in a second form, or take it as an argument of the tool.",
    )


def _union(bare: Any) -> Refused:
    arms = [arm for arm in union_arms(bare) if arm is not type(None)]
    if len(arms) == 2 and int in arms and float in arms:  # noqa: PLR2004  (these two)
        remedy = "Write `float`: it reads any number."
    elif arms and all(map(is_literal, arms)):
        choices = [written_choice(choice) for arm in union_arms(bare) for choice in get_args(arm)]
        remedy = f"Write one `Literal[{', '.join(choices)}]`."
    elif any(is_literal(arm) or is_enum(arm) for arm in arms):
        remedy = 'Add the choice "other", and an optional text field: `other: str | None = None`.'
    else:
        remedy = "Write one type; for a field that may be left open, `T | None = None`."
    return Refused("union", "A property has one type on the wire.", remedy)


def _string_kind(said: Said, name: str | None, reads_as: Any) -> StringKind:
    return StringKind(
        _least(said, "min_length"),
        _most(said, "max_length"),
        name,
        reads_as,
        _assumed_zone(said) if reads_as is datetime else None,
    )


def _assumed_zone(said: Said) -> tzinfo | None:
    if said.assume_zone is None:
        return None
    from elicitform._declare.zones import zone_of  # noqa: PLC0415  (few forms need it)

    return zone_of(said.assume_zone)


def _integer_kind(said: Said) -> IntegerKind:
    """Rewrite bounds to inclusive ones, which is exact for integers."""
    lower = [
        *(math.ceil(bound) for bound in _numbers(said, "ge")),
        *(math.floor(bound) + 1 for bound in _numbers(said, "gt")),
    ]
    upper = [
        *(math.floor(bound) for bound in _numbers(said, "le")),
        *(math.ceil(bound) - 1 for bound in _numbers(said, "lt")),
    ]
    for bound in [*lower, *upper]:
        _require_exact(bound)
    return IntegerKind(max(lower, default=None), min(upper, default=None))


def _number_kind(said: Said) -> NumberKind:
    return NumberKind(
        max(_numbers(said, "ge"), default=None), min(_numbers(said, "le"), default=None)
    )


def _numbers(said: Said, name: str) -> list[float]:
    bounds = said.constraints.get(name, [])
    for bound in bounds:
        if type(bound) not in {int, float} or not _is_finite(bound):
            raise Refused(
                "unsupported-constraint",
                f"`{name}={shown(bound)}` is not a finite number.",
                "Write an int or a float; for no bound at all, leave it out.",
            )
    return bounds


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def _require_exact(number: int) -> None:
    if abs(number) > LARGEST_INTEGER:
        raise Refused(
            "unsupported-constraint",
            f"An integer on the wire is exact up to 2**53 - 1, and {shown(number)} lies beyond.",
            "Write a smaller one, or leave it out.",
        )


def _least(said: Said, name: str) -> int | None:
    return max(_lengths(said, name), default=None)


def _most(said: Said, name: str) -> int | None:
    return min(_lengths(said, name), default=None)


def _lengths(said: Said, name: str) -> list[int]:
    lengths = said.constraints.get(name, [])
    for length in lengths:
        if type(length) is not int or length < 0:
            raise Refused(
                "contradiction",
                f"`{name}={shown(length)}` is not a length: it is a whole number from 0 on.",
                "Write one, or leave it out.",
            )
        _require_exact(length)
    return lengths


def _single_select_kind(bare: Any, said: Said) -> SingleSelectKind:
    enum_names = said.titles is not None and said.titles.enum_names
    choices = _choices(bare, said, late=said.late_choices)
    return SingleSelectKind(choices, enum_names, bare if is_enum(bare) else None)


def _choices(item: Any, said: Said, *, late: bool) -> tuple[Choice, ...]:
    """Return the choices of a select: those of its type, or of them those given at run time."""
    if not late:
        return chosen(choices_of(item, said.titles), said.given_choices, item)
    if said.titles:
        raise Refused(
            "choice-values",
            "The choices of a `LateChoice` are known at run time only, and so are their titles.",
            "Leave `Titles(…)` out, and give titles beside the choices:\n"
            '`with_choices(…={"main": "The main branch"})`.',
        )
    return () if said.given_choices is None else late_choices(said.given_choices)


def _multi_select_kind(bare: Any, said: Said, field: str) -> MultiSelectKind:
    item, metadata, optional = unwrap(get_args(bare)[0] if get_args(bare) else bare)
    inside = Said()
    for said_inside in metadata:
        inside.add(said_inside)
    if optional or not (is_literal(item) or is_enum(item) or inside.late_choices):
        refuse_list(field, item)
    if inside.refusals:
        raise inside.refusals[0]
    if inside.says_more_than_titles:
        raise Refused(
            "unsupported-constraint",
            "The choices of a multi-select are a closed list: there is no more to say of each.",
            "Write it on the field itself.",
        )
    titles = said.titles or inside.titles
    if titles and titles.enum_names:
        raise Refused(
            "choice-values",
            "The protocol has `enumNames` for one choice, and not for several.",
            "Write `Titles(…)` without `enum_names=True`.",
        )
    said.titles = titles
    return MultiSelectKind(
        _choices(item, said, late=inside.late_choices),
        _least(said, "min_length"),
        _most(said, "max_length"),
        item if is_enum(item) else None,
    )
