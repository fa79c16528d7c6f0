"""The constraints of a field: keywords of ``Field`` where the wire has them, else a validator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import annotated_types
import pydantic

from elicitform._declare.constraints import is_note
from elicitform._declare.instead.code import UNKNOWN, code_of, function_code
from elicitform._declare.instead.typed import LENGTHS, OPEN_BOUNDS
from elicitform._declare.types import is_finite
from elicitform._pydantic import is_serializer
from elicitform._wire.revisions import LARGEST_INTEGER

if TYPE_CHECKING:
    from elicitform._declare.instead.asked import Asked
    from elicitform._declare.instead.typed import Typed


class Constrained(NamedTuple):
    """What the constraints of a field become.

    Attributes:
        keywords: Keywords of ``Field``, which the wire carries.
        markers: After validators that stand inside ``Annotated``, as source.
        checks: Statements of a validator.
        notes: What the description has to add about them.
    """

    keywords: dict[str, Any]
    markers: tuple[str, ...]
    checks: tuple[str, ...]
    notes: tuple[str, ...]


def constrained(asked: Asked, typed: Typed) -> Constrained:
    """Return what the constraints of a field become with the type that it gets."""
    keywords: dict[str, Any] = {}
    rules: list[_Rule] = []
    for name, values in asked.constraints.items():
        for value in (_converted(one, typed) for one in values):
            placed = _placed(name, value, typed)
            if placed is not None:
                known = keywords.get(placed.keyword, placed.value)
                keywords[placed.keyword] = _tightest(placed.keyword, known, placed.value)
            if (placed is None or not placed.says_all) and _refuses_something(name, value, typed):
                rules.append(_rule(name, value, typed))
    changes = _changes(asked)
    checks = [*typed.checks, *changes.unnamed, *_unknown_checks(asked), *_statements(rules)]
    if (
        changes.named or changes.unnamed or asked.early
    ):  # what they leave was not held against the wire's rules
        checks += _statements([_rule(name, value, typed) for name, value in keywords.items()])
    notes = [f"must {rule.must}" for rule in rules if rule.is_known]
    return Constrained(keywords, changes.named, tuple(checks), (*typed.notes, *notes))


def _converted(value: Any, typed: Typed) -> Any:
    try:
        return value if isinstance(value, (int, float)) else typed.convert(value)
    except Exception:  # noqa: BLE001  (a bound of any type may stand here)
        return value


# --- keywords ---------------------------------------------------------------------------------


class _Placed(NamedTuple):
    """A constraint as a keyword of ``Field``.

    Attributes:
        keyword: The keyword.
        value: Its value.
        says_all: It refuses whatever the constraint refuses.
    """

    keyword: str
    value: float
    says_all: bool = True


_TRANSLATED = {
    "float": {"min_length": "ge", "max_length": "le"},
    "int": {"min_length": "ge", "max_length": "le"},
    "str": {"ge": "min_length", "le": "max_length"},
}
"""What a constraint means for a type that has none of its name."""

_INCLUSIVE = {"gt": "ge", "lt": "le"}


def _placed(name: str, value: Any, typed: Typed) -> _Placed | None:
    """Return the keyword that carries a constraint, or comes nearest to it, or None."""
    if type(value) not in {int, float} or not is_finite(value):
        return None
    keyword = _TRANSLATED.get(typed.code, {}).get(name, name)
    is_open = keyword in OPEN_BOUNDS and keyword not in typed.bounds
    keyword = _INCLUSIVE[keyword] if is_open else keyword
    if keyword not in typed.bounds:
        return None
    if keyword in LENGTHS:
        return _Placed(keyword, value) if 0 <= value <= LARGEST_INTEGER else None
    if typed.code == "int":
        largest = LARGEST_INTEGER + (keyword in OPEN_BOUNDS)
        value = max(-largest, min(largest, value))
    return _Placed(keyword, value, says_all=not is_open)


def _tightest(keyword: str, one: float, other: float) -> float:
    return max(one, other) if keyword in {"ge", "gt", "min_length"} else min(one, other)


# --- rules ------------------------------------------------------------------------------------


class _Rule(NamedTuple):
    """A rule that only the server checks.

    Attributes:
        broken: The condition under which an answer breaks it, as source.
        must: What an answer must do, in words.
        is_known: Both are known, and not for the author to fill in.
    """

    broken: str
    must: str
    is_known: bool = True


def _statements(rules: list[_Rule]) -> list[str]:
    return [
        line
        for rule in rules
        for line in (f"if {rule.broken}:", f"    raise ValueError({code_of('must ' + rule.must)})")
    ]


_WITHOUT_EFFECT = {"allow_inf_nan", "coerce_numbers_to_str", "fail_fast", "strict", "union_mode"}
"""What a form does in any case."""

_OF_NUMBERS = {"decimal_places", "max_digits", "multiple_of"}
_COMPARED = {"ge", "gt", "le", "lt"}


def _refuses_something(name: str, value: Any, typed: Typed) -> bool:
    """Return whether a constraint that is no keyword refuses an answer of this type."""
    is_number = typed.code in {"bool", "float", "int"}
    if name in _WITHOUT_EFFECT or name in _CHANGES:
        return False
    if name in _COMPARED:
        return is_number == isinstance(value, (int, float)) and not _is_infinite(value)
    if name in LENGTHS:
        return type(value) is int and 0 <= value <= LARGEST_INTEGER and not is_number
    return is_number == (name in _OF_NUMBERS)


def _is_infinite(value: Any) -> bool:
    return isinstance(value, float) and not is_finite(value)


_BROKEN = {
    "ge": ("{value} < {bound}", "be at least {plain}"),
    "gt": ("{value} <= {bound}", "be more than {plain}"),
    "le": ("{value} > {bound}", "be at most {plain}"),
    "lt": ("{value} >= {bound}", "be less than {plain}"),
    "max_length": ("{length} > {bound}", "have at most {plain} {parts}"),
    "min_length": ("{length} < {bound}", "have at least {plain} {parts}"),
    "pattern": ("not re.search({bound}, {text})", "match {plain}"),
}


def _rule(name: str, value: Any, typed: Typed) -> _Rule:
    """Return the rule that a constraint is."""
    bound = code_of(value)
    if name == "multiple_of":
        return _Rule(_remainder(value, bound), f"be a multiple of {bound}")
    if name not in _BROKEN or bound == UNKNOWN:
        return _Rule(f"not {UNKNOWN}", f"keep to {name}", is_known=False)
    text = "value" if typed.code.startswith(("str", "Literal", "EmailStr")) else "str(value)"
    length, parts = f"len({text})", "characters"
    if typed.is_list:
        length, parts = 'len([one for one in value.split(",") if one.strip()])', "parts"
    elif typed.needs_since:
        length, parts = "len(value)", "choices"
    condition, must = _BROKEN[name]
    words = {"plain": str(value), "parts": parts[:-1] if value == 1 else parts}
    code = {"value": "value", "bound": bound, "length": length, "text": text}
    return _Rule(condition.format(**code), must.format(**words))


def _remainder(value: Any, bound: str) -> str:
    if isinstance(value, int):
        return f"value % {bound}"
    return f"abs(value / {bound} - round(value / {bound})) > 1e-9"


# --- what has a meaning for the author only ---------------------------------------------------


def _unknown_checks(asked: Asked) -> list[str]:
    return [line for one in asked.metadata.unknown for line in _unknown_check(one)]


def _unknown_check(one: Any) -> list[str]:
    if isinstance(one, pydantic.WithJsonSchema) or is_serializer(one) or is_note(one):
        return []
    name = function_code(one.func) if isinstance(one, annotated_types.Predicate) else None
    if name is not None:
        return _statements([_Rule(f"not {name}(value)", f"be what {name} takes")])
    return _statements([_Rule(f"not {UNKNOWN}", f"keep to {type(one).__name__}")])


def note_of(one: Any) -> str:
    """Return the text of a piece of documentation."""
    return str(getattr(one, "documentation", one))


# --- changes ----------------------------------------------------------------------------------


class _Changes(NamedTuple):
    """What changes an answer before the author's rules.

    Attributes:
        named: After validators, as source.
        unnamed: Statements that stand for functions without a name.
    """

    named: tuple[str, ...]
    unnamed: tuple[str, ...]


_CHANGES = {
    "strip_whitespace": "lambda text: text.strip()",  # older pydantics call `str.strip` with two
    "to_lower": "str.lower",
    "to_upper": "str.upper",
}


def _changes(asked: Asked) -> _Changes:
    """Return the functions that change an answer, in the order in which pydantic runs them."""
    named = [_CHANGES[name] for name in _CHANGES if any(asked.constraints.get(name, ()))]
    unnamed = []
    for one in [*asked.metadata.early, *asked.metadata.validators]:
        function = getattr(one, "func", None)
        code = function_code(function)
        if code is not None:
            named.append(code)
        elif function is not None:
            unnamed.append(f"{UNKNOWN}  # here goes what the {type(one).__name__} does")
    return _Changes(tuple(f"AfterValidator({code})" for code in named), tuple(unnamed))
