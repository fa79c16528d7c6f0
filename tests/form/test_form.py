"""What every form offers beside its fields."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from types import ModuleType
from typing import Annotated, Any, Literal

import pytest
from pydantic import AnyUrl, BaseModel, Field, TypeAdapter, create_model

import elicitform
from elicitform import (
    LATEST_REVISION,
    REVISIONS,
    Form,
    Format,
    FormDefinitionError,
    FormWarning,
    MultiSelect,
    Titles,
    check_schema,
)
from tests.support.declared import form_with
from tests.support.json_values import spoil


class Deploy(Form):
    environment: Literal["staging", "production"] = Field(description="Where to")
    replicas: int = Field(default=1, ge=1, le=10)


def test_the_revisions_are_those_that_have_elicitation() -> None:
    assert REVISIONS == ("2025-06-18", "2025-11-25", "2026-07-28")
    assert REVISIONS[-1] == LATEST_REVISION
    assert Deploy.protocol_revisions() == REVISIONS


@pytest.mark.parametrize("revision", REVISIONS)
def test_the_params_of_a_request_have_a_mode_where_the_protocol_has_one(revision: str) -> None:
    mode = [] if revision == "2025-06-18" else [("mode", "form")]
    assert list(Deploy.elicit_params("Where to?", revision=revision).items()) == [
        *mode,
        ("message", "Where to?"),
        ("requestedSchema", Deploy.requested_schema(revision)),
    ]


def test_every_call_returns_a_fresh_dict() -> None:
    class Busy(Form, since="2025-11-25"):
        size: Annotated[Literal["s", "l"], Titles({"s": "S", "l": "L"})]
        tags: MultiSelect[Literal["a", "b"]] = ["a"]

    before = json.dumps(Busy.requested_schema())
    for fresh in (Busy.requested_schema(), Busy.model_json_schema(), Busy.elicit_params("?")):
        spoil(fresh)
        assert json.dumps(Busy.requested_schema()) == before
    assert Busy.validate_content({"size": "s"}).tags == ["a"]


def test_the_same_form_gives_the_same_bytes_in_every_process() -> None:
    program = (
        "import json\nfrom tests.form.test_form import Deploy\n"
        "print(json.dumps(Deploy.requested_schema()))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert outputs == {json.dumps(Deploy.requested_schema()) + "\n"}


def test_pydantics_json_schema_is_the_requested_schema() -> None:
    expected = json.dumps(Deploy.requested_schema())
    assert json.dumps(Deploy.model_json_schema()) == expected
    assert json.dumps(Deploy.model_json_schema(by_alias=False, mode="serialization")) == expected
    assert TypeAdapter(Deploy).json_schema() == Deploy.requested_schema()


def test_a_type_adapter_reads_answers_by_the_same_rules() -> None:
    adapter = TypeAdapter(Deploy)
    assert adapter.validate_python({"environment": "staging", "replicas": None}).replicas == 1
    with pytest.raises(ValueError, match="Must be a whole number"):
        adapter.validate_python({"environment": "staging", "replicas": "3"})


def test_a_form_can_be_a_field_of_an_ordinary_model() -> None:
    class Job(BaseModel):
        deploy: Deploy

    job = Job.model_validate({"deploy": {"environment": "staging", "replicas": 3.0}})
    assert job.deploy == Deploy(environment="staging", replicas=3)
    assert Job.model_json_schema()["$defs"] == {"Deploy": Deploy.requested_schema()}


WARNED: dict[str, tuple[Any, Any, str]] = {
    "URL in a title": (str, Field(title="See https://example.com"), "URL"),
    "URL in a description": (str, Field(description="HTTP://EXAMPLE.COM"), "URL"),
    "URL in a default": (str, "https://example.com", "URL"),
    "URL in a choice's title": (
        Annotated[Literal["a"], Titles({"a": "http://example.com"})],
        ...,
        "URL",
    ),
    "optional boolean": (bool | None, None, "false"),
    "boolean with a factory": (bool, Field(default_factory=bool), "false"),
    "a minimum past 32 bits": (int, Field(ge=-(2**31) - 1), "32 bits"),
    "a maximum past 32 bits": (int, Field(le=2**31), "32 bits"),
    "a default past 32 bits": (int, 2**31, "32 bits"),
}


@pytest.mark.parametrize("case", WARNED)
def test_a_form_that_will_surprise_somebody_is_warned_about(case: str) -> None:
    annotation, default, said = WARNED[case]
    with pytest.warns(FormWarning, match=said) as caught:
        form_with(annotation, default)
    assert len(caught) == 1
    assert str(caught[0].message).startswith("Sample.field: ")


def test_a_warning_points_at_the_class_statement() -> None:
    with pytest.warns(FormWarning) as caught:

        class Sample(Form):
            maybe: bool | None = None

    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("annotation", "default"),
    [
        (Annotated[str, Format("uri")], "https://example.com"),
        (AnyUrl, TypeAdapter(AnyUrl).validate_python("https://example.com")),
        (bool, False),
        (bool, ...),
        (int, Field(ge=-(2**31), le=2**31 - 1)),
        (str, Field(description="ftp://example.com, or example.com")),
    ],
)
def test_what_surprises_nobody_is_not_warned_about(annotation: Any, default: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        form_with(annotation, default)


def test_a_warning_made_an_error_stops_the_class_statement() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", FormWarning)
        with pytest.raises(FormWarning):
            form_with(bool | None, None)


def test_a_schema_that_is_wrong_after_all_stops_the_class_statement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(*_: object) -> dict[str, Any]:
        return {"type": "object", "properties": {"field": {"type": "text"}}}

    declared_before = form_with(str)
    monkeypatch.setattr("elicitform._wire.rendered.render_form", wrong)
    with pytest.raises(FormDefinitionError, match="fault of elicitform") as caught:
        form_with(str)
    assert [fault.code for fault in caught.value.faults] == ["property-type"]
    # Its latest schema is rendered already; that of a revision with other words for it is not.
    assert declared_before.requested_schema("2025-11-25") == declared_before.requested_schema()
    with pytest.raises(FormDefinitionError, match="fault of elicitform"):
        declared_before.requested_schema("2025-06-18")


def test_create_model_makes_forms_and_takes_the_class_keywords() -> None:
    size: Any = Literal["s"]
    form = create_model(
        "Made",
        __base__=Form,
        __cls_kwargs__={"since": "2025-11-25", "auto_titles": False},
        size=(size, ...),
    )
    assert form.requested_schema()["properties"] == {"size": {"type": "string", "enum": ["s"]}}
    assert form.protocol_revisions() == REVISIONS[1:]


def test_every_public_name_is_listed_and_in_order() -> None:
    public = {name for name in vars(elicitform) if not name.startswith("_")}
    others = {name for name in public if isinstance(getattr(elicitform, name), ModuleType)}
    imported_late = set(elicitform._IMPORTED_WHEN_ASKED_FOR)
    listed = set(elicitform.__all__) - {"__version__"}
    assert public - others - {"TYPE_CHECKING"} | imported_late == listed
    assert elicitform.__all__ == sorted(elicitform.__all__, key=_isort_key)
    assert elicitform.check_schema is check_schema


def _isort_key(name: str) -> tuple[int, str]:
    kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return kind, name


def test_every_public_name_says_what_it_is() -> None:
    for name in elicitform.__all__:
        thing = getattr(elicitform, name)
        if callable(thing) and name not in {"MultiSelect", "RoundOutcome", "AskOutcome"}:
            assert thing.__doc__, name
            assert thing.__doc__.splitlines()[0].endswith("."), name


def test_the_package_is_importable_without_its_extras() -> None:
    program = (
        "import sys, pydantic\n"
        "pydantic.BaseModel, pydantic.Field, pydantic.TypeAdapter\n"
        "before = set(sys.modules)\n"
        "from elicitform import Form\n"
        "heavy = {'pydantic.networks', 'argparse', 'difflib', 'email_validator', 'json', 'mcp',"
        " 'importlib.metadata', 'pydantic.root_model'}\n"
        "print(sorted(heavy & sys.modules.keys() - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert done.stdout == "[]\n"
