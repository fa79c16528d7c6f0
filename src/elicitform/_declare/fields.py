"""A form as its author wrote it, to field descriptions or to every reason why there are none.

Together with the modules it calls (`metadata` for what ``Annotated`` and ``Field`` say, `types`
for types and bounds, `defaults` for defaults), this is the only place that knows what is allowed.
A decision either returns what it found or raises `Refused`; a field gathers its refusals, and a
form those of all its fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic_core import PydanticUndefined

from elicitform._declare.annotations import unresolved_name, unwrap
from elicitform._declare.constraints import constraint_refusals, require_some_value
from elicitform._declare.defaults import (
    require_one_default,
    wire_default,
    wire_value,
    with_own_default,
)
from elicitform._declare.metadata import Metadata, field_keyword_refusals, metadata_of
from elicitform._declare.names import require_own_attribute, wire_name
from elicitform._declare.remedies import (
    Instead,
    Refused,
    early_validator,
    require_text,
    require_title,
    shown,
)
from elicitform._declare.secrets import require_no_credential
from elicitform._declare.types import kind_of
from elicitform._wire.description import DescribedField, FieldDescription
from elicitform._wire.revisions import MULTI_SELECT_SINCE, VOCABULARIES
from elicitform._wire.visible import can_be_seen
from elicitform.exceptions import DefinitionFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pydantic.fields import FieldInfo

    from elicitform._declare.declared import DeclaredField
    from elicitform._declare.remedies import Nearest
    from elicitform._pydantic import ValidatorFunction
    from elicitform._wire.description import JsonValue, Kind, Settings

_T = TypeVar("_T")


class Refusals(list[Refused]):
    """The refusals of one field or form, gathered so that one error lists all of them."""

    def attempt(self, decide: Callable[..., _T], *arguments: Any, **keywords: Any) -> _T | None:
        """Return what `decide` returns, or keep its refusal and return None."""
        try:
            return decide(*arguments, **keywords)
        except Refused as refused:
            self.append(refused)
            return None

    def accept(self, require: Callable[..., None], *arguments: Any, **keywords: Any) -> bool:
        """Return whether `require` refuses nothing, or keep its refusal."""
        try:
            require(*arguments, **keywords)
        except Refused as refused:
            self.append(refused)
            return False
        return True

    def faults(
        self, field: DeclaredField | None = None, alias: str | None = None
    ) -> list[DefinitionFault]:
        """Return the refusals as faults, with one declaration that none of them is about.

        Args:
            field: The field that they are about, or None where they are about the form.
            alias: The name that the field is to have on the wire, where it cannot keep its own.
        """
        nearest = _nearest_to(field, alias) if self and field is not None else None
        name, annotation = ("", "") if field is None else (field.attribute, field.written)
        shows = [refused for refused in self if not isinstance(refused.remedy, str)]
        return [
            DefinitionFault(
                name,
                annotation,
                refused.code,
                refused.rule,
                refused.remedy_text(nearest, is_shown=refused in shows[1:]),
            )
            for refused in self
        ]


def _nearest_to(field: DeclaredField, alias: str | None) -> Nearest | None:
    from elicitform._declare.instead.field import nearest_to  # noqa: PLC0415  (few are refused)

    try:
        return nearest_to(field, alias)
    except Exception:  # noqa: BLE001  (whatever the author's classes raise, the refusal is raised)
        return None


def nearest_to_each(fields: Sequence[DeclaredField]) -> Nearest | None:
    """Return the declarations of fields, each with what its class sets for all of them."""
    from elicitform._declare.instead.field import together  # noqa: PLC0415  (few are refused)

    return together([one for one in (_nearest_to(field, None) for field in fields) if one])


def describe_fields(
    declared: list[DeclaredField], settings: Settings
) -> tuple[list[DescribedField], list[DefinitionFault]]:
    """Describe the fields of a form, and say everything that is wrong with the others."""
    described: list[DescribedField] = []
    faults: list[DefinitionFault] = []
    names: dict[str, str] = {}
    for field in declared:
        refusals = Refusals()
        found = _describe(field, settings, refusals)
        name = found.description.name if found else field.attribute
        alias = None
        if name in names:
            refusals.append(_shared_name(name, names[name]))
            alias = _free_name(field.attribute, names)
        names[alias or name] = field.attribute
        if refusals:
            faults += refusals.faults(field, alias)
        if found:
            described.append(found)
    return described, faults


def _free_name(attribute: str, names: dict[str, str]) -> str:
    """Return a name on the wire that no other field has."""
    name, number = attribute, 2
    while name in names:
        name, number = f"{attribute}_{number}", number + 1
    return name


def _describe(
    declared: DeclaredField, settings: Settings, refusals: Refusals
) -> DescribedField | None:
    info = declared.info
    unresolved = unresolved_name(info.annotation)
    if unresolved is not None:
        refusals.append(_unresolved(unresolved))
        return None
    attribute = declared.attribute
    if not refusals.accept(require_own_attribute, declared):
        return None  # what it shadows passes for its default
    bare, pieces, optional = unwrap(info.annotation, tuple(info.metadata))
    metadata = metadata_of(pieces)
    refusals.extend(metadata.refusals)
    refusals.extend(field_keyword_refusals(info))
    refusals.extend(decorator_refusals(declared.validators))
    name = refusals.attempt(wire_name, declared) or attribute
    own_title = info.title if info.title is not None else metadata.title
    own_title = refusals.attempt(require_title, own_title)
    title = auto_title(name) if own_title is None and settings.auto_titles else own_title
    text = info.description if info.description is not None else metadata.description
    text = refusals.attempt(require_text, "description", text)
    has_one_default = refusals.accept(
        require_one_default, info, metadata.prefill, optional=optional
    )
    kind = refusals.attempt(kind_of, bare, metadata)
    if metadata.several and all(refused.code != "list" for refused in refusals):
        refusals.attempt(_require_revision, settings.since)
    refusals.extend(constraint_refusals(kind, metadata, bare))
    if kind is None:
        return None
    has_some_value = refusals.accept(require_some_value, kind, metadata)
    default = None
    if has_one_default and has_some_value:
        default = refusals.attempt(_default_of, kind, metadata, info, optional=optional)
    names = (attribute, name, own_title)
    refusals.attempt(require_no_credential, kind, declared, metadata.not_secret, *names)
    if refusals:
        return None
    # A ticked box may be consent: an answer that leaves the field out must not count as consent.
    required = info.is_required() or (metadata.shown is not None and metadata.shown.value is True)
    optional = optional and not required
    description = FieldDescription(name, attribute, kind, title, text, required, default, optional)
    own_info = with_own_default(info, kind)
    if required:
        own_info.default, own_info.default_factory = PydanticUndefined, None
    stands = metadata.shown is not None and not required
    return DescribedField(description, tuple(metadata.validators), own_info, stands)


def _default_of(
    kind: Kind, metadata: Metadata, info: FieldInfo, *, optional: bool
) -> JsonValue | None:
    """Return the default that the wire shows, or None where it shows none."""
    if metadata.shown is not None:
        return wire_value(kind, metadata.shown.value)
    if optional and metadata.prefill is None:
        return None
    return wire_default(kind, info, metadata.prefill)


def auto_title(name: str) -> str:
    """Return the title that a field gets where its author gives it none."""
    title = name.replace("_", " ").title().strip()
    return title if can_be_seen(title) else name


def _unresolved(name: str) -> Refused:
    return Refused(
        "unresolved",
        f"`{name}` cannot be resolved when the class is defined.",
        "Define it above the form, or import it outside `if TYPE_CHECKING:`.",
    )


def _shared_name(name: str, other: str) -> Refused:
    return Refused(
        "name",
        f"`{other}` is called {shown(name)} on the wire already.",
        Instead("Give each field a name of its own:"),
    )


def decorator_refusals(validators: tuple[ValidatorFunction, ...]) -> Iterator[Refused]:
    """Yield the validators that would run before the wire check."""
    for function in validators:
        if is_early(function):
            yield early_validator(f"`{function.decorator}` on `{function.name}`")


def is_early(function: ValidatorFunction) -> bool:
    """Return whether a validator would run before the wire check."""
    return function.mode != "after"


def _require_revision(since: str) -> None:
    if not VOCABULARIES[since].multi_select:
        raise Refused(
            "revision",
            f"The protocol has multi-selects from {MULTI_SELECT_SINCE} on, and the form promises "
            f"to be exportable to {since}.",
            f'Declare the form with the keyword `since="{MULTI_SELECT_SINCE}"`, in the class '
            "statement or in the call that makes it.",
        )
