"""Linting documents: each rule broken alone, everything that carries a schema, and the lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from elicitform import REVISIONS, RevisionError
from elicitform.schemas import (
    FileReport,
    LintFinding,
    check_schema,
    lint_bytes,
    lint_document,
    lint_file,
)
from elicitform.schemas.lint.codes import MCPDESC, RULES
from tests.support.paths import OFFICIAL_EXAMPLES

OLDEST, _, LATEST = REVISIONS
FORM = {"type": "object", "properties": {"name": {"type": "string"}}}
BAD_FORM = {"type": "object", "properties": {"name": {"type": "text"}}}


def codes(report: FileReport) -> list[str]:
    return [finding.code for finding in report.findings]


def form_of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def declared(**members: Any) -> dict[str, Any]:
    """Return a declaration that keeps every rule, but for these members; None takes one out."""
    whole = {"name": "pick", "mode": "form", "message": "Which?", "requestedSchema": FORM}
    return {key: value for key, value in {**whole, **members}.items() if value is not None}


def described(*declarations: Any, **members: Any) -> dict[str, Any]:
    return {
        "mcpdesc": "0.8.0",
        "info": {"name": "sample", "version": "1"},
        "tools": [
            {"name": "deploy", "inputSchema": {"type": "object"}, "elicitations": [*declarations]}
        ],
        **members,
    }


# --- the rules of a schema --------------------------------------------------------------------

CHOICES = ["a", "b"]
SEVERAL = {"type": "array", "items": {"type": "string", "enum": CHOICES}}
_CONSISTENCY: list[tuple[str, dict[str, Any]]] = [
    ("required-unknown", {**form_of(x={"type": "string"}), "required": ["y"]}),
    ("required-duplicate", {**form_of(x={"type": "string"}), "required": ["x", "x"]}),
    ("enum-names-length", form_of(x={"type": "string", "enum": CHOICES, "enumNames": ["A"]})),
    ("bound-order", form_of(x={"type": "number", "minimum": 2, "maximum": 1})),
    ("length-order", form_of(x={"type": "string", "minLength": 2, "maxLength": 1})),
    ("count-order", form_of(x={**SEVERAL, "minItems": 2, "maxItems": 1})),
    ("count-value", form_of(x={"type": "string", "minLength": 1.5})),
    ("count-value", form_of(x={"type": "string", "maxLength": -1})),
    ("unsatisfiable", form_of(x={**SEVERAL, "minItems": 3})),
    ("unsatisfiable", form_of(x={"type": "string", "format": "email", "maxLength": 2})),
    ("default-type", form_of(x={"type": "boolean", "default": "yes"})),
    ("default-range", form_of(x={"type": "number", "maximum": 1, "default": 2})),
    ("default-length", form_of(x={"type": "string", "maxLength": 1, "default": "ab"})),
    ("default-count", form_of(x={**SEVERAL, "maxItems": 1, "default": CHOICES})),
    ("default-format", form_of(x={"type": "string", "format": "date", "default": "1 May"})),
    ("default-choice", form_of(x={"type": "string", "enum": CHOICES, "default": "c"})),
    ("default-integral", form_of(x={"type": "integer", "default": 1.5})),
    ("integer-magnitude", form_of(x={"type": "integer", "maximum": 2**53})),
    ("properties-empty", form_of()),
    *(("property-name", form_of(**{name: {"type": "string"}})) for name in ["", "1", "__proto__"]),
    ("text-unicode", form_of(x={"type": "string", "title": "\ud800"})),
    ("choices-empty", form_of(x={"type": "string", "enum": []})),
    ("choice-value", form_of(x={"type": "string", "enum": ["a", 1]})),
    ("choice-duplicate", form_of(x={"type": "string", "enum": ["a", "a"]})),
    ("choice-empty", form_of(x={"type": "string", "enum": ["a", ""]})),
    ("title-value", form_of(x={"type": "string", "enum": CHOICES, "enumNames": ["A", ""]})),
    ("title-duplicate", form_of(x={"type": "string", "enum": CHOICES, "enumNames": ["A", "A"]})),
    ("format-unknown", form_of(x={"type": "string", "format": "ipv4"})),
    ("root-keyword", {**form_of(x={"type": "string"}), "title": "Deploy"}),
    ("keyword-unknown", form_of(x={"type": "string", "pattern": "^a$"})),
]


@pytest.mark.parametrize(("code", "schema"), _CONSISTENCY)
def test_a_file_that_breaks_one_rule_is_found_by_its_code(
    code: str, schema: object, tmp_path: Path
) -> None:
    file = tmp_path / "form.json"
    file.write_text(json.dumps(schema, indent=2))
    report = lint_file(file)
    assert codes(report) == [code]
    assert report.schemas == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_is_not_finite_is_found_once(number: str) -> None:
    text = '{"type": "object", "properties": {"x": {"type": "number", "minimum": 0}}}'
    assert codes(lint_bytes(text.replace("0", number).encode())) == ["file-constant"]
    assert codes(lint_bytes(text.replace("0", "1e999").encode())) == ["bound-value"]


HAND_WRITTEN = """\
{
  "type": "object",
  "title": "Deploy",
  "properties": {
    "sku": {
      "type": "string",
      "pattern": "^[A-Z]{3}$"
    },
    "region": {
      "anyOf": [{"type": "string"}, {"type": "null"}]
    },
    "size": {
      "type": "string", "enum": ["s", "m"],
      "default": "xl"
    }
  }
}
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_each_finding_has_the_line_that_it_is_on(ends: str) -> None:
    text = HAND_WRITTEN.replace("\n", ends)
    found = [finding[1:4] for finding in lint_bytes(text.encode()).findings]
    assert found == [
        (3, 3, "root-keyword"),
        (7, 7, "keyword-unknown"),
        (9, 5, "property-type"),
        (14, 7, "default-choice"),
    ]


