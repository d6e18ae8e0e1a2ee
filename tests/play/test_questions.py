"""What people type, and what it means."""

from __future__ import annotations

import pytest
from tests.play.table import game, played, until

from alarife import State
from alarife.play.asking import NotUnderstood, Question
from alarife.play.explaining import Explainer
from alarife.play.look import Look
from alarife.play.several import play_all, play_several


def _question(state: State) -> Question:
    assert state.decision is not None
    seat = state.decision.player
    return Question(state, state.view(seat), Look(state.game.world, seat))


def _where() -> State:
    return until(
        played(game("alhambra", 3), 150),
        lambda s: (
            s.decision is not None and s.decision.rule == "build" and len(s.decision.options) > 2
        ),
    )


def test_a_cell_by_number_and_by_coordinates() -> None:
    question = _question(_where())
    first = question.choices[0]
    assert first.at is not None
    x, y = first.at
    for said in ("1", f"{x},{y}", f"({x}, {y})", f" {x} , {y} "):
        assert question.meant(said) is first


def test_a_name_or_its_beginning_will_do() -> None:
    question = _question(game("alhambra", 3).start(1))
    assert question.meant("take money").key == "take_money"
    assert question.meant("Take").key == "take_money"
    assert question.meant("take_money").key == "take_money"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "0",
        "99",
        "-1",
        "9,9",
        "nonsense",
        "1,,",
        "\x00",
        "d" * 5000,
        "1" * 5000,
        "ü",
        "(((",
        "%s",
        "why",
    ],
)
def test_what_means_nothing_is_answered_with_what_to_type(said: str) -> None:
    for state in (_where(), game("alhambra", 3).start(1), game("oh_hell", 3).start(1)):
        question = _question(state)
        if said in ("0", "1,,") and state.game.name == "oh_hell":
            continue
        with pytest.raises(NotUnderstood, match=r"Type|could be"):
            question.meant(said)


def test_numbers_are_chosen_by_themselves() -> None:
    question = _question(game("oh_hell", 3).start(1))
    assert [c.handle for c in question.choices] == [str(n) for n in range(8)]


def _rolling() -> State:
    state = game("dice", 2).start(5)
    assert state.decision is not None
    return state.play("roll_again")


def test_a_set_at_once_whatever_the_order() -> None:
    state = _rolling()
    question = _question(state)
    states, keys = play_several(
        state, question, [question.meant(w) for w in question.split("2, 1 done")]
    )
    assert len(keys) == len(states) == 3
    assert states[-1].decision is not None
    assert states[-1].decision.rule != state.decision.rule  # type: ignore[union-attr]


def test_equal_things_are_counted_out() -> None:
    state = _rolling()
    question = _question(state)
    faces = [p["symbol"] for p in state.view(1)["places"]["tray"]]
    twice = next(f for f in faces if faces.count(f) > 1)
    n = faces.count(twice)
    word = next(c.handle for c in question.choices if twice in c.key)
    _, keys = play_several(state, question, [question.meant(word)] * n)
    assert len(keys) == n
    with pytest.raises(NotUnderstood, match="Nothing was chosen"):
        play_several(state, question, [question.meant(word)] * (n + 1))


def test_everything_at_once() -> None:
    state = _rolling()
    states, keys = play_all(state)
    assert len(keys) >= 8
    assert states[-1].decision is not None


def test_why_a_cell_is_not_offered_names_the_rules() -> None:
    state = _where()
    question = _question(state)
    told = [
        line.plain for line in Explainer(state.game, 80).why(state, question, "0,0", question.look)
    ]
    assert any("not offered" in line or "none of the things" in line for line in told)
    far = " ".join(
        line.plain
        for line in Explainer(state.game, 80).why(state, question, "40,40", question.look)
    )
    assert "On foot from the fountain" in far
    assert "{" not in far, "numbers are filled in"


def test_rules_are_found_by_title_and_by_word() -> None:
    explain = Explainer(game("alhambra", 3), 80)
    assert any("Walls meet walls" in line.plain for line in explain.rules("walls meet"))
    assert "No rule speaks of" in explain.rules("spaceship")[0].plain
    assert explain.rules("")


def test_numbers_are_filled_in_where_a_section_is_called_like_the_action() -> None:
    state = game("alhambra", 3).start(7).play("take_money")
    question = _question(state)
    told = "\n".join(line.plain for line in Explainer(state.game, 80).question(question))
    assert "at most 5" in " ".join(told.split())
    assert "{" not in told
