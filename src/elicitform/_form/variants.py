"""Forms made of another form at run time: with other choices, defaults or texts, or asking again.

Each is a new subclass that passes the same gate as a class statement does. One that was made
before is handed out again, so that a server which makes one for every request pays for the first.
A form that shows what a person answered is never kept.
"""

from __future__ import annotations

import contextlib
import types
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from enum import Enum
from itertools import islice
from threading import RLock
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import ValidationError
from pydantic_core import SchemaValidator
from typing_extensions import TypedDict

from elicitform import _pydantic
from elicitform._answers.reader import core_schema_of, was_blank
from elicitform._answers.texts import message_about
from elicitform._declare.annotations import unwrap
from elicitform._declare.choices import MOST_CHOICES
from elicitform._declare.form import message_faults
from elicitform._declare.markers import GivenChoices, Prefill, Shown
from elicitform._form.meta import MADE, FormMeta, Made, how_made, is_variant, warn_author
from elicitform._wire.description import description_of
from elicitform._wire.render import shows_default
from elicitform._wire.revisions import VOCABULARIES
from elicitform.exceptions import (
    DefinitionFault,
    ElicitFormError,
    FormDefinitionError,
    NothingCollected,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from pydantic.fields import FieldInfo

    from elicitform._answers.content import Answered
    from elicitform._answers.texts import Text
    from elicitform._form.form import Form
    from elicitform._wire.description import FormDescription, Kind
    from elicitform.exceptions import Fault, InvalidContent

FormT = TypeVar("FormT", bound="Form")

_MOST_KEPT = 256
"""How many specialised forms are kept: enough for a busy server, and a bound on its memory."""


class FieldText(TypedDict, total=False):
    """What `Form.with_text` changes of a field: its label, its help text, or both."""

    title: str
    description: str


def with_choices(form: type[FormT], choices: Mapping[str, object]) -> type[FormT]:
    """Return `form` with these choices; see `Form.with_choices`."""
    given = {name: _frozen_choices(values) for name, values in choices.items()}

    def change(name: str, info: FieldInfo) -> FieldInfo:
        return _marked(info, GivenChoices(given[name]))

    return _specialised(form, "choices", given, change)


def with_defaults(form: type[FormT], defaults: Mapping[str, object]) -> type[FormT]:
    """Return `form` with these defaults; see `Form.with_defaults`."""

    def change(name: str, info: FieldInfo) -> FieldInfo:
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
    form.requested_schema(revision)  # raises RevisionError
    answered = _answer_to(form, error)
    asked = description_of(form)
    if message is not None and (faults := message_faults(message)):
        raise FormDefinitionError(asked.name, tuple(faults))
    made = Made(
        {},
        message_about(error.faults, asked.fields, message or _own_message(form), texts),
        is_variant=True,
        holds_answers=True,
    )
    answers = _good_answers(asked, answered, error.faults, revision)
    try:
        return _showing(form, answers, made)
    except FormDefinitionError as refused:  # such as an integer past 2**53: no default holds it
        unfit = {fault.field for fault in refused.faults}
    return _showing(form, {name: answers[name] for name in answers.keys() - unfit}, made)


def _own_message(form: type[Form]) -> str | None:
    """Return the message of the class, without what a round before has added to it."""
    own = (one for one in form.__mro__ if isinstance(one, FormMeta) and not _holds_answers(one))
    return description_of(cast("type[Form]", next(own))).message


def _answer_to(form: type[Form], error: InvalidContent) -> Answered:
    """Return what was answered to `form`, or raise where it cannot be asked again."""
    answered: Answered | None = error._answered  # noqa: SLF001  (kept for this)
    if error.nothing_collected:
        raise NothingCollected(error.form)
    if answered is None:
        raise ElicitFormError(
            f"{error.form}: this error holds no answer to ask again about, since it was made by "
            "hand, copied or unpickled; pass the one that `validate_content` or `parse_response` "
            "raised"
        )
    asked = answered.form
    if _kinds(asked) != _kinds(description_of(form)):
        raise TypeError(
            f"the error is about an answer to {asked.name}, and not to {form.__name__}: call "
            "`asking_again` on the form that was asked"
        )
    return answered


def _kinds(form: FormDescription) -> dict[str, Kind]:
    return {field.attribute: field.kind for field in form.fields.values()}


def _answers_that_stand(form: FormDescription) -> dict[str, Any]:
    """Return the answers of the round before that stand where an answer leaves them out."""
    return {one.description.name: one.description.default for one in form.described if one.shown}


def _good_answers(
    form: FormDescription, answered: Answered, faults: tuple[Fault, ...], revision: str
) -> dict[str, object]:
    """Return the answers without a fault, as Python values by the names of their fields."""
    content = {**_answers_that_stand(form), **answered.content}
    wrong = {fault.field for fault in faults}
    good: dict[str, object] = {}
    for field in form.fields.values():
        value = content.get(field.name)
        if field.name in wrong or value is None or was_blank(field, value):
            continue
        if shows_default(field.kind, VOCABULARIES[revision]):
            with contextlib.suppress(ValidationError):  # a list of another class was changed since
                reader = SchemaValidator(core_schema_of(field))
                good[field.attribute] = reader.validate_python(value)
    return good


def _showing(form: type[FormT], answers: Mapping[str, object], made: Made) -> type[FormT]:
    """Return `form` with these answers shown, and none that it may show already."""
    own = {name: _without(info, Shown) for name, info in form.model_fields.items()}
    changed = {
        name: _marked(info, Shown(answers[name])) if name in answers else info
        for name, info in own.items()
    }
    return _subclass(form, made._replace(changed=changed))


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
        holds_answers = _holds_answers(form)
        made = Made(changed, description_of(form).message, is_variant=True)
        variant = _subclass(form, made._replace(holds_answers=holds_answers))
        known = description_of(form).warnings
        warn_author(one for one in description_of(variant).warnings if one not in known)
        return variant

    if _holds_answers(form):  # a person's answers must not reach the next person
        return make()
    try:
        key = (form, what, tuple((name, _identity(value)) for name, value in given.items()))
    except _NoIdentityError:
        return make()
    return _KEPT.get(key, make)


def _require_fields(form: type[Form], names: Iterable[str]) -> None:
    strangers = [name for name in names if name not in form.model_fields]
    if strangers:
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
                for name in strangers
            ),
        )


