"""The budget of ``elicitform clients``, as a process of its own."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.measuring import IMPORT, IMPORTED_PYDANTIC, Budget, python

_SCHEMA = {
    "type": "object",
    "properties": {
        "environment": {"type": "string", "enum": ["staging", "production"]},
        "replicas": {"type": "integer", "minimum": 1, "maximum": 10, "default": 1},
        "confirm": {"type": "boolean"},
    },
    "required": ["environment", "confirm"],
}


def clients_budgets(folder: Path) -> list[Budget]:
    path = folder / "requested_schema.json"
    path.write_text(json.dumps(_SCHEMA))
    report = python("-m", "elicitform", "clients", str(path))
    return [Budget("elicitform clients, one file", IMPORT, 0.8, report, IMPORTED_PYDANTIC, 1, 31)]
