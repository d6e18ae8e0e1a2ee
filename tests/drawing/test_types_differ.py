"""Types of pieces that say nothing but whose they are differ in every picture and on every screen."""

from __future__ import annotations

from tests.soundness.small import game

from alarife.drawing.looks import Looks
from alarife.play.look import PieceText

RULES = """
type Figure(owner: Player) "figure"
piece Queen(owner: Player) "queen" is Figure
  1 of each
piece Ant(owner: Player) "ant" is Figure
  1 of each
piece Antelope(owner: Player) "antelope" is Figure
  1 of each
place board "board": grid 2 by 2 of Figure
"""


def test_pieces_of_different_types_never_look_the_same() -> None:
    figures = game(RULES)
    looks = Looks(figures.world)
    pieces = range(figures.world.piece_count)
    drawn = [looks.of(x) for x in pieces]
    assert len({(look.shape, look.letter, look.owner) for look in drawn}) == len(drawn)
    screen = PieceText(figures.world)
    shown = [screen.short(screen.piece(x)).plain for x in pieces]
    assert len(set(shown)) == len(shown), shown


def test_a_type_that_is_alone_keeps_its_plain_disc() -> None:
    alone = "\n".join(RULES.split("\n")[:4]) + '\nplace board "board": grid 2 by 2 of Figure\n'
    assert Looks(game(alone).world).of(0).letter == ""
