"""The legend of a picture: what the signs, letters and colours on its pieces mean.

What comes in: the looks that are seen in a picture. What goes out: small things to be drawn, each
with its words. What always holds: every value that gives a piece its symbol, letters or colour is
in it once, and everybody to whom a piece belongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from alarife.drawing.look import Chip, Look
from alarife.drawing.looks import Looks

Entry = tuple[Look, str]
"""What is drawn, and what it means."""


def legend_of(looks: Looks, shown: Iterable[Look]) -> list[Entry]:
    """The legend of some pieces, in the order in which they are seen; owners and walls come
    last."""
    seen = list(dict.fromkeys(shown))
    owners = sorted(
        {look.owner for look in seen if look.owner is not None}, key=lambda chip: chip.letter
    )
    entries = [entry for look in seen for entry in _of(looks, look)]
    entries += [(looks.chip(replace(chip, letter="")), chip.label) for chip in owners]
    if any(look.walls for look in seen):
        wall = looks.say("wall")
        entries.append((Look("tile", wall, walls="N"), wall))
    once: dict[tuple[str, str], Entry] = {}
    for look, words in entries:
        once.setdefault(
            ("" if look.shape == "chip" else look.shape, words),
            (look, words[:1].upper() + words[1:]),
        )
    return list(once.values())


def _of(looks: Looks, look: Look) -> Iterator[Entry]:
    """What one piece shows, besides numbers and whose it is: its value, and which sort of piece it
    is, where that is no matter of course."""
    value = _value(looks, look)
    if look.frame or (value is None and (look.symbol or not look.owner)):
        yield look, look.caption
    if value is not None:
        yield looks.chip(value), value.label
    for chip in look.parts:
        yield looks.chip(chip), chip.label


def _value(looks: Looks, look: Look) -> Chip | None:
    """The value of a kind that gives a piece its symbol and letters."""
    shown = (look.letter, look.symbol)
    for chip in (chip for kind in looks.world.kinds for chip in looks.values(kind)):
        alike = shown == (chip.letter, chip.symbol) and look.colour in ("", chip.colour)
        if alike and (chip.label == look.caption or (look.frame and look.symbol)):
            return chip
    return None
