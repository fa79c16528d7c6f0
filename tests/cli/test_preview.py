"""``elicitform preview``: what it prints and writes, of forms and of files that anyone wrote."""

from __future__ import annotations

import io
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from elicitform._cli import main
from elicitform._cli import preview as command_module
from tests.support.command import command
from tests.support.html_pages import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = {"type": "object", "properties": {"name": {"type": "string"}}}


@pytest.fixture
def folder(folder: Path) -> Path:
    """The folder with forms in it, and a file."""
    (folder / "name.json").write_text(json.dumps(NAME))
    return folder


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_form_is_shown_as_text(folder: Path) -> None:
    code, out, err = command("preview", "shop_forms.py:First", "--client", "codex")
    assert (code, err) == (0, "")
    assert out == (
        "First\n"
        "\n"
        "  Count                   a whole number; shows 3\n"
        "\n"
        "  client              the whole form  accepted at once                  the form reads\n"
        "  codex               approval        {}                                count: 3\n"
        "\n"
    )


def test_files_and_forms_can_be_mixed(folder: Path) -> None:
    code, out, _ = command("preview", "name.json", "shop_forms.py", "tagged_forms.py:Tagged")
    assert code == 0
    assert [line for line in out.splitlines() if line[:1].isalpha()] == [
        "name",
        "Second",
        "First",
        "Tagged",
    ]


def test_a_revision_can_be_chosen(folder: Path) -> None:
    codex = ["preview", "tagged_forms.py:Tagged", "--client", "codex"]
    assert "unsendable" in command(*codex)[1]
    assert "approval" in command(*codex, "--revision", "2025-11-25")[1]
    assert command(*codex, "--revision", "2025-06-18")[0] == 1


@pytest.mark.parametrize("installed", [True, False])
def test_rich_draws_where_there_is_a_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    pytest.importorskip("rich")
    monkeypatch.setattr(sys, "stdout", Terminal())
    if not installed:
        monkeypatch.setattr(command_module, "find_spec", lambda _: None)
    code, out, _ = command("preview", "name.json", "--client", "codex")
    assert code == 0
    assert ("\x1b[1m" in out) == installed


def test_nothing_is_drawn_where_stdout_is_closed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert command("preview", "name.json", "--client", "codex")[1].startswith("name\n")


@pytest.mark.parametrize("drawn", [True, False])
def test_texts_from_a_file_are_safe_to_print(
    folder: Path, monkeypatch: pytest.MonkeyPatch, drawn: bool
) -> None:
    texts = ["red\x1b]0;x\x07", "csi\x9b31m", "turn\u202e", "two\nlines", "##vso[x]"]
    properties: dict[str, Any] = {
        text: {"type": "string", "title": text, "description": text, "default": text}
        for text in texts
    }
    Path("evil.json").write_text(json.dumps({"type": "object", "properties": properties}))
    if drawn:
        pytest.importorskip("rich")
        monkeypatch.setattr(sys, "stdout", Terminal())
    code, out, _ = command("preview", "evil.json", "--client", "inspector")
    assert code == 0
    for forbidden in ("\x1b]", "\x9b", "\u202e", "\x07", "##vso"):
        assert forbidden not in out


def test_a_page_is_written(folder: Path) -> None:
    pytest.importorskip("jinja2")
    code, out, err = command("preview", "name.json", "shop_forms.py", "--out", "page.html")
    assert (code, out, err) == (0, "page.html\n", "")
    shown = Page(Path("page.html").read_text(encoding="utf-8"))
    assert shown.texts("h2") == ["1. name", "2. Second", "3. First"]


def test_a_page_that_cannot_be_written_is_told(folder: Path) -> None:
    pytest.importorskip("jinja2")
    code, _, err = command("preview", "name.json", "--out", ".")
    assert (code, err) == (2, "elicitform: cannot write .: it is a folder\n")


