"""Secrets: what is hidden from a seat is changed, and every byte that the seat is sent is compared.

The changed games are made here by exchanging pieces by hand, not by `imagine`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import alarife
from alarife.checking.types import Pieces
from alarife.engine.inspect import has_secrets, knows
from alarife.engine.state import Game, State
from alarife.engine.tables import GRID, PILE, ROW, SPACE
from alarife.lowering.layout import DECISION, KNOWN, LOC
from alarife.table import Answer, History, Table
from alarife.web.chart import chart
from alarife.web.hub import Live
from alarife.web.pages import part_of
from alarife.web.rendering import environment
from alarife.web.store import TableRow
from alarife.web.views import Glance, page_of

GAMES: list[tuple[str, tuple[str, ...], int | None]] = [
    ("kuhn_poker", (), None),
    ("oh_hell", (), 3),
    ("goofspiel", (), None),
    ("spades", (), None),
    ("night_market", (), None),
    ("alhambra", ("cards", "invaders", "treasure"), 3),
]


class Exchanged(History):
    """The same game with other pieces wherever one seat can't see which they are."""

    viewer = -1

    def becomes(self, state: State) -> dict[int, int]:
        """Which hidden piece is exchanged for which: within a type, each for the next."""
        found: dict[int, int] = {}
        for info in state.game.world.pieces.values():
            hidden = [x for x in info.ids if state.slots[LOC][x] and not self.knows(state, x)]
            found.update(zip(hidden, hidden[1:] + hidden[:1], strict=True))
        return found

    def knows(self, state: State, x: int) -> bool:
        return knows(state, self.viewer, x)

    def at(self, position: int) -> State:
        state = super().at(position)
        return state if self.viewer < 0 else exchanged(state, self.becomes(state))

    def walk(self, begin: int, end: int) -> Iterator[tuple[int, State, list[Any]]]:
        viewer, self.viewer = self.viewer, -1
        steps = list(super().walk(begin, end))
        self.viewer = viewer
        for position, state, entries in steps:
            swap = self.becomes(state)
            changed = [self._entry(state.game, entry, swap) for entry in entries]
            yield position, exchanged(state, swap), changed

    def _entry(self, game: Game, entry: tuple[Any, ...], swap: dict[int, int]) -> tuple[Any, ...]:
        mask = entry[5] if entry[0] == "move" else entry[3] if entry[0] == "show" else None
        if mask is not None and not self._sees(mask):
            return tuple(
                tuple(swap.get(x, x) for x in part) if isinstance(part, tuple) else part
                for part in entry
            )
        if entry[0] in ("choice", "only") and entry[3] != self.viewer - 1:
            site = game.lowered.sites[entry[2]]
            if isinstance(getattr(site.element, "of", site.element), Pieces):
                return (*entry[:4], swap.get(entry[4], entry[4]))
        return entry

    def _sees(self, mask: int) -> bool:
        everybody = (1 << self.game.players) - 1
        return mask & everybody == everybody or bool(self.viewer and mask >> self.viewer - 1 & 1)


def exchanged(state: State, swap: dict[int, int]) -> State:
    """A state with pieces exchanged."""
    machine = state.game.machine
    s = machine.copy(state.slots)
    for number in {s[LOC][x] for x in swap}:
        held = machine.contents.of(s, number)
        shape = machine.tables.shape[number]
        if shape == SPACE:
            held = swap.get(held, held)
        elif shape == GRID:
            for cell, x in held.items_sorted():
                if x in swap:
                    held = held.swap(cell, swap[x])
        elif shape in (PILE, ROW):
            held = tuple(swap.get(x, x) for x in held)
        else:
            there: list[int] = [x for x in held if x is not None]
            held = tuple(sorted(swap.get(x, x) for x in there))
        machine.contents.keep(s, number, held)
    places, known = list(s[LOC]), list(s[KNOWN])
    for x, y in swap.items():
        s[LOC][y], s[KNOWN][y] = places[x], known[x]
    decision = s[DECISION]
    if decision is not None:
        site = state.game.lowered.sites[decision[0]]
        if isinstance(getattr(site.element, "of", site.element), Pieces):
            options = tuple(swap.get(o, o) for o in decision[2])
            s[DECISION] = (decision[0], decision[1], options, *decision[3:])
    return State(state.game, s)


def sent(table: Table, history: History, seat: int) -> list[str]:
    """Everything that a seat is sent."""
    row = TableRow("t", "T", {}, 1, [{"name": n, "bot": ""} for n in table.wording.names])
    live = Live(row, table, history, secret=True)
    page = page_of(live, Glance("x" * 24, seat), "request")
    data = table.show(history, seat)
    return [
        environment().get_template("table.html").render(page),
        part_of(live, "x" * 24, seat),
        json.dumps(data),
        json.dumps(table.log(history, seat)),
        str(chart(table.points(history), data["people"])),
        json.dumps(table.breakdown(history)),
    ]


@pytest.mark.parametrize(("name", "modules", "players"), GAMES)
def test_what_a_seat_can_not_know_changes_no_byte(
    name: str, modules: tuple[str, ...], players: int | None
) -> None:
    game = alarife.load(name, list(modules), None, players)
    assert has_secrets(game)
    table = Table(game, ["Ann", "Bob", "Cleo"])
    chance, history, compared = random.Random(3), History(game, 3), 0
    for n in range(60):
        decision = history.state.decision
        if decision is None:
            break
        if n % 6 == 0:
            for seat in range(game.players + 1):
                other = Exchanged(game, 3, history.actions)
                other.viewer = seat
                other.memo.clear()
                compared += bool(other.becomes(history.state))
                assert sent(table, other, seat) == sent(table, history, seat), (n, seat)
        history.add(Answer(decision.player, (chance.choice(decision.options).key,)))
    assert compared >= 3


def test_the_exchange_is_seen_by_who_may_see_it() -> None:
    """The test above could not fail if nothing were exchanged."""
    game = alarife.load("kuhn_poker")
    table = Table(game)
    history, other = History(game, 1), Exchanged(game, 1)
    other.viewer = 1
    other.memo.clear()
    assert sent(table, other, 2) != sent(table, history, 2)