def test_what_is_not_there_is_placed_at_what_it_is_missing_from() -> None:
    text = '{"message": "x",\n "requestedSchema": {\n "properties": {"a":\n {"type": "array"}}}}'
    found = [(finding[1:3], finding.path) for finding in lint_bytes(text.encode()).findings]
    assert found == [
        ((2, 2), "/requestedSchema/type"),
        ((3, 17), "/requestedSchema/properties/a/items"),
    ]


def test_a_member_of_a_list_has_its_own_place() -> None:
    text = '{"type": "object", "properties": {"a~/b": {"type": "string"}},\n "required": ["a~/b",\n\t"c"]}'
    (finding,) = lint_bytes(text.encode()).findings
    assert finding[1:3] == (3, 2)
    assert finding.path == "/required/1"


def test_columns_count_characters_and_not_bytes() -> None:
    text = '{"type": "object", "properties": {"å𝄞": {"type": "string"}, "b": {"type": "x"}}}'
    (finding,) = lint_bytes(text.encode()).findings
    assert text[finding.column - 1 :].startswith('"type": "x"')


def test_the_last_of_a_repeated_key_is_the_one_that_is_placed() -> None:
    text = '{"type": "object", "properties": {\n"a": {"type": "x"},\n"a": {"type": "y"}}}'
    assert [finding[1:4] for finding in lint_bytes(text.encode()).findings] == [
        (3, 1, "file-duplicate-key"),
        (3, 7, "property-type"),
    ]
    shorter = text.replace('{"type": "y"}', "{}")
    assert [finding[1:4] for finding in lint_bytes(shorter.encode()).findings] == [
        (3, 1, "file-duplicate-key"),
        (3, 1, "property-type"),
    ]


# --- revisions --------------------------------------------------------------------------------


def test_equal_findings_of_several_revisions_are_one() -> None:
    schema = form_of(x={"type": "string", "pattern": "a", "default": "b"})
    assert [
        (finding.code, finding.revisions) for finding in lint_document(schema, "all").findings
    ] == [
        ("keyword-unknown", REVISIONS),
        ("revision-default", (OLDEST,)),
    ]
    assert codes(lint_document(schema)) == ["keyword-unknown"]
    assert codes(lint_document(schema, OLDEST)) == ["keyword-unknown", "revision-default"]


def test_an_unknown_revision_is_refused() -> None:
    with pytest.raises(RevisionError):
        lint_bytes(b"", "2024")
    with pytest.raises(RevisionError):
        lint_document({}, "2024")


