"""Every code that linting can find, in words, for those who list rules (SARIF does).

The tests hold this against the pages that explain the codes, and against what is found.
"""

from __future__ import annotations

from elicitform._wire.check import codes
from elicitform._wire.check.codes import Rule

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

RULES = {
    **codes.RULES,
    "file-syntax": Rule(
        "error", "the file is JSON, or YAML, from start to end", "correct what stands there"
    ),
    "file-encoding": Rule("error", "a file is UTF-8", "save it in that encoding"),
    "file-bom": Rule("warning", "a file starts without a byte order mark", "save it without"),
    "file-duplicate-key": Rule("error", "a key is in an object once", "take one out"),
    "file-key": Rule("error", "a key in YAML is text", "put it in quotes"),
    "file-constant": Rule("error", "a number is no NaN and not infinite", "write a number"),
    "file-depth": Rule(
        "error",
        "YAML is nested 500 levels deep at most, JSON as deep as Python reads it",
        "flatten it",
    ),
    "file-tag": Rule("error", "YAML has no tags but those of JSON's values", "take the tag out"),
    "file-alias": Rule(
        "error",
        "an alias has an anchor above it, and aliases make at most 1,000,000 values",
        "write the value out",
    ),
    "request-params": Rule(
        "error",
        "`params`, `inputRequests` and the `request` of an example are objects",
        "write one",
    ),
    "request-method": Rule(
        "error",
        "a member of `inputRequests` is a request that the client knows, such as "
        "`elicitation/create`",
        "write its `method`",
    ),
    "request-url": Rule(
        "error", "a request in URL mode has a `url`, an absolute URI", "write where to go"
    ),
    "message-missing": Rule(
        "error",
        "a request and a declaration have a `message`, which is text",
        "write what is asked",
    ),
    "message-empty": Rule("error", "a message says something", "write what is asked"),
    "mode-unknown": Rule("error", "a mode is `form` or `url`", "write one of them"),
    "mode-member": Rule(
        "error",
        "a form has no `url`, URL mode no `requestedSchema`",
        "take it out, or change the mode",
    ),
    "schema-missing": Rule("error", "a form has a `requestedSchema`", "write it"),
    "revision-mode": Rule(
        "error",
        "a request has a `mode` from 2025-11-25 on",
        "leave it out at 2025-06-18, where all are forms",
    ),
    "revision-url-mode": Rule(
        "error", "URL mode exists from 2025-11-25 on", "narrow `protocolVersions`"
    ),
    "declaration-list": Rule(
        "error",
        "`elicitations` is a list of at least one declaration",
        "write one, or leave the key out",
    ),
    "declaration-type": Rule("error", "a declaration is an object", "write one"),
    "declaration-keyword": Rule(
        "error",
        "a declaration has the members of its specification only, and such as start with `x-`",
        "take it out, or give it that prefix",
    ),
    "declaration-name": Rule("error", "a name matches `^[A-Za-z0-9._-]+$`", "write one that does"),
    "declaration-name-duplicate": Rule(
        "error", "a name is declared once in a primitive", "choose another"
    ),
    "declaration-text": Rule(
        "error",
        "`when`, `onDecline` and `onCancel` are text, and not empty",
        "write some, or leave the key out",
    ),
    "declaration-url": Rule(
        "error", "the `url` of a declaration is an absolute URI", "correct it, or leave it out"
    ),
    "declaration-versions": Rule(
        "error", "`protocolVersions` lists revisions of the protocol, each once", "correct the list"
    ),
    "declaration-versions-early": Rule(
        "warning", "elicitation exists from 2025-06-18 on", "take older revisions out"
    ),
    "declaration-scope": Rule(
        "error", "a declaration has revisions that its primitive has", "take the others out"
    ),
    "declaration-reference": Rule(
        "error", "a `$componentRef` leads to a schema in `components`", "correct the name"
    ),
    "example-reference": Rule(
        "error", "an example names a declaration of its tool", "correct the name"
    ),
    "example-declaration": Rule(
        "error", "an example asks what its declaration does", "make them the same"
    ),
    "example-response": Rule(
        "error",
        "who accepts a form has `content`; who declines or cancels, or goes to a URL, has none",
        "write it, or take it out",
    ),
    "example-content": Rule(
        "error", "the `content` of an example fits its schema", "correct the answer"
    ),
    "example-revision": Rule(
        "error",
        "an example asks in a way that its revisions have",
        "narrow `protocolVersions`",
    ),
    "requirement-revision": Rule(
        "error",
        "`clientRequirements` name what the revisions have: elicitation from 2025-06-18 on, of it "
        "`form` and `url` from 2025-11-25 on",
        "take the others out, or narrow `protocolVersions`",
    ),
    "requirement-value": Rule(
        "error",
        "the `elicitation` of `clientRequirements`, and its members, are objects",
        "write one",
    ),
    "requirement-missing": Rule(
        "warning", "`clientRequirements` name what the examples need", "add it"
    ),
}
