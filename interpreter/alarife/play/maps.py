"""Maps on the screen: the values of a kind at their positions, and what lies there.

In: a kind that is a map, what a seat sees, and what may be chosen. Out: lines. What always holds:
all that is kept by the values of the map stands at them; lines between neighbours in a row or a
column are drawn, and the others are told below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from alarife.checking.types import KindOf
from alarife.engine.state import Game
from alarife.play.boards import canvas, pile_text
from alarife.play.grids import came_last
from alarife.play.keyed import Instance, as_place, instances, title_of
from alarife.play.look import PieceText
from alarife.play.places import Block
from alarife.play.text import Text, flow, join
from alarife.texts.spoken import phrased

_TELLING = 40
"""So many lines that can't be drawn are told at most."""
Numbers = dict[str, str]


def names_on_maps(game: Game) -> set[str]:
    """The places and notes that stand on a map."""
    return {one.name for kind in game.world.maps for one in _kept_on(game, kind)}


def map_blocks(
    game: Game,
    view: dict[str, Any],
    look: PieceText,
    numbers: dict[str, Numbers],
    last: Sequence[dict[str, Any]],
    fine: bool,
) -> list[Block]:
    """A block for each map; `numbers` are the handles of what may be chosen, by kind and value;
    `last` are the spots of the last move."""
    moved = {kind: {s["value"] for s in last if s.get("map") == kind} for kind in game.world.maps}
    return [
        MapScreen(game, view, look, kind, numbers.get(kind, {}), moved[kind], fine).block()
        for kind in game.world.maps
        if _kept_on(game, kind)
    ]


def _kept_on(game: Game, kind: str) -> list[Any]:
    return [*game.world.lying_on_map(kind), *_notes(game, kind)]


def _notes(game: Game, kind: str) -> list[Any]:
    return [n for n in game.world.shown_notes if [d.type for d in n.domains] == [KindOf(kind)]]


class MapScreen:
    """One map."""

    def __init__(
        self,
        game: Game,
        view: dict[str, Any],
        look: PieceText,
        kind: str,
        numbers: Numbers,
        last: set[str],
        fine: bool,
    ) -> None:
        self.game, self.look, self.kind, self.numbers, self.fine = game, look, kind, numbers, fine
        self.last = last
        self.names = game.world.kinds[kind].names
        self.held: dict[str, list[Text]] = {name: [] for name in self.names}
        for one in self._instances(view):
            self.held[one.keys[0][0]] += self._said(one)
        said = [game.world.position(kind, i) for i in range(len(self.names))]
        west, north = min(x for x, _ in said), min(y for _, y in said)
        self.at = [(x - west, y - north) for x, y in said]

    def _instances(self, view: dict[str, Any]) -> Iterator[Instance]:
        world = self.game.world
        for place in world.lying_on_map(self.kind):
            yield from instances(self.game, view, place)
        for note in _notes(self.game, self.kind):
            yield from instances(self.game, {"places": view["notes"]}, as_place(note))

    def _said(self, one: Instance) -> list[Text]:
        if one.place.decl is None:  # a note
            told = one.held not in (None, False, 0, [])
            value = Text("(", self.look.value(one.held, one.place.element), ")")
            return [value] if told else []
        return [pile_text(one, self.look)] if one.size else []

    def _node(self, name: str) -> Text:
        held = join(self.held[name], " ")
        if name in self.last and held:
            held = came_last((0, 0), held, {(0, 0)})
        single = all(p.shape == "space" for p in self.game.world.lying_on_map(self.kind))
        if name in self.numbers:
            number = self.numbers[name]
            return Text(held, (f"[{number}]", f"bold reverse @{number}"))
        if single:
            return held or Text(("·" if self.fine else "o", "dim"))
        return Text((self.look.sign(self.kind, name).plain, "dim"), " " if held else "", held)

    def block(self) -> Block:
        """The map, never left out."""
        titles = ", ".join(title_of(p) for p in self.game.world.lying_on_map(self.kind))
        return Block([lambda width: [Text((titles, "dim")), *self._lines(width)]], precious=True)

    def _lines(self, width: int) -> list[Text]:
        nodes = [self._node(name) for name in self.names]
        across = max(x for x, _ in self.at) + 1
        step = max(min(max(t.width for t in nodes) + 2, max(3, (width - 2) // across)), 3)
        tokens = [
            (2 * y, step // 2 + x * step, text) for (x, y), text in zip(self.at, nodes, strict=True)
        ]
        left: list[Text] = []
        for a, b in self.game.world.maps[self.kind]:
            drawn = list(self._line(a, b, step, nodes))
            tokens += drawn
            if not drawn:
                left.append(self._told(a, b))
        told = (
            flow(left[:_TELLING], width, Text((phrased("ways") + " ", "dim")), ", ") if left else []
        )
        return [*canvas(tokens), *told]

    def _told(self, a: int, b: int) -> Text:
        one, other = (self.look.title(self.kind, self.names[i]) for i in (a, b))
        return Text(one, "–" if self.fine else "-", other)

    def _line(
        self, a: int, b: int, step: int, nodes: list[Text]
    ) -> Iterator[tuple[int, int, Text]]:
        first, second = sorted((a, b), key=lambda i: self.at[i])
        (x1, y1), (x2, y2) = self.at[first], self.at[second]
        if y1 == y2 and not self._between(x1, y1, x2, y2):
            start = step // 2 + x1 * step + nodes[first].width // 2 + 1
            end = step // 2 + x2 * step - (nodes[second].width - 1) // 2 - 1
            line = ("─" if self.fine else "-") * max(0, end - start + 1)
            yield 2 * y1, start + (len(line) - 1) // 2, Text((line, "dim"))
        elif x1 == x2 and not self._between(x1, y1, x2, y2):
            for line in range(2 * y1 + 1, 2 * y2):
                yield line, step // 2 + x1 * step, Text(("│" if self.fine else "|", "dim"))

    def _between(self, x1: int, y1: int, x2: int, y2: int) -> bool:
        """Whether something else stands on the way."""
        ends = {(x1, y1), (x2, y2)}
        return any(x1 <= x <= x2 and y1 <= y <= y2 for x, y in self.at if (x, y) not in ends)
