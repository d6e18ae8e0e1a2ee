"""What only one option can answer is carried out in the loop that asks."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from alarife.bots.random_bot import RandomBot
from alarife.engine.inspect import asking_always
from alarife.engine.state import Game
from alarife.lowering.lower import lower
from alarife.pipeline import load, stages
from alarife.simulation.driver import at_random, by_asking

CALLS = """alarife 2
game calls "Calls"
  players 2..4

piece Coin(worth: 1..9) "coin"
  2 of each

place bag "bag": bag of Coin, starting with Coin
place purse[Player] "purse": set of Coin
place spent "spent": set of Coin

note declined[Player] "declined": yes/no = no
note price "price": 0..18 = 0
note rounds "rounds": 0..100 = 0
note asked "asked": number = 0

value caller: Player? = first(those p in players_from(seat(1)) where not declined[p])

step play "Play"
  repeat while rounds is less than 30
    rounds += 1
    price := 1 + (rounds * 7) mod 16
    for each p in Player
      draw 1 from bag to purse[p]
      declined[p] := no
    calls

step calls "Calls"
  repeat while caller is some p
    as p
      choose from call
    AFTER

menu call "Call"

action pay in call "Pay"
  choose some coins from purse[you] where exact(coins) "Which?"
  move coins to spent
  PAID

rule exact(coins: set of Coin) "Exactly"
  > Pay just the price.
  (sum c.worth for c in coins) is price

action decline in call "Decline"
  declined[you] := yes
  DECLINED

value score(p: Player) "points": number = asked + size(purse[p])
"""
MOVES = ("asked += 1", "move spent to bag", "asked += 1")
PLAIN = ("asked += 1\n    move spent to bag", "asked += 1", "pass")
ASKS = 'may "Go on?"\n    asked += 1'
THEN = 'as seat(1)\n      may "Go on?"\n        asked += 1'


IN_TURN = """
  again := yes
  repeat while again
    again := no
    for each p in players_from(seat(1)) where not declined[p]
      if not again
        as p
          choose from call
        AFTER
"""
"""The same round with a loop over the players."""


def _file(where: Path, after: str, paid: str, declined: str, in_turn: bool = False) -> str:
    text = CALLS
    if in_turn:
        begin, end = text.index("  repeat while caller"), text.index("menu call")
        text = text[:begin].rstrip("\n") + IN_TURN + "\n" + text[end:]
        text = text.replace("AFTER", after.replace("\n    ", "\n        "))
        text = text.replace("PAID", "again := yes\n  PAID")
        text = text.replace(
            'note price "price"', 'note again "again": yes/no = no\nnote price "price"'
        )
    file = where / "calls.alr"
    text = text.replace("AFTER", after).replace("PAID", paid).replace("DECLINED", declined)
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize("in_turn", [False, True])
@pytest.mark.parametrize("parts", [MOVES, PLAIN])
def test_playouts_are_what_they_are_without_it(
    parts: tuple[str, str, str], in_turn: bool, tmp_path: Path
) -> None:
    game = load(_file(tmp_path, *parts, in_turn=in_turn), players=3)
    lowered = game.machine.lowered
    assert "calls" in lowered.used["alone"]
    plain = Game(lower(game.checked, ("alone",)))
    assert plain.machine.lowered.playouts != lowered.playouts
    many = 0
    for seed in range(12):
        found = at_random(game, seed)
        assert found == at_random(plain, seed)
        assert found == by_asking(game, [RandomBot()] * 3, seed)
        many += found.decisions
    assert many > 50


@pytest.mark.parametrize("in_turn", [False, True])
@pytest.mark.parametrize("parts", [MOVES, PLAIN])
def test_states_and_logs_are_what_they_are_without_it(
    parts: tuple[str, str, str], in_turn: bool, tmp_path: Path
) -> None:
    game = load(_file(tmp_path, *parts, in_turn=in_turn), players=3)
    plain = Game(lower(game.checked, ("alone",)))
    assert game.lowered.source != plain.lowered.source
    assert _dumps(game) == _dumps(plain)
    assert any(entry[0] == "only" for entry in _dumps(game)[-1]["log"])


@pytest.mark.parametrize("in_turn", [False, True])
def test_who_is_always_asked_is_asked(in_turn: bool, tmp_path: Path) -> None:
    game = load(_file(tmp_path, *MOVES, in_turn=in_turn), players=3)
    found = _dumps(asking_always(game))
    assert found == _dumps(Game(lower(game.checked, ("alone",)), auto=False))
    assert not any(entry[0] == "only" for dump in found for entry in dump["log"])
    assert len(found) > len(_dumps(game)) + 50


def test_a_game_that_asks_always_can_be_pickled() -> None:
    state = asking_always(load("kuhn_poker")).start(seed=1)
    assert pickle.loads(pickle.dumps(state)) == state


def _dumps(game: Game) -> list[dict[str, Any]]:
    """All states of a random game."""
    rng, state = random.Random(7), game.start(seed=7)
    found = [state.dump()]
    while state.decision is not None:
        state = state.play(rng.choice(state.decision.options))
        found.append(state.dump())
    return found


@pytest.mark.parametrize("parts", [(THEN, *MOVES[1:]), (*MOVES[:2], ASKS)])
def test_a_round_that_asks_is_put(parts: tuple[str, str, str], tmp_path: Path) -> None:
    assert "alone" not in stages(_file(tmp_path, *parts)).lowered.used
    assert "alone" not in stages(_file(tmp_path, *parts, in_turn=True)).lowered.used


def test_what_another_action_asks_is_no_matter(tmp_path: Path) -> None:
    assert "calls" in stages(_file(tmp_path, MOVES[0], ASKS, MOVES[2])).lowered.used["alone"]
