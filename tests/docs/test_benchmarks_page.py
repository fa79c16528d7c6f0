"""The page on benchmarks has every budget, with what it is measured against, in table and chart."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("resource", reason="CPU time of other processes cannot be had on Windows")

from elicitform import __version__
from tests.benchmarks import lint, page
from tests.benchmarks.__main__ import all_budgets
from tests.benchmarks.measuring import Budget
from tests.support.pages import table_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def budgets(tmp_path_factory: pytest.TempPathFactory) -> list[Budget]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lint, "FILES", 1)  # they are written, and not read here
        return all_budgets(tmp_path_factory.mktemp("budgets"))


def test_the_table_has_every_budget_in_order(budgets: list[Budget]) -> None:
    rows = table_of("benchmarks.md", "What")

    assert [(what, against, most) for what, (against, _, most) in rows.items()] == [
        (budget.what, budget.against, f"{budget.most:g}") for budget in budgets
    ]


def test_the_chart_has_what_the_table_has() -> None:
    texts = [text.text for text in ET.parse(page.CHART).iter("{http://www.w3.org/2000/svg}text")]

    rows = table_of("benchmarks.md", "What")
    labels = [label for what, (_, ratio, _) in rows.items() for label in (what, ratio)]
    assert texts == [*labels, "as fast"]


def test_writing_the_page_replaces_what_was_measured_before(
    budgets: list[Budget], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "benchmarks.md"
    copy.write_text(page.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(page, "PAGE", copy)
    monkeypatch.setattr(page, "CHART", tmp_path / "benchmarks.svg")

    page.write_page([page.Measured(budgets[0], 0.004), page.Measured(budgets[1], 99)])
    page.write_page([page.Measured(budgets[0], 0.004)])

    text = copy.read_text(encoding="utf-8")
    assert text.count(f"elicitform {__version__} on ") == 1
    assert f"| {budgets[0].what} | {budgets[0].against} | 0.004 | 1.05 |" in text
    assert budgets[1].what not in text
    assert "## Measure it yourself" in text
