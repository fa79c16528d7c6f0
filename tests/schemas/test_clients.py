"""What clients do to fields: the facts are well-formed, and a form is held against them rightly."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from elicitform import REVISIONS, Form, Format, MultiSelect, RevisionError, Titles, check_schema
from elicitform.exceptions import SchemaError, UnknownClientError
from elicitform.schemas.clients import report
from elicitform.schemas.clients.conditions import _OF_FIELD, _OF_FORM, KINDS, form_asked
from elicitform.schemas.clients.facts import Client, Harm, Source
from elicitform.schemas.clients.report import (
    Degradation,
    client_report,
    clients_date,
    fields_beyond,
    known_clients,
)
from tests.support.strategies import forms
from tests.support.trying import trying

FACTS_FILE = Path(report.__file__).with_name("clients.json")
FACTS = json.loads(FACTS_FILE.read_text(encoding="utf-8"))
KEYWORDS = [
    "title", "description", "default", "minLength", "maxLength", "format", "minimum", "maximum",
    "minItems", "maxItems", "enum", "enumNames", "oneOf", "items",
]  # fmt: skip


# --- the file of facts ------------------------------------------------------------------------


def closed(**properties: Any) -> dict[str, Any]:
    """Return the schema of an object with these members, all there and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def some_of(values: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"enum": list(values)}, "minItems": 1, "uniqueItems": True}


TEXT = {"type": "string", "pattern": r"^\S.*\S$"}
SENTENCE = {"type": "string", "pattern": r"^[A-Z].*\.$", "maxLength": 120}
NAME = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]*[a-z0-9]$"}
DAY = {"type": "string", "pattern": "^20[0-9]{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$"}
MEETS = {
    "kind": some_of(KINDS),
    "keyword": some_of(KEYWORDS),
    "without": some_of(KEYWORDS),
    "required": {"type": "boolean"},
    "format": some_of(["email", "uri", "date", "date-time"]),
    "outside": closed(
        keyword=some_of(KEYWORDS),
        range={"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    ),
    "with_fraction": some_of(KEYWORDS),
    "at_least": {
        "type": "object",
        "propertyNames": {"enum": KEYWORDS},
        "additionalProperties": {"type": "integer"},
        "minProperties": 1,
    },
    "falsy_default": {"const": True},
    "fields": {"type": "integer", "minimum": 2},
}
FORM_MEETS = {
    "root_keyword": some_of(["$schema"]),
    "fields": {"type": "integer", "minimum": 2},
    "requires_something": {"const": True},
}
MEANINGS = {"type": "object", "propertyNames": NAME, "additionalProperties": SENTENCE}
FIELD_MEETS = {"type": "object", "properties": MEETS, "additionalProperties": False}
KNOWS = {
    "widget": {
        "enum": ["checkbox", "checkboxes", "json-text", "list", "none", "number", "numbers", "pills",
                 "radio", "select", "text"]
    },
    "preselected": {"enum": ["default", "false", "first", "minimum", "nothing", "true", "zero"]},
    "untouched": {"enum": list(FACTS["answers"])},
    "cleared": {"enum": list(FACTS["answers"])},
    "wrong": {"enum": list(FACTS["entries"])},
}  # fmt: skip
FACTS_SCHEMA = closed(
    about=SENTENCE,
    date={"type": "string", "pattern": "^20[0-9]{2}-[0-9]{2}-[0-9]{2}$"},
    effects={
        "type": "object",
        "propertyNames": NAME,
        "additionalProperties": closed(severity={"enum": list(get_args(Harm))}, means=SENTENCE),
    },
    verdicts=MEANINGS,
    answers=MEANINGS,
    entries=MEANINGS,
    profiles=closed(strict=closed(kinds=some_of(KINDS), means=TEXT)),
    clients={
        "type": "array",
        "items": closed(
            id=NAME,
            name=TEXT,
            kind={"enum": ["app", "library", "sdk"]},
            asks={"type": "boolean"},
            sources={
                "type": "array",
                "minItems": 1,
                "items": closed(
                    id=TEXT,
                    project={"type": "string", "pattern": "^[A-Za-z0-9-]+/[A-Za-z0-9_.-]+$"},
                    where=TEXT,
                    version=TEXT,
                    date=DAY,
                    date_is={"enum": ["tried", "version", "report", "earliest", "latest"]},
                ),
            },
            form={
                "anyOf": [
                    {"type": "null"},
                    closed(
                        source=TEXT,
                        revision={"enum": [*REVISIONS, None]},
                        shown={"enum": ["page", "questions"]},
                        titles={"type": "boolean"},
                        defaults={"enum": ["all", "booleans", "none", None]},
                        order={"enum": ["form", "alphabetical", None]},
                    ),
                ]
            },
            fields={
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"source": TEXT, "when": FIELD_MEETS, **KNOWS},
                    "required": ["source", "when"],
                    "additionalProperties": False,
                    "minProperties": 3,
                },
            },
        ),
    },
    facts={
        "type": "array",
        "items": {
            **closed(
                client=NAME,
                source=TEXT,
                effect={"enum": list(FACTS["effects"])},
                on={"enum": ["field", "form"]},
                when={"type": "object"},
                says=SENTENCE,
            ),
            "if": {"properties": {"on": {"const": "field"}}},
            "then": {"properties": {"when": {**FIELD_MEETS, "minProperties": 1}}},
            "else": {
                "properties": {"when": {"properties": FORM_MEETS, "additionalProperties": False}}
            },
        },
    },
)


