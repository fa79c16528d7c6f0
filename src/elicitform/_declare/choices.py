"""The choices of a select, and their titles."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn

from elicitform._declare.annotations import is_enum, literal_values, members_of
from elicitform._declare.markers import GivenChoices
from elicitform._declare.remedies import (
    Instead,
    Refused,
    extra_schema,
    plain_text,
    require_unicode,
    shown,
)
from elicitform._wire.description import Choice
from elicitform._wire.visible import can_be_seen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elicitform._declare.markers import Titles

MOST_CHOICES = 1_000
"""How many choices a field can be given at run time: a bound on what a form costs."""

_STRINGS = Instead(
    "Write strings:", otherwise="Leave it out: a field without an answer asks nothing."
)


def _by_name(enum: type[Enum]) -> Instead:
    return Instead(
        f"Ask by the names of the members, and get the member by `{enum.__name__}[name]`:"
    )


def choices_of(bare: Any, titles: Titles | None, enum: type[Enum] | None) -> tuple[Choice, ...]:
    """Return the choices of a ``Literal`` or an Enum, with their titles.

    Args:
        bare: The type.
        titles: The titles that stand around it, if any.
        enum: The Enum whose members they are, if any.

    Raises:
        Refused: They are not distinct, non-empty strings, or the titles do not fit them.
    """
    values = _enum_values(bare) if enum else _literal_values(bare)
    if not all(values):
        raise _choice_values(
            "A choice is empty: it would look like no answer at all.",
            Instead("Give it a name, or leave the field open where it stands for no answer:"),
        )
    given = _titles_of(enum, values, titles.titles) if titles else _labels_of(bare, enum)
    for text in values:
        require_unicode("choice", text)
    return _seen_choices(values, given)


def late_choices(given: GivenChoices) -> tuple[Choice, ...]:
    """Return the choices that a field without any of its own was given at run time.

    Raises:
        Refused: They are not distinct, non-empty strings, or a title is not text that can be seen.
    """
    values = _values_given(given.choices)
    if not values:
        raise Refused(
            "no-choices",
            "It was given no choices.",
            "Ask without the field, or say why there is nothing to choose from.",
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
    titles = _plain_titles(given.choices if isinstance(given.choices, dict) else {})
    return _seen_choices(values, _told_apart(titles))


def _told_apart(titles: dict[str, str]) -> dict[str, str]:
    """Return titles that repeat with their values behind them, since data repeats them rightly."""
    for _ in titles:  # once is enough, unless another title looks like one of these already
        seen = Counter(titles.values())
        if len(seen) == len(titles):
            break
        titles = {
            value: f"{title} ({value})" if seen[title] > 1 else title
            for value, title in titles.items()
        }
    return titles


def _seen_choices(values: Sequence[str], titles: Mapping[str, str]) -> tuple[Choice, ...]:
    """Return choices with their titles, all of which a person can see."""
    unseen = next((value for value in values if not titles and not can_be_seen(value)), None)
    if unseen is not None:
        raise _choice_values(
            f"Nothing of the choice {shown(unseen)} can be seen.",
            "Give the choices titles, or choose other values.",
        )
    return tuple(Choice(value, titles.get(value)) for value in values)


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


def chosen(
    own: tuple[Choice, ...], given: GivenChoices | None, enum: type[Enum] | None
) -> tuple[Choice, ...]:
    """Return those of a field's own choices that it was given at run time, or all of them.

    Args:
        own: The choices of its type.
        given: The choices that it was given at run time, if any.
        enum: The Enum whose members they are, if any.

    Raises:
        Refused: Something was given that is not one of its own, or is no choice.
    """
    if given is None:
        return own
    if enum is not None:
        given = GivenChoices(_without_members(given.choices, enum))
    titles = {choice.value: choice.title for choice in own}
    picked = late_choices(given)
    unknown = next((choice.value for choice in picked if choice.value not in titles), None)
    if unknown is not None:
        raise _choice_values(
            f"{shown(unknown)} is not one of the field's own choices.",
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


# --- of a Literal -----------------------------------------------------------------------------


def _literal_values(bare: Any) -> Sequence[str]:
    values = literal_values(bare)
    if not values:
        raise _choice_values("There is nothing to choose.", "Give it choices.")
    if None in values:
        raise _choice_values(
            "None is no choice: it stands for an answer left open.",
            Instead("Leave the field open in its type:", otherwise=_STRINGS.otherwise),
        )
    for value in values:
        if type(value) is not str:
            _refuse_choice(value)
    return values


def _refuse_choice(value: Any) -> NoReturn:
    if isinstance(value, bool):
        raise _choice_values(f"{value} is no string.", Instead("Write `bool`:"))
    if isinstance(value, Enum):
        raise _choice_values(
            f"{shown(value)} stands beside a choice that is no member of its Enum, and an answer "
            "is read as one type.",
            _STRINGS,
        )
    remedy = _STRINGS
    if isinstance(value, int):
        after = "Or declare an amount as `int`, with `ge` and `le`."
        remedy = Instead(_STRINGS.before, after, _STRINGS.otherwise)
    raise _choice_values(f"Choices are strings on the wire, and {shown(value)} is not.", remedy)


# --- of an Enum -------------------------------------------------------------------------------


def _enum_values(bare: Any) -> list[str]:
    """Return the values of an Enum, or of those members that a ``Literal`` picks."""
    members = members_of(bare)
    if not members:
        raise _choice_values(f"{bare.__name__} has no members to choose from.", "Give it some.")
    if hasattr(type(members[0]), "__get_pydantic_json_schema__"):
        raise extra_schema(f"`{type(members[0]).__name__}.__get_pydantic_json_schema__`")
    for member in members:
        if type(member.value) is not str:
            raise _choice_values(
                f"Choices are strings on the wire, and {shown(member)} is {shown(member.value)}.",
                _by_name(type(member)),
            )
    values = [member.value for member in members]
    again = next((one for one in members if values.count(one.value) > 1), None)
    if again is not None:
        raise _choice_values(
            f"{shown(again)} has the value of another member.", _by_name(type(again))
        )
    if is_enum(bare):
        _require_no_aliases(bare)
    return values


def _require_no_aliases(enum: type[Enum]) -> None:
    for name, member in enum.__members__.items():
        if name != member.name:
            raise _choice_values(
                f"{enum.__name__}.{name} repeats the value of .{member.name}.", _by_name(enum)
            )


def _choice_values(rule: str, remedy: str | Instead) -> Refused:
    return Refused("choice-values", rule, remedy)


# --- titles -----------------------------------------------------------------------------------


def _titles_of(
    enum: type[Enum] | None, values: Sequence[str], titles: Mapping[Any, Any]
) -> dict[str, str]:
    """Return the titles that ``Titles`` gives, by value, once they are known to fit the choices."""
    own = enum or ()
    given = {key.value if isinstance(key, own) else key: title for key, title in titles.items()}
    if len(given) < len(titles):
        raise _bad_titles("`Titles` names a choice twice, by its value and by its member.")
    missing = next((value for value in values if value not in given), None)
    if missing is not None:
        raise _bad_titles(f"`Titles` has none for {shown(missing)}.")
    known = set(values)
    unknown = [key for key in given if key not in known]
    if unknown:
        raise _bad_titles(f"`Titles` names {shown(unknown[0])}, which is not a choice.")
    return _distinct_titles(given)


def _labels_of(bare: Any, enum: type[Enum] | None) -> dict[str, str]:
    """Return the labels of an Enum whose members carry one, as Django's ``TextChoices`` do."""
    if enum is None:
        return {}
    labels = {member.value: _label_of(member) for member in members_of(bare)}
    if all(label is None or callable(label) for label in labels.values()):
        return {}
    return _distinct_titles(labels)


