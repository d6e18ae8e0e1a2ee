"""What a question is about, and what its answers would do; neither tells anything secret."""

from __future__ import annotations

import pytest
from tests.play.table import game, played, until

from alarife import State
from alarife.bots import Generator
from alarife.play.asking import Question
from alarife.play.explaining import Explainer
from alarife.play.look import Look
from alarife.play.preview import preview


def _question(state: State) -> Question:
    assert state.decision is not None
    seat = state.decision.player
    return Question(state, state.view(seat), Look(state.game.world, seat))


def _asked(name: str, players: int, prompt: str, modules: tuple[str, ...] = ()) -> Question:
    state = until(
        game(name, players, modules).start(3),
        lambda s: s.decision is not None and s.decision.prompt == prompt,
    )
    return _question(state)


def test_who_pays_is_told_for_what() -> None:
    question = _asked("alhambra", 3, "Which cards do you pay with?")
    market = [
        piece
        for pieces in question.state.view(1)["places"]["market"].values()
        for piece in [pieces]
        if piece
    ]
    assert any(question.look.long(piece).plain in question.prompt().plain for piece in market)


def test_a_card_that_nobody_has_seen_is_not_named() -> None:
    question = _asked("alhambra", 3, "Look at the top attack card", ("cards", "invaders"))
    assert question.prompt().plain.endswith("Look at the top attack card")


def test_where_a_marker_would_go_is_told() -> None:
    question = _asked("dice", 3, "Which symbol?")
    told = preview(question.state, question)
    assert set(told) == {c.key for c in question.choices}
    for choice in question.choices:
        assert f"result areas ({choice.words.plain}, " in told[choice.key].plain
    assert any(
        "result areas" in line.plain
        for line in Explainer(question.state.game, 100).question(question)
    )


def test_what_is_chosen_for_good_is_told() -> None:
    """Beside the pieces that move: what the table will have to remember."""
    chooses = until(
        game("dice", 3).start(3),
        lambda s: s.decision is not None and s.decision.rule == "choose_symbol",
    )
    question = _question(chooses)
    told = preview(question.state, question)
    assert told
    for choice in question.choices:
        assert told[choice.key].plain.endswith(f": {choice.words.plain}"), told


def test_what_it_tells_comes_true() -> None:
    question = _asked("dice", 3, "Which symbol?")
    told = preview(question.state, question)
    for choice in question.choices:
        after = question.state.play(choice.key)
        held = after.view(1)["places"]["area"]
        fields = {
            k.rpartition(",")[2].strip() for k, v in held.items() if v and k.startswith(choice.key)
        }
        assert any(told[choice.key].plain.endswith(f", {field})") for field in fields)


@pytest.mark.parametrize(
    ("name", "modules"),
    [("kuhn_poker", ()), ("alhambra", ("cards", "treasure", "invaders")), ("dice", ())],
)
def test_what_is_told_does_not_depend_on_what_is_hidden(
    name: str, modules: tuple[str, ...]
) -> None:
    of, lot = game(name, 2 if name == "kuhn_poker" else 3, modules), Generator(2)
    state = of.start(2)
    for _ in range(60):
        if state.decision is None:
            break
        question = _question(state)
        other = state.imagine(state.decision.player, 5)
        told = {k: v.plain.partition(" (")[0] for k, v in preview(state, question).items()}
        again = {k: v.plain.partition(" (")[0] for k, v in preview(other, _question(other)).items()}
        assert told == again
        state = state.play(lot.below(len(state.decision.options)))


def test_a_throw_is_not_foretold() -> None:
    question = _question(played(game("dice", 2), 0))
    assert "roll_again" not in preview(question.state, question)
