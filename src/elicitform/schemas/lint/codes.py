"""Every code that linting can find: its severity, and the rule in words, as SARIF lists it.

The tests hold this against the pages that explain the codes, and against what is found.
"""

from __future__ import annotations

from elicitform._wire.check import codes
from elicitform._wire.check.codes import Rule
from elicitform.exceptions import Finding


def finding(code: str, path: str, message: str) -> Finding:
    """Return the finding of a rule that is broken at `path`."""
    return Finding(code, RULES[code].severity, path, message)


MCPDESC = {
    "required-unknown": "mcpdesc.elicitation.form-schema.consistency",
    "enum-names-length": "mcpdesc.elicitation.form-schema.consistency",
    "default-choice": "mcpdesc.elicitation.form-schema.consistency",
    "length-order": "mcpdesc.elicitation.form-schema.consistency",
    "bound-order": "mcpdesc.elicitation.form-schema.consistency",
    "count-order": "mcpdesc.elicitation.form-schema.consistency",
    "revision-keyword": "elicitation-form-schema-version-mismatch",
    "revision-multi-select": "elicitation-form-schema-version-mismatch",
    "revision-one-of": "elicitation-form-schema-version-mismatch",
    "revision-default": "elicitation-form-schema-version-mismatch",
    "revision-url-mode": "elicitation-mode-not-supported-by-version",
    "declaration-name-duplicate": "duplicate-elicitation-name",
    "declaration-scope": "protocol-scope-outside-parent",
    "example-reference": "unknown-elicitation-declaration",
    "example-declaration": "interaction-example-elicitation-declaration-mismatch",
    "example-response": "interaction-example-elicitation-response-mismatch",
    "example-content": "interaction-example-elicitation-content-schema-mismatch",
    "example-revision": "interaction-example-version-mismatch",
    "requirement-revision": "client-requirement-version-mismatch",
    "requirement-value": "invalid-client-requirement-value",
    "requirement-missing": "interaction-example-client-requirements-contradiction",
}
"""The rules of MCP Description that codes express: dotted as in 0.9, else as in 0.8.0."""

_WARNINGS = {"file-bom", "declaration-versions-early", "requirement-missing"}
_WORDS = {
    "file-syntax": ("the file is JSON, or YAML, from start to end", "correct the text there"),
    "file-encoding": ("a file is UTF-8", "save it in that encoding"),
    "file-bom": ("a file starts without a byte order mark", "save it without"),
    "file-duplicate-key": ("a key is in an object once", "take one out"),
    "file-key": ("a key in YAML is text", "put it in quotes"),
    "file-constant": ("a number is neither NaN nor infinite", "write a number"),
    "file-depth": (
        "YAML is nested 500 levels deep at most, JSON as deep as Python reads it",
        "flatten it",
    ),
    "file-tag": ("YAML has no tags but those of JSON's values", "take the tag out"),
    "file-alias": (
        "an alias has an anchor above it, and aliases make at most 1,000,000 values",
        "write the value out",
    ),
    "request-params": (
        "`params`, `inputRequests` and the `request` of an example are objects",
        "write one",
    ),
    "request-method": (
        (
            "a member of `inputRequests` is a request that the client knows, such as "
            "`elicitation/create`"
        ),
        "write its `method`",
    ),
    "request-url": ("a request in URL mode has a `url`, an absolute URI", "write where to go"),
    "message-missing": (
        "a request and a declaration have a `message`, which is text",
        "write what is asked",
    ),
    "message-empty": ("a message says something", "write what is asked"),
    "mode-unknown": ("a mode is `form` or `url`", "write one of them"),
    "mode-member": (
        "a form has no `url`, URL mode no `requestedSchema`",
        "take it out, or change the mode",
    ),
    "schema-missing": ("a form has a `requestedSchema`", "write it"),
    "revision-mode": (
        "a request has a `mode` from 2025-11-25 on",
        "leave it out at 2025-06-18, where all are forms",
    ),
    "revision-url-mode": ("URL mode exists from 2025-11-25 on", "narrow `protocolVersions`"),
    "declaration-list": (
        "`elicitations` is a list of at least one declaration",
        "write one, or leave the key out",
    ),
    "declaration-type": ("a declaration is an object", "write one"),
    "declaration-keyword": (
        "a declaration has the members of its specification only, and such as start with `x-`",
        "take it out, or give it that prefix",
    ),
    "declaration-name": ("a name matches `^[A-Za-z0-9._-]+$`", "write one that does"),
    "declaration-name-duplicate": ("a name is declared once in a primitive", "choose another"),
    "declaration-text": (
        "`when`, `onDecline` and `onCancel` are text, and not empty",
        "write some, or leave the key out",
    ),
    "declaration-url": (
        "the `url` of a declaration is an absolute URI",
        "correct it, or leave it out",
    ),
    "declaration-versions": (
        "`protocolVersions` lists revisions of the protocol, each once",
        "correct the list",
    ),
    "declaration-versions-early": (
        "elicitation exists from 2025-06-18 on",
        "take older revisions out",
    ),
    "declaration-scope": (
        "a declaration has revisions that its primitive has",
        "take the others out",
    ),
    "declaration-reference": (
        "a `$componentRef` leads to a schema in `components`",
        "correct the name",
    ),
    "example-reference": ("an example names a declaration of its tool", "correct the name"),
    "example-declaration": ("an example asks what its declaration does", "make them the same"),
    "example-response": (
        "an accepted form has `content`; a declined or cancelled one, and URL mode, have none",
        "write it, or take it out",
    ),
    "example-content": ("the `content` of an example fits its schema", "correct the answer"),
    "example-revision": (
        "an example asks in a way that its revisions have",
        "narrow `protocolVersions`",
    ),
    "requirement-revision": (
        (
            "`clientRequirements` name what the revisions have: elicitation from 2025-06-18 on, of "
            "it `form` and `url` from 2025-11-25 on"
        ),
        "take the others out, or narrow `protocolVersions`",
    ),
    "requirement-value": (
        "the `elicitation` of `clientRequirements`, and its members, are objects",
        "write one",
    ),
    "requirement-missing": ("`clientRequirements` name what the examples need", "add it"),
}
"""What holds for each code, and what to do where it does not."""

RULES = {
    **codes.RULES,
    **{
        code: Rule("warning" if code in _WARNINGS else "error", *words)
        for code, words in _WORDS.items()
    },
}
"""Every rule, those of `check_schema` first."""
