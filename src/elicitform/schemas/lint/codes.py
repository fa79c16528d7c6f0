"""Every code that linting can find, in words, for those who list rules (SARIF does).

The tests hold this against the pages that explain the codes, and against what is found.
"""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """One rule: what has to hold, and what to do where it does not."""

    severity: str
    holds: str
    fix: str


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
}
"""The rules of MCP Description that codes express: dotted as in 0.9, else as in 0.8.0."""

RULES = {
    "root-type": Rule(
        "error", 'a `requestedSchema` is an object with `"type": "object"`', "write it"
    ),
    "root-keyword": Rule(
        "error",
        "the root holds `type`, `properties` and `required` only (and `$schema`, where the "
        "revision has it)",
        "take it out; `message` speaks to the person",
    ),
    "properties-type": Rule("error", "`properties` is an object", "write a schema for each field"),
    "properties-empty": Rule("error", "there is at least one property", "add a field"),
    "required-type": Rule("error", "`required` is a list of names", "write one, or leave it out"),
    "required-unknown": Rule("error", "a required name is in `properties`", "correct the name"),
    "required-duplicate": Rule("error", "a name is required once", "take the second out"),
    "property-name": Rule(
        "error",
        "a name is text, not empty, no integer, and not `__proto__`, `constructor` or `prototype`",
        "choose a name made of words",
    ),
    "property-type": Rule(
        "error",
        "a property has one `type`: `string`, `number`, `integer`, `boolean` or `array`",
        "write one; no `$ref`, no union, no list of types",
    ),
    "keyword-unknown": Rule(
        "error",
        "a property holds only the keywords of its shape",
        "say it in the description, check it on the server",
    ),
    "keyword-value": Rule("error", "`title`, `description` and `$schema` are text", "write text"),
    "text-unicode": Rule(
        "error", "all text is valid Unicode, without lone surrogates", "write the character itself"
    ),
    "revision-keyword": Rule("error", "`$schema` exists from 2025-11-25 on", "take it out"),
    "revision-multi-select": Rule(
        "error", "multi-selects exist from 2025-11-25 on", "a boolean for each choice"
    ),
    "revision-one-of": Rule(
        "error", "`oneOf` exists from 2025-11-25 on", "`enum` beside `enumNames`"
    ),
    "revision-default": Rule(
        "error",
        "at 2025-06-18 only booleans have a `default`",
        "leave it out, fill it in on the server",
    ),
    "count-value": Rule("error", "a length or count is a whole number from 0 on", "write one"),
    "length-order": Rule("error", "`minLength` is not larger than `maxLength`", "change one"),
    "count-order": Rule("error", "`minItems` is not larger than `maxItems`", "change one"),
    "bound-value": Rule("error", "`minimum` and `maximum` are finite numbers", "write one"),
    "bound-order": Rule("error", "`minimum` is not larger than `maximum`", "change one"),
    "integer-magnitude": Rule(
        "error",
        "a bound or default of an integer is at most 2^53 - 1 in size",
        "write a smaller one",
    ),
    "format-unknown": Rule(
        "error", "a format is `email`, `uri`, `date` or `date-time`", "write one of them, or none"
    ),
    "unsatisfiable": Rule(
        "error", "some value fits the property", "widen the bounds, lengths or counts"
    ),
    "choices-empty": Rule("error", "a select has at least one choice", "add choices"),
    "choice-shape": Rule(
        "error", "a titled choice is `{const, title}`", "write both and nothing more"
    ),
    "choice-value": Rule("error", "a choice is a string", "write strings"),
    "choice-empty": Rule(
        "error", "a choice is not empty", "write text, and leave the field out of `required`"
    ),
    "choice-duplicate": Rule("error", "choices are distinct", "take the second out"),
    "title-value": Rule("error", "the title of a choice is text, and not blank", "write one"),
    "title-duplicate": Rule("error", "titles of choices are distinct", "change one"),
    "enum-names-length": Rule(
        "error", "`enumNames` is as long as `enum`", "one title for each choice"
    ),
    "items-value": Rule(
        "error",
        "an array has `items`, which holds `type: string` and `enum`, or `anyOf`",
        "write them",
    ),
    "default-type": Rule("error", "a default has the type of its property", "write one that has"),
    "default-length": Rule("error", "a default keeps to the lengths", "change one"),
    "default-format": Rule("error", "a default has the format", "change it"),
    "default-exact": Rule(
        "error",
        "64-bit floating point holds the default of a number exactly",
        "write one near it that it holds",
    ),
    "default-range": Rule("error", "a default lies within the bounds", "change one"),
    "default-integral": Rule("error", "the default of an integer is a whole number", "write one"),
    "default-choice": Rule(
        "error", "a default is one of the choices, each once", "write values, not titles"
    ),
    "default-count": Rule("error", "a default keeps to the counts", "change one"),
    "integer-as-float": Rule(
        "warning",
        "an integer is written without a fraction, `1` and not `1.0`",
        "drop the fraction",
    ),
    "integer-32-bit": Rule(
        "warning", "an integer, length or count fits 32 bits", "write a smaller one"
    ),
    "boolean-untouched": Rule(
        "warning",
        "an optional boolean has a default",
        "give it one, require it, or use a choice of yes and no",
    ),
    "url-in-text": Rule(
        "warning",
        "no URL in a title, description, choice title or text default",
        "take it out, or use URL mode",
    ),
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
    "request-params": Rule("error", "`params`, and `inputRequests`, are objects", "write one"),
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
}
