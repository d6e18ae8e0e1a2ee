"""Hamlets against a second, plain calculation: spaces, turns, banners and points in random games."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.games.test_alhambra import bound
from tests.independent.hamlets import Table, turned

import alarife
from alarife.geometry import grid

GAMES = 5 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SIDES = "NESW"


def _laid(table: Table, dump: dict[str, Any]) -> None:
    """Take over the tiles that lie."""
    for entry in dump["places"]["land"]:
        spot, piece = tuple(entry["at"]), entry["piece"]
        if spot not in table.land:
            assert not table.land or piece["turned"] in table.turns(piece, spot)
            table.land[spot] = turned(piece, piece["turned"])


def _check(table: Table, name: str, dump: dict[str, Any], offered: list[Any], spot: Any) -> None:
    """Compare the spaces or turns that are offered."""
    tile = dump["places"]["drawn"]
    if name == "spot":
        wanted = {s for s in table.spots() if table.turns(tile, s)}
        assert {tuple(o["at"]) for o in offered} == wanted
    elif name == "turned":
        assert set(offered) == table.turns(tile, spot)


def play(players: int, seed: int, seen: Counter[str]) -> None:
    """A random game, watched."""
    lots = Random(seed)
    state = alarife.load("hamlets", players=players).start(seed=seed)
    table, spot, sides = Table(), (0, 0), set[int]()
    dump = state.dump()
    _laid(table, dump)
    while (decision := state.decision) is not None:
        name, option = str(decision.site.name), lots.choice(decision.options)
        seat, offered = decision.player, [o.value for o in decision.options]
        seen[name] += 1
        assert name in ("spot", "turned", "side", "")
        if name == "turned":  # where there is one space only, nobody is asked for it
            spot = grid.xy(bound(state, "spot"))
        if name in ("spot", "turned"):
            _check(table, name, dump, offered, spot)
            spot = grid.xy(grid.cell(*option.value["at"])) if name == "spot" else spot
        elif name == "side":
            assert {SIDES.index(str(o)) for o in offered} == sides
            table.banners[spot, SIDES.index(str(option.value))] = seat
        else:
            spot = grid.xy(bound(state, "spot"))
            _laid(table, dump)
            sides = table.open_sides(spot)
            assert sides
            if option.value and len(sides) == 1:
                table.banners[spot, next(iter(sides))] = seat
        state = state.play(option)
        dump = state.dump()
        following = None if state.decision is None else str(state.decision.site.name)
        if following not in ("side", ""):
            _laid(table, dump)
            table.score_parts(unfinished=state.decision is None)
            assert dump["notes"]["score"] == {
                str(p): table.score[p] for p in range(1, players + 1)
            }, (players, seed)
    assert len(table.land) + len(dump["places"]["aside"]) == 72


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_are_those_of_the_second_calculation(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(100, 100 + GAMES):
        play(players, seed, seen)
    assert {"spot", "turned", "side"} <= seen.keys()
