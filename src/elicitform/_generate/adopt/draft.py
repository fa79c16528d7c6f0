"""A form on its way: what stands for each field of the class, and for what it holds beside them."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from elicitform._declare.annotations import is_enum
from elicitform._declare.declared import declared_fields
from elicitform._declare.fields import describe_fields, is_early, nearest_to_each
from elicitform._declare.form import CONFIRM, empty_form, form_faults, harmless_config
from elicitform._declare.instead.code import code_of
from elicitform._generate.adopt.line import field_statement
from elicitform._generate.adopt.members import members_of
from elicitform._generate.adopt.model import as_model
from elicitform._generate.expressions import IMPORTED_FROM
from elicitform._generate.source import field_source, head_source
from elicitform._pydantic import declared_validators
from elicitform._wire.description import Settings
from elicitform._wire.revisions import MULTI_SELECT_SINCE, OLDEST_REVISION
from elicitform.exceptions import DefinitionFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import BaseModel

    from elicitform._declare.declared import DeclaredField
    from elicitform._declare.remedies import Nearest
    from elicitform._generate.adopt.members import Member
    from elicitform._pydantic import ValidatorFunction

_INDENT = "    "


class Change(NamedTuple):
    """What a form cannot have as its author wrote it.

    Attributes:
        fault: Why the class statement refuses it.
        becomes: The line that asks the same, or ``""`` where there is none.
        is_left_out: Only a comment stands for it.
    """

    fault: DefinitionFault
    becomes: str = ""
    is_left_out: bool = False


class _Part(NamedTuple):
    """A field of a class, and what stands for it.

    Attributes:
        field: The field, as its author wrote it.
        faults: Why it cannot stay as it is.
        nearest: The declaration that asks the same, or None where it is left out.
    """

    field: DeclaredField
    faults: tuple[DefinitionFault, ...]
    nearest: Nearest | None

    @property
    def line(self) -> str:
        """The line that declares it in the form."""
        return self.nearest.lines[0] if self.nearest else ""

    def source(self) -> str:
        return field_source(field_statement(self.line)) if self.line else _comment(*self.faults)

    def changes(self) -> Iterator[Change]:
        for fault in self.faults:
            line = self.line if fault is self.faults[-1] else ""
            yield Change(fault, line, is_left_out=not self.line)

    def without(self, faults: tuple[DefinitionFault, ...]) -> _Part:
        """Return the part as a comment where some of these faults are about it."""
        mine = tuple(fault for fault in faults if fault.field == self.field.attribute)
        return self._replace(faults=mine, nearest=None) if self.nearest and mine else self


class Draft(NamedTuple):
    """A form on its way.

    Attributes:
        name: The name of its class.
        parts: What stands for each field.
        config: The keys of ``model_config`` that stay.
        members: What the class holds beside its fields.
        left_out: What stands in a comment, apart from fields.
        faults: What a form cannot have and does not miss.
    """

    name: str
    parts: tuple[_Part, ...]
    config: dict[str, Any]
    members: tuple[Member, ...]
    left_out: tuple[DefinitionFault, ...]
    faults: tuple[DefinitionFault, ...]

    def source(self) -> str:
        """Return the class statement."""
        kept = [part.nearest for part in self.parts if part.nearest]
        since = MULTI_SELECT_SINCE if any(one.needs_since for one in kept) else OLDEST_REVISION
        keywords = [] if kept or not self.parts else ["abstract=True"]
        head = head_source(self.name, Settings(since, auto_titles=True, any_names=False), *keywords)
        fields = [part.source() for part in self.parts] or [f"{_INDENT}{CONFIRM}"]
        pieces = [
            *self._before_the_fields(),
            "\n".join([*fields, *map(_comment, self.left_out)]),
            *(textwrap.indent(one, _INDENT) for one in self._functions(kept)),
        ]
        if keywords and len(pieces) == 1:
            pieces.append(f"{_INDENT}pass")
        return "\n".join([head, "\n\n".join(pieces)])

    def _before_the_fields(self) -> Iterator[str]:
        for member in self.members:
            if not member.is_function:
                yield textwrap.indent(member.source, _INDENT)
        if self.config:
            keywords = ", ".join(f"{key}={code_of(value)}" for key, value in self.config.items())
            yield f"{_INDENT}model_config = ConfigDict({keywords})"

    def _functions(self, kept: list[Nearest]) -> Iterator[str]:
        """Yield the functions of the class, and the validators that stand for constraints.

        What may change an answer comes first, as it did.
        """
        early = {one.name for part in self.parts for one in part.field.validators if is_early(one)}
        made = {_name_of(one): one for nearest in kept for one in nearest.functions}
        own = {member.name: member for member in self.members if member.is_function}
        for name in [name for name in made if name in early and name in own]:
            yield _redecorated(own.pop(name), made.pop(name))
        for name, one in made.items():
            if name in early:
                continue  # a head without its body
            yield one.replace(f"def {name}(", f"def {name}_too(") if name in own else one
        yield from (member.source for member in own.values())

    def changes(self) -> Iterator[Change]:
        """Yield what had to change, and what is left out."""
        for part in self.parts:
            yield from part.changes()
        for fault in self.left_out:
            yield Change(fault, is_left_out=True)
        yield from map(Change, self.faults)

    def without_faults(self, faults: tuple[DefinitionFault, ...]) -> Draft:
        """Return the draft without the fields that these faults are about."""
        return self._replace(parts=tuple(part.without(faults) for part in self.parts))

    @property
    def names(self) -> list[str]:
        """What it holds, by name: its fields, and then what stands beside them."""
        fields = [part.field.attribute for part in self.parts if part.nearest]
        return [*fields, *(member.name for member in self.members if member.name)]

    def only(self, kept: set[str], reasons: Mapping[str, str]) -> Draft:
        """Return the draft with these of its names.

        Args:
            kept: The names.
            reasons: Why it does not stand with others, by name.
        """
        others = (name for name in self.names if name not in kept)
        lost = tuple(fails(name, reasons.get(name, "")) for name in others)
        members = tuple(one for one in self.members if not one.name or one.name in kept)
        own = {one.name for one in self.members}
        left_out = (*self.left_out, *(fault for fault in lost if fault.field in own))
        return self.without_faults(lost)._replace(members=members, left_out=left_out)


def draft_of(cls: type, base: type[BaseModel]) -> Draft:
    """Return the form that asks what a class does, as far as its fields can tell."""
    model = as_model(cls)
    validators = declared_validators(model)
    declared = declared_fields(model, base, validators)
    _, faults = describe_fields(
        declared, Settings(MULTI_SELECT_SINCE, auto_titles=True, any_names=False)
    )
    parts = tuple(_part(field, faults) for field in declared)
    of_class = form_faults(model, base, MULTI_SELECT_SINCE, validators, declared)
    if not declared:
        of_class.append(empty_form())
    fields = {*model.model_fields, "model_config"}
    members = [] if is_enum(cls) else [one for one in members_of(cls) if one.name not in fields]
    fitting = tuple(one for one in members if _fits(one, parts, validators, of_class))
    left_out = tuple(_members_left_out(members, fitting, validators, of_class))
    others = tuple(fault for fault in of_class if fault.code not in _LEFT_OUT)
    config = harmless_config(model, base)
    is_taken = model.__name__ in IMPORTED_FROM
    name = f"{model.__name__}Form" if is_taken else model.__name__
    return Draft(name, parts, config, fitting, left_out, others)


_LEFT_OUT = {"hidden", "validator-mode"}
"""The faults of a class that are about something it holds."""


_NEVER_KEPT = {"secret", "unresolved"}
"""The faults of a field that no other declaration is rid of, or only by a guess."""


def _part(field: DeclaredField, faults: list[DefinitionFault]) -> _Part:
    mine = tuple(fault for fault in faults if fault.field == field.attribute)
    nearest = nearest_to_each([field])
    is_kept = _NEVER_KEPT.isdisjoint(fault.code for fault in mine)
    if nearest is None or not _is_for(field, nearest) or not is_kept:
        return _Part(field, mine, None)
    if _has_gaps(nearest, field.validators):
        return _Part(field, (_gap(field, nearest),), None)
    return _Part(field, mine, nearest)


def _is_for(field: DeclaredField, nearest: Nearest) -> bool:
    """Return whether a declaration is one field, which stands for the whole of another."""
    # Where a form has something of that name, the field gets another, and its name as an alias.
    names = {field.attribute, f"{field.attribute.removeprefix('model_')}_"}
    return len(nearest.lines) == 1 and nearest.lines[0].partition(":")[0] in names


def _has_gaps(nearest: Nearest, validators: tuple[ValidatorFunction, ...]) -> bool:
    """Return whether something without a name is to be filled in, apart from validators' bodies."""
    heads = {one.name for one in validators if is_early(one)}
    made = [one for one in nearest.functions if _name_of(one) not in heads]
    nodes = [node for one in (*nearest.lines, *made) for node in ast.walk(ast.parse(one))]
    return any(isinstance(node, ast.Constant) and node.value is ... for node in nodes)


