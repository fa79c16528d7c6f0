"""Whatever an author's functions do, no error is foreign, and none of ours carries an answer out."""

from __future__ import annotations

import asyncio
import builtins
import json
import logging
import traceback
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import (
    AfterValidator,
    BaseModel,
    Field,
    PrivateAttr,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import (
    PydanticCustomError,
    PydanticKnownError,
    PydanticOmit,
    PydanticUseDefault,
)
from typing_extensions import Self

from elicitform import (
    Fault,
    Form,
    InvalidContent,
    InvalidOutcome,
    MalformedResponse,
    MultiSelect,
    form_of,
    read_responses,
)
from tests.support.declared import form_with, made
from tests.support.leaks import leaks_in, own_frames
from tests.support.trying import trying

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DataObject

NOTHING: dict[str, str] = {}
SECRET = "xkcd-4111111111111111"
FACTORIES_SEE_ANSWERS = tuple(map(int, pydantic.VERSION.split(".")[:2])) >= (2, 10)


# --- what an author's function may do with an answer ------------------------------------------


class UnprintableError(ValueError):
    """A ValueError that cannot say what it is about."""

    def __str__(self) -> str:
        raise KeyError(self.args)


class Unreasonable:
    """An object on which nothing can be tried."""

    def __init__(self, held: object) -> None:
        self.held = held

    def _refuse(self, *_: object) -> Any:
        raise LookupError(self.held)

    __repr__ = __str__ = __eq__ = __hash__ = __bool__ = __len__ = __iter__ = _refuse
    __lt__ = __gt__ = __le__ = __ge__ = __int__ = __float__ = __index__ = __contains__ = _refuse


class Zipped(BaseModel):
    zip: str = Field(pattern="^[0-9]{5}$")


def raise_(error: BaseException) -> Any:
    raise error


def raising(error: BaseException) -> Callable[[Any], Any]:
    return lambda _: raise_(error)


def recurse(value: object) -> Any:
    return recurse([value])


def raise_from(value: object) -> Any:
    raise RuntimeError(value) from KeyError(value)


def raise_while_handling(value: Any) -> Any:
    try:
        return NOTHING[value]
    except KeyError:
        raise LookupError(value)  # noqa: B904


def raise_with_note(value: object) -> Any:
    error: Any = KeyError("odd")
    error.__notes__ = [str(value)]
    raise error


def raise_group(value: object) -> Any:
    group: Any = getattr(builtins, "ExceptionGroup", OSError)  # new in Python 3.11
    raise group(str(value), [KeyError(value), ValueError(value)])


BUGS: dict[str, Callable[[Any], Any]] = {
    "KeyError": lambda value: NOTHING[value],
    "TypeError": lambda value: raise_(TypeError(value)),
    "AttributeError": lambda value: value.nothing_like_this,
    "ZeroDivisionError": lambda _: 1 / 0,
    "RecursionError": recurse,
    "UnicodeEncodeError": lambda value: f"{value}é".encode("ascii"),
    "UnicodeDecodeError": lambda value: f"{value}é".encode("latin-1").decode(),
    "ExceptionGroup": raise_group,
    "StopIteration": lambda value: raise_(StopIteration(value)),
    "an omission": lambda _: raise_(PydanticOmit()),
    "a warning": lambda value: raise_(UserWarning(value)),
    "a cause": raise_from,
    "a context": raise_while_handling,
    "a note": raise_with_note,
    "an unprintable ValueError": lambda value: raise_(UnprintableError(value)),
    "an unprintable context": lambda value: raise_(
        PydanticCustomError("odd", "is {odd}", {"odd": Unreasonable(value)})
    ),
    "a surrogate in a context": lambda _: raise_(
        PydanticCustomError("odd", "is {odd}", {"odd": "\ud800"})
    ),
    "a known error that cannot be said": lambda value: raise_(
        PydanticKnownError("value_error", {"error": Unreasonable(value)})
    ),
}

PASSING: list[type[BaseException]] = [
    KeyboardInterrupt,
    SystemExit,
    MemoryError,
    GeneratorExit,
    asyncio.CancelledError,
]

UNFIT: dict[str, Callable[[Any], Any]] = {
    "too long": lambda value: f"{value}{value}",
    "another type": lambda value: [value],
    "bytes": lambda value: value.encode(),
    "None": lambda _: None,
    "a surrogate": lambda _: "\ud800",
    "a subclass": lambda value: type("Text", (str,), {})(value),
    "unreasonable": Unreasonable,
    "a class": lambda _: Unreasonable,
    "nan": lambda _: float("nan"),
}


# --- where it may stand -----------------------------------------------------------------------


def in_a_field_validator(function: Callable[[Any], Any]) -> Any:
    class Sample(Form):
        name: str

        @field_validator("name")
        @classmethod
        def check(cls, value: str) -> Any:
            return function(value)

    return Sample


def in_an_after_validator(function: Callable[[Any], Any]) -> Any:
    return form_called_name(Annotated[str, AfterValidator(function)])


def in_a_validator_of_an_option(function: Callable[[Any], Any]) -> Any:
    return form_called_name(Annotated[str | None, AfterValidator(function)], None)


def in_a_model_validator(function: Callable[[Any], Any]) -> Any:
    class Sample(Form):
        name: str

        @model_validator(mode="after")
        def check(self) -> Self:
            function(self.name)
            return self

    return Sample


def in_post_init(function: Callable[[Any], Any]) -> Any:
    class Sample(Form):
        name: str

        def model_post_init(self, context: Any, /) -> None:
            function(self.name)

    return Sample


def in_a_private_attribute(function: Callable[[Any], Any]) -> Any:
    class Sample(Form):
        name: str
        _own: str = PrivateAttr(default_factory=lambda: function(SECRET))

    return Sample


def in_a_factory(function: Callable[[Any], Any]) -> Any:
    nick: Any = Field(default_factory=lambda: function(SECRET), max_length=30)
    return made({"name": (str, ...), "nick": (str, nick)})


def in_a_factory_of_answers(function: Callable[[Any], Any]) -> Any:
    if not FACTORIES_SEE_ANSWERS:
        return in_a_factory(function)
    nick: Any = Field(default_factory=lambda data: function(data["name"]), max_length=30)
    return made({"name": (str, ...), "nick": (str, nick)})


def form_called_name(annotation: Any, default: Any = ...) -> Any:
    return made({"name": (annotation, default)})


HOSTS = [
    in_a_field_validator,
    in_an_after_validator,
    in_a_validator_of_an_option,
    in_a_model_validator,
    in_post_init,
    in_a_private_attribute,
    in_a_factory,
    in_a_factory_of_answers,
]
FACTORIES = HOSTS[-2:]
OF_THE_WHOLE_FORM = [in_a_model_validator, in_post_init, in_a_private_attribute]


def field_of(host: object) -> str:
    if host in OF_THE_WHOLE_FORM:
        return ""
    return "nick" if host in FACTORIES else "name"


# --- the ways in ------------------------------------------------------------------------------


def read_by_content(form: type[Form], content: Any) -> Any:
    return form.validate_content(content)


def read_by_strict_content(form: type[Form], content: Any) -> Any:
    return form.validate_content(content, strict=True)


def read_by_response(form: type[Form], content: Any) -> Any:
    return form.parse_response({"action": "accept", "content": content})


def read_by_object(form: type[Form], content: Any) -> Any:
    return form.parse_response(SimpleNamespace(action="accept", content=content))


def read_by_text(form: type[Form], content: Any) -> Any:
    return form.parse_response(json.dumps({"action": "accept", "content": content}))


def read_by_round(form: type[Form], content: Any) -> Any:
    (outcome,) = read_responses(
        {"a": form}, {"a": {"action": "accept", "content": content}}
    ).values()
    if isinstance(outcome, InvalidOutcome):
        raise outcome.error
    return outcome


def read_by_pydantic(form: type[Form], content: Any) -> Any:
    return form.model_validate(content)


def read_by_strict_pydantic(form: type[Form], content: Any) -> Any:
    return form.model_validate(content, strict=True)


def read_json_by_pydantic(form: type[Form], content: Any) -> Any:
    return form.model_validate_json(json.dumps(content))


def read_strings_by_pydantic(form: type[Form], content: Any) -> Any:
    return form.model_validate_strings(content)


def read_by_adapter(form: type[Form], content: Any) -> Any:
    return TypeAdapter(form).validate_python(content)


def read_by_lax_adapter(form: type[Form], content: Any) -> Any:
    return TypeAdapter(form).validate_python(content, strict=False)


def construct(form: type[Form], content: Any) -> Any:
    return form(**content)


def read_in_a_list(form: type[Form], content: Any) -> Any:
    several: Any = list
    return TypeAdapter(several[form]).validate_python([content])


OURS = [
    read_by_content,
    read_by_strict_content,
    read_by_response,
    read_by_object,
    read_by_text,
    read_by_round,
]
PYDANTICS = [
    read_by_pydantic,
    read_by_strict_pydantic,
    read_json_by_pydantic,
    read_strings_by_pydantic,
    read_by_adapter,
    read_by_lax_adapter,
    read_in_a_list,
    construct,
]
CONTENT = {"name": SECRET}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_is_a_fault_that_says_nothing_of_the_answer(
    bug: str, host: Callable[..., type[Form]], caplog: pytest.LogCaptureFixture
) -> None:
    form = host(BUGS[bug])
    for read in (*OURS, *PYDANTICS):
        error = refusal_of(form, read, caplog)
        if isinstance(error, InvalidContent):
            found = [(one.field, one.code) for one in error.faults]
            assert found == [(field_of(host), "rule")]


@pytest.mark.parametrize("host", FACTORIES)
@pytest.mark.parametrize("unfit", UNFIT)
def test_a_default_that_does_not_fit_is_a_fault_that_says_nothing_of_the_answer(
    unfit: str, host: Callable[..., type[Form]], caplog: pytest.LogCaptureFixture
) -> None:
    form = host(UNFIT[unfit])
    for read in (*OURS, *PYDANTICS):
        error = refusal_of(form, read, caplog)
        assert "the default_factory of nick" in caplog.text
        if isinstance(error, InvalidContent):
            message = "could not be filled in; please answer it"
            assert error.faults == (Fault("nick", "rule", message),)


def refusal_of(
    form: type[Form], read: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> InvalidContent | ValidationError:
    """Return the error by which an answer is refused, having looked for the answer in it."""
    caplog.clear()
    expected: Any = InvalidContent if read in OURS else ValidationError
    with pytest.raises(expected) as caught:
        read(form, {**CONTENT})
    error: InvalidContent | ValidationError = caught.value
    assert leaks_in(error, caplog.records, SECRET) == []
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("elicitform", logging.ERROR)
    if read in OURS:
        assert error.__context__ is None
        assert error.__cause__ is None
    return error


def test_the_log_says_where_the_bug_is(caplog: pytest.LogCaptureFixture) -> None:
    def look_up(value: str) -> str:
        return NOTHING[value]

    class Order(Form):
        sku: Annotated[str, AfterValidator(look_up)]

    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"sku": SECRET})
    line = look_up.__code__.co_firstlineno + 1
    name = "test_the_log_says_where_the_bug_is.<locals>.look_up"
    logged = (
        f"Order: {name} raised KeyError, so an answer was refused. More is not logged, since it may "
        f'hold the answer.\n  File "{__file__}", line {line}, in look_up'
    )
    assert caplog.messages == [logged]
    assert str(caught.value) == (
        "Order: the answer has 1 fault\n  sku: the answer could not be checked  [rule]"
    )


