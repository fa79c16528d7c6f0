"""The recipe of docs/asking.md passes its own server, and catches the mistakes of public ones."""

from __future__ import annotations

import itertools
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")

from tests.support.pages import pieces_of
from tests.support.paths import DOCS

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER, TEST = (
    piece.text
    for piece in pieces_of(DOCS / "asking.md")
    if (piece.section, piece.kind) == ("Test it", "python")
)
ASKING = '    match await ask(ctx, Deploy, f"Deploy {service}?"):\n'
BODY = SERVER.partition(ASKING)[2]
HEAD = SERVER.removesuffix(ASKING + BODY)

MISTAKES = {
    "it forgets a decline": """\
    outcome = await ask(ctx, Deploy, f"Deploy {service}?")
    if isinstance(outcome, Unavailable):
        return f"Left {service} alone."
    wish = getattr(outcome, "data", Deploy(environment="staging", confirm=True))
    if not wish.confirm:
        return f"Left {service} alone."
    deployed.append((service, wish.environment))
    return f"Deployed {service} to {wish.environment}."
""",
    "it takes any result for a yes": """\
    outcome = await ask(ctx, Deploy, f"Deploy {service}?")
    if outcome is None:
        return f"Left {service} alone."
    deployed.append((service, "staging"))
    return f"Deployed {service} to staging."
""",
    "it takes any answer for a yes": """\
    outcome = await ask(ctx, Deploy, f"Deploy {service}?")
    if not outcome:
        return f"Left {service} alone."
    deployed.append((service, outcome.data.environment))
    return f"Deployed {service} to {outcome.data.environment}."
""",
    "it goes on where asking failed": """\
    match await ask(ctx, Deploy, f"Deploy {service}?"):
        case Accepted(wish) if wish.confirm:
            environment = wish.environment
        case Accepted() | Refused():
            return f"Left {service} alone."
        case Unavailable():
            environment = "staging"
    deployed.append((service, environment))
    return f"Deployed {service} to {environment}."
""",
    "it goes on where the client cannot ask": """\
    outcome = await ask(ctx, Deploy, f"Deploy {service}?")
    if outcome == Unavailable("unsupported") or outcome and outcome.data.confirm:
        deployed.append((service, "staging"))
        return f"Deployed {service} to staging."
    return f"Left {service} alone."
""",
    "it acts before it asks, and takes it back": """\
    deployed.append((service, "staging"))
    outcome = await ask(ctx, Deploy, f"Deploy {service}?")
    if outcome and outcome.data.confirm:
        return f"Deployed {service} to staging."
    deployed.clear()
    return f"Left {service} alone."
""",
    "it keys consent to something else than the service": """\
    if not consents:
        outcome = await ask(ctx, Deploy, f"Deploy {service}?")
        if not outcome or not outcome.data.confirm:
            return f"Left {service} alone."
        consents.append(service)
    deployed.append((service, "staging"))
    return f"Deployed {service} to staging."
""",
    "it asks until the person gives in": """\
    while isinstance(outcome := await ask(ctx, Deploy, f"Deploy {service}?"), Refused):
        pass
    if not outcome or not outcome.data.confirm:
        return f"Left {service} alone."
    deployed.append((service, outcome.data.environment))
    return f"Deployed {service} to {outcome.data.environment}."
""",
    "it is not resumable": ASKING + BODY,
}


def failures(server: str) -> set[str]:
    """Return the tests of the recipe that fail for this server, each with any parameters."""
    shop = ModuleType("shop")
    sys.modules["shop"] = shop
    try:
        vars(shop)["consents"] = []
        exec(server, vars(shop))
        names: dict[str, Any] = {}
        exec(TEST, names)
        return {
            name
            for name, test in names.items()
            if name.startswith("test_")
            and any(fails(test, given, shop) for given in parameters_of(test))
        }
    finally:
        del sys.modules["shop"]


def fails(test: Any, given: dict[str, Any], shop: ModuleType) -> bool:
    vars(shop)["deployed"].clear()
    try:
        test(**given)
    except Exception:  # noqa: BLE001  (whatever it is, the test fails)
        return True
    return False


def parameters_of(test: Any) -> Iterator[dict[str, Any]]:
    """Return what pytest would call a test with."""
    marks = [mark.args for mark in test.pytestmark]
    for values in itertools.product(*(choices for _, choices in marks)):
        yield dict(zip((name for name, _ in marks), values, strict=True))


def test_the_recipe_passes_the_server_of_the_page() -> None:
    assert failures(SERVER) == set()


@pytest.mark.parametrize(
    ("mistake", "found_by"),
    [
        ("it forgets a decline", {"test_nothing_else_deploys"}),
        ("it takes any result for a yes", {"test_nothing_else_deploys"}),
        ("it takes any answer for a yes", {"test_nothing_else_deploys"}),
        ("it goes on where asking failed", {"test_nothing_else_deploys"}),
        (
            "it goes on where the client cannot ask",
            {"test_a_client_that_cannot_ask_deploys_nothing"},
        ),
        ("it acts before it asks, and takes it back", {"test_a_yes_deploys_once"}),
        (
            "it keys consent to something else than the service",
            {"test_consent_to_one_service_is_none_to_another"},
        ),
        ("it asks until the person gives in", {"test_nothing_else_deploys"}),
        ("it is not resumable", {"test_a_yes_deploys_once"}),
    ],
)
def test_the_recipe_finds_a_mistake(mistake: str, found_by: set[str]) -> None:
    head = HEAD.replace("@resumable\n", "") if mistake == "it is not resumable" else HEAD

    assert failures(head + MISTAKES[mistake]) >= found_by
