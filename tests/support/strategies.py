"""Hypothesis strategies: forms, answers to them, and what clients send in their place.

`forms` draws Form classes over everything that a form may declare, `answers` what such a form
takes, and `any_content` what a client might send, right or wrong. `declarations` draws what `forms`
is made of: a form as its author writes it, beside the schemas that it must turn into, told from the
declaration alone and not from the code under test.
"""

from __future__ import annotations

import importlib.util
import math
import unicodedata
import warnings
from datetime import date, datetime, timedelta, timezone
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, NewType, Optional, get_args

import annotated_types
from hypothesis import strategies as st
from pydantic import (
    AnyHttpUrl,
    AnyUrl,
    AwareDatetime,
    EmailStr,
    Field,
    HttpUrl,
    StringConstraints,
    TypeAdapter,
    UrlConstraints,
    ValidationError,
    confloat,
    conint,
    constr,
    create_model,
)
from pydantic_core import Url
from typing_extensions import TypeAliasType

from elicitform import Form, Format, FormWarning, MultiSelect, NotSecret, Titles
from elicitform.testing._texts import ALMOST, FORMATTED, mistyped, texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hypothesis.strategies import DrawFn, SearchStrategy

Json = dict[str, Any]

LARGEST_INTEGER = 2**53 - 1
HAS_EMAIL_VALIDATOR = importlib.util.find_spec("email_validator") is not None

# Under names of no particular type, since what they are given is only known when run.
_Annotated: Any = Annotated
_Format: Any = Format
_Literal: Any = Literal
_Optional: Any = Optional
_MultiSelect: Any = MultiSelect


# --- declarations -----------------------------------------------------------------------------


class Shape(NamedTuple):
    """A kind of field, before it has a name, a title or a default.

    Attributes:
        bare: The annotation, with nothing said around it.
        markers: What has to be said around it, inside ``Annotated``.
        constraints: Keywords of ``Field``, which may be written in other ways too.
        wire: Its schema from 2025-11-25 on, without title, description and default.
        defaults: Defaults that fit it, each as the Python value and as the JSON value.
    """

    bare: Any
    markers: tuple[object, ...]
    constraints: Json
    wire: Json
    defaults: SearchStrategy[tuple[Any, Any]]


class Question(NamedTuple):
    """A field as its author writes it.

    Attributes:
        annotation: The annotation.
        keywords: The keywords of its ``Field``.
        name: What the wire calls it.
        wire: Its schema from 2025-11-25 on, but for a title that nobody gave it.
        required: Whether an answer must hold it.
    """

    annotation: Any
    keywords: Json
    name: str
    wire: Json
    required: bool


class Declaration(NamedTuple):
    """A form as its author writes it.

    Attributes:
        questions: The fields, by attribute.
        keywords: The class keywords, settings of pydantic's among them.
    """

    questions: dict[str, Question]
    keywords: Json

    def form(self) -> type[Form]:
        """Define the form, a new class each time."""
        fields: Any = {
            attribute: (question.annotation, Field(**question.keywords))
            for attribute, question in self.questions.items()
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormWarning)
            return create_model("Drawn", __base__=Form, __cls_kwargs__=self.keywords, **fields)

    def protocol_revisions(self) -> tuple[str, ...]:
        """Return the revisions that the form promises."""
        everything = ("2025-06-18", "2025-11-25", "2026-07-28")
        return everything[everything.index(self.keywords.get("since", everything[0])) :]

    def schema(self, revision: str) -> Json:
        """Return the ``requestedSchema`` that the form must have, its keys in order."""
        as_it_was = _as_in_2025_06 if revision == "2025-06-18" else dict
        properties = {
            question.name: as_it_was(self._with_title(question))
            for question in self.questions.values()
        }
        required = [question.name for question in self.questions.values() if question.required]
        return {
            "type": "object",
            "properties": properties,
            **({"required": required} if required else {}),
        }

    def _with_title(self, question: Question) -> Json:
        given = question.wire
        if "title" in given or not self.keywords.get("auto_titles", True):
            return given
        title = question.name.title().replace("_", " ").strip()  # as pydantic makes it
        return {"type": given["type"], "title": title if is_seen(title) else question.name, **given}


