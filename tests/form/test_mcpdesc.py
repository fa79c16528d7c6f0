"""A form's message, and what is declared of it in an MCP Description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from elicitform import (
    REVISIONS,
    Form,
    FormDefinitionError,
    MultiSelect,
    RevisionError,
    Titles,
    check_schema,
    elicitation_declarations,
)
from tests.support.command import command
from tests.support.declared import made, refused
from tests.support.json_values import spoil
from tests.support.strategies import forms
from tests.support.trying import trying


class Deploy(Form, message="Where to?"):
    environment: Literal["staging", "production"]
    replicas: int = 1


class Sure(Form):
    yes: bool


# --- class keywords ---------------------------------------------------------------------------


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_request_asks_with_the_message_of_the_class(revision: str) -> None:
    assert Deploy.elicit_params(revision=revision) == Deploy.elicit_params("Where to?", revision)


@pytest.mark.parametrize("message", ["", " ", 3, "\ud800"])
def test_a_message_that_is_none_is_refused_in_a_call_as_well(message: Any) -> None:
    with pytest.raises(FormDefinitionError) as caught:
        Deploy.elicit_params(message)
    assert [fault.code for fault in caught.value.faults] in (["message"], ["text"])


def test_a_call_says_its_own_message() -> None:
    assert Deploy.elicit_params("Where to now?")["message"] == "Where to now?"


def test_without_any_message_a_request_is_an_error_that_says_both_ways() -> None:
    with pytest.raises(TypeError, match="Sure cannot be asked as it is") as caught:
        Sure.elicit_params()
    assert isinstance(caught.value, FormDefinitionError)
    assert [fault.code for fault in caught.value.faults] == ["no-message"]
    assert 'class Sure(Form, message="…")' in str(caught.value)
    assert 'pass `message="…"`' in str(caught.value)


def test_an_unknown_revision_and_an_abstract_form_are_told_first() -> None:
    class Base(Form, abstract=True):
        pass

    with pytest.raises(RevisionError):
        Sure.elicit_params(revision="2020-01-01")
    with pytest.raises(FormDefinitionError, match="can be neither exported nor read"):
        Base.elicit_params()


def test_a_message_belongs_to_the_class_that_states_it() -> None:
    class Redeploy(Deploy):
        reason: str

    with pytest.raises(FormDefinitionError):
        Redeploy.elicit_params()
    assert elicitation_declarations(Redeploy, message="Again?")[0]["name"] == "Redeploy"


def test_a_form_made_by_a_call_may_have_a_message() -> None:
    form = made({"yes": (bool, ...)}, message="Sure?")
    assert form.elicit_params()["message"] == "Sure?"
    (declaration,) = elicitation_declarations(form)
    assert (declaration["name"], declaration["message"]) == ("Sample", "Sure?")


def test_a_field_may_be_called_like_a_part_of_a_declaration() -> None:
    class Contact(Form, message="Who are you?"):
        name: str
        message: str

    assert list(Contact.elicit_params()["requestedSchema"]["properties"]) == ["name", "message"]


@pytest.mark.parametrize(
    ("keywords", "codes"),
    [
        ({"message": ""}, ["message"]),
        ({"message": " \n"}, ["message"]),
        ({"message": 3}, ["text"]),
        ({"message": b"Where to?"}, ["text"]),
        ({"message": "\ud83d"}, ["text"]),
        ({"message": "?", "abstract": True}, ["message"]),
    ],
)
def test_a_message_that_cannot_be_one_is_refused(
    keywords: dict[str, Any], codes: list[str]
) -> None:
    with refused() as faults:
        made({"yes": (bool, ...)}, **keywords)
    assert [fault.code for fault in faults] == codes
    assert {(fault.field, fault.annotation) for fault in faults} == {("", "")}


@pytest.mark.parametrize("name", ["a", "Deploy", "shop.deploy_2-x", "1"])
def test_a_name_may_hold_letters_digits_and_three_signs(name: str) -> None:
    (one,) = elicitation_declarations(Sure, message="?", name=name)
    assert one["name"] == name


@pytest.mark.parametrize("name", ["", "a b", "größe", "deploy\n", "\ud83d", 3])
def test_what_cannot_name_an_elicitation_is_refused(name: Any) -> None:
    with refused() as faults:
        elicitation_declarations(Sure, message="?", name=name)
    assert [(fault.field, fault.annotation, fault.code) for fault in faults] == [("", "", "name")]
    assert faults[0].remedy == 'Pass such a name: `name="deploy"`.'


@pytest.mark.parametrize("keyword", ["mesage", "title_of"])
def test_an_unknown_class_keyword_is_told_with_those_that_are_known(keyword: str) -> None:
    known = (
        "`since`, `abstract`, `auto_titles`, `message`, `any_names`, and the keys of model_config"
    )
    with pytest.raises(TypeError, match=f"`{keyword}`; a form takes {known}"):
        made({"yes": (bool, ...)}, **{keyword: "?"})


# --- declarations -----------------------------------------------------------------------------


def test_a_declaration_has_these_members_in_this_order() -> None:
    (declaration,) = elicitation_declarations(Sure, message="Sure?")
    assert list(declaration.items()) == [
        ("name", "Sure"),
        ("mode", "form"),
        ("message", "Sure?"),
        ("requestedSchema", Sure.requested_schema()),
        ("protocolVersions", list(REVISIONS)),
    ]


def test_revisions_with_different_schemas_get_a_declaration_each_the_newest_first() -> None:
    new, old = elicitation_declarations(Deploy)
    assert [(one["name"], one["protocolVersions"]) for one in (new, old)] == [
        ("Deploy", ["2025-11-25", "2026-07-28"]),
        ("Deploy-2025-06-18", ["2025-06-18"]),
    ]
    assert new["requestedSchema"] == Deploy.requested_schema()
    assert old["requestedSchema"] == Deploy.requested_schema("2025-06-18")


@pytest.mark.parametrize(
    ("revisions", "declared"),
    [
        (["2025-06-18"], [("Deploy", ["2025-06-18"])]),
        (["2026-07-28"], [("Deploy", ["2026-07-28"])]),
        (["2026-07-28", "2025-11-25", "2026-07-28"], [("Deploy", ["2025-11-25", "2026-07-28"])]),
        (
            ["2025-06-18", "2026-07-28"],
            [("Deploy", ["2026-07-28"]), ("Deploy-2025-06-18", ["2025-06-18"])],
        ),
        ([], []),
    ],
)
def test_a_document_may_be_about_some_revisions(
    revisions: list[str], declared: list[tuple[str, list[str]]]
) -> None:
    found = elicitation_declarations(Deploy, revisions=iter(revisions))
    assert [(one["name"], one["protocolVersions"]) for one in found] == declared


def test_a_form_is_declared_from_its_since_on() -> None:
    class Picks(Form, since="2025-11-25", message="Which?"):
        sizes: MultiSelect[Literal["s", "l"]]

    (declaration,) = elicitation_declarations(Picks)
    assert declaration["protocolVersions"] == ["2025-11-25", "2026-07-28"]
    with pytest.raises(RevisionError):
        elicitation_declarations(Picks, revisions=["2025-06-18"])
    with pytest.raises(RevisionError):
        elicitation_declarations(Picks, revisions=["2020-01-01"])


def test_arguments_say_it_in_place_of_the_class() -> None:
    new, old = elicitation_declarations(Deploy, message="To?", name="to")
    assert (new["name"], old["name"]) == ("to", "to-2025-06-18")
    assert {new["message"], old["message"]} == {"To?"}


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ({}, ["no-message"]),
        ({"message": " "}, ["message"]),
        ({"message": "?", "name": "a b"}, ["name"]),
        ({"name": ""}, ["no-message", "name"]),
    ],
)
def test_what_cannot_be_declared_is_refused(arguments: dict[str, str], codes: list[str]) -> None:
    with refused() as faults:
        elicitation_declarations(Sure, **arguments)
    assert [fault.code for fault in faults] == codes


def test_a_class_whose_name_cannot_be_one_needs_another() -> None:
    class Größe(Form, message="?"):  # noqa: PLC2401  (that is the point)
        yes: bool

    with refused() as faults:
        elicitation_declarations(Größe)
    assert [fault.code for fault in faults] == ["name"]
    assert 'name="deploy"' in faults[0].remedy
    assert elicitation_declarations(Größe, name="size")[0]["name"] == "size"


def test_every_call_returns_fresh_declarations() -> None:
    before = json.dumps(elicitation_declarations(Deploy))
    for declaration in elicitation_declarations(Deploy):
        spoil(declaration)
    assert json.dumps(elicitation_declarations(Deploy)) == before


# --- the rules of mcpdesc, as its own schema has them: closed objects, one shape each ------------


def closed(needed: str, /, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": needed.split(),
        "additionalProperties": False,
    }


COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT, "minItems": 1, "uniqueItems": True}
SAID = {"title": TEXT, "description": TEXT}
CHOICES = {"type": "array", "items": closed("const title", const=TEXT, title=TEXT), "minItems": 1}
NUMBER = {"type": "number"}
SHAPES = [
    closed(
        "type",
        type={"const": "string"},
        minLength=COUNT,
        maxLength=COUNT,
        format={"enum": ["email", "uri", "date", "date-time"]},
        default=TEXT,
        **SAID,
    ),
    closed(
        "type",
        type={"enum": ["number", "integer"]},
        minimum=NUMBER,
        maximum=NUMBER,
        default=NUMBER,
        **SAID,
    ),
    closed("type", type={"const": "boolean"}, default={"type": "boolean"}, **SAID),
    closed(
        "type enum", type={"const": "string"}, enum=TEXTS, enumNames=TEXTS, default=TEXT, **SAID
    ),
    closed("type oneOf", type={"const": "string"}, oneOf=CHOICES, default=TEXT, **SAID),
    closed(
        "type items",
        type={"const": "array"},
        minItems=COUNT,
        maxItems=COUNT,
        items={
            "oneOf": [
                closed("type enum", type={"const": "string"}, enum=TEXTS),
                closed("anyOf", anyOf=CHOICES),
            ]
        },
        default={"type": "array", "items": TEXT},
        **SAID,
    ),
]
DECLARATION = closed(
    "name mode message requestedSchema protocolVersions",
    name={"type": "string", "pattern": "^[A-Za-z0-9._-]+$"},
    mode={"const": "form"},
    message={"type": "string", "minLength": 1},
    requestedSchema=closed(
        "type properties",
        type={"const": "object"},
        properties={"type": "object", "additionalProperties": {"oneOf": SHAPES}},
        required=TEXTS,
    ),
    protocolVersions={**TEXTS, "items": {"enum": list(REVISIONS)}},
)
DECLARATIONS = Draft202012Validator({"type": "array", "items": DECLARATION})


def require_valid(declarations: list[dict[str, Any]]) -> None:
    """Hold declarations against the closed shapes, and against the rules of each revision."""
    DECLARATIONS.validate(declarations)
    names = [one["name"] for one in declarations]
    assert len(names) == len(set(names))
    for one in declarations:
        schema = one["requestedSchema"]
        assert set(schema.get("required", [])) <= set(schema["properties"])
        for revision in one["protocolVersions"]:
            findings = check_schema(schema, revision)
            assert [found for found in findings if found.severity == "error"] == []


@trying
@given(forms())
def test_whatever_is_declared_is_valid_at_every_revision_that_it_names(form: Any) -> None:
    declarations = elicitation_declarations(form, message="?", name="asked")
    require_valid(declarations)
    named = [version for one in declarations for version in one["protocolVersions"]]
    assert sorted(named) == list(form.protocol_revisions())
    for one in declarations:
        for revision in one["protocolVersions"]:
            assert one["requestedSchema"] == form.requested_schema(revision)


# --- the command line -------------------------------------------------------------------------

ASKING = """
from typing import Literal
from elicitform import Form, MultiSelect

