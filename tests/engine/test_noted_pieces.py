"""What a note names, and where that lies now, are two things once it has been mixed out of sight."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import alarife
from alarife.engine.hidden.mixing import (
    MOST_MIXES,
    Mixed,
    mask_of,
    pieces_of,
    with_anchor,
    with_mix,
)
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


BURIED = """alarife 2
game buried "Buried"
  players 2..2

piece Card(rank: 1..8) "card"
  1 of each
place deck "deck": DECK of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
note total "total": number = 0

step bury(card: Card) "Bury"
  move card to deck
  SHUFFLE
  as seat(2)
    choose n from 1..2 "Where is it?"
  total := card.rank

step play "Play"
  shuffle_it
  for each p in Player
    draw 2 from deck to hand[p]
  as seat(1)
    choose card from hand[you] "Which do you bury?"
    otherwise
      never "because there are two"
    HOW

step shuffle_it "Shuffle"
  SHUFFLE

value winners "Who wins": set of Player = []
"""
WAYS = {
    "a parameter": "bury(card)",
    "a name": 'let buried = card\n    move card to deck\n    SHUFFLE\n    choose n from 1..2 "?"\n    total := buried.rank',
    "a pattern": 'if first([card]) is some it\n      move it to deck\n      SHUFFLE\n      choose n from 1..2 "?"\n      total := it.rank',
    "below": "bury_all(card)\n    bury(card)",
}
BELOW = """
step bury_all(card: Card) "Bury"
  move card to deck
  SHUFFLE
  draw 1 from deck to hand[seat(2)]
"""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("deck", ["pile", "bag"])
def test_what_a_step_names_may_lie_anywhere_in_the_mix(tmp_path: Path, way: str, deck: str) -> None:
    """Who chose it knows which it is, and not where; the other knows neither."""
    text = BURIED.replace("HOW", WAYS[way]) + (BELOW if way == "below" else "")
    text = text.replace("SHUFFLE", "shuffle deck" if deck == "pile" else "pass")
    path = tmp_path / "buried.alr"
    path.write_text(text.replace("DECK", deck), encoding="utf-8")
    game = alarife.load(str(path))
    for seed in range(3):
        state = game.start(seed).play(0)
        buried = _carried(state)
        for seat in (1, 2):
            imagined = [state.imagine(seat, n) for n in range(120)]
            names = {_carried(s) for s in imagined}
            held = {card["id"] for card in state.view(seat)["places"]["hand"][str(seat)]}
            if buried not in held:
                assert names == {buried} if seat == 1 else len(names) > 3, (seed, seat)
                spots = Counter(_spot(s, _carried(s)) for s in imagined)
                assert len(spots) > (3 if deck == "pile" else 0), (seed, seat, spots)
            for s in imagined:
                assert s.view(seat) == state.view(seat)
                assert game.restore(s.dump()).dump() == s.dump()


def _carried(state: State) -> int:
    """The card that is named on the way."""
    d = state.dump()
    every = [d["decision"]["names"], *(frame["names"] for frame in d["frames"])]
    return next(names[-1] for names in every if names)


def _spot(state: State, piece: int) -> str:
    places = state.dump()["places"]
    deck = [card["id"] for card in places["deck"]]
    return str(deck.index(piece)) if piece in deck else "hand"


def test_a_long_history_stays_short_and_keeps_its_newest_mix() -> None:
    chance = random.Random(3)
    history: tuple[int, ...] = (0,)
    for _ in range(400):
        mix = sum(1 << x for x in chance.sample(range(60), 3))
        named = sum(1 << x for x in chance.sample(range(60), 5))
        history = with_mix(with_anchor(history, named, mix), mix)
        mixes = [entry for entry in history[1:] if entry >= 0]
        anchors = [x for entry in history[1:] if entry < 0 for x in pieces_of(~entry)]
        assert len(mixes) <= MOST_MIXES
        assert not mix & ~mixes[-1]
        assert len(anchors) == len(set(anchors)) <= 5
        assert named & mix == mask_of(x for x in anchors if mix >> x & 1)


def test_two_names_of_one_piece_stay_names_of_one(game: Game) -> None:
    """The limit of decision 120: whether two hidden names name the same is as it really is. So no
    imagined state is one that could not be; those in which it is otherwise are left out."""
    for seed in range(4):
        state = game.start(seed).play("1")
        for seat in (1, 2):
            for n in range(30):
                notes = state.imagine(seat, n).dump()["notes"]
                assert notes["suspect"] == notes["pair"][0] != notes["pair"][1]


@pytest.mark.parametrize("seed", range(5))
def test_the_pieces_of_mixes_are_remembered(seed: int) -> None:
    """Whichever histories are asked about, and in any order."""
    rng = random.Random(seed)
    histories = [
        (rng.randrange(64), *[rng.randrange(-64, 64) for _ in range(rng.randrange(9))])
        for _ in range(30)
    ]
    states = [tuple(rng.choices(histories, k=rng.randrange(5))) for _ in range(60)]
    mixed = Mixed()
    for _ in range(900):
        state = rng.choice(states)
        entries = [entry for history in state for entry in history]
        wanted = {x for entry in entries if entry > 0 for x in pieces_of(entry)}
        assert set(pieces_of(mixed.of(state))) == wanted, f"seed {seed}"
