"""What rules note about the pieces and cells of a grid, drawn where it is: something on a side of a
piece, a piece that lies on another, a marker on a cell.

What comes in: a world, and the content of places and notes as dumps and views give them. What goes
out: an `Overlay` for one grid. What always holds: which notes and places are meant follows from
their types alone:

- a note `n[T, Side]: yes/no` lies on the sides of pieces of T;
- a place `p[t: T]` lies on pieces of T;
- a note of type `Cell` or `Cell?` marks a cell of the only grid with the same keys;
- a note whose last key is a `Cell of` a board, and whose other keys are those of the board, stands
  on its cells: what is yes, and numbers, values of kinds and players.

Notes on sides differ by form as well as by colour, and the text alternative names them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from alarife.checking.checks.drawn import SIDE_FORMS, on_sides
from alarife.checking.types import CellType, KindOf, Maybe, Number, Pieces, Seat, Truth, Type
from alarife.checking.world import NoteInfo, PlaceInfo, World
from alarife.drawing.canvas import element, group, write
from alarife.drawing.colours import DARK_INK
from alarife.drawing.look import Chip, Look
from alarife.drawing.looks import Looks
from alarife.drawing.on_boards import Lying, draw_lying, lying_in
from alarife.drawing.piece_marks import roundel
from alarife.drawing.svg import piece

Spot = tuple[int, int]
Segment = tuple[Spot, str]
_MIDDLES = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}
_YES = "*+#%"
_WOOD, _STONE = "#c98a3d", "#fff6dc"


@dataclass(frozen=True, slots=True)
class OnSide:
    """Something on a side of a piece: its form, and what it is called."""

    segment: Segment
    form: str
    title: str


@dataclass(frozen=True, slots=True)
class OnCell:
    """Something that stands on a cell: whose it is, and what it is called. `noted` is what a note
    says of this cell."""

    spot: Spot
    chip: Chip
    title: str
    noted: bool = False


@dataclass(frozen=True, slots=True)
class Overlay:
    """What lies on the sides, pieces and cells of one grid."""

    sides: tuple[OnSide, ...] = ()
    guests: tuple[tuple[Spot, Look], ...] = ()
    markers: tuple[OnCell, ...] = ()
    lying: tuple[Lying, ...] = ()

    def spots(self) -> Iterator[Spot]:
        """The cells that have to be seen."""
        yield from (marker.spot for marker in self.markers)

    def words(self) -> list[str]:
        """All of it in words."""
        said = [f"{on.title}: ({_at(on.segment[0])}) {on.segment[1]}." for on in self.sides]
        said += [f"{look.label}: ({_at(spot)})." for spot, look in self.guests]
        said += [f"{k.label}: ({_at(one.spot)})." for one in self.lying for k in one.looks]
        return said + [
            f"{m.title}: {m.chip.label} ({_at(m.spot)})."
            if m.noted and m.chip.label
            else f"{m.title}: ({_at(m.spot)})."
            for m in self.markers
        ]

    def __bool__(self) -> bool:
        return bool(self.sides or self.guests or self.markers or self.lying)


NOTHING_LAID = Overlay()


def _at(spot: Spot) -> str:
    return f"{spot[0]}, {spot[1]}"


# ----------------------------------------------------------------
# which notes and places are meant
@dataclass(frozen=True, slots=True)
class Laid:
    """The notes and places that lie on a grid."""

    sides: tuple[str, ...]
    guests: tuple[str, ...]
    markers: tuple[str, ...]
    lying: tuple[str, ...]
    noted: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.sides or self.guests or self.markers or self.lying or self.noted)


def laid_on(world: World, place: PlaceInfo) -> Laid:
    """The notes and places that lie on a grid, in the order of their declarations."""
    names = _pieces_of(place.element)
    sides = [n.name for n in world.notes.values() if n.decl.shown and _on_sides(n, names)]
    guests = [p.name for p in world.places.values() if _on_pieces(p, names)]
    alone = not place.domains or place.name in world.lie_on_boards
    lying = [p.name for p in world.lying_on(place.name)] if alone else []
    return Laid(
        tuple(sides),
        tuple(guests),
        tuple(_marking(world, place)),
        tuple(lying),
        noted_on(world, place),
    )


def _pieces_of(t: Type) -> frozenset[str]:
    of = t.of if isinstance(t, Maybe) else t
    return of.names if isinstance(of, Pieces) else frozenset()


def _on_sides(note: NoteInfo, names: frozenset[str]) -> bool:
    return on_sides(note) and bool(_pieces_of(note.domains[0].type) & names)


def _on_pieces(place: PlaceInfo, names: frozenset[str]) -> bool:
    return len(place.domains) == 1 and bool(_pieces_of(place.domains[0].type) & names)


def noted_on(world: World, place: PlaceInfo) -> tuple[str, ...]:
    """The notes that say something of each cell of a board."""
    own = place.domains[:-1] if place.bounds and place.shape == "pile" else place.domains
    keys = [d.type for d in own]
    return tuple(
        note.name
        for note in world.notes.values()
        if note.decl.shown
        and isinstance(last := note.domains[-1].type if note.domains else None, CellType)
        and (last.what, last.board) == ("Cell", place.name)
        and [d.type for d in note.domains[:-1]] == keys
        and isinstance(_certain(note.type), Truth | Number | KindOf | Seat)
    )


def on_cells(world: World) -> frozenset[str]:
    """The notes that stand on the cells of some board."""
    return frozenset(name for place in world.places.values() for name in noted_on(world, place))


def side_notes(world: World) -> frozenset[str]:
    """The notes that are told of sides of pieces, wherever these lie."""
    return frozenset(n.name for n in world.notes.values() if n.decl.shown and on_sides(n))


def _certain(t: Type) -> Type:
    return t.of if isinstance(t, Maybe) else t


def _marking(world: World, place: PlaceInfo) -> Iterator[str]:
    """The notes of cells of a grid; none if another grid has the same keys."""
    keys = [d.type for d in place.domains]
    twins = [
        p
        for p in world.places.values()
        if p.shape in ("grid", "board") and [d.type for d in p.domains] == keys
    ]
    for note in world.notes.values() if len(twins) == 1 else ():
        of = note.type.of if isinstance(note.type, Maybe) else note.type
        if not isinstance(of, CellType) or of.what != "Cell" or of.board not in (None, place.name):
            continue
        if note.decl.shown and [d.type for d in note.domains] == keys:
            yield note.name


# ----------------------------------------------------------------
# what lies there now
def overlay_of(
    looks: Looks, place: PlaceInfo, key: str, content: Iterable[Mapping[str, Any]], table: Any
) -> Overlay:
    """What lies on one grid. `table` has `places` and `notes`, as a dump or a view does; `key` is
    the grid's own."""
    notes, places = table.get("notes", {}), table.get("places", {})
    laid = laid_on(looks.world, place)
    spots = {e["piece"]["id"]: (e["at"][0], e["at"][1]) for e in content if "id" in e["piece"]}
    sides = tuple(_sides(looks, laid.sides, notes, spots))
    guests = tuple(
        (spots[int(k)], looks.of_data(entry))
        for name in laid.guests
        for k, held in places.get(name, {}).items()
        if held and k.isdigit() and int(k) in spots
        for entry in _seen(held)
    )
    lying = tuple(
        one
        for name in laid.lying
        for one in lying_in(looks, looks.world.places[name], places.get(name))
    )
    markers = tuple(_markers(looks, laid.markers, place, key, notes))
    return Overlay(sides, guests, markers + noted_cells(looks, place, key, notes), lying)


