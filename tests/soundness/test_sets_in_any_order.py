"""Members of a set can be chosen in any order: nothing hangs on the order, and nothing is added
that was not named."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from tests.soundness.small import game

from alarife import Game, State
from alarife.bots import Generator
from alarife.engine.search import Field

CARDS = """
piece Card(rank: 1..9) "card"
  1 of each

place hand[p: Player] "hand": set of Card, seen by p
place table "table": set of Card

rule fit(cards: set of Card) "Fit"
  > FITTING
  CONDITION

rule small_ones(cards: set of Card) "Small ones"
  > Only small cards.
  every c in cards: c.rank at most 5

step play "Play"
  move (those c in Card where c.rank in [DEALT]) to hand[seat(1)]
  as seat(1)
    choose some cards from hand[you] where fit(cards)MORE "Which?"
    otherwise
      never "because there is one"
    move cards to table
    may "More?"
      pass
"""


def cards(condition: str, dealt: str = "1, 2, 3, 4, 5, 6", more: str = "") -> Game:
    return game(
        CARDS.replace("CONDITION", condition)
        .replace("DEALT", dealt)
        .replace("MORE", more)
        .replace("FITTING", "What goes.")
    )


def keys(state: State) -> set[str]:
    return set(state.decision.keys) if state.decision else set()


@pytest.mark.parametrize(
    "condition",
    [
        "size(cards) = 3",
        "(sum c.rank for c in cards) at least 9",
        "(sum c.rank for c in cards) at most 9",
        "(sum c.rank for c in cards) = 9",
        "size(cards) = 3 and (sum c.rank for c in cards) = 9",
        "size(cards) at least 2 and (sum c.rank for c in cards) at most 9",
    ],
)
def test_any_order_gives_the_same_state(condition: str) -> None:
    start = cards(condition).start(1, log=False)
    ends: list[State] = []
    for order in permutations((1, 2, 6)):
        state = start
        for rank in order:
            state = state.play(f"Card({rank})")
        ends.append(state.play("done") if "done" in keys(state) else state)
    assert all(end.dump() == ends[0].dump() for end in ends)


def test_the_highest_can_be_taken_first() -> None:
    state = cards("size(cards) = 2").start(1)
    assert keys(state) == {f"Card({n})" for n in range(1, 7)}
    assert keys(state.play("Card(6)")) == {f"Card({n})" for n in range(1, 6)}


def test_random_players_choose_evenly() -> None:
    start, lot, taken = cards("size(cards) = 2").start(1, log=False), Generator(5), Counter[int]()
    for _ in range(3000):
        state = start
        while state.decision is not None and state.decision.kind == "set":
            state = state.play(lot.below(len(state.decision.options)))
        taken.update(p["rank"] for p in state.view(1)["places"]["table"])
    assert all(900 < taken[rank] < 1100 for rank in range(1, 7)), taken


def test_a_half_made_payment_is_not_completed() -> None:
    state = cards("(sum c.rank for c in cards) at least 10", "2, 8").start(1)
    state = state.play("Card(2)")
    assert state.decision is not None
    assert state.decision.kind == "set"
    assert keys(state) == {"Card(8)"}
    assert state.decision.chosen == (1,)


def test_done_is_said_for_you_when_nothing_can_be_added() -> None:
    state = cards("size(cards) = 2").start(1).play("Card(2)").play("Card(5)")
    assert state.decision is not None
    assert state.decision.kind == "may"


def test_numbers_stay_with_their_pieces() -> None:
    state = cards("(sum c.rank for c in cards) at most 8").start(1)
    assert state.decision is not None
    first = {o.key: o.number for o in state.decision.options}
    assert sorted(first.values()) == [1, 2, 3, 4, 5, 6]
    while state.decision is not None and state.decision.kind == "set":
        assert all(o.number == first.get(o.key, 0) for o in state.decision.options)
        state = state.play(state.decision.options[-1])


def test_numbers_of_equal_pieces_stay() -> None:
    dice = game("""
piece Coin(worth: 1..3) "coin"
  3 of each
place purse "purse": set of Coin, starting with Coin
place table "table": set of Coin
step play "Play"
  as seat(1)
    choose some coins from purse "Which?"
    otherwise
      never "because there is one"
    move coins to table
