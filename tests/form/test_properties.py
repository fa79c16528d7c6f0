"""What holds of every form and every answer, tried on random ones.

How many are tried is told in `tests.support.trying`.
"""

from __future__ import annotations

import json
import traceback
import warnings
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import annotated_types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import (
    Draft202012Validator,
)
from pydantic import Field, TypeAdapter, ValidationError

from elicitform import (
    Form,
    FormDefinitionError,
    FormWarning,
    InvalidContent,
    MultiSelect,
    Titles,
    check_schema,
)
from tests.support.json_values import spoil
from tests.support.judges import Judge, is_sendable, official_validator
from tests.support.reading import MARK, attempt, marked, read
from tests.support.strategies import (
    Declaration,
    answers,
    any_content,
    declarations,
    forms,
)
from tests.support.trying import CONTENTS_A_FORM, draw_form, trying

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DataObject

# --- schemas ----------------------------------------------------------------------------------


@trying
@given(declarations())
def test_a_form_says_what_its_author_declared_and_nothing_else(declaration: Declaration) -> None:
    form = declaration.form()
    assert form.protocol_revisions() == declaration.protocol_revisions()
    for revision in form.protocol_revisions():
        written = json.dumps(form.requested_schema(revision))
        assert alike(written) == alike(json.dumps(declaration.schema(revision)))


def alike(text: str) -> str:
    """Return JSON with 1.0 written as 1: typing keeps whichever of two equal bounds came first."""

    def read(number: str) -> float:
        return int(float(number)) if float(number).is_integer() else float(number)

    return json.dumps(json.loads(text, parse_float=read))


@trying
@given(forms())
def test_every_schema_of_a_form_is_free_of_errors(form: type[Form]) -> None:
    for revision in form.protocol_revisions():
        found = check_schema(form.requested_schema(revision), revision)
        assert [finding for finding in found if finding.severity == "error"] == []


@trying
@given(forms())
def test_every_schema_of_a_form_is_a_json_schema(form: type[Form]) -> None:
    for revision in form.protocol_revisions():
        Draft202012Validator.check_schema(form.requested_schema(revision))


@trying
@given(forms())
def test_the_official_schema_of_each_revision_accepts_the_request(form: type[Form]) -> None:
    for revision in form.protocol_revisions():
        params = form.elicit_params("Where to?", revision)
        assert [error.message for error in official_validator(revision).iter_errors(params)] == []


def test_the_official_schema_is_one_that_refuses() -> None:
    for revision in ("2025-06-18", "2025-11-25", "2026-07-28"):
        for wrong in ({"type": "object"}, {"type": "string", "format": "uuid"}):
            params = {
                "message": "",
                "requestedSchema": {"type": "object", "properties": {"x": wrong}},
            }
            assert not official_validator(revision).is_valid(params)


@pytest.mark.parametrize("module", ["_v2025_11_25", "_v2026_07_28"])
@trying
@given(declarations())
def test_the_sdk_models_of_the_newer_revisions_keep_every_word(
    module: str, declaration: Declaration
) -> None:
    models: Any = pytest.importorskip(f"mcp_types.{module}")
    form = declaration.form()
    params = form.elicit_params("Where to?")
    kept = models.ElicitRequestFormParams.model_validate(params)
    assert kept.model_dump(by_alias=True, exclude_none=True) == params
    fields: TypeAdapter[Any] = TypeAdapter(models.PrimitiveSchemaDefinition)
    for wire in params["requestedSchema"]["properties"].values():
        kept = fields.validate_python(wire)
        assert kept.model_dump(by_alias=True, exclude_none=True) == wire


@trying
@given(forms())
def test_the_sdk_keeps_the_request_of_every_revision_as_it_is(form: type[Form]) -> None:
    mcp_types: Any = pytest.importorskip("mcp_types")
    for revision in form.protocol_revisions():
        params = form.elicit_params("Where to?", revision)
        kept = mcp_types.ElicitRequestFormParams.model_validate(params)
        dumped = kept.model_dump(mode="json", by_alias=True, exclude_unset=True)
        assert json.dumps(dumped) == json.dumps(params)


@trying
@given(declarations())
def test_the_same_declaration_gives_the_same_bytes(declaration: Declaration) -> None:
    one, other = declaration.form(), declaration.form()
    assert one.protocol_revisions() == other.protocol_revisions()
    for revision in one.protocol_revisions():
        written = json.dumps(one.requested_schema(revision))
        assert json.dumps(one.requested_schema(revision)) == written
        assert json.dumps(other.requested_schema(revision)) == written
    assert json.dumps(one.model_json_schema()) == json.dumps(one.requested_schema())


