"""What holds of asking again after every wrong answer to every form, tried on random ones."""

from __future__ import annotations

import json
import warnings
from typing import TYPE_CHECKING, Any

from hypothesis import given, note
from hypothesis import strategies as st

from elicitform import ENGLISH, LATEST_REVISION, Form, InvalidContent, Mistake, check_schema
from tests.support.judges import is_sendable, official_errors
from tests.support.reading import MARK, attempt, marked
from tests.support.strategies import LARGEST_INTEGER, answers, any_content
from tests.support.trying import CONTENTS_A_FORM, draw_form, trying

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import DataObject

Json = dict[str, Any]


def wrong_answers(data: DataObject, form: type[Form]) -> Iterator[tuple[Json, InvalidContent]]:
    """Draw answers with something wrong about them, each beside what is made of it."""
    for _ in range(CONTENTS_A_FORM):
        content = data.draw(any_content(form))
        outcome = attempt(lambda content=content: form.validate_content(content))  # type: ignore[misc]
        if isinstance(outcome, InvalidContent) and not outcome.nothing_collected:
            yield content, outcome


def defaults_in(schema: Json) -> Json:
    properties = schema["properties"].items()
    return {name: wire["default"] for name, wire in properties if "default" in wire}


def is_kept(wire: Json, value: Any, revision: str) -> bool:
    """Tell whether a good answer to a property, or a blank, need not be given again."""
    if revision == "2025-06-18" and wire["type"] != "boolean":
        return False
    is_number = wire["type"] == "integer" and isinstance(value, (int, float))
    return not is_number or abs(value) <= LARGEST_INTEGER


def read_alone(form: type[Form], name: str, value: Any, rest: Json) -> Any:
    """Return what a property is read as beside good answers to the others, or None for a fault."""
    answer = attempt(lambda: form.validate_content({**rest, name: value}))
    if not isinstance(answer, form):
        return None
    return getattr(answer, form.__elicit_form__.fields[name].attribute)


@trying
@given(st.data())
def test_what_is_asked_again_shows_the_good_answers_and_is_else_the_same(data: DataObject) -> None:
    form = draw_form(data)
    right = data.draw(answers(form))
    before = json.dumps(form.requested_schema())
    for content, error in wrong_answers(data, form):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for revision in form.protocol_revisions():
                again = form.asking_again(error, revision=revision)
                params = again.elicit_params(revision=revision)
                require_that_it_can_be_asked(params, revision)
                schema = params["requestedSchema"]
                require_the_same_but_for_defaults(form, content, error, schema, revision)
                require_the_good_answers_as_defaults(form, content, right, schema, revision)
        require_that_what_is_shown_may_be_left_out(form, content, right, error)
    assert json.dumps(form.requested_schema(LATEST_REVISION)) == before


def require_that_it_can_be_asked(params: Json, revision: str) -> None:
    found = check_schema(params["requestedSchema"], revision)
    assert [finding for finding in found if finding.severity == "error"] == []
    assert official_errors(params, revision) == []
    assert is_sendable(params)
    json.dumps(params, allow_nan=False)


def require_the_same_but_for_defaults(
    form: type[Form], content: Json, error: InvalidContent, schema: Json, revision: str
) -> None:
    before = form.requested_schema(revision)
    assert without_defaults(schema) == without_defaults(before)
    assert required_of(schema) == required_of(before) | ticked(content, error, schema)


def without_defaults(schema: Json) -> Json:
    properties = {
        name: {key: value for key, value in wire.items() if key != "default"}
        for name, wire in schema["properties"].items()
    }
    return {"type": schema["type"], "properties": properties}


def required_of(schema: Json) -> set[str]:
    return set(schema.get("required", ()))


def ticked(content: Json, error: InvalidContent, schema: Json) -> set[str]:
    """Return the booleans that are shown as true because the person said so."""
    shown = {name for name, value in defaults_in(schema).items() if value is True}
    faulty = {fault.field for fault in error.faults}
    return {name for name in shown - faulty if content.get(name) is True}


def require_the_good_answers_as_defaults(
    form: type[Form], content: Json, right: Json, schema: Json, revision: str
) -> None:
    shown = defaults_in(schema)
    for name, wire in form.requested_schema(revision)["properties"].items():
        value = content.get(name)
        if is_blank(form, name, value):
            assert shown.pop(name, None) == wire.get("default")
            continue
        read = read_alone(form, name, value, right)
        if read is not None and is_kept(wire, value, revision):
            assert read_alone(form, name, shown.pop(name), right) == read
        else:
            assert shown.pop(name, None) == wire.get("default")
    assert shown == {}


def is_blank(form: type[Form], name: str, value: object) -> bool:
    """Tell whether a value stands for an answer that was not given."""
    required = name in form.requested_schema().get("required", [])
    return not required and (value is None or (value in ("", []) and not admits(form, name, value)))


def admits(form: type[Form], name: str, value: object) -> bool:
    wire = form.requested_schema()["properties"][name]
    if wire["type"] == "array":
        return value == [] and not wire.get("minItems")
    is_plain = wire["type"] == "string" and not {"format", "enum", "oneOf"} & wire.keys()
    return value == "" and is_plain and not wire.get("minLength")


def require_that_what_is_shown_may_be_left_out(
    form: type[Form], content: Json, right: Json, error: InvalidContent
) -> None:
    faulty = {fault.field for fault in error.faults}
    if "" in faulty:
        return
    known = {name: content[name] for name in form.__elicit_form__.fields if name in content}
    good = {name: value for name, value in known.items() if name not in faulty}
    whole = {**right, **good}
    again = form.asking_again(error)
    required = again.requested_schema().get("required", [])
    properties = again.requested_schema()["properties"]
    shown = {name for name in good if is_kept(properties[name], good[name], LATEST_REVISION)}
    left_out = {
        name: value for name, value in whole.items() if name in required or name not in shown
    }
    note(json.dumps(left_out))
    answer = again.validate_content(left_out)
    assert isinstance(answer, form)
    assert answer.model_dump() == form.validate_content(whole).model_dump()


@trying
@given(st.data(), st.integers(0, 3))
def test_nothing_that_is_said_repeats_a_text_of_the_client(data: DataObject, at: int) -> None:
    form = draw_form(data)
    content = {key: marked(value, at) for key, value in data.draw(any_content(form)).items()}
    error = attempt(lambda: form.validate_content(content))
    if not isinstance(error, InvalidContent) or error.nothing_collected:
        return
    seen: list[Mistake] = []

    def keep(mistake: Mistake) -> str:
        seen.append(mistake)
        return ""

    for revision in form.protocol_revisions():
        again = form.asking_again(error, revision=revision)
        assert MARK not in again.elicit_params(revision=revision)["message"]
    form.asking_again(error, texts=dict.fromkeys(ENGLISH, keep))
    assert MARK not in repr(seen)
