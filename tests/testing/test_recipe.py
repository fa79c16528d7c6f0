"""The recipes of docs/testing.md catch the mistakes that they are there for.

They are pasted into files of their own and run by pytest, against the server of the page and against
that server with something forgotten: all of them in one run, as importing an SDK is what takes long.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

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


# --- servers of other kinds -------------------------------------------------------------------

WHOLE_TEST = f"{TEST}\n\n{TEST_OF_ASKING_AGAIN}\n\n{TEST_IN_ROUNDS}"


def whole_server(asks_again: str = ASKS_AGAIN, in_rounds: str = IN_ROUNDS) -> str:
    return f"{SERVER}\n\n{asks_again}\n\n{in_rounds}"


def instead(block: str, old: str, new: str) -> str:
    """Return a block with a mistake in it."""
    assert block.count(old) == 1
    return block.replace(old, new)


# --- all of them, each beside its test --------------------------------------------------------


class Pasted(NamedTuple):
    """A server beside its test.

    Attributes:
        server: What stands in ``shop.py``.
        test: What stands in ``test_shop.py``.
        failing: The tests that fail.
    """

    server: str
    test: str = TEST
    failing: frozenset[str] = frozenset()


REFUSAL = "test_a_refusal_deploys_nothing_and_is_no_error"
REFUSALS = frozenset({f"{REFUSAL}[decline]", f"{REFUSAL}[cancel]"})
ASKED_AGAIN = frozenset({"test_a_wrong_answer_is_asked_for_again"})

RECIPES = {
    "the page's": Pasted(SERVER),
    "forgets decline and cancel": Pasted(
        SIGNATURE + WITHOUT_A_LOOK_AT_THE_ACTION, failing=REFUSALS
    ),
    "takes a refusal for consent": Pasted(
        SIGNATURE + A_REFUSAL_TAKEN_FOR_CONSENT, failing=REFUSALS
    ),
    "forgets cancel": Pasted(
        SIGNATURE + WITHOUT_A_CASE_FOR_CANCEL, failing=frozenset({f"{REFUSAL}[cancel]"})
    ),
    "forgets that a form can say no": Pasted(
        SIGNATURE + WITHOUT_A_LOOK_AT_CONFIRM,
        failing=frozenset({"test_every_good_answer_is_obeyed"}),
    ),
    "believes the client": Pasted(
        SIGNATURE + READING_BY_HAND, failing=frozenset({"test_no_bad_answer_deploys"})
    ),
    "the page's, of every kind": Pasted(whole_server(), WHOLE_TEST),
    "never asks again": Pasted(
        whole_server(instead(ASKS_AGAIN, "range(3)", "range(1)")), WHOLE_TEST, ASKED_AGAIN
    ),
    "asks the same again": Pasted(
        whole_server(
            instead(
                ASKS_AGAIN,
                "            params = form.elicit_params(revision=revision)\n",
                "",
            )
        ),
        WHOLE_TEST,
        ASKED_AGAIN,
    ),
    "takes any answer of a later round": Pasted(
        whole_server(
            in_rounds=instead(
                IN_ROUNDS,
                'return f"Left {service} alone. {error}"\n',
                'deployed.append((service, "staging", 1))\n',
            )
        ),
        WHOLE_TEST,
        frozenset({"test_no_bad_answer_in_a_later_round_deploys"}),
    ),
}


def test_the_recipes_pass_with_the_servers_of_the_page_and_fail_with_these(tmp_path: Path) -> None:
    problems = run_recipes(tmp_path, list(RECIPES.values()))
    assert {name: set(found) for name, found in zip(RECIPES, problems, strict=True)} == {
        name: recipe.failing for name, recipe in RECIPES.items()
    }


def test_the_recipe_without_its_mode_fails_as_the_page_says(tmp_path: Path) -> None:
    (problems,) = run_recipes(tmp_path, [Pasted(SERVER, instead(TEST, 'mode="legacy", ', ""))])
    assert "NoBackChannelError" in problems["test_a_yes_deploys"]


def run_recipes(folder: Path, recipes: list[Pasted]) -> list[dict[str, str]]:
    """Return what is wrong with each server, by the test that says so."""
    (folder / "conftest.py").write_text(QUICKLY, encoding="utf-8")
    for number, recipe in enumerate(recipes):
        (folder / f"shop{number}.py").write_text(recipe.server, encoding="utf-8")
        test = instead(recipe.test, "from shop import", f"from shop{number} import")
        (folder / f"test_shop{number}.py").write_text(test, encoding="utf-8")
    ran = run_pytest(folder)
    cases = list(ET.parse(folder / "report.xml").iter("testcase"))
    assert [case for case in cases if case.find("error") is not None] == [], ran.stdout
    return [
        {
            case.attrib["name"]: problem.text or ""
            for case in cases
            if case.attrib["classname"] == f"test_shop{number}"
            for problem in case.findall("failure")
        }
        for number in range(len(recipes))
    ]


def run_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    plugins = ["-p", "no:cacheprovider", "-p", "no:xdist"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, "-W", "error", "--junitxml=report.xml"],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
