"""The application: pages, data, files, errors."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from alarife.texts.spoken import phrased
from alarife.web import api, beside, covers, lobby, making, pages
from alarife.web.guard import Buckets, Guard, TooMuch
from alarife.web.hub import Hub
from alarife.web.pages import NotFound, TooMany
from alarife.web.rendering import HERE, render
from alarife.web.settings import Settings
from alarife.web.store import Refused

ROUTES = [*pages.routes, *beside.routes, *covers.routes, *api.routes, *making.routes]
"""All addresses but those of our files."""
_SWEEP = 30.0
_SWEEPS = 20
"""After so many sweeps cycles are looked for in all that is in memory: see `serving`."""


def make_app(settings: Settings | None = None) -> ASGIApp:
    """The ASGI application."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        hub = app.state.hub = Hub(settings)
        hub.draw = pages.part_of
        hub.start()
        ahead = asyncio.create_task(asyncio.to_thread(lobby.games))
        sweeping = asyncio.create_task(_sweep(hub))
        try:
            yield
        finally:
            sweeping.cancel()
            with suppress(Exception):
                await ahead
            await asyncio.to_thread(hub.close)

    static = Mount("/static", _Files(directory=HERE / "static"))
    app = Starlette(
        routes=[*ROUTES, static],
        lifespan=lifespan,
        exception_handlers={
            NotFound: _not_found,
            TooMany: _too_many,
            TooMuch: _too_much,
            Refused: _refused,
            HTTPException: _http,
        },
    )
    app.state.works = Buckets(settings.works_a_minute, 60)
    app.state.makes = Buckets(settings.tables_an_hour, 3600)
    app.state.streams = {}
    return Guard(app, settings)


class _Files(StaticFiles):
    """Our files; their addresses change with their content, so they may be kept."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """A file, to be kept for a year."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


async def _sweep(hub: Hub) -> None:
    """Let go of what nobody uses, and now and then of what is in cycles."""
    for n in count(1):
        await asyncio.sleep(_SWEEP)
        await asyncio.to_thread(hub.let_go)
        if n % _SWEEPS == 0:
            gc.collect()


# ----------------------------------------------------------------
# what goes wrong
def _error(request: Request, status: int, words: str) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": words}, status)
    return render(request, "error.html", status, status=status, words=words)


async def _not_found(request: Request, wrong: Exception) -> Response:
    return _error(request, 404, str(wrong))


async def _too_many(request: Request, wrong: Exception) -> Response:
    return _error(request, 429, str(wrong))


async def _too_much(request: Request, wrong: Exception) -> Response:
    return _error(request, 413, phrased("That is too much at once."))


async def _refused(request: Request, wrong: Exception) -> Response:
    return _error(request, 400, str(wrong))


async def _http(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    words = {404: phrased("There is no such page."), 405: phrased("That can't be done here.")}
    said = words.get(wrong.status_code) or phrased("That can't be read.")
    return _error(request, wrong.status_code, said)
