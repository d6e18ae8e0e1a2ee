"""Boards that are as large as the terminal, or larger: what matters is seen, and the rest is one key
away."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.play.table import game

import alarife
from alarife import Game
from alarife.play import saves, shelf
from alarife.play.flat import Flat
from alarife.play.framing import columns_above, first_seen, framed, words_of
from alarife.play.scene import Size
from alarife.play.screen import draw
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.play.terminal import Terminal
from alarife.play.text import Text
from alarife.table import Answer

_OPTIONS: dict[str, dict[str, int]] = {
    "go": {"go.columns": 19, "go.rows": 19},
    "halma": {"halma.size": 12, "halma.camp_rows": 4},
    "dots_and_boxes": {"dots_and_boxes.columns": 8, "dots_and_boxes.rows": 8},
}
_BIG = ["hex", "go", "halma", "draughts", "morris", "dots_and_boxes", "hamlets", "alhambra"]


def _game(name: str) -> Game:
    if name in _OPTIONS:
        return alarife.load(name, players=2, options=_OPTIONS[name])
    return game(name, 2)


def _sitting(tmp_path: Path, name: str, steps: int, seed: int = 5) -> Sitting:
    of = _game(name)
    save = saves.begin(of, ["person", "person"], seed, ["Ann", "Bob"])
    sitting = Sitting(of, save, shelf.Target(tmp_path / f"{name}{steps}.json"))
    lot = random.Random(seed)
    for _ in range(steps):
        decision = sitting.played.state.decision
        if decision is None:
            break
        keys = [o.key for o in decision.options if o.key != "pass"]
        sitting.played.add(Answer(decision.player, (lot.choice(keys),)))
    return sitting


def _rows(count: int, **marked: str) -> list[Text]:
    return [Text(("x", marked.get(f"l{i}", ""))) for i in range(count)]


def test_the_last_move_is_seen_first_of_all_then_as_many_answers_as_can_be() -> None:
    answers = {f"l{i}": "@1" for i in range(3)}
    assert first_seen(_rows(20, **answers), 5) == 0
    top = first_seen(_rows(20, l12="bold !", **answers), 5)
    assert top <= 12 < top + 5
    assert first_seen(_rows(20, l4="!", **answers), 5) == 0
    assert first_seen(_rows(4, l3="!"), 5) == 0


def test_what_is_left_out_is_counted_on_both_sides() -> None:
    lines = [line.plain for line in framed(_rows(20, l10="!"), 6)]
    assert len(lines) == 6
    above, below = int(lines[0].split()[0]), int(lines[-1].split()[0])
    assert above + below + 4 == 20
    assert framed(_rows(20, l1="!"), 6)[0].plain == "x"
    assert len(framed(_rows(20, l19="!"), 6)) == 6


def test_a_board_keeps_the_numbers_of_its_columns() -> None:
    board = Flat(range(1, 6), range(1, 9), {}, True, True, hexagonal=True)
    lines = board.lines()
    moved = columns_above(lines, 4)
    assert moved is not None
    assert moved.plain.strip() == lines[0].plain.strip()
    cell = lines[4].plain.index("·")
    assert moved.plain[cell - 1 : cell + 1].strip() == "1", "above the cells of this row"
    assert columns_above(lines, 0) is None


def test_narrow_cells_keep_every_frame() -> None:
    last = Text(("<", "bold"), ("X", "bold ?1,1"), (">", "bold"))
    may = Text(("[", "bold"), ("O", "bold @1"), ("]", "bold"))
    board = Flat(range(1, 12), range(1, 3), {(1, 1): last, (2, 1): may, (3, 2): may}, True, True)
    lines = board.narrow()
    assert lines is not None
    assert lines[0].plain == "   1 2 3 4 5 6 7 8 9  11"
    assert lines[1].plain == "1 <X[O]· · · · · · · · ·"
    assert lines[2].plain == "2  · ·[O]· · · · · · · ·"
    assert max(line.width for line in lines) < max(line.width for line in board.lines())
    wide = Flat(range(1, 3), range(1, 2), {(1, 1): Text("BM")}, True, True)
    assert wide.narrow() is None


@pytest.mark.parametrize("name", _BIG)
@pytest.mark.parametrize("steps", [25, 61])
def test_line_by_line_the_last_move_is_on_the_screen(tmp_path: Path, name: str, steps: int) -> None:
    sitting = _sitting(tmp_path, name, steps)
    seat = sitting.asked
    session = Session(sitting, Terminal(colour=False))
    data = sitting.show(seat)
    scene = session.scene(data, [])
    scene.size = Size(80, 23)
    lines = draw(scene).lines
    assert len(lines) <= 23
    if _own_grid(data, seat):
        assert any("!" in words_of(line) for line in lines)


def _own_grid(data: dict[str, Any], seat: int) -> bool:
    """Whether the last move went to a board that all share, or to one's own."""
    owners = {p["id"]: p["owner"] for p in data["places"]}
    return any(owners.get(s["place"]) in (None, seat) for s in data["last"])


