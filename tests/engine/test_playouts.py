"""Playouts, which keep neither log nor knowledge and change grids in place, are the same games."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.benchmark.measuring import ALL_BOXES
from tests.games.configurations import SEED, everything
from tests.soundness.small import game

import alarife
from alarife.engine.machine import AT_ONCE, Machine
from alarife.engine.playouts import PlayoutTransactions, plays_out
from alarife.geometry.grid import Grid
from alarife.lowering.layout import DECISION, FACTS, KNOWN, LOG, MIXED, standing

MODULES: dict[str, list[tuple[str, ...]]] = {
    "alhambra": [
        *[(), ("bazaars", "invaders", "treasure"), ("gates", "walls"), ("vizier", "huts")],
        ALL_BOXES,
    ]
}
MOST = 250


def like(s: list[object]) -> list[object]:
    """A state without what playouts don't keep."""
    return [None if i in (FACTS, KNOWN, LOG, MIXED) else held for i, held in enumerate(s)]


@pytest.mark.parametrize("name", sorted(everything()))
def test_playouts_are_the_same_games(name: str) -> None:
    chance = random.Random(f"{SEED} {name}")
    for modules in MODULES.get(name, [()]):
        machine = alarife.load(name, modules).machine
        playouts = machine.playouts
        assert playouts is not machine
        seed = chance.randrange(1000)
        s, t = machine.start(seed, log=False), playouts.start(seed, log=False)
        for number in range(MOST):
            assert like(s) == like(t), (name, modules, SEED, number)
            if s[DECISION] is None:
                break
            option = chance.choice(standing(s)[2])
            machine.advance(s, option)
            playouts.advance(t, option)


def _words(seats: int, seed: int) -> list[Callable[[], int]]:
    """A stream of 32-bit words for each seat."""
    return [partial(random.Random(seed * 100 + seat).getrandbits, 32) for seat in range(seats)]


@pytest.mark.parametrize("name", sorted(everything()))
def test_a_playout_draws_the_answers_that_the_machine_would_draw(name: str) -> None:
    """Whether answers are drawn where questions are put or one by one, with a trail and cut off
    anywhere, in the middle of a set as well."""
    for modules in MODULES.get(name, [()]):
        game = alarife.load(name, modules)
        machine, seats, chance = game.machine, game.players, random.Random(f"{SEED} {name}")
        for most in (0, chance.randrange(1, 40), AT_ONCE + chance.randrange(5), 350):
            seed = chance.randrange(1000)
            s, t = machine.start(seed, log=False), machine.playouts.start(seed, log=False)
            words, plain, trail = _words(seats, seed), [], []
            while s[DECISION] is not None and len(plain) <= most:
                site, you, options, _ = standing(s)
                plain.append((site, you, options[words[you]() * len(options) >> 32]))
                machine.advance(s, plain[-1][2])
            made = machine.playouts.play_out(t, _words(seats, seed), most, trail)
            told = (name, modules, most, seed, SEED)
            assert (made, trail) == (len(plain), plain), told
            assert like(s) == like(t), told


def test_what_has_been_released_stays_as_it_is() -> None:
    machine = alarife.load("alhambra", players=2).machine
    playouts = machine.playouts
    chance = random.Random(SEED)
    s = playouts.start(3, log=False)
    for number in range(300):
        if s[DECISION] is None:
            break
        playouts.advance(s, chance.choice(standing(s)[2]))
        if number % 20 == 0:
            assert any(held.owned for held in s if isinstance(held, Grid)) == (number > 0)
            playouts.transactions.release(s)
            before, t = [repr(held) for held in s], playouts.copy(s)
            for _ in range(15):
                if t[DECISION] is not None:
                    playouts.advance(t, chance.choice(standing(t)[2]))
            assert before == [repr(held) for held in s], SEED


