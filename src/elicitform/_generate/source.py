"""Class statements to Python source, laid out as ruff and black would.

What does not fit a line gets a line for each argument, with a comma behind the last.

Text from a schema gets into the source as a string literal only, in which everything that does not
print is escaped.
"""

from __future__ import annotations

import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from typing_extensions import assert_never

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
    from collections.abc import Iterable, Iterator

    from elicitform._generate.statement import ClassStatement, FieldStatement
    from elicitform._wire.description import Settings

_LINE = 100
_INDENT = "    "


class Import(NamedTuple):
    """A name that a source needs.

    Attributes:
        module: The module that has it.
        name: What it is called there, and in the source.
        is_module: It is the module itself.
    """

    module: str
    name: str
    is_module: bool = False

    def source(self) -> str:
        """Return the statement that imports the module."""
        alias = "" if self.name == self.module else f" as {self.name}"
        return f"import {self.module}{alias}"


def source_of(statements: Iterable[ClassStatement]) -> str:
    """Return a Python module that states these classes."""
    classes = [_class_source(statement) for statement in statements]
    used = {name for _, names in classes for name in names}
    imports = [Import(IMPORTED_FROM[name], name) for name in used]
    return module_source(imports, [text for text, _ in classes])


def module_source(imports: Iterable[Import], classes: Iterable[str]) -> str:
    """Return a Python module of these imports and classes."""
    return "\n\n\n".join([_imports({*imports}), *classes]) + "\n"


def _imports(used: set[Import]) -> str:
    """Return the imports, sorted as isort sorts them."""
    sections = [
        "\n".join(_section([one for one in used if _rank(one.module) == rank])) for rank in range(3)
    ]
    return "\n\n".join(filter(None, sections))


def _section(used: list[Import]) -> Iterator[str]:
    yield from sorted(one.source() for one in used if one.is_module)
    lines: dict[str, list[str]] = {}
    for one in sorted(one for one in used if not one.is_module):
        lines.setdefault(one.module, []).append(one.name)
    for module, names in lines.items():
        line = f"from {module} import {', '.join(names)}"
        listed = "".join(f"{_INDENT}{name},\n" for name in names)
        yield line if len(line) <= _LINE else f"from {module} import (\n{listed})"


def _rank(module: str) -> int:
    """Return which section of imports a module belongs to."""
    if module == "__future__":
        return 0
    return 1 if module.partition(".")[0] in sys.stdlib_module_names else 2


def _class_source(statement: ClassStatement) -> tuple[str, set[str]]:
    """Return a class statement, and the names that it needs imported."""
    more = ['extra="forbid"'] if statement.closed else []
    lines = [head_source(statement.name, statement.settings, *more)]
    names = {"Form"}
    for field in statement.fields:
        lines.append(field_source(field))
        value = _shortest(field)
        used = [*_names_in(field.annotation), *(_names_in(value) if value else ())]
        names.update(name.partition(".")[0] for name in used)
    return "\n".join(lines), names.intersection(IMPORTED_FROM)


def head_source(name: str, settings: Settings, *more: str) -> str:
    """Return the first line of a class statement, or its first lines where one is too long.

    Args:
        name: The name of the class.
        settings: Its settings.
        more: Further keywords, as source.
    """
    arguments = ["Form", *_keywords_of(settings), *more]
    line = f"class {name}({', '.join(arguments)}):"
    if _width(line) <= _LINE:
        return line
    inner = "".join(f"{_INDENT}{argument},\n" for argument in arguments)
    return f"class {name}(\n{inner}):"


def _keywords_of(settings: Settings) -> Iterator[str]:
    if settings.since != OLDEST_REVISION:
        yield f"since={_string(settings.since)}"
    if not settings.auto_titles:
        yield "auto_titles=False"
    if settings.any_names:
        yield "any_names=True"


def field_source(field: FieldStatement) -> str:
    """Return the lines that declare a field, indented as in the body of a class."""
    return "\n".join([*_commented(field.comment), _declaration(field, _shortest(field))])


def _commented(text: str) -> list[str]:
    mark = f"{_INDENT}# "
    return textwrap.wrap(text, _LINE, initial_indent=mark, subsequent_indent=mark)


