"""The forms made at run time that were asked for last, by what they were made of.

A server that makes a form for every request pays for the first alone.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from datetime import date, datetime, timezone
from enum import Enum
from threading import RLock
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from elicitform._pydantic import is_url

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable


FormT = TypeVar("FormT", bound=BaseModel)

MOST_KEPT = 256
"""How many forms are kept: enough for a busy server, and a bound on its memory."""


class NoCacheKeyError(Exception):
    """The value has no reliable cache key."""


def cache_key(value: object) -> Hashable:
    """Return a key that no other value has, not even one that is equal, such as 1, 1.0 and True.

    Raises:
        NoCacheKeyError: Values of this class may be equal, or look alike, and differ all the same.
    """
    if type(value) in {str, int, bool}:
        return type(value), value
    if type(value) is tuple:
        return tuple, value, tuple(map(type, value))
    if type(value) is dict:
        return dict, tuple((*map(cache_key, item),) for item in value.items())
    if type(value) is list:
        return list, tuple(map(cache_key, value))
    if isinstance(value, Enum):
        return type(value), value.name
    if type(value) in {float, date, NoneType} or is_url(value) or _is_plain_moment(value):
        return type(value), repr(value)
    raise NoCacheKeyError


def _is_plain_moment(value: object) -> bool:
    """Return whether the text of a date-time says all about it, its zone included."""
    if type(value) is not datetime:
        return False
    zone = value.tzinfo
    zone_info = getattr(sys.modules.get("zoneinfo"), "ZoneInfo", None)
    has_key = getattr(zone, "key", None) is not None  # one read from a file has none
    return type(zone) is timezone or (type(zone) is zone_info and has_key)


class Kept:
    """The forms that were asked for last."""

    def __init__(self) -> None:
        self._forms: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = RLock()  # a class body may make a form of another

    def get(self, key: Hashable, make: Callable[[], type[FormT]]) -> type[FormT]:
        """Return the form that is kept under `key`, or make it."""
        with self._lock:
            try:
                kept: type[FormT] | None = self._forms.get(key)
            except TypeError:  # what has no hash is not a choice either, and is refused
                return make()
            if kept is None:
                kept = self._forms[key] = make()
                if len(self._forms) > MOST_KEPT:
                    self._forms.popitem(last=False)
            else:
                self._forms.move_to_end(key)
            return kept


KEPT = Kept()
