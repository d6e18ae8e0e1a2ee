"""A reader who has only the book of draughts plays whole games against the engine.

`reader` works out from the board and from the sentences in `SAID` alone what may be answered. The
engine must offer exactly that."""

from __future__ import annotations

import random
from typing import Any

import pytest

import alarife
from alarife.rulebook.book import Example, Paragraph
from alarife.rulebook.load import checked
from alarife.rulebook.weave import weave

SAID = (
    "The first player has the black men, the second the white men.",
    "Black men move south, white men move north.",
    "Take turns moving or jumping",
    "A man moves only forward, towards your opponent's edge. A king moves forward and back.",
    "Both move diagonally.",
    "A man moves to the next square, if that is free.",
    "If you can jump, you must.",
    "If there is an opposing man on the next square and the square behind it is free, a man",
    "If the same man can jump again, it must.",
    "If your man reaches the last row, turn it over: it is now a king. That ends your turn.",
)

Spot = tuple[int, int]
Board = dict[Spot, tuple[str, str]]


def test_the_book_says_it() -> None:
    made = weave(checked("draughts"))
    told = " ".join(b.text for a in made.articles() for b in a.blocks if isinstance(b, Paragraph))
    assert [sentence for sentence in SAID if sentence not in told] == []
    assert sum(isinstance(b, Example) for a in made.articles() for b in a.blocks) == 5


@pytest.mark.parametrize("seed", range(1, 13))
def test_a_game_from_the_book_alone(seed: int) -> None:
    rng, state = random.Random(seed), alarife.load("draughts").start(seed=seed)
    start: Spot | None = None
    while (asked := state.decision) is not None:
        view = state.view(asked.player)
        board = laid(view)
        army = "black" if asked.player == 1 else "white"
        if asked.prompt.startswith("And"):
            start = tuple(view["notes"]["landed"]["at"])
        allowed = reader(asked.prompt, board, army, start)
        assert {option.label for option in asked.options} == allowed, (asked.prompt, board)
        option = rng.choice(asked.options)
        start = spot_of(option.label)
        state = state.play(option)
    left = {army for army, _ in laid(state.view(1)).values()}
    assert len(left) == 1 or len(state.winners) < 2


def laid(view: dict[str, Any]) -> Board:
    board = view["places"]["board"]
    return {tuple(m["at"]): (m["piece"]["army"], m["piece"]["rank"]) for m in board}


def spot_of(label: str) -> Spot | None:
    x, _, y = label.partition(",")
    return (int(x), int(y)) if y else None


def reader(prompt: str, board: Board, army: str, start: Spot | None) -> set[str]:
    """What the book lets a player answer."""
    mine = [spot for spot, man in board.items() if man[0] == army]
    jumping = any(jumps(board, spot) for spot in mine)
    ways = jumps if jumping or prompt.startswith("And") else steps
    if prompt == "Which man?":
        return {named(spot) for spot in mine if ways(board, spot)}
    if start not in mine or (prompt == "Where to?" and not ways(board, start)):
        [start] = [spot for spot in mine if ways(board, spot)]  # the only man is not asked for
    return {named(spot) for spot in ways(board, start)}


def named(spot: Spot) -> str:
    return f"{spot[0]},{spot[1]}"


def ahead(board: Board, spot: Spot) -> list[Spot]:
    army, rank = board[spot]
    ways = [1, -1] if rank == "king" else [1] if army == "black" else [-1]
    return [(x, y) for y in ways for x in (-1, 1)]


def free(board: Board, spot: Spot) -> bool:
    return spot not in board and min(spot) >= 1 and max(spot) <= 8


def steps(board: Board, spot: Spot) -> list[Spot]:
    found = [(spot[0] + x, spot[1] + y) for x, y in ahead(board, spot)]
    return [to for to in found if free(board, to)]


def jumps(board: Board, spot: Spot) -> list[Spot]:
    found: list[Spot] = []
    for x, y in ahead(board, spot):
        over, to = (spot[0] + x, spot[1] + y), (spot[0] + 2 * x, spot[1] + 2 * y)
        if over in board and board[over][0] != board[spot][0] and free(board, to):
            found.append(to)
    return found
