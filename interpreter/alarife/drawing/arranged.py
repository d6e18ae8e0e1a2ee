"""Pieces of a place side by side: in rows, fanned out, counted, on a pile; and empty spaces.

What comes in: looks. What goes out: a `Part`."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.drawing.canvas import (
    EDGE,
    Part,
    beside,
    element,
    group,
    width,
    wrap,
    write,
)
from alarife.drawing.colours import DARK_INK
from alarife.drawing.look import Chip, Look
from alarife.drawing.piece_marks import roundel
from alarife.drawing.svg import back, piece, shape_width

Slot = Look | int | None
"""What lies somewhere: a piece, a number of hidden ones, or nothing."""

ROOM = 660.0
"""How wide a drawing of places may become."""


def spaces(slots: Sequence[tuple[Chip, Slot]], size: float, shape: str, room: float = ROOM) -> Part:
    """Spaces side by side, each with what it is called below."""
    wide = max(size * shape_width(shape), 56) + 14
    parts: list[Part] = []
    for chip, slot in slots:
        inside = in_slot(slot, size, shape)
        label = chip_line(chip, room=wide - 4)
        body = group(inside.content, x=(wide - inside.width) / 2) + group(
            label.content, x=(wide - label.width) / 2, y=size + 8
        )
        parts.append(Part(body, wide, size + 8 + label.height))
    return beside(parts, 4, room, 12, top=True)


def chip_line(chip: Chip, room: float = 200) -> Part:
    """What something is called, after its colour and letters."""
    if not chip.colour:
        lines = wrap(chip.label, 13, room)
        wide = max((width(line, 13) for line in lines), default=0)
        return Part(
            "".join(
                write(line, 0, 14 + 16 * i, 13, anchor="start") for i, line in enumerate(lines)
            ),
            wide,
            4 + 16 * len(lines),
        )
    wide = min(room, 22 + width(chip.label, 13))
    return Part(
        roundel(chip, 9, 10, 8) + write(chip.label, 22, 14.5, 13, anchor="start", room=room - 22),
        wide,
        20,
    )


def empty_slot(size: float, shape: str) -> Part:
    """A place where a piece could lie."""
    wide = size * shape_width(shape)
    box = element(
        "rect",
        x=1.5,
        y=1.5,
        width=wide - 3,
        height=size - 3,
        rx=size * 0.08,
        fill="currentColor",
        fill_opacity=0.05,
        stroke=EDGE,
        stroke_dasharray="4 4",
    )
    return Part(box, wide, size)


def in_slot(slot: Slot, size: float, shape: str) -> Part:
    """What lies in a space, or the empty space."""
    if slot is None:
        return empty_slot(size, shape)
    return back(shape, size) if isinstance(slot, int) else piece(slot, size)


def gathered(
    shown: Sequence[Look], hidden: int, size: float, shape: str, in_order: bool = False
) -> Part:
    """Pieces side by side; equal ones on one another with their number, unless their order counts;
    hidden ones as one back."""
    if not shown and not hidden:
        return empty_slot(size, shape)
    if in_order:
        parts = [piece(look, size) for look in shown]
    else:
        counts: dict[Look, int] = {}
        for look in shown:
            counts[look] = counts.get(look, 0) + 1
        parts = [counted(look, n, size) for look, n in counts.items()]
    if hidden:
        parts.append(times(back(shape, size), hidden, size))
    return beside(parts, 6, ROOM)


def counted(look: Look, n: int, size: float) -> Part:
    """Equal pieces on one another, with their number."""
    return times(piece(look, size), n, size)


def times(part: Part, n: int, size: float) -> Part:
    """Something with "×n" below its right corner; nothing for a single one."""
    if n == 1:
        return part
    text = f"×{n}"
    high = max(11.0, size * 0.2)
    wide = width(text, high, bold=True) + 8
    y = part.height - high * 1.35
    tag = element(
        "rect",
        x=part.width - wide,
        y=y,
        width=wide,
        height=high * 1.35,
        rx=high * 0.5,
        fill="#fffdf6",
        stroke=EDGE,
    )
    said = write(text, part.width - wide / 2, y + high * 1.03, high, bold=True, fill=DARK_INK)
    return Part(part.content + tag + said, part.width, part.height)


def pile(shown: Sequence[Look], hidden: int, size: float, shape: str) -> Part:
    """A pile: the top piece, or a back, on an edge as thick as the pile is high, and how many there
    are."""
    n = len(shown) + hidden
    if n == 0:
        return empty_slot(size, shape)
    top = piece(shown[0], size) if shown and not hidden else back(shape, size)
    depth = min(n - 1, 4) * 2.5
    wide = top.width
    edges = "".join(
        element(
            "rect",
            x=d,
            y=d,
            width=wide - 1,
            height=size - 1,
            rx=size * 0.08,
            fill="#d8cfb8",
            stroke=EDGE,
        )
        for d in _steps(depth)
    )
    return times(Part(edges + top.content, wide + depth, size + depth), n, size)


def _steps(depth: float) -> list[float]:
    return [depth - 2.5 * i for i in range(int(depth / 2.5))]
