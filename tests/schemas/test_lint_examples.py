"""Examples of an MCP Description, and what they require of clients: each rule broken alone."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from elicitform import REVISIONS
from elicitform.schemas.lint.codes import MCPDESC, RULES
from elicitform.schemas.lint.contents import content_findings
from elicitform.schemas.lint.report import lint_bytes, lint_document
from tests.support.judges import format_checker, is_left_out
from tests.support.strategies import any_content, forms
from tests.support.trying import trying

Json = dict[str, Any]

FORM: Json = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}, "count": {"type": "integer", "maximum": 9}},
    "required": ["ok"],
}
_AT = "/tools/0/interactionExamples/shown/steps/0"


def asked(**members: Any) -> Json:
    """Return the request of a step, but for these members; None takes one out."""
    whole = {"mode": "form", "message": "Sure?", "requestedSchema": FORM}
    return {key: value for key, value in {**whole, **members}.items() if value is not None}


def by_url(**members: Any) -> Json:
    whole = {"mode": "url", "requestedSchema": None, "url": "https://example.com/a"}
    return asked(**{**whole, **members})


def stepped(**members: Any) -> Json:
    """Return a step of an example that keeps every rule, but for these members."""
    accepted = {"action": "accept", "content": {"ok": True, "count": 3}}
    whole = {"type": "elicitation", "declaration": "sure", "request": asked(), "response": accepted}
    return {key: value for key, value in {**whole, **members}.items() if value is not None}


def described(*steps: Any, versions: Any = (*REVISIONS[1:],), **members: Any) -> Json:
    """Return a description of one tool, which declares a form and a URL, and has an example."""
    tool = {
        "name": "ship",
        "inputSchema": {"type": "object"},
        "elicitations": [
            {"name": "sure", **asked()},
            {"name": "go", **by_url(), "protocolVersions": [REVISIONS[1]]},
        ],
        "interactionExamples": {"shown": {"input": {}, "steps": [*steps], "result": {}}},
        **members,
    }
    return {
        "mcpdesc": "0.8.0",
        "protocolVersions": [*versions],
        "tools": [{key: value for key, value in tool.items() if value is not None}],
    }


def found_in(document: object) -> list[tuple[str, str]]:
    return [(finding.code, finding.path) for finding in lint_document(document).findings]


def shown(**members: Any) -> Json:
    """Return a description whose example has one step."""
    return described(stepped(**members))


def answered(action: str = "accept", **content: Any) -> Json:
    """Return a description whose example has a form answered like this."""
    return shown(response={"action": action, **content})


URL_STEP = {"declaration": "go", "request": by_url(), "response": {"action": "accept"}}

NOTHING_WRONG = {
    "an accepted form": shown(),
    "a declined form": answered("decline"),
    "a cancelled form": answered("cancel"),
    "an accepted URL": shown(**URL_STEP),
    "no declaration": shown(declaration=None),
    "no answer to what may be left open": answered(content={"ok": False}),
    "a key that no property has": answered(content={"ok": False, "more": 1}),
    "any URL where the declaration has none": described(
        stepped(**URL_STEP), elicitations=[{"name": "go", **by_url(url=None)}]
    ),
    "other steps": described({"type": "roots", "request": {}}, {"type": "sampling"}, "?", None),
    "no steps": described(interactionExamples={"shown": {"steps": "?"}, "other": [], "more": {}}),
    "no examples": described(interactionExamples=["?"]),
    "form required": described(stepped(), clientRequirements={"elicitation": {"form": {}}}),
    "elicitation required": described(stepped(), clientRequirements={"elicitation": {}}),
    "URL mode required": described(
        stepped(**URL_STEP), clientRequirements={"elicitation": {"url": {}}}
    ),
    "other requirements": described(clientRequirements={"roots": {"listChanged": 3}}),
    "requirements that are none": described(stepped(), clientRequirements="elicitation"),
    "members before they were named": described(
        versions=[REVISIONS[0]],
        elicitations=[{"name": "sure", **asked()}],
        clientRequirements={"elicitation": {"later": 1}},
    ),
    "examples without declarations": described(
        stepped(declaration=None), elicitations=None, interactionExamples={"shown": {"steps": []}}
    ),
}


@pytest.mark.parametrize("name", NOTHING_WRONG)
def test_what_keeps_the_rules_has_no_findings(name: str) -> None:
    assert found_in(NOTHING_WRONG[name]) == []


OTHER = {**FORM, "required": ["ok", "count"]}
UNKNOWN = asked(requestedSchema={**FORM, "required": ["ok", "no"]})
DECLINED = {"action": "decline"}

NEEDED: list[tuple[Json, Json]] = [(URL_STEP, {}), (URL_STEP, {"form": {}}), ({}, {"url": {}})]
BROKEN: list[tuple[str, str, Json]] = [
    ("request-params", "", shown(request=None, declaration=None)),
    ("request-params", "", shown(request="?", declaration=None)),
    ("mode-unknown", "/request", shown(request=asked(mode=None), declaration=None)),
    ("message-empty", "/request/message", shown(request=asked(message=" "))),
    ("mode-member", "/request/url", shown(request=asked(url="https://a.example"))),
    ("example-reference", "/declaration", shown(declaration="Sure")),
    ("example-reference", "/declaration", shown(declaration=7)),
    ("example-reference", "/declaration", described(stepped(), elicitations=None)),
    ("example-declaration", "/request/mode", shown(**{**URL_STEP, "declaration": "sure"})),
    (
        "example-declaration",
        "/request/requestedSchema",
        shown(request=asked(requestedSchema=OTHER)),
    ),
    (
        "example-declaration",
        "/request/url",
        shown(**{**URL_STEP, "request": by_url(url="https://b.example")}),
    ),
    ("example-response", "", shown(response=None)),
    ("example-response", "", shown(response=["accept"])),
    ("example-response", "/response", shown(response={"content": {}})),
    ("example-response", "/response/action", answered("ok")),
    ("example-response", "/response", answered()),
    ("example-response", "/response/content", answered("decline", content={"ok": True})),
    ("example-response", "/response/content", answered("cancel", content={"ok": True})),
    (
        "example-response",
        "/response/content",
        shown(**{**URL_STEP, "response": {"action": "accept", "content": {}}}),
    ),
    ("example-content", "/response/content", answered(content=None)),
    ("example-content", "/response/content", answered(content=["ok"])),
    ("example-content", "/response/content", answered(content={"count": 3})),
    ("example-content", "/response/content/ok", answered(content={"ok": "yes"})),
    ("example-content", "/response/content/ok", answered(content={"ok": None})),
    ("example-content", "/response/content/count", answered(content={"ok": True, "count": 10})),
    ("example-content", "/response/content/count", answered(content={"ok": True, "count": "3"})),
    (
        "required-unknown",
        "/request/requestedSchema/required/1",
        shown(declaration=None, request=UNKNOWN, response=DECLINED),
    ),
    ("requirement-missing", "/type", described(stepped(), clientRequirements={"roots": {}})),
    *(
        (
            "requirement-missing",
            "/request/mode",
            described(stepped(**step), clientRequirements={"elicitation": required}),
        )
        for step, required in NEEDED
    ),
]


@pytest.mark.parametrize(("code", "path", "document"), BROKEN)
def test_a_rule_of_examples_is_found_where_it_is_broken(
    code: str, path: str, document: Json
) -> None:
    assert found_in(document) == [(code, f"{_AT}{path}")]
    (finding,) = lint_document(document).findings
    assert finding.severity == RULES[code].severity
    assert finding.message.isprintable()


ELICITATION = "/tools/0/clientRequirements/elicitation"

REQUIREMENTS: list[tuple[str, str, object]] = [
    ("requirement-value", "", []),
    ("requirement-value", "", True),
    ("requirement-value", "", None),
    ("requirement-value", "/form", {"form": True}),
    ("requirement-value", "/url", {"form": {}, "url": []}),
    ("requirement-revision", "/any", {"any": {}}),
    ("requirement-revision", "/a~1b", {"form": {}, "a/b": {}}),
]


@pytest.mark.parametrize(("code", "path", "required"), REQUIREMENTS)
def test_a_requirement_that_is_wrong_is_found(code: str, path: str, required: object) -> None:
    document = described(clientRequirements={"elicitation": required})
    assert found_in(document) == [(code, ELICITATION + path)]


@pytest.mark.parametrize("kind", ["tools", "prompts", "resources", "resourceTemplates"])
def test_requirements_are_checked_in_each_kind_of_primitive(kind: str) -> None:
    primitive = {"name": "ship", "clientRequirements": {"elicitation": []}}
    document = {"mcpdesc": "0.8.0", "protocolVersions": ["2026-07-28"], kind: ["?", primitive]}
    path = f"/{kind}/1/clientRequirements/elicitation"
    assert found_in(document) == [("requirement-value", path)]
    alone = {**primitive, "elicitations": [{"name": "sure", **asked()}]}
    assert found_in(alone) == [("requirement-value", "/clientRequirements/elicitation")]


# --- revisions --------------------------------------------------------------------------------


def test_url_mode_in_an_example_needs_a_revision_that_has_it() -> None:
    document = described(stepped(**URL_STEP), protocolVersions=[*REVISIONS[:2]], versions=REVISIONS)
    (finding,) = lint_document(document).findings
    assert (finding.code, finding.path) == ("example-revision", f"{_AT}/request/mode")
    assert finding.revisions == REVISIONS[:1]


@pytest.mark.parametrize("early", ["2024-11-05", "2025-03-26"])
def test_revisions_without_elicitation_have_neither_examples_nor_requirements(early: str) -> None:
    document = described(
        stepped(),
        versions=[early, REVISIONS[2]],
        elicitations=[{"name": "sure", **asked()}],
        clientRequirements={"elicitation": {}},
    )
    assert found_in(document) == [
        ("requirement-revision", ELICITATION),
        ("example-revision", f"{_AT}/type"),
    ]
    scoped = copy.deepcopy(document)
    scoped["tools"][0]["protocolVersions"] = [REVISIONS[2]]
    assert found_in(scoped) == []


def test_a_schema_is_judged_in_its_declaration_and_not_again_in_the_example() -> None:
    document = described(
        stepped(request=UNKNOWN, response=DECLINED), elicitations=[{"name": "sure", **UNKNOWN}]
    )
    assert found_in(document) == [
        ("required-unknown", "/tools/0/elicitations/0/requestedSchema/required/1")
    ]


# --- as MCP Description calls it --------------------------------------------------------------


def test_every_rule_has_the_name_that_mcp_description_gives_it() -> None:
    codes = {code for code in RULES if code.startswith(("example-", "requirement-"))}
    assert codes <= MCPDESC.keys()
    assert {MCPDESC[code] for code in codes} == {
        "client-requirement-version-mismatch",
        "interaction-example-client-requirements-contradiction",
        "interaction-example-elicitation-content-schema-mismatch",
        "interaction-example-elicitation-declaration-mismatch",
        "interaction-example-elicitation-response-mismatch",
        "interaction-example-version-mismatch",
        "invalid-client-requirement-value",
        "unknown-elicitation-declaration",
    }


def test_an_example_with_all_of_it_wrong_gets_every_name() -> None:
    accepted = {"action": "accept", "content": {"ok": True}}
    text = {"type": "object", "properties": {"ok": {"type": "string"}}}
    document = described(
        stepped(declaration="missing", request=by_url(), response=accepted),
        stepped(request=asked(requestedSchema=text), response=accepted),
        versions=[REVISIONS[0]],
        elicitations=[{"name": "sure", **asked()}],
        clientRequirements={"sampling": {}},
    )
    names = {MCPDESC[finding.code] for finding in lint_document(document).findings}
    assert names == {
        "interaction-example-client-requirements-contradiction",
        "interaction-example-elicitation-content-schema-mismatch",
        "interaction-example-elicitation-declaration-mismatch",
        "interaction-example-elicitation-response-mismatch",
        "interaction-example-version-mismatch",
        "unknown-elicitation-declaration",
    }


def test_a_finding_in_an_example_has_its_line() -> None:
    text = """{
  "mcpdesc": "0.8.0",
  "protocolVersions": ["2026-07-28"],
  "tools": [{"interactionExamples": {"shown": {"steps": [
    {"type": "elicitation",
     "request": {"mode": "form", "message": "Sure?", "requestedSchema": {
       "type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}},
     "response": {"action": "accept",
       "content": {"ok": "yes"}}}]}}}]
}"""
    (finding,) = lint_bytes(text.encode()).findings
    assert (finding.line, finding.column) == (9, 20)


# --- contents ---------------------------------------------------------------------------------


TITLED = [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]
SEVERAL = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}
ANSWERS: list[tuple[Json, list[Any], list[Any]]] = [
    ({"type": "string", "minLength": 2, "maxLength": 3}, ["ab", "abc"], ["a", "abcd", 1, None]),
    ({"type": "string", "format": "date"}, ["2026-01-31"], ["2026-02-30", ""]),
    ({"type": "number", "minimum": 0.5, "maximum": 1}, [0.5, 1, 1.0], [0.4, 2, "1", True]),
    ({"type": "integer", "minimum": 0, "maximum": 2.5}, [0, 2, 1.0], [-1, 3, 1.5, True]),
    ({"type": "boolean"}, [True, False], ["true", 0, None]),
    ({"type": "string", "enum": ["a", "b"]}, ["a"], ["A", "", ["a"]]),
    ({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}, ["a"], ["A"]),
    ({"type": "string", "oneOf": TITLED}, ["b"], ["B", 1]),
    ({**SEVERAL, "minItems": 1, "maxItems": 1}, [["a"]], [[], ["a", "b"], ["c"], "a", ["a", "a"]]),
    ({"type": "array", "items": {"anyOf": TITLED}}, [[], ["b", "a"]], [["A"], [1], {}]),
]


@pytest.mark.parametrize(("definition", "right", "wrong"), ANSWERS)
def test_an_answer_of_each_kind_is_checked_by_its_property(
    definition: Json, right: list[Any], wrong: list[Any]
) -> None:
    schema = {"type": "object", "properties": {"x": definition}}
    for answer in right:
        assert list(content_findings(schema, {"x": answer})) == []
    for answer in wrong:
        (finding,) = content_findings(schema, {"x": answer})
        assert (finding.code, finding.path) == ("example-content", "/x")


def test_schemas_too_deep_to_be_compared_are_not_the_same() -> None:
    def deep() -> Json:
        schema: Json = {}
        for _ in range(100_000):
            schema = {"properties": schema}
        return schema

    declaration = {"name": "sure", **asked(requestedSchema=deep())}
    step = stepped(request=asked(requestedSchema=deep()), response=DECLINED)
    found = found_in(described(step, elicitations=[declaration]))
    assert ("example-declaration", f"{_AT}/request/requestedSchema") in found


@trying
@given(st.data())
def test_a_content_is_found_wrong_just_where_json_schema_refuses_it(data: st.DataObject) -> None:
    form = data.draw(forms())
    schema, content = form.requested_schema(), data.draw(any_content(form))
    validator = Draft202012Validator(schema, format_checker=format_checker())
    answered = [name for name in schema["properties"] if name in content]
    right = validator.is_valid(content) and not any(
        is_left_out(schema["properties"][name], content[name]) for name in answered
    )
    assert (list(content_findings(schema, content)) == []) == right


@pytest.mark.parametrize("schema", [None, [], {}, {"properties": 1, "required": 1}])
def test_a_content_is_not_checked_by_what_is_no_schema(schema: object) -> None:
    assert list(content_findings(schema, {"ok": 1})) == []


def test_a_property_that_is_wrong_takes_nothing_and_the_others_do() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "int"}, "1": {"type": "integer"}, "b": {"type": "boolean"}},
        "required": ["b", 3, "c"],
    }
    found = list(content_findings(schema, {"a": "x", "1": "x", "b": "x"}))
    assert [finding.path for finding in found] == ["", "/1", "/b"]


_KEYS = ["mode", "url", "message", "requestedSchema", "action", "content", "form", "steps"]
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["form", "url", "accept", "sure"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=3)
    ),
    max_leaves=6,
)


@trying
@given(_JSON, _JSON, _JSON, _JSON, _JSON, _JSON)
def test_any_json_in_an_example_is_linted_without_an_error(
    request: Any, response: Any, declaration: Any, requirements: Any, versions: Any, steps: Any
) -> None:
    step = {"type": "elicitation", "request": request, "response": response}
    document = described({**step, "declaration": declaration}, clientRequirements=requirements)
    document["tools"][0]["protocolVersions"] = versions
    document["tools"][0]["elicitations"] = [declaration, request]
    document["tools"].append({"interactionExamples": {"a": {"steps": steps}, "b": steps}})
    for finding in lint_document(document).findings:
        assert finding.message.isprintable()
