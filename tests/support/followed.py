"""Remedies followed to the letter, and what two declarations ask, compared.

A remedy is followed as a person would who pastes and thinks no further: the indented code of a
fault takes the place of what it is about, keywords are set and left out where the words say so, and
nothing else changes.
"""

from __future__ import annotations

import ast
import re
import textwrap
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from pydantic import BaseModel

from elicitform import Form, FormDefinitionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform import DefinitionFault

_BLOCK = re.compile(r"(?:^    .*\n?|^\n(?=    ))+", re.MULTILINE)
_SINCE = re.compile(r'`since="([\d-]+)"`')
_CONFIG_KEY = re.compile(r"^`(\w+)(?:=.*)?` in model_config", re.DOTALL)


def blocks_of(remedy: str) -> list[str]:
    """Return the pieces of code that a remedy shows, indented by four columns."""
    return [textwrap.dedent(found) for found in _BLOCK.findall(remedy)]


def snippets_of(remedy: str) -> list[str]:
    """Return the code that a remedy quotes in its words."""
    words = _BLOCK.sub("\n", remedy)
    return re.findall("`([^`]+)`", words)


def compiles(code: str) -> bool:
    """Return whether a piece of code is Python, as it stands in a class or in a call."""
    wholes = (
        code,
        f"f({code})",
        f"{code}\n    pass",
        f"class X(Form, {code}): pass",
        f"{code}\ndef f(): pass",
    )
    return any(map(_parses, wholes))


def _parses(code: str) -> bool:
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


# --- defining -----------------------------------------------------------------------------------


class Declaration(NamedTuple):
    """A class statement, taken apart.

    Attributes:
        body: What stands in it.
        keywords: Its class keywords.
    """

    body: list[ast.stmt]
    keywords: dict[str, Any]

    def source(self) -> str:
        """Return the body as text."""
        return "\n".join(map(ast.unparse, self.body)) or "pass"


def declaration(body: str, **keywords: Any) -> Declaration:
    """Take a class body apart."""
    return Declaration(ast.parse(textwrap.dedent(body)).body, keywords)


def defined(declared: Declaration, scope: dict[str, Any], base: type = Form) -> Any:
    """Execute a class statement with this body, below `base`."""
    names = {**scope, "Base": base, "keywords": declared.keywords if base is Form else {}}
    body = textwrap.indent(declared.source(), "    ")
    code = f"class Sample(Base, **keywords):\n{body}"
    exec(compile(code, "<followed>", "exec", dont_inherit=True), names)
    return names["Sample"]


def refusal_of(declared: Declaration, scope: dict[str, Any]) -> FormDefinitionError:
    """Return the error that a declaration gets."""
    with pytest.raises(FormDefinitionError) as caught:
        defined(declared, scope)
    return caught.value


# --- following ----------------------------------------------------------------------------------


def followed(
    declared: Declaration, faults: tuple[DefinitionFault, ...], block: int = 0
) -> Declaration:
    """Do what the remedies say, all at once.

    Args:
        declared: The refused declaration.
        faults: Its faults.
        block: Which of the pieces of code that a remedy offers is pasted.
    """
    body, keywords = [*declared.body], dict(declared.keywords)
    for fault in faults:
        code = [*blocks_of(fault.remedy), ""][block] or next(iter(blocks_of(fault.remedy)), "")
        if code:
            body = _pasted(body, fault.field, ast.parse(code).body)
        since = (
            _SINCE.search(fault.remedy)
            if "Declare" in fault.remedy or "needs" in fault.remedy
            else None
        )
        if since:
            keywords["since"] = since[1]
        key = _CONFIG_KEY.match(fault.rule)
        if key and fault.code in {"config", "extra-schema"}:
            written = re.search(r'Write `(\w+="\w+")`', fault.remedy)
            body = list(_reconfigured(body, key[1], written[1] if written else ""))
    return Declaration(body, keywords)


def _pasted(body: list[ast.stmt], field: str, code: list[ast.stmt]) -> list[ast.stmt]:
    """Put code in the place of the field that it is about, and functions behind the others."""
    fields = [one for one in code if isinstance(one, ast.AnnAssign)]
    functions = [one for one in code if isinstance(one, ast.FunctionDef)]
    if field:
        body = _replaced(body, {field}, fields)
    else:
        for one in fields:
            body = _replaced(body, {_name_of(one), _name_of(one).rstrip("_")}, [one])
    for function in functions:
        body = _with_function(body, function)
    return body


