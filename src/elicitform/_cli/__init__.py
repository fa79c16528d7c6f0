"""The command line. Each command is a module of its own here, and is loaded when it is asked for.

A command's module has ``add_arguments(parser)``, which also says what the command does, and
``run(options, stdout, stderr)``, which returns the exit code.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import sys
from typing import TYPE_CHECKING, NoReturn, TextIO

from elicitform import __version__
from elicitform._cli.command import DIFFERS_OR_REFUSED, DONE, USAGE, CommandError
from elicitform.exceptions import ElicitFormError

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMANDS = {
    "clients": "report which clients degrade which field of a form",
    "diff": "say which answers a change of forms breaks",
    "export": "write the requestedSchema of forms as JSON",
    "generate": "write the Python class of a form from its schema",
    "lint": "check each requestedSchema in JSON and YAML files",
}


def run() -> NoReturn:
    """Run the command line on this process's arguments and streams, and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has enough of it
        with contextlib.suppress(OSError):
            sys.stdout.close()
        code = DIFFERS_OR_REFUSED
    except OSError as error:
        print(f"elicitform: cannot write the output: {error.strerror}", file=sys.stderr)
        code = USAGE
    sys.exit(code)


def main(arguments: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run one command.

    Args:
        arguments: The command and its arguments, without the program's name.
        stdout: Where results go.
        stderr: Where complaints go.

    Returns:
        The exit code: 0 for done, 1 where something differs or a form is refused, 2 for usage.
    """
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        try:
            options = _parser(arguments).parse_args(arguments)
        except SystemExit as exit_:  # argparse has said what there is to say
            return int(exit_.code or DONE)
    try:
        return int(options.run(options, stdout, stderr))
    except CommandError as error:
        print(f"elicitform: {error}", file=stderr)
        return error.code
    except ElicitFormError as error:
        print(f"elicitform: {error}", file=stderr)
        return DIFFERS_OR_REFUSED


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of these arguments, which knows the options of the commands among them."""
    parser = argparse.ArgumentParser(
        prog="elicitform", description="Work with MCP elicitation forms at build time."
    )
    parser.add_argument("--version", action="version", version=f"elicitform {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, does in _COMMANDS.items():
        command = commands.add_parser(
            name, help=does, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name in arguments:
            module = importlib.import_module(f"elicitform._cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser
