"""The pages: the lobby, a table, and what belongs to them.

In: requests of a browser. Out: HTML made here. Everything works with plain links and forms; the
script only fetches the same pages in parts."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from alarife.diagnostics import RuleError
from alarife.table.wording import bot_title
from alarife.texts.spoken import phrased
from alarife.web import lobby
from alarife.web.bots import seatable
from alarife.web.hub import Hub, Live, New
from alarife.web.links import seat_of, token_of
from alarife.web.lobby import Survey, Wish, wish_of
from alarife.web.reading import whole
from alarife.web.rendering import environment, render
from alarife.web.store import LinkRow, Refused, Stale
from alarife.web.views import Glance, last_person, page_of

_MOST_PICKS = 80
_SEED_DIGITS = 16
LONGEST = 200
"""So much of a text in an address or a field is read."""
READERS = ("seat", "hot", "watch")
"""The kinds of links that show a table."""


class NotFound(Exception):
    """There is no such page, or no such table; its text says more."""


class TooMany(Exception):
    """Somebody does something too often; its text says what."""


def hub_of(request: Request) -> Hub:
    """The tables of this server."""
    return request.app.state.hub


def in_a_thread(page: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that takes a while, outside of the event loop."""

    @wraps(page)
    async def endpoint(request: Request) -> Response:
        return await asyncio.to_thread(page, request)

    return endpoint


def linked(request: Request, kinds: tuple[str, ...]) -> tuple[str, LinkRow]:
    """The token of the address and what it is the right to. Blocks. Raises `NotFound`."""
    token = request.path_params["token"]
    link = hub_of(request).store.link(token)
    if link is None or link.kind not in kinds:
        raise NotFound(phrased("There is no such table. Is the link complete?"))
    return token, link


# ----------------------------------------------------------------
# lobby
@in_a_thread
def home(request: Request) -> Response:
    """The lobby: all games."""
    return render(request, "home.html", games=lobby.games())


@in_a_thread
def new(request: Request) -> Response:
    """The form for a new table."""
    game = lobby.game_named(request.query_params.get("game", "")[:LONGEST])
    if game is None:
        raise NotFound(phrased("There is no such game."))
    preset = next(
        (p for p in game["presets"] if p["name"] == request.query_params.get("preset")), None
    )
    form: dict[str, Any] = {"modules": list(preset["modules"]) if preset else []}
    if preset:
        form |= {f"set.{k}": _word(v) for k, v in preset["settings"].items()}
    return render(request, "new.html", **_form(game, form, preset))


def _form(game: dict[str, Any], form: dict[str, Any], preset: Any = None) -> dict[str, Any]:
    low, high = game["players"] or (1, 6)
    return {
        "game": game,
        "form": form,
        "preset": preset,
        "low": low,
        "high": high,
        "bots": {name: bot_title(name) for name in seatable()},
        "usual": next((n for n in range(low, high + 1) if n >= 3), low),
        "survey": None,
        "request_id": secrets.token_urlsafe(12),
    }


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


async def _read(request: Request) -> dict[str, Any]:
    """The fields of the form for a new table; an uploaded file goes before what was typed."""
    async with request.form(max_files=1, max_fields=200) as form:
        return {**_plain(form), "own": await _own(form, hub_of(request).settings.most_upload)}


def _plain(form: FormData) -> dict[str, Any]:
    found: dict[str, Any] = {"modules": [str(m)[:LONGEST] for m in form.getlist("modules")][:60]}
    for name, value in form.multi_items():
        if isinstance(value, str) and name not in ("modules", "own"):
            found[name[:LONGEST]] = value[:LONGEST]
    return found


async def _own(form: FormData, most: int) -> str:
    upload = form.get("file")
    if isinstance(upload, UploadFile) and upload.filename:
        raw = await upload.read(most + 1)
        if len(raw) > most:
            raise Refused(phrased("The file is too large."))
        return raw.decode("utf-8", "replace")
    typed = str(form.get("own", ""))
    if len(typed) > most:
        raise Refused(phrased("The text is too long."))
    return typed


async def changes(request: Request) -> Response:
    """What differs with these modules and settings, and what can't be: a part of the form."""
    costs(request)
    form = await _read(request)
    survey = await asyncio.to_thread(hub_of(request).pool.survey, wish_of(form))
    return render(request, "_changes.html", survey=survey)


def costs(request: Request) -> None:
    """Count what is much work for the server. Raises `TooMany`."""
    if not request.app.state.works.take(request.scope["alarife.visitor"]):
        raise TooMany(phrased("That is much work for this server. Wait a minute."))


