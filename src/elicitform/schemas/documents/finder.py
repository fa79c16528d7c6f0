"""Finds every ``requestedSchema`` in a document, in all that is known to carry one.

Nothing is checked here. `lint` checks what is found, and the other commands take the schemas of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from elicitform._wire.revisions import LATEST_REVISION, REVISIONS
from elicitform._wire.words import step, steps_of
from elicitform.exceptions import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

PRIMITIVES = ("tools", "prompts", "resources", "resourceTemplates")
"""The lists of an MCP Description whose members declare elicitations."""

INPUT_METHODS = ("elicitation/create", "sampling/createMessage", "roots/list")
"""The requests that a server can put into ``inputRequests`` (2026-07-28, schema, InputRequest)."""

_ASK = INPUT_METHODS[0]
_DECLARED_AT = "elicitations"
_SHOWN_AT = ("interactionExamples", "clientRequirements")
_REFERENCE = "$componentRef"
_COMPONENTS = "/components/schemas/"
_DOCUMENT = {"mcpdesc", "components"}
_LONGEST_CHAIN = 20
_FIELD_TYPES = {"string", "number", "integer", "boolean", "array"}
_INPUT_REQUIRED_REVISIONS = ("2026-07-28",)


What = Literal[
    "schema", "request", "declaration", "primitive", "siblings", "url", "reference", "fault"
]


class Found(NamedTuple):
    """Something in a document that concerns elicitation.

    Attributes:
        what: A ``schema`` of which nothing has been checked; the params of a ``request``; a
            ``declaration`` of an MCP Description; a ``primitive`` of one that shows examples or
            requires something of clients; ``siblings``, a list of declarations; an elicitation in
            ``url`` mode, which has no form; a ``reference`` to a schema outside the document; or a
            ``fault``, where something is missing or a reference leads nowhere.
        value: The schema, the params, the declaration, the primitive with the
            ``protocolVersions`` that it or the description has, the list, or the `Finding`.
        at: Its place, as a JSON pointer.
        revisions: The protocol revisions that it is for, oldest first.
        name: What the form is called: its key in an export or in ``inputRequests``, or the name of
            its declaration; ``""`` where the document does not name it.
        holder: What declares it: the name of a tool, a prompt or a resource, or ``""``.
        below: The revision that it is exported below, in an export of all revisions, or ``""``.
        scope: The revisions of what declares it.
    """

    what: What
    value: Any
    at: str
    revisions: tuple[str, ...] = ()
    name: str = ""
    holder: str = ""
    below: str = ""
    scope: tuple[str, ...] = ()


def found_in(document: object, revisions: tuple[str, ...]) -> Iterator[Found]:
    """Yield everything in a document that concerns elicitation.

    Args:
        document: Any JSON value.
        revisions: The protocol revisions of a schema for which the document names none, oldest
            first.
    """
    return _Finder(document, revisions).visit(document, "")


def revisions_among(versions: object) -> tuple[str, ...]:
    """Return the revisions with elicitation in a list, oldest first."""
    if not isinstance(versions, list):
        return ()
    return tuple(revision for revision in REVISIONS if revision in versions)


class _Finder:
    """A walk through one document."""

    def __init__(self, document: object, revisions: tuple[str, ...]) -> None:
        self._asked = revisions
        self._around: tuple[object, str] = (document, "")

    # --- what a document is

    def visit(self, value: object, at: str) -> Iterator[Found]:
        """Look into a whole document."""
        if not isinstance(value, list):
            yield from self._visit_object(value, at)
            return
        declarations = [one if _is_declaration(one) else None for one in value]
        yield Found("siblings", declarations, at)
        for index, member in enumerate(value):
            self._around = member, f"{at}/{index}"
            yield from self._visit_object(member, f"{at}/{index}")

    def _visit_object(self, value: object, at: str) -> Iterator[Found]:
        """Look into the whole document, or a member of it where it is a list."""
        if not isinstance(value, dict):
            return
        if "method" in value or _has_params_to_ask(value):
            if _asks(value):
                yield from self._visit_call(value, at, self._asked)
        elif isinstance(value.get("result"), dict) and _is_input_required(value["result"]):
            yield from self._visit_input_required(value["result"], f"{at}/result")
        elif _is_input_required(value):
            yield from self._visit_input_required(value, at)
        elif _is_declaration(value):
            yield from self._visit_declaration(value, at, REVISIONS)
        elif _is_request(value):
            yield from self._visit_request(value, at, self._asked)
        elif _is_description(value):
            yield from self._visit_description(value, at)
        elif _is_schema(value):
            yield Found("schema", value, at, self._asked)
        else:
            yield from self._visit_export(value, at)

    def _visit_export(self, value: dict[Any, Any], at: str) -> Iterator[Found]:
        """Look into schemas by name, or by revision and name."""
        if value and all(map(_is_schema, value.values())):
            for name, schema in value.items():
                yield Found("schema", schema, at + step(name), self._asked, str(name))
        elif value and all(_is_schemas_of(revision, value[revision]) for revision in value):
            for revision, schemas in value.items():
                for name, schema in schemas.items():
                    place = at + step(revision) + step(name)
                    yield Found("schema", schema, place, (revision,), str(name), below=revision)

    # --- messages of the protocol

    def _visit_input_required(self, result: dict[Any, Any], at: str) -> Iterator[Found]:
        requests = result.get("inputRequests", {})
        at = f"{at}/inputRequests"
        if not isinstance(requests, dict):
            message = "`inputRequests` is an object of requests, by a name of yours"
            yield _fault("request-params", at, message)
            return
        for name, request in requests.items():
            place = at + step(name)
            method = request.get("method") if isinstance(request, dict) else None
            if method == _ASK or (method not in INPUT_METHODS and _has_params_to_ask(request)):
                yield from self._visit_call(request, place, _INPUT_REQUIRED_REVISIONS, str(name))
            elif method not in INPUT_METHODS:
                yield _method_fault(request, place)

    def _visit_call(
        self, request: dict[Any, Any], at: str, revisions: tuple[str, ...], name: str = ""
    ) -> Iterator[Found]:
        """Look into a request for ``elicitation/create``, or one with that method misspelt."""
        if request.get("method") != _ASK:
            yield _method_fault(request, at)
        yield from self._visit_request(request.get("params"), f"{at}/params", revisions, name)

    def _visit_request(
        self, params: object, at: str, revisions: tuple[str, ...], name: str = ""
    ) -> Iterator[Found]:
        if not isinstance(params, dict):
            message = "write `params`, an object with `message` and `requestedSchema`"
            yield _fault("request-params", at, message)
            return
        request = Found("request", params, at, revisions, name)
        yield request
        yield from self._visit_form(request)

    def _visit_form(self, asks: Found) -> Iterator[Found]:
        """Look into a request or a declaration for its schema, unless it is in URL mode."""
        if asks.value.get("mode") == "url":
            yield asks._replace(what="url")
        elif "requestedSchema" in asks.value:
            schema, at = asks.value["requestedSchema"], f"{asks.at}/requestedSchema"
            yield self._resolved(asks._replace(what="schema", value=schema, at=at))
        elif "mode" not in asks.value or asks.value["mode"] == "form":
            yield _fault("schema-missing", asks.at, "a form has a `requestedSchema`; write it")

    # --- MCP Description

    def _visit_description(self, description: dict[Any, Any], at: str) -> Iterator[Found]:
        scope = _scope(description, REVISIONS)
        yield from _shown_by(description, at, {}, REVISIONS)
        if _DECLARED_AT in description:
            yield from self._visit_primitive(description, at, REVISIONS)
        for kind in PRIMITIVES:
            primitives = description.get(kind)
            for index, primitive in enumerate(primitives if isinstance(primitives, list) else []):
                place = f"{at}/{kind}/{index}"
                if _declares(primitive):
                    yield from self._visit_primitive(primitive, place, scope)
                if isinstance(primitive, dict):
                    yield from _shown_by(primitive, place, description, scope)

    def _visit_primitive(
        self, primitive: dict[Any, Any], at: str, parent: tuple[str, ...]
    ) -> Iterator[Found]:
        declarations, at = primitive[_DECLARED_AT], f"{at}/{_DECLARED_AT}"
        if not isinstance(declarations, list) or not declarations:
            message = f"`{_DECLARED_AT}` is a list of at least one declaration, or left out"
            yield _fault("declaration-list", at, message)
            return
        scope = _scope(primitive, parent)
        yield Found("siblings", declarations, at)
        for index, declaration in enumerate(declarations):
            place = f"{at}/{index}"
            if isinstance(declaration, dict):
                yield from self._visit_declaration(declaration, place, scope, _name_of(primitive))
            else:
                message = "a declaration is an object with `name`, `mode` and `message`"
                yield _fault("declaration-type", place, message)

    def _visit_declaration(
        self, declaration: dict[Any, Any], at: str, scope: tuple[str, ...], holder: str = ""
    ) -> Iterator[Found]:
        own = revisions_among(declaration.get("protocolVersions"))
        revisions = own if "protocolVersions" in declaration else scope
        revisions = revisions or (LATEST_REVISION,)
        # `export` ends the name of a declaration for older revisions in the newest of them.
        name = _name_of(declaration).removesuffix(f"-{own[-1]}" if own else "")
        found = Found("declaration", declaration, at, revisions, name, holder, scope=scope)
        yield found
        yield from self._visit_form(found)

    # --- references to components

    def _resolved(self, found: Found) -> Found:
        """Return a schema, looked up in the components of its document where it refers to one."""
        for _ in range(_LONGEST_CHAIN):
            schema, at = found.value, found.at
            if not isinstance(schema, dict) or _REFERENCE not in schema:
                return found
            around, base = self._around
            if not isinstance(around, dict) or around.keys().isdisjoint(_DOCUMENT):
                return found._replace(what="reference")
            target = _component(around, base, schema[_REFERENCE])
            if target is None:
                message = f"write `#{_COMPONENTS}` and the name of a schema that is there"
                return _reference_fault(at, message)
            found = found._replace(value=target[0], at=target[1])
        return _reference_fault(found.at, "it leads in a circle, or too far")


def _component(document: dict[Any, Any], base: str, reference: object) -> tuple[object, str] | None:
    """Return the component that a reference leads to, and its place, normalised for comparing."""
    if not isinstance(reference, str) or not reference.startswith(f"#{_COMPONENTS}"):
        return None
    target: object = document
    names = steps_of(reference[1:])
    for name in names:
        target = target.get(name) if isinstance(target, dict) else None
    return None if target is None else (target, base + "".join(map(step, names)))


def _fault(code: str, at: str, message: str) -> Found:
    return Found("fault", Finding(code, "error", at, message), at)


def _reference_fault(at: str, message: str) -> Found:
    return _fault("declaration-reference", at + step(_REFERENCE), message)


def _method_fault(request: object, at: str) -> Found:
    is_there = isinstance(request, dict) and "method" in request
    methods = ", ".join(f"`{method}`" for method in INPUT_METHODS)
    message = f"a question to the client has a `method`, one of {methods}; write it"
    return _fault("request-method", f"{at}/method" if is_there else at, message)


def _scope(holder: dict[Any, Any], parent: tuple[str, ...]) -> tuple[str, ...]:
    """Return the revisions of a description or a primitive: its own, else those around it."""
    return revisions_among(holder.get("protocolVersions")) or parent


def _shown_by(
    primitive: dict[Any, Any], at: str, around: dict[Any, Any], parent: tuple[str, ...]
) -> Iterator[Found]:
    """Yield a primitive that shows examples, or requires something of clients."""
    if not primitive.keys().isdisjoint(_SHOWN_AT):
        versions = primitive.get("protocolVersions", around.get("protocolVersions"))
        yield Found("primitive", (primitive, versions), at, _scope(primitive, parent))


def _name_of(holder: dict[Any, Any]) -> str:
    name = holder.get("name")
    return name if isinstance(name, str) else ""


# --- what an object is ------------------------------------------------------------------------


def _asks(message: dict[Any, Any]) -> bool:
    """Return whether a message is ``elicitation/create``, also with its method misspelt."""
    method = message.get("method", "elicit")
    is_meant = isinstance(method, str) and "elicit" in method.casefold()
    return method == _ASK or (is_meant and _has_params_to_ask(message))


def _has_params_to_ask(request: object) -> bool:
    params = request.get("params") if isinstance(request, dict) else None
    return isinstance(params, dict) and _is_request(params)


def _is_request(value: dict[Any, Any]) -> bool:
    return "requestedSchema" in value or ("mode" in value and "message" in value)


def _is_input_required(value: dict[Any, Any]) -> bool:
    return "inputRequests" in value or value.get("resultType") == "input_required"


def _is_declaration(value: object) -> bool:
    """Return whether a value is a declaration; the params of a request have no name."""
    if not isinstance(value, dict) or "method" in value:
        return False
    own = "name" in value or "protocolVersions" in value or "when" in value
    return own and _is_request(value)


def _is_description(value: dict[Any, Any]) -> bool:
    if "mcpdesc" in value or _DECLARED_AT in value:
        return True
    lists = [value[kind] for kind in PRIMITIVES if isinstance(value.get(kind), list)]
    return any(_declares(primitive) for primitives in lists for primitive in primitives)


def _declares(primitive: object) -> bool:
    return isinstance(primitive, dict) and _DECLARED_AT in primitive


def _is_schema(value: object) -> bool:
    """Return whether a value is meant as the schema of an object, unlike a GeoJSON feature, say."""
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
