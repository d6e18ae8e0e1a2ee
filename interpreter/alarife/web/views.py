"""A table's data as pages show it.

In: a table, its history, a seat. Out: what templates need: figures, choices, words, charts. Nothing
is looked up here that the data does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from alarife.diagnostics import RuleError
from alarife.drawing.look import Chip
from alarife.table import is_out_of_turn
from alarife.texts.spoken import phrased
from alarife.web.boards import Boards
from alarife.web.heaps import chip_html
from alarife.web.hub import Live
from alarife.web.marks import Choices, Figure, address
from alarife.web.notes import beside_boards
from alarife.web.reading import whole
from alarife.web.rendering import environment

Data = dict[str, Any]
_FARTHEST = 200
_NOTHING_ASKED: Data = {
    "options": [],
    "subjects": [],
    "already": [],
    "picks": [],
    "kind": "",
    "refused": [],
}


@dataclass(frozen=True, slots=True)
class Glance:
    """How somebody looks at a table: through a link's token, as a seat, with picks, at a position,
    with an answer chosen but not confirmed, asking why something is refused; `shared` are the seats
    that play at this one device."""

    token: str
    seat: int
    picks: tuple[str, ...] = ()
    position: int | None = None
    choose: str = ""
    why: str = ""
    notice: str = ""
    hot: bool = False
    shared: tuple[int, ...] = ()


def page_of(live: Live, glance: Glance, request: str) -> Data:
    """All that the page of a table needs."""
    base = f"/t/{glance.token}"
    data, notice = _shown(live, glance)
    question = data["question"] or {**_NOTHING_ASKED}
    extra = {"as": str(glance.seat)} if glance.hot else {}
    addressed = lambda o, back: _address(base, question, o, extra, back)  # noqa: E731
    choices = Choices(
        question["options"],
        addressed,
        question["subjects"],
        several=question["kind"] == "set",
    )
    chosen = next((o for o in question["options"] if o["key"] == glance.choose), None)
    return {
        "t": data,
        "base": base,
        "glance": glance,
        "extra": extra,
        "request": request,
        "notice": notice,
        "question": data["question"],
        **_laid_out(live, glance, data, choices),
        "buttons": [o for o in question["options"] if _is_button(o, choices)],
        "chosen": chosen,
        "lesson": _lesson(live, question) if data["yours"] else [],
        "preview": live.table.preview(live.history, glance.seat, chosen["key"]) if chosen else None,
        "why": _why(live, glance, data),
        "address": choices.address,
        "chip": _chip,
        "turns": _turns(live, data, base),
        "anchor": live.table.wording.anchor,
        "person": {p["party"]: p for p in data["people"]},
        "names": {str(p["party"]): p["name"] for p in data["people"]},
        "status": status_of(live, data, shared=bool(glance.shared)),
        "title": title_of(live, data),
        "notes": beside_boards(live.table, data),
        "waits": bool(data["asked"]) and bool(live.bot(data["asked"])),
    }


def _shown(live: Live, glance: Glance) -> tuple[Data, str]:
    """What is shown to whoever looks, and what they are told of it."""
    table, history, notice = live.table, live.history, glance.notice
    try:
        data = table.show(history, glance.seat, picks=glance.picks, position=glance.position)
    except RuleError:
        data = table.show(history, glance.seat, position=glance.position)
        notice = notice or phrased("These can't be chosen together any more.")
    if glance.shared and not glance.hot:
        seat = last_person(live, glance.shared) or glance.seat
        data = {**data, "undo": history.why_no_undo(seat)}
    if glance.shared and data["over"]:  # several people read this
        data = {**data, "seat": 0, "people": [{**p, "you": False} for p in data["people"]]}
    return data, notice


def _laid_out(live: Live, glance: Glance, data: Data, choices: Choices) -> Data:
    """The places, by where they stand on the page."""
    boards = Boards(live.table)
    mine = data["seat"] or None
    found = [
        replace(f, title=boards.own_title(f.id)) if f.owner == mine and mine else f
        for f in boards.figures(data, choices)
    ]
    grids = _ordered(found, data)
    loose = [f for f in found if f.kind != "board"]
    own = [f for f in loose if f.owner == mine and mine]
    common = [f for f in loose if f.owner is None]
    used = _used(live, glance.seat, common)
    rest = [f for f in common if f.id not in used]
    return {
        "boards": grids,
        "own": own,
        "first": [f for f in common if f.id in used],
        "common": [f for f in rest if f.kind != "stack"],
        "stacks": [f for f in rest if f.kind == "stack"],
        "hand_first": any(f.usable for f in own) and not any(f.usable for f in grids),
        "others": _others(found, data),
    }


def _lesson(live: Live, question: Data) -> list[Data]:
    """The rules behind a question, for whoever meets it for the first time: of a menu, what each
    action is."""
    rules = [rule for rule in (question["rule"], *question["laws"]) if rule["sentence"]]
    if question["kind"] != "menu":
        return rules
    actions = [(o["key"], o["words"]) for o in (*question["options"], *question["refused"])]
    said = ((name, words, live.table.wording.sentences(name)) for name, words in actions)
    told = [{"name": name, "title": words, "sentence": s} for name, words, s in said if s]
    return [*rules, *told]


def _used(live: Live, seat: int, common: Sequence[Figure]) -> set[str]:
    """The common places from which this seat may choose now, or could before: they come first, so
    that they don't jump about."""
    used: set[str] = live.history.memo.setdefault(("used", seat), set())
    used.update(f.id for f in common if f.usable)
    return used


