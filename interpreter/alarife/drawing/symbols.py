"""Symbols: small pictures that tell pieces apart without colour.

What comes in: a symbol's name. What goes out: a path in a box of 100 by 100, to be filled by the
rule of even and odd, so that a shape within a shape is a hole. Rule files may name them in a text
field `symbol` of a kind; kinds that name none get plain shapes in the order of `PLAIN`, players
those of `SEATS`."""

from __future__ import annotations

from math import cos, pi, sin


def _polygon(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def _round(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"


def _star(points: int, outer: float, inner: float) -> str:
    corners = []
    for i in range(2 * points):
        r = inner if i % 2 else outer
        angle = pi * i / points - pi / 2
        corners.append((round(50 + r * cos(angle), 1), round(50 + r * sin(angle), 1)))
    return _polygon(corners)


def _regular(n: int, r: float) -> str:
    turns = (2 * pi * i / n - pi / 2 for i in range(n))
    return _polygon([(round(50 + r * cos(t), 1), round(50 + r * sin(t), 1)) for t in turns])


def _rect(x: float, y: float, w: float, h: float) -> str:
    return f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z"


def _arch(x: float, top: float, w: float, bottom: float) -> str:
    """An opening with a round top."""
    r = w / 2
    return f"M{x:g} {bottom:g}V{top + r:g}a{r:g} {r:g} 0 0 1 {w:g} 0V{bottom:g}Z"


SYMBOLS: dict[str, str] = {
    "circle": _round(50, 50, 40),
    "triangle": "M50 10L94 86H6Z",
    "square": _rect(15, 15, 70, 70),
    "diamond": "M50 4L90 50L50 96L10 50Z",
    "star": _star(5, 48, 20),
    "hexagon": _regular(6, 46),
    "plus": "M36 8H64V36H92V64H64V92H36V64H8V36H36Z",
    "ring": _round(50, 50, 42) + _round(50, 50, 24),
    "drop": "M50 4C62 26 82 42 82 64A32 32 0 0 1 18 64C18 42 38 26 50 4Z",
    "crescent": "M62 8A44 44 0 1 0 92 66A36 36 0 0 1 62 8Z",
    "heart": "M50 92C20 66 6 50 6 33A22 22 0 0 1 50 25A22 22 0 0 1 94 33C94 50 80 66 50 92Z",
    "flower": "".join(
        _round(round(50 + 27 * cos(t), 1), round(50 + 27 * sin(t), 1), 15.5)
        for t in (2 * pi * i / 5 - pi / 2 for i in range(5))
    ),
    "cross": "M22 6L50 34L78 6L94 22L66 50L94 78L78 94L50 66L22 94L6 78L34 50L6 22Z",
    "club": (
        "M50 6A20 20 0 0 1 68 36A21 21 0 1 1 56 66L62 92H38L44 66A21 21 0 1 1 32 36A20 20 0 0 1"
        " 50 6Z"
    ),
    "spade": (
        "M50 6C62 28 90 42 90 62A19 19 0 0 1 56 71L62 94H38L44 71A19 19 0 0 1 10 62C10 42 38 28"
        " 50 6Z"
    ),
    "down": "M50 90L6 14H94Z",
    "bars": _rect(14, 12, 16, 76) + _rect(42, 12, 16, 76) + _rect(70, 12, 16, 76),
    "pentagon": _regular(5, 47),
    "frame": _rect(12, 12, 76, 76) + _rect(32, 32, 36, 36),
    "burst": _star(8, 48, 30),
    "tower": (
        "M18 6H32V18H43V6H57V18H68V6H82V34H74V94H26V34H18Z"
        + _arch(41, 62, 18, 94)
        + _rect(45, 40, 10, 12)
    ),
    "tree": (
        "M50 4C70 4 82 18 80 32C92 38 94 58 80 66C74 72 64 72 56 69V94H44V69"
        "C36 72 26 72 20 66C6 58 8 38 20 32C18 18 30 4 50 4Z"
    ),
    "arch": "M8 94V48A42 42 0 0 1 92 48V94H68V50A18 18 0 0 0 32 50V94Z",
    "arches": (
        "M4 94V14H96V94H88"
        "V52a11 11 0 0 0 -22 0V94H61V52a11 11 0 0 0 -22 0V94H34V52a11 11 0 0 0 -22 0V94Z"
        + _rect(4, 20, 92, 5)
    ),
    "dome": (
        "M50 2L54 14C76 22 88 38 84 56H90V66H10V56H16C12 38 24 22 46 14ZM16 72H84V94H62V84A12 12 0"
        " 0 0 38 84V94H16Z"
    ),
    "kiosk": (
        "M50 4L54 14C66 28 80 36 94 40V52H86V94H74V52H26V94H14V52H6V40C20 36 34 28 46 14Z"
        + _rect(26, 84, 48, 10)
    ),
    "door": (
        _arch(14, 4, 72, 94)
        + _arch(28, 20, 44, 94)
        + "M50 34A14 14 0 0 0 36 48V94H50ZM58 66a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z"
    ),
    "house": "M50 6L96 46H84V94H16V46H4Z" + _rect(40, 60, 20, 34),
    "column": (
        _rect(18, 6, 64, 12)
        + _rect(24, 22, 52, 6)
        + _rect(30, 32, 8, 46)
        + _rect(46, 32, 8, 46)
        + _rect(62, 32, 8, 46)
        + _rect(18, 82, 64, 12)
    ),
    "fountain": (
        "M46 38V60H8C8 78 24 82 40 82V94H60V82C76 82 92 78 92 60H54V38C66 22 76 30 76 48H84C86 22"
        " 66 10 50 26C34 10 14 22 16 48H24C24 30 34 22 46 38Z"
    ),
    "coin": _round(50, 50, 46) + _round(50, 50, 36) + "M50 24L76 50L50 76L24 50Z",
    "chest": (
        "M8 46V36A22 22 0 0 1 30 14H70A22 22 0 0 1 92 36V46H60V40H40V46ZM8 52H40V62H60V52H92V88H8Z"
    ),
    "crown": "M8 84L4 28L28 50L50 14L72 50L96 28L92 84Z",
    "key": (
        _round(30, 34, 26)
        + _round(30, 34, 11)
        + "M54.5 52L92 89.5V92H78L72 86L66 92L58 84L64 78L47 61Z"
    ),
    "shield": "M50 4C64 14 78 16 90 16V46C90 70 74 86 50 96C26 86 10 70 10 46V16C22 16 36 14 50 4Z",
    "sword": "M86 6L94 14L48 66L58 76L50 84L38 72L20 94L6 80L28 62L16 50L24 42L34 52Z",
    "sun": (
        _round(50, 50, 22)
        + "".join(
            _polygon(
                [
                    (round(50 + r * cos(t + d), 1), round(50 + r * sin(t + d), 1))
                    for r, d in ((28, -0.22), (48, 0), (28, 0.22))
                ]
            )
            for t in (2 * pi * i / 8 for i in range(8))
        )
    ),
    "leaf": "M92 8C96 60 66 92 24 76L12 92L6 86L20 70C6 40 40 8 92 8ZM74 28L34 66L38 70Z",
    "book": (
        "M48 20C36 10 20 8 6 10V82C20 80 36 82 48 92ZM52 20C64 10 80 8 94 10V82C80 80 64 82 52 92Z"
    ),
    "ship": "M46 4H54V58H92C90 78 80 90 70 94H30C20 90 10 78 8 58H46ZM58 10C72 20 80 34 82 50H58Z",
    "hand": (
        "M30 94V70L10 46C6 40 14 34 20 40L32 52V16C32 8 44 8 44 16V44V8C44 0 56 0 56 8V44"
        "V14C56 6 68 6 68 14V48V26C68 18 80 18 80 26V66L72 80V94Z"
    ),
    "bell": (
        "M46 4H54V12C74 16 80 32 80 52C80 66 86 70 94 78H6C14 70 20 66 20 52C20 32 26 16 46 12ZM38"
        " 82H62A12 12 0 0 1 38 82Z"
    ),
    "bolt": "M58 2L16 58H44L36 98L84 38H54Z",
}
"""Every symbol by name."""

PLAIN = (
    "circle",
    "triangle",
    "square",
    "diamond",
    "star",
    "hexagon",
    "plus",
    "crescent",
    "drop",
    "heart",
    "flower",
    "burst",
    "pentagon",
    "bars",
)
"""What the values of kinds get that name no symbol."""

SEATS = ("cross", "ring", "down", "frame", "club", "spade", "bolt", "leaf", "crown", "sun")
"""What players get, by seat."""

SEAT_LETTERS = "XO#%@&$A*+"
"""What stands for these symbols where there are letters alone."""


def plain(n: int) -> str:
    """The n-th plain symbol, from 0, round the end."""
    return PLAIN[n % len(PLAIN)]


def seat_symbol(party: int) -> str:
    """The symbol of a party, from 0."""
    return SEATS[party % len(SEATS)]


def seat_letter(party: int) -> str:
    """The letter that stands for the symbol of a party, from 0."""
    return SEAT_LETTERS[party % len(SEAT_LETTERS)]


def named(word: str) -> str:
    """The symbol that a word names, in singular or plural; the empty text, if none."""
    word = word.strip().lower()
    return next(
        (w for w in (word, word.removesuffix("s"), word.removesuffix("es")) if w in SYMBOLS), ""
    )
