"""That nothing else could be chosen is told to all where all can see why, and to nobody else where
it hangs on a hidden hand."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from alarife.pipeline import load
from alarife.table import Answer, History, Table

NOTHING_ELSE = "nothing else was possible"


def played(name: str, modules: tuple[str, ...], seed: int, most: int) -> History:
    """A random game for three."""
    game = load(name, modules, {}, 3)
    history, chance = History(game, seed), random.Random(seed)
    for _ in range(most):
        decision = history.state.decision
        if decision is None:
            break
        history.add(Answer(decision.player, (chance.choice(decision.options).key,)))
    return history


def calls(history: History, seat: int) -> list[dict[str, Any]]:
    """What a seat knows of the answers when the viziers were called (VIZIER-10)."""
    return [e for e in history.state.history(seat) if e["rule"] == "viziers_called"]


def test_who_cannot_pay_seems_to_decline() -> None:
    """ORDER-12: the question must not give a hand away."""
    history = played("alhambra", ("vizier",), 3, 400)
    for seat in (1, 2, 3):
        own = [e["forced"] for e in calls(history, seat) if e["seat"] == seat]
        others = [e["forced"] for e in calls(history, seat) if e["seat"] != seat]
        assert True in own
        assert False in own
        assert len(others) > len(own)
        assert True not in others
    told = [
        (e["by"] == seat, e["words"])
        for seat in (1, 2, 3)
        for e in Table(history.game).news(history, seat, 0)
        if e["kind"] == "choice" and e["rule"]["name"] in ("viziers_called", "let_him_be")
    ]
    assert any(NOTHING_ELSE in words for own, words in told if own)
    assert not any(NOTHING_ELSE in words for own, words in told if not own)


def test_what_all_can_see_is_told_to_all() -> None:
    history = played("dice", (), 3, 300)
    for seat in (1, 2, 3):
        words = [e["words"] for e in Table(history.game).news(history, seat, 0)]
        assert any(NOTHING_ELSE in line and f"Player {seat}" not in line for line in words)
    forced = [e["forced"] for e in history.state.history(1) if e["seat"] != 1]
    assert True in forced


SHOTS = """alarife 2
game shots "Shots"
  > Shoot.
  players 2

piece Boat "boat"
  1 of each

place sea "sea": grid 2 by 2 of Boat
place harbour "harbour": set of Boat, starting with Boat
note shot[Cell of sea] "shots": yes/no = no

step play "Play"
  as each p in Player
    choose c from Cell of sea "Where do you shoot?"
    shot[c] := yes
  as each p in [seat(1)]
    choose c from gaps(sea) "Where is the boat?"
    otherwise
      stop
    if first(harbour) is some boat
      move boat to sea[c]
"""


def test_a_chosen_cell_is_told_where_nothing_moves_there(tmp_path: Path) -> None:
    path = tmp_path / "shots.alr"
    path.write_text(SHOTS, encoding="utf-8")
    history = History(load(str(path)), 1)
    history.add_keys(["1,1", "2,1", "1,2"])
    words = [e["words"] for e in Table(history.game).log(history, 2)]
    assert words == [
        "Player 1: Where do you shoot? 1,1",
        "Shots (1,1): yes",
        "Player 2: Where do you shoot? 2,1",
        "Shots (2,1): yes",
        "Boat: Harbour → Sea at 1,2",
    ]
