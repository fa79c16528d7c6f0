"""The metaclass of forms, which refuses at the class statement what the wire cannot carry."""

from __future__ import annotations

import contextlib
import warnings
from abc import ABCMeta
from typing import TYPE_CHECKING, Any, cast

from pydantic import Field, PrivateAttr
from typing_extensions import dataclass_transform

from elicitform import _pydantic
from elicitform._declare.fields import Settings
from elicitform._declare.message import Asking
from elicitform._form.definition import define_form
from elicitform._wire.revisions import OLDEST_REVISION
from elicitform.exceptions import FormDefinitionError, FormWarning

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elicitform._form.form import Form


class _TakesName(ABCMeta):
    """Takes the class keyword ``name``, which `ABCMeta` confuses with its own before 3.11."""

    def __new__(
        mcs,
        class_name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        /,
        *,
        name: str | None = None,  # noqa: ARG004  (`FormMeta.__init__` is told it too)
        **keywords: Any,
    ) -> _TakesName:
        return super().__new__(mcs, class_name, bases, namespace, **keywords)


@dataclass_transform(kw_only_default=True, field_specifiers=(Field, PrivateAttr))
class FormMeta(_pydantic.ModelMetaclass, _TakesName):
    """The metaclass of `Form`: it describes, renders and checks the form, or refuses it.

    The work is done in ``__init__``: pydantic's ``__new__`` must be called from the class
    statement itself, or names local to a function would not resolve.
    """

    def __init__(  # noqa: PLR0913  (the class keywords)
        cls,
        class_name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        /,
        *,
        since: str | None = None,
        abstract: bool = False,
        auto_titles: bool | None = None,
        message: str | None = None,
        name: str | None = None,
        **config: Any,  # noqa: ARG002  (pydantic has taken it)
    ) -> None:
        super().__init__(class_name, bases, namespace)
        form = cast("type[Form]", cls)
        changed = namespace.get("__elicit_fields__")
        if changed is not None:  # not stated in a class body, but specialised at run time
            _pydantic.replace_fields(form, changed)
        # The oldest form is `Form`, which has no name yet while it is itself being defined.
        base = next(one for one in reversed(form.__mro__) if isinstance(one, FormMeta))
        inherited = form.__elicit_form__.settings if form is not base else _ROOT
        settings = Settings(
            inherited.since if since is None else since,
            inherited.auto_titles if auto_titles is None else auto_titles,
        )
        form.__elicit_form__ = define_form(
            form,
            cast("type[Form]", base),
            settings,
            Asking(message, name)
            if changed is None
            else cast("type[Form]", bases[-1]).__elicit_form__.asking,
            abstract=abstract or form is base,
        )
        _let_pydantic_object(form)
        is_in_source = changed is None and namespace.get("__elicit_warnings__", True)
        for warning in form.__elicit_form__.warnings if is_in_source else ():
            warnings.warn(warning, FormWarning, stacklevel=2)


_ROOT = Settings(OLDEST_REVISION, auto_titles=True)


def _let_pydantic_object(form: type[Form]) -> None:
    """Have pydantic say at the class statement what is wrong with functions of the author's.

    It looks at them while it builds the validator, which otherwise waits for the first use.
    """
    described = form.__elicit_form__.described
    if _pydantic.has_decorators(form) or any(field.validators for field in described):
        with contextlib.suppress(FormDefinitionError):  # an abstract form builds, and reads nothing
            form.model_rebuild(force=True)


def is_specialised(form: type) -> bool:
    """Return whether `form` was made of another at run time, and not by a class statement."""
    return "__elicit_fields__" in vars(form)


def unknown_keywords(form: str, keywords: Mapping[str, object]) -> str:
    names = ", ".join(f"`{name}`" for name in keywords)
    return (
        f"{form}: no class keyword is called {names}; a form takes `since`, `abstract`, "
        "`auto_titles`, `message`, `name`, and the keys of model_config"
    )