def _turns(live: Live, data: Data, base: str) -> list[tuple[int, Markup]]:
    """Events by who brought them about. A rule is named where it is another than before."""
    found: list[tuple[int, list[str]]] = []
    rule = ""
    for event in data["news"]:
        if not found or found[-1][0] != event["by"]:
            found.append((event["by"], []))
            rule = ""
        name = event["rule"]["name"]
        found[-1][1].append(_event(live, data, base, event, name != rule))
        rule = name
    return [(by, Markup("").join(events)) for by, events in found]


def _event(live: Live, data: Data, base: str, event: Data, ruled: bool) -> str:
    """An event as a page shows it to a seat; drawn once for each link."""
    drawn: dict[Any, str] = live.history.memo.setdefault(("events", base, data["seat"]), {})
    key = (event["n"], event["kind"], ruled)
    if key not in drawn:
        drawn[key] = Markup(  # noqa: S704 - the template escapes every text
            environment()
            .get_template("_event.html")
            .render(
                e=event,
                ruled=ruled,
                people=data["people"],
                base=base,
                lit=_lit(event["spots"]),
                anchor=live.table.wording.anchor,
            )
        )
    return drawn[key]


def _lit(spots: Sequence[Data]) -> str:
    """Where something happened, for the script: places, and their cells."""
    found: dict[str, None] = {}
    for spot in spots:
        at = f"{spot['at'][0]}:{spot['at'][1]}" if "at" in spot else ""
        found[f"{spot['place']}@{at}"] = None
    return " ".join(found)


def _chip(person: Data) -> Markup:
    """The disc of a party or value."""
    drawn = chip_html(Chip(person["letter"], person["colour"], person["symbol"], ""))
    return Markup(drawn)  # noqa: S704 - made by the drawing, which escapes every text


def _is_button(option: Data, choices: Choices) -> bool:
    return option["key"] not in choices.drawn


def _address(base: str, question: Data, option: Data, extra: dict[str, str], back: bool) -> str:
    """Where choosing an option leads without scripts: of a set, to the page with it picked, or put
    `back`; else to the page that asks whether it is meant."""
    if question["kind"] != "set":
        return address(base, choose=option["key"], **extra)
    picks: list[str] = list(question["picks"])
    if back:
        picks.remove(option["key"])
    else:
        picks.append(option["key"])
    said = "&".join(address("", pick=p)[1:] for p in picks)
    more = "&".join(address("", **{k: v})[1:] for k, v in extra.items())
    query = "&".join(part for part in (said, more) if part)
    return f"{base}?{query}" if query else base


