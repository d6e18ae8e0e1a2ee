"""A table's places as SVG and plain words, with what may be chosen where it lies.

In: a table's data (see `alarife.table`). Out: `Figure`s: HTML whose text is escaped, without inline
styles or scripts. What always holds: what may be chosen is a link with a name, so it can be reached
by keyboard and works without scripts; every mark differs in shape."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from alarife.checking.types import KindOf, Pieces, Seat
from alarife.checking.world import PlaceInfo
from alarife.drawing.canvas import element, escape, group, number
from alarife.drawing.figures import figures
from alarife.drawing.grid import GridPicture, cell_places, grid_part
from alarife.drawing.hexagons import corners
from alarife.drawing.look import Look, Looks
from alarife.drawing.on_boards import middle
from alarife.drawing.on_maps import map_of, map_part, positions
from alarife.drawing.overlay import Overlay, overlay_of
from alarife.drawing.places import shape_in
from alarife.drawing.sides import sides_part
from alarife.drawing.svg import back, piece
from alarife.engine.state import Game
from alarife.table import Table, by_name
from alarife.table.wording import Wording

Data = dict[str, Any]
_CELL = 56.0
_PIECE = 72.0
_MOST_SLOTS = 12


@dataclass(slots=True)
class Figure:
    """A place as it is shown. `kind`: board (a grid), pieces, stack, slots (spaces side by
    side) or picture. `owner`: whose it is. `size`: how much there is to see."""

    id: str
    title: str
    html: str
    kind: str
    owner: int | str | None = None
    size: int = 0
    usable: bool = False


@dataclass(slots=True)
class Choices:
    """What may be chosen of a question, by where it lies. `drawn` collects the keys that have been
    drawn somewhere; what is left are buttons."""

    options: list[Data]
    address: Callable[[Data], str]
    drawn: set[str] = field(default_factory=set)

    def on_cells(self, place: str) -> list[tuple[Data, Data]]:
        """Options and their spots on the cells of a grid."""
        return [
            (option, spot)
            for option in self.options
            for spot in option["spots"]
            if spot["place"] == place and "at" in spot
        ]

    def on_finer(self, place: str) -> list[tuple[Data, str, tuple[int, int]]]:
        """Options and the edges or corners of a board that they stand for."""
        return [
            (option, what, (spot[what.lower()][0], spot[what.lower()][1]))
            for option in self.options
            for spot in option["spots"]
            for what in ("Edge", "Corner")
            if spot["place"] == place and what.lower() in spot
        ]

    def on_piece(self, place: str, piece_id: int) -> Data | None:
        """The option that a piece of a place stands for."""
        for option in self.options:
            for spot in option["spots"]:
                if spot["place"] == place and (spot.get("piece") == piece_id or "whole" in spot):
                    return option
        return None


_MOST_KEPT = 4096


class Kept:
    """Drawings of one game's places by what lies there, the oldest forgotten first. A place on
    which nothing may be chosen looks the same to all, and mostly the same as before. Reading takes
    no lock: many threads read at once, and a lock would hold them up with one another."""

    def __init__(self) -> None:
        self._held: dict[Any, Any] = {}
        self._lock = threading.Lock()

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """What was drawn for a key, or is drawn now."""
        found = self._held.get(key)
        if found is None:
            found = make()
            with self._lock:
                self._held[key] = found
                while len(self._held) > _MOST_KEPT:
                    del self._held[next(iter(self._held))]
        return found


_kept: WeakKeyDictionary[Game, Kept] = WeakKeyDictionary()


def _on_boards(wording: Wording, places: list[Data]) -> list[Data]:
    """The places that are drawn by themselves: what lies on a board is drawn there, and the piles
    on its cells are one board."""
    world, found = wording.world, list[Data]()
    for place in places:
        info = world.places[place["place"]]
        if info.bounds and info.name in world.lie_on_boards:
            if not any(other["place"] == info.name for other in found):
                title = wording.place_title(info)
                found.append({**place, "id": info.name, "title": title, "key": "", "content": []})
        elif info.name not in world.lie_on_boards:
            found.append(place)
    return found


class Boards:
    """Draws the places of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.looks: Looks = table.wording.looks
        self.world = table.game.world
        self._kept = _kept.setdefault(table.game, Kept())

    def figures(self, data: Data, choices: Choices) -> list[Figure]:
        """All places in which something lies or may be laid."""
        found: list[Figure] = []
        keyed: dict[str, list[Data]] = {}
        chosen_on = {spot["place"] for option in choices.options for spot in option["spots"]}
        names, table = self.table.wording.names, by_name(data)
        found += self._maps(data, choices)
        for place in _on_boards(self.table.wording, data["places"]):
            info = self.world.places[place["place"]]
            if map_of(self.looks, info):
                continue
            if info.bounds or place["shape"] in ("grid", "board"):
                marks = [s for s in (*data["last"], *data["line"]) if s["place"] == place["id"]]
                near = place["owner"] in (None, data["seat"])
                over = overlay_of(self.looks, info, place["key"], place["content"], table)
                key = (names, place["id"], near, repr((place["content"], marks, over)))
                draw = partial(self._grid, info, place, data, choices, over)
                found.append(draw() if place["id"] in chosen_on else self._kept.get(key, draw))
            elif info.domains and (place["owner"] is None or place["shape"] == "space"):
                keyed.setdefault(place["place"], []).append(place)
            elif _size(place["content"]):
                key = (names, place["id"], repr(place["content"]))
                draw = partial(self._pieces, info, place, choices)
                found.append(draw() if place["id"] in chosen_on else self._kept.get(key, draw))
        for name, some in keyed.items():
            key = (names, name, repr([place["content"] for place in some]))
            all_of_it = partial(self._together, self.world.places[name], some, choices)
            used = any(place["id"] in chosen_on for place in some)
            found += all_of_it() if used else self._kept.get(key, all_of_it)
        return found

    def own_title(self, place: str) -> str:
        """A place of a seat's own, as it is called to that seat."""
        return self.table.wording.own_title(self.world.places[place.partition(":")[0]])

    # ----------------------------------------------------------------
    # grids
    def _grid(
        self, info: PlaceInfo, place: Data, data: Data, choices: Choices, over: Overlay
    ) -> Figure:
        here = choices.on_cells(place["id"])
        pieces = {
            (e["at"][0], e["at"][1]): self.looks.of_data(e["piece"])
            for e in place["content"]
            if "type" in e["piece"]
        }
        spots = [(s["at"][0], s["at"][1]) for _, s in here] + [*over.spots()]
        extent = _extent([*pieces, *spots]) if not info.bounds else None
        shown = GridPicture(
            pieces,
            bounds=info.bounds,
            extent=extent,
            hexagonal=info.hexagonal,
            overlay=over,
            printed=self.looks.printed_on(info.name),
        )
        part = grid_part(shown, _CELL)
        at = cell_places(shown, _CELL)
        marks = [self._last_mark(data, place["id"], at, info.hexagonal)]
        marks += [self._line_mark(data, place["id"], at, info.hexagonal)]
        hits = [self._hit(o, s, at, info, pieces, choices) for o, s in here]
        finer = choices.on_finer(place["id"])
        hits += [self._finer_hit(o, what, spot, at, choices) for o, what, spot in finer]
        sides = sides_part(info, self.looks, at, _CELL)
        w, h = part.width + 8, part.height + 8
        label = f"{place['title']}: {_spoken(pieces)} {' '.join(over.words())}".rstrip()
        west, north, _, _ = shown.box()
        left, top = at(west, north)
        zoom = 1.3 if place["owner"] in (None, data["seat"]) else 0.85
        svg = element(
            "svg",
            group(part.content + sides + "".join(marks) + "".join(hits), x=4, y=4),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(w)} {number(h)}",
            width=w * zoom,
            height=h * zoom,
            class_="board",
            role="group",
            aria_label=label,
            data_size=None if info.hexagonal else _CELL,
            data_left=left + 4,
            data_top=top + 4,
            data_west=west,
            data_north=north,
        )
        return Figure(
            place["id"],
            place["title"],
            svg,
            "board",
            place["owner"],
            len(pieces),
            bool(here or finer),
        )

    def _finer_hit(
        self,
        option: Data,
        what: str,
        spot: tuple[int, int],
        at: Callable[[float, float], tuple[float, float]],
        choices: Choices,
    ) -> str:
        """An edge or a corner that may be chosen: a link with a dot in it."""
        cx, cy = middle(what, spot, at, _CELL)
        area = element("circle", cx=cx, cy=cy, r=_CELL * 0.2, class_="area")
        dot = element("circle", cx=cx, cy=cy, r=6, class_="dot")
        where = f"{what.lower()} {spot[0]},{spot[1]}"
        return self._link(option, f"{option['words']} ({where})", area + dot, choices, where)

    def _hit(
        self,
        option: Data,
        spot: Data,
        at: Callable[[float, float], tuple[float, float]],
        info: PlaceInfo,
        pieces: dict[tuple[int, int], Look],
        choices: Choices,
    ) -> str:
        """A cell, or a whole column, that may be chosen: a link with a mark in it."""
        x, y = at(*spot["at"])
        taken = tuple(spot["at"]) in pieces
        mark = self._mark(x, y, option, taken, info.hexagonal)
        if "column" in spot and info.bounds:
            left, top = at(spot["column"], 1)
            high = info.bounds[1] * _CELL
            area = element("rect", x=left, y=top, width=_CELL, height=high, class_="area")
        elif info.hexagonal:
            area = element("polygon", points=corners(x, y, _CELL, 1), class_="area")
        else:
            area = element("rect", x=x, y=y, width=_CELL, height=_CELL, rx=6, class_="area")
        where = f"{spot['at'][0]},{spot['at'][1]}"
        name = option["words"] if option["words"] == where else f"{option['words']} ({where})"
        if taken and tuple(spot["at"]) in pieces:
            name = f"{pieces[spot['at'][0], spot['at'][1]].label}, {name}"
        return self._link(option, name, area + mark, choices, where)

    def _mark(self, x: float, y: float, option: Data, taken: bool, six: bool) -> str:
        """A dot where something may go, a ring where a piece may be taken, a check for what is
        picked."""
        middle = (x + _CELL / 2, y + _CELL / 2)
        if option["state"] == "picked":
            cx, cy = middle
            check = f"M{cx - 9:g} {cy:g}l6 7l12 -14"
            return element("circle", cx=cx, cy=cy, r=16, class_="picked") + element(
                "path", d=check, class_="check"
            )
        if option["state"] == "shut":
            return ""
        if taken:
            ring = element("circle", cx=middle[0], cy=middle[1], r=_CELL * 0.44, class_="ring-back")
            return ring + element(
                "circle", cx=middle[0], cy=middle[1], r=_CELL * 0.44, class_="ring"
            )
        return element("circle", cx=middle[0], cy=middle[1], r=8, class_="dot")

    @staticmethod
    def _link(option: Data, name: str, inside: str, choices: Choices, where: str = "") -> str:
        if option["state"] == "shut":
            return ""
        choices.drawn.add(option["key"])
        picked = ", chosen" if option["state"] == "picked" else ""
        attributes = [
            f'class="spot {option["state"]}"',
            f'href="{escape(choices.address(option))}"',
            f'id="o-{escape(option["handle"])}-{escape(where)}"',
            f'data-key="{escape(option["key"])}"',
            f'data-at="{escape(where)}"',
            f'aria-label="{escape(name + picked)}"',
        ]
        return f"<a {' '.join(attributes)}>{element('title', escape(name))}{inside}</a>"

    def _last_mark(self, data: Data, place: str, at: Any, six: bool) -> str:
        found = [s for s in data["last"] if s["place"] == place]
        return "".join(_outline(at(*s["at"]), six, "last") for s in found)

    def _line_mark(self, data: Data, place: str, at: Any, six: bool) -> str:
        found = [s for s in data["line"] if s["place"] == place]
        return "".join(_outline(at(*s["at"]), six, "won") for s in found)

    # ----------------------------------------------------------------
    # maps
    def _maps(self, data: Data, choices: Choices) -> list[Figure]:
        """The maps, each with all that lies on it."""
        held = by_name(data)["places"]
        found: list[Figure] = []
        for kind in self.world.maps:
            lying = self.world.lying_on_map(kind)
            if not lying:
                continue
            part = map_part(self.looks, kind, {p.name: held.get(p.name) for p in lying}, _CELL)
            places = positions(self.looks, kind, _CELL)
            names = self.world.kinds[kind].names
            here = [(o, s["value"]) for o in choices.options for s in o["spots"] if "value" in s]
            hits = [
                self._map_hit(option, places[names.index(value)], value, choices)
                for option, value in here
                if value in names
            ]
            title = ", ".join(self.table.wording.place_title(p) for p in lying)
            size = sum(1 for p in lying for content in held.get(p.name, {}).values() if content)
            svg = element(
                "svg",
                group(part.content + "".join(hits), x=4, y=4),
                xmlns="http://www.w3.org/2000/svg",
                viewBox=f"0 0 {number(part.width + 8)} {number(part.height + 8)}",
                width=(part.width + 8) * 1.3,
                height=(part.height + 8) * 1.3,
                class_="board",
                role="group",
                aria_label=title,
            )
            found.append(Figure(f"map:{kind}", title, svg, "board", None, size, bool(hits)))
        return found

    def _map_hit(self, option: Data, at: tuple[float, float], value: str, choices: Choices) -> str:
        """A value of a map that may be chosen: a link with a ring round it."""
        area = element("circle", cx=at[0], cy=at[1], r=_CELL * 0.34, class_="area")
        ring = element("circle", cx=at[0], cy=at[1], r=_CELL * 0.34, class_="ring")
        return self._link(option, option["words"], area + ring, choices, value)

    # ----------------------------------------------------------------
    # pieces side by side
    def _pieces(self, info: PlaceInfo, place: Data, choices: Choices) -> Figure:
        html, size, usable = self._list(info, place, choices)
        kind = "stack" if place["shape"] in ("pile", "bag") and not usable else "pieces"
        return Figure(place["id"], place["title"], html, kind, place["owner"], size, usable)

    def _list(self, info: PlaceInfo, place: Data, choices: Choices) -> tuple[str, int, bool]:
        """What lies in one instance: as a list, how much, and whether any may be chosen."""
        content = place["content"]
        entries = _entries(content)
        hidden = _hidden(content)
        usable = any(choices.on_piece(place["id"], e["id"]) for e in entries if "id" in e)
        if place["shape"] == "pile" and not usable and len(entries) > 1:
            items = [self._item(entries[0], choices, place["id"], len(entries))]
        else:
            items = self._items(entries, choices, place, usable)
        if hidden:
            items.append(self._back(info, hidden))
        html = f'<ul class="pieces">{"".join(items)}</ul>'
        return html, len(entries) + hidden, usable

    def _items(
        self, entries: Sequence[Data], choices: Choices, place: Data, usable: bool
    ) -> list[str]:
        """Pieces one by one; where none may be chosen, equal ones are counted."""
        if usable or place["shape"] == "row":
            return [self._item(e, choices, place["id"]) for e in entries]
        counts: dict[str, tuple[Data, int]] = {}
        for e in entries:
            key = repr(sorted((k, str(v)) for k, v in e.items() if k != "id"))
            counts[key] = (e, counts[key][1] + 1 if key in counts else 1)
        return [self._item(e, choices, place["id"], n) for e, n in counts.values()]

    def _item(self, entry: Data, choices: Choices, place: str, count: int = 1) -> str:
        if "type" not in entry:
            return f'<li class="piece">{_svg_back("card")}<span class="vh">hidden</span></li>'
        look = self.looks.of_data(entry)
        drawn = svg_of(look, _PIECE)
        many = f'<span class="count" aria-hidden="true">×{count}</span>' if count > 1 else ""
        option = choices.on_piece(place, entry["id"])
        if option is None or option["state"] == "shut":
            dull = " dull" if option is not None else ""
            said = escape(f"{count} × {look.label}" if count > 1 else look.label)
            head = f'<li class="piece{dull}" title="{escape(look.label)}">'
            return f'{head}{drawn}{many}<span class="vh">{said}</span></li>'
        choices.drawn.add(option["key"])
        picked = option["state"] == "picked"
        mark = '<span class="tick" aria-hidden="true">✓</span>' if picked else ""
        said = f"{look.label}{', chosen' if picked else ''}"
        attributes = [
            f'class="spot {option["state"]}"',
            f'id="o-{escape(option["handle"])}-{entry["id"]}"',
            f'href="{escape(choices.address(option))}"',
            f'data-key="{escape(option["key"])}"',
            f'aria-label="{escape(said)}"',
            f'title="{escape(look.label)}"',
        ]
        return f'<li class="piece"><a {" ".join(attributes)}>{drawn}{mark}</a></li>'

    def _back(self, info: PlaceInfo, hidden: int) -> str:
        shape = shape_in(self.looks, info)
        return (
            f'<li class="piece">{_svg_back(shape)}<span class="count" aria-hidden="true">×{hidden}'
            f'</span><span class="vh">{hidden} hidden</span></li>'
        )

    # ----------------------------------------------------------------
    # places with keys
    def _together(self, info: PlaceInfo, some: list[Data], choices: Choices) -> list[Figure]:
        """The instances of a place with keys, in one figure; none if nothing lies anywhere."""
        title = self.table.wording.place_title(info)
        size = sum(_size(p["content"]) for p in some)
        if not size:
            return []
        plain = len(info.domains) == 1 and not isinstance(info.domains[0].type, Pieces)
        if plain and len(some) <= _MOST_SLOTS:
            return [self._slots(info, title, some, choices)]
        drawn = figures(self.looks, info.name, {p["key"]: p["content"] for p in some})
        html = "".join(f'<div class="wide">{f.svg.replace(_INLINE, "")}</div>' for f in drawn)
        return [Figure(info.name, title, html, "picture", None, size)]

    def _slots(self, info: PlaceInfo, title: str, some: list[Data], choices: Choices) -> Figure:
        """Instances side by side, each over what it is called."""
        items: list[str] = []
        usable = False
        for place in some:
            inside, size, own = self._list(info, place, choices)
            usable = usable or own
            if not size:
                inside = (
                    '<span class="empty" aria-hidden="true"></span><span class="vh">empty</span>'
                )
            label = f'<span class="label">{self._chip(info, place["key"])}</span>'
            items.append(f'<li class="slot">{inside}{label}</li>')
        html = f'<ul class="slots">{"".join(items)}</ul>'
        return Figure(info.name, title, html, "slots", None, len(some), usable)

    def _chip(self, info: PlaceInfo, key: str) -> str:
        t = info.domains[0].type
        if isinstance(t, KindOf) and t.name in self.world.kinds:
            index = self.world.kinds[t.name].names.index(key)
            chip = self.looks.value(t.name, index)
        elif isinstance(t, Seat):
            chip = self.table.wording.chip(int(key) if key.isdigit() else key)
        else:
            return escape(key)
        return f"{chip_html(chip)} {escape(chip.label)}"


