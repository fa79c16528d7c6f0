"""A ``requestedSchema`` to the class statement of a form, to be evaluated or printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from typing_extensions import assert_never

from elicitform._declare.fields import auto_title
from elicitform._declare.remedies import plain_text
from elicitform._generate.attributes import attributes_for
from elicitform._generate.expressions import (
    Call,
    Constant,
    DictOf,
    Expression,
    ListOf,
    Name,
    OrNone,
    Subscript,
    value_of,
)
from elicitform._wire.credentials import FORMATS_OF_NONE, credential_in
from elicitform._wire.description import Settings
from elicitform._wire.formats import read_date, read_date_time
from elicitform._wire.property import properties_of
from elicitform._wire.reduced import reduced
from elicitform._wire.revisions import MULTI_SELECT_SINCE, REVISIONS
from elicitform._wire.valid import odd_names_in, require_valid

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from pydantic import BaseModel

    from elicitform._wire.property import Property

UNNAMED = "RequestedForm"
"""What the class is called where nobody says."""

_UNJUDGED = Call("NotSecret", (Constant("taken from a schema, and judged by nobody yet"),))
"""The word that a field needs whose name says credential, though nobody has given it."""


class FieldStatement(NamedTuple):
    """The line of a class statement that declares one field: ``attribute: annotation = field``.

    Attributes:
        attribute: Its name in the class.
        annotation: Its annotation.
        field: The call of ``Field``.
        comment: What its author has to look at, or ``""``.
    """

    attribute: str
    annotation: Expression
    field: Call
    comment: str = ""


class ClassStatement(NamedTuple):
    """The class statement of a form.

    Attributes:
        name: The name of the class.
        settings: Its class keywords.
        closed: Answers may hold no other keys: ``extra="forbid"``.
        fields: Its fields, in order.
        dropped: A JSON pointer to each keyword of the schema that the form does not repeat.
    """

    name: str
    settings: Settings
    closed: bool
    fields: tuple[FieldStatement, ...]
    dropped: tuple[str, ...]


def namespace_of(statement: ClassStatement) -> dict[str, Any]:
    """Return what the body of a class statement defines."""
    return {
        "__annotations__": {
            field.attribute: value_of(field.annotation) for field in statement.fields
        },
        **{
            field.attribute: value_of(field.field)
            for field in statement.fields
            if field.field.keywords
        },
    }


def class_statement_for(
    schema: object, name: str, revision: str, base: type[BaseModel]
) -> ClassStatement:
    """Return the class statement of the form that has this schema.

    Args:
        schema: The schema, as `json.loads` makes it.
        name: What the class is called, or ``""``.
        revision: The revision that the schema is for.
        base: What the class derives from.

    Raises:
        SchemaError: The schema is not valid at the revision, even without its annotations.
    """
    read = reduced(schema)
    checked = require_valid(read.schema, name=name, revision=revision)
    properties = [one._replace(name=plain_text(one.name)) for one in properties_of(checked)]
    several = any(one.definition["type"] == "array" for one in properties)
    auto_titles = all("title" in one.definition for one in properties)
    since = MULTI_SELECT_SINCE if several else REVISIONS[0]
    attributes = attributes_for([one.name for one in properties], base)
    return ClassStatement(
        name or UNNAMED,
        Settings(since, auto_titles, any_names=bool(odd_names_in(checked))),
        read.closed,
        tuple(
            _field_statement(_Attribute(attributes[one.name], one, auto_titles))
            for one in properties
        ),
        read.dropped,
    )


class _Attribute(NamedTuple):
    """An attribute to declare, and the property that it stands for."""

    name: str
    of: Property
    auto_titles: bool

    @property
    def title(self) -> str | None:
        """The title that has to be written, since nobody makes it of the name."""
        title = self.of.definition.get("title")
        return None if self.auto_titles and title == auto_title(self.of.name) else title

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that the property is called."""
        title = self.of.definition.get("title", "")
        return self.of.name, self.name, title


class _Typed(NamedTuple):
    """How the values of a property are written.

    Attributes:
        type: The type, without what is said around it.
        markers: What is said around it.
        constraints: Keywords of ``Field``.
        default: Turns the JSON value of the default into an expression.
    """

    type: Expression
    markers: tuple[Expression, ...]
    constraints: dict[str, Any]
    default: Callable[[Any], Expression]


def _field_statement(attribute: _Attribute) -> FieldStatement:
    name, _, definition, required = attribute.of
    typed = _typed(attribute)
    default = typed.default(definition["default"]) if "default" in definition else None
    credential = _credential_in(attribute)
    markers = typed.markers if credential is None else (*typed.markers, _UNJUDGED)
    keywords: dict[str, Expression] = {}
    if required and default is not None:
        markers = (*markers, Call("Prefill", (default,)))
    elif not required:
        keywords["default"] = default or Constant(None)
    annotation = Subscript("Annotated", (typed.type, *markers)) if markers else typed.type
    if not required and default is None:
        annotation = OrNone(annotation)
    texts = {
        "alias": None if attribute.name == name else name,
        "title": attribute.title,
        "description": definition.get("description"),
    }
    keywords |= {key: _constant(text) for key, text in texts.items() if text is not None}
    keywords |= {key: Constant(value) for key, value in typed.constraints.items()}
    return FieldStatement(
        attribute.name,
        annotation,
        Call("Field", (), tuple(keywords.items())),
        "" if credential is None else _comment_on(credential),
    )


