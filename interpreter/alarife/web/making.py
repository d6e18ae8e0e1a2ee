"""A table made by a program: the form for a new table as JSON. Documented in docs/web_api.md.

In: what the form of the lobby asks for. Out: the tokens of the table's links, or diagnostics."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from alarife.linking.wording import did_you_mean, listed
from alarife.texts.spoken import phrased
from alarife.web import lobby
from alarife.web.bodies import TEXT, Fields, Many, Value, read, whole
from alarife.web.bots import seatable
from alarife.web.pages import LONGEST, NotFound, begin, hub_of, linked, token_of
from alarife.web.store import Refused

_MOST_SEATS = 20
_MOST_NAMES = 60
_SETTING = Value(
    "a text, a whole number, true or false",
    lambda value: isinstance(value, str | bool) or (type(value) is int and abs(value) <= 2**53),
)


@cache
def _wanted() -> Fields:
    """What a program may send."""
    bots = ["", *seatable()]
    bot = Value(f"a bot: {listed(bots[1:], 'or')}", lambda value: value in bots)
    return Fields(
        {
            "game": TEXT,
            "modules": Many(TEXT, _MOST_NAMES),
            "settings": Many(_SETTING, _MOST_NAMES, named=True),
            "players": whole(1, 99),
            "seats": Many(Fields({"name": TEXT, "bot": bot}), _MOST_SEATS),
            "seed": whole(0, 2**53),
            "own": TEXT,
        },
        ("game",),
    )


async def make(request: Request) -> Response:
    """Make a table."""
    body = read(await request.body(), _wanted())
    form = dict(_form(body))
    if len(form["own"]) > hub_of(request).settings.most_upload:
        raise Refused(phrased("The text is too long."))
    if not await asyncio.to_thread(lobby.is_there, form["game"], form["own"]):
        near = did_you_mean(form["game"], (game["name"] for game in lobby.games()))
        raise NotFound(f"{phrased('There is no such game.')} {near}".strip())
    survey, host = await begin(request, form, seats=len(body.get("seats", [])))
    if survey is None:
        raise Refused(phrased("That is much work for this server. Wait a minute."))
    if not host:
        errors = [d for d in survey.diagnostics if d["severity"] == "error"]
        said = {"error": errors[0]["message"], "diagnostics": survey.diagnostics}
        return JSONResponse(said, 422)

    def links() -> Response:
        request.path_params["token"] = host
        _, link = linked(request, ("host",))
        with hub_of(request).at(link.table) as live:
            seats = [
                {"name": seat["name"], "bot": seat["bot"], "token": token}
                for n, seat in enumerate(live.row.seats, 1)
                for token in ("" if seat["bot"] else token_of(host, f"seat {n}"),)
            ]
        hot = token_of(host, "hot") if len(link.seats) > 1 else ""
        made = {"host": host, "watch": token_of(host, "watch"), "hot": hot, "seats": seats}
        return JSONResponse(made, 201)

    return await asyncio.to_thread(links)


def _form(body: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a program sends, as the fields of the form."""
    yield "game", body["game"][:LONGEST]
    yield "modules", [name[:LONGEST] for name in body.get("modules", [])]
    for name, value in body.get("settings", {}).items():
        yield f"set.{name[:LONGEST]}", _setting(value)
    for name in ("players", "seed"):
        yield name, str(body.get(name, ""))
    yield "own", body.get("own", "")
    for n, seat in enumerate(body.get("seats", []), 1):
        yield f"who.{n}", seat.get("bot") or ""
        yield f"name.{n}", (seat.get("name") or "")[:LONGEST]


def _setting(value: Any) -> str:
    """A setting as the form writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)[:LONGEST]


routes = [Route("/api/tables", make, methods=["POST"])]
