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
        *(
            leak
            for chained in _chain(error)
            for leak in (*_texts_with(chained, secret), *_locals_with(chained, secret))
        ),
        *(f"log: {record.getMessage()}" for record in records if _is_in_record(record, secret)),
    ]


def _chain(error: BaseException) -> list[BaseException]:
    """Return an error with all that a traceback prints before it."""
    found = [error]
    for one in found:
        found += [
            other
            for other in (one.__cause__, one.__context__)
            if other is not None and other not in found
        ]
    return found


def _texts_with(error: BaseException, secret: str) -> Iterator[str]:
    texts = {
        "str": str(error),
        "repr": repr(error),
        "args": repr(error.args),
        "notes": repr(getattr(error, "__notes__", "")),
        "attributes": repr(vars(error)) if isinstance(error, ElicitFormError) else "",
    }
    for place, text in texts.items():
        if secret in text:
            yield f"{place} of a {type(error).__name__}"


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
