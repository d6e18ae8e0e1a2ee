"""Numbers of answers and of what is seen: of every shipped game."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.games.configurations import every_game, game_id

import alarife
from alarife.adapters.actions import Actions
from alarife.adapters.observing import Observing
from alarife.engine.outcomes import Outcomes, play, start

GAMES = [pytest.param(name, id=game_id(name)) for name in every_game()]
"""The shipped ones, and those of the tests."""


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_has_a_number_and_every_entry_a_bound(name: str) -> None:
    game = alarife.load(name)
    actions, observing = Actions(game), Observing(game)
    assert Actions(alarife.load(name)).names == actions.names
    assert len(set(observing.names)) == observing.size
    chance = random.Random(1)
    state: Any = game.start(seed=1, log=False)
    for _ in range(40):
        if state.is_over:
            break
        numbers = actions.of(state.decision)
        assert len(set(numbers)) == len(numbers) == len(state.decision.options)
        assert max(numbers) < actions.count
        for seat in range(1, game.players + 1):
            row = observing.of(state, seat)
            assert len(row) == observing.size
            assert 0 <= min(row) <= max(row) <= 1
        state = state.play(chance.randrange(len(numbers)))
    _check_boards(game, state, observing)


def _check_boards(game: Any, state: Any, observing: Observing) -> None:
    """On boards, each piece is seen on its cell as what it is."""
    places, row = state.view(1)["places"], observing.of(state, 1)
    seen = [name for name, x in zip(observing.names, row, strict=True) if x]
    for place in game.world.places.values():
        if place.bounds is None or place.shape not in ("grid", "board"):
            continue
        held = places[place.name].items() if place.domains else [("", places[place.name])]
        for key, pieces in held:
            said = f"{place.name}[{key}]" if key else place.name
            for entry in pieces:
                at, piece = "{},{}".format(*entry["at"]), entry["piece"]
                shown = [name for name in seen if name.startswith(f"{said} {at}: ")]
                assert len(shown) == 1
                for face in game.world.pieces[piece["type"]].faces:
                    assert str(piece[face]) in shown[0].split()


def test_a_column_keeps_its_number_when_another_is_full() -> None:
    game = alarife.load("connect_four")
    actions = Actions(game)
    state: Any = game.start(log=False)
    for _ in range(6):
        state = state.play("1")
    assert [actions.names[n] for n in actions.of(state.decision)] == [
        f"number {n}" for n in range(2, 8)
    ]


def test_what_is_hidden_makes_no_difference() -> None:
    game = alarife.load("kuhn_poker")
    observing = Observing(game)
    rows: dict[str, set[tuple[float, ...]]] = {}
    for seed in range(40):
        state = game.start(seed=seed, log=False)
        rank = state.view(1)["places"]["hand"]["1"]["rank"]
        rows.setdefault(rank, set()).add(tuple(observing.of(state, 1)))
    assert {rank: len(found) for rank, found in rows.items()} == {"jack": 1, "queen": 1, "king": 1}


AMBUSH = """alarife 2
game ambush "Ambush"
  players 2

piece Scout(owner: Player) "scout"
  1 of each

place camp "camp": pile of Scout, seen by nobody
place wood "wood": grid 2 by 1 of Scout, seen by nobody
note depth[p: Player] "depth": 0..3 = 3, seen by p
note trap "trap": 0..3? = none

value winners: set of Player = those p in Player where depth[p] is 3

step play
  move Scout to camp
  shuffle camp
  draw 1 from camp to wood[cell(2, 1)]
  trap := 0
  as seat(2)
    may "On?"
      trap := none
"""


def test_something_hidden_is_no_empty_cell_and_no_number(tmp_path: Path) -> None:
    """And a number that may be missing is told from the smallest one."""
    path = tmp_path / "ambush.alr"
    path.write_text(AMBUSH, encoding="utf-8")
    game = alarife.load(str(path))
    state: Any = game.start(log=False)
    observing = Observing(game)

    def seen() -> dict[str, float]:
        return dict(zip(observing.names, observing.of(state, 1), strict=True))

    row = seen()
    hidden = [name for name, x in row.items() if x and name.startswith("wood")]
    assert hidden == ["wood 2,1: hidden"]
    assert [row["depth[1]"], row["depth[1] hidden"]] == [1, 0]
    assert [row["depth[2]"], row["depth[2] hidden"]] == [0, 1]
    assert [row["trap"], row["trap is there"]] == [0, 1]
    state = state.play("yes")
    assert seen()["trap is there"] == 0


# ----------------------------------------------------------------
# explicit chance
def leaves(found: Any, script: tuple[int, ...], again: Any) -> list[tuple[float, Any]]:
    if not isinstance(found, Outcomes):
        return [(1.0, found)]
    assert sum(found.chances) == pytest.approx(1)
    return [
        (p * q, state)
        for i, p in enumerate(found.chances)
        for q, state in leaves(again((*script, i)), (*script, i), again)
    ]


def test_a_shuffle_is_met_card_by_card() -> None:
    game = alarife.load("kuhn_poker")
    made = leaves(start(game), (), lambda script: start(game, script))
    assert len(made) == 6
    assert all(p == pytest.approx(1 / 6) for p, _ in made)
    hands = {str(state.dump()["places"]["hand"]) for _, state in made}
    assert len(hands) == 6
    again = game.start(seed=4, log=False)
    assert again == game.start(seed=4, log=False)


def test_dice_are_six_outcomes() -> None:
    state: Any = alarife.load("pig").start(log=False)
    roll = next(o.key for o in state.decision.options if isinstance(play(state, o), Outcomes))
    found = play(state, roll)
    assert isinstance(found, Outcomes)
    assert found.chances == (1 / 6,) * 6
    for i in range(6):
        after: Any = play(state, roll, (i,))
        assert isinstance(after, Outcomes) or after != state
