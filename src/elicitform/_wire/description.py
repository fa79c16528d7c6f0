"""Forms and their fields as frozen values: what a declaration means, apart from how it was written.

Annotations are turned into these, and the schema and the reader are made from these alone, so the
two cannot disagree. They are named tuples because a dataclass takes eight times as long to define,
and every import would pay for it; tell kinds apart by their class, not by ``==``. Annotations are
evaluated here, unlike elsewhere, because a named tuple compiles those that are text.
"""

from datetime import tzinfo
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from elicitform.exceptions import DefinitionFault

if TYPE_CHECKING:
    from pydantic import BaseModel, ConfigDict
    from pydantic.fields import FieldInfo

JsonValue: TypeAlias = str | int | float | bool | list[str]


class Choice(NamedTuple):
    """One choice of a select: the value on the wire, and its title if it has one."""

    value: str
    title: str | None = None


class StringKind(NamedTuple):
    """Text, perhaps of a format.

    Attributes:
        min_length: Least number of code points.
        max_length: Greatest number of code points.
        format: ``email``, ``uri``, ``date``, ``date-time``, or None.
        reads_as: The Python type that an answer is handed back as.
        zone: The time zone that a date-time without an offset is taken to be in, or None.
    """

    min_length: int | None = None
    max_length: int | None = None
    format: str | None = None
    reads_as: Any = str
    zone: tzinfo | None = None


class IntegerKind(NamedTuple):
    """A whole number with inclusive bounds."""

    minimum: int | None = None
    maximum: int | None = None


class NumberKind(NamedTuple):
    """Any finite number with inclusive bounds."""

    minimum: float | None = None
    maximum: float | None = None


class BooleanKind(NamedTuple):
    """True or false."""


class SingleSelectKind(NamedTuple):
    """One choice of a closed list.

    Attributes:
        choices: What can be picked, in the order shown.
        enum_names: Titles are written as ``enumNames`` at every revision.
        enum: The Enum whose member is handed back, or None for the plain string.
    """

    choices: tuple[Choice, ...]
    enum_names: bool = False
    enum: type[Enum] | None = None


class MultiSelectKind(NamedTuple):
    """Several choices of a closed list, each at most once.

    Attributes:
        choices: What can be picked, in the order shown.
        min_items: Least number of picks.
        max_items: Greatest number of picks.
        enum: The Enum whose members are handed back, or None for plain strings.
    """

    choices: tuple[Choice, ...]
    min_items: int | None = None
    max_items: int | None = None
    enum: type[Enum] | None = None


Kind: TypeAlias = (
    StringKind | IntegerKind | NumberKind | BooleanKind | SingleSelectKind | MultiSelectKind
)


def awaits_choices(kind: Kind) -> bool:
    """Return whether a select has no choices yet: they are given at run time."""
    return isinstance(kind, (SingleSelectKind, MultiSelectKind)) and not kind.choices


class FieldDescription(NamedTuple):
    """One field of a form.

    Attributes:
        name: The property name on the wire.
        attribute: The name in the Python class.
        kind: What answers it takes.
        title: Its label, or None where the class leaves labels out.
        description: Its help text, or None.
        required: The answer must hold it.
        default: The default as a JSON value, or None where the wire shows none.
        optional: Left open, it reads None: it is declared ``T | None = None``.
    """

    name: str
    attribute: str
    kind: Kind
    title: str | None
    description: str | None
    required: bool
    default: JsonValue | None
    optional: bool

    def __repr__(self) -> str:
        """Return the name alone: the default may be the answer of a round before."""
        return f"<field {self.name!r}>"


class DescribedField(NamedTuple):
    """A field that the wire can carry, with what reading its answers needs besides.

    Attributes:
        description: What the wire and the reader need.
        validators: The author's own ``AfterValidator``s, in order.
        info: What pydantic gathered about it, as it was at the class statement.
        shown: Its default on the wire is an answer of the round before, which stands where the
            next answer leaves the field out.
    """

    description: FieldDescription
    validators: tuple[object, ...]
    info: "FieldInfo"
    shown: bool

    def __repr__(self) -> str:
        """Return what its description says, for the same reason."""
        return repr(self.description)


class Settings(NamedTuple):
    """The class keywords of a form that its subclasses inherit.

    Attributes:
        since: The oldest revision that the form promises to be exportable to.
        auto_titles: A field without a title gets one made of its name.
        any_names: Property names may be such that clients written in JavaScript lose or reorder.
    """

    since: str
    auto_titles: bool
    any_names: bool


class FormDescription(NamedTuple):
    """What a form is, fixed by its class statement.

    Attributes:
        name: The name of its class.
        config: Its ``model_config``, as it was at the class statement.
        settings: Its class keywords that subclasses inherit.
        message: What the person is asked, unless a call says otherwise; None where the class does
            not say.
        abstract: It is a base for other forms only.
        unready: Why it can be neither exported nor read: it is abstract, or awaits choices.
        fields: Its fields by property name, in declaration order.
        described: The same with what the reader needs of them besides.
        schemas: Its ``requestedSchema`` by revision, as far as they are rendered.
        warnings: What is valid about it and will surprise somebody.
        requires_new: Some field has to be answered and shows no default, so that every good answer
            holds something which somebody has entered.
    """

    name: str
    config: "ConfigDict"
    settings: Settings
    message: str | None
    abstract: bool
    unready: tuple[DefinitionFault, ...]
    fields: dict[str, FieldDescription]
    described: tuple[DescribedField, ...]
    schemas: dict[str, dict[str, Any]]
    warnings: list[str]
    requires_new: bool

    def __repr__(self) -> str:
        """Return the name alone, as for its fields: tools that log tracebacks print this."""
        return f"<form {self.name!r}>"

    @property
    def requires_something(self) -> bool:
        """Whether some field has to be answered."""
        return any(field.required for field in self.fields.values())


def description_of(form: "type[BaseModel]") -> FormDescription:
    """Return the description that a class statement has left on a form."""
    described: FormDescription = cast("Any", form).__elicit_form__
    return described