def test_the_file_of_facts_keeps_to_its_schema() -> None:
    Draft202012Validator.check_schema(FACTS_SCHEMA)
    problems = [
        f"{error.json_path}: {error.message}"
        for error in Draft202012Validator(FACTS_SCHEMA).iter_errors(FACTS)
    ]
    assert problems == []


def test_the_schema_of_the_file_knows_every_condition_that_is_understood() -> None:
    assert (list(MEETS), list(FORM_MEETS)) == (list(_OF_FIELD), list(_OF_FORM))


def test_every_fact_names_a_client_and_one_of_its_sources() -> None:
    sources = {
        (client["id"], source["id"]) for client in FACTS["clients"] for source in client["sources"]
    }
    named = {(fact["client"], fact["source"]) for fact in FACTS["facts"]}
    for client in FACTS["clients"]:
        named |= {(client["id"], row["source"]) for row in client["fields"]}
        named |= {(client["id"], client["form"]["source"])} if client["form"] else set()
    assert named <= sources
    assert len(sources) == sum(len(client["sources"]) for client in FACTS["clients"])


def test_clients_have_a_name_each() -> None:
    names = [name for one in FACTS["clients"] for name in {one["id"], one["name"].casefold()}]
    assert len(names) == len(set(names))


def test_no_source_is_newer_than_the_file() -> None:
    assert date.fromisoformat(FACTS["date"]).isoformat() == FACTS["date"]
    for client in known_clients():
        for source in client.sources:
            assert source.date <= FACTS["date"], client


def test_effects_stand_from_the_worst_on_and_each_is_used() -> None:
    severities = [effect["severity"] for effect in FACTS["effects"].values()]
    assert severities == sorted(severities, key=list(get_args(Harm)).index)
    # That one follows from a client's revision, so no fact says it.
    assert {fact["effect"] for fact in FACTS["facts"]} == {*FACTS["effects"]} - {"not-expressible"}


def test_a_client_that_takes_no_forms_has_one_fact_which_says_so() -> None:
    silent = [client["id"] for client in FACTS["clients"] if not client["asks"]]
    facts = [fact for fact in FACTS["facts"] if fact["client"] in silent]
    assert [fact["client"] for fact in facts] == silent
    says_so = {"no-forms", "never-shown"}
    assert {fact["effect"] for fact in facts} == says_so
    assert not says_so & {fact["effect"] for fact in FACTS["facts"] if fact not in facts}


def test_no_fact_is_told_twice() -> None:
    told = [json.dumps({**fact, "says": ""}, sort_keys=True) for fact in FACTS["facts"]]
    assert len(told) == len(set(told))


def test_the_strict_profile_holds_exactly_the_kinds_that_every_client_can_answer() -> None:
    """Of plain fields, without the odd bounds that an SDK chokes on."""
    kinds = {kind: beyond_strict(schema) for kind, schema in PLAIN.items()}
    assert [kind for kind, beyond in kinds.items() if not beyond] == FACTS["profiles"]["strict"][
        "kinds"
    ]


