"""Transactions one by one: what is refused, what comes at the end, what chance brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.engine.everywhere import ALL, game, number, said

from alarife.engine import logs
from alarife.engine.faults import Fault, GameEnds
from alarife.engine.machine import Machine
from alarife.engine.moves.once import once_begins, once_ends
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
    TOGETHER,
    Slots,
)
from alarife.pipeline import load


@pytest.fixture
def machine() -> Machine:
    return Machine(game().lowered)


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
    once_begins(s, 1, (2,))
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
    s = machine.table(1)
    assert once_begins(s, 3, (1,)) is True
    assert once_begins(s, 3, (1,)) is False
    assert once_begins(s, 3, (2,)) is True
    assert once_begins(s, 4, (1,)) is True
    for _ in range(2):
        once_ends(s)
        assert once_begins(s, 3, (2,)) is False, "it is done, but the first goes on"
    once_ends(s)
    assert s[ONCE] is None
    assert once_begins(s, 3, (1,)) is True
    once_ends(s)
    assert s[ONCE] is None


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


def test_what_runs_out_of_time_is_not_taken_for_lawful(machine: Machine) -> None:
    """Else it would be offered, and break the law when it is done."""
    t, s = machine.transactions, machine.table(1)

    def endless(_: Slots) -> None:
        machine.budget.left = 0
        machine.budget.toil(1 << 40)

    for ask in (
        lambda: t.trials.rehearse(s, endless, ()),
        lambda: t.trials.holds_after(s, endless, (), lambda _: False, ()),
    ):
        with pytest.raises(Fault) as raised:
            ask()
        assert raised.value.diagnostics[0].code == "E0507"


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


FACES = """alarife 2
game g "G"
  players 2..2
piece Cube(face pips: 1..4, face lit: yes/no) "cube"
  2 of each
piece Die(face pips: 1..4) "die"
  1 of each
place tray "tray": set of Cube, starting with Cube
step play "Play"
  roll Cube
  roll pips of Cube
  for each c in Cube
    turn lit of c to yes
value winners "Winners": set of Player = []
"""


def _shown(machine: Machine, s: Slots, x: int) -> dict[str, int]:
    info, t = machine.tables.faces[x], machine.tables
    assert info is not None
    return info.shown(s[t.face_slot[x]][x - t.face_first[x]])


@pytest.mark.parametrize("log", [False, True])
def test_of_several_faces_each_shows_its_own(log: bool) -> None:
    machine = Machine(load("g", library=Library(texts={"g.alr": FACES})).lowered)
    t, s = machine.transactions, machine.table(1, log=log)
    for x, pips in ((0, 3), (1, 4)):
        t.turn(s, (x,), pips, 0, "pips")
    t.turn(s, (0,), 1, 0, "lit")
    assert [_shown(machine, s, x) for x in (0, 1)] == [
        {"pips": 3, "lit": 1},
        {"pips": 4, "lit": 0},
    ]
    seen: set[int] = set()
    for _ in range(40):
        t.roll(s, (0, 1), 0, 0, machine.faces, "pips")
        assert [_shown(machine, s, x)["lit"] for x in (0, 1)] == [1, 0]
        seen.add(_shown(machine, s, 0)["pips"])
    assert seen == {1, 2, 3, 4}
    every: set[tuple[int, ...]] = set()
    for n in range(80):
        t.roll(s, (2, 0) if n % 2 else (0, 2), 0, 0, machine.faces)
        every.add(tuple(_shown(machine, s, 0).values()))
    assert len(every) == 8, "both faces are rolled"
    told = s[LOG]
    if told is not None:
        entry = next(logs.newest_first(told))
        assert entry[0] == "turn"
        assert entry[2] == (0,)
        assert entry[3][0] == "lit"


def test_an_only_face_may_be_named() -> None:
    machine = Machine(load("g", library=Library(texts={"g.alr": FACES})).lowered)
    s, t = machine.table(1), machine.tables
    (die,) = machine.world.pieces["Die"].ids
    assert t.faces[die] is None
    machine.transactions.turn(s, (die,), 3, 0, "pips")
    assert s[t.face_slot[die]][die - t.face_first[die]] == 3


def test_the_names_of_what_goes_into_a_bag_or_is_drawn_blindly_are_lost(machine: Machine) -> None:
    """Where it lies from now on does not follow from what names it."""
    t = machine.transactions
    t.sight.named = lambda _: 1 << 3
    table, sack, drawer = (number(machine, name) for name in ("table", "sack", "drawer"))
    for way in ("one by one", "at once"):
        s = machine.table(1, log=way == "one by one")
        t.move_all(s, (2, 3, 4), table, 0)
        assert not any(s[MIXED]), "everybody sees where it goes"
        t.move_all(s, (2, 3, 4), sack, 0)
        assert all(~(1 << 3) in history for history in s[MIXED]), way
    s = machine.table(1, log=False)
    t.move_all(s, (2, 3, 4), drawer, 0)
    s[MIXED] = ()
    t.draw(s, 1, drawer, table, 0, 0)
    assert all(~(1 << 3) in history for history in s[MIXED])
    s = machine.table(1, log=False)
    t.move_all(s, (2, 3, 4), table, 0)
    s[MIXED] = ()
    t.draw(s, 1, table, drawer, 0, 0)
    assert not any(any(e < 0 for e in history) for history in s[MIXED]), "all see what is drawn"