class Deploy(Form, message="Where to?"):
    replicas: int = 1

class Picks(Form, since="2025-11-25", message="Which?"):
    sizes: MultiSelect[Literal["s", "l"]]

class Sure(Form):
    yes: bool
"""


@pytest.fixture
def asking(folder: Path) -> str:
    (folder / "asking_forms.py").write_text(ASKING)
    return "asking_forms"


def exported(*arguments: str) -> list[dict[str, Any]]:
    code, out, err = command("export", *arguments, "--as", "mcpdesc")
    assert (code, err) == (0, "")
    declarations: list[dict[str, Any]] = json.loads(out)
    require_valid(declarations)
    return declarations


def test_several_forms_make_one_list(asking: str) -> None:
    declarations = exported(asking, "--message", "Sure=Are you sure?")
    assert [(one["name"], one["message"]) for one in declarations] == [
        ("Deploy", "Where to?"),
        ("Deploy-2025-06-18", "Where to?"),
        ("Picks", "Which?"),
        ("Sure", "Are you sure?"),
    ]


def test_one_form_makes_a_list_too(asking: str) -> None:
    form = made({"replicas": (int, 1)})
    expected = elicitation_declarations(form, message="Where to?", name="deploy")
    assert exported(f"{asking}:Deploy", "--name", "deploy") == expected


def test_a_text_is_for_every_form_and_one_of_a_forms_own_goes_before_it(asking: str) -> None:
    declarations = exported(asking, "--message", "Well?", "--message", "Sure=a=b?")
    assert [one["message"] for one in declarations] == ["Well?", "Well?", "Well?", "a=b?"]


def test_a_text_may_hold_an_equals_sign(asking: str) -> None:
    (one,) = exported(f"{asking}:Sure", "--message", "Is 1 = 1?")
    assert one["message"] == "Is 1 = 1?"


def test_names_are_said_like_messages(asking: str) -> None:
    sure, picks = f"{asking}:Sure", f"{asking}:Picks"
    assert exported(sure, "--message", "?", "--name", "sure")[0]["name"] == "sure"
    both = exported(sure, picks, "--message", "?", "--name", "Sure=sure.1")
    assert [one["name"] for one in both] == ["sure.1", "Picks"]


@pytest.mark.parametrize(
    ("revision", "names"),
    [
        ("2025-06-18", ["Deploy"]),
        ("2026-07-28", ["Deploy"]),
        ("all", ["Deploy", "Deploy-2025-06-18"]),
    ],
)
def test_a_revision_chooses_what_is_declared(asking: str, revision: str, names: list[str]) -> None:
    found = exported(f"{asking}:Deploy", "--revision", revision)
    assert [one["name"] for one in found] == names


def test_files_are_written_and_checked_one_a_form(asking: str) -> None:
    arguments = ["export", asking, "--as", "mcpdesc", "--message", "Sure=?", "--out", "out"]
    code, out, err = command(*arguments)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        str(Path("out", f"{name}.json")) for name in ("Deploy", "Picks", "Sure")
    ]
    for path in Path("out").iterdir():
        require_valid(json.loads(path.read_text(encoding="utf-8")))
    assert command(*arguments, "--check") == (0, "", "")
    path = Path("out/Deploy.json")
    path.write_text(path.read_text().replace("Where to?", "Where?"))
    code, out, err = command(*arguments, "--check")
    assert (code, err) == (1, "1 file of 3 would change; run it without --check to write them\n")
    assert '-    "message": "Where?",\n+    "message": "Where to?",\n' in out


def test_what_is_declared_can_be_reported_on(asking: str) -> None:
    _, out, _ = command("export", f"{asking}:Deploy", "--as", "mcpdesc")
    Path("deploy.json").write_text(out)
    code, out, err = command("clients", "deploy.json")
    assert (code, err) == (0, "")
    assert "Deploy at 2026-07-28: " in out
    assert "Deploy-2025-06-18" not in out
    _, out, _ = command("clients", "deploy.json", "--revision", "2025-06-18")
    assert "Deploy at 2025-06-18: " in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["asking_forms"], 2, 'Sure has no message to declare: write `class Sure(Form, message="…")`, or pass --message "Sure=…"\n'),
        (["shop_forms"], 2, "Second, First have no message to declare: "),
        (["shop_forms:Base"], 1, "Base can be neither exported nor read as it is"),
        (["asking_forms", "--message", "Sur=?"], 2, "--message names Sur, but the exported forms are Deploy, Picks, Sure; "),
        (["asking_forms", "--message", "?", "--message", "!"], 2, "--message gives two values for every form\n"),
        (["asking_forms", "--message", "Sure=?", "--message", "Sure=!"], 2, "--message gives two values for Sure\n"),
        (["asking_forms", "--message", "Sure="], 2, "--message: The message is blank, "),
        (["asking_forms", "--message", "?", "--name", "x"], 2, '--name names one form of several: write --name "Form=NAME"\n'),
        (["asking_forms:Deploy", "--name", "a b"], 2, "--name: 'a b' cannot name an elicitation: "),
        (["asking_forms", "--message", "?", "--name", "Sure=Deploy"], 2, "Deploy and Sure would both declare 'Deploy' in one list: "),
        (["asking_forms:Picks", "--revision", "2025-06-18"], 1, "Picks cannot be expressed in revision 2025-06-18"),
    ],
)  # fmt: skip
def test_what_cannot_be_declared_is_said(
    asking: str, arguments: list[str], code: int, message: str
) -> None:
    returned, out, err = command("export", *arguments, "--as", "mcpdesc")
    assert (returned, out) == (code, "")
    assert err.startswith(f"elicitform: {message}")
    assert code == 1 or err.count("\n") == 1


@pytest.mark.parametrize("option", ["--message", "--name"])
def test_messages_and_names_are_about_declarations(asking: str, option: str) -> None:
    assert command("export", asking, option, "x") == (
        2,
        "",
        "elicitform: --message and --name are for declarations: pass --as mcpdesc\n",
    )


def test_two_files_may_declare_one_name(asking: str) -> None:
    arguments = ["--message", "?", "--name", "Sure=Deploy", "--as", "mcpdesc", "--out", "out"]
    assert command("export", asking, *arguments)[0] == 0


def test_titles_are_declared_as_each_revision_writes_them() -> None:
    class Sized(Form, message="How large?"):
        size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]

    new, old = elicitation_declarations(Sized)
    assert "oneOf" in new["requestedSchema"]["properties"]["size"]
    assert "enumNames" in old["requestedSchema"]["properties"]["size"]
    require_valid([new, old])


def test_a_form_specialised_at_run_time_is_asked_like_the_form_it_is_made_of() -> None:
    class Release(Form, message="Which branch?"):
        branch: Literal["main", "dev"]

    for form in (
        Release.with_choices(branch=["main"]),
        Release.with_choices(),
        Release.with_defaults(branch="main").with_text(branch={"title": "Branch"}),
    ):
        assert form.elicit_params()["message"] == "Which branch?"
        assert elicitation_declarations(form)[0]["name"] == "Release"


def test_a_form_that_awaits_choices_cannot_be_declared(folder: Path) -> None:
    (folder / "late_forms.py").write_text(
        "from typing import Annotated\nfrom elicitform import Form, LateChoice\n"
        "class Late(Form):\n    branch: LateChoice\n"
    )
    code, out, err = command("export", "late_forms:Late", "--as", "mcpdesc")
    assert (code, out) == (1, "")
    assert err.startswith("elicitform: Late can be neither exported nor read as it is")
