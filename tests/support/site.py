"""The program that builds the site, and where links to the project lead in the source tree."""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING

from tests.support.paths import DOCS, ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

_FILE = re.compile(
    r"https://(?:github\.com/elicitform/elicitform/(?:blob|tree|raw)"
    r"|raw\.githubusercontent\.com/elicitform/elicitform)/main/(?P<file>[^#]*)"
)


@lru_cache
def builder() -> ModuleType:
    """Return the program that builds the site."""
    spec = spec_from_file_location("build_site", DOCS / "site" / "build.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def file_at(link: str) -> Path | None:
    """Return what a link to the repository or to the site is made of, or None for another link."""
    if found := _FILE.match(link):
        return ROOT / found["file"]
    site = builder()
    if not link.startswith(site.SITE_URL):
        return None
    page = link.removeprefix(site.SITE_URL).partition("#")[0].strip("/")
    sources: dict[str, Path] = {"": DOCS / "index.md", "llms.txt": DOCS / "for-agents.md"}
    sources |= {entry.page.removesuffix(".md"): entry.source for entry in site.entries()}
    return sources.get(page, ROOT / "no such page" / page)
