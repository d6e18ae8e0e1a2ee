"""Small games with something to hide, for tests of views and of what bots may imagine."""

from __future__ import annotations

from alarife.engine.state import Game
from alarife.library import Library
from alarife.pipeline import load

HEAD = """alarife 1
game g "Game"
  players 2..4

chapter c "Course"

"""
CARDS = """piece Card(rank: 1..9) "card"
  1 of each

place deck "deck": pile of Card, seen by nobody
place hand[p: Player] "hand": set of Card, seen by p
place table "table": set of Card
place face_down[p: Player] "face down": set of Card, seen by p

"""
DEAL = """  move Card to deck
  shuffle deck
  for each p in Player
    draw 3 from deck to hand[p]
"""
TWO_SIGNS = """kind Sign "sign"
  | name  |
  | name  |
  | stone |
  | paper |

note told[Player]: Sign? = none
note rounds: 0..2 = 0

step play "Course"
  repeat until rounds = 2
    as each p in Player at once
"""


def game(text: str, players: int = 2) -> Game:
    """A game of its own."""
    return load("g", players=players, library=Library(texts={"g.alr": HEAD + text}))


def dealt(rest: str, before: str = "", players: int = 2) -> Game:
    """Three cards for each player, from a shuffled deck; then the rest of the step `play`."""
    play = 'step play "Course"\n  > Play.\n'
    return game(CARDS + before + play + DEAL + rest, players)
