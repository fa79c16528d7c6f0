"""What is done with JSON values."""

from __future__ import annotations

from typing import Any


def spoil(value: Any) -> None:
    """Change a JSON value at every depth."""
    inner = list(value.values()) if isinstance(value, dict) else value
    for one in inner:
        if isinstance(one, (dict, list)):
            spoil(one)
    if isinstance(value, dict):
        value.clear()
        value["spoilt"] = True
    else:
        value.append("spoilt")