def _holds_answers(form: type) -> bool:
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
    if isinstance(choices, Iterable) and not isinstance(choices, (str, bytes)):
        return tuple(islice(choices, MOST_CHOICES + 1))
    return choices


def _text_of(form: type[Form], name: str, text: object) -> dict[str, str]:
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


# --- keeping -----------------------------------------------------------------------------------


def _identity(value: object) -> Hashable:
    """Return what tells `value` from any other, also from those that equal it: 1, 1.0 and True."""
    if type(value) in {str, int, bool}:
        return type(value), value
    if type(value) is tuple:
        return tuple, value, tuple(map(type, value))
    if type(value) is dict:
        return dict, tuple((*map(_identity, item),) for item in value.items())
    if type(value) is list:
        return list, tuple(map(_identity, value))
    if isinstance(value, Enum):
        return type(value), value.name
    if type(value) in {float, date, NoneType} or _is_plain_moment(value):
        return type(value), repr(value)
    raise _NoIdentityError


class _NoIdentityError(Exception):
    """Something that may equal, or look like, another that it is not."""


def _is_plain_moment(value: object) -> bool:
    return type(value) is datetime and type(value.tzinfo).__name__ in {"timezone", "ZoneInfo"}


class _Kept:
    """The specialised forms that were used last."""

    def __init__(self) -> None:
        self._forms: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = RLock()  # a class body may specialise another form

    def get(self, key: Hashable, make: Callable[[], type[FormT]]) -> type[FormT]:
        """Return the form that is kept under `key`, or make it."""
        with self._lock:
            try:
                kept: type[FormT] | None = self._forms.get(key)
            except TypeError:  # something in it has no hash: it is no choice, and will be refused
                return make()
            if kept is None:
                kept = self._forms[key] = make()
                if len(self._forms) > _MOST_KEPT:
                    self._forms.popitem(last=False)
            else:
                self._forms.move_to_end(key)
            return kept


_KEPT = _Kept()
