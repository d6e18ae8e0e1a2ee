"""The legend of a picture: what the signs, letters and colours on its pieces mean.

What comes in: the looks that are seen in a picture. What goes out: small things to be drawn, each with its words. What always
holds: every value that gives a piece its symbol, letters or colour is in it once, and everybody to whom a piece belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from alarife.drawing.look import Chip, Look, Looks

Entry = tuple[Look, str]
"""What is drawn, and what it means."""


def legend_of(looks: Looks, shown: Iterable[Look]) -> list[Entry]:
    """The legend of some pieces, in the order in which they are seen; owners and walls come last."""
    seen = list(dict.fromkeys(shown))
    found: dict[tuple[str, ...], Entry] = {}
    for entry in (entry for look in seen for entry in _of(looks, look)):
        look, words = entry
        found.setdefault((look.shape, look.symbol, look.letter, look.colour, words), entry)
    owners = sorted({look.owner for look in seen if look.owner is not None}, key=lambda chip: chip.letter)
    entries = [*found.values(), *((looks.chip(replace(chip, letter="")), chip.label) for chip in owners)]
    if any(look.walls for look in seen):
        wall = looks.say("wall")
        entries.append((Look("tile", wall, walls="N"), wall))
    return [(look, words[:1].upper() + words[1:]) for look, words in entries]


def _of(looks: Looks, look: Look) -> Iterator[Entry]:
    """What one piece shows, besides numbers and whose it is."""
    if look.symbol or look.letter:
        yield looks.chip(Chip(look.letter, look.colour, look.symbol, look.caption)), look.caption
    elif not (look.owner or look.parts or look.pips or look.needle):
        yield look, look.caption
    for chip in look.parts:
        yield looks.chip(chip), chip.label