def _gap(field: DeclaredField, nearest: Nearest) -> DefinitionFault:
    return DefinitionFault(
        field.attribute,
        field.written,
        "unresolved",
        "It holds something that has no name to write here, such as a lambda.",
        f"Write that in place of `...`:\n{textwrap.indent(nearest.source(), _INDENT)}",
    )


# --- what a class holds beside its fields -----------------------------------------------------

_NEVER_CALLED = {"__post_init__"}
_HOOKS = {"__get_pydantic_core_schema__", "__get_pydantic_json_schema__"}


def _fits(
    member: Member,
    parts: tuple[_Part, ...],
    validators: list[ValidatorFunction],
    of_class: list[DefinitionFault],
) -> bool:
    """Return whether a form can hold a member of the class as it is, or with another decorator."""
    hidden = {fault.field for fault in of_class if fault.field}
    if member.name in {*_NEVER_CALLED, *_HOOKS, *hidden}:
        return False
    found = next((one for one in validators if one.name == member.name), None)
    if found is None:
        return True
    names = {part.field.attribute for part in parts if _keeps_its_name(part)}
    if not names.issuperset(set(found.fields) - {"*"}):
        return False
    most = {"before": 3, "plain": 3, "deprecated": 2}.get(found.mode, 0)
    return not is_early(found) or (bool(found.fields) and member.parameters <= most)