def test_the_log_says_which_default_does_not_fit(caplog: pytest.LogCaptureFixture) -> None:
    def make() -> Any:
        return 3

    for factory, place in (
        (make, f'\n  File "{__file__}", line {make.__code__.co_firstlineno}, in make'),
        (int, ""),
    ):
        caplog.clear()
        form = made({"nick": (str, Field(default_factory=factory))})
        with pytest.raises(InvalidContent):
            form.validate_content({})
        logged = (
            f"Sample: the default_factory of nick, {factory.__qualname__}, made an object of type "
            "int, which does not fit, so an answer was refused. More is not logged, since it may "
            f"hold the answer.{place}"
        )
        assert caplog.messages == [logged]


def test_a_bug_far_down_is_logged_by_its_last_places(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(InvalidContent):
        in_an_after_validator(recurse).validate_content({**CONTENT})
    assert caplog.text.count("in recurse") == 8


def test_a_callable_object_is_called_by_its_class_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Check:
        def __call__(self, value: str) -> str:
            return NOTHING[value]

    with pytest.raises(InvalidContent):
        in_an_after_validator(Check()).validate_content({**CONTENT})
    assert "<locals>.Check raised KeyError" in caplog.text


def test_a_bug_hides_no_other_fault(caplog: pytest.LogCaptureFixture) -> None:
    class Order(Form):
        sku: Annotated[str, AfterValidator(BUGS["KeyError"])]
        count: int
        size: Literal["s", "l"]

    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"sku": SECRET, "size": "x"})
    assert [(one.field, one.code) for one in caught.value.faults] == [
        ("sku", "rule"),
        ("count", "missing"),
        ("size", "choice"),
    ]


