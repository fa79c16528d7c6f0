"""The strategies; Hypothesis is imported when one of them is called."""

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
    ``""``, ``[]`` or not at all; and there are unknown keys, unless the form forbids them. Where
    nothing is required, content may be None: the client sent none.

    The form reads every answer before it is drawn, your own validators included. Where they refuse
    most answers, Hypothesis reports that it filters too much; then pass better `values`.

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

    Some mistakes are those of clients (a number in a text, a title in place of its choice, a
    date-time without its offset, an empty approval), others those of hostile clients only (NaN,
    lone surrogates, lists in lists, content that is not an object). Every form has some, since each
    field has a type.

    Nothing that the form takes is drawn. What only your own validators refuse is not drawn either;
    write such answers by hand.

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
