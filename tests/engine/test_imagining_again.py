"""What is imagined in a state that is itself imagined, by the same seat or another, and where a walk
leads from one to the next: what was mixed first stays apart from what came in later."""

from __future__ import annotations

import random

import pytest
from tests.engine.secret_games import game
from tests.engine.test_imagining import lying
from tests.games.configurations import Wish, loaded, pairs
from tests.games.playing import states

from alarife.engine.hidden.mixing import NOTHING, Retelling, mask_of, pieces_of
from alarife.engine.state import State

WORLDS = 12
JOKER = """piece Card(rank: 1..31) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody
place low "lower part": pile of Card, seen by nobody
place hand[p: Player] "hand": set of Card, seen by p

step play "Play"
  > Deal, then hide the joker in the lower part of the deck. It is the card of 31.
  move (those c in Card where c.rank at most 30) to deck
  shuffle deck
  draw 3 from deck to hand[seat(2)]
  repeat until lucky(seat(2))
    move hand[seat(2)] to deck
    shuffle deck
    draw 3 from deck to hand[seat(2)]
  draw 9 from deck to low
  move (those c in Card where c.rank more than 30) to low
  shuffle low
  as seat(2)
    choose n from (those n in 1..2 where lucky(you)) "Which?"
    otherwise
      never "because it is so"

value lucky(p: Player): yes/no = every c in hand[p]: c.rank at most LIMIT
"""


def rounds(state: State) -> list[int]:
    return [i for i, c in enumerate(lying(state, "deck")) if c["type"] == "ScoringCard"]


def test_scoring_cards_stay_in_their_heaps_however_often_it_is_imagined() -> None:
    g = loaded(Wish("alhambra", players=3))
    assert g is not None
    state = g.start(1)
    size = len(lying(state, "deck"))
    for n in range(WORLDS):
        seats = [n % 3 + 1, (n + n // 3) % 3 + 1, 1]
        other = state
        for seat in seats:
            other = other.imagine(seat, n)
            a, b = rounds(other)
            assert size // 5 - 2 <= a <= 2 * size // 5 + 2
            assert 3 * size // 5 - 2 <= b <= 4 * size // 5 + 2


@pytest.mark.parametrize("wish", pairs((3,))[::9], ids=str)
def test_what_is_imagined_in_an_imagined_state_is_what_is_imagined_in_the_real_one(
    wish: Wish,
) -> None:
    g = loaded(wish)
    if g is None:
        return
    for n, state in enumerate(states(g, 3, 60)):
        if n % 9 == 0:
            seat = n % 3 + 1
            other = state.imagine(seat, n)
            assert other.imagine(seat, 5).dump() == state.imagine(seat, 5).dump()


@pytest.mark.parametrize("limit", [30, 6], ids=["any deal", "hardly any deal"])
def test_the_joker_is_where_it_was_put(limit: int) -> None:
    state = game(JOKER.replace("LIMIT", str(limit))).start(1)
    for n in range(5):
        other = state.imagine(1, n)
        assert 31 in [c["rank"] for c in lying(other, "low")]
        again = other.imagine(1, n)
        assert 31 in [c["rank"] for c in lying(again, "low")]


def test_a_mix_holds_what_its_pieces_had_become_by_then() -> None:
    first, second = mask_of([0, 1, 2]), mask_of([2, 3, 4])
    retelling = Retelling(((0, first, second), (0, first, second), (0, second)), 0)
    retelling.mixed(1, {0: 1, 1: 2, 2: 0, 3: 3, 4: 4})
    retelling.mixed(2, {0: 1, 1: 2, 2: 4, 3: 0, 4: 3})
    told = retelling.told({0: 1, 1: 2, 2: 4, 3: 0, 4: 3}, {})
    assert told[0] == told[1] == (0, first, mask_of([0, 3, 4]))
    assert told[2] == (0, mask_of([0, 3, 4]))


def test_what_is_like_a_mix_is_of_its_moment() -> None:
    mix, less = mask_of([0, 1, 2, 3]), mask_of([0, 1, 2])
    retelling = Retelling(((0, mix), (0, mask_of([6, 7]), less, mask_of([1, 8]))), 0)
    names = {0: 3, 1: 0, 2: 1, 3: 2}
    retelling.mixed(1, names)
    told = retelling.told(names, {})
    assert told[1] == (0, mask_of([6, 7]), mask_of([0, 1, 3]), mask_of([0, 8]))


def test_what_was_rolled_is_called_what_it_has_become_and_what_is_named_what_was_meant() -> None:
    rng = random.Random(3)
    for _ in range(200):
        some = rng.sample(range(12), rng.randrange(2, 12))
        becomes = dict(zip(some, rng.sample(some, len(some)), strict=True))
        named = {x: rng.choice(some) for x in some[1:]}
        rolled, meant = rng.getrandbits(12), rng.getrandbits(12)
        told = Retelling(((rolled, ~meant), NOTHING), 0).told(becomes, named)
        shown = mask_of(becomes.get(x, x) for x in pieces_of(rolled))
        assert told == ((shown, ~mask_of(named.get(x, x) for x in pieces_of(meant))), NOTHING)


def test_a_seat_without_any_history_has_none() -> None:
    assert Retelling((), 0).told({}, {}) == ()
