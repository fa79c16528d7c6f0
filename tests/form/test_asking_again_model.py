"""Five rounds of asking again, with variants made in between, beside a model of what they show.

The model knows nothing of how a form is made. It says in terms of the last answer alone what the
next form shows and requires, and each answer is drawn along with what is right or wrong about it.
"""

from __future__ import annotations

import warnings
from datetime import date, datetime, timezone
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Optional

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from pydantic import AfterValidator, Field, HttpUrl, TypeAdapter, create_model, model_validator
from typing_extensions import Self

from elicitform import (
    AssumeZone,
    Form,
    Format,
    InvalidContent,
    LateChoice,
    MultiSelect,
    NothingCollected,
    Prefill,
    check_schema,
)
from elicitform._form.kept import KEPT
from elicitform._form.variants import _holds_answers
from tests.support.reading import attempt
from tests.support.trying import trying

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

MOST_ROUNDS = 5
QUESTION = "Where to?"
NOON = datetime(2026, 1, 31, 12, tzinfo=timezone.utc)
NO_ANSWER: Any = object()


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


class Good(NamedTuple):
    """An answer that is right.

    Attributes:
        sent: What the client sends.
        read: What it is read as.
        shown: What a form shows of it; None where no default can hold it.
        lenient: It is right only where answers are not read strictly.
    """

    sent: Any
    read: Any
    shown: Any
    lenient: bool = False


def plain(*values: Any) -> tuple[Good, ...]:
    return tuple(Good(value, value, value) for value in values)


BLANKS: tuple[Any, ...] = (None, "", [])
TEXT_BLANKS: tuple[Any, ...] = (None, [])
"""What stands for no answer, on a field of any kind, and on one that takes text without letters."""


class Declared(NamedTuple):
    """A field, and answers to it.

    Attributes:
        annotation: Its type.
        default: Its default as declared; ``...`` for none.
        good: Answers that are right.
        bad: Answers that are wrong.
        blanks: What stands for no answer, on a field that may be left open.
        own: The default that it shows.
        open: What it is read as where it is left open.
        choices: What it can be given choices of, or none.
        prefilled: It shows its default, and has to be answered.
    """

    annotation: Any
    default: Any
    good: tuple[Good, ...]
    bad: tuple[Any, ...]
    blanks: tuple[Any, ...] = BLANKS
    own: Any = None
    open: Any = NO_ANSWER
    choices: tuple[str, ...] = ()
    prefilled: bool = False


def even(value: int) -> int:
    if value % 2:
        msg = "has to be even"
        raise ValueError(msg)
    return value


URL = TypeAdapter(HttpUrl).validate_python("https://example.com/a")
BRANCHES = ("main", "dev", "old")

