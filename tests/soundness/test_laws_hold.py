"""No law is broken without a refusal: what is offered is what may be done, whatever form the effect
has."""

from __future__ import annotations

import pytest
from tests.soundness.small import all_pass, game

from alarife import Game, RuleError, State
from alarife.engine.faults import Fault

STONES = """
piece Stone(owner: Player) "stone"
  5 of each

place board "board": grid 3 by 3 of Stone, under lawful
place bowl[p: Player] "bowl": set of Stone, starting with (those s in Stone where s.owner = p)
place heap "heap": pile of Stone
note moved "moved": number = 0

law lawful(g: grid of Stone) "Law"
  > These rules hold.

rule free_middle in lawful(g) "The middle stays free"
  > Nobody lays a stone there.
  g[cell(2, 2)] is empty

menu your_turn "Your turn"

action pass_on in your_turn "Pass"
  > Do nothing.
  pass

step play "Play"
  BEFORE
  repeat 3 times
    as seat(1)
      choose from your_turn
"""
LAY = """
action lay in your_turn "Lay"
  > Lay a stone.
"""


def stones(effect: str, more: str = "", before: str = "pass") -> Game:
    body = "".join(f"  {line}\n" for line in effect.strip("\n").split("\n"))
    return game(STONES.replace("BEFORE", before) + LAY + body + more)


def cells(state: State) -> set[str]:
    state = state.play("lay")
    while state.decision is not None and "Stone(1)" in state.decision.keys[0]:
        state = state.play(0)
    return set(state.decision.keys) if state.decision else set()


EFFECTS = {
    "a move": """
choose stone from bowl[you]
choose point from gaps(board) "Where?"
move stone to board[point]""",
    "together": """
choose stone from bowl[you]
choose point from gaps(board) "Where?"
together
  move stone to board[point]
  moved += 1""",
    "behind a condition": """
choose point from gaps(board) "Where?"
if first(bowl[you]) is some stone
  move stone to board[point]""",
    "in a step": """
choose point from gaps(board) "Where?"
put(you, point)""",
    "after another change": """
choose point from gaps(board) "Where?"
moved += 1
let held = first(bowl[you])
if held is some stone
  move stone to board[point]""",
    "in a loop": """
choose point from gaps(board) "Where?"
for each stone in bowl[you] where stone = first(bowl[you])
  move stone to board[point]""",
    "by a whenever": """
choose point from gaps(board) "Where?"
wanted := point
if first(bowl[you]) is some stone
  move stone to heap""",
    "behind a question": """
choose point from gaps(board) "Where?"
may "Really?"
  moved += 1
  if first(bowl[you]) is some stone
    move stone to board[point]""",
}
STEPS = """
step put(p: Player, point: Cell) "Put"
  > A stone.
  put_deeper(p, point)

step put_deeper(p: Player, point: Cell) "Put deeper"
  > A stone.
  if first(bowl[p]) is some stone
    move stone to board[point]

note wanted "wanted": Cell? = none

whenever stone: Stone enters heap as falls "It falls"
  > It goes on.
  if wanted is some c
    move stone to board[c]
"""


@pytest.mark.parametrize("form", [f for f in EFFECTS if f != "behind a question"])
def test_a_law_is_asked_before_in_every_form(form: str) -> None:
    state = stones(EFFECTS[form], STEPS).start(1)
    offered = cells(state)
    assert len(offered) == 8
    assert "2,2" not in offered
    answers = (["Stone(1)"] if form in ("a move", "together") else []) + [(2, 2)]
    assert "free_middle" in [rule.name for rule in state.why_not("lay", *answers)]


def test_what_stands_behind_a_question_of_its_own_is_offered_there() -> None:
    state = stones(EFFECTS["behind a question"], STEPS).start(1).play("lay").play("2,2")
    assert state.decision is not None
    assert state.decision.kind == "menu", "the `may` can't be done, so it is not asked"


def test_a_stone_that_goes_from_cell_to_cell_is_on_one_of_them() -> None:
    moving = """
choose stone from pieces(board) "Which?"
choose point from gaps(board) "Where?"
move stone to board[point]"""
    pairs = """
rule paired in lawful(g) "No stone alone"
  > Each stone lies beside another.
  every c in cells(g): some d in beside(c): d in cells(g)
"""
    start = """together
    if first(bowl[seat(1)]) is some a
      move a to board[cell(1, 1)]
    if first(bowl[seat(1)]) is some b
      move b to board[cell(2, 1)]"""
    state = stones(moving, pairs, start).start(1).play("lay").play("Stone(1)@1,1")
    held = sorted(tuple(e["at"]) for e in state.view(1)["places"]["board"])
    assert held == [(2, 1), (3, 1)], "the only way to stay beside another"


NOTED = """
note shut "shut cell": Cell? = none
note heavy[Stone] "heavy": yes/no = no

rule not_shut in lawful(g) "Not on a shut cell"
  > A shut cell stays free.
  every c in cells(g): c is not shut

rule not_in_the_corner in lawful(g) "Nothing heavy in the corner"
  > No heavy stone lies there.
  not (g[cell(1, 1)] is some stone and heavy[stone])

step weigh(stone: Stone) "Weigh"
  heavy[stone] := yes
"""


