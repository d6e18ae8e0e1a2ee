"""What a seat may imagine in the middle of a set, or of answers that nobody else sees yet."""

from __future__ import annotations

import random

import pytest
from tests.engine.secret_games import TWO_SIGNS, dealt, game
from tests.engine.test_imagining import look, seen_alike

SET = """  as each p in Player
    choose some cards from hand[you] where just_two(cards) "Which?"
    otherwise
      never "because there are three"
    move cards to table
"""
JUST_TWO = """rule just_two(cards: set of Card) "Two"
  > You put aside {=two} cards.
  size(cards) = 2

"""


def test_in_the_middle_of_a_set() -> None:
    g = dealt(SET, JUST_TWO)
    for seed in range(40):
        state = g.start(seed)
        while state.decision is not None:
            seen_alike(state, seed)
            state = state.play(random.Random(seed).randrange(len(state.decision.options)))


@pytest.mark.parametrize(
    "questions",
    [
        "choose some q from Player",
        "choose q from Player",
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_in_the_middle_of_secret_answers(questions: str, players: int) -> None:
    g = game(
        TWO_SIGNS
        + f"""      {questions} "Who?"
      choose sign from Sign "Which?"
      told[you] := sign
    rounds += 1

value score(p: Player): number = count q in Player where told[p] differs from told[q]
""",
        players,
    )
    for seed in range(15):
        look(g, seed, 60)


def test_own_secret_answers_stay_and_others_are_given_anew() -> None:
    g = game(
        TWO_SIGNS
        + """      choose n from 1..9 "How many?"
      choose sign from Sign "Which?"
      told[you] := sign
    rounds += 1

value score(p: Player): number = 0
"""
    )
    state = g.start(1).play("4").play("paper").play("7")
    assert state.decision is not None
    assert state.decision.player == 2

    def told(seat: int, n: int) -> dict[str, str]:
        imagined = state.imagine(seat, n)
        if imagined.decision is not None and "stone" not in imagined.decision.keys:
            imagined = imagined.play("7")  # which of the two questions stands is not known
        return imagined.play("stone").dump()["notes"]["told"]

    assert all(told(1, n)["1"] == "paper" for n in range(20))
    assert len({str(told(2, n)) for n in range(40)}) == 2