DECLARED = {
    "text": Declared(str, ..., plain("a", ""), (3, True, "\ud800"), TEXT_BLANKS),
    "word": Declared(
        str | None, None, plain("b", "forbidden", ""), (3, ["x"]), TEXT_BLANKS, open=None
    ),
    "reason": Declared(
        str | None,
        Field(default=None, min_length=3),
        plain("because"),
        ("no", 3),
        open=None,
    ),
    "greeting": Declared(str, "hello", plain("good day", "", "hello"), (1,), TEXT_BLANKS, "hello", "hello"),
    "mail": Declared(Annotated[str, Format("email")], ..., plain("ann@example.com"), ("ann", 1)),
    "site": Declared(
        HttpUrl | None,
        None,
        (Good("https://EXAMPLE.com/a", URL, "https://example.com/a"),),
        ("example", "ftp://example.com"),
        open=None,
    ),
    "day": Declared(
        date | None,
        None,
        (Good("2026-01-31", date(2026, 1, 31), "2026-01-31"),),
        ("31.1.2026", "2026-02-30"),
        open=None,
    ),
    "moment": Declared(
        Optional[Annotated[datetime, AssumeZone("UTC")]],
        None,
        (
            Good("2026-01-31T12:00:00Z", NOON, "2026-01-31T12:00:00+00:00"),
            Good("2026-01-31 12:00", NOON, "2026-01-31T12:00:00+00:00", lenient=True),
        ),
        ("noon",),
        open=None,
    ),
    "count": Declared(int, Field(ge=1, le=10), (Good(3.0, 3, 3), *plain(1)), (0, 11, "3", True)),
    "big": Declared(
        int | None,
        None,
        (Good(2**53 - 1, 2**53 - 1, 2**53 - 1), Good(10**20, 10**20, None), *plain(0)),
        (1.5, "1"),
        open=None,
    ),
    "even": Declared(
        Annotated[int, AfterValidator(even)], 4, plain(0, 2, 4), (3, "4"), own=4, open=4
    ),
    "made": Declared(int, Field(default_factory=lambda: 7), plain(8), ("8",), open=7),
    "share": Declared(
        float, 0.5, (Good(1, 1.0, 1.0), *plain(0.25)), ("1", True), own=0.5, open=0.5
    ),
    "agree": Declared(bool, ..., plain(True, False), ("true", 1)),
    "dry": Declared(bool, False, plain(True, False), (0, "no"), own=False, open=False),
    "push": Declared(bool, True, plain(True, False), (1, "yes"), own=True, open=True),
    "maybe": Declared(bool | None, None, plain(True, False), (1,), open=None),
    "kind": Declared(Literal["pdf", "csv"], ..., plain("pdf", "csv"), ("PDF", 1)),
    "go": Declared(Literal["yes", "no"] | None, None, plain("yes"), ("y",), open=None),
    "size": Declared(
        Size, Size.SMALL, (Good("l", Size.LARGE, "l"),), ("L",), own="s", open=Size.SMALL
    ),
    "branch": Declared(
        LateChoice | None, None, plain(*BRANCHES), ("x",), open=None, choices=BRANCHES
    ),
    "target": Declared(LateChoice, ..., plain(*BRANCHES), ("x", 1), choices=BRANCHES),
    "speed": Declared(
        Annotated[int, Prefill(3)], ..., plain(3, 4), ("3",), own=3, prefilled=True
    ),
    "sure": Declared(
        Annotated[bool, Prefill(False)], ..., plain(True, False), (1,), own=False, prefilled=True
    ),
}  # fmt: skip

DECLARED_SINCE_MULTI_SELECTS = {
    "tags": Declared(
        MultiSelect[Literal["a", "b"]],
        ...,
        plain(["a"], ["b", "a"], []),
        (["a", "a"], "a", ["c"]),
        (None, ""),
    ),
    "colors": Declared(
        MultiSelect[Size] | None,
        Field(default=None, min_length=1),
        (Good(["l"], [Size.LARGE], ["l"]),),
        (["L"], [1]),
        open=None,
    ),
    "parts": Declared(
        MultiSelect[Literal["a", "b"]],
        Field(default=["a"], min_length=1),
        plain(["b"], ["a", "b"]),
        (["c"],),
        own=["a"],
        open=["a"],
    ),
    "heads": Declared(
        MultiSelect[LateChoice] | None,
        None,
        plain(["main"], ["dev", "old"], []),
        (["x"],),
        (None, ""),
        open=None,
        choices=BRANCHES,
    ),
}


class Base(Form, abstract=True):
    @model_validator(mode="after")
    def check(self) -> Self:
        if getattr(self, "word", None) == "forbidden":
            msg = "that word is forbidden"
            raise ValueError(msg)
        return self