def _ordered(found: Sequence[Figure], data: Data) -> list[Figure]:
    """Boards: those that may be used now, one's own, common ones, then the others', those first who
    come next."""

    def rank(figure: Figure) -> tuple[int, int]:
        if figure.usable:
            return 0, 0
        if figure.owner in (data["seat"], None):
            return 1, 0
        return 2, 0

    return sorted((f for f in found if f.kind == "board"), key=rank)


def _others(found: Sequence[Figure], data: Data) -> list[tuple[Data, list[Figure]]]:
    """What lies before each of the others."""
    rows: list[tuple[Data, list[Figure]]] = []
    for person in data["people"]:
        if person["party"] == data["seat"] and data["seat"]:
            continue
        own = [f for f in found if f.kind != "board" and f.owner == person["party"] and f.size]
        if own:
            rows.append((person, own))
    return rows


def last_person(live: Live, seats: Sequence[int]) -> int:
    """Of several seats at one device, the one that answered last; 0 if none did."""
    played = live.history
    people = (played.seat_at(n) for n in range(played.position, 0, -1))
    return next((seat for seat in people if seat in seats), 0)


def status_of(live: Live, data: Data, shared: bool = False) -> str:
    """Whose turn it is, in one sentence; by name where several share the screen."""
    if data["over"]:
        return data["end"]
    name = next((p["name"] for p in data["people"] if p["asked"]), "")
    prompt = data["question"]["prompt"] if data["question"] else ""
    if data["yours"] and not shared:
        if is_out_of_turn(live.history.state):
            return phrased("You are asked: {prompt}", prompt=prompt)
        said = phrased("Your turn")
        same = prompt.casefold() in ("", said.casefold())
        return said if same else phrased("Your turn: {prompt}", prompt=prompt)
    if live.bot(data["asked"]):
        if not prompt:
            return phrased("{name} is thinking …", name=name)
        return phrased("{name} is thinking: {prompt}", name=name, prompt=prompt)
    if not prompt:
        return phrased("{name} is asked", name=name)
    return phrased("{name} is asked: {prompt}", name=name, prompt=prompt)


def title_of(live: Live, data: Data) -> str:
    """The title of the page, which begins with what matters."""
    if data["over"]:
        return phrased("Over · {game}", game=live.row.title)
    if data["yours"] and is_out_of_turn(live.history.state):
        return phrased("● You are asked · {game}", game=live.row.title)
    if data["yours"]:
        return phrased("● Your turn · {game}", game=live.row.title)
    return live.row.title


def _why(live: Live, glance: Glance, data: Data) -> Data | None:
    """The rules that forbid what somebody asks about."""
    if not glance.why or not data["yours"]:
        return None
    what, _, rest = glance.why.partition(":")
    answer: Any = glance.why
    words = glance.why
    if what == "at":
        parts = [n.strip() for n in rest.split(",")][:3]
        read = [whole(n.removeprefix("-"), 3) for n in parts]
        numbers = [
            -n if part.startswith("-") else n
            for n, part in zip(read, parts, strict=True)
            if n is not None
        ]
        if len(numbers) != 2 or max(map(abs, numbers)) > _FARTHEST:
            return {"words": rest, "rules": [], "rule": data["question"]["rule"]}
        answer, words = {"at": numbers}, f"{numbers[0]},{numbers[1]}"
    elif what == "piece":
        known = {p["id"]: p for p in _pieces_of(data)}
        number_said = whole(rest)
        piece = None if number_said is None else known.get(number_said)
        if piece is None:
            return {"words": phrased("That"), "rules": [], "rule": data["question"]["rule"]}
        answer, words = piece["id"], live.table.wording.looks.of_data(piece).label
    else:
        words = next((r["words"] for r in data["question"]["refused"] if r["key"] == what), "")
        if not words:
            return {"words": phrased("That"), "rules": [], "rule": data["question"]["rule"]}
    rules = live.table.why_not(live.history, glance.seat, answer)
    return {"words": words, "rules": rules, "rule": data["question"]["rule"]}


def _pieces_of(data: Any) -> list[Data]:
    """Every piece that data shows."""
    if isinstance(data, dict):
        own = [data] if "type" in data and "id" in data else []
        return own + [p for v in data.values() for p in _pieces_of(v)]
    if isinstance(data, list):
        return [p for v in data for p in _pieces_of(v)]
    return []
