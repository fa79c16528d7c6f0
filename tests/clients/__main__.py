"""Accept at once in real clients, and hold what comes back against ``clients.json``.

    python -m tests.clients --mcpdo PATH --fastmcp PATH --fast-agent PATH --inspector PATH

Each option names a client's command; those not given are left out. MCP Inspector also takes
``--chromium`` and Playwright. It takes minutes, so no other test runs it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.clients import inspector, terminal
from tests.clients.kinds import SCHEMAS, how, known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ENTER = b"\r"
_TAB = b"\t"


class Bench:
    """A folder with the server's schemas and its log."""

    def __init__(self, folder: Path, kinds: list[str]) -> None:
        self.folder = folder
        self.kinds = kinds
        self.log = folder / "answered.jsonl"
        self.config = folder / "servers.json"
        asked = folder / "asked.json"
        asked.write_text(json.dumps(SCHEMAS), encoding="utf-8")
        self.environment = {"ASKED": str(asked), "ANSWERED": str(self.log)}
        self.server = str(Path(__file__).with_name("server.py"))
        entry = {"command": sys.executable, "args": [self.server], "env": self.environment}
        self.config.write_text(json.dumps({"mcpServers": {"asks": entry}}), encoding="utf-8")

    def answer(self) -> dict[str, Any] | None:
        """Return what the server got last, and forget it."""
        if not self.log.exists():
            return None
        *_, last = self.log.read_text(encoding="utf-8").splitlines()
        self.log.unlink()
        answer: dict[str, Any] = json.loads(last)
        return answer

    def press(self, argv: list[str], keys: list[bytes]) -> dict[str, Any] | None:
        """Press keys in a client on a terminal, and return what the server got."""
        terminal.press(argv, keys, self.log.exists)
        return self.answer()


def _mcpdo(program: str, bench: Bench) -> Iterator[tuple[str, dict[str, Any] | None]]:
    connect = [program, "--config", str(bench.config), "connect", "asks"]
    subprocess.run(connect, check=True, capture_output=True)
    for kind in bench.kinds:
        call = [program, "@asks", "tools/call", "ask", f"kind:={kind}"]
        yield kind, bench.press(call, [_ENTER] * 2)
    subprocess.run([program, "disconnect", "@asks"], check=False, capture_output=True)


def _fastmcp(program: str, bench: Bench) -> Iterator[tuple[str, dict[str, Any] | None]]:
    for kind in bench.kinds:
        call = [program, "call", str(bench.config), "ask", f"kind={kind}"]
        yield kind, bench.press(call, [_ENTER])


def _fast_agent(program: str, bench: Bench) -> Iterator[tuple[str, dict[str, Any] | None]]:
    config = bench.folder / "fast-agent.yaml"
    entry = {"command": sys.executable, "args": [bench.server], "env": bench.environment}
    settings = {"mcp": {"servers": {"asks": {**entry, "elicitation": {"mode": "forms"}}}}}
    config.write_text(json.dumps(settings), encoding="utf-8")  # which is YAML, too
    for kind in bench.kinds:
        says = f'***CALL_TOOL ask {{"kind": "{kind}"}}'
        call = [program, "go", "--config-path", str(config), "--servers", "asks"]
        # Enter toggles a box, so the button behind the field is pressed.
        yield kind, bench.press([*call, "--model", "passthrough", "-m", says], [_TAB, _ENTER])


def _inspector(
    program: str, bench: Bench, chromium: str
) -> Iterator[tuple[str, dict[str, Any] | None]]:
    for kind in inspector.submitted(program, chromium, bench.config, bench.kinds):
        answer = bench.answer()
        yield kind, None if answer and answer["action"] == "cancel" else answer


def main() -> int:
    """Run the clients that are named, and return how many facts they contradict."""
    parser = argparse.ArgumentParser(prog="python -m tests.clients", description=__doc__)
    for client in ("mcpdo", "fastmcp", "fast-agent", "inspector"):
        parser.add_argument(f"--{client}", metavar="PATH")
    parser.add_argument("--chromium", metavar="PATH", default="/usr/bin/chromium")
    parser.add_argument("--kind", action="append", choices=list(SCHEMAS), help="this form only")
    options = parser.parse_args()
    runs: dict[str, tuple[str | None, Callable[..., Any]]] = {
        "mcpdo": (options.mcpdo, _mcpdo),
        "fastmcp-cli": (options.fastmcp, _fastmcp),
        "fast-agent": (options.fast_agent, _fast_agent),
        "inspector": (options.inspector, partial(_inspector, chromium=options.chromium)),
    }
    wrong = 0
    for client, (program, run) in runs.items():
        if program:
            with tempfile.TemporaryDirectory() as folder:
                os.environ["HOME"] = folder  # clients keep settings there,
                os.chdir(folder)  # or where they are started
                for kind, answer in run(
                    program, Bench(Path(folder), options.kind or list(SCHEMAS))
                ):
                    wrong += _told(client, kind, answer)
    return wrong


def _told(client: str, kind: str, answer: dict[str, Any] | None) -> bool:
    """Say what came back, and return whether the facts say something else."""
    expected = known(client, kind)
    got = answer and {"action": answer["action"], "content": answer["content"]}
    differs = got != expected
    verdict = "DIFFERS" if differs else "agrees"
    print(f"{verdict:<8}{client:<13}{kind:<26}{how(client, kind):<9}", json.dumps(got), flush=True)
    if differs:
        print(" " * 56, json.dumps(expected), "is known", flush=True)
    return differs


if __name__ == "__main__":
    sys.exit(min(main(), 125))