""")
    state = dice.start(1)
    for key in ("Coin(1)", "Coin(1)", "Coin(1)"):
        state = state.play(key)
    assert state.decision is not None
    assert [o.number for o in state.decision.options] == [0, 2, 3]
    assert state.decision.chosen == (0, 1, 2)


# ----------------------------------------------------------------
# why not
def names(state: State, answer: object) -> list[str]:
    return [rule.name for rule in state.why_not_here(answer)]


def test_why_names_no_rule_for_what_is_offered() -> None:
    state = cards("size(cards) = 2").start(1)
    for option in state.decision.options if state.decision else ():
        assert names(state, option.value) == []
    assert names(state.play("Card(4)"), 5) == []


def test_why_names_the_rule_that_every_set_breaks() -> None:
    state = cards(
        "(sum c.rank for c in cards) at most 9", "3, 4, 9", " and small_ones(cards)"
    ).start(1)
    assert names(state, 8) == ["small_ones"]
    state = cards(
        "(sum c.rank for c in cards) at most 5", "1, 3, 4, 5", " and small_ones(cards)"
    ).start(1)
    assert names(state.play("Card(3)"), 3) == ["fit"]


def test_why_names_both_rules_where_neither_is_the_reason_alone() -> None:
    sums = cards("(sum c.rank for c in cards) = 9", "2, 3, 4, 7", " and small_ones(cards)").start(1)
    assert keys(sums) == {"Card(2)", "Card(3)", "Card(4)"}
    assert names(sums, 6) == ["small_ones"]
    assert names(sums, "done") == ["fit"]


def test_a_name_may_be_what_the_engine_calls_it() -> None:
    coins = game("""
piece Coin(worth: 1..6) "coin"
  1 of each
place pot "pot": set of Coin, starting with Coin
place table "table": set of Coin
step play "Play"
  as seat(1)
    let got_before = list c.worth for c in pot where c.worth less than 6
    let left_1 = got_before
    choose some coins from (those c in pot where c.worth in got_before) "Which coins?"
    otherwise
      never "because there is one"
    move coins to table
    if left_1 is not empty
      choose n from left_1 "How many?"
""")
    state = coins.start(1)
    assert state.decision is not None
    assert state.decision.chosen == ()
    assert state.play("Coin(5)").decision.chosen == (4,)  # pyright: ignore[reportOptionalMemberAccess]
    for lowered, site in zip(coins.lowered.sites, Field(coins).sites, strict=True):
        assert site.got == (lowered.env.index(lowered.got) if lowered.got else -1)


def test_sums_with_negative_numbers_are_looked_ahead() -> None:
    state = game("""
piece Token(worth: number) "token"
  | worth |
  | -2    |
  | 5     |
  | 4     |
place tray "tray": set of Token, starting with Token
place table "table": set of Token
rule light(tokens: set of Token) "Light"
  > At most three.
  (sum t.worth for t in tokens) at most 3
step play "Play"
  as seat(1)
    choose some tokens from tray where light(tokens) "Which?"
    otherwise
      never "because there is one"
    move tokens to table
    choose n from 1..2 "Well?"
""").start(1)
    assert keys(state) == {"Token(-2)", "Token(5)", "Token(4)"}
    assert keys(state.play("Token(5)")) == {"Token(-2)"}
    assert keys(state.play("Token(-2)")) == {"done", "Token(5)", "Token(4)"}


SMALL = """
value small_sum(cards: set of Card, n: number): yes/no = (sum c.rank for c in cards) at most n
"""


def reached(condition: str) -> set[frozenset[int]]:
    """The sets that can be chosen of 2, 3, 4 and 5, by the ranks of their members."""
    rules = CARDS.replace("CONDITION", condition).replace("DEALT", "2, 3, 4, 5")
    todo = [game(SMALL + rules.replace("MORE", "").replace("FITTING", "What goes.")).start(1)]
    found: set[frozenset[int]] = set()
    while todo:
        state = todo.pop()
        taken = frozenset(card["rank"] for card in state.view(1)["places"]["table"])
        if taken or state.decision is None:
            found.add(taken)
        else:
            todo += [state.play(option) for option in state.decision.options]
    return found


@pytest.mark.parametrize(
    ("condition", "same"),
    [
        ("small_sum(cards, 5)", "(sum c.rank for c in cards) at most 5"),
        ("not small_sum(cards, 9)", "(sum c.rank for c in cards) more than 9"),
        ("6 - size(cards) = 3", "size(cards) = 3"),
        ("size(Player) + 3 - size(cards) at least 3", "size(cards) at most 2"),
        ("9 - (sum c.rank for c in cards) less than 2", "(sum c.rank for c in cards) more than 7"),
    ],
)
def test_a_condition_may_be_a_value_or_turned_round(condition: str, same: str) -> None:
    assert reached(condition) == reached(same)
    assert reached(condition) not in (set(), reached("size(cards) at least 1"))