def test_a_default_made_of_an_answer_is_no_fault_where_that_answer_is_one() -> None:
    if not FACTORIES_SEE_ANSWERS:
        pytest.skip("pydantic hands the answers over from 2.10 on")

    class Signup(Form):
        name: str
        nick: str = Field(default_factory=lambda data: data["name"][:3])

    with pytest.raises(InvalidContent) as caught:
        Signup.validate_content({"name": 3})
    assert [(one.field, one.code) for one in caught.value.faults] == [("name", "type")]


def test_a_default_that_could_not_be_made_is_nothing_to_make_another_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    if not FACTORIES_SEE_ANSWERS:
        pytest.skip("pydantic hands the answers over from 2.10 on")

    class Signup(Form):
        nick: str = Field(default_factory=lambda: SECRET, max_length=3)
        initial: str = Field(default_factory=lambda data: data["nick"][0])

    with pytest.raises(InvalidContent) as caught:
        Signup.validate_content({})
    assert [(one.field, one.code) for one in caught.value.faults] == [
        ("nick", "rule"),
        ("initial", "rule"),
    ]
    assert len(caplog.records) == 1
    assert Signup.validate_content({"nick": "ann"}).initial == "a"


@pytest.mark.parametrize("host", FACTORIES)
def test_a_half_made_answer_is_never_handed_out(host: Callable[..., type[Form]]) -> None:
    seen: list[object] = []

    class Watched(host(BUGS["TypeError"])):  # type: ignore[misc]
        def model_post_init(self, context: Any, /) -> None:
            super().model_post_init(context)
            seen.append(self)

    with pytest.raises(InvalidContent):
        Watched.validate_content({**CONTENT})
    assert seen == []


