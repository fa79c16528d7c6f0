"""YAML: read as the JSON that it stands for, placed, and bounded whatever it says."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest

from elicitform.schemas import lint_bytes
from tests.support.findings import places

pytest.importorskip("yaml")

_YAML = """\
%YAML 1.2
---
mcpdesc: 0.8.0
tools:
  - name: deploy
    elicitations:
      - &one
        name: pick
        mode: form
        message: Which?
        requestedSchema: &form
          type: object
          title: Deploy
          properties:
            day: {type: string, format: date, default: 2025-01-01}
            answer: {type: string, enum: [yes, no], default: no}
            count: {type: integer, minimum: 0x10, maximum: 0o20, default: 16}
            share: {type: number, minimum: -.5, default: 1e-1}
            sure: {type: boolean, default: FALSE}
            plain: {type: string, description: ~}
            text: {type: string, title: !!str 1, description: ! 2}
            whole: {type: integer, minimum: !!int "3"}
        protocolVersions: [2025-11-25]
      - {name: again, mode: form, message: "x", protocolVersions: [2026-07-28], requestedSchema: *form}
"""


def test_yaml_is_read_by_its_core_schema_and_placed() -> None:
    found = [(f.line, f.column, f.code) for f in lint_bytes(_YAML.encode(), kind="yaml").findings]
    assert found == [
        (13, 11, "root-keyword"),
        (13, 11, "root-keyword"),
        (20, 35, "keyword-value"),
        (20, 35, "keyword-value"),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: [", "file-syntax"),
        ("a: \t\x01", "file-syntax"),
        ('"\\UFFFFFFFF"', "file-syntax"),
        ("- a\n b: c", "file-syntax"),
        ("a: 1\na: 2", "file-duplicate-key"),
        ("1: a", "file-key"),
        ("true: a", "file-key"),
        ("[a]: b", "file-key"),
        ("{? {a: b} : c}", "file-key"),
        ("a: .nan", "file-constant"),
        ("a: [-.INF]", "file-constant"),
        ("a: !!python/object/apply:os.system [ls]", "file-tag"),
        ("!Ref b", "file-tag"),
        ("!!set {a: }", "file-tag"),
        ("!!timestamp 2025-01-01", "file-tag"),
        ("*nobody", "file-alias"),
        ("&a [*a]", "file-alias"),
        ("&a {b: *a}", "file-alias"),
        ("[" * 100_000, "file-depth"),
        ("- " * 100_000, "file-depth"),
        ("{a: " * 600, "file-depth"),
    ],
)
@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
def test_yaml_that_is_no_json_is_told(
    text: str, code: str, loader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if loader == "SafeLoader":
        monkeypatch.delattr("yaml.CSafeLoader", raising=False)
    report = lint_bytes(text.encode(), kind="yaml")
    assert {finding.code for finding in report.findings} == {code}


@pytest.mark.parametrize(("member", "line"), [("[{}]", 8), ("{{{}}}", 7)])
def test_aliases_of_aliases_expand_to_a_bounded_size(member: str, line: int) -> None:
    lines = ["a0: &a0 lol"]
    for level in range(1, 60):
        inside = [f"*a{level - 1}"] * 9
        named = [f"k{at}: {alias}" for at, alias in enumerate(inside)]
        lines.append(
            f"a{level}: &a{level} " + member.format(", ".join(inside if "[" in member else named))
        )
    (finding,) = lint_bytes("\n".join(lines).encode(), kind="yaml").findings
    assert (finding.code, finding.line) == ("file-alias", line)


def test_many_documents_of_yaml_are_each_looked_at() -> None:
    form = "type: object\nproperties: {a: {type: string}}\n"
    report = lint_bytes(f"{form}---\n{form}title: A\n---\n".encode(), kind="yaml")
    assert (report.schemas, places(report)) == (2, [(6, 1, "root-keyword")])
    assert lint_bytes(b"", kind="yaml").is_without_elicitation


def test_problems_of_yaml_past_the_first_thousand_are_counted() -> None:
    text = "[" + "!x a, .nan, " * 1_000 + "]\n---\na: 1\na: 2\n---\n]"
    report = lint_bytes(text.encode(), kind="yaml")
    assert (len(report.findings), report.errors) == (1_000, 2_002)


def test_only_aliases_are_counted_as_what_they_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elicitform.schemas.documents.yaml_text.LARGEST_EXPANSION", 100)
    plain = "[" + "1, " * 200 + "]"
    assert lint_bytes(plain.encode(), kind="yaml").findings == []
    sixty = "- &a [" + "1, " * 59 + "]\n- *a\n"
    assert lint_bytes(sixty.encode(), kind="yaml").findings == []
    report = lint_bytes(f"{sixty}---\n{sixty}---\n]".encode(), kind="yaml")
    assert places(report) == [(5, 3, "file-alias")]


def test_what_is_not_there_in_yaml_is_placed_at_what_it_is_missing_from() -> None:
    text = "# a form\ntype: object\nproperties:\n  a:\n    type: array\n"
    assert places(lint_bytes(text.encode(), kind="yaml")) == [(4, 3, "items-value")]


def test_very_much_yaml_is_refused() -> None:
    report = lint_bytes(b"a: " + b"b" * 5_000_000, kind="yaml")
    assert places(report) == [(1, 1, "file-syntax")]


def test_aliases_are_placed_where_they_stand() -> None:
    text = "tools:\n- elicitations:\n  - &a 3\n  - {name: a}\n  - *a\n"
    found = places(lint_bytes(text.encode(), kind="yaml"))
    assert (3, 5, "declaration-type") in found
    assert (5, 5, "declaration-type") in found


def test_yaml_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    known = builtins.__import__

    def without_yaml(name: str, *rest: Any) -> Any:
        if name == "yaml":
            raise ImportError(name)
        return known(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_yaml)
    with pytest.raises(ImportError, match=r'pip install "elicitform\[yaml\]"'):
        lint_bytes(b"a: 1", kind="yaml")


def test_a_folder_of_that_name_is_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "yaml").mkdir()
    for name in [name for name in sys.modules if name.split(".")[0] == "yaml"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(ImportError, match=r'pip install "elicitform\[yaml\]"'):
        lint_bytes(b"a: 1", kind="yaml")
