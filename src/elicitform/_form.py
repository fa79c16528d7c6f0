"""`Form`, and the metaclass that refuses at the class statement what the wire cannot carry."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError
from typing_extensions import dataclass_transform

from elicitform import _pydantic
from elicitform._annotations import written
from elicitform._declare import (
    DeclaredField,
    Settings,
    abstract_form,
    describe_fields,
    empty_form,
    form_faults,
)
from elicitform._faults import JSON_TYPES, faults_of, holds_text_only, without_python_values
from elicitform._outcomes import Accepted, Cancelled, Declined, read_result
from elicitform._read import core_schema_of, latest_blank, was_blank
from elicitform._render import copied, render_form
from elicitform._revisions import (
    LATEST_REVISION,
    OLDEST_REVISION,
    REVISIONS,
    VOCABULARIES,
    revisions_since,
)
from elicitform._fields import MultiSelectKind
from elicitform.check import check_schema
from elicitform.exceptions import (
    DefinitionFault,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    MalformedResponse,
    RevisionError,
)

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.fields import FieldInfo
    from pydantic_core import CoreSchema
    from typing_extensions import Self, Unpack

    from elicitform._declare import DescribedField
    from elicitform._fields import FieldDescription


class FormDescription(NamedTuple):
    """What a form is, fixed by its class statement.

    Attributes:
        settings: Its class keywords.
        abstract: It is a base for other forms only.
        fields: Its fields, in declaration order.
        described: The same with what the reader needs of them besides.
        infos: What pydantic gathered of each field, as it was at the class statement.
        schemas: The ``requestedSchema`` of every revision that it can be said at.
        multi_selects: The wire names of its multi-selects.
    """

    settings: Settings
    abstract: bool
    fields: tuple[FieldDescription, ...]
    described: tuple[DescribedField, ...]
    infos: dict[str, FieldInfo]
    schemas: dict[str, dict[str, Any]]
    multi_selects: tuple[str, ...]


@dataclass_transform(kw_only_default=True, field_specifiers=(Field, PrivateAttr))
class FormMeta(_pydantic.ModelMetaclass):
    """The metaclass of `Form`: it describes, renders and checks the form, or refuses it.

    The work is done in ``__init__``: pydantic's ``__new__`` must be called from the class
    statement itself, or names local to a function would not resolve.
    """

    def __init__(
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        since: str | None = None,
        abstract: bool = False,
        auto_titles: bool | None = None,
        **config: Any,  # noqa: ANN401, ARG002  (pydantic has taken it)
    ) -> None:
        super().__init__(name, bases, namespace)
        inherited = getattr(cls, "__elicit_form__", _ROOT).settings
        settings = Settings(
            inherited.since if since is None else since,
            inherited.auto_titles if auto_titles is None else auto_titles,
        )
        is_form_itself = cls is _oldest_form(cls)
        cls.__elicit_form__ = _define(cls, settings, abstract=abstract or is_form_itself)
        _let_pydantic_object(cls)
        for warning in _warnings_of(cls):
            warnings.warn(warning, FormWarning, stacklevel=2)


_ROOT = FormDescription(Settings(OLDEST_REVISION, auto_titles=True), True, (), (), {}, {}, ())


def _define(cls: type[BaseModel], settings: Settings, *, abstract: bool) -> FormDescription:
    """Describe, render and check a form.

    Raises:
        FormDefinitionError: The wire cannot carry it as it is.
    """
    declared = _declared_fields(cls)
    faults = form_faults(cls, _oldest_form(cls), settings.since)
    if settings.since not in REVISIONS:
        settings = settings._replace(since=LATEST_REVISION)  # told already; judge the rest too
    described, field_faults = describe_fields(declared, settings)
    faults += field_faults
    if not declared and not abstract:
        faults.append(empty_form())
    if faults:
        raise FormDefinitionError(cls.__name__, tuple(faults))
    fields = tuple(field.description for field in described)
    schemas = {
        revision: render_form(fields, revision) for revision in revisions_since(settings.since)
    }
    if fields:
        _require_valid(cls.__name__, schemas)
    infos = {field.attribute: copy(field.info) for field in declared}
    return FormDescription(
        settings, abstract, fields, tuple(described), infos, schemas, _multi_selects(fields)
    )


def _multi_selects(fields: tuple[FieldDescription, ...]) -> tuple[str, ...]:
    return tuple(field.name for field in fields if isinstance(field.kind, MultiSelectKind))


def _oldest_form(cls: type[BaseModel]) -> type[BaseModel]:
    """Return `Form`, which has no name yet while it is itself being defined."""
    return next(base for base in reversed(cls.__mro__) if isinstance(base, FormMeta))


def _declared_fields(cls: type[BaseModel]) -> list[DeclaredField]:
    validators = _pydantic.declared_validators(cls)
    return [
        DeclaredField(
            name,
            _annotation_as_written(cls, name, info),
            info,
            tuple(one for one in validators if {name, "*"}.intersection(one.fields)),
        )
        for name, info in cls.model_fields.items()
    ]


def _annotation_as_written(cls: type, name: str, info: FieldInfo) -> str:
    for owner in cls.__mro__:
        annotation = owner.__dict__.get("__annotations__", {}).get(name)
        if annotation is not None:
            return written(annotation)
    return written(info.annotation)


def _require_valid(form: str, schemas: dict[str, dict[str, Any]]) -> None:
    """Hold the finished schemas against rules that share nothing with the renderer."""
    faults = [
        DefinitionFault("", revision, finding.code, finding.message, "Report this as a bug.")
        for revision, schema in schemas.items()
        for finding in check_schema(schema, revision)
        if finding.severity == "error"
    ]
    if faults:
        raise FormDefinitionError(form, tuple(faults))


def _let_pydantic_object(cls: type[BaseModel]) -> None:
    """Have pydantic say at the class statement that a validator names a field that is not there.

    It looks at that while it builds the validator, which otherwise waits for the first use.
    """
    for function in _pydantic.declared_validators(cls):
        if function.checks_fields and not {*cls.model_fields, "*"}.issuperset(function.fields):
            cls.model_rebuild(force=True)


def _warnings_of(cls: FormMeta) -> list[str]:
    """Return what is valid about the form and will surprise somebody."""
    form = cls.__elicit_form__
    if not form.fields:
        return []
    findings = check_schema(form.schemas[LATEST_REVISION], LATEST_REVISION)
    return [f"{cls.__name__}: {finding.path}: {finding.message}" for finding in findings]


class Form(BaseModel, metaclass=FormMeta):
    """An elicitation form, declared as a restricted pydantic model.

    Subclass it with fields that the wire can carry; the class statement refuses any other, with all
    faults at once. Class keywords are ``since`` (the oldest revision that the form must be
    exportable to, by default 2025-06-18), ``abstract=True`` (a base for other forms, which may have
    no fields) and ``auto_titles=False`` (no label for a field that has no title of its own).

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
        **config: Unpack[ConfigDict],
    ) -> None:
        """Take the class keywords, which the metaclass reads."""
        super().__init_subclass__(**config)

    @classmethod
    def __pydantic_init_subclass__(
        cls,
        *,
        since: str | None = None,
        abstract: bool = False,
        auto_titles: bool | None = None,
        **config: Any,
    ) -> None:
        super().__pydantic_init_subclass__(**config)

    @classmethod
    def requested_schema(cls, revision: str = LATEST_REVISION) -> dict[str, Any]:
        """Return the ``requestedSchema`` of this form, valid at `revision`.

        Args:
            revision: A protocol revision, one of `revisions()`.

        Returns:
            A fresh dict, the caller's to change: fields in declaration order, keys in a fixed one.

        Raises:
            RevisionError: `revision` is unknown, or older than the form can be said at.
            FormDefinitionError: The form is abstract.
        """
        return copied(_schema_at(cls, revision))

    @classmethod
    def revisions(cls) -> tuple[str, ...]:
        """Return the protocol revisions that this form can be said at, oldest first."""
        return tuple(cls.__elicit_form__.schemas)

    @classmethod
    def elicit_params(cls, message: str, revision: str = LATEST_REVISION) -> dict[str, Any]:
        """Return the params of an ``elicitation/create`` request that asks with this form.

        Args:
            message: What the person is asked, in words.
            revision: The protocol revision of the connection.

        Returns:
            ``mode`` (left out at 2025-06-18, which does not have it), ``message`` and
            ``requestedSchema``, as a fresh dict.

        Raises:
            RevisionError: `revision` is unknown, or older than the form can be said at.
            FormDefinitionError: The form is abstract.
        """
        schema = cls.requested_schema(revision)
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
        form = cls.__elicit_form__
        if not JSON_TYPES.issuperset(map(type, content.values())) or not all(
            holds_text_only(content.get(name)) for name in form.multi_selects
        ):
            content = without_python_values(content)
        before = latest_blank()
        try:
            answer = cls.__pydantic_validator__.validate_python(content, strict=strict or None)
        except ValidationError as error:
            raise _invalid_content(cls, error, content, strict=strict) from None
        if latest_blank() is not before:
            _forget_blanks(answer, content)
        return answer

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
        before = latest_blank()
        answer = cls.__pydantic_validator__.validate_python(obj, strict=strict or None, **options)
        if latest_blank() is not before:
            _forget_blanks(answer, obj)
        return answer

    @classmethod
    def model_validate_json(
        cls, json_data: str | bytes | bytearray, *, strict: bool | None = None, **options: Any
    ) -> Self:
        """Read an answer from JSON text, by the rules of `model_validate`.

        Raises:
            pydantic.ValidationError: The text is not JSON, or the answer does not fit the form.
        """
        return super().model_validate_json(json_data, strict=strict or None, **options)

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
        with _pydantic.BUILD_LOCK:
            return super().model_rebuild(
                force=force, _parent_namespace_depth=_parent_namespace_depth + 1, **options
            )

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        form = cls.__elicit_form__
        fields = {
            one.description.attribute: _pydantic.read_by(
                form.infos[one.description.attribute],
                core_schema_of(one.description),
                one.validators,
                one.default,
            )
            for one in form.described
        }
        with _pydantic.reading_fields(cls, fields):
            return handler(source)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> dict[str, Any]:
        return cls.requested_schema()


