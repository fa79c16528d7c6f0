"""The command line: ``elicitform export``."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from typing import TYPE_CHECKING, NoReturn, TextIO

from elicitform import __version__
from elicitform._command import DIFFERS_OR_REFUSED, DONE, USAGE, CommandError
from elicitform._revisions import LATEST_REVISION, REVISIONS
from elicitform.exceptions import ElicitFormError

if TYPE_CHECKING:
    from collections.abc import Sequence


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
            options = _parser().parse_args(arguments)
        except SystemExit as exit_:  # argparse has said what there is to say
            return int(exit_.code or DONE)
    try:
        return _export(options, stdout, stderr)
    except CommandError as error:
        print(f"elicitform: {error}", file=stderr)
        return error.code
    except ElicitFormError as error:
        print(f"elicitform: {error}", file=stderr)
        return DIFFERS_OR_REFUSED


def _export(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from elicitform._export import export  # noqa: PLC0415  (each command loads what it needs)

    return export(
        options.targets, options.revision, options.out, stdout, stderr, check=options.check
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="elicitform", description="Work with MCP elicitation forms at build time."
    )
    parser.add_argument("--version", action="version", version=f"elicitform {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    export = commands.add_parser(
        "export",
        help="write the requestedSchema of forms as JSON",
        description="Write the requestedSchema of forms as JSON: to stdout, or one file a form.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    export.add_argument(
        "targets",
        metavar="TARGET",
        nargs="+",
        help="package.module:Form, package.module, path/to/file.py or path/to/file.py:Form",
    )
    export.add_argument(
        "--revision",
        metavar="REV",
        choices=[*REVISIONS, "all"],
        default=LATEST_REVISION,
        help=f"protocol revision: {', '.join(REVISIONS)} or all (default: {LATEST_REVISION})",
    )
    export.add_argument(
        "--out",
        metavar="DIR",
        help="write DIR/FormName.json, or DIR/REV/FormName.json with --revision all",
    )
    export.add_argument(
        "--check",
        action="store_true",
        help="write nothing; print a diff for each file in --out that is missing or differs",
    )
    return parser


_EPILOG = """\
A module or file stands for every concrete form that is defined at its top level.

exit codes:
  0  done
  1  a file differs (--check), or a form is refused
  2  usage: bad arguments, a target that cannot be imported, a folder that cannot be written
"""
