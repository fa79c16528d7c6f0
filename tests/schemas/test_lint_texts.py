"""Texts that are broken, hostile or large: found, placed, and never in the way."""

from __future__ import annotations

import json
import random
import re
import weakref
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitform import REVISIONS
from elicitform.schemas import FileReport, lint_bytes
from elicitform.schemas.documents import json_text
from elicitform.schemas.documents.json_text import JsonDocument
from elicitform.schemas.documents.texts import Document
from elicitform.schemas.lint.codes import RULES
from tests.support.findings import places
from tests.support.trying import trying

FORM: dict[str, Any] = {"type": "object", "properties": {"name": {"type": "string"}}}


# --- JSON that is none ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (b"", 1, 1),
        (b" \n\n ", 1, 1),
        (b'{"type":\n "object",', 2, 11),
        (b'{"type":\n "obj', 2, 2),
        (b"[1, 2", 1, 6),
        (b"{'type': 1}", 1, 2),
        (b'{"a": 1}\n{"b": 2}', 2, 1),
        (b'{"a":\n tru}', 2, 2),
        (b'{"a": "\x01"}', 1, 8),
        (b"\x00", 1, 1),
    ],
)
def test_what_is_not_json_is_placed(text: bytes, line: int, column: int) -> None:
    report = lint_bytes(text, kind="json")
    assert places(report) == [(line, column, "file-syntax")]
    assert not report.is_without_elicitation


def test_a_text_that_ends_too_early_is_told_from_one_that_is_wrong() -> None:
    for text, said in [
        (b'{"a": ', "ends before"),
        (b'{"a": "b', "ends within"),
        (b"{]", "not JSON"),
    ]:
        assert said in lint_bytes(text).findings[0].message
    assert "nothing in it" in lint_bytes(b"").findings[0].message


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [(b'{"a":\n"\xff"}', 2, 2), (b"\xff\xfe{\x00}\x00", 1, 1), (b"\xc3\xa5\xc3", 1, 2)],
)
def test_what_is_not_utf_8_is_placed(text: bytes, line: int, column: int) -> None:
    assert places(lint_bytes(text)) == [(line, column, "file-encoding")]


def test_a_byte_order_mark_is_told_and_read_past() -> None:
    report = lint_bytes(b"\xef\xbb\xbf" + json.dumps({**FORM, "title": "A"}).encode())
    assert places(report)[0] == (1, 1, "file-bom")
    assert [finding.code for finding in report.findings] == ["file-bom", "root-keyword"]
    assert places(lint_bytes(b"\xef\xbb\xbf\xff")) == [(1, 1, "file-bom"), (1, 1, "file-encoding")]


def test_repeated_keys_and_odd_numbers_are_placed_wherever_they_are() -> None:
    text = '{"a": [1, {"b": "}],",\n "b": {"c": 1,\n "\\u0063": -Infinity}}], "a": NaN, "": "NaN"}'
    found = [(f.line, f.column, f.code, f.path) for f in lint_bytes(text.encode()).findings]
    assert found == [
        (2, 2, "file-duplicate-key", "/a/1/b"),
        (3, 2, "file-duplicate-key", "/a/1/b/c"),
        (3, 12, "file-constant", "/a/1/b/c"),
        (3, 26, "file-duplicate-key", "/a"),
        (3, 31, "file-constant", "/a"),
    ]


def test_a_number_of_any_length_is_read() -> None:
    for number in ("9" * 10_000, "-" + "9" * 10_000):
        text = '{"type": "object", "properties": {"a": {"type": "integer", "minimum": 0}}}'
        report = lint_bytes(text.replace("0", number).encode())
        assert [finding.code for finding in report.findings] == ["bound-value"]


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000, '["[\\"",' * 100_000],
)
def test_deep_nesting_is_told(text: str) -> None:
    (finding,) = lint_bytes(text.encode()).findings
    assert finding.code == "file-depth"


def test_deep_nesting_is_placed_where_it_is_too_deep() -> None:
    text = "[\n" + "[[]]," * 600 + "\n" + "[" * 100_000
    assert places(lint_bytes(text.encode())) == [(3, 500, "file-depth")]


