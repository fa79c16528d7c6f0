"""What type checkers understand of the public names: checked by mypy and pyright, never run.

A deliberate error carries an ignore with its code, which the checkers report where it is not needed.
"""

from __future__ import annotations

from datetime import date, datetime, timezone
from enum import Enum
from typing import Annotated, Any, Literal

from fastmcp import Client as FastClient
from fastmcp import FastMCP
from hypothesis.strategies import SearchStrategy
from mcp import Client as OfficialClient
from mcp.server.mcpserver import MCPServer
from mcp.types import ElicitResult
from pydantic import BaseModel, Field
from typing_extensions import assert_never, assert_type

from elicitform import (
    ENGLISH,
    LATEST_REVISION,
    REVISIONS,
    Accepted,
    AssumeZone,
    Cancelled,
    Confirmation,
    Declined,
    DefinitionFault,
    Fault,
    Finding,
    Form,
    Format,
    FormDefinitionError,
    InvalidContent,
    InvalidOutcome,
    LateChoice,
    Mistake,
    MultiSelect,
    NothingCollected,
    NotSecret,
    Prefill,
    RoundOutcome,
    SchemaError,
    Text,
    Titles,
    Unanswered,
    UnknownClientError,
    ValueForm,
    check_schema,
    elicitation_declarations,
    form_of,
    input_requests,
    preview_html,
    read_responses,
)
from elicitform.schemas import (
    Client,
    Degradation,
    Source,
    client_report,
    fields_beyond,
    known_clients,
)
from elicitform.testing import (
    CLIENTS,
    Asked,
    Script,
    accept,
    accept_content,
    answers,
    bad_answers,
    cancel,
    cleared,
    decline,
    scripted,
    untouched,
)


class Color(Enum):
    RED = "red"


class Deploy(Form):
    environment: Literal["staging", "production"] = Field(description="Where to")
    replicas: int = Field(default=1, ge=1, le=10)
    confirm: bool
    note: str | None = None


class Sure(Form, message="Sure?"):
    yes: bool


class Visits(Form, any_names=True):
    this_year: int = Field(alias="2024")


class Labels(Form, since="2025-11-25", auto_titles=False):
    tags: MultiSelect[Literal["a", "b"]]
    colors: MultiSelect[Color] = Field(default_factory=list)
    size: Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]
    contact: Annotated[str, Format("email")]
    token: Annotated[str, NotSecret("a word")]
    day: date
    confirmed: bool = Field(alias="confirm the operation")


class Release(Form, since="2025-11-25"):
    branch: LateChoice
    tags: MultiSelect[LateChoice]
    kind: Annotated[Literal["pdf", "csv"], Prefill("pdf")]
    starts: Annotated[datetime, AssumeZone("Europe/Oslo")]
    ends: Annotated[datetime, AssumeZone(timezone.utc)]


class Base(Form, abstract=True):
    name: str


def the_constructor_knows_its_arguments() -> None:
    Deploy(environment="staging", confirm=True)
    Deploy(environment="staging", replicas=3, confirm=True, note=None)
    Deploy(environment="staging")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Deploy(environment="moon", confirm=True)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Deploy(environment="staging", confirm="yes")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Deploy(environment="staging", confirm=True, size=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Deploy("staging", confirm=True)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def fields_have_their_types(deploy: Deploy, labels: Labels) -> None:
    assert_type(deploy.environment, Literal["staging", "production"])
    assert_type(deploy.note, str | None)
    assert_type(labels.tags, list[Literal["a", "b"]])
    assert_type(labels.colors, list[Color])
    assert_type(labels.size, Literal["s", "l"])
    assert_type(labels.contact, str)
    assert_type(labels.day, date)


def reading_returns_the_form(content: dict[str, Any]) -> None:
    assert_type(Deploy.validate_content(content), Deploy)
    assert_type(Deploy.validate_content(content, strict=True), Deploy)
    assert_type(Deploy.model_validate(content), Deploy)
    assert_type(Deploy.model_validate_json("{}"), Deploy)
    assert_type(Deploy.parse_response(content), Accepted[Deploy] | Declined | Cancelled)


def outcomes_narrow_by_isinstance(result: object) -> None:
    outcome = Deploy.parse_response(result)
    if isinstance(outcome, Accepted):
        assert_type(outcome.data, Deploy)
    else:
        assert_type(outcome, Declined | Cancelled)
        outcome.data  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]  # noqa: B018


