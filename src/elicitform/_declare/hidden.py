"""Variables of a class that look like fields, and are never asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, NamedTuple, get_args, get_origin

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from elicitform._declare.annotations import evaluated, unwrap, written, written_in_full
from elicitform._declare.declared import DeclaredField
from elicitform._declare.fields import nearest_to_each
from elicitform._declare.remedies import Instead
from elicitform._pydantic import own_annotations
from elicitform.exceptions import DefinitionFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import BaseModel


def hidden_faults(form: type[BaseModel], base: type[BaseModel]) -> Iterator[DefinitionFault]:
    """Yield the variables of a class that its author most likely means as fields.

    Args:
        form: The class that was stated.
        base: The class that all forms derive from.
    """
    variables = form.__class_vars__ - base.__class_vars__
    for owner in form.__mro__ if variables else ():
        is_judged = owner is not form and issubclass(owner, base)
        if owner in base.__mro__ or is_judged:
            continue
        for name, annotation in own_annotations(owner).items():
            if name in variables:
                yield from _faults_of(_variable(owner, base, name, annotation), annotation)


def _faults_of(variable: _Variable, annotation: Any) -> Iterator[DefinitionFault]:
    if variable.is_final or variable.has_field:
        what = "`Final` with a value" if variable.is_final else "`ClassVar` with a `Field`"
        yield DefinitionFault(
            variable.name,
            written(annotation),
            "hidden",
            f"{what} makes `{variable.name}` a variable of the class, which is never asked.",
            _remedy(variable),
        )


class _Variable(NamedTuple):
    """A variable of a class.

    Attributes:
        owner: The class that has it.
        base: The class that all forms derive from.
        name: Its name.
        is_final: It is declared ``Final``.
        inside: The type inside its qualifiers, or None where they stand alone.
        pieces: What ``Annotated`` holds around it.
        value: Its value, or pydantic's undefined.
    """

    owner: type[BaseModel]
    base: type[BaseModel]
    name: str
    is_final: bool
    inside: Any
    pieces: tuple[Any, ...]
    value: Any

    @property
    def has_field(self) -> bool:
        """Whether a ``Field`` describes it."""
        inner = unwrap(self.inside).metadata
        return any(isinstance(one, FieldInfo) for one in (self.value, *self.pieces, *inner))


def _variable(owner: Any, base: Any, name: str, annotation: Any) -> _Variable:
    qualifiers, inside, pieces = _taken_apart(_evaluated(owner, annotation))
    value = vars(owner).get(name, PydanticUndefined)
    return _Variable(owner, base, name, Final in qualifiers, inside, pieces, value)


def _evaluated(owner: type, annotation: Any) -> Any:
    found = evaluated(annotation, owner)
    if isinstance(found, str):  # a name in it is local to a function
        return Final if "Final" in found.partition("[")[0] else ClassVar
    return found


def _taken_apart(annotation: Any) -> tuple[set[Any], Any, tuple[Any, ...]]:
    """Return the qualifiers of a variable, what is inside them, and what stands around that."""
    bare, pieces, _ = unwrap(annotation)
    origin = get_origin(bare) or bare
    if origin not in (ClassVar, Final):
        return set(), annotation, ()
    qualifiers, inside, inner = _taken_apart(next(iter(get_args(bare)), None))
    return {origin, *qualifiers}, inside, (*inner, *pieces)


def _remedy(variable: _Variable) -> str:
    """Return how to write a field, and how to write a variable that nobody takes for one."""
    value = variable.value
    default = value.default if isinstance(value, FieldInfo) else value
    inside = variable.inside
    if inside is None:
        inside = str if default is PydanticUndefined else type(default)
    annotation: Any = Annotated[(inside, *variable.pieces)] if variable.pieces else inside
    info = (
        FieldInfo.from_annotation(annotation)
        if value is PydanticUndefined
        else FieldInfo.from_annotated_attribute(annotation, value)
    )
    field = DeclaredField(variable.owner, variable.base, variable.name, info, ())
    asked = Instead("Write a field, which is asked:").text(nearest_to_each([field]))
    kept = _kept(variable.name, inside, default)
    return f"{asked}\nor a variable without `Field`, which is not:\n    {kept}"


def _kept(name: str, inside: Any, default: Any) -> str:
    from elicitform._declare.instead.code import code_of  # noqa: PLC0415  (few need it)

    value = "" if default is PydanticUndefined else f" = {code_of(default)}"
    return f"{name}: ClassVar[{written_in_full(inside)}]{value}"
