"""What an author writes inside ``Annotated`` to say what a bare type cannot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ForwardRef, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from datetime import tzinfo

_ChoiceT = TypeVar("_ChoiceT")


class Format:
    """The format of a text field: ``email``, ``uri``, ``date`` or ``date-time``.

    The value stays a `str`; that it has the format is checked when an answer is read. Any other
    format is refused when the form is defined, since no revision's StringSchema has one.

    Args:
        name: The format, as the protocol spells it.

    Example:
        >>> contact: Annotated[str, Format("email")]
    """

    __slots__ = ("name",)

    def __init__(self, name: Literal["email", "uri", "date", "date-time"]) -> None:
        self.name: object = name  # judged with the rest of the form

    def __repr__(self) -> str:
        return f"Format({self.name!r})"


class Titles:
    """The titles that a person sees in place of the choices of a select.

    The answer still holds the choice, never its title. Titles are written as ``oneOf`` (in a
    multi-select ``items.anyOf``) from 2025-11-25 on, and as ``enumNames`` before.

    Args:
        titles: Each choice, or Enum member, with its title. Every choice needs one; titles are
            distinct and not empty.
        enum_names: Write ``enum`` beside ``enumNames`` at every revision, for clients that know
            no other spelling. LegacyTitledEnumSchema is deprecated from 2025-11-25 on.

    Example:
        >>> size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]
    """

    __slots__ = ("enum_names", "titles")

    def __init__(self, titles: Mapping[Any, str], *, enum_names: bool = False) -> None:
        if not isinstance(titles, Mapping):
            raise TypeError('Titles takes a mapping of each choice to its title: {"s": "Small"}')
        self.titles: dict[Any, str] = dict(titles)
        self.enum_names = enum_names

    def __repr__(self) -> str:
        enum_names = ", enum_names=True" if self.enum_names else ""
        return f"Titles({self.titles!r}{enum_names})"


class NotSecret:
    """The author's word that a field with a credential's name does not ask for a credential.

    The protocol forbids asking for secrets in a form, so a text field called ``token`` is refused.
    This marker, with the reason, lets an innocent one through.

    Args:
        why: The reason, for whoever reads the code next. It is never on the wire.

    Example:
        >>> token: Annotated[str, NotSecret("the word to translate, not a credential")]
    """

    __slots__ = ("why",)

    def __init__(self, why: str) -> None:
        self.why: object = why  # judged with the rest of the form

    def __repr__(self) -> str:
        return f"NotSecret({self.why!r})"


class Prefill:
    """A default that is shown, while the answer must still hold the field.

    A default in Pydantic's place lets the field be left out, and the server fills it in. With this
    marker the client shows the value, the field stays in ``required``, and an answer without it is
    missing: nothing is taken for granted.

    Args:
        value: What is shown, a value of the field's Python type. It is judged as a default is.

    Example:
        >>> kind: Annotated[Literal["pdf", "csv"], Prefill("pdf")]
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = [*value] if type(value) is list else value

    def __repr__(self) -> str:
        return f"Prefill({self.value!r})"


class AssumeZone:
    """The time zone that a date-time without an offset is taken to be in.

    RFC 3339 section 5.6 wants an offset, yet VS Code and fast-agent send date-times without one,
    and with a space in place of the ``T``. A `datetime` field with this marker reads those, too,
    unless an answer is read with ``strict=True``; the value is always zone-aware. Of a time that
    the clocks show twice the first is meant; one that they leave out is refused.

    Args:
        zone: An IANA name, ``"UTC"``, an offset such as ``"+02:00"``, a `zoneinfo.ZoneInfo` or a
            `datetime.timezone`.

    Example:
        >>> starts: Annotated[datetime, AssumeZone("Europe/Oslo")]
    """

    __slots__ = ("zone",)

    def __init__(self, zone: str | tzinfo) -> None:
        self.zone: object = zone  # judged with the rest of the form

    def __repr__(self) -> str:
        return f"AssumeZone({self.zone!r})"


class Shown:
    """The answer of the round before, which a field shows as its default.

    A field that had to be answered still has to be. In any other, the answer stands where the next
    one leaves the field out, and a blank takes it back: then the field's own default applies. A
    boolean that shows true has to be answered, too.

    Attributes:
        value: The answer, a value of the field's Python type.
    """

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class GivenChoices:
    """The choices that `Form.with_choices` was given for a field.

    Attributes:
        choices: A tuple of values, a dict of values and titles, or what was given in place of them.
    """

    __slots__ = ("choices",)

    def __init__(self, choices: object) -> None:
        self.choices = choices


class AwaitsChoices:
    """The mark that makes a `LateChoice` out of plain text."""

    __slots__ = ()


class SeveralChoices:
    """The mark that makes a `MultiSelect` out of a plain list."""

    __slots__ = ()


LateChoice: TypeAlias = Annotated[str, AwaitsChoices()]
"""One choice of a list that is known at run time only, such as the branches of a repository.

The answer is a `str`; ``MultiSelect[LateChoice]`` is several of them. A form with such a field can
be neither exported nor read until `Form.with_choices` has given it choices.

Example:
    >>> branch: LateChoice
    >>> tags: MultiSelect[LateChoice]
"""

if TYPE_CHECKING:
    MultiSelect: TypeAlias = Annotated[list[_ChoiceT], SeveralChoices()]
else:

    class MultiSelect(list):
        """Several choices of a closed list: ``MultiSelect[Literal["a", "b"]]``, or of an Enum.

        The answer is a list without duplicates; ``min_length`` and ``max_length`` bound how many
        are picked. The protocol has multi-selects from 2025-11-25 on, so the form needs
        ``since="2025-11-25"``.
        """

        def __class_getitem__(cls, choices: object) -> object:
            """Return a type that equals no other, so that `typing` hands out none in its place."""
            if isinstance(choices, tuple):
                raise TypeError(
                    'MultiSelect takes one type, as in `MultiSelect[Literal["a", "b"]]`'
                )
            # Up to Python 3.10, text inside `list[...]` is not evaluated.
            item = ForwardRef(choices) if isinstance(choices, str) else choices
            return Annotated[list[item], SeveralChoices()]


MARKERS = (AssumeZone, Format, NotSecret, Prefill, Titles)
"""What an author may write inside ``Annotated``."""
