"""YAML texts, read as JSON by the core schema of YAML 1.2.

Nothing but JSON values is made, the position of every part is kept, and the expansion of aliases is
bounded. Values are made of the library's events and not of its nodes, because nodes
keep no place of an alias, and composing them refuses an anchor that is given twice, which YAML
allows (YAML 1.2.2, chapter 6.9.2). `PyYAML` reads YAML 1.1, where ``no`` is a boolean and
``2025-01-01`` a date; so what a plain scalar means is decided here (chapter 10.3.2).
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from elicitform._wire.words import step, steps_of
from elicitform.schemas.documents.texts import (
    DEEPEST,
    MOST_PROBLEMS,
    START,
    Document,
    Problem,
    Spot,
    bounded_integer,
    constant_problem,
    depth_problem,
    repeated_problem,
    spot_at_end_of,
    syntax_problem,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LONGEST_TEXT = 5_000_000
"""How many characters of YAML are read: ten times the description of a large server."""

LARGEST_EXPANSION = 1_000_000
"""How many values the aliases of a text may expand to."""

WHAT_TO_INSTALL = 'reading YAML needs PyYAML: pip install "elicitform[yaml]"'

_TAG = "tag:yaml.org,2002:"
_NULL = re.compile(r"null|Null|NULL|~|")
_BOOLEAN = re.compile(r"(true|True|TRUE)|false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_PLAIN_TAGS = {_TAG + name for name in ("int", "float", "bool", "null")}


def library() -> Any:
    """Return the YAML library.

    Raises:
        ImportError: It is not installed.
    """
    try:
        import yaml  # noqa: PLC0415  (the extra may not be there)
    except ImportError:
        raise ImportError(WHAT_TO_INSTALL) from None
    if not hasattr(yaml, "SafeLoader"):  # a folder called `yaml` on the path
        raise ImportError(WHAT_TO_INSTALL)
    return yaml


def read_yaml(text: str) -> Iterator[Document]:
    """Yield the documents of a YAML text, up to the first that cannot be read.

    Raises:
        ImportError: No YAML library is installed.
    """
    yaml = library()
    if len(text) > LONGEST_TEXT:
        message = f"this is more YAML than {LONGEST_TEXT:,} characters; write JSON"
        yield Document(syntax_problem(message))
        return
    events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    document = YamlDocument()
    try:
        for event in events:
            if isinstance(event, yaml.NodeEvent):
                document.read(event, events)
                yield document
                document = YamlDocument(document.expanded)
    except _GivenUpError:
        yield document
    # The scanner written in Python lets an escape beyond Unicode through to `chr`.
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        yield document
        yield Document(_broken_off(error, text))


class _GivenUpError(Exception):
    """The rest of the text is not read; the document has the reason among its problems."""


def _broken_off(error: Exception, text: str) -> Problem:
    problem = getattr(error, "problem", None) or getattr(error, "reason", None)
    spot = _spot_of(error, text)
    # libyaml reads ahead of us; the loader written in Python may reach the recursion limit.
    if isinstance(error, RecursionError) or "nesting depth" in str(problem):
        return depth_problem("", spot)
    return syntax_problem(
        f"this is not YAML: {problem or 'an escape stands for no character'}", spot
    )


def _spot_of(error: Exception, text: str) -> Spot:
    mark = getattr(error, "problem_mark", None)
    if mark is not None and mark.line <= text.count("\n"):
        return Spot(mark.line + 1, mark.column + 1)
    # At the end of a text, libyaml reports a line that does not exist.
    return spot_at_end_of(text if mark else text[: getattr(error, "position", 0)])


class YamlDocument(Document):
    """One document of a YAML text.

    Attributes:
        expanded: How many values aliases have expanded to, in this document and those above.
    """

    def __init__(self, expanded: int = 0) -> None:
        super().__init__()
        self.expanded = expanded
        self._start = START
        self._path: list[str] = []
        self._anchors: dict[str, tuple[object, int]] = {}
        self._spots: dict[int, dict[str, Spot]] = {}
        """The positions of the members of each container, by the container's identity."""

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

    # --- events to values: each method returns a value, and how many values are in it

    def read(self, event: Any, events: Iterator[Any]) -> None:
        """Read the value that starts with an event, which is the whole document.

        Raises:
            _GivenUpError: The document is nested too deeply, or expands to too much.
            RecursionError: It is nested too deeply for where we are called.
        """
        self._start = _spot(event)
        self.value, _ = self._reader_of(event)(event, events)

    def _reader_of(self, event: Any) -> Callable[[Any, Iterator[Any]], tuple[object, int]]:
        """Return what reads an event. A level of nesting takes one frame of Python's stack."""
        match type(event).__name__:
            case "ScalarEvent":
                return self._scalar
            case "AliasEvent":
                return self._alias
            case "SequenceStartEvent":
                return self._list
            case _:
                return self._object

    def _list(self, start: Any, events: Iterator[Any]) -> tuple[object, int]:
        inside: list[object] = []
        spots, size = self._opened(inside, start, "seq"), 1
        for event in takewhile(_is_inside, events):
            spots[str(len(inside))] = _spot(event)
            self._path.append(str(len(inside)))
            value, more = self._reader_of(event)(event, events)
            self._path.pop()
            inside.append(value)
            size += more
        return self._remembered(start.anchor, inside, size)

    def _object(self, start: Any, events: Iterator[Any]) -> tuple[object, int]:
        inside: dict[str, object] = {}
        spots, size = self._opened(inside, start, "map"), 1
        for event in takewhile(_is_inside, events):
            key, more = self._reader_of(event)(event, events)
            name, size = self._name_of(key, event), size + more
            spots[name] = _spot(event)
            self._path.append(name)
            if name in inside:
                self._note(repeated_problem(name, self._pointer(), spots[name]))
            behind = next(events)
            inside[name], more = self._reader_of(behind)(behind, events)
            self._path.pop()
            size += more
        return self._remembered(start.anchor, inside, size)

    def _opened(self, inside: object, start: Any, tag: str) -> dict[str, Spot]:
        """Return the dict for the positions of the members of a container."""
        self._require_tag(start, tag)
        if len(self._path) >= DEEPEST:
            self.problems.append(depth_problem("", _spot(start)))
            raise _GivenUpError
        spots = self._spots[id(inside)] = {}
        return spots

    def _name_of(self, key: object, event: Any) -> str:
        if isinstance(key, str):
            return key
        if isinstance(key, (list, dict)):
            self._tell("file-key", "a key is text, and no list or object", event)
            return "?"
        self._tell("file-key", "a key is text; put it in quotes", event)
        return str(getattr(event, "value", "?"))

    def _alias(self, event: Any, _: Iterator[Any]) -> tuple[object, int]:
        if event.anchor not in self._anchors:
            self._tell("file-alias", "no finished value above has an anchor of this name", event)
            return None, 1
        value, size = self._anchors[event.anchor]
        self.expanded += size
        if self.expanded > LARGEST_EXPANSION:
            message = f"aliases make more than {LARGEST_EXPANSION:,} values of this; write fewer"
            self._tell("file-alias", message, event)
            raise _GivenUpError
        return value, size

    def _scalar(self, event: Any, _: Iterator[Any]) -> tuple[object, int]:
        return self._remembered(event.anchor, self._meaning(event), 1)

    def _remembered(self, anchor: str | None, value: object, size: int) -> tuple[object, int]:
        if anchor is not None:
            self._anchors[anchor] = value, size
        return value, size

    def _meaning(self, event: Any) -> object:
        """Return the JSON value of a scalar."""
        text = str(event.value)
        is_tagged = event.tag is not None or not event.implicit[0]
        if is_tagged and event.tag not in _PLAIN_TAGS:
            self._require_tag(event, "str")
            return text
        if _NOT_FINITE.fullmatch(text):
            self._note(constant_problem(self._pointer(), _spot(event)))
            return float("nan")
        return _plain(text)

    def _require_tag(self, event: Any, kind: str) -> None:
        if event.tag not in {None, "!", _TAG + kind}:
            self._tell("file-tag", "JSON has no value of this tag; take the tag out", event)

    # --- problems

    def _tell(self, code: str, message: str, event: Any) -> None:
        self._note(Problem(code, "error", self._pointer(), message, _spot(event)))

    def _note(self, problem: Problem) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)
        else:
            self.problems_left_out += 1

    def _pointer(self) -> str:
        return "".join(map(step, self._path))


def _is_inside(event: Any) -> bool:
    return not type(event).__name__.endswith("EndEvent")


def _spot(event: Any) -> Spot:
    return Spot(event.start_mark.line + 1, event.start_mark.column + 1)


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
