"""OpenSpiel: its own suites and algorithms on Alarife's games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from alarife.library import Library

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")
"""OpenSpiel's own modules warn."""

from alarife.adapters.openspiel import NAME  # noqa: E402

QUICK = [h.name for h in Library().games() if h.name not in ("alhambra", "alcazaba", "dice", "hex")]
"""Long games have a test of their own."""


@pytest.mark.parametrize("name", QUICK)
def test_its_random_simulation(name: str) -> None:
    game = pyspiel.load_game(f"{NAME}(game={name},seeds=16)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


def test_parameters_go_round() -> None:
    text = "alarife(game=alhambra,modules=bazaars+invaders,options=invaders.open:yes,players=3)"
    game = pyspiel.load_game(text)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert game.num_players() == 3
    assert game.rules.loaded.game.configuration.modules


def test_copies_and_pickles_are_the_same_state() -> None:
    game = pyspiel.load_game("alarife(game=oh_hell,seeds=16)")
    state = game.new_initial_state()
    for _ in range(12):
        actions = state.legal_actions()
        state.apply_action(actions[len(actions) // 2])
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(0) == state.information_state_string(0)


def test_cfr_solves_kuhn_poker() -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score, get_all_states

    game = pyspiel.load_game("alarife(game=kuhn_poker,points=2)")
    states = get_all_states.get_all_states(
        game,
        include_chance_states=True,
        include_terminals=True,
        to_string=lambda s: str(s.history()),
    )
    kinds = [s.is_chance_node() for s in states.values()].count(True)
    ends = sum(s.is_terminal() for s in states.values())
    assert (kinds, ends) == (4, 30)
    infos = {
        s.information_state_string(s.current_player())
        for s in states.values()
        if s.current_player() >= 0
    }
    assert len(infos) == 12
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    average: Any = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [average, average])
    assert value[0] == pytest.approx(-1 / 18, abs=0.01)


def test_their_search_finds_the_win_ours_knows() -> None:
    import numpy as np
    from open_spiel.python.algorithms import mcts, minimax

    ours = pyspiel.load_game("alarife(game=connect_four)")
    theirs = pyspiel.load_game("connect_four")
    columns = [3, 0, 3, 0, 3, 1, 2, 4, 2, 4, 2, 0]
    a, b = ours.new_initial_state(), theirs.new_initial_state()
    for column in columns:
        a.apply_action(a.legal_actions()[column])
        b.apply_action(column)
    assert len(a.legal_actions()) == len(b.legal_actions())
    numbers = dict(zip(a.legal_actions(), b.legal_actions(), strict=True))
    value_a, best_a = minimax.alpha_beta_search(ours, a, lambda s: 0, 2)
    value_b, best_b = minimax.alpha_beta_search(theirs, b, lambda s: 0, 2)
    assert (value_a, numbers[best_a]) == (value_b, best_b)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(
        ours, 2, 150, mcts.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance
    )
    assert numbers[bot.step(a)] == best_b


def test_a_game_may_be_broken_off() -> None:
    game = pyspiel.load_game("alarife(game=nim,length=2)")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0, 0]


def test_what_is_not_offered_is_refused() -> None:
    state = pyspiel.load_game("alarife(game=connect_four)").new_initial_state()
    with pytest.raises(ValueError, match="not offered"):
        state.apply_action(next(n for n in range(200) if n not in state.legal_actions()))
