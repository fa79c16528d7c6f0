"""The names that a source uses, and where each is imported from."""

from __future__ import annotations
import __future__

import ast
import builtins
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from elicitform._generate.expressions import IMPORTED_FROM
from elicitform._generate.source import Import

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_IN_REMEDIES = {
    "datetime": ("time",),
    "elicitform": ("AssumeZone", "LateChoice"),
    "ipaddress": ("IPv4Address", "IPv6Address"),
    "pydantic": (
        "AfterValidator",
        "AnyHttpUrl",
        "AnyUrl",
        "AwareDatetime",
        "ConfigDict",
        "EmailStr",
        "HttpUrl",
        "field_serializer",
        "field_validator",
    ),
    "uuid": ("UUID",),
}
_SOURCES = {
    **IMPORTED_FROM,
    **{name: module for module, names in _IN_REMEDIES.items() for name in names},
}


def imports_of(
    source: str, members: Sequence[str], cls: type, module: str
) -> Iterator[tuple[Import, Any]]:
    """Yield what a source needs imported, each with the object that it is.

    A name that means nothing is left out: what uses it says so when it runs.

    Args:
        source: The source of a class without what its author has put beside the fields.
        members: The sources of that.
        cls: The class that it was made of, whose module knows the names that its author uses.
        module: What that module is called in an import.

    Raises:
        NameError: A name means one thing in the fields, and another beside them.
    """
    inner = {node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    ours = _free_names(source)
    theirs = {name for member in members for name in _free_names(member)}
    known = vars(sys.modules.get(cls.__module__, builtins))
    if known.get("annotations") is __future__.annotations:
        yield Import("__future__", "annotations"), __future__.annotations
    for name in sorted((ours | theirs) - inner):
        # The fields mean the class in `datetime`, and the form is always one of ours.
        is_other = name == "Form" or isinstance(known.get(name), ModuleType)
        is_taken = name in ours and name in _SOURCES and is_other
        if is_taken and name in theirs and name in known:
            raise NameError(f"`{name}` means something else in the fields")
        if name in known and not is_taken:
            yield _import_of(name, known[name], cls, module)
        elif name in _SOURCES:
            yield Import(_SOURCES[name], name), getattr(import_module(_SOURCES[name]), name)
        elif name == "re":
            yield Import(name, name, is_module=True), import_module(name)


def _free_names(source: str) -> set[str]:
    """Return the names that are read and do not belong to a function there."""
    nodes = [*ast.walk(ast.parse(source))]
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = [node for node in nodes if isinstance(node, kinds)]
    read = {name for name, is_read in _names_in(nodes) if is_read}
    inside = [node for function in functions for node in ast.walk(function)]
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {name for name, is_read in _names_in(inside) if not is_read}
    return read - own - {*vars(builtins)}


def _names_in(nodes: list[ast.AST]) -> Iterator[tuple[str, bool]]:
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id, isinstance(node.ctx, ast.Load)


def _import_of(name: str, value: Any, cls: type, module: str) -> tuple[Import, Any]:
    if isinstance(value, ModuleType):
        return Import(value.__name__, name, is_module=True), value
    origin = str(getattr(value, "__module__", None))
    package = origin.partition(".")[0]
    if package != cls.__module__.partition(".")[0]:
        for place in (package, origin):
            if getattr(sys.modules.get(place), name, None) is value:
                return Import(place, name), value
    return Import(module, name), value
