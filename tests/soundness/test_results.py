"""Who has won and how many points there are is said by values of the right type, or not at all."""

from __future__ import annotations

import pytest
from tests.soundness.small import codes, game

from alarife.engine.faults import Fault


@pytest.mark.parametrize(
    "winners",
    [
        "value winners: Player = seat(1)",
        "value winners: Player? = first(Player)",
        "value winners: number = 1",
        "value winners: yes/no = yes",
        "value winners: list of number = [1, 2]",
        "value winners: set of Cell = []",
        "value winners: ranking of Player = rank p in Player by most p.seat",
        "value winners(p: Player): set of Player = [p]",
    ],
)
def test_winners_of_another_type_are_refused(winners: str) -> None:
    assert "E0391" in codes(winners)


@pytest.mark.parametrize(
    "score",
    [
        "value score(p: Player): Player? = none",
        "value score(p: Player): yes/no = yes",
        "value score(p: Player, q: Player): number = 1",
        "value score: number = 1",
        "value score(n: 1..3): number = n",
        'note score "points": number = 0',
        'note score[1..3] "points": number = 0',
        'note score[Player, Player] "points": number = 0',
        'note score[Player] "points": yes/no = no',
    ],
)
def test_points_of_another_type_are_refused(score: str) -> None:
    assert "E0391" in codes(score)


@pytest.mark.parametrize(
    "right",
    [
        'value winners "Who wins": set of Player = leaders(rank p in Player by most p.seat)',
        'value winners "Who wins": list of Player = [seat(1)]',
        'value score(p: Player) "Points": number = p.seat',
        'note score[Party] "points": number = 0',
    ],
)
def test_what_is_right_is_left_in_peace(right: str) -> None:
    assert codes(right) == []


def test_what_never_ends_is_named_by_where_its_loop_stands() -> None:
    rules = """
note points "points": number = 0
piece Card(rank: 1..9) "card"
  1 of each
place hand[p: Player] "hand": set of Card
menu your_turn "Your turn"
action lay in your_turn "Lay"
  > Lay a card.
  choose card from hand[you] "Which?"
  points += card.rank
step play "Play"
  repeat until points more than 0
    as seat(1)
      choose from your_turn
      otherwise
        pass
"""
    with pytest.raises(Fault, match="E0507") as endless:
        game(rules).start(1)
    assert "`play`" in endless.value.diagnostics[0].message


def test_otherwise_knows_what_a_piece_is_not() -> None:
    rules = """
type Thing "thing"
piece Tile "tile" is Thing
  3 of each
piece Marker(worth: 1..3) "marker" is Thing
  1 of each
place tiles "tiles": set of Tile
place markers "markers": set of Marker
place heap "heap": pile of Thing, starting with Thing
note points "points": number = 0
step play "Play"
  for each x in heap
    if x is a Tile
      move x to tiles
    otherwise
      points += x.worth
      move x to markers
"""
    assert codes(rules) == []
    state = game(rules).start(1)
    assert state.view(1)["notes"]["points"] == 6
    assert len(state.view(1)["places"]["tiles"]) == 3
