"""Sets whose members are compared with one another: what is offered is held equal to trying out
every set in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import pytest
from tests.soundness.small import all_pass, game

from alarife.engine.state import Game, State

Card = tuple[int, int]
"""Rank and suit."""
Test = Callable[[list[Card]], bool]

RULES = """
kind Suit "suit"
  | name   |
  | hearts |
  | clubs  |
  | spades |
piece Card(rank: 1..6, suit: Suit) "card"
  | rank | suit   | copies |
  | 1    | hearts | 1      |
  | 2    | hearts | 2      |
  | 3    | hearts | 1      |
  | 4    | hearts | 1      |
  | 5    | hearts | 1      |
  | 1    | clubs  | 1      |
  | 2    | clubs  | 1      |
  | 3    | clubs  | 2      |
  | 6    | clubs  | 1      |
  | 3    | spades | 1      |
  | 4    | spades | 1      |
  | 5    | spades | 1      |
place deck "deck": pile of Card, seen by nobody
place hand[p: Player] "hand": set of Card, seen by p
place table "table": row of Card
note limit "limit": 1..3 = 2
rule fine(cards: set of Card) "Fine"
  > Fine.
  CONDITION
step play "Play"
  move Card to deck
  shuffle deck
  draw 7 from deck to hand[seat(1)]
  draw 1 from deck to hand[seat(2)]
  as seat(1)
    may "Do you?"
      choose some cards from hand[you] where fine(cards) "Which?"
      move cards to table
  as seat(2)
    choose n from 1..2
    pass
