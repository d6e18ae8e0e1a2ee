"""The map of an example as SVG: what is drawn in letters in a rule file, drawn with the pieces themselves.

What comes in: a `GivenMap` (or a whole example), looks, and the titles of the rules that are broken. What goes out: SVG. What
always holds: the pieces drawn are those of the legend; where an example tries to lay a piece on a named cell and is refused,
the piece is shown there, marked, with the titles of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from alarife.checking.read_cell import sides_mask
from alarife.checking.types import KindOf, Many, Maybe, Number, Pieces, Seat, Sides, Truth, Type
from alarife.checking.world import PLAYER_NAMES, PieceInfo, PlaceInfo, World
from alarife.drawing.grid import Broken, GridPicture, Marks, Spot, draw_grid
from alarife.drawing.look import Look, Looks
from alarife.syntax import tree


@dataclass(slots=True)
class MapContent:
    """What a map shows: pieces and names by cells, the board's bounds, and the extent of the drawing."""

    pieces: dict[Spot, Look] = field(default_factory=dict)
    names: dict[Spot, str] = field(default_factory=dict)
    bounds: tuple[int, int] | None = None
    extent: tuple[int, int, int, int] | None = None

    def spot(self, name: str) -> Spot | None:
        """The cell of this name."""
        return next((spot for spot, n in self.names.items() if n == name), None)


class NotAPiece(Exception):
    """The expression does not say by itself which piece is meant."""


def draw_map(looks: Looks, given: tree.GivenMap, title: str, marks: Marks | None = None, **options: Any) -> str:
    """The map of an example. `marks` are added; `options` are those of `draw_grid`."""
    content = read_map(looks, given)
    shown = GridPicture(content.pieces, content.names, content.bounds, content.extent, marks or Marks())
    return draw_grid(shown, title, **options)


def draw_example(looks: Looks, example: tree.Example, titles: Mapping[str, str], **options: Any) -> list[str]:
    """All maps of an example, each as a drawing. `titles` are the titles of rules by their names: an example that ends with
    `refused by` shows the refused attempt, marked with those."""
    maps = [g for g in example.given if isinstance(g, tree.GivenMap)]
    return [
        draw_map(looks, given, example.title or "", **options)
        if not _refused(example)
        else _draw_refused(looks, example, given, titles, **options)
        for given in maps
    ]


def _draw_refused(looks: Looks, example: tree.Example, given: tree.GivenMap, titles: Mapping[str, str], **options: Any) -> str:
    content = read_map(looks, given)
    broken = tuple(titles.get(name, "") for name in _refused(example))
    pieces, tried = dict(content.pieces), []
    for spot, look in attempts(looks, example, content):
        tried.append(spot)
        if look is not None:
            pieces[spot] = look
    signs = tuple(Broken(tuple(tried), (t,)) for t in broken if t)
    marks = Marks(broken=signs, tried=frozenset(tried))
    return draw_grid(GridPicture(pieces, content.names, content.bounds, content.extent, marks), example.title or "", **options)


def _refused(example: tree.Example) -> list[str]:
    return [name for step in example.steps if isinstance(step, tree.Then) for name in step.refused_by or []]


def attempts(looks: Looks, example: tree.Example, content: MapContent) -> Iterator[tuple[Spot, Look | None]]:
    """The cells of the map that the last act of an example names, with the piece it would lay there, if it names one."""
    acts = [step for step in example.steps if isinstance(step, tree.When)]
    for act in acts[-1:]:
        parts = act.call.args if isinstance(act.call, tree.Call) else act.answers or []
        spots = [s for s in (_spot(content, e) for e in parts) if s is not None]
        named = [look for look in (_maybe_look(looks, e) for e in parts) if look is not None]
        here = {look: spot for spot, look in content.pieces.items()}
        yield from ((here[look], None) for look in named if look in here)
        new = [look for look in named if look not in here]
        for i, spot in enumerate(spots):
            yield spot, new[0] if new and i == 0 and spot not in content.pieces else None


def _spot(content: MapContent, e: tree.Expr) -> Spot | None:
    match e:
        case tree.Name(id=name):
            return content.spot(name)
        case tree.Call(name="cell", args=[tree.Int(value=x), tree.Int(value=y)]):
            return x, y
        case _:
            return None


def _maybe_look(looks: Looks, e: tree.Expr) -> Look | None:
    try:
        return literal(looks, e)
    except NotAPiece:
        return None


