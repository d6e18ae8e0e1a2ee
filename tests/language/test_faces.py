"""Pieces with several faces: each turns and is rolled on its own; views, saves and what is imagined
have them all."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.soundness.small import codes
from tests.soundness.small import game as small

import alarife
from alarife.drawing.looks import Looks
from alarife.engine.state import Game
from alarife.examples import run_file
from alarife.table import Answer, History, Table

FILE = str(Path(__file__).parent / "faces.alr")

PIECE = """
piece Token(side: Player, face rank: 1..3, face up: yes/no) "token"
  > Tokens.
  1 of each

place cup "cup": set of Token, starting with Token, seen by nobody
place tray "tray": set of Token
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return alarife.load(FILE, players=2)


def test_the_examples_of_the_file_pass() -> None:
    outcomes = run_file(FILE)
    assert outcomes
    assert all(o.passed for o in outcomes)


@pytest.mark.parametrize("seed", range(3))
def test_each_face_keeps_its_own_value(game: Game, seed: int) -> None:
    """Against a dictionary: only the face that is named changes, and a law sees both."""
    lots, state = Random(seed), game.start(seed=seed)
    ours = {n: [0, False] for n in range(1, 5)}
    while state.decision is not None:
        option = lots.choice(state.decision.options)
        state = state.play(option)
        shown = {
            e["piece"]["n"]: [e["piece"]["turned"], e["piece"]["flooded"]]
            for e in state.view(1)["places"]["board"]
        }
        changed = [(n, i) for n in ours for i in (0, 1) if ours[n][i] != shown[n][i]]
        assert len(changed) <= 1
        assert not any(turned and flooded for turned, flooded in shown.values())
        ours = shown
        assert game.restore(json.loads(json.dumps(state.dump()))).dump() == state.dump()


def test_what_is_rolled_out_of_sight_shows_nothing() -> None:
    text = (
        PIECE
        + """
step play "Play"
  roll Token
  roll rank of Token
  as seat(1)
    choose n from 1..2
"""
    )
    state = small(text).start(seed=3)
    held = state.view(1)["places"]["cup"]
    assert "rank" not in json.dumps(held)
    other = state.imagine(1, 5)
    assert other.view(1) == state.view(1)


def test_a_face_that_no_rule_rolls_stays_as_it_is() -> None:
    text = (
        PIECE
        + """
step play "Play"
  for each token in Token where token.side is seat(2)
    turn up of token to yes
  roll rank of Token
  as seat(1)
    choose n from 1..2
"""
    )
    state = small(text).start(seed=3)
    imagined = [token for k in range(20) for token in state.imagine(1, k).dump()["places"]["cup"]]
    assert {token["rank"] for token in imagined} == {1, 2, 3}
    assert all(token["up"] is (token["side"] == 2) for token in imagined)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("turn cup to yes", "E0309"),
        ("turn side of cup to seat(1)", "E0309"),
        ("turn rank of cup to yes", "E0330"),
        ("turn up of cup to yes", ""),
        ("roll cup", ""),
        ("roll up of cup", ""),
        ("roll side of cup", "E0309"),
    ],
)
def test_the_face_is_named(line: str, code: str) -> None:
    found = codes(f'{PIECE}\nstep play "Play"\n  {line}\n')
    assert found == ([code] if code else [])


def test_too_many_ways_are_refused() -> None:
    text = PIECE.replace("1..3", "1..200").replace("up: yes/no", "up: 1..200")
    assert "E0311" in codes(text)


def test_both_faces_are_drawn_and_told(game: Game) -> None:
    looks = Looks(game.lowered.checked.world, parties=("Ann", "Bob"))
    heap = [looks.of(x, code) for x in game.world.pieces["Hill"].ids[:1] for code in range(6)]
    assert len(set(heap)) == 6
    history = History(game, 1)
    while "flooded" not in json.dumps(history.state.view(1)).replace('"flooded": false', ""):
        decision = history.state.decision
        assert decision
        history.add(Answer(1, (decision.options[0].key,)))
    told = " ".join(str(e.get("text", e)) for e in Table(game).log(history))
    assert "Tile turned to" in told


def test_a_single_yes_or_no_comes_back_from_a_save() -> None:
    text = PIECE.replace("face rank: 1..3, ", "") + '\nstep play "Play"\n  move Token to tray\n'
    text += "  as seat(1)\n    choose n from 1..2\n    for each t in tray\n      turn up of t to yes\n    choose t from tray\n    otherwise\n      pass\n"
    state = small(text).start(seed=1)
    for _ in range(2):
        saved = json.loads(json.dumps(state.dump()))
        again = state.game.restore(saved)
        assert json.dumps(again.dump()) == json.dumps(saved)
        state = again.play(0)
    assert state.is_over
