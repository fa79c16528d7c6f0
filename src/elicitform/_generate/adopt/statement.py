"""A class that is no form to the source of one, with what had to change and what cannot be kept."""

from __future__ import annotations

import re
import sys
import warnings
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from elicitform._generate.adopt.draft import draft_of, fails
from elicitform._generate.adopt.names import imports_of
from elicitform.exceptions import FormDefinitionError, FormWarning

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
    draft = draft_of(cls, base)
    found = _tried(draft, cls, module)
    while isinstance(found, Exception):
        draft = _smaller(draft, found, cls, module)
        found = _tried(draft, cls, module)
    return found


def _tried(draft: Draft, cls: type, module: str) -> Adopted | Exception:
    """Return what a draft becomes, or what its class statement raises."""
    try:
        return _standing(draft, cls, module)
    except Exception as error:  # noqa: BLE001  (a class statement can raise anything)
        return error


_SCOPE = "_elicitform_adopted"


def _standing(draft: Draft, cls: type, module: str) -> Adopted:
    """Execute the class statement of a draft, as whoever imports it will."""
    source = draft.source()
    members = [one.source for one in draft.members]
    names = dict(imports_of(draft._replace(members=()).source(), members, cls, module))
    scope = ModuleType(_SCOPE)
    vars(scope).update({one.name: value for one, value in names.items()})
    flags = sum(what.compiler_flag for one, what in names.items() if one.module == "__future__")
    code = compile(source, "<adopted>", "exec", flags, dont_inherit=True)
    sys.modules[scope.__name__] = scope  # where pydantic looks names up
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            exec(code, vars(scope))  # noqa: S102  (it is of an author whose module was imported)
    finally:
        del sys.modules[scope.__name__]
    warned = [str(one.message) for one in caught if issubclass(one.category, FormWarning)]
    return Adopted(draft.name, source, frozenset(names), tuple(draft.changes()), tuple(warned))


def _smaller(draft: Draft, error: Exception, cls: type, module: str) -> Draft:
    """Return a draft without what keeps it from standing.

    Raises:
        FormDefinitionError: Nothing is left that could be at fault.
    """
    faults = error.faults if isinstance(error, FormDefinitionError) else ()
    smaller = draft.without_faults(faults)
    if smaller != draft:
        return smaller
    reasons: dict[str, str] = {}
    kept: set[str] = set()
    for name in draft.names:
        found = _tried(draft.only({*kept, name}, reasons), cls, module)
        if isinstance(found, Exception):
            reasons[name] = _reason_of(found)
        else:
            kept.add(name)
    smaller = draft.only(kept, reasons)
    if smaller == draft:
        raise FormDefinitionError(draft.name, (fails("", _reason_of(error)),)) from None
    return smaller


def _reason_of(error: Exception) -> str:
    """Return what an error says, the same in every process."""
    text = str(error).partition("For further information visit")[0]
    return " ".join(re.sub(rf"{_SCOPE}\.|:\d+(?=\.)", "", text).split())