def _as_in_2025_06(wire: Json) -> Json:
    """Return a property as 2025-06-18 writes it: only booleans have defaults, and no ``oneOf``."""
    wire = dict(wire)
    if wire["type"] != "boolean":
        wire.pop("default", None)
    titled = wire.pop("oneOf", None)
    if titled:
        wire["enum"] = [choice["const"] for choice in titled]
        wire["enumNames"] = [choice["title"] for choice in titled]
    return wire


def forms(max_fields: int = 5) -> SearchStrategy[type[Form]]:
    """Draw forms over everything that may be declared."""
    return declarations(max_fields).map(Declaration.form)


_ATTRIBUTES = ["city", "size", "count", "when_", "link", "mail_2", "fooBar", "größe"]


@st.composite
def declarations(draw: DrawFn, max_fields: int = 5) -> Declaration:
    """Draw forms as their authors write them."""
    attributes = draw(
        st.lists(st.sampled_from(_ATTRIBUTES), min_size=1, max_size=max_fields, unique=True)
    )
    names = draw(
        st.lists(
            st.none() | _wire_names(),
            min_size=len(attributes),
            max_size=len(attributes),
        )
    )
    keywords = {
        "auto_titles": draw(st.none() | st.booleans()),
        "extra": draw(st.sampled_from([None, "ignore", "forbid"])),
        "since": draw(st.sampled_from([None, "2025-06-18", "2025-11-25", "2026-07-28"])),
    }
    several = keywords["since"] in {"2025-11-25", "2026-07-28"}
    questions: dict[str, Question] = {}
    taken = set(attributes)
    for attribute, name in zip(attributes, names, strict=True):
        alias = None if name in taken else name
        taken |= {alias} if alias else set()
        questions[attribute] = draw(questions_called(attribute, alias, several=several))
    return Declaration(
        questions, {key: value for key, value in keywords.items() if value is not None}
    )


@st.composite
def questions_called(
    draw: DrawFn, attribute: str, alias: str | None = None, *, several: bool = True
) -> Question:
    """Draw fields of any kind; multi-selects only where there may be `several` picks."""
    shape = draw(shapes(several=several))
    given = {
        "title": draw(st.none() | innocent_texts(1).filter(is_seen)),
        "description": draw(st.none() | st.just("See https://example.com") | innocent_texts()),
    }
    said = {key: value for key, value in given.items() if value is not None}
    default: Json = draw(_defaults(shape))
    annotation, keywords = draw(_written(shape, said, optional=default.get("default", ...) is None))
    if alias is not None:
        keywords["alias"] = alias
    wire = {"type": shape.wire["type"], **said, **shape.wire}
    if default.get("wire") is not None:
        wire["default"] = default.pop("wire")
    return Question(
        annotation, {**keywords, **default}, alias or attribute, wire, required=not default
    )


@st.composite
def _defaults(draw: DrawFn, shape: Shape) -> Json:
    """Draw what is said of a default: nothing, None, a value and its ``wire``, or a factory."""
    how = draw(st.sampled_from(["required", "optional", "default", "factory"]))
    if how == "required":
        return {}
    if how == "optional":
        return {"default": None}
    value, wire = draw(shape.defaults)
    if how == "default":
        return {"default": value, "wire": wire}
    # Nobody reads what a factory makes: it has to be of the exact type itself.
    made = float(value) if shape.bare is float else value
    return {"default_factory": lambda: made}


_MARKERS: dict[str, Callable[[Any], object]] = {
    "ge": annotated_types.Ge,
    "gt": annotated_types.Gt,
    "le": annotated_types.Le,
    "lt": annotated_types.Lt,
    "max_length": annotated_types.MaxLen,
    "min_length": annotated_types.MinLen,
}
_CONSTRAINED: dict[Any, Callable[..., Any]] = {float: confloat, int: conint, str: constr}


