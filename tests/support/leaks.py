"""Where an answer may come out: the errors, their tracebacks, and the log."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import elicitform
from elicitform.exceptions import ElicitFormError

if TYPE_CHECKING:
    import logging
    from collections.abc import Iterator

SOURCE = str(Path(inspect.getfile(elicitform)).parent)


def leaks_in(error: BaseException, records: list[logging.LogRecord], secret: str) -> list[str]:
    """Return the places, of those that anybody prints, at which `secret` can be read."""
    return [
        *(place for place, text in _texts_of(error) if secret in text),
        *_locals_with(error, secret),
        *(f"log: {record.getMessage()}" for record in records if _is_in_record(record, secret)),
    ]


def _texts_of(error: BaseException) -> Iterator[tuple[str, str]]:
    yield "str", str(error)
    yield "repr", repr(error)
    yield "args", repr(error.args)
    yield "notes", repr(getattr(error, "__notes__", ""))
    if isinstance(error, ElicitFormError):
        yield "attributes", repr(vars(error))
    for chained in (error.__context__, error.__cause__):
        if chained is not None:
            yield "chain", f"{chained!s} {chained!r}"


def _locals_with(error: BaseException, secret: str) -> Iterator[str]:
    for frame in own_frames(error):
        for name, value in frame.f_locals.items():
            if secret in _printed(value):
                yield f"{frame.f_code.co_name}: {name}"


def own_frames(error: BaseException) -> Iterator[Any]:
    """Yield the frames of the package that a traceback holds."""
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename.startswith(SOURCE):
            yield trace.tb_frame
        trace = trace.tb_next


def _printed(value: object) -> str:
    try:
        return f"{value!r} {value!s}"
    except Exception as error:  # noqa: BLE001  (it cannot be printed)
        return type(error).__name__


def _is_in_record(record: logging.LogRecord, secret: str) -> bool:
    held = (record.getMessage(), repr(record.args), repr(record.exc_info), repr(record.stack_info))
    return any(secret in text for text in held)