def outcomes_narrow_by_action(result: object) -> None:
    outcome = Deploy.parse_response(result)
    if outcome.action == "accept":
        assert_type(outcome, Accepted[Deploy])
    elif outcome.action == "decline":
        assert_type(outcome, Declined)
    else:
        assert_type(outcome, Cancelled)


def outcomes_narrow_by_truth(result: object) -> None:
    outcome = Deploy.parse_response(result)
    if outcome:
        assert_type(outcome.data, Deploy)
    else:
        assert_type(outcome, Declined | Cancelled)


def outcomes_narrow_by_match(result: object) -> bool:
    outcome = Deploy.parse_response(result)
    match outcome:
        case Accepted(data):
            assert_type(data, Deploy)
            return data.confirm
        case Declined():
            return False
        case Cancelled():
            return False
        case _:
            assert_never(outcome)


def schemas_are_dicts() -> None:
    assert_type(Deploy.requested_schema(), dict[str, Any])
    assert_type(Deploy.requested_schema("2025-06-18"), dict[str, Any])
    assert_type(Deploy.elicit_params("Where to?", revision=LATEST_REVISION), dict[str, Any])
    assert_type(Sure.elicit_params(), dict[str, Any])
    assert_type(Sure.elicit_params(None, "2025-06-18"), dict[str, Any])
    assert_type(elicitation_declarations(Sure), list[dict[str, Any]])
    elicitation_declarations(Deploy, revisions=REVISIONS, message="Where to?", name="deploy")
    assert_type(Deploy.protocol_revisions(), tuple[str, ...])
    assert_type(REVISIONS, tuple[str, ...])
    assert_type(check_schema({}, "2025-06-18"), list[Finding])


class Closed(Form, abstract=True, extra="forbid"):
    pass


def a_schema_makes_a_form_below_the_one_it_is_called_on(schema: object) -> None:
    assert_type(Form.from_requested_schema(schema), type[Form])
    assert_type(Closed.from_requested_schema(schema, name="Deploy"), type[Closed])
    made = Closed.from_requested_schema(schema, revision="2025-06-18")
    assert_type(made.parse_response({}), Accepted[Closed] | Declined | Cancelled)
    assert_type(made.validate_content({}), Closed)
    assert_type(made.dropped_keywords, tuple[str, ...])


def reports_are_named_tuples() -> None:
    (found,) = client_report(Deploy, revision=LATEST_REVISION, clients=["codex"])
    assert_type(found, Degradation)
    assert_type(found.severity, Literal["blocks", "degrades", "minor"])
    assert_type(found.source, Source)
    client_report(Deploy.requested_schema(), clients=())
    client_report(BaseModel)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert_type(fields_beyond(Deploy), list[str])
    fields_beyond(Deploy, profile="lax")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert_type(known_clients(), tuple[Client, ...])
    assert_type(known_clients()[0].sources, tuple[Source, ...])


def errors_about_schemas_carry_their_facts(
    invalid: SchemaError, unknown: UnknownClientError
) -> None:
    assert_type(invalid.findings, tuple[Finding, ...])
    assert_type(unknown.clients, tuple[str, ...])


def errors_carry_their_facts(invalid: InvalidContent, refused: FormDefinitionError) -> None:
    assert_type(invalid.faults, tuple[Fault, ...])
    assert_type(invalid.missing, tuple[str, ...])
    assert_type(refused.faults, tuple[DefinitionFault, ...])


