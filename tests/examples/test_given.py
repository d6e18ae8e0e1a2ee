"""What `given` sets up."""

from __future__ import annotations

import pytest
from tests.examples.texts import codes, message

HOLDS = [
    "  then score[ann] = 0 and hand[ann] is empty and size(box) more than 0\n",
    "  then size(Player) = 3\n",
    "  given score[bob] = 7\n  then score[bob] = 7 and score[ann] = 0\n",
    "  given ready\n  then ready\n",
    "  given not ready\n  then not ready\n",
    "  given last = blue\n  then last = blue\n",
    "  given score[ann] = 3 and on_turn = cid\n  then score[ann] = 3 and on_turn = cid\n",
    "  given hand[ann] = [Coin(1), Coin(1), Coin(5)]\n  then size(hand[ann]) = 3 and total(hand[ann]) = 7\n",
    "  given hand[ann] = [Coin(1)]\n  given hand[bob] = [Coin(1)]\n  then hand[ann] differs from hand[bob]\n",
    "  given stack = [Tile(red), Tile(blue, E)]\n  then top(stack) = Tile(red) and stack = [Tile(red), Tile(blue, E)]\n",
    "  given stack = [Tile(red), Tile(blue, E)]\n  then stack differs from [Tile(blue, E), Tile(red)]\n",
    "  given shelf = [Tile(blue), Tile(red, N)]\n  then first(shelf) = Tile(blue)\n",
    "  given slot[red] = Tile(red)\n  then slot[red] = Tile(red) and slot[blue] is empty\n",
    "  given bowl = [Bead, Bead]\n  then size(bowl) = 2 and bowl = [Bead, Bead]\n",
    "  given sack = Coin\n  then size(sack) = 6\n",
    "  given tray = []\n  then tray is empty\n",
    "  given power(ann, red) = 9\n  then power(ann, red) = 9 and power(ann, blue) = 1 and power(bob, red) = 1\n",
    "  given richest = bob\n  then richest = bob\n",
    "  given cheap([Coin(5), Coin(5)])\n  then cheap([Coin(5), Coin(5)]) and not cheap([Coin(5), Coin(1)])\n",
    "  given is_ready\n  when ann: finish\n  then score[ann] = 10 and not ready\n",
    "  given board[cell(2, 1)] = Disc(bob)\n  then board[cell(2, 1)] = Disc(bob) and board[cell(2, 1)] differs from Disc(ann)\n",
]


@pytest.mark.parametrize("example", HOLDS)
def test_holds(example: str) -> None:
    """Places, notes and suppositions are as written; everything else is as at the start."""
    assert message(example, HOLDS) == ""


WRONG = [
    ("  given score[ann] = 1 and score[bob] = 2\n  given score[ann] = 3\n  then ready\n", "E0819"),
    ("  given power(ann, red) = 9 and power(ann, red) = 9\n  then ready\n", "E0819"),
    ("  given score[ann] = 101\n  then ready\n", "E0802"),
    ("  given hand[ann] = [Tile(red)]\n  then ready\n", "E0802"),
    ("  given slot[red] = [Tile(red), Tile(blue)]\n  then ready\n", "E0802"),
    ("  given land = [Tile(red)]\n  then ready\n", "E0802"),
    ("  given few = 6\n  then ready\n", "E0803"),
    ("  given 3 = 3\n  then ready\n", "E0803"),
    ("  given hand[ann] is empty\n  then ready\n", "E0803"),
    ("  given chance = red\n  then ready\n", "E0803"),
    ("  given hand[ann] = [Coin(3)]\n  then ready\n", "E0806"),
    ("  given hand[ann] = [Coin(5), Coin(5), Coin(5)]\n  then ready\n", "E0807"),
    ("  given hand = [Coin(5)]\n  then ready\n", "E0338"),
    ("  given board[cell(4, 1)] = Disc(bob)\n  then ready\n", "E0802"),
    ("  given nothing_known = 3\n  then ready\n", "E0340"),
    ("  given hand[dan] = []\n  then ready\n", "E0340"),
    ("  given score[ann] = red\n  then ready\n", "E0330"),
    (
        "  given till = [Coin(1)]\n  given not cheap([Coin(1)])\n  when ann: take([Coin(1)])\n  then refused by cheap\n",
        "E0803",
    ),
    (
        "  given till = [Coin(1)]\n  given total([Coin(1)]) = 9\n  when ann: take([Coin(1)])\n  then refused by cheap\n",
        "E0803",
    ),
]


@pytest.mark.parametrize(("example", "code"), WRONG)
def test_is_refused(example: str, code: str) -> None:
    """What can't be so is said, with its own code."""
    assert code in codes(example, [e for e, _ in WRONG])


MAP = """  given map land
    +   +---+   +
    : * : A : a :
    +   +   +   +
    : b : B :   :
    +   +   +   +
    A = Tile(red, N), B = Tile(red)
"""


def test_a_drawing_says_what_lies_where_and_names_cells() -> None:
    """`*` is what the place starts with, capital letters are pieces, small ones name cells."""
    assert (
        message(
            MAP
            + "  then land[cell(1, 0)] = Tile(red, N) and a = cell(2, 0) and b = cell(0, 1) and land[a] is empty\n"
        )
        == ""
    )


def test_a_board_is_drawn_whole() -> None:
    """Its cells count from (1, 1); a letter that stands twice is two pieces."""
    board = "  given map board\n    : A :   : B :\n    : A : x :   :\n    A = Disc(ann), B = Disc(cid)\n"
    assert (
        message(
            board
            + "  then board[cell(3, 1)] = Disc(cid) and x = cell(2, 2) and size(cells(board)) = 3\n"
        )
        == ""
    )
    assert codes("  given map board\n    : A :   :\n    A = Disc(ann)\n  then ready\n") == ["E0804"]


DRAWINGS = [
    (MAP.replace("---", "   "), "E0810"),
    (MAP.replace(": a", "| a"), "E0810"),
    (MAP.replace(": * :", ":   :"), "E0804"),
    (MAP.replace(": b :", ": a :"), "E0804"),
    (MAP.replace(": b :", ": C :"), "E0804"),
    (MAP.replace("B = Tile(red)", "B = Coin(1)"), "E0802"),
    (
        MAP.replace(": A : a :", ":   : A :")
        .replace("+   +---+   +", "+   +   +---+")
        .replace(": B :   :", ":   :   :"),
        "E0811",
    ),
    (MAP.replace("map land", "map shelf"), "E0804"),
]


@pytest.mark.parametrize(("drawing", "code"), DRAWINGS)
def test_a_drawing_must_be_true(drawing: str, code: str) -> None:
    """Letters are explained, walls are those of the pieces, laws hold."""
    drawn = [d + "  then size(Player) = 3\n" for d, _ in DRAWINGS]
    assert code in codes(drawing + "  then size(Player) = 3\n", drawn)