def noted_cells(
    looks: Looks, place: PlaceInfo, key: str, notes: Mapping[str, Any]
) -> tuple[OnCell, ...]:
    """What notes say of the cells of a board; nothing of those for which it is no, none or 0."""
    found: list[OnCell] = []
    for sign, name in zip(cycle(_YES), noted_on(looks.world, place), strict=False):
        title, t = _title(looks, name), _certain(looks.world.notes[name].type)
        for keys, value in (notes.get(name) or {}).items():
            *others, x, y = keys.split(",")
            if value and ",".join(others) == key and not isinstance(value, Mapping):
                chip = _noted(looks, t, value, sign)
                found.append(OnCell((int(x), int(y)), chip, title, noted=True))
    return tuple(found)


def _noted(looks: Looks, t: Type, value: Any, sign: str) -> Chip:
    """A value as it stands on a cell; `sign` is for yes."""
    match t:
        case KindOf():
            return looks.value(t.name, looks.world.kinds[t.name].names.index(value))
        case Seat() if isinstance(value, int):
            return looks.party(value - 1)
        case Number():
            return Chip(str(value), label=str(value))
        case _:
            return Chip(sign)


def lying_alone(looks: Looks, place: PlaceInfo, content: Any) -> Overlay:
    """What lies in one place on the spots of a board."""
    return Overlay(lying=tuple(lying_in(looks, place, content)))


