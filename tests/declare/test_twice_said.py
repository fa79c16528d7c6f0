"""What is said twice: the outermost text counts, the tightest bound, and two markers contradict."""

from __future__ import annotations

import itertools
from datetime import datetime, timezone
from typing import Annotated, Any, Literal, NewType, Optional

import pytest
from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

from elicitform import (
    AssumeZone,
    Form,
    Format,
    InvalidContent,
    MultiSelect,
    NotSecret,
    Prefill,
    Titles,
)
from tests.support.declared import Color, field_schema, form_with, refused

make_field: Any = Field  # with keywords that are only known by name
SIZES: Any = Literal["s", "l"]
CALLED_SIZES = {"s": "Small", "l": "Large"}

make_alias: Any = TypeAliasType
make_type: Any = NewType


def aliased(annotation: Any) -> Any:
    return make_alias("Aliased", annotation)


def renamed(annotation: Any) -> Any:
    return make_type("Renamed", annotation)


# Ways to wrap an annotation that says something already in a `Field` that says something else.
NESTINGS: dict[str, Any] = {
    "annotated": lambda inner, field: (Annotated[inner, field], ...),
    "optional around": lambda inner, field: (Optional[Annotated[inner, field]], None),
    "optional between": lambda inner, field: (Annotated[Optional[inner], field], None),
    "alias": lambda inner, field: (Annotated[aliased(inner), field], ...),
    "optional alias": lambda inner, field: (
        Optional[Annotated[aliased(inner), field]],
        None,
    ),
    "NewType": lambda inner, field: (Annotated[renamed(inner), field], ...),
    "optional NewType": lambda inner, field: (
        Optional[Annotated[renamed(inner), field]],
        None,
    ),
    "behind the equals sign": lambda inner, field: (inner, field),
    "optional, behind the equals sign": lambda inner, field: (
        Optional[inner],
        with_default(field),
    ),
}


def with_default(info: FieldInfo) -> Any:
    """Return a `Field` that says the same, with the default None."""
    said = {name: getattr(info, name) for name in ("title", "description") if getattr(info, name)}
    return Field(default=None, **said)


@pytest.mark.parametrize("keyword", ["title", "description"])
@pytest.mark.parametrize("nesting", NESTINGS)
def test_the_outermost_text_counts(nesting: str, keyword: str) -> None:
    def said(text: str) -> Any:
        return make_field(**{keyword: text})

    annotation, default = NESTINGS[nesting](Annotated[str, said("inner")], said("outer"))
    assert field_schema(form_with(annotation, default))[keyword] == "outer"


@pytest.mark.parametrize("keyword", ["title", "description"])
@pytest.mark.parametrize("nesting", NESTINGS)
def test_an_inner_text_counts_where_no_outer_one_is_said(nesting: str, keyword: str) -> None:
    inner = Annotated[str, make_field(**{keyword: "inner"})]
    other = "title" if keyword == "description" else "description"
    annotation, default = NESTINGS[nesting](inner, make_field(**{other: "outer"}))
    schema = field_schema(form_with(annotation, default))
    assert (schema[keyword], schema[other]) == ("inner", "outer")


@pytest.mark.parametrize("nesting", NESTINGS)
def test_texts_are_those_that_pydantic_says(nesting: str) -> None:
    inner = Annotated[str, Field(title="inner", description="inner")]
    annotation, default = NESTINGS[nesting](inner, Field(title="outer"))
    if "NewType" in nesting or "alias" in nesting or "optional, behind" in nesting:
        pytest.skip("pydantic itself does not look inside these")
    body = {"__annotations__": {"field": annotation}, "__module__": __name__}
    if default is not ...:
        body["field"] = default
    model: Any = type("Plain", (BaseModel,), body)
    (plain,) = model.model_json_schema()["properties"].values()
    arm: dict[str, Any] = next((arm for arm in plain.get("anyOf", []) if arm["type"] != "null"), {})
    if plain["title"] == "Field":  # made of the name
        del plain["title"]
    plain = {**arm, **plain}
    schema = field_schema(form_with(annotation, default))
    assert (schema["title"], schema["description"]) == (plain["title"], plain["description"])


# --- bounds -------------------------------------------------------------------------------------

# type, keyword, a tight bound and a loose one, its key on the wire, an answer only for the loose
BOUNDS: dict[str, tuple[Any, str, Any, Any, str, Any]] = {
    "int ge": (int, "ge", 5, 1, "minimum", 3),
    "int gt": (int, "gt", 4, 0, "minimum", 3),
    "int le": (int, "le", 5, 10, "maximum", 7),
    "int lt": (int, "lt", 6, 11, "maximum", 7),
    "float ge": (float, "ge", 0.5, 0.1, "minimum", 0.3),
    "float le": (float, "le", 0.5, 1.5, "maximum", 1.0),
    "str min_length": (str, "min_length", 5, 2, "minLength", "abc"),
    "str max_length": (str, "max_length", 5, 10, "maxLength", "abcdefg"),
    "choices min_length": (MultiSelect[SIZES], "min_length", 2, 1, "minItems", ["s"]),
    "choices max_length": (MultiSelect[SIZES], "max_length", 1, 2, "maxItems", ["s", "l"]),
}


@pytest.mark.parametrize("nesting", NESTINGS)
@pytest.mark.parametrize("case", BOUNDS)
def test_of_two_bounds_the_tighter_one_holds(case: str, nesting: str) -> None:
    bare, keyword, tight, loose, key, between = BOUNDS[case]
    expected = {"gt": tight + 1, "lt": tight - 1}.get(keyword, tight) if bare is int else tight
    if "behind" in nesting:
        pytest.skip("the bound of the other table is lost in the default")
    for inner, outer in ((tight, loose), (loose, tight)):
        annotation, default = NESTINGS[nesting](
            Annotated[bare, make_field(**{keyword: inner})],
            make_field(**{keyword: outer}),
        )
        form = form_with(annotation, default, since="2025-11-25")
        assert field_schema(form)[key] == expected
        with pytest.raises(InvalidContent):
            form.validate_content({"field": between})


@pytest.mark.parametrize(
    ("constraints", "minimum", "maximum"),
    [
        ({"ge": 1, "gt": 3}, 4, None),
        ({"ge": 5, "gt": 3}, 5, None),
        ({"le": 9, "lt": 7}, None, 6),
        ({"le": 5, "lt": 7}, None, 5),
    ],
)
def test_open_and_closed_bounds_are_held_against_each_other(
    constraints: dict[str, int], minimum: int | None, maximum: int | None
) -> None:
    schema = field_schema(form_with(int, make_field(**constraints)))
    assert (schema.get("minimum"), schema.get("maximum")) == (minimum, maximum)


@pytest.mark.filterwarnings("ignore:.*past 32 bits:elicitform.FormWarning")
@pytest.mark.parametrize("keyword", ["ge", "gt", "le", "lt"])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_bound_lies_within_what_every_json_reader_holds(keyword: str, sign: int) -> None:
    moved = {"gt": -1, "lt": 1}.get(keyword, 0)
    largest = sign * (2**53 - 1) + moved
    assert form_with(int, make_field(**{keyword: largest})).requested_schema()
    with refused() as faults:
        form_with(int, make_field(**{keyword: largest + sign}))
    assert [fault.code for fault in faults] == ["unsupported-constraint"]


# --- markers ------------------------------------------------------------------------------------

MARKERS: dict[str, tuple[Any, Any, Any]] = {
    "Format": (str, Format("email"), Format("uri")),
    "Titles": (SIZES, Titles(CALLED_SIZES), Titles({"s": "S", "l": "L"})),
    "Prefill": (int, Prefill(1), Prefill(2)),
    "AssumeZone": (datetime, AssumeZone("UTC"), AssumeZone("+02:00")),
}


@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("same", [True, False])
def test_two_markers_of_a_kind_contradict_each_other(marker: str, same: bool) -> None:
    bare, first, second = MARKERS[marker]
    with refused() as faults:
        form_with(Annotated[bare, first, first if same else second])
    assert [fault.code for fault in faults] == ["contradiction"]
    assert f"`{marker}(…)`" in faults[0].rule


def test_of_two_reasons_the_outermost_counts() -> None:
    blank, good = NotSecret(" "), NotSecret("a word to look up")
    assert form_with(Annotated[str, blank, good], Field(title="Token")).requested_schema()
    with refused() as faults:
        form_with(Annotated[str, good, blank], Field(title="Token"))
    assert [fault.code for fault in faults] == ["secret"]


@pytest.mark.parametrize(
    "piece",
    [
        AssumeZone("UTC"),
        Format("email"),
        Prefill("s"),
        Field(description="Which"),
        Field(title="Size"),
        Field(min_length=1),
    ],
    ids=repr,
)
def test_nothing_but_titles_is_said_of_each_choice_of_several(piece: Any) -> None:
    with refused() as faults:
        form_with(MultiSelect[Annotated[SIZES, piece]], since="2025-11-25")
    assert [fault.code for fault in faults] == ["unsupported-constraint"]


# --- defaults -----------------------------------------------------------------------------------

WAYS_TO_LEAVE_OPEN: dict[str, tuple[Any, Any]] = {
    "a default": (Annotated[int, Prefill(3)], 4),
    "the same default": (Annotated[int, Prefill(3)], 3),
    "a factory": (Annotated[int, Prefill(3)], Field(default_factory=int)),
    "None outside": (Optional[Annotated[int, Prefill(3)]], None),
    "None inside": (Annotated[Optional[int], Prefill(3)], None),
    "None without a default": (Annotated[Optional[int], Prefill(3)], ...),
}


@pytest.mark.parametrize("case", WAYS_TO_LEAVE_OPEN)
def test_what_must_be_answered_may_not_be_left_open(case: str) -> None:
    with refused() as faults:
        form_with(*WAYS_TO_LEAVE_OPEN[case])
    assert [fault.code for fault in faults] == ["contradiction"]


OUTER: dict[str, Any] = {
    "default": 3,
    "default_factory": int,
    "alias": "n",
    "validation_alias": "n",
    "serialization_alias": "n",
    "exclude": True,
    "frozen": True,
    "init": False,
    "kw_only": True,
    "repr": False,
}


@pytest.mark.parametrize("keyword", OUTER)
def test_a_keyword_that_has_no_effect_inside_is_named(keyword: str) -> None:
    inner = make_field(**{keyword: OUTER[keyword]})
    with refused() as faults:
        form_with(Optional[Annotated[int, inner]], None)
    assert faults[0].code == "unsupported-constraint"
    assert f"`{keyword}`" in faults[0].rule


class Listed(list[Any]):
    """A list of somebody's own."""


@pytest.mark.parametrize("default", [Listed([Color.RED]), (Color.RED,), {Color.RED}])
def test_a_default_of_several_is_a_list_and_nothing_like_it(default: Any) -> None:
    with refused() as faults:
        form_with(MultiSelect[Color], default, since="2025-11-25")
    assert [fault.code for fault in faults] == ["default"]


# --- what is given is the form's own ------------------------------------------------------------


def test_a_list_that_is_changed_later_changes_nothing() -> None:
    given: list[Any] = ["s"]

    class Order(Form, since="2025-11-25"):
        sizes: MultiSelect[Literal["s", "l"]] = given
        shown: Annotated[MultiSelect[Literal["s", "l"]], Prefill(given)]
        note: str = "x"

    before = Order.requested_schema()
    given.append("nothing of the kind")
    assert Order.requested_schema() == before
    assert Order.validate_content({"shown": []}).sizes == ["s"]
    changed = Order.with_text(note={"title": "Why"})
    defaults = {
        name: one.get("default") for name, one in changed.requested_schema()["properties"].items()
    }
    assert defaults == {"sizes": ["s"], "shown": ["s"], "note": "x"}


def test_titles_that_are_changed_later_change_nothing() -> None:
    titles = dict(CALLED_SIZES)
    form = form_with(Annotated[SIZES, Titles(titles)])
    titles["s"] = "nothing of the kind"
    changed = form.with_text(field={"title": "Which"})
    assert [one["title"] for one in field_schema(changed)["oneOf"]] == ["Small", "Large"]


def test_every_zone_is_read_as_it_was_given() -> None:
    for outer, inner in itertools.permutations([AssumeZone("+02:00"), Field(description="When")]):
        form = form_with(Optional[Annotated[datetime, inner, outer]], None)
        read = form.validate_content({"field": "2026-01-31 09:30"}).field
        assert read.astimezone(timezone.utc).hour == 7
