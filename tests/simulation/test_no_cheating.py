"""Bots can't cheat: exchange what their seat can't see, and they answer the same to the last bit.

The exchange does not use `imagine`: it takes two pieces that the seat saw mixed, and lets each have
had the other's way since. The seat can't know which of the two it was."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.games.configurations import Wish, every_game, game_id, loaded

import alarife
from alarife.bots import Budget, Generator, MctsBot, View, hint
from alarife.bots.greedy import GreedyBot
from alarife.engine.hidden.naming import naming, pieces_named
from alarife.engine.state import State
from alarife.engine.tables import BAG, BOX, GRID, SET
from alarife.lowering.layout import FACTS, KNOWN, LOC, MIXED, SEED, standing

HARBOURS = str(Path(__file__).parents[1] / "adapters" / "harbours.alr")
CONFIGURATIONS: list[tuple[str, list[str], int]] = [
    ("kuhn_poker", [], 2),
    ("oh_hell", [], 3),
    ("goofspiel", [], 3),
    ("alhambra", [], 3),
    ("alhambra", ["bazaars", "invaders", "characters", "thieves", "traders"], 2),
    ("alhambra", ["cards", "treasure", "change", "vizier", "huts"], 4),
    ("dice", [], 2),
    ("alcazaba", [], 3),
    ("alhambra", ["bonus", "bureau", "diamonds", "gates", "medina", "scorecards", "walls"], 3),
    ("spades", [], 4),
    ("night_market", [], 3),
    (HARBOURS, [], 4),
]


def exchanged(state: State, seat: int, chance: random.Random) -> State | None:
    """Another state that this seat can't tell from this one; None if none was found."""
    machine, s = state.game.machine, state.slots
    kind, shape = machine.tables.kind, machine.tables.shape
    seen = set(_ids(state.view(seat)))
    mixes = s[MIXED][seat - 1][1:] if s[MIXED] else ()
    offered = _offered(state)
    tied = {x for value, t in naming(machine, s) for x, _ in pieces_named(value, t)}
    for _ in range(30):
        if not mixes:
            return None
        at = chance.randrange(len(mixes))
        if mixes[at] < 0:
            continue
        before = sum(~entry for entry in mixes[:at] if entry < 0)
        free = [
            x
            for x in range(len(s[LOC]))
            if mixes[at] >> x & 1
            and x not in seen
            and x not in offered
            and (x not in tied or before >> x & 1)
            and not s[KNOWN][x] >> (seat - 1) & 1
            and shape[s[LOC][x]] not in (BOX, GRID)
        ]
        if len(free) < 2:
            continue
        x, y = chance.sample(free, 2)
        if kind[x] == kind[y] and machine.tables.look[x] != machine.tables.look[y]:
            return _swapped(state, seat, x, y, at)
    return None


def _swapped(state: State, seat: int, x: int, y: int, at: int) -> State:
    machine = state.game.machine
    slots = machine.copy(state.slots)
    other = {x: y, y: x}
    for table in (slots[LOC], slots[KNOWN]):
        table[x], table[y] = table[y], table[x]
    for number in {slots[LOC][x], slots[LOC][y]}:
        held: Any = machine.contents.of(state.slots, number)
        if isinstance(held, int):
            held = other.get(held, held)
        else:
            held = tuple([other.get(one, one) for one in held])
            if machine.tables.shape[number] in (SET, BAG):
                held = tuple(sorted(held))
        machine.contents.keep(slots, number, held)

    def renamed(mask: int) -> int:
        both = (1 << x) | (1 << y)
        return mask ^ both if (mask & both).bit_count() == 1 else mask

    history = slots[MIXED][seat - 1]
    later = [renamed(mix) if i > at and mix >= 0 else mix for i, mix in enumerate(history[1:])]
    mixed = list(slots[MIXED])
    mixed[seat - 1] = (history[0], *later)
    slots[MIXED] = tuple(mixed)
    slots[SEED] += 1
    return State(state.game, slots)


def _ids(data: Any) -> Iterator[int]:
    if isinstance(data, dict):
        if "id" in data:
            yield data["id"]
        for value in data.values():
            yield from _ids(value)
    elif isinstance(data, list):
        for value in data:
            yield from _ids(value)


