"""Small changes to a module, each of which some test should notice."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Change(NamedTuple):
    """One change that can be made to a syntax tree.

    Attributes:
        line: Where it is in the source.
        what: What is changed into what.
        make: Makes it, in the tree that it was found in.
    """

    line: int
    what: str
    make: Callable[[], None]


_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}
_DROPPED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Return, ast.Delete, ast.Continue)
_TABLES = (ast.Dict, ast.Set, ast.List, ast.Tuple)
_FEWEST_ENTRIES = 2


def changes_in(tree: ast.Module) -> Iterator[Change]:
    """Yield every change that can be made to a module, in the order of its source.

    Annotations are left alone, since nobody evaluates them, and so are imports, docstrings and the
    words of messages.
    """
    yield from _changes_below(tree)


def changed(source: str, number: int) -> str:
    """Return a source with one of its changes made."""
    tree = ast.parse(source)
    for at, change in enumerate(changes_in(tree)):
        if at == number:
            change.make()
            break
    return ast.unparse(ast.fix_missing_locations(tree))


def _changes_below(parent: ast.AST) -> Iterator[Change]:
    for field, value in ast.iter_fields(parent):
        if field in {"annotation", "returns", "decorator_list", "bases"} or _is_for_types(parent):
            continue
        if isinstance(value, ast.AST):
            yield from _changes_of(value, _setter(parent, field))
        elif isinstance(value, list):
            for at, item in enumerate(value):
                if isinstance(item, ast.AST) and not _is_for_readers(parent, at, item):
                    yield from _changes_of(item, _item_setter(value, at))


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _is_for_readers(parent: ast.AST, at: int, item: ast.AST) -> bool:
    """Return whether something is there for those who read the code, or for type checkers."""
    if isinstance(parent, ast.Call) and ast.unparse(parent.func) == "cast":
        return at == 0
    if isinstance(parent, ast.FunctionDef) and item is parent.body[-1]:
        return ast.unparse(item) == "return None"
    return isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)


def _setter(parent: ast.AST, field: str) -> Callable[[ast.AST], None]:
    return lambda new: setattr(parent, field, new)


def _item_setter(items: list[Any], at: int) -> Callable[[ast.AST], None]:
    return lambda new: items.__setitem__(at, new)


def _changes_of(node: ast.AST, replace: Callable[[ast.AST], None]) -> Iterator[Change]:
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.JoinedStr)):
        return
    for what, make in _own_changes(node, replace):
        yield Change(getattr(node, "lineno", 0), what, make)
    yield from _changes_below(node)


_Made = tuple[str, "Callable[[], None]"]


def _own_changes(node: ast.AST, replace: Callable[[ast.AST], None]) -> Iterator[_Made]:
    if isinstance(node, _DROPPED):
        yield f"`{_start_of(node)}` is left out", _replacing(replace, ast.Pass())
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield from _logic(node)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"`{_start_of(node)}` without `not`", _replacing(replace, operand)
        case ast.BinOp(op=operator) if type(operator) in _CALCULATED:
            yield from _calculations(node)
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            negated = ast.UnaryOp(ast.Not(), test)
            yield f"`if not {_start_of(test)}`", _replacing(_setter(node, "test"), negated)
        case ast.Constant(value=value):
            for other in _constants_near(value):
                yield f"{other!r} for {value!r}", _replacing(replace, ast.Constant(other))
        case ast.Dict() | ast.Set() | ast.List() | ast.Tuple():
            yield from _shorter_tables(node)


def _start_of(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0][:60]


def _replacing(replace: Callable[[ast.AST], None], new: ast.AST) -> Callable[[], None]:
    return lambda: replace(new)


def _comparisons(node: ast.Compare) -> Iterator[_Made]:
    for at, operator in enumerate(node.ops):
        for table in (_COMPARED, _REVERSED):
            if type(operator) in table:
                other = table[type(operator)]
                what = f"{other.__name__} for {type(operator).__name__} in `{_start_of(node)}`"
                yield what, _replacing(_item_setter(node.ops, at), other())


def _logic(node: ast.BoolOp) -> Iterator[_Made]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield (
        f"the other of `and` and `or` in `{_start_of(node)}`",
        _replacing(_setter(node, "op"), other),
    )
    for at, value in enumerate(node.values):
        if len(node.values) > _FEWEST_ENTRIES:
            yield f"no `{_start_of(value)}` in `{_start_of(node)}`", _dropping(node.values, at)


def _calculations(node: ast.BinOp) -> Iterator[_Made]:
    other = _CALCULATED[type(node.op)]
    what = f"{other.__name__} for {type(node.op).__name__} in `{_start_of(node)}`"
    yield what, _replacing(_setter(node, "op"), other())


def _dropping(items: list[Any], at: int) -> Callable[[], None]:
    return lambda: items.__delitem__(at)


def _shorter_tables(node: ast.Dict | ast.Set | ast.List | ast.Tuple) -> Iterator[_Made]:
    """Yield a table of constants without each of its entries."""
    entries = node.keys if isinstance(node, ast.Dict) else node.elts
    if len(entries) < _FEWEST_ENTRIES or not all(isinstance(one, ast.Constant) for one in entries):
        return
    for at, entry in enumerate(entries):
        if entry is not None:
            drops = [_dropping(entries, at)]
            if isinstance(node, ast.Dict):
                drops.append(_dropping(node.values, at))
            yield f"no {ast.unparse(entry)} in the table", _all_of(drops)


def _all_of(steps: list[Callable[[], None]]) -> Callable[[], None]:
    def make() -> None:
        for step in steps:
            step()

    return make


def _constants_near(value: object) -> Iterator[str | int | float]:
    """Yield what a constant may be instead; what reads like a sentence is for people."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
            yield value - 1
        case float():
            yield value + 1
        case str() if _looks_like_a_pattern(value):
            yield from _patterns_near(value)
        case str() if value and " " not in value and "\n" not in value:
            yield value + "X"


def _looks_like_a_pattern(text: str) -> bool:
    return re.search(r"\[[^ ]+\][*+?{]|\\[dw.]|\(\?", text) is not None


def _patterns_near(pattern: str) -> Iterator[str]:
    """Yield patterns that repeat something more or less often than this one."""
    for found in re.finditer(r"(?<=[\])])[*+?]|\{\d+(?:,\d*)?\}", pattern):
        other = {"*": "+", "+": "*"}.get(found[0], "")
        yield pattern[: found.start()] + other + pattern[found.end() :]