@trying
@given(forms())
def test_every_call_returns_a_fresh_schema(form: type[Form]) -> None:
    calls: list[Callable[[], Any]] = [form.model_json_schema, form.requested_schema]
    for revision in form.protocol_revisions():
        calls.append(partial(form.requested_schema, revision))
        calls.append(partial(form.elicit_params, "Hello", revision))
    before = [json.dumps(call()) for call in calls]
    for call in calls:
        spoil(call())
    assert [json.dumps(call()) for call in calls] == before


# --- answers ----------------------------------------------------------------------------------


@trying
@given(st.data())
def test_strict_reading_takes_exactly_what_json_schema_takes(data: DataObject) -> None:
    form = draw_form(data)
    judge = Judge(form)
    for _ in range(CONTENTS_A_FORM):
        content = data.draw(any_content(form))
        taken = read(form, content, strict=True) is not None
        assert taken == judge.admits(content)


@pytest.mark.parametrize(
    ("bounds", "value"),
    [
        ({"le": 2**53}, 2**53 + 1),
        ({"le": float(2**53)}, 2**53 + 1),
        ({"ge": -(2**53)}, -(2**53) - 1),
        ({"le": 1e22}, 10**22 + 1),
    ],
)
def test_a_number_is_held_against_its_bounds_before_it_is_rounded(
    bounds: dict[str, float], value: float
) -> None:
    class Measure(Form):
        length: Annotated[float, annotated_types.Interval(**bounds)]

    assert not Judge(Measure).admits({"length": value})
    with pytest.raises(InvalidContent) as caught:
        Measure.validate_content({"length": value})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("length", "range")]
    with pytest.raises(ValidationError):
        Measure.model_validate({"length": value})
    with pytest.raises(ValidationError):
        Measure.model_validate_json(json.dumps({"length": value}))


@pytest.mark.parametrize(("bound", "value"), [(2**53 + 1, 2**53), (10**22 + 1, 1e22)])
def test_a_bound_that_no_float_holds_is_kept_or_refused(bound: int, value: float) -> None:
    try:

        class Measure(Form):
            length: Annotated[float, annotated_types.Ge(bound)]
    except FormDefinitionError:
        return

    assert read(Measure, {"length": value}) is None


def test_a_multi_select_of_no_picks_takes_none() -> None:
    class Order(Form, since="2025-11-25"):
        sizes: MultiSelect[Literal["s", "l"]] = Field(max_length=0)

    assert Order.validate_content({"sizes": []}).sizes == []
    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"sizes": ["s"]})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("sizes", "count")]


@pytest.mark.parametrize("length", [2**31, 2**53 - 1, 2**63, 2**64, 10**30])
def test_a_length_that_is_declared_can_be_read(length: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormWarning)
        try:

            class Note(Form):
                text: str = Field(max_length=length)
        except FormDefinitionError:
            return

    assert Note.validate_content({"text": "a"}).text == "a"


@trying
@given(st.data())
def test_lax_reading_takes_what_is_left_open_for_unanswered_and_nothing_more(
    data: DataObject,
) -> None:
    form = draw_form(data)
    judge = Judge(form)
    for _ in range(CONTENTS_A_FORM):
        content = data.draw(any_content(form))
        answered = judge.answered(content)
        answer = read(form, content)
        assert (answer is not None) == judge.admits(answered)
        if answer is not None:
            plain = form.validate_content(answered, strict=True)
            assert (answer, repr(answer)) == (plain, repr(plain))
            assert answer.model_fields_set == plain.model_fields_set


@trying
@given(st.data())
def test_lax_reading_takes_whatever_strict_reading_takes_and_as_the_same(data: DataObject) -> None:
    form = draw_form(data)
    judge = Judge(form)
    for content in (data.draw(answers(form)), data.draw(any_content(form))):
        strict = read(form, content, strict=True)
        if strict is not None:
            lax = form.validate_content(content)
            if judge.answered(content) == content:  # else something empty means that it is open
                assert (lax, repr(lax)) == (strict, repr(strict))
                assert lax.model_fields_set == strict.model_fields_set


@trying
@given(st.data())
def test_drawn_answers_are_answers(data: DataObject) -> None:
    form = draw_form(data)
    content = data.draw(answers(form))
    assert Judge(form).admits(content)
    assert read(form, content, strict=True) is not None


