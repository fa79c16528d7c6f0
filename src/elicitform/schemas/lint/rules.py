"""The rules that stand around a schema: of a request, of a declaration, of what holds them.

Each yields findings of `elicitform._wire.check`, with a pointer from the object that it is given. The
rules of the schema itself live in `elicitform._wire.check` alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from elicitform._declare.message import NAME
from elicitform._wire.check import check_schema, text_findings
from elicitform._wire.formats import has_format
from elicitform._wire.revisions import MULTI_SELECT_SINCE, OLDEST_REVISION, REVISIONS
from elicitform._wire.visible import can_be_seen
from elicitform.exceptions import Finding
from elicitform.schemas.lint.contents import content_findings
from elicitform.schemas.lint.found import shown_key, step

if TYPE_CHECKING:
    from collections.abc import Iterator

_EARLY_REVISIONS = ("2024-11-05", "2025-03-26")
"""The protocol revisions without elicitation, which MCP Description knows as well."""

_DECLARED = ("name", "mode", "message", "when", "requestedSchema", "url", "onDecline", "onCancel")


def _error(code: str, path: str, message: str) -> Finding:
    return Finding(code, "error", path, message)


# --- requests ---------------------------------------------------------------------------------


def request_findings(params: dict[Any, Any], revision: str) -> Iterator[Finding]:
    """Yield what is wrong with the params of ``elicitation/create``, apart from the schema."""
    yield from _message_findings(params)
    if "mode" not in params:
        return
    if revision == OLDEST_REVISION:
        yield _error(
            "revision-mode",
            "/mode",
            f"`mode` exists from {MULTI_SELECT_SINCE} on; leave it out, which means a form",
        )
    yield from _mode_findings(params)


def _message_findings(holder: dict[Any, Any]) -> Iterator[Finding]:
    message = holder.get("message")
    if not isinstance(message, str):
        at = "/message" if "message" in holder else ""
        yield _error("message-missing", at, "write a `message`, a text that says what is asked")
    elif not can_be_seen(message):
        yield _error("message-empty", "/message", "the message is empty; say what is asked")
    else:
        yield from text_findings(message, "/message")


def _mode_findings(holder: dict[Any, Any]) -> Iterator[Finding]:
    mode = holder.get("mode")
    if mode not in ("form", "url"):
        at = "/mode" if "mode" in holder else ""
        yield _error("mode-unknown", at, "a mode is `form` or `url`; write one of them")
    elif mode == "form" and "url" in holder:
        message = "`url` belongs to URL mode; take it out, or `requestedSchema` and write that mode"
        yield _error("mode-member", "/url", message)
    elif mode == "url" and "requestedSchema" in holder:
        message = "URL mode shows no form; take `requestedSchema` out, or write the mode `form`"
        yield _error("mode-member", "/requestedSchema", message)


# --- declarations -----------------------------------------------------------------------------


def declaration_findings(declaration: dict[Any, Any]) -> Iterator[Finding]:
    """Yield what is wrong with a declaration at any revision, apart from the schema.

    The rules are those of MCP Description 0.8.0, section 12.
    """
    for key in declaration:
        if key not in _DECLARED and key != "protocolVersions" and not _is_extension(key):
            allowed = ", ".join(f"`{name}`" for name in (*_DECLARED, "protocolVersions"))
            yield _error(
                "declaration-keyword",
                step(key),
                f"{shown_key(str(key))} is not a member of a declaration; it has {allowed}, and "
                "members that start with `x-`",
            )
    yield from _name_findings(declaration)
    yield from _mode_findings(declaration)
    yield from _message_findings(declaration)
    for key in ("when", "onDecline", "onCancel"):
        text = declaration.get(key, "left out")
        if not isinstance(text, str) or not can_be_seen(text):
            yield _error("declaration-text", f"/{key}", f"`{key}` is text, or left out")
    url = declaration.get("url", "left:out")
    if not isinstance(url, str) or not has_format("uri", url):
        yield _error("declaration-url", "/url", "`url` is an absolute URI, or left out")


def _is_extension(key: object) -> bool:
    return isinstance(key, str) and key.startswith("x-")


def _name_findings(declaration: dict[Any, Any]) -> Iterator[Finding]:
    name = declaration.get("name")
    if not isinstance(name, str) or not re.fullmatch(NAME, name):
        yield _error(
            "declaration-name",
            "/name" if "name" in declaration else "",
            "a name is one or more of the ASCII letters, digits, `.`, `_` and `-`; write one",
        )


def url_mode_findings(revision: str) -> Iterator[Finding]:
    """Yield what is wrong with a declaration in URL mode at a revision."""
    if revision == OLDEST_REVISION:
        yield _error(
            "revision-url-mode",
            "/mode",
            f"URL mode exists from {MULTI_SELECT_SINCE} on; narrow `protocolVersions`",
        )


def repeated_name_findings(declarations: list[Any]) -> Iterator[Finding]:
    """Yield each declaration of a list whose name is taken."""
    seen: set[str] = set()
    for index, declaration in enumerate(declarations):
        name = declaration.get("name") if isinstance(declaration, dict) else None
        if isinstance(name, str):
            if name in seen:
                message = f"{shown_key(name)} is declared above already; choose another name"
                yield _error("declaration-name-duplicate", f"/{index}/name", message)
            seen.add(name)


# --- protocol versions ------------------------------------------------------------------------


def versions_findings(versions: object) -> Iterator[Finding]:
    """Yield what is wrong with the value of ``protocolVersions``, which is there."""
    if not isinstance(versions, list) or not versions:
        message = "`protocolVersions` is a list of at least one revision, or left out"
        yield _error("declaration-versions", "", message)
        return
    known = ", ".join(REVISIONS)
    seen: set[str] = set()
    for index, version in enumerate(versions):
        if version in _EARLY_REVISIONS:
            message = f"that revision has no elicitation; the revisions with it are {known}"
            yield Finding("declaration-versions-early", "warning", f"/{index}", message)
        elif version not in REVISIONS:
            message = f"this is no revision of the protocol with elicitation; write one of {known}"
            yield _error("declaration-versions", f"/{index}", message)
        elif version in seen:
            yield _error("declaration-versions", f"/{index}", "this revision is listed twice")
        else:
            seen.add(version)


def revisions_among(versions: object) -> tuple[str, ...]:
    """Return the revisions with elicitation that are listed, oldest first."""
    if not isinstance(versions, list):
        return ()
    return tuple(revision for revision in REVISIONS if revision in versions)


def scope_findings(
    versions: tuple[str, ...], parent: tuple[str, ...], given: list[Any]
) -> Iterator[Finding]:
    """Yield each revision of a declaration that its primitive does not have."""
    for revision in versions:
        if revision not in parent:
            message = f"what declares this is not there at {revision}; take the revision out"
            yield _error("declaration-scope", f"/{given.index(revision)}", message)


# --- examples and what they need of a client --------------------------------------------------


def primitive_findings(primitive: dict[Any, Any], versions: object) -> Iterator[Finding]:
    """Yield what is wrong with the examples of a tool, and with what it requires of clients.

    The rules are those of MCP Description 0.8.0 for ``interactionExamples`` and
    ``clientRequirements``, as far as they are about elicitation.

    Args:
        primitive: A tool, a prompt or a resource.
        versions: The ``protocolVersions`` that it has, or else what holds it; any JSON value.
    """
    early = [one for one in _EARLY_REVISIONS if isinstance(versions, list) and one in versions]
    requirements = primitive.get("clientRequirements")
    if isinstance(requirements, dict) and "elicitation" in requirements:
        path = "/clientRequirements/elicitation"
        yield from _requirement_findings(requirements["elicitation"], path)
        for revision in early:
            yield _error("requirement-revision", path, _NOT_YET.format(revision))
    for path, example in _steps_of(primitive):
        yield from _step_findings(example, primitive, path)
        for revision in early:
            yield _error("example-revision", f"{path}/type", _NOT_YET.format(revision))


def primitive_revision_findings(primitive: dict[Any, Any], revision: str) -> Iterator[Finding]:
    """Yield what of the same does not hold at one revision."""
    requirements = primitive.get("clientRequirements")
    required = requirements.get("elicitation") if isinstance(requirements, dict) else None
    if revision != OLDEST_REVISION and isinstance(required, dict):
        for key in required:
            if key not in ("form", "url"):
                message = "a client can have `form` and `url` of elicitation; take this out"
                path = f"/clientRequirements/elicitation{step(key)}"
                yield _error("requirement-revision", path, message)
    for path, example in _steps_of(primitive):
        request = example.get("request")
        if not isinstance(request, dict):
            continue
        if request.get("mode") == "url" and revision == OLDEST_REVISION:
            message = f"URL mode exists from {MULTI_SELECT_SINCE} on; narrow `protocolVersions`"
            yield _error("example-revision", f"{path}/request/mode", message)
        if _asks_with_a_schema_of_its_own(example, primitive):
            for found in check_schema(request["requestedSchema"], revision):
                yield found._replace(path=f"{path}/request/requestedSchema{found.path}")


_NOT_YET = "elicitation exists from 2025-06-18 on, and not at {}; narrow `protocolVersions`"


def _requirement_findings(required: object, path: str) -> Iterator[Finding]:
    if not isinstance(required, dict):
        yield _error("requirement-value", path, "write an object, which may hold `form` and `url`")
        return
    for key in ("form", "url"):
        if key in required and not isinstance(required[key], dict):
            message = "write an object; an empty one says that the client has to have this"
            yield _error("requirement-value", f"{path}/{key}", message)


def _steps_of(primitive: dict[Any, Any]) -> Iterator[tuple[str, dict[Any, Any]]]:
    """Yield each step of an example that asks the person, with its place."""
    examples = primitive.get("interactionExamples")
    for name, example in examples.items() if isinstance(examples, dict) else ():
        steps = example.get("steps") if isinstance(example, dict) else None
        for index, one in enumerate(steps if isinstance(steps, list) else ()):
            if isinstance(one, dict) and one.get("type") == "elicitation":
                yield f"/interactionExamples{step(name)}/steps/{index}", one


def _step_findings(
    example: dict[Any, Any], primitive: dict[Any, Any], path: str
) -> Iterator[Finding]:
    request, response = example.get("request"), example.get("response")
    if not isinstance(request, dict):
        message = "write `request`, an object with `mode`, `message` and what is asked"
        yield _error("request-params", path, message)
        request = {}
    else:
        for found in (*_mode_findings(request), *_message_findings(request)):
            yield found._replace(path=f"{path}/request{found.path}")
        yield from _requirement_warnings(request, primitive, path)
    yield from _reference_findings(example, request, primitive, path)
    if not isinstance(response, dict):
        message = "write `response`, an object with the `action` of the person"
        yield _error("example-response", path, message)
    else:
        yield from _response_findings(request, response, f"{path}/response")


def _reference_findings(
    example: dict[Any, Any], request: dict[Any, Any], primitive: dict[Any, Any], path: str
) -> Iterator[Finding]:
    """Yield where an example differs from the declaration that it names."""
    if "declaration" not in example:
        return
    declaration = _declaration_of(example, primitive)
    if declaration is None:
        message = "no elicitation is declared by this name here; correct it, or declare one"
        yield _error("example-reference", f"{path}/declaration", message)
        return
    of_mode = {"form": ("requestedSchema",), "url": ("url",) if "url" in declaration else ()}
    for key in ("mode", *of_mode.get(str(request.get("mode")), ())):
        if key in request and not _is_same(request[key], declaration.get(key)):
            message = f"the declaration has another `{key}`; make them the same"
            yield _error("example-declaration", f"{path}/request/{key}", message)


def _declaration_of(example: dict[Any, Any], primitive: dict[Any, Any]) -> dict[Any, Any] | None:
    name, declarations = example.get("declaration"), primitive.get("elicitations")
    if not isinstance(name, str) or not isinstance(declarations, list):
        return None
    return next(
        (one for one in declarations if isinstance(one, dict) and one.get("name") == name), None
    )


def _is_same(value: object, other: object) -> bool:
    try:
        return value == other
    except RecursionError:  # nobody nests a schema so deep
        return False


def _asks_with_a_schema_of_its_own(example: dict[Any, Any], primitive: dict[Any, Any]) -> bool:
    """Return whether an example holds a schema that is not that of its declaration."""
    request = example["request"]
    if request.get("mode") != "form" or "requestedSchema" not in request:
        return False
    declaration = _declaration_of(example, primitive) or {}
    return not _is_same(request["requestedSchema"], declaration.get("requestedSchema"))


def _requirement_warnings(
    request: dict[Any, Any], primitive: dict[Any, Any], path: str
) -> Iterator[Finding]:
    """Yield that an example asks in a way that is not required of clients."""
    requirements, mode = primitive.get("clientRequirements"), request.get("mode")
    if not isinstance(requirements, dict):
        return
    if "elicitation" not in requirements:
        message = "`clientRequirements` has no `elicitation`, which this example needs; add it"
        yield Finding("requirement-missing", "warning", f"{path}/type", message)
        return
    required = requirements["elicitation"]
    names = required if isinstance(required, dict) else {}
    if (mode == "url" and "url" not in names) or (mode == "form" and names and "form" not in names):
        message = f"`clientRequirements` has no `elicitation.{mode}`, which this needs; add it"
        yield Finding("requirement-missing", "warning", f"{path}/request/mode", message)


def _response_findings(
    request: dict[Any, Any], response: dict[Any, Any], path: str
) -> Iterator[Finding]:
    action, mode = response.get("action"), request.get("mode")
    if action not in ("accept", "decline", "cancel"):
        at = f"{path}/action" if "action" in response else path
        message = "an action is `accept`, `decline` or `cancel`; write one of them"
        yield _error("example-response", at, message)
    elif action == "accept" and mode == "form":
        yield from _accepted_findings(request, response, path)
    elif "content" in response and (action != "accept" or mode == "url"):
        what = "URL mode" if action == "accept" else f"`{action}`"
        message = f"nothing is collected with {what}; take `content` out"
        yield _error("example-response", f"{path}/content", message)


def _accepted_findings(
    request: dict[Any, Any], response: dict[Any, Any], path: str
) -> Iterator[Finding]:
    if "content" not in response:
        message = "who accepts a form answers it; write `content`"
        yield _error("example-response", path, message)
        return
    for found in content_findings(request.get("requestedSchema"), response["content"]):
        yield found._replace(path=f"{path}/content{found.path}")
