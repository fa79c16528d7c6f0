"""Class statements to Python source, laid out as common formatters lay it out.

Text from a schema gets into the source in one way only: as a string literal in which everything
that does not print, and so nobody can see, is escaped.
"""

from __future__ import annotations

import textwrap
import unicodedata
from typing import TYPE_CHECKING, Any

from elicitform._generate.expressions import (
    IMPORTED_FROM,
    Call,
    Constant,
    DictOf,
    Expression,
    ListOf,
    Name,
    OrNone,
    Subscript,
)
from elicitform._wire.revisions import OLDEST_REVISION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from elicitform._generate.statement import ClassStatement, FieldStatement

_LINE = 100
_INDENT = "    "
_STANDARD = ("datetime", "typing")


def source_of(statements: Iterable[ClassStatement]) -> str:
    """Return a Python module that states these classes."""
    classes = [_class_source(statement) for statement in statements]
    used = {name for _, names in classes for name in names}
    return "\n\n\n".join([_imports(used), *(text for text, _ in classes)]) + "\n"


def _imports(used: set[str]) -> str:
    """Return the imports, sorted as isort sorts them."""
    lines: dict[str, list[str]] = {}
    for name in sorted(used):
        lines.setdefault(IMPORTED_FROM[name], []).append(name)
    sections = [
        [module for module in sorted(lines) if (module in _STANDARD) == is_standard]
        for is_standard in (True, False)
    ]
    return "\n\n".join(
        "\n".join(f"from {module} import {', '.join(lines[module])}" for module in section)
        for section in sections
        if section
    )


def _class_source(statement: ClassStatement) -> tuple[str, set[str]]:
    """Return a class statement, and the names that it needs imported."""
    keywords = ""
    if statement.settings.since != OLDEST_REVISION:
        keywords += f", since={_string(statement.settings.since)}"
    if not statement.settings.auto_titles:
        keywords += ", auto_titles=False"
    lines = [f"class {statement.name}(Form{keywords}):"]
    names = {"Form"}
    for field in statement.fields:
        value = _shortest(field)
        lines += _commented(field.comment)
        lines.append(_field_source(field, value))
        used = [*_names_in(field.annotation), *(_names_in(value) if value else ())]
        names.update(name.partition(".")[0] for name in used)
    return "\n".join(lines), names.intersection(IMPORTED_FROM)


def _commented(text: str) -> list[str]:
    mark = f"{_INDENT}# "
    return textwrap.wrap(text, _LINE, initial_indent=mark, subsequent_indent=mark)


def _shortest(field: FieldStatement) -> Expression | None:
    """Return what stands behind the ``=`` of a field, if anything."""
    keywords = field.field.keywords
    if not keywords:
        return None
    if [name for name, _ in keywords] != ["default"] or isinstance(keywords[0][1], ListOf):
        return field.field
    statement = f"{_INDENT}{field.attribute}: {_flat(field.annotation)} = {_flat(keywords[0][1])}"
    is_short = isinstance(field.annotation, OrNone) or _width(statement) <= _LINE
    return keywords[0][1] if is_short else field.field


def _names_in(expression: Expression) -> Iterator[str]:
    if isinstance(expression, Name):
        yield expression.name
    elif isinstance(expression, Call):
        yield expression.function
    elif isinstance(expression, Subscript):
        yield expression.name
    for part in _parts(expression):
        yield from _names_in(part)


def _parts(expression: Expression) -> Iterable[Expression]:
    if isinstance(expression, Call):
        return (*expression.arguments, *(value for _, value in expression.keywords))
    if isinstance(expression, Subscript):
        return expression.items
    return (expression.other,) if isinstance(expression, OrNone) else ()


# --- layout -----------------------------------------------------------------------------------


def _field_source(field: FieldStatement, value: Expression | None) -> str:
    """Return the line of a field, broken where it is too long: first behind the ``=``."""
    start = f"{_INDENT}{field.attribute}: "
    annotation = _flat(field.annotation)
    if value is None:
        return start + _laid_out(field.annotation, _INDENT, start, "")
    if _width(f"{start}{annotation} = {_flat(value)}") <= _LINE:
        return f"{start}{annotation} = {_flat(value)}"
    up_to_break = f" = {value.function}(" if isinstance(value, Call) else f" = {_flat(value)}"
    if _width(f"{start}{annotation} = (") <= _LINE < _width(f"{start}{annotation}{up_to_break}"):
        inner = _INDENT + _INDENT
        return f"{start}{annotation} = (\n{inner}{_laid_out(value, inner, inner, '')}\n{_INDENT})"
    start += _laid_out(field.annotation, _INDENT, start, up_to_break) + " = "
    return start + _laid_out(value, _INDENT, start.rpartition("\n")[2], "")