@st.composite
def _written(draw: DrawFn, shape: Shape, said: Json, *, optional: bool) -> tuple[Any, Json]:
    """Draw one of the ways to write a field: its annotation, and the keywords of ``Field``."""
    bare, keywords = shape.bare, {}
    inside: list[object] = []
    constraints = dict(shape.constraints)
    way = draw(st.sampled_from(["one by one", "group", "function"]))
    if way == "function" and bare in _CONSTRAINED:
        bare, constraints = _CONSTRAINED[bare](**constraints), {}
    elif way == "group" and constraints:
        inside, constraints = [_group(constraints)], {}
    for keyword, value in {**constraints, **said}.items():
        place = draw(st.sampled_from(["Field", "Annotated", "inner Field"]))
        if place == "Field":
            keywords[keyword] = value
        elif place == "Annotated" and keyword in _MARKERS:
            inside.append(_MARKERS[keyword](value))
        else:
            inside.append(Field(**{keyword: value}))
    inside += shape.markers
    none_first = draw(st.booleans())
    annotation = _Optional[bare] if optional and none_first else bare
    annotation = _Annotated[(annotation, *inside)] if inside else annotation
    annotation = draw(_named(annotation))
    annotation = _Optional[annotation] if optional and not none_first else annotation
    return annotation, keywords


def _group(constraints: Json) -> object:
    """Return the one marker that says all of the constraints."""
    if {"min_length", "max_length"}.issuperset(constraints):
        return StringConstraints(**constraints)
    return annotated_types.Interval(**constraints)


def _named(annotation: Any) -> SearchStrategy[Any]:
    """Draw the annotation as it is, or under a name."""
    as_type: Any = NewType
    as_alias: Any = TypeAliasType
    return st.sampled_from(
        [annotation, annotation, as_type("Named", annotation), as_alias("Alias", annotation)]
    )


# --- texts of declarations --------------------------------------------------------------------


def innocent_texts(min_size: int = 0) -> SearchStrategy[str]:
    """Draw text that cannot say credential: every such word has one of the letters left out."""
    letters = st.characters(exclude_categories=["Cs"], exclude_characters="bBcCjJoOpPsS")
    return st.text(letters, min_size=min_size, max_size=8)


def is_seen(text: str) -> bool:
    """Tell whether a person surely sees something of a text."""
    kinds = {unicodedata.category(letter)[0] for letter in text if letter not in _FILLERS}
    return not kinds.isdisjoint("LNPS")


