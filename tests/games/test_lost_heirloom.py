"""The lost heirloom against a second game in plain Python: every option, every answer; and what a
player may imagine is held against all worlds that what they were told leaves open."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

import alarife

GAMES = 70 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
PERSONS = ["gardener", "baker", "captain", "doctor", "weaver", "miller"]
ROOMS = ["attic", "cellar", "kitchen", "library", "stable", "tower"]


def clue(data: dict[str, Any]) -> str:
    """What a clue shows."""
    return str(data.get("person") or data.get("room"))


class Hunt:
    """The game as a person would write it down: hands are sets of names."""

    def __init__(self, hands: list[set[str]], secret: tuple[str, str]) -> None:
        self.hands, self.secret = hands, secret
        self.n, self.turn = len(hands), 0
        self.out = [False] * self.n
        self.winner: int | None = None
        self.heard: list[tuple[int, str, str, int]] = []
        self.private: list[list[tuple[int, str, bool]]] = [[] for _ in hands]

    def over(self) -> bool:
        """Whether somebody has won, or only one is left."""
        return self.winner is not None or self.out.count(False) <= 1

    def ask(self, other: int, person: str, room: str) -> None:
        """A question, what all hear, and what the asker hears."""
        count = len({person, room} & self.hands[other])
        self.heard.append((other, person, room, count))
        if count == 1:
            self.private[self.turn].append((other, person, person in self.hands[other]))
        self.following()

    def accuse(self, person: str, room: str) -> None:
        """An accusation."""
        if (person, room) == self.secret:
            self.winner = self.turn
        else:
            self.out[self.turn] = True
        self.following()

    def following(self) -> None:
        """The next who is not out."""
        self.turn = (self.turn + 1) % self.n
        while not self.over() and self.out[self.turn]:
            self.turn = (self.turn + 1) % self.n

    def allows(self, seat: int, hands: list[set[str]]) -> bool:
        """Whether a seat may think so, after all it has heard."""
        return (
            hands[seat] == self.hands[seat]
            and all(len({p, r} & hands[o]) == count for o, p, r, count in self.heard)
            and all((p in hands[o]) == held for o, p, held in self.private[seat])
        )


def hands_of(dump: dict[str, Any], players: int) -> list[set[str]]:
    held = dump["places"]["hand"]
    return [{clue(c) for c in held[str(p + 1)]} for p in range(players)]


def begun(players: int, seed: int) -> tuple[Any, Hunt]:
    state = alarife.load("lost_heirloom", players=players).start(seed=seed)
    places = state.dump()["places"]
    secret = clue(places["culprit"]), clue(places["hiding_place"])
    return state, Hunt(hands_of(state.dump(), players), secret)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_same_game(players: int) -> None:
    for seed in range(GAMES):
        lots = Random(seed)
        state, mine = begun(players, seed)
        while state.decision is not None:
            assert not mine.over()
            assert state.decision.player == mine.turn + 1
            assert set(state.decision.keys) == {"inquire", "accuse"}
            asks = lots.random() < 0.9
            state = state.play("inquire" if asks else "accuse")
            other = mine.turn
            if asks:
                others = [p + 1 for p in range(players) if p != mine.turn]
                assert sorted(o.value for o in state.decision.options) == others
                other = lots.choice(others)
                state = state.play(next(o for o in state.decision.options if o.value == other))
            assert [o.value for o in state.decision.options] == PERSONS
            person = lots.choice(PERSONS)
            state = state.play(PERSONS.index(person))
            assert [o.value for o in state.decision.options] == ROOMS
            room = lots.choice(ROOMS)
            state = state.play(ROOMS.index(room))
            if asks:
                mine.ask(other - 1, person, room)
            else:
                mine.accuse(person, room)
        assert mine.over()
        left = [p + 1 for p in range(players) if not mine.out[p]]
        assert state.winners == ([mine.winner + 1] if mine.winner is not None else left), seed


def test_what_is_told_is_remembered_and_obeyed() -> None:
    """Imagined hands are among those that all answers leave open, and not always the real ones."""
    different = 0
    for seed in range(6):
        lots = Random(seed)
        state, mine = begun(3, seed)
        for _ in range(9):
            me = mine.turn
            other = lots.choice([p for p in range(3) if p != me])
            person, room = lots.choice(PERSONS), lots.choice(ROOMS)
            state = state.play("inquire")
            state = state.play(next(o for o in state.decision.options if o.value == other + 1))
            state = state.play(PERSONS.index(person)).play(ROOMS.index(room))
            mine.ask(other, person, room)
        for seat in range(3):
            told = state.view(seat + 1)["told"]
            counts = {(o + 1, p, r): n for o, p, r, n in mine.heard}
            heard = {(*t["about"],): t["is"] for t in told if t["what"] == "How many of the two"}
            assert {tuple(map(str, k)): v for k, v in heard.items()} == {
                tuple(map(str, k)): v for k, v in counts.items()
            }
            own = {(t["about"][0], t["about"][1]): t["is"] for t in told if len(t["about"]) == 2}
            assert {tuple(map(str, k)): v for k, v in own.items()} == {
                (str(o + 1), p): held for o, p, held in mine.private[seat]
            }
            for k in range(8):
                imagined = state.imagine(seat + 1, k)
                hands = hands_of(imagined.dump(), 3)
                assert mine.allows(seat, hands), (seed, seat, k)
                different += hands != mine.hands
                assert imagined.view(seat + 1) == state.view(seat + 1)
        restored = alarife.load("lost_heirloom", players=3).restore(state.dump())
        assert restored.dump() == state.dump()
        assert restored.view(2) == state.view(2)
    assert different > 60
