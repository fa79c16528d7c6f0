"""What a budget is, and how it is measured: as a ratio of CPU time, the two sides in turns."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple


class Budget(NamedTuple):
    """One budget: what is measured, against what, and how many times as slow it may be.

    Attributes:
        what: What is measured.
        against: What it is compared with, in words.
        most: How many times as slow it may be.
        ours: What is measured, as a function.
        theirs: What it is compared with.
        calls: How often each is called in a round.
        rounds: How many rounds there are.
    """

    what: str
    against: str
    most: float
    ours: Callable[[], object]
    theirs: Callable[[], object]
    calls: int
    rounds: int = 41


def python(*arguments: str) -> Callable[[], object]:
    return lambda: subprocess.run(
        [sys.executable, *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


IMPORTED_PYDANTIC = python("-c", "from pydantic import BaseModel, Field, TypeAdapter")
"""A process that does nothing but import what every form needs: commands are measured against it."""

IMPORT = "a process that imports Pydantic and ends"
"""The same, in words."""


def spent() -> float:
    """Return the CPU seconds of this process and of those that it ran: others may be busy, too."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def seconds(call: Callable[[], object], times: int) -> float:
    start = spent()
    for _ in range(times):
        call()
    return spent() - start


def ratio(budget: Budget) -> float:
    """Return the median of the ratios of neighbouring rounds."""
    for warm_up in (budget.ours, budget.theirs):
        warm_up()  # what is built at first use is built now
    rounds = [
        seconds(budget.ours, budget.calls) / seconds(budget.theirs, budget.calls)
        for _ in range(budget.rounds)
    ]
    return statistics.median(rounds)
