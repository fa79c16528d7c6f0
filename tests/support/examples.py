"""Running the examples."""

from __future__ import annotations

import subprocess
import sys

from tests.support.paths import EXAMPLES


def output_of(example: str) -> str:
    """Run an example as a person would, and return what it prints."""
    return subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / example)],
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
