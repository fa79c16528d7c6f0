"""The examples for each SDK differ in three lines, and do what they say in both eras."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("fastmcp", reason="as above")

from elicitform.testing import accept_content, cancel, decline
from tests.ask.talking import MODES, talk, talk_without_forms

EXAMPLES = Path(__file__).parents[2] / "examples"
PATHS = {
    "mcp": EXAMPLES / "release_server.py",
    "fastmcp": EXAMPLES / "release_server_fastmcp.py",
}

TAKEN = accept_content({"branch": "next", "version": "1.0.0", "notes": "Faster"})
FREE = accept_content({"branch": "next", "version": "1.2.0"})
AGAIN = "What should be released?\nPlease look at this again:\n- Version: is released already"


@pytest.fixture(scope="module", params=PATHS)
def server(request: pytest.FixtureRequest) -> Any:
    made = runpy.run_path(str(PATHS[request.param]))["server"]
    return getattr(made, "_mcp_server", made)


@pytest.mark.parametrize("mode", MODES)
def test_what_is_released_already_is_asked_again(server: Any, mode: str) -> None:
    heard = asyncio.run(talk(server, mode, "release", TAKEN, FREE))

    assert heard.text == "Released next as 1.2.0, notes: Faster."
    assert heard.messages == ["What should be released?", AGAIN]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("answers", [[decline()], [cancel()], [TAKEN, decline()]])
def test_nothing_is_released_where_nobody_agrees(server: Any, mode: str, answers: Any) -> None:
    heard = asyncio.run(talk(server, mode, "release", *answers))

    assert heard.text == "Released nothing: nobody agreed to it."


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_released_where_nobody_can_be_asked(server: Any, mode: str) -> None:
    heard = asyncio.run(talk_without_forms(server, mode, "release"))

    assert heard.text == "Released nothing: there is no answer (unsupported)."


def test_the_examples_differ_in_what_the_sdks_differ_in() -> None:
    lines = [path.read_text(encoding="utf-8").splitlines() for path in PATHS.values()]

    different = [pair for pair in zip(*lines, strict=True) if pair[0] != pair[1]]

    assert [pair[0].split()[0] for pair in different] == [
        '"""A',
        "from",
        "server",
        "@server.tool()",
    ]