def _label_of(member: Any) -> Any:
    try:
        return getattr(member, "label", None)
    except Exception as error:  # noqa: BLE001  (whatever the author's own property raises)
        raise _choice_values(
            f"The label of {shown(member)} raises {type(error).__name__}.",
            "Let `label` return the title of the choice.",
        ) from None


def _distinct_titles(titles: Mapping[str, Any]) -> dict[str, str]:
    plain = _plain_titles(titles)
    if len(set(plain.values())) < len(plain):
        raise _bad_titles("Two choices have the same title: a person could not tell them apart.")
    return plain


def _plain_titles(titles: Mapping[str, Any]) -> dict[str, str]:
    for value, title in titles.items():
        if not isinstance(title, str):
            raise _bad_titles(
                f"The title of {shown(value)} is of type {type(title).__name__}, not text.",
                "Write plain text; a lazy translation has none yet, and `Titles` takes one for it.",
            )
        require_unicode("title of a choice", title)
        if not can_be_seen(title):
            raise _bad_titles(
                f"The title of {shown(value)} is blank: it holds nothing that a person could see."
            )
    return {value: plain_text(title) for value, title in titles.items()}


_TITLES = Instead("Give every choice one title of its own:")


def _bad_titles(rule: str, remedy: str | Instead = _TITLES) -> Refused:
    return Refused("choice-values", rule, remedy)
