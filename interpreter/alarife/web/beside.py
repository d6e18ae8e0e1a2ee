"""What is read beside a table: its log, its rules and the book woven from them, its points; and
what is taken along.

In: requests of a browser. Out: pages, text, data; the same that the table's own page is made
from."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from alarife.texts.spoken import phrased
from alarife.web import book as books
from alarife.web.chart import chart
from alarife.web.hub import Live
from alarife.web.links import seat_of
from alarife.web.lobby import settings_said
from alarife.web.pages import LONGEST, READERS, NotFound, costs, hub_of, in_a_thread, linked
from alarife.web.rendering import render

_MOST_HINTS = 12


@contextmanager
def _read(request: Request) -> Generator[tuple[str, Live, int]]:
    """The address of a table, the table, and the seat whose view a link shows: nobody's where
    several seats with secrets share it."""
    token, link = linked(request, READERS)
    with hub_of(request).at(link.table) as live:
        yield f"/t/{token}", live, 0 if link.kind == "hot" and live.secret else seat_of(link, 0)


@in_a_thread
def log(request: Request) -> Response:
    """All that has happened."""
    with _read(request) as (base, live, seat):
        events = live.table.log(live.history, seat)
        people = {str(p): live.table.wording.party(p) for p in _parties(live)}
        page = {"events": events, "names": people, "title": live.row.title}
    return render(request, "log.html", base=base, anchor=live.table.wording.anchor, **page)


@in_a_thread
def answers(request: Request) -> Response:
    """Who answered what, question by question."""
    with _read(request) as (base, live, seat):
        rounds = live.table.answers(live.history, seat)
        people = live.table.show(live.history, seat)["people"]
        page = {"rounds": rounds, "people": people, "title": live.row.title}
    if request.url.path.startswith("/api/"):
        return JSONResponse({"answers": rounds})
    return render(request, "answers.html", base=base, **page)


def _parties(live: Live) -> list[int | str]:
    game = live.table.game
    return [game.party(p) for p in range(game.world.parties)]


@in_a_thread
def rules(request: Request) -> Response:
    """The rules of exactly this table."""
    words = request.query_params.get("q", "")[:LONGEST]
    with _read(request) as (base, live, _):
        found = live.table.rules(words)
        modules: dict[str, list[Any]] = {}
        for rule in found:
            modules.setdefault(rule["module_title"], []).append(rule)
        c = live.row.configuration
        settings = settings_said(c["game"], c["settings"])
    page = {
        "modules": modules,
        "settings": settings,
        "words": words,
        "anchor": live.table.wording.anchor,
    }
    return render(request, "rules.html", base=base, title=live.row.title, **page)


@in_a_thread
def book(request: Request) -> Response:
    """The rulebook woven for exactly this table; where none can be made, the list of its rules."""
    hub = hub_of(request)
    with _read(request) as (base, live, _):
        c = live.row.configuration
    if not hub.shelf.has(c):
        costs(request)
    page = hub.shelf.page(c, lambda: hub.store.sources(c["sources"]))
    if page is None:
        return RedirectResponse(f"{base}/rules", 303)
    if "beside" not in request.query_params:
        words = escape(phrased("Back to the table"))
        back = f'<p class="back"><a href="{escape(base)}">{words}</a></p>'
        page = page.replace("<body>", f"<body>\n{back}", 1)
    return HTMLResponse(page, headers=books.HEADERS)


@in_a_thread
def points(request: Request) -> Response:
    """How points grew, and where they came from."""
    with _read(request) as (base, live, seat):
        data = live.table.show(live.history, seat)
        page = {
            "people": data["people"],
            "breakdown": live.table.breakdown(live.history),
            "standings": data["standings"],
            "chart": chart(live.table.points(live.history), data["people"]),
            "title": live.row.title,
        }
    return render(request, "points.html", base=base, **page)


@in_a_thread
def hint(request: Request) -> Response:
    """What a bot thinks of the options of whoever is asked, the best first. It gets what the seat
    may know, and nothing else."""
    costs(request)
    token, link = linked(request, ("seat", "hot"))
    hub = hub_of(request)
    with hub.at(link.table) as live:
        state = live.history.state
        asked = state.decision.player if state.decision else 0
        seat = seat_of(link, asked)
        title = live.row.title
        own = link.kind != "hot" or not live.secret or request.query_params.get("as") == str(seat)
        wanted = hub.driver.job(live, seat) if asked and seat == asked and own else None
        data = live.table.show(live.history, seat) if wanted else {"question": None}
    found = hub.pool.hint(wanted) if wanted else None
    words = {o["key"]: o["words"] for o in (data["question"] or {}).get("options", ())}
    rows = [
        {
            "words": words.get(one.key, one.label),
            "expected": f"{one.expected:.0%}",
            "certain": one.certain,
            "playouts": one.playouts,
        }
        for one in (found or [])[:_MOST_HINTS]
    ]
    if request.url.path.startswith("/api/"):
        return JSONResponse({"hints": rows, "asked": wanted is not None})
    page = {
        "rows": rows,
        "asked": wanted is not None,
        "prompt": (data["question"] or {}).get("prompt", ""),
    }
    return render(request, "hint.html", base=f"/t/{token}", title=title, **page)


@in_a_thread
def export(request: Request) -> Response:
    """The game as text; of one that is over, also as data from which it can be played again."""
    form = request.path_params["form"]
    with _read(request) as (_, live, seat):
        if form == "txt":
            lines = live.table.transcript(live.history, seat)
            return PlainTextResponse("\n".join(lines) + "\n")
        if not live.history.state.is_over:
            raise NotFound(phrased("The game can be taken along as data when it is over."))
        return JSONResponse(
            {
                "game": {k: v for k, v in live.row.configuration.items() if k != "sources"},
                "sources": dict(live.table.game.program.sources),
                "seed": live.row.seed,
                "seats": live.row.seats,
                "answers": live.history.answers,
            },
            headers={"content-disposition": 'attachment; filename="alarife-game.json"'},
        )


routes = [
    Route("/t/{token}/log", log),
    Route("/t/{token}/answers", answers),
    Route("/api/t/{token}/answers", answers),
    Route("/t/{token}/rules", rules),
    Route("/t/{token}/book", book),
    Route("/t/{token}/points", points),
    Route("/t/{token}/hint", hint),
    Route("/api/t/{token}/hint", hint),
    Route("/t/{token}/transcript.{form}", export),
]
