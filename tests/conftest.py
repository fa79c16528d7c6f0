"""What every test may ask for."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

pytest.register_assert_rewrite("tests.support")

from elicitform._cli.forms import forget_modules  # noqa: E402  (as below)
from tests.support.command import FORMS, TAGGED  # noqa: E402  (its asserts are rewritten too)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with forms in it, to work in; imports leave nothing behind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    modules = set(sys.modules)
    (tmp_path / "shop_forms.py").write_text(FORMS, encoding="utf-8")
    (tmp_path / "tagged_forms.py").write_text(TAGGED)
    yield tmp_path
    forget_modules(tmp_path.resolve(), modules)
