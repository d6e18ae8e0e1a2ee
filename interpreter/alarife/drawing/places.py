"""Places as SVG: spaces, rows, sets, piles, bags, tracks and tables of spaces; grids are left to
`grid`.

What comes in: looks, the name of a place and its content as dumps and views give it. What goes out:
SVG, or a `Part`. What always holds: titles are those of the rules; what is hidden is only counted;
an empty space is drawn, so that a place shows what could lie there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alarife.checking.types import CellType, KindOf, Maybe, Number, Pieces, Seat
from alarife.checking.world import Domain, PlaceInfo
from alarife.drawing.arranged import (
    ROOM,
    Slot,
    chip_line,
    counted,
    empty_slot,
    gathered,
    in_slot,
    pile,
    spaces,
)
from alarife.drawing.canvas import (
    EDGE,
    Part,
    beside,
    element,
    group,
    picture,
    stack,
    width,
    write,
)
from alarife.drawing.colours import colour
from alarife.drawing.grid import GridPicture, describe, grid_part, legend_lines, legend_part
from alarife.drawing.grid_marks import Marks
from alarife.drawing.look import Chip, Look
from alarife.drawing.looks import Looks
from alarife.drawing.on_boards import board_of, what_of
from alarife.drawing.on_maps import map_of, map_part
from alarife.drawing.overlay import NOTHING_LAID, Overlay, lying_alone
from alarife.drawing.shapes import shape_of
from alarife.geometry.grid import xy

FEW = 8
"""Of so many spaces, words say of each what lies there; of more, only what lies somewhere."""


def draw_place(
    looks: Looks,
    name: str,
    content: Any,
    title: str = "",
    *,
    size: float = 64,
    standalone: bool = False,
    marks: Marks | None = None,
) -> str:
    """A place with its content, as `state.dump()["places"][name]` or a view gives it. `title`
    stands instead of the place's own in the text alternative; `marks` are for grids."""
    place = looks.world.places[name]
    shown = place_part(looks, name, content, size, marks)
    if marks:
        shown = stack([shown, legend_part(legend_lines(marks), max(shown.width, 300))], 12)
    return picture(
        shown, title or title_of(looks, place), words(looks, name, content), standalone=standalone
    )


def draw_places(
    looks: Looks,
    contents: Mapping[str, Any],
    title: str,
    *,
    size: float = 56,
    standalone: bool = False,
    headings: bool = True,
) -> str:
    """Several places, one below the other, each under its title."""
    parts: list[Part] = []
    for name, content in contents.items():
        shown = place_part(looks, name, content, size)
        place = looks.world.places[name]
        parts.append(stack([heading(title_of(looks, place)), shown], 6) if headings else shown)
    said = " ".join(
        f"{title_of(looks, looks.world.places[name])}: {words(looks, name, content)}"
        for name, content in contents.items()
    )
    return picture(stack(parts, 18), title, said, standalone=standalone)


def draw_pieces(
    looks: Sequence[tuple[Look, int]],
    title: str,
    *,
    size: float = 64,
    standalone: bool = False,
    room: float = ROOM,
) -> str:
    """Pieces side by side, each with how many there are, if more than one."""
    parts = [counted(look, n, size) for look, n in looks]
    said = ", ".join(f"{n} × {look.label}" if n > 1 else look.label for look, n in looks)
    return picture(beside(parts, 8, room), title, said, standalone=standalone)


def title_of(looks: Looks, place: PlaceInfo) -> str:
    """A place's title, with a capital."""
    text = looks.titled(place.decl, place.decl.title) if place.decl and place.decl.title else ""
    return text[:1].upper() + text[1:]


def heading(text: str, size: float = 15) -> Part:
    """A line of bold text."""
    return Part(
        write(text, 0, size, size, anchor="start", bold=True),
        width(text, size, bold=True),
        size * 1.3,
    )


# ----------------------------------------------------------------
# one place
def place_part(
    looks: Looks,
    name: str,
    content: Any,
    size: float = 64,
    marks: Marks | None = None,
    room: float = ROOM,
) -> Part:
    """A place with its content, to be put into a larger drawing."""
    place = looks.world.places[name]
    if kind := map_of(looks, place):
        return map_part(looks, kind, {name: content}, max(size, 56))
    if what_of(place):
        return board_part(looks, place, content, size, marks)
    if not place.domains:
        return instance_part(looks, place, content, size, marks)
    keyed = [(key, labels, content.get(key)) for key, labels in _keys(looks, place)]
    if len(place.domains) == 2:
        return table_part(looks, place, {key: value for key, _, value in keyed}, size)
    shape = shape_in(looks, place)
    if isinstance(place.domains[0].type, Pieces):
        keyed = [each for each in keyed if each[2]]
    if not keyed:
        return empty_slot(size, shape)
    if place.shape == "space":
        return spaces(
            [(labels[0], _slot(looks, value)) for _, labels, value in keyed], size, shape, room
        )
    parts = [
        stack([chip_line(labels[0]), instance_part(looks, place, value, size)], 4)
        for _, labels, value in keyed
    ]
    return beside(parts, 22, room, 14, top=True)


