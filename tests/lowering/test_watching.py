"""Existences of actions that are remembered: what they depend on, and when they are asked again."""

from __future__ import annotations

import ast
from types import SimpleNamespace
from typing import Any

import pytest
from tests.ir.games import stages_of

from alarife.engine import graphs
from alarife.engine.graphs import by_grid, by_seat, watched
from alarife.engine.verifying import Differs, verified
from alarife.lowering.lower import Lowered
from alarife.pipeline import load, stages


def reads(made: Lowered, action: str) -> Any:
    """What is written about an action that is remembered: for each seat slots, and the slot of a
    grid."""
    (line,) = [x for x in made.source.split("\n") if x.startswith(f"exists·{action} = watched(")]
    return ast.literal_eval(line.partition(", ")[2][:-1])


def test_what_each_seat_depends_on() -> None:
    made = stages_of("alhambra+all").lowered
    places = made.layout.places
    seats = reads(made, "buy")
    assert len(seats) == made.checked.world.players
    hands = {places["hand"].base + seat for seat in range(len(seats))}
    for seat, (slots, grid) in enumerate(seats):
        assert grid is None
        assert hands & set(slots) == {places["hand"].base + seat}
        assert {places["market"].base + c for c in range(4)} <= set(slots)
        assert places["display"].base not in slots
        assert made.layout.notes["on_turn"].base not in slots


def test_what_a_law_reads_counts_and_its_grid() -> None:
    made = stages("alhambra", ("walls", "gates"), players=3).lowered
    for seat, (slots, grid) in enumerate(reads(made, "remove")):
        assert grid == made.layout.places["city"].base + seat
        assert made.layout.notes["gate"].base in slots


def test_what_is_counted_on_a_grid_is_worth_remembering() -> None:
    made = stages("alhambra", ("huts",), players=3).lowered
    for seat, (slots, grid) in enumerate(reads(made, "take_hut")):
        assert grid == made.layout.places["city"].base + seat
        assert made.layout.places["bought"].base + seat in slots


def test_what_is_quick_is_left_as_it_was() -> None:
    assert "watched(" not in stages_of("alhambra").lowered.source


def test_what_only_asks_what_is_remembered_is_not_remembered_again() -> None:
    source = stages("alhambra", ("walls", "gates"), players=3).lowered.source
    assert "exists·add = watched(" in source
    assert "exists·redesign_now = watched(" not in source


def test_asked_again_when_a_slot_is_replaced() -> None:
    asked: list[int] = []

    def exists(s: list[Any], you: int) -> bool:
        asked.append(you)
        return bool(s[you])

    again: Any = watched(exists, (((0, 2), None), ((1, 2), None)))
    s: list[Any] = [(1,), (), 7]
    assert [again(s, 0), again(s, 1), again(s, 0), again(s, 1)] == [True, False, True, False]
    assert asked == [0, 1]
    s[1] = (4,)
    assert [again(s, 0), again(s, 1)] == [True, True]
    assert asked == [0, 1, 1]
    s[2] = 8
    assert [again(s, 0), again(s, 1)] == [True, True]
    assert asked == [0, 1, 1, 0, 1]


def test_asked_again_when_a_grid_has_changed_in_place() -> None:
    asked: list[int] = []

    def exists(s: list[Any], you: int) -> bool:
        asked.append(you)
        return bool(s[0].cells)

    grid = SimpleNamespace(memo={}, cells={})
    again: Any = watched(exists, (((), 0),))
    assert [again([grid], 0), again([grid], 0)] == [False, False]
    grid.cells, grid.memo = {3: 1}, {}
    assert again([grid], 0)
    assert asked == [0, 0]


def test_a_fault_is_not_remembered() -> None:
    def exists(s: list[Any], you: int) -> bool:
        if s[0] is None:
            raise LookupError
        return True

    again: Any = watched(exists, (((0,), None),))
    for _ in range(2):
        with pytest.raises(LookupError):
            again([None], 0)
    assert again([1], 0)


