"""What a change of a form means for answers to the old form.

An answer may be given to yesterday's question and read by today's server. Because forms are flat,
whether it still fits is decided exactly: a form takes what each of its fields takes, and a field
takes what all of its keywords take. So each keyword of the new form is compared with the whole old
field: either the field takes a value that the keyword refuses, or it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from elicitform._wire.property import properties_of
from elicitform._wire.valid import require_valid
from elicitform._wire.words import step
from elicitform.schemas.compare.differences import differences
from elicitform.schemas.compare.values import MOST_CHARACTERS, TOO_LONG, taken_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elicitform._wire.property import Property

__all__ = ["Change", "compare_schemas"]

Json = dict[str, Any]


class Change(NamedTuple):
    """One difference between two schemas, and what it means for answers to the older one.

    Attributes:
        path: The place, as a JSON pointer (RFC 6901) into the new schema; for what is gone, into
            the old one; ``""`` where it is the whole form.
        verdict: ``breaking`` where an answer that was valid no longer is, ``safe`` where every
            answer that was valid stays valid, ``shown`` where only what the person sees changes.
        counterexample: A smallest answer that was valid and no longer is; None unless the change is
            breaking, and where it is too long to be written out.
        message: What has changed, in words.
    """

    path: str
    verdict: Literal["breaking", "safe", "shown"]
    counterexample: dict[str, Any] | None
    message: str

    @property
    def breaking(self) -> bool:
        """Whether an answer that was valid no longer is."""
        return self.verdict == "breaking"


def compare_schemas(old: object, new: object) -> list[Change]:
    """Return what has changed between two ``requestedSchema``, and what it means for answers.

    Valid is what JSON Schema 2020-12 takes with its formats asserted, and what
    ``Form.validate_content(…, strict=True)`` takes; the picks of a multi-select are distinct. The
    answers considered hold fields of the old form only, since a server ignores any other.

    Args:
        old: The schema that answers are given to.
        new: The schema that they are read by.

    Returns:
        The changes: field by field in the old order, then the fields that are new. There are none
        where both schemas mean the same to servers and to people.

    Raises:
        SchemaError: One of the two is not valid at the latest revision; it is called ``old`` or
            ``new`` there.

    Example:
        >>> old = {"type": "object", "properties": {"n": {"type": "integer"}}}
        >>> new = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}
        >>> compare_schemas(old, new)[0].counterexample
        {'n': 0}
    """
    return [*changes_between(require_valid(old, name="old"), require_valid(new, name="new"))]


def form_gone(schema: Json) -> Change:
    """Return the change that a whole form, given by its valid schema, is gone."""
    message = "the form is gone: nothing reads its answers any more"
    return _OldAnswers(properties_of(schema)).change("", message, {})


def form_added() -> Change:
    """Return the change that a whole form is new."""
    return Change("", "safe", None, "the form is new")


# --- the fields -------------------------------------------------------------------------------


def changes_between(old: Json, new: Json) -> Iterator[Change]:
    """Yield what has changed between two schemas, which are valid."""
    before = {one.name: one for one in properties_of(old)}
    after = {one.name: one for one in properties_of(new)}
    answers = _OldAnswers(before.values())
    for name, property_ in before.items():
        if name in after:
            yield from _field_changes(property_, after[name], answers)
        else:
            message = "the field is gone: what an answer holds of it is ignored"
            yield Change(_pointer(name), "safe", None, message)
    for name, property_ in after.items():
        if name not in before:
            yield _added(property_, answers)
    if [name for name in after if name in before] != [name for name in before if name in after]:
        yield Change("/properties", "shown", None, "the fields are in another order")


def _field_changes(old: Property, new: Property, answers: _OldAnswers) -> Iterator[Change]:
    path = _pointer(old.name)
    if old.required and not new.required:
        yield Change(path, "safe", None, "the field may be left open now")
    if new.required and not old.required:
        message = "the field is required now; give it a default, or let it be left open"
        yield answers.change(path, message, {})
    for difference in differences(old, new):
        place = path + difference.keyword
        if difference.shown:
            yield Change(place, "shown", None, difference.message)
        elif difference.refused is None:
            yield Change(place, "safe", None, difference.message)
        else:
            yield answers.change(place, difference.message, {old.name: difference.refused})


def _added(new: Property, answers: _OldAnswers) -> Change:
    if new.required:
        message = "the field is new and required; give it a default, or let it be left open"
        return answers.change(_pointer(new.name), message, {})
    return Change(_pointer(new.name), "safe", None, "the field is new, and may be left open")


def _pointer(name: str) -> str:
    return f"/properties{step(name)}"


# --- counterexamples --------------------------------------------------------------------------

_OTHER_VALUE = 20
"""About how many characters a number or a boolean takes."""


class _OldAnswers:
    """The answers to the old form; every counterexample is its smallest answer, changed.

    Attributes:
        required: The simplest value of each field that every answer holds; None where it has none.
    """

    def __init__(self, properties: Iterable[Property]) -> None:
        self.required = {one.name: taken_by(one).simplest() for one in properties if one.required}
        self._exist = all(value is not None for value in self.required.values())
        self._size = _size(self.required)
        self._characters_left = MOST_CHARACTERS

    def change(self, path: str, message: str, refused: Json) -> Change:
        """Return a change that refuses every answer with these values."""
        if not self._exist:
            return Change(path, "safe", None, f"{message}; no answer was valid before either")
        size = self._size + _size(refused)
        if size > self._characters_left:
            message = f"{message}; the smallest such answer is too long to be written out here"
            return Change(path, "breaking", None, message)
        self._characters_left -= size
        return Change(path, "breaking", {**self.required, **refused}, message)


def _size(answer: Json) -> int:
    """Return about how many characters an answer takes."""
    return sum(len(name) + _value_size(value) for name, value in answer.items())


def _value_size(value: Any) -> int:
    if value is TOO_LONG:
        return MOST_CHARACTERS + 1
    if isinstance(value, list):
        return sum(map(_value_size, value))
    return len(value) if isinstance(value, str) else _OTHER_VALUE
