"""The choices that a field asks to pick from, wherever they are listed, as a form has them."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum, Flag
from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform._declare.annotations import (
    enum_of,
    is_enum,
    is_literal,
    literal_values,
    members_of,
    union_arms,
    unwrap,
    written_in_full,
)
from elicitform._declare.instead.code import code_of, repaired
from elicitform._wire.visible import can_be_seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Choices(NamedTuple):
    """Choices as a form has them.

    Attributes:
        type: The type that holds them, as source.
        values: What each is called on the wire, by the value that stood for it.
        keeps_members: The value handed back is still the member of an Enum.
        titles: The title of each, by its value on the wire; empty where they have none.
        is_open: None was one of them: the field may be left open.
    """

    type: str
    values: tuple[tuple[Any, str], ...]
    keeps_members: bool = False
    titles: Mapping[str, str] = {}
    is_open: bool = False

    @property
    def on_the_wire(self) -> tuple[str, ...]:
        """The values that the wire carries."""
        return tuple(dict.fromkeys(wire for _, wire in self.values))

    def pick(self, value: Any) -> Any:
        """Return the choice that a value of the old type is.

        Raises:
            ValueError: It is not one of them.
        """
        choice, wire = self._found(value)
        return choice if self.keeps_members else wire

    def _found(self, value: Any) -> tuple[Any, str]:
        for choice, wire in self.values:
            is_it = type(choice) is type(value) and choice == value
            if is_it or value == wire or getattr(choice, "value", choice) == value:
                return choice, wire
        raise ValueError

    def titled(self, given: Mapping[Any, Any]) -> Choices:
        """Return the choices with these titles, each by the choice or by its value."""
        titles: dict[str, Any] = {}
        for key, title in given.items():
            with suppress(ValueError):
                titles[self._found(key)[1]] = title
        return self._replace(titles=_titles_for(self.on_the_wire, titles))

    def titles_code(self, *, enum_names: bool) -> str:
        """Return the marker that gives the choices their titles, as source."""
        keys = ", ".join(f"{code_of(one)}: {code_of(title)}" for one, title in self.titles.items())
        return f"Titles({{{keys}}}{', enum_names=True' if enum_names else ''})"


def choices_in(annotation: Any) -> Choices | None:
    """Return the choices of a ``Literal``, an Enum or a union of them, or None for another type."""
    arms = [arm for arm in union_arms(annotation) if arm is not type(None)]
    if arms:
        found = [choices_in(unwrap(arm).bare) for arm in arms]
        return _together([one for one in found if one]) if all(found) else None
    if is_enum(annotation):
        return _of_members(annotation, members_of(annotation))
    if is_literal(annotation) and literal_values(annotation):
        return _of_literal(annotation)
    return None


def _of_members(annotation: Any, members: tuple[Enum, ...]) -> Choices | None:
    if not members:
        return None
    values = [member.value for member in members]
    enum = type(members[0])
    is_whole = all(type(one) is str and one and one == repaired(one) for one in values)
    if is_whole and len(set(values)) == len(enum.__members__ if is_enum(annotation) else values):
        pairs = tuple(zip(members, values, strict=True))
        if hasattr(enum, "__get_pydantic_json_schema__"):
            return Choices(_literal(values), pairs, titles=_labels_of(pairs))
        return Choices(written_in_full(annotation), pairs, keeps_members=True)
    names = (
        enum.__members__.items() if is_enum(annotation) else [(one.name, one) for one in members]
    )
    pairs = tuple((member, name) for name, member in names)
    return Choices(_literal(name for _, name in pairs), pairs, titles=_labels_of(pairs))


def _labels_of(pairs: tuple[tuple[Enum, str], ...]) -> dict[str, str]:
    """Return the titles that an Enum gives its members, where its values cannot be kept."""
    with suppress(Exception):  # whatever the author's own property raises
        labels = {wire: getattr(member, "label", None) for member, wire in pairs}
        return _titles_for(labels, labels)
    return {}


def _of_literal(annotation: Any) -> Choices | None:
    values = literal_values(annotation)
    if enum_of(annotation):
        return _of_members(annotation, values)
    others = [value for value in values if value is not None]
    pairs = tuple((value, _wire_of(value)) for value in others)
    if not pairs:
        return None
    return Choices(_literal(wire for _, wire in pairs), pairs, is_open=len(others) < len(values))


def _wire_of(value: Any) -> str:
    """Return the text that stands for a choice of any type."""
    if isinstance(value, Enum):
        return value.value if type(value.value) is str and value.value else value.name
    text = value.decode(errors="replace") if isinstance(value, bytes) else repaired(str(value))
    return text or "none"


def _together(found: list[Choices]) -> Choices:
    pairs = tuple(pair for one in found for pair in one.values)
    titles = {wire: title for one in found for wire, title in one.titles.items()}
    is_open = any(one.is_open for one in found)
    return Choices(
        _literal(dict.fromkeys(wire for _, wire in pairs)), pairs, titles=titles, is_open=is_open
    )


def _literal(values: Any) -> str:
    return f"Literal[{', '.join(map(code_of, values))}]"


def is_flag(annotation: Any) -> bool:
    """Return whether `annotation` is an Enum whose members can be combined."""
    return is_enum(annotation) and issubclass(annotation, Flag)


# --- in JSON Schema ---------------------------------------------------------------------------


def choices_in_schema(schema: Mapping[str, Any]) -> Choices | None:
    """Return the choices that a piece of JSON Schema lists, or None where it lists none."""
    titled = schema.get("oneOf", schema.get("anyOf"))
    if isinstance(titled, list) and all(map(_is_titled, titled)) and titled:
        return _listed([one["const"] for one in titled], [one.get("title") for one in titled])
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if not isinstance(values, (list, tuple)) or not values:
        return None
    return _listed(values, schema.get("enumNames"))


def _is_titled(one: object) -> bool:
    return isinstance(one, dict) and "const" in one


def _listed(values: Any, titles: Any) -> Choices:
    others = [(value, _wire_of(value)) for value in values if value is not None]
    choices = Choices(
        _literal(wire for _, wire in others), tuple(others), is_open=len(others) < len(values)
    )
    if isinstance(titles, (list, tuple)) and len(titles) == len(values):
        return choices.titled(
            {_wire_of(value): one for value, one in zip(values, titles, strict=True)}
        )
    return choices


# --- titles -----------------------------------------------------------------------------------


def _titles_for(values: Iterable[str], given: Mapping[str, Any]) -> dict[str, str]:
    """Return a title for each choice: the one it was given, or its value where that will not do."""
    if not any(isinstance(title, str) for title in given.values()):
        return {}
    titles: dict[str, str] = {}
    for value in values:
        title = given.get(value)
        is_good = isinstance(title, str) and can_be_seen(title) and title not in titles.values()
        titles[value] = str(title) if is_good else value
    return titles
