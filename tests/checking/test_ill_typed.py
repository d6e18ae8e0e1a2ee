"""What is worked out before play may be ill typed: that is an error in the file, told as such, and
nothing that stops the checker."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest

from alarife.diagnostics import RuleError
from alarife.library import Library
from alarife.pipeline import load

GAME = """alarife 1
game g "Game"
  players 2..4
chapter c "Course"
kind Colour(weight: number) "colour"
  | name | title | weight |
  | red  | Red   | 1 |
  | blue | Blue  | 2 |
piece Card(colour: Colour, worth: 1..2) "card"
  1 of each
place deck "deck": pile of Card, starting with Card
note score[Player] "points": 0.. = 0
table tax[Colour] "tax": number
  | red | 3 |
  | blue | 4 |
value x "x": TYPE = VALUE
value f(c: Colour) "f": number = c.weight
value use "use": number = USE
rule r(n: number) "R"
  > It is {use}.
  use = n
note m "m": 0..use = 0
step play "Play"
  score[seat(1)] += use
"""
TYPES = ["number", "Colour", "Player", "Sides", "set of Colour", "ranking of Player", "Card?"]
VALUES = ["3", "99", "red", "none", "[]", "[1, 2]", "NE", "Card", "[[1]]"]
USES = [
    "size(x)",
    "x.weight",
    "x.colour.weight",
    "tax[x]",
    "x[1]",
    "(1 if x is a Card otherwise 2)",
    "(count y in x where y = red)",
    "onward(x, 1).index",
    "f(x)",
    "x.members",
    "seat(x).seat",
]


@pytest.mark.parametrize("use", USES)
def test_ill_typed_constants_are_told(use: str) -> None:
    """`size(3)` of a constant was a TypeError, and `99 is a Card` a KeyError."""
    for of, value in product(TYPES, VALUES):
        text = GAME.replace("TYPE", of).replace("VALUE", value).replace("USE", use)
        with suppress(RuleError):
            load("g", players=2, library=Library(texts={"g.alr": text}))