def test_a_text_that_is_not_deep_itself_is_placed_at_its_start() -> None:
    assert json_text._too_deep_at("[[]]") == 0
    assert Document().spots(["/a"]) == {"/a": (1, 1)}


def test_what_is_as_deep_as_json_can_bear_is_no_fault_of_ours() -> None:
    """From shallow to too deep, whatever the interpreter's own limit is."""
    for depth in [*range(900, 1_010, 5), 3_000, 10_000, 50_000]:
        deep = "[" * depth + "]" * depth
        text = '{"type": "object", "title": %s, "properties": {"a": {"type": "x"}}}'
        codes = {finding.code for finding in lint_bytes((text % deep).encode()).findings}
        assert codes in ({"root-keyword", "property-type"}, {"file-depth"})


def test_a_large_file_is_bounded() -> None:
    properties = {
        f"field{number}": {"type": "string", "description": "x" * 10_000} for number in range(5_000)
    }
    text = json.dumps({"type": "object", "properties": properties, "required": ["nobody"]})
    assert len(text) > 50_000_000
    assert [finding.code for finding in lint_bytes(text.encode()).findings] == ["required-unknown"]


def test_no_more_findings_are_told_than_anybody_reads() -> None:
    bad = {"type": "object", "properties": {f"f{number}": {"type": "x"} for number in range(1_500)}}
    report = lint_bytes(json.dumps(bad).encode())
    assert (len(report.findings), report.omitted) == (1_000, 500)
    repeated = "{" + ", ".join(['"a": 1'] * 3_000) + "}"
    report = lint_bytes(repeated.encode())
    assert (len(report.findings), report.omitted, report.errors) == (1_000, 1_999, 2_999)
    lines = (json.dumps({**FORM, "title": "A"}) + "\n") * 1_500
    report = lint_bytes(lines.encode(), kind="lines")
    assert (len(report.findings), report.schemas, report.omitted) == (1_000, 1_500, 500)


def test_many_findings_on_one_line_are_placed_in_one_go() -> None:
    bad = {
        "type": "object",
        "properties": {f"f{number}": {"type": "x"} for number in range(20_000)},
    }
    report = lint_bytes(f"\n\n{json.dumps(bad)}".encode())
    assert (report.findings[-1].line, report.omitted) == (3, 19_000)
    assert report.findings[-1].path == "/properties/f999/type"


def test_no_warning_takes_the_place_of_an_error() -> None:
    warned = {f"f{number}": {"type": "boolean"} for number in range(1_001)}
    one = {"type": "object", "properties": {**warned, "x": {"type": "x"}}}
    lines = json.dumps(form_of("boolean")) + "\n"
    report = lint_bytes(json.dumps(one).encode())
    of_lines = lint_bytes((lines * 1_001 + "{").encode(), kind="lines")
    for found in (report, of_lines):
        assert (len(found.findings), found.omitted) == (1_000, 2)
        assert (found.errors, found.warnings) == (1, 1_001)
        assert found.findings[-1].severity == "error"
    broken = lint_bytes((lines + "{\n" * 1_001 + lines).encode(), kind="lines")
    assert {finding.severity for finding in broken.findings} == {"error"}
    assert (broken.errors, broken.warnings, broken.omitted) == (1_001, 2, 3)


def form_of(kind: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"name": {"type": kind}}}


