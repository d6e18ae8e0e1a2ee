"""A first game: each question is explained once, to each person, by the rules themselves."""

from __future__ import annotations

from tests.play.table import game

from alarife.play.explaining import Explainer
from alarife.play.lessons import Lessons
from alarife.table import Answer, History, Table


def _lesson(lessons: Lessons, table: Table, history: History, seat: int) -> str:
    found = lessons.lesson(table.show(history, seat), Explainer(table, 80))
    return "\n".join(line.plain for line in found)


def test_each_question_is_explained_once_and_the_goal_first() -> None:
    table, history, lessons = (
        Table(game("oh_hell", 3)),
        History(game("oh_hell", 3), 2),
        Lessons(True),
    )
    met: dict[int, int] = {}
    for _ in range(12):
        decision = history.state.decision
        assert decision is not None
        seat = decision.player
        told = _lesson(lessons, table, history, seat)
        assert ("take exactly that many" in told) == (seat not in met), "what the game is about"
        assert ("How many tricks?" in told) == (seat not in met)
        assert ("Following suit" in told) == (met.get(seat) == 1)
        assert not _lesson(lessons, table, history, seat), "it is not told twice"
        assert not any(_lesson(lessons, table, history, s) for s in (1, 2, 3) if s != seat)
        met[seat] = met.get(seat, 0) + 1
        history.add(Answer(seat, (decision.keys[0],)))


def test_of_a_menu_each_action_is_explained_and_nobody_is_taught_who_did_not_ask() -> None:
    table, history = Table(game("alhambra", 3)), History(game("alhambra", 3), 7)
    assert history.state.decision is not None
    seat = history.state.decision.player
    told = _lesson(Lessons(True), table, history, seat)
    for words in ("Take money", "Redesign your Alhambra", "not possible now", "At any time"):
        assert words in told
    assert "{" not in told
    assert _lesson(Lessons(False), table, history, seat) == ""


def test_the_goal_is_told_in_sentences() -> None:
    """A title alone, such as that of the points, says nothing."""
    lines = [line.plain for line in Explainer(Table(game("spades", 4)), 80).goal()]
    assert any("If tied, both win." in line for line in lines)
    assert "points" not in lines
