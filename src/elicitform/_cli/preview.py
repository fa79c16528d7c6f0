"""``elicitform preview``: forms as people will see them, in the terminal or as a page."""

from __future__ import annotations

import argparse
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from elicitform._cli.clients import add_asked_arguments, asked_at, usage_errors
from elicitform._cli.command import DONE, CommandError, printable, tell
from elicitform._cli.files import write_out
from elicitform._cli.forms import forget_modules
from elicitform._preview.page import page_of
from elicitform._preview.text import draw, plain_text
from elicitform._preview.views import preview_of
from elicitform.schemas.documents.files import STDIN

if TYPE_CHECKING:
    from elicitform._cli.clients import Asked
    from elicitform._preview.views import Preview


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command does, and what it takes."""
    parser.description = (
        "Show forms as people will see them, and what comes back from each client where somebody "
        "accepts at once."
    )
    parser.epilog = _EPILOG
    add_asked_arguments(parser, "+", "show this client only")
    parser.add_argument("--out", metavar="FILE", help="write a page for a browser, in HTML")
    parser.add_argument(
        "--serve",
        action="store_true",
        help="serve the page to this machine, where the form can be filled in",
    )
    parser.add_argument(
        "--port",
        metavar="PORT",
        type=_port,
        default=8484,
        help="the port for --serve; 0 for any that is free (default: 8484)",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > _LARGEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {_LARGEST_PORT}")
    return int(text)


_LARGEST_PORT = 65_535

_EPILOG = """\
What is known of clients has dates, and clients change.

exit codes:
  0  shown
  1  a form is refused
  2  usage: bad arguments, a target that cannot be read, a schema that is not valid, or a page
     that cannot be written or served
"""


def run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Show forms."""
    if options.serve:
        _serve(options, stderr)
    elif options.out is not None:
        _require("jinja2")
        write_out(page_of(_previews(options, stderr)), options.out, stdout)
    else:
        _show(_previews(options, stderr), stdout)
    return DONE


def _previews(options: argparse.Namespace, stderr: TextIO) -> list[Preview]:
    return [
        _preview(one, target, options.client)
        for target in options.targets
        for one in asked_at(target, options.revision, stderr)
    ]


def _require(*packages: str) -> None:
    for package in packages:
        if find_spec(package) is None:
            raise CommandError(
                f"a page needs {package}, which is not installed: "
                "run `pip install 'elicitform[preview]'`"
            )


def _serve(options: argparse.Namespace, stderr: TextIO) -> None:
    _require("jinja2", "starlette", "uvicorn")
    if STDIN in options.targets:
        raise CommandError("--serve reads what it shows again and again; put stdin into a file")
    from elicitform._preview.serve import serve  # noqa: PLC0415  (Starlette is an extra)

    kept = set(sys.modules)

    def load() -> list[Preview]:
        forget_modules(Path.cwd().resolve(), kept | _installed())
        return _previews(options, stderr)

    load()  # reports what is wrong from the start
    try:
        serve(load, options.port, lambda address: tell(stderr, f"{address} (Ctrl-C ends it)"))
    except OSError as error:
        raise CommandError(f"cannot serve at port {options.port}: {error.strerror}") from None


def _installed() -> set[str]:
    """Return the modules of installed packages, which may lie below the folder, too."""
    places = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    return {name for name, place in places.items() if place and "site-packages" in place}


def _preview(asked: Asked, target: str, clients: list[str]) -> Preview:
    with usage_errors(asked, target):
        return preview_of(asked.form, name=asked.name, revision=asked.revision, clients=clients)


def _show(previews: list[Preview], stdout: TextIO) -> None:
    drawn = sys.stdout is not None and sys.stdout.isatty() and find_spec("rich") is not None
    for place, preview in enumerate(previews):
        tell(stdout, *([""] if place else []))
        if drawn:
            from rich.console import Console  # noqa: PLC0415  (Rich is an extra)

            width = shutil.get_terminal_size().columns
            draw(preview, Console(file=stdout, force_terminal=True, width=width), printable)
        else:
            tell(stdout, *plain_text(preview))