def _schema_at(cls: type[Form], revision: str) -> dict[str, Any]:
    form = cls.__elicit_form__
    if form.abstract:
        raise FormDefinitionError(cls.__name__, (abstract_form(),))
    if revision not in REVISIONS:
        raise RevisionError("", revision, REVISIONS)
    if revision in form.schemas:
        return form.schemas[revision]
    raise RevisionError(cls.__name__, revision, cls.revisions(), form.multi_selects)


def _as_object(cls: type[Form], content: object) -> dict[Any, Any]:
    if content is None:
        return {}
    if isinstance(content, Mapping):
        return dict(content)
    raise MalformedResponse(cls.__name__, "the content of the response is not an object")


def _invalid_content(
    cls: type[Form], error: ValidationError, content: Mapping[Any, Any], *, strict: bool
) -> InvalidContent:
    fields = cls.__elicit_form__.fields
    nothing = not content and any(field.required for field in fields)
    faults = faults_of(error, fields, content, strict=strict)
    return InvalidContent(cls.__name__, faults, nothing)


def _forget_blanks(answer: Form, content: object) -> None:
    """Take the fields whose answer was a blank out of ``model_fields_set``."""
    if not isinstance(content, Mapping):
        return
    for field in answer.__elicit_form__.fields:
        if not field.required and was_blank(field.kind, content.get(field.name, ...)):
            answer.model_fields_set.discard(field.attribute)
