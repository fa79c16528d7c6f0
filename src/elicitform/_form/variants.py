"""Forms made of another form at run time: with other choices, defaults or texts, or asking again.

Each is a new subclass that passes the same gate as a class statement does. Those that were asked
for last are kept. A form that shows what a person answered is never kept.
"""

from __future__ import annotations

import contextlib
import types
from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import SchemaValidator
from typing_extensions import TypedDict

from elicitform import _pydantic
from elicitform._answers.blanks import was_blank
from elicitform._answers.content import answers_shown
from elicitform._answers.reader import core_schema_of
from elicitform._answers.texts import message_about
from elicitform._declare.annotations import unwrap
from elicitform._declare.choices import MOST_CHOICES
from elicitform._declare.defaults import wire_value
from elicitform._declare.form import message_faults
from elicitform._declare.markers import GivenChoices, Prefill, Shown
from elicitform._declare.remedies import Refused
from elicitform._form.kept import KEPT, NoCacheKeyError, cache_key
from elicitform._form.meta import MADE, Made, how_made, is_variant, warn_author
from elicitform._wire.description import description_of
from elicitform._wire.render import shows_default
from elicitform._wire.rendered import schema_at
from elicitform._wire.revisions import VOCABULARIES
from elicitform.exceptions import (
    DefinitionFault,
    ElicitFormError,
    FormDefinitionError,
    NoChoices,
    NothingCollected,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic.fields import FieldInfo

    from elicitform._answers.content import Answered
    from elicitform._answers.texts import Text
    from elicitform._wire.description import FormDescription, Kind
    from elicitform.exceptions import Fault, InvalidContent

FormT = TypeVar("FormT", bound=BaseModel)


class FieldText(TypedDict, total=False):
    """What `Form.with_text` changes of a field: its label, its help text, or both."""

    title: str
    description: str


def with_choices(form: type[FormT], choices: Mapping[str, object]) -> type[FormT]:
    """Return `form` with these choices; see `Form.with_choices`."""
    given = {name: _frozen_choices(values) for name, values in choices.items()}

    def change(name: str, info: FieldInfo) -> FieldInfo:
        return _marked(_still_chosen(info, given[name]), GivenChoices(given[name]))

    try:
        return _specialised(form, "choices", given, change)
    except FormDefinitionError as refused:
        if any(fault.code != "no-choices" for fault in refused.faults):
            raise
        faults = refused.faults
    raise NoChoices(form.__name__, faults)


def with_defaults(form: type[FormT], defaults: Mapping[str, object]) -> type[FormT]:
    """Return `form` with these defaults; see `Form.with_defaults`."""
    declared = next(
        base for base in form.__mro__ if issubclass(base, BaseModel) and not is_variant(base)
    )

    def change(name: str, info: FieldInfo) -> FieldInfo:
        if defaults[name] is None:
            info = _as_declared(info, declared.model_fields[name])
        return _with_default(info, defaults[name])

    return _specialised(form, "defaults", defaults, change)


def with_text(form: type[FormT], text: Mapping[str, FieldText]) -> type[FormT]:
    """Return `form` with these texts; see `Form.with_text`."""
    given = {name: _text_of(form, name, texts) for name, texts in text.items()}

    def change(name: str, info: FieldInfo) -> FieldInfo:
        return _pydantic.changed_info(info, **given[name])

    return _specialised(form, "text", given, change)


# --- asking again ------------------------------------------------------------------------------


def asking_again(
    form: type[FormT],
    error: InvalidContent,
    message: str | None,
    revision: str,
    texts: Mapping[str, Text] | None,
) -> type[FormT]:
    """Return `form` with the good answers of the last answer; see `Form.asking_again`."""
    schema_at(description_of(form), revision)  # raises RevisionError
    if message is not None and (faults := message_faults(message)):
        raise FormDefinitionError(form.__name__, tuple(faults))
    asked = description_of(form)
    question = _question_of(form) if message is None else message
    made = Made(  # the answer itself is no local here: a traceback would show it
        _showing(form, _good_answers(asked, _answer_read(form, error), error.faults, revision)),
        message_about(error.faults, asked.fields, question, texts),
        question,
        is_variant=True,
        holds_answers=True,
    )
    return _subclass(form, made)


def _question_of(form: type[BaseModel]) -> str | None:
    """Return what a form asks, without what is wrong with an answer of the round before."""
    made = how_made(form)
    return made.question if made and made.is_variant else description_of(form).message


def _answer_read(form: type[BaseModel], error: InvalidContent) -> Mapping[Any, Any]:
    """Return an answer to `form` as it is read: with what was shown and left out.

    Raises:
        NothingCollected: The client accepted without collecting anything.
        ElicitFormError: The error holds no answer.
        TypeError: The answer was one to another form.
    """
    answered: Answered | None = error._answered  # noqa: SLF001  (kept for this)
    if error.nothing_collected:
        raise NothingCollected(error.form)
    if answered is None:
        raise ElicitFormError(
            f"{error.form}: this error holds no answer to ask again about, since it was made by "
            "hand, copied or unpickled; pass the one that `validate_content` or `parse_response` "
            "raised"
        )
    if _kinds(answered.form) != _kinds(description_of(form)):
        raise TypeError(
            f"the error is about an answer to {answered.form.name}, and {form.__name__} asks "
            "something else: call `asking_again` on the form that was asked, and change what it "
            "returns"
        )
    return {**answers_shown(answered.form), **answered.content}


def _kinds(form: FormDescription) -> dict[str, tuple[type, Kind]]:
    """Return what each field takes; kinds that are equal can be of two classes."""
    return {field.name: (type(field.kind), field.kind) for field in form.fields.values()}


def _good_answers(
    form: FormDescription, answer: Mapping[Any, Any], faults: tuple[Fault, ...], revision: str
) -> dict[str, object]:
    """Return the answers that can be shown, as Python values by the names of their fields."""
    wrong = {fault.field for fault in faults if fault.code != "unknown"}
    good: dict[str, object] = {}
    for field in form.fields.values():
        value = answer.get(field.name)
        if field.name in wrong or value is None or was_blank(field, value):
            continue
        if shows_default(field.kind, VOCABULARIES[revision]):
            # No default holds an integer past 2**53; and a list may have changed since it was read.
            with contextlib.suppress(ValidationError, Refused):
                read = SchemaValidator(core_schema_of(field)).validate_python(value)
                wire_value(field.kind, read)
                good[field.attribute] = read
    return good


def _showing(form: type[BaseModel], answers: Mapping[str, object]) -> dict[str, FieldInfo]:
    """Return the fields of `form` with these answers shown, and none that it shows already."""
    own = {name: _without(info, Shown) for name, info in form.model_fields.items()}
    shown = {name: _marked(own[name], Shown(value)) for name, value in answers.items()}
    return {**own, **shown}


# --- making ------------------------------------------------------------------------------------


def _specialised(
    form: type[FormT],
    what: str,
    given: Mapping[str, object],
    change: Callable[[str, FieldInfo], FieldInfo],
) -> type[FormT]:
    def make() -> type[FormT]:
        _require_fields(form, given)
        changed = {name: change(name, form.model_fields[name]) for name in given}
        message, question = description_of(form).message, _question_of(form)
        variant = _subclass(form, Made(changed, message, question, is_variant=True))
        known = description_of(form).warnings
        warn_author(one for one in description_of(variant).warnings if one not in known)
        return variant

    if _holds_answers(form):  # a person's answers must not reach the next person
        return make()
    try:
        key = (form, what, tuple((name, cache_key(value)) for name, value in given.items()))
    except NoCacheKeyError:
        return make()
    return KEPT.get(key, make)


def _require_fields(form: type[BaseModel], names: Iterable[str]) -> None:
    unknown = [name for name in names if name not in form.model_fields]
    if unknown:
        fields = ", ".join(f"`{name}`" for name in form.model_fields)
        raise FormDefinitionError(
            form.__name__,
            tuple(
                DefinitionFault(
                    name,
                    "",
                    "unknown-field",
                    f"{form.__name__} has no field called `{name}`.",
                    f"It has {fields}; name them as in the class, not as on the wire.",
                )
                for name in unknown
            ),
        )


def _holds_answers(form: type) -> bool:
    if getattr(form, MADE) is None:  # as nearly always, and every request asks
        return False
    return any(made.holds_answers for base in form.__mro__ if (made := how_made(base)))


def _subclass(form: type[FormT], made: Made) -> type[FormT]:
    """Return a subclass of `form` that is called as it is."""

    def fill(namespace: dict[str, Any]) -> None:
        namespace["__module__"] = form.__module__
        namespace["__qualname__"] = form.__qualname__
        namespace["__doc__"] = form.__doc__
        namespace[MADE] = made

    abstract = description_of(form).abstract
    bases: tuple[type, ...] = (form,) if _Unhooked in form.__mro__ else (_Unhooked, form)
    return cast("type[FormT]", types.new_class(form.__name__, bases, {"abstract": abstract}, fill))


class _Unhooked:
    """Keeps what an author does with every subclass from being done with a specialised form.

    A registry, for one, would hand one person's answers to the next.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        if not is_variant(cls):
            super().__init_subclass__(**keywords)

    @classmethod
    def __pydantic_init_subclass__(cls, **keywords: Any) -> None:
        if not is_variant(cls):
            cast("Any", super()).__pydantic_init_subclass__(**keywords)


def _marked(info: FieldInfo, marker: Prefill | GivenChoices | Shown) -> FieldInfo:
    """Return a copy of `info` with a marker, in place of any of its kind."""
    bare = _without(info, type(marker))
    return _pydantic.changed_info(bare, metadata=[*bare.metadata, marker])


def _without(info: FieldInfo, marker: type) -> FieldInfo:
    """Return a copy of `info` without any marker of this class."""
    others = [item for item in info.metadata if not isinstance(item, marker)]
    return _pydantic.changed_info(info, metadata=others)


def _still_chosen(info: FieldInfo, choices: object) -> FieldInfo:
    """Return `info` without an answer of the round before that is not among its new choices."""
    shown = [item.value for item in info.metadata if isinstance(item, Shown)]
    picks = shown[0] if shown and isinstance(shown[0], list) else shown
    known = [_value_of(choice) for choice in choices] if isinstance(choices, (tuple, dict)) else []
    return info if all(_value_of(pick) in known for pick in picks) else _without(info, Shown)


def _value_of(choice: object) -> object:
    return choice.value if isinstance(choice, Enum) else choice


def _as_declared(info: FieldInfo, declared: FieldInfo) -> FieldInfo:
    """Return `declared`, which may be left open as ever, with what else was changed at run time."""
    given = [item for item in info.metadata if isinstance(item, GivenChoices)]
    texts = {"title": info.title, "description": info.description}
    return _pydantic.changed_info(declared, metadata=[*declared.metadata, *given], **texts)


def _with_default(info: FieldInfo, default: object) -> FieldInfo:
    """Return a copy of `info` with another default, which is shown as before."""
    default = [*default] if type(default) is list else default
    info = _without(info, Shown)  # the default is the server's own from now on
    bare, metadata, optional = unwrap(info.annotation, tuple(info.metadata))
    if any(isinstance(item, Prefill) for item in metadata):
        return _marked(info, Prefill(default))
    changed = _pydantic.changed_info(info, default=default, default_factory=None)
    if optional and default is not None:  # that it may be left open now goes without saying
        return _pydantic.changed_info(changed, annotation=bare, metadata=list(metadata))
    return changed


def _frozen_choices(choices: object) -> object:
    """Return choices as a tuple or a dict of our own, of a bounded size."""
    if isinstance(choices, Mapping):
        return dict(islice(choices.items(), MOST_CHOICES + 1))
    if isinstance(choices, (set, frozenset)):  # whose order is another in each process
        choices = sorted(choices, key=str)
    if isinstance(choices, Iterable) and not isinstance(choices, (str, bytes)):
        return tuple(islice(choices, MOST_CHOICES + 1))
    return choices


def _text_of(form: type[BaseModel], name: str, text: object) -> dict[str, str]:
    if isinstance(text, Mapping):
        own = dict(text.items())
        if own.keys() <= {"title", "description"} and None not in own.values():
            return own
    fault = DefinitionFault(
        name,
        "",
        "text",
        "The text of a field is its `title`, its `description`, or both.",
        f'Write `with_text({name}={{"title": "…", "description": "…"}})`.',
    )
    raise FormDefinitionError(form.__name__, (fault,))