def test_the_findings_of_a_schema_are_those_of_check_schema() -> None:
    for _, schema in _CONSISTENCY:
        found = [(f.code, f.severity, f.path, f.message) for f in lint_document(schema).findings]
        assert found == [tuple(finding) for finding in check_schema(schema)]


# --- what carries a schema --------------------------------------------------------------------

_PARAMS = {"message": "Which?", "requestedSchema": BAD_FORM}
_REQUEST = {"method": "elicitation/create", "params": _PARAMS}
_SAMPLE = {"method": "sampling/createMessage", "params": {}}
_RESULT = {"resultType": "input_required", "inputRequests": {"a": _REQUEST, "b": _SAMPLE}}
_AT = "/properties/name/type"
_BAD = declared(requestedSchema=BAD_FORM)
_CARRIERS: list[tuple[object, list[str]]] = [
    (BAD_FORM, [_AT]),
    ([BAD_FORM, 1, None, {"method": "ping"}], [f"/0{_AT}"]),
    (_PARAMS, [f"/requestedSchema{_AT}"]),
    ({**_PARAMS, "mode": "form"}, [f"/requestedSchema{_AT}"]),
    (_REQUEST, [f"/params/requestedSchema{_AT}"]),
    ({"jsonrpc": "2.0", "id": 1, **_REQUEST}, [f"/params/requestedSchema{_AT}"]),
    (_RESULT, [f"/inputRequests/a/params/requestedSchema{_AT}"]),
    ({"inputRequests": {"~/": _REQUEST}}, [f"/inputRequests/~0~1/params/requestedSchema{_AT}"]),
    (
        {"jsonrpc": "2.0", "id": 1, "result": _RESULT},
        [f"/result/inputRequests/a/params/requestedSchema{_AT}"],
    ),
    (_BAD, [f"/requestedSchema{_AT}"]),
    ([_BAD, declared(name="other")], [f"/0/requestedSchema{_AT}"]),
    (described(_BAD), [f"/tools/0/elicitations/0/requestedSchema{_AT}"]),
    ({"elicitations": [_BAD]}, [f"/elicitations/0/requestedSchema{_AT}"]),
    *(
        (
            {kind: [{}, None, {"elicitations": [_BAD]}]},
            [f"/{kind}/2/elicitations/0/requestedSchema{_AT}"],
        )
        for kind in ("tools", "prompts", "resources", "resourceTemplates")
    ),
    ({"Deploy": FORM, "Ticket": BAD_FORM}, [f"/Ticket{_AT}"]),
    ({OLDEST: {"Deploy": FORM}, LATEST: {"Ticket": BAD_FORM}}, [f"/{LATEST}/Ticket{_AT}"]),
    ({"type": "Object", "properties": {"a": {"type": "string"}}}, ["/type"]),
    ({"properties": {"name": {"type": "text"}}}, ["/type", _AT]),
]


@pytest.mark.parametrize(("document", "paths"), _CARRIERS)
def test_a_schema_is_found_wherever_it_is(document: object, paths: list[str]) -> None:
    report = lint_document(document)
    assert [finding.path for finding in report.findings] == paths
    assert report.schemas
    placed = lint_bytes(json.dumps(document, indent=1).encode())
    assert sorted(finding.path for finding in placed.findings) == sorted(paths)


@pytest.mark.parametrize(
    "document",
    [
        None,
        3,
        "requestedSchema",
        [],
        {},
        {"type": "string", "minLength": 1},
        {"type": "array", "items": {"type": "string", "enum": ["a"]}},
        {"action": "accept", "content": {"name": "a"}},
        {"method": "tools/list", "params": {"requestedSchema": BAD_FORM}},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "a", "inputSchema": BAD_FORM}]}},
        {"tools": [{"name": "a", "inputSchema": BAD_FORM}]},
        {"mcpdesc": "0.8.0", "tools": "none"},
        {"resultType": "input_required", "requestState": "x"},
        {"type": "Feature", "properties": {"name": "a"}, "geometry": None},
        {"properties": {"name": "a"}},
        {OLDEST: {"Deploy": FORM}, "2024-11-05": {"Deploy": FORM}},
        {OLDEST: FORM, "about": "forms"},
    ],
)
def test_what_holds_no_elicitation_is_left_alone(document: object) -> None:
    report = lint_document(document, "all")
    assert report.findings == []
    assert report.is_without_elicitation


