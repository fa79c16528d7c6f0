"""`Form`, the base class of elicitation forms: what a form says of itself, and how it is read.

What pydantic and the SDKs call on it is in `model`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar, cast

from pydantic import ConfigDict, ValidationError

from elicitform._answers.author import finish
from elicitform._answers.blanks import UNUSUAL
from elicitform._answers.content import (
    as_object,
    holds_nothing_new,
    recheck,
    refused_content,
)
from elicitform._answers.outcomes import (
    Accepted,
    Cancelled,
    Declined,
    read_result,
)
from elicitform._declare.form import message_faults, no_message
from elicitform._form.meta import FormMeta, unknown_keywords, without_ours
from elicitform._form.model import FormModel
from elicitform._wire.render import copied
from elicitform._wire.rendered import schema_at
from elicitform._wire.revisions import (
    LATEST_REVISION,
    VOCABULARIES,
    revisions_since,
)
from elicitform.exceptions import FormDefinitionError, InvalidContent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from typing_extensions import Self, Unpack

    from elicitform._answers.texts import Text
    from elicitform._form.meta import ClassKeywords, Made
    from elicitform._form.variants import FieldText

    class FormKeywords(ClassKeywords, ConfigDict, total=False):
        """What a class statement takes behind its bases."""


class Form(FormModel, metaclass=FormMeta):
    """An elicitation form, declared as a restricted pydantic model.

    Subclass it with fields that the wire can carry; the class statement refuses any other, with all
    faults at once. Class keywords are ``since`` (the oldest revision that the form must be
    exportable to, by default 2025-06-18), ``abstract=True`` (a base for other forms, which may have
    no fields), ``auto_titles=False`` (no label for a field that has no title of its own),
    ``message`` (what the person is asked) and ``any_names=True`` (a property may have a name that
    clients written in JavaScript reorder or lose, such as ``2024``).

    Raises:
        FormDefinitionError: At the class statement, where a field cannot be carried.

    Example:
        >>> class Deploy(Form):
        ...     environment: Literal["staging", "production"]
        ...     replicas: int = Field(default=1, ge=1, le=10)
    """

    if TYPE_CHECKING:  # pydantic evaluates what a base declares anew for each form
        __elicit_made__: ClassVar[Made | None]

        dropped_keywords: ClassVar[tuple[str, ...]]
        """What `requested_schema` does not repeat of the schema that this form was made of.

        A JSON pointer (RFC 6901) to each such keyword; see `from_requested_schema`.
        """

    __elicit_made__ = None
    __elicit_post_init__ = finish

    def __init_subclass__(cls, **keywords: Unpack[FormKeywords]) -> None:
        """Leave the class keywords to the metaclass, which reads them."""
        others = without_ours(keywords)
        try:
            super().__init_subclass__(**others)
        except TypeError:
            if not others:
                raise
            raise TypeError(unknown_keywords(cls.__name__, others)) from None

    @classmethod
    def __pydantic_init_subclass__(cls, **keywords: Any) -> None:
        super().__pydantic_init_subclass__(**without_ours(keywords))

    @classmethod
    def from_requested_schema(
        cls, schema: object, *, name: str = "", revision: str = LATEST_REVISION
    ) -> type[Self]:
        """Return the form that has this ``requestedSchema``, whoever wrote it.

        It is a subclass of this form with a field for each property, and its own
        `requested_schema()` says the same. Call it on `Form`, or on an abstract form without
        fields, whose settings, validators and methods the new form inherits. There are no
        `FormWarning` of a form that is made so.

        A schema may hold more than a form says, as long as it asks for nothing more: what is only
        annotation, such as a root ``title`` or ``examples``, is left out and listed in
        `dropped_keywords`. A keyword that constrains answers and that a form cannot hold, such as
        ``pattern``, is an error.

        Args:
            schema: The schema, as `json.loads` makes it.
            name: What the class is called; by default ``RequestedForm``.
            revision: The protocol revision that the schema is for; one of `REVISIONS`.

        Returns:
            A new class each time. Its instances pickle where the class is kept under its name in
            the module that calls this.

        Raises:
            SchemaError: `check_schema` finds an error in the schema without its annotations.
            RevisionError: `revision` is unknown.
            FormDefinitionError: This form has fields of its own, or no class can be called `name`.

        Example:
            >>> Form.from_requested_schema(json.loads(text), name="Deploy")
        """
        from elicitform._form.from_schema import form_from_schema  # noqa: PLC0415  (few need it)

        module = sys._getframe(1).f_globals.get("__name__", __name__)  # noqa: SLF001  (as pydantic)
        return form_from_schema(cls, schema, name, revision, module)

    @classmethod
    def requested_schema(cls, revision: str = LATEST_REVISION) -> dict[str, Any]:
        """Return the ``requestedSchema`` of this form, valid at `revision`.

        Args:
            revision: A protocol revision, one of `protocol_revisions()`.

        Returns:
            A fresh dict, the caller's to change: fields in declaration order, keys in a fixed one.

        Raises:
            RevisionError: `revision` is unknown, or older than the form can be expressed in.
            FormDefinitionError: The form is abstract, or awaits choices.
        """
        return copied(schema_at(cls.__elicit_form__, revision))

    @classmethod
    def protocol_revisions(cls) -> tuple[str, ...]:
        """Return the protocol revisions that can express this form, oldest first."""
        return revisions_since(cls.__elicit_form__.settings.since)

    @classmethod
    def with_choices(cls, /, **choices: Iterable[str] | Mapping[str, str]) -> type[Self]:
        """Return this form with choices that are known at run time only.

        The form itself stays as it is. What is returned is a subclass that passed the same gate,
        and is kept for the next time that the same is asked for.

        Args:
            **choices: For each field, by its Python name, its choices as strings, or as a mapping
                of each to its title; at most 1,000. Titles that repeat get their values behind
                them. A field declared with `LateChoice` takes any; one that has choices of its own
                takes some of those.

        Raises:
            NoChoices: There is nothing to choose from, which a server can expect and answer.
            FormDefinitionError: There is no such field; the choices are too many, not distinct or
                not strings; or the default of the field is not among them.

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
            FormDefinitionError: There is no such field, or the text is not text that can be seen.

        Example:
            >>> Deploy.with_text(confirm={"title": "Replace version 1.4.2?"})
        """
        from elicitform._form.variants import with_text  # noqa: PLC0415  (few servers need it)

        return with_text(cls, text)

    @classmethod
    def asking_again(
        cls,
        error: InvalidContent,
        message: str | None = None,
        *,
        revision: str = LATEST_REVISION,
        texts: Mapping[str, Text] | None = None,
    ) -> type[Self]:
        """Return this form once more, with the good answers shown and a message about the others.

        The message of the new form is the question, followed by a line for each fault by the
        titles that the person sees. Read the next answer with the form returned: it knows what it
        shows, and a client may leave that out.

        What the new form shows depends on the answer in `error` alone, as that was read, also where
        it is an answer to a form which this method has made:

        - A good answer is shown as the default, if `revision` can carry it as one.
        - An answer that was shown and is left out stands, unless the field was required.
        - A blank takes an answer back, and a fault drops it: the field shows its own default.

        A field is required where the class requires it, and where it shows a ticked box, which may
        be consent: it has to be given again. The next answer is read in full.

        Args:
            error: What `validate_content` or `parse_response` of this form raised.
            message: What the person is asked, in words; by default what this form asks, without
                the faults that it may name already.
            revision: The protocol revision of the connection.
            texts: A catalogue in place of `elicitform.ENGLISH`; texts that it lacks are English.

        Raises:
            NothingCollected: The client accepted without collecting anything, so that asking again
                would loop.
            RevisionError: `revision` is unknown, or older than the form can be expressed in.
            TypeError: The error is about another form.
            ElicitFormError: The error was made by hand, copied or unpickled, and holds no answer.
            FormDefinitionError: The message is blank, or not text.
            ValueError: A text of the catalogue cannot be filled in, is not text, or has a key that
                no fault has.

        Example:
            >>> again = Deploy.asking_again(error)
            >>> outcome = again.parse_response(send(again.elicit_params()))
        """
        from elicitform._form.variants import asking_again  # noqa: PLC0415  (few answers are bad)

        return asking_again(cls, error, message, revision, texts)

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
            RevisionError: `revision` is unknown, or older than the form can be expressed in.
            FormDefinitionError: The form is abstract, awaits choices, or has no message; or the
                message is blank, or not text.
        """
        schema_at(cls.__elicit_form__, revision)  # raises what `requested_schema` does
        message = _message_of(cls, message)
        mode = {"mode": "form"} if VOCABULARIES[revision].mode else {}
        return {**mode, "message": message, "requestedSchema": cls.requested_schema(revision)}

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
        before = UNUSUAL.latest
        try:
            if type(content) is not dict:
                content = as_object(cls.__name__, content)
            answer: Self
            if strict:
                answer = cls.__pydantic_validator__.validate_python(content, strict=True)
            else:  # two calls, because handing on an option costs a twentieth of the whole
                answer = cls.__pydantic_validator__.validate_python(content)
            if UNUSUAL.latest is before:
                return answer
            invalid = recheck(cls.__elicit_form__, answer, content, strict=strict)
            if invalid is None:
                return answer
            del answer
        except ValidationError as error:
            unusual = UNUSUAL.latest is not before
            invalid = refused_content(
                cls.__elicit_form__, content, error, strict=strict, unusual=unusual
            )
        finally:
            del content  # a traceback shows the locals of this frame to whoever logs them
        try:
            raise invalid  # outside `except`, so that pydantic's error does not become its context
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
        form = cls.__elicit_form__
        content: object = None
        try:
            if type(result) is dict and result.get("action") == "accept":  # as nearly all are
                action, content = "accept", result.get("content")
            else:
                action, content = read_result(form.name, result)
            if action == "accept":
                answer = cls.validate_content(content, strict=strict)
                if form.requires_new:
                    return Accepted(answer)
                return Accepted(answer, holds_nothing_new(form, content))
            return Declined() if action == "decline" else Cancelled()
        finally:
            del result, content  # as in `validate_content`


Form.dropped_keywords = ()


def _message_of(cls: type[Form], message: str | None) -> str:
    """Return what the person is asked: what was passed, or what the class statement says."""
    form = cls.__elicit_form__
    if message is None:
        message = form.message
        faults = [no_message(form.name)] if message is None else []
    else:
        faults = message_faults(message)
    if faults:
        raise FormDefinitionError(form.name, tuple(faults))
    return cast("str", message)
