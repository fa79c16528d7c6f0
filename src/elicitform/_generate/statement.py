"""A ``requestedSchema`` to the class statement of a form, and to the form itself."""

from __future__ import annotations

import math
import types
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from elicitform._declare.fields import Settings, auto_title
from elicitform._declare.form import base_with_fields
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
from elicitform._wire.formats import read_date, read_date_time
from elicitform._wire.revisions import MULTI_SELECT_SINCE, REVISIONS
from elicitform._wire.valid import require_valid
from elicitform.exceptions import FormDefinitionError

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from elicitform._form.form import Form

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
        fields: Its fields, in order.
    """

    name: str
    settings: Settings
    fields: tuple[FieldStatement, ...]


def form_from_schema(
    base: type[Form], schema: object, name: str, revision: str, module: str
) -> type[Form]:
    """Return a form below `base` that has this schema.

    Args:
        base: A form without fields of its own.
        schema: The schema, as `json.loads` makes it.
        name: What the class is called, or ``""``.
        revision: The revision that the schema is for.
        module: The module that the class is said to be defined in.

    Raises:
        SchemaError: The schema is not valid at the revision.
        FormDefinitionError: `base` has fields.
    """
    if base.model_fields:
        raise FormDefinitionError(base.__name__, (base_with_fields(tuple(base.model_fields)),))
    statement = class_statement_for(schema, name, revision, base)
    annotations = {field.attribute: value_of(field.annotation) for field in statement.fields}
    values = {
        field.attribute: value_of(field.field) for field in statement.fields if field.field.keywords
    }
    namespace = {
        "__module__": module,
        "__qualname__": statement.name,
        "__annotations__": annotations,
        # What surprises clients is for the author of the schema to hear, not for its reader.
        "__elicit_warnings__": False,
        **values,
    }
    inherited = base.__elicit_form__.settings
    keywords = {
        "since": max(inherited.since, statement.settings.since, key=REVISIONS.index),
        "auto_titles": statement.settings.auto_titles,
        # Older releases of pydantic warn of any name in `model_`.
        "protected_namespaces": (),
    }
    made = types.new_class(statement.name, (base,), keywords, lambda body: body.update(namespace))
    return cast("type[Form]", made)


def class_statement_for(
    schema: object, name: str, revision: str, base: type[Form]
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
    properties = {plain_text(name): one for name, one in checked["properties"].items()}
    required = set(checked.get("required", ()))
    several = any(one["type"] == "array" for one in properties.values())
    auto_titles = all("title" in one for one in properties.values())
    since = MULTI_SELECT_SINCE if several else REVISIONS[0]
    attributes = attributes_for(properties, base)
    return ClassStatement(
        name or UNNAMED,
        Settings(since, auto_titles),
        tuple(
            _field_statement(
                _Property(name, attributes[name], definition, name in required, auto_titles)
            )
            for name, definition in properties.items()
        ),
    )


class _Property(NamedTuple):
    """A property of a valid schema, with what is decided about it already."""

    name: str
    attribute: str
    definition: dict[str, Any]
    required: bool
    auto_titles: bool

    @property
    def title(self) -> str | None:
        """The title that has to be written, since nobody makes it of the name."""
        title = self.definition.get("title")
        return None if self.auto_titles and title == auto_title(self.name) else title


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


def _field_statement(property_: _Property) -> FieldStatement:
    definition = property_.definition
    typed = _TYPED[definition["type"]](property_)
    default = typed.default(definition["default"]) if "default" in definition else None
    credential = _credential_in(property_)
    markers = typed.markers if credential is None else (*typed.markers, _UNJUDGED)
    keywords: dict[str, Expression] = {}
    if property_.required and default is not None:
        markers = (*markers, Call("Prefill", (default,)))
    elif not property_.required:
        keywords["default"] = default or Constant(None)
    annotation = Subscript("Annotated", (typed.type, *markers)) if markers else typed.type
    if not property_.required and default is None:
        annotation = OrNone(annotation)
    texts = {
        "alias": None if property_.attribute == property_.name else property_.name,
        "title": property_.title,
        "description": definition.get("description"),
    }
    keywords |= {key: _constant(text) for key, text in texts.items() if text is not None}
    keywords |= {key: Constant(value) for key, value in typed.constraints.items()}
    return FieldStatement(
        property_.attribute,
        annotation,
        Call("Field", (), tuple(keywords.items())),
        "" if credential is None else _comment_on(credential),
    )


def _credential_in(property_: _Property) -> str | None:
    """Return the words with which a property asks for a credential, if it does."""
    definition = property_.definition
    is_select = "enum" in definition or "oneOf" in definition
    if definition["type"] not in {"string", "integer"} or is_select:
        return None
    if definition.get("format") in FORMATS_OF_NONE:
        return None
    return credential_in(property_.name, property_.attribute, definition.get("title", ""))


def _comment_on(credential: str) -> str:
    return (
        f'"{credential}" asks for a credential, which the protocol forbids in a form: ask for it '
        "with URL mode, or write below why the name is innocent."
    )


# --- types ------------------------------------------------------------------------------------


def _text(property_: _Property) -> _Typed:
    definition = property_.definition
    if "oneOf" in definition or "enum" in definition:
        return _choice(definition)
    name = definition.get("format")
    lengths = _whole_numbers(definition, min_length="minLength", max_length="maxLength")
    default = definition.get("default")
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


def _integer(property_: _Property) -> _Typed:
    definition, bounds = property_.definition, {}
    if "minimum" in definition:
        bounds["ge"] = math.ceil(definition["minimum"])
    if "maximum" in definition:
        bounds["le"] = math.floor(definition["maximum"])
    return _Typed(Name("int"), (), bounds, lambda default: Constant(int(default)))


def _number(property_: _Property) -> _Typed:
    keys = {"ge": "minimum", "le": "maximum"}
    definition = property_.definition
    bounds = {name: _plain(definition[key]) for name, key in keys.items() if key in definition}
    return _Typed(Name("float"), (), bounds, lambda default: Constant(_plain(default)))


def _boolean(property_: _Property) -> _Typed:  # noqa: ARG001  (as the others)
    return _Typed(Name("bool"), (), {}, Constant)


def _choice(definition: dict[str, Any]) -> _Typed:
    choices = _choices(definition.get("enum") or [one["const"] for one in definition["oneOf"]])
    titles = definition.get("enumNames")
    if titles is not None:
        legacy = (("legacy", Constant(value=True)),)
        return _Typed(choices, (_titles(choices, titles)._replace(keywords=legacy),), {}, _constant)
    if "oneOf" in definition:
        titles = [one["title"] for one in definition["oneOf"]]
        return _Typed(choices, (_titles(choices, titles),), {}, _constant)
    return _Typed(choices, (), {}, _constant)


def _picks(property_: _Property) -> _Typed:
    definition = property_.definition
    items = definition["items"]
    item = _choices(items.get("enum") or [one["const"] for one in items["anyOf"]])
    if "anyOf" in items:
        titles = _titles(item, [one["title"] for one in items["anyOf"]])
        item = Subscript("Annotated", (item, titles))
    counts = _whole_numbers(definition, min_length="minItems", max_length="maxItems")
    return _Typed(
        Subscript("MultiSelect", (item,)),
        (),
        counts,
        lambda default: ListOf(tuple(map(_constant, default))),
    )


_TYPED: dict[str, Callable[[_Property], _Typed]] = {
    "string": _text,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "array": _picks,
}


# --- values -----------------------------------------------------------------------------------


def _choices(values: list[str]) -> Subscript:
    return Subscript("Literal", tuple(map(_constant, values)))


def _titles(choices: Subscript, titles: list[str]) -> Call:
    pairs = zip(choices.items, map(_constant, titles), strict=True)
    return Call("Titles", (DictOf(tuple(pairs)),))


def _whole_numbers(definition: dict[str, Any], **keys: str) -> dict[str, int]:
    return {name: int(definition[key]) for name, key in keys.items() if key in definition}


def _constants(*values: int) -> tuple[Expression, ...]:
    return tuple(map(Constant, values))


def _constant(text: str) -> Expression:
    return Constant(plain_text(text))


def _plain(number: Any) -> float:
    """Return a number without what a subclass adds to it."""
    return float(number) if isinstance(number, float) else int(number)
