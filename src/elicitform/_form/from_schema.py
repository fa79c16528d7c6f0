"""The form that a ``requestedSchema`` describes, whoever wrote it."""

from __future__ import annotations

import types
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from elicitform._declare.form import base_with_fields
from elicitform._declare.remedies import shown
from elicitform._form.meta import MADE, Made
from elicitform._generate.statement import class_statement_for, namespace_of
from elicitform._wire.description import description_of
from elicitform._wire.revisions import REVISIONS
from elicitform._wire.rules import has_lone_surrogate
from elicitform.exceptions import DefinitionFault, FormDefinitionError

FormT = TypeVar("FormT", bound=BaseModel)


def form_from_schema(
    base: type[FormT], schema: object, name: str, revision: str, module: str
) -> type[FormT]:
    """Return a form below `base` that has this schema; see `Form.from_requested_schema`.

    Args:
        base: A form without fields of its own.
        schema: The schema, as `json.loads` makes it.
        name: What the class is called, or ``""``.
        revision: The revision that the schema is for.
        module: The module that the class is said to be defined in.

    Raises:
        SchemaError: The schema is not valid at the revision.
        FormDefinitionError: `base` has fields, or no class can be called so.
    """
    if base.model_fields:
        raise FormDefinitionError(base.__name__, (base_with_fields(tuple(base.model_fields)),))
    if not _can_name_a_class(name):
        raise FormDefinitionError(base.__name__, (_no_class_name(name),))
    statement = class_statement_for(schema, name, revision, base)
    namespace = {
        "__module__": module,
        "__qualname__": statement.name,
        # What surprises clients is for the author of the schema to read, not for its reader.
        MADE: Made({}),
        **namespace_of(statement),
    }
    inherited = description_of(base).settings
    keywords = {
        "since": max(inherited.since, statement.settings.since, key=REVISIONS.index),
        "auto_titles": statement.settings.auto_titles,
        "any_names": inherited.any_names or statement.settings.any_names,
        **({"extra": "forbid"} if statement.closed else {}),
        # Older releases of pydantic warn of any name in `model_`.
        "protected_namespaces": (),
    }
    made: Any = types.new_class(
        statement.name, (base,), keywords, lambda body: body.update(namespace)
    )
    made.dropped_keywords = statement.dropped
    return cast("type[FormT]", made)


def _can_name_a_class(name: object) -> bool:
    return isinstance(name, str) and "\0" not in name and not has_lone_surrogate(name)


def _no_class_name(name: object) -> DefinitionFault:
    return DefinitionFault(
        "",
        "",
        "name",
        f"{shown(name)} cannot be the name of a class: it has to be text, without null characters "
        "or lone surrogates.",
        'Pass another one, such as `name="Deploy"`, or none.',
    )
