"""What is hidden in games of other authors: draws out of hands, half-chosen sets, notes of cards,
what players were told. `test_unseen_games.py` says what was tried with which test."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.soundness.outside import Folder, dealt, keys

import alarife


def test_a_draw_out_of_a_hand_is_blind(tmp_path: Path) -> None:
    game = Folder(tmp_path, dealt("  draw 1 from hand[seat(2)] to table")).load()
    taken: Counter[int] = Counter()
    for seed in range(300):
        view = game.start(seed).view(2)["places"]
        ranks = sorted(c["rank"] for c in [*view["table"], *view["hand"]["2"]])
        taken[ranks.index(view["table"][0]["rank"])] += 1
    assert all(60 < taken[n] < 140 for n in range(3)), taken


DISCARD = dealt(
    """  as each p in Player
    choose some cards from hand[you] where just_two(cards) "Which?"
    otherwise
      never "because there are three"
    move cards to table""",
    'rule just_two(cards: set of Card) "Two"\n  > You put aside {=two} cards.\n  size(cards) = 2',
)


def test_a_half_chosen_set_can_be_imagined(tmp_path: Path) -> None:
    state = Folder(tmp_path, DISCARD).start().play(0)
    for seed in range(60):
        assert state.imagine(2, seed).view(2) == state.view(2)


def test_any_card_can_be_taken_first(tmp_path: Path) -> None:
    state = Folder(tmp_path, DISCARD).start()
    assert len(keys(state)) == 3
    assert "{=two}" not in str([rule.sentence for rule in state.game.rules])
    ends = [state.play(a).play(b).dump() for a in range(3) for b in range(2)]
    assert len({str({**end, "log": ()}) for end in ends}) == 3, "in another order it is the same"


def test_a_note_of_a_hidden_card_hides_it(tmp_path: Path) -> None:
    asked = """  as seat(1)
    choose card from hand[you] "Which card, secretly?"
    otherwise
      never "because there are three"
    chosen := card
  as seat(2)
    choose n from 1..6 "What is it?"
    pass"""
    state = Folder(tmp_path, dealt(asked, 'note chosen "chosen": Card? = none')).start().play(0)
    assert state.view(2)["notes"]["chosen"] == {"hidden": True}
    for seed in range(40):
        other = state.imagine(2, seed)
        hand = [card["id"] for card in other.view(1)["places"]["hand"]["1"]]
        assert other.view(1)["notes"]["chosen"] in hand


def test_a_note_that_answers_a_guess_is_warned_of(tmp_path: Path) -> None:
    asked = """  as seat(2)
    choose n from 1..6 "Has the first player this one?"
    answered := (some c in hand[seat(1)]: c.rank = n)
    may "Well?"
      pass"""
    said = Folder(tmp_path, dealt(asked, 'note answered "answer": yes/no = no')).checked()
    assert "E0388" in said
    assert "`tell`" in said


def test_nobody_imagines_against_what_they_were_told(tmp_path: Path) -> None:
    asked = """  as seat(2)
    choose n from 1..6 "Has the first player this one?"
    tell Player whether holds(n)
    may "Well?"
      pass"""
    holds = 'value holds(n: number) "Held": yes/no = some c in hand[seat(1)]: c.rank = n'
    folder = Folder(tmp_path, dealt(asked, holds))
    assert "nothing is wrong" in folder.checked()
    answers: set[bool] = set()
    for seed in range(8):
        for n in range(1, 7):
            state = folder.start(seed).play(str(n))
            real = n in [c["rank"] for c in state.view(1)["places"]["hand"]["1"]]
            answers.add(real)
            for world in range(4):
                hand = state.imagine(2, world).view(1)["places"]["hand"]["1"]
                assert (n in [c["rank"] for c in hand]) == real
    assert answers == {True, False}


HIDDEN = {
    "a card picked at random": "  pick card from hand[seat(2)] at random\n  move card to hand[seat(1)]\n",
    "a card chosen, and kept by a name": """  as seat(1)
    choose card from hand[you] "Which card, secretly?"
    otherwise
      never "because there are three"
    lie(card)
""",
    "a peek": "  if top(deck) is some card\n    show card to seat(1)\n  move hand[seat(1)] to deck\n",
}
LIE = """
step lie(card: Card) "Lie"
  > The other guesses.
  as seat(2)
    choose n from 1..6 "What is it?"
    if card.rank = n
      points[you] += 1
  move card to table
"""


@pytest.mark.parametrize("what", HIDDEN)
def test_what_is_hidden_stays_hidden(tmp_path: Path, what: str) -> None:
    asked = '  as each p in Player\n    choose m from 1..6 "Well?"\n    pass'
    state = Folder(tmp_path, dealt(HIDDEN[what] + asked, LIE)).start()
    while state.decision is not None:
        for seat in (1, 2):
            for seed in range(12):
                assert state.imagine(seat, seed).view(seat) == state.view(seat)
        state = state.play(0)


def test_much_told_of_one_hand_can_be_imagined() -> None:
    """Four lists of where cards lie for each hand: hardly a deal goes with all of them by
    chance."""
    fireworks = Path(__file__).parent / "fresh" / "fireworks.alr"
    game = alarife.load(str(fireworks), players=2)
    for seed in range(4):
        state = game.start(seed)
        for turn in range(8):
            for answer in ("tell_colour" if turn // 2 % 2 else "tell_number", turn // 4):
                assert state.decision is not None
                option = (
                    answer
                    if isinstance(answer, str)
                    else min(answer, len(state.decision.options) - 1)
                )
                state = state.play(option)
        for seat in (1, 2):
            assert len(state.view(seat)["told"]) == 8
            for again in range(2):
                assert state.imagine(seat, again).view(seat) == state.view(seat)
