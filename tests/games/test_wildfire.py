"""Wildfire against a second game in plain Python; bots that play together."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.independent.wildfire import NEAR, Fire

import alarife
from alarife.bots.greedy import GreedyBot
from alarife.bots.random_bot import RandomBot
from alarife.engine.search import Field
from alarife.simulation.driver import by_asking

GAMES = 40 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SEED = 404


def where(state: alarife.State) -> dict[int, str]:
    """In which village each player is."""
    return {f["owner"]: name for name, held in state.place("crew").items() for f in held}


def drawn(before: alarife.State, after: alarife.State) -> list[str]:
    """The wind cards drawn in between, in their order."""
    number = len(before.place("deck")) - len(after.place("deck"))
    return [card["village"] for card in before.place("deck")[:number]]


@pytest.mark.parametrize(("players", "windy", "allowed"), [(2, 2, 6), (3, 1, 4), (4, 3, 12)])
def test_every_step_agrees(players: int, windy: int, allowed: int) -> None:
    options = {"wildfire.windy": windy, "wildfire.allowed": allowed}
    game = alarife.load("wildfire", options=options, players=players)
    ends = set[bool]()
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        lots, state = Random(seed), game.start(seed=seed)
        ours = Fire(
            dict(state.note("embers")), allowed, dict.fromkeys(range(1, players + 1), "maple")
        )
        assert max(ours.embers.values()) == 3
        assert 3 <= sum(ours.embers.values()) <= 6
        while (decision := state.decision) is not None:
            seat, here = decision.player, ours.at[decision.player]
            option = lots.choice(decision.options)
            if decision.site.name == "to":
                assert {o.key for o in decision.options} == NEAR[here]
            elif decision.kind == "menu":
                burning = ours.embers[here] > 0
                assert [o.key for o in decision.options] == ["walk", "quench"][: 1 + burning]
            after = state.play(option)
            if decision.site.name == "to":
                ours.at[seat] = option.key
            elif decision.kind == "menu" and option.key == "quench":
                ours.embers[here] -= 1
            for village in drawn(state, after):
                if ours.disasters < allowed:
                    ours.ember(village)
            state = after
            assert where(state) == ours.at
            assert state.note("disasters") == ours.disasters
            if ours.disasters < allowed:  # else where it burnt last is a matter of order
                assert state.note("embers") == ours.embers
        won = ours.disasters < allowed
        assert not won or set(state.scores.values()) == {ours.points()}
        assert state.winners == (list(range(1, players + 1)) if won else [])
        shares = Field(game).shares(state.slots)
        assert shares == [float(won)] * players
        ends.add(won)
    assert len(ends) == 2 or allowed != 6


def test_bots_play_together() -> None:
    """Greedy players reach more together than random ones."""
    game = alarife.load("wildfire", players=2)
    greedy = [GreedyBot(tries=2), GreedyBot(tries=2)]
    chance = [RandomBot(), RandomBot()]
    mean = {
        name: sum(by_asking(game, bots, seed).scores[1] for seed in range(SEED, SEED + 12)) / 12
        for name, bots in (("greedy", greedy), ("random", chance))
    }
    assert game.start(seed=1).teams == [[1, 2]]
    assert mean["greedy"] > mean["random"] + 1