async def make(request: Request) -> Response:
    """Make a table; on to its links."""
    form = await _read(request)
    survey, host = await begin(request, form, "look" in form)
    if not host:
        game = await asyncio.to_thread(lobby.game_named, str(form.get("game", "")))
        if game is None:
            raise NotFound(phrased("There is no such game."))
        shown = {**_form(game, form), "survey": survey, "slow": survey is None}
        status = 200 if "look" in form else 422
        return render(request, "new.html", status, **shown)
    return RedirectResponse(f"/host/{host}", 303)


async def begin(
    request: Request, form: dict[str, Any], look: bool = False, seats: int = 0
) -> tuple[Survey | None, str]:
    """Make a table from the fields of the form: what comes of the wish (None if that took too
    long), and the token of the host if it is made. Raises `Refused` if fewer than `seats` play."""
    wish = wish_of(form)
    costs(request)
    hub = hub_of(request)
    survey = await asyncio.to_thread(hub.pool.survey, wish)
    if survey is None or not survey.is_fine or look:
        return survey, ""
    if seats > survey.players:
        raise Refused(f"`seats` has {seats} members, but only {survey.players} play.")
    if not request.app.state.makes.take(request.scope["alarife.visitor"]):
        raise TooMany(phrased("You have made many tables. Wait a while."))
    host = await asyncio.to_thread(lambda: hub.make(_new(wish, form)))
    link = await asyncio.to_thread(hub.store.link, host)
    assert link is not None
    hub.driver.soon(link.table)
    return survey, host


def _new(wish: Wish, form: dict[str, Any]) -> New:
    try:
        game = lobby.load(wish)
    except RuleError as wrong:
        raise Refused(wrong.diagnostics[0].message) from None
    names, bots, known = [], [], seatable()
    for n in range(1, game.players + 1):
        who = str(form.get(f"who.{n}", "person" if n == 1 else ""))
        bots.append(who if who in known else "")
        name = " ".join(str(form.get(f"name.{n}", "")).split())[:30]
        names.append(
            name
            or (f"{bot_title(who).capitalize()} {n}" if bots[-1] else phrased("Player {n}", n=n))
        )
    return New(game, names, bots, whole(str(form.get("seed", "")), _SEED_DIGITS))


@in_a_thread
def host(request: Request) -> Response:
    """The links of a table, for who made it."""
    token, link = linked(request, ("host",))
    with hub_of(request).at(link.table) as live:
        seats = [
            {
                **seat,
                "called": bot_title(seat["bot"]),
                "n": n,
                "token": "" if seat["bot"] else token_of(token, f"seat {n}"),
            }
            for n, seat in enumerate(live.row.seats, 1)
        ]
        return render(
            request,
            "host.html",
            seats=seats,
            watch=token_of(token, "watch"),
            hot=token_of(token, "hot") if len(link.seats) > 1 else "",
            title=live.row.title,
            modules=live.row.configuration["modules"],
            base_url=_base_url(request),
        )


def _base_url(request: Request) -> str:
    """The address of this server as visitors see it."""
    url = request.base_url
    said = request.headers.get("x-forwarded-proto", "")
    if hub_of(request).settings.behind_proxy and said in ("http", "https"):
        url = url.replace(scheme=said)
    return str(url).rstrip("/")


# ----------------------------------------------------------------
# a table
def _glance(request: Request, token: str, link: LinkRow, live: Live, notice: str = "") -> Glance:
    """How the address says the table is looked at."""
    query = request.query_params
    state = live.history.state
    asked = state.decision.player if state.decision else 0
    seat = seat_of(link, asked)
    position = whole(query.get("at", ""))
    return Glance(
        token,
        seat,
        tuple(k[:LONGEST] for k in query.getlist("pick")[:_MOST_PICKS]),
        position,
        query.get("choose", "")[:LONGEST],
        query.get("why", "")[:LONGEST],
        notice,
        link.kind == "hot" and live.secret,
        tuple(link.seats) if link.kind == "hot" else (),
    )


def _hands_over(request: Request, link: LinkRow, live: Live) -> int:
    """The seat that the device has to be handed to; 0 if the right one holds it."""
    if link.kind != "hot" or not live.secret:
        return 0
    state = live.history.state
    asked = state.decision.player if state.decision else 0
    seat = seat_of(link, asked)
    return 0 if request.query_params.get("as") == str(seat) else seat


