"""A short run of `python -m tests.fuzz`, and that it would find something."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from tests.fuzz import plainly, trying
from tests.fuzz.__main__ import Run, try_mutant
from tests.fuzz.grafts import grafted
from tests.fuzz.hidden import check_hidden, exchanged
from tests.fuzz.little import LITTLE
from tests.fuzz.mutants import OTHERS, SMALL, TEXTS, Mutant, mutant
from tests.fuzz.plainly import try_both
from tests.fuzz.saves import try_save

import alarife
from alarife.diagnostics import Diagnostic, Report, RuleError
from alarife.engine import budget
from alarife.engine.state import Game, State
from alarife.geometry import kept
from alarife.library import Library
from alarife.pipeline import load
from alarife.syntax.parse import parse_file

MUTANTS, SAVES, BOTH, PARTS = 1200, 2000, 400, 4


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("what", "number"), [("mutants", MUTANTS), ("saves", SAVES), ("both ways", BOTH)]
)
def test_nothing_breaks(what: str, number: int, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALARIFE_CACHE", "")
    monkeypatch.setattr(budget, "MOST_SECONDS", 1)
    run = Run(what, part * number // PARTS)
    cases: dict[str, Callable[[int], str]] = {
        "mutants": lambda seed: try_mutant(seed, run.counts),
        "saves": try_save,
        "both ways": lambda seed: try_both(mutant(seed)),
    }
    case = cases[what]
    found = list(run.tried(case, (part + 1) * number // PARTS))
    assert not found, f"seed {found[0][0]}: {found[0][2]}"
    assert run.came["plays"] > number / PARTS / 10
    if what == "mutants":
        assert run.counts["a move"] > number / PARTS / 2
        assert run.counts["hidden pieces exchanged"]


def test_what_breaks_is_found_with_its_seed() -> None:
    def case(seed: int) -> str:
        if seed == 5:
            raise KeyError(seed)
        return "plays"

    run = Run("cases", 0)
    assert [seed for seed, _, _ in run.tried(case, 10)] == [5]
    assert (run.next, run.came, run.broken) == (10, Counter(plays=9, BROKEN=1), [5])


def test_what_hangs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def case(seed: int) -> str:
        while seed:
            pass
        return "plays"

    monkeypatch.setattr("tests.fuzz.__main__.MOST_SECONDS", 0.2)
    assert [wrong[:5] for _, wrong, _ in Run("cases", 0).tried(case, 2)] == ["Hangs"]


@pytest.mark.parametrize("number", range(len(LITTLE)))
def test_the_little_games_play_as_they_stand(number: int) -> None:
    texts = LITTLE[number]
    modules = [path.removesuffix(".alr") for path in texts if path != "g.alr"]
    state = load("g", modules, library=Library(texts=texts)).start(seed=1)
    while state.decision is not None:
        state = state.play(state.decision.options[-1])


def test_most_grafts_parse_and_differ() -> None:
    print("seed 3")
    chance = random.Random(3)
    made = [(text, grafted(text, OTHERS, chance)) for text in OTHERS for _ in range(10)]
    parse = [other for _, other in made if other and parse_file(other, "g.alr", Report())]
    assert len(parse) > len(made) * 0.7
    assert sum(text != other for text, other in made) > len(made) * 0.6
    assert grafted("no rule file", OTHERS, chance) is None
    assert all(TEXTS[path] in OTHERS for path in SMALL)


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


@pytest.mark.parametrize(
    "said", ["'int' object is not iterable", "list index out of range", "KeyError: 'x'", "x" * 999]
)
def test_words_of_python_are_found(said: str) -> None:
    wrong = RuleError([Diagnostic("E0701", f"This saved state is damaged: {said}.", (), "Help.")])
    with pytest.raises(trying.Broken):
        trying.check_said(wrong)


def test_what_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "SLACK", -100.0)
    with pytest.raises(trying.Broken, match="nothing took"):
        trying.Watch().step("nothing")


def test_what_takes_too_much_memory_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "MOST_MEMORY", -1)
    with pytest.raises(trying.Broken, match="MB"):
        trying.Watch().step("nothing")


def test_what_an_optimisation_changes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that forgets to bring a board up to date."""

    def wrong(self: object, value: object, change: object) -> object:
        return value

    monkeypatch.setattr(kept.MembersWhere, "after", wrong)
    path = "classics/connect_four.alr"
    with pytest.raises(trying.Broken):
        try_both(Mutant({path: TEXTS[path]}, path, [], 2, 3))


def _endless() -> None:
    while True:
        pass


def test_what_goes_on_without_optimisations_is_counted_as_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = "classics/connect_four.alr"
    played: list[Game] = []

    def slow_plainly(game: Game, _seed: int) -> list[object]:
        played.append(game)
        if len(played) == 2:
            _endless()
        return []

    monkeypatch.setattr(plainly, "PLAIN_SECONDS", 0.05)
    monkeypatch.setattr(plainly, "_stepwise", slow_plainly)
    run = Run("both ways", 0)
    assert not list(
        run.tried(lambda seed: try_both(Mutant({path: TEXTS[path]}, path, [], 2, seed)), 1)
    )
    assert run.came == {plainly.TOO_LONG: 1}


def test_a_limit_in_a_limit_leaves_the_outer_one() -> None:
    def twice() -> None:
        with trying.soon(0.1):
            try:
                with trying.soon(0.02):
                    _endless()
            except trying.Hangs:
                _endless()

    with pytest.raises(trying.Hangs, match=r"more than 0\.1 seconds"):
        twice()
