"""The rules of a form as a whole, apart from its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elicitform._declare.annotations import unwrap
from elicitform._declare.fields import Refusals, nearest_to_each
from elicitform._declare.remedies import (
    Instead,
    Refused,
    early_validator,
    extra_schema,
    require_text,
    shown,
)
from elicitform._pydantic import is_generic, is_root_model, is_stated, own_annotations
from elicitform._wire.description import awaits_choices
from elicitform._wire.revisions import REVISIONS
from elicitform._wire.visible import can_be_seen
from elicitform.exceptions import DefinitionFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import BaseModel

    from elicitform._declare.declared import DeclaredField
    from elicitform._pydantic import ValidatorFunction
    from elicitform._wire.description import DescribedField

_HARMLESS_CONFIG = {
    "arbitrary_types_allowed",  # the types it allows are refused all the same
    "extra",  # what it may be is checked apart
    "frozen",
    "hide_input_in_errors",
    "ignored_types",  # leaves out what is no field
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
    declared: list[DeclaredField],
) -> list[DefinitionFault]:
    """Say everything that is wrong with a form apart from its fields.

    Args:
        form: The class that was stated.
        base: The class that all forms derive from, whose own settings are no fault.
        since: The oldest revision that the class promises.
        validators: The validators that it declares or inherits.
        declared: Its fields, for the remedies.
    """
    refusals = Refusals()
    refusals.extend(_since_refusals(since))
    refusals.extend(_config_refusals(form, base, declared))
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
                "Leave `Generic` out, and write the types themselves, in one form for each.",
            )
        )
    refusals.extend(
        _early_model_validator(function)
        for function in validators
        if not function.fields and function.mode != "after"
    )
    return [*refusals.faults(), *_hidden_faults(form, base)]


def _hidden_faults(form: type[BaseModel], base: type[BaseModel]) -> Iterator[DefinitionFault]:
    if form.__class_vars__ == base.__class_vars__:
        return iter(())
    from elicitform._declare.hidden import hidden_faults  # noqa: PLC0415  (few have variables)

    return hidden_faults(form, base)


def _since_refusals(since: object) -> Iterator[Refused]:
    if since not in REVISIONS:
        yield Refused(
            "revision",
            f"`since={shown(since)}` is not a protocol revision that has elicitation.",
            f"Write one of {', '.join(map(repr, REVISIONS))}.",
        )


def _early_model_validator(function: ValidatorFunction) -> Refused:
    return early_validator(
        f"`{function.decorator}` on `{function.name}`",
        "Let it run after the wire check, on the form itself in place of the raw answer:\n"
        '    @model_validator(mode="after")\n'
        f"    def {function.name}(self) -> Self:\n"
        "        return self  # once it has looked at the fields, as in `self.name`",
    )


# --- config -----------------------------------------------------------------------------------


def _config_refusals(
    form: type[BaseModel], base: type[BaseModel], declared: list[DeclaredField]
) -> Iterator[Refused]:
    for key, value in form.model_config.items():
        if key in base.model_config and value == base.model_config.get(key):
            continue
        if key == "json_schema_extra":
            yield _schema_of_the_class(value, declared)
        elif key not in _HARMLESS_CONFIG or (key == "extra" and value not in _EXTRA):
            yield _config(key, value, declared)


_BY_FIELD = {
    "alias_generator",
    "field_title_generator",
    "str_max_length",
    "str_min_length",
    "str_strip_whitespace",
    "str_to_lower",
    "str_to_upper",
}
"""The keys that a field can hold in its own line."""

_OF_TEXT = {key for key in _BY_FIELD if key.startswith("str_")}

_NEEDLESS = {
    "allow_inf_nan": "numbers are finite in any case.",
    "coerce_numbers_to_str": "an answer has exactly the JSON type that was asked for.",
    "defer_build": "a form builds its validator when it first reads an answer.",
    "from_attributes": "an answer is a mapping; `parse_response` reads the objects of SDKs.",
    "populate_by_name": "a field has one name on the wire, which is its alias where it has one.",
    "strict": "an answer has exactly the JSON type that was asked for.",
    "use_enum_values": "the member of an Enum has its value as `.value`.",
    "validate_by_alias": "a field has one name on the wire, which is its alias where it has one.",
    "validate_by_name": "a field has one name on the wire, which is its alias where it has one.",
    "validate_default": "a default is checked by the class statement.",
}
"""Why nobody misses a key of ``model_config``."""


def _config(key: str, value: object, declared: list[DeclaredField]) -> Refused:
    rule = f"`{key}={shown(value)}` in model_config would change what is sent or how it is read."
    if key == "extra":
        return Refused(
            "config",
            rule,
            'Write `extra="ignore"`, which is the default, or `extra="forbid"`.',
        )
    if key in _BY_FIELD:
        fields = [field for field in declared if key not in _OF_TEXT or _is_text(field)]
        words = f"Write it into each field, and leave `{key}` out:"
        remedy = Instead(words, otherwise="Leave it out.")
        return Refused("config", rule, remedy.text(nearest_to_each(fields)))
    why = _NEEDLESS.get(key)
    return Refused("config", rule, f"Leave it out: {why}" if why else "Leave it out.")


def _is_text(field: DeclaredField) -> bool:
    return unwrap(field.info.annotation).bare is str


def _schema_of_the_class(extra: object, declared: list[DeclaredField]) -> Refused:
    """Refuse JSON Schema of the author's for the whole class, and move what it has for fields."""
    what = "`json_schema_extra` in model_config"
    if not isinstance(extra, dict):
        return extra_schema(what, _WITHOUT_SCHEMA)
    named = extra.get("properties")
    fields = [field for field in declared if isinstance(named, dict) and _name_of(field) in named]
    message = _MESSAGE if {"title", "description"}.intersection(extra) else ""
    remedy = Instead(
        "Write into each field what it has for that field, and leave it out:",
        message,
        f"{_WITHOUT_SCHEMA} {message}".strip(),
    )
    return extra_schema(what, remedy.text(nearest_to_each(fields)))