@pytest.mark.parametrize("error", PASSING)
@pytest.mark.parametrize("host", HOSTS)
def test_what_ends_the_program_passes_and_leaves_no_answer_in_our_frames(
    host: Callable[..., type[Form]], error: type[BaseException]
) -> None:
    form = host(lambda _: raise_(error("ends")))
    for read in (*OURS, *PYDANTICS):
        with pytest.raises(error, match="ends") as caught:
            read(form, {**CONTENT})
        assert leaks_in(caught.value, [], SECRET) == []


# --- what a validator says --------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ValueError, AssertionError])
def test_a_lone_surrogate_in_what_a_validator_says_is_replaced(kind: type[Exception]) -> None:
    form = in_an_after_validator(lambda _: raise_(kind("half a pair \ud83d, a pair \ud83d\ude00")))
    with pytest.raises(InvalidContent) as caught:
        form.validate_content({**CONTENT})
    message = "half a pair \ufffd, a pair \U0001f600"
    assert caught.value.faults == (Fault("name", "rule", message),)
    with pytest.raises(ValidationError) as by_pydantic:
        form.model_validate({**CONTENT})
    assert message in str(by_pydantic.value)


def test_another_models_error_is_a_fault_of_the_validator_that_reads_it() -> None:
    for host in (in_an_after_validator, in_a_model_validator, in_post_init):
        form = host(lambda value: Zipped(zip=value))
        with pytest.raises(InvalidContent) as caught:
            form.validate_content({**CONTENT})
        assert [(one.field, one.code) for one in caught.value.faults] == [(field_of(host), "rule")]
        assert leaks_in(caught.value, [], SECRET) == []


