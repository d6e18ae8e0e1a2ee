"""What a note names, and where that lies now, are two things once it has been mixed out of sight."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import alarife
from alarife.engine.hidden.mixing import MOST_MIXES, anchored, with_anchors, with_mix
from alarife.engine.state import Game, State

RULES = """alarife 2
game masks "Masks"
  players 2..2

piece Person(role: 1..6) "person"
  1 of each

place deck "deck": pile of Person, seen by nobody, starting with Person
place face[p: Player] "face": Person?, seen by p
note suspect "suspect": Person? = none
note pair "pair": list of Person = []

step play "Play"
  shuffle deck
  for each p in Player
    draw 1 from deck to face[p]
  if face[seat(1)] is some x and face[seat(2)] is some y
    suspect := x
    pair := [x, y]
  as seat(1)
    choose n from 1..2 "Ready?"
  for each p in Player
    if face[p] is some x
      move x to deck
  shuffle deck
  for each p in Player
    draw 1 from deck to face[p]
  as seat(1)
    choose n from 1..2 "And now?"
  as seat(2)
    choose n from 1..2 "And now?"

value winners "Who wins": set of Player = those p in Player where suspect is some x and face[p] is x
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("rules") / "masks.alr"
    path.write_text(RULES, encoding="utf-8")
    return alarife.load(str(path))


def suspect(state: State) -> int:
    """The piece that the note names."""
    return state.dump()["notes"]["suspect"]


def spot(state: State, piece: int) -> str:
    """Where a piece lies."""
    places = state.dump()["places"]
    deck = [held["id"] for held in places["deck"]]
    if piece in deck:
        return f"deck {deck.index(piece)}"
    return next(f"face {p}" for p, held in places["face"].items() if held["id"] == piece)


def test_before_it_is_mixed_a_note_names_what_lies_where_it_lay(game: Game) -> None:
    for seed in range(4):
        state = game.start(seed)
        for seat in (1, 2):
            seen = Counter(spot(s := state.imagine(seat, n), suspect(s)) for n in range(40))
            assert set(seen) == {"face 1"}, (seed, seat)
        who = Counter(suspect(state.imagine(2, n)) for n in range(60))
        assert len(who) == 5, "anybody but the one that seat 2 sees"
        assert {suspect(state.imagine(1, n)) for n in range(20)} == {suspect(state)}


def test_afterwards_it_may_lie_anywhere_in_the_mix(game: Game) -> None:
    tried = 0
    for seed in range(6):
        state = game.start(seed).play("1")
        for seat in (1, 2):
            if spot(state, suspect(state)) == f"face {seat}":
                continue  # it lies before this seat's eyes
            tried += 1
            imagined = [state.imagine(seat, n) for n in range(160)]
            where = {spot(s, suspect(s)) for s in imagined}
            assert where == {*(f"deck {n}" for n in range(4)), f"face {3 - seat}"}, (seed, seat)
            # who looked at the suspect still knows who it is, and nobody else does
            who = {suspect(s) for s in imagined}
            assert len(who) == 1 if seat == 1 else len(who) >= 4, (seed, seat)
            for s in imagined:
                assert s.dump()["notes"]["pair"][0] == suspect(s)
                assert s.view(seat) == state.view(seat)
    assert tried > 6


def test_saves_keep_it(game: Game) -> None:
    state = game.start(3).play("1")
    again = game.restore(state.dump())
    assert again.dump() == state.dump()
    for seat in (1, 2):
        assert again.imagine(seat, 7).dump() == state.imagine(seat, 7).dump()


def test_a_long_history_stays_short_and_keeps_its_newest_mix() -> None:
    chance = random.Random(3)
    history: tuple[int, ...] = (0,)
    for _ in range(400):
        mix = sum(1 << x for x in chance.sample(range(60), 3))
        notes = [(n, 1 << chance.randrange(60)) for n in range(5)]
        history = with_mix(with_anchors(history, notes, mix), mix)
        mixes = [entry for entry in history[1:] if entry >= 0]
        anchors = [anchored(entry)[0] for entry in history[1:] if entry < 0]
        assert len(mixes) <= MOST_MIXES
        assert not mix & ~mixes[-1]
        assert len(anchors) == len(set(anchors)) <= 5
