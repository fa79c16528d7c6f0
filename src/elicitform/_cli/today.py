"""What the SDKs do today with a class that is no form: what they send, or what they raise."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from elicitform._cli.command import short
from elicitform._wire.check import check_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _of_the_official_sdk(cls: type) -> Any:
    render = import_module("mcp.server.elicitation").render_elicitation_schema
    return lambda: render(cls)


def _of_fastmcp(cls: type) -> Any:
    parse = import_module("fastmcp.server.elicitation").parse_elicit_response_type
    return lambda: parse(cls).schema


_SDKS: dict[str, Callable[[type], Any]] = {"mcp": _of_the_official_sdk, "fastmcp": _of_fastmcp}
"""What makes the schema that each SDK sends, by the package that has it."""


def doings_of(cls: type) -> Iterator[str]:
    """Yield what each SDK does when it is asked to ask with a class, line by line."""
    doings: dict[tuple[str, ...], list[str]] = {}
    for package, of_sdk in _SDKS.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            name, *lines = _doings_of(package, of_sdk, cls)
        doings.setdefault(tuple(lines), []).append(name)
    for (does, *more), names in doings.items():
        yield f"  {' and '.join(names)}: {does}"
        yield from (f"    {line}" for line in more)


def _doings_of(package: str, of_sdk: Callable[[type], Any], cls: type) -> Iterator[str]:
    """Yield what an SDK is called, what it does, and what there is to say of that."""
    try:
        render = of_sdk(cls)
        name = f"{package} {version(package)}"
    except (ImportError, AttributeError, PackageNotFoundError):
        yield package
        yield "not installed, or of a version that is not known"
        return
    yield name
    try:
        schema = render()
    except Exception as error:  # noqa: BLE001  (an SDK can raise anything)
        yield f"{type(error).__name__} when it asks: {_in_short(error)}"
        return
    findings = [one for one in check_schema(schema) if one.severity == "error"]
    yield "sends what no client has to understand" if findings else "sends a valid schema"
    for one in findings:
        yield f"{short(one.path) or 'the root'}: {one.message}  [{one.code}]"


_LONGEST = 300


def _in_short(error: Exception) -> str:
    text = " ".join(str(error).partition("For further information visit")[0].split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