def _laid_out(expression: Expression, indent: str, before: str, after: str) -> str:
    """Return an expression, on one line if it fits between what is `before` and `after` it."""
    flat = _flat(expression)
    if _width(f"{before}{flat}{after}") <= _LINE:
        return flat
    broken = _BROKEN.get(type(expression))
    return broken(expression, indent) if broken else flat


def _broken_union(union: OrNone, indent: str) -> str:
    inner = indent + _INDENT
    flat = f"{inner}{_flat(union)}"
    if _width(flat) <= _LINE:
        return f"(\n{flat}\n{indent})"
    other = _laid_out(union.other, inner, inner, "")
    return f"(\n{inner}{other}\n{inner}| None\n{indent})"


def _broken_call(call: Call, indent: str) -> str:
    parts = [("", argument) for argument in call.arguments]
    parts += [(f"{name}=", value) for name, value in call.keywords]
    return f"{call.function}({_block(parts, indent)})"


def _broken_subscript(subscript: Subscript, indent: str) -> str:
    return f"{subscript.name}[{_block([('', item) for item in subscript.items], indent)}]"


def _broken_list(display: ListOf, indent: str) -> str:
    lines = _lines([("", item) for item in display.items], indent + _INDENT)
    return f"[\n{lines}\n{indent}]"


def _broken_dict(display: DictOf, indent: str) -> str:
    parts = [(f"{_flat(key)}: ", value) for key, value in display.items]
    return f"{{\n{_lines(parts, indent + _INDENT)}\n{indent}}}"


_BROKEN: dict[type, Callable[[Any, str], str]] = {
    OrNone: _broken_union,
    Call: _broken_call,
    Subscript: _broken_subscript,
    ListOf: _broken_list,
    DictOf: _broken_dict,
}


def _block(parts: list[tuple[str, Expression]], indent: str) -> str:
    """Return what stands in brackets below them: on one line if it fits, else on one line each."""
    inner = indent + _INDENT
    line = inner + ", ".join(f"{prefix}{_flat(value)}" for prefix, value in parts)
    if _width(line) <= _LINE:
        return f"\n{line}\n{indent}"
    if len(parts) == 1:  # no comma behind the only one
        ((prefix, value),) = parts
        return f"\n{inner}{prefix}{_laid_out(value, inner, inner + prefix, '')}\n{indent}"
    return f"\n{_lines(parts, inner)}\n{indent}"


def _lines(parts: list[tuple[str, Expression]], indent: str) -> str:
    return "\n".join(
        f"{indent}{prefix}{_laid_out(value, indent, indent + prefix, ',')},"
        for prefix, value in parts
    )


def _width(text: str) -> int:
    """Return how many columns a line takes, where wide characters take two of them."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


# --- expressions ------------------------------------------------------------------------------


def _flat(expression: Expression) -> str:
    """Return an expression on one line."""
    return _FLAT[type(expression)](expression)


def _flat_call(call: Call) -> str:
    keywords = (f"{name}={_flat(value)}" for name, value in call.keywords)
    return f"{call.function}({', '.join([*map(_flat, call.arguments), *keywords])})"


def _flat_dict(display: DictOf) -> str:
    return f"{{{', '.join(f'{_flat(key)}: {_flat(value)}' for key, value in display.items)}}}"


def _literal(constant: Constant) -> str:
    value = constant.value
    if isinstance(value, str):
        return _string(value)
    return repr(value).replace("e+", "e") if isinstance(value, float) else repr(value)


def _string(text: str) -> str:
    """Return a string literal: in double quotes unless that takes more escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join(_escaped(letter, quote) for letter in text) + quote


def _escaped(letter: str, quote: str) -> str:
    if letter in (quote, "\\"):
        return f"\\{letter}"
    return letter if letter.isprintable() else repr(letter)[1:-1]


_FLAT: dict[type, Callable[[Any], str]] = {
    Name: lambda name: name.name,
    Constant: _literal,
    ListOf: lambda display: f"[{', '.join(map(_flat, display.items))}]",
    DictOf: _flat_dict,
    Call: _flat_call,
    Subscript: lambda subscript: f"{subscript.name}[{', '.join(map(_flat, subscript.items))}]",
    OrNone: lambda union: f"{_flat(union.other)} | None",
}
