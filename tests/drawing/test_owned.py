"""A piece that says whose it is and what it is shows both."""

from __future__ import annotations

import pytest

import alarife
from alarife.drawing.colours import colour, seat_colour
from alarife.drawing.looks import Looks
from alarife.drawing.svg import draw

RANKS = """alarife 2
game g "G"
  players 2..2

kind Rank(sign: text{colour}) "rank"
  | name | title | sign {head}|
  | lord | Lord  | L    {red} |
  | king | King  | K    {blue} |

piece Man(rank: Rank, owner: Player, face promoted: yes/no) "man"
  1 of each

place {place}

step play "Play"
  pass

value winners "Who wins": set of Player = []
"""
BOARD = 'board "board": grid 3 by 3 of Man'
BAG = 'bag "bag": bag of Man'


def drawn(place: str, coloured: bool, owner: int, promoted: bool) -> str:
    from alarife.library import Library

    text = RANKS.format(
        place=place,
        colour=", colour: text" if coloured else "",
        head="| colour" if coloured else "",
        red="| red" if coloured else "",
        blue="| blue" if coloured else "",
    )
    looks = Looks(alarife.load("g", players=2, library=Library(texts={"g.alr": text})).world)
    fields = {"rank": 1, "owner": owner, "promoted": promoted}
    return draw(looks.of_fields("Man", fields))


@pytest.mark.parametrize("place", [BOARD, BAG])
@pytest.mark.parametrize("coloured", [False, True])
@pytest.mark.parametrize("owner", [0, 1])
def test_whose_it_is_and_what_it_is(place: str, coloured: bool, owner: int) -> None:
    svg = drawn(place, coloured, owner, True)
    assert colour(seat_colour(owner, 2)).fill in svg
    assert ">K" in svg


def test_a_side_that_has_not_been_turned_says_nothing() -> None:
    assert ">K<" in drawn(BOARD, False, 0, False)
    assert ">K ✓<" in drawn(BOARD, False, 0, True)
