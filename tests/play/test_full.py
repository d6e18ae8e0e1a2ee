"""The whole screen: the same table in panes, pointed at with arrows and the mouse."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.play.table import game

from alarife.play import saves, shelf
from alarife.play.sitting import Sitting
from alarife.table import Answer

pytest.importorskip("textual", reason="The whole screen needs Textual (`alarife[tui]`).")

from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from alarife.play.full.app import TableApp
from alarife.play.full.pages import HandOver, Page
from alarife.play.full.sheet import Sheet

Act = Callable[[TableApp, "Pilot[int]"], Awaitable[None]]


def _sitting(tmp_path: Path, name: str, seats: list[str], seed: int = 7) -> Sitting:
    of = game(name, len(seats))
    save = saves.begin(of, seats, seed, ["Ann", "Bob", "Cy"][: len(seats)])
    return Sitting(of, save, shelf.Target(tmp_path / "a.json"))


def at_table(sitting: Sitting, act: Act, size: tuple[int, int] = (80, 24)) -> TableApp:
    app = TableApp(sitting)

    async def sits() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(app, pilot)

    asyncio.run(sits())
    return app


async def _waits(app: TableApp, pilot: Pilot[int]) -> None:
    """Until a person is asked, or the end is shown."""
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        await pilot.pause(0.02)
        ended = not app.sitting.asked and isinstance(app.screen, Page)
        if app.asked is not None or ended:
            return
    raise AssertionError("nobody is asked, and the game is not over")


def _words(app: TableApp, pane: str) -> str:
    return "\n".join(line.plain for line in app.query_one(pane, Sheet).lines)


def test_arrows_point_and_enter_chooses(tmp_path: Path) -> None:
    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        assert app.pointer.tag == "@1"
        await pilot.press("right", "right", "left", "right", "enter")
        await _waits(app, pilot)
        assert app.sitting.played.answers[0] == "3"
        assert "<O>" in _words(app, "#board"), "the last move is marked"
        await pilot.press("4", "enter")
        await _waits(app, pilot)
        assert app.sitting.played.answers[2] == "4", "what is typed counts as well"
        assert "Ann: Which column? 3" in _words(app, "#news")
        await pilot.press("f6")
        await pilot.pause()
        assert app.sitting.played.position == 2, "taken back, and what the bot answered"

    at_table(_sitting(tmp_path, "connect_four", ["person", "greedy"]), act)


def test_the_space_bar_chooses_and_puts_back(tmp_path: Path) -> None:
    """In a line that has begun, it is a space."""

    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        line = app.query_one("#line", Input)
        await pilot.press("space")
        await _waits(app, pilot)
        assert app.asked is not None
        assert app.asked.kind == "set"
        await pilot.press("right", "space")
        await pilot.pause()
        assert len(app.session.picks) == 1
        assert line.value == ""
        await pilot.press("w", "h", "y", "space")
        assert line.value == "why "

    at_table(_sitting(tmp_path, "dice", ["person", "person"], 5), act)


def test_a_burst_of_keys_is_a_line(tmp_path: Path) -> None:
    """Keys that arrive at once, as over a slow connection, are typed; their space chooses nothing."""

    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        position = app.sitting.played.position
        for key, character in (("w", "w"), ("h", "h"), ("y", "y"), ("space", " "), ("4", "4")):
            app.post_message(events.Key(key, character))
        await pilot.pause()
        assert app.query_one("#line", Input).value == "why 4"
        assert app.sitting.played.position == position

    at_table(_sitting(tmp_path, "dice", ["person", "person"], 5), act)


def test_the_mouse_chooses_and_asks_why_not(tmp_path: Path) -> None:
    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        board = app.query_one("#board", Sheet)
        span = next(s for s in board.spans if s.tag == "@5")
        await pilot.click("#board", offset=(span.begin, span.y))
        await _waits(app, pilot)
        assert app.sitting.played.answers == ["2,2"]
        taken = next(s for s in board.spans if s.tag == "?2,2")
        await pilot.click("#board", offset=(taken.begin, taken.y))
        await pilot.pause()
        assert isinstance(app.screen, Page) or "2,2" in str(app.query_one("#note").render())

    sitting = _sitting(tmp_path, "tic_tac_toe", ["person", "person"])
    at_table(sitting, act)


def test_a_set_is_picked_put_back_and_confirmed(tmp_path: Path) -> None:
    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press("1", "enter")
        await _waits(app, pilot)
        assert app.asked is not None
        assert app.asked.kind == "set"
        ask = app.query_one("#ask", Sheet)
        span = next(s for s in ask.spans if s.tag == "@2")
        await pilot.click("#ask", offset=(span.begin, span.y))
        await pilot.pause()
        assert len(app.session.picks) == 1
        assert "chosen:" in _words(app, "#ask")
        before = app.sitting.played.position
        span = next(s for s in ask.spans if s.tag == "@d")
        await pilot.click("#ask", offset=(span.begin, span.y))
        await pilot.pause()
        assert app.sitting.played.position == before + 1

    at_table(_sitting(tmp_path, "dice", ["person", "person"], 5), act)


def test_hidden_hands_are_handed_over(tmp_path: Path) -> None:
    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, HandOver)
        await pilot.press("enter")
        await pilot.pause()
        first = _words(app, "#board")
        assert "Your hand" in first
        await pilot.press("1", "enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)

    at_table(_sitting(tmp_path, "kuhn_poker", ["person", "person"], 3), act)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_a_whole_game_and_its_end(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        for _ in range(60):
            if not app.sitting.asked:
                break
            await pilot.press("enter")
            await _waits(app, pilot)
        assert not app.sitting.asked
        assert isinstance(app.screen, Page), "how it ended"
        await pilot.press("enter")
        line = app.query_one("#line", Input)
        line.value = "again"
        await pilot.press("enter")
        await pilot.pause()

    sitting = _sitting(tmp_path, "goofspiel", ["person", "random", "greedy"])
    app = at_table(sitting, act, size)
    assert app.session.again
    told = {e["words"] for e in sitting.table.log(sitting.played, 1)}
    shown = " ".join(_shown(app))
    assert all(" ".join(words.split()) in shown for words in told), "the news hold every event"


def test_the_last_scoring_is_read_before_the_end(tmp_path: Path) -> None:
    sitting = _sitting(tmp_path, "dice", ["person", "person"])
    lot = random.Random(5)
    while (decision := sitting.played.state.decision) is not None:
        key = lot.choice(decision.options).key
        if sitting.played.state.play(key).is_over:
            break
        sitting.played.add(Answer(decision.player, (key,)))
    titles: list[str] = []

    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        for _ in range(4):  # what was to be read before the last question
            if isinstance(app.screen, Page):
                await pilot.press("enter")
                await pilot.pause()
        app.typed(key)
        await pilot.pause()
        while isinstance(app.screen, Page):
            titles.append(str(app.screen.query_one("#page-title", Static).render()))
            await pilot.press("enter")
            await pilot.pause()

    at_table(sitting, act)
    assert titles == ["A scoring", "The end"]


def _shown(app: TableApp) -> list[str]:
    from alarife.play.telling import news_lines

    lines = news_lines(app.session.table.log(app.sitting.played, app.seat), 200)
    return [" ".join(line.plain.split()) for line in lines]


def test_the_table_has_the_room_it_needs(tmp_path: Path) -> None:
    """At 80 by 24 a board of 13 lines is whole."""

    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        board = app.query_one("#board", Sheet)
        assert board.size.height >= 13
        await pilot.press("a", "7", "enter")
        await _waits(app, pilot)
        assert "<" in _words(app, "#board"), "the last move is marked on a map as well"
        assert len(board.lines) <= board.size.height

    at_table(_sitting(tmp_path, "morris", ["person", "random"]), act)


def test_where_nobody_has_points_the_end_hides_no_board(tmp_path: Path) -> None:
    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        for column in "1212121":
            await pilot.press(column, "enter")
            await pilot.pause()
        assert not app.sitting.asked
        assert not isinstance(app.screen, Page)
        assert _words(app, "#board").count("=X=") == 4
        assert "Ann has won" in _words(app, "#ask")

    at_table(_sitting(tmp_path, "connect_four", ["person", "person"]), act)


def test_a_page_is_as_wide_as_what_can_be_seen_of_it(tmp_path: Path) -> None:
    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        for command in ("?", "rules", "log all", "legend"):
            app.typed(command)
            await pilot.pause()
            assert isinstance(app.screen, Page)
            lines = app.screen.query_one("#page-lines", Sheet)
            assert max(line.width for line in lines.lines) <= lines.scrollable_content_region.width
            await pilot.press("escape")
            await pilot.pause()

    at_table(_sitting(tmp_path, "dice", ["person", "random", "random"]), act)


def test_what_one_has_just_done_is_in_view(tmp_path: Path) -> None:
    """At the beginning of a turn the news begin with what the others did; after an action of one's
    own, with that."""

    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        await _waits(app, pilot)
        news = app.query_one("#news", Sheet)
        app.typed("roll again" if "Roll again" in _words(app, "#ask") else "1")
        await pilot.pause()
        while app.asked is not None and app.asked.kind == "set":
            app.typed("1, done")
            await pilot.pause()
        await pilot.pause()
        shown = [line.plain for line in news.lines[int(news.scroll_y) :]]
        assert "turned to" in shown[0], shown[:8]

    at_table(_sitting(tmp_path, "dice", ["person", "random", "random"], seed=11), act)


def test_what_one_holds_stands_above_the_question_where_the_table_does_not_fit(
    tmp_path: Path,
) -> None:
    async def act(app: TableApp, pilot: Pilot[int]) -> None:
        await _waits(app, pilot)
        board, ask = (app.query_one(pane, Sheet) for pane in ("#board", "#ask"))
        assert len(board.lines) > board.size.height
        assert ask.lines[0].plain.startswith("Your hand: ")
        assert "Your hand" not in _words(app, "#board")
        assert len(ask.lines) <= ask.size.height
        await pilot.press("1", "enter")
        await _waits(app, pilot)
        assert app.sitting.played.answers or app.session.picks

    at_table(_sitting(tmp_path, "alhambra", ["person", "greedy", "greedy"]), act, (80, 18))
