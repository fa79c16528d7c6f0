"""Types that the wire has no shape for, each with the one that comes nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform._declare.annotations import union_arms, unwrap, written
from elicitform._declare.instead import values
from elicitform._declare.instead.choices import choices_in_schema
from elicitform._declare.instead.code import code_of
from elicitform._declare.instead.typed import (
    DAY,
    INTEGER,
    MOMENT,
    NUMBER,
    TEXT,
    Typed,
    multi_select,
)
from elicitform._declare.metadata import metadata_of
from elicitform._declare.structures import is_structured

if TYPE_CHECKING:
    from collections.abc import Callable

    from elicitform._declare.instead.asked import Asked

    Again = Callable[[Asked], "Typed | None"]


def other_type(asked: Asked, again: Again) -> Typed | None:
    """Return the type that comes nearest to one of another kind, or None where no form has one.

    Args:
        asked: What the field asks.
        again: What finds the type for another question.
    """
    bare = asked.type
    if union_arms(bare):
        return _one_of(asked, again)
    if isinstance(bare, (list, dict)):
        return _shorthand(bare)
    return _named(asked, again)


def _one_of(asked: Asked, again: Again) -> Typed | None:
    """Return the type for a union that is no choice: one of its arms, or one for all of them."""
    arms = [unwrap(arm).bare for arm in union_arms(asked.type) if arm is not type(None)]
    names = {written(arm) for arm in arms}
    if names <= {"int", "float", "Decimal"}:
        return NUMBER
    if any(map(is_structured, arms)):
        return None
    found = [again(asked._replace(type=arm, metadata=metadata_of(()))) for arm in arms]
    typed = [one for one in found if one is not None]
    lists = [one for one in typed if one.is_list]
    texts = [TEXT] if str in arms else []
    return next(iter([*lists, *texts, *typed]), None)


def _shorthand(annotation: Any) -> Typed | None:
    """Return the type for choices in place of an annotation, which is how FastMCP lists them."""
    if isinstance(annotation, list) and len(annotation) == 1 and isinstance(annotation[0], list):
        inside = _shorthand(annotation[0])
        return None if inside is None else multi_select(inside.code, list)
    choices = choices_in_schema({"enum": [*annotation]})
    if choices is None or not all(isinstance(one, str) for one in annotation):
        return None
    if isinstance(annotation, dict):
        choices = choices.titled({one: _title_in(what) for one, what in annotation.items()})
    markers = (choices.titles_code(enum_names=False),) if choices.titles else ()
    return Typed(choices.type, markers, choices.pick)


def _title_in(what: object) -> object:
    return what.get("title") if isinstance(what, dict) else what


_LATER = ("if value <= {now}:", '    raise ValueError("must lie in the future")')
_EARLIER = ("if value >= {now}:", '    raise ValueError("must lie in the past")')
_TODAY, _NOW = "date.today()", "datetime.now(timezone.utc)"


def _at(statements: tuple[str, str], now: str) -> tuple[str, ...]:
    return tuple(statement.format(now=now) for statement in statements)


_CLOCK = Typed("str", convert=values.iso, notes=("a time such as 09:30",))
_NAMED: dict[str, Typed | None] = {
    "ByteSize": INTEGER._replace(notes=("in bytes",)),
    "Callable": None,
    "Decimal": NUMBER,
    "Fraction": NUMBER,
    "FutureDate": DAY._replace(notes=("in the future",), checks=_at(_LATER, _TODAY)),
    "FutureDatetime": MOMENT._replace(notes=("in the future",), checks=_at(_LATER, _NOW)),
    "IPv4Address": TEXT._replace(checks=("IPv4Address(value)",)),
    "IPv6Address": TEXT._replace(checks=("IPv6Address(value)",)),
    "NaiveDatetime": MOMENT._replace(markers=('AssumeZone("UTC")',)),
    "None": None,
    "NoneType": None,
    "PastDate": DAY._replace(notes=("in the past",), checks=_at(_EARLIER, _TODAY)),
    "PastDatetime": MOMENT._replace(notes=("in the past",), checks=_at(_EARLIER, _NOW)),
    "Secret": None,
    "SecretBytes": None,
    "SecretStr": None,
    "UUID": TEXT._replace(checks=("UUID(value)",)),
    "bytearray": None,
    "bytes": None,
    "complex": None,
    "float": NUMBER,
    "int": INTEGER,
    "memoryview": None,
    "str": TEXT,
    "time": _CLOCK._replace(checks=("time.fromisoformat(value)",)),
    "timedelta": INTEGER._replace(convert=values.seconds, notes=("in seconds",)),
}
"""The nearest type by the name of a class or of one of its bases."""

_URLS = {"AnyUrl", "MultiHostUrl", "Url", "_BaseMultiHostUrl", "_BaseUrl"}


def _named(asked: Asked, again: Again) -> Typed | None:
    bare = asked.type
    names = [base.__name__ for base in getattr(bare, "__mro__", ())][:-1]
    names = names or [written(bare).partition("[")[0]]
    known = next((name for name in names if name in _NAMED), None)
    if known is not None:
        return _NAMED[known]
    if _URLS.intersection(names):
        return Typed("AnyUrl", convert=values.url, checks=_scheme_checks(asked))
    default = type(asked.default)
    if written(bare) in {"Any", "object"} and default in {bool, float, int}:
        return again(asked._replace(type=default))
    return TEXT


def _scheme_checks(asked: Asked) -> tuple[str, ...]:
    """Return the statements that let only the schemes of a URL type through."""
    own = getattr(asked.type, "_constraints", None)
    found = [own, *asked.metadata.url_constraints]
    schemes = next(filter(None, (getattr(one, "allowed_schemes", None) for one in found)), None)
    if schemes is None:
        return ()
    return (
        f"if value.scheme not in {code_of(schemes)}:",
        f"    raise ValueError({code_of('must start with ' + ' or '.join(schemes))})",
    )
