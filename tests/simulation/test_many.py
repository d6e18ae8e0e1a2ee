"""Many games: in order, the same in any number of processes, and nothing left behind."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from alarife.bots.chance import seed_of_game
from alarife.diagnostics import RuleError
from alarife.simulation import Setup, simulate
from alarife.simulation.many import Seeds

ONE_MOVE = """alarife 1
game stumble "Stumble" [OWN-1]
  > One question, and a fault for those who say yes.
  players 2..2

chapter all "All"

note score[p: Player] "points": number = 0

step play "The game"
  > Each is asked once.
  for each p in Player
    as p
      may "Do you dare?"
        never "nobody dares"
"""


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_processes_makes_no_difference(jobs: int) -> None:
    setup = Setup("connect_four")
    alone = simulate(setup, 25, seed=5)
    together = simulate(setup, 25, seed=5, jobs=jobs)
    assert together.results == alone.results


def test_more_games_begin_with_the_same_ones() -> None:
    setup = Setup("tic_tac_toe")
    assert simulate(setup, 10, seed=5).results[:4] == simulate(setup, 4, seed=5).results
    assert simulate(setup, 4, seed=6).results != simulate(setup, 4, seed=5).results


def test_bots_of_all_kinds_in_several_processes() -> None:
    setup = Setup("tic_tac_toe")
    bots = ("greedy", "random")
    assert simulate(setup, 6, bots=bots, jobs=2).results == simulate(setup, 6, bots=bots).results


def test_progress_is_told_game_by_game() -> None:
    for jobs in (1, 2):
        told: list[int] = []
        simulate(Setup("tic_tac_toe"), 12, jobs=jobs, progress=told.append)
        assert sum(told) == 12


def test_the_data_is_that_of_the_contract() -> None:
    data = simulate(Setup("goofspiel", players=3), 5).data()
    assert (data["games"], data["players"]) == (5, 3)
    assert data["decisions"] > 0
    assert data["seconds"] >= 0
    assert [set(scores) for scores in data["scores"]] == [{"1", "2", "3"}] * 5
    assert len(data["winners"]) == 5


def test_a_wrong_wish_is_refused() -> None:
    with pytest.raises(RuleError) as wrong:
        simulate(Setup("tic_tac_toe"), 3, bots=("cheat",))
    assert wrong.value.diagnostics[0].code == "E0711"
    with pytest.raises(RuleError) as wrong:
        simulate(Setup("tic_tac_toe"), 3, bots=("random",) * 3)
    assert wrong.value.diagnostics[0].code == "E0712"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_rule_that_faults_says_in_which_game(tmp_path: Path, jobs: int) -> None:
    own = tmp_path / "stumble.alr"
    own.write_text(ONE_MOVE, encoding="utf-8")
    before = set(multiprocessing.active_children())
    with pytest.raises(RuleError) as wrong:
        simulate(Setup(str(own)), 10, jobs=jobs)
    assert wrong.value.diagnostics[0].code == "E0508"
    assert "in the game with seed" in wrong.value.diagnostics[0].hint
    assert not set(multiprocessing.active_children()) - before


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    text = (
        "class Wrong:\n    def choose(self, view, decision, rng):\n        return 1 // 0\n\n"
        "class Cheat:\n    def choose(self, view, decision, rng):\n        return 'everything'\n"
    )
    (tmp_path / "bad_bots.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, said in (
        ("Wrong", "ZeroDivisionError"),
        ("Cheat", "`everything`, which is not offered"),
    ):
        with pytest.raises(RuleError) as wrong:
            simulate(Setup("tic_tac_toe"), 4, bots=("random", f"bad_bots:{name}"), jobs=jobs)
        told = wrong.value.diagnostics[0]
        assert told.code == "E0715"
        assert f"`{name}` of seat 2" in told.message
        assert said in told.message


def test_a_process_that_dies_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "suicidal.py").write_text(
        "import os\nclass Bot:\n    def choose(self, view, decision, rng):\n        os._exit(3)\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(multiprocessing.active_children())
    with pytest.raises(RuleError) as wrong:
        simulate(Setup("tic_tac_toe"), 10, bots=("suicidal:Bot",), jobs=2)
    assert wrong.value.diagnostics[0].code == "E0714"
    assert not set(multiprocessing.active_children()) - before


BAD_BOTS = """class Numbers:
    def choose(self, view, decision, rng):
        class Index:  # a whole number of another library's, as of NumPy's
            def __index__(self):
                return len(decision.options) - 1

        return Index()

class Leaves:
    def choose(self, view, decision, rng):
        raise SystemExit(3)

class Speechless:
    def choose(self, view, decision, rng):
        class Silent(Exception):
            def __str__(self):
                raise ValueError
        raise Silent

class Riddle:
    def choose(self, view, decision, rng):
        class Odd(str):
            def __eq__(self, other):
                raise ValueError
        return Odd("x")

class Long:
    def choose(self, view, decision, rng):
        return "x" * 10_000

class Strays:
    def choose(self, view, decision, rng):
        view.imagine(1).play("nowhere")
"""


@pytest.mark.parametrize(
    ("name", "code", "jobs"),
    [
        ("Leaves", "E0715", 1),
        ("Leaves", "E0715", 2),
        ("Speechless", "E0715", 1),
        ("Riddle", "E0715", 1),
        ("Long", "E0715", 1),
        ("Strays", "E0702", 1),
        ("Strays", "E0702", 2),
    ],
)
def test_whatever_a_bot_does_is_told_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str, jobs: int
) -> None:
    (tmp_path / "worse_bots.py").write_text(BAD_BOTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(RuleError) as wrong:
        simulate(Setup("tic_tac_toe"), 4, bots=("random", f"worse_bots:{name}"), jobs=jobs)
    told = wrong.value.diagnostics[0]
    assert told.code == code
    assert f"`{name}` of seat 2" in told.message + told.hint
    assert len(told.message) < 200


def test_an_index_may_be_a_number_of_another_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index_bots.py").write_text(BAD_BOTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    made = simulate(Setup("tic_tac_toe"), 2, bots=("index_bots:Numbers",))
    assert [result.winners for result in made.results] == [[1], [1]]


def test_seeds_are_made_when_they_are_needed() -> None:
    seeds = Seeds(7, range(10**12))
    assert seeds[0] == seed_of_game(7, 0)
    assert list(seeds[10**9 : 10**9 + 2]) == [seed_of_game(7, 10**9), seed_of_game(7, 10**9 + 1)]


def test_a_bot_with_a_long_name_has_a_column_that_is_wide_enough() -> None:
    from alarife.cli.simulate import summary
    from alarife.simulation import Result, Simulation

    result = Result(1, 9, {1: 3, 2: 0}, [1])
    made = Simulation(2, ["some_folder.my_bots:Thrifty", "random"], 0, 1.0, [result])
    head, *rows = summary(made)[2:]
    assert {len(row) for row in rows} == {len(head)}
