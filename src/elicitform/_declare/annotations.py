"""Annotations: what they say, and how their author wrote them."""

from __future__ import annotations

import types
import typing
from enum import Enum
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Literal,
    NamedTuple,
    NewType,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import typing_extensions
from pydantic.fields import FieldInfo
from pydantic_core import Url

from elicitform._declare.markers import AwaitsChoices, SeveralChoices
from elicitform._declare.memory import forget_equal_types

_ALIASES = tuple(
    {
        typing_extensions.TypeAliasType,
        getattr(typing, "TypeAliasType", typing_extensions.TypeAliasType),
    }
)
_LITERALS = {Literal, typing_extensions.Literal}
_ANNOTATED = {Annotated, typing_extensions.Annotated}
_UNIONS = {Union, types.UnionType}
_MOST_ALIASES = 50
"""How many type aliases are entered before one counts as holding itself."""

_A_LITERAL: object = Literal[""]
_PLAIN = (type, type(_A_LITERAL))
"""The types of what there is nothing to take off from."""
_LONGEST_WRITTEN = 160
_LONGEST_METADATA = 60


class Unwrapped(NamedTuple):
    """An annotation, once aliases, NewTypes and ``Annotated`` are taken off.

    Attributes:
        bare: What is inside.
        metadata: What ``Annotated`` holds on the way, innermost first.
        optional: Whether ``None`` was an arm of it.
    """

    bare: Any
    metadata: tuple[Any, ...]
    optional: bool


def unwrap(annotation: object, metadata: tuple[Any, ...] = ()) -> Unwrapped:
    """Take everything off `annotation` that does not change which kind of field it is.

    Args:
        annotation: The annotation.
        metadata: What stands around it already, such as what ``Field`` holds.
    """
    optional, aliases = False, 0
    while type(annotation) not in _PLAIN:
        inside, inner, none = _unwrap_once(annotation)
        is_alias = _alias_of(annotation) is not None
        if inside is annotation or (is_alias and aliases == _MOST_ALIASES):
            break
        aliases += is_alias
        annotation, metadata, optional = inside, (*inner, *metadata), optional or none
    return Unwrapped(annotation, metadata, optional)


def _unwrap_once(annotation: Any) -> tuple[Any, tuple[Any, ...], bool]:
    origin = get_origin(annotation)
    if origin in _ANNOTATED:
        return annotation.__origin__, annotation.__metadata__, False
    if isinstance(annotation, NewType):
        return annotation.__supertype__, (), False
    if isinstance(origin, _ALIASES):  # looked at first: it passes for the alias itself
        return _filled_in(origin, get_args(annotation)), (), False
    if isinstance(annotation, _ALIASES):
        return _value_of(annotation), (), False
    arms = union_arms(annotation)
    others = [arm for arm in arms if arm is not types.NoneType]
    if len(others) == 1 and len(arms) > 1:
        return others[0], (), True
    return annotation, (), False


def _value_of(alias: Any) -> Any:
    """Return what a type alias stands for. One of a ``type`` statement is only now evaluated."""
    forget_equal_types()
    return alias.__value__


def _filled_in(alias: Any, arguments: tuple[Any, ...]) -> Any:
    """Return what a generic type alias stands for with these arguments."""
    given = dict(zip(alias.__type_params__, arguments, strict=False))
    value = _value_of(alias)
    if isinstance(value, TypeVar):
        return given.get(value, value)
    parameters = getattr(value, "__parameters__", ())
    forget_equal_types()
    return value[tuple(given.get(one, one) for one in parameters)] if parameters else value


def is_class(annotation: object) -> TypeGuard[type]:
    """Return whether `annotation` is a class; in Python 3.10 ``list[str]`` passes for one."""
    return isinstance(annotation, type) and get_origin(annotation) is None


def is_enum(annotation: object) -> TypeGuard[type[Enum]]:
    """Return whether `annotation` is an Enum."""
    return is_class(annotation) and issubclass(annotation, Enum)


def union_arms(annotation: object) -> tuple[Any, ...]:
    """Return the arms of a union, or nothing where `annotation` is not one."""
    return get_args(annotation) if get_origin(annotation) in _UNIONS else ()


def is_literal(annotation: object) -> bool:
    """Return whether `annotation` is a ``Literal[...]``."""
    return get_origin(annotation) in _LITERALS


def literal_values(annotation: object, seen: tuple[object, ...] = ()) -> tuple[Any, ...]:
    """Return the arguments of a ``Literal[...]``, each once, in order.

    A type alias of a ``Literal`` inside it stands for its own arguments (PEP 586, "Nesting").

    Args:
        annotation: The ``Literal[...]``.
        seen: The type aliases on the way to it; one that holds itself is not entered again.
    """
    arguments = get_args(annotation)
    if all(type(argument) is str for argument in arguments):  # as nearly all of them are
        return arguments
    values: list[Any] = []
    for argument in arguments:
        alias = _alias_of(argument)
        inside = argument if alias is None or alias in seen else unwrap(argument).bare
        found = literal_values(inside, (*seen, alias)) if is_literal(inside) else (argument,)
        values += [value for value in found if not _is_among(value, values)]
    return tuple(values)


def _holds_text_alone(annotation: object) -> bool:
    """Return whether `annotation` is a ``Literal[...]`` of nothing but text, as most are."""
    return type(annotation) is type(_A_LITERAL) and {*map(type, get_args(annotation))} == {str}


def _is_among(value: object, values: list[Any]) -> bool:
    return any(type(value) is type(one) and value == one for one in values)


