"""How fast answers are held against a change of their form."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.benchmarks.measuring import IMPORT, IMPORTED_PYDANTIC, Budget, python

if TYPE_CHECKING:
    from pathlib import Path


def schema_file(folder: Path, name: str, most: int) -> str:
    properties = {
        "environment": {"type": "string", "enum": ["staging", "production"]},
        "replicas": {"type": "integer", "minimum": 1, "maximum": most},
        "confirm": {"type": "boolean"},
    }
    path = folder / name
    path.write_text(json.dumps({"type": "object", "properties": properties}))
    return str(path)


def compare_budgets(folder: Path) -> list[Budget]:
    files = schema_file(folder, "old.json", 10), schema_file(folder, "new.json", 5)
    diff = python("-m", "elicitform", "diff", *files)
    return [Budget("elicitform diff, two files", IMPORT, 0.8, diff, IMPORTED_PYDANTIC, 1, 31)]
