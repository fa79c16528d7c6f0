"""What holds of the answers to every form, tried on random ones.

How many are tried is told in `tests.support.trying`.
"""

from __future__ import annotations

import json
import traceback
import warnings
from typing import TYPE_CHECKING, Annotated, Any, Literal

import annotated_types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from elicitform import Form, FormDefinitionError, FormWarning, InvalidContent, MultiSelect, Titles
from tests.support.judges import Judge, is_sendable
from tests.support.reading import MARK, attempt, marked, read
from tests.support.strategies import answers, any_content
from tests.support.trying import CONTENTS_A_FORM, draw_form, trying

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

Json = dict[str, Any]


@trying
@given(st.data())
def test_every_way_to_read_takes_what_json_schema_takes_and_as_the_same(data: DataObject) -> None:
    form = draw_form(data)
    judge = Judge(form)
    good = data.draw(answers(form))
    assert judge.admits(good)
    for content in (good, *(data.draw(any_content(form)) for _ in range(CONTENTS_A_FORM))):
        strict, lax = read(form, content, strict=True), read(form, content)
        assert (strict is not None) == judge.admits(content)
        require_that_blanks_count_as_left_out(judge, content, lax)
        if strict is not None and judge.answered(content) == content:
            require_the_same(lax, strict)  # else something empty says that a field is left open
        require_that_pydantic_reads_alike(form, content, lax, strict=None)
        require_that_pydantic_reads_alike(form, content, strict, strict=True)
        if lax is not None:
            require_that_it_can_be_written_out(lax)


def require_the_same(one: object, other: object) -> None:
    assert (one, repr(one)) == (other, repr(other))
    assert getattr(one, "model_fields_set", None) == getattr(other, "model_fields_set", None)


def require_that_blanks_count_as_left_out(judge: Judge, content: Json, lax: Form | None) -> None:
    answered = judge.answered(content)
    assert (lax is not None) == judge.admits(answered)
    if lax is not None:
        require_the_same(lax, type(lax).validate_content(answered, strict=True))


def require_that_pydantic_reads_alike(
    form: type[Form], content: Json, ours: Form | None, *, strict: bool | None
) -> None:
    for answer in read_by_pydantic(form, content, strict=strict):
        if ours is None:
            assert type(answer) is ValidationError
        else:
            require_the_same(answer, ours)


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


def require_that_it_can_be_written_out(answer: Form) -> None:
    written = answer.model_dump(mode="json", by_alias=True, exclude_none=True)
    again = answer.validate_content(written, strict=True)
    assert (again, repr(again)) == (answer, repr(answer))
    as_text = answer.model_dump_json(by_alias=True, exclude_none=True)
    assert answer.model_validate_json(as_text, strict=True) == answer


@trying
@given(st.data(), st.integers(0, 3))
def test_each_field_has_a_fault_of_its_own_that_tells_no_text_of_the_client(
    data: DataObject, at: int
) -> None:
    form = draw_form(data)
    good = data.draw(answers(form))
    for content in (data.draw(any_content(form)) for _ in range(2)):
        for strict in (False, True):
            require_a_fault_for_each_bad_field(form, content, good, strict=strict)
        require_that_no_fault_tells(form, {k: marked(value, at) for k, value in content.items()})


def require_a_fault_for_each_bad_field(
    form: type[Form], content: Json, good: Json, *, strict: bool
) -> None:
    outcome = attempt(lambda: form.validate_content(content, strict=strict))
    if not isinstance(outcome, InvalidContent):
        return
    at_fault = [fault.field for fault in outcome.faults]
    assert at_fault
    assert len(set(at_fault)) == len(at_fault)
    unknown = {fault.field for fault in outcome.faults if fault.code == "unknown"}
    schema = form.requested_schema()
    assert schema["properties"].keys().isdisjoint(unknown)
    assert schema["properties"].keys() | unknown >= set(at_fault)
    if "" in unknown:  # a key that is no Unicode, behind which pydantic runs no function of a type
        return
    for name in schema["properties"]:
        if name in content:
            alone = read(form, {**good, name: content[name]}, strict=strict)
            assert (name in at_fault) == (alone is None)
        else:
            assert (name in at_fault) == (name in schema.get("required", []))


def require_that_no_fault_tells(form: type[Form], content: Json) -> None:
    """Check that nothing of a refused answer, all of whose texts hold the mark, is repeated."""
    for outcome in (
        attempt(lambda: form.validate_content(content)),
        attempt(lambda: form.model_validate(content)),
    ):
        if isinstance(outcome, Exception):
            assert MARK not in "".join(traceback.format_exception(outcome))
        if isinstance(outcome, InvalidContent):
            assert MARK not in repr(outcome)


# --- what random ones seldom meet -------------------------------------------------------------


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


@pytest.mark.parametrize("blank", ['""', "null", "[]"])
def test_a_name_beyond_ascii_may_be_escaped_in_json_text(blank: str) -> None:
    class Order(Form):
        size: str = Field(alias="größe")
        count: int | None = None

    for text in ('{"gr\\u00f6\\u00dfe": "s", "count": %s}', '{"größe": "s", "count": %s}'):
        assert Order.model_validate_json(text % blank) == Order(größe="s")


def test_the_fault_of_a_title_in_place_of_its_choice_names_the_choice_alone() -> None:
    class Order(Form):
        size: Annotated[Literal["s", "l"], Titles({"s": MARK, "l": "Large"})]

    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"size": MARK})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("size", "choice")]
    assert "'s'" in str(caught.value)
    assert MARK not in str(caught.value)


def test_an_unknown_key_that_is_no_unicode_is_an_unknown_key() -> None:
    class Order(Form, extra="forbid"):
        size: int

    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"size": 1, "\ud800": 1})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("", "unknown")]
    str(caught.value).encode()
