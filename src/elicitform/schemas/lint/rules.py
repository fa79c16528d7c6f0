"""The rules around a schema: of a request, of a declaration, and of what holds those.

Pointers of findings start from the object that is passed. The rules of the schema itself are in
`elicitform._wire.check` alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from elicitform._wire.check import text_findings
from elicitform._wire.formats import has_format
from elicitform._wire.revisions import (
    ELICITATION_NAME,
    MULTI_SELECT_SINCE,
    OLDEST_REVISION,
    REVISIONS,
)
from elicitform._wire.visible import can_be_seen
from elicitform._wire.words import quoted, step
from elicitform.schemas.lint.codes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elicitform.exceptions import Finding

EARLY_REVISIONS = ("2024-11-05", "2025-03-26")
"""The protocol revisions without elicitation, which a ``protocolVersions`` may list, too."""

_DECLARED = ("name", "mode", "message", "when", "requestedSchema", "url", "onDecline", "onCancel")


# --- requests ---------------------------------------------------------------------------------


def request_findings(params: dict[Any, Any], revision: str) -> Iterator[Finding]:
    """Yield what is wrong with the params of ``elicitation/create``, apart from the schema."""
    yield from message_findings(params)
    if "mode" not in params:
        return
    if revision == OLDEST_REVISION:
        yield finding(
            "revision-mode",
            "/mode",
            f"`mode` exists from {MULTI_SELECT_SINCE} on; leave it out, which means a form",
        )
    elif params["mode"] == "url" and not _is_uri(params.get("url")):
        message = "URL mode sends the person to a `url`; write an absolute URI"
        yield finding("request-url", "/url" if "url" in params else "", message)
    yield from mode_findings(params)


def message_findings(holder: dict[Any, Any]) -> Iterator[Finding]:
    """Yield what is wrong with the message of a request or a declaration."""
    message = holder.get("message")
    if not isinstance(message, str):
        at = "/message" if "message" in holder else ""
        yield finding("message-missing", at, "write a `message`, a text that says what is asked")
    elif not can_be_seen(message):
        yield finding("message-empty", "/message", "the message is empty; say what is asked")
    else:
        yield from text_findings(message, "/message")


def mode_findings(holder: dict[Any, Any]) -> Iterator[Finding]:
    """Yield what is wrong with the mode of a request or a declaration."""
    mode = holder.get("mode")
    if mode not in ("form", "url"):
        at = "/mode" if "mode" in holder else ""
        yield finding("mode-unknown", at, "a mode is `form` or `url`; write one of them")
    elif mode == "form" and "url" in holder:
        message = "`url` belongs to URL mode; take it out, or `requestedSchema` and write that mode"
        yield finding("mode-member", "/url", message)
    elif mode == "url" and "requestedSchema" in holder:
        message = "URL mode shows no form; take `requestedSchema` out, or write the mode `form`"
        yield finding("mode-member", "/requestedSchema", message)


# --- declarations -----------------------------------------------------------------------------


def declaration_findings(declaration: dict[Any, Any]) -> Iterator[Finding]:
    """Yield what is wrong with a declaration at any revision, apart from the schema.

    The rules are those of MCP Description 0.8.0, section 12.
    """
    for key in declaration:
        if key not in _DECLARED and key != "protocolVersions" and not _is_extension(key):
            allowed = ", ".join(f"`{name}`" for name in (*_DECLARED, "protocolVersions"))
            yield finding(
                "declaration-keyword",
                step(key),
                f"{quoted(str(key))} is not a member of a declaration; it has {allowed}, and "
                "members that start with `x-`",
            )
    yield from _name_findings(declaration)
    yield from mode_findings(declaration)
    yield from message_findings(declaration)
    for key in ("when", "onDecline", "onCancel"):
        if key in declaration and not _says_something(declaration[key]):
            yield finding("declaration-text", f"/{key}", f"`{key}` is text, or left out")
    if "url" in declaration and not _is_uri(declaration["url"]):
        yield finding("declaration-url", "/url", "`url` is an absolute URI, or left out")


def _says_something(text: object) -> bool:
    return isinstance(text, str) and can_be_seen(text)


def _is_uri(url: object) -> bool:
    return isinstance(url, str) and has_format("uri", url)


def _is_extension(key: object) -> bool:
    return isinstance(key, str) and key.startswith("x-")


def _name_findings(declaration: dict[Any, Any]) -> Iterator[Finding]:
    name = declaration.get("name")
    if not isinstance(name, str) or not re.fullmatch(ELICITATION_NAME, name):
        yield finding(
            "declaration-name",
            "/name" if "name" in declaration else "",
            "a name is one or more of the ASCII letters, digits, `.`, `_` and `-`; write one",
        )


def url_mode_findings(declaration: dict[Any, Any], revision: str) -> Iterator[Finding]:
    """Yield that a declaration is in URL mode, which its revision does not have."""
    if declaration.get("mode") == "url" and revision == OLDEST_REVISION:
        yield finding(
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
                message = f"{quoted(name)} is declared above already; choose another name"
                yield finding("declaration-name-duplicate", f"/{index}/name", message)
            seen.add(name)


# --- protocol versions ------------------------------------------------------------------------


def versions_findings(versions: object) -> Iterator[Finding]:
    """Yield what is wrong with the value of ``protocolVersions``."""
    if not isinstance(versions, list) or not versions:
        message = "`protocolVersions` is a list of at least one revision, or left out"
        yield finding("declaration-versions", "", message)
        return
    known = ", ".join(REVISIONS)
    seen: set[str] = set()
    for index, version in enumerate(versions):
        if version in EARLY_REVISIONS:
            message = f"that revision has no elicitation; the revisions with it are {known}"
            yield finding("declaration-versions-early", f"/{index}", message)
        elif version not in REVISIONS:
            message = f"this is not a protocol revision with elicitation; write one of {known}"
            yield finding("declaration-versions", f"/{index}", message)
        elif version in seen:
            yield finding("declaration-versions", f"/{index}", "this revision is listed twice")
        else:
            seen.add(version)


def scope_findings(scope: tuple[str, ...], versions: object) -> Iterator[Finding]:
    """Yield each revision of a declaration that its primitive does not have."""
    given = versions if isinstance(versions, list) else []
    for index, revision in enumerate(given):
        if revision in REVISIONS and revision not in scope and revision not in given[:index]:
            message = f"what declares this does not exist in {revision}; take the revision out"
            yield finding("declaration-scope", f"/{index}", message)