def test_what_names_its_revision_is_checked_by_that() -> None:
    older_only = {"type": "object", "properties": {"x": {"type": "string", "default": "a"}}}
    result = {
        "inputRequests": {"a": {**_REQUEST, "params": {**_PARAMS, "requestedSchema": older_only}}}
    }
    assert lint_document(result, OLDEST).findings == []
    by_revision = {OLDEST: {"A": older_only}, LATEST: {"A": older_only}}
    assert [finding.path for finding in lint_document(by_revision, LATEST).findings] == [
        f"/{OLDEST}/A/properties/x/default"
    ]
    declaration = declared(requestedSchema=older_only)
    assert codes(lint_document(declaration)) == ["revision-default"]
    assert codes(lint_document({**declaration, "protocolVersions": [LATEST]}, OLDEST)) == []


def test_a_declaration_inherits_the_revisions_of_what_holds_it() -> None:
    newer = declared(requestedSchema=form_of(x={"type": "string", "default": "a"}))
    assert codes(lint_document(described(newer))) == ["revision-default"]
    assert codes(lint_document(described(newer, protocolVersions=[LATEST]))) == []
    document = described(newer)
    document["tools"][0]["protocolVersions"] = [LATEST]
    assert codes(lint_document(document)) == []
    document["tools"][0]["elicitations"][0] = {**newer, "protocolVersions": [OLDEST]}
    assert codes(lint_document(document)) == ["declaration-scope", "revision-default"]


@pytest.mark.parametrize(
    "sample", sorted(OFFICIAL_EXAMPLES.rglob("*.json")), ids=lambda path: path.name
)
def test_the_samples_of_the_protocol_are_clean(sample: Path) -> None:
    report = lint_file(sample)
    assert report.findings == []
    carries = sample.parent.name in {"ElicitRequest", "ElicitRequestFormParams"} or (
        sample.name == "input-required-result-with-elicitation-and-sampling-and-request-state.json"
    )
    assert report.schemas == carries
    assert report.is_without_elicitation is not carries


def test_each_member_of_a_list_is_judged_by_itself() -> None:
    assert [
        finding.path for finding in lint_document([declared(), _REQUEST, _PARAMS]).findings
    ] == [
        f"/1/params/requestedSchema{_AT}",
        f"/2/requestedSchema{_AT}",
    ]
    assert codes(lint_document([declared(), declared()])) == ["declaration-name-duplicate"]


def test_a_component_is_looked_up_in_its_own_description_and_checked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked: list[str] = []

    def counted(schema: object, revision: str) -> Any:
        checked.append(revision)
        return check_schema(schema, revision)

    monkeypatch.setattr("elicitform.schemas.lint.judge.check_schema", counted)
    reference = {"$componentRef": "#/components/schemas/Form"}
    many = [declared(name=f"n{at}", requestedSchema=reference) for at in range(30)]
    good, bad = described(*many), described(*many)
    good["components"] = {"schemas": {"Form": FORM}}
    bad["components"] = {"schemas": {"Form": BAD_FORM}}
    report = lint_document([good, bad])
    assert [finding.path for finding in report.findings] == [f"/1/components/schemas/Form{_AT}"]
    assert (report.schemas, report.unresolved, len(checked)) == (2, 0, 2 * len(REVISIONS))


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"type": "string"}, "b": "text"}, "required": ["a"]},
        {"type": ["object", "null"], "properties": {"a": {"type": "string"}}},
    ],
)
def test_a_schema_that_is_hardly_one_is_not_passed_over(schema: object) -> None:
    assert "root-type" in codes(lint_document(schema))


# --- requests ---------------------------------------------------------------------------------


def params(**members: Any) -> dict[str, Any]:
    return {"message": "x", "requestedSchema": FORM, **members}


_PARAMS_RULES: list[tuple[str, dict[str, Any], str]] = [
    ("message-missing", {"requestedSchema": FORM}, ""),
    ("message-missing", params(message=3), "/message"),
    ("message-empty", params(message=" "), "/message"),
    ("text-unicode", params(message="\udc00"), "/message"),
    ("url-in-text", params(message="See https://x.test"), "/message"),
    ("mode-unknown", params(mode="web"), "/mode"),
    ("mode-unknown", params(mode=["form"]), "/mode"),
    ("mode-member", params(mode="form", url="a:b"), "/url"),
    ("mode-member", params(mode="url", url="a:b"), "/requestedSchema"),
    ("schema-missing", {"message": "x", "mode": "form"}, ""),
]