def _sides(
    looks: Looks, names: Sequence[str], notes: Mapping[str, Any], spots: Mapping[int, Spot]
) -> Iterator[OnSide]:
    free = [form for form in SIDE_FORMS if form not in _named(looks, names)]
    for i, name in enumerate(names):
        title = _title(looks, name)
        form = looks.world.notes[name].decl.drawn or free[i % len(free)]
        for keys, held in (notes.get(name) or {}).items():
            which, _, side = keys.partition(",")
            if held and int(which) in spots:
                yield OnSide((spots[int(which)], side), form, title)


def sides_of_pieces(looks: Looks, notes: Mapping[str, Any]) -> dict[int, list[OnSide]]:
    """What notes say of the sides of pieces, wherever these lie: by piece, for a cell at (0, 0)."""
    names = sorted(side_notes(looks.world), key=list(looks.world.notes).index)
    noted = {int(key.partition(",")[0]) for name in names for key in notes.get(name) or ()}
    found: dict[int, list[OnSide]] = {}
    for piece_id in sorted(noted):
        if said := list(_sides(looks, names, notes, {piece_id: (0, 0)})):
            found[piece_id] = said
    return found


def _named(looks: Looks, names: Sequence[str]) -> set[str]:
    """The forms that rules name, so that no other note is drawn like that."""
    return {looks.world.notes[name].decl.drawn for name in names[: len(SIDE_FORMS) - 1]}


def _markers(
    looks: Looks, names: Sequence[str], place: PlaceInfo, key: str, notes: Mapping[str, Any]
) -> Iterator[OnCell]:
    for name in names:
        held = notes.get(name)
        held = held.get(key) if place.domains and held else held
        if isinstance(held, Mapping) and "at" in held:
            title = _title(looks, name)
            chip = looks.party(int(key) - 1) if key.isdigit() else Chip(title[:1], label=title)
            yield OnCell((held["at"][0], held["at"][1]), chip, title)


def _seen(held: Any) -> Iterator[Mapping[str, Any]]:
    """The pieces of a content that are seen."""
    if isinstance(held, Mapping):
        held = [held] if "type" in held else held.get("known", ())
    yield from (entry for entry in held if "type" in entry)


def _title(looks: Looks, note: str) -> str:
    decl = looks.world.notes[note].decl
    text = looks.titled(decl, decl.title) if decl.title else note
    return text[:1].upper() + text[1:]


