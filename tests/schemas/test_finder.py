"""What in a document concerns elicitation: found where it is, by its name, and nothing else is."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from elicitform import REVISIONS
from elicitform.schemas import lint_bytes, lint_document
from elicitform.schemas.documents.finder import PRIMITIVES, Found, What, found_in

OLDEST, MIDDLE, LATEST = REVISIONS
FORM = {"type": "object", "properties": {"name": {"type": "string"}}}
PARAMS = {"message": "Who?", "requestedSchema": FORM}
REQUEST = {"method": "elicitation/create", "params": PARAMS}
DECLARED = {"name": "ask", "mode": "form", **PARAMS}
URL = {"message": "Where?", "mode": "url", "url": "https://x.test"}


def found(document: object, *whats: What) -> list[Found]:
    return [one for one in found_in(document, (MIDDLE,)) if one.what in whats]


def schemas(document: object) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the name, the place and the revisions of each schema in a document."""
    return [(one.name, one.at, one.revisions) for one in found(document, "schema")]


def faults(document: object, revision: str = LATEST) -> list[tuple[str, str]]:
    return [(one.code, one.path) for one in lint_document(document, revision).findings]


# --- what is found, and what it is called -----------------------------------------------------


def test_a_schema_is_named_by_what_holds_it() -> None:
    asked = (MIDDLE,)
    assert schemas(FORM) == [("", "", asked)]
    assert schemas(PARAMS) == [("", "/requestedSchema", asked)]
    assert schemas(REQUEST) == [("", "/params/requestedSchema", asked)]
    assert schemas({"A": FORM, "B": FORM}) == [("A", "/A", asked), ("B", "/B", asked)]
    assert schemas({OLDEST: {"A": FORM}, LATEST: {"B/~": FORM}}) == [
        ("A", f"/{OLDEST}/A", (OLDEST,)),
        ("B/~", f"/{LATEST}/B~1~0", (LATEST,)),
    ]
    assert [one.below for one in found({OLDEST: {"A": FORM}}, "schema")] == [OLDEST]
    result = {"inputRequests": {"who": REQUEST}}
    at = "/inputRequests/who/params/requestedSchema"
    assert schemas(result) == [("who", at, (LATEST,))]
    assert schemas({"result": result}) == [("who", f"/result{at}", (LATEST,))]
    assert schemas([DECLARED, FORM]) == [
        ("ask", "/0/requestedSchema", REVISIONS),
        ("", "/1", asked),
    ]


@pytest.mark.parametrize("kind", PRIMITIVES)
def test_a_declaration_is_known_with_what_declares_it(kind: str) -> None:
    described = {"mcpdesc": "0.9.0", kind: [{"name": "deploy", "elicitations": [DECLARED]}]}
    (one,) = found(described, "schema")
    assert (one.name, one.holder) == ("ask", "deploy")
    assert one.at == f"/{kind}/0/elicitations/0/requestedSchema"
    for nameless in ({"elicitations": [DECLARED]}, {"name": 3, "elicitations": [DECLARED]}):
        (one,) = found({kind: [None, {}, nameless]}, "schema")
        assert (one.name, one.holder) == ("ask", "")


@pytest.mark.parametrize(
    ("declaration", "name", "revisions"),
    [
        ({"name": "ask"}, "ask", REVISIONS),
        ({"name": "ask", "protocolVersions": [LATEST, OLDEST]}, "ask", (OLDEST, LATEST)),
        ({"name": f"ask-{OLDEST}", "protocolVersions": [OLDEST]}, "ask", (OLDEST,)),
        ({"name": f"ask-{MIDDLE}", "protocolVersions": [OLDEST, MIDDLE]}, "ask", (OLDEST, MIDDLE)),
        ({"name": f"ask-{OLDEST}", "protocolVersions": [OLDEST, MIDDLE]}, f"ask-{OLDEST}", (OLDEST, MIDDLE)),
        ({"name": f"ask-{OLDEST}"}, f"ask-{OLDEST}", REVISIONS),
        ({"name": "ask", "protocolVersions": []}, "ask", (LATEST,)),
        ({"name": "ask", "protocolVersions": OLDEST}, "ask", (LATEST,)),
        ({"name": ["ask"]}, "", REVISIONS),
        ({"when": "Always."}, "", REVISIONS),
        ({"protocolVersions": ["2024-11-05", OLDEST]}, "", (OLDEST,)),
    ],
)  # fmt: skip
def test_a_declaration_names_its_form_and_its_revisions(
    declaration: dict[str, Any], name: str, revisions: tuple[str, ...]
) -> None:
    assert schemas({**PARAMS, **declaration}) == [(name, "/requestedSchema", revisions)]


