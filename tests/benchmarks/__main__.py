"""Measure every speed budget as a ratio, the two sides in turns, and print them as a table.

Run it on an installed wheel, not on an editable install, which makes every import slower::

    pip install ".[test,sdk]"
    python -m tests.benchmarks

With ``--write`` the table and the chart of ``docs/benchmarks.md`` are written, too.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

from mcp.server.elicitation import render_elicitation_schema
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from elicitform import Form, InvalidContent
from tests.benchmarks.ask import ask_budgets
from tests.benchmarks.clients import clients_budgets
from tests.benchmarks.compare import compare_budgets
from tests.benchmarks.generate import generate_budgets
from tests.benchmarks.lint import lint_budgets
from tests.benchmarks.measuring import IMPORT, IMPORTED_PYDANTIC, Budget, python, ratio
from tests.benchmarks.page import Measured, write_page
from tests.benchmarks.specialise import specialise_budgets


class Strict(BaseModel):
    """The bare model that reading is measured against."""

    model_config = ConfigDict(strict=True)


def three(base: Any) -> Any:
    class Three(base):  # type: ignore[misc]
        environment: Literal["staging", "production"]
        replicas: int = Field(default=1, ge=1, le=10)
        confirm: bool

    return Three


def five(base: Any) -> Any:
    class Five(base):  # type: ignore[misc]
        environment: Literal["staging", "production"]
        replicas: int = Field(default=1, ge=1, le=10)
        confirm: bool
        reason: str = Field(min_length=3, max_length=80)
        share: float = Field(default=0.5, ge=0, le=1)

    return Five


def ten(base: Any) -> Any:
    class Ten(base):  # type: ignore[misc]
        environment: Literal["staging", "production"]
        replicas: int = Field(default=1, ge=1, le=10)
        confirm: bool
        reason: str = Field(min_length=3, max_length=80)
        share: float = Field(default=0.5, ge=0, le=1)
        region: Literal["north", "south", "east", "west"] = "north"
        owner: str
        retries: int = 3
        dry_run: bool = False
        note: str | None = None

    return Ten


ANSWER: dict[str, Any] = {
    "environment": "staging",
    "replicas": 3,
    "confirm": True,
    "reason": "new release",
    "share": 0.25,
    "region": "south",
    "owner": "ann",
    "retries": 2,
    "dry_run": False,
    "note": "none",
}


def answer_to(form: Any) -> dict[str, Any]:
    return {name: ANSWER[name] for name in form.model_fields}


_BARE = "`model_validate` of the same model, strict, without elicitform"
_OURS = "`validate_content` of its content"


def reading_budgets() -> list[Budget]:
    return [
        budget
        for make in (three, five, ten)
        for budget in reading_budgets_of(make(Form), make(Strict))
    ]


def reading_budgets_of(form: Any, bare: Any) -> list[Budget]:
    """Return the budgets of reading one form, in short rounds, so that little comes in between."""
    answer = answer_to(form)
    bad = {**answer, "replicas": 99}
    response = {"action": "accept", "content": answer}
    result = SimpleNamespace(**response)  # as an SDK hands it over

    def our_failure() -> None:
        with suppress(InvalidContent):
            form.validate_content(bad)

    def bare_failure() -> None:
        with suppress(ValidationError):
            bare.model_validate(bad)

    def our_faults() -> None:
        try:
            form.validate_content(bad)
        except InvalidContent as error:
            _ = error.faults

    def bare_errors() -> None:
        try:
            bare.model_validate(bad)
        except ValidationError as error:
            error.errors()

    read_bare = partial(bare.model_validate, answer)
    read_ours = partial(form.validate_content, answer)
    return [
        Budget(f"{what}, {len(answer)} fields", against, most, ours, theirs, 100, 1_001)
        for what, against, most, ours, theirs in (
            ("validate_content", _BARE, 1.05, read_ours, read_bare),
            ("model_validate", _BARE, 1.05, partial(form.model_validate, answer), read_bare),
            ("parse_response", _OURS, 2, partial(form.parse_response, response), read_ours),
            (
                "parse_response, SDK object",
                _OURS,
                2.2,
                partial(form.parse_response, result),
                read_ours,
            ),
            ("one bad field", "the error of that model", 3, our_failure, bare_failure),
            ("its faults", "that error and its `.errors()`", 3, our_faults, bare_errors),
        )
    ]


def schema_budget() -> Budget:
    form, bare = three(Form), three(BaseModel)
    return Budget(
        "requested_schema()",
        "the official SDK's rendering of the same model",
        0.02,
        form.requested_schema,
        lambda: render_elicitation_schema(bare),
        50,
    )


def definition_budgets() -> list[Budget]:
    return [
        Budget(
            f"class definition, {fields} fields",
            "the same class as a `BaseModel`",
            1.4,
            partial(make, Form),
            partial(make, BaseModel),
            25,
        )
        for fields, make in ((3, three), (5, five))
    ]


FORM_FILE = """
from typing import Literal
from pydantic import Field
from elicitform import Form
"""
IMPORT_OF_FORM = "from elicitform import Form"
FORM_TEXT = """
class Deploy{number}(Form):
    environment: Literal["staging", "production"] = Field(description="Target environment")
    replicas: int = Field(default=1, ge=1, le=10)
    confirm: bool = Field(description="Proceed")
"""


def forms_file(folder: Path, count: int) -> str:
    path = folder / f"forms_{count}.py"
    path.write_text(FORM_FILE + "".join(FORM_TEXT.format(number=number) for number in range(count)))
    return str(path)


def process_budgets(folder: Path) -> list[Budget]:
    one, hundred, thousand = (forms_file(folder, count) for count in (1, 100, 1_000))
    export = ("-m", "elicitform", "export")
    return [
        Budget(
            "import of Form",
            IMPORT,
            1.12,
            python("-c", IMPORT_OF_FORM),
            IMPORTED_PYDANTIC,
            1,
            40,
        ),
        Budget(
            "elicitform export, one form",
            IMPORT,
            1.35,
            python(*export, one),
            IMPORTED_PYDANTIC,
            1,
            31,
        ),
        Budget(
            "elicitform export, 1,000 forms",
            "the same with 100 forms",
            10.5,
            python(*export, thousand),
            python(*export, hundred),
            1,
            7,
        ),
    ]


def all_budgets(folder: Path) -> list[Budget]:
    return [
        *reading_budgets(),
        schema_budget(),
        *definition_budgets(),
        *specialise_budgets(),
        *ask_budgets(),
        *process_budgets(folder),
        *generate_budgets(folder),
        *clients_budgets(folder),
        *compare_budgets(folder),
        *lint_budgets(folder),
    ]


def main(arguments: list[str]) -> int:
    results = []
    print(f"{'budget':<36}{'at most':>10}{'measured':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for budget in all_budgets(Path(folder)):
            measured = ratio(budget)
            results.append(Measured(budget, measured))
            verdict = "" if measured <= budget.most else "  missed"
            print(f"{budget.what:<36}{budget.most:>10.2f}{measured:>10.3f}{verdict}", flush=True)
    if "--write" in arguments:
        write_page(results)
    return 1 if any(measured > budget.most for budget, measured in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
