"""The rules around a schema, each with the place that it points at."""

from __future__ import annotations

from typing import Any

import pytest

from elicitform import REVISIONS
from elicitform.schemas.lint.rules import (
    declaration_findings,
    repeated_name_findings,
    request_findings,
    versions_findings,
)

UNSEEN = ["", " ", "\n\t", "\u200b", "\u00ad\ufeff"]
SURROGATE = "\ud800"


def asked(**members: Any) -> dict[str, Any]:
    whole = {"message": "Sure?", "requestedSchema": {}}
    return {key: value for key, value in {**whole, **members}.items() if value is not ...}


def declared(**members: Any) -> dict[str, Any]:
    return asked(**{"name": "sure", "mode": "form", **members})


REQUESTS: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    (asked(), []),
    (asked(mode="form"), []),
    (asked(message=...), [("message-missing", "")]),
    *((asked(message=value), [("message-missing", "/message")]) for value in (None, 1, ["?"])),
    *((asked(message=text), [("message-empty", "/message")]) for text in UNSEEN),
    (asked(message=SURROGATE), [("text-unicode", "/message")]),
    (asked(message="See http://a.example"), [("url-in-text", "/message")]),
    *((asked(mode=mode), [("mode-unknown", "/mode")]) for mode in ("URL", "", None, 1)),
    (asked(mode="form", url="https://a.example"), [("mode-member", "/url")]),
    (
        asked(mode="url", url="https://a.example"),
        [("mode-member", "/requestedSchema")],
    ),
    (asked(mode="url", url="https://a.example", requestedSchema=...), []),
]


@pytest.mark.parametrize(("params", "expected"), REQUESTS)
def test_a_request_is_judged_at_its_places(
    params: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    for revision in REVISIONS[1:]:
        assert [(one.code, one.path) for one in request_findings(params, revision)] == expected


def test_no_request_has_a_mode_at_the_oldest_revision() -> None:
    found = request_findings(asked(mode="form"), REVISIONS[0])
    assert [(one.code, one.path) for one in found] == [("revision-mode", "/mode")]


DECLARATIONS: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    (declared(), []),
    (declared(when="At first", onDecline="It stops", onCancel="-", **{"x-more": 1}), []),
    (declared(protocolVersions=[]), []),
    (declared(name=...), [("declaration-name", "")]),
    *((declared(name=name), [("declaration-name", "/name")]) for name in ("", "a b", "ä", 1, None)),
    (declared(mode=...), [("mode-unknown", "")]),
    (declared(mode="page"), [("mode-unknown", "/mode")]),
    (declared(message=...), [("message-missing", "")]),
    *(
        (declared(**{key: value}), [("declaration-text", f"/{key}")])
        for key in ("when", "onDecline", "onCancel")
        for value in (*UNSEEN, None, 1)
    ),
    (declared(**{"a/b~": 1}), [("declaration-keyword", "/a~1b~0")]),
    (declared(mode="url", requestedSchema=..., url="https://a.example"), []),
    (declared(mode="url", requestedSchema=...), []),
    *(
        (declared(mode="url", requestedSchema=..., url=url), [("declaration-url", "/url")])
        for url in ("a.example", "", None, 1)
    ),
]


@pytest.mark.parametrize(("declaration", "expected"), DECLARATIONS)
def test_a_declaration_is_judged_at_its_places(
    declaration: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert [(one.code, one.path) for one in declaration_findings(declaration)] == expected


def test_only_the_second_of_a_name_is_found_wherever_it_stands() -> None:
    names = [{"name": "a"}, "a", {"name": "b"}, {"name": 1}, {"name": "a"}, {"name": 1}, {}]
    found = repeated_name_findings(names)
    assert [(one.code, one.path) for one in found] == [("declaration-name-duplicate", "/4/name")]


@pytest.mark.parametrize(
    ("versions", "expected"),
    [
        ([*REVISIONS], []),
        ([], [("declaration-versions", "")]),
        (REVISIONS[0], [("declaration-versions", "")]),
        ([REVISIONS[0], REVISIONS[0]], [("declaration-versions", "/1")]),
        (
            [REVISIONS[0], "2030-01-01", 1],
            [("declaration-versions", "/1"), ("declaration-versions", "/2")],
        ),
        (["2025-03-26"], [("declaration-versions-early", "/0")]),
        ([REVISIONS[0], "2024-11-05"], [("declaration-versions-early", "/1")]),
    ],
)
def test_versions_are_judged_at_their_places(versions: object, expected: object) -> None:
    assert [(one.code, one.path) for one in versions_findings(versions)] == expected