def test_everything_that_can_be_found_is() -> None:
    document: list[Any] = [REQUEST, DECLARED, URL, {"elicitations": [DECLARED], "clientRequirements": {}}, {"inputRequests": []}, {**DECLARED, "requestedSchema": {"$componentRef": "#/"}}]  # fmt: skip
    assert {one.what for one in found_in(document, REVISIONS)} == set(get_args(What))


# --- what is recognised -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "document",
    [
        {"message": "hello"},
        {"mode": "form"},
        {"mode": "dark", "title": "x"},
        {"message": "hello", "properties": {"a": 1}},
        {"resultType": "input_required"},
        {"resultType": "input_required", "structuredContent": 1, **FORM, "title": "x"},
        {"resultType": "complete", "content": []},
        {"result": {"resultType": "complete"}},
        {"result": [REQUEST]},
        {"method": "ping"},
        {"method": "notifications/elicitation/complete", "params": {"elicitationId": "1"}},
        {"method": "elicit", "params": {"name": "x"}},
        {"method": None, "params": PARAMS},
        {"method": "tools/list", **PARAMS},
        {"method": "tools/call", "params": {"arguments": FORM}},
        {"params": {"message": "hello"}},
        {"name": "x", "when": "now"},
        {"name": "x", "message": "hello"},
        {"mcpdesc": "0.8.0"},
        {"mcpdesc": "0.8.0", "type": "object", "properties": {"name": {"type": "text"}}},
        {"mcpdesc": "0.8.0", "tools": [{"name": "x", "inputSchema": {"type": "object"}}]},
        {"components": {"schemas": {"A": FORM}}},
        {"tools": {"elicitations": [DECLARED]}},
        {"tools": [[DECLARED]]},
        {"type": "array", "properties": {"name": {"type": "text"}}},
        {"type": ["array", "null"], "properties": {"name": "text"}},
        {"type": ["object"], "title": "x"},
        {"properties": {"a": "text", "b": {"type": "null"}, "c": {"type": ["string"]}}},
        {"properties": [{"type": "string"}]},
        {"A": FORM, "B": 1},
        {OLDEST: {"A": FORM}, "forms": {"A": FORM}},
        {OLDEST: [FORM]},
        {OLDEST: {"A": 1}},
        [[FORM]],
        [[DECLARED]],
        "elicitation/create",
    ],
)
def test_what_asks_nothing_is_left_alone(document: object) -> None:
    assert [one for one in found_in(document, REVISIONS) if one.what != "siblings"] == []
    assert lint_document(document, "all").is_without_elicitation
    assert lint_document([document], "all").is_without_elicitation


@pytest.mark.parametrize("kind", ["string", "number", "integer", "boolean", "array"])
def test_one_field_makes_a_schema_of_an_object_without_type(kind: str) -> None:
    for properties in (
        {"a": {"type": kind}, "b": "text"},
        {"a": {}, "b": {"title": "x"}},
        {},
    ):
        assert "root-type" in [code for code, _ in faults({"properties": properties})]
        several = {"type": ["null", "object"], "properties": properties}
        assert "root-type" in [code for code, _ in faults(several)]
    assert faults({"type": "OBJECT"})[0] == ("root-type", "/type")


