"""What a seat may imagine: nothing that contradicts what it sees or what the setup implies, and
everything that does not."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.secret_games import CARDS, dealt, game
from tests.games.configurations import Wish, every_game, game_id, loaded, pairs
from tests.games.invariants import check_pieces
from tests.games.playing import states

from alarife.engine.state import Game, State

WORLDS = 60


def seen_alike(state: State, seed: int) -> None:
    """No seat can tell an imagined state from this one."""
    for seat in range(1, state.game.players + 1):
        other = state.imagine(seat, seed)
        assert other.view(seat) == state.view(seat), f"seat {seat}"
        assert (other.decision is None) == (state.decision is None)
        if other.decision is not None:
            assert other.decision.options, "nobody can be asked for nothing"
        check_pieces(other)


def look(g: Game, seed: int, most: int, every: int = 1) -> None:
    for n, state in enumerate(states(g, seed, most)):
        if n % every == 0:
            seen_alike(state, 1000 * seed + n)


@pytest.mark.parametrize("name", every_game(), ids=game_id)
def test_every_state_of_every_game(name: str) -> None:
    g = loaded(Wish(name))
    assert g is not None
    look(g, 1, 70)


@pytest.mark.parametrize("wish", pairs((3,))[::7], ids=str)
def test_states_of_every_pair_of_modules(wish: Wish) -> None:
    g = loaded(wish)
    assert g is not None
    look(g, 3, 60, 5)


def lying(state: State, place: str, key: str | None = None) -> Any:
    held = state.dump()["places"][place]
    return held if key is None else held[key]


def ranks(pieces: Any) -> list[int]:
    return [p["rank"] for p in pieces]


# ----------------------------------------------------------------
# what the setup says
def test_scoring_cards_stay_in_their_heaps() -> None:
    g = loaded(Wish("alhambra"))
    assert g is not None
    state = g.start(5)
    spots: set[tuple[int, ...]] = set()
    for seed in range(WORLDS):
        deck = lying(state.imagine(1, seed), "deck")
        at = {p["round"]: i for i, p in enumerate(deck) if p["type"] == "ScoringCard"}
        size = len(deck)
        assert size // 5 - 2 <= at["A"] <= 2 * size // 5 + 2
        assert 3 * size // 5 - 2 <= at["B"] <= 4 * size // 5 + 2
        spots.add((at["A"], at["B"]))
    assert len(spots) > WORLDS // 2


def test_cards_shuffled_apart_stay_apart() -> None:
    g = game(
        """piece Card(rank: 1..8) "card"
  1 of each

place low "low": pile of Card, seen by nobody
place high "high": pile of Card, seen by nobody
place hand[p: Player] "hand": set of Card, seen by p

step play "Course"
  > Play.
  move (those c in Card where c.rank at most 4) to low
  move (those c in Card where c.rank more than 4) to high
  shuffle low
  shuffle high
  for each p in Player
    draw 1 from low to hand[p]
    draw 1 from high to hand[p]
  as seat(1)
    choose n from 1..8 "Which?"
    pass
"""
    )
    state = g.start(3)
    hands: set[tuple[int, ...]] = set()
    for seed in range(WORLDS):
        hand = ranks(lying(state.imagine(1, seed), "hand", "2"))
        assert hand[0] <= 4 < hand[1]
        hands.add(tuple(hand))
    assert len(hands) == 9


def test_what_began_somewhere_is_known_to_be_there() -> None:
    g = game(
        """piece Card(owner: Player, rank: 1..3) "card"
  1 of each

place hand[p: Player] "hand": set of Card, seen by p, starting with (those c in Card where c.owner = p)
place face_down[p: Player] "face down": Card?, seen by p

step play "Course"
  > Play.
  as each p in Player
    choose card from hand[you] "Which?"
    otherwise
      never "because there are three"
    move card to face_down[you]
  as seat(1)
    choose n from 1..3 "Guess?"
    pass
"""
    )
    state = g.start(1).play(0).play(2)
    guessed = {state.imagine(1, n).dump()["places"]["face_down"]["2"]["rank"] for n in range(60)}
    owners = {state.imagine(1, n).dump()["places"]["face_down"]["2"]["owner"] for n in range(60)}
    assert guessed == {1, 2, 3}
    assert owners == {2}
    assert {len(lying(state.imagine(1, n), "hand", "2")) for n in range(9)} == {2}


def test_what_was_shuffled_twice_is_mixed_in_both() -> None:
    g = dealt(
        """  move hand[seat(2)] to table
  move table to deck
  shuffle deck
  draw 2 from deck to hand[seat(2)]
  as seat(1)
    choose n from 1..9 "Which?"
    pass
"""
    )
    state = g.start(2)
    mine = set(ranks(lying(state, "hand", "1")))
    found: set[int] = set()
    for seed in range(WORLDS):
        hand = ranks(lying(state.imagine(1, seed), "hand", "2"))
        assert not mine & set(hand)
        found |= set(hand)
    assert found == set(range(1, 10)) - mine


def test_a_card_played_face_down_out_of_a_known_hand_is_not_known() -> None:
    """Seat 1 has passed its hand on, and knows it; not which card of it is played then."""
    g = dealt(
        """  together
    move hand[seat(1)] to hand[seat(2)]
  as seat(2)
    choose card from hand[you] "Which?"
    otherwise
      never "because there are three"
    move card to face_down[you]
  as seat(1)
    choose n from 1..9 "Which?"
    pass
""",
        players=3,
    )
    state = g.start(4)
    assert len(state.view(1)["places"]["hand"]["2"]["known"]) == 3
    after = state.play(state.decision.keys[-1]) if state.decision else state
    assert after.view(1)["places"]["face_down"]["2"] == {"known": [], "hidden": 1}
    assert after.view(2)["places"]["face_down"]["2"][0]["type"] == "Card"
    passed = set(ranks(state.view(1)["places"]["hand"]["2"]["known"]))
    found: set[int] = set()
    for n in range(90):
        other = after.imagine(1, n)
        down = ranks(lying(other, "face_down", "2"))
        found |= set(down)
        assert passed <= {*down, *ranks(lying(other, "hand", "2"))}
    assert found == set(range(1, 10))


def test_dice_rolled_under_a_cup_may_show_anything() -> None:
    g = game(
        """piece Die(face pips: 1..6) "die"
  6 of each

place cup[p: Player] "cup": set of Die, seen by p

step play "Course"
  > Play.
  move (those d in Die) to cup[seat(2)]
  roll cup[seat(2)]
  as seat(1)
    choose n from 1..6 "How many?"
    pass
"""
    )
    state = g.start(1)
    assert state.view(1)["places"]["cup"]["2"] == {"known": [], "hidden": 6}
    shown = {tuple(d["pips"] for d in lying(state.imagine(1, n), "cup", "2")) for n in range(40)}
    assert len(shown) > 30
    assert lying(state.imagine(2, 1), "cup", "2") == lying(state, "cup", "2")


def test_a_draw_out_of_a_bag_may_be_anything_that_was_in_it() -> None:
    g = game(
        """piece Card(rank: 1..9) "card"
  1 of each

place bag "bag": bag of Card, seen by nobody
place hand[p: Player] "hand": set of Card, seen by p

step play "Course"
  > Play.
  move (those c in Card where c.rank at most 5) to bag
  draw 2 from bag to hand[seat(2)]
  move (those c in Card where c.rank more than 5) to bag
  as seat(1)
    choose n from 1..9 "Which?"
    pass
"""
    )
    state = g.start(1)
    found = {r for n in range(80) for r in ranks(lying(state.imagine(1, n), "hand", "2"))}
    assert found == {1, 2, 3, 4, 5}


def test_a_note_of_a_hidden_card_shows_only_that_there_is_one() -> None:
    g = dealt(
        """  as seat(1)
    choose card from hand[you] "Which card, secretly?"
    otherwise
      never "because there are three"
    chosen := card
    marked[card] := yes
  as seat(2)
    choose n from 1..9 "What is it?"
    if chosen is some it
      if it.rank = n
        score[you] += 1
  if chosen is some it
    move it to table
""",
        """note chosen "card chosen": Card? = none
note marked[Card] "marked": yes/no = no
note score[Player] "points": number = 0

""",
    )
    state = g.start(1).play(1)
    mine, theirs = state.view(1)["notes"], state.view(2)["notes"]
    assert isinstance(mine["chosen"], int)
    assert mine["marked"][str(mine["chosen"])] is True
    assert theirs["chosen"] == {"hidden": True}
    assert not any(theirs["marked"].values())
    assert theirs["marked"][str(mine["chosen"])] is None
    chosen = {state.imagine(2, n).dump()["notes"]["chosen"] for n in range(WORLDS)}
    hand2 = {c["id"] for c in state.view(2)["places"]["hand"]["2"]}
    assert len(chosen) == 6
    assert not chosen & hand2
    for seed in range(WORLDS):
        other = state.imagine(2, seed)
        assert other.dump()["notes"]["chosen"] in [c["id"] for c in lying(other, "hand", "1")]
        assert other.view(2) == state.view(2)


RARE = """
piece Card(rank: 1..20) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
value high(p: Player): number = count c in hand[p] where c.rank more than 10
step play "Play"
  > Deal until the second player has at least nine high cards.
  repeat until high(seat(2)) at least 9
    move hand[seat(2)] to deck
    shuffle deck
    draw 10 from deck to hand[seat(2)]
  as seat(2)
    choose n from (those n in 1..2 where high(you) at least 9) "Which?"
    otherwise
      never "because there are nine"
"""


def test_a_question_that_hardly_any_deal_admits() -> None:
    state = game(RARE).start(seed=1)
    dealt = state.view(2)["places"]["hand"]["2"]
    others = 0
    for seed in range(20):
        hand = state.imagine(1, seed).view(2)["places"]["hand"]["2"]
        assert sum(card["rank"] > 10 for card in hand) >= 9
        others += hand != dealt
    assert others >= 15


NAMED = """
note ordered "order": ranking of Card = rank c in [] by most 1
note noted "noted": list of Card = []
step play "Play"
  > Deal.
  shuffle deck
  for each p in Player
    draw 3 from deck to hand[p]
  ordered := rank c in hand[seat(1)] by most c.rank div 4
  noted := list c for c in hand[seat(1)]
  let among = rank c in hand[seat(1)] by least c.rank div 4
  for each tie in among
    as seat(1)
      choose n from 1..2 "Well?"
      pass
    if size(tie.members) more than 1
      move tie.members to table
"""


def test_rankings_lists_and_ties_name_what_pieces_have_become() -> None:
    """Places in a ranking are numbers, and no pieces; lists keep their order, sets are in order."""
    g = game(CARDS.replace("seen by nobody", "seen by nobody, starting with Card") + NAMED)
    for seed in range(5):
        state = g.start(seed)
        for _ in range(2):
            seen_alike(state, seed)
            for world in range(4):
                other = state.imagine(2, world)
                hand = [c["id"] for c in lying(other, "hand", "1")]
                table = [c["id"] for c in lying(other, "table")]
                order = other.note("ordered")
                assert sorted(x for tie in order for x in tie) == sorted(hand + table)
                assert all(tie == sorted(tie) for tie in order)
                assert sorted(other.note("noted")) == sorted(hand + table)
                assert other.game.restore(other.dump()).dump() == other.dump()
                end = other
                while end.decision is not None:
                    end = end.play(0)
                moved = {c["id"] for c in lying(end, "table")}
                assert moved <= set(hand + table)
            if state.decision is not None:
                state = state.play(0)


def test_when_the_game_is_over_points_have_told_something() -> None:
    """They are open then, whatever they hang on: what is imagined has the same."""
    g = dealt(
        """  as seat(1)
    choose n from 1..9 "Which?"
    pass
""",
        """value score(p: Player) "points": number = count c in hand[p] where c.rank more than 6

""",
    )
    for seed in range(12):
        over = g.start(seed).play(0)
        hands: set[str] = set()
        for seat in (1, 2):
            for n in range(10):
                other = over.imagine(seat, n)
                assert other.view(seat) == over.view(seat)
                assert (other.scores, other.winners) == (over.scores, over.winners)
                hands.add(str(lying(other, "hand")))
        assert len(hands) > 3