def part_of(live: Live, token: str, seat: int) -> str:
    """The part of a table's page that changes, as a link shows it if nothing else is asked for. It
    is for the script, which names each request by itself."""
    page = page_of(live, Glance(token, seat), "of-the-script")
    return environment().get_template("_table.html").render(page)


def _is_plain(request: Request, link: LinkRow) -> bool:
    """Whether nothing is asked for but what the link shows."""
    return link.kind != "hot" and not set(request.query_params) - {"seq"}


def _shown(request: Request, template: str, notice: str = "", status: int = 200) -> Response:
    """A table as its link shows it. Blocks."""
    token, link = linked(request, READERS)
    with hub_of(request).at(link.table, surely=True) as live:
        seat = _hands_over(request, link, live)
        if seat:
            name = live.table.wording.party(seat)
            whole = template == "table.html"
            return render(
                request,
                "hand_over.html" if whole else "_hand_over.html",
                name=name,
                n=seat,
                base=f"/t/{token}",
                title=live.row.title,
                seq=live.history.seq,
            )
        if template == "_table.html" and not notice and _is_plain(request, link):
            return HTMLResponse(hub_of(request).page(live, token, seat_of(link, 0)), status)
        glance = _glance(request, token, link, live, notice)
        page = page_of(live, glance, secrets.token_urlsafe(12))
    return render(request, template, status, **page)


@in_a_thread
def table(request: Request) -> Response:
    """The page of a table."""
    found = _shown(request, "table.html")
    _, link = linked(request, READERS)
    hub_of(request).driver.soon(link.table)
    return found


@in_a_thread
def part(request: Request) -> Response:
    """The part of a table's page that changes; nothing, if it has not."""
    seen = whole(request.query_params.get("seq", ""))
    if seen is not None:
        _, link = linked(request, READERS)
        hub = hub_of(request)
        head = hub.at_hand(link.table)
        if (hub.store.head(link.table) if head is None else head) == seen:
            return Response(status_code=204)
    return _shown(request, "_table.html")


async def answer(request: Request) -> Response:
    """An answer, or a wish to take back."""
    async with request.form(max_files=0, max_fields=200) as form:
        keys = [str(k)[:LONGEST] for k in form.getlist("key")][:_MOST_PICKS]
        undo = "undo" in form
        seq, request_id = whole(str(form.get("seq", ""))), str(form.get("request", ""))[:64]
    scripted = request.headers.get("x-alarife") == "part"
    template = "_table.html" if scripted else "table.html"

    def job() -> Response:
        token, link = linked(request, ("seat", "hot"))
        hub = hub_of(request)
        if seq is None or len(request_id) < 8 or not (keys or undo):
            return _shown(request, template, phrased("That answer was not complete."), 400)
        with hub.at(link.table) as live:
            state = live.history.state
            asked = state.decision.player if state.decision else 0
            seat = seat_of(link, asked)
            if undo and link.kind == "hot":
                seat = last_person(live, link.seats) or seat
        try:
            hub.act(link.table, seat, seq, request_id, None if undo else keys)
        except Stale:
            told = phrased(
                "The table has moved on: your answer was not taken. This is how it stands now."
            )
            return _shown(request, template, told, 409)
        except Refused as wrong:
            return _shown(request, template, str(wrong), 409)
        if scripted:
            return _shown(request, template)
        again = f"/t/{token}"
        if request.query_params.get("as"):
            again += f"?as={seat}"
        return RedirectResponse(again, 303)

    return await asyncio.to_thread(job)


@in_a_thread
def preview(request: Request) -> Response:
    """What an answer certainly does."""
    key = request.query_params.get("key", "")[:LONGEST]
    _, link = linked(request, ("seat", "hot"))
    with hub_of(request).at(link.table) as live:
        state = live.history.state
        asked = state.decision.player if state.decision else 0
        seat = seat_of(link, asked)
        if _hands_over(request, link, live):
            return JSONResponse({"key": key, "words": [], "spots": []})
        try:
            return JSONResponse(live.table.preview(live.history, seat, key))
        except RuleError:  # not offered any more: the page is about to learn of it
            return JSONResponse({"key": key, "words": [], "spots": []})


routes = [
    Route("/t/{token}/answer", answer, methods=["POST"]),
    Route("/t/{token}/part", part),
    Route("/t/{token}/preview", preview),
    Route("/t/{token}", table),
    Route("/", home),
    Route("/new", new, methods=["GET"]),
    Route("/new", make, methods=["POST"]),
    Route("/new/changes", changes, methods=["POST"]),
    Route("/host/{token}", host),
]
"""What is asked for most comes first."""
