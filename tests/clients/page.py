"""The page of a preview in a real browser: nothing runs, nothing is loaded, and axe finds nothing.

    python -m tests.clients.page --axe node_modules/axe-core/axe.min.js --chromium /usr/bin/chromium

It needs Playwright, Chromium and axe-core, so no other test runs it.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from elicitform import preview_html
from tests.preview.test_page import Deploy, hostile_schema

_SIZES = {"desk": {"width": 1200, "height": 900}, "phone": {"width": 375, "height": 700}}


def main() -> int:
    """Check the pages, say what is found, and return how many pages something is wrong with."""
    parser = argparse.ArgumentParser(prog="python -m tests.clients.page")
    parser.add_argument("--axe", metavar="FILE", required=True, help="axe.min.js of axe-core")
    parser.add_argument("--chromium", metavar="PATH", default="/usr/bin/chromium")
    options = parser.parse_args()
    axe = Path(options.axe).read_text(encoding="utf-8")
    api: Any = import_module("playwright.sync_api")  # no dependency of the tests
    with tempfile.TemporaryDirectory() as folder, api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox"]
        )
        pages = {"deploy": preview_html(Deploy), "hostile": preview_html(hostile_schema())}
        wrong = 0
        for name, text in pages.items():
            path = Path(folder, f"{name}.html")
            path.write_text(text, encoding="utf-8")
            wrong += _check(browser, name, path.as_uri(), axe)
        wrong += _check_served(browser, axe)
        browser.close()
    return wrong


def _check(browser: Any, name: str, address: str, axe: str) -> int:
    """Check a page in light and dark, on a desk and a phone."""
    found: list[str] = []
    for scheme in ("light", "dark"):
        for size, viewport in _SIZES.items():
            # axe is a script, which the page's own policy forbids.
            page = browser.new_page(color_scheme=scheme, viewport=viewport, bypass_csp=True)
            asked = _watched(page, found)
            page.goto(address)
            found += [f"it asks for {one}" for one in asked[1:]]
            found += [f"{scheme}, {size}: {one}" for one in _violations(page, axe)]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append(f"{scheme}, {size}: it is wider than the window")
            page.close()
    print(f"{name}: {'; '.join(found) or 'nothing found'}", flush=True)
    return bool(found)


def _watched(page: Any, found: list[str]) -> list[str]:
    """Gather what a page asks for; what it says or opens is a finding."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: found.append(f"it says {message.text}"))
    page.on("pageerror", lambda error: found.append(f"it fails: {error}"))
    page.on("popup", lambda _: found.append("it opens a window"))

    def dismiss(dialog: Any) -> None:
        found.append("it opens a dialog")
        dialog.dismiss()

    page.on("dialog", dismiss)
    return asked


def _violations(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:100]}"
        for one in page.evaluate("axe.run()")["violations"]
    ]


def _check_served(browser: Any, axe: str) -> int:
    """Fill the form of the README in, wrongly and rightly, on the served page."""
    found: list[str] = []
    example = Path(__file__).parents[2] / "examples" / "deploy.py"
    arguments = ["-m", "elicitform", "preview", str(example), "--serve", "--port", "0"]
    server = subprocess.Popen(
        [sys.executable, *arguments, "--client", "codex"], stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stderr is not None
        address = server.stderr.readline().split()[0]
        page = browser.new_page(bypass_csp=True)
        asked = _watched(page, found)
        page.goto(address)
        for replicas, verdict in (("40", "The form refuses it."), ("4", "The form takes it.")):
            page.get_by_label("Environment").first.select_option("staging")
            page.get_by_label("Replicas").first.fill(replicas)
            page.get_by_role("button", name="Accept").click()
            page.get_by_text(verdict).wait_for()
            found += _violations(page, axe)
        found += [f"it asks for {one}" for one in asked if not re.match(re.escape(address), one)]
    finally:
        server.kill()
        server.communicate()
    print(f"served: {'; '.join(found) or 'nothing found'}", flush=True)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
