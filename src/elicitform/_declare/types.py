"""Annotation to kind of field: which types, choices and bounds the wire can carry."""

from __future__ import annotations

import math
from collections import abc
from datetime import date, datetime, tzinfo
from typing import TYPE_CHECKING, Any, NoReturn, get_args, get_origin

import pydantic
from pydantic_core import Url

from elicitform._declare.annotations import enum_of, is_enum, is_literal, union_arms, unwrap
from elicitform._declare.choices import choices_of, chosen, late_choices
from elicitform._declare.metadata import JSON_STRINGS, Metadata, metadata_of
from elicitform._declare.remedies import (
    Instead,
    Refused,
    json_string,
    refuse_list,
    refuse_mapping,
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
    from elicitform._declare.markers import Format, GivenChoices, Titles
    from elicitform._wire.description import Choice, Kind


_STREAMS = {abc.Iterable, abc.Iterator, abc.Collection, abc.Generator, abc.Reversible}


_SECRET_TYPES = {"Secret", "SecretBytes", "SecretStr"}


def kind_of(bare: Any, metadata: Metadata) -> Kind:
    """Return the kind of field that an unwrapped annotation asks for.

    Args:
        bare: The annotation, unwrapped.
        metadata: What stands around it.

    Raises:
        Refused: No kind of field stands for it.
    """
    if metadata.hides_structure:
        raise json_string()
    if metadata.several:
        return _multi_select_kind(bare, metadata)
    if metadata.late_choices or (type(bare) is not type and (is_literal(bare) or is_enum(bare))):
        return _single_select_kind(bare, metadata)
    if bare is int:
        return _integer_kind(metadata)
    if bare is float:
        return _number_kind(metadata)
    if bare is bool:
        return BooleanKind()
    string = _string_format(bare, metadata)
    if string is not None:
        return _string_kind(metadata, *string)
    return _refuse_bare(bare)


def _string_format(bare: Any, metadata: Metadata) -> tuple[str | None, Any] | None:
    """Return the format that a text type implies and what it is read as, or None for no text."""
    if bare is str:
        return (_format_name(metadata.format) if metadata.format else None), str
    if bare is date:
        return "date", date
    if bare is datetime or bare is pydantic.AwareDatetime:
        return "date-time", datetime
    if bare is networks_type("EmailStr"):
        return "email", _require_email_validator(bare)
    url = url_type(bare, metadata)
    return None if url is None else ("uri", url)


def _format_name(marker: Format) -> str:
    if isinstance(marker.name, str) and marker.name in FORMATS:
        return marker.name
    raise Refused(
        "unsupported-constraint",
        f"{shown(marker.name)} is not a format of the protocol, which has "
        f"{', '.join(map(repr, FORMATS))}.",
        Instead("Say it in the description, and check it in a validator:"),
    )


def url_type(bare: Any, metadata: Metadata) -> Any:
    """Return which of pydantic's URL types an unwrapped annotation is, or None.

    Before 2.10 they are one class, told apart by constraints inside ``Annotated``.
    """
    for url in map(networks_type, URL_TYPES):
        plain, constraints, _ = unwrap(url)
        if bare is plain and (metadata.url_constraints == constraints or bare is not Url):
            return url
    return None


def _require_email_validator(email: Any) -> Any:
    from importlib.util import find_spec  # noqa: PLC0415  (few forms need it)

    if find_spec("email_validator") is None:
        raise Refused(
            "unsupported-type",
            "EmailStr needs the package email-validator, which is not installed.",
            Instead("Install `pydantic[email]`, or write"),
        )
    return email


def _refuse_bare(bare: Any) -> NoReturn:
    """Refuse an unwrapped annotation that is no kind of field, for the reason that fits it best."""
    from elicitform._declare.structures import is_structured  # noqa: PLC0415  (few are refused)

    origin = get_origin(bare) or bare
    if union_arms(bare):
        raise _union(bare)
    if isinstance(origin, type):
        if is_structured(origin):
            refuse_nested_model(origin)
        _refuse_secret(origin)
        if issubclass(origin, JSON_STRINGS):
            raise json_string()
        if issubclass(origin, abc.Mapping):
            refuse_mapping()
        if is_sequence(origin):
            refuse_list()
    refuse_type(bare)


def is_sequence(origin: type) -> bool:
    """Return whether a class holds a row of values, such as a list or a set."""
    if issubclass(origin, (str, bytes, bytearray, memoryview, range)):
        return False
    return issubclass(origin, (abc.Sequence, abc.Set)) or origin in _STREAMS


def _refuse_secret(origin: type) -> None:
    if _SECRET_TYPES.intersection(base.__name__ for base in origin.__mro__):
        raise Refused(
            "secret",
            "The protocol forbids asking for a credential in a form.",
            "Ask with URL mode elicitation, so that the secret goes past client and model.",
        )


def _union(bare: Any) -> Refused:
    arms = [unwrap(arm).bare for arm in union_arms(bare) if arm is not type(None)]
    choices = [arm for arm in arms if is_literal(arm) or is_enum(arm)]
    rule, remedy = "A property has one type on the wire.", _ONE_TYPE
    if len(choices) == len(arms):
        rule = "A choice is declared as one list of choices, and this is a union of several."
        remedy = Instead("Write one `Literal`:")
    elif choices:
        remedy = Instead('Add the choice "other", and an optional text field:')
    elif {int, float}.issuperset(arms):
        remedy = Instead("Write `float`, which reads any number:")
    return Refused("union", rule, remedy)


_ONE_TYPE = Instead(
    "Write one type, such as",
    otherwise="Ask which of them it is in a form of its own, and then for that one.",
)


def _string_kind(metadata: Metadata, name: str | None, reads_as: Any) -> StringKind:
    return StringKind(
        _least(metadata, "min_length"),
        _most(metadata, "max_length"),
        name,
        reads_as,
        _assumed_zone(metadata) if reads_as is datetime else None,
    )


def _assumed_zone(metadata: Metadata) -> tzinfo | None:
    if metadata.assume_zone is None:
        return None
    from elicitform._declare.zones import zone_of  # noqa: PLC0415  (few forms need it)

    return zone_of(metadata.assume_zone)


def _integer_kind(metadata: Metadata) -> IntegerKind:
    """Rewrite bounds to inclusive ones, which is exact for integers."""
    lower = [
        *(math.ceil(bound) for bound in _numbers(metadata, "ge")),
        *(math.floor(bound) + 1 for bound in _numbers(metadata, "gt")),
    ]
    upper = [
        *(math.floor(bound) for bound in _numbers(metadata, "le")),
        *(math.ceil(bound) - 1 for bound in _numbers(metadata, "lt")),
    ]
    for bound in [*lower, *upper]:
        _require_exact(bound)
    return IntegerKind(max(lower, default=None), min(upper, default=None))


def _number_kind(metadata: Metadata) -> NumberKind:
    return NumberKind(
        max(_numbers(metadata, "ge"), default=None), min(_numbers(metadata, "le"), default=None)
    )


def _numbers(metadata: Metadata, name: str) -> list[float]:
    bounds = metadata.constraints.get(name, [])
    for bound in bounds:
        if type(bound) not in {int, float} or not is_finite(bound):
            raise Refused(
                "unsupported-constraint",
                f"`{name}={shown(bound)}` is not a finite number, and bounds are.",
                Instead("Write a number that an answer can be held against, or none:"),
            )
    return bounds


def is_finite(number: float) -> bool:
    """Return whether a number is one that a float can come near to."""
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def _require_exact(number: int) -> None:
    if abs(number) > LARGEST_INTEGER:
        raise Refused(
            "unsupported-constraint",
            f"An integer on the wire is exact up to 2**53 - 1, and {shown(number)} lies beyond.",
            Instead("Write a smaller one, or leave it out:"),
        )


def _least(metadata: Metadata, name: str) -> int | None:
    return max(_lengths(metadata, name), default=None)


def _most(metadata: Metadata, name: str) -> int | None:
    return min(_lengths(metadata, name), default=None)


def _lengths(metadata: Metadata, name: str) -> list[int]:
    lengths = metadata.constraints.get(name, [])
    for length in lengths:
        if type(length) is not int or length < 0:
            raise Refused(
                "contradiction",
                f"`{name}={shown(length)}` is not a length: it is a whole number from 0 on.",
                Instead("Write one, or leave it out:"),
            )
        _require_exact(length)
    return lengths


def _single_select_kind(bare: Any, metadata: Metadata) -> SingleSelectKind:
    titles, given = metadata.titles, metadata.given_choices
    if metadata.late_choices:
        return SingleSelectKind(_late(titles, given))
    enum = enum_of(bare)
    choices = chosen(choices_of(bare, titles, enum), given, enum)
    enum_names = titles is not None and titles.enum_names
    return SingleSelectKind(choices, enum_names, enum)


def _late(titles: Titles | None, given: GivenChoices | None) -> tuple[Choice, ...]:
    """Return the choices that were given at run time, or none where none were given yet."""
    if titles:
        raise Refused(
            "choice-values",
            "The choices of a `LateChoice` are known at run time only, and so are their titles.",
            Instead(
                "Give the titles beside the choices, as in "
                '`Deploy.with_choices(branch={"main": "The main branch"})`, and leave `Titles` out:'
            ),
        )
    return () if given is None else late_choices(given)


def _multi_select_kind(bare: Any, metadata: Metadata) -> MultiSelectKind:
    item, pieces, optional = unwrap(get_args(bare)[0] if get_args(bare) else bare)
    inside = metadata_of(pieces)
    is_choice = is_literal(item) or is_enum(item) or inside.late_choices
    if optional or not is_choice:
        refuse_list()
    if inside.refusals:
        raise inside.refusals[0]
    if inside.holds_more_than_titles:
        raise Refused(
            "unsupported-constraint",
            "The choices of a multi-select are a closed list: there is no more to say of each.",
            Instead("Write it on the field itself, or leave it out:"),
        )
    titles, given = metadata.titles or inside.titles, metadata.given_choices
    if titles and titles.enum_names:
        raise Refused(
            "choice-values",
            "The protocol has `enumNames` for one choice, and not for several.",
            Instead("Write `Titles` without `enum_names=True`:"),
        )
    enum = None if inside.late_choices else enum_of(item)
    if inside.late_choices:
        choices = _late(titles, given)
    else:
        choices = chosen(choices_of(item, titles, enum), given, enum)
    return MultiSelectKind(
        choices, _least(metadata, "min_length"), _most(metadata, "max_length"), enum
    )
