"""The schemas of a form: rendered, and held against rules that share nothing with the renderer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elicitform._wire.check import check_schema
from elicitform._wire.description import MultiSelectKind
from elicitform._wire.render import render_form
from elicitform._wire.revisions import REVISIONS, VOCABULARIES, revisions_since
from elicitform.exceptions import DefinitionFault, FormDefinitionError, RevisionError

if TYPE_CHECKING:
    from elicitform._wire.description import FieldDescription, FormDescription
    from elicitform.exceptions import Finding


def rendered(
    form: str, fields: tuple[FieldDescription, ...], revision: str, *, any_names: bool
) -> tuple[dict[str, Any], list[Finding]]:
    """Return the ``requestedSchema`` of these fields, and what about it will surprise somebody.

    Args:
        form: What the form is called.
        fields: Its fields.
        revision: The protocol revision.
        any_names: Its properties may have names that clients written in JavaScript lose.

    Raises:
        FormDefinitionError: The schema is not valid after all, which is a fault of this package.
    """
    schema = render_form(fields, VOCABULARIES[revision])
    findings = [
        found
        for found in check_schema(schema, revision)
        if not (any_names and found.code == "property-name")
    ]
    faults = [
        DefinitionFault(found.path, revision, found.code, found.message, _BUG)
        for found in findings
        if found.severity == "error"
    ]
    if faults:
        raise FormDefinitionError(form, tuple(faults))
    return schema, findings


_BUG = "This is a fault of elicitform, not of the form; please report it."


def by_revision(schema: dict[str, Any], revision: str, since: str) -> dict[str, dict[str, Any]]:
    """Return a schema by each revision, from `since` on, that has the vocabulary of `revision`."""
    vocabulary = VOCABULARIES[revision]
    return {one: schema for one in revisions_since(since) if VOCABULARIES[one] == vocabulary}


def schema_at(form: FormDescription, revision: str) -> dict[str, Any]:
    """Return the ``requestedSchema`` of a form at a revision.

    The class statement has rendered the latest. Any other is rendered when it is first asked for.

    Raises:
        RevisionError: `revision` is unknown, or older than the form can be expressed in.
        FormDefinitionError: The form is abstract, or awaits choices.
    """
    if form.unready:
        raise FormDefinitionError(form.name, form.unready)
    if revision not in REVISIONS:
        raise RevisionError("", revision, REVISIONS)
    if revision in form.schemas:
        return form.schemas[revision]
    since, fields = form.settings.since, tuple(form.fields.values())
    if revision in revisions_since(since):
        any_names = form.settings.any_names
        schema, _ = rendered(form.name, fields, revision, any_names=any_names)
        form.schemas.update(by_revision(schema, revision, since))
        return schema
    too_new = () if VOCABULARIES[revision].multi_select else MultiSelectKind
    names = tuple(field.name for field in fields if isinstance(field.kind, too_new))
    raise RevisionError(form.name, revision, revisions_since(since), names)
