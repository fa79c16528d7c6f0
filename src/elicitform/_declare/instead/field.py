"""A refused field to the lines of a class body that ask the same."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from elicitform._declare.annotations import written
from elicitform._declare.constraints import is_note
from elicitform._declare.instead.asked import MISSING, Asked, asked_by
from elicitform._declare.instead.code import (
    UNKNOWN,
    Line,
    code_of,
    function_code,
    marker_code,
    repaired,
)
from elicitform._declare.instead.constraints import constrained, note_of
from elicitform._declare.instead.parts import parts_of
from elicitform._declare.instead.types import typed_of
from elicitform._declare.markers import NotSecret
from elicitform._declare.remedies import Nearest
from elicitform._pydantic import is_serializer
from elicitform._wire.formats import has_format
from elicitform._wire.revisions import LARGEST_INTEGER
from elicitform._wire.visible import can_be_seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from elicitform._declare.declared import DeclaredField
    from elicitform._declare.instead.constraints import Constrained
    from elicitform._declare.instead.typed import Typed
    from elicitform._pydantic import ValidatorFunction


def nearest_to(field: DeclaredField, alias: str | None = None) -> Nearest | None:
    """Return the declaration that comes nearest to a refused one, or None where none does.

    Args:
        field: The field, as its author wrote it.
        alias: Its name on the wire, where it cannot keep its own.
    """
    return _nearest(asked_by(field, alias))


def _nearest(asked: Asked) -> Nearest | None:
    parts = None if asked.metadata.several else parts_of(asked)
    if parts is None:
        return _one(asked)
    return together([_nearest(part) or _left_out(part) for part in parts])


def together(found: list[Nearest]) -> Nearest | None:
    """Return several declarations as one, or None where there are none."""
    functions = dict.fromkeys(function for one in found for function in one.functions)
    lines = tuple(line for one in found for line in one.lines)
    needs_since = any(one.needs_since for one in found)
    return Nearest(lines, tuple(functions), needs_since=needs_since) if found else None


def _left_out(asked: Asked) -> Nearest:
    comment = f"# {asked.attribute}: take it as an argument of the tool"
    return Nearest((comment,), (), needs_since=False)


def _one(asked: Asked) -> Nearest | None:
    """Return the declaration of a field that holds one value."""
    typed = typed_of(asked)
    if typed is None:
        return None
    rules = constrained(asked, typed)
    value = _value_of(asked, typed, rules.keywords)
    line = Line(
        asked.attribute,
        typed.code,
        (*typed.markers, *_kept_markers(asked, typed), *rules.markers, *value.markers),
        value.is_optional,
        (*value.keywords, *_texts(asked, rules), *_as_source(rules.keywords)),
    )
    functions = [
        *(_after(one, typed.code) for one in asked.early),
        *_check(asked.attribute, typed.code, rules.checks),
        *_serializer(asked, typed),
    ]
    return Nearest((line.source(),), tuple(functions), needs_since=typed.needs_since)


# --- the default ------------------------------------------------------------------------------


class _Value(NamedTuple):
    """What an answer gets that leaves the field open.

    Attributes:
        keywords: Its keyword of ``Field``, as source.
        markers: The marker that shows a value, as source.
        is_optional: It is None.
    """

    keywords: tuple[tuple[str, str], ...] = ()
    markers: tuple[str, ...] = ()
    is_optional: bool = False


_LEFT_OPEN = _Value((("default", "None"),), is_optional=True)


def _value_of(asked: Asked, typed: Typed, bounds: dict[str, Any]) -> _Value:
    if asked.factory is not None:
        return _Value((("default_factory", _factory(asked, typed)),))
    if asked.is_required and asked.shown is not MISSING:
        shown = _as_code(asked.shown, typed, bounds)
        return _Value() if shown is None else _Value(markers=(f"Prefill({shown})",))
    if asked.is_required:
        return _LEFT_OPEN if asked.optional else _Value()
    default = None if asked.default is None else _as_code(asked.default, typed, bounds)
    return _LEFT_OPEN if default is None else _Value((("default", default),))


def _as_code(value: Any, typed: Typed, bounds: dict[str, Any]) -> str | None:
    """Return a default as source, or None where the field would not take it."""
    try:
        converted = typed.convert(value)
    except Exception:  # noqa: BLE001  (a default of any type may stand here)
        return None
    return code_of(converted) if _fits(converted, typed, bounds) else None


def _fits(value: Any, typed: Typed, bounds: dict[str, Any]) -> bool:
    """Return whether a default keeps to the constraints of its field."""
    if typed.code == "int" and abs(value) > LARGEST_INTEGER:
        return False
    format_ = next((one for one in typed.markers if one.startswith("Format(")), None)
    if format_ is not None and not has_format(format_.split('"')[1], value):
        return False
    size = len(value) if isinstance(value, (str, list)) else value
    return all(_KEEPS_TO[name](size, bound) for name, bound in bounds.items())


_KEEPS_TO: dict[str, Callable[[Any, Any], bool]] = {
    "ge": operator.ge,
    "gt": operator.gt,
    "le": operator.le,
    "lt": operator.lt,
    "max_length": operator.le,
    "min_length": operator.ge,
}


def _factory(asked: Asked, typed: Typed) -> str:
    """Return the factory of a default, whose value becomes one of the new type."""
    name = function_code(asked.factory)
    if name is None:
        return f"lambda: {UNKNOWN}"
    if typed.needs_since:
        return f"lambda: [*{name}()]"
    if typed.is_list:
        return f'lambda: ", ".join({name}())'
    is_other = typed.code in {"float", "int", "str"} and written(asked.type) != typed.code
    return f"lambda: {typed.code}({name}())" if is_other else name


# --- texts and markers ------------------------------------------------------------------------


def _texts(asked: Asked, rules: Constrained) -> Iterator[tuple[str, str]]:
    """Yield the keywords of ``Field`` that name and explain the field."""
    texts = {**asked.texts, "description": _description(asked, rules.notes)}
    for name in ("alias", "title"):
        if name in texts and not (isinstance(texts[name], str) and can_be_seen(texts[name])):
            del texts[name]
    for name, text in texts.items():
        if text is not None:
            yield name, code_of(text)


def _description(asked: Asked, rules: tuple[str, ...]) -> str | None:
    """Return the help text of a field, and what else a person has to know."""
    given = asked.texts.get("description")
    notes = [note_of(one) for one in asked.metadata.unknown if is_note(one)]
    text = repaired(given) if isinstance(given, str) else "; ".join(notes)
    examples = asked.schema.get("examples")
    more = [*rules]
    if isinstance(examples, (list, tuple)) and examples:
        more.append(f"such as {' or '.join(map(str, examples))}")
    if asked.schema.get("deprecated"):
        more.append("deprecated")
    others = "; ".join(more)
    if not others:
        return text if text or given == text else None
    return f"{text} ({others})" if can_be_seen(text) else others[:1].upper() + others[1:]


def _kept_markers(asked: Asked, typed: Typed) -> Iterator[str]:
    """Yield the markers that stay as they are."""
    reason, zone = asked.metadata.not_secret, asked.metadata.assume_zone
    if reason is not None:
        is_given = isinstance(reason.why, str) and reason.why.strip()
        yield marker_code(reason if is_given else NotSecret("why the name is innocent"))
    if zone is not None and typed.code in {"datetime", "AwareDatetime"}:
        yield marker_code(zone)


def _as_source(keywords: dict[str, Any]) -> Iterator[tuple[str, str]]:
    return ((name, code_of(value)) for name, value in keywords.items())


# --- functions --------------------------------------------------------------------------------


def _check(attribute: str, annotation: str, statements: tuple[str, ...]) -> Iterator[str]:
    """Yield the validator that holds an answer against what the wire cannot say."""
    if statements:
        yield "\n".join(
            [
                f'@field_validator("{attribute}")',
                "@classmethod",
                f"def check_{attribute}(cls, value: {annotation}) -> {annotation}:",
                *(f"    {statement}" for statement in statements),
                "    return value",
            ]
        )


def _serializer(asked: Asked, typed: Typed) -> Iterator[str]:
    """Yield the serializer that stands inside ``Annotated`` as a method."""
    for one in asked.metadata.unknown:
        if is_serializer(one):
            name = function_code(cast("Any", one).func)
            result = "value  # as the serializer writes it" if name is None else f"{name}(value)"
            yield "\n".join(
                [
                    f'@field_serializer("{asked.attribute}")',
                    f"def dump_{asked.attribute}(self, value: {typed.code}) -> object:",
                    f"    return {result}",
                ]
            )


def _after(function: ValidatorFunction, annotation: str) -> str:
    """Return the head of a validator that now runs after the wire check."""
    fields = ", ".join(map(code_of, function.fields))
    return "\n".join(
        [
            f"@field_validator({fields})",
            "@classmethod",
            f"def {function.name}(cls, value: {annotation}) -> {annotation}:",
            "    ...  # as before",
        ]
    )
