"""What the tests of builds work in, and what every test of the command line starts from."""

from __future__ import annotations

import signal
import tempfile
from typing import TYPE_CHECKING

import pytest

from tests.support.shop import snippet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def listens_to_ctrl_c() -> Iterator[None]:
    """Programs started in the background ignore Ctrl-C, and so do those that they start."""
    known = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, known)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, of this process and those it starts."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def shop(tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's project, in a folder to work in."""
    folder = tmp_path / "shop"
    (folder / "src/shop").mkdir(parents=True)
    (folder / "src/shop/__init__.py").touch()
    (folder / "src/shop/forms.py").write_text(snippet("Builds", "python"))
    (folder / "pyproject.toml").write_text(snippet("Hatch", "toml"))
    (folder / ".gitignore").write_text("__pycache__/\n")
    monkeypatch.chdir(folder)
    return folder
