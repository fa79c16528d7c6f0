"""A field as its author wrote it: what every decision about a field starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elicitform._declare.annotations import written
from elicitform._pydantic import own_annotations

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

    from elicitform._pydantic import ValidatorFunction


class DeclaredField:
    """A field as its author wrote it.

    Attributes:
        owner: The class that has it.
        base: The class that all forms derive from.
        attribute: Its name in the class.
        info: What pydantic gathered about it.
        validators: The validators that the class decorates it with.
        any_names: The class takes property names that clients written in JavaScript lose.
    """

    def __init__(
        self,
        owner: type[BaseModel],
        base: type[BaseModel],
        attribute: str,
        info: FieldInfo,
        validators: tuple[ValidatorFunction, ...],
        *,
        any_names: bool = False,
    ) -> None:
        self.owner = owner
        self.base = base
        self.attribute = attribute
        self.info = info
        self.validators = validators
        self.any_names = any_names

    @property
    def written(self) -> str:
        """Its annotation as its author most likely wrote it; only a refusal needs it."""
        found = (own_annotations(owner).get(self.attribute) for owner in self.owner.__mro__)
        return written(next((one for one in found if one is not None), self.info.annotation))


def declared_fields(
    form: type[BaseModel],
    base: type[BaseModel],
    validators: list[ValidatorFunction],
    *,
    any_names: bool = False,
) -> list[DeclaredField]:
    """Return the fields of a class, in order.

    Args:
        form: The class.
        base: The class that all forms derive from.
        validators: The validators that the class declares or inherits.
        any_names: The class keyword.
    """
    return [
        DeclaredField(
            form,
            base,
            name,
            info,
            tuple(one for one in validators if {name, "*"}.intersection(one.fields)),
            any_names=any_names,
        )
        for name, info in form.model_fields.items()
    ]
