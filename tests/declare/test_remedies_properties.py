"""Whatever is declared is written down again as it was, whether or not it was refused."""

from __future__ import annotations

import textwrap
import warnings
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitform import (
    AssumeZone,
    Form,
    Format,
    FormDefinitionError,
    FormWarning,
    MultiSelect,
    NotSecret,
    Prefill,
    Titles,
)
from elicitform._declare.declared import DeclaredField
from elicitform._declare.instead.field import nearest_to
from elicitform._wire.description import description_of
from tests.support.followed import blocks_of
from tests.support.strategies import declarations
from tests.support.trying import trying

if TYPE_CHECKING:
    from tests.support.strategies import Declaration

IMPORTS = """
from datetime import date, datetime, timedelta, timezone
from typing import Annotated, Literal
from pydantic import *
"""
SCOPE: dict[str, Any] = {}
exec(IMPORTS, SCOPE)
SCOPE |= {one.__name__: one for one in (AssumeZone, Form, Format, NotSecret, Prefill, Titles)} | {
    "MultiSelect": MultiSelect
}


def written(source: str, like: type[Form]) -> type[Form]:
    """Return the form of these lines, with the names and the settings that another has."""
    description = description_of(like)
    kinds = [field.kind for field in description.fields.values()]
    enums = {one.__name__: one for kind in kinds if (one := getattr(kind, "enum", None))}
    scope = {**SCOPE, **enums, "keywords": description.settings._asdict()}
    code = f"class Written(Form, **keywords):\n{textwrap.indent(source, '    ')}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormWarning)
        exec(compile(code, "<written>", "exec", dont_inherit=True), scope)
    form: type[Form] = scope["Written"]
    return form


@trying
@given(declarations(1))
def test_a_declaration_that_is_taken_is_written_down_as_it_is(declaration: Declaration) -> None:
    form = declaration.form()
    ((name, info),) = form.model_fields.items()
    nearest = nearest_to(DeclaredField(form, Form, name, info, ()))
    assert nearest is not None
    again = written(nearest.source(), form)
    for revision in form.protocol_revisions():
        assert again.requested_schema(revision) == form.requested_schema(revision)


FAULTS: list[dict[str, Any]] = [
    {"strict": True},
    {"validate_default": True},
    {"json_schema_extra": {"x-ui": "wide"}},
    {"serialization_alias": "elsewhere"},
]


@pytest.mark.filterwarnings("ignore:`alias` specification")
@trying
@given(declarations(1), st.sampled_from(FAULTS))
def test_a_fault_that_asks_nothing_goes_away_and_nothing_else_does(
    declaration: Declaration, fault: dict[str, Any]
) -> None:
    form = declaration.form()
    ((name, question),) = declaration.questions.items()
    faulty = question._replace(keywords={**question.keywords, **fault})
    with pytest.raises(FormDefinitionError) as caught:
        declaration._replace(questions={name: faulty}).form()
    code = next(iter(blocks_of(caught.value.faults[0].remedy)))
    again = written(code, form)
    for revision in form.protocol_revisions():
        assert again.requested_schema(revision) == form.requested_schema(revision)