TWO_TITLED = [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]
PLAIN: dict[str, dict[str, Any]] = {
    "string": {"type": "string"},
    "number": {"type": "number"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean", "default": False},
    "single-select": {"type": "string", "enum": ["s", "l"]},
    "titled-single-select": {"type": "string", "oneOf": TWO_TITLED},
    "legacy-titled-single-select": {"type": "string", "enum": ["s", "l"], "enumNames": ["S", "L"]},
    "multi-select": {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}},
    "titled-multi-select": {"type": "array", "items": {"anyOf": TWO_TITLED}},
}


def beyond_strict(definition: dict[str, Any]) -> list[str]:
    return fields_beyond({"type": "object", "properties": {"field": definition}})


def test_a_plain_field_is_of_the_kind_that_it_is_called() -> None:
    schema = {"type": "object", "properties": PLAIN}
    assert check_schema(schema) == []
    assert [field.kind for field in form_asked(schema).fields] == list(PLAIN) == list(KINDS)


# --- the report -------------------------------------------------------------------------------


class Deploy(Form):
    environment: Literal["staging", "production"]
    replicas: int = 1
    confirm: bool = False


class Order(Form, since="2025-11-25"):
    size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]
    toppings: MultiSelect[Literal["ham", "olives"]]
    at: Annotated[str, Format("date-time")]


def effects(
    form: Any, field: str, *clients: str, revision: str | None = "2026-07-28"
) -> list[tuple[str, str]]:
    found = client_report(form, revision=revision, clients=clients)
    return [(one.client, one.effect) for one in found if one.field == field]