def only_the_protocols_formats_are_formats() -> None:
    Format("uuid")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def drawn_answers_are_dicts_or_none() -> None:
    assert_type(answers(Deploy), SearchStrategy[dict[str, Any] | None])
    assert_type(answers(Deploy, strict=True), SearchStrategy[dict[str, Any]])
    assert_type(bad_answers(Deploy, sendable=True), SearchStrategy[Any])
    answers(Color)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def results_are_dicts() -> None:
    assert_type(accept(Deploy, environment="staging", confirm=True), dict[str, Any])
    assert_type(accept_content(None), dict[str, Any])
    assert_type(decline(), dict[str, Any])
    assert_type(cancel(), dict[str, Any])
    assert_type(untouched(Deploy, CLIENTS[0]), dict[str, Any] | None)
    assert_type(cleared(Deploy, CLIENTS[0], "note"), dict[str, Any] | None)
    untouched(Deploy(environment="staging", confirm=True), "codex")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def a_page_is_text(schema: dict[str, Any]) -> None:
    assert_type(preview_html(Deploy), str)
    assert_type(preview_html(schema, clients=CLIENTS), str)
    preview_html(Deploy.__elicit_form__)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


async def as_mapping(message: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"action": "decline"}


def a_script_fits_the_clients_of_both_sdks(server: MCPServer, fast_server: FastMCP) -> None:
    script = scripted(
        accept(Deploy),
        decline(),
        lambda _message, _schema: cancel(),
        as_mapping,
        ElicitResult(action="decline"),
    )
    assert_type(script, Script)
    assert_type(script.asked, list[Asked])
    OfficialClient(server, elicitation_callback=script.callback)
    FastClient(fast_server, elicitation_handler=script.handler)
    with script as person:
        assert_type(person, Script)
    scripted(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def markers_leave_types_as_they_are(release: Release) -> None:
    assert_type(release.branch, str)
    assert_type(release.tags, list[str])
    assert_type(release.kind, Literal["pdf", "csv"])
    assert_type(release.starts, datetime)
    AssumeZone(2)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def specialised_forms_are_forms_of_the_same_type(result: object) -> None:
    assert_type(Release.with_choices(branch=["main"]), type[Release])
    assert_type(Release.with_choices(branch={"main": "The main branch"}), type[Release])
    assert_type(Release.with_defaults(branch="main", kind="csv"), type[Release])
    assert_type(Release.with_text(branch={"title": "Which?"}), type[Release])
    form = Release.with_choices(branch=("main",)).with_defaults(kind="csv")
    assert_type(form.parse_response(result), Accepted[Release] | Declined | Cancelled)
    Release.with_choices(branch=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Release.with_text(branch="Which?")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Release.with_text(branch={"label": "Which?"})  # type: ignore[typeddict-unknown-key]  # pyright: ignore[reportArgumentType]


def asking_again_keeps_the_type(invalid: InvalidContent, nothing: NothingCollected) -> None:
    assert_type(Deploy.asking_again(invalid), type[Deploy])
    again = Deploy.asking_again(invalid, "Where to?", revision="2025-06-18", texts=ENGLISH)
    assert_type(again, type[Deploy])
    assert_type(form_of(int).asking_again(invalid, "How many?"), ValueForm[int])
    assert_type(nothing.form, str)
    Deploy.asking_again(nothing)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def said(mistake: Mistake) -> str:
    assert_type(mistake.title, str)
    return mistake.wanted


def a_catalogue_holds_templates_and_functions(invalid: InvalidContent) -> None:
    catalogue: dict[str, Text] = {"type": "{title}", "range": said}
    Deploy.asking_again(invalid, texts=catalogue)
    Deploy.asking_again(invalid, texts={"type": "{title}", "range": said})
    Deploy.asking_again(invalid, texts={"type": "{title}"})
    Deploy.asking_again(invalid, texts={"type": 3})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]


def rounds_are_plain_dicts(invalid: InvalidContent) -> None:
    requests = input_requests({"deploy": (Deploy, "Where to?"), "sure": (Confirmation, "Sure?")})
    assert_type(requests, dict[str, dict[str, Any]])
    again = Confirmation.asking_again(invalid)
    assert_type(input_requests({"sure": again}), dict[str, dict[str, Any]])
    input_requests({"deploy": (Deploy, "Where to?"), "sure": again})
    input_requests({"deploy": Deploy.elicit_params("Where to?"), "sure": again})
    input_requests({"deploy": Deploy, "count": (form_of(int), "How many?"), "n": form_of(int)})
    input_requests({"deploy": "Where to?"})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]