_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a symbol, to Unicode, without a shape."""


def _wire_names() -> SearchStrategy[str]:
    odd = st.sampled_from(["Confirm it", "a/b~c", "type", "$ref", "-", "_", "1st", "größe", "😀"])
    words = innocent_texts(1).filter(lambda name: not name.removeprefix("-").isdecimal())
    return odd | words.filter(is_seen)


# --- kinds of fields --------------------------------------------------------------------------


def shapes(*, several: bool = True) -> SearchStrategy[Shape]:
    """Draw kinds of fields; multi-selects only where there may be `several` picks."""
    kinds = [
        text_shapes(),
        formatted_shapes(),
        typed_text_shapes(),
        integer_shapes(),
        number_shapes(),
        st.just(Shape(bool, (), {}, {"type": "boolean"}, _same(st.booleans()))),
        single_select_shapes(),
    ]
    return st.one_of([*kinds, multi_select_shapes()] if several else kinds)


def _same(values: SearchStrategy[Any]) -> SearchStrategy[tuple[Any, Any]]:
    """Draw defaults whose JSON value is the Python value."""
    return values.map(lambda value: (value, value))


def _range(values: SearchStrategy[Any], low: str, high: str) -> SearchStrategy[dict[str, Any]]:
    """Draw bounds of which some may be left open, the lower one first and not above the other."""
    return st.tuples(values, values, st.booleans(), st.booleans()).map(
        lambda drawn: {
            **({low: min(drawn[:2])} if drawn[2] else {}),
            **({high: max(drawn[:2])} if drawn[3] else {}),
        }
    )


def _renamed(bounds: Mapping[str, Any], low: str, high: str) -> Json:
    names = {"min_length": low, "max_length": high, "ge": low, "le": high}
    return {names[name]: bound for name, bound in bounds.items()}


@st.composite
def text_shapes(draw: DrawFn) -> Shape:
    """Draw plain text, with and without bounds to its length."""
    bounds = draw(_range(st.integers(0, 6), "min_length", "max_length"))
    if draw(st.integers(0, 9)) == 9:
        bounds["max_length"] = 2**40
    wire = {"type": "string", **_renamed(bounds, "minLength", "maxLength")}
    innocent = (NotSecret("it is a word of a game"),) if draw(st.booleans()) else ()
    return Shape(str, innocent, bounds, wire, _same(values_of(wire)))


_LENGTHS: dict[str, SearchStrategy[Json]] = {
    "date": st.sampled_from([{}, {"min_length": 10, "max_length": 10}, {"max_length": 99}]),
    "date-time": st.sampled_from([{}, {"min_length": 20}, {"max_length": 20}, {"max_length": 30}]),
    "email": st.sampled_from([{}, {"min_length": 6}, {"max_length": 12}, {"max_length": 300}]),
    "uri": st.sampled_from([{}, {"min_length": 2, "max_length": 40}, {"min_length": 6}]),
}


@st.composite
def formatted_shapes(draw: DrawFn) -> Shape:
    """Draw text of a format, which stays text in Python."""
    name = draw(st.sampled_from(sorted(_LENGTHS)))
    bounds = dict(draw(_LENGTHS[name]))
    wire = {"type": "string", **_renamed(bounds, "minLength", "maxLength"), "format": name}
    return Shape(str, (_Format(name),), bounds, wire, _same(values_of(wire)))


def typed_text_shapes() -> SearchStrategy[Shape]:
    """Draw the types that are text of a format on the wire, and more than that in Python."""
    shapes = [
        _typed(date, "date", _same(st.dates()).map(lambda pair: (pair[0], pair[0].isoformat()))),
        _typed(datetime, "date-time", _aware_datetimes()),
        _typed(AwareDatetime, "date-time", _aware_datetimes()),
        _typed(AnyUrl, "uri", _url_defaults(AnyUrl)),
        _typed(AnyHttpUrl, "uri", _url_defaults(AnyHttpUrl)),
        _typed(HttpUrl, "uri", _url_defaults(HttpUrl)),
    ]
    if HAS_EMAIL_VALIDATOR:
        plain = st.sampled_from(["ann@example.com", "a.b+c@mail.example.org"])
        shapes.append(_typed(EmailStr, "email", _same(plain)))
    return st.sampled_from(shapes)


def _typed(bare: Any, name: str, defaults: SearchStrategy[tuple[Any, Any]]) -> Shape:
    return Shape(bare, (), {}, {"type": "string", "format": name}, defaults)


def _aware_datetimes() -> SearchStrategy[tuple[datetime, str]]:
    offsets = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
    zones = st.just(timezone.utc) | offsets
    moments = st.datetimes(timezones=zones).map(lambda moment: moment.replace(fold=0))
    return moments.map(lambda moment: (moment, moment.isoformat()))


def _url_defaults(url: Any) -> SearchStrategy[tuple[Any, Any]]:
    adapter: TypeAdapter[Any] = TypeAdapter(url)
    texts = st.sampled_from(["https://example.com", "http://example.com:8080/a?b=c#d"])
    return texts.map(adapter.validate_python).map(lambda value: (value, str(value)))


_INTEGERS = (
    st.integers(-5, 5)
    | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER)
    | st.sampled_from([-LARGEST_INTEGER, LARGEST_INTEGER, 2**31, -(2**31)])
)


@st.composite
def integer_shapes(draw: DrawFn) -> Shape:
    """Draw whole numbers, whose bounds are written inclusive, exclusive, both, or as a fraction."""
    bounds = draw(_range(_INTEGERS, "ge", "le"))
    constraints: Json = {}
    if "ge" in bounds:
        constraints |= draw(st.sampled_from(_ways_to_bound(bounds["ge"], "ge", "gt", -1)))
    if "le" in bounds:
        constraints |= draw(st.sampled_from(_ways_to_bound(bounds["le"], "le", "lt", 1)))
    wire = {"type": "integer", **_renamed(bounds, "minimum", "maximum")}
    values = st.integers(bounds.get("ge", -LARGEST_INTEGER), bounds.get("le", LARGEST_INTEGER))
    return Shape(int, (), constraints, wire, _same(values))


def _ways_to_bound(bound: int, inclusive: str, exclusive: str, outwards: int) -> list[Json]:
    """Return the ways to write one bound of an integer, all of which mean the same."""
    ways: list[Json] = [{inclusive: bound}, {exclusive: bound + outwards}]
    if abs(bound) < LARGEST_INTEGER // 4:
        ways += [
            {inclusive: bound, exclusive: bound + 2 * outwards},
            {inclusive: bound + 3 * outwards, exclusive: bound + outwards},
            {inclusive: bound + outwards / 2},
            {exclusive: bound + outwards / 2},
        ]
    return ways


_NUMBERS = (
    st.integers(-5, 5)
    | st.floats(-5, 5)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([2**53, -(2**53), 2**64, 2**1000])
)
"""Bounds that a float holds exactly: an answer, once it is one, would not keep to others."""


@st.composite
def number_shapes(draw: DrawFn) -> Shape:
    """Draw numbers, whose bounds are inclusive, and integers or fractions of any size."""
    bounds = draw(_range(_NUMBERS, "ge", "le"))
    wire = {"type": "number", **_renamed(bounds, "minimum", "maximum")}
    return Shape(float, (), bounds, wire, _same(_numbers(wire).filter(_is_float)))


def _is_float(number: float) -> bool:
    return float(number) == number


# --- choices ----------------------------------------------------------------------------------


class _Labelled(Enum):
    """Members with a label, as Django's ``TextChoices`` have them."""

    label: str

    def __new__(cls, value: str, label: str) -> _Labelled:  # noqa: PYI034  (3.10 has no Self)
        member = object.__new__(cls)
        member._value_ = value
        member.label = label
        return member


