"""Pieces that go under a pile or to a position: where they lie then, and who knows them."""

from __future__ import annotations

import pytest
from tests.engine.secret_games import CARDS, game

from alarife.engine.inspect import knows
from alarife.engine.state import State

PLAY = """
step play "Course"
  move Card to deck
  for each p in Player
    draw 3 from deck to hand[p]
  as seat(1)
    choose card from hand[you] "Which?"
    otherwise
      pass
    put_back(seat(1))
  as seat(1)
    choose n from 1..2 "Done?"
    pass

step put_back(p: Player) "Put back"
  if first(hand[p]) is some card
    {}
"""


def played(statement: str, top: str = "") -> tuple[State, State, int]:
    """The states before and after a statement about the lowest card of seat 1."""
    cards = CARDS.replace("seen by nobody\n", f"seen by nobody{top}\n")
    before = game(cards + PLAY.format(statement)).start(seed=4)
    card = before.place("hand")[1][0]["id"]
    return before, before.play(0), card


@pytest.mark.parametrize(
    ("statement", "at"),
    [
        ("move card to deck", 0),
        ("move card under deck", -1),
        ("move card to deck at 1", 0),
        ("move card to deck at 2", 1),
        ("move card to deck at 99", -1),
    ],
)
def test_a_card_comes_to_lie_where_it_is_said(statement: str, at: int) -> None:
    before, after, card = played(statement)
    deck = [piece["id"] for piece in after.place("deck")]
    assert deck[at] == card
    others = [x for x in deck if x != card]
    assert others == [piece["id"] for piece in before.place("deck")]
    assert knows(after, 1, card)
    assert not knows(after, 2, card)
    for n in range(10):
        assert after.imagine(1, n).view(1) == after.view(1)
        assert after.imagine(2, n).view(2) == after.view(2)


def test_what_goes_under_a_pile_is_not_seen_on_top_of_it() -> None:
    """All see the top card of the deck; but the one that goes under it they don't see."""
    _, under, card = played("move card under deck", ", top seen by all when yes")
    assert not knows(under, 2, card)
    _, above, card = played("move card to deck", ", top seen by all when yes")
    assert knows(above, 2, card)


def test_a_card_may_be_put_elsewhere_in_its_own_pile() -> None:
    before, after, _ = played("if top(deck) is some best\n      move best to deck at 3")
    was = [piece["id"] for piece in before.place("deck")]
    assert [piece["id"] for piece in after.place("deck")] == [was[1], was[2], was[0], *was[3:]]
