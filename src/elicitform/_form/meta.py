"""The class statement of a form: collect, describe, render, check, and store, or refuse it."""

from __future__ import annotations

import contextlib
import sys
import warnings
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from pydantic import ConfigDict, Field, PrivateAttr
from typing_extensions import TypedDict, dataclass_transform

from elicitform import _pydantic
from elicitform._answers.author import made_by
from elicitform._declare.body import ANNOTATIONS, Annotations, new_body
from elicitform._declare.declared import declared_fields
from elicitform._declare.defaults import made_default
from elicitform._declare.fields import describe_fields
from elicitform._declare.form import (
    empty_form,
    form_faults,
    lost_docstrings,
    message_faults,
    reasons_not_to_ask,
)
from elicitform._wire.description import FormDescription, Settings, description_of
from elicitform._wire.rendered import by_revision, rendered
from elicitform._wire.revisions import LATEST_REVISION, OLDEST_REVISION, REVISIONS
from elicitform.exceptions import FormDefinitionError, FormWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

    from elicitform._wire.description import DescribedField
    from elicitform.exceptions import Finding


class ClassKeywords(TypedDict, total=False):
    """The class keywords of a form, beside the keys of ``model_config``.

    Attributes:
        since: The oldest revision that the form must be exportable to; 2025-06-18 unless a base
            says otherwise.
        abstract: The form is a base for other forms, and may have no fields.
        auto_titles: A field without a title gets one made of its name; true unless a base says
            otherwise.
        message: What the person is asked, unless a call says otherwise.
        any_names: A property may be called ``2024`` or ``constructor``, which clients written in
            JavaScript reorder or lose; false unless a base says otherwise.
    """

    since: str
    abstract: bool
    auto_titles: bool
    message: str
    any_names: bool


class Made:
    """How a form was made that no class statement of the author's declares.

    The maker puts it into the namespace of the class under `MADE`, where the metaclass finds it.

    Attributes:
        changed: Fields that replace inherited ones of the same name.
        message: What the person is asked.
        question: The message, without what is wrong with an answer of the round before.
        is_variant: The form is another form with something changed, and not one of its own.
        holds_answers: It shows what a person has answered.
    """

    def __init__(
        self,
        changed: Mapping[str, FieldInfo],
        message: str | None = None,
        question: str | None = None,
        *,
        is_variant: bool = False,
        holds_answers: bool = False,
    ) -> None:
        self.changed = changed
        self.message = message
        self.question = question
        self.is_variant = is_variant
        self.holds_answers = holds_answers


MADE = "__elicit_made__"


@dataclass_transform(kw_only_default=True, field_specifiers=(Field, PrivateAttr))
class FormMeta(_pydantic.ModelMetaclass):
    """The metaclass of `Form`.

    The work is done in ``__init__``: pydantic's ``__new__`` must be called from the class
    statement itself, or names local to a function would not resolve.
    """

    @classmethod
    def __prepare__(cls, *_: Any, **__: Any) -> dict[str, Any]:
        """Return what the class body runs in: see `elicitform._declare.body`."""
        return new_body(sys._getframe(1))  # noqa: SLF001  (as pydantic finds local names)

    def _repr_html_(cls) -> str | None:  # noqa: N805  (as the classes of a metaclass are called)
        """Return the form for a notebook, or None where it cannot be shown there."""
        from importlib import import_module  # noqa: PLC0415  (only notebooks need it)

        html: str | None = import_module("elicitform._preview.page").notebook_html(cls)
        return html

    def __init__(
        cls,  # noqa: N805  (as the classes of a metaclass are called)
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        /,
        **keywords: Any,
    ) -> None:
        super().__init__(name, bases, namespace)
        form = cast("type[BaseModel]", cls)
        annotations: Annotations | None = namespace.get(ANNOTATIONS)
        if annotations is not None:
            annotations.put_back(cls)
        made: Made | None = namespace.get(MADE)
        if made is not None:
            _pydantic.replace_fields(form, made.changed)
        description = _described(form, made, cast("ClassKeywords", keywords))
        cast("Any", form).__elicit_form__ = description
        _surface_pydantic_errors(form)
        if made is None:
            warn_author(description.warnings)


