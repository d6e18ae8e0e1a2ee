"""What holds for every one of the classics: games end, nothing is lost, saves go on, options are
stable, views keep secrets."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.classics.positions import random_game

import alarife
from alarife.rulebook.load import book_of

CLASSICS = [
    ("tic_tac_toe", 2, {}),
    ("connect_four", 2, {}),
    ("reversi", 2, {}),
    ("hex", 2, {"hex.edge": 5}),
    ("hex", 2, {"hex.edge": 7, "hex.take_over": True}),
    ("breakthrough", 2, {}),
    ("nim", 2, {}),
    ("nim", 2, {"nim.misere": True}),
    ("pig", 3, {"pig.target": 40}),
    ("goofspiel", 2, {}),
    ("goofspiel", 4, {"goofspiel.highest_card": 5}),
    ("auction", 3, {}),
    ("kuhn_poker", 2, {}),
    ("oh_hell", 3, {}),
    ("kalah", 2, {}),
    ("draughts", 2, {"draughts.quiet_moves": 20}),
]


@pytest.fixture(
    params=CLASSICS,
    ids=lambda c: "-".join([c[0], str(c[1]), *(f"{k.split('.')[1]}={v}" for k, v in c[2].items())]),
)
def game(request: pytest.FixtureRequest) -> Any:
    name, players, options = request.param
    return alarife.load(name, players=players, options=options)


def pieces(dumped: Any) -> list[int]:
    """The ids of all pieces in a dump, wherever they lie."""
    if isinstance(dumped, dict):
        here = [dumped["id"]] if isinstance(dumped.get("id"), int) and "type" in dumped else []
        return here + [i for value in dumped.values() for i in pieces(value)]
    if isinstance(dumped, list):
        return [i for value in dumped for i in pieces(value)]
    return []


def test_nothing_is_lost_or_doubled(game: Any) -> None:
    """A piece lies in one place; what goes back into the box stays there."""
    before: set[int] | None = None
    for step, state in enumerate(random_game(game.start(seed=3), 3)):
        if step % 7 and not state.is_over:
            continue
        found = pieces(state.dump()["places"])
        assert len(set(found)) == len(found), "a piece lies in two places"
        assert before is None or set(found) <= before, "a piece came out of nowhere"
        before = set(found)
    assert before


def test_a_restored_game_goes_on_alike(game: Any) -> None:
    states = list(random_game(game.start(seed=4), 4))
    middle = states[len(states) // 2]
    saved = json.loads(json.dumps(middle.dump()))
    again = game.restore(saved)
    assert again.dump() == middle.dump()
    while not middle.is_over:
        keys = [o.key for o in middle.decision.options]
        assert [o.key for o in again.decision.options] == keys
        assert len(set(keys)) == len(keys)
        middle, again = middle.play(keys[-1]), again.play(keys[-1])
        assert again.dump() == middle.dump()
    assert (again.is_over, again.scores, again.winners) == (True, middle.scores, middle.winners)


def test_the_old_state_stays_as_it_was(game: Any) -> None:
    state: Any = game.start(seed=5)
    before = json.dumps(state.dump(), sort_keys=True)
    for option in list(state.decision.options):
        state.play(option)
    assert json.dumps(state.dump(), sort_keys=True) == before
    assert game.start(seed=5).dump() == state.dump()


def test_every_option_leads_on(game: Any) -> None:
    """No dead ends: whatever is offered can be chosen, and then somebody is asked something or the
    game is over."""
    for step, state in enumerate(random_game(game.start(seed=8), 8)):
        if step % 5 or state.is_over:
            continue
        for option in state.decision.options[:12]:
            after = state.play(option)
            assert after.is_over or after.decision.options


def test_views_are_kept_by_imagining(game: Any) -> None:
    """What a player imagines instead of what is hidden looks the same to this player."""
    for step, state in enumerate(random_game(game.start(seed=6), 6)):
        if step % 10 == 0 and not state.is_over:
            for seat in state.scores:
                assert state.imagine(seat, step).view(seat) == state.view(seat)


KEYS = """
import random, sys, alarife
for name, players, options in eval(sys.argv[1]):
    lot = random.Random(7)
    state = alarife.load(name, players=players, options=options).start(seed=7)
    for _ in range(25):
        if state.is_over:
            break
        keys = [option.key for option in state.decision.options]
        print(name, *keys, sep=";")
        state = state.play(lot.choice(keys))
"""
"""Plays a little of each game, and prints what is offered."""


def test_options_come_in_the_same_order_in_every_process() -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    told = [
        subprocess.run(
            [sys.executable, "-c", KEYS, repr(CLASSICS)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert {line.split(";")[0] for line in told[0].splitlines()} == {
        name for name, _, _ in CLASSICS
    }


def test_every_rule_says_its_sentence(game: Any) -> None:
    for rule in game.rules:
        assert rule.title
        assert rule.sentence or rule.kind not in ("rule", "action", "graph", "law"), rule.name


@pytest.mark.parametrize("name", sorted({name for name, _, _ in CLASSICS}))
def test_every_rule_is_seen_to_refuse(name: str) -> None:
    """For each rule there is an example of a move that it refuses."""
    file = Path(__file__).parents[2] / "rules" / "classics" / f"{name}.alr"
    text = file.read_text(encoding="utf-8")
    refused = {
        rule.strip()
        for found in re.findall(r"then refused by (.*)", text)
        for rule in found.split(",")
    }
    assert refused == set(re.findall(r"^ *rule (\w+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", sorted({name for name, _, _ in CLASSICS}))
def test_the_rulebook_has_what_a_rulebook_needs(name: str) -> None:
    titles = [chapter.title for chapter in book_of(name).chapters]
    assert titles[0] == "What is in the box"
    assert titles[-1] == "The end"