class FieldModel:
    """What a field shows and requires."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.own = declared.own
        self.open = declared.open
        self.answer: Good | None = None
        self.choices = declared.choices
        self.title = ""

    @property
    def may_be_left_open(self) -> bool:
        return self.open is not NO_ANSWER and not self.is_ticked

    @property
    def is_ticked(self) -> bool:
        return self.answer is not None and self.answer.shown is True

    @property
    def shown(self) -> Any:
        return self.own if self.answer is None else self.answer.shown

    def takes(self, good: Good) -> bool:
        picks = good.sent if isinstance(good.sent, list) else [good.sent]
        return not self.choices or set(picks) <= set(self.choices)

    def set_default(self, default: Any, shown: Any) -> None:
        self.answer, self.own = None, shown
        if not self.declared.prefilled:
            self.open = default

    def set_choices(self, choices: tuple[str, ...]) -> None:
        self.choices = choices
        if self.answer is not None and not self.takes(self.answer):
            self.answer = None

    def set_answer(self, answer: Good | None, revision: str) -> None:
        """Show what was answered well, if the revision can show it, and nothing else."""
        can_be_shown = answer is not None and (
            answer.shown is not None
            and (revision != "2025-06-18" or isinstance(answer.shown, bool))
        )
        self.answer = answer if can_be_shown else None


class Reading(NamedTuple):
    """How the answer to one field is read: well, or not at all, or with a fault."""

    answer: Good | None
    value: Any
    is_wrong: bool = False


WRONG = Reading(None, None, is_wrong=True)


class Sent(NamedTuple):
    """What is sent for one field.

    Attributes:
        value: The JSON value; `NO_ANSWER` for none.
        good: What is right about it, or None.
    """

    value: Any
    good: Good | None = None


def read(field: FieldModel, sent: Sent, *, strict: bool) -> Reading:
    """Say how an answer is read."""
    if sent.value is NO_ANSWER:
        if not field.may_be_left_open:
            return WRONG
        if field.answer is not None:  # what was shown and left out stands
            return Reading(field.answer, field.answer.read)
        return Reading(None, field.open)
    if sent.good and sent.value in ("", []) and field.open is None and field.may_be_left_open:
        # Who may leave it open and wrote nothing left it open. Read strictly, that is an answer
        # all the same, and yet there is nothing to show of it.
        return Reading(None, sent.good.read if strict else None)
    if sent.good is not None:
        if not field.takes(sent.good) or (strict and sent.good.lenient):
            return WRONG
        return Reading(sent.good, sent.good.read)
    if sent.value in field.declared.blanks and field.may_be_left_open and not strict:
        return Reading(None, field.open)
    return WRONG


def is_same_json(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


class AskingAgain(RuleBasedStateMachine):
    """A server that asks until an answer is right, and changes its form on the way."""

    form: type[Form]
    fields: dict[str, FieldModel]

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 0
        self.revision = ""
        self.wrong: list[str] = []
        self.warnings = warnings.catch_warnings()
        self.warnings.__enter__()
        warnings.simplefilter("ignore")

    def teardown(self) -> None:
        self.warnings.__exit__(None, None, None)
        assert [form for form in KEPT._forms.values() if _holds_answers(form)] == []

    @initialize(
        names=st.lists(st.sampled_from([*DECLARED]), min_size=1, max_size=7, unique=True),
        late=st.lists(st.sampled_from([*DECLARED_SINCE_MULTI_SELECTS]), max_size=3, unique=True),
        data=st.data(),
    )
    def declare(self, names: list[str], late: list[str], data: DataObject) -> None:
        declared = {name: DECLARED[name] for name in names}
        declared |= {name: DECLARED_SINCE_MULTI_SELECTS[name] for name in late}
        self.fields = {name: FieldModel(one) for name, one in declared.items()}
        for name, field in self.fields.items():
            field.title = name.title()
        make: Any = create_model
        form: type[Form] = make(
            "Asked",
            __base__=Base,
            __cls_kwargs__={"since": "2025-11-25" if late else "2025-06-18", "message": QUESTION},
            **{name: (one.annotation, one.default) for name, one in declared.items()},
        )
        choices = {name: one.choices for name, one in declared.items() if one.choices}
        self.form = form.with_choices(**choices)
        self.revision = data.draw(st.sampled_from(self.form.protocol_revisions()))

    # --- answers ------------------------------------------------------------------------------

    @precondition(lambda self: self.rounds < MOST_ROUNDS)
    @rule(data=st.data(), strict=st.sampled_from([False, False, False, True]))
    def answer(self, data: DataObject, strict: bool) -> None:
        sent = {name: data.draw(what_is_sent(field), name) for name, field in self.fields.items()}
        content = {name: one.value for name, one in sent.items() if one.value is not NO_ANSWER}
        note(f"{content} strict={strict}")
        readings = {name: read(self.fields[name], one, strict=strict) for name, one in sent.items()}
        wrong = [name for name, reading in readings.items() if reading.is_wrong]
        if not wrong and readings.get("word", WRONG).value == "forbidden":
            wrong.append("")  # the rule of the form, which is asked where each field can be read
        outcome = attempt(lambda: self.form.validate_content(content, strict=strict))
        if isinstance(outcome, InvalidContent):
            assert sorted(fault.field for fault in outcome.faults) == sorted(wrong)
            self.ask_again(outcome, content, readings, data)
            return
        assert wrong == []
        for name, reading in readings.items():
            value = getattr(outcome, name)
            assert (type(value), value) == (type(reading.value), reading.value)

    def ask_again(
        self,
        error: InvalidContent,
        content: dict[str, Any],
        readings: dict[str, Reading],
        data: DataObject,
    ) -> None:
        collects_nothing = self.is_nothing(content)
        assert error.nothing_collected is collects_nothing
        revision = data.draw(st.sampled_from(self.form.protocol_revisions()), "revision")
        if collects_nothing:
            with pytest.raises(NothingCollected):
                self.form.asking_again(error, revision=revision)
            return
        self.form = self.form.asking_again(error, revision=revision)
        self.revision = revision
        self.rounds += 1
        self.wrong = [fault.field for fault in error.faults]
        for name, reading in readings.items():
            self.fields[name].set_answer(reading.answer, revision)
        said = [self.fields[name].title if name else "that word" for name in self.wrong]
        lines = self.form.elicit_params(revision=revision)["message"].splitlines()
        assert lines[:2] == [QUESTION, "Please look at this again:"]
        for line, title in zip(lines[2:], said, strict=True):
            assert line.startswith(f"- {title}")

    def is_nothing(self, content: dict[str, Any]) -> bool:
        """Tell whether a client may have sent this without showing the form.

        That is what the form shows, and null for what may be left open.
        """
        required = {name for name, one in self.fields.items() if not one.may_be_left_open}
        return not required <= content.keys() and all(
            name not in required if value is None else is_same_json(value, self.fields[name].shown)
            for name, value in content.items()
        )

    # --- variants -----------------------------------------------------------------------------

    @rule(data=st.data())
    def with_defaults(self, data: DataObject) -> None:
        name, field = data.draw(st.sampled_from([*self.fields.items()]))
        fitting = [
            (one.read, one.shown)
            for one in field.declared.good
            if one.shown is not None and field.takes(one)
        ]
        if field.declared.open is None:
            fitting.append((None, None))
        if not fitting:
            return
        default, shown = data.draw(st.sampled_from(fitting))
        note(f"default of {name}: {default!r}")
        self.form = self.form.with_defaults(**{name: default})
        field.set_default(default, shown)

    @rule(data=st.data(), title=st.sampled_from(["One", "Two"]))
    def with_text(self, data: DataObject, title: str) -> None:
        name, field = data.draw(st.sampled_from([*self.fields.items()]))
        note(f"title of {name}: {title}")
        title = f"{title} {name}"  # lines that are the same are said once
        texts: dict[str, Any] = {name: {"title": title}}
        self.form = self.form.with_text(**texts)
        field.title = title

    @precondition(lambda self: any(field.choices for field in self.fields.values()))
    @rule(data=st.data(), least=st.sampled_from(BRANCHES))
    def with_choices(self, data: DataObject, least: str) -> None:
        name = data.draw(
            st.sampled_from([name for name, one in self.fields.items() if one.choices])
        )
        field = self.fields[name]
        own = field.own if isinstance(field.own, list) else [field.own] if field.own else []
        some = data.draw(st.sets(st.sampled_from(BRANCHES)))
        choices = tuple(one for one in BRANCHES if one in {least, *own, *some})
        note(f"choices of {name}: {choices}")
        self.form = self.form.with_choices(**{name: choices})
        field.set_choices(choices)

    # --- what holds after each step ---------------------------------------------------------------

    @invariant()
    def shows_and_requires_what_the_model_says(self) -> None:
        schema = self.form.requested_schema(self.revision)
        shown = {name: one.get("default") for name, one in schema["properties"].items()}
        for name, field in self.fields.items():
            has_defaults = self.revision != "2025-06-18" or isinstance(field.shown, bool)
            expected = field.shown if has_defaults else None
            assert (name, type(shown[name]), shown[name]) == (name, type(expected), expected)
        required = [name for name, one in self.fields.items() if not one.may_be_left_open]
        assert schema.get("required", []) == required

    @invariant()
    def is_valid(self) -> None:
        for revision in self.form.protocol_revisions():
            found = check_schema(self.form.requested_schema(revision), revision)
            assert [one for one in found if one.severity == "error"] == []


def what_is_sent(field: FieldModel) -> st.SearchStrategy[Sent]:
    declared = field.declared
    blanks_or_nothing = [Sent(NO_ANSWER), *map(Sent, declared.blanks)]
    good = [Sent(one.sent, one) for one in declared.good]
    if field.answer is not None:  # as a client sends what it showed and nobody touched
        good.append(Sent(field.answer.shown, field.answer._replace(lenient=False)))
    bad = [*map(Sent, declared.bad)]
    return st.one_of(
        st.sampled_from(good), st.sampled_from(blanks_or_nothing), st.sampled_from(bad)
    )


AskingAgain.TestCase.settings = settings(trying, stateful_step_count=15)
TestAskingAgain = AskingAgain.TestCase
