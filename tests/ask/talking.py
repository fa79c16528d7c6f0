"""How the tests talk to a server: in memory, over stdio, and over streamable HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from elicitform.testing import scripted
from tests.ask.servers import Changing, server_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.types import CallToolResult

    from elicitform.testing import Asked

ROOT = Path(__file__).parents[2]

MODES = ("legacy", "auto")
"""How the official client connects: by handshake at 2025-11-25, or as it likes, at 2026-07-28."""


class Talk(NamedTuple):
    """What became of a call.

    Attributes:
        text: What the tool said.
        asked: Every question that the person saw.
        is_error: The tool failed.
    """

    text: str
    asked: list[Asked]
    is_error: bool

    @property
    def messages(self) -> list[str]:
        return [one.message for one in self.asked]


class Shop:
    """A server in memory, and all that it did.

    Attributes:
        server: What the official client connects to.
        deeds: What the tools did.
        world: What the tools look up.
    """

    def __init__(self, sdk: str) -> None:
        self.deeds: list[str] = []
        self.world = Changing()
        self.sdk_server = server_on(sdk, self.deeds, self.world)
        # FastMCP's own client checks what it sends; the official one sends anything.
        self.server = getattr(self.sdk_server, "_mcp_server", self.sdk_server)

    def call(self, mode: str, tool: str, *answers: Any, **arguments: Any) -> Talk:
        return asyncio.run(talk(self.server, mode, tool, *answers, **arguments))


async def talk(place: Any, mode: str, tool: str, *answers: Any, **arguments: Any) -> Talk:
    """Call a tool of a server whose person gives these answers, and no others."""
    with scripted(*answers) as person:
        async with Client(place, mode=mode, elicitation_callback=person.callback) as client:
            result = await client.call_tool(tool, arguments)
    return Talk(text_of(result), person.asked, bool(result.is_error))


async def talk_without_forms(place: Any, mode: str, tool: str, **arguments: Any) -> Talk:
    async with Client(place, mode=mode) as client:
        result = await client.call_tool(tool, arguments)
    return Talk(text_of(result), [], bool(result.is_error))


def text_of(result: CallToolResult) -> str:
    return "".join(getattr(part, "text", "") for part in result.content)


# --- servers of their own ---------------------------------------------------------------------


def environment() -> dict[str, str]:
    source = Path(sys.modules["elicitform"].__file__ or "").parents[1]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(ROOT)])}


def over_stdio(sdk: str) -> Any:
    """Return a transport to a server that is started for it."""
    return stdio_client(
        StdioServerParameters(
            command=sys.executable,
            args=["-m", "tests.ask.servers", sdk, "stdio"],
            env=environment(),
            cwd=ROOT,
        )
    )


@contextlib.contextmanager
def over_http(sdk: str) -> Iterator[str]:
    """Run a server for as long as this lasts, and give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.ask.servers", sdk, "http", str(port)],
        env=environment(),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port, server)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.terminate()
        server.wait(10)


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert server.poll() is None, "the server has ended"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError("the server does not answer")