@trying
@given(st.data(), st.sampled_from([None, True]))
def test_pydantic_reads_json_contents_as_the_form_does(
    data: DataObject, strict: bool | None
) -> None:
    form = draw_form(data)
    for _ in range(CONTENTS_A_FORM):
        content = data.draw(any_content(form))
        ours = read(form, content, strict=bool(strict))
        for answer in read_by_pydantic(form, content, strict=strict):
            if ours is None:
                assert type(answer) is ValidationError
            else:
                assert (answer, repr(answer)) == (ours, repr(ours))
                assert getattr(answer, "model_fields_set", None) == ours.model_fields_set


def read_by_pydantic(
    form: type[Form], content: dict[str, Any], *, strict: bool | None
) -> list[Form | InvalidContent | ValidationError]:
    """Return what each of pydantic's own ways to read makes of the contents."""
    answers = [attempt(lambda: form.model_validate(content, strict=strict))]
    if is_sendable(content):
        text = json.dumps(content)
        answers += [
            attempt(lambda: form.model_validate_json(text, strict=strict)),
            attempt(lambda: form.model_validate_json(text.encode(), strict=strict)),
        ]
    return answers


@pytest.mark.parametrize("blank", ['""', "null", "[]"])
def test_a_name_beyond_ascii_may_be_escaped_in_json_text(blank: str) -> None:
    class Order(Form):
        size: str = Field(alias="größe")
        count: int | None = None

    for text in ('{"gr\\u00f6\\u00dfe": "s", "count": %s}', '{"größe": "s", "count": %s}'):
        assert Order.model_validate_json(text % blank) == Order(größe="s")


@trying
@given(st.data())
def test_an_answer_written_out_is_read_as_an_equal_answer(data: DataObject) -> None:
    form = draw_form(data)
    for content in (data.draw(answers(form)), data.draw(any_content(form))):
        answer = read(form, content)
        if answer is not None:
            written = answer.model_dump(mode="json", by_alias=True, exclude_none=True)
            again = form.validate_content(written, strict=True)
            assert (again, repr(again)) == (answer, repr(answer))
            as_text = answer.model_dump_json(by_alias=True, exclude_none=True)
            assert form.model_validate_json(as_text, strict=True) == answer


# --- faults -----------------------------------------------------------------------------------


@trying
@given(st.data(), st.integers(0, 3))
def test_no_fault_repeats_a_text_of_the_client(data: DataObject, at: int) -> None:
    form = draw_form(data)
    content = {key: marked(value, at) for key, value in data.draw(any_content(form)).items()}
    for outcome in (
        attempt(lambda: form.validate_content(content)),
        attempt(lambda: form.model_validate(content)),
    ):
        if isinstance(outcome, Exception):
            assert MARK not in "".join(traceback.format_exception(outcome))
        if isinstance(outcome, InvalidContent):
            assert MARK not in repr(outcome)


def test_the_fault_of_a_title_in_place_of_its_choice_names_the_choice_alone() -> None:
    class Order(Form):
        size: Annotated[Literal["s", "l"], Titles({"s": MARK, "l": "Large"})]

    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"size": MARK})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("size", "choice")]
    assert "'s'" in str(caught.value)
    assert MARK not in str(caught.value)


@trying
@given(st.data(), st.booleans())
def test_a_field_has_one_fault_at_most(data: DataObject, strict: bool) -> None:
    form = draw_form(data)
    content = data.draw(any_content(form))
    outcome = attempt(lambda: form.validate_content(content, strict=strict))
    if isinstance(outcome, InvalidContent):
        at_fault = [fault.field for fault in outcome.faults]
        assert at_fault
        assert len(set(at_fault)) == len(at_fault)
        unknown = {fault.field for fault in outcome.faults if fault.code == "unknown"}
        properties = form.requested_schema()["properties"].keys()
        assert properties.isdisjoint(unknown)
        assert properties | unknown >= set(at_fault)


@trying
@given(st.data(), st.booleans())
def test_no_fault_hides_another(data: DataObject, strict: bool) -> None:
    form = draw_form(data)
    content, others = data.draw(any_content(form)), data.draw(answers(form))
    outcome = attempt(lambda: form.validate_content(content, strict=strict))
    if isinstance(outcome, InvalidContent):
        at_fault = {fault.field for fault in outcome.faults}
        schema = form.requested_schema()
        for name in schema["properties"]:
            if name in content:
                alone = read(form, {**others, name: content[name]}, strict=strict)
                assert (name in at_fault) == (alone is None)
            else:
                assert (name in at_fault) == (name in schema.get("required", []))


def test_an_unknown_key_that_is_no_unicode_is_an_unknown_key() -> None:
    class Order(Form, extra="forbid"):
        size: int

    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"size": 1, "\ud800": 1})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("", "unknown")]
    str(caught.value).encode()
