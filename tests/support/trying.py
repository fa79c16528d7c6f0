"""How many random cases a property is tried on.

Few by default, so that the suite stays quick. For a thorough run, say how many::

    ELICITFORM_EXAMPLES=20000 pytest tests/form tests/answers -n auto -k random

A run with 10, as `.ci/run` makes on each further Python, shows that the code runs there. It finds
hardly any fault that a run with the default number on one Python does not.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, note, settings

from tests.support.strategies import declarations

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

    from elicitform import Form

EXAMPLES = int(os.environ.get("ELICITFORM_EXAMPLES", "80"))
CONTENTS_A_FORM = 4

trying = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def draw_form(data: DataObject) -> type[Form]:
    form = data.draw(declarations()).form()
    note(json.dumps(form.requested_schema(), indent=1))
    return form