# ---------------------------------------------------------------------------------------------------- reading
def read_map(looks: Looks, given: tree.GivenMap) -> MapContent:
    """What a map shows."""
    place = _place(looks.world, given.place)
    rows = [_cells(line) for line in given.lines if "+" not in line]
    content = MapContent(bounds=place.bounds if place else None)
    legend = dict(given.legend)
    home_x, home_y = next(((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "*"), (0, 0))
    if content.bounds:
        home_x, home_y = -1, -1
    for j, row in enumerate(rows):
        for i, sign in enumerate(row):
            spot = (i - home_x, j - home_y)
            if sign == "*":
                start = _starting(looks, given, place)
                if start is not None:
                    content.pieces[spot] = start
            elif sign in legend:
                content.pieces[spot] = literal(looks, legend[sign])
            elif sign:
                content.names[spot] = sign
    width = max((len(row) for row in rows), default=1)
    content.extent = (-home_x, -home_y, width - 1 - home_x, len(rows) - 1 - home_y)
    return content


def _cells(line: str) -> list[str]:
    """The signs of a drawn row, between its `:` and `|`."""
    inner = line.strip().replace("|", ":").strip(":")
    return [part.strip() for part in inner.split(":")] if line.strip() else []


def _place(world: World, e: tree.Expr) -> PlaceInfo | None:
    name = e.of if isinstance(e, tree.At) else e
    return world.places.get(name.id) if isinstance(name, tree.Name) else None


def _starting(looks: Looks, given: tree.GivenMap, place: PlaceInfo | None) -> Look | None:
    """The piece that a place starts with, for the key with which the map names it."""
    if place is None or place.decl is None:
        return None
    trait = next((t for t in place.decl.traits if t.kind == "starting" and t.cell is not None), None)
    if trait is None or trait.value is None:
        return None
    keys = given.place.keys if isinstance(given.place, tree.At) else []
    bound = {key.name: value for key, value in zip(place.decl.keys, keys, strict=False) if key.name}
    return literal(looks, trait.value, bound)


def literal(looks: Looks, e: tree.Expr, bound: Mapping[str, tree.Expr] | None = None) -> Look:
    """The look of the piece that a literal such as `P(a, 10)` means. `bound` says what names stand for. Raises `NotAPiece`."""
    bound = bound or {}
    if isinstance(e, tree.Name) and e.id in bound:
        e = bound[e.id]
    if isinstance(e, tree.Name):
        e = tree.Call(e.id, [], at=e.at)
    if not isinstance(e, tree.Call) or e.name not in looks.world.pieces:
        raise NotAPiece
    info = looks.world.pieces[e.name]
    args = [bound.get(a.id, a) if isinstance(a, tree.Name) else a for a in e.args]
    return looks.of_fields(info.name, _fields(looks.world, info, args))


def _fields(world: World, info: PieceInfo, args: Sequence[tree.Expr]) -> dict[str, Any]:
    """The fields that a literal says; those it leaves out as in a piece that agrees in the others, empty ones first."""
    said = {name: _value(world, t, a) for (name, t), a in zip(info.field_types.items(), args, strict=False)}
    found = dict(said)
    for name, t in info.field_types.items():
        if name not in said and isinstance(t, (Sides, Many)):
            found[name] = 0 if isinstance(t, Sides) else ()
    if len(found) == len(info.field_types):
        return found
    for piece in info.ids:
        fields = {name: values[piece - info.first] for name, values in info.fields.items()}
        if all(fields.get(name) == value or name == info.face for name, value in found.items()):
            return {**fields, **found}
    return found


def _value(world: World, t: Type, e: tree.Expr) -> Any:
    """A constant as the engine has it."""
    match t, e:
        case _, tree.Group():
            return _value(world, t, e.inner)
        case Maybe(), _:
            return None if isinstance(e, tree.Nothing) else _value(world, t.of, e)
        case (Number(), tree.Int()) | (Truth(), tree.Truth()):
            return e.value
        case KindOf(), tree.Name() if e.id in world.kinds[t.name].names:
            return world.kinds[t.name].names.index(e.id)
        case Seat(), tree.Name() if e.id in world.neutrals:
            return world.players + world.neutrals.index(e.id)
        case Seat(), tree.Name() if e.id in PLAYER_NAMES:
            return PLAYER_NAMES.index(e.id)
        case Sides(), tree.Name():
            return sides_mask(e.id) or 0
        case Many(), tree.Several():
            return tuple(sorted(_value(world, t.of, item) for item in e.items))
        case Pieces(), _:
            raise NotAPiece
        case _:
            raise NotAPiece
