"""Laws of places that are no grids: sets, piles, rows, bags and spaces. No move breaks one, and
nothing is under a law that is about something else."""

from __future__ import annotations

import pytest
from tests.soundness.small import codes, game

from alarife import State

HEAPS = {"set": "set", "bag": "set", "pile": "list", "row": "list"}
RULES = """
piece Stone(owner: Player, worth: 1..3) "stone"
  2 of each

law few(g: ABOUT of Stone) "Few"
  > How stones may lie.

rule two_at_most in few(g) "Two at most"
  > No more than two stones lie here.
  size(g) at most 2

place heap "heap": SHAPE of Stone, under few
place bowl[p: Player] "bowl": set of Stone, starting with (those s in Stone where s.owner = p)
place bag_ "bag": bag of Stone

menu your_turn "Your turn"

action wait in your_turn "Wait"
  > Do nothing.
  pass

action lay in your_turn "Lay"
  > Lay stones.
  EFFECT

step throw(stone: Stone) "Throw"
  move stone to heap

step play "Play"
  repeat 4 times
    as seat(1)
      choose from your_turn
"""
EFFECTS = {
    "a piece": """choose stone from bowl[you]
  move stone to heap""",
    "a piece with a rule": """choose stone from bowl[you] where dear(stone)
  move stone to heap""",
    "in a step": """choose stone from bowl[you]
  throw(stone)""",
    "together": """choose stone from bowl[you]
  together
    move stone to heap
    if first(bowl[you]) is some other
      move other to heap""",
    "behind a condition": """choose n from 1..2
  if first(bowl[you]) is some stone
    move stone to heap""",
    "after another move": """choose stone from bowl[you]
  if first(those s in bowl[you] where s differs from stone) is some other
    move other to box
  move stone to heap""",
}
DEAR = """
rule dear(stone: Stone) "Dear"
  > It is dear.
  stone.worth more than 1
"""


def _lie(state: State) -> int:
    return len(state.dump()["places"]["heap"])


@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("shape", HEAPS)
def test_a_move_to_a_heap_obeys_its_law(shape: str, effect: str) -> None:
    rules = RULES.replace("ABOUT", HEAPS[shape]).replace("SHAPE", shape)
    rules = rules.replace("EFFECT", EFFECTS[effect]) + DEAR
    assert not [code for code in codes(rules) if code == "E0403"]
    state = game(rules).start(1)
    while state.decision is not None:
        wanted = [o for o in state.decision.options if o.key != "wait"]
        state = state.play(wanted[0] if wanted else "wait")
        assert _lie(state) <= 2
    assert _lie(state) == 2
    assert state.is_over


@pytest.mark.parametrize("how", ["move stone to bowl[you]", "swap stone with other"])
def test_what_leaves_a_heap_obeys_its_law(how: str) -> None:
    """Nobody may take the last dear stone."""
    rules = RULES.replace("ABOUT", "set").replace("SHAPE", "set")
    rules = rules.replace("size(g) at most 2", "some s in g: s.worth = 3")
    rules = rules.replace(
        "under few", "under few, starting with (those s in Stone where s.worth = 3)"
    ).replace("s.owner = p)", "s.worth < 3 and s.owner = p)".replace("<", "less than"))
    effect = f"choose stone from heap\n  if first(bowl[you]) is some other\n    {how}"
    rules = rules.replace("repeat 4 times", "repeat 6 times").replace("EFFECT", effect)
    state = game(rules).start(1)
    while state.decision is not None:
        wanted = [o for o in state.decision.options if o.key != "wait"]
        state = state.play(wanted[0] if wanted else "wait")
        assert 3 in [stone["worth"] for stone in state.dump()["places"]["heap"]]
    assert state.is_over
    assert _lie(state) == (1 if "move" in how else 4)


def test_a_chosen_set_may_break_a_law_and_that_is_said() -> None:
    effect = "choose some stones from bowl[you]\n  move stones to heap"
    rules = RULES.replace("ABOUT", "set").replace("SHAPE", "set").replace("EFFECT", effect)
    assert codes(rules) == ["E0403"]


def test_a_chosen_set_that_goes_from_no_law_to_none_may_go() -> None:
    effect = "choose some stones from bowl[you]\n  move stones to bag_"
    rules = RULES.replace("ABOUT", "set").replace("SHAPE", "set").replace("EFFECT", effect)
    assert codes(rules) == []


