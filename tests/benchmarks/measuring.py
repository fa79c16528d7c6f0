"""What a budget is, and how it is measured: as a ratio, the two sides in turns."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple


def cpu_seconds_of_processes() -> float:
    """Return how long the processes that have ended kept a processor busy."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


class Budget(NamedTuple):
    """One budget: what is measured, against what, and how many times as slow it may be.

    `clock` is CPU time where what else the machine does would count for more than the difference.
    """

    what: str
    most: float
    ours: Callable[[], object]
    theirs: Callable[[], object]
    calls: int
    rounds: int = 41
    clock: Callable[[], float] = time.perf_counter


def python(*arguments: str) -> Callable[[], object]:
    return lambda: subprocess.run(
        [sys.executable, *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


IMPORTED_PYDANTIC = python("-c", "from pydantic import BaseModel, Field, TypeAdapter")
"""A process that does nothing but import what every form needs: commands are measured against it."""


def seconds(call: Callable[[], object], times: int, clock: Callable[[], float]) -> float:
    start = clock()
    for _ in range(times):
        call()
    return clock() - start


def ratio(budget: Budget) -> float:
    """Return the median of the ratios of neighbouring rounds."""
    for warm_up in (budget.ours, budget.theirs):
        warm_up()  # what is built at first use is built now
    rounds = [
        seconds(budget.ours, budget.calls, budget.clock)
        / seconds(budget.theirs, budget.calls, budget.clock)
        for _ in range(budget.rounds)
    ]
    return statistics.median(rounds)
