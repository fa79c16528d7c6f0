"""The recipes of docs/testing.md catch the mistakes that they are there for.

They are pasted into files of their own and run by pytest, against the server of the page and against
that server with something forgotten.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.pages import pieces_of
from tests.support.paths import DOCS

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")


def blocks_of(section: str) -> list[str]:
    """Return what is pasted from a section: into the server, and into its test."""
    pieces = pieces_of(DOCS / "testing.md")
    return [piece.text for piece in pieces if (piece.section, piece.kind) == (section, "python")]


SERVER, TEST = blocks_of("A recipe")
ASKS_AGAIN, TEST_OF_ASKING_AGAIN = blocks_of("A server that asks again")
IN_ROUNDS, TEST_IN_ROUNDS = blocks_of("A server that returns its questions")
SIGNATURE = SERVER.partition("    answer = await")[0]
ASKING = SERVER.partition("    match answer:\n")[0].removeprefix(SIGNATURE)

# Bodies of the tool in place of the page's.
WITHOUT_A_LOOK_AT_THE_ACTION = (
    ASKING
    + """\
    wish = answer.data
    if not wish.confirm:
        return f"Left {service} alone."
    deployed.append((service, wish.environment, wish.replicas))
    return "Deployed."
"""
)
A_REFUSAL_TAKEN_FOR_CONSENT = (
    ASKING
    + """\
    wish = getattr(answer, "data", Deploy(environment="staging", confirm=True))
    if wish.confirm:
        deployed.append((service, wish.environment, wish.replicas))
    return "Done."
"""
)
WITHOUT_A_CASE_FOR_CANCEL = (
    ASKING
    + """\
    if answer.action == "decline":
        return f"Left {service} alone."
    wish = answer.data
    if wish.confirm:
        deployed.append((service, wish.environment, wish.replicas))
    return "Done."
"""
)
WITHOUT_A_LOOK_AT_CONFIRM = (
    ASKING
    + """\
    if answer.action != "accept":
        return f"Left {service} alone."
    deployed.append((service, answer.data.environment, answer.data.replicas))
    return "Done."
"""
)
READING_BY_HAND = """\
    result = await ctx.session.elicit_form(f"Deploy {service}?", Deploy.requested_schema())
    if result.action != "accept":
        return f"Left {service} alone."
    content = result.content or {}
    if content.get("confirm"):
        wish = (service, content.get("environment"), content.get("replicas") or 1)
        deployed.append(wish)
    return "Done."
"""


# Enough to find each mistake, without the search for the smallest example of it.
QUICKLY = """\
from hypothesis import Phase, settings

settings.register_profile(
    "quickly", max_examples=25, phases=[Phase.generate], derandomize=True, database=None
)
settings.load_profile("quickly")
"""


def run_recipe(server: str, folder: Path, test: str = TEST) -> tuple[int, set[str]]:
    """Return the exit code of pytest, and the tests that failed."""
    ran = run_pytest(server, test, folder)
    return ran.returncode, set(
        re.findall(r"^FAILED test_shop\.py::(\S+)", ran.stdout, re.MULTILINE)
    )


def run_pytest(server: str, test: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(QUICKLY, encoding="utf-8")
    (folder / "shop.py").write_text(server, encoding="utf-8")
    (folder / "test_shop.py").write_text(test, encoding="utf-8")
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-W",
            "error",
        ],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


def test_the_recipe_passes_with_the_server_of_the_page(tmp_path: Path) -> None:
    assert run_recipe(SERVER, tmp_path) == (0, set())


REFUSAL = "test_a_refusal_deploys_nothing_and_is_no_error"


@pytest.mark.parametrize(
    ("body", "failing"),
    [
        pytest.param(
            WITHOUT_A_LOOK_AT_THE_ACTION,
            {f"{REFUSAL}[decline]", f"{REFUSAL}[cancel]"},
            id="forgets decline and cancel",
        ),
        pytest.param(
            A_REFUSAL_TAKEN_FOR_CONSENT,
            {f"{REFUSAL}[decline]", f"{REFUSAL}[cancel]"},
            id="takes a refusal for consent",
        ),
        pytest.param(WITHOUT_A_CASE_FOR_CANCEL, {f"{REFUSAL}[cancel]"}, id="forgets cancel"),
        pytest.param(
            WITHOUT_A_LOOK_AT_CONFIRM,
            {"test_every_good_answer_is_obeyed"},
            id="forgets that a form can say no",
        ),
        pytest.param(
            READING_BY_HAND,
            {"test_no_bad_answer_deploys"},
            id="believes the client",
        ),
    ],
)
def test_the_recipe_fails_with_a_server_that(body: str, failing: set[str], tmp_path: Path) -> None:
    code, failed = run_recipe(SIGNATURE + body, tmp_path)
    assert code == 1
    assert failed == failing


def test_the_recipe_without_its_mode_fails_as_the_page_says(tmp_path: Path) -> None:
    ran = run_pytest(SERVER, TEST.replace('mode="legacy", ', ""), tmp_path)
    assert ran.returncode == 1
    assert "NoBackChannelError" in ran.stdout


# --- servers of other kinds -------------------------------------------------------------------

WHOLE_TEST = f"{TEST}\n\n{TEST_OF_ASKING_AGAIN}\n\n{TEST_IN_ROUNDS}"


def whole_server(asks_again: str = ASKS_AGAIN, in_rounds: str = IN_ROUNDS) -> str:
    return f"{SERVER}\n\n{asks_again}\n\n{in_rounds}"


def instead(block: str, old: str, new: str) -> str:
    """Return a block with a mistake in it."""
    assert block.count(old) == 1
    return block.replace(old, new)


def test_all_recipes_pass_together_with_the_servers_of_the_page(tmp_path: Path) -> None:
    assert run_recipe(whole_server(), tmp_path, WHOLE_TEST) == (0, set())


@pytest.mark.parametrize(
    ("server", "failing"),
    [
        pytest.param(
            whole_server(instead(ASKS_AGAIN, "range(3)", "range(1)")),
            {"test_a_wrong_answer_is_asked_for_again"},
            id="never asks again",
        ),
        pytest.param(
            whole_server(
                instead(
                    ASKS_AGAIN,
                    "            params = form.elicit_params(revision=revision)\n",
                    "",
                )
            ),
            {"test_a_wrong_answer_is_asked_for_again"},
            id="asks the same again",
        ),
        pytest.param(
            whole_server(
                in_rounds=instead(
                    IN_ROUNDS,
                    'return f"Left {service} alone. {error}"\n',
                    'deployed.append((service, "staging", 1))\n',
                )
            ),
            {"test_no_bad_answer_in_a_later_round_deploys"},
            id="takes any answer of a later round",
        ),
    ],
)
def test_the_recipes_fail_with_a_server_that(
    server: str, failing: set[str], tmp_path: Path
) -> None:
    code, failed = run_recipe(server, tmp_path, WHOLE_TEST)
    assert code == 1
    assert failed == failing
