"""What a class holds beside its fields, as its author wrote it."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Member(NamedTuple):
    """A statement in the body of a class.

    Attributes:
        name: What it defines, or ``""`` for the docstring.
        source: The statement.
        is_function: It is a function.
        parameters: How many parameters it has.
        undecorated: A function, without its decorators.
    """

    name: str
    source: str
    is_function: bool = False
    parameters: int = 0
    undecorated: str = ""


def members_of(cls: type) -> list[Member]:
    """Return what a class and its bases of the same author hold; the last of a name counts."""
    found: dict[str, Member] = {}
    for owner in reversed(cls.__mro__):
        if not _is_library(owner):
            for member in _own_members(owner):
                if member.name or owner is cls:
                    found.pop(member.name, None)
                    found[member.name] = member
    return [*found.values()]


def _is_library(owner: type) -> bool:
    package = owner.__module__.partition(".")[0]
    return package in sys.stdlib_module_names or package in {"pydantic", "typing_extensions"}


def _own_members(owner: type) -> Iterator[Member]:
    try:
        source = textwrap.dedent(inspect.getsource(owner))
        (statement,) = ast.parse(source).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return  # it was made by a call, or where no file is
    for node in statement.body if isinstance(statement, ast.ClassDef) else ():
        member = _member(node, source)
        if member is not None:
            yield member


def _member(node: ast.stmt, source: str) -> Member | None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            start = _start(node)
            parameters = len([*node.args.posonlyargs, *node.args.args])
            return Member(
                node.name,
                _lines(source, start, node),
                is_function=True,
                parameters=parameters,
                undecorated=_lines(source, node.lineno, node),
            )
        case ast.ClassDef(name=name) if name != "Config":
            return Member(name, _lines(source, _start(node), node))
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return Member(name, _lines(source, node.lineno, node))
        case ast.Expr(value=ast.Constant(value=str())) if node.lineno <= _first_line(source):
            return Member("", _lines(source, node.lineno, node))
        case _:
            return None


def _start(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    return node.decorator_list[0].lineno if node.decorator_list else node.lineno


def _first_line(source: str) -> int:
    """Return the line on which the docstring of a class starts, if it has one."""
    (statement,) = ast.parse(source).body
    return statement.body[0].lineno if isinstance(statement, ast.ClassDef) else 0


def _lines(source: str, start: int, node: ast.stmt) -> str:
    lines = source.splitlines()[start - 1 : node.end_lineno]
    return textwrap.dedent("\n".join(lines))
