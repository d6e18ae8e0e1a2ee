"""The same as data: what a program that takes a seat by its link asks and answers, and the stream
of news. Documented in docs/web_api.md."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from random import randrange
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from alarife.diagnostics import RuleError
from alarife.texts.spoken import phrased
from alarife.web import bodies, lobby
from alarife.web.bodies import FLAG, Fields, Many, Value, read
from alarife.web.ears import Wanted
from alarife.web.hub import Hub
from alarife.web.links import seat_of
from alarife.web.pages import NotFound, TooMany, hub_of, in_a_thread, linked
from alarife.web.reading import whole
from alarife.web.store import LinkRow, Refused, Stale

_MOST_TOKENS = 12
_HEARTBEAT = 15
_REQUEST = Value(
    "a text of 8 to 64 signs", lambda value: isinstance(value, str) and 8 <= len(value) <= 64
)
_KEY = Value(
    "a text of at most 200 signs", lambda value: isinstance(value, str) and len(value) <= 200
)
_WANTED = Fields(
    {"seq": bodies.whole(0, 10**8), "request": _REQUEST, "keys": Many(_KEY, 80), "undo": FLAG},
    ("seq", "request"),
)


@in_a_thread
def games(request: Request) -> Response:
    """What can be played."""
    return JSONResponse(lobby.games())


@in_a_thread
def table(request: Request) -> Response:
    """What the seat of a link sees, and what it may answer."""
    since = whole(request.query_params.get("since", ""))
    picks = request.query_params.getlist("pick")[:80]
    _, link = linked(request, ("seat", "watch"))
    with hub_of(request).at(link.table, surely=True) as live:
        try:
            data = live.table.show(live.history, seat_of(link, 0), since, picks)
        except RuleError as wrong:
            return JSONResponse({"error": wrong.diagnostics[0].message}, 409)
        return JSONResponse(data)


async def answer(request: Request) -> Response:
    """An answer: `{"seq": 4, "request": "…", "keys": ["…"]}`, or `"undo": true`."""
    body = read(await request.body(), _WANTED)
    seq, request_id = body["seq"], body["request"]
    undo: bool = body.get("undo", False)
    keys: list[str] | None = None if undo else body.get("keys")
    if not (undo or keys):
        raise Refused("Send `keys`, the keys of what you choose, or `undo`.")

    def job() -> Response:
        _, link = linked(request, ("seat",))
        hub, seat = hub_of(request), link.seats[0]
        status = 200
        told: dict[str, Any] = {}
        try:
            number, repeated = hub.act(link.table, seat, seq, request_id, keys)
            told = {"accepted": number, "repeated": repeated}
        except Stale:
            status, told = 409, {"error": phrased("The table has moved on.")}
        except Refused as wrong:
            status, told = 409, {"error": str(wrong)}
        with hub.at(link.table) as live:
            told["table"] = live.table.show(live.history, seat)
        return JSONResponse(told, status)

    return await asyncio.to_thread(job)


async def events(request: Request) -> Response:
    """News of the tables of some links: `seq` events with a table's number in the list of links and
    how many actions it has now. What happened is asked for with the link; to our own pages, which
    ask for it, their part comes along."""
    hub = hub_of(request)
    if "token" in request.path_params:
        tokens = [request.path_params["token"]]
    else:
        tokens = request.query_params.getlist("t")[:_MOST_TOKENS]
    store = hub.store
    found = await asyncio.to_thread(lambda: [(t, store.link(t)) for t in tokens])
    links = _wanted(found, pages="part" in request.query_params)
    if not links:
        raise NotFound(phrased("There is no such table. Is the link complete?"))
    who = request.scope["alarife.visitor"]
    counts: dict[str, int] = request.app.state.streams
    settings = hub.settings
    if hub.streams >= settings.most_streams or counts.get(who, 0) >= settings.streams_an_address:
        raise TooMany(phrased("Too many pages listen at once."))
    return EventSourceResponse(
        _counted(hub, counts, who, links),
        ping=_HEARTBEAT,
        send_timeout=20,
        headers={"X-Accel-Buffering": "no", "Cache-Control": "no-store"},
    )


def _wanted(found: Sequence[tuple[str, LinkRow | None]], pages: bool) -> list[Wanted]:
    """The tables that some links lead to, and as whom their pages are drawn."""
    return [
        Wanted(n, link.table, token, seat_of(link, 0) if pages and link.kind != "hot" else None)
        for n, (token, link) in enumerate(found)
        if link is not None and link.kind != "host"
    ]


async def _counted(
    hub: Hub, counts: dict[str, int], who: str, links: list[Wanted]
) -> AsyncIterator[bytes]:
    """What is heard, counted as one more page that listens."""
    counts[who] = counts.get(who, 0) + 1
    hub.streams += 1
    try:
        async for event in _heard(hub, links):
            yield event
    finally:
        hub.streams -= 1
        counts[who] -= 1
        if not counts[who]:
            del counts[who]


async def _heard(hub: Hub, links: list[Wanted]) -> AsyncIterator[bytes]:
    retry = 2000 + randrange(3000)  # noqa: S311 - so that not all come back at once
    with hub.ears.listening(links) as queue:
        heads = await asyncio.to_thread(hub.store.heads, [w.table for w in links])
        for wanted in links:
            data = json.dumps({"t": wanted.link, "seq": heads.get(wanted.table, 0)})
            yield ServerSentEvent(data, event="seq", retry=retry).encode()
        while True:
            link, seq, page = await queue.get()
            if seq < 0:
                yield ServerSentEvent("", event="bye", retry=retry).encode()
                return
            data = {"t": link, "seq": seq, "html": page} if page else {"t": link, "seq": seq}
            event = "part" if page else "seq"
            yield f"event: {event}\r\ndata: {json.dumps(data)}\r\n\r\n".encode()


async def health(request: Request) -> Response:
    """Whether the server is ready: the database answers."""
    hub = hub_of(request)
    await asyncio.to_thread(hub.store.ping)
    return JSONResponse({"ready": True, "tables": hub.loaded(), "streams": hub.streams})


routes = [
    Route("/healthz", health),
    Route("/events", events),
    Route("/api/games", games),
    Route("/api/t/{token}", table),
    Route("/api/t/{token}/answer", answer, methods=["POST"]),
    Route("/api/t/{token}/events", events),
]
