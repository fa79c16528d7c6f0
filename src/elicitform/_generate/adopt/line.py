"""Lines that a remedy holds, as what the printer takes."""

from __future__ import annotations

import ast
from typing import cast

from elicitform._generate.expressions import (
    Call,
    Constant,
    DictOf,
    Expression,
    ListOf,
    Name,
    OrNone,
    Subscript,
)
from elicitform._generate.statement import FieldStatement


def field_statement(line: str) -> FieldStatement:
    """Return the declaration of a field that a line of source is."""
    (statement,) = ast.parse(line).body
    declared = cast("ast.AnnAssign", statement)
    attribute = cast("ast.Name", declared.target).id
    return FieldStatement(attribute, _expression(declared.annotation), _field(declared.value))


def _field(value: ast.expr | None) -> Call:
    if value is None:
        return Call("Field")
    match _expression(value):
        case Call("Field") as field:
            return field
        case default:
            return Call("Field", (), (("default", default),))


def _expression(node: ast.expr) -> Expression:
    match node:
        case ast.Constant(value=str() | int() | float() | None as value):
            return Constant(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return Constant(-value)
        case ast.List(elts=items):
            return ListOf(tuple(map(_expression, items)))
        case ast.Dict(keys=keys, values=values):
            pairs = zip(cast("list[ast.expr]", keys), values, strict=True)
            return DictOf(tuple((_expression(key), _expression(value)) for key, value in pairs))
        case ast.Call(func=function, args=arguments, keywords=keywords):
            named = ((str(one.arg), _expression(one.value)) for one in keywords)
            return Call(ast.unparse(function), tuple(map(_expression, arguments)), tuple(named))
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=items)):
            return Subscript(name, tuple(map(_expression, items)))
        case ast.Subscript(value=ast.Name(id=name), slice=item):
            return Subscript(name, (_expression(item),))
        case ast.BinOp(left=other, op=ast.BitOr(), right=ast.Constant(value=None)):
            return OrNone(_expression(other))
        case _:
            return Name(ast.unparse(node))
