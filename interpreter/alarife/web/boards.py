"""A table's places as SVG and plain words, with what may be chosen where it lies.

In: a table's data (see `alarife.table`). Out: `Figure`s: HTML whose text is escaped, without inline
styles or scripts. What always holds: what may be chosen is a link with a name, so it can be reached
by keyboard and works without scripts; every mark differs in shape."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from alarife.checking.world import PlaceInfo
from alarife.drawing.canvas import element, group, number
from alarife.drawing.grid import At, GridPicture, cell_places, grid_part
from alarife.drawing.look import Look
from alarife.drawing.looks import Looks
from alarife.drawing.on_boards import what_of
from alarife.drawing.on_maps import map_of, map_part, positions
from alarife.drawing.overlay import Overlay, laid_on, overlay_of, sides_of_pieces
from alarife.drawing.sides import sides_part
from alarife.engine.state import Game
from alarife.table import Table, by_name
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased
from alarife.web.heaps import Heaps, entries_of, size_of
from alarife.web.marks import CELL, Choices, Data, Figure, finer_hit, hit, map_hit, map_mark, marked

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


def _lies_in(places: list[Data], choices: Choices) -> str:
    """What is drawn of places, as a key."""
    held = [place["content"] for place in places]
    ids = (
        [e.get("id", -1) for content in held for e in entries_of(content)] if choices.sides else []
    )
    return repr((held, [choices.sides.get(n) for n in ids]))


class Boards:
    """Draws the places of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.looks: Looks = table.wording.looks
        self.world = table.game.world
        self._heaps = Heaps(table.wording)
        self._kept = _kept.setdefault(table.game, Kept())

    def figures(self, data: Data, choices: Choices) -> list[Figure]:
        """All places in which something lies or may be laid."""
        found: list[Figure] = []
        keyed: dict[str, list[Data]] = {}
        chosen_on = choices.places()
        names, table = self.table.wording.names, by_name(data)
        choices = replace(choices, sides=sides_of_pieces(self.looks, table["notes"]))
        found += self._maps(data, choices)
        on_pieces = self._on_pieces(data["places"]) - chosen_on
        for place in _on_boards(self.table.wording, data["places"]):
            info = self.world.places[place["place"]]
            if map_of(self.looks, info) or place["id"] in on_pieces:
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
            elif size_of(place["content"]):
                key = (names, place["id"], _lies_in([place], choices))
                draw = partial(self._heaps.pieces, info, place, choices)
                found.append(draw() if place["id"] in chosen_on else self._kept.get(key, draw))
        for name, some in keyed.items():
            key = (names, name, _lies_in(some, choices))
            all_of_it = partial(self._heaps.together, self.world.places[name], some, choices)
            used = any(place["id"] in chosen_on for place in some)
            found += all_of_it() if used else self._kept.get(key, all_of_it)
        return found

    def _on_pieces(self, places: list[Data]) -> set[str]:
        """The places whose content is drawn on a piece of a grid."""
        found: set[str] = set()
        for place in places:
            guests = laid_on(self.world, self.world.places[place["place"]]).guests
            if guests and place["shape"] in ("grid", "board"):
                ids = [e["piece"]["id"] for e in place["content"] if "id" in e["piece"]]
                found |= {f"{name}:{x}" for name in guests for x in ids}
        return found

    def own_title(self, place: str) -> str:
        """A place of a seat's own, as it is called to that seat."""
        return self.table.wording.own_title(self.world.places[place.partition(":")[0]])

    # ----------------------------------------------------------------
    # grids
    def _grid(
        self, info: PlaceInfo, place: Data, data: Data, choices: Choices, over: Overlay
    ) -> Figure:
        shown = self._shown(info, place, choices, over)
        part, at = grid_part(shown, CELL), cell_places(shown, CELL)
        hits = _hits(info, place, shown, at, choices)
        drawn = part.content + sides_part(info, self.looks, at, CELL)
        drawn += _marks(info, place, data, at, choices) + "".join(hits)
        label = f"{place['title']}: {_spoken(dict(shown.pieces))} {' '.join(over.words())}".rstrip()
        zoom = 1.3 if place["owner"] in (None, data["seat"]) else 0.85
        w, h = part.width + 8 + shown.fringe, part.height + 8 + shown.fringe
        west, north, _, _ = shown.box()
        left, top = at(west, north)
        svg = element(
            "svg",
            group(drawn, x=4, y=4),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(w)} {number(h)}",
            width=w * zoom,
            height=h * zoom,
            class_="board",
            role="group",
            aria_label=label,
            data_size=None if info.hexagonal else CELL,
            data_left=left + 4,
            data_top=top + 4,
            data_west=west,
            data_north=north,
        )
        size, usable = len(shown.pieces), bool(hits)
        return Figure(place["id"], place["title"], svg, "board", place["owner"], size, usable)

    def _shown(self, info: PlaceInfo, place: Data, choices: Choices, over: Overlay) -> GridPicture:
        """What lies on a grid, as a picture."""
        pieces = {
            (e["at"][0], e["at"][1]): self.looks.of_data(e["piece"])
            for e in place["content"]
            if "type" in e["piece"]
        }
        here = choices.on_cells(place["id"])
        spots = [(s["at"][0], s["at"][1]) for _, s in here] + [*over.spots()]
        finer = any(what_of(one) in ("Edge", "Corner") for one in self.world.lying_on(info.name))
        return GridPicture(
            pieces,
            bounds=info.bounds,
            extent=None if info.bounds else _extent([*pieces, *spots]),
            hexagonal=info.hexagonal,
            overlay=over,
            printed=self.looks.printed_on(info.name),
            fringe=CELL * 0.24 if finer else 0.0,
        )

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
            part = map_part(self.looks, kind, {p.name: held.get(p.name) for p in lying}, CELL)
            places = positions(self.looks, kind, CELL)
            names = self.world.kinds[kind].names
            here = [(o, s["value"]) for o in choices.options for s in o["spots"] if "value" in s]
            hits = [
                map_hit(option, places[names.index(value)], value, choices)
                for option, value in here
                if value in names
            ]
            title = ", ".join(self.table.wording.place_title(p) for p in lying)
            marks = [
                map_mark(places[names.index(s["value"])])
                for s in data["last"]
                if s.get("map") == kind and s["value"] in names
            ]
            size = sum(1 for p in lying for content in held.get(p.name, {}).values() if content)
            svg = element(
                "svg",
                group(part.content + "".join([*marks, *hits]), x=4, y=4),
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


def _marks(info: PlaceInfo, place: Data, data: Data, at: At, choices: Choices) -> str:
    """What is marked on a grid: the last move, what has won, what the question is about."""
    about = [s for s in choices.subjects if "at" in s]
    marks = ((data["last"], "last"), (data["line"], "won"), (about, "about-mark"))
    return "".join(marked(some, place["id"], at, info.hexagonal, class_) for some, class_ in marks)


def _hits(info: PlaceInfo, place: Data, shown: GridPicture, at: At, choices: Choices) -> list[str]:
    """What may be chosen on a grid: cells, edges, corners."""
    pieces = dict(shown.pieces)
    hits = [hit(o, s, at, info, pieces, choices) for o, s in choices.on_cells(place["id"])]
    finer = choices.on_finer(place["id"])
    return hits + [finer_hit(o, what, spot, at, choices) for o, what, spot in finer]


def _extent(spots: Iterable[tuple[int, int]]) -> tuple[int, int, int, int]:
    some = list(spots) or [(0, 0)]
    xs, ys = [x for x, _ in some], [y for _, y in some]
    return min(xs), min(ys), max(xs), max(ys)


def _spoken(pieces: dict[tuple[int, int], Look]) -> str:
    """What lies on a grid, for who can't see it."""
    said = [
        phrased("{piece} at {x},{y}", piece=pieces[x, y].label, x=x, y=y)
        for y, x in sorted((y, x) for x, y in pieces)
    ]
    return "; ".join(said) or phrased("empty")
