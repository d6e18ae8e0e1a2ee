"""A game with a place of every sort, for tests of transactions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from alarife.engine.faults import Fault
from alarife.engine.machine import Machine
from alarife.engine.state import Game
from alarife.library import Library
from alarife.lowering.layout import Slots
from alarife.pipeline import load

RULES = """alarife 1
game g "Game"
  > A game.
  players 3..3

type Thing "thing"

piece Card(rank: 1..5) "card" is Thing
  > Cards.
  2 of each

piece Die(face pips: 1..4) "die" is Thing
  > Dice.
  4 of each

piece Token "token" is Thing
  > Tokens.
  3 of each

note open[Player] "open": yes/no = no

place drawer "drawer": set of Thing, seen by nobody
place table "table": set of Thing
place hand[p: Player] "hand": set of Thing, seen by p
place deck "deck": pile of Thing, seen by nobody
place shown[p: Player] "shown": pile of Thing, seen by p, top seen by all
place sack "sack": bag of Thing, seen by nobody
place line "line": row of Thing
place back "back": row of Thing, seen by nobody
place spot "spot": Thing?
place secret[p: Player] "secret": Thing?, seen by p
place board "board": grid 3 by 4 of Thing
place far "far": grid of Thing, seen by nobody
place shelf[p: Player] "shelf": pile of Thing, seen by all when open[p]
place lid[p: Player] "lid": pile of Thing, seen by nobody, top seen by all when open[p]
place on[Card] "on": row of Thing
place under[Card] "under": Thing?, seen by nobody
place yard "yard": set of Thing, under few
place court "court": set of Thing, under few, seen by nobody

law few(g: set of Thing) "Few"

rule least in few(g) "Least"
  > There are 3 at most.
  size(g) at most 3

step play "Play"
  > Play.
  draw 1 from sack to table
  later

step later "Later"
  > Later.
  shuffle deck
  roll Die
"""


ALL = 0b111
"""All seats."""


@cache
def game() -> Game:
    return load("g", library=Library(texts={"g.alr": RULES}))


def number(machine: Machine, name: str, index: int = 0) -> int:
    """The number of an instance of a place."""
    return machine.tables.name.index(name) + index


def said(machine: Machine, work: Callable[[Slots], Any], rule: int = 0) -> str:
    """What the fault says, and which rule it blames."""
    s = machine.table(1)
    with pytest.raises(Fault) as raised:
        work(s)
    assert raised.value.rule == machine.lowered.rules[rule]
    return raised.value.diagnostics[0].message