def _shortest(field: FieldStatement) -> Expression | None:
    """Return what is behind the ``=`` of a field, if anything."""
    keywords = field.field.keywords
    if not keywords:
        return None
    if [name for name, _ in keywords] != ["default"] or isinstance(keywords[0][1], ListOf):
        return field.field
    statement = f"{_INDENT}{field.attribute}: {_flat(field.annotation)} = {_flat(keywords[0][1])}"
    is_short = isinstance(field.annotation, OrNone) or _width(statement) <= _LINE
    return keywords[0][1] if is_short else field.field


def _names_in(expression: Expression) -> Iterator[str]:
    if isinstance(expression, (Name, Call, Subscript)):
        yield expression[0]
    _, parts, _ = _taken_apart(expression)
    for _, part in parts:
        yield from _names_in(part)


# --- layout -----------------------------------------------------------------------------------


def _declaration(field: FieldStatement, value: Expression | None) -> str:
    start = f"{_INDENT}{field.attribute}: "
    flat = start + _flat(field.annotation)
    if value is None:
        return start + _fitted(field.annotation, _INDENT, start, "")
    if _width(f"{flat} = {_flat(value)}") <= _LINE:
        return f"{flat} = {_flat(value)}"
    behind = f" = {_exploded(value, _INDENT)}"
    first = behind.partition("\n")[0]
    if _width(f"{flat} = (") <= _LINE < _width(flat + first):
        inner = _INDENT + _INDENT
        return f"{flat} = (\n{inner}{_exploded(value, inner)}\n{_INDENT})"
    return start + _fitted(field.annotation, _INDENT, start, first) + behind


def _fitted(expression: Expression, indent: str, before: str, behind: str) -> str:
    """Return an expression on one line if it fits between what is before and behind it."""
    flat = _flat(expression)
    is_fitting = _width(f"{before}{flat}{behind}") <= _LINE
    return flat if is_fitting else _exploded(expression, indent)


def _exploded(expression: Expression, indent: str) -> str:
    """Return an expression with a line for each part of it, if it has parts."""
    inner = indent + _INDENT
    start, parts, end = _taken_apart(expression)
    if not parts:
        return start
    if isinstance(expression, OrNone):
        flat = _flat(expression)
        if _width(inner + flat) > _LINE:
            flat = f"{_fitted(expression.other, inner, inner, '')}\n{inner}| None"
        return f"(\n{inner}{flat}\n{indent})"
    # A comma behind a lone item of a subscript would make a tuple of it.
    comma = "" if isinstance(expression, Subscript) and len(parts) == 1 else ","
    lines = [
        f"{inner}{before}{_fitted(part, inner, inner + before, comma)}{comma}\n"
        for before, part in parts
    ]
    return f"{start}\n{''.join(lines)}{indent}{end}"


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
    start, parts, end = _taken_apart(expression)
    return f"{start}{', '.join(before + _flat(part) for before, part in parts)}{end}"


def _taken_apart(expression: Expression) -> tuple[str, list[tuple[str, Expression]], str]:
    """Return the start, the parts, each with what is written before it, and the end."""
    match expression:
        case Name(name):
            return name, [], ""
        case Constant(value):
            return _literal(value), [], ""
        case ListOf(items):
            return "[", _bare(items), "]"
        case DictOf(pairs):
            return "{", [(f"{_flat(key)}: ", value) for key, value in pairs], "}"
        case Call(name, arguments, keywords):
            named = [(f"{keyword}=", value) for keyword, value in keywords]
            return f"{name}(", [*_bare(arguments), *named], ")"
        case Subscript(name, items):
            return f"{name}[", _bare(items), "]"
        case OrNone(other):
            return "", _bare((other,)), " | None"
        case _:
            assert_never(expression)


def _bare(items: tuple[Expression, ...]) -> list[tuple[str, Expression]]:
    return [("", item) for item in items]


def _literal(value: str | float | None) -> str:
    if isinstance(value, str):
        return _string(value)
    return repr(value).replace("e+", "e") if isinstance(value, float) else repr(value)


def _string(text: str) -> str:
    """Return a string literal: in double quotes unless that takes more escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    # Two of these start a command in the logs of some builds.
    escaped = "".join(_escaped(letter, quote) for letter in text).replace("##", r"#\x23")
    return f"{quote}{escaped}{quote}"


def _escaped(letter: str, quote: str) -> str:
    if letter in (quote, "\\"):
        return f"\\{letter}"
    return letter if letter.isprintable() else repr(letter)[1:-1]