@pytest.mark.parametrize(("code", "wrong", "path"), _PARAMS_RULES)
def test_a_request_keeps_its_own_rules(code: str, wrong: dict[str, Any], path: str) -> None:
    assert [(f.code, f.path) for f in lint_document(wrong).findings] == [(code, path)]
    request = {"method": "elicitation/create", "params": wrong}
    assert [(f.code, f.path) for f in lint_document(request).findings] == [(code, f"/params{path}")]


@pytest.mark.parametrize("wrong", [None, [], "x"])
def test_a_request_has_params(wrong: object) -> None:
    request = {"method": "elicitation/create", "params": wrong}
    for document in (request, {"inputRequests": {"a": request}}, {"inputRequests": [request]}):
        assert codes(lint_document(document)) == ["request-params"]


def test_there_is_no_mode_at_first() -> None:
    assert codes(lint_document(params(mode="form"), OLDEST)) == ["revision-mode"]
    assert lint_document(params(mode="form")).findings == []


def test_url_mode_has_no_form_to_check() -> None:
    by_url = {"message": "x", "mode": "url", "url": "https://x.test", "elicitationId": "1"}
    report = lint_document(by_url)
    assert report.findings == []
    assert (report.schemas, report.url_modes) == (0, 1)
    assert not report.is_without_elicitation


# --- declarations -----------------------------------------------------------------------------

_DECLARATION_RULES: list[tuple[str, dict[str, Any], str]] = [
    ("declaration-name", declared(name=None, when="Always."), ""),
    ("declaration-name", declared(name="a b"), "/name"),
    ("declaration-name", declared(name="a\n"), "/name"),
    ("declaration-name", declared(name=""), "/name"),
    ("declaration-name", declared(name=3), "/name"),
    ("mode-unknown", declared(mode=None), ""),
    ("mode-unknown", declared(mode="ask"), "/mode"),
    ("mode-unknown", declared(mode="ask", requestedSchema=None), "/mode"),
    ("mode-member", declared(url="https://x.test"), "/url"),
    ("message-missing", declared(message=None), ""),
    ("message-empty", declared(message=""), "/message"),
    ("schema-missing", declared(requestedSchema=None), ""),
    ("declaration-text", declared(when=""), "/when"),
    ("declaration-text", declared(onDecline=[]), "/onDecline"),
    ("declaration-text", declared(onCancel=" "), "/onCancel"),
    ("declaration-keyword", declared(title="A"), "/title"),
    ("declaration-versions", declared(protocolVersions=[]), "/protocolVersions"),
    ("declaration-versions", declared(protocolVersions=LATEST), "/protocolVersions"),
    ("declaration-versions", declared(protocolVersions=[LATEST, "2027"]), "/protocolVersions/1"),
    ("declaration-versions", declared(protocolVersions=[LATEST, {}]), "/protocolVersions/1"),
    ("declaration-versions", declared(protocolVersions=[LATEST] * 2), "/protocolVersions/1"),
    (
        "declaration-versions-early",
        declared(protocolVersions=["2025-03-26"]),
        "/protocolVersions/0",
    ),
    (
        "declaration-url",
        declared(mode="url", url="here", requestedSchema=None, protocolVersions=[LATEST]),
        "/url",
    ),
    ("revision-url-mode", declared(mode="url", requestedSchema=None), "/mode"),
]


@pytest.mark.parametrize(("code", "declaration", "path"), _DECLARATION_RULES)
def test_a_declaration_keeps_its_own_rules(
    code: str, declaration: dict[str, Any], path: str
) -> None:
    at = "/tools/0/elicitations/0"
    found = lint_document(described(declaration)).findings
    assert [(f.code, f.path) for f in found] == [(code, at + path)]


