"""A class statement to the description of a form: collect, describe, render, check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ConfigDict

from elicitform._declare.annotations import written
from elicitform._declare.fields import DeclaredField, Settings, describe_fields
from elicitform._declare.form import empty_form, form_faults, reasons_not_to_ask
from elicitform._declare.message import asking_faults
from elicitform._pydantic import declared_validators
from elicitform._wire.check import check_schema
from elicitform._wire.render import render_form
from elicitform._wire.revisions import LATEST_REVISION, REVISIONS, VOCABULARIES, revisions_since
from elicitform.exceptions import DefinitionFault, FormDefinitionError

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

    from elicitform._declare.fields import DescribedField
    from elicitform._declare.message import Asking
    from elicitform._pydantic import ValidatorFunction
    from elicitform._wire.description import FieldDescription


class FormDescription(NamedTuple):
    """What a form is, fixed by its class statement.

    Attributes:
        name: The name of its class.
        config: Its ``model_config``, as it was at the class statement.
        settings: Its class keywords that other forms inherit.
        asking: Its class keywords that are its own.
        abstract: It is a base for other forms only.
        unready: Why it can be neither exported nor read: it is abstract, or awaits choices.
        fields: Its fields by property name, in declaration order.
        described: The same with what the reader needs of them besides.
        schemas: The ``requestedSchema`` of every revision that it can be said at.
        warnings: What is valid about it and will surprise somebody.
    """

    name: str
    config: ConfigDict
    settings: Settings
    asking: Asking
    abstract: bool
    unready: tuple[DefinitionFault, ...]
    fields: dict[str, FieldDescription]
    described: tuple[DescribedField, ...]
    schemas: dict[str, dict[str, Any]]
    warnings: list[str]

    @property
    def requires_something(self) -> bool:
        """Whether some field has to be answered."""
        return any(field.required for field in self.fields.values())


def define_form(
    cls: type[BaseModel],
    base: type[BaseModel],
    settings: Settings,
    asking: Asking,
    *,
    abstract: bool,
) -> FormDescription:
    """Describe, render and check a form.

    Args:
        cls: The class that was stated.
        base: The class that all forms derive from.
        settings: Its class keywords that other forms inherit.
        asking: Its class keywords that are its own.
        abstract: It is a base for other forms, and may have no fields.

    Raises:
        FormDefinitionError: The wire cannot carry it as it is.
    """
    validators = declared_validators(cls)
    faults = form_faults(cls, base, settings.since, validators)
    faults += asking_faults(asking, abstract=abstract)
    if settings.since not in REVISIONS:
        settings = settings._replace(since=LATEST_REVISION)  # told already; judge the rest too
    declared = _declared_fields(cls, validators)
    described, field_faults = describe_fields(declared, settings)
    faults += field_faults
    if not declared and not abstract:
        faults.append(empty_form())
    if faults:
        raise FormDefinitionError(cls.__name__, tuple(faults))
    fields = tuple(field.description for field in described)
    unready = tuple(reasons_not_to_ask(described, declared, abstract=abstract))
    schemas = {} if unready else _rendered(fields, settings.since)
    return FormDescription(
        cls.__name__,
        ConfigDict(**cls.model_config),
        settings,
        asking,
        abstract,
        unready,
        {field.name: field for field in fields},
        tuple(described),
        schemas,
        _warnings_about(cls.__name__, schemas),
    )


def _rendered(fields: tuple[FieldDescription, ...], since: str) -> dict[str, dict[str, Any]]:
    return {revision: render_form(fields, revision) for revision in revisions_since(since)}


def _declared_fields(
    cls: type[BaseModel], validators: list[ValidatorFunction]
) -> list[DeclaredField]:
    return [
        DeclaredField(
            cls.__name__,
            name,
            _annotation_as_written(cls, name, info),
            info,
            tuple(one for one in validators if {name, "*"}.intersection(one.fields)),
        )
        for name, info in cls.model_fields.items()
    ]


def _annotation_as_written(cls: type, name: str, info: FieldInfo) -> str:
    found = (vars(owner).get("__annotations__", {}).get(name) for owner in cls.__mro__)
    return written(next((one for one in found if one is not None), info.annotation))


def _warnings_about(form: str, schemas: dict[str, dict[str, Any]]) -> list[str]:
    """Hold the finished schemas against rules that share nothing with the renderer.

    Returns:
        What is valid about the form and will surprise somebody.

    Raises:
        FormDefinitionError: A schema is not valid after all, which is a fault of this package.
    """
    warnings = []
    # One revision of each vocabulary says it for the others, which have the same schema.
    for revision in {VOCABULARIES[revision]: revision for revision in schemas}.values():
        for finding in check_schema(schemas[revision], revision):
            if finding.severity == "error":
                fault = DefinitionFault(finding.path, revision, finding.code, finding.message, _BUG)
                raise FormDefinitionError(form, (fault,))
            if revision == LATEST_REVISION and finding.code not in _KNOWN:
                warnings.append(f"{form}.{_field_at(finding.path)}: {finding.message}")
    return warnings


def _field_at(path: str) -> str:
    """Return the property that a JSON pointer leads into (RFC 6901 section 4)."""
    return path.split("/")[2].replace("~1", "/").replace("~0", "~")


_KNOWN = {"credential"}
"""What the class statement refuses itself, unless the author says why it is harmless."""

_BUG = "This is a fault of elicitform, not of the form; please report it."