class _Choices(NamedTuple):
    """What can be chosen: an annotation, with titles for its choices or without."""

    bare: Any
    markers: tuple[object, ...]
    values: list[str]
    titles: list[str] | None
    enum_names: bool

    def member(self, value: str) -> Any:
        """Return what stands for a choice in Python."""
        return value if get_args(self.bare) else self.bare(value)

    def titled(self) -> list[Json]:
        return [
            {"const": value, "title": title}
            for value, title in zip(self.values, self.titles or (), strict=True)
        ]


@st.composite
def _choices(draw: DrawFn, *, may_have_enum_names: bool) -> _Choices:
    values = draw(st.lists(texts(1), min_size=1, max_size=4, unique=True))
    are_seen = all(map(is_seen, values))
    labels = draw(_titles_for(values))
    bare = draw(st.sampled_from([_literal, _enum, _text_enum, _labelled_enum]))(values, labels)
    titles = labels if issubclass_of(bare, _Labelled) else None
    markers: tuple[object, ...] = ()
    enum_names = False
    if draw(st.booleans()) or not (titles or are_seen):
        titles = draw(_titles_for(values))
        enum_names = may_have_enum_names and draw(st.booleans())
        by_member = not get_args(bare) and draw(st.booleans())
        keys = map(bare, values) if by_member else values
        markers = (Titles(dict(zip(keys, titles, strict=True)), enum_names=enum_names),)
    return _Choices(bare, markers, values, titles, enum_names)


def issubclass_of(annotation: object, base: type) -> bool:
    """Return whether `annotation` is a class below `base`."""
    return isinstance(annotation, type) and issubclass(annotation, base)


