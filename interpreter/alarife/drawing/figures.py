"""Places as figures for a page that is narrow or wide: each part of a place is a drawing of its
own, with its heading as text.

What comes in: looks, the name of a place, its content as dumps and views give it, and which of its
keys are meant. What goes out: `Figure`s. What always holds: a drawing is no wider than it has to
be, so a page can set several side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from alarife.checking.types import Number, Pieces, Seat
from alarife.checking.world import PlaceInfo
from alarife.drawing.arranged import chip_line, spaces
from alarife.drawing.canvas import EDGE, Part, beside, element, group, picture, stack, write
from alarife.drawing.colours import colour
from alarife.drawing.fields import Layout, layout_of
from alarife.drawing.grid import grid_part
from alarife.drawing.look import Chip
from alarife.drawing.looks import Looks
from alarife.drawing.on_boards import what_of
from alarife.drawing.on_maps import map_of, map_part
from alarife.drawing.places import (
    board_part,
    domain_keys,
    grid_of,
    in_cell,
    instance_part,
    place_part,
    shape_in,
    table_part,
    title_of,
    words,
)

NARROW = 340.0
"""As wide as a drawing may be on a phone."""

_FIELD = 28.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with its heading; `wide` ones may have to be scrolled on a phone."""

    heading: str
    svg: str
    wide: bool = False


def figures(
    looks: Looks, name: str, content: Any, keys: Collection[str] | None = None, size: float = 56
) -> list[Figure]:
    """A place as figures. Of places with keys, `keys` are those that are meant; without it, all
    where something lies. Fields of a board are shown even if they are empty."""
    place = looks.world.places[name]
    title = title_of(looks, place)
    if kind := map_of(looks, place):
        said = words(looks, name, {k: v for k, v in content.items() if v})
        return [_figure(title, map_part(looks, kind, {name: content}, size), said)]
    if what_of(place):
        said = words(looks, name, {k: v for k, v in content.items() if v})
        return [_figure(title, board_part(looks, place, content, size), said)]
    if not place.domains:
        return [_figure(title, _instance(looks, place, content, size), words(looks, name, content))]
    if len(place.domains) == 2:
        return _two_keys(looks, place, {k: v for k, v in content.items() if v}, size)
    domain = place.domains[0].type
    if place.shape == "space" and not isinstance(domain, Pieces):
        return [_spaces(looks, place, content, size)]
    if isinstance(domain, Number):
        return [
            _figure(
                title,
                place_part(looks, name, content, size, room=NARROW),
                words(looks, name, content),
            )
        ]
    held = [(k, chip, content.get(k)) for k, chip in domain_keys(looks, place.domains[0])]
    held = [
        (k, chip, value) for k, chip, value in held if value or (keys is not None and k in keys)
    ]
    if isinstance(domain, Seat) or len(held) == 1:
        return [
            _figure(
                f"{title}: {chip.label}",
                _instance(looks, place, value, size),
                words(looks, name, {key: value}),
            )
            for key, chip, value in held
        ]
    parts = [
        stack([chip_line(chip), _instance(looks, place, value, size)], 4) for _, chip, value in held
    ]
    said = words(looks, name, {key: value for key, _, value in held})
    return [_figure(title, beside(parts, 14, NARROW, 14, top=True), said)] if parts else []


def _instance(looks: Looks, place: PlaceInfo, content: Any, size: float) -> Part:
    if place.shape == "grid":
        return grid_part(grid_of(looks, place, content or []), size, coordinates=False)
    return instance_part(looks, place, content, size)


def _figure(heading: str, part: Part, said: str) -> Figure:
    return Figure(heading, picture(part, heading, said), part.width > NARROW * 1.4)


def _spaces(looks: Looks, place: PlaceInfo, content: Mapping[str, Any], size: float) -> Figure:
    """Spaces side by side, in as many rows as a narrow page needs."""
    slots = [
        (chip, _held(looks, content.get(key))) for key, chip in domain_keys(looks, place.domains[0])
    ]
    part = spaces(slots, size, shape_in(looks, place), NARROW)
    return _figure(title_of(looks, place), part, words(looks, place.name, content))


def _held(looks: Looks, held: Any) -> Any:
    if held is None:
        return None
    return looks.of_data(held) if "type" in held else 1


# ----------------------------------------------------------------
# two keys
def _two_keys(
    looks: Looks, place: PlaceInfo, content: Mapping[str, Any], size: float
) -> list[Figure]:
    """A board with two keys: a block of fields, or a row, for each first key of those where
    something lies; all, if nothing does."""
    title = title_of(looks, place)
    said = words(looks, place.name, content)
    layout = layout_of(looks.world.program, place)
    if layout is None:
        return [
            _figure(title, table_part(looks, place, content, size, only_used=bool(content)), said)
        ]
    used = {key.partition(",")[0] for key in content}
    blocks = [
        stack([chip_line(chip), _block(looks, place, f"{key},", chip, content, layout)], 4)
        for key, chip in domain_keys(looks, place.domains[0])
        if key in used or not used
    ]
    return [_figure(title, beside(blocks, 12, NARROW, 14, top=True), said)]


def _block(
    looks: Looks, place: PlaceInfo, key: str, chip: Chip, content: Mapping[str, Any], layout: Layout
) -> Part:
    """The fields of one first key, in rows, with the names of rows and columns."""
    tint = colour(chip.colour).fill if chip.colour else "currentColor"
    shape = shape_in(looks, place)
    left, top = (14 if layout.rows else 0), (14 if layout.columns else 0)
    found = [
        write(name, left - 3, top + (j + 0.64) * _FIELD, 11, anchor="end")
        for j, name in enumerate(layout.rows)
    ]
    found += [
        write(name, left + (i + 0.5) * _FIELD, top - 3, 11) for i, name in enumerate(layout.columns)
    ]
    fields = domain_keys(looks, place.domains[1])
    for i, (field, _) in enumerate(fields):
        x, y = left + i % layout.across * _FIELD, top + i // layout.across * _FIELD
        box = {
            "x": x + 1,
            "y": y + 1,
            "width": _FIELD - 2,
            "height": _FIELD - 2,
            "rx": 4,
            "stroke": EDGE,
            "stroke_width": 1,
        }
        found.append(element("rect", **box, fill=tint, fill_opacity=0.25))
        held = content.get(f"{key}{field}")
        if held:
            found.append(group(in_cell(looks, held, _FIELD, shape), x=x, y=y))
    return Part(
        "".join(found),
        left + layout.across * _FIELD,
        top - (-len(fields) // layout.across) * _FIELD,
    )