def test_no_document_of_many_is_held_on_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is what one document takes, however many there are and whatever is wrong."""
    alive: weakref.WeakSet[Any] = weakref.WeakSet()
    most = 0

    class Watched(JsonDocument):
        def __init__(self, text: str, above: int = 0) -> None:
            nonlocal most
            super().__init__(text, above)
            alive.add(self)
            most = max(most, len(alive))

    monkeypatch.setattr("elicitform.schemas.documents.files.JsonDocument", Watched)
    report = lint_bytes(b"x\n" * 3_000, kind="lines")
    assert (report.errors, len(report.findings)) == (3_000, 1_000)
    assert most <= 2


@pytest.mark.parametrize("repeated", ['"properties": 0', '"properties": {"f1": {}}'])
def test_a_key_that_is_repeated_often_is_gone_through_once(
    repeated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = json.dumps({f"f{number}": {"type": "x"} for number in range(300)})
    text = f'{{"type": "object", {f"{repeated}, " * 300} "properties": {bad}}}'
    runs: list[object] = []
    pieces = json_text._PIECE.finditer

    class Counted:
        @staticmethod
        def finditer(whole: str) -> Any:
            runs.append(whole)
            return pieces(whole)

    monkeypatch.setattr(json_text, "_PIECE", Counted)
    report = lint_bytes(text.encode())
    last = [finding for finding in report.findings if finding.path == "/properties/f299/type"]
    assert text[last[0].column - 1 :] == '"type": "x"}}}'
    assert len(runs) == 2  # once for the repeated keys, once for the places of all findings


# --- JSON Lines -------------------------------------------------------------------------------


def test_each_line_is_a_document_of_its_own() -> None:
    bad = json.dumps({**FORM, "title": "A"})
    text = f"{json.dumps(FORM)}\n\n  \n{bad}\n{{\n{bad}"
    report = lint_bytes(text.encode(), kind="lines")
    assert places(report) == [
        (4, bad.index('"title"') + 1, "root-keyword"),
        (5, 2, "file-syntax"),
        (6, bad.index('"title"') + 1, "root-keyword"),
    ]
    assert report.schemas == 3


def test_a_separator_inside_of_a_text_ends_no_line() -> None:
    text = json.dumps({"message": "a\u2028b", "requestedSchema": FORM}, ensure_ascii=False)
    assert lint_bytes(text.encode(), kind="lines").findings == []


def test_lines_are_recognised_where_the_name_does_not_say() -> None:
    text = f"{json.dumps(FORM)}\n{json.dumps(FORM)}\n"
    assert lint_bytes(text.encode()).schemas == 2
    assert places(lint_bytes(text.encode(), kind="json")) == [(2, 1, "file-syntax")]
    assert places(lint_bytes(b'{\n"a": 1}\n{"b": 2}')) == [(3, 1, "file-syntax")]


def test_nothing_in_lines_is_no_fault() -> None:
    assert lint_bytes(b"\n\n", kind="lines").is_without_elicitation


# --- anything at all --------------------------------------------------------------------------

KINDS: list[Any] = ["json", "lines", "any", *(["yaml"] if find_spec("yaml") else [])]
_keys = st.text(max_size=4) | st.sampled_from(
    [
        "type",
        "properties",
        "required",
        "title",
        "default",
        "enum",
        "items",
        "mode",
        "message",
        "requestedSchema",
        "method",
        "params",
        "result",
        "inputRequests",
        "elicitations",
        "tools",
        "name",
        "protocolVersions",
        "mcpdesc",
        "$componentRef",
    ]
)
_leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
any_json: st.SearchStrategy[Any] = st.recursive(
    _leaves | _keys | st.sampled_from([*REVISIONS, "object", "elicitation/create"]),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(_keys, inside, max_size=4),
    max_leaves=20,
)


def assert_sound(report: FileReport, text: bytes) -> None:
    lines = text.decode("utf-8", "replace").split("\n")
    for finding in report.findings:
        assert RULES[finding.code].severity == finding.severity
        assert 1 <= finding.line <= len(lines)
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 2
        assert finding.message
        assert re.fullmatch(r"(/([^~/]|~[01])*)*", finding.path, re.DOTALL)
        assert set(finding.revisions) <= set(REVISIONS)


@trying
@given(st.binary(max_size=300), st.sampled_from(KINDS))
def test_no_bytes_make_it_raise(content: bytes, kind: Any) -> None:
    assert_sound(lint_bytes(content, "all", kind=kind), content)


@trying
@given(st.text(max_size=200), st.sampled_from(KINDS))
def test_no_text_makes_it_raise(text: str, kind: Any) -> None:
    content = text.encode("utf-8", "surrogatepass")
    assert_sound(lint_bytes(content, "all", kind=kind), content)


@trying
@given(any_json, st.sampled_from(KINDS))
def test_no_json_makes_it_raise(value: Any, kind: Any) -> None:
    content = json.dumps(value).encode()
    assert_sound(lint_bytes(content, "all", kind=kind), content)


VALID: dict[str, Any] = {
    "mcpdesc": "0.8.0",
    "protocolVersions": [*REVISIONS],
    "components": {"schemas": {"Form": FORM}},
    "prompts": [
        {
            "elicitations": [
                {"name": "a", "mode": "form", "message": "x", "requestedSchema": FORM},
                {"name": "b", "mode": "url", "message": "x", "protocolVersions": ["2026-07-28"]},
                {
                    "name": "c",
                    "mode": "form",
                    "message": "x",
                    "requestedSchema": {"$componentRef": "#/components/schemas/Form"},
                },
            ]
        }
    ],
    "x-more": [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "elicitation/create",
            "params": {"requestedSchema": FORM},
        },
        {"result": {"inputRequests": {"a": {"method": "elicitation/create"}}}},
    ],
}


@trying
@given(st.data())
def test_no_mutation_of_a_valid_document_makes_it_raise(data: st.DataObject) -> None:
    document = mutated(VALID, data)
    text = json.dumps(document, indent=data.draw(st.sampled_from([None, 1])))
    for kind in KINDS:
        assert_sound(lint_bytes(text.encode(), "all", kind=kind), text.encode())


def mutated(value: Any, data: st.DataObject) -> Any:
    """Return a value with something in it replaced, taken out or put in."""
    inside = [at for at, _ in members_of(value)]
    if not inside or data.draw(st.integers(0, 9)) == 0:
        return data.draw(any_json | st.sampled_from([*REVISIONS, "form", "url", FORM, VALID]))
    at = data.draw(st.sampled_from(inside))
    changed = dict(value) if isinstance(value, dict) else list(value)
    if data.draw(st.integers(0, 9)) == 0:
        del changed[at]
    else:
        changed[at] = mutated(value[at], data)
    return changed


def test_no_flipped_byte_makes_it_raise() -> None:
    whole, chance = json.dumps(VALID, indent=1).encode(), random.Random(1)
    for _ in range(300):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        cut = bytes(content[: chance.randint(1, len(content))])
        for kind in KINDS:
            assert_sound(lint_bytes(cut, "all", kind=kind), cut)


@trying
@given(any_json)
def test_every_place_of_a_json_text_is_where_json_puts_it(value: Any) -> None:
    """A place is where the text of the value, or of its key, starts."""
    text = json.dumps(value, indent=2)
    document = JsonDocument(text)
    pointers = dict(pointers_in(json.loads(text), ""))
    lines = text.split("\n")
    for pointer, spot in document.spots(pointers).items():
        rest = "\n".join([lines[spot.line - 1][spot.column - 1 :], *lines[spot.line :]])
        found, end = json.JSONDecoder().raw_decode(rest)
        key, inside = pointers[pointer]
        if key is not None:
            assert found == key
            found, _ = json.JSONDecoder().raw_decode(rest[end:].lstrip(" :"))
        assert json.dumps(found) == json.dumps(inside)


def members_of(value: Any) -> list[tuple[Any, Any]]:
    """Return the keys or indices of a value that has any, each with its member."""
    if isinstance(value, dict):
        return [*value.items()]
    return [*enumerate(value)] if isinstance(value, list) else []


def pointers_in(value: Any, at: str) -> Any:
    """Yield every pointer into a value, with the key that stands there and the value."""
    if not at:
        yield at, (None, value)
    for key, member in members_of(value):
        step = str(key).replace("~", "~0").replace("/", "~1")
        yield f"{at}/{step}", (key if isinstance(value, dict) else None, member)
        yield from pointers_in(member, f"{at}/{step}")


def test_an_unknown_kind_is_refused() -> None:
    unknown: Any = "toml"
    with pytest.raises(ValueError, match="'toml' is no kind of file; write one of 'json', 'lines'"):
        lint_bytes(b"", kind=unknown)


def test_a_number_that_is_not_finite_has_the_place_of_its_key() -> None:
    assert JsonDocument('{"a": NaN}').spots(["/a"]) == {"/a": (1, 2)}