def test_a_key_that_another_model_forbids_is_no_key_of_the_answer() -> None:
    class Closed(BaseModel, extra="forbid"):
        zip: str

    form = in_a_model_validator(lambda value: Closed.model_validate({"zip": "", value: ""}))
    with pytest.raises(InvalidContent) as caught:
        form.validate_content({**CONTENT})
    assert [(one.field, one.code) for one in caught.value.faults] == [("", "rule")]
    assert leaks_in(caught.value, [], SECRET) == []


def test_an_error_that_the_validator_makes_itself_is_passed_on() -> None:
    for error, message in (
        (PydanticCustomError("odd", "must be {what}", {"what": "even"}), "must be even"),
        (PydanticKnownError("greater_than", {"gt": 3}), "Input should be greater than 3"),
        (PydanticCustomError("odd", "must be even", {"error": "odd"}), "must be even"),
    ):
        form = in_an_after_validator(raising(error))
        with pytest.raises(InvalidContent) as caught:
            form.validate_content({**CONTENT})
        assert caught.value.faults == (Fault("name", "rule", message),)


def test_a_validator_is_called_as_pydantic_calls_it() -> None:
    class Checked(Form, validate_assignment=True):
        name: str

        @field_validator("name")
        def check(cls, value: str, info: pydantic.ValidationInfo) -> str:  # noqa: N805
            assert info.field_name == "name"
            return value.strip()

        @model_validator(mode="after")
        def check_all(self, info: pydantic.ValidationInfo) -> Self:
            assert info.mode == "python"
            return self

    answer = Checked.validate_content({"name": " ann "})
    assert answer.name == "ann"
    answer.name = " bob "
    assert answer.name == "bob"
    check: Any = Checked.check
    assert check(" ann ", SimpleNamespace(field_name="name")) == "ann"


# --- content that is not what it should be ----------------------------------------------------

WRONG: list[Any] = [
    [SECRET],
    SECRET,
    {"name": [SECRET]},
    {"name": {SECRET: SECRET}},
    {"name": Unreasonable(SECRET)},
    {"name": [Unreasonable(SECRET)]},
    {"name": 3.5, "more": Unreasonable(SECRET)},
    {"name": 3.5, SECRET: SECRET},
    {"name": 3.5, "\ud800": SECRET},
]


@pytest.mark.parametrize("content", WRONG)
@pytest.mark.parametrize("annotation", [str, int, MultiSelect[Literal["a", "b"]]])
@pytest.mark.parametrize(
    "read",
    [read_by_content, read_by_strict_content, read_by_response, read_by_object, read_by_round],
)
def test_no_frame_of_ours_holds_an_answer_that_was_refused(
    read: Callable[..., Any], annotation: Any, content: Any
) -> None:
    form = made({"name": (annotation, ...)}, since="2025-11-25")
    with pytest.raises((InvalidContent, MalformedResponse)) as caught:
        read(form, content)
    assert leaks_in(caught.value, [], SECRET) == []
    assert list(own_frames(caught.value))


@pytest.mark.parametrize(
    "result",
    [
        SECRET,
        json.dumps({"action": SECRET}),
        f'{{"action": "{SECRET}"',
        SECRET.encode() + b"\xff",
        {"action": SECRET},
        {"action": "accept", "content": SECRET},
        SimpleNamespace(action="accept", data=SECRET),
        SimpleNamespace(action=SECRET),
        {"action": [SECRET]},
        [SECRET],
    ],
    ids=lambda value: type(value).__name__,
)
def test_no_frame_of_ours_holds_a_response_that_is_malformed(result: Any) -> None:
    form = form_with(str)
    readers: list[Callable[[Any], Any]] = [
        form.parse_response,
        form_of(str).parse_response,
        lambda result: read_responses({"a": form}, {"a": result}),
    ]
    if not isinstance(result, dict):
        readers.append(lambda result: read_responses({"a": form}, result))
    for read in readers:
        with pytest.raises(MalformedResponse) as caught:
            read(result)
        assert leaks_in(caught.value, [], SECRET) == []
        assert caught.value.__context__ is None


