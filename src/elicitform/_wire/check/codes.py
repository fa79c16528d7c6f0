"""Every code that `check_schema` finds: its severity, what has to hold, and what to do about it.

The pages that explain the codes, and those who list rules (SARIF does), take their words from here.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class Rule(NamedTuple):
    """One rule.

    Attributes:
        severity: That of its findings.
        holds: What has to hold.
        fix: What to do where it does not.
    """

    severity: Literal["error", "warning"]
    holds: str
    fix: str


RULES: dict[str, Rule] = {
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
        "a name is text that can be seen, no integer, and not `__proto__`, `constructor` or "
        "`prototype`",
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
        "error",
        "a choice is not empty, and can be seen where it has no title",
        "write text, and leave the field out of `required`",
    ),
    "choice-duplicate": Rule("error", "choices are distinct", "take the second out"),
    "title-value": Rule("error", "a title is text, and can be seen", "write one"),
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
        "let it be `false`, require the field, or use a choice of yes and no",
    ),
    "boolean-ticked": Rule(
        "warning",
        "no boolean is shown ticked",
        "let its default be `false`, or require it without one",
    ),
    "credential": Rule(
        "warning",
        "no field that takes text or an integer asks for a credential by its name or title",
        "ask with URL mode; rename it where it asks for something else",
    ),
    "url-in-text": Rule(
        "warning",
        "no URL in a title, description, choice title or text default",
        "take it out, or use URL mode",
    ),
}
