"""A short run of `python -m tests.fuzz`, and that it would find something."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.fuzz import trying
from tests.fuzz.__main__ import mutant_case, save_case, tried
from tests.fuzz.hidden import check_hidden, exchanged

import alarife
from alarife.engine.state import State

MUTANTS, SAVES = 150, 60


@pytest.mark.parametrize(("case", "number"), [(mutant_case, MUTANTS), (save_case, SAVES)])
def test_nothing_breaks(
    case: Callable[[int], str], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALARIFE_CACHE", "")
    found = list(tried("cases", case, range(1, number), float("inf")))
    assert not found, found[0][2]


def test_what_breaks_is_found_with_its_seed() -> None:
    def case(seed: int) -> str:
        if seed == 5:
            raise KeyError(seed)
        return "plays"

    assert [seed for seed, _, _ in tried("cases", case, range(10), float("inf"))] == [5]


@pytest.mark.parametrize("name", ["oh_hell", "alhambra", "dice", "kuhn_poker"])
def test_hidden_pieces_make_no_difference(name: str) -> None:
    game = alarife.load(name, players=2 if name == "kuhn_poker" else 3)
    chance = random.Random(3)
    state = game.start(4)
    for _ in range(40):
        check_hidden(state, chance)
        if state.decision is None:
            break
        state = state.play(chance.choice(state.decision.options))


def test_an_exchange_changes_what_others_see() -> None:
    """Else the test above would be idle."""
    state: State = alarife.load("oh_hell", players=3).start(2)
    other = exchanged(state, 1, random.Random(1))
    assert other is not None
    assert other.dump() != state.dump()
    assert any(other.view(seat) != state.view(seat) for seat in (2, 3)) or state != other


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = alarife.load("oh_hell", players=3).start(2)
    monkeypatch.setattr(State, "view", lambda self, seat: {"leak": self.dump()["places"]})
    monkeypatch.setattr("tests.fuzz.hidden.pieces_in", lambda data: iter(()))
    with pytest.raises(AssertionError, match="tell hidden pieces apart"):
        check_hidden(state, random.Random(1))


def test_what_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "MOST_SECONDS", -1.0)
    with pytest.raises(trying.Broken):
        trying.Watch().step("nothing")
