"""`Form`, the base class of elicitation forms: what a form says of itself, and how it is read."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import core_schema

from elicitform import _pydantic
from elicitform._answers.content import (
    as_object,
    forget_blanks,
    look_again,
    refused_content,
    require_the_wire,
    with_answers_shown,
)
from elicitform._answers.faults import without_most_unknown_keys
from elicitform._answers.outcomes import Accepted, Cancelled, Declined, read_result
from elicitform._answers.reader import UNUSUAL, core_schema_of
from elicitform._declare.message import Asking, asking_faults, no_message
from elicitform._form.definition import FormDescription
from elicitform._form.meta import FormMeta, unknown_keywords
from elicitform._wire.description import MultiSelectKind
from elicitform._wire.render import copied
from elicitform._wire.revisions import (
    LATEST_REVISION,
    REVISIONS,
    VOCABULARIES,
    revisions_since,
)
from elicitform.exceptions import (
    FormDefinitionError,
    RevisionError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema
    from typing_extensions import Self, Unpack

    from elicitform._form.variants import FieldText


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
            raise TypeError(unknown_keywords(cls.__name__, config)) from None

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
        `requested_schema()` says the same. Call it on `Form`, or on an abstract form without
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
        from elicitform._generate.statement import form_from_schema  # noqa: PLC0415  (few forms need it)

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
    def with_choices(cls, /, **choices: Iterable[str] | Mapping[str, str]) -> type[Self]:
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
        from elicitform._form.variants import with_choices  # noqa: PLC0415  (few servers need it)

        return with_choices(cls, choices)

    @classmethod
    def with_defaults(cls, /, **defaults: Any) -> type[Self]:
        """Return this form with defaults that are known at run time only.

        A field with a default may be left open, and then the server fills it in; where it is
        declared with `Prefill`, it must still be answered. Returned and kept as in `with_choices`.

        Args:
            **defaults: For each field, by its Python name, a value of its Python type.

        Raises:
            FormDefinitionError: There is no such field, or it does not take such an answer.
        """
        from elicitform._form.variants import with_defaults  # noqa: PLC0415  (few servers need it)

        return with_defaults(cls, defaults)

    @classmethod
    def with_text(cls, /, **text: FieldText) -> type[Self]:
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
        from elicitform._form.variants import with_text  # noqa: PLC0415  (few servers need it)

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
            FormDefinitionError: The form is abstract, awaits choices, or has no message; or the
                message is blank, or no text.
        """
        schema = cls.requested_schema(revision)
        message = _message_of(cls, message)
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
            content = as_object(cls, content)
        before = UNUSUAL.latest
        answer: Self
        try:
            answer = cls.__pydantic_validator__.validate_python(content)
        except ValidationError as error:
            unusual = UNUSUAL.latest is not before
            invalid = refused_content(cls, content, error, strict=strict, unusual=unusual)
        else:
            if UNUSUAL.latest is not before:
                look_again(cls, answer, content, strict=strict)
            return answer
        try:
            raise invalid  # out here: pydantic's error, with its values, is no context of it
        finally:
            del invalid  # whose traceback holds this frame

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
                require_the_wire(cls, obj)
            forget_blanks(answer, cls.__elicit_form__, obj)
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
        shown = {
            one.description.name: one.description.default for one in form.described if one.shown
        }
        if shown:
            schema = core_schema.no_info_before_validator_function(
                partial(with_answers_shown, shown), schema
            )
        if form.config.get("extra") == "forbid":  # only then does pydantic look at unknown keys
            few = partial(without_most_unknown_keys, form.fields)
            return core_schema.no_info_before_validator_function(few, schema)
        return schema

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> dict[str, Any]:
        return cls.requested_schema()


def _config_of(cls: type[Form]) -> ConfigDict:
    """Return the config as it was at the class statement, or as it is until that is done."""
    form: FormDescription | None = vars(cls).get("__elicit_form__")
    return cls.model_config if form is None else form.config


def _message_of(cls: type[Form], message: str | None) -> str:
    """Return what the person is asked: what was passed, or what the class statement says."""
    form = cls.__elicit_form__
    if message is None:
        message = form.asking.message
        faults = [no_message(form.name)] if message is None else []
    else:
        faults = asking_faults(Asking(message))
    if faults:
        raise FormDefinitionError(form.name, tuple(faults))
    return cast("str", message)


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
