"""The parts of a screen: what lies on the table, who plays, what one has, counts and signs.

In: a scene. Out: blocks, from above. What always holds: which parts there are depends on the rules
and on what the data holds, not on the room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from alarife.checking.world import PlaceInfo
from alarife.drawing.overlay import (
    OnSide,
    Overlay,
    noted_cells,
    on_cells,
    overlay_of,
    side_notes,
    sides_of_pieces,
)
from alarife.engine.state import Game
from alarife.play import people, places
from alarife.play.answering import Asked
from alarife.play.boards import board_block
from alarife.play.columns import shared_blocks
from alarife.play.grids import GridMarks
from alarife.play.keyed import instances
from alarife.play.legend import short_legend
from alarife.play.look import PieceText
from alarife.play.maps import map_blocks, names_on_maps
from alarife.play.places import Block
from alarife.play.scene import Scene
from alarife.play.sight import sight
from alarife.play.telling import counts_table
from alarife.play.text import Text

Data = dict[str, Any]
MANY_CELLS = 40
"""If so many cells may be chosen, their numbers would hide what lies between them: they get a plain
mark."""
_PLAIN_MARK = "+"
_FEW_COUNTS = 2


def blocks_of(scene: Scene, look: PieceText, asked: Asked | None) -> list[Block]:
    """Everything, from above: what is noted, the parties, what lies on the table, boards, what one
    has, counts and signs."""
    game, data = scene.table.game, scene.data
    view = sight(game, data)
    looks = scene.table.wording.looks
    look.on_sides = {n: _told(sides) for n, sides in sides_of_pieces(looks, view["notes"]).items()}
    tables, in_tables = shared_blocks(game, view, look)
    maps = map_blocks(game, view, look, _on_maps(asked), data["last"], scene.size.fine)
    in_tables |= names_on_maps(game)
    elsewhere = in_tables | {"box"} | {n for n in game.world.lie_on_boards if not _bounded(game, n)}
    keyed: list[Block | None] = []
    own: list[Block] = []
    others: list[Block] = []
    for place in (p for p in game.world.places.values() if p.name not in elsewhere):
        if place.bounds and not place.domains[1:] and game.world.lying_on(place.name):
            own.append(_board(scene, look, asked, place, view))
        elif places.is_grid(place):
            for block, near in _grids(scene, look, asked, place, view):
                (own if near else others).append(block)
        elif place.domains and not places.is_private(place):
            keyed.append(places.keyed_block(game, view, look, place))
    if len(boards := [*maps, *own, *others]) == 1:
        boards[0].forms = [made for f in boards[0].forms for made in (f, _untitled(f))]
    drawn = on_cells(game.world) | side_notes(game.world)
    counts = _counts_instead_of_points(data)
    groups: list[list[Block | None]] = [
        [
            people.status_block(game, view, look),
            *people.keyed_notes_blocks(game, view, look, in_tables | drawn),
            people.told_block(data["told"]),
        ],
        [people.people_block(game, view, look, dict(scene.bots), counts)],
        [*keyed, places.plain_block(game, view, look)],
        [*tables],
        [*boards],
        [people.yours_block(game, view, look)],
        [None if counts else _spare(counts_table(data, look)), _spare(short_legend(game, look))],
    ]
    return [replace(block, group=n) for n, group in enumerate(groups) for block in group if block]


def _told(sides: Sequence[OnSide]) -> str:
    """What notes say of the sides of a piece: each title with its sides."""
    found: dict[str, str] = {}
    for on in sides:
        found[on.title.lower()] = found.get(on.title.lower(), "") + on.segment[1]
    return "".join(f" ({title} {letters})" for title, letters in found.items())


def _bounded(game: Game, name: str) -> bool:
    return game.world.places[name].bounds is not None


def _board(
    scene: Scene, look: PieceText, asked: Asked | None, place: PlaceInfo, view: Data
) -> Block:
    """A board with what lies on its cells, edges and corners."""
    marks = marks_on(scene.data, place.name, asked)
    cells = noted_cells(scene.table.wording.looks, place, "", view["notes"])
    marks.overlay = Overlay(markers=cells)
    return board_block(scene.table.game, view, place, look, marks, scene.size.fine)


def _grids(
    scene: Scene, look: PieceText, asked: Asked | None, place: PlaceInfo, view: Data
) -> Iterator[tuple[Block, bool]]:
    """A grid, or that of each party; and whether it matters to the seat."""
    wording, size = scene.table.wording, scene.size
    for one in instances(scene.table.game, view, place):
        marks = marks_on(scene.data, wording.place_id(one.number), asked)
        _calm(marks, place, one.held, size.fine)
        key = wording.key_text(one.number)
        marks.overlay = overlay_of(wording.looks, place, key, one.held, view)
        mine = not one.keys or one.keys[0][0] == scene.data["seat"]
        near = mine or bool(marks.cells)
        yield places.grid_block(one, look, marks, size.fine, near, size.sideways), near


def _untitled(form: Callable[[int], list[Text]]) -> Callable[[int], list[Text]]:
    """Of the only board that there is, all but its title."""
    return lambda width: form(width)[1:]


def _counts_instead_of_points(data: Data) -> list[Data]:
    """Where nobody has points: the counts that decide, if they are few."""
    counts: list[Data] = data["standings"]
    few = 0 < len(counts) <= _FEW_COUNTS and not any(count["kind"] for count in counts)
    return counts if few and all(p["points"] is None for p in data["people"]) else []


def _on_maps(asked: Asked | None) -> dict[str, dict[str, str]]:
    """The handles of what may be chosen on maps, by kind and value."""
    found: dict[str, dict[str, str]] = {}
    for choice in asked.choices if asked else ():
        for spot in choice.data["spots"]:
            if "value" in spot:
                found.setdefault(spot["map"], {})[spot["value"]] = choice.handle
    return found


def _spare(lines: Callable[[int], list[Text]] | None) -> Block | None:
    """What is shown where there is room for it."""
    return Block([lines, lambda width: []], wide=True) if lines else None


def _calm(marks: GridMarks, place: PlaceInfo, held: Sequence[Data], fine: bool) -> None:
    """Where every free cell of a board may be chosen, marks would only hide the pieces."""
    columns, rows = place.bounds or (0, 0)
    if marks.written and len(marks.cells) + len(held) == columns * rows:
        marks.written = dict.fromkeys(marks.cells, "·" if fine else ".")


def marks_on(data: Data, place: str, asked: Asked | None) -> GridMarks:
    """What is marked on a grid."""
    marks = GridMarks()
    for choice in asked.choices if asked else ():
        for spot in choice.data["spots"]:
            if spot["place"] != place:
                continue
            for what, marked in (("edge", marks.edges), ("corner", marks.corners)):
                if what in spot:
                    marked[spot[what][0], spot[what][1]] = choice.handle
            if "at" not in spot:
                continue
            at = (spot["at"][0], spot["at"][1])
            marks.cells[at] = choice.handle
            if choice.data.get("state") == "picked":
                marks.picked.add(at)
    if len(marks.cells) > MANY_CELLS:
        marks.written = dict.fromkeys(marks.cells, _PLAIN_MARK)
    for s in data["last"]:
        if s["place"] == place:
            what = next(w for w in ("at", "edge", "corner") if w in s)
            (marks.last if what == "at" else marks.last_finer[what]).add((s[what][0], s[what][1]))
    marks.won = {(s["at"][0], s["at"][1]) for s in data["line"] if s["place"] == place}
    return marks
