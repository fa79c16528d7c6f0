"""The rules of a form as a whole, apart from its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elicitform._declare.fields import Refusals, decorator_refusals
from elicitform._declare.remedies import (
    Refused,
    early_validator,
    extra_schema,
    require_text,
    shown,
)
from elicitform._pydantic import is_generic, is_root_model
from elicitform._wire.description import awaits_choices
from elicitform._wire.revisions import REVISIONS
from elicitform.exceptions import DefinitionFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import BaseModel

    from elicitform._declare.fields import DeclaredField
    from elicitform._pydantic import ValidatorFunction
    from elicitform._wire.description import DescribedField

_HARMLESS_CONFIG = {
    "arbitrary_types_allowed",  # the types it lets by are refused all the same
    "extra",  # what it may be is checked apart
    "frozen",
    "hide_input_in_errors",
    "ignored_types",  # says what is not a field
    "protected_namespaces",  # warns about names
    "title",  # the root has no title on the wire
    "use_attribute_docstrings",  # pydantic makes descriptions of them
    "validate_assignment",
    "validation_error_cause",  # dresses errors
}
_EXTRA = ("ignore", "forbid")


def form_faults(
    form: type[BaseModel],
    base: type[BaseModel],
    since: object,
    validators: list[ValidatorFunction],
) -> list[DefinitionFault]:
    """Say everything that is wrong with a form apart from its fields.

    Args:
        form: The class that was stated.
        base: The class that all forms derive from, whose own settings are no fault.
        since: What the class says of its oldest revision.
        validators: The validators that it declares or inherits.
    """
    refusals = Refusals()
    refusals.extend(_since_refusals(since))
    refusals.extend(_config_refusals(form, base))
    refusals.extend(_hook_refusals(form, base))
    if is_root_model(form):
        refusals.append(
            Refused(
                "unsupported-type",
                "A root model is one value, and a form is an object of fields.",
                "Derive from `Form` alone, and give the value a field.",
            )
        )
    if is_generic(form):
        refusals.append(
            Refused(
                "unsupported-type",
                "A form cannot be generic: its fields must be known when it is defined.",
                "Write the types themselves, in one form for each.",
            )
        )
    whole = [function for function in validators if not function.fields]
    refusals.extend(decorator_refusals(tuple(whole)))
    return refusals.faults()


def _since_refusals(since: object) -> Iterator[Refused]:
    if since not in REVISIONS:
        yield Refused(
            "revision",
            f"`since={shown(since)}` is not a protocol revision that has elicitation.",
            f"Write one of {', '.join(map(repr, REVISIONS))}.",
        )


def _config_refusals(form: type[BaseModel], base: type[BaseModel]) -> Iterator[Refused]:
    for key, value in form.model_config.items():
        if key in base.model_config and value == base.model_config.get(key):
            continue
        if key == "json_schema_extra":
            yield extra_schema("`json_schema_extra`")
        elif key not in _HARMLESS_CONFIG or (key == "extra" and value not in _EXTRA):
            yield _config(key, value)


def _config(key: str, value: object) -> Refused:
    remedy = "Leave it out."
    if key == "extra":
        remedy = 'Write `extra="ignore"`, which is the default, or `extra="forbid"`.'
    return Refused(
        "config",
        f"`{key}={shown(value)}` in model_config would change what is sent or how it is read.",
        remedy,
    )


def _hook_refusals(form: type[BaseModel], base: type[BaseModel]) -> Iterator[Refused]:
    for owner in form.__mro__:
        if owner in base.__mro__:
            continue
        if "__get_pydantic_json_schema__" in vars(owner):
            yield extra_schema(f"`{owner.__name__}.__get_pydantic_json_schema__`")
        if "__get_pydantic_core_schema__" in vars(owner):
            yield early_validator(f"`{owner.__name__}.__get_pydantic_core_schema__`")


def message_faults(message: object, *, abstract: bool = False) -> list[DefinitionFault]:
    """Return everything that is wrong with a message; None stands for none given."""
    if message is None:
        return []
    refusals = Refusals()
    if abstract:
        refusals.append(_message_of_an_abstract_form())
    refusals.attempt(_require_message, message)
    return refusals.faults()


def _message_of_an_abstract_form() -> Refused:
    return Refused(
        "message",
        "`message` is not inherited, and a form that is `abstract=True` asks nothing itself.",
        "Write it in the forms that derive from this one.",
    )


def _require_message(message: object) -> None:
    text = require_text("message", message)
    if text is not None and not text.strip():
        raise Refused(
            "message",
            "The message is blank, and a client shows it to say what is asked.",
            'Write what the person is asked: `message="Where to?"`.',
        )


def no_message(form: str) -> DefinitionFault:
    """Return the fault of asking with a form that has no message, without passing one."""
    return DefinitionFault(
        "",
        "",
        "no-message",
        "It is asked without a message: its class has none, and none was passed.",
        f'Write `class {form}(Form, message="…")`, or pass `message="…"`.',
    )


def empty_form() -> DefinitionFault:
    """Return the fault of a form that asks nothing."""
    return DefinitionFault(
        "",
        "",
        "empty-form",
        "A form without fields asks nothing, and some clients hang on it.",
        "Add a field. A base class for other forms says so: `class …(Form, abstract=True)`.",
    )


def reasons_not_to_ask(
    described: list[DescribedField], declared: list[DeclaredField], *, abstract: bool
) -> Iterator[DefinitionFault]:
    """Yield why a form that is in order can still be neither exported nor read."""
    if abstract:
        yield DefinitionFault(
            "",
            "",
            "abstract",
            "It is declared `abstract=True`, as a base for other forms, and asks nothing itself.",
            "Use a form that derives from it.",
        )
    for field, statement in zip(described, declared, strict=True):
        name = field.description.attribute
        if awaits_choices(field.description.kind):
            yield DefinitionFault(
                name,
                statement.written,
                "late-choices",
                "Its choices are known at run time only, and it has not been given any.",
                f'Give it some first: `….with_choices({name}=["…", "…"])` returns a form to use.',
            )


def base_with_fields(fields: tuple[str, ...]) -> DefinitionFault:
    """Return the fault of a form with fields as the base of one that is made of a schema."""
    return DefinitionFault(
        "",
        "",
        "base-fields",
        f"The fields come from the schema, and this form has its own: {', '.join(fields[:5])}.",
        "Call it on `Form`, or on a form that is `abstract=True` and has no fields.",
    )