def _replaced(body: list[ast.stmt], names: set[str], fields: list[ast.AnnAssign]) -> list[ast.stmt]:
    """Put fields where the first of some names was declared, or in front where none was."""
    places = [number for number, one in enumerate(body) if _name_of(one) in names]
    place = places[0] if places else 0
    rest = [one for number, one in enumerate(body) if number not in places]
    return [*rest[:place], *fields, *rest[place:]]


def _name_of(statement: ast.stmt) -> str:
    target = getattr(statement, "target", None)
    return (
        target.id if isinstance(statement, ast.AnnAssign) and isinstance(target, ast.Name) else ""
    )


def _with_function(body: list[ast.stmt], function: ast.FunctionDef) -> list[ast.stmt]:
    """Add a function; where its body is `...`, it is the head of one that there is."""
    same = [one for one in body if isinstance(one, ast.FunctionDef) and one.name == function.name]
    is_head = isinstance(function.body[0], ast.Expr) and ast.unparse(function.body[0]) == "..."
    if same and is_head:
        function.body = same[0].body
    rest = [one for one in body if one not in same]
    place = body.index(same[0]) if same else len(rest)
    return [*rest[:place], function, *rest[place:]]


def _reconfigured(body: list[ast.stmt], key: str, written: str) -> Iterator[ast.stmt]:
    """Leave a key out of the config, or write it as the remedy has it."""
    for one in body:
        if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "model_config":
            call = one.value
            assert isinstance(call, ast.Call)
            call.keywords = [keyword for keyword in call.keywords if keyword.arg != key]
            if written:
                other = ast.parse(f"f({written})", mode="eval").body
                assert isinstance(other, ast.Call)
                call.keywords += other.keywords
        yield one


# --- what is asked ------------------------------------------------------------------------------


def asked_by(model: type[BaseModel]) -> dict[str, dict[str, Any]]:
    """Return what a class asks, by property: see `asked_in`."""
    return asked_in(model.model_json_schema())


def asked_in(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what a schema asks, by property: each fact under one name, whoever wrote it."""
    required = schema.get("required", ())
    return {
        name: {**_facts(one, schema.get("$defs", {})), "required": name in required}
        for name, one in schema.get("properties", {}).items()
    }


def _facts(declared: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    one = _resolved(declared, definitions)
    facts = {
        "type": one.get("type"),
        "title": one.get("title"),
        "description": one.get("description"),
        "default": one.get("default"),
        "format": one.get("format"),
        "minimum": one.get("minimum"),
        "maximum": one.get("maximum"),
        **{
            key: one.get(key)
            for key in ("minLength", "maxLength", "minItems", "maxItems", "pattern")
        },
        "multipleOf": one.get("multipleOf"),
        "choices": _choices(one) or _choices(_resolved(one.get("items", {}), definitions)),
        "titles": _titles(one) or _titles(one.get("items", {})),
    }
    if one.get("type") == "integer":
        facts["minimum"] = (
            one["exclusiveMinimum"] + 1 if "exclusiveMinimum" in one else facts["minimum"]
        )
        facts["maximum"] = (
            one["exclusiveMaximum"] - 1 if "exclusiveMaximum" in one else facts["maximum"]
        )
    else:
        facts |= {key: one.get(key) for key in ("exclusiveMinimum", "exclusiveMaximum")}
    return {key: value for key, value in facts.items() if value is not None}


def _resolved(declared: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a property schema without references, and without null as an arm of it."""
    one = dict(declared)
    for arm in one.pop("allOf", []):
        one = {**_resolved(arm, definitions), **one}
    if "$ref" in one:
        found = definitions[one.pop("$ref").rpartition("/")[2]]
        one = {
            **{key: value for key, value in found.items() if key not in {"title", "description"}},
            **one,
        }
    arms = [arm for arm in one.get("anyOf", []) if arm.get("type") != "null"]
    if len(arms) == 1:
        del one["anyOf"]
        one = {**_resolved(arms[0], definitions), **one}
    return one


def _choices(one: dict[str, Any]) -> tuple[str, ...] | None:
    titled = [arm for arm in one.get("oneOf", one.get("anyOf", [])) if "const" in arm]
    values = (
        [arm["const"] for arm in titled]
        or one.get("enum")
        or [one[key] for key in one if key == "const"]
    )
    return tuple(map(str, values)) or None


def _titles(one: dict[str, Any]) -> tuple[str, ...] | None:
    titled = [arm for arm in one.get("oneOf", one.get("anyOf", [])) if "const" in arm]
    return tuple(arm["title"] for arm in titled) or tuple(one.get("enumNames", ())) or None