def _offered(state: State) -> set[int]:
    """The pieces that are offered: they are left alone, so that nothing else need be exchanged."""
    site, _, options, _ = standing(state.slots)
    found: set[int] = set()
    queue: list[Any] = [options if state.game.machine.site(site).kind in ("one", "set") else ()]
    while queue:
        value = queue.pop()
        if isinstance(value, tuple):
            queue += value
        elif isinstance(value, int):
            found.add(value)
    return found


def met(game: Any, seed: int, every: int, most: int) -> Iterator[State]:
    """Some states of a random game in which there is a choice."""
    chance = random.Random(seed)
    state = game.start(seed=seed, log=False)
    for n in range(most):
        if state.is_over:
            return
        if n % every == 0:
            yield state
        state = state.play(chance.randrange(len(state.decision.options)))


@pytest.mark.parametrize(
    ("name", "modules", "players"),
    CONFIGURATIONS,
    ids=[f"{game_id(name)}-{players}-{'+'.join(m)}" for name, m, players in CONFIGURATIONS],
)
def test_what_a_seat_can_not_see_makes_no_difference(
    name: str, modules: list[str], players: int
) -> None:
    game = alarife.load(name, modules=modules, players=players)
    chance = random.Random(7)
    tried = asked = 0
    for seed in range(12 if name == "kuhn_poker" else 2):
        for n, state in enumerate(met(game, seed, 1 if name == "kuhn_poker" else 7, 90)):
            decision: Any = state.decision
            seat = decision.player
            other = exchanged(state, seat, chance)
            if other is None or is_told_otherwise(state, other, seat):
                continue
            assert other.view(seat) == state.view(seat)
            for number in range(3):
                mine, theirs = (one.imagine(seat, number) for one in (state, other))
                assert mine.dump()["places"] == theirs.dump()["places"]
                assert mine.dump()["notes"] == theirs.dump()["notes"]
            tried += 1
            if n % 4 == 0 or name == "kuhn_poker":
                asked += 1
                assert said(state, seat) == said(other, seat)
    assert tried >= 5, "too little was tried"
    assert asked >= 2


@pytest.mark.parametrize("name", every_game(), ids=game_id)
def test_what_is_imagined_in_every_game(name: str) -> None:
    """Also in games that are added later, and in those of the tests."""
    game, chance = loaded(Wish(name)), random.Random(7)
    assert game is not None
    for state in met(game, 3, 6, 60):
        for seat in range(1, game.players + 1):
            other = exchanged(state, seat, chance)
            if other is None or is_told_otherwise(state, other, seat):
                continue
            assert other.view(seat) == state.view(seat)
            mine, theirs = (one.imagine(seat, 5).dump() for one in (state, other))
            assert mine["places"] == theirs["places"]
            assert mine["notes"] == theirs["notes"]


def is_told_otherwise(state: State, other: State, seat: int) -> bool:
    """Whether something that the seat was told is not so in the other state."""
    return bool(state.slots[FACTS]) and other.view(seat) != state.view(seat)


def said(state: State, seat: int) -> list[Any]:
    """What all bots answer, and what a hint says."""
    decision: Any = state.decision
    bots: list[Any] = [MctsBot(12), GreedyBot()]
    answers = [bot.choose(View(state, seat), decision, Generator(5)) for bot in bots]
    return [*answers, hint(View(state, seat), decision, Budget(12), 3)]


def test_a_cheat_is_found_out() -> None:
    """A bot that looks into the real state answers otherwise in some exchanged state."""

    class Cheat(MctsBot):
        def choose(self, view: View, decision: Any, rng: Generator) -> int:
            real = decision.state
            view.imagine = lambda seed: State(real.game, real.game.machine.copy(real.slots))  # type: ignore[method-assign]
            return super().choose(view, decision, rng)

    chance = random.Random(1)
    for seed in range(40):
        state: Any = alarife.load("kuhn_poker").start(seed=seed, log=False).play("bet")
        other: Any = exchanged(state, 2, chance)
        if other is None:
            continue
        answers = [
            Cheat(24).choose(View(one, 2), one.decision, Generator(5)) for one in (state, other)
        ]
        if answers[0] != answers[1]:
            return
    pytest.fail("the cheat was not found out")
