"""Where the repository is, and what lies beside it."""

from __future__ import annotations

from pathlib import Path

import elicitform

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"

SOURCE = Path(elicitform.__file__).parent
"""The package under test: the source tree, or where it is installed."""

OFFICIAL_SCHEMAS = ROOT.parent / "shared" / "mcp-schema"
"""The protocol's own schemas and examples, a folder a revision. It need not be there."""

OFFICIAL_EXAMPLES = OFFICIAL_SCHEMAS / "2026-07-28" / "examples"
