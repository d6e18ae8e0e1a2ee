"""Bots: what they see, and how the greedy one plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.secret_games import dealt

import alarife
from alarife.bots import Bot, Generator, View, bots_for, make_bot
from alarife.bots.greedy import GreedyBot
from alarife.diagnostics import RuleError
from alarife.library import Library
from alarife.simulation import Setup, simulate


def test_a_view_is_what_the_seat_sees() -> None:
    state = alarife.load("kuhn_poker").start(seed=2)
    view = View(state, 1)
    assert dict(view) == state.view(1)
    assert (view.players, view.scores) == (2, state.scores)
    assert view.imagine(5).view(1) == state.view(1)


def test_the_options_of_an_imagined_state_are_those_of_the_real_one() -> None:
    for name in ("oh_hell", "alhambra"):
        state = alarife.load(name).start(seed=4)
        for step in range(60):
            decision = state.decision
            if decision is None:
                break
            imagined = View(state, decision.player).imagine(step).decision
            assert imagined is not None
            assert len(imagined.options) == len(decision.options)
            assert imagined.player == decision.player
            state = state.play(step % len(decision.options))


def test_the_greedy_bot_asks_for_imagined_states_alone() -> None:
    class Blind:
        """A view that can only imagine."""

        seat = 1

        def __init__(self, state: alarife.State) -> None:
            self.imagine = lambda seed: state.imagine(1, seed)

    state = alarife.load("kuhn_poker").start(seed=2)
    assert state.decision is not None
    blind = Blind(state)
    choice = GreedyBot().choose(blind, state.decision, Generator(1))  # pyright: ignore[reportArgumentType]
    assert choice in range(len(state.decision.options))


@pytest.mark.parametrize("game", ["connect_four", "tic_tac_toe"])
def test_the_greedy_bot_beats_the_random_one(game: str) -> None:
    made = simulate(Setup(game), 20, seed=1, bots=("greedy", "random"))
    assert sum(result.winners == [1] for result in made.results) >= 12


def test_the_greedy_bot_takes_a_win() -> None:
    state = alarife.load("tic_tac_toe").start()
    for key in ("1,1", "1,2", "2,1", "2,2"):
        state = state.play(key)
    assert state.decision is not None
    choice = make_bot("greedy").choose(View(state, 1), state.decision, Generator(3))
    assert isinstance(choice, int)
    assert state.decision.options[choice].key == "3,1"


def test_what_is_worth_the_same_now_is_told_apart_by_the_next_turn() -> None:
    """Money brings no points: a bot that doesn't look on takes it or leaves it by chance."""
    game, ahead = alarife.load("alhambra", players=2), 0
    for seed in range(4):
        state, looks_on = game.start(seed), seed % 2 + 1
        chance = {p: Generator(10 * seed + p) for p in (1, 2)}
        while (decision := state.decision) is not None:
            p = decision.player
            bot = GreedyBot(further=3 if p == looks_on else 0)
            state = state.play(decision.options[bot.choose(View(state, p), decision, chance[p])])
        ahead += state.scores[looks_on] - state.scores[3 - looks_on]
    assert ahead > 40


def test_names_go_round_the_table() -> None:
    assert bots_for(["greedy", "random"], 5) == ["greedy", "random", "greedy", "random", "greedy"]
    assert bots_for([], 2) == ["random", "random"]


def test_a_bot_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "class First:\n    def choose(self, view, decision, rng):\n        return decision.options[0]\n\nnothing = 3\n"
    (tmp_path / "own_bots.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert isinstance(make_bot("own_bots:First"), Bot)
    for name in ("own_bots:Nobody", "own_bots:nothing", "no_such_module:Bot", ":", "x:"):
        with pytest.raises(RuleError) as wrong:
            make_bot(name)
        assert wrong.value.diagnostics[0].code == "E0711"


@pytest.mark.parametrize("game", [head.name for head in Library().games()])
def test_greedy_bots_play_any_game_to_its_end(game: str) -> None:
    made = simulate(Setup(game), 1, seed=2, bots=("greedy", "random"))
    assert made.results[0].decisions > 0


def test_a_bot_sees_no_points_of_hidden_cards() -> None:
    score = 'value score(p: Player) "points": number = sum c.rank for c in hand[p]\n\n'
    ask = '  as seat(1)\n    choose n from 1..9 "Which?"\n    pass\n'
    state = dealt(ask, score).start(1)
    assert View(state, 1).scores == {1: state.scores[1]}