def schema_with(definition: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": {"field": definition}}
    return {**schema, "required": ["field"]} if required else schema


def test_codex_shows_a_form_with_a_number_in_it_as_an_approval() -> None:
    assert effects(Deploy, "replicas", "codex") == [("codex", "form-degraded")]
    assert effects(Deploy, "confirm", "codex") == []


def test_a_form_and_its_schema_are_reported_on_alike() -> None:
    assert client_report(Deploy) == client_report(Deploy.requested_schema())


def test_a_fact_says_where_and_when_it_was_read() -> None:
    (found,) = [
        one for one in client_report(Deploy, clients=["Codex CLI"]) if one.field == "replicas"
    ]
    assert found == Degradation(
        "replicas",
        "codex",
        "form-degraded",
        "blocks",
        "With this field in it, the form is shown as a plain approval, and approving sends {}.",
        Source("openai/codex", "run by hand on fourteen forms", "0.171.0", "2026-11-30", "tried"),
    )


@pytest.mark.parametrize(
    ("definition", "required", "client", "expected"),
    [
        (PLAIN["titled-single-select"], True, "vscode-2025", ["free-text"]),
        (PLAIN["titled-single-select"], True, "vscode", []),
        (PLAIN["titled-single-select"], True, "goose-cli", []),  # asked alone, it shows a list
        (PLAIN["multi-select"], True, "vscode-2025", ["unanswerable"]),
        (PLAIN["titled-multi-select"], True, "goose-desktop", ["unanswerable"]),
        (PLAIN["single-select"], True, "goose-desktop", ["stuck-until-touched"]),
        ({**PLAIN["single-select"], "default": "s"}, True, "goose-desktop", []),
        (PLAIN["single-select"], False, "fast-agent", ["value-sent"]),
        ({"type": "boolean"}, True, "inspector", ["stuck-until-touched"]),
        ({"type": "boolean", "default": False}, True, "inspector", []),
        ({"type": "boolean"}, False, "fast-agent", ["value-sent", "misread"]),
        ({"type": "boolean", "default": False}, False, "vscode-2025", ["not-shown"]),
        ({"type": "boolean", "default": True}, False, "vscode-2025", []),
        ({"type": "string", "format": "date-time"}, True, "vscode-quick-pick", ["misread"]),
        ({"type": "string", "format": "date"}, True, "vscode-quick-pick", []),
        ({"type": "string", "minLength": 1}, True, "fast-agent", ["trimmed"]),
        ({"type": "string", "minLength": 1, "format": "uri"}, True, "fast-agent", ["trimmed", "not-enforced"]),
        ({**PLAIN["multi-select"], "minItems": 1}, False, "fast-agent", ["cannot-be-skipped", "blank-sent"]),
        ({**PLAIN["multi-select"], "minItems": 0}, False, "fast-agent", ["blank-sent"]),
        ({"type": "integer", "minimum": 0.0}, True, "kotlin-sdk", ["request-refused"]),
        ({"type": "number", "minimum": 0.5}, True, "kotlin-sdk", []),
        ({"type": "integer", "minimum": -(2**31)}, True, "kotlin-sdk", []),
        ({"type": "integer", "maximum": 2**31}, True, "kotlin-sdk", ["request-refused"]),
        ({"type": "integer", "default": 2**31}, False, "rust-sdk", []),
        ({"type": "string", "maxLength": 2**31}, True, "csharp-sdk", ["request-refused"]),
        ({"type": "string", "maxLength": 2**31}, True, "rust-sdk", []),
        ({"type": "string", "maxLength": 2**32}, True, "rust-sdk", ["request-refused"]),
        ({"type": "string", "default": "x"}, True, "go-sdk", ["ends-early"]),
        ({"type": "string", "title": "Name"}, True, "java-sdk", []),
        ({"type": "boolean"}, True, "codex", ["value-sent"]),
        ({"type": "string", "maxLength": 5}, True, "inspector", ["misread"]),
        ({"type": "string", "minLength": 5}, True, "inspector", []),
        ({"type": "string", "minLength": 5}, True, "fastmcp-cli", ["ends-early"]),
        ({"type": "integer", "maximum": -1}, False, "mcp-use", ["value-sent", "misread", "blank-sent", "not-enforced"]),
        ({**PLAIN["single-select"], "default": "l"}, False, "mcpjam", ["value-sent", "not-shown"]),
        ({"type": "boolean", "default": True}, True, "typescript-sdk", ["value-sent"]),
    ],
)  # fmt: skip
def test_this_field_is_degraded_like_this(
    definition: dict[str, Any], required: bool, client: str, expected: list[str]
) -> None:
    schema = schema_with(definition, required=required)
    assert effects(schema, "field", client) == [(client, effect) for effect in expected]


def test_goose_lists_titled_choices_only_where_they_are_alone() -> None:
    assert ("goose-cli", "free-text") in effects(Order, "size", "goose-cli")


def test_what_concerns_the_whole_form_has_no_field() -> None:
    assert effects(Deploy, "", "goose-cli", "codex", "python-sdk") == [
        ("goose-cli", "ends-early"),
        ("codex", "reordered"),
        ("codex", "no-decline"),
    ]
    with_root = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema = {**with_root, **schema_with({"type": "string"})}
    assert effects(schema, "", "swift-sdk") == [("swift-sdk", "dropped")]


def test_the_worst_comes_first() -> None:
    ranks = list(FACTS["effects"])
    found = client_report(Order, revision="2026-07-28")
    fields = list(dict.fromkeys(one.field for one in found))
    assert fields == ["toppings", "size", "", "at"]
    worst = []
    for field in fields:
        those = [ranks.index(one.effect) for one in found if one.field == field]
        assert those == sorted(those)
        worst.append(those[0])
    assert worst == sorted(worst)
    assert [one.field for one in found] == sorted((one.field for one in found), key=fields.index)


def test_a_revision_decides_what_is_sent() -> None:
    class Sized(Form):
        size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]

    assert ("vscode-2025", "free-text") in effects(Sized, "size", "vscode-2025")
    assert effects(Sized, "size", "vscode-2025", revision="2025-06-18") == []


def test_each_client_is_judged_at_the_revision_of_its_own_connections() -> None:
    class Sized(Form):
        size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]

    assert ("mcpjam", "free-text") in effects(Sized, "size", "mcpjam", revision=None)
    assert ("codex", "value-sent") in effects(Sized, "size", "codex", revision=None)
    (found,) = client_report(Order, clients=["codex"])
    assert (found.field, found.effect, found.severity) == ("", "not-expressible", "blocks")
    assert found.message == "Its connections are of 2025-06-18, which cannot express the form."
    assert client_report(Order.requested_schema(), clients=["codex"])[0].effect == "form-degraded"