def test_no_frame_of_ours_holds_what_a_single_value_was_answered_with() -> None:
    asked = form_of(int, le=3)
    for read in (
        lambda: asked.validate_content({"value": SECRET}),
        lambda: asked.parse_response({"action": "accept", "content": {"value": SECRET}}),
    ):
        with pytest.raises(InvalidContent) as caught:
            read()
        assert leaks_in(caught.value, [], SECRET) == []


def test_no_frame_of_ours_holds_the_answer_that_is_asked_about_again() -> None:
    class Order(Form):
        note: str
        count: int

    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"note": SECRET, "count": "3"})
    error = caught.value
    unprintable: Any = {"type": lambda _: raise_(KeyError("odd"))}
    for again in (
        lambda: Order.asking_again(error, " "),
        lambda: Order.asking_again(error, revision="1999"),
        lambda: Order.asking_again(error, texts={"nothing": "like this"}),
        lambda: Order.asking_again(error, texts=unprintable),
        lambda: form_with(int).asking_again(error),
        lambda: form_of(int).asking_again(error),
    ):
        with pytest.raises(Exception) as failed:  # noqa: PT011  (each its own)
            again()
        assert leaks_in(failed.value, [], SECRET) == []


def test_no_frame_of_ours_holds_the_answers_that_a_form_shows_again() -> None:
    class Order(Form):
        note: str
        count: int
        size: Literal["s", "l"] = "s"

    with pytest.raises(InvalidContent) as caught:
        Order.validate_content({"note": SECRET, "count": "3"})
    shows: Any = Order.asking_again(caught.value)
    assert SECRET in str(shows.requested_schema())
    wrong = {"count": "x"}
    several: Any = list
    with pytest.raises(InvalidContent) as caught:
        shows.validate_content(wrong)
    error = caught.value
    for call in (
        lambda: shows.validate_content(wrong),
        lambda: shows.parse_response({"action": "accept", "content": wrong}),
        lambda: shows.parse_response({"action": "accept", "content": 3}),
        lambda: shows.parse_response({"action": 3}),
        lambda: read_responses({"a": shows}, {"a": {"action": 3}}),
        lambda: shows.model_validate(wrong),
        lambda: TypeAdapter(several[shows]).validate_python([wrong]),
        lambda: shows.with_text(count={"title": " "}),
        lambda: shows.with_defaults(count="x"),
        lambda: shows.with_choices(size=["m"]),
        lambda: shows.elicit_params(" "),
        lambda: shows.elicit_params("How many?", "1999"),
        lambda: shows.requested_schema("1999"),
        lambda: shows.asking_again(error, " "),
        lambda: shows.asking_again(error, texts={"nothing": "like this"}),
        lambda: type("Worse", (shows,), {"__annotations__": {"extra": dict}}),
    ):
        with pytest.raises(Exception) as failed:  # noqa: PT011  (each its own)
            call()
        assert leaks_in(failed.value, [], SECRET) == []


def test_assignment_says_nothing_of_the_value_either(caplog: pytest.LogCaptureFixture) -> None:
    class Live(Form, validate_assignment=True):
        name: Annotated[str, AfterValidator(lambda value: value and NOTHING[value])] = ""
        count: int = 3

    answer: Any = Live()
    for name in ("name", "count"):
        with pytest.raises(ValidationError) as caught:
            setattr(answer, name, SECRET)
        assert leaks_in(caught.value, caplog.records, SECRET) == []
    assert len(caplog.records) == 1


def test_only_a_field_with_a_default_may_be_told_to_use_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def use_default(_: object) -> Any:
        raise PydanticUseDefault

    assert (
        form_called_name(Annotated[str, AfterValidator(use_default)], "ann")
        .validate_content({**CONTENT})
        .name
        == "ann"
    )
    for host in (in_an_after_validator, in_a_model_validator, in_post_init, in_a_factory):
        error = refusal_of(host(use_default), read_by_content, caplog)
        assert isinstance(error, InvalidContent)
        assert [(one.field, one.code) for one in error.faults] == [(field_of(host), "rule")]


def test_text_that_is_no_json_is_in_no_frame_and_no_context() -> None:
    with pytest.raises(ValidationError) as caught:
        form_with(str).model_validate_json(f'{{"field": "{SECRET}"')
    assert caught.value.__context__ is None
    assert leaks_in(caught.value, [], SECRET) == []


