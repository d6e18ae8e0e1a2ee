"""OpenSpiel: its own suites and algorithms on Alarife's games."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from tests.games.configurations import every_game, game_id

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")
"""OpenSpiel's own modules warn."""

from alarife.adapters.openspiel import NAME  # noqa: E402

GAMES = [pytest.param(f"game={name}", id=game_id(name)) for name in every_game()]
"""The shipped ones, and those of the tests."""
CONFIGURATIONS = [
    "game=alhambra,modules=bazaars+invaders+thieves,players=4",
    "game=alhambra,modules=characters+diamonds+medina,players=2",
    "game=dice,players=4",
    "game=goofspiel,players=3",
    "game=kalah,options=kalah.seeds:3",
    "game=kuhn_poker,chance=seed",
    "game=nim,chance=explicit",
]


@pytest.mark.parametrize("words", [*GAMES, *CONFIGURATIONS])
def test_its_random_simulation(words: str) -> None:
    game = pyspiel.load_game(f"{NAME}({words},seeds=16)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("words", GAMES)
def test_a_game_is_recorded_and_replayed(words: str, tmp_path: Path) -> None:
    """OpenSpiel's playthroughs: everything a game says of every state, twice the same."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    length = 30 if words.endswith(("kuhn_poker", "tic_tac_toe")) else 3
    text = generate_playthrough.playthrough(
        f"{NAME}({words},seeds=2,memory=1,length={length})", action_sequence=None, seed=5
    )
    path = tmp_path / "playthrough.txt"
    path.write_text(text, encoding="utf-8")
    recorded, replayed = generate_playthrough.replay(str(path))
    assert recorded == replayed


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


def test_tensors_of_information_states_tell_what_the_texts_tell() -> None:
    """In Kuhn poker no two information states have the same tensor, and no information state two."""
    from open_spiel.python.algorithms import get_all_states

    game = pyspiel.load_game("alarife(game=kuhn_poker)")
    states = get_all_states.get_all_states(game, to_string=lambda s: str(s.history())).values()
    pairs = {
        (
            s.information_state_string(s.current_player()),
            tuple(s.information_state_tensor(s.current_player())),
        )
        for s in states
        if s.current_player() >= 0
    }
    assert len(pairs) == len({text for text, _ in pairs}) == len({row for _, row in pairs}) == 12


def test_the_only_answer_is_asked_for_too() -> None:
    state = pyspiel.load_game("alarife(game=tic_tac_toe)").new_initial_state()
    while not state.is_terminal():
        left = state.legal_actions()
        state.apply_action(left[-1])
    columns = pyspiel.load_game("alarife(game=connect_four)").new_initial_state()
    theirs = pyspiel.load_game("connect_four").new_initial_state()
    # six columns are filled without a line, so that one column is left
    for column in _without_a_line():
        columns.apply_action(columns.legal_actions()[theirs.legal_actions().index(column)])
        theirs.apply_action(column)
    assert len(columns.legal_actions()) == len(theirs.legal_actions()) == 1


def _without_a_line() -> list[int]:
    """Answers in OpenSpiel's connect four after which one column is left and nobody has won."""
    chance = random.Random(4)
    while True:
        state = pyspiel.load_game("connect_four").new_initial_state()
        while not state.is_terminal():
            left = state.legal_actions()
            if len(left) == 1:
                return list(state.history())
            state.apply_action(chance.choice(left))


def test_their_searches_find_the_same_in_our_connect_four_as_in_theirs() -> None:
    import numpy as np
    from open_spiel.python.algorithms import mcts, minimax

    ours, theirs = (pyspiel.load_game(n) for n in ("alarife(game=connect_four)", "connect_four"))
    chance = random.Random(2)
    decided = 0
    while decided < 6:
        a, b = ours.new_initial_state(), theirs.new_initial_state()
        for _ in range(chance.randrange(12, 22)):
            if b.is_terminal():
                break
            i = chance.randrange(len(b.legal_actions()))
            a.apply_action(a.legal_actions()[i])
            b.apply_action(b.legal_actions()[i])
        assert a.is_terminal() == b.is_terminal()
        if b.is_terminal():
            continue
        numbers = dict(zip(a.legal_actions(), b.legal_actions(), strict=True))
        you = b.current_player()
        value_a, best_a = minimax.alpha_beta_search(ours, a, lambda s: 0, 3, you)
        value_b, best_b = minimax.alpha_beta_search(theirs, b, lambda s: 0, 3, you)
        assert (value_a, numbers[best_a]) == (value_b, best_b)
        if value_b != 1:
            continue
        decided += 1
        for game, state in ((ours, a), (theirs, b)):
            rng = np.random.RandomState(1)
            evaluator = mcts.RandomRolloutEvaluator(1, rng)
            bot = mcts.MCTSBot(game, 2, 300, evaluator, solve=True, random_state=rng)
            answer = bot.step(state)
            after = state.child(answer)
            assert minimax.alpha_beta_search(game, after, lambda s: 0, 2, you)[0] == 1


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


TOGETHER = """alarife 1
game bridge "Bridge"
  > Build a bridge together.
  players 2..2

chapter only "All"

note planks "planks": 0.. = 0

step play "How the game goes"
  > In turn, bring planks.
  repeat 2 times
    as each p in Player
      choose n from 0..3 "How many planks?"
      planks += n

value team(p: Player) "All play together": number = 1

value winners "Who wins": set of Player = those p in Player where planks at least 5
  > You win together, with enough planks.
"""


def test_who_plays_together_has_the_same(tmp_path: Path) -> None:
    path = tmp_path / "bridge.alr"
    path.write_text(TOGETHER, encoding="utf-8")
    game = pyspiel.load_game(f"{NAME}(game={path})")
    assert game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False, mask_test=True)
    for answer, worth in ((0, -1), (3, 1)):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[answer])
        assert state.returns() == [worth, worth]


@pytest.mark.parametrize(
    "wrong", ["chance=foo", "seeds=0", "memory=-1", "length=0", "points=-2", "options=open"]
)
def test_parameters_that_mean_nothing_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=f"`{wrong.partition('=')[0]}` must be"):
        pyspiel.load_game(f"{NAME}(game=nim,{wrong})")
