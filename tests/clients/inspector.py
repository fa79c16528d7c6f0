"""MCP Inspector's web client in Chromium: a tool is called, and Submit is clicked at once."""

from __future__ import annotations

import os
import re
import subprocess
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def submitted(program: str, chromium: str, config: Path, kinds: Sequence[str]) -> Iterator[str]:
    """Submit the form of each kind at once; yield its name when that is done.

    A form that cannot be submitted is cancelled.

    Args:
        program: The command ``mcp-inspector``.
        chromium: The browser.
        config: The file that names the server.
        kinds: The names of the forms.
    """
    with (config.with_suffix(".log")).open("w+", encoding="utf-8") as log:
        command = [program, "--web", "--config", str(config)]
        environment = {
            **os.environ,
            "MCP_AUTO_OPEN_ENABLED": "false",
            "DANGEROUSLY_OMIT_AUTH": "true",
        }
        web = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        try:
            yield from _in_browser(_address(config.with_suffix(".log")), chromium, kinds)
        finally:
            web.terminate()
            web.wait()


def _address(log: Path) -> str:
    for _ in range(60):
        found = re.search(
            r"^\s*(http://127\.0\.0\.1:\d+)\s*$", log.read_text("utf-8"), re.MULTILINE
        )
        if found:
            return found[1]
        time.sleep(0.5)
    raise TimeoutError(log.read_text("utf-8"))


def _in_browser(address: str, chromium: str, kinds: Sequence[str]) -> Iterator[str]:
    api: Any = import_module("playwright.sync_api")  # no dependency of the tests
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for kind in kinds:
            page = browser.new_page(viewport={"width": 1400, "height": 1000})
            page.goto(address)
            _submit(page, kind)
            page.close()
            yield kind
        browser.close()


def _submit(page: Any, kind: str) -> None:
    switch = page.get_by_role("switch", name='Connect or disconnect "asks"')
    switch.wait_for(state="attached")
    if not switch.is_checked():
        switch.click(force=True)
    tools = page.locator("label", has_text="Tools").first
    tools.wait_for()
    tools.click()
    page.get_by_role("button", name="ask", exact=True).click()
    page.get_by_label("Kind").first.fill(kind)
    page.get_by_role("button", name="Execute Tool").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    page.wait_for_timeout(500)
    submit = dialog.get_by_role("button", name="Submit")
    (submit if submit.is_enabled() else dialog.get_by_role("button", name="Cancel")).click()
    page.wait_for_timeout(1000)