@pytest.mark.parametrize("own", [{"name": "a b"}, {"protocolVersions": [3]}, {"when": ""}])
def test_one_member_makes_a_declaration_of_params(own: dict[str, Any]) -> None:
    for asks in (PARAMS, {"mode": "form", "message": "?"}):
        codes = [code for code, _ in faults({**asks, **own})]
        assert any(code.startswith("declaration-") for code in codes)
        codes = [code for code, _ in faults(asks)]
        assert not any(code.startswith("declaration-") for code in codes)


# --- requests ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["elicitation/Create", "elicitation/create ", "elicitation.create", "elicit", "Elicitation"])  # fmt: skip
def test_a_misspelt_method_is_found_and_its_form_looked_at(method: str) -> None:
    bad = {"method": method, "params": {**PARAMS, "requestedSchema": {**FORM, "title": "x"}}}
    title = "/params/requestedSchema/title"
    assert faults(bad) == [("request-method", "/method"), ("root-keyword", title)]
    assert faults({"inputRequests": {"a": bad}}) == [
        ("request-method", "/inputRequests/a/method"),
        ("root-keyword", f"/inputRequests/a{title}"),
    ]


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        ({"params": PARAMS}, ""),
        ({"params": {"message": "?", "mode": "form", "requestedSchema": FORM}}, ""),
        ({}, ""),
        (3, ""),
        (None, ""),
        ([REQUEST], ""),
        ({"method": None, "params": PARAMS}, "/method"),
        ({"method": "elicitation/create/", "params": PARAMS}, "/method"),
        ({"method": "sampling/create", "params": {}}, "/method"),
        ({"method": "ping"}, "/method"),
    ],
)
def test_a_question_of_a_round_has_a_method_that_clients_know(request_: object, path: str) -> None:
    assert faults({"inputRequests": {"a/b": request_}}) == [
        ("request-method", f"/inputRequests/a~1b{path}")
    ]
    assert faults(
        {"result": {"resultType": "input_required", "inputRequests": {"a": request_}}}
    ) == [("request-method", f"/result/inputRequests/a{path}")]


def test_a_request_without_a_method_is_found_by_its_params() -> None:
    assert faults({"jsonrpc": "2.0", "id": 1, "params": PARAMS}) == [("request-method", "")]


@pytest.mark.parametrize("method", ["sampling/createMessage", "roots/list"])
def test_other_questions_of_a_round_are_left_alone(method: str) -> None:
    assert faults({"inputRequests": {"a": {"method": method, "params": {}}}}) == []


@pytest.mark.parametrize("requests", [[], [REQUEST], "a", 3, None, True])
def test_the_questions_of_a_round_are_an_object(requests: object) -> None:
    result = {"resultType": "input_required", "inputRequests": requests}
    assert faults(result) == [("request-params", "/inputRequests")]
    assert faults({"result": result}) == [("request-params", "/result/inputRequests")]


@pytest.mark.parametrize("url", ["here", "", "//x.test", 3, None, ["https://x.test"], "a b:c"])
def test_url_mode_sends_the_person_somewhere(url: object) -> None:
    asks = {**URL, "url": url}
    for revision in (MIDDLE, LATEST):
        assert faults(asks, revision) == [("request-url", "/url")]
    assert faults(asks, OLDEST) == [("revision-mode", "/mode")]
    request = {"method": "elicitation/create", "params": asks}
    assert faults({"inputRequests": {"a": request}}) == [
        ("request-url", "/inputRequests/a/params/url")
    ]
    assert faults({"name": "a", **asks, "protocolVersions": [LATEST]}) == [
        ("declaration-url", "/url")
    ]


