"""How a piece is shown, as data: made from its own fields, for every game.

A `Look` says everything that a drawing or a terminal needs; a `Chip` is a value that a piece shows.
`looks` gives the look of each piece of a world."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.drawing.colours import Colour, colour


@dataclass(frozen=True, slots=True)
class Chip:
    """A value that a piece shows: one of a kind, or whose it is. `colour` and `symbol` are names,
    and may be empty."""

    letter: str = ""
    colour: str = ""
    symbol: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece is shown.

    `shape`: tile, card, disc, die, marker, token or chip. `frame`: 0, or a number that tells types
    of pieces apart that would look alike. `colour`, `symbol`: names. `letter`: the letters of the
    value that gave the symbol. `texts`: its numbers and further values, the most telling first;
    `also`: what its colour says already. `pips`: what a die shows, if it is a small number.
    `walls`: letters of the sides with walls, None if it can have none. `needle`: the letter of the
    side that it points to. `parts`: what sets of values it shows. `owner`: whose it is. `caption`:
    words to be written on it. `edges`: what its edges show, north, east,
    south, west. `label`: what it is, in words. `marked`: whether it is framed, as
    what may not be done. `covered`: whether only its back is seen."""

    shape: str
    label: str
    frame: int = 0
    colour: str = ""
    symbol: str = ""
    letter: str = ""
    texts: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    pips: int = 0
    walls: str | None = None
    needle: str = ""
    parts: tuple[Chip, ...] = ()
    owner: Chip | None = None
    caption: str = ""
    marked: bool = False
    edges: tuple[Chip, ...] = ()
    covered: bool = False

    @property
    def background(self) -> Colour:
        """What it is painted with."""
        return colour(self.colour)

    @property
    def short(self) -> str:
        """A few plain letters, for where nothing else can be shown."""
        owner = self.owner.letter if self.owner else ""
        parts = "".join(p.letter for p in self.parts)
        return (
            "".join(chip.letter for chip in self.edges)
            + self.letter
            + self.needle
            + parts
            + " ".join(self.written)
            + owner
            or self.caption[:1].upper()
        )

    @property
    def written(self) -> tuple[str, ...]:
        """All that is written on it, besides the letters of its symbol."""
        return self.texts + self.also
