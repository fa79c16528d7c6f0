"""The strategies, without Hypothesis until one of them is asked for."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypothesis.strategies import SearchStrategy

    from elicitform._form.form import Form


@overload
def answers(
    form: type[Form],
    *,
    strict: Literal[True],
    values: Mapping[str, SearchStrategy[Any]] | None = None,
) -> SearchStrategy[dict[str, Any]]: ...
@overload
def answers(
    form: type[Form],
    *,
    strict: bool = False,
    values: Mapping[str, SearchStrategy[Any]] | None = None,
) -> SearchStrategy[dict[str, Any] | None]: ...
def answers(
    form: type[Form],
    *,
    strict: bool = False,
    values: Mapping[str, SearchStrategy[Any]] | None = None,
) -> SearchStrategy[Any]:
    """Draw contents that a form takes, in every way in which clients are known to answer.

    Whole numbers come as ``3`` and ``3.0``; date-times in every spelling of RFC 3339; untouched
    fields as false, 0, the minimum, the first choice or the default; fields left open as null,
    ``""``, ``[]`` or not at all; and there are keys that nobody asked for, unless the form forbids
    them. Where nothing is required, content may be None: the client sent none.

    Every answer is read by the form before it is handed out, so your own validators have had their
    say. Where they refuse most of what is drawn, Hypothesis says so; then draw better `values`.

    Args:
        form: The form to answer.
        strict: Draw what ``strict=True`` of the form takes, and no None: no blanks.
        values: Strategies for single fields, by Python or wire name, to draw their values from.
            They may draw JSON values, or Enum members, dates, datetimes and URLs.

    Returns:
        A strategy of contents, for ``Form.validate_content`` or ``accept_content``.

    Raises:
        ImportError: Hypothesis is not installed.
        TypeError: `form` is not a form, or `values` name a field that it does not have.

    Example:
        >>> @given(answers(Deploy))
        ... def test_every_answer_is_read(content):
        ...     Deploy.validate_content(content)
    """
    _require_hypothesis("answers")
    from elicitform.testing import _good  # noqa: PLC0415  (Hypothesis is an extra)

    return _good.answers_of(form, values or {}, strict=strict)


def bad_answers(form: type[Form], *, sendable: bool = False) -> SearchStrategy[Any]:
    """Draw contents that a form must refuse, each with one mistake in it.

    Mistakes are those that clients make (a number in a text, a title in place of its choice, a
    date-time without its offset, an empty approval) and those that only a hostile one would (NaN,
    lone surrogates, lists in lists, content that is not an object). Every form has some: each field
    has a type, and so values that are not of it.

    Nothing that the form takes is handed out. Your own validators make no mistakes here, since
    nobody knows what they ask for; write answers for those by hand.

    Args:
        form: The form to answer wrongly.
        sendable: Draw only what the SDKs' ElicitResult can carry: an object of text, finite
            numbers, booleans, null and lists of text.

    Returns:
        A strategy of contents, for ``Form.validate_content`` or ``accept_content``.

    Raises:
        ImportError: Hypothesis is not installed.
        TypeError: `form` is not a form.

    Example:
        >>> @given(bad_answers(Deploy))
        ... def test_no_bad_answer_deploys(content):
        ...     assert "Deployed" not in call("deploy", accept_content(content))
    """
    _require_hypothesis("bad_answers")
    from elicitform.testing import _bad  # noqa: PLC0415  (as above)

    return _bad.bad_answers_of(form, sendable=sendable)


def _require_hypothesis(function: str) -> None:
    if importlib.util.find_spec("hypothesis") is None:
        raise ImportError(
            f"{function} needs Hypothesis, which is not installed: "
            "run `pip install 'elicitform[testing]'`"
        )