def test_a_space_may_be_under_a_law() -> None:
    rules = """
piece Stone(owner: Player) "stone"
  2 of each

law mine(held: Stone?) "Mine"
  > Whose stone may lie here.

rule of_the_first in mine(held) "Of the first player"
  > Only a stone of the first player lies here.
  held is empty or (held is some stone and stone.owner = seat(1))

place shelf "shelf": Stone?, under mine
place bowl[p: Player] "bowl": set of Stone, starting with (those s in Stone where s.owner = p)
menu your_turn "Your turn"

action lay in your_turn "Lay"
  > Lay a stone.
  require free
  choose stone from bowl[you.left] + bowl[you] "Which?"
  move stone to shelf

rule free "Free"
  > Nothing lies there.
  shelf is empty

step play "Play"
  as seat(1)
    choose from your_turn
    otherwise
      pass
"""
    state = game(rules).start(1)
    assert state.decision is None, "there is no choice but one's own stone"
    assert state.dump()["places"]["shelf"]["owner"] == 1


@pytest.mark.parametrize(
    ("about", "place"),
    [
        ("g: grid of Stone", "pile of Stone"),
        ("g: grid of Stone", "set of Stone"),
        ("g: grid of Stone", "Stone?"),
        ("g: grid of Stone", "grid 4 by 4 of pile of Stone"),
        ("g: grid of Stone", "grid of Disc"),
        ("g: set of Stone", "row of Stone"),
        ("g: list of Stone", "set of Stone"),
        ("n: number", "grid of Stone"),
        ("g: grid of Stone, n: number", "grid of Stone"),
    ],
)
def test_a_law_about_something_else_is_refused(about: str, place: str) -> None:
    names = ", ".join(part.split(":")[0] for part in about.split(","))
    rules = f"""
piece Stone "stone"
  3 of each
piece Disc "disc"
  3 of each
law lawful({about}) "Law"
  > What holds.
rule holds in lawful({names}) "It holds"
  > It holds.
  yes
place there "there": {place}, under lawful
"""
    assert codes(rules) == ["E0406"]


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("(those c in cells(g) where c.x = 3) is empty", "1,1 2,1"),
        ("first(those c in cells(g) where c.x = 3) is empty", "1,1 2,1"),
        (
            "every c in cells(g): (list d for d in beside(c) where d in cells(g)) is empty",
            "1,1 3,1",
        ),
        ("every c in cells(g): [c] is not empty and c.x at most 2", "1,1 2,1"),
    ],
)
def test_a_law_may_ask_whether_anything_is_empty(body: str, ends: str) -> None:
    rules = f"""
piece Stone "stone"
  3 of each
law lawful(g: grid of Stone) "Law"
  > What holds.
rule not_there in lawful(g) "Not there"
  > Not every cell may have a stone.
  {body}
place board "board": grid 3 by 1 of Stone, under lawful
place bowl "bowl": set of Stone, starting with Stone
menu your_turn "Your turn"
action lay in your_turn "Lay"
  > Lay a stone.
  choose stone from bowl
  choose point from gaps(board) "Where?"
  move stone to board[point]
step play "Play"
  repeat 3 times
    as seat(1)
      choose from your_turn
      otherwise
        pass
"""
    state = game(rules).start(1)
    while state.decision is not None:
        state = state.play(state.decision.options[0])
    assert {tuple(c["at"]) for c in state.dump()["places"]["board"]} == {
        tuple(map(int, end.split(","))) for end in ends.split()
    }


@pytest.mark.parametrize(
    ("rule", "offered"),
    [
        ("lap is 0", True),
        ("lap is 1", False),
        ("some s in extra: s is in g", False),
        ("no s in extra: s is in g", True),
        ("size(extra) is 0 and size(g) is at most 1", True),
        ("extra is not empty or size(g) is 0", False),
        ("open is empty or (open is some s and s is in g)", True),
    ],
)
@pytest.mark.parametrize("heap", ["heap[you]", "open_heap"])
def test_a_law_may_name_notes_and_other_places_first(heap: str, rule: str, offered: bool) -> None:
    """Whether it tells of hidden pieces is asked of any name, of a note or place, too."""
    rules = f"""
piece Stone "stone"
  9 of each
place bowl "bowl": set of Stone, starting with Stone
place heap[p: Player] "heap": pile of Stone, seen by p, under lawful
place open_heap "open heap": pile of Stone, under lawful
place extra "extra": set of Stone
place open "open": Stone?
note lap "lap": 0..3 = 0
law lawful(g: list of Stone) "Law"
  > What holds.
rule holds in lawful(g) "It holds"
  > It holds.
  {rule}
menu your_turn "Your turn"
action lay in your_turn "Lay"
  > Lay stones.
  choose n from 1..2 "How many?"
  if first(bowl) is some stone
    move stone to {heap}
step play "Play"
  as seat(1)
    choose from your_turn
    otherwise
      pass
"""
    assert codes(rules) == []
    assert (game(rules).start(1).decision is not None) == offered