@pytest.mark.parametrize(
    ("before", "refused"),
    [
        ("shut := cell(3, 3)", "3,3"),
        ("heavy[stone] := yes", "1,1"),
        ("weigh(stone)", "1,1"),
    ],
)
def test_a_law_is_asked_with_what_the_effect_does_before_the_move(
    before: str, refused: str
) -> None:
    laying = f"""
choose stone from bowl[you]
choose point from gaps(board) "Where?"
{before}
move stone to board[point]"""
    offered = cells(stones(laying, NOTED).start(1)) - {"pass_on"}
    free = {f"{x},{y}" for x in (1, 2, 3) for y in (1, 2, 3)} - {"2,2"}
    assert {c for c in offered if "," in c} == free - {refused}


# ----------------------------------------------------------------
# together
def test_together_is_judged_as_a_whole() -> None:
    all_pass(
        STONES.replace("BEFORE", "pass")
        + """
rule even in lawful(g) "Never one alone"
  > Two at a time.
  size(cells(g)) differs from 1

action lay_two in your_turn "Lay two"
  > Two stones at once.
  choose one_ from gaps(board) "Where?"
  choose other from gaps(board) where other_than(one_, other) "And where?"
  together
    if first(bowl[you]) is some a
      move a to board[one_]
    if first(bowl[you]) is some b
      move b to board[other]

action lay_one in your_turn "Lay one"
  > One stone.
  choose stone from bowl[you] "Which?"
  choose point from gaps(board) "Where?"
  move stone to board[point]

rule other_than(a: Cell, b: Cell) "Another cell"
  > Two cells.
  a differs from b

example "Two go"
  when ann: lay_two(cell(1, 1), cell(1, 2))
  then size(cells(board)) = 2

example "One alone does not"
  when ann: lay_one(Stone(ann), cell(1, 1))
  then refused by even
"""
    )


TWICE = """
piece Stone "stone"
  6 of each
place bowl "bowl": set of Stone, starting with Stone
place heap "heap": set of Stone
place hole "hole": Stone?
note fallen "fallen": number = 0

whenever stone: Stone enters heap as counted "Counted"
  > A point each.
  fallen += 1

step drop(n: number) "Drop"
  > Some fall, all at once.
  together
    together
      draw n from bowl to heap
    fallen += 10

step play "Play"
  repeat 3 times
    drop(1)
  as seat(1)
    choose n from 1..2 "How many?"
    drop(n)
    if n = 2
      together
        draw 1 from bowl to heap
        for each stone in heap
          move stone to hole
    drop(1)
"""


def test_whenevers_wait_for_the_end_and_none_is_lost() -> None:
    state = game(TWICE).start(1)
    assert state.view(1)["notes"]["fallen"] == 33
    state = state.play("1")
    assert state.view(1)["notes"]["fallen"] == 55


def test_a_fault_in_the_middle_leaves_nothing_behind() -> None:
    state = game(TWICE).start(1)
    with pytest.raises(Fault, match="second piece"):
        state.play("2")
    assert state.play("1").view(1)["notes"]["fallen"] == 55
    assert state.game.restore(state.dump()).play("1").view(1)["notes"]["fallen"] == 55


def test_what_is_done_together_without_a_choice_stops_if_it_breaks_a_law() -> None:
    start = """together
    if first(bowl[seat(1)]) is some a
      move a to board[cell(2, 2)]"""
    with pytest.raises(RuleError, match="free_middle"):
        stones(EFFECTS["a move"], "", start).start(1)


@pytest.mark.parametrize(
    "line",
    [
        "draw 1 from bowl[seat(1)] to board[cell(2, 2)]",
        "draw 1 from heap to board[cell(2, 2)]",
    ],
)
def test_a_draw_obeys_the_law(line: str) -> None:
    before = "move bowl[seat(2)] to heap\n  " + line.replace("bowl[seat(1)]", "heap")
    with pytest.raises(RuleError, match="free_middle"):
        stones(EFFECTS["a move"], "", before).start(1)


def test_emptying_a_place_under_a_law_obeys_it() -> None:
    some = """
rule some_stone in lawful(g) "Some stone"
  > Once begun, never empty.
  size(cells(g)) at least 1
"""
    start = """if first(bowl[seat(1)]) is some a
    move a to board[cell(1, 1)]
  move pieces(board) to heap"""
    with pytest.raises(RuleError, match="some_stone"):
        stones(EFFECTS["a move"], some, start).start(1)


def test_a_turned_piece_obeys_the_law() -> None:
    with pytest.raises(RuleError, match="light_side"):
        game("""
piece Disc(face side: 1..2) "disc"
  3 of each
place board "board": grid 3 by 3 of Disc, under lawful
place bowl "bowl": set of Disc, starting with Disc
law lawful(g: grid of Disc) "Law"
  > These rules hold.
rule light_side in lawful(g) "The light side"
  > Discs lie with the light side up.
  every d in pieces(g): d.side = 1
step play "Play"
  if first(bowl) is some d
    move d to board[cell(1, 1)]
    turn d to 2
""").start(1)
