"""A value may have the name of a value of a kind. Each stands where its type is wanted."""

from __future__ import annotations

import alarife
from alarife.library import Library

GAME = """alarife 2
game g "G"
  players 2..2

kind Rank "rank"
  | name | title |
  | lord | Lord  |
  | king | King  |

note turns "turns": number = 0

step play "Play"
  > Play.
  repeat until winners is not empty or turns is 5
    turns += 1

value king "The king": number? = none if turns is 3 otherwise 4

value winners "Who wins": set of Player
  > Who is first.
  [seat(1)] if king is empty otherwise []

value royal(r: Rank): yes/no = r is king
value either "Both": number = 1 if royal(king) and king is some n and n is 4 otherwise 2
"""


def test_what_depends_on_play_is_not_taken_for_a_value_of_a_kind() -> None:
    state = alarife.load("g", players=2, library=Library(texts={"g.alr": GAME})).start(seed=1)
    assert state.is_over
    assert (state.note("turns"), state.winners, state.value("either")) == (3, [1], 2)
