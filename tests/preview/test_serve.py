"""The page as it is served: to this machine alone, filled in, and judged."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("jinja2")

from elicitform import Form
from elicitform._preview.serve import served
from elicitform._preview.views import preview_of
from tests.preview.test_page import assert_accessible
from tests.support.html_pages import Page

if TYPE_CHECKING:
    from elicitform._preview.views import Preview


class Deploy(Form, message="Deploy <b>it</b>?"):
    replicas: int
    confirm: bool


class Response(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


def load() -> list[Preview]:
    return [preview_of(Deploy, clients=["codex"])]


def ask(
    method: str, path: str, body: bytes = b"", *, source: Any = load, **headers: Any
) -> Response:
    """Send one request to the application, and return its response."""
    named = {"host": "127.0.0.1:8484", **headers}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    async def run() -> None:
        await served(source, 8484)(scope, receive, send)

    asyncio.run(run())
    start, *rest = sent
    return Response(
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        b"".join(one.get("body", b"") for one in rest).decode(),
    )


def post(**entered: str) -> Response:
    return ask("POST", "/1", urlencode(entered).encode(), origin="http://127.0.0.1:8484")


def test_the_page_is_a_form_that_can_be_sent() -> None:
    response = ask("GET", "/")
    assert (response.status, response.headers["cache-control"]) == (200, "no-store")
    shown = Page(response.text)
    (form,) = shown.all("form")
    assert (form.attributes["method"], form.attributes["action"]) == ("post", "/1")
    assert [one.attributes["name"] for one in shown.all("input")] == ["f1", "f2"]
    assert shown.texts("button") == ["Accept", "Decline", "Cancel"]
    (policy,) = [one.attributes["content"] for one in shown.all("meta") if one.attributes.get("http-equiv")]  # fmt: skip
    assert str(policy).endswith("; base-uri 'none'; form-action 'self'")
    assert_accessible(shown)


def test_an_answer_is_judged_and_its_faults_stand_beside_their_fields() -> None:
    response = post(f1="three", f2="on", action="accept")
    shown = Page(response.text)
    assert response.status == 200
    assert "The form refuses it." in shown.texts("strong")
    assert 'Sent: {"action": "accept", "content": {"replicas": "three", "confirm": true}}' in shown.texts("p")  # fmt: skip
    (wrong,) = [one for one in shown.all("input") if one.attributes.get("aria-invalid")]
    assert (wrong.attributes["name"], wrong.attributes["value"]) == ("f1", "three")
    assert "The form that asks again" in shown.texts("h3")
    assert any(text.startswith("Deploy <b>it</b>?") for text in shown.texts("p"))
    assert_accessible(shown)


def test_a_good_answer_is_read() -> None:
    shown = Page(post(f1="3", action="accept").text)
    assert "The form takes it." in shown.texts("strong")
    assert "Read: { replicas: 3, confirm: false }" in shown.texts("p")
    assert "The form that asks again" not in shown.texts("h3")


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example:8484"},
        {"host": "127.0.0.1:9999"},
        {"host": "127.0.0.1"},
        {"host": ""},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8484"},
    ],
)
def test_other_hosts_and_their_pages_are_refused(headers: dict[str, Any]) -> None:
    for method in ("GET", "POST"):
        response = ask(method, "/1", **headers)
        assert (response.status, response.text) == (403, "Only pages of this address may ask.\n")


@pytest.mark.parametrize(
    "headers", [{"host": "localhost:8484"}, {"origin": "http://localhost:8484"}]
)
def test_this_machine_may_be_called_localhost(headers: dict[str, Any]) -> None:
    assert ask("GET", "/", **headers).status == 200


def test_the_source_is_read_anew_with_every_request() -> None:
    names = iter(["First", "Second", "Third"])

    def source() -> list[Preview]:
        return [preview_of(Deploy, name=next(names), clients=["codex"])]

    shown = [Page(ask(method, path, source=source).text) for method, path in (("GET", "/"), ("POST", "/1"), ("GET", "/"))]  # fmt: skip
    assert [page.texts("h2") for page in shown] == [["First"], ["Second"], ["Third"]]


def test_what_is_wrong_with_the_source_is_shown_in_place_of_the_page() -> None:
    def source() -> list[Preview]:
        raise RuntimeError("a comma is missing")

    for method, path in (("GET", "/"), ("POST", "/1")):
        response = ask(method, path, source=source)
        assert (response.status, response.text) == (500, "a comma is missing\n")
        assert response.headers["content-type"] == "text/plain; charset=utf-8"


def test_odd_requests_are_refused() -> None:
    assert ask("POST", "/2").status == 404
    assert ask("POST", "/0").status == 404
    assert ask("GET", "/nowhere").status == 404
    assert ask("GET", "/favicon.ico").status == 204
    assert ask("POST", "/1", b"x" * 1_000_001).status == 413
    assert ask("POST", "/1", b"\xff\xfe&f1=%ff").status == 200