def _keeps_its_name(part: _Part) -> bool:
    return part.line.startswith(f"{part.field.attribute}:")


def _members_left_out(
    members: list[Member],
    fitting: tuple[Member, ...],
    validators: list[ValidatorFunction],
    of_class: list[DefinitionFault],
) -> Iterator[DefinitionFault]:
    """Yield what the class holds and the form does not, each with what to do about it."""
    yield from (fault for fault in of_class if fault.code in _LEFT_OUT)
    kept = {member.name for member in fitting}
    said = " ".join(fault.rule for fault in of_class)
    lost = [one.name for one in members if one.name in _NEVER_CALLED]
    lost += [one.name for one in validators if one.name not in kept]
    for name in dict.fromkeys(lost):
        if f"`{name}`" not in said:
            yield _by_hand(name)


def _by_hand(name: str) -> DefinitionFault:
    return DefinitionFault(
        name,
        "",
        "validator-mode",
        f"`{name}` does not run in a form as it is.",
        "Write it as an after validator, of a field or of the form: `@field_validator(…)` or "
        '`@model_validator(mode="after")`.',
    )


def fails(name: str, reason: str) -> DefinitionFault:
    """Return the fault of what keeps a class statement from standing, whatever it raises."""
    rule = f"With it, the class statement fails: {reason}"
    return DefinitionFault(name, "", "unresolved", rule, "Write it by hand.")


def _redecorated(member: Member, head: str) -> str:
    """Return a validator of the author's with the decorators that let it run after the check."""
    decorators = [line for line in head.splitlines() if line.startswith("@")]
    return "\n".join([*decorators, member.undecorated])


def _name_of(function: str) -> str:
    (statement,) = ast.parse(function).body
    return cast("ast.FunctionDef", statement).name


# --- comments ---------------------------------------------------------------------------------

_WIDTH = 96


def _comment(*faults: DefinitionFault) -> str:
    """Return what stands in the place of a field: why it is left out, and what to do about it."""
    lines = [f"{faults[0].field}: {faults[0].annotation}".strip(": ")]
    for fault in faults:
        lines += textwrap.wrap(fault.rule, _WIDTH)
        lines += [line for part in fault.remedy.split("\n") for line in _fitted(part)]
    return "\n".join(f"{_INDENT}# {_shown(line)}".rstrip() for line in lines if line)


def _fitted(line: str) -> list[str]:
    """Return a line of a remedy in several, unless it is code."""
    return [line] if line.startswith(" ") or not line else textwrap.wrap(line, _WIDTH)


def _shown(line: str) -> str:
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in line)