def test_a_page_needs_jinja(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_module, "find_spec", lambda _: None)
    code, out, err = command("preview", "name.json", "--out", "page.html")
    assert (code, out) == (2, "")
    assert "run `pip install 'elicitform[preview]'`" in err
    assert not Path("page.html").exists()


def address_of(process: subprocess.Popen[str]) -> str:
    """Return the address that a served preview says first."""
    assert process.stderr is not None
    line = process.stderr.readline()
    assert line.endswith(" (Ctrl-C ends it)\n"), line + process.stderr.read()
    return line.split()[0]


@pytest.fixture
def serving(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A preview of a module of the folder that is being served."""
    for package in ("jinja2", "starlette", "uvicorn"):
        pytest.importorskip(package)
    arguments = ["preview", "shop_forms:First", "--client", "codex", "--serve", "--port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "elicitform", *arguments], stderr=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


def test_a_page_is_served_follows_its_source_and_ends_with_ctrl_c(
    folder: Path, serving: subprocess.Popen[str]
) -> None:
    def texts(data: bytes | None = None) -> list[str]:
        with urlopen(address + ("1" if data else ""), data, timeout=20) as response:
            return Page(response.read().decode()).texts("h2", "strong", "bdi")

    address = address_of(serving)
    assert "First" in texts()
    assert "The form refuses it." in texts(b"f1=many")
    source = Path("shop_forms.py").read_text(encoding="utf-8")
    Path("shop_forms.py").write_text(source.replace("count: int", "number_of: int"), "utf-8")
    assert "Number Of" in texts()
    serving.send_signal(signal.SIGINT)
    assert serving.wait(20) == 130


def test_what_cannot_be_served_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("jinja2", "starlette", "uvicorn"):
        pytest.importorskip(package)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = command("preview", "name.json", "--serve", "--port", str(port))
        assert code == 2
        assert err.startswith(f"elicitform: cannot serve at port {port}: Address already in use")
    for wrong in ("-1", "65536", "http"):
        code, _, err = command("preview", "name.json", "--serve", f"--port={wrong}")
        assert code == 2
        assert err.endswith("argument --port: a port is a number from 0 to 65535\n")
    assert command("preview", "gone.json", "--serve")[0] == 2
    code, _, err = command("preview", "-", "--serve")
    assert (code, "put stdin into a file" in err) == (2, True)
    monkeypatch.setattr(command_module, "find_spec", lambda _: None)
    code, _, err = command("preview", "name.json", "--serve")
    assert (code, "pip install 'elicitform[preview]'" in err) == (2, True)


def test_a_served_page_reads_its_forms_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    serve = pytest.importorskip("elicitform._preview.serve")
    shown: list[str] = []

    def served(load: Any, port: int, ready: Any) -> None:
        ready(f"at {port}")
        shown.append(load()[0].name)
        source = Path("shop_forms.py").read_text(encoding="utf-8")
        Path("shop_forms.py").write_text(source.replace("class Second", "class Renamed"), "utf-8")
        shown.append(load()[0].name)

    monkeypatch.setattr(serve, "serve", served)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    code, out, err = command("preview", "shop_forms", "--serve", "--port", "7")
    assert (code, out, err) == (0, "", "at 7 (Ctrl-C ends it)\n")
    assert shown == ["Second", "Renamed"]


def test_mistakes_are_told(folder: Path) -> None:
    Path("bad.json").write_text('{"type": "object"}')
    code, _, err = command("preview", "bad.json")
    assert code == 2
    assert err.startswith("elicitform: bad.json, at 2026-07-28: bad is no valid requestedSchema (")
    code, _, err = command("preview", "name.json", "--client", "mosaic")
    assert (code, err.split(";")[0]) == (2, "elicitform: nothing is known of a client 'mosaic'")
    assert command("preview")[0] == 2
    assert command("preview", "gone.json")[0] == 2


def test_help_says_the_exit_codes() -> None:
    helped = io.StringIO()
    assert main(["preview", "--help"], helped, helped) == 0
    assert "exit codes:" in helped.getvalue()
