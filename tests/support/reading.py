"""Reading answers, good and bad, and answers whose texts can be found again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from elicitform import Form, InvalidContent

if TYPE_CHECKING:
    from collections.abc import Callable

_FormT = TypeVar("_FormT", bound=Form)


def read(form: type[_FormT], content: object, *, strict: bool = False) -> _FormT | None:
    """Return the answer, or None where it is refused."""
    answer = attempt(lambda: form.validate_content(content, strict=strict))
    return answer if isinstance(answer, form) else None


def attempt(read_it: Callable[[], Form]) -> Form | InvalidContent | ValidationError:
    """Return the answer, or why it is refused."""
    try:
        return read_it()
    except (InvalidContent, ValidationError) as error:
        return error


MARK = "xkcd-mark-7f3a"


def marked(value: Any, at: int) -> Any:
    """Return a JSON value with the mark inside each of its texts."""
    if isinstance(value, str):
        return value[:at] + MARK + value[at:]
    if isinstance(value, list):
        return [marked(item, at) for item in value]
    if isinstance(value, dict):
        return {marked(key, at): marked(item, at) for key, item in value.items()}
    return value