def enum_of(annotation: object) -> type[Enum] | None:
    """Return the Enum whose members `annotation` stands for, all or some of them, or None."""
    if _holds_text_alone(annotation):
        return None
    if is_enum(annotation):
        return annotation
    values = literal_values(annotation) if is_literal(annotation) else ()
    enum = type(values[0]) if values else None
    is_one = is_enum(enum) and all(type(value) is enum for value in values)
    return enum if is_one else None


def members_of(annotation: object) -> tuple[Enum, ...]:
    """Return the members of the Enum that `annotation` is, or those that a ``Literal`` picks."""
    return tuple(annotation) if is_enum(annotation) else literal_values(annotation)


def evaluated(annotation: Any, owner: type) -> Any:
    """Return a postponed annotation as what it stands for, or as it is where that is not known.

    Args:
        annotation: The annotation.
        owner: The class whose module knows its names.
    """
    if not isinstance(annotation, (str, ForwardRef)):
        return annotation
    body = {"__annotations__": {"it": annotation}, "__module__": owner.__module__}
    try:
        return typing_extensions.get_type_hints(type("_", (), body), include_extras=True)["it"]
    except Exception:  # noqa: BLE001  (whatever evaluating it raises, its text is shown)
        return written(annotation)


def unresolved_name(annotation: object, seen: tuple[object, ...] = ()) -> str | None:
    """Return the first name in `annotation` that stands for nothing yet, or None.

    Args:
        annotation: The annotation.
        seen: The type aliases on the way to it; one that holds itself is not entered again.
    """
    if type(annotation) is type or _holds_text_alone(annotation):
        return None
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    alias = _alias_of(annotation)
    if alias in seen:
        return None
    seen = seen if alias is None else (*seen, alias)
    try:
        inside, _, _ = _unwrap_once(annotation)
    except NameError as error:
        return error.name
    parts = _parts(annotation) if inside is annotation else (inside,)
    return next(filter(None, (unresolved_name(part, seen) for part in parts)), None)


def _parts(annotation: object) -> tuple[Any, ...]:
    """Return what an annotation holds that may be unresolved; a choice is a value, and is not."""
    if is_literal(annotation):
        return tuple(part for part in get_args(annotation) if _alias_of(part) is not None)
    return get_args(annotation)


def _alias_of(annotation: object) -> object:
    """Return the type alias that `annotation` is, or fills in, or None."""
    if isinstance(annotation, (str, type)):
        return None
    named = get_origin(annotation) or annotation
    return named if isinstance(named, _ALIASES) else None


def written(annotation: object) -> str:
    """Return `annotation` as its author most likely wrote it, shortened where it is long."""
    text = written_in_full(annotation)
    return text if len(text) <= _LONGEST_WRITTEN else text[: _LONGEST_WRITTEN - 1] + "…"


def written_in_full(annotation: Any) -> str:
    """Return `annotation` as its author most likely wrote it."""
    if isinstance(annotation, str):
        return annotation.strip("\"'")  # postponed, a quoted annotation keeps its quotes
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    if annotation is None or annotation is types.NoneType:
        return "None"
    if annotation is ...:
        return "..."
    arms = union_arms(annotation)
    if arms:
        return " | ".join(map(written_in_full, arms))
    if get_origin(annotation) in _ANNOTATED:
        return _written_annotated(annotation)
    if is_literal(annotation):
        return f"Literal[{', '.join(map(written_choice, get_args(annotation)))}]"
    if get_args(annotation):
        return f"{_name(annotation)}[{', '.join(map(written_in_full, get_args(annotation)))}]"
    return _name(annotation)


def _written_annotated(annotation: Any) -> str:
    marks = (AwaitsChoices, SeveralChoices)
    metadata = [item for item in annotation.__metadata__ if item is not None]
    others = [written_metadata(item) for item in metadata if not isinstance(item, marks)]
    inside = _written_inside(annotation.__origin__, metadata)
    return f"Annotated[{', '.join([inside, *others])}]" if others else inside


def _written_inside(annotation: Any, metadata: list[object]) -> str:
    if any(isinstance(item, SeveralChoices) for item in metadata):
        return f"MultiSelect[{', '.join(map(written_in_full, get_args(annotation)))}]"
    if any(isinstance(item, AwaitsChoices) for item in metadata):
        return "LateChoice"
    return written_in_full(annotation)


def written_metadata(item: object) -> str:
    """Return a piece of metadata as its author may have written it, shortened where it is long."""
    try:
        text = repr(item)
    except Exception:  # noqa: BLE001  (whatever the author's class does, the refusal is raised)
        text = ""
    is_plain = text and len(text) <= _LONGEST_METADATA and "<" not in text and "\n" not in text
    if isinstance(item, FieldInfo):
        return "Field(…)"
    if isinstance(item, type):
        return item.__name__
    return text if is_plain else f"{type(item).__name__}(…)"


def written_choice(choice: object) -> str:
    """Return one argument of a ``Literal`` as its author most likely wrote it."""
    if isinstance(choice, Enum):
        return f"{type(choice).__name__}.{choice.name}"
    if type(choice) is str and choice.isprintable() and not {'"', "\\"}.intersection(choice):
        return f'"{choice}"'
    return ascii(choice)


def _name(annotation: Any) -> str:
    if isinstance(annotation, list):
        return f"[{', '.join(map(written_in_full, annotation))}]"
    if isinstance(annotation, TypeVar):
        return annotation.__name__
    if annotation is Url:  # what `AnyUrl` stands for before pydantic 2.10
        return "AnyUrl"
    named = get_origin(annotation) or annotation
    name = getattr(annotation, "_name", None) or getattr(named, "__name__", None)
    return name or written_metadata(annotation)