"""


def ranks(cards: list[Card]) -> list[int]:
    return [rank for rank, _ in cards]


def suits(cards: list[Card]) -> list[int]:
    return [suit for _, suit in cards]


def is_run(cards: list[Card]) -> bool:
    found = sorted(ranks(cards))
    return (
        len(cards) >= 3
        and len(set(suits(cards))) == 1
        and found == list(range(found[0], found[0] + len(found)))
    )


def is_group(cards: list[Card]) -> bool:
    return len(cards) >= 3 and len(set(ranks(cards))) == 1


RUN = (
    "size(cards) at least 3 and (every a in cards with b in cards: a.suit = b.suit and"
    " (a = b or a.rank differs from b.rank))"
    " and highest(list c.rank for c in cards) - lowest(list c.rank for c in cards)"
    " = size(cards) - 1"
)
GROUP = "size(cards) at least 3 and (every a in cards with b in cards: a.rank = b.rank)"
HIGH = "({0}.suit if {0}.rank at least 3 otherwise none)"
CONDITIONS: dict[str, Test] = {
    "every a in cards with b in cards: a.suit = b.suit": lambda cards: len(set(suits(cards))) == 1,
    "no a in cards with b in cards where a differs from b: b.rank differs from a.rank": (
        lambda cards: len(set(ranks(cards))) == 1
    ),
    "(sum c.rank for c in cards) = 7 and (every a in cards with b in cards: a.suit = b.suit)": (
        lambda cards: sum(ranks(cards)) == 7 and len(set(suits(cards))) == 1
    ),
    "(sum c.rank for c in cards) in 6..limit + 5": lambda cards: sum(ranks(cards)) in (6, 7),
    "(sum c.rank for c in cards) not in 4..13": lambda cards: not 4 <= sum(ranks(cards)) <= 13,
    "size(cards) in 2..3 and not ((sum c.rank for c in cards) in 4..20)": (
        lambda cards: len(cards) in (2, 3) and not 4 <= sum(ranks(cards)) <= 20
    ),
    "(sum c.rank for c in cards) at most 8 and (sum c.rank for c in cards) more than 6": (
        lambda cards: 6 < sum(ranks(cards)) <= 8
    ),
    "(size(cards) = 1 or (sum c.rank for c in cards) at most 6)"
    " and not (some a in cards with b in cards: a.suit differs from b.suit)": (
        lambda cards: (len(cards) == 1 or sum(ranks(cards)) <= 6) and len(set(suits(cards))) == 1
    ),
    f"every a in cards with b in cards: {HIGH.format('a')} = {HIGH.format('b')}": (
        lambda cards: len({suit if rank >= 3 else None for rank, suit in cards}) == 1
    ),
    "every a in cards with b in cards: a.rank = b.rank + 0 * a.rank": (
        lambda cards: len(set(ranks(cards))) == 1
    ),
    "every a in cards with b in cards where a differs from b: a.rank differs from b.rank": (
        lambda cards: len(set(ranks(cards))) == len(cards)
    ),
    "no a in cards with b in cards where a differs from b: a.suit = b.suit": (
        lambda cards: len(set(suits(cards))) == len(cards)
    ),
    RUN: is_run,
    f"({RUN}) or ({GROUP})": lambda cards: is_run(cards) or is_group(cards),
    "every s in Suit: (count c in cards where c.suit = s) at most limit": (
        lambda cards: all(suits(cards).count(s) <= 2 for s in range(3))
    ),
    "every s in Suit where s differs from clubs: size(those c in cards where c.suit = s) = 1": (
        lambda cards: suits(cards).count(0) == 1 and suits(cards).count(2) == 1
    ),
    "size(those c in cards where c.suit = hearts) = size(those c in cards where c.suit = clubs)": (
        lambda cards: suits(cards).count(0) == suits(cards).count(1)
    ),
    "(sum c.rank for c in cards) - size(cards) = (count c in cards where c.rank = 2) + 2": (
        lambda cards: sum(ranks(cards)) - len(cards) == ranks(cards).count(2) + 2
    ),
    "not (some a in cards: some b in cards: a.rank more than b.rank)": (
        lambda cards: len(set(ranks(cards))) == 1
    ),
    "size(cards) = 3 and (sum c.rank for c in cards) = 2 * highest(list c.rank for c in cards)": (
        lambda cards: len(cards) == 3 and sum(ranks(cards)) == 2 * max(ranks(cards))
    ),
    "(sum size(cards) for c in cards) at most 9": lambda cards: len(cards) <= 3,
    "(sum c.rank for c in cards where size(cards) = 2) at most 4 and size(cards) at most 3": (
        lambda cards: len(cards) <= 3 and (len(cards) != 2 or sum(ranks(cards)) <= 4)
    ),
    "(count c in cards where c.rank = size(cards)) = 2": (
        lambda cards: ranks(cards).count(len(cards)) == 2
    ),
    "(sum c.rank * size(cards) for c in cards) at most 20": (
        lambda cards: sum(ranks(cards)) * len(cards) <= 20
    ),
    "every c in cards: c.rank at least size(cards)": (
        lambda cards: all(rank >= len(cards) for rank in ranks(cards))
    ),
    "no c in cards: (sum d.rank for d in cards) less than 3 * c.rank": (
        lambda cards: not any(sum(ranks(cards)) < 3 * rank for rank in ranks(cards))
    ),
    "(size(cards) at most 2) if limit = 2 otherwise (size(cards) at most 3)": (
        lambda cards: len(cards) <= 2
    ),
}


def hand_of(state: State) -> dict[str, Card]:
    suits_ = ["hearts", "clubs", "spades"]
    held = state.view(1)["places"]["hand"]["1"]
    return {str(c["id"]): (c["rank"], suits_.index(c["suit"])) for c in held}


def brute(hand: list[Card], got: list[Card], test: Test) -> tuple[set[Card], bool]:
    """Which cards, by their looks, can be added to those chosen; and whether these will do."""
    left = list(hand)
    for card in got:
        left.remove(card)
    more = [list(x) for n in range(len(left) + 1) for x in combinations(left, n)]
    fine = [x for x in more if got + x and test(got + x)]
    return {card for x in fine for card in x}, [] in fine


@pytest.mark.parametrize(("condition", "test"), CONDITIONS.items(), ids=range(len(CONDITIONS)))
def test_what_is_offered_leads_to_an_allowed_set_and_nothing_else_does(
    condition: str, test: Test
) -> None:
    made: Game = game(RULES.replace("CONDITION", condition))
    asked = 0
    for seed in range(25):
        rng = random.Random(seed)
        state = made.start(seed=seed)
        got: list[Card] = []
        hand = hand_of(state)
        if state.decision is not None and state.decision.player == 1:
            state = state.play("yes")
        else:
            assert not any(brute(list(hand.values()), [], test)), seed
        while state.decision is not None and state.decision.player == 1:
            values = {o: o.value for o in state.decision.options}
            cards = {o: v for o, v in values.items() if isinstance(v, int)}
            offered = [hand[str(v)] for v in cards.values()]
            expected, done = brute(list(hand.values()), got, test)
            assert sorted(set(offered)) == sorted(expected), (seed, got)
            assert len(set(offered)) == len(offered)
            assert done == (len(values) > len(cards)), (seed, got)
            asked += 1
            option = rng.choice(list(values))
            if option in cards:
                got.append(hand[str(cards[option])])
            state = state.play(option)
    assert asked > 10


def test_what_can_be_told_from_values_and_sums_is_not_tried_out() -> None:
    """One value for all members is a case for each value; a range has two ends."""

    def compared(condition: str) -> bool:
        made = game(RULES.replace("CONDITION", condition))
        return any(site.tried for site in made.lowered.sites)

    told = list(CONDITIONS)[:9]
    assert [compared(condition) for condition in told] == [False] * len(told)
    assert compared("every a in cards with b in cards: a.rank = b.rank + 0 * a.rank")
    assert compared("every a in cards with b in cards where a.rank = 2: a.suit = b.suit")


def test_all_subsets_are_values() -> None:
    all_pass("""
piece Card(rank: 1..13) "card"
  | rank | copies |
  | 5    | 2      |
  | 10   | 2      |
  | 11   | 1      |
place hand "hand": set of Card
value worth(c: Card): number = 10 if c.rank more than 10 otherwise c.rank
value fifteens: number = count s in subsets(hand) where (sum worth(c) for c in s) = 15
value best: number = highest(list (sum c.rank for c in s) for s in subsets(hand, 3))
example "Fifteen"
  given hand = [Card(5), Card(5), Card(10), Card(11)]
  then fifteens = 4 and best = 26
  then size(subsets(hand)) = 16 and size(subsets(hand, 2)) = 6 and size(subsets(hand, 9)) = 0
""")


def test_what_need_not_be_tried_is_not() -> None:
    """Of fifty cards, more than two million sets have five members; where every two members must
    agree, few are tried."""
    state = game("""
piece Card(rank: 1..10, suit: 1..5) "card"
  1 of each
place hand "hand": set of Card, starting with Card
rule same(cards: set of Card) "Same"
  > Same.
  size(cards) = 5 and (every a in cards with b in cards: a.rank = b.rank)
step play "Play"
  as seat(1)
    choose some cards from hand where same(cards)
    otherwise
      pass
""").start(seed=1)
    assert state.decision is not None
    assert len(state.decision.options) == 50
    state = state.play(state.decision.options[7])
    assert state.decision is not None
    assert len(state.decision.options) == 4