def _credential_in(attribute: _Attribute) -> str | None:
    """Return the words with which a property asks for a credential, if it does."""
    definition = attribute.of.definition
    is_select = "enum" in definition or "oneOf" in definition
    if definition["type"] not in {"string", "integer"} or is_select:
        return None
    if definition.get("format") in FORMATS_OF_NONE:
        return None
    return credential_in(*attribute.names)


def _comment_on(credential: str) -> str:
    return (
        f'"{credential}" asks for a credential, which the protocol forbids in a form: ask for it '
        "with URL mode, or write below why the name is innocent."
    )


# --- types ------------------------------------------------------------------------------------


def _typed(attribute: _Attribute) -> _Typed:
    wire = attribute.of
    match wire.kind:
        case "string":
            return _text(attribute)
        case "integer":
            bounds = _given(ge=wire.minimum, le=wire.maximum)
            return _Typed(Name("int"), (), bounds, lambda default: Constant(int(default)))
        case "number":
            given = _given(ge=wire.minimum, le=wire.maximum)
            bounds = {name: _plain(bound) for name, bound in given.items()}
            return _Typed(Name("float"), (), bounds, lambda default: Constant(_plain(default)))
        case "boolean":
            return _Typed(Name("bool"), (), {}, Constant)
        case "single-select" | "titled-single-select" | "legacy-titled-single-select":
            choices, titles = _choices(wire)
            return _Typed(choices, titles, {}, _constant)
        case "multi-select" | "titled-multi-select":
            return _picks(wire)
        case _:
            assert_never(wire.kind)


def _text(attribute: _Attribute) -> _Typed:
    wire = attribute.of
    name, default = wire.definition.get("format"), wire.definition.get("default")
    lengths = _given(min_length=wire.limit("minLength"), max_length=wire.limit("maxLength"))
    if name == "date" and not lengths:
        return _Typed(Name("date"), (), {}, _day)
    if name == "date-time" and not lengths and (default is None or _is_python_spelling(default)):
        return _Typed(Name("datetime"), (), {}, _moment)
    if name is not None:
        return _Typed(Name("str"), (Call("Format", (_constant(name),)),), lengths, _constant)
    return _Typed(Name("str"), (), lengths, _constant)


def _is_python_spelling(text: str) -> bool:
    """Return whether Python writes a date-time as it is written here: it has no ``Z``."""
    return read_date_time(text).isoformat() == text


def _day(text: str) -> Expression:
    day = read_date(text)
    return Call("date", _constants(day.year, day.month, day.day))


def _moment(text: str) -> Expression:
    moment = read_date_time(text)
    parts = [moment.year, moment.month, moment.day, moment.hour, moment.minute]
    if moment.second or moment.microsecond:
        parts.append(moment.second)
    if moment.microsecond:
        parts.append(moment.microsecond)
    return Call("datetime", _constants(*parts), (("tzinfo", _zone(moment)),))


def _zone(moment: datetime) -> Expression:
    offset = moment.utcoffset()
    minutes = int(offset.total_seconds()) // 60 if offset else 0
    if not minutes:
        return Name("timezone.utc")
    unit, count = ("minutes", minutes) if minutes % 60 else ("hours", minutes // 60)
    return Call("timezone", (Call("timedelta", (), ((unit, Constant(count)),)),))


def _picks(wire: Property) -> _Typed:
    choices, titles = _choices(wire)
    item = Subscript("Annotated", (choices, *titles)) if titles else choices
    return _Typed(
        Subscript("MultiSelect", (item,)),
        (),
        _given(min_length=wire.limit("minItems"), max_length=wire.limit("maxItems")),
        lambda default: ListOf(tuple(map(_constant, default))),
    )


def _choices(wire: Property) -> tuple[Subscript, tuple[Call, ...]]:
    """Return the type of a choice, and the marker that gives the choices their titles."""
    choices = Subscript("Literal", tuple(map(_constant, wire.titles)))
    titles = [_constant(title) for title in wire.titles.values() if title is not None]
    if not titles:
        return choices, ()
    is_legacy = wire.kind == "legacy-titled-single-select"
    enum_names = (("enum_names", Constant(value=True)),) if is_legacy else ()
    pairs = tuple(zip(choices.items, titles, strict=True))
    return choices, (Call("Titles", (DictOf(pairs),), enum_names),)


# --- values -----------------------------------------------------------------------------------


def _given(**constraints: Any) -> dict[str, Any]:
    return {name: value for name, value in constraints.items() if value is not None}


def _constants(*values: int) -> tuple[Expression, ...]:
    return tuple(map(Constant, values))


def _constant(text: str) -> Expression:
    return Constant(plain_text(text))


def _plain(number: Any) -> float:
    """Return a number without what a subclass adds to it."""
    return float(number) if isinstance(number, float) else int(number)