# ----------------------------------------------------------------
# drawing
def draw_overlay(
    overlay: Overlay, at: Callable[[float, float], tuple[float, float]], size: float
) -> str:
    """The elements of an overlay, on a grid whose cells `at` places."""
    found = [draw_lying(one, at, size) for one in overlay.lying]
    for n, spot, look in _numbered(overlay.guests):
        x, y = at(*spot)
        found.append(_guest(n, look, x, y, size))
    for on in overlay.sides:
        spot, side = on.segment
        x, y = at(*spot)
        found.append(draw_side(on.form, x, y, side, size))
    for marker in overlay.markers:
        x, y = at(*marker.spot)
        if marker.noted:
            found.append(roundel(marker.chip, x + size * 0.8, y + size * 0.2, size * 0.16))
            continue
        found.append(
            element("circle", cx=x + size / 2, cy=y + size / 2, r=size * 0.33, fill=_STONE)
            + roundel(
                marker.chip,
                x + size / 2,
                y + size / 2,
                size * 0.3,
                letters=not marker.chip.symbol,
            )
        )
    return "".join(found)


def _numbered(guests: Iterable[tuple[Spot, Look]]) -> Iterator[tuple[int, Spot, Look]]:
    """The guests with their numbers on their own pieces."""
    counts: dict[Spot, int] = {}
    for spot, look in guests:
        counts[spot] = counts.get(spot, -1) + 1
        yield counts[spot], spot, look


def _guest(n: int, look: Look, x: float, y: float, size: float) -> str:
    small = piece(look, size * 0.42)
    left = x + size * 0.94 - small.width - n * size * 0.3
    return group(small.content, x=left, y=y + size * 0.94 - small.height)


def draw_side(form: str, x: float, y: float, side: str, size: float) -> str:
    """Something on a side of a cell, whose upper left corner is given; a little inside."""
    dx, dy = _MIDDLES[side]
    inset = 0.09
    cx, cy = x + size * (dx + (0.5 - dx) * 2 * inset), y + size * (dy + (0.5 - dy) * 2 * inset)
    flat = side in "NS"
    line: dict[str, Any] = {"stroke": DARK_INK, "stroke_width": 1.2}
    r = size * 0.09
    if form == "bar":
        wide, high = (size * 0.8, r) if flat else (r, size * 0.8)
        box = {"x": cx - wide / 2, "y": cy - high / 2, "width": wide, "height": high}
        return element("rect", **box, rx=r * 0.4, fill=_WOOD, **line)
    if form == "ring":
        return element("circle", cx=cx, cy=cy, r=r * 1.2, fill=_STONE, **line)
    if form == "diamond":
        points = [(cx, cy - 1.5 * r), (cx + 1.5 * r, cy), (cx, cy + 1.5 * r), (cx - 1.5 * r, cy)]
        said = " ".join(f"{a:g},{b:g}" for a, b in points)
        return element("polygon", points=said, fill=_STONE, **line)
    wide, high = 2.6 * r, 2.6 * r
    left, top = cx - wide / 2, cy - high / 2
    arch = f"M{left:g} {top + high:g}v{-high / 2:g}a{wide / 2:g} {wide / 2:g} 0 0 1 {wide:g} 0"
    door = f"M{cx:g} {top + high * 0.35:g}v{high * 0.65:g}"
    return element("path", d=f"{arch}v{high / 2:g}z", fill=_STONE, **line) + element(
        "path", d=door, fill="none", **line
    )


def overlay_lines(overlay: Overlay) -> list[tuple[str, str, str]]:
    """A line of a legend for each form and marker, as `grid.Line`s."""
    lines = {(on.form, "", on.title) for on in overlay.sides}
    lines |= {
        ("marker", "" if m.noted and m.chip.label else m.chip.letter or m.title[:1], m.title)
        for m in overlay.markers
    }
    return sorted(lines, key=lambda line: line[2])


def overlay_sign(form: str, mark: str, y: float) -> str:
    """What stands before a line of a legend, 18 wide, with its middle at `y`."""
    if form == "marker":
        disc = element("circle", cx=9, cy=y, r=8, fill=_STONE, stroke=DARK_INK, stroke_width=1.2)
        return disc + write(mark, 9, y + 4, 10, bold=True, fill=DARK_INK)
    return draw_side(form, 0, y - 2, "N", 24 if form != "bar" else 20)
