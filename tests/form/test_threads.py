"""Other threads never see a form that is half built, wherever the thread that builds it stands."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, TypeAdapter, field_validator

from elicitform import Form

ANSWER = {"environment": "staging", "confirm": True}


def fresh_form() -> type[Form]:
    """Return a form that nobody has read an answer with, so that its reader is not built."""

    class Deploy(Form, message="Deploy?"):
        environment: Literal["staging", "production"]
        replicas: int = Field(default=1, ge=1, le=10)
        confirm: bool

    return Deploy


def halted_at(step: int, build: Callable[[], object], meanwhile: Callable[[], object]) -> int:
    """Run `build`, and `meanwhile` while it stands still at one of its calls.

    Args:
        step: Which of its calls, from 1 on.
        build: What is halted.
        meanwhile: What is done then.

    Returns:
        How many calls were counted, up to that one.
    """
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        if event == "call":
            calls += 1
            if calls == step:
                sys.setprofile(None)
                meanwhile()

    sys.setprofile(count)
    try:
        build()
    finally:
        sys.setprofile(None)
    return calls


def use_in_every_way(form: Any) -> None:
    """Derive from a form, subclass it, export it and look at it, and compare with what is right."""

    class Again(form):  # type: ignore[misc]
        again: bool

    assert list(Again.requested_schema()["properties"]) == [*form.model_fields, "again"]
    text = form.with_text(confirm={"title": "Go?"})
    assert text.requested_schema()["properties"]["confirm"] == {"type": "boolean", "title": "Go?"}
    chosen = form.with_choices(environment=["production"])
    assert chosen.requested_schema()["properties"]["environment"]["enum"] == ["production"]
    default = form.with_defaults(replicas=7)
    assert default.requested_schema()["properties"]["replicas"]["default"] == 7
    assert form.elicit_params()["requestedSchema"] == form.requested_schema()
    assert form.model_fields["replicas"].annotation is int
    assert form.model_config == {**Form.model_config}
    assert list(form.model_fields) == ["environment", "replicas", "confirm"]


def read_in_every_way(form: Any) -> None:
    """Read answers with a form and with what is made of it."""

    class Checked(form):  # type: ignore[misc]
        @field_validator("environment")
        @classmethod
        def is_known(cls, value: str) -> str:
            assert issubclass(cls, form)
            return value

    for one in (form, Checked, form.with_defaults(replicas=7)):
        answer = one.validate_content(ANSWER)
        assert type(answer) is one
        assert answer.replicas == (1 if one in {form, Checked} else 7)
    assert form.model_validate(ANSWER) == form(**ANSWER)
    assert list(inspect.signature(form).parameters) == ["environment", "replicas", "confirm"]


@pytest.fixture
def others() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def first_answer(form: type[Form]) -> object:
    return form.validate_content(ANSWER)


def first_adapter(form: type[Form]) -> object:
    adapter: Any = TypeAdapter
    return adapter(types.GenericAlias(list, (form,))).validate_python([ANSWER])


def first_nesting(form: type[Form]) -> object:
    class Outer(BaseModel):
        inner: form  # type: ignore[valid-type]  # pyright: ignore[reportInvalidTypeForm]

    return Outer.model_validate({"inner": ANSWER})


@pytest.mark.parametrize(
    ("build", "steps"), [(first_answer, 300), (first_adapter, 40), (first_nesting, 40)]
)
def test_a_form_looks_the_same_at_every_step_of_its_first_build(
    others: ThreadPoolExecutor, build: Callable[[type[Form]], object], steps: int
) -> None:
    build(fresh_form())  # what a process does once is no step
    meanwhile: list[Future[None]] = []

    def use_and_read(form: type[Form]) -> None:
        meanwhile.extend(others.submit(use, form) for use in (use_in_every_way, read_in_every_way))
        # Whoever reads may wait for the reader. Up to Python 3.11 a class statement may wait, too,
        # where the other thread stands inside one of pydantic's cached properties.
        wait(meanwhile[:1], timeout=1)

    calls = halted_at(sys.maxsize, partial(build, fresh_form()), list)
    for step in range(1, calls + 1, max(1, calls // steps)):  # each, with a recent pydantic
        form = fresh_form()
        halted_at(step, partial(build, form), partial(use_and_read, form))
        while meanwhile:
            meanwhile.pop().result()
    assert calls > 100


def test_a_form_looks_the_same_to_the_thread_that_builds_it() -> None:
    form = fresh_form()
    assert halted_at(100, partial(first_answer, form), partial(use_in_every_way, form)) == 100


def test_no_subclass_is_seen_that_nobody_wrote() -> None:
    heard: list[type] = []

    class Registered(Form, abstract=True):
        def __init_subclass__(cls, **keywords: Any) -> None:
            super().__init_subclass__(**keywords)
            heard.append(cls)

    class Deploy(Registered):
        confirm: bool

    Deploy.validate_content({"confirm": True})
    assert heard == [Deploy]
    assert Registered.__subclasses__() == [Deploy]
    assert Deploy.__subclasses__() == []


def test_a_built_form_stays_built() -> None:
    form = fresh_form()
    assert form.model_rebuild() is True
    reader = form.__pydantic_validator__
    assert form.model_rebuild() is None
    assert form.model_rebuild(force=True) is True
    assert form.__pydantic_validator__ is reader