_INLINE = ' style="max-width:100%;height:auto"'


# ----------------------------------------------------------------
# small things
@lru_cache(maxsize=4096)
def svg_of(look: Look, size: float = _PIECE) -> str:
    """One piece as a drawing of its own, for where its name stands beside it."""
    part = piece(look, size, title=False)
    return _svg(part.content, part.width, part.height)


@lru_cache(maxsize=16)
def _svg_back(shape: str) -> str:
    part = back(shape, _PIECE)
    return _svg(part.content, part.width, part.height)


def _svg(content: str, wide: float, high: float) -> str:
    return element(
        "svg",
        content,
        viewBox=f"-1 -1 {number(wide + 2)} {number(high + 2)}",
        width=wide,
        height=high,
        aria_hidden="true",
        focusable="false",
    )


@lru_cache(maxsize=256)
def chip_html(chip: Any) -> str:
    """A value as a small disc."""
    from alarife.drawing.svg import roundel

    drawn = roundel(chip, 9, 9, 8, letters=not chip.symbol)
    return element(
        "svg", drawn, viewBox="-1 -1 20 20", width=20, height=20, aria_hidden="true", class_="chip"
    )


def address(base: str, **query: str) -> str:
    """An address with a query."""
    said = "&".join(f"{k}={quote(v, safe='')}" for k, v in query.items())
    return f"{base}?{said}" if said else base


