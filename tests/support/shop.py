"""The project of docs/builds.md, the snippets of the page, and what is done with both."""

from __future__ import annotations

import json
import os
import re
import subprocess
import zipfile
from typing import TYPE_CHECKING, Any

from tests.support.paths import DOCS

if TYPE_CHECKING:
    from pathlib import Path

PAGE = DOCS / "builds.md"
SCHEMA = {
    "type": "object",
    "properties": {
        "environment": {
            "type": "string",
            "title": "Environment",
            "enum": ["staging", "production"],
        },
        "confirm": {"type": "boolean", "title": "Confirm"},
    },
    "required": ["environment", "confirm"],
}


def snippet(section: str, language: str, number: int = 0) -> str:
    """Return a fenced block of the page, by the heading above it and its language."""
    text = PAGE.read_text(encoding="utf-8").partition(f"# {section}\n")[2]
    text = re.split(r"(?m)^## ", text)[0]
    blocks: list[str] = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", text)
    return blocks[number]


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def schemas_in(wheel: Path) -> dict[str, Any]:
    """Return the JSON files of a wheel, each of which is there once."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".json")]
        assert len(names) == len(set(names))
        return {name: json.loads(archive.read(name)) for name in names}


def environment(**added: str) -> dict[str, str]:
    """Return the variables of a process: no Git repository around it, none of a person's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {
        **kept,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ALLOW_PROTOCOL": "file",
        **added,
    }


def run(
    *command: str, cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command; what it says is all in ``stdout``."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=env or environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def git(folder: Path, *arguments: str) -> str:
    person = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "core.hooksPath="]
    done = run("git", *person, *arguments, cwd=folder)
    assert done.returncode == 0, done.stdout
    return done.stdout.strip()


def repository(folder: Path) -> str:
    """Make a folder a Git repository, and return its only commit."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Begin")
    return git(folder, "rev-parse", "HEAD")
