"""A form as its author wrote it, to field descriptions or to every reason why there are none.

Together with the modules it calls (`_said` for what ``Annotated`` and ``Field`` say, `_kinds` for
types and bounds, `_defaults` for defaults), this is the only place that knows what is allowed.
A decision either returns what it found or raises `Refused`; a field gathers its refusals, and a
form those of all its fields.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic_core import PydanticUndefined

from elicitform._declare.annotations import unresolved_name, unwrap, written_in
from elicitform._declare.constraints import constraint_refusals, require_some_value
from elicitform._declare.defaults import wire_default, wire_value, with_own_default
from elicitform._declare.metadata import Said, field_keyword_refusals
from elicitform._declare.remedies import (
    Refused,
    early_validator,
    require_text,
    require_unicode,
    shown,
)
from elicitform._declare.secrets import credential_in
from elicitform._declare.types import kind_of
from elicitform._wire.description import (
    DescribedField,
    FieldDescription,
    MultiSelectKind,
    StringKind,
)
from elicitform._wire.revisions import MULTI_SELECT_SINCE, VOCABULARIES
from elicitform._wire.visible import can_be_seen
from elicitform.exceptions import DefinitionFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

    from elicitform._pydantic import ValidatorFunction
    from elicitform._wire.description import JsonValue, Kind, Settings

_T = TypeVar("_T")

_RESERVED_ATTRIBUTES = {
    "elicit_params",
    "from_requested_schema",
    "parse_response",
    "requested_schema",
    "revisions",
    "validate_content",
    "with_choices",
    "with_defaults",
    "with_text",
}
_INTEGER = re.compile("-?[0-9]+")
_RESERVED_NAMES = {"__proto__", "constructor", "prototype"}


class DeclaredField(NamedTuple):
    """A field as its author wrote it.

    Attributes:
        form: The class.
        attribute: Its name in the class.
        info: What pydantic gathered about it.
        validators: The validators that the class decorates it with.
    """

    form: type[BaseModel]
    attribute: str
    info: FieldInfo
    validators: tuple[ValidatorFunction, ...]

    @property
    def written(self) -> str:
        """Its annotation as text. Only a refusal needs it, and it takes a while to make."""
        return written_in(self.form, self.attribute, self.info.annotation)


class Refusals(list[Refused]):
    """The refusals of one field or form, gathered so that all of them are told at once."""

    def attempt(self, decide: Callable[..., _T], *arguments: Any, **keywords: Any) -> _T | None:
        """Return what `decide` returns, or keep its refusal and return None."""
        try:
            return decide(*arguments, **keywords)
        except Refused as refused:
            self.append(refused)
            return None

    def faults(self, field: str = "", annotation: str = "") -> list[DefinitionFault]:
        return [
            DefinitionFault(field, annotation, refused.code, refused.rule, refused.remedy)
            for refused in self
        ]


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
        if name in names:
            refusals.append(_shared_name(name, names[name]))
        names[name] = field.attribute
        if refusals:
            faults += refusals.faults(field.attribute, field.written)
        if found:
            described.append(found)
    return described, faults


def _describe(
    declared: DeclaredField, settings: Settings, refusals: Refusals
) -> DescribedField | None:
    info = declared.info
    unresolved = unresolved_name(info.annotation)
    if unresolved is not None:
        refusals.append(_unresolved(unresolved))
        return None
    if declared.attribute in _RESERVED_ATTRIBUTES:
        refusals.append(_reserved(declared.attribute))
        return None  # its default is the method
    bare, metadata, optional = unwrap(info.annotation, tuple(info.metadata))
    said = Said()
    for item in metadata:
        said.add(item)
    refusals.extend(said.refusals)
    refusals.extend(field_keyword_refusals(info))
    refusals.extend(decorator_refusals(declared.validators))
    name = refusals.attempt(_wire_name, declared) or declared.attribute
    own_title = info.title if info.title is not None else said.title
    own_title = refusals.attempt(_require_title, own_title)
    title = auto_title(name) if own_title is None and settings.auto_titles else own_title
    text = info.description if info.description is not None else said.description
    text = refusals.attempt(require_text, "description", text)
    kind = refusals.attempt(kind_of, bare, said, declared.attribute)
    if kind is None:
        return None
    default = _judge(kind, said, declared, refusals, bare, optional=optional)
    refusals.attempt(_require_revision, kind, settings.since)
    refusals.attempt(_require_no_credential, kind, said, declared.attribute, name, own_title)
    if refusals:
        return None
    # A ticked box may be consent: an answer that leaves the field out must not count as consent.
    required = info.is_required() or (said.shown is not None and said.shown.value is True)
    optional = optional and not required
    description = FieldDescription(
        name, declared.attribute, kind, title, text, required, default, optional
    )
    own_info = with_own_default(info, kind, declared.form.__name__, declared.attribute)
    if required:
        own_info.default, own_info.default_factory = PydanticUndefined, None
    stands = said.shown is not None and not required
    return DescribedField(description, tuple(said.validators), own_info, stands)


def _judge(
    kind: Kind,
    said: Said,
    declared: DeclaredField,
    refusals: Refusals,
    bare: Any,
    *,
    optional: bool,
) -> JsonValue | None:
    """Judge what is said of a kind of field, and return the default that the wire shows."""
    refusals.extend(constraint_refusals(kind, said, declared.attribute, bare))
    before = len(refusals)
    refusals.attempt(require_some_value, kind, said)
    if len(refusals) > before:
        return None  # no default could be right
    if said.shown is not None:
        return refusals.attempt(wire_value, kind, said.shown.value)
    return refusals.attempt(wire_default, kind, declared.info, said.prefill, optional=optional)


def auto_title(name: str) -> str:
    """Return the title that a field gets where its author gives it none."""
    title = name.replace("_", " ").title().strip()
    return title if can_be_seen(title) else name


def _require_title(title: object) -> str | None:
    text = require_text("title", title)
    if text is not None and not can_be_seen(text):
        raise Refused(
            "name",
            f"Nothing of the title {shown(text)} can be seen.",
            "Write what the field is called, or leave the title out.",
        )
    return text


def _unresolved(name: str) -> Refused:
    return Refused(
        "unresolved",
        f"`{name}` cannot be resolved when the class is defined.",
        "Define it above the form, or import it outside `if TYPE_CHECKING:`.",
    )


def _reserved(attribute: str) -> Refused:
    return Refused(
        "name",
        f"`{attribute}` is a method of every form.",
        f'Write `{attribute}_` with `Field(alias="{attribute}")`.',
    )


def _shared_name(name: str, other: str) -> Refused:
    return Refused(
        "name",
        f"`{other}` is called {shown(name)} on the wire already.",
        "Give each field an alias of its own.",
    )


def decorator_refusals(validators: tuple[ValidatorFunction, ...]) -> Iterator[Refused]:
    """Yield the validators that would run before the wire check."""
    for function in validators:
        if function.mode != "after":
            yield early_validator(f"`{function.decorator}` on `{function.name}`")


def _wire_name(declared: DeclaredField) -> str:
    info = declared.info
    aliases = [info.alias, info.validation_alias, info.serialization_alias]
    name = declared.attribute if info.alias is None else info.alias
    if any(alias != info.alias for alias in aliases):
        raise Refused(
            "name",
            "A field has one name on the wire, for the schema and the answer alike.",
            f'Write one plain alias: `Field(alias="…")`, in place of {_aliases_of(info)}.',
        )
    require_unicode("name", name)
    if name and not can_be_seen(name):
        raise Refused(
            "name",
            f"Nothing of the name {shown(name)} can be seen.",
            "Choose an alias made of words.",
        )
    if not name or name in _RESERVED_NAMES or _INTEGER.fullmatch(name):
        raise Refused(
            "name",
            f"A property cannot be called {shown(name)}: clients written in JavaScript lose or "
            "reorder it.",
            f'Choose another, such as `Field(alias="{declared.attribute}_value")`.',
        )
    return name


def _aliases_of(info: FieldInfo) -> str:
    names = ("alias", "validation_alias", "serialization_alias")
    given = {name: getattr(info, name) for name in names}
    return ", ".join(f"`{name}={shown(alias)}`" for name, alias in given.items() if alias)


def _require_revision(kind: Kind, since: str) -> None:
    if isinstance(kind, MultiSelectKind) and not VOCABULARIES[since].multi_select:
        raise Refused(
            "revision",
            f"The protocol has multi-selects from {MULTI_SELECT_SINCE} on, and the form promises "
            f"to be exportable to {since}.",
            f'Write it in the class statement: `class …(Form, since="{MULTI_SELECT_SINCE}")`.',
        )


def _require_no_credential(kind: Kind, said: Said, *names: str | None) -> None:
    if not isinstance(kind, StringKind) or kind.reads_as is not str or kind.format is not None:
        return
    found = next(filter(None, (credential_in(name) for name in names if name)), None)
    if not found:
        return
    if said.not_secret is None:
        raise Refused(
            "secret",
            f'"{found}" in the name or title asks for a credential, which the protocol forbids '
            "in a form.",
            "Ask with URL mode elicitation, so that it goes past client and model. Where the name\n"
            'is innocent, say why: `Annotated[str, NotSecret("…")]`.',
        )
    why = said.not_secret.why
    if not isinstance(why, str) or not why.strip():
        raise Refused(
            "secret",
            "`NotSecret` needs the reason.",
            'Write `NotSecret("why the name is innocent")`.',
        )
