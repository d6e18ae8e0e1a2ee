"""Choices at once: whatever the questions are, nobody sees how far another has come, what was
answered, or which question stands; and nothing is done before all have answered."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from tests.soundness.small import codes

import alarife
from alarife.engine.state import State

FILE = Path(__file__).parent / "at_once.alr"


def stations(seed: int) -> list[State]:
    """The states of a random game."""
    lots, state = Random(seed), alarife.load(str(FILE), players=3).start(seed=seed)
    found = [state]
    while state.decision is not None:
        state = state.play(lots.choice(state.decision.options))
        found.append(state)
    return found


def test_what_another_answers_is_not_seen() -> None:
    """While all answer, the view of the others is the same whatever is answered."""
    for seed in range(6):
        views: dict[int, Any] = {}
        for state in stations(seed):
            if state.decision is None:
                break
            you = state.decision.player
            if you == 1 and len(views) == 3:
                views = {}
            for seat in range(1, 4):
                if seat == you:
                    continue
                view = state.view(seat)
                view["decision"] = None
                if seat in views and you != 1:
                    assert view["notes"] == views[seat]["notes"]
                views[seat] = view
            asked = {state.view(s)["decision"]["prompt"] for s in range(1, 4) if s != you}
            assert asked <= {"", "Your plan"}


def test_imagined_states_are_played_on_and_look_alike() -> None:
    for seed in range(4):
        for n, state in enumerate(stations(seed)):
            if state.decision is None or n % 2:
                continue
            for seat in range(1, 4):
                other = state.imagine(seat, n)
                assert other.view(seat) == state.view(seat), (seed, n, seat)
                lots = Random(n)
                for _ in range(12):
                    if other.decision is None:
                        break
                    other = other.play(lots.choice(other.decision.options))


def test_imagined_answers_of_others_differ_from_the_real_ones() -> None:
    """Ann attacks Cid with her six. Bob, who is asked next, imagines all she may have planned."""
    state = alarife.load(str(FILE), players=3).start(seed=1)
    for wanted in ("attack", "Card(6", "Cid"):
        assert state.decision is not None
        options = state.decision.options
        state = state.play(
            next(
                (o for o in options if o.value == wanted.lower() or o.label.endswith(wanted[-1])),
                options[0],
            )
        )
    plans = {json.dumps(state.imagine(2, k).dump()["decision"]) for k in range(20)}
    assert len(plans) > 3


def test_what_cannot_be_asked_at_once_is_told() -> None:
    rules = """
menu plan "Plan"
action go in plan "Go"
  > Go.
  choose n from 1..3
  BODY
note score[Player] "points": 0.. = 0
step other "Other"
  > Other.
  as seat(1)
    choose n from 1..3
    score[seat(1)] += n
step play "Play"
  as each p in Player at once
    choose from plan
    MORE
"""

    def with_(body: str, more: str) -> list[str]:
        return codes(rules.replace("BODY", body).replace("MORE", more))

    assert with_("score[you] += n", "score[you] += 1") == []
    assert "E0385" in with_("choose from plan", "pass")
    assert with_("score[you] += n", "other") == ["E0385"]
    assert with_("score[you] += n", "choose m from 1..(score[you] + 1)\n    pass") == ["E0385"]
    assert with_("score[you] += n", "choose from plan") == []


def test_the_player_who_is_asked_may_be_called_by_the_name_of_the_block() -> None:
    """`hand[p]` is as much a player's own as `hand[you]`, in the block and in values."""
    rules = """
piece Card(n: 1..6) "card"
  1 of each
place open "open": set of Card, starting with Card
place hand[p: Player] "hand": set of Card
place played[p: Player] "played": set of Card
value high(p: Player): set of Card = those c in hand[p] where c.n at least 3
value left_over: set of Card = those c in open where size(hand[seat(1)]) is 0
value shown: set of Card = left_over
step play "Play"
  as each p in Player at once
    choose any c from SOURCE
    move c to played[GOAL]
"""

    def with_(source: str, goal: str = "you") -> list[str]:
        return codes(rules.replace("SOURCE", source).replace("GOAL", goal))

    assert with_("hand[p]") == with_("hand[you]", "p") == with_("hand[p]", "p") == []
    assert with_("high(p)") == with_("high(you)", "p") == []
    assert with_("hand[seat(1)]") == with_("high(seat(1))") == ["E0385"]
    assert with_("open") == with_("left_over") == with_("shown") == ["E0385"]
