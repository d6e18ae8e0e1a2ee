"""What stopped somebody who wrote games from rules sheets with the reference alone, mended."""

from __future__ import annotations

from random import Random

import pytest

import alarife
from alarife.diagnostics import RuleError

CARDS = """alarife 2
game g "G"
  players 2..2

piece Card(rank: 1..3) "card"
  1 of each

place hand[Player] "hand": set of Card
menu turn_of(p: Player) "Turn"

action lay in turn_of(p) "Lay"
  > Lay a card.
  choose card from hand[you] "Which card?"
  move card to box

value score(p: Player) "Points": number = 0 - size(hand[p])

step play "Play"
  > Play.
  draw 2 from box to hand[seat(1)]
"""


@pytest.mark.parametrize("game", ["shut", "eights"])
def test_whoever_has_the_most_points_wins_by_a_value_too(game: str) -> None:
    path = f"{__file__.rpartition('/')[0]}/{game}.alr"
    lots, state = Random(5), alarife.load(path, players=3).start(seed=5)
    while state.decision is not None:
        state = state.play(lots.choice(state.decision.options))
    best = max(state.scores.values())
    assert state.winners == [p for p, n in state.scores.items() if n == best]


def found(text: str) -> RuleError:
    from alarife.library import Library

    with pytest.raises(RuleError) as raised:
        alarife.load("g", players=2, library=Library(texts={"g.alr": text}))
    return raised.value


def test_can_outside_of_as_says_what_to_do() -> None:
    text = CARDS.replace("  draw 2", "  repeat while can turn_of(seat(1))\n    pass\n  draw 2")
    (one,) = found(text).diagnostics
    assert one.code == "E0374"
    assert "put what leads on under `as p`; a condition with `can`" in one.hint


def test_what_a_menu_is_about_comes_first() -> None:
    example = '\nexample "E"\n  when ann: lay(Card(1))\n  then yes\n'
    from alarife.examples import run_examples
    from alarife.library import Library

    (outcome,) = run_examples("g", (), Library(texts={"g.alr": CARDS + example}))
    told = [one.message for one in outcome.diagnostics]
    assert "Argument 1 of `lay`, what its menu is about, should be" in told[0]
