"""What may be chosen on a drawing: links with marks in them, and outlines.

In: options of a question, and where they lie. Out: SVG whose text is escaped. What always holds:
what may be chosen is a link with a name; every mark differs in shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from alarife.checking.world import PlaceInfo
from alarife.drawing.canvas import element, escape
from alarife.drawing.hexagons import corners
from alarife.drawing.look import Look
from alarife.drawing.on_boards import middle
from alarife.drawing.overlay import OnSide
from alarife.texts.spoken import phrased

Data = dict[str, Any]
CELL = 56.0
"""How large a cell of a board is drawn."""


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
    """What may be chosen of a question, by where it lies. `address` says where choosing an option,
    or putting it back, leads; `subjects` are the pieces that the question is about. `drawn` counts
    how often each key has been drawn somewhere; what is left are buttons. `several`: a set is
    chosen, so each of several pieces that look alike is a choice of its own. `sides` is what notes
    say of the sides of pieces."""

    options: list[Data]
    address: Callable[[Data, bool], str]
    subjects: Sequence[Data] = ()
    drawn: Counter[str] = field(default_factory=Counter)
    several: bool = False
    sides: Mapping[int, Sequence[OnSide]] = field(default_factory=dict[int, Sequence[OnSide]])

    def about(self, place: str, piece_id: int) -> bool:
        """Whether the question is about a piece."""
        return any((s["place"], s["piece"]) == (place, piece_id) for s in self.subjects)

    def places(self) -> set[str]:
        """The places that look otherwise now than without the question."""
        on = {spot["place"] for option in self.options for spot in option["spots"]}
        return on | {spot["place"] for spot in self.subjects}

    def state_of_next(self, option: Data) -> str:
        """How the next piece is drawn that an option stands for: of several that look alike so many
        are picked, and the others are open if one more may be added."""
        self.drawn[option["key"]] += 1
        if option["state"] != "picked" or self.drawn[option["key"]] <= option.get("times", 1):
            return option["state"]
        return "open" if option.get("more") else "shut"

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

    def on_whole(self, place: str) -> Data | None:
        """The option that all of a place stands for."""
        spots = ((option, spot) for option in self.options for spot in option["spots"])
        return next((o for o, spot in spots if spot["place"] == place and "whole" in spot), None)

    def on_piece(self, place: str, piece_id: int) -> Data | None:
        """The option that a piece of a place stands for."""
        for option in self.options:
            for spot in option["spots"]:
                if spot["place"] == place and (spot.get("piece") == piece_id or "whole" in spot):
                    return option
        return None


def finer_hit(
    option: Data,
    what: str,
    spot: tuple[int, int],
    at: Callable[[float, float], tuple[float, float]],
    choices: Choices,
) -> str:
    """An edge or a corner that may be chosen: a link with a dot in it."""
    cx, cy = middle(what, spot, at, CELL)
    area = element("circle", cx=cx, cy=cy, r=CELL * 0.2, class_="area")
    dot = element("circle", cx=cx, cy=cy, r=6, class_="dot")
    at_ = f"{spot[0]},{spot[1]}"
    where = f"{what.lower()} {at_}"
    said = phrased("edge {at}", at=at_) if what == "Edge" else phrased("corner {at}", at=at_)
    return link(option, f"{option['words']} ({said})", area + dot, choices, where)


def hit(
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
    mark = _mark(x, y, option, taken, info.hexagonal)
    if "column" in spot and info.bounds:
        left, top = at(spot["column"], 1)
        high = info.bounds[1] * CELL
        area = element("rect", x=left, y=top, width=CELL, height=high, class_="area")
    elif info.hexagonal:
        area = element("polygon", points=corners(x, y, CELL, 1), class_="area")
    else:
        area = element("rect", x=x, y=y, width=CELL, height=CELL, rx=6, class_="area")
    where = f"{spot['at'][0]},{spot['at'][1]}"
    name = option["words"] if option["words"] == where else f"{option['words']} ({where})"
    if taken and tuple(spot["at"]) in pieces:
        name = f"{pieces[spot['at'][0], spot['at'][1]].label}, {name}"
    return link(option, name, area + mark, choices, where)


def _mark(x: float, y: float, option: Data, taken: bool, six: bool) -> str:
    """A dot where something may go, a ring where a piece may be taken, a check for what is
    picked."""
    middle = (x + CELL / 2, y + CELL / 2)
    if option["state"] == "picked":
        cx, cy = middle
        check = f"M{cx - 9:g} {cy:g}l6 7l12 -14"
        return element("circle", cx=cx, cy=cy, r=16, class_="picked") + element(
            "path", d=check, class_="check"
        )
    if option["state"] == "shut":
        return ""
    if taken:
        ring = element("circle", cx=middle[0], cy=middle[1], r=CELL * 0.44, class_="ring-back")
        return ring + element("circle", cx=middle[0], cy=middle[1], r=CELL * 0.44, class_="ring")
    return element("circle", cx=middle[0], cy=middle[1], r=8, class_="dot")


def link(option: Data, name: str, inside: str, choices: Choices, where: str = "") -> str:
    """An option as a link with a name; nothing if it can't be added now."""
    if option["state"] == "shut":
        return ""
    choices.drawn[option["key"]] += 1
    if option["state"] == "picked":
        name = phrased("{thing}, chosen", thing=name)
    attributes = [
        f'class="spot {option["state"]}"',
        f'href="{escape(choices.address(option, option["state"] == "picked"))}"',
        f'id="o-{escape(option["handle"])}-{escape(where)}"',
        f'data-key="{escape(option["key"])}"',
        f'data-at="{escape(where)}"',
        f'aria-label="{escape(name)}"',
    ]
    return f"<a {' '.join(attributes)}>{element('title', escape(name))}{inside}</a>"


def map_hit(option: Data, at: tuple[float, float], value: str, choices: Choices) -> str:
    """A value of a map that may be chosen: a link with a ring round it."""
    area = element("circle", cx=at[0], cy=at[1], r=CELL * 0.34, class_="area")
    ring = element("circle", cx=at[0], cy=at[1], r=CELL * 0.34, class_="ring")
    return link(option, option["words"], area + ring, choices, value)


def map_mark(at: tuple[float, float]) -> str:
    """An outline round a value of a map: the last move."""
    return element("circle", cx=at[0], cy=at[1], r=CELL * 0.42, class_="last")


def marked(spots: Sequence[Data], place: str, at: Any, six: bool, class_: str) -> str:
    """Outlines round the cells, edges and corners of a place among some spots: the last move, the
    line that won."""
    found = [s for s in spots if s["place"] == place]
    return "".join(
        _outline(at(*s["at"]), six, class_) if "at" in s else _ring(s, at, class_) for s in found
    )


def _ring(spot: Data, at: Any, class_: str) -> str:
    what = "Edge" if "edge" in spot else "Corner"
    x, y = spot[what.lower()]
    cx, cy = middle(what, (x, y), at, CELL)
    return element("circle", cx=cx, cy=cy, r=CELL * 0.3, class_=class_)


def _outline(corner: tuple[float, float], six: bool, class_: str) -> str:
    x, y = corner
    if six:
        return element("polygon", points=corners(x, y, CELL, 3), class_=class_)
    return element("rect", x=x + 3, y=y + 3, width=CELL - 6, height=CELL - 6, rx=7, class_=class_)


def address(base: str, **query: str) -> str:
    """An address with a query."""
    said = "&".join(f"{k}={quote(v, safe='')}" for k, v in query.items())
    return f"{base}?{said}" if said else base
