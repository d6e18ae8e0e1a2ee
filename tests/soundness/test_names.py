"""Names of rule files never meet names of generated code, whatever they are."""

from __future__ import annotations

import pytest
from tests.soundness.small import game

from alarife import State
from alarife.code.symbols import SEPARATOR, declared

MENU = """
menu x "X"
  > Menu.

menu y "Y"
  > Inner menu.

action outer in x "Outer"
  > Outer.
  choose from y
  points += 1

action NAME in MENU "A"
  > Never.
  require no_way
  points += 100

action ok in y "OK"
  > Always.
  points += 1

action also in x "Also"
  > Always.
  points += 1

rule no_way "No way"
  > Never ever.
  1 = 2

note points "points": number = 0

step play "Play"
  repeat 3 times
    as seat(1)
      choose from x
      otherwise
        never "because ok"
"""


@pytest.mark.parametrize(
    ("name", "menu"),
    [
        ("menu_x", "x"),
        ("menu_y", "y"),
        ("menu", "y"),
        ("here", "x"),
        ("action_ok", "y"),
        ("x__usual", "x"),
    ],
)
def test_an_action_may_be_called_as_a_menu_is_in_generated_code(name: str, menu: str) -> None:
    state = game(MENU.replace("NAME", name).replace("MENU", menu)).start(1)
    assert state.decision is not None
    assert state.decision.keys == ["outer", "also"]
    assert [rule.name for rule in state.why_not(name)] == ["no_way"]
    while state.decision is not None:
        state = state.play(0)
    assert state.view(1)["notes"]["points"] == 6


LAWS = """
piece Stone "stone"
  4 of each
place yard "yard": grid 3 by 3 of Stone, under NAME
place hand "hand": set of Stone, starting with Stone

law NAME(g: grid of Stone) "Law"

rule few in NAME(g) "Few"
  > At most one.
  size(cells(g)) at most 1

menu doing "Doing"

action lay in doing "Lay"
  > Lay one.
  choose stone from hand "Which?"
  choose point from gaps(yard) "Where?"
  move stone to yard[point]

action take in doing "Take"
  > Take one.
  choose stone from pieces(yard) "Which?"
  move stone to hand

action change in doing "Change"
  > Change two.
  choose old from pieces(yard) "Which?"
  choose new from hand "For which?"
  swap old with new

step play "Play"
  repeat 4 times
    as seat(1)
      choose from doing
      otherwise
        pass
"""


@pytest.mark.parametrize("name", ["by_leaving", "by_swap", "fits", "fits_fits", "usual"])
def test_a_law_may_be_called_as_a_question_to_laws_is(name: str) -> None:
    state: State = game(LAWS.replace("NAME", name)).start(1).play("1,1")
    assert state.decision is not None
    hand = state.view(1)["places"]["hand"]
    assert set(state.decision.keys) == {"take", "change"}
    assert [rule.name for rule in state.why_not("lay", hand[0]["id"], (2, 2))] == ["few"]
    assert state.why_not("take", state.view(1)["places"]["yard"][0]["piece"]["id"]) == []


def test_values_and_locals_may_have_any_names() -> None:
    state = game("""
note kept "kept": number = 0
value x: number = 1
value x__usual: number = 5
value x_1: number = 6
change x as more to usual + 1
value move: number = x + x_1
step play "Play"
  let value_x = 3
  let ask = x__usual
  let draw = value_x + ask + move
  kept := draw
  as seat(1)
    choose s from 1..2 "Well?"
""").start(1)
    assert state.view(1)["notes"]["kept"] == 3 + 5 + (2 + 6)


def test_a_generated_name_says_whose_it_is() -> None:
    assert declared(f"value{SEPARATOR}x__usual{SEPARATOR}usual") == ("value", "x__usual")
    assert declared("options_12") == ("", "")