_WITHOUT_SCHEMA = "Leave it out: the types and the keywords of the fields make the schema."
_MESSAGE = 'The class keyword `message="Where to?"` holds what the person is asked.'


def _name_of(field: DeclaredField) -> str:
    return field.info.alias or field.attribute


def _hook_refusals(form: type[BaseModel], base: type[BaseModel]) -> Iterator[Refused]:
    for owner in form.__mro__:
        if owner in base.__mro__:
            continue
        if "__get_pydantic_json_schema__" in vars(owner):
            what = f"`{owner.__name__}.__get_pydantic_json_schema__`"
            yield extra_schema(what, _WITHOUT_SCHEMA)
        if "__get_pydantic_core_schema__" in vars(owner):
            what = f"`{owner.__name__}.__get_pydantic_core_schema__`"
            yield early_validator(what, _WITHOUT_SCHEMA)


def lost_docstrings(form: type[BaseModel]) -> Iterator[str]:
    """Yield a warning where descriptions were to be made of docstrings that cannot be read.

    Pydantic reads them from the source of the class, and passes a class without any in silence.
    """
    if not form.model_config.get("use_attribute_docstrings") or not is_stated(form):
        return
    own = [form.model_fields[name] for name in own_annotations(form) if name in form.model_fields]
    if own and all(info.description is None for info in own) and not _has_source(form):
        yield (
            f"{form.__name__}: `use_attribute_docstrings` has no source to read docstrings from, "
            'so its fields have no descriptions; write `Field(description="What it is for")`'
        )


def _has_source(form: type) -> bool:
    import inspect  # noqa: PLC0415  (few forms have descriptions of this kind)

    try:
        inspect.getsource(form)
    except (OSError, TypeError):
        return False
    return True


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
    if text is not None and not can_be_seen(text):
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
        "To have something confirmed, add a box, and go ahead only where it is ticked:\n"
        "`if outcome and outcome.data.confirm: ...`\n"
        "    confirm: bool = False\n"
        "A base class for other forms is declared with the keyword `abstract=True`.",
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
    awaiting = {
        field.description.attribute for field in described if awaits_choices(field.description.kind)
    }
    for field in declared:
        if field.attribute in awaiting:
            call = f'{field.owner.__name__}.with_choices({field.attribute}=["main", "dev"])'
            yield DefinitionFault(
                field.attribute,
                field.written,
                "late-choices",
                "Its choices are known at run time only, and it has not been given any.",
                f"Give it some: `{call}` returns a form to use.",
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
