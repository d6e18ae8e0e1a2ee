"""Games of ours against the same games in OpenSpiel, move by move, if it is installed (`pip install
open_spiel numpy absl-py`).

Both are in the same position; what each move leads to must be the same here and there. Then a move
is chosen by lot. What has no alternative is carried out by ourselves, so there as well."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.classics.positions import board, place, turns

import alarife

spiel = pytest.importorskip("pyspiel")
Position = tuple[Any, ...]


def squares(state: Any, signs: dict[Any, str], field: str, wide: int, high: int) -> Position:
    """Our board, row by row, in their signs."""
    laid = board(state, field)
    return tuple(
        "".join(signs[laid[x, y]] if (x, y) in laid else "." for x in range(1, wide + 1))
        for y in range(1, high + 1)
    )


def rows(text: str) -> Position:
    """Their board, row by row: what stands beside it left out."""
    found = [re.sub(r"^\s*\d|\d\s*$| ", "", line).replace("-", ".") for line in text.splitlines()]
    return tuple(line for line in found if re.fullmatch(r"[.xobw]+", line))


def upside_down(text: str) -> Position:
    """Their board where the first player comes from the other side."""
    return rows(text)[::-1]


def pits_of_ours(state: Any) -> Position:
    return tuple(len(seeds) for seeds in place(state, "pit").values())


def pits_of_theirs(text: str) -> Position:
    """Their pits in the order of ours; where a player has no seeds left, the game is over, and the
    rest is gathered."""
    upper, stores, lower = (
        [int(n) for n in re.findall(r"\d+", line)] for line in text.splitlines()[:3]
    )
    if not (any(upper) and any(lower)):
        return (*[0] * 6, stores[1] + sum(lower), *[0] * 6, stores[0] + sum(upper))
    return (*lower, stores[1], *upper[::-1], stores[0])


@dataclass(frozen=True)
class Pair:
    """A game of ours and one of theirs: how a position is read here and there, and what our moves
    lead to."""

    ours: str
    theirs: str
    here: Callable[[Any], Position]
    there: Callable[[str], Position] = rows
    options: dict[str, object] = field(default_factory=dict)
    parameters: dict[str, object] = field(default_factory=dict)
    whole_turns: bool = False

    def after(self, state: Any) -> Iterable[Any]:
        """The states that our moves lead to."""
        if self.whole_turns:
            return (after for _, after in turns(state))
        return (state.play(option) for option in state.decision.options)


BY_SEAT = {1: "x", 2: "o"}
PAIRS = [
    Pair("tic_tac_toe", "tic_tac_toe", lambda s: squares(s, BY_SEAT, "owner", 3, 3)),
    Pair("connect_four", "connect_four", lambda s: squares(s, BY_SEAT, "owner", 7, 6)),
    Pair("reversi", "othello", lambda s: squares(s, BY_SEAT, "owner", 8, 8)),
    Pair(
        "hex",
        "hex",
        lambda s: squares(s, {"red": "x", "blue": "o"}, "colour", 5, 5),
        options={"hex.edge": 5},
        parameters={"board_size": 5},
    ),
    Pair(
        "breakthrough",
        "breakthrough",
        lambda s: squares(s, {"white": "b", "black": "w"}, "army", 8, 8),
        upside_down,
        whole_turns=True,
    ),
    Pair("kalah", "mancala", pits_of_ours, pits_of_theirs),
]


def settled(theirs: Any) -> Any:
    """What has no alternative is carried out."""
    while not theirs.is_terminal() and len(theirs.legal_actions()) == 1:
        theirs.apply_action(theirs.legal_actions()[0])
    return theirs


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.ours)
def test_moves_lead_to_the_same(pair: Pair, seed: int) -> None:
    lot = random.Random(seed)
    ours: Any = alarife.load(pair.ours, options=pair.options).start(seed=seed)
    theirs = settled(spiel.load_game(pair.theirs, pair.parameters).new_initial_state())
    while not theirs.is_terminal():
        assert pair.here(ours) == pair.there(str(theirs))
        assert ours.decision.player == theirs.current_player() + 1
        here = {pair.here(after): after for after in pair.after(ours)}
        there = {
            pair.there(str(after)): after
            for after in (settled(theirs.child(a)) for a in theirs.legal_actions())
        }
        assert here.keys() == there.keys()
        chosen = lot.choice(sorted(here))
        ours, theirs = here[chosen], there[chosen]
    assert ours.is_over
    first, second = theirs.returns()
    assert (
        ours.winners in ([], [1, 2])
        if first == second
        else ours.winners == [1 if first > second else 2]
    )
