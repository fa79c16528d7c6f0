"""The error tree, and what each error carries and says."""

from __future__ import annotations

import copy
import pickle
from typing import Literal

import pytest

from elicitform import (
    DefinitionFault,
    ElicitFormError,
    Fault,
    Finding,
    Form,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    MalformedResponse,
    MultiSelect,
    ResponseError,
    RevisionError,
)
from elicitform.exceptions import SchemaError
from tests.support.declared import form_with

FAULT = DefinitionFault("tags", "list[str]", "list", "A form has no lists.", "Write `str`.")
FINDING = Finding("root-type", "error", "/type", "write `object`")
ERRORS: list[tuple[ElicitFormError, str]] = [
    (
        FormDefinitionError("Deploy", (FAULT, FAULT._replace(field="", annotation=""))),
        """\
Deploy cannot be an elicitation form (2 faults)

  tags: list[str]  [list]
    A form has no lists.
    Write `str`.

  the form  [list]
    A form has no lists.
    Write `str`.""",
    ),
    (
        RevisionError("", "2020", ("2025-06-18", "2025-11-25")),
        "unknown protocol revision '2020'; use 2025-06-18 or 2025-11-25",
    ),
    (
        RevisionError("Deploy", "2025-06-18", ("2026-07-28",), ("tags",)),
        "Deploy cannot be expressed in revision 2025-06-18: tags needs 2026-07-28 or later; use 2026-07-28",
    ),
    (
        RevisionError("Deploy", "2025-06-18", ("2026-07-28",), ("a", "b")),
        "Deploy cannot be expressed in revision 2025-06-18: a, b need 2026-07-28 or later; use 2026-07-28",
    ),
    (
        RevisionError("Deploy", "2025-06-18", ("2025-11-25",)),
        "Deploy cannot be expressed in revision 2025-06-18: it is declared since 2025-11-25; use 2025-11-25",
    ),
    (
        SchemaError("Deploy", (FINDING,)),
        "Deploy is no valid requestedSchema (1 error)\n  /type: write `object`  [root-type]",
    ),
    (
        SchemaError("", (FINDING._replace(path=""),) * 22),
        "this is no valid requestedSchema (22 errors)\n"
        + "  the root: write `object`  [root-type]\n" * 20
        + "  and 2 more",
    ),
    (MalformedResponse("Deploy", "it is a list"), "Deploy: it is a list"),
    (
        InvalidContent("Deploy", (Fault("name", "missing", "is required"),)),
        "Deploy: the answer has 1 fault\n  name: is required  [missing]",
    ),
    (
        InvalidContent("Deploy", (Fault("", "rule", "no"), Fault("n", "type", "no"))),
        "Deploy: the answer has 2 faults\n  the form: no  [rule]\n  n: no  [type]",
    ),
    (
        InvalidContent("Deploy", (Fault("name", "missing", "is required"),), nothing_collected=True),
        "Deploy: the client accepted without collecting anything\n  name: is required  [missing]",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("error", "text"), ERRORS)
def test_an_error_says(error: ElicitFormError, text: str) -> None:
    assert str(error) == text


@pytest.mark.parametrize("error", [error for error, _ in ERRORS])
def test_an_error_survives_pickling_and_copying_with_its_facts(error: ElicitFormError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert vars(twin) == vars(error)
        assert str(twin) == str(error)


@pytest.mark.parametrize(
    ("kind", "bases"),
    [
        (FormDefinitionError, (ElicitFormError, TypeError)),
        (RevisionError, (ElicitFormError, ValueError)),
        (SchemaError, (ElicitFormError, ValueError)),
        (ResponseError, (ElicitFormError, ValueError)),
        (MalformedResponse, (ResponseError,)),
        (InvalidContent, (ResponseError,)),
        (FormWarning, (UserWarning,)),
    ],
)
def test_an_error_is_also_of_the_kind_that_it_refines(
    kind: type[Exception], bases: tuple[type, ...]
) -> None:
    assert all(issubclass(kind, base) for base in bases)


def test_missing_lists_the_fields_that_were_not_answered() -> None:
    error = InvalidContent("Deploy", (Fault("a", "missing", ""), Fault("b", "type", "")))
    assert error.missing == ("a",)


def test_an_unknown_revision_is_told_with_those_there_are() -> None:
    for revision in ("2024-11-05", "", None, ["2025-06-18"]):
        with pytest.raises(RevisionError) as caught:
            form_with(str).requested_schema(revision)
        assert caught.value.revisions == ("2025-06-18", "2025-11-25", "2026-07-28")
        assert caught.value.fields == ()


def test_a_revision_older_than_the_form_names_the_fields_at_fault() -> None:
    class Tagged(Form, since="2025-11-25"):
        name: str
        tags: MultiSelect[Literal["a", "b"]]

    for call in (Tagged.requested_schema, lambda said: Tagged.elicit_params("?", revision=said)):
        with pytest.raises(RevisionError) as caught:
            call("2025-06-18")
        assert caught.value.fields == ("tags",)
        assert caught.value.revisions == ("2025-11-25", "2026-07-28")


def test_a_form_since_a_revision_is_not_said_before_it() -> None:
    with pytest.raises(RevisionError, match="declared since 2026-07-28"):
        form_with(str, since="2026-07-28").requested_schema("2025-11-25")


def test_an_abstract_form_cannot_be_asked_with() -> None:
    class Base(Form, abstract=True):
        name: str

    for form in (Base, Form):
        with pytest.raises(FormDefinitionError) as caught:
            form.requested_schema()
        assert [fault.code for fault in caught.value.faults] == ["abstract"]