def _described(
    form: type[BaseModel], made: Made | None, keywords: ClassKeywords
) -> FormDescription:
    """Describe, render and check a form.

    Raises:
        FormDefinitionError: The wire cannot carry it as it is.
    """
    # The oldest form is `Form`, which has no name yet while it is itself being defined.
    base = next(one for one in reversed(form.__mro__) if isinstance(one, FormMeta))
    is_base = form is base
    inherited = _ROOT if is_base else description_of(form).settings
    settings = Settings(
        keywords.get("since", inherited.since),
        keywords.get("auto_titles", inherited.auto_titles),
        keywords.get("any_names", inherited.any_names),
    )
    message = keywords.get("message") if made is None else made.message
    abstract = keywords.get("abstract", False) or is_base
    _pydantic.own_defaults(form)
    validators = _pydantic.declared_validators(form)
    root = cast("type[BaseModel]", base)
    declared = declared_fields(form, root, validators, any_names=settings.any_names)
    faults = form_faults(form, root, settings.since, validators, declared)
    faults += message_faults(message, abstract=abstract)
    if settings.since not in REVISIONS:
        settings = settings._replace(since=LATEST_REVISION)  # refused above; judge the rest too
    described, field_faults = describe_fields(declared, settings)
    for one in described:
        _guard_factory(one, form.__name__)
    faults += field_faults
    if not declared and not abstract and all(fault.code != "hidden" for fault in faults):
        faults.append(empty_form())
    if faults:
        raise FormDefinitionError(form.__name__, tuple(faults))
    unready = tuple(reasons_not_to_ask(described, declared, abstract=abstract))
    fields = tuple(field.description for field in described)
    schemas: dict[str, dict[str, Any]] = {}
    findings: list[Finding] = []
    if not unready:
        schema, findings = rendered(
            form.__name__, fields, LATEST_REVISION, any_names=settings.any_names
        )
        schemas = by_revision(schema, LATEST_REVISION, settings.since)
    return FormDescription(
        form.__name__,
        ConfigDict(**form.model_config),
        settings,
        message,
        abstract,
        unready,
        {field.name: field for field in fields},
        tuple(described),
        schemas,
        [*lost_docstrings(form), *_warnings_about(form.__name__, findings)],
        any(field.required and field.default is None for field in fields),
    )


def _guard_factory(field: DescribedField, form: str) -> None:
    """Have the ``default_factory`` of a field raise nothing, and make nothing that does not fit."""
    factory = field.info.default_factory
    if factory is not None:
        take = partial(made_default, field.description.kind)
        field.info.default_factory = made_by(factory, take, form, field.description.attribute)


_ROOT = Settings(OLDEST_REVISION, auto_titles=True, any_names=False)


def _warnings_about(form: str, findings: list[Finding]) -> Iterator[str]:
    """Yield what is valid about a form and will surprise somebody."""
    for finding in findings:
        if finding.code not in _KNOWN:
            yield f"{form}.{_field_at(finding.path)}: {finding.message}"


def _field_at(path: str) -> str:
    """Return the property that a JSON pointer leads into (RFC 6901 section 4)."""
    return path.split("/")[2].replace("~1", "/").replace("~0", "~")


_KNOWN = {"credential"}
"""What the class statement refuses itself, unless the author says why it is harmless."""


def warn_author(messages: Iterable[str]) -> None:
    """Issue a `FormWarning` for each message, at the line outside this package that led here."""
    for message in messages:
        warnings.warn(message, FormWarning, stacklevel=_frames_until_author())


def _frames_until_author() -> int:
    """Return the ``stacklevel`` by which `warn_author` names the first frame outside ours."""
    frame, level = sys._getframe(2), 2  # noqa: SLF001  (`warnings` counts frames in the same way)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in _NOT_AUTHORS:
        frame, level = frame.f_back, level + 1
    return level


_NOT_AUTHORS = {"elicitform", "pydantic"}


def _surface_pydantic_errors(form: type[BaseModel]) -> None:
    """Have pydantic raise at the class statement what is wrong with functions of the author's.

    It looks at them while it builds the validator, which otherwise waits for the first use.
    """
    described = description_of(form).described
    if _pydantic.has_decorators(form) or any(field.validators for field in described):
        with contextlib.suppress(FormDefinitionError):  # an abstract form builds, and reads nothing
            form.model_rebuild(force=True)


def how_made(form: type) -> Made | None:
    """Return how a form was made, or None where a class statement declares it."""
    return vars(form).get(MADE)


def is_variant(form: type) -> bool:
    """Return whether `form` is another form with something changed at run time."""
    made = how_made(form)
    return made is not None and made.is_variant


def without_ours(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return the class keywords that are not `ClassKeywords`."""
    return {name: value for name, value in keywords.items() if name not in _OURS}


_OURS = frozenset(ClassKeywords.__optional_keys__)


def unknown_keywords(form: str, keywords: Mapping[str, object]) -> str:
    """Return the text of the error for class keywords that nobody takes."""
    names = ", ".join(f"`{name}`" for name in keywords)
    ours = ", ".join(f"`{name}`" for name in ClassKeywords.__annotations__)
    return (
        f"{form}: no class keyword is called {names}; a form takes {ours}, and the keys of "
        "model_config"
    )
