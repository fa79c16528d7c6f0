"""The choices of a select, and their titles."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, get_args

from elicitform._declare.annotations import is_enum, written_choice
from elicitform._declare.markers import GivenChoices
from elicitform._declare.remedies import Refused, extra_schema, plain_text, require_unicode, shown
from elicitform._wire.description import Choice
from elicitform._wire.visible import can_be_seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elicitform._declare.markers import Titles


def choices_of(bare: Any, titles: Titles | None) -> tuple[Choice, ...]:
    """Return the choices of a ``Literal`` or an Enum, with their titles.

    Raises:
        Refused: They are not distinct, non-empty strings, or the titles do not fit them.
    """
    values = _enum_values(bare) if is_enum(bare) else _literal_values(bare)
    if not all(values):
        raise _choice_values(
            "A choice is empty: it would look like no answer at all.",
            'Give it a name, such as "none"; or leave it out and write `| None = None`.',
        )
    given = _titles_of(bare, values, titles.titles) if titles else _labels_of(bare)
    for text in values:
        require_unicode("choice", text)
    for text in given.values():
        require_unicode("title of a choice", text)
    return _seen_choices(values, given)


def late_choices(given: GivenChoices) -> tuple[Choice, ...]:
    """Return the choices that a field without any of its own was given at run time.

    Raises:
        Refused: They are not distinct, non-empty strings, or the titles are not distinct.
    """
    values = _values_given(given.choices)
    if not values:
        raise _choice_values(
            "There is nothing to choose.", 'Give it at least one, such as `["main"]`.'
        )
    if len(values) > MOST_CHOICES:
        raise _choice_values(
            f"It was given more than {MOST_CHOICES:,} choices, which nobody can look through.",
            "Ask for the first letters in a form before this one, or take text.",
        )
    for value in values:
        _require_choice(value)
    if len(set(values)) < len(values):
        repeated = next(value for value in values if values.count(value) > 1)
        raise _choice_values(f"{shown(repeated)} is given twice.", "Give each choice once.")
    plain = _distinct_titles(given.choices if isinstance(given.choices, dict) else {})
    for title in plain.values():
        require_unicode("title of a choice", title)
    return _seen_choices(values, plain)


def _seen_choices(values: list[str], titles: dict[str, str]) -> tuple[Choice, ...]:
    """Return choices with their titles, all of which a person can see."""
    unseen = next((value for value in values if not titles and not can_be_seen(value)), None)
    if unseen is not None:
        raise _choice_values(
            f"Nothing of the choice {shown(unseen)} can be seen.",
            "Give the choices titles, or choose other values.",
        )
    return tuple(Choice(value, titles.get(value)) for value in values)


MOST_CHOICES = 1_000
"""How many choices a field can be given at run time: a bound on what a form costs."""


def _values_given(choices: object) -> list[Any]:
    if not isinstance(choices, (tuple, dict)):
        raise _choice_values(
            f"Choices are a list of strings, or a dict with their titles; got {shown(choices)}.",
            'Write a list, such as `["main", "dev"]`.',
        )
    return list(choices)


def _require_choice(value: object) -> None:
    if type(value) is not str:
        raise _choice_values(
            f"Choices are strings on the wire, and {shown(value)} is not.",
            'Give strings, such as `["main", "dev"]`.',
        )
    if not value:
        raise _choice_values(
            "A choice is empty: it would look like no answer at all.",
            'Give it a name, such as "none".',
        )
    require_unicode("choice", value)


def chosen(own: tuple[Choice, ...], given: GivenChoices | None, bare: Any) -> tuple[Choice, ...]:
    """Return those of a field's own choices that it was given at run time, or all of them.

    Raises:
        Refused: Something was given that is none of its own, or in a way that is no choice.
    """
    if given is None:
        return own
    if is_enum(bare):
        given = GivenChoices(_without_members(given.choices, bare))
    titles = {choice.value: choice.title for choice in own}
    picked = late_choices(given)
    stranger = next((choice.value for choice in picked if choice.value not in titles), None)
    if stranger is not None:
        raise _choice_values(
            f"{shown(stranger)} is none of the field's own choices.",
            "Give some of those, or declare it `LateChoice`.",
        )
    return tuple(Choice(one.value, one.title or titles[one.value]) for one in picked)


def _without_members(choices: object, enum: type[Enum]) -> object:
    """Return choices with the values of an Enum in place of its members."""
    if isinstance(choices, dict):
        values = [_value_of(key, enum) for key in choices]
        if len(set(values)) < len(values):
            raise _bad_titles("A choice is given twice, by its value and by its member.")
        return dict(zip(values, choices.values(), strict=True))
    if isinstance(choices, tuple):
        return tuple(_value_of(choice, enum) for choice in choices)
    return choices


def _value_of(choice: Any, enum: type[Enum]) -> object:
    return choice.value if isinstance(choice, enum) else choice


def _literal_values(bare: Any) -> list[str]:
    values = list(get_args(bare))
    if not values:
        raise _choice_values("There is nothing to choose.", "Give it choices.")
    if None in values:
        others = ", ".join(written_choice(value) for value in values if value is not None)
        raise _choice_values(
            "None is no choice: it stands for an answer left open.",
            f"Write `Literal[{others}] | None = None`.",
        )
    for value in values:
        if isinstance(value, bool):
            raise _choice_values(f"{value} is no string.", "Write `bool`.")
        if isinstance(value, Enum):
            raise _choice_values(
                f"{shown(value)} inside Literal is a member, not the string that the wire carries.",
                f'Write `{type(value).__name__}` for all of its members, or `Literal["…"]`.',
            )
        if type(value) is not str:
            as_text = ", ".join(f'"{shown(one)}"' for one in values if type(one) is not str)
            raise _choice_values(
                f"Choices are strings on the wire, and {shown(value)} is not.",
                f"Write strings, as in `Literal[{as_text:.80}]`; or `int` with `ge` and `le`.",
            )
    return values


def _enum_values(enum: type[Enum]) -> list[str]:
    if hasattr(enum, "__get_pydantic_json_schema__"):
        raise extra_schema(f"`{enum.__name__}.__get_pydantic_json_schema__`")
    for name, member in enum.__members__.items():
        if type(member.value) is not str:
            raise _choice_values(
                f"Choices are strings on the wire, and {enum.__name__}.{name} is "
                f"{shown(member.value)}.",
                f'Give the members string values, as in `{name} = "{name.lower()}"`.',
            )
        if name != member.name:
            raise _choice_values(
                f"{enum.__name__}.{name} repeats the value of .{member.name}.", f"Drop `{name}`."
            )
    if not enum.__members__:
        raise _choice_values(f"{enum.__name__} has no members to choose from.", "Give it some.")
    return [member.value for member in enum]


def _choice_values(rule: str, remedy: str) -> Refused:
    return Refused("choice-values", rule, remedy)


def _titles_of(bare: Any, values: list[str], titles: Mapping[Any, Any]) -> dict[str, str]:
    """Return the titles that ``Titles`` gives, by value, once they are known to fit the choices."""
    own = bare if is_enum(bare) else ()
    given = {key.value if isinstance(key, own) else key: title for key, title in titles.items()}
    if len(given) < len(titles):
        raise _bad_titles("`Titles` names a choice twice, by its value and by its member.")
    missing = [value for value in values if value not in given]
    known = set(values)
    strangers = [key for key in given if key not in known]
    if missing:
        raise _bad_titles(f"`Titles` has none for {shown(missing[0])}.")
    if strangers:
        raise _bad_titles(f"`Titles` names {shown(strangers[0])}, which is not a choice.")
    return _distinct_titles(given)


def _labels_of(bare: Any) -> dict[str, str]:
    """Return the labels of an Enum whose members carry one, as Django's ``TextChoices`` do."""
    if not is_enum(bare):
        return {}
    labels = {member.value: getattr(member, "label", None) for member in bare}
    if all(label is None or callable(label) for label in labels.values()):
        return {}
    return _distinct_titles(labels)


def _distinct_titles(titles: dict[str, Any]) -> dict[str, str]:
    for value, title in titles.items():
        if not isinstance(title, str):
            raise _bad_titles(
                f"The title of {shown(value)} is of type {type(title).__name__}, not text.",
                "Write plain text; a lazy translation has none yet, so use `Titles({…})` for it.",
            )
        if not can_be_seen(title):
            raise _bad_titles(f"The title of {shown(value)} is blank.")
    plain = {value: plain_text(title) for value, title in titles.items()}
    if len(set(plain.values())) < len(plain):
        raise _bad_titles("Two choices have the same title: a person could not tell them apart.")
    return plain


def _bad_titles(rule: str, remedy: str = "Give every choice one title of its own.") -> Refused:
    return Refused("choice-values", rule, remedy)
