"""Colours by their names: what is painted, what is written on it, and what a terminal calls it.

What comes in: a colour's name, as rule files write it. What goes out: a `Colour`. What always
holds: text in `ink` on `fill` has a contrast of at least 4.5 to 1; no two fills are alike. An
unknown name gives the colour of paper."""

from __future__ import annotations

from dataclasses import dataclass

ALARM = "#d1156b"
"""What marks what is wrong: seen on any colour of pieces, together with its white edge."""

DARK_INK = "#1f1b16"
LIGHT_INK = "#ffffff"


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour. `fill` is painted, `ink` written on it; `ansi` is its code in a terminal."""

    name: str
    fill: str
    ink: str
    ansi: str


PAPER = Colour("paper", "#efe6d0", DARK_INK, "37")
"""What nothing gave a colour."""

COLOURS = (
    PAPER,
    Colour("blue", "#1d5f9f", LIGHT_INK, "94"),
    Colour("red", "#b22a24", LIGHT_INK, "91"),
    Colour("brown", "#7b4d2a", LIGHT_INK, "38;5;137"),
    Colour("white", "#fbfaf6", DARK_INK, "97"),
    Colour("green", "#2b7a3d", LIGHT_INK, "32"),
    Colour("purple", "#6d3f9c", LIGHT_INK, "95"),
    Colour("orange", "#ee8a2a", DARK_INK, "38;5;208"),
    Colour("yellow", "#f5cf3d", DARK_INK, "93"),
    Colour("black", "#2a2a2e", LIGHT_INK, "90"),
    Colour("grey", "#a3a5a8", DARK_INK, "37"),
    Colour("pink", "#eca3bf", DARK_INK, "38;5;211"),
    Colour("cyan", "#7fd0da", DARK_INK, "96"),
    Colour("teal", "#14696e", LIGHT_INK, "36"),
    Colour("gold", "#d9a520", DARK_INK, "33"),
    Colour("silver", "#c9ccd1", DARK_INK, "37"),
)
_ALSO = {
    "gray": "grey",
    "violet": "purple",
    "magenta": "pink",
    "turquoise": "cyan",
    "lime": "green",
    "beige": "paper",
}
_BY_NAME = {colour.name: colour for colour in COLOURS}

SEAT_COLOURS = (
    "teal",
    "orange",
    "purple",
    "yellow",
    "green",
    "white",
    "black",
    "pink",
    "brown",
    "blue",
)
"""The colours of players by seat; light and dark take turns, so that neighbours are told apart in
grey, too."""

NEUTRAL_COLOUR = "grey"
"""The colour of parties that nobody plays."""


def colour(name: str) -> Colour:
    """The colour of this name; paper, if there is none."""
    name = name.strip().lower()
    return _BY_NAME.get(_ALSO.get(name, name), PAPER)


def is_colour(name: str) -> bool:
    """Whether this is a colour's name."""
    name = name.strip().lower()
    return name in _BY_NAME or name in _ALSO


def seat_colour(party: int, players: int) -> str:
    """The colour's name of a party; players come first, counted from 0."""
    return SEAT_COLOURS[party % len(SEAT_COLOURS)] if party < players else NEUTRAL_COLOUR
