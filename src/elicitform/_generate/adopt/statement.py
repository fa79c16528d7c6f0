"""A class that is no form to the source of one, with what had to change and what cannot be kept."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from elicitform._generate.adopt.draft import draft_of
from elicitform._generate.adopt.names import imports_of
from elicitform.exceptions import FormWarning

if TYPE_CHECKING:
    from pydantic import BaseModel

    from elicitform._generate.adopt.draft import Change, Draft
    from elicitform._generate.source import Import


class Adopted(NamedTuple):
    """A class as a form.

    Attributes:
        name: The name of the form.
        source: Its class statement.
        imports: What that needs imported.
        changes: What had to change, and what could not be kept.
        warnings: What is valid about the form and will surprise somebody.
    """

    name: str
    source: str
    imports: frozenset[Import]
    changes: tuple[Change, ...]
    warnings: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether everything has its place in the form."""
        return not any(change.is_left_out for change in self.changes)


def adopt(cls: type, base: type[BaseModel], module: str) -> Adopted:
    """Return a class as a form that asks the same.

    What keeps the class statement from standing is left out of it, until it stands.

    Args:
        cls: A pydantic model, a dataclass, a TypedDict or an Enum.
        base: The class that all forms derive from.
        module: What the module of the class is called in an import.
    """
    draft: Draft = draft_of(cls, base)
    while True:
        source = draft.source()
        names = dict(imports_of(source, cls, module))
        try:
            warned = _tried(source, names, cls.__module__)
        except Exception as error:  # noqa: BLE001  (a class statement can raise anything)
            draft = draft.without(error)
        else:
            return Adopted(draft.name, source, frozenset(names), tuple(draft.changes()), warned)


def _tried(source: str, names: dict[Import, Any], module: str) -> tuple[str, ...]:
    """Execute a class statement, as whoever imports it will, and return what it warns of."""
    scope = {"__name__": module, **{one.name: value for one, value in names.items()}}
    code = compile(source, "<adopted>", "exec", dont_inherit=True)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        exec(code, scope)  # noqa: S102  (it is the author's own, whose module was imported)
    return tuple(str(one.message) for one in warned if issubclass(one.category, FormWarning))
