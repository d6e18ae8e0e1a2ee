"""What a seat is told of who answered what: all that is done in the open, nothing that is secret."""

from __future__ import annotations

import json
from random import Random

import pytest

import alarife
from alarife.engine.state import State

SEED = 5


def played(game: str, moves: int, seed: int = SEED) -> State:
    lots, state = Random(seed), alarife.load(game).start(seed=seed)
    for _ in range(moves):
        if state.decision is None:
            break
        state = state.play(lots.choice(state.decision.options))
    return state


def test_what_is_said_aloud_all_are_told() -> None:
    state = played("auction", 30)
    told = [state.history(seat) for seat in range(1, state.game.players + 1)]
    assert all(one == told[0] for one in told)
    bids = [one["answer"] for one in told[0] if one["rule"] == "bid"]
    rules = state.game.lowered.rules
    assert bids == [e[4] for e in state.log if e[0] in ("choice", "only") and rules[e[1]] == "bid"]
    assert len(bids) > 3


def test_what_is_sealed_only_who_answered_is_told() -> None:
    state = played("goofspiel", 12)
    for seat in range(1, state.game.players + 1):
        told = state.history(seat)
        assert told
        assert {one["seat"] for one in told} == {seat}


@pytest.mark.parametrize(
    ("game", "rule"),
    [("oh_hell", "play_card"), ("spades", "play_card"), ("alhambra", "take_money")],
)
def test_a_piece_that_somebody_else_chose_is_not_named(game: str, rule: str) -> None:
    state = played(game, 40)
    for seat in range(1, state.game.players + 1):
        told = json.loads(json.dumps(state.history(seat)))
        chosen = [one for one in told if one["rule"] == rule and one["kind"] in ("one", "set")]
        assert all(one["answer"] is None for one in chosen if one["seat"] != seat)
        assert {one["seat"] for one in chosen} > {seat}


def test_what_others_know_alone_changes_nothing() -> None:
    """The same answers in a game that was dealt otherwise: what is told is the same."""
    game = alarife.load("kuhn_poker")
    told = set[str]()
    for seed in range(12):
        state = game.start(seed=seed).play(0).play(0)
        told.add(json.dumps(state.history(1)))
    assert len(told) == 1


def test_it_is_kept_by_a_dump_and_stands_in_a_view_on_demand() -> None:
    state = played("auction", 9)
    again = state.game.restore(state.dump())
    assert again.history(2) == state.history(2)
    assert state.view(2, history=True) == {**state.view(2), "history": state.history(2)}
    assert "history" not in state.view(2)


def test_without_a_log_nothing_is_told() -> None:
    assert alarife.load("auction").start(seed=1, log=False).play(0).history(1) == []
