"""Whether some members of a set come to a sum exactly: a bit of a number, where their numbers allow
it. Held equal to trying out every set."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.games.playing import states

from alarife.engine.state import Game
from alarife.pipeline import load, stages

SHOP = """alarife 2
game shop "Shop"
  players 2

kind Metal "metal"
  | name   | title  |
  | gold   | Gold   |
  | silver | Silver |

piece Coin(worth: FEW..MOST, metal: Metal) "coin"
  1 of each

piece Permit(metal: Metal) "permit"
  2 of each

place bag "bag": bag of Coin, starting with Coin
place papers "papers": bag of Permit, starting with Permit
place purse[Player] "purse": set of Coin
place permits[Player] "permits": set of Permit

note price "price": 0..FAR = 0
note metal "metal": Metal = gold
note rounds "rounds": 0..100 = 0

step play "Play"
  repeat while rounds is less than 40
    rounds += 1
    price := (rounds * 7) mod 23 * UNIT
    metal := gold if rounds mod 3 is 0 otherwise silver
    for each p in Player
      if size(purse[p]) is at least 6
        move purse[p] to bag
      draw 1 from bag to purse[p]
    if rounds mod 8 is 0
      draw 1 from papers to permits[seat(1)]
    as each p in players_from(seat(1))
      choose from call

menu call "Call"

action pay in call "Pay"
  choose some coins from purse[you] where fitting(coins) and exact(coins) "Which?"
  move coins to bag

rule exact(coins: set of Coin) "Exactly"
  > Pay just the price.
  (sum c.worth for c in coins) is price

rule fitting(coins: set of Coin) "Fitting"
  > Pay in one metal, or with a permit.
  (every c in coins: c.metal is metal) or (some x in permits[you]: x.metal is not metal and (every c in coins: c.metal is x.metal))

action decline in call "Decline"
  pass

value score(p: Player) "points": number = size(purse[p])
"""
COINS = {
    "small": ("1", "9", "30", "1"),
    "nought": ("0", "5", "30", "1"),
    "large": ("9000", "9001", "300000", "4500"),
}


def _file(where: Path, which: str) -> str:
    few, most, far, unit = COINS[which]
    text = SHOP.replace("FEW", few).replace("MOST", most).replace("FAR", far).replace("UNIT", unit)
    file = where / "shop.alr"
    file.write_text(text)
    return str(file)


def _plainly(game: Game, s: Any, you: int) -> bool:
    """By all sets there are."""
    names, layout = game.machine.names, game.machine.lowered.layout
    worth, of = names["F·worth"], names["F·metal"]
    purse, permits = (s[layout.places[name].base + you] for name in ("purse", "permits"))
    price, metal = (s[layout.notes[name].base] for name in ("price", "metal"))
    metals = {metal, *[of[x] for x in permits]}
    return any(
        sum(worth[c] for c in coins) == price and {of[c] for c in coins} in [{m} for m in metals]
        for n in range(1, len(purse) + 1)
        for coins in combinations(purse, n)
    )


@pytest.mark.parametrize("which", COINS)
def test_it_is_what_trying_out_every_set_says(which: str, tmp_path: Path) -> None:
    game = load(_file(tmp_path, which))
    asked = game.machine.names["exists·pay"]
    found = set()
    for seed in range(4):
        for state in states(game, seed):
            for you in range(2):
                wanted = _plainly(game, state.slots, you)
                assert bool(asked(state.slots, you)) == wanted
                found.add(wanted)
    assert found == {True, False}


def test_only_small_numbers_from_one_are_bits(tmp_path: Path) -> None:
    told = {which: "<<" in stages(_file(tmp_path, which)).lowered.source for which in COINS}
    assert told == {"small": True, "nought": False, "large": False}
