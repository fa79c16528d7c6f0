"""The page on support promises the versions that the package asks for."""

from __future__ import annotations

import re

from elicitform import REVISIONS
from tests.support.pages import table_of
from tests.support.paths import ROOT

PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_page_on_support_has_every_python_of_the_metadata() -> None:
    minors = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PROJECT)

    assert table_of("support.md", "What")["Python"][0] == f"{minors[0]} to {minors[-1]}"
    assert f'requires-python = ">={minors[0]}"' in PROJECT


def test_the_page_on_support_has_the_oldest_dependencies() -> None:
    rows = table_of("support.md", "What")

    for name, row in (("pydantic", "Pydantic"), ("typing-extensions", "typing-extensions")):
        (oldest,) = re.findall(rf'^    "{name}>=([\d.]+)",$', PROJECT, re.MULTILINE)
        assert rows[row][0].startswith(f"{oldest} and ")


def test_the_page_on_support_has_the_sdks() -> None:
    rows = table_of("support.md", "What")

    for name, row in (("mcp", "Official SDK, `mcp"), ("fastmcp", "fastmcp")):
        (major,) = re.findall(rf'^    "{name}>=(\d+)\.0,<\d+",$', PROJECT, re.MULTILINE)
        assert rows[row][0] == f"{major}.x"


def test_the_page_on_support_has_every_revision() -> None:
    assert table_of("support.md", "What")["Protocol revisions"][0] == ", ".join(REVISIONS)
