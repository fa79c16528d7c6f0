"""YAML texts, read by the core schema of YAML 1.2 as the JSON that they stand for.

The library's events are put together here and not by its loader: no object but a JSON value is ever
made, every part remembers where it stands, and what aliases expand to is bounded. `PyYAML` reads
YAML 1.1, where ``no`` is a boolean and ``2025-01-01`` a date; what a plain scalar means is decided
here, as YAML 1.2 says (chapter 10.3.2).
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from elicitform.schemas.lint.found import MOST_FINDINGS, START, Problem, Spot, step, steps_of
from elicitform.schemas.lint.json_text import (
    DEEPEST,
    bounded_integer,
    constant_problem,
    depth_problem,
    repeated_problem,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LONGEST_TEXT = 5_000_000
"""How many characters of YAML are read; a description of a large server has a tenth."""

LARGEST_EXPANSION = 1_000_000
"""How many values a text may stand for, once its aliases are replaced."""

WHAT_TO_INSTALL = 'reading YAML needs PyYAML: pip install "elicitform[yaml]"'

_TAG = "tag:yaml.org,2002:"
_NULL = re.compile(r"null|Null|NULL|~|")
_BOOLEAN = re.compile(r"(true|True|TRUE)|false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_KINDS = {"str": str, "seq": list, "map": dict}


def library() -> Any:
    """Return the YAML library.

    Raises:
        ImportError: It is not installed.
    """
    try:
        import yaml  # noqa: PLC0415  (the extra may not be there)
    except ImportError:
        raise ImportError(WHAT_TO_INSTALL) from None
    if not hasattr(yaml, "SafeLoader"):  # a folder of that name, where Python looks for packages
        raise ImportError(WHAT_TO_INSTALL)
    return yaml


def read_yaml(text: str) -> Iterator[YamlDocument]:
    """Yield the documents of a YAML text, up to the first that cannot be read.

    Raises:
        ImportError: No YAML library is installed.
    """
    yaml = library()
    if len(text) > LONGEST_TEXT:
        yield _unreadable(f"this is more YAML than {LONGEST_TEXT:,} characters; write JSON")
        return
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document = YamlDocument()
    end = None
    try:
        for event in yaml.parse(text, Loader=loader):
            if isinstance(event, yaml.DocumentEndEvent):
                yield document
                document = YamlDocument(document.expanded)
            elif isinstance(event, (yaml.NodeEvent, yaml.CollectionEndEvent)):
                document.take(event)
    except _GivenUpError:
        pass
    # The scanner written in Python lets an escape beyond Unicode through to `chr`.
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        end = _broken_off(error, text)
    yield document
    if end is not None:
        yield end


class _GivenUpError(Exception):
    """What follows is not looked at; the document says why."""


def _unreadable(message: str, spot: Spot = START) -> YamlDocument:
    document = YamlDocument()
    document.problems.append(Problem("file-syntax", "error", "", message, spot))
    return document


def _broken_off(error: Exception, text: str) -> YamlDocument:
    said = getattr(error, "problem", None) or getattr(error, "reason", None)
    spot = _spot_of(error, text)
    document = _unreadable(f"this is not YAML: {said or 'an escape stands for no character'}", spot)
    if "nesting depth" in str(said):  # libyaml looks further ahead than we do
        document.problems = [depth_problem("", spot)]
    return document


def _spot_of(error: Exception, text: str) -> Spot:
    mark = getattr(error, "problem_mark", None)
    if mark is not None and mark.line <= text.count("\n"):
        return Spot(mark.line + 1, mark.column + 1)
    # At its end, libyaml is on a line that is not there.
    before = text[: getattr(error, "position", 0)] if mark is None else text
    return Spot(before.count("\n") + 1, len(before) - before.rfind("\n"))


# --- putting a document together --------------------------------------------------------------


class _Frame:
    """A list or an object that is open.

    Attributes:
        container: What is in it so far.
        anchor: The name that aliases have for it, or None.
        spot: Where it starts.
        size: How many values it stands for, itself included.
        key: The key that waits for its value, or None.
        key_spot: Where that key stands.
    """

    __slots__ = ("anchor", "container", "key", "key_spot", "size", "spot")

    def __init__(self, container: Any, anchor: str | None, spot: Spot) -> None:
        self.container: list[Any] | dict[str, Any] = container
        self.anchor = anchor
        self.spot = self.key_spot = spot
        self.size = 1
        self.key: str | None = None

    @property
    def wants_key(self) -> bool:
        return isinstance(self.container, dict) and self.key is None

    @property
    def step(self) -> str:
        inside = len(self.container) if isinstance(self.container, list) else self.key
        return step("" if inside is None else inside)


class YamlDocument:
    """One document of a YAML text.

    Attributes:
        value: The JSON value that it stands for.
        problems: What is wrong with the text itself, as far as it is told.
        problems_left_out: How many errors more there are in the text itself.
        expanded: How many values aliases stand for, in this document and those above.
    """

    def __init__(self, expanded: int = 0) -> None:
        self.value: object = None
        self.problems: list[Problem] = []
        self.problems_left_out = 0
        self.expanded = expanded
        self._start = START
        self._frames: list[_Frame] = []
        self._anchors: dict[str, tuple[object, int]] = {}
        self._spots: dict[int, dict[str, Spot]] = {}
        """The places of what is in each container, by the container's identity."""

    def spots(self, pointers: Iterable[str]) -> dict[str, Spot]:
        """Return the place of each pointer: its key in an object, itself in a list."""
        return {pointer: self._spot_at(pointer) for pointer in pointers}

    def _spot_at(self, pointer: str) -> Spot:
        spot = self._start
        value: Any = self.value
        for name in steps_of(pointer):
            inside = self._spots.get(id(value), {}) if isinstance(value, (dict, list)) else {}
            if name not in inside:
                break
            spot = inside[name]
            value = value[int(name)] if isinstance(value, list) else value[name]
        return spot

    def take(self, event: Any) -> None:
        """Take the next event of the text.

        Raises:
            _GivenUpError: The document is nested too deeply, or expands to too much.
        """
        kind = type(event).__name__
        spot = Spot(event.start_mark.line + 1, event.start_mark.column + 1)
        if kind == "ScalarEvent":
            self._take_scalar(event, spot)
        elif kind == "AliasEvent":
            self._put_alias(event.anchor, spot)
        elif kind.endswith("StartEvent"):
            self._open([] if kind.startswith("Sequence") else {}, event, spot)
        else:
            frame = self._frames.pop()
            self._remember(frame.anchor, frame.container, frame.size)
            self._put(frame.container, frame.size, frame.spot)

    def _take_scalar(self, event: Any, spot: Spot) -> None:
        value = self._meaning(event, spot)
        if self._frames and self._frames[-1].wants_key and not isinstance(value, str):
            self._note("file-key", "a key is text; put it in quotes", spot)
            value = event.value
        self._remember(event.anchor, value, 1)
        self._put(value, 1, spot)

    def _open(self, container: list[Any] | dict[str, Any], event: Any, spot: Spot) -> None:
        self._require_tag(event.tag, type(container), spot)
        self._spots[id(container)] = {}
        self._frames.append(_Frame(container, event.anchor, spot))
        if len(self._frames) > DEEPEST:
            self.problems.append(depth_problem("", spot))
            raise _GivenUpError

    def _put_alias(self, anchor: str, spot: Spot) -> None:
        value, size = self._anchored(anchor, spot)
        self.expanded += size
        if self.expanded > LARGEST_EXPANSION:
            message = f"aliases make more than {LARGEST_EXPANSION:,} values of this; write fewer"
            self._note("file-alias", message, spot)
            raise _GivenUpError
        self._put(value, size, spot)

    def _put(self, value: object, size: int, spot: Spot) -> None:
        """Put a value where the document wants the next one."""
        if not self._frames:
            self.value, self._start = value, spot
            return
        frame = self._frames[-1]
        frame.size += size
        if frame.wants_key:
            self._put_key(value, frame, spot)
        elif isinstance(frame.container, list):
            self._spots[id(frame.container)][str(len(frame.container))] = spot
            frame.container.append(value)
        else:
            key, frame.key = frame.key or "", None
            self._spots[id(frame.container)][key] = frame.key_spot
            frame.container[key] = value

    def _put_key(self, value: object, frame: _Frame, spot: Spot) -> None:
        if not isinstance(value, str):
            self._note("file-key", "a key is text, and no list or object", spot)
            value = "?"
        frame.key, frame.key_spot = value, spot
        if value in frame.container:
            self._tell(partial(repeated_problem, value), spot)

    # --- anchors, tags and scalars

    def _remember(self, anchor: str | None, value: object, size: int) -> None:
        if anchor is not None:
            self._anchors[anchor] = (value, size)

    def _anchored(self, anchor: str, spot: Spot) -> tuple[object, int]:
        if anchor in self._anchors:
            return self._anchors[anchor]
        self._note("file-alias", "no finished value above has an anchor of this name", spot)
        return None, 1

    def _require_tag(self, tag: str | None, kind: type, spot: Spot) -> None:
        if tag not in {None, "!"} and _KINDS.get(str(tag).removeprefix(_TAG)) is not kind:
            self._note("file-tag", "JSON has no value of this tag; take the tag out", spot)

    def _meaning(self, event: Any, spot: Spot) -> object:
        """Return the JSON value of a scalar."""
        text, tag = str(event.value), event.tag
        if tag in {_TAG + name for name in ("int", "float", "bool", "null")}:
            tag = None
        elif tag is not None or not event.implicit[0]:
            self._require_tag(tag, str, spot)
            return text
        if _NO_NUMBER.fullmatch(text):
            self._tell(constant_problem, spot)
            return float("nan")
        return _plain(text)

    def _note(self, code: str, message: str, spot: Spot) -> None:
        self._tell(lambda path, spot: Problem(code, "error", path, message, spot), spot)

    def _tell(self, problem_at: Callable[[str, Spot], Problem], spot: Spot) -> None:
        if len(self.problems) < MOST_FINDINGS:
            self.problems.append(problem_at(self._pointer(), spot))
        else:
            self.problems_left_out += 1

    def _pointer(self) -> str:
        return "".join(frame.step for frame in self._frames)


def _plain(text: str) -> object:
    """Return what a plain scalar means in the core schema."""
    if _NULL.fullmatch(text):
        return None
    if found := _BOOLEAN.fullmatch(text):
        return found[1] is not None
    if _INTEGER.fullmatch(text):
        return bounded_integer(text)
    if _OTHER_BASE.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
