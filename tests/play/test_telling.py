"""The log in words, taking back, and where points came from."""

from __future__ import annotations

import pytest
from tests.play.table import game, played

from alarife import State
from alarife.bots import Generator
from alarife.play.ending import by_scoring, final_lines, sources
from alarife.play.look import Look
from alarife.play.story import Story
from alarife.play.taking_back import can_take_back


def _told(state: State, seat: int) -> list[str]:
    return [e.words.plain for e in Story(state, Look(state.game.world, seat), seat).entries()]


def test_who_sees_a_card_is_told_which_it_was() -> None:
    state = game("kuhn_poker", 2).start(3)
    mine, other = _told(state, 1), _told(state, 2)
    card = state.view(1)["places"]["hand"]["1"]
    card = (card[0] if isinstance(card, list) else card)["rank"]
    assert any(card in line.lower() and "hand (you)" in line for line in mine)
    assert not any(card in line.lower() for line in other if "hand" in line)
    assert any("unseen" in line for line in other)


def test_a_secret_answer_is_not_told_before_all_have_answered() -> None:
    state = game("goofspiel", 3).start(1)
    after = state.play(3)
    assert _told(after, 2)[-1] == "Player 1 has answered"
    assert "4" in _told(after, 1)[-1]


def test_every_entry_names_its_rule() -> None:
    state = played(game("alhambra", 3, ("treasure",)), 200)
    entries = Story(state, Look(state.game.world, 1), 1).entries()
    assert len(entries) > 100
    assert all(e.rule for e in entries)


def test_a_choice_is_taken_back_as_long_as_nobody_learned_anything() -> None:
    state = game("alhambra", 3).start(1)
    assert state.decision is not None
    seat = state.decision.player
    chosen = state.play("take_money")
    assert can_take_back(state, chosen, seat) == ""
    drawn = played(game("dice", 2), 0)
    thrown = drawn
    while thrown.decision is not None and thrown.slots[4] == drawn.slots[4]:
        thrown = thrown.play(0)
    assert "can't be taken back" in can_take_back(
        drawn, thrown, drawn.decision.player if drawn.decision else 1
    )


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("dice", 2),
        ("dice", 3),
        ("oh_hell", 3),
        ("goofspiel", 3),
        ("kalah", 2),
        ("pig", 2),
        ("alhambra", 3),
        ("alcazaba", 3),
    ],
)
def test_points_add_up(name: str, players: int) -> None:
    of = game(name, players)
    lot, state = Generator(8), of.start(8)
    answers: list[str] = []
    while state.decision is not None:
        key = state.decision.options[lot.below(len(state.decision.options))].key
        answers.append(key)
        state = state.play(key)
    given = sources(of, answers, 8)
    for party, points in state.scores.items():
        assert sum(by.get(party, 0) for by in given.values()) == points
    text = "\n".join(line.plain for line in final_lines(state, Look(of.world, 1), answers, 8, 80))
    assert "wins" in text or "win." in text


def test_each_scoring_is_told_with_its_rules() -> None:
    of = game("alhambra", 3, ("treasure",))
    lot, state = Generator(8), of.start(8)
    answers: list[str] = []
    while state.decision is not None:
        answers.append(state.decision.options[lot.below(len(state.decision.options))].key)
        state = state.play(answers[-1])
    found = by_scoring(sources(of, answers, 8))
    assert len(found) == 3
    assert all(scoring.startswith("A scoring: ") for scoring in found)
    for rules in found.values():
        assert len(rules) > 1, "the buildings and the wall"
        assert "A scoring" not in rules


def test_a_path_is_told_as_far_as_it_takes() -> None:
    given: dict[tuple[str, tuple[str, ...]], dict[int | str, int]] = {
        ("Spring", ("All", "Fields", "Shares")): {1: 2},
        ("Spring", ("All", "Fields", "Barns", "Shares")): {1: 3},
        ("Spring", ("All", "Fences")): {2: 1},
        ("Autumn", ("Fields", "Shares")): {1: 4},
        ("Autumn", ()): {1: 1, 2: 2},
        ("", ("Gift",)): {2: 7},
    }
    assert by_scoring(given) == {
        "Spring": {"Fields: Shares": {1: 2}, "Fields: Barns": {1: 3}, "Fences": {2: 1}},
        "Autumn": {"Fields": {1: 4}, "Autumn": {1: 1, 2: 2}},
        "": {"Gift": {2: 7}},
    }


def test_a_chosen_piece_is_told_by_its_move_and_moves_alike_are_told_once() -> None:
    of = game("oh_hell", 3)
    state = played(of, 40)
    told = _told(state, 1)
    played_cards = [line for line in told if "hand (you) → cards of the trick (you)" in line]
    assert played_cards
    assert not any(line.startswith("Player 1: Clubs") for line in told)
    assert any(
        line.count(", ") == 2 and ": cards of the trick → cards of earlier tricks" in line
        for line in told
    )


def test_what_was_taken_without_asking_is_told_to_whom_it_was_taken_for() -> None:
    state = played(game("alhambra", 3), 120)
    told = [line for seat in (1, 2, 3) for line in _told(state, seat)]
    assert any("nothing else was possible" in line for line in told)
