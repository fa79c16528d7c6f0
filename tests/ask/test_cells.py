"""One tool body on both SDKs and in both eras: what a person answers, and what becomes of it.

In memory, and over stdio and streamable HTTP with a process for each server.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

pytest.importorskip("mcp", reason="it needs a newer pydantic than the package does")
pytest.importorskip("fastmcp", reason="as above")

from mcp import Client
from mcp.types import ElicitResult

from elicitform.testing import accept_content, cancel, decline, scripted
from tests.ask.servers import SDKS
from tests.ask.talking import (
    MODES,
    Shop,
    over_http,
    over_stdio,
    talk,
    talk_without_forms,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

GOOD = accept_content({"environment": "staging", "confirm": True})
WRONG = accept_content({"environment": "moon", "replicas": 3, "confirm": True})
RIGHT = accept_content({"environment": "production", "replicas": 4, "confirm": True})

FIRST = "Deploy shop?"
AGAIN = (
    "Deploy shop?\nPlease look at this again:\n- Environment: must be one of staging, production"
)


class Cell(NamedTuple):
    """What a person answers, what they are asked, and what the tool says and does in the end."""

    answers: list[dict[str, Any]]
    messages: list[str]
    text: str
    tool: str = "deploy"


CELLS = {
    "good": Cell([GOOD], [FIRST], "Deployed shop to staging, 1."),
    "wrong, then good": Cell([WRONG, RIGHT], [FIRST, AGAIN], "Deployed shop to production, 4."),
    "wrong, then good with what was kept left out": Cell(
        [WRONG, GOOD], [FIRST, AGAIN], "Deployed shop to staging, 3."
    ),
    "accepted, and not confirmed": Cell(
        [accept_content({"environment": "staging", "confirm": False})],
        [FIRST],
        "Left shop alone.",
    ),
    "decline": Cell([decline()], [FIRST], "Left shop alone."),
    "cancel": Cell([cancel()], [FIRST], "Left shop alone."),
    "wrong, then decline": Cell([WRONG, decline()], [FIRST, AGAIN], "Left shop alone."),
    "nothing collected": Cell([accept_content({})], [FIRST], "Left shop alone: nothing-collected."),
    "three wrong ones": Cell(
        [WRONG, WRONG, WRONG], [FIRST, AGAIN, AGAIN], "Left shop alone: no-good-answer."
    ),
    "a good one, then decline": Cell(
        [GOOD, decline()],
        ["Where to move shop?", "Move shop to staging?"],
        "second decline",
        "move",
    ),
    "two good ones": Cell(
        [GOOD, accept_content({"confirm": True})],
        ["Where to move shop?", "Move shop to staging?"],
        "moved shop",
        "move",
    ),
}
NO_FORMS = "Left shop alone: unsupported."


def deeds_of(cell: Cell) -> int:
    return cell.text.startswith(("Deployed", "moved"))


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sdk", SDKS)
def test_a_person_is_asked_each_question_once_and_heard(sdk: str, mode: str, cell: Cell) -> None:
    shop = Shop(sdk)

    heard = shop.call(mode, cell.tool, *cell.answers, service="shop")

    assert (heard.messages, heard.text, heard.is_error) == (cell.messages, cell.text, False)
    assert len(shop.deeds) == deeds_of(cell)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sdk", SDKS)
def test_a_client_without_forms_is_not_asked(sdk: str, mode: str) -> None:
    shop = Shop(sdk)

    heard = asyncio.run(talk_without_forms(shop.server, mode, "deploy", service="shop"))

    assert (heard.text, heard.is_error, shop.deeds) == (NO_FORMS, False, [])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sdk", SDKS)
def test_calls_at_once_do_not_get_in_each_others_way(sdk: str, mode: str) -> None:
    shop = Shop(sdk)

    async def calls() -> list[str]:
        heard = await asyncio.gather(
            *(
                talk(shop.server, mode, "deploy", WRONG, GOOD, service=f"shop-{number}")
                for number in range(30)
            )
        )
        return [one.text for one in heard]

    assert asyncio.run(calls()) == [
        f"Deployed shop-{number} to staging, 3." for number in range(30)
    ]
    assert len(shop.deeds) == 30


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sdk", SDKS)
def test_calls_at_once_on_one_connection_do_not_either(sdk: str, mode: str) -> None:
    shop = Shop(sdk)

    async def person(context: Any, params: Any) -> Any:
        await asyncio.sleep(0.01)
        service = params.message.partition("?")[0].removeprefix("Deploy ")
        environment = "staging" if int(service) % 2 else "production"
        return ElicitResult(action="accept", content={"environment": environment, "confirm": True})

    async def calls() -> list[str]:
        async with Client(shop.server, mode=mode, elicitation_callback=person) as client:
            results = await asyncio.gather(
                *(client.call_tool("deploy", {"service": str(number)}) for number in range(30))
            )
        return [text_of(result) for result in results]

    assert asyncio.run(calls()) == [
        f"Deployed {number} to {'staging' if number % 2 else 'production'}, 1."
        for number in range(30)
    ]


# --- processes --------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=SDKS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    with over_http(request.param) as address:
        yield address


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("mode", MODES)
def test_it_is_the_same_over_streamable_http(address: str, mode: str, cell: Cell) -> None:
    heard = asyncio.run(talk(address, mode, cell.tool, *cell.answers, service="shop"))

    assert (heard.messages, heard.text, heard.is_error) == (cell.messages, cell.text, False)


@pytest.mark.parametrize("mode", MODES)
def test_a_client_without_forms_is_not_asked_over_streamable_http(address: str, mode: str) -> None:
    heard = asyncio.run(talk_without_forms(address, mode, "deploy", service="shop"))

    assert heard.text == NO_FORMS


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sdk", SDKS)
def test_it_is_the_same_over_stdio(sdk: str, mode: str) -> None:
    with scripted(*(answer for cell in CELLS.values() for answer in cell.answers)) as person:

        async def calls() -> list[str]:
            callback = person.callback
            async with Client(over_stdio(sdk), mode=mode, elicitation_callback=callback) as client:
                return [
                    text_of(await client.call_tool(cell.tool, {"service": "shop"}))
                    for cell in CELLS.values()
                ]

        assert asyncio.run(calls()) == [cell.text for cell in CELLS.values()]
    assert [one.message for one in person.asked] == [
        message for cell in CELLS.values() for message in cell.messages
    ]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sdk", SDKS)
def test_a_client_without_forms_is_not_asked_over_stdio(sdk: str, mode: str) -> None:
    heard = asyncio.run(talk_without_forms(over_stdio(sdk), mode, "deploy", service="shop"))

    assert heard.text == NO_FORMS
