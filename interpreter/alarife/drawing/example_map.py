"""The map of an example as SVG: what is drawn in letters in a rule file, drawn with the pieces
themselves.

What comes in: a `GivenMap` (or a whole example), looks, and the titles of the rules that are
broken. What goes out: SVG. What always holds: the pieces drawn are those of the legend; where an
example tries to lay a piece on a named cell and is refused, the piece is shown there, marked, with
the titles of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from alarife.checking.world import PlaceInfo
from alarife.drawing.grid import GridPicture, draw_grid
from alarife.drawing.grid_marks import Broken, Marks, Segment, Spot
from alarife.drawing.literals import Bound, NotAPiece, literal, pieces_meant
from alarife.drawing.look import Look
from alarife.drawing.looks import Looks
from alarife.syntax import tree


@dataclass(slots=True)
class MapContent:
    """What a map shows: pieces, their ids and names by cells, the board's bounds, whether it is
    hexagonal, and the extent of the drawing."""

    pieces: dict[Spot, Look] = field(default_factory=dict)
    ids: dict[Spot, int] = field(default_factory=dict)
    names: dict[Spot, str] = field(default_factory=dict)
    bounds: tuple[int, int] | None = None
    hexagonal: bool = False
    extent: tuple[int, int, int, int] | None = None

    def spot(self, name: str) -> Spot | None:
        """The cell of this name."""
        return next((spot for spot, n in self.names.items() if n == name), None)

    def picture(self, marks: Marks) -> GridPicture:
        """It with marks, to be drawn."""
        return GridPicture(self.pieces, self.names, self.bounds, self.extent, marks, self.hexagonal)


def draw_map(
    looks: Looks, given: tree.GivenMap, title: str, marks: Marks | None = None, **options: Any
) -> str:
    """The map of an example. `marks` are added; `options` are those of `draw_grid`."""
    content = read_map(looks, given)
    return draw_grid(content.picture(marks or Marks()), title, **options)


def draw_example(
    looks: Looks,
    example: tree.Example,
    titles: Mapping[str, str],
    marks: Marks | None = None,
    **options: Any,
) -> list[str]:
    """All maps of an example, each as a drawing. `titles` are the titles of rules by their names:
    an example that ends with `refused by` shows the refused attempt, marked with those; other maps
    show `marks`."""
    maps = [g for g in example.given if isinstance(g, tree.GivenMap)]
    return [
        draw_map(looks, given, example.title or "", marks, **options)
        if not _refused(example)
        else _draw_refused(looks, example, given, titles, **options)
        for given in maps
    ]


def _draw_refused(
    looks: Looks,
    example: tree.Example,
    given: tree.GivenMap,
    titles: Mapping[str, str],
    **options: Any,
) -> str:
    shown = with_attempt(looks, example, read_map(looks, given), titles)
    return draw_grid(shown, example.title or "", **options)


Where = Mapping[str, tuple[Sequence[Spot], Sequence[Segment]]]
"""Rule → the cells where it is broken, and the sides of cells."""


def with_attempt(
    looks: Looks,
    example: tree.Example,
    content: MapContent,
    titles: Mapping[str, str],
    where: Where | None = None,
) -> GridPicture:
    """A map with what an example tries to do there in vain, marked with the titles of the rules
    that it breaks: where they are broken, if that is known, else where something is tried."""
    pieces, acted, laid = dict(content.pieces), list[Spot](), list[Spot]()
    for spot, look in attempts(looks, example, content):
        acted.append(spot)
        if look is not None:
            pieces[spot] = look
            laid.append(spot)
    signs: list[Broken] = []
    for name in _refused(example):
        cells, sides = (where or {}).get(name, ((), ()))
        if titles.get(name):
            signs.append(Broken(tuple(cells or acted[-1:]), (titles[name],), tuple(sides)))
    marks = Marks(
        broken=tuple(signs), tried=frozenset(laid), taken=frozenset(acted) - frozenset(laid)
    )
    return replace(content.picture(marks), pieces=pieces)


def after_all(
    before: Mapping[Spot, Look], after: Mapping[Spot, Look]
) -> tuple[dict[Spot, Look], frozenset[Spot], frozenset[Spot]]:
    """What a map shows of a change: the pieces as they lie afterwards, with those that went away
    where they lay; the cells on which something else lies than before; those from which something
    went away."""
    lit = frozenset(spot for spot, look in after.items() if before.get(spot) != look)
    gone = frozenset(spot for spot in before if spot not in after)
    return {**before, **after}, lit, gone


def _refused(example: tree.Example) -> list[str]:
    return [
        name
        for step in example.steps
        if isinstance(step, tree.Then)
        for name in step.refused_by or []
    ]


def attempts(
    looks: Looks, example: tree.Example, content: MapContent
) -> Iterator[tuple[Spot, Look | None]]:
    """The cells of the map that the last act of an example names, with the piece it would lay
    there, if it names one."""
    acts = [step for step in example.steps if isinstance(step, tree.When)]
    for act in acts[-1:]:
        parts = act.call.args if isinstance(act.call, tree.Call) else act.answers or []
        spots = [s for s in (_spot(content, e) for e in parts) if s is not None]
        named = [look for look in (_maybe_look(looks, e) for e in parts) if look is not None]
        here = {look: spot for spot, look in content.pieces.items()}
        new = [look for look in named if look not in here]
        lying = [here[look] for look in named if look in here]
        if len(new) == len(lying) == 1 and not spots:  # one takes the place of the other
            yield lying[0], new[0]
            continue
        yield from ((spot, None) for spot in lying)
        for i, spot in enumerate(spots):
            yield spot, new[0] if new and i == 0 and spot not in content.pieces else None


def pieces_tried(looks: Looks, example: tree.Example) -> list[Look]:
    """The pieces that the last act of an example names."""
    acts = [step for step in example.steps if isinstance(step, tree.When)]
    found: list[Look] = []
    for act in acts[-1:]:
        parts = [*(act.call.args if isinstance(act.call, tree.Call) else []), *(act.answers or [])]
        items = [item for e in parts for item in (e.items if isinstance(e, tree.Several) else [e])]
        found += [look for look in (_maybe_look(looks, e) for e in items) if look is not None]
    return found


def _spot(content: MapContent, e: tree.Expr) -> Spot | None:
    match e:
        case tree.Name(id=name):
            return content.spot(name)
        case tree.Call(name="cell", args=[tree.Int(value=int(x)), tree.Int(value=int(y))]):
            return x, y
        case _:
            return None


def _maybe_look(looks: Looks, e: tree.Expr) -> Look | None:
    try:
        return literal(looks, e)
    except NotAPiece:
        return None


# ----------------------------------------------------------------
# reading
def read_map(looks: Looks, given: tree.GivenMap) -> MapContent:
    """What a map shows."""
    place = looks.world.places.get(place_name(given.place))
    rows = [_cells(line) for line in given.lines if "+" not in line]
    content = MapContent(bounds=place.bounds, hexagonal=place.hexagonal) if place else MapContent()
    legend = dict(given.legend)
    home_x, home_y = next(
        ((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "*"), (0, 0)
    )
    if content.bounds:
        home_x, home_y = -1, -1
    for j, row in enumerate(rows):
        for i, sign in enumerate(row):
            spot = (i - home_x, j - home_y)
            if sign == "*":
                _lay(looks, content, spot, *_starting(given, place))
            elif sign in legend:
                _lay(looks, content, spot, legend[sign], {})
            elif sign:
                content.names[spot] = sign
    width = max((len(row) for row in rows), default=1)
    content.extent = (-home_x, -home_y, width - 1 - home_x, len(rows) - 1 - home_y)
    return content


def _cells(line: str) -> list[str]:
    """The signs of a drawn row, between its `:` and `|`."""
    inner = line.strip().replace("|", ":").strip(":")
    return [part.strip() for part in inner.split(":")] if line.strip() else []


def place_name(e: tree.Expr) -> str:
    """The name of the place that a map fills."""
    name = e.of if isinstance(e, tree.At) else e
    return name.id if isinstance(name, tree.Name) else ""


def _lay(looks: Looks, content: MapContent, spot: Spot, e: tree.Expr | None, bound: Bound) -> None:
    """Put on a cell the piece that an expression means; each time another one of those that are
    equal."""
    if e is None:
        return
    content.pieces[spot] = literal(looks, e, bound)
    free = (
        piece for piece in pieces_meant(looks.world, e, bound) if piece not in content.ids.values()
    )
    piece = next(free, None)
    if piece is not None:
        content.ids[spot] = piece


def _starting(given: tree.GivenMap, place: PlaceInfo | None) -> tuple[tree.Expr | None, Bound]:
    """The piece that a place starts with, and what the names in it stand for: the keys with which
    the map names the place."""
    traits = place.decl.traits if place and place.decl else []
    trait = next((t for t in traits if t.kind == "starting" and t.cell is not None), None)
    if trait is None or place is None or place.decl is None:
        return None, {}
    keys = given.place.keys if isinstance(given.place, tree.At) else []
    return trait.value, {
        key.name: value for key, value in zip(place.decl.keys, keys, strict=False) if key.name
    }
