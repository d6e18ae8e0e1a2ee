"""Rules for points, teams and winners that never end: what is done with the game costs the seconds
of one budget, however often its result is asked for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner

import alarife
from alarife.cli.group import command
from alarife.diagnostics import RuleError
from alarife.engine import budget
from alarife.engine.allowance import one_allowance
from alarife.engine.state import Game
from alarife.table import Answer, History, Table

SECONDS = 0.5
LONG = "x in 1..99999 with y in 1..99999"
GAME = """alarife 2
game g "G"
  > A game.
  players 2

chapter c "C"

note {note}[Player] "points": number = 0

step play "Course"
  > Play.
  repeat until {note}[seat(1)] is at least 2
    as seat(1)
      choose n from 1..2 "How many?"
      {note}[you] += n
"""
MANY = f"(sum {{note}}[p] for {LONG})"
BOTH = "marks[seat(1)] is at least 2 otherwise marks[p]\n"
RESULTS = {
    "winners": (
        "score",
        f'value winners "Winners": set of Player = those p in Player where {MANY} is 3\n',
    ),
    "team": ("score", f'value team(p: Player) "Team": number = {MANY}\n'),
    "winners without points": (
        "marks",
        f'value winners "Winners": set of Player = those p in Player where {MANY} is 3\n',
    ),
    "score": (
        "marks",
        f'value score(p: Player) "Points": number = {MANY} if {BOTH}',
    ),
}


@pytest.fixture(params=RESULTS)
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(budget, "MOST_SECONDS", SECONDS)
    note, result = RESULTS[request.param]
    path = tmp_path / "g.alr"
    path.write_text(GAME.format(note=note) + "\n" + result.format(note=note), encoding="utf-8")
    return path


def seconds(work: Callable[[], object]) -> float:
    before = process_time()
    work()
    return process_time() - before


def run(*words: str, typed: str = "") -> None:
    CliRunner().invoke(command, words, input=typed, prog_name="alarife")


def test_a_game_is_played_within_one_budget(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answer again costs nothing, where it is refused; nor does writing and showing the
    end, where it is not."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    start = seconds(lambda: run("check", str(path)))
    took = seconds(lambda: run("play", str(path), "--players", "2", typed="2\n" * 20))
    assert SECONDS < took < start + 1.8 * SECONDS


def ended(game: Game) -> alarife.State:
    return game.start(1).play("2")


@pytest.mark.parametrize("what", ["scores", "winners", "teams"])
def test_a_state_is_asked_once(path: Path, what: str) -> None:
    state = ended(alarife.load(str(path)))
    said = set[str]()

    def ask() -> None:
        for _ in range(20):
            try:
                getattr(state, what)
            except RuleError as fault:
                said.add(str(fault))

    assert seconds(ask) < 1.8 * SECONDS
    assert len(said) <= 1


def test_others_that_use_up_the_time_are_no_fault_of_a_result(path: Path) -> None:
    """What can't be worked out where all seconds are spent can be afterwards."""
    fine = path.with_name("fine.alr")
    many = "(sum 1 for x in 1..99999 where x + score[p] is not 0)"
    fine.write_text(
        GAME.format(note="score")
        + f"\nvalue winners: set of Player = those p in Player where {many} is 99999\n"
    )
    endless, state = ended(alarife.load(str(path))), ended(alarife.load(str(fine)))
    with one_allowance():
        with pytest.raises(RuleError, match="on and on"):
            print(endless.scores, endless.winners, endless.teams)
        with pytest.raises(RuleError, match="the time is up"):
            print(state.winners)
    assert state.winners == [1, 2]


def test_a_table_is_shown_within_one_budget(path: Path) -> None:
    game = alarife.load(str(path))
    played, table = History(game, 1), Table(game)

    def use() -> None:
        for _ in range(5):
            for seat in (0, 1, 2):
                for work in (
                    lambda: played.add(Answer(1, ("2",))),
                    lambda seat=seat: table.show(played, seat),
                    lambda seat=seat: table.transcript(played, seat),
                ):
                    with suppress(RuleError):
                        work()

    assert seconds(use) < 2.2 * SECONDS


@pytest.mark.parametrize("bot", ["greedy", "easy", "fair", "hard", "mcts:50"])
def test_a_bot_that_looks_ahead_stops_with_the_first(path: Path, bot: str) -> None:
    """What never ends in one try would not end in any other."""
    start = seconds(lambda: run("check", str(path)))
    took = seconds(lambda: run("simulate", str(path), "--games", "3", "--bots", bot, "--seed", "3"))
    assert SECONDS < took < start + 1.8 * SECONDS