def board_part(
    looks: Looks, place: PlaceInfo, content: Any, size: float, marks: Marks | None = None
) -> Part:
    """A place on the cells, edges or corners of a board, drawn on that board."""
    board, over = board_of(looks.world, place), lying_alone(looks, place, content)
    return grid_part(grid_of(looks, board, [], marks, over), size)


def instance_part(
    looks: Looks, place: PlaceInfo, content: Any, size: float, marks: Marks | None = None
) -> Part:
    """What lies in one instance of a place."""
    if place.shape in ("grid", "board"):
        return grid_part(grid_of(looks, place, content or [], marks), size)
    shape = shape_in(looks, place)
    if place.shape == "space":
        return in_slot(_slot(looks, content), size, shape)
    shown, hidden = entries(looks, content)
    if place.shape == "pile":
        return pile(shown, hidden, size, shape)
    return gathered(shown, hidden, size, shape, in_order=place.shape == "row")


def grid_of(
    looks: Looks,
    place: PlaceInfo,
    content: Iterable[Mapping[str, Any]],
    marks: Marks | None = None,
    overlay: Overlay | None = None,
) -> GridPicture:
    """A grid's content as it can be drawn."""
    covered = Look(shape_in(looks, place), looks.say("hidden"), covered=True)
    pieces = {
        (entry["at"][0], entry["at"][1]): looks.of_data(entry["piece"])
        if "type" in entry["piece"]
        else covered
        for entry in content
    }
    return GridPicture(
        pieces,
        bounds=place.bounds,
        marks=marks or Marks(),
        hexagonal=place.hexagonal,
        overlay=overlay or NOTHING_LAID,
        printed=looks.printed_on(place.name),
    )


def entries(looks: Looks, content: Any) -> tuple[list[Look], int]:
    """The pieces of a content that are seen, in order, and how many are not."""
    if content is None:
        return [], 0
    if isinstance(content, Mapping):
        return [looks.of_data(p) for p in content.get("known", ())], int(content.get("hidden", 0))
    seen = [p for p in content if "type" in p]
    return [looks.of_data(p) for p in seen], len(content) - len(seen)


def _slot(looks: Looks, content: Any) -> Slot:
    if content is None:
        return None
    return looks.of_data(content) if "type" in content else 1


def shape_in(looks: Looks, place: PlaceInfo) -> str:
    """The shape of what may lie in a place."""
    element_type = place.element.of if isinstance(place.element, Maybe) else place.element
    names = element_type.names if isinstance(element_type, Pieces) else frozenset[str]()
    shapes = [
        shape_of(looks.world, info) for name, info in looks.world.pieces.items() if name in names
    ]
    return shapes[0] if shapes else "card"


# ----------------------------------------------------------------
# tables of spaces
def table_part(
    looks: Looks, place: PlaceInfo, content: Mapping[str, Any], size: float, only_used: bool = False
) -> Part:
    """A place with two keys: a row for each value of the first, a column for each of the second.
    `only_used` leaves out rows in which nothing lies."""
    rows, columns = (domain_keys(looks, d) for d in place.domains)
    if only_used:
        used = {key.partition(",")[0] for key, held in content.items() if held}
        rows = [row for row in rows if row[0] in used] or rows
    cell = max(22.0, min(size * 0.55, (ROOM - 100) / len(columns)))
    head = max((34 + width(chip.label, 13) for _, chip in rows), default=0)
    found = [
        write(chip.letter or chip.label, head + cell * (i + 0.5), 11, 10.5, room=cell)
        for i, (_, chip) in enumerate(columns)
    ]
    shape = shape_in(looks, place)
    for j, (row_key, chip) in enumerate(rows):
        y = 18 + j * (cell + 4)
        label = chip_line(Chip(chip.letter, chip.colour, chip.symbol, chip.label), head - 4)
        found.append(group(label.content, y=y + (cell - label.height) / 2))
        tint = colour(chip.colour).fill if chip.colour else "currentColor"
        wide = cell * len(columns)
        found.append(
            element(
                "rect",
                x=head,
                y=y,
                width=wide,
                height=cell,
                fill=tint,
                fill_opacity=0.22 if chip.colour else 0.06,
            )
        )
        lines = (
            "".join(f"M{head + i * cell:g} {y:g}v{cell:g}" for i in range(len(columns) + 1))
            + f"M{head:g} {y:g}h{wide:g}M{head:g} {y + cell:g}h{wide:g}"
        )
        found.append(element("path", d=lines, stroke=EDGE, stroke_width=0.8, fill="none"))
        for i, (column_key, _) in enumerate(columns):
            held = content.get(f"{row_key},{column_key}")
            if held:
                found.append(group(in_cell(looks, held, cell, shape), x=head + i * cell, y=y))
    return Part("".join(found), head + cell * len(columns) + 1, 18 + len(rows) * (cell + 4))


