"""Names: what a field is called on the wire, and in its class."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from elicitform._declare.remedies import WRITE, Instead, Refused, require_unicode, shown
from elicitform._wire.names import is_lost
from elicitform._wire.visible import can_be_seen

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from elicitform._declare.declared import DeclaredField


def wire_name(declared: DeclaredField) -> str:
    """Return the name of a field on the wire.

    Raises:
        Refused: It has several, or one that clients would lose.
    """
    info = declared.info
    name = declared.attribute if info.alias is None else info.alias
    if not info.alias == info.validation_alias == info.serialization_alias:
        raise Refused(
            "name",
            "A field has one name on the wire, for the schema and the answer alike; this one has "
            f"{_aliases_of(info)}.",
            Instead("Write one plain alias, or none:"),
        )
    require_unicode("name", name)
    if is_lost(name) and not declared.any_names:
        raise Refused(
            "name",
            f"A property cannot be called {shown(name)}: clients written in JavaScript lose or "
            "reorder it.",
            Instead("Give it another name:"),
        )
    if not can_be_seen(name):
        raise Refused(
            "name",
            f"The name {shown(name)} holds nothing that a person could see.",
            Instead("Give it a name that can be read:"),
        )
    return name


def _aliases_of(info: FieldInfo) -> str:
    names = ("alias", "validation_alias", "serialization_alias")
    given = {name: getattr(info, name) for name in names}
    return ", ".join(f"`{name}={shown(alias)}`" for name, alias in given.items() if alias)


def require_own_attribute(declared: DeclaredField) -> None:
    """Refuse a field that shadows something of the class, which pydantic takes for its default."""
    name = declared.attribute
    holder = holder_of(declared)
    if holder is not None:
        raise Refused(
            "name",
            f"`{name}` is something that {holder.__name__} has already, and that the field would "
            "shadow.",
            WRITE,
        )


def holder_of(declared: DeclaredField) -> type | None:
    """Return the class whose method or property a field shadows, or None."""
    name, base = declared.attribute, declared.base
    if name in _names_of(base):
        return base
    function = getattr(declared.info.default, "fget", declared.info.default)
    own = f"{declared.owner.__qualname__}.{name}" if callable(function) else ""
    if own and getattr(function, "__qualname__", "") == own:
        return declared.owner
    if declared.owner.__bases__ == (base,):  # as of most forms
        return None
    for one in declared.owner.__mro__[1:]:
        found = vars(one).get(name)
        if found is not None and one not in base.__mro__ and hasattr(found, "__get__"):
            return one
    return None


@lru_cache(maxsize=8)  # of the one base there is
def _names_of(base: type) -> frozenset[str]:
    """Return what a class has: its own, its bases' and its metaclass's, such as ``mro``."""
    return frozenset([*dir(base), *dir(type(base))])


def is_shadowed(declared: DeclaredField) -> bool:
    """Return whether the default of a field is only what it shadows."""
    default, holder = declared.info.default, holder_of(declared)
    found = [getattr(one, declared.attribute, None) for one in declared.owner.__mro__]
    return holder is declared.owner or (
        holder is not None
        and any(one is default or (callable(one) and one == default) for one in found)
    )