def test_a_declaration_that_keeps_every_rule_is_clean() -> None:
    texts = {"when": "Seldom.", "onDecline": "Nothing.", "onCancel": "Nothing.", "x-owner": 3}
    form = declared(**texts, protocolVersions=[*REVISIONS])
    by_url = declared(name="log.in", mode="url", requestedSchema=None, protocolVersions=[LATEST])
    report = lint_document(
        described(form, by_url, {**by_url, "name": "b", "url": "https://x.test"})
    )
    assert report.findings == []
    assert (report.schemas, report.url_modes) == (1, 2)


def test_names_are_declared_once_in_a_primitive() -> None:
    twice = [declared(), declared(name="b"), declared()]
    for document, at in ((twice, ""), (described(*twice), "/tools/0/elicitations")):
        (finding,) = lint_document(document).findings
        assert (finding.code, finding.path) == ("declaration-name-duplicate", f"{at}/2/name")
    two = [{"elicitations": [declared()]}, {"elicitations": [declared()]}]
    assert lint_document({"tools": two}).findings == []


@pytest.mark.parametrize("declarations", [[], {}, None, "pick"])
def test_declarations_are_a_list(declarations: object) -> None:
    document = {"tools": [{"elicitations": declarations}]}
    assert codes(lint_document(document)) == ["declaration-list"]


def test_a_declaration_is_an_object() -> None:
    assert codes(lint_document(described(declared(), "pick"))) == ["declaration-type"]


# --- references to components -----------------------------------------------------------------


def referring(to: object, **schemas: Any) -> dict[str, Any]:
    declaration = declared(requestedSchema={"$componentRef": to})
    return described(declaration, components={"schemas": schemas})


def test_a_reference_is_followed_to_its_schema() -> None:
    alias = {"$componentRef": "#/components/schemas/Real"}
    (finding,) = lint_document(
        referring("#/components/schemas/Alias", Alias=alias, Real=BAD_FORM)
    ).findings
    assert finding.path == f"/components/schemas/Real{_AT}"


def test_two_references_to_one_schema_find_its_faults_once() -> None:
    document = referring("#/components/schemas/Form", Form=BAD_FORM)
    first = document["tools"][0]["elicitations"][0]
    document["tools"][0]["elicitations"].append({**first, "name": "again"})
    report = lint_document(document)
    assert len(report.findings) == report.schemas == 1


@pytest.mark.parametrize(
    "to", [3, "", "#/components/schemas/Other", "#/tools/0", "#/components/schemas/A/x"]
)
def test_a_reference_leads_to_a_schema(to: object) -> None:
    (finding,) = lint_document(referring(to, A=3)).findings
    assert finding.code == "declaration-reference"
    assert finding.path == "/tools/0/elicitations/0/requestedSchema/$componentRef"


def test_a_reference_in_a_circle_is_found() -> None:
    alias = {"$componentRef": "#/components/schemas/Alias"}
    assert codes(lint_document(referring("#/components/schemas/Alias", Alias=alias))) == [
        "declaration-reference"
    ]


def test_a_reference_out_of_a_lone_declaration_is_not_judged() -> None:
    declaration = declared(requestedSchema={"$componentRef": "#/components/schemas/Form"})
    report = lint_document(declaration)
    assert (report.findings, report.schemas, report.unresolved) == ([], 0, 1)
    assert not report.is_without_elicitation


# --- codes ------------------------------------------------------------------------------------


def test_every_code_of_a_finding_is_listed_with_its_severity() -> None:
    documents: list[object] = [schema for _, schema in _CONSISTENCY]
    documents += [wrong for _, wrong, _ in _PARAMS_RULES]
    documents += [described(declaration) for _, declaration, _ in _DECLARATION_RULES]
    for document in documents:
        for finding in lint_document(document, "all").findings:
            assert RULES[finding.code].severity == finding.severity
    assert RULES.keys() >= MCPDESC.keys()


def test_the_consistency_rule_of_mcp_description_is_named() -> None:
    rule = "mcpdesc.elicitation.form-schema.consistency"
    assert {code for code, named in MCPDESC.items() if named == rule} == {
        "required-unknown",
        "enum-names-length",
        "default-choice",
        "length-order",
        "bound-order",
        "count-order",
    }


def test_a_finding_says_where_it_is() -> None:
    (finding,) = lint_bytes(json.dumps(BAD_FORM).encode(), file="a.json").findings
    assert isinstance(finding, LintFinding)
    assert (finding.file, finding.line, finding.revisions) == ("a.json", 1, (LATEST,))