def test_clients_that_take_no_forms_are_left_out_unless_asked_about() -> None:
    assert "no-forms" not in {one.effect for one in client_report(Deploy)}
    assert effects(Deploy, "", "cline") == [("cline", "no-forms")]
    assert fields_beyond(Deploy, clients=["Cline"]) == list(Deploy.model_fields)


def test_strict_names_the_fields_that_some_client_cannot_answer() -> None:
    assert fields_beyond(Order, revision="2026-07-28") == ["size", "toppings"]
    assert fields_beyond(Order) == ["size", "toppings", "at"]  # Codex speaks an older revision
    assert fields_beyond(Order, clients=["vscode", "claude-code"]) == []
    assert fields_beyond(schema_with({"type": "string", "maxLength": 2**32})) == ["field"]


def test_a_schema_that_is_not_valid_is_not_reported_on() -> None:
    schema = schema_with({"type": "string", "pattern": "a"})
    for ask in (client_report, lambda said: fields_beyond(said)):
        with pytest.raises(SchemaError, match="keyword-unknown") as caught:
            ask(schema)
        assert [finding.code for finding in caught.value.findings] == ["keyword-unknown"]
        assert caught.value.name == ""
    with pytest.raises(SchemaError):
        client_report(Order.requested_schema(), revision="2025-06-18")
    with pytest.raises(SchemaError, match="root-type"):
        client_report(dict)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_an_error_about_a_schema_stays_short_and_printable() -> None:
    names = {f"a\x1b{number}": {"type": "strin"} for number in range(1_000)}
    with pytest.raises(SchemaError) as caught:
        client_report({"type": "object", "properties": names})
    text = str(caught.value)
    assert len(caught.value.findings) == 1_000
    assert text.count("\n") == 21
    assert text.endswith("  and 980 more")
    assert "\x1b" not in text


def test_an_unknown_client_is_told_with_those_that_are_known() -> None:
    with pytest.raises(
        UnknownClientError, match="a client 'mosaic'; known are inspector"
    ) as caught:
        client_report(Deploy, clients=["mosaic"])
    assert caught.value.clients == tuple(client.id for client in known_clients())
    assert isinstance(caught.value, LookupError)


def test_an_unknown_revision_is_told() -> None:
    for form in (Deploy, Deploy.requested_schema()):
        with pytest.raises(RevisionError):
            client_report(form, revision="2020-01-01")


def test_clients_are_known_with_their_sources() -> None:
    by_name = {client.id: client for client in known_clients()}
    codex = by_name["codex"]
    assert isinstance(codex, Client)
    assert (codex.name, codex.kind, codex.asks) == ("Codex CLI", "app", True)
    assert [(source.how, source.dated) for source in codex.sources] == [
        ("tried", "2026-11-30"),
        ("read", "2026-03 or later"),
    ]
    assert (codex.revision, by_name["zed"].revision, by_name["vscode"].revision) == (
        "2025-06-18",
        None,
        None,
    )
    assert by_name["zed"].sources[0].dated == "2026 or earlier"
    assert FACTS["date"] == clients_date()


@trying
@given(forms())
def test_every_form_can_be_reported_on(form: Any) -> None:
    for revision in form.protocol_revisions():
        schema = form.requested_schema(revision)
        found = client_report(form, revision=revision)
        assert {one.field for one in found} <= {"", *schema["properties"]}
        assert set(fields_beyond(form, revision=revision)) <= set(schema["properties"])


def test_the_facts_say_nothing_of_where_they_were_written() -> None:
    text = FACTS_FILE.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w/])/[a-z]+/|\bidx\b", text)  # no path of a machine, no catalogue


def test_a_profile_that_nobody_has_is_told() -> None:
    wrong: Any = "lax"
    with pytest.raises(ValueError, match="there is no profile 'lax'; write 'strict'"):
        fields_beyond(Deploy, profile=wrong)


def test_an_empty_list_is_no_default_that_a_script_takes_for_false() -> None:
    tags = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "default": []}
    found = client_report(schema_with(tags), clients=["vscode-2025", "vscode-quick-pick"])
    assert "not-shown" not in {one.effect for one in found}
    falsy = client_report(schema_with({"type": "integer", "default": 0}), clients=["vscode-2025"])
    assert "not-shown" in {one.effect for one in falsy}
