"""The page on benchmarks: a table and a chart of what was measured, where and with which versions."""

from __future__ import annotations

import os
import platform
import re
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from elicitform import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.benchmarks.measuring import Budget

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
CHART = PAGE.with_suffix(".svg")
_MEASURED = re.compile(r"(?s)(?<=<!-- measured -->\n).*(?=\n<!-- end -->)")
_PACKAGES = ("pydantic", "pydantic-core", "mcp", "fastmcp")


class Measured(NamedTuple):
    """What a budget came to.

    Attributes:
        budget: The budget.
        ratio: How many times as slow it is.
    """

    budget: Budget
    ratio: float


def write_page(results: list[Measured]) -> None:
    """Write the chart, and the page with its table in place of what was measured before."""
    CHART.write_text(chart_of(results), encoding="utf-8")
    measured = f"\n{circumstances()}\n\n{table_of(results)}\n"
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_MEASURED.sub(lambda _: measured, page), encoding="utf-8")


def circumstances() -> str:
    """Return when and on what it is measured."""
    packages = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    today = datetime.now(timezone.utc).date()
    return (
        f"elicitform {__version__} on {today}, with Python {platform.python_version()}, {packages}, "
        f"on {platform.system()} with {os.cpu_count()} cores ({processor()})."
    )


def processor() -> str:
    """Return what the processor calls itself."""
    facts = Path("/proc/cpuinfo")
    text = facts.read_text(encoding="utf-8") if facts.exists() else ""
    found = re.search(r"(?m)^model name\s*: (.*)$", text)
    return found[1] if found else platform.processor() or platform.machine()


def table_of(results: Iterable[Measured]) -> str:
    """Return the table of the page."""
    rows = [
        f"| {budget.what} | {budget.against} | {shown(ratio)} | {budget.most:g} |"
        for budget, ratio in results
    ]
    return "\n".join(["| What | Compared with | Ratio | At most |", "|---|---|---|---|", *rows])


# --- the chart ------------------------------------------------------------------------------------

_LABELS, _SCALE, _ROW, _AXIS = 260, 130, 22, 4
"""The width of the labels and of a ratio of 1, the height of a row, and the largest ratio."""

_SMALL = 0.1
"""Below this ratio two decimals say too little."""

_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #24292f }
.bar { fill: #3f51b5 } .most { stroke: #d1495b; stroke-width: 2 } .one { stroke: #8c959f }
@media (prefers-color-scheme: dark) {
  text { fill: #d0d7de } .bar { fill: #7c8cf0 } .most { stroke: #ff8a98 } .one { stroke: #6e7681 }
}"""


def chart_of(results: list[Measured]) -> str:
    """Return the chart of the page: a bar for each ratio, with a mark where the budget ends."""
    height, width = _ROW * (len(results) + 1), _LABELS + _SCALE * _AXIS + 60
    one = place(1)
    rows = [line for row, result in enumerate(results) for line in bar_of(result, row * _ROW)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            "<title>How many times as slow as what it is compared with</title>",
            f"<style>{_STYLE}\n</style>",
            f'<line class="one" x1="{one}" x2="{one}" y1="0" y2="{height - _ROW}"/>',
            *rows,
            f'<text x="{one}" y="{height - 6}" text-anchor="middle">as fast</text>',
            "</svg>\n",
        ]
    )


def place(ratio: float) -> float:
    """Return where a ratio is on the axis."""
    return round(_LABELS + _SCALE * min(ratio, _AXIS), 1)


def bar_of(result: Measured, top: int) -> list[str]:
    """Return a row of the chart."""
    budget, ratio = result
    end, most = place(ratio), place(budget.most)
    marks = [most] if budget.most < _AXIS else []
    label = max(end, *marks, 0) + 6
    return [
        f'<text x="{_LABELS - 8}" y="{top + 16}" text-anchor="end">{escape(budget.what)}</text>',
        f'<rect class="bar" x="{_LABELS}" y="{top + 4}" width="{end - _LABELS:.1f}" height="14"/>',
        *(f'<path class="most" d="M{mark} {top + 2}v18"/>' for mark in marks),
        f'<text x="{label}" y="{top + 16}">{shown(ratio)}</text>',
    ]


def shown(ratio: float) -> str:
    """Return a ratio as people read it."""
    return f"{ratio:.2f}" if ratio >= _SMALL else f"{ratio:.2g}"
