"""Moves, draws, shuffles, swaps and rolls by the hundred, against a table that is plainly written."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from tests.engine.plain_table import Place, Refused, Table

from alarife.engine.faults import Fault, GameEnds
from alarife.engine.machine import Machine
from alarife.engine.state import Game
from alarife.engine.tables import BAG, BOX, GRID, PILE, ROW, SET, SPACE
from alarife.geometry.grid import FAR, cell, xy
from alarife.library import Library
from alarife.lowering.layout import (
    COUNTERS,
    FORCED,
    KNOWN,
    LOC,
    LOG,
    MIXED,
    ONCE,
    SEED,
    TOGETHER,
    Slots,
)
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
MOST = 3
WORDS = {BOX: "box", SPACE: "space", SET: "set", BAG: "bag", ROW: "row", PILE: "pile", GRID: "grid"}
ALL = 0b111


@cache
def game() -> Game:
    return load("g", library=Library(texts={"g.alr": RULES}))


class Both:
    """A state of the engine, and the same on a plain table."""

    def __init__(self, seed: int, log: bool) -> None:
        self.machine = Machine(game().lowered)
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
        assert list(s[KNOWN]) == table.known
        assert list(s[MIXED]) == table.mixed
        assert list(s[COUNTERS]) == table.drawn
        dice = sorted(table.dice)
        [slot] = self.machine.lowered.layout.faces.values()
        assert list(s[slot]) == [table.face[x] for x in dice]
        assert self.told == table.told
        if s[LOG] is not None:
            said: list[Any] = []
            log = s[LOG]
            while log:
                entry, log = log
                said.append(entry)
            assert said[::-1] == table.log
        if table.open is None:
            assert s[TOGETHER] is None
        else:
            assert s[TOGETHER] == (table.depth, tuple(table.open), tuple(table.touched))
        for x in range(len(table.known)):
            number = s[LOC][x]
            assert t.sight.who_sees(s, number, x) == table.sees(number, x)
            if table.places[number].shape != "box":
                assert t.sight.who_will_see(s, number) == table.will_see(number)

    def do(self, plain: Callable[[Table], Any], engine: Callable[[Slots], Any]) -> str:
        """Do something on both; the code of the fault, after which all is as it was."""
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
            lambda s: self.t.show(s, self.many, who, self.rule),
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
def test_heaps_against_a_plain_table(seed: int) -> None:
    """Whole heaps go, where nothing is logged: the short way that there is for them."""
    both = Both(seed, False)
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
        rest = [turn.shuffle, turn.show, turn.open, turn.move_at, turn.move, turn.move]
        both.chance.choice([turn.move_all] * 8 + rest)()


def test_pieces_of_one_place_are_swapped(machine: Machine) -> None:
    t, s = machine.transactions, machine.table(1, log=False)
    board, line = number(machine, "board"), number(machine, "line")
    t.move(s, 1, board, 0, cell(1, 1))
    t.move(s, 2, board, 0, cell(2, 3))
    t.move_all(s, (3, 4, 5), line, 0)
    for a, b in ((1, 2), (3, 5)):
        t.swap(s, a, b, 0)
    assert {xy(c): x for c, x in t.contents.of(s, board).items_sorted()} == {(1, 1): 2, (2, 3): 1}
    assert t.contents.of(s, line) == (5, 4, 3)


def test_heaps_from_where_nothing_goes_at_once(machine: Machine) -> None:
    """From a piece, which has no slot of its own, from a grid, and into a bag."""
    t, s = machine.transactions, machine.table(1, log=False)
    on, board, line, sack = (number(machine, name) for name in ("on", "board", "line", "sack"))
    pieces = (10, 11, 12, 13)
    t.move_all(s, pieces, on, 0)
    t.move_all(s, pieces, line, 0)
    assert (t.contents.of(s, on), t.contents.of(s, line)) == ((), pieces)
    for i, x in enumerate(pieces[:3]):
        t.move(s, x, board, 0, cell(1, 1 + i))
    t.move_all(s, pieces[:3], line, 0)
    assert t.contents.of(s, board).items_sorted() == ()
    assert t.contents.of(s, line) == (13, 10, 11, 12)
    for x in pieces:
        s[KNOWN][x] = 0b101
    t.move_all(s, pieces, sack, 0)
    assert [s[KNOWN][x] for x in pieces] == [0] * 4
    shown, drawer = number(machine, "shown"), number(machine, "drawer")
    t.move_all(s, pieces, shown, 0)
    t.move_all(s, pieces, drawer, 0)
    assert [s[KNOWN][x] for x in pieces] == [ALL] * 4, "each was on top before it went"


@pytest.mark.parametrize(
    ("place", "pieces", "by_chance"),
    [
        ("sack", (14, 15), True),
        ("drawer", (14, 15), False),
        ("drawer", (14, 15, 10), True),
        ("drawer", (10, 11), True),
        ("drawer", (0, 1), True),
        ("deck", (0, 1), False),
    ],
)
def test_what_is_alike_is_drawn_by_chance_from_a_bag_alone(
    machine: Machine, place: str, pieces: tuple[int, ...], by_chance: bool
) -> None:
    """Tokens (14 and 15) are alike, dice (10 and 11) may show something else, and cards (0 and 1)
    can have things on them."""
    t, s = machine.transactions, machine.table(1, log=False)
    source = number(machine, place)
    t.move_all(s, pieces, source, 0)
    t.draw(s, 1, source, number(machine, "table"), 0, 0)
    assert s[COUNTERS][0] == by_chance


@pytest.mark.parametrize("together", [False, True])
def test_the_end_of_the_game_ends_what_is_done_together(machine: Machine, together: bool) -> None:
    t, s, court = machine.transactions, machine.table(1), number(machine, "court")
    t.once_begins(s, 1, (2,))
    if together:
        t.settling.together_begins(s)
    t.move_all_lawful(s, (1, 2, 3), court, 0)
    over = machine.copy(s)
    with pytest.raises(GameEnds):
        t.settling.ends(over, 0)
    assert over[ONCE] is None
    if together:
        t.move_lawful(s, 4, court, 0)
        with pytest.raises(Fault, match="E0504"):
            t.settling.ends(s, 0)
        assert s[TOGETHER] is None


def test_a_step_is_done_once_with_each_until_the_first_has_ended(machine: Machine) -> None:
    t, s = machine.transactions, machine.table(1)
    assert t.once_begins(s, 3, (1,)) is True
    assert t.once_begins(s, 3, (1,)) is False
    assert t.once_begins(s, 3, (2,)) is True
    assert t.once_begins(s, 4, (1,)) is True
    for _ in range(2):
        t.once_ends(s)
        assert t.once_begins(s, 3, (2,)) is False, "it is done, but the first goes on"
    t.once_ends(s)
    assert s[ONCE] is None
    assert t.once_begins(s, 3, (1,)) is True
    t.once_ends(s)
    assert s[ONCE] is None


# ----------------------------------------------------------------
# faults
def number(machine: Machine, name: str, index: int = 0) -> int:
    """The number of an instance of a place."""
    return machine.tables.name.index(name) + index


@pytest.fixture
def machine() -> Machine:
    return Machine(game().lowered)


def said(machine: Machine, work: Callable[[Slots], Any], rule: int = 0) -> str:
    """What the fault says, and which rule it blames."""
    s = machine.table(1)
    with pytest.raises(Fault) as raised:
        work(s)
    assert raised.value.rule == machine.lowered.rules[rule]
    return raised.value.diagnostics[0].message


def test_there_is_room_for_one(machine: Machine) -> None:
    t, spot, board = machine.transactions, number(machine, "spot"), number(machine, "board")

    def twice(place: int, at: int | None) -> Callable[[Slots], None]:
        def work(s: Slots) -> None:
            t.move(s, 1, place, 0, at)
            t.move(s, 2, place, 0, at)

        return work

    assert "a second piece would come to lie in `spot`" in said(machine, twice(spot, None))
    assert "on a cell of `board`" in said(machine, twice(board, cell(2, 2)))


@pytest.mark.parametrize("at", [(0, 1), (4, 1), (1, 0), (1, 5)])
def test_what_lies_beyond_the_board(machine: Machine, at: tuple[int, int]) -> None:
    t, board = machine.transactions, number(machine, "board")
    message = said(machine, lambda s: t.move(s, 1, board, 1, cell(*at)), 1)
    assert f"there is no cell ({at[0]}, {at[1]}) in `board`" in message


def test_a_grid_without_end_has_one(machine: Machine) -> None:
    t, far = machine.transactions, number(machine, "far")

    def work(s: Slots) -> None:
        t.move(s, 1, far, 0, cell(0, 0))
        t.move(s, 2, far, 0, cell(FAR + 1, 0))

    assert "`far` grows too large: " in said(machine, work)


def test_a_law_is_obeyed_and_says_by_what_not(machine: Machine) -> None:
    t, court = machine.transactions, number(machine, "court")
    s = machine.table(1)
    t.move_all_lawful(s, (1, 2, 3), court, 0)
    with pytest.raises(Fault) as raised:
        t.move_lawful(s, 4, court, 1)
    assert raised.value.broken == ("least",)
    assert raised.value.rule == machine.lowered.rules[1]
    assert "`court` no longer obeys the law `few`: this breaks `least`" in str(raised.value)
    with pytest.raises(Fault, match="`court` no longer obeys"):
        t.move_lawful(s, 4, court, 0)


def test_what_an_effect_would_break(machine: Machine) -> None:
    t, yard = machine.transactions, number(machine, "yard")
    s = machine.table(1)
    t.move_all(s, (1, 2, 3), yard, 0)
    before = machine.copy(s)
    assert t.trials.rehearse(s, t.move_lawful, (1, 0, 0))
    assert not t.trials.rehearse(s, t.move_lawful, (4, yard, 0))
    assert t.trials.broken_by_effect(s, t.move_lawful, (4, yard, 0)) == ("least",)
    assert (
        t.trials.broken_by_effect(s, t.move_lawful, (4, number(machine, "board"), 0, cell(9, 9)))
        == ()
    )
    assert s == before
    assert t.trials.broken_by_effect(s, t.settling.ends, (0,)) == ()
    assert t.trials.broken_by_effect(s, lambda _: None, ()) == ()


def test_whether_a_rule_holds_after_an_effect(machine: Machine) -> None:
    t, yard, board = machine.transactions, number(machine, "yard"), number(machine, "board")
    s = machine.table(1)
    before = machine.copy(s)

    def lies(s: Slots, x: int, place: int) -> bool:
        return s[LOC][x] == place and s[LOG] is None

    assert t.trials.holds_after(s, t.move, (1, yard, 0), lies, (1, yard))
    assert not t.trials.holds_after(s, t.move, (1, yard, 0), lies, (2, yard))
    assert not t.trials.holds_after(s, t.settling.ends, (0,), lies, (1, yard))
    assert t.trials.holds_after(s, t.move, (1, board, 0, cell(9, 9)), lies, (1, yard)), (
        "it fails itself"
    )
    assert s == before


def test_laws_hold_from_the_beginning(machine: Machine) -> None:
    t, yard = machine.transactions, number(machine, "yard")
    s = machine.table(1)
    t.move_all(s, (1, 2, 3), yard, 0)
    t.settling.begins(s, machine.table(1))
    t.move(s, 4, yard, 0)
    t.settling.begins(s, machine.copy(s))
    with pytest.raises(Fault, match="`yard` does not obey the law `few`: this breaks `least`"):
        t.settling.begins(s, machine.table(1))


def test_nothing_is_picked_from_nothing(machine: Machine) -> None:
    t = machine.transactions
    assert "picked at random from nothing" in said(machine, lambda s: t.lots.pick(s, (), 0, 0))
    dice = machine.world.pieces["Die"].ids
    faces: list[Any] = [()] * machine.world.piece_count
    message = said(machine, lambda s: (s.__setitem__(LOG, None), t.roll(s, dice, 0, 0, faces)))
    assert "picked at random from nothing" in message


# ----------------------------------------------------------------
# outcomes that are given
@pytest.mark.parametrize("log", [False, True])
def test_outcomes_that_an_example_fixes(machine: Machine, log: bool) -> None:
    t = machine.transactions
    s = machine.table(1, log)
    dice = list(machine.world.pieces["Die"].ids)
    s[FORCED] = (3, 1, 9)
    t.roll(s, dice[:2], 0, 0, machine.faces)
    [slot] = machine.lowered.layout.faces.values()
    assert s[slot][:2] == (3, 1)
    assert s[FORCED] == (9,)
    assert not any(s[COUNTERS])
    counted = t.lots.pick(s, (4, 5), 0, 1)
    assert s[FORCED] == (9,), "what is not among them stays"
    assert counted in (4, 5)
    assert s[COUNTERS][1] == 1


def test_pieces_that_an_example_fixes(machine: Machine) -> None:
    t, s = machine.transactions, machine.table(1, log=False)
    sack, table = number(machine, "sack"), number(machine, "table")
    t.move_all(s, range(8), sack, 0)
    look = machine.tables.look
    assert look[6] == 6
    s[FORCED] = ((look[7],), 5)
    t.draw(s, 1, sack, table, 0, 0)
    assert t.contents.of(s, table) == (look[7],)
    assert s[FORCED] == (5,)
    t.draw(s, 1, sack, table, 0, 0)
    assert s[FORCED] == (5,), "a number fixes no piece that is drawn blindly"
    assert s[COUNTERS][0] == 1
    assert t.lots.pick(s, (4, 5), 0, 0) == 5


def test_a_shuffle_that_an_example_fixes(machine: Machine) -> None:
    t, s = machine.transactions, machine.table(1, log=False)
    deck, look = number(machine, "deck"), machine.tables.look
    t.move_all(s, range(10), deck, 0)
    plain = machine.copy(s)
    t.shuffle(plain, deck, 0, 0)
    order = t.contents.of(plain, deck)
    wanted = [order[4], order[4], order[7]]
    s[FORCED] = (*((look[x],) for x in wanted), 2)
    t.shuffle(s, deck, 0, 0)
    top = t.contents.of(s, deck)[:3]
    assert [look[x] for x in top] == [look[x] for x in wanted]
    assert len(set(top)) == 3
    assert t.contents.of(s, deck)[3:] == tuple(x for x in order if x not in top)
    assert s[FORCED] == (2,)
    s[FORCED] = (2, (look[order[0]],))
    t.shuffle(s, deck, 0, 0)
    assert s[FORCED] == (2, (look[order[0]],)), "what comes first decides"


def test_an_oracle_takes_the_place_of_chance(machine: Machine) -> None:
    t, s = machine.transactions, machine.table(1, log=False)
    asked: list[tuple[tuple[int, ...], bool]] = []

    def last(among: Any, blindly: bool) -> int:
        asked.append((tuple(among), blindly))
        return among[-1]

    t.lots.oracle = last
    deck, sack = number(machine, "deck"), number(machine, "sack")
    t.move_all(s, (1, 2, 3), deck, 0)
    t.shuffle(s, deck, 0, 1)
    assert t.contents.of(s, deck) == (3, 2, 1)
    assert asked == [((1, 2, 3), True), ((1, 2), True), ((1,), True)]
    t.move_all(s, (4, 5), sack, 0)
    t.draw(s, 1, sack, number(machine, "table"), 0, 1)
    assert asked[-1] == ((4, 5), True)
    assert t.lots.pick(s, (7, 8), 0, 1) == 8
    assert asked[-1] == ((7, 8), False)
    assert s[COUNTERS] == (0, 3, *s[COUNTERS][2:])
    dice = machine.world.pieces["Die"].ids
    t.roll(s, dice[:1], 0, 1, machine.faces)
    assert asked[-1] == ((1, 2, 3, 4), False)
