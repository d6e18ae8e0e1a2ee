"""A table made by a program: the form for a new table as JSON. Documented in docs/web_api.md.

In: what the form of the lobby asks for. Out: the tokens of the table's links, or diagnostics."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from alarife.texts.spoken import phrased
from alarife.web import lobby
from alarife.web.pages import LONGEST, NotFound, begin, hub_of, linked, token_of
from alarife.web.store import Refused

_MOST_SEATS = 20
_MOST_NAMES = 60


async def make(request: Request) -> Response:
    """Make a table."""
    try:
        body: Any = json.loads(await request.body())
        form = dict(_fields(body))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Refused(
            "Send game (a name) and, if you like, modules, settings, players, seats, seed, own."
        ) from None
    if len(form["own"]) > hub_of(request).settings.most_upload:
        raise Refused(phrased("The text is too long."))
    if not await asyncio.to_thread(lobby.is_there, form["game"], form["own"]):
        raise NotFound(phrased("There is no such game."))
    survey, host = await begin(request, form)
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


def _fields(body: Any) -> Iterator[tuple[str, Any]]:
    """What a program sends, as the fields of the form. Raises what reading data of a wrong shape
    raises."""
    yield "game", _text(body["game"])
    yield "modules", [_text(m) for m in _list(body.get("modules", []), _MOST_NAMES)]
    settings = body.get("settings", {})
    for name in _list(list(settings), _MOST_NAMES):
        yield f"set.{_text(name)}", _value(settings[name])
    for name in ("players", "seed"):
        if body.get(name) is not None:
            yield name, str(_whole(body[name]))
    own = body.get("own", "")
    if not isinstance(own, str):
        raise TypeError
    yield "own", own
    for n, seat in enumerate(_list(body.get("seats", []), _MOST_SEATS), 1):
        yield f"who.{n}", _text(seat.get("bot", ""))
        yield f"name.{n}", _text(seat.get("name", ""))


def _list(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise TypeError
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value[:LONGEST]


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > 2**53:
        raise TypeError
    return value


def _value(value: Any) -> str:
    """A setting as the form writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value[:LONGEST] if isinstance(value, str) else str(_whole(value))


routes = [Route("/api/tables", make, methods=["POST"])]
