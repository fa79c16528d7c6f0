"""`Form`, and the metaclass that refuses at the class statement what the wire cannot carry."""

from __future__ import annotations

import contextlib
import sys
import warnings
from abc import ABCMeta
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError
from pydantic_core import InitErrorDetails, core_schema
from typing_extensions import dataclass_transform

from elicitform import _pydantic
from elicitform._asking import Asking, no_message
from elicitform._declare import Settings
from elicitform._definition import FormDescription, define_form
from elicitform._faults import faults_in, faults_unnoticed, without_most_unknown_keys
from elicitform._fields import MultiSelectKind
from elicitform._outcomes import Accepted, Cancelled, Declined, read_result
from elicitform._read import UNUSUAL, core_schema_of, is_read_leniently, was_blank, wire_error
from elicitform._render import copied
from elicitform._revisions import (
    LATEST_REVISION,
    OLDEST_REVISION,
    REVISIONS,
    VOCABULARIES,
    revisions_since,
)
from elicitform.exceptions import (
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    MalformedResponse,
    RevisionError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema
    from typing_extensions import Self, Unpack

    from elicitform._specialise import FieldText
    from elicitform.exceptions import Fault


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
            else cast("type[Form]", bases[0]).__elicit_form__.asking,
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


class Form(BaseModel, metaclass=FormMeta):
    """An elicitation form, declared as a restricted pydantic model.

    Subclass it with fields that the wire can carry; the class statement refuses any other, with all
    faults at once. Class keywords are ``since`` (the oldest revision that the form must be
    exportable to, by default 2025-06-18), ``abstract=True`` (a base for other forms, which may have
    no fields), ``auto_titles=False`` (no label for a field that has no title of its own),
    ``message`` (what the person is asked) and ``name`` (what a catalogue of elicitations calls it,
    by default the name of the class).

    Raises:
        FormDefinitionError: At the class statement, where a field cannot be carried.

    Example:
        >>> class Deploy(Form):
        ...     environment: Literal["staging", "production"]
        ...     replicas: int = Field(default=1, ge=1, le=10)
    """

    __elicit_form__: ClassVar[FormDescription]

    # Deferred, an unknown class reaches our refusal before pydantic's own error, and a form that
    # is only exported never pays for its validator. Hidden, so that no answer gets into a log.
    model_config = ConfigDict(defer_build=True, hide_input_in_errors=True)

    def __init_subclass__(
        cls,
        *,
        since: str | None = None,
        abstract: bool = False,
        auto_titles: bool | None = None,
        message: str | None = None,
        name: str | None = None,
        **config: Unpack[ConfigDict],
    ) -> None:
        """Take the class keywords, which the metaclass reads."""
        try:
            super().__init_subclass__(**config)
        except TypeError:
            if not config:
                raise
            raise TypeError(_unknown_keywords(cls.__name__, config)) from None

    @classmethod
    def __pydantic_init_subclass__(
        cls,
        *,
        since: str | None = None,
        abstract: bool = False,
        auto_titles: bool | None = None,
        message: str | None = None,
        name: str | None = None,
        **config: Any,
    ) -> None:
        super().__pydantic_init_subclass__(**config)

    @classmethod
    def from_requested_schema(
        cls, schema: object, *, name: str = "", revision: str = LATEST_REVISION
    ) -> type[Self]:
        """Return the form that has this ``requestedSchema``, whoever wrote it.

        It is a subclass of this form with a field for each property, and its own
        `requested_schema()` is the schema again. Call it on `Form`, or on an abstract form without
        fields, whose settings, validators and methods the new form inherits. There are no
        `FormWarning` of a form that is made so.

        Args:
            schema: The schema, as `json.loads` makes it.
            name: What the class is called; by default ``RequestedForm``.
            revision: The protocol revision that the schema is for; one of `REVISIONS`.

        Returns:
            A new class each time. Its instances pickle where the class is kept under its name in
            the module that calls this.

        Raises:
            SchemaError: `check_schema` finds an error in the schema.
            RevisionError: `revision` is unknown.
            FormDefinitionError: This form has fields of its own.

        Example:
            >>> Form.from_requested_schema(json.loads(text), name="Deploy")
        """
        from elicitform._from_schema import form_from_schema  # noqa: PLC0415  (few forms need it)

        module = sys._getframe(1).f_globals.get("__name__", __name__)  # noqa: SLF001  (as pydantic)
        made = form_from_schema(cls, schema, name, revision, module)
        return cast("type[Self]", made)

    @classmethod
    def requested_schema(cls, revision: str = LATEST_REVISION) -> dict[str, Any]:
        """Return the ``requestedSchema`` of this form, valid at `revision`.

        Args:
            revision: A protocol revision, one of `revisions()`.

        Returns:
            A fresh dict, the caller's to change: fields in declaration order, keys in a fixed one.

        Raises:
            RevisionError: `revision` is unknown, or older than the form can be said at.
            FormDefinitionError: The form is abstract, or awaits choices.
        """
        return copied(_schema_at(cls, revision))

    @classmethod
    def revisions(cls) -> tuple[str, ...]:
        """Return the protocol revisions that this form can be said at, oldest first."""
        return revisions_since(cls.__elicit_form__.settings.since)

    @classmethod
    def with_choices(cls, **choices: Iterable[str] | Mapping[str, str]) -> type[Self]:
        """Return this form with choices that are known at run time only.

        The form itself stays as it is. What is returned is a subclass that passed the same gate,
        and is kept for the next time that the same is asked for.

        Args:
            **choices: For each field, by its Python name, its choices as strings, or as a mapping
                of each to its title; at most 1,000. A field declared with `LateChoices` takes any;
                one that has choices of its own takes some of those.

        Raises:
            FormDefinitionError: There is no such field; the choices are none, too many, not
                distinct or not strings; or the default of the field is not among them.

        Example:
            >>> form = Deploy.with_choices(branch=["main", "dev"])
            >>> outcome = form.parse_response(response)
        """
        from elicitform._specialise import with_choices  # noqa: PLC0415  (few servers need it)

        return with_choices(cls, choices)

    @classmethod
    def with_defaults(cls, **defaults: Any) -> type[Self]:
        """Return this form with defaults that are known at run time only.

        A field with a default may be left open, and then the server fills it in; where it is
        declared with `Prefill`, it must still be answered. Returned and kept as in `with_choices`.

        Args:
            **defaults: For each field, by its Python name, a value of its Python type.

        Raises:
            FormDefinitionError: There is no such field, or it does not take such an answer.
        """
        from elicitform._specialise import with_defaults  # noqa: PLC0415  (few servers need it)

        return with_defaults(cls, defaults)

    @classmethod
    def with_text(cls, **text: FieldText) -> type[Self]:
        """Return this form with labels or help texts that are known at run time only.

        Returned and kept as in `with_choices`.

        Args:
            **text: For each field, by its Python name, a dict of its ``title``, its
                ``description``, or both.

        Raises:
            FormDefinitionError: There is no such field, or the text is none.

        Example:
            >>> Deploy.with_text(confirm={"title": "Replace version 1.4.2?"})
        """
        from elicitform._specialise import with_text  # noqa: PLC0415  (few servers need it)

        return with_text(cls, text)

    @classmethod
    def elicit_params(
        cls, message: str | None = None, revision: str = LATEST_REVISION
    ) -> dict[str, Any]:
        """Return the params of an ``elicitation/create`` request that asks with this form.

        Args:
            message: What the person is asked, in words; by default the message of the class.
            revision: The protocol revision of the connection.

        Returns:
            ``mode`` (left out at 2025-06-18, which does not have it), ``message`` and
            ``requestedSchema``, as a fresh dict.

        Raises:
            RevisionError: `revision` is unknown, or older than the form can be said at.
            FormDefinitionError: The form is abstract, awaits choices, or has no message.
        """
        schema = cls.requested_schema(revision)
        if message is None:
            message = _message_of(cls)
        mode = {"mode": "form"} if VOCABULARIES[revision].mode else {}
        return {**mode, "message": message, "requestedSchema": schema}

    @classmethod
    def validate_content(cls, content: object, *, strict: bool = False) -> Self:
        """Read the ``content`` of an accepted ElicitResult.

        Args:
            content: A mapping of JSON values; None stands for content that is absent.
            strict: Take exactly what JSON Schema 2020-12 takes for the exported schema. Otherwise
                null, ``""`` and ``[]`` on a field outside ``required`` mean that it was left open.

        Returns:
            The answer, with the defaults of the fields that were left open.

        Raises:
            MalformedResponse: `content` is not an object.
            InvalidContent: It does not fit the form.
        """
        if type(content) is not dict:
            content = _as_object(cls, content)
        before = UNUSUAL.latest
        answer: Self
        try:
            answer = cls.__pydantic_validator__.validate_python(content)
        except ValidationError as error:
            find = partial(
                faults_in,
                error.with_traceback(None),  # whose frames hold this one, and all that is in it
                cls.__elicit_form__.fields,
                dict(content),  # it may be changed before anybody looks
                strict=strict,
                unusual=UNUSUAL.latest is not before,
            )
            invalid = _invalid(cls, content, find)
        else:
            if UNUSUAL.latest is not before:
                _look_again(cls, answer, content, strict=strict)
            return answer
        raise invalid  # out here, so that pydantic's error, with its values, is no context of it

    @classmethod
    def parse_response(
        cls, result: object, *, strict: bool = False
    ) -> Accepted[Self] | Declined | Cancelled:
        """Read an ElicitResult.

        Args:
            result: The result as a mapping, as JSON text, or as an object with ``action`` and
                ``content``, such as the SDK's own class.
            strict: As in `validate_content`.

        Returns:
            `Accepted` with the answer as its ``data``, or `Declined` or `Cancelled`, which are
            false and have none.

        Raises:
            MalformedResponse: `result` is not an ElicitResult.
            InvalidContent: It was accepted, and its content does not fit the form.
        """
        action, content = read_result(cls.__name__, result)
        if action == "decline":
            return Declined()
        if action == "cancel":
            return Cancelled()
        return Accepted(cls.validate_content(content, strict=strict))

    @classmethod
    def model_validate(cls, obj: object, *, strict: bool | None = None, **options: Any) -> Self:
        """Read an answer as `validate_content` does, and take Python values too.

        This is what SDKs call. ``strict=False`` changes nothing; ``strict=True`` is that of
        `validate_content`.

        Raises:
            pydantic.ValidationError: The answer does not fit the form.
        """
        before = UNUSUAL.latest
        answer: Self
        if options:
            answer = cls.__pydantic_validator__.validate_python(obj, **options)
        else:  # told apart because handing on no options costs a tenth of the whole
            answer = cls.__pydantic_validator__.validate_python(obj)
        if UNUSUAL.latest is not before and isinstance(obj, Mapping):
            if strict:
                _require_the_wire(cls, obj)
            _forget_blanks(answer, cls.__elicit_form__, obj)
        return answer

    @classmethod
    def model_validate_json(
        cls, json_data: str | bytes | bytearray, *, strict: bool | None = None, **options: Any
    ) -> Self:
        """Read an answer from JSON text, by the rules of `model_validate`.

        Raises:
            pydantic.ValidationError: The text is not JSON, or the answer does not fit the form.
        """
        import json  # noqa: PLC0415  (few read text; and pydantic's own reader garbles some keys)

        try:
            content = json.loads(json_data)
        except (ValueError, RecursionError):  # pydantic words it
            return super().model_validate_json(json_data, **options)
        return cls.model_validate(content, strict=strict, **options)

    @classmethod
    def model_json_schema(cls, *_: object, **__: object) -> dict[str, Any]:
        """Return the ``requestedSchema`` at the latest revision, whatever is asked for.

        SDKs call this to render a model, so what they send is what this form says.
        """
        return cls.requested_schema()

    @classmethod
    def model_rebuild(
        cls, *, force: bool = False, _parent_namespace_depth: int = 2, **options: Any
    ) -> bool | None:
        """Build the validator, one thread at a time; pydantic calls this at first use."""
        with _pydantic.BUILD_LOCK, _pydantic.reading_config(cls, _config_of(cls)):
            return super().model_rebuild(
                force=force, _parent_namespace_depth=_parent_namespace_depth + 1, **options
            )

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        form: FormDescription | None = vars(cls).get("__elicit_form__")
        if form is None:  # it is not defined yet, and will be refused for building early
            return handler(source)
        fields = {
            one.description.attribute: _pydantic.read_by(
                one.info, core_schema_of(one.description), one.validators
            )
            for one in form.described
        }
        with _pydantic.reading_fields(cls, fields):
            schema = handler(source)
        if form.unready:  # told last, so that pydantic's own errors come first
            raise FormDefinitionError(form.name, form.unready)
        if form.config.get("extra") == "forbid":  # only then does pydantic look at unknown keys
            few = partial(without_most_unknown_keys, form.fields)
            return core_schema.no_info_before_validator_function(few, schema)
        return schema

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> dict[str, Any]:
        return cls.requested_schema()


def is_specialised(form: type[Form]) -> bool:
    """Return whether `form` was made of another at run time, and not by a class statement."""
    return "__elicit_fields__" in vars(form)


def _config_of(cls: type[Form]) -> ConfigDict:
    """Return the config as it was at the class statement, or as it is until that is done."""
    form: FormDescription | None = vars(cls).get("__elicit_form__")
    return cls.model_config if form is None else form.config


def _unknown_keywords(form: str, keywords: Mapping[str, object]) -> str:
    names = ", ".join(f"`{name}`" for name in keywords)
    return (
        f"{form}: no class keyword is called {names}; a form takes `since`, `abstract`, "
        "`auto_titles`, `message`, `name`, and the keys of model_config"
    )


def _message_of(cls: type[Form]) -> str:
    form = cls.__elicit_form__
    if form.asking.message is None:
        raise FormDefinitionError(form.name, (no_message(form.name),))
    return form.asking.message


def _invalid(
    cls: type[Form],
    content: dict[Any, Any],
    faults: tuple[Fault, ...] | Callable[[], tuple[Fault, ...]],
) -> InvalidContent:
    """Return an error that can ask again."""
    form = cls.__elicit_form__
    nothing_collected = not content and form.requires_something
    invalid = InvalidContent(form.name, faults, nothing_collected)
    invalid._asked = lambda: (cls, content)  # noqa: SLF001  (for `retry` alone)
    return invalid


def _look_again(cls: type[Form], answer: object, content: dict[Any, Any], *, strict: bool) -> None:
    """Refuse what pydantic took and the wire does not allow, and forget blanks."""
    form = cls.__elicit_form__
    faults = faults_unnoticed(form.fields.values(), content, strict=strict)
    if faults:
        raise _invalid(cls, content, faults)
    _forget_blanks(answer, form, content)


def _schema_at(cls: type[Form], revision: str) -> dict[str, Any]:
    form = cls.__elicit_form__
    if form.unready:
        raise FormDefinitionError(form.name, form.unready)
    if revision not in REVISIONS:
        raise RevisionError("", revision, REVISIONS)
    if revision in form.schemas:
        return form.schemas[revision]
    unsayable = MultiSelectKind if not VOCABULARIES[revision].multi_select else ()
    at_fault = [field.name for field in form.fields.values() if isinstance(field.kind, unsayable)]
    raise RevisionError(form.name, revision, cls.revisions(), tuple(at_fault))


def _as_object(cls: type[Form], content: object) -> dict[Any, Any]:
    if content is None:
        return {}
    if isinstance(content, Mapping):
        return dict(content)
    raise MalformedResponse(cls.__name__, "the content of the response is not an object")


def _require_the_wire(cls: type[Form], content: Mapping[Any, Any]) -> None:
    """Refuse what the validator reads leniently, in the way of pydantic's callers."""
    refused = [
        InitErrorDetails(type=wire_error(field.kind), loc=(field.name,), input=content[field.name])
        for field in cls.__elicit_form__.fields.values()
        if field.name in content and is_read_leniently(field.kind, content[field.name])
    ]
    if refused:
        raise ValidationError.from_exception_data(cls.__name__, refused, hide_input=True)


def _forget_blanks(answer: object, form: FormDescription, content: Mapping[Any, Any]) -> None:
    """Take the fields whose answer was a blank out of ``model_fields_set``."""
    if not isinstance(answer, BaseModel):
        return  # the author's own validator made something else of it
    for field in form.fields.values():
        if not field.required and was_blank(field.kind, content.get(field.name, ...)):
            answer.model_fields_set.discard(field.attribute)
