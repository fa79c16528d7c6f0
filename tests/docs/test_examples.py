"""Each example is a program that runs, and says what it is there to show."""

import io
import json
import runpy
from typing import Any

import pytest

from elicitform import Accepted, check_schema
from elicitform._cli import main
from tests.support.examples import output_of
from tests.support.paths import EXAMPLES

# deploy.py


def test_the_deploy_example_reads_a_response() -> None:
    deploy = runpy.run_path(str(EXAMPLES / "deploy.py"))["Deploy"]

    response = {"action": "accept", "content": {"environment": "staging", "confirm": True}}

    assert deploy.parse_response(response) == Accepted(
        deploy(environment="staging", replicas=1, confirm=True)
    )


def test_the_exported_schema_of_the_deploy_example_is_up_to_date() -> None:
    stdout, stderr = io.StringIO(), io.StringIO()

    code = main(
        ["export", str(EXAMPLES / "deploy.py"), "--out", str(EXAMPLES), "--check"], stdout, stderr
    )

    assert (code, stdout.getvalue(), stderr.getvalue()) == (0, "", "")


# labels.py


@pytest.fixture(scope="module")
def labels() -> dict[str, dict[str, Any]]:
    """Return the schemas that the labels example prints, by form and revision."""
    schemas: dict[str, dict[str, Any]] = json.loads(output_of("labels.py"))
    return schemas


def test_the_labels_example_prints_each_form_at_each_of_its_revisions(labels: Any) -> None:
    assert {form: list(schemas) for form, schemas in labels.items()} == {
        "Ticket": ["2025-06-18", "2025-11-25", "2026-07-28"],
        "PlatformTicket": ["2025-11-25", "2026-07-28"],
    }


def test_every_schema_that_the_labels_example_prints_is_valid_at_its_revision(labels: Any) -> None:
    for schemas in labels.values():
        for revision, schema in schemas.items():
            assert check_schema(schema, revision) == []


def test_the_labels_example_shows_titles_as_enum_names_at_the_oldest_revision(labels: Any) -> None:
    properties = labels["Ticket"]["2025-06-18"]["properties"]

    assert properties == {
        "severity": {
            "type": "string",
            "title": "Severity",
            "description": "How bad it is",
            "enum": ["low", "high"],
            "enumNames": ["Can wait", "Stops my work"],
        },
        "team": {
            "type": "string",
            "title": "Team",
            "description": "Who should look at it",
            "enum": ["backend", "frontend"],
            "enumNames": ["APIs and data", "Web and mobile"],
        },
    }


@pytest.mark.parametrize("form", ["Ticket", "PlatformTicket"])
@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_the_labels_example_shows_titles_as_alternatives_from_then_on(
    labels: Any, form: str, revision: str
) -> None:
    properties = labels[form][revision]["properties"]

    assert properties["severity"]["oneOf"] == [
        {"const": "low", "title": "Can wait"},
        {"const": "high", "title": "Stops my work"},
    ]
    assert properties["team"]["oneOf"] == [
        {"const": "backend", "title": "APIs and data"},
        {"const": "frontend", "title": "Web and mobile"},
    ]


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_the_labels_example_shows_a_multi_select(labels: Any, revision: str) -> None:
    assert labels["PlatformTicket"][revision]["properties"]["platforms"] == {
        "type": "array",
        "title": "Platforms",
        "description": "Where it happens",
        "minItems": 1,
        "items": {"type": "string", "enum": ["linux", "macos", "windows"]},
    }


# server.py


def test_the_server_example_acts_on_every_kind_of_answer() -> None:
    pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")

    assert output_of("server.py").splitlines() == [
        "Deploy shop? accept: {'environment': 'staging', 'confirm': True}",
        "-> Deployed shop to staging, replicas: 1.",
        "Deploy shop? accept: {'environment': 'production', 'confirm': False}",
        "-> Left shop alone: it was not confirmed.",
        "Deploy shop? decline: None",
        "-> Left shop alone: the person said no.",
        "Deploy shop? cancel: None",
        "-> Left shop alone: nobody answered.",
        "Where should 'blank page' go? accept: {'severity': 'high', 'team': 'frontend'}",
        "-> Filed 'blank page' with Web and mobile, severity: high.",
        "Where should 'blank page' go? decline: None",
        "-> Dropped 'blank page': the person said no.",
        "Where should 'blank page' go? cancel: None",
        "-> Kept 'blank page' for later: nobody answered.",
    ]
