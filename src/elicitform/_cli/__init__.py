"""The command line. Each command is a module here, imported when the command is run.

A command's module has ``add_arguments(parser)``, which also says what the command does, and
``run(options, stdout, stderr)``, which returns the exit code: results go to stdout, everything else
to stderr. It raises `CommandError` or another error of this package to end the command.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib
import io
import os
import sys
from typing import TYPE_CHECKING, NoReturn, TextIO

from elicitform import __version__
from elicitform._cli.command import (
    DIFFERS_OR_REFUSED,
    DONE,
    INTERRUPTED,
    USAGE,
    CommandError,
    complain,
    printable,
    write_all,
)
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
    """Run the command line on this process's arguments and streams, and exit.

    Output is collected and written at the end, so that an interrupted command writes nothing.
    """
    stdout = io.StringIO()
    stderr = sys.stderr or io.StringIO()  # None where it is closed
    if isinstance(stderr, io.TextIOWrapper):
        stderr.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = main(sys.argv[1:], stdout, stderr)
        _write_output(stdout.getvalue())
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of our output has closed it, as `head` does
        code = DIFFERS_OR_REFUSED
    except OSError as error:
        code = USAGE
        with contextlib.suppress(OSError):
            complain(stderr, f"cannot write the output: {error.strerror}")
    # Python flushes both when it ends, and a failure there would change the exit code.
    sys.stdout = sys.stdout if _is_writable(sys.stdout) else None
    sys.stderr = sys.stderr if _is_writable(sys.stderr) else None
    sys.exit(code)


def _write_output(text: str) -> None:
    if text and sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    if text:
        write_all(sys.stdout, text)


def _is_writable(stream: TextIO | None) -> bool:
    """Return whether a stream can write what is left in it."""
    try:
        return stream is None or stream.flush() is None
    except (OSError, ValueError):
        return False


def main(arguments: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run one command.

    Args:
        arguments: The command and its arguments, without the program's name.
        stdout: Where results go.
        stderr: Where complaints go.

    Returns:
        The exit code: 0 for done, 1 where something differs or a form is refused, 2 for usage.

    Raises:
        OSError: A message cannot be written.
    """
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        try:
            options = _parser(arguments).parse_args(arguments)
        except SystemExit as exit_:  # argparse has printed the message
            return int(exit_.code or DONE)
    try:
        return int(options.run(options, stdout, stderr))
    except CommandError as error:
        complain(stderr, error)
        return error.code
    except ElicitFormError as error:
        complain(stderr, error)
        return DIFFERS_OR_REFUSED
    except OSError as error:
        what = f"read {printable(str(error.filename))}" if error.filename else "work here"
        complain(stderr, f"cannot {what}: {error.strerror or error}")
        return USAGE


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser, with the options of the commands that are among the arguments."""
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
