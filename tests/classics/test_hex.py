"""Hex: there is always exactly one winner, found by a plain search as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.classics.counting import Counter
from tests.classics.positions import board, count_moves, on_board, random_game

import alarife

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def load(edge: int, **options: bool) -> Any:
    return alarife.load(
        "hex",
        options={"hex.edge": edge, **{f"hex.{name}": value for name, value in options.items()}},
    )


def joins(cells: set[tuple[int, int]], edge: int, axis: int) -> bool:
    """Whether the cells join the first with the last row (axis 1) or column (axis 0)."""
    seen = {c for c in cells if c[axis] == 1}
    todo = list(seen)
    while todo:
        x, y = todo.pop()
        if (x, y)[axis] == edge:
            return True
        for dx, dy in NEIGHBOURS:
            c = (x + dx, y + dy)
            if c in cells and c not in seen:
                seen.add(c)
                todo.append(c)
    return False


@pytest.mark.parametrize(("plies", "ways"), [(1, 25), (2, 600), (3, 13_800)])
def test_ways_to_make_so_many_moves(plies: int, ways: int) -> None:
    state: Any = load(5).start(seed=1)
    assert count_moves(state, plies, on_board("colour"), lambda s: len(board(s, "colour"))) == ways


@pytest.mark.parametrize(("edge", "seed"), [(5, 1), (5, 2), (5, 3), (6, 4), (7, 5), (11, 6)])
def test_never_a_draw(edge: int, seed: int) -> None:
    for state in random_game(load(edge).start(seed=seed), seed):
        stones = board(state, "colour")
        red, blue = (
            {c for c, colour in stones.items() if colour == name} for name in ("red", "blue")
        )
        joined = [
            player for player, won in ((1, joins(red, edge, 1)), (2, joins(blue, edge, 0))) if won
        ]
        assert len(joined) == state.is_over
        if state.is_over:
            assert state.winners == joined


@pytest.fixture(scope="module")
def smallest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game on a board small enough to be solved."""
    shipped = Path(__file__).parents[2] / "rules" / "classics" / "hex.alr"
    text = shipped.read_text(encoding="utf-8")
    assert "5..11 = 11" in text
    path = tmp_path_factory.mktemp("hex") / "hex.alr"
    path.write_text(text.replace("5..11 = 11", "3..11 = 3"), encoding="utf-8")
    return path


def test_the_first_player_wins_on_a_small_board(smallest: Path) -> None:
    """All first stones win but two at either edge of the first player. Whatever is played, nobody
    ever ends without a winner."""
    game: Any = alarife.load(str(smallest))
    counter = Counter(game, "Stone", "colour", lambda x, y: (4 - x, 4 - y))
    assert counter.value(counter.start) == 1
    first = counter.values_of_first_moves()
    assert sorted(spot for spot, value in first.items() if value == -1) == [
        (1, 1),
        (2, 1),
        (2, 3),
        (3, 3),
    ]
    assert set(first.values()) | set(counter.solved.values()) == {1, -1}


def test_taking_over_the_first_stone() -> None:
    state: Any = load(5, take_over=True).start(seed=1)
    state = state.play(next(o for o in state.decision.options if o.value == {"at": [3, 3]}))
    assert state.decision.player == 2
    assert "take_over_stone" in [o.value for o in state.decision.options]
    state = state.play(next(o for o in state.decision.options if o.value == "take_over_stone"))
    assert state.decision.player == 1
    assert board(state, "colour") == {(3, 3): "red"}
    state = state.play(state.decision.options[0])
    assert sorted(board(state, "colour").values()) == ["blue", "red"]


def test_not_without_the_option() -> None:
    state: Any = load(5).start(seed=1)
    state = state.play(state.decision.options[0])
    assert all("at" in o.value for o in state.decision.options)