def test_a_grid_that_is_too_wide_goes_on_below(tmp_path: Path) -> None:
    sitting = _sitting(tmp_path, "hamlets", 120)
    session = Session(sitting, Terminal(colour=False))
    scene = session.scene(sitting.show(sitting.asked or 1), [])
    scene.size = Size(50, 10_000)
    board = draw(scene).lines
    places = {p["place"]: p for p in sitting.show(1)["places"]}
    rows = {str(e["at"][1]) for e in places["land"]["content"]}
    west = [line.plain for line in board if line.plain[:3].strip() in rows]
    assert not any("…" in row for row in west)
    assert len(west) > len(rows), "each row in several parts"


def test_full_screen_boards_show_what_matters(tmp_path: Path) -> None:
    pytest.importorskip("textual", reason="The whole screen needs Textual (`alarife[tui]`).")
    from tests.play.test_full import at_table

    async def act(app: Any, pilot: Any) -> None:
        while len(app.screen_stack) > 1:
            await pilot.press("enter")
            await pilot.pause()
        board = app.query_one("#board")
        top, left, size = board.scroll_offset.y, board.scroll_offset.x, board.size
        seen = board.lines[top : top + size.height]
        last = [line for line in board.lines if "!" in words_of(line)]
        assert not last or any("!" in words_of(line) for line in seen)
        for line in seen:
            assert line.upto("!") <= left + size.width
        hidden = len(board.lines) - size.height
        first, final = (board.render_line(y).text for y in (0, size.height - 1))
        assert hidden <= top or f"↓{hidden - top}" in final
        assert top == 0 or f"↑{top}" in first
        whole = app.sitting.game.name in ("hex", "draughts", "morris")
        assert not whole or hidden <= 2, "compact, rather than scrolled"
        await pilot.press("shift+down", "shift+down")
        await pilot.pause()
        assert board.scroll_offset.y == min(top + 4, max(hidden, 0))

    for name in _BIG:
        for steps in (25, 61):
            at_table(_sitting(tmp_path, name, steps), act)


def test_an_edge_that_was_drawn_last_is_marked(tmp_path: Path) -> None:
    sitting = _sitting(tmp_path, "dots_and_boxes", 9)
    data = sitting.show(sitting.asked)
    assert [sorted(s) for s in data["last"]] == [["edge", "piece", "place"]]
    session = Session(sitting, Terminal(colour=False))
    scene = session.scene(data, [])
    scene.size = Size(100, 60)
    assert sum(line.plain.count("<L>") for line in draw(scene).lines) == 1
    asked = scene.asked
    assert asked is not None
    assert any("as marked" in line.plain for line in draw(scene).lines)
    many = len(asked.choices)
    assert not any(line.plain.strip().startswith(f"{many} ") for line in draw(scene).lines)


def test_the_browser_rings_an_edge_that_was_drawn_last() -> None:
    pytest.importorskip("starlette", reason="The browser's table needs the extra `web`.")
    from alarife.web.marks import marked

    def at(x: float, y: float) -> tuple[float, float]:
        return x * 56, y * 56

    spots = [{"place": "board", "edge": [3, 2]}, {"place": "board", "at": [1, 1]}]
    drawn = marked(spots, "board", at, False, "last")
    assert drawn.count('class="last"') == 2
    assert "<circle" in drawn


@pytest.mark.parametrize("name", ["hex", "go"])
def test_a_board_fits_a_narrow_terminal_that_is_high(tmp_path: Path, name: str) -> None:
    sitting = _sitting(tmp_path, name, 20)
    session = Session(sitting, Terminal(colour=False))
    scene = session.scene(sitting.show(sitting.asked or 1), [])
    scene.size = Size(60, 10_000)
    drawn = [line.plain for line in draw(scene).lines]
    assert not any("…" in line for line in drawn)
    assert max(len(line) for line in drawn) <= 60
