"""`usual` in an `instead of` carries out the original where it stands, also if somebody is asked in
the original alone."""

from __future__ import annotations

import pytest
from tests.soundness.small import all_pass, codes, game

GAME = """
note score[Player] "points": 0.. = 0
note rounds "rounds": 0.. = 0
step bet "A bet"
  > Bet.
  choose n from 1..2 "How much?"
  score[you] += n
step play "Play"
  > Play.
  as seat(1)
    bet
{hook}
"""
HOOKS = {
    "in a loop": """
instead of bet as often "Often"
  > Three times.
  repeat 3 times
    usual
    rounds += 1
""",
    "one after the other": """
instead of bet as thrice "Thrice"
  > Three times.
  repeat 3 times
    usual
instead of thrice as counted "Counted"
  > Counted.
  usual
  rounds := 3
""",
    "for somebody else": """
instead of bet as both "All"
  > All of them.
  as each p in Player
    usual
    rounds += 1
  rounds += 1
""",
}


@pytest.mark.parametrize("hook", HOOKS)
def test_what_follows_waits_for_the_answer(hook: str) -> None:
    state = game(GAME.format(hook=HOOKS[hook])).start(1)
    told: list[tuple[int, int]] = []
    while state.decision is not None:
        notes = state.dump()["notes"]
        told.append((sum(notes["score"].values()), notes["rounds"]))
        state = state.play(1)
    notes = state.dump()["notes"]
    told.append((sum(notes["score"].values()), notes["rounds"]))
    assert (
        told
        == {
            "in a loop": [(0, 0), (2, 1), (4, 2), (6, 3)],
            "one after the other": [(0, 0), (2, 0), (4, 0), (6, 3)],
            "for somebody else": [(0, 0), (2, 1), (4, 3)],
        }[hook]
    )


def test_a_state_with_a_step_that_waits_is_restored() -> None:
    loaded = game(GAME.format(hook=HOOKS["in a loop"]))
    state = loaded.start(1).play(0)
    assert loaded.restore(state.dump()).play(0).dump() == state.play(0).dump()


def test_the_usual_that_asks_asks_where_nobody_can_be_asked() -> None:
    told = 'instead of bet as at_one_go "At one go"\n  > Both.\n  together\n    usual\n'
    assert codes(GAME.format(hook=told)) == ["E0385"]


@pytest.mark.parametrize(
    ("instead", "told"),
    [
        ("", ["E0382"]),
        ("instead of turn as own {}\n  > Own.\n  usual", ["E0382"]),
        ("instead of turn as own {} when pot is 3\n  > Own.\n  pot := 0", ["E0382"]),
        ("instead of turn as own {}\n  > Own.\n  pot := 0", []),
    ],
)
def test_a_step_that_is_replaced_is_not_stuck(instead: str, told: list[str]) -> None:
    """A module that forbids what was always possible replaces the step that offers it."""
    rules = """
note pot "pot": 0..9 = 0
menu act "Act"
action more in act "More"
  > More.
  pot += 1
forbid more as enough "Enough" when pot is 3
  > Enough.
step turn "Turn"
  > Turn.
  choose from act
step play "Play"
  > Play.
  as seat(1)
    turn
"""
    assert codes(rules + instead.format('"Own"') + "\n") == told


UNDER_A_GUARD = """
note done "done": list of number = []
note score[Player] "points": 0.. = 0
piece Coin(worth: 1..2) "coin"
  1 of each
place purse "purse": set of Coin, starting with Coin
place table "table": set of Coin
step mark(n: number) "Mark"
  done := done + [n]
step buy "Buy"
  for each coin in purse
    move coin to table
after mark(n) as twos "Twos" when n is 2
  ASK
  done := done + [20]
whenever coin: Coin enters table as dear "Dear" when coin.worth is 2
  done := done + [3]
before twos(n) as first_of_all "First"
  done := done + [10]
after twos(n) as at_last "At last"
  ASK
  done := done + [30]
instead of at_last(n) as in_place "In its place"
  usual
  done := done + [40]
after dear(coin) as paid_dearly "Paid dearly"
  done := done + [4]

example "What surrounds an amendment hangs on its condition"
  when ann: mark(1)
  then done is [1]
  when ann: mark(2)
  ANSWERS
  then done is [1, 2, 10, 20, 30, 40]

example "Also at a whenever"
  when ann: buy
  then done is [3, 4]
"""


@pytest.mark.parametrize("asking", [False, True])
def test_what_surrounds_an_amendment_hangs_on_its_condition(asking: bool) -> None:
    ask = 'choose m from 1..2 "Which?"\n  score[you] += m' if asking else "pass"
    answers = "when ann answers 1, 2" if asking else ""
    rules = UNDER_A_GUARD.replace("ASK", ask).replace("ANSWERS", answers)
    all_pass(rules)