def test_compared_with_the_same_asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = ("alhambra", ("vizier", "bazaars", "gates"))
    assert verified(load(*setup, players=3), 1, 3, 150)["actions"] > 50

    def never_again(function: Any, seats: Any) -> Any:
        return watched(function, tuple(((), None) for _ in seats))

    monkeypatch.setattr(graphs, "watched", never_again)
    with pytest.raises(Differs):
        verified(load(*setup, players=3), 1, 3, 400)


def test_left_out_it_is_not_written() -> None:
    assert "watched(" not in stages_of("alhambra+all", ("watch",)).lowered.source


# ----------------------------------------------------------------
# results of a seat, and of a grid
def test_results_are_kept_for_each_seat_by_what_it_depends_on() -> None:
    made = stages("alhambra", ("gates", "huts"), players=3).lowered
    places, gate = made.layout.places, made.layout.notes["gate"].base
    (line,) = [x for x in made.source.split("\n") if x.startswith("value·cut_off = by_seat(")]
    seats = ast.literal_eval(line.partition(", ")[2][:-1])
    assert [grid for _, grid in seats] == [places["city"].base + seat for seat in range(3)]
    assert all(gate in slots for slots, _ in seats)
    every = tuple(sorted((gate, *(places["city"].base + seat for seat in range(3)))))
    others = stages("alhambra", ("gates", "huts"), players=3, without=("watch",)).lowered
    assert f"value·cut_off = by_slots(value·cut_off, {every!r})" in others.source


def test_a_seat_is_asked_again_when_its_own_has_changed() -> None:
    asked: list[tuple[int, ...]] = []

    def value(s: list[Any], p: int, *args: int) -> int:
        asked.append((p, *args))
        return sum(args) + len(s[p].cells)

    kept = by_seat(value, (((2,), 0), ((3,), 1)))
    grids = [SimpleNamespace(memo={}, cells={}) for _ in range(2)]
    s: list[Any] = [*grids, "a", "b"]
    assert [kept(s, 0), kept(s, 0, 4), kept(s, 1), kept(s, 0), kept(s, 0, 4)] == [0, 4, 0, 0, 4]
    assert asked == [(0,), (0, 4), (1,)]
    grids[0].cells, grids[0].memo = {5: 1}, {}
    assert [kept(s, 0, 4), kept(s, 0), kept(s, 1)] == [5, 1, 0]
    assert asked[3:] == [(0, 4), (0,)]
    s[3] = "c"
    assert [kept(s, 0), kept(s, 1)] == [1, 0]
    assert asked[5:] == [(1,)]


def test_what_is_kept_with_a_grid_is_asked_again_when_a_slot_is_replaced() -> None:
    asked: list[Any] = []

    def links(s: list[Any], g: Any) -> Any:
        asked.append(g)
        if s[0] is None:
            raise LookupError
        return s[0], len(g.cells)

    kept = by_grid(links, (0,))
    one, other = (SimpleNamespace(memo={}, cells={}) for _ in range(2))
    assert [kept(["x"], g) for g in (one, other, one, other)] == [("x", 0)] * 4
    assert asked == [one, other]
    assert kept(["y"], one) == ("y", 0)
    one.cells, one.memo = {3: 7}, {}
    assert kept(["y"], one) == ("y", 1)
    for _ in range(2):
        with pytest.raises(LookupError):
            kept([None], one)


@pytest.mark.parametrize("keeper", ["by_seat", "by_grid"])
def test_results_are_compared_with_the_same_asked_anew(
    keeper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = ("alhambra", ("walls", "gates", "huts"))
    assert verified(load(*setup, players=3), 1, 3, 150)["results"] > 50

    def forever(function: Any, _: Any) -> Any:
        known: dict[Any, Any] = {}

        def ask(s: Any, *args: Any) -> Any:
            key = tuple([a for a in args if isinstance(a, int)])
            if key not in known:
                known[key] = function(s, *args)
            return known[key]

        ask.anew = function  # type: ignore[attr-defined]
        return ask

    monkeypatch.setattr(graphs, keeper, forever)
    with pytest.raises(Differs):
        verified(load(*setup, players=3), 1, 3, 1_200)
