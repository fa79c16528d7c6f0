"""The rules for examples of an MCP Description, and for what it requires of clients.

They are the rules of MCP Description 0.8.0 for ``interactionExamples`` and ``clientRequirements``,
as far as they are about elicitation. Pointers of findings start from the object that is passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform._wire.check import check_schema
from elicitform._wire.revisions import MULTI_SELECT_SINCE, OLDEST_REVISION
from elicitform._wire.words import step
from elicitform.schemas.lint.codes import finding
from elicitform.schemas.lint.rules import EARLY_REVISIONS, message_findings, mode_findings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.exceptions import Finding


def primitive_findings(primitive: dict[Any, Any], versions: object) -> Iterator[Finding]:
    """Yield what is wrong with the examples of a tool, and with what it requires of clients.

    Args:
        primitive: A tool, a prompt or a resource.
        versions: Its ``protocolVersions``, or else those of the description; any JSON value.
    """
    early = [one for one in EARLY_REVISIONS if isinstance(versions, list) and one in versions]
    requirements = primitive.get("clientRequirements")
    if isinstance(requirements, dict) and "elicitation" in requirements:
        path = "/clientRequirements/elicitation"
        yield from _requirement_findings(requirements["elicitation"], path)
        for revision in early:
            yield finding("requirement-revision", path, _NOT_YET.format(revision))
    for path, example in _steps_of(primitive):
        yield from _step_findings(example, primitive, path)
        for revision in early:
            yield finding("example-revision", f"{path}/type", _NOT_YET.format(revision))


def primitive_revision_findings(primitive: dict[Any, Any], revision: str) -> Iterator[Finding]:
    """Yield what is wrong with them at one revision."""
    requirements = primitive.get("clientRequirements")
    required = requirements.get("elicitation") if isinstance(requirements, dict) else None
    if revision != OLDEST_REVISION and isinstance(required, dict):
        for key in required:
            if key not in ("form", "url"):
                message = "the members of `elicitation` are `form` and `url`; take this out"
                path = f"/clientRequirements/elicitation{step(key)}"
                yield finding("requirement-revision", path, message)
    for path, example in _steps_of(primitive):
        request = example.get("request")
        if not isinstance(request, dict):
            continue
        if request.get("mode") == "url" and revision == OLDEST_REVISION:
            message = f"URL mode exists from {MULTI_SELECT_SINCE} on; narrow `protocolVersions`"
            yield finding("example-revision", f"{path}/request/mode", message)
        if _asks_with_a_schema_of_its_own(example, primitive):
            for found in check_schema(request["requestedSchema"], revision):
                yield found._replace(path=f"{path}/request/requestedSchema{found.path}")


_NOT_YET = "elicitation exists from 2025-06-18 on, and not at {}; narrow `protocolVersions`"


def _requirement_findings(required: object, path: str) -> Iterator[Finding]:
    if not isinstance(required, dict):
        yield finding("requirement-value", path, "write an object, which may hold `form` and `url`")
        return
    for key in ("form", "url"):
        if key in required and not isinstance(required[key], dict):
            message = "write an object; an empty one means that the client must support this"
            yield finding("requirement-value", f"{path}/{key}", message)


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
        yield finding("request-params", path, message)
        request = {}
    else:
        for found in (*mode_findings(request), *message_findings(request)):
            yield found._replace(path=f"{path}/request{found.path}")
        yield from _requirement_warnings(request, primitive, path)
    yield from _reference_findings(example, request, primitive, path)
    if not isinstance(response, dict):
        message = "write `response`, an object with the `action` of the person"
        yield finding("example-response", path, message)
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
        yield finding("example-reference", f"{path}/declaration", message)
        return
    of_mode = {"form": ("requestedSchema",), "url": ("url",) if "url" in declaration else ()}
    for key in ("mode", *of_mode.get(str(request.get("mode")), ())):
        if key in request and not _is_same(request[key], declaration.get(key)):
            message = f"the declaration has another `{key}`; make them the same"
            yield finding("example-declaration", f"{path}/request/{key}", message)


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
    except RecursionError:  # no valid schema is nested so deeply
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
        yield finding("requirement-missing", f"{path}/type", message)
        return
    required = requirements["elicitation"]
    names = required if isinstance(required, dict) else {}
    if (mode == "url" and "url" not in names) or (mode == "form" and names and "form" not in names):
        message = f"`clientRequirements` has no `elicitation.{mode}`, which this needs; add it"
        yield finding("requirement-missing", f"{path}/request/mode", message)


def _response_findings(
    request: dict[Any, Any], response: dict[Any, Any], path: str
) -> Iterator[Finding]:
    action, mode = response.get("action"), request.get("mode")
    if action not in ("accept", "decline", "cancel"):
        at = f"{path}/action" if "action" in response else path
        message = "an action is `accept`, `decline` or `cancel`; write one of them"
        yield finding("example-response", at, message)
    elif action == "accept" and mode == "form":
        yield from _accepted_findings(request, response, path)
    elif "content" in response and (action != "accept" or mode == "url"):
        what = "URL mode" if action == "accept" else f"`{action}`"
        message = f"nothing is collected with {what}; take `content` out"
        yield finding("example-response", f"{path}/content", message)


def _accepted_findings(
    request: dict[Any, Any], response: dict[Any, Any], path: str
) -> Iterator[Finding]:
    if "content" not in response:
        message = "an accepted form has answers; write `content`"
        yield finding("example-response", path, message)
        return
    from elicitform.schemas.lint.contents import content_findings  # noqa: PLC0415  (few have examples)

    for found in content_findings(request.get("requestedSchema"), response["content"]):
        yield found._replace(path=f"{path}/content{found.path}")
