"""What pydantic and the SDKs call on a form: each way in reads, and says, what the form does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from pydantic import BaseModel, ConfigDict

from elicitform import _pydantic
from elicitform._answers.blanks import UNUSUAL
from elicitform._answers.content import forget_blanks
from elicitform._answers.outcomes import NOT_JSON, parsed_json
from elicitform._declare.memory import forget_equal_types
from elicitform._wire.render import copied
from elicitform._wire.rendered import schema_at
from elicitform._wire.revisions import LATEST_REVISION

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema
    from typing_extensions import Self

    from elicitform._wire.description import FormDescription


class FormModel(BaseModel):
    """A pydantic model whose own methods follow the rules of its form."""

    if TYPE_CHECKING:  # pydantic evaluates what a base declares anew for each form
        __elicit_form__: ClassVar[FormDescription]

    # Deferred, an unknown class reaches our refusal before pydantic's own error, and a form that
    # is only exported never pays for its validator. Hidden, so that no answer gets into a log.
    model_config = ConfigDict(defer_build=True, hide_input_in_errors=True)

    @classmethod
    def model_validate(cls, obj: object, *, strict: bool | None = None, **options: Any) -> Self:
        """Read an answer as `validate_content` does, and take Python values too.

        This is what SDKs call. ``strict=False`` changes nothing; ``strict=True`` is that of
        `validate_content`.

        Raises:
            pydantic.ValidationError: The answer does not fit the form.
        """
        before = UNUSUAL.latest
        try:
            answer: Self
            if strict:
                obj = dict(obj) if isinstance(obj, Mapping) else obj
                answer = cls.__pydantic_validator__.validate_python(obj, strict=True, **options)
                return answer
            if options:
                answer = cls.__pydantic_validator__.validate_python(obj, **options)
            else:  # two calls, because handing on no options costs a tenth of the whole
                answer = cls.__pydantic_validator__.validate_python(obj)
            if UNUSUAL.latest is not before and isinstance(obj, Mapping):
                forget_blanks(answer, cls.__elicit_form__, obj)
            return answer
        finally:
            del obj  # as in `validate_content`

    @classmethod
    def model_validate_json(
        cls, json_data: str | bytes | bytearray, *, strict: bool | None = None, **options: Any
    ) -> Self:
        """Read an answer from JSON text, by the rules of `model_validate`.

        Raises:
            pydantic.ValidationError: The text is not JSON, or the answer does not fit the form.
        """
        content = parsed_json(json_data)  # pydantic's own reader garbles some keys
        try:
            if content is not NOT_JSON:
                return cls.model_validate(content, strict=strict, **options)
            # It never returns: pydantic says what is wrong with the text.
            return cast("Self", cls.__pydantic_validator__.validate_json(json_data, **options))
        finally:
            del json_data, content  # as in `validate_content`

    @classmethod
    def model_validate_strings(
        cls, obj: object, *, strict: bool | None = None, **options: Any
    ) -> Self:
        """Read an answer whose values are all text, by the rules of `model_validate`.

        Text is text: it is not read as the number or boolean that it may spell.

        Raises:
            pydantic.ValidationError: The answer does not fit the form.
        """
        try:
            return cls.model_validate(obj, strict=strict, **options)
        finally:
            del obj  # as in `validate_content`

    @classmethod
    def model_json_schema(cls, *_: object, **__: object) -> dict[str, Any]:
        """Return the ``requestedSchema`` at the latest revision, whatever is asked for.

        SDKs call this to render a model, so what they send is what this form says.
        """
        return copied(schema_at(cls.__elicit_form__, LATEST_REVISION))

    @classmethod
    def model_rebuild(cls, *, force: bool = False, **options: Any) -> bool | None:
        """Build the validator, one thread at a time; pydantic calls this at first use.

        A form that is built stays as it is, since nothing that it is built from changes.
        """
        with _pydantic.BUILD_LOCK:
            if cls.__pydantic_complete__:
                return True if force else None
            # Here, since the class statement builds no reader, and most imports wait for none.
            from elicitform._form.reading import building  # noqa: PLC0415

            # No name of a form is left to look up. Without this, pydantic 2.7 keeps the variables
            # of whoever reads the first answer, and with them the answer.
            options["_types_namespace"] = {}
            try:
                with building(cls):
                    return super().model_rebuild(force=force, **options)
            finally:
                forget_equal_types()  # which may hold what a form shows of an answer

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        form: FormDescription | None = vars(cls).get("__elicit_form__")
        if form is None:  # it is not defined yet, and will be refused for building early
            return handler(source)
        from elicitform._form.reading import schema_of  # noqa: PLC0415  (as in `model_rebuild`)

        return schema_of(cls, form, handler)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> dict[str, Any]:
        return copied(schema_at(cls.__elicit_form__, LATEST_REVISION))
