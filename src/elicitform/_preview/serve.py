"""The page of a preview, served to this machine alone: it can be filled in, and is judged.

Every request reads the source anew, so a change is seen when the page is loaded again.
"""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from elicitform._preview.page import page_of
from elicitform._preview.replies import reply_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from elicitform._preview.replies import Reply
    from elicitform._preview.views import Preview

ADDRESS = "127.0.0.1"
_LARGEST_BODY = 1_000_000
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


def serve(load: Callable[[], list[Preview]], port: int, ready: Callable[[str], None]) -> None:
    """Serve the page until somebody presses Ctrl-C.

    Args:
        load: Reads the forms anew; what it raises is shown in place of the page.
        port: The port to serve at; 0 for any that is free.
        ready: Is called with the address.

    Raises:
        OSError: The port cannot be had.
        KeyboardInterrupt: Somebody pressed Ctrl-C.
    """
    with socket.create_server((ADDRESS, port)) as listener:
        port = listener.getsockname()[1]
        config = uvicorn.Config(served(load, port), log_level="warning", lifespan="off")
        ready(f"http://{ADDRESS}:{port}/")
        uvicorn.Server(config).run(sockets=[listener])


def served(load: Callable[[], list[Preview]], port: int) -> ASGIApp:
    """Return the application that serves the page.

    Args:
        load: Reads the forms anew; what it raises is shown in place of the page.
        port: The port that it is served at, which requests have to name.
    """
    pages = _Pages(load)
    routes = [
        Route("/", pages.show),
        Route("/favicon.ico", _no_icon),
        Route("/{number:int}", pages.answer, methods=["POST"]),
    ]
    return _only_from_here(Starlette(routes=routes), port)


class _Pages:
    """What is answered to a request; every one reads the forms anew."""

    def __init__(self, load: Callable[[], list[Preview]]) -> None:
        self._load = load

    def show(self, _: Request) -> Response:
        """Return the page as nobody has filled it in."""
        return self._page(lambda _: None)

    async def answer(self, request: Request) -> Response:
        """Return the page with what the form makes of an answer."""
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > _LARGEST_BODY:
                return PlainTextResponse("The answer is too long.\n", 413)
        number = request.path_params["number"]
        entered = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)

        def reply(previews: list[Preview]) -> Reply:
            return reply_to(previews[number - 1], number, entered)

        return self._page(reply, number)

    def _page(self, reply: Callable[[list[Preview]], Reply | None], number: int = 1) -> Response:
        try:
            previews = self._load()
        except Exception as error:  # noqa: BLE001  (the source is being edited: anything is raised)
            return PlainTextResponse(f"{error}\n", 500, headers=_HEADERS)
        if not 1 <= number <= len(previews):
            return PlainTextResponse("There is no such form.\n", 404)
        page = page_of(previews, served=True, reply_to=reply(previews))
        return HTMLResponse(page, headers=_HEADERS)


def _no_icon(_: Request) -> Response:
    return Response(status_code=204)  # browsers ask for one, and complain where there is none


def _only_from_here(app: ASGIApp, port: int) -> ASGIApp:
    """Return an application that refuses what another host's page makes a browser ask for.

    A name that leads here is no proof of where a page comes from (DNS rebinding), so the Host has
    to be this one, and so has the Origin, which browsers name with every form they send.
    """
    hosts = {f"{name}:{port}" for name in (ADDRESS, "localhost")}
    origins = {f"http://{host}" for host in hosts}

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin")
        is_ours = host in hosts and (origin is None or origin.decode("latin-1") in origins)
        if scope["type"] == "http" and not is_ours:
            refusal = PlainTextResponse("Only pages of this address may ask.\n", 403)
            await refusal(scope, receive, send)
        else:
            await app(scope, receive, send)

    return guarded
