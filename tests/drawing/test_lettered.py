"""What lies on the sides, pieces and cells of a grid is written into maps in letters."""

from __future__ import annotations

from alarife.drawing.lettered import lettered, side_letters
from alarife.drawing.look import Chip, Look
from alarife.drawing.overlay import NOTHING_LAID, OnCell, OnSide, Overlay

MAP = ["+   +   +---+", ": * : K : a :", "+   +---+   +", ":   :   : T |", "+   +   +   +"]
HOME = (0, 0)


def sides(*laid: tuple[tuple[int, int], str, str]) -> Overlay:
    """Things on sides: cell, side, title."""
    return Overlay(tuple(OnSide((at, side), "bar", title) for at, side, title in laid))


def test_nothing_is_changed_where_nothing_lies() -> None:
    assert lettered(MAP, HOME, NOTHING_LAID) == (MAP, [])


def test_each_side_gets_its_letter() -> None:
    overlay = sides(((1, 0), "N", "Wall built"), ((1, 0), "S", "Wall built"))
    overlay = Overlay((*overlay.sides, *sides(((2, 1), "E", "Gate"), ((0, 0), "W", "Gate")).sides))
    drawn, key = lettered(MAP, HOME, overlay)
    assert drawn == [
        "+   + w +---+",
        "g * : K : a :",
        "+   +-w-+   +",
        ":   :   : T g",
        "+   +   +   +",
    ]
    assert key == [("w", "wall built"), ("g", "gate")]


def test_two_things_on_one_side_and_one_seen_from_both_tiles() -> None:
    both = sides(((1, 0), "S", "Stick"), ((1, 0), "S", "Gate"), ((1, 1), "N", "Gate"))
    assert lettered(MAP, HOME, both)[0][2] == "+   +-sg+   +"
    east = sides(((0, 0), "E", "Stick"), ((0, 0), "E", "Gate"), ((1, 0), "W", "Gate"))
    assert lettered(MAP, HOME, east)[0][1] == ": *gs K : a :"


def test_letters_of_the_map_are_not_used_again() -> None:
    assert side_letters(sides(((0, 0), "N", "Gate")), {"g"}) == {"Gate": "a"}
    assert lettered(MAP, HOME, sides(((0, 0), "N", "Tak")))[1] == [("b", "tak")]


def test_markers_and_what_lies_on_pieces_stand_in_their_cells() -> None:
    disc = OnCell((2, 0), Chip("A", label="Ann"), "Where the disc stands")
    depth = OnCell((1, 1), Chip("3", label="3"), "Depth", noted=True)
    overlay = Overlay((), (((1, 0), Look("disc", "citizen: garden")),), (disc, depth))
    drawn, key = lettered(MAP, HOME, overlay)
    assert drawn[1] == ": * : Kc: a@:"
    assert drawn[3] == ":   : 3 : T |"
    assert key == [
        ("c", "citizen: garden"),
        ("@", "where the disc stands"),
        ("3", "depth: 3"),
    ]


def test_what_lies_outside_of_the_map_is_left_out() -> None:
    far = Overlay((*sides(((9, 9), "N", "Gate")).sides,), (), (OnCell((-5, 0), Chip("A"), "Disc"),))
    assert lettered(MAP, HOME, far)[0] == MAP


def test_the_map_may_begin_anywhere() -> None:
    drawn, _ = lettered(MAP, (-1, -1), sides(((0, -1), "S", "Wall")))
    assert drawn[2] == "+   +-w-+   +"
