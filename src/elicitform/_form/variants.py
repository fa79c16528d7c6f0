"""A form with choices, defaults or texts that are known at run time only.

Each is a new subclass that passes the same gate as a class statement does. One that was made
before is handed out again: a server that specialises for every request pays for the first.
"""

from __future__ import annotations

import types
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from enum import Enum
from itertools import islice
from threading import RLock
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic_core import PydanticUndefined
from typing_extensions import TypedDict

from elicitform import _pydantic
from elicitform._declare.annotations import unwrap
from elicitform._declare.choices import MOST_CHOICES
from elicitform._declare.markers import GivenChoices, Prefill, Shown
from elicitform._form.meta import is_specialised
from elicitform.exceptions import DefinitionFault, FormDefinitionError, FormWarning

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from pydantic.fields import FieldInfo

    from elicitform._form.form import Form

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


def prefilled(form: type[FormT], answers: Mapping[str, object]) -> type[FormT]:
    """Return `form` with these answers shown; a field that was required must still be answered.

    So must a boolean whose answer was true, whether or not it was required.

    It is not kept, since a person's answers are nobody else's, and it raises no warnings.

    Args:
        form: The form.
        answers: Values of the fields' Python types, by the names of the fields.

    Raises:
        FormDefinitionError: The wire cannot carry one of the answers as a default.
    """
    changed = {name: _showing(form.model_fields[name], value) for name, value in answers.items()}
    return _subclass(form, changed)


def _showing(info: FieldInfo, answer: object) -> FieldInfo:
    """Return a copy of `info` that shows an answer, which goes on being the person's to give."""
    if info.is_required():
        return _marked(info, Prefill(answer))
    if answer is not True:
        return _marked(info, Shown(answer))
    # A box that was ticked may mean consent, which nobody gives by leaving out what was shown.
    bare, metadata, _ = unwrap(info.annotation, tuple(info.metadata))
    open_ = _pydantic.changed_info(
        info,
        annotation=bare,
        metadata=list(metadata),
        default=PydanticUndefined,
        default_factory=None,
    )
    return _marked(open_, Prefill(answer))


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
        made = _subclass(form, changed)
        for warning in made.__elicit_form__.warnings:
            if warning not in form.__elicit_form__.warnings:
                warnings.warn(warning, FormWarning, stacklevel=6)
        return made

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


def _subclass(form: type[FormT], changed: Mapping[str, FieldInfo]) -> type[FormT]:
    """Return a subclass of `form`, called as it is, with some of its fields changed."""

    def fill(namespace: dict[str, Any]) -> None:
        namespace["__module__"] = form.__module__
        namespace["__qualname__"] = form.__qualname__
        namespace["__doc__"] = form.__doc__
        namespace["__elicit_fields__"] = dict(changed)

    abstract = form.__elicit_form__.abstract
    bases: tuple[type, ...] = (form,) if _Unhooked in form.__mro__ else (_Unhooked, form)
    made = types.new_class(form.__name__, bases, {"abstract": abstract}, fill)
    return cast("type[FormT]", made)


class _Unhooked:
    """Keeps what an author does with every subclass from being done with a specialised form.

    A registry, for one, would hand one person's answers to the next.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        if not is_specialised(cls):
            super().__init_subclass__(**keywords)

    @classmethod
    def __pydantic_init_subclass__(cls, **keywords: Any) -> None:
        if not is_specialised(cls):
            cast("Any", super()).__pydantic_init_subclass__(**keywords)


def _marked(info: FieldInfo, marker: Prefill | GivenChoices | Shown) -> FieldInfo:
    """Return a copy of `info` with a marker, in place of any of its kind."""
    others = [item for item in info.metadata if not isinstance(item, type(marker))]
    return _pydantic.changed_info(info, metadata=[*others, marker])


def _with_default(info: FieldInfo, default: object) -> FieldInfo:
    """Return a copy of `info` with another default, which is shown as before."""
    default = [*default] if type(default) is list else default
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