def test_a_state_goes_on_with_log_and_knowledge_where_a_playout_has_left_it() -> None:
    machine = alarife.load("alhambra", players=2).machine
    s = machine.start(5, log=False)
    words = [random.Random(seat).getrandbits for seat in range(2)]
    streams = [lambda bits=bits: bits(32) for bits in words]
    machine.playouts.play_out(s, streams, 80)
    assert not any(held.owned for held in s if isinstance(held, Grid))
    before = [repr(held) for held in s]
    t = machine.copy(s)
    machine.play_out(t, streams, 40)
    assert before == [repr(held) for held in s]


NAMED = """
alarife 1
game named "Named"
  players 1..1

piece Stone(n: 1..9) "stone"
  > Stones.
  1 of each

place rest "rest": set of Stone, starting with Stone
place yard "yard": grid 3 by 3 of Stone
note score[Player] "points": number = 0

menu acting "What to do"

action put in acting "Put a stone"
  > From the rest to the yard.
  choose stone from rest "Which?"
  choose spot from gaps(yard) "Where?"
  {kept}
  move stone to yard[spot]
  score[you] += {counted}

step play "Play"
  > Lay three stones.
  repeat 3 times
    as seat(1)
      choose from acting
      otherwise
        pass
"""


@pytest.mark.parametrize(
    ("kept", "counted", "able", "points"),
    [
        ("let before = yard", "size(pieces(before))", False, 3),
        ("let before = pieces(yard)", "size(before)", True, 3),
    ],
)
def test_a_grid_with_a_name_stays_as_it_was(
    kept: str, counted: str, able: bool, points: int, tmp_path: Path
) -> None:
    path = tmp_path / "named.alr"
    path.write_text(NAMED.format(kept=kept, counted=counted), encoding="utf-8")
    game = alarife.load(str(path))
    assert plays_out(game.checked) is able
    machine = game.machine.playouts
    assert isinstance(machine.transactions, PlayoutTransactions) is able
    s = machine.start(1, log=False)
    machine.play_out(s, [random.Random(1).getrandbits(32).__int__], 10)
    assert s[DECISION] is None
    assert game.scores(s) == {1: points}
    assert isinstance(game.machine, Machine)


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", "reversi"])
def test_what_is_kept_with_a_board_is_kept_once_for_both_machines(name: str) -> None:
    machine = alarife.load(name).machine
    alone = alarife.load(name).machine.playouts.start(1, log=False)
    s = machine.start(1, log=False)
    machine.playouts.play_out(t := machine.copy(s), [lambda: 0] * 3, 4)
    (board,) = (held for held in t if isinstance(held, Grid))
    (like_it,) = (held for held in alone if isinstance(held, Grid))
    assert len(board.kept) == len(like_it.kept) > 0


WATCHED = """
piece Pebble(number: number) "pebble"
  | number |
  | 1      |
  | 2      |
  | 3      |
  | 4      |
  | 5      |
  | 6      |
  | 7      |
  | 8      |
  | 9      |

place left "left": set of Pebble
place right "right": set of Pebble, starting with Pebble
place basket "basket": row of Pebble
note told "told": list of number = []
note on_turn "on turn": Player = seat(1)

step play "Play"
  repeat 30 times
    as on_turn
      choose any pebbles from all_pebbles "Which?"
      move pebbles to basket
      choose target from 1..2 "Where?"
      for each p in basket
        if target is 1
          move p to left
        if target is 2
          move p to right
    on_turn := on_turn.left

value all_pebbles "All": set of Pebble = left + right

whenever pebble: Pebble leaves left as noticed "Noticed"
  > It is told how many have come.
  told := told + [pebble.number * 100 + size(basket)]
"""


@pytest.mark.parametrize("seed", range(8))
def test_what_somebody_waits_for_is_looked_at_when_all_are_there(seed: int) -> None:
    machine = game(WATCHED).machine
    s, t = machine.start(seed, log=False), machine.playouts.start(seed, log=False)
    words = _words(2, seed)
    while s[DECISION] is not None:
        _, you, options, _ = standing(s)
        machine.advance(s, options[words[you]() * len(options) >> 32])
    machine.playouts.play_out(t, _words(2, seed), 10_000)
    assert like(s) == like(t)
