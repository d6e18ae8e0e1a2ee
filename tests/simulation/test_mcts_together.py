"""Bots that search, where players win together or in teams, and where points come at scorings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.simulation.searching import answer, own_game

import alarife
from alarife.bots import MctsBot
from alarife.bots.trials import agreement, best_forecast, trials
from alarife.engine.search import Field
from alarife.simulation import Setup, simulate

TOGETHER = """alarife 1
game bridge "Bridge"
  > Build a bridge together.
  players 2..2

chapter only "All"

note planks "planks": 0.. = 0
note wind "wind": 0.. = 0

step play "How the game goes"
  > Each of you builds or rests, several times. Who rests lets the wind blow.
  repeat 4 times
    as each p in Player
      choose n from 0..3 "How many planks?"
      if n = 2
        planks += 1
      otherwise
        wind += 1

value team(p: Player) "All play together": number = 1

value winners "Who wins": set of Player = those p in Player where planks at least 5
  > You win together, with enough planks.
"""

TEAMS = """alarife 1
game pull "Pull"
  > Teams pull at a rope.
  players 4..4

chapter only "All"

note rope "rope": number = 0

value odd(p: Player) "The first team": yes/no = p.seat = 1 or p.seat = 3

step play "How the game goes"
  > In turn, pull to one side or the other, several times.
  repeat 3 times
    as each p in Player
      may "Pull to the right?"
        rope += 1
      otherwise
        rope -= 1

value team(p: Player) "The teams": number = p.seat mod 2

value winners "Who wins": set of Player = those p in Player where (rope more than 0 and odd(p)) or (rope at most 0 and not odd(p))
  > The first team pulls to the right.
"""


def test_it_plays_together(tmp_path: Path) -> None:
    game = own_game(tmp_path, TOGETHER)
    assert Field(game).teams(game.start().slots) == [0, 0]
    state = game.start(log=False)
    while not state.is_over:
        state = state.play(answer(state, MctsBot(300)))
    assert state.winners == [1, 2]


def test_it_pulls_with_its_team(tmp_path: Path) -> None:
    game = own_game(tmp_path, TEAMS)
    assert Field(game).teams(game.start().slots) == [0, 1, 0, 1]
    state: Any = game.start(log=False)
    for seat, wanted in ((1, "yes"), (2, "no"), (3, "yes"), (4, "no")) * 3:
        if not state.is_over:
            assert state.decision.player == seat
            if len({tuple(state.play(o).winners) for o in state.decision.options}) > 1:
                assert answer(state, MctsBot(200)) == wanted
            state = state.play(wanted)


@pytest.mark.parametrize(
    ("game", "players", "scoring"),
    [("alhambra", 3, "scoring"), ("hamlets", 2, "final_scoring"), ("dice", 2, "round_scoring")],
)
def test_what_a_scoring_would_give_says_who_is_ahead(game: str, players: int, scoring: str) -> None:
    field = Field(alarife.load(game, players=players))
    made = trials(field)
    tells = {name: agreement(step, field.points, made) for name, step in field.scorings()}
    assert tells[scoring] > 0.3
    assert best_forecast(field, made, field.points) is not None


def test_greedy_is_worth_its_name_where_points_come_at_scorings() -> None:
    made = simulate(Setup("alhambra", players=3), 4, seed=2, bots=("greedy", "random", "random"))
    assert [result.winners for result in made.results] == [[1]] * 4
