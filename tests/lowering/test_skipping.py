"""Steps that have nothing to do are passed over where they are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.playing import states

from alarife.engine.state import Game
from alarife.lowering.lower import lower
from alarife.pipeline import load, stages

WINDOWS = """alarife 2
game windows "Windows"
  players 2..3

piece Stone(weight: 1..12) "stone"
  1 of each

place supply "supply": bag of Stone, starting with Stone
place heap[Player] "heap": set of Stone

note rounds "rounds": 0..1000 = 0
note asked "asked": number = 0

step play "Play"
  repeat while rounds is less than 900
    rounds += 1
    everybody
    as seat(1)
      window
    if rounds is 3 or rounds is 700
      draw 2 from supply to heap[seat(2)]

step everybody "Everybody"
  as each p in players_from(seat(1))
    window

step window "A window"
  repeat while size(heap[you]) is at least 2
    give

step give "Give"
  choose s from heap[you] "Which?"
  otherwise
    never "because there are two"
  move s to supply
  asked += 1

value score(p: Player) "points": number = asked
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("windows") / "windows.alr"
    path.write_text(WINDOWS)
    return path


def played(game: Game, seed: int) -> list[object]:
    return [(s.decision.prompt if s.decision else "", s.dump()) for s in states(game, seed)]


def test_the_window_is_asked_where_it_is_called(file: Path) -> None:
    made = stages(str(file)).lowered
    assert {"play", "everybody"} <= set(made.used["skip"])
    bare = lower(made.checked, ("skip",))
    assert "skip" not in bare.used
    assert made.block_names == bare.block_names  # so saves are the same


def test_many_idle_rounds_do_not_nest(file: Path) -> None:
    game = load(str(file))
    with_all = played(game, 5)
    assert len(with_all) == 4  # one stone is given at first, then two; and the end
    assert with_all == played(Game(lower(game.checked, ("skip",))), 5)


def test_what_may_fault_stays_where_it_is_known_whose_it_is(file: Path) -> None:
    text = WINDOWS.replace(
        "repeat while size(heap[you]) is at least 2",
        "repeat while size(heap[you]) is at least 2 and cell(rounds, 0) is not cell(0, 0)",
    )
    other = file.with_name("faulting.alr")
    other.write_text(text)
    assert "everybody" not in stages(str(other)).lowered.used.get("skip", {})
