"""Games that were written to break something: sets and numbers sealed together, a law on a pile, a
`whenever` that takes points, questions that follow from hidden dice, facts about secret notes,
tiles turned before they are laid.

In every state of random games: what a seat imagines it can't tell from the real one, and can be
dumped and restored; no offer is refused, and `why_not` finds nothing against it; a preview is what
then happens, and the same in every state that the seat can't tell apart. Whatever the public calls
are given, nothing but `RuleError`, `TypeError` or `ValueError` comes out, with a sentence."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.hidden import check_hidden
from tests.games.invariants import check_options, check_pieces

import alarife
from alarife.engine.state import Game, State
from alarife.table.foresee import Foresight
from alarife.table.wording import Wording

FOLDER = Path(__file__).parent / "fresh"
GAMES = sorted(path.stem for path in FOLDER.glob("*.alr"))
ODD: list[Any] = [
    *[None, True, -1, 0, 1, 2, 99, 10**30, 1.5, float("nan"), "", "x", "1,1", "done", "\ud800"],
    *["a" * 5000, b"x", [], [1], [[1]], [None], {}, {"at": [1]}, {"at": [1, 1]}, {"done": True}],
    *[{"at": ["a", 2]}, {"id": 1}, {1: 2}, (1,), (1, 2), (1, 2, 3), object(), set[int](), range(3)],
    *[len, Exception],
]


def loaded(name: str, players: int | None = None) -> Game:
    return alarife.load(str(FOLDER / f"{name}.alr"), players=players)


def played(name: str, seed: int) -> Iterator[State]:
    """The states of a random game."""
    chance = random.Random(seed)
    state = loaded(name).start(seed)
    for _ in range(80):
        yield state
        if state.decision is None:
            return
        state = state.play(chance.choice(state.decision.options))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_imagined_and_restored(name: str) -> None:
    chance = random.Random(1)
    for n, state in enumerate(played(name, 1)):
        if n % 4 and state.decision is not None:
            continue
        check_pieces(state)
        check_options(state)
        check_hidden(state, chance)
        data = json.loads(json.dumps(state.dump()))
        again = [state.game.restore(data), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        assert all(other.dump() == state.dump() for other in again)
        for seat in range(1, state.game.players + 1):
            imagine = state.imagining(seat)
            for seed in range(3):
                other = imagine(seed)
                assert other.view(seat) == state.view(seat)
                assert other.decision is None or other.decision.options
                assert state.game.restore(other.dump()).dump() == other.dump()


@pytest.mark.parametrize("name", GAMES)
def test_offers_and_previews(name: str) -> None:
    chance = random.Random(2)
    for n, state in enumerate(played(name, 2)):
        if state.decision is None or n % 3:
            continue
        seat = state.decision.player
        real, other = (
            Foresight(Wording(state.game), one, seat) for one in (state, state.imagine(seat, 5))
        )
        options = state.decision.options
        for option in chance.sample(options, min(3, len(options))):
            assert state.why_not_here(option) == []
            happens = state.play(option).log[len(state.log) + 1 :]
            assert all(entry in happens for entry in real.entries(option.key)), option.key
            assert real.preview(option.key) == other.preview(option.key), option.key


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_asked(name: str) -> None:
    chance = random.Random(3)
    for n, state in enumerate(played(name, 3)):
        if n % 15 == 0:
            for _ in range(4):
                for call in calls(state, chance):
                    answered(call)


def calls(state: State, chance: random.Random) -> list[Callable[[], Any]]:
    """Public calls with odd arguments."""
    g = state.game
    program = g.checked.program
    a, b, c = (chance.choice(ODD) for _ in range(3))
    action = chance.choice([*program.actions, "x"])
    value, note = chance.choice(list(program.values)), chance.choice(list(program.notes))
    damaged = json.loads(json.dumps(state.dump()))
    damaged[chance.choice(list(damaged))] = a
    return [
        *[lambda: state.play(a), lambda: state.view(a), lambda: state.imagine(a, 1)],
        *[lambda: state.imagine(1, a), lambda: state.why_not(a, b), lambda: state.history(a)],
        *[lambda: state.why_not(action, a, b, c), lambda: state.why_not_here(a)],
        *[lambda: state.value(a, b), lambda: state.value(value, a), lambda: state.note(a)],
        *[lambda: state.value(value, a, b), lambda: state.note(note), lambda: state.place(a)],
        *[lambda: g.start(a), lambda: g.restore(a), lambda: g.restore(damaged), lambda: g.rule(a)],
        *[lambda: alarife.load(a), lambda: alarife.load("nim", players=a)],
        *[lambda: alarife.load("nim", modules=a), lambda: alarife.load("nim", options=a)],
    ]


def answered(call: Callable[[], Any]) -> None:
    """It gives something, or an error with a sentence of our own."""
    said = "."
    try:
        call()
    except alarife.RuleError as wrong:
        said = wrong.diagnostics[0].message
    except (TypeError, ValueError) as wrong:
        said = str(wrong)
        said = said if "unhashable" not in said and "object is not" not in said else ""
    assert said.rstrip().endswith("."), said[-200:]
