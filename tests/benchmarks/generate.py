"""The budget of ``elicitform generate``, measured as the others are."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.measuring import IMPORT, IMPORTED_PYDANTIC, Budget, python

SCHEMA = {
    "type": "object",
    "properties": {
        "environment": {
            "type": "string",
            "title": "Environment",
            "description": "Target environment",
            "enum": ["staging", "production"],
        },
        "replicas": {
            "type": "integer",
            "title": "Replicas",
            "minimum": 1,
            "maximum": 10,
            "default": 1,
        },
        "confirm": {"type": "boolean", "title": "Confirm", "description": "Proceed"},
    },
    "required": ["environment", "confirm"],
}


def schema_file(folder: Path) -> str:
    path = folder / "deploy.json"
    path.write_text(json.dumps(SCHEMA))
    return str(path)


def generate_budgets(folder: Path) -> list[Budget]:
    generate = python("-m", "elicitform", "generate", schema_file(folder))
    return [
        Budget("elicitform generate, one form", IMPORT, 1.4, generate, IMPORTED_PYDANTIC, 1, 31)
    ]