def in_cell(looks: Looks, held: Any, cell: float, shape: str) -> str:
    """What lies on a small space, as elements; several pieces side by side, the lowest first, from
    the bottom."""
    if isinstance(held, Mapping) and "type" in held:
        held = [held]
    shown, hidden = entries(looks, held)
    stacked: list[Slot] = [*reversed(shown), *([1] if hidden else [])]
    across = 1 if len(stacked) == 1 else 2 if len(stacked) < 5 else 3
    down = -(-len(stacked) // across)
    small = cell * (0.92 if across == 1 else 1.16 / across)
    found: list[str] = []
    for i, slot in enumerate(stacked):
        part = in_slot(slot, small, shape)
        x = (i % across + 0.5) * cell / across - part.width / 2
        y = (
            cell / 2
            + (down / 2 - 1 - i // across) * cell / max(across, down)
            + (cell / max(across, down) - small) / 2
        )
        found.append(group(part.content, x=x, y=y))
    return "".join(found)


# ----------------------------------------------------------------
# keys
def domain_keys(looks: Looks, domain: Domain) -> list[tuple[str, Chip]]:
    """The keys of a domain in order: as dumps write them, and as they are shown."""
    t = domain.type
    found: list[tuple[str, Chip]] = []
    for i in domain.values:
        match t:
            case KindOf():
                found.append((looks.world.kinds[t.name].names[i], looks.value(t.name, i)))
            case Seat():
                key = (
                    str(i + 1)
                    if i < looks.world.players
                    else looks.world.neutrals[i - looks.world.players]
                )
                found.append((key, looks.party(i)))
            case Pieces():
                found.append((str(i), Chip(label=looks.of(i).label)))
            case Number():
                found.append((str(i), Chip(str(i), label=str(i))))
            case CellType():
                at = ",".join(map(str, xy(i)))
                found.append((at, Chip(label=at)))
            case _:
                found.append((str(i), Chip(label=str(i))))
    return found


def _keys(looks: Looks, place: PlaceInfo) -> list[tuple[str, list[Chip]]]:
    """All keys of a place."""
    found: list[tuple[str, list[Chip]]] = [("", [])]
    for domain in place.domains:
        each = domain_keys(looks, domain)
        found = [
            (f"{key},{k}" if key else k, [*chips, chip]) for key, chips in found for k, chip in each
        ]
    return found


# ----------------------------------------------------------------
# words
def words(looks: Looks, name: str, content: Any) -> str:
    """What lies in a place, in words."""
    place = looks.world.places[name]
    if not place.domains:
        return _said(looks, place, content) + "."
    said: list[str] = []
    keys = _keys(looks, place)
    each = (
        place.shape == "space"
        and len(place.domains) == 1
        and not isinstance(place.domains[0].type, Pieces)
        and len(keys) <= FEW
    )
    for key, chips in keys:
        value = content.get(key)
        if value or each:
            said.append(f"{', '.join(c.label for c in chips)}: {_said(looks, place, value)}.")
    return " ".join(said) or looks.say("empty") + "."


def _said(looks: Looks, place: PlaceInfo, content: Any) -> str:
    if place.shape in ("grid", "board"):
        return describe(grid_of(looks, place, content or []), say=looks.say).rstrip(".")
    if place.shape == "space":
        slot = _slot(looks, content)
        return (
            looks.say("empty")
            if slot is None
            else looks.say("hidden")
            if isinstance(slot, int)
            else slot.label
        )
    shown, hidden = entries(looks, content)
    counts: dict[str, int] = {}
    for look in shown:
        counts[look.label] = counts.get(look.label, 0) + 1
    told = [f"{n} × {label}" if n > 1 else label for label, n in counts.items()]
    if hidden:
        told.append(f"{hidden} {looks.say('hidden')}")
    return "; ".join(told) or looks.say("empty")