def test_a_traceback_with_locals_shows_no_answer() -> None:
    def answer() -> Any:
        return {"action": "accept", "content": {"field": SECRET.upper()}}

    try:
        form_with(int).parse_response(answer())
    except InvalidContent as error:
        shown = traceback.TracebackException.from_exception(error, capture_locals=True)
        assert SECRET.upper() not in "".join(shown.format())


# --- at random --------------------------------------------------------------------------------


@trying
@given(st.data())
def test_nothing_foreign_comes_out_of_a_random_form_with_hostile_functions(
    data: DataObject,
) -> None:
    functions = st.sampled_from([*BUGS.values(), *UNFIT.values(), lambda value: value])
    content = data.draw(contents())
    read = data.draw(st.sampled_from([*OURS, *PYDANTICS[:-1]]))
    form = data.draw(hostile_forms(functions))
    records: list[logging.LogRecord] = []
    handler: Any = logging.Handler()
    handler.emit = records.append
    log = logging.getLogger("elicitform")
    log.addHandler(handler)
    try:
        error = error_of(lambda: read(form, content))
    finally:
        log.removeHandler(handler)
    if error is not None:
        expected: Any = (InvalidContent, MalformedResponse) if read in OURS else ValidationError
        assert isinstance(error, expected)
        assert read in PYDANTICS or error.__context__ is None
        assert leaks_in(error, records, SECRET) == []


def error_of(call: Callable[[], Any]) -> Exception | None:
    try:
        call()
    except Exception as error:  # noqa: BLE001  (its kind is what is tested)
        return error
    return None


@st.composite
def hostile_forms(draw: st.DrawFn, functions: st.SearchStrategy[Any]) -> type[Form]:
    field, whole, factory, after = (draw(functions) for _ in range(4))

    class Sample(Form, extra=draw(st.sampled_from(["ignore", "forbid"]))):
        name: Annotated[str, AfterValidator(field)] = Field(max_length=60)
        nick: str | None = None
        made: str = Field(default_factory=lambda: factory(SECRET), max_length=30)
        count: int = 3

        @field_validator("nick")
        @classmethod
        def check(cls, value: Any) -> Any:
            return after(SECRET)

        @model_validator(mode="after")
        def check_all(self) -> Self:
            whole(SECRET)
            return self

    return Sample


def contents() -> st.SearchStrategy[Any]:
    values = st.sampled_from(
        [SECRET, f"{SECRET}\ud800", 3, 3.0, None, "", [], [SECRET], {"a": SECRET}]
    )
    names = st.sampled_from(["name", "nick", "made", "count", "more", ""])
    return st.dictionaries(names, values)


# --- functions that judge nothing -------------------------------------------------------------


async def unawaited(value: Any) -> Any:
    return value


def unstarted(value: Any) -> Any:
    yield value


async def neither(value: Any) -> Any:
    yield value


def forgetful(value: Any) -> None: ...


UNUSABLE = {
    "async": unawaited,
    "yield": unstarted,
    "async and yield": neither,
    "without return": forgetful,
}


@pytest.mark.parametrize("function", UNUSABLE.values(), ids=UNUSABLE)
@pytest.mark.parametrize("on", ["a field", "the form"])
def test_a_validator_that_judges_nothing_lets_no_answer_through(
    on: str, function: Any, caplog: pytest.LogCaptureFixture
) -> None:
    class OnField(Form):
        name: Annotated[str, AfterValidator(function)]

    class OnForm(Form):
        name: str
        _judged = model_validator(mode="after")(lambda form: function(form))

    form, field = (OnField, "name") if on == "a field" else (OnForm, "")
    for read in OURS:
        caplog.clear()
        with pytest.raises(InvalidContent) as caught:
            read(form, {**CONTENT})
        assert [(one.field, one.code) for one in caught.value.faults] == [(field, "rule")]
        assert leaks_in(caught.value, caplog.records, SECRET) == []
        assert len(caplog.records) == 1


def test_a_validator_may_return_none_where_that_is_an_answer() -> None:
    class Survey(Form):
        name: (
            Annotated[str, AfterValidator(lambda text: None if text == "n/a" else text)] | None
        ) = None

    assert Survey.validate_content({"name": "n/a"}).name is None
