"""The budget of forms that are specialised at run time: what was made before is handed out again."""

from __future__ import annotations

from functools import partial

from elicitform import Form, LateChoice
from tests.benchmarks.measuring import Budget


class Deploy(Form):
    branch: LateChoice
    replicas: int = 1
    confirm: bool


def specialise_budgets() -> list[Budget]:
    """Return budgets for few choices and for many: both well below 10 µs, told as ratios."""
    budgets = []
    for count, most in ((3, 1.5), (100, 0.8)):  # many choices make the schema slower still
        branches = [f"branch-{number}" for number in range(count)]
        form = Deploy.with_choices(branch=branches)
        budgets.append(
            Budget(
                f"with_choices, {count} choices seen before",
                "`requested_schema()` of the form",
                most,
                partial(Deploy.with_choices, branch=branches),
                form.requested_schema,
                2_000,
            )
        )
    return budgets
