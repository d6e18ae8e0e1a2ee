"""Maps: the values of a kind at their positions, the lines between them, and what lies there.

What comes in: looks, a kind that is a map, and the content of places by name. What goes out: a
drawing. What always holds: every value of the kind is drawn and labelled, whether anything lies
there or not; each line of the map is drawn once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alarife.checking.types import KindOf
from alarife.checking.world import PlaceInfo
from alarife.drawing.canvas import EDGE, Part, element, group, write
from alarife.drawing.colours import colour
from alarife.drawing.look import Chip, Look
from alarife.drawing.looks import Looks
from alarife.drawing.svg import piece

STEP = 64.0
_DOT = 9.0
_SHORT = 3
"""Labels with so few letters stand at the lower right."""


def map_of(looks: Looks, place: PlaceInfo) -> str:
    """The map on which a place lies; the empty text if it is none."""
    t = place.domains[0].type if len(place.domains) == 1 else None
    return t.name if isinstance(t, KindOf) and t.name in looks.world.maps else ""


def map_part(looks: Looks, kind: str, contents: Mapping[str, Any], size: float = STEP) -> Part:
    """A map with what lies in these places."""
    spots = positions(looks, kind, size)
    wide = max((x for x, _ in spots), default=0) + size
    high = max((y for _, y in spots), default=0) + size
    found = [_line(spots[a], spots[b]) for a, b in looks.world.maps[kind]]
    names = looks.world.kinds[kind].names
    for i, (x, y) in enumerate(spots):
        held = [
            look
            for content in contents.values()
            for look in _looks(looks, (content or {}).get(names[i]))
        ]
        found.append(_node(looks.value(kind, i), x, y, held, size))
    return Part("".join(found), wide, high)


def positions(looks: Looks, kind: str, size: float = STEP) -> list[tuple[float, float]]:
    """Where the values of a map stand in its drawing."""
    world = looks.world
    said = [world.position(kind, i) for i in range(len(world.kinds[kind].names))]
    west, north = min(x for x, _ in said), min(y for _, y in said)
    return [((x - west + 0.6) * size, (y - north + 0.6) * size) for x, y in said]


def _looks(looks: Looks, held: Any) -> list[Look]:
    known = [held] if isinstance(held, Mapping) and "type" in held else held
    entries = known.get("known", ()) if isinstance(known, Mapping) else known or ()
    return [looks.of_data(entry) for entry in entries if "type" in entry]


def _line(a: tuple[float, float], b: tuple[float, float]) -> str:
    ends = {"x1": a[0], "y1": a[1], "x2": b[0], "y2": b[1]}
    return element("line", **ends, stroke=EDGE, stroke_width=3)


def _node(chip: Chip, x: float, y: float, held: list[Look], size: float) -> str:
    paint = colour(chip.colour).fill if chip.colour else "#fffdf6"
    shown = element("circle", cx=x, cy=y, r=_DOT, fill=paint, stroke=EDGE, stroke_width=2)
    counts: dict[Look, int] = {}
    for look in held:
        counts[look] = counts.get(look, 0) + 1
    if held:
        alone = len(held) == 1
        small = size * (0.58 if alone else 0.38)
        for n, (look, count) in enumerate(counts.items()):
            part = piece(look, small)
            left = x - part.width / 2 + (0 if alone else (n - (len(counts) - 1) / 2) * small * 0.9)
            shown += group(part.content, x=left, y=y - part.height / 2)
            if count > 1:
                shown += write(f"×{count}", left + part.width, y + small / 2, size * 0.18)
    if len(chip.label) <= _SHORT:  # beside the lines
        return shown + write(chip.label, x + size * 0.36, y + size * 0.45, size * 0.18)
    return shown + write(chip.label, x, y + size * 0.52, size * 0.18, room=size * 0.95)
