"""A ``requestedSchema`` to the class statement of a form, to be evaluated or printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from typing_extensions import assert_never

from elicitform._declare.fields import auto_title
from elicitform._declare.remedies import plain_text
from elicitform._declare.secrets import credential_in
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
from elicitform._wire.description import Settings
from elicitform._wire.formats import read_date, read_date_time
from elicitform._wire.property import (
    BooleanProperty,
    MultiSelectProperty,
    NumberProperty,
    SelectProperty,
    TextProperty,
    properties_of,
)
from elicitform._wire.revisions import MULTI_SELECT_SINCE, REVISIONS
from elicitform._wire.valid import require_valid

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from pydantic import BaseModel

    from elicitform._wire.property import Property

UNNAMED = "RequestedForm"
"""What the class is called where nobody says."""

_WHY_NOT_SECRET = "the schema names it so"  # noqa: S105  (that is the point)


class FieldStatement(NamedTuple):
    """The line of a class statement that declares one field: ``attribute: annotation = field``."""

    attribute: str
    annotation: Expression
    field: Call


class ClassStatement(NamedTuple):
    """The class statement of a form.

    Attributes:
        name: The name of the class.
        settings: Its class keywords.
        fields: Its fields, in order.
    """

    name: str
    settings: Settings
    fields: tuple[FieldStatement, ...]


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
        SchemaError: The schema is not valid at the revision.
    """
    checked = require_valid(schema, name=name, revision=revision)
    properties = [one._replace(name=plain_text(one.name)) for one in properties_of(checked)]
    several = any(isinstance(one.kind, MultiSelectProperty) for one in properties)
    auto_titles = all("title" in one.definition for one in properties)
    since = MULTI_SELECT_SINCE if several else REVISIONS[0]
    attributes = attributes_for([one.name for one in properties], base)
    return ClassStatement(
        name or UNNAMED,
        Settings(since, auto_titles),
        tuple(
            _field_statement(_Attribute(attributes[one.name], one, auto_titles))
            for one in properties
        ),
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
    markers = typed.markers
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
    return FieldStatement(attribute.name, annotation, Call("Field", (), tuple(keywords.items())))


# --- types ------------------------------------------------------------------------------------


def _typed(attribute: _Attribute) -> _Typed:
    match attribute.of.kind:
        case TextProperty() as kind:
            return _text(kind, attribute)
        case NumberProperty(is_whole=True) as kind:
            bounds = _given(ge=kind.minimum, le=kind.maximum)
            return _Typed(Name("int"), (), bounds, lambda default: Constant(int(default)))
        case NumberProperty() as kind:
            given = _given(ge=kind.minimum, le=kind.maximum)
            bounds = {name: _plain(bound) for name, bound in given.items()}
            return _Typed(Name("float"), (), bounds, lambda default: Constant(_plain(default)))
        case BooleanProperty():
            return _Typed(Name("bool"), (), {}, Constant)
        case SelectProperty() as kind:
            choices, titles = _choices(kind)
            return _Typed(choices, titles, {}, _constant)
        case MultiSelectProperty() as kind:
            return _picks(kind)
        case kind:
            assert_never(kind)


def _text(kind: TextProperty, attribute: _Attribute) -> _Typed:
    lengths = _given(min_length=kind.min_length, max_length=kind.max_length)
    default = attribute.of.definition.get("default")
    if kind.format == "date" and not lengths:
        return _Typed(Name("date"), (), {}, _day)
    is_moment = kind.format == "date-time" and not lengths
    if is_moment and (default is None or _is_python_spelling(default)):
        return _Typed(Name("datetime"), (), {}, _moment)
    if kind.format is not None:
        return _Typed(Name("str"), (Call("Format", (_constant(kind.format),)),), lengths, _constant)
    is_suspect = any(map(credential_in, attribute.names))
    innocent = (Call("NotSecret", (_constant(_WHY_NOT_SECRET),)),) if is_suspect else ()
    return _Typed(Name("str"), innocent, lengths, _constant)


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


def _picks(kind: MultiSelectProperty) -> _Typed:
    choices, titles = _choices(kind)
    item = Subscript("Annotated", (choices, *titles)) if titles else choices
    return _Typed(
        Subscript("MultiSelect", (item,)),
        (),
        _given(min_length=kind.min_items, max_length=kind.max_items),
        lambda default: ListOf(tuple(map(_constant, default))),
    )


def _choices(kind: SelectProperty | MultiSelectProperty) -> tuple[Subscript, tuple[Call, ...]]:
    """Return the type of a choice, and the marker that gives the choices their titles."""
    choices = Subscript("Literal", tuple(map(_constant, kind.titles)))
    titles = [_constant(title) for title in kind.titles.values() if title is not None]
    if not titles:
        return choices, ()
    enum_names = (("enum_names", Constant(value=True)),) if kind.keyword == "enumNames" else ()
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
