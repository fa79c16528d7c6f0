"""How many random cases a property is tried on.

Few by default, so that the suite stays quick. After a change of what the properties hold, try many::

    ELICITFORM_EXAMPLES=20000 pytest -n auto tests/answers/test_properties.py

Ten, as on the further Pythons in `.ci/run`, show that the code runs there at all. They are too few to
find a fault of elicitform: several that were planted on purpose fell at 80 and not at 10.
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