def _titles_for(values: list[str]) -> SearchStrategy[list[str]]:
    title = texts(1).filter(is_seen)
    return st.lists(title, min_size=len(values), max_size=len(values), unique=True)


def _members(values: Iterable[Any]) -> dict[str, Any]:
    return {f"MEMBER_{index}": value for index, value in enumerate(values)}


def _literal(values: list[str], _: list[str]) -> Any:
    return _Literal[tuple(values)]


def _enum(values: list[str], _: list[str]) -> Any:
    functional: Any = Enum
    return functional("Drawn", _members(values))


def _text_enum(values: list[str], _: list[str]) -> Any:
    functional: Any = Enum
    return functional("DrawnText", _members(values), type=str)


def _labelled_enum(values: list[str], labels: list[str]) -> Any:
    functional: Any = _Labelled
    return functional("DrawnLabelled", _members(zip(values, labels, strict=True)))


@st.composite
def single_select_shapes(draw: DrawFn) -> Shape:
    """Draw choices of one, plain and titled, of a ``Literal`` or an Enum."""
    choices = draw(_choices(may_have_enum_names=True))
    wire: Json = {"type": "string", "enum": choices.values}
    if choices.titles and choices.enum_names:
        wire["enumNames"] = choices.titles
    elif choices.titles:
        wire = {"type": "string", "oneOf": choices.titled()}
    defaults = st.sampled_from(choices.values).map(lambda value: (choices.member(value), value))
    return Shape(choices.bare, choices.markers, {}, wire, defaults)


@st.composite
def multi_select_shapes(draw: DrawFn) -> Shape:
    """Draw choices of several, their titles said inside or around the ``MultiSelect``."""
    choices = draw(_choices(may_have_enum_names=False))
    bounds = draw(_range(st.integers(0, len(choices.values)), "min_length", "max_length"))
    items: Json = {"type": "string", "enum": choices.values}
    if choices.titles:
        items = {"anyOf": choices.titled()}
    wire = {"type": "array", **_renamed(bounds, "minItems", "maxItems"), "items": items}
    item, markers = choices.bare, choices.markers
    inside = draw(st.booleans())
    if markers and inside:
        item, markers = _Annotated[(item, *markers)], ()
    defaults = values_of(wire).map(lambda picks: ([*map(choices.member, picks)], picks))
    return Shape(_MultiSelect[item], markers, bounds, wire, defaults)


# --- answers ----------------------------------------------------------------------------------


def answers(form: type[Form]) -> SearchStrategy[Json]:
    """Draw answers that `form` takes, told from its schema and from pydantic's own types in it."""
    schema = form.requested_schema()
    checks = own_checks(form)
    values = {
        name: values_of(wire).filter(checks.get(name, _anything))
        for name, wire in schema["properties"].items()
    }
    required = schema.get("required", [])
    return st.fixed_dictionaries(
        {name: values[name] for name in required},
        optional={name: value for name, value in values.items() if name not in required},
    )


def _anything(_: object) -> bool:
    return True


def own_checks(form: type[Form]) -> dict[str, Callable[[object], bool]]:
    """Return, by wire name, what the types of pydantic's own ask of text beyond its format."""
    found = {}
    for attribute, info in form.model_fields.items():
        bare, metadata = _unwrapped(info.annotation)
        if bare is EmailStr or issubclass_of(bare, AnyUrl) or issubclass_of(bare, Url):
            said = [
                item for item in (*metadata, *info.metadata) if isinstance(item, UrlConstraints)
            ]
            adapter = TypeAdapter(_Annotated[(bare, *said)] if said else bare)
            found[info.alias or attribute] = _check(adapter)
    return found


def _check(adapter: TypeAdapter[Any]) -> Callable[[object], bool]:
    def accepts(value: object) -> bool:
        try:
            adapter.validate_python(value)
        except ValidationError:
            return False
        return True

    return accepts


