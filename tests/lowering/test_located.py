"""Where a piece lies is looked up; held equal to going through the places, on made-up states."""

from __future__ import annotations

import random

import pytest
from tests.engine.lawgames import load

from alarife.engine.machine import Machine
from alarife.library import Library

GAME = """
alarife 1
game fields "Fields"
  players 2..2

chapter main "The game"

kind Colour "Colours"
  | name | title |
  | red  | Red   |
  | blue | Blue  |

piece Stone(colour: Colour) "stone"
  > Three of each colour.
  3 of each

place track[Colour, 0..3] "track": pile of Stone
place bag "bag": bag of Stone, seen by nobody, starting with Stone
place stall[Colour] "stall": Stone?

value steps(stone: Stone): number = sum n for n in 0..3 where stone in track[stone.colour, n]
value some_steps(stone: Stone): number = sum n for n in 1..2 where stone in track[stone.colour, n]
value colours(stone: Stone): list of Colour = list c for c in Colour where stone in track[c, 2] and c = stone.colour
value seller(stone: Stone): Colour? = only(those c in Colour where stall[c] = stone)
value fields(stone: Stone): number = count n in 0..3 where stone in track[red, n]

step play "The game"
  > Nothing happens.
  pass
"""


@pytest.fixture(scope="module")
def machine() -> Machine:
    return load(Library(texts={"fields.alr": GAME.lstrip("\n")}), "fields", 2)


def test_loops_that_ask_where_a_piece_lies_become_a_look_up(machine: Machine) -> None:
    assert machine.lowered.source.count("AT·track[") == 4
    assert machine.lowered.source.count("AT·stall[") == 1


@pytest.mark.parametrize("seed", range(50))
def test_what_is_looked_up_is_what_lies_there(machine: Machine, seed: int) -> None:
    chance = random.Random(seed)
    s = machine.table(seed, log=False)
    track, stall = machine.world.places["track"].first, machine.world.places["stall"].first
    colour = machine.world.pieces["Stone"].fields["colour"]
    fields: dict[int, tuple[int, int]] = {}
    stalls: dict[int, int] = {}
    for x in range(6):
        where = chance.randrange(3)
        if where == 0:
            fields[x] = column, n = chance.randrange(2), chance.randrange(4)
            machine.transactions.move(s, x, track + column * 4 + n, 0)
        elif where == 1 and len(stalls) < 2:
            stalls[x] = len(stalls)
            machine.transactions.move(s, x, stall + stalls[x], 0)
    names = machine.names
    for x in range(6):
        column, n = fields.get(x, (-1, 0))
        on_own = n if column == colour[x] else 0
        assert names["value·steps"](s, x) == on_own
        assert names["value·some_steps"](s, x) == (on_own if on_own in (1, 2) else 0)
        assert names["value·colours"](s, x) == ((colour[x],) if on_own == 2 else ())
        assert names["value·seller"](s, x) == stalls.get(x)
        assert names["value·fields"](s, x) == int(column == 0)