def test_url_mode_without_a_url_is_found_in_requests_alone() -> None:
    asks = {key: value for key, value in URL.items() if key != "url"}
    assert faults(asks) == [("request-url", "")]
    assert faults({"method": "elicitation/create", "params": asks}) == [("request-url", "/params")]
    assert faults({"name": "a", **asks, "protocolVersions": [LATEST]}) == []
    assert faults({**asks, "requestedSchema": FORM}) == [
        ("request-url", ""),
        ("mode-member", "/requestedSchema"),
    ]
    assert faults(URL) == []


# --- paths ------------------------------------------------------------------------------------


def test_every_path_leads_to_what_is_found_or_to_what_it_is_missing_from() -> None:
    broken = {
        "name": "",
        "mode": "x",
        "url": 3,
        "when": "",
        "protocolVersions": [3, OLDEST, OLDEST],
    }
    at = "/tools/1/elicitations"
    document = {"protocolVersions": [LATEST], "tools": [0, {"elicitations": [{}, 3, broken]}]}
    assert faults(document) == [
        ("declaration-name", f"{at}/0"),
        ("mode-unknown", f"{at}/0"),
        ("message-missing", f"{at}/0"),
        ("schema-missing", f"{at}/0"),
        ("declaration-type", f"{at}/1"),
        ("declaration-name", f"{at}/2/name"),
        ("mode-unknown", f"{at}/2/mode"),
        ("message-missing", f"{at}/2"),
        ("declaration-text", f"{at}/2/when"),
        ("declaration-url", f"{at}/2/url"),
        ("declaration-versions", f"{at}/2/protocolVersions/0"),
        ("declaration-versions", f"{at}/2/protocolVersions/2"),
        ("declaration-scope", f"{at}/2/protocolVersions/1"),
    ]
    assert faults({"elicitations": [DECLARED, DECLARED]}) == [
        ("declaration-name-duplicate", "/elicitations/1/name")
    ]
    assert faults([REQUEST, {"elicitations": []}]) == [("declaration-list", "/1/elicitations")]


# --- references -------------------------------------------------------------------------------


def chained(length: int) -> dict[str, Any]:
    """Return a description whose declaration reaches its form by so many references."""
    components = {
        str(at): {"$componentRef": f"#/components/schemas/{at + 1}"} for at in range(1, length)
    }
    first = {"$componentRef": "#/components/schemas/1"}
    return {
        "tools": [{"elicitations": [{**DECLARED, "requestedSchema": first}]}],
        "components": {"schemas": {**components, str(length): FORM}},
    }


def test_references_are_followed_so_far_and_no_farther() -> None:
    for length in (1, 2, 19):
        (one,) = found(chained(length), "schema")
        assert (one.at, one.value) == (f"/components/schemas/{length}", FORM)
        assert (one.name, one.revisions) == ("ask", REVISIONS)
    for length in (20, 40):
        assert [code for code, _ in faults(chained(length))] == ["declaration-reference"]


@pytest.mark.parametrize("members", [{"mcpdesc": "0.9.0"}, {"components": {}}, {"components": 3}])
def test_a_description_is_where_references_are_looked_up(members: dict[str, Any]) -> None:
    refers = {**DECLARED, "requestedSchema": {"$componentRef": "#/components/schemas/A"}}
    place = "/tools/0/elicitations/0/requestedSchema/$componentRef"
    described = {"tools": [{"elicitations": [refers]}]}
    assert faults({**described, **members}) == [("declaration-reference", place)]
    assert lint_document(described).unresolved == 1
    assert lint_document([{**described, **members}, refers]).unresolved == 1


def test_a_place_has_one_name_however_a_reference_spells_it() -> None:
    refers = [
        {**DECLARED, "name": f"n{at}", "requestedSchema": {"$componentRef": reference}}
        for at, reference in enumerate(["#/components/schemas/a~1b", "#/components/schemas/a/b"])
    ]
    document = {"tools": [{"elicitations": refers}], "components": {"schemas": {"a/b": FORM}}}
    assert [one.at for one in found(document, "schema")] == ["/components/schemas/a~1b"]
    assert lint_bytes(b"[]").is_without_elicitation
