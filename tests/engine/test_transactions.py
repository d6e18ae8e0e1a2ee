"""Moves, draws, shuffles, swaps and rolls by the hundred, against a table that is plainly written."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from tests.engine.everywhere import ALL, game
from tests.engine.plain_table import Place, Refused, Table

from alarife.engine import logs
from alarife.engine.faults import Fault
from alarife.engine.machine import Machine
from alarife.engine.moves.telling import Telling
from alarife.engine.playouts import PlayoutTransactions
from alarife.engine.tables import BAG, BOX, GRID, PILE, ROW, SET, SPACE
from alarife.geometry.grid import cell, xy
from alarife.lowering.layout import (
    COUNTERS,
    KNOWN,
    LOC,
    LOG,
    MIXED,
    SEED,
    TOGETHER,
    Slots,
)

MOST = 3
WORDS = {BOX: "box", SPACE: "space", SET: "set", BAG: "bag", ROW: "row", PILE: "pile", GRID: "grid"}


class Both:
    """A state of the engine, and the same on a plain table. In `playouts` nobody looks, so who
    knows what is not compared."""

    def __init__(self, seed: int, log: bool, playouts: bool = False) -> None:
        machine = Machine(game().lowered)
        self.machine = machine.playouts if playouts else machine
        assert (self.machine is machine) == (not playouts)
        self.playouts = playouts
        self.t = self.machine.transactions
        self.told: list[tuple[str, int, int]] = []
        self.chance = random.Random(seed)
        self.s = self.machine.table(seed, log)
        self.notes = self.machine.lowered.layout.notes["open"].base
        self.table = self._plain()
        for number, place in enumerate(self.table.places):
            if place.tells:
                for crosses in ("leaves", "enters"):
                    self.t.watch(number, crosses, self._telling(crosses))

    def _telling(self, word: str) -> Callable[[Slots, int, int], None]:
        return lambda s, x, place: self.told.append((word, x, place))

    def _plain(self) -> Table:
        tables = self.machine.tables
        count = self.machine.world.piece_count
        places: list[Place] = []
        for number, name in enumerate(tables.name):
            places.append(
                Place(
                    WORDS[tables.shape[number]],
                    self._who(name, tables.keys[number]),
                    name in ("box", "table", "line", "spot", "board", "on", "yard"),
                    self._top(name, tables.keys[number]),
                    bounds=(3, 4) if name == "board" else None,
                    most=MOST if name in ("yard", "court") else None,
                    tells=name in ("table", "hand", "deck", "board", "yard", "secret", "on"),
                )
            )
        places[0].held = list(range(count))
        dice = [x for x in range(count) if tables.kind[x] == "Die"]
        return Table(
            places,
            3,
            [0] * count,
            lambda x: tables.twin[x],
            dict.fromkeys(dice, (1, 2, 3, 4)),
            self.s[SEED],
            self.machine.lowered.labels,
            face=dict.fromkeys(dice, 1),
            drawn=[0] * len(self.machine.lowered.labels),
        )

    @staticmethod
    def _who(name: str, keys: tuple[int, ...]) -> Callable[[Table], int]:
        if name in ("drawer", "deck", "sack", "back", "far", "lid", "under", "court"):
            return lambda _: 0
        if name in ("hand", "shown", "secret"):
            return lambda _: 1 << keys[0]
        if name == "shelf":
            return lambda table: ALL if table.open_shelf >> keys[0] & 1 else 0
        return lambda _: ALL

    @staticmethod
    def _top(name: str, keys: tuple[int, ...]) -> Callable[[Table], int] | None:
        if name == "shown":
            return lambda _: ALL
        if name == "lid":
            return lambda table: ALL if table.open_shelf >> keys[0] & 1 else 0
        return None

    def open(self, seats: int) -> None:
        self.table.open_shelf = seats
        self.s[self.notes : self.notes + 3] = [bool(seats >> p & 1) for p in range(3)]

    def check(self) -> None:
        """Both say the same."""
        s, table, t = self.s, self.table, self.t
        for number, place in enumerate(table.places):
            assert list(t.contents.pieces(s, number)) == place.pieces(), self.machine.tables.name[
                number
            ]
            assert all(s[LOC][x] == number for x in place.pieces())
            if place.shape == "grid":
                held = t.contents.of(s, number)
                assert {xy(c): x for c, x in held.items_sorted()} == place.cells
        assert list(s[COUNTERS]) == table.drawn
        dice = sorted(table.dice)
        [slot] = self.machine.lowered.layout.faces.values()
        assert list(s[slot]) == [table.face[x] for x in dice]
        assert self.told == table.told
        if table.open is None:
            assert s[TOGETHER] is None
        else:
            assert s[TOGETHER] == (table.depth, tuple(table.open), tuple(table.touched))
        if not self.playouts:
            self._check_knowledge()

    def _check_knowledge(self) -> None:
        """Who knows and sees what is the same, and so is the log."""
        s, table, t = self.s, self.table, self.t
        assert list(s[KNOWN]) == table.known
        assert list(s[MIXED]) == table.mixed
        if s[LOG] is not None:
            assert logs.entries(s[LOG]) == table.log
        for x in range(len(table.known)):
            number = s[LOC][x]
            assert t.sight.who_sees(s, number, x) == table.sees(number, x)
            if table.places[number].shape != "box":
                assert t.sight.who_will_see(s, number) == table.will_see(number)

    def do(self, plain: Callable[[Table], Any], engine: Callable[[Slots], Any]) -> str:
        """Do something on both; the code of the fault, after which all is as it was."""
        if isinstance(self.t, PlayoutTransactions):
            self.t.release(self.s)
        before, told = self.machine.copy(self.s), len(self.told)
        table = deepcopy(self.table)
        try:
            wanted = plain(self.table)
        except Refused as refused:
            code = str(refused)
            with pytest.raises(Fault, match=code):
                engine(self.s)
            self.s, self.table = before, table
            del self.told[told:]
            return code
        assert engine(self.s) == wanted
        self.check()
        return ""


class Turn:
    """Something to be done, with all that it could be done with."""

    def __init__(self, both: Both) -> None:
        chance, table = both.chance, both.table
        pieces = range(len(table.known))
        shapes = [place.shape for place in table.places]
        self.both, self.t, self.chance = both, both.t, chance
        names = both.machine.tables.name
        name = chance.choice([*dict.fromkeys(names), "yard", "yard", "board"])
        self.target = chance.choice([n for n, other in enumerate(names) if other == name])
        self.grid = shapes[self.target] == "grid"
        far = chance.random() < 0.1
        spot = (chance.randint(0, 4) if far else chance.randint(1, 3), chance.randint(1, 4 + far))
        self.at = spot if self.grid else None
        self.cell = cell(*spot) if self.grid else None
        self.x, self.y = chance.sample(pieces, 2)
        self.rule, self.label = chance.randrange(4), chance.randrange(len(table.drawn))
        heaps = [n for n, place in enumerate(table.places) if len(place.held) > 1]
        self.source = chance.choice(heaps or [0])
        self.many = list(table.places[self.source].held)
        if chance.random() < 0.5:
            self.many = chance.sample(pieces, chance.randint(0, 5))
        chance.shuffle(self.many)
        if chance.random() < 0.3:
            self.many = self.many[: chance.randint(0, len(self.many))]
        self.dice = [z for z in self.many if z in table.dice]
        self.lawful = chance.random() < 0.5

    def _do(
        self, plain: Callable[[Table], Any], engine: Callable[[Slots], Any], *places: Any
    ) -> str:
        """Do something; the places are those whose laws are asked afterwards."""

        def both(m: Table) -> Any:
            found = plain(m)
            m.obey([m.where(z) for z in self.dice] if places == ("dice",) else places)
            return found

        return self.both.do(both, engine)

    def _asked(self, *places: int) -> tuple[int, ...]:
        return places if self.lawful else ()

    def move(self) -> str:
        move = self.t.move_lawful if self.lawful else self.t.move
        return self._do(
            lambda m: m.move(self.x, self.target, self.rule, self.at),
            lambda s: move(s, self.x, self.target, self.rule, self.cell),
            *self._asked(self.both.table.where(self.x), self.target),
        )

    def move_within(self) -> str:
        source = self.both.table.where(self.x)
        return self._do(
            lambda m: m.move(self.x, self.target, self.rule, self.at),
            lambda s: self.t.move_within(s, self.x, self.target, self.rule, self.cell),
            *((source, self.target) if self.both.table.places[source].most else ()),
        )

    def move_all(self) -> str:
        if self.grid:
            return ""
        move = self.t.move_all_lawful if self.lawful else self.t.move_all
        return self._do(
            lambda m: m.move_all(self.many, self.target, self.rule),
            lambda s: move(s, self.many, self.target, self.rule),
            *self._asked(*[self.both.table.where(z) for z in self.many], self.target),
        )

    def move_at(self) -> str:
        if self.both.table.places[self.target].shape not in ("pile", "row"):
            return ""
        move = self.t.move_at_lawful if self.lawful else self.t.move_at
        at = self.chance.choice([None, 0, 1, 2, 3, 9])
        return self._do(
            lambda m: m.move_at(self.many, self.target, self.rule, at),
            lambda s: move(s, self.many, self.target, self.rule, at),
            *self._asked(*[self.both.table.where(z) for z in self.many], self.target),
        )

    def swap(self) -> str:
        swap = self.t.swap_lawful if self.lawful else self.t.swap
        return self._do(
            lambda m: m.swap(self.x, self.y, self.rule),
            lambda s: swap(s, self.x, self.y, self.rule),
            *self._asked(self.both.table.where(self.x), self.both.table.where(self.y)),
        )

    def draw(self) -> str:
        if self.grid:
            return ""
        draw = self.t.draw_lawful if self.lawful else self.t.draw
        count = self.chance.randint(0, 4)
        return self._do(
            lambda m: m.draw(count, self.source, self.target, self.rule, self.label),
            lambda s: draw(s, count, self.source, self.target, self.rule, self.label),
            *self._asked(self.source, self.target),
        )

    def shuffle(self) -> str:
        places = self.both.table.places
        heap = self.chance.choice([n for n, p in enumerate(places) if p.shape in ("pile", "row")])
        return self._do(
            lambda m: m.shuffle(heap, self.rule, self.label),
            lambda s: self.t.shuffle(s, heap, self.rule, self.label),
        )

    def roll(self) -> str:
        faces = self.both.machine.faces
        roll = self.t.roll_lawful if self.lawful else self.t.roll
        return self._do(
            lambda m: m.roll(self.dice, self.rule, self.label),
            lambda s: roll(s, self.dice, self.rule, self.label, faces),
            *(("dice",) if self.lawful else ()),
        )

    def turn(self) -> str:
        turn, face = self.t.turn_lawful if self.lawful else self.t.turn, self.chance.randint(1, 4)
        return self._do(
            lambda m: m.turn(self.dice, face, self.rule),
            lambda s: turn(s, self.dice, face, self.rule),
            *(("dice",) if self.lawful else ()),
        )

    def show(self) -> str:
        who = self.chance.sample(range(5), self.chance.randint(0, 4))
        return self._do(
            lambda m: m.show(self.many, who, self.rule),
            lambda s: Telling(self.t.sight).show(s, self.many, who, self.rule),
        )

    def open(self) -> str:
        self.both.open(self.chance.randrange(8))
        self.both.check()
        return ""

    def pick(self) -> str:
        return self._do(
            lambda m: m.pick(self.many, self.label),
            lambda s: self.t.lots.pick(s, self.many, self.rule, self.label),
        )

    def together(self) -> str:
        if self.both.table.depth and self.chance.random() < 0.6:
            return self._do(
                Table.together_ends, lambda s: self.t.settling.together_ends(s, self.rule)
            )
        return self._do(Table.together_begins, self.t.settling.together_begins)


TURNS = [
    *[Turn.move, Turn.move, Turn.move, Turn.move_within, Turn.move_all, Turn.move_all],
    *[Turn.move_all, Turn.swap, Turn.swap, Turn.draw, Turn.draw, Turn.shuffle, Turn.roll],
    *[Turn.turn, Turn.show, Turn.open, Turn.pick, Turn.together, Turn.move_at, Turn.move_at],
]


@pytest.mark.parametrize("seed", range(20))
def test_everything_against_a_plain_table(seed: int) -> None:
    both = Both(seed, bool(seed % 2))
    both.check()
    for _ in range(150):
        both.chance.choice(TURNS)(Turn(both))
    assert both.told or both.s[TOGETHER], "what is told waits for the end of what goes together"
    assert both.s[MIXED]


@pytest.mark.parametrize("seed", range(20))
def test_playouts_against_a_plain_table(seed: int) -> None:
    both = Both(seed, False, playouts=True)
    turns = [turn for turn in TURNS if turn not in (Turn.show, Turn.open)]
    for _ in range(150):
        both.chance.choice(turns)(Turn(both))
    assert both.told or both.s[TOGETHER]


@pytest.mark.parametrize("playouts", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_heaps_against_a_plain_table(seed: int, playouts: bool) -> None:
    """Whole heaps go, where nothing is logged: the short way that there is for them."""
    both = Both(seed, False, playouts)
    names = both.machine.tables.name
    for _ in range(60):
        turn = Turn(both)
        places = both.table.places
        heaps = [place.pieces() for place in places if len(place.pieces()) > 2]
        turn.many = list(both.chance.choice(heaps or [[turn.x]]))
        both.chance.shuffle(turn.many)
        if both.chance.random() < 0.4:
            turn.many = turn.many[: both.chance.randint(2, 4)]
        if both.chance.random() < 0.1:
            turn.many.append(turn.many[0])
        if both.chance.random() < 0.2:
            turn.many.append(turn.x)
        turn.many = turn.many if names[turn.target] == "sack" else list(dict.fromkeys(turn.many))
        looks = [] if playouts else [turn.show, turn.open]
        rest = [turn.shuffle, *looks, turn.move_at, turn.move, turn.move]
        both.chance.choice([turn.move_all] * 8 + rest)()
