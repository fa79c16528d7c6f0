"""Where elicitations are in a document: everything that is known to carry a ``requestedSchema``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform._wire.check import check_schema
from elicitform._wire.revisions import LATEST_REVISION, REVISIONS
from elicitform.exceptions import Finding
from elicitform.schemas.lint.found import LintFinding, step, steps_of
from elicitform.schemas.lint.rules import (
    declaration_findings,
    primitive_findings,
    primitive_revision_findings,
    repeated_name_findings,
    request_findings,
    revisions_among,
    scope_findings,
    url_mode_findings,
    versions_findings,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elicitform.schemas.lint.found import Severity

PRIMITIVES = ("tools", "prompts", "resources", "resourceTemplates")
"""The lists of an MCP Description whose members declare elicitations."""

DECLARED_AT = "elicitations"
"""The key of such a member that holds its declarations."""

_REFERENCE = "$componentRef"
_COMPONENTS = "/components/schemas/"
_DOCUMENT = {"mcpdesc", "components"}
_LONGEST_CHAIN = 20
_FIELD_TYPES = {"string", "number", "integer", "boolean", "array"}
_INPUT_REQUIRED_REVISIONS = ("2026-07-28",)


class Walk:
    """A walk through one document, and what it has met.

    Attributes:
        found: By pointer, code and message: the severity, and the revisions where it holds.
        schemas: The places of the schemas that were checked.
        url_modes: How many elicitations in URL mode were met.
        unresolved: How many references lead out of the document.
    """

    def __init__(self, document: object, revisions: tuple[str, ...]) -> None:
        self.found: dict[tuple[str, str, str], tuple[Severity, list[str]]] = {}
        self.schemas: set[str] = set()
        self.url_modes = 0
        self.unresolved = 0
        self._asked = revisions
        self._around: tuple[object, str] = (document, "")
        self._referred: dict[tuple[str, object], tuple[object, str] | None] = {}
        self._checked: set[tuple[str, str]] = set()
        self._visit(document, "")

    def findings(self) -> Iterator[LintFinding]:
        """Yield what was found, equal findings of several revisions as one; places are unknown."""
        for (path, code, message), (severity, revisions) in self.found.items():
            at = tuple(sorted(revisions, key=_age))
            yield LintFinding("", 0, 0, code, severity, path, message, at)

    def _note(self, findings: Iterable[Finding], at: str, revision: str | None = None) -> None:
        for code, severity, path, message in findings:
            _, revisions = self.found.setdefault((at + path, code, message), (severity, []))
            if revision is not None and revision not in revisions:
                revisions.append(revision)

    # --- what a document is

    def _visit(self, value: object, at: str) -> None:
        """Look into a whole document."""
        if not isinstance(value, list):
            self._visit_object(value, at)
            return
        named = [member if _is_declaration(member) else None for member in value]
        self._note(repeated_name_findings(named), at)
        for index, member in enumerate(value):
            self._around = member, f"{at}/{index}"
            self._visit_object(member, f"{at}/{index}")

    def _visit_object(self, value: object, at: str) -> None:
        """Look into an object that stands alone, or in a list of its kind."""
        if not isinstance(value, dict):
            return
        if "method" in value:
            if value["method"] == "elicitation/create":
                self._visit_request(value.get("params"), f"{at}/params", self._asked)
        elif isinstance(value.get("result"), dict) and _is_input_required(value["result"]):
            self._visit_input_required(value["result"], f"{at}/result")
        elif _is_input_required(value):
            self._visit_input_required(value, at)
        elif _is_declaration(value):
            self._visit_declaration(value, at, REVISIONS)
        elif "requestedSchema" in value or ("mode" in value and "message" in value):
            self._visit_request(value, at, self._asked)
        elif _is_description(value):
            self._visit_description(value, at)
        elif _is_schema(value):
            self._check(value, at, self._asked)
        else:
            self._visit_export(value, at)

    def _visit_export(self, value: dict[Any, Any], at: str) -> None:
        """Look into schemas by name, or by revision and name."""
        if value and all(map(_is_schema, value.values())):
            for name, schema in value.items():
                self._check(schema, at + step(name), self._asked)
        elif value and all(_is_schemas_of(revision, value[revision]) for revision in value):
            for revision, schemas in value.items():
                for name, schema in schemas.items():
                    self._check(schema, at + step(revision) + step(name), (revision,))

    # --- messages of the protocol

    def _visit_input_required(self, result: dict[Any, Any], at: str) -> None:
        requests = result.get("inputRequests", {})
        at = f"{at}/inputRequests"
        if not isinstance(requests, dict):
            message = "`inputRequests` is an object of requests, by a name of yours"
            self._note([Finding("request-params", "error", "", message)], at)
            return
        for name, request in requests.items():
            if isinstance(request, dict) and request.get("method") == "elicitation/create":
                place = f"{at}{step(name)}/params"
                self._visit_request(request.get("params"), place, _INPUT_REQUIRED_REVISIONS)

    def _visit_request(self, params: object, at: str, revisions: tuple[str, ...]) -> None:
        if not isinstance(params, dict):
            message = "write `params`, an object with `message` and `requestedSchema`"
            self._note([Finding("request-params", "error", "", message)], at)
            return
        for revision in revisions:
            self._note(request_findings(params, revision), at, revision)
        self._visit_form(params, at, revisions)

    def _visit_form(self, holder: dict[Any, Any], at: str, revisions: tuple[str, ...]) -> None:
        """Check the schema of a request or a declaration, unless it is in URL mode."""
        if holder.get("mode") == "url":
            self.url_modes += 1
        elif "requestedSchema" in holder:
            self._check(holder["requestedSchema"], f"{at}/requestedSchema", revisions)
        elif "mode" not in holder or holder["mode"] == "form":
            message = "a form has a `requestedSchema`; write it"
            self._note([Finding("schema-missing", "error", "", message)], at)

    # --- MCP Description

    def _visit_description(self, description: dict[Any, Any], at: str) -> None:
        scope = _scope(description, REVISIONS)
        if DECLARED_AT in description:
            self._visit_primitive(description, at, REVISIONS)
            self._judge_primitive(description, at, {}, REVISIONS)
        for kind in PRIMITIVES:
            primitives = description.get(kind)
            for index, primitive in enumerate(primitives if isinstance(primitives, list) else []):
                place = f"{at}/{kind}/{index}"
                if _declares(primitive):
                    self._visit_primitive(primitive, place, scope)
                if isinstance(primitive, dict):
                    self._judge_primitive(primitive, place, description, scope)

    def _judge_primitive(
        self, primitive: dict[Any, Any], at: str, around: dict[Any, Any], parent: tuple[str, ...]
    ) -> None:
        versions = primitive.get("protocolVersions", around.get("protocolVersions"))
        self._note(primitive_findings(primitive, versions), at)
        for revision in _scope(primitive, parent):
            self._note(primitive_revision_findings(primitive, revision), at, revision)

    def _visit_primitive(self, primitive: dict[Any, Any], at: str, parent: tuple[str, ...]) -> None:
        declarations, at = primitive[DECLARED_AT], f"{at}/{DECLARED_AT}"
        if not isinstance(declarations, list) or not declarations:
            message = f"`{DECLARED_AT}` is a list of at least one declaration, or left out"
            self._note([Finding("declaration-list", "error", "", message)], at)
            return
        self._visit_declarations(declarations, at, _scope(primitive, parent))

    def _visit_declarations(self, declarations: list[Any], at: str, scope: tuple[str, ...]) -> None:
        self._note(repeated_name_findings(declarations), at)
        for index, declaration in enumerate(declarations):
            place = f"{at}/{index}"
            if isinstance(declaration, dict):
                self._visit_declaration(declaration, place, scope)
            else:
                message = "a declaration is an object with `name`, `mode` and `message`"
                self._note([Finding("declaration-type", "error", "", message)], place)

    def _visit_declaration(
        self, declaration: dict[Any, Any], at: str, scope: tuple[str, ...]
    ) -> None:
        self._note(declaration_findings(declaration), at)
        revisions = scope
        if "protocolVersions" in declaration:
            given = declaration["protocolVersions"]
            revisions = revisions_among(given)
            self._note(versions_findings(given), f"{at}/protocolVersions")
            self._note(scope_findings(revisions, scope, given), f"{at}/protocolVersions")
        revisions = revisions or (LATEST_REVISION,)
        if declaration.get("mode") == "url":
            for revision in revisions:
                self._note(url_mode_findings(revision), at, revision)
        self._visit_form(declaration, at, revisions)

    # --- schemas

    def _check(self, schema: object, at: str, revisions: tuple[str, ...]) -> None:
        for _ in range(_LONGEST_CHAIN):
            if not isinstance(schema, dict) or _REFERENCE not in schema:
                break
            target = self._target_of(schema[_REFERENCE], at)
            if target is None:
                return
            schema, at = target
        else:
            self._note([_reference_finding("it leads in a circle, or too far")], at)
            return
        self.schemas.add(at)
        for revision in revisions:
            if (at, revision) not in self._checked:
                self._checked.add((at, revision))
                self._note(check_schema(schema, revision), at, revision)

    def _target_of(self, reference: object, at: str) -> tuple[object, str] | None:
        """Return the component that a reference means, and its place."""
        around, base = self._around
        if not isinstance(around, dict) or around.keys().isdisjoint(_DOCUMENT):
            self.unresolved += 1
            return None
        if isinstance(reference, str) and reference.startswith(f"#{_COMPONENTS}"):
            known = (base, reference)
            if known not in self._referred:
                self._referred[known] = _component(around, base, reference[1:])
            if (target := self._referred[known]) is not None:
                return target
        message = f"write `#{_COMPONENTS}` and the name of a schema that is there"
        self._note([_reference_finding(message)], at)
        return None


def _component(document: dict[Any, Any], base: str, path: str) -> tuple[object, str] | None:
    """Return what a pointer leads to, and its place; a place has one name, however it is spelt."""
    target: object = document
    names = steps_of(path)
    for name in names:
        target = target.get(name) if isinstance(target, dict) else None
    return None if target is None else (target, base + "".join(map(step, names)))


def _reference_finding(message: str) -> Finding:
    return Finding("declaration-reference", "error", step(_REFERENCE), message)


def _age(revision: str) -> int:
    return REVISIONS.index(revision)


def _scope(holder: dict[Any, Any], parent: tuple[str, ...]) -> tuple[str, ...]:
    """Return the revisions of a description or a primitive: its own, else those around it."""
    return revisions_among(holder.get("protocolVersions")) or parent


# --- what an object is ------------------------------------------------------------------------


def _is_input_required(value: dict[Any, Any]) -> bool:
    return "inputRequests" in value or value.get("resultType") == "input_required"


def _is_declaration(value: object) -> bool:
    """Tell a declaration from the params of a request, which have no name."""
    if not isinstance(value, dict) or "method" in value:
        return False
    own = "name" in value or "protocolVersions" in value or "when" in value
    return own and ("requestedSchema" in value or ("mode" in value and "message" in value))


def _is_description(value: dict[Any, Any]) -> bool:
    if "mcpdesc" in value or DECLARED_AT in value:
        return True
    lists = [value[kind] for kind in PRIMITIVES if isinstance(value.get(kind), list)]
    return any(_declares(primitive) for primitives in lists for primitive in primitives)


def _declares(primitive: object) -> bool:
    return isinstance(primitive, dict) and DECLARED_AT in primitive


def _is_schema(value: object) -> bool:
    """Tell a schema of an object, whole or broken, from other JSON (a GeoJSON feature, say)."""
    if not isinstance(value, dict):
        return False
    kind, properties = value.get("type"), value.get("properties")
    if isinstance(kind, str):
        return kind.casefold() == "object"
    if not isinstance(properties, dict):
        return False
    if isinstance(kind, list) and "object" in kind:
        return True
    fields = properties.values()
    return all(isinstance(of, dict) for of in fields) or any(map(_is_field, fields))


def _is_field(value: object) -> bool:
    kind = value.get("type") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in _FIELD_TYPES


def _is_schemas_of(revision: object, schemas: object) -> bool:
    if revision not in REVISIONS or not isinstance(schemas, dict):
        return False
    return all(map(_is_schema, schemas.values()))