def _unwrapped(annotation: Any) -> tuple[Any, list[object]]:
    """Take names, ``Annotated`` and None off an annotation."""
    metadata: list[object] = []
    while True:
        if hasattr(annotation, "__metadata__"):
            metadata += annotation.__metadata__
            annotation = annotation.__origin__
        elif isinstance(annotation, NewType):
            annotation = annotation.__supertype__
        elif isinstance(annotation, TypeAliasType):
            annotation = annotation.__value__
        elif type(None) in get_args(annotation):
            annotation = next(arm for arm in get_args(annotation) if arm is not type(None))
        else:
            return annotation, metadata


def values_of(wire: Json) -> SearchStrategy[Any]:
    """Draw values that JSON Schema takes for one property of a form."""
    if wire["type"] == "boolean":
        return st.booleans()
    if wire["type"] == "integer":
        whole = st.integers(wire.get("minimum"), wire.get("maximum"))
        small = whole.filter(lambda value: abs(value) <= LARGEST_INTEGER)
        return whole | small.map(float)
    if wire["type"] == "number":
        return _numbers(wire)
    if wire["type"] == "array":
        most = min(wire.get("maxItems", math.inf), len(choices_of(wire)))
        one = st.sampled_from(choices_of(wire))
        return st.lists(one, min_size=wire.get("minItems", 0), max_size=int(most), unique=True)
    if "format" in wire:
        least, most = wire.get("minLength", 0), wire.get("maxLength", math.inf)
        return FORMATTED[wire["format"]].filter(lambda text: least <= len(text) <= most)
    if "enum" in wire or "oneOf" in wire:
        return st.sampled_from(choices_of(wire))
    least = wire.get("minLength", 0)
    return texts(least, min(wire.get("maxLength", math.inf), least + 8))


def choices_of(wire: Json) -> list[str]:
    """Return the values of the choices of a select."""
    holder = wire.get("items", wire)
    titled = holder.get("oneOf") or holder.get("anyOf")
    return [choice["const"] for choice in titled] if titled else holder["enum"]


def titles_of(wire: Json) -> list[str]:
    """Return the titles of the choices of a select, if they have any."""
    holder = wire.get("items", wire)
    titled = holder.get("oneOf") or holder.get("anyOf") or []
    return [choice["title"] for choice in titled] or holder.get("enumNames", [])


def _numbers(wire: Json) -> SearchStrategy[float]:
    """Draw numbers between two bounds: fractions, and integers where there are any."""
    low = wire.get("minimum", min(-1e300, wire.get("maximum", 0)))
    high = wire.get("maximum", max(1e300, low))
    fractions = st.floats(float(low), float(high))
    if math.ceil(low) > math.floor(high):
        return fractions
    return fractions | st.integers(math.ceil(low), math.floor(high))


# --- contents ---------------------------------------------------------------------------------

_ODDITIES: SearchStrategy[Any] = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        -1,
        3.0,
        1e2,
        0.5,
        -0.0,
        1e20,
        1e308,
        2**53,
        2**53 + 1,
        2**63,
        2**64,
        10**20,
        10**308,
        10**400,
        -(10**400),
        "",
        " ",
        "\n",
        "\x00",
        "1",
        "3.0",
        "true",
        "null",
        "nan",
        "\ud800",
        "a\udfff",
        "😀",
        [],
        {},
        [None],
        [[]],
        [""],
        ["\ud800"],
        {"": None},
    ]
)


def json_values() -> SearchStrategy[Any]:
    """Draw any JSON value, small ones."""
    scalars = (
        _ODDITIES
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=5)
    )
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=4,
    )


def any_value(wire: Json) -> SearchStrategy[Any]:
    """Draw what a client might send for a property: right, nearly right, or anything else."""
    right = values_of(wire)
    wrapped = st.one_of(right.map(lambda value: [value]), right.map(str), json_values())
    near = near_misses(wire)
    return st.sampled_from([right, near, near, near, wrapped, _ODDITIES]).flatmap(_itself)


