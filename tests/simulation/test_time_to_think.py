"""A search that may think for some seconds: by a clock that goes on whenever somebody looks at it,
so that nothing depends on the machine."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

import alarife
from alarife.bots import Budget, MctsBot, View, hint, make_bot, mcts, tree
from alarife.web.bots import Job, _answer  # type: ignore[attr-defined]

TICK = 0.1


class Clock:
    """Ten looks make a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += TICK
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(mcts.time, "monotonic", made.monotonic)
    monkeypatch.setattr(tree, "monotonic", made.monotonic)
    return made


@pytest.mark.parametrize("name", ["hex", "go", "oh_hell", "minishogi"])
def test_a_budget_in_seconds_is_kept(name: str, clock: Clock) -> None:
    """Also where a look at all answers to all answers would take longer than that."""
    state: Any = alarife.load(name).start(seed=1, log=False)
    found = hint(View(state, state.decision.player), state.decision, Budget(10**6, 2.0))
    assert 1 <= sum(one.playouts for one in found) <= 20
    assert clock.now <= 2 + 2 * TICK


def test_levels_are_patient_as_long_as_people_are() -> None:
    def seconds(name: str, patience: float | None) -> float | None:
        bot = make_bot(name, patience=patience)
        assert isinstance(bot, MctsBot)
        return bot.budget.seconds

    assert [seconds(n, inf) for n in ("easy", "fair", "hard", "mcts")] == [1, 3, 10, 3]
    assert [seconds(n, 2) for n in ("easy", "fair", "hard", "mcts")] == [1, 2, 2, 2]
    assert seconds("hard", None) is None


def test_a_bot_in_the_browser_thinks_no_longer_than_it_may(clock: Clock) -> None:
    """Else the server would end it, and answer by chance in its place."""
    game = alarife.load("hex")
    configuration = {"game": "hex", "modules": [], "settings": {}, "players": 2}
    job = Job("t", configuration, dict(game.program.sources), 1, [], 1, "hard", (1,), 1.0)
    assert _answer(job, {})
    assert 0.5 <= clock.now <= 1 + 2 * TICK