def rounds_narrow_by_isinstance(responses: object) -> None:
    outcome = read_responses({"deploy": Deploy}, responses)["deploy"]
    assert_type(outcome, Accepted[Deploy] | Declined | Cancelled | InvalidOutcome | Unanswered)
    if isinstance(outcome, Accepted):
        assert_type(outcome.data, Deploy)
    elif isinstance(outcome, InvalidOutcome):
        assert_type(outcome.error, InvalidContent)
    else:
        assert_type(outcome, Declined | Cancelled | Unanswered)


def rounds_narrow_by_truth(responses: object) -> None:
    outcome = read_responses({"deploy": Deploy}, responses)["deploy"]
    if outcome:
        assert_type(outcome, Accepted[Deploy])
    else:
        assert_type(outcome, Declined | Cancelled | InvalidOutcome | Unanswered)
        outcome.data  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]  # noqa: B018


def rounds_narrow_by_match(responses: object) -> bool:
    outcome = read_responses({"deploy": Deploy}, responses, strict=True)["deploy"]
    match outcome:
        case Accepted(data):
            assert_type(data, Deploy)
            return data.confirm
        case InvalidOutcome(error):
            assert_type(error, InvalidContent)
            return False
        case Declined() | Cancelled() | Unanswered():
            return False
        case _:
            assert_never(outcome)


def rounds_of_several_forms_know_what_they_share(responses: object) -> None:
    forms: dict[str, type[Form]] = {"deploy": Deploy, "sure": Confirmation}
    outcome = read_responses(forms, responses)["sure"]
    if outcome:
        assert_type(outcome.data, Form)
    for each in read_responses({"deploy": Deploy, "sure": Confirmation}, responses).values():
        if each:
            each.data.model_dump()
    read_responses({"deploy": 3}, responses)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType, reportCallIssue]


def two_forms_of_one_round_keep_their_types_where_each_is_read_by_itself(responses: object) -> None:
    wish = read_responses({"deploy": Deploy}, responses)["deploy"]
    sure = read_responses({"sure": Confirmation}, responses)["sure"]
    count = read_responses({"count": form_of(int)}, responses)["count"]
    assert_type(wish, RoundOutcome[Deploy])
    assert_type(sure, RoundOutcome[Confirmation])
    assert_type(count, RoundOutcome[int])
    if wish and sure and count:
        assert_type(wish.data.environment, Literal["staging", "production"])
        assert_type(sure.data.confirm, bool)
        assert_type(count.data, int)
        wish.data.confirmed  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]  # noqa: B018


def single_values_of_no_class_have_the_type_that_is_written(content: dict[str, Any]) -> None:
    size: ValueForm[Literal["s", "l"]] = form_of(Literal["s", "l"])
    assert_type(size.validate_content(content), Literal["s", "l"])
    branch: ValueForm[str] = form_of(LateChoice)
    assert_type(branch.with_choices(["main"]).validate_content(content), str)
    tags: ValueForm[list[Literal["a", "b"]]] = form_of(
        MultiSelect[Literal["a", "b"]], since="2025-11-25"
    )
    assert_type(tags.validate_content(content), list[Literal["a", "b"]])
    note: ValueForm[str | None] = form_of(str | None, default=None)
    assert_type(note.validate_content(content), str | None)


def single_values_are_handed_back(result: object, content: dict[str, Any]) -> None:
    assert_type(form_of(int), ValueForm[int])
    assert_type(form_of(int, title="How many?", ge=1, default=3), ValueForm[int])
    assert_type(form_of(Color), ValueForm[Color])
    assert_type(form_of(int).validate_content(content), int)
    assert_type(form_of(int).parse_response(result), Accepted[int] | Declined | Cancelled)
    outcome = form_of(date).parse_response(result)
    if outcome:
        assert_type(outcome.data, date)
    form_of(int, pattern="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]


def a_confirmation_is_a_boolean(result: object) -> None:
    outcome = Confirmation.parse_response(result)
    if outcome:
        assert_type(outcome.data.confirm, bool)
    assert_type(Confirmation.with_text(confirm={"title": "Delete"}), type[Confirmation])