def _outline(corner: tuple[float, float], six: bool, class_: str) -> str:
    x, y = corner
    if six:
        return element("polygon", points=corners(x, y, _CELL, 3), class_=class_)
    return element("rect", x=x + 3, y=y + 3, width=_CELL - 6, height=_CELL - 6, rx=7, class_=class_)


def _extent(spots: Iterable[tuple[int, int]]) -> tuple[int, int, int, int]:
    some = list(spots) or [(0, 0)]
    xs, ys = [x for x, _ in some], [y for _, y in some]
    return min(xs), min(ys), max(xs), max(ys)


def _spoken(pieces: dict[tuple[int, int], Look]) -> str:
    """What lies on a grid, for who can't see it."""
    said = [f"{pieces[x, y].label} at {x},{y}" for y, x in sorted((y, x) for x, y in pieces)]
    return "; ".join(said) or "empty"


def _entries(content: Any) -> list[Data]:
    if content is None:
        return []
    if isinstance(content, dict):
        if "type" in content or content.get("hidden") is True:
            return [content]
        return list(content.get("known", ()))
    return list(content)


def _hidden(content: Any) -> int:
    if isinstance(content, dict) and isinstance(content.get("hidden"), int):
        return 0 if content["hidden"] is True else content["hidden"]
    return 0


def _size(content: Any) -> int:
    return len(_entries(content)) + _hidden(content)