def _itself(strategy: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return strategy


def near_misses(wire: Json) -> SearchStrategy[Any]:
    """Draw values that lie next to what the property takes, on either side of the border."""
    if wire["type"] == "boolean":
        return st.sampled_from([0, 1, 0.0, 1.0, "true", "false", "on", "", None])
    if wire["type"] in {"integer", "number"}:
        return st.sampled_from(_around(wire))
    if wire["type"] == "array":
        return _wrong_picks(wire)
    if "format" in wire:
        almost = st.sampled_from(ALMOST[wire["format"]])
        return almost | mistyped(values_of(wire)) | mistyped(FORMATTED[wire["format"]])
    if "enum" in wire or "oneOf" in wire:
        return _wrong_choices(wire)
    return _wrong_lengths(wire)


def _around(wire: Json) -> list[Any]:
    """Return numbers around the bounds of a property, and as texts."""
    bounds = [wire[key] for key in ("minimum", "maximum") if key in wire] or [0]
    near: list[Any] = []
    for bound in bounds:
        exact = [bound, bound - 1, bound + 1, math.floor(bound), math.ceil(bound)]
        as_float = float(bound)
        close = [math.nextafter(as_float, -math.inf), math.nextafter(as_float, math.inf)]
        near += [*exact, *close, as_float, as_float - 0.5, as_float + 0.5, str(bound)]
    return [value for value in near if isinstance(value, str) or _is_finite(value)]


def _is_finite(number: float) -> bool:
    return isinstance(number, int) or math.isfinite(number)


def _wrong_lengths(wire: Json) -> SearchStrategy[str]:
    """Draw text around the bounds of its length, in characters that take one or two units."""
    bounds = [wire[key] for key in ("minLength", "maxLength") if wire.get(key, 2**40) < 2**40]
    lengths = sorted({max(0, bound + step) for bound in bounds or [0] for step in (-1, 0, 1)})
    letters = st.sampled_from(["a", "é", "😀", "e\u0301", "\ud800"])
    return st.tuples(letters, st.sampled_from(lengths)).map(
        lambda drawn: (drawn[0] * drawn[1])[: drawn[1]]
    )


def _wrong_choices(wire: Json) -> SearchStrategy[Any]:
    """Draw titles in place of choices, and choices in another spelling."""
    choices = choices_of(wire)
    spellings = [text for one in choices for text in (one.swapcase(), f"{one} ", f"{one}\n")]
    members = [f"MEMBER_{index}" for index in range(len(choices))]
    return st.sampled_from([*titles_of(wire), *spellings, *members, choices]) | mistyped(
        st.sampled_from(choices)
    )


def _wrong_picks(wire: Json) -> SearchStrategy[Any]:
    """Draw too many picks, the same one twice, what is not a choice, and no list at all."""
    choices = choices_of(wire)
    picks = st.lists(st.sampled_from(choices), max_size=len(choices) + 2)
    strangers: SearchStrategy[Any] = st.sampled_from(
        [None, 1, True, "", [], *titles_of(wire), f"{choices[0]} "]
    )
    return st.one_of(
        picks,
        st.just(choices),
        st.tuples(picks, strangers, picks).map(lambda parts: [*parts[0], parts[1], *parts[2]]),
        st.sampled_from(choices),
        picks.map(lambda chosen: dict.fromkeys(chosen, True)),
    )


@st.composite
def any_content(draw: DrawFn, form: type[Form]) -> Json:
    """Draw contents for `form`: an answer, in which a few things may be wrong or odd."""
    properties = form.requested_schema()["properties"]
    names = st.sampled_from(list(properties))
    content = draw(answers(form))
    for name in draw(st.lists(names, max_size=2)):
        content[name] = draw(any_value(properties[name]))
    for name in draw(st.lists(names, max_size=1)):
        content.pop(name, None)
    strangers = st.sampled_from(["", "__proto__", "x", "\ud800", *form.model_fields]) | st.text()
    for key in draw(st.lists(strangers.filter(lambda key: key not in properties), max_size=1)):
        content[key] = draw(json_values())
    return content
