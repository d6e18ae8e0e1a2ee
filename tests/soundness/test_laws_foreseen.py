"""What an effect does to a law and can't be told before it is offered: `check` says so (E0403), and
nothing hidden is told by what is offered."""

from __future__ import annotations

import pytest
from tests.soundness.small import codes, game
from tests.soundness.test_laws_hold import LAY, STONES

from alarife import RuleError


@pytest.mark.parametrize(
    "effect",
    [
        # chance
        """pick y from [1, 2, 3] at random
if first(bowl[you]) is some stone
  move stone to board[cell(2, y)]""",
        # an answer still to come
        """choose point from gaps(board) "Where?"
may "Sure?"
  pass
if first(bowl[you]) is some stone
  move stone to board[point]""",
        # a set
        """choose some stones from bowl[you] "Which?"
for each stone in stones
  move stone to board[cell(1, 1)]""",
    ],
)
def test_what_cannot_be_told_before_is_said(effect: str) -> None:
    body = "".join(f"  {line}\n" for line in effect.split("\n"))
    assert codes(STONES.replace("BEFORE", "pass") + LAY + body).count("E0403") == 1


def test_hidden_pieces_are_not_tried_out() -> None:
    hidden = STONES.replace("BEFORE", "pass").replace(
        'place heap "heap": pile of Stone', 'place heap "heap": pile of Stone, seen by nobody'
    )
    body = """
action lay in your_turn "Lay"
  > From the heap.
  choose point from gaps(board) "Where?"
  if first(heap) is some stone
    move stone to board[point]
"""
    assert "E0403" in codes(hidden + body)


def test_all_at_once_is_asked_again_when_it_is_done() -> None:
    rules = STONES.replace(
        "BEFORE",
        """as each p in Player at once
    choose point from gaps(board) "Where?"
    if first(bowl[p]) is some stone
      move stone to board[point]""",
    )
    assert "E0403" in codes(rules)


ALL_AT_ONCE = {
    "a choice": "{lay}",
    "an offer to decline": """may "Lay?"
        {lay}""",
    "a choice under a condition": """if moved at least 0
        {lay}""",
    "a menu": "choose from your_turn",
}


@pytest.mark.parametrize("form", ALL_AT_ONCE)
def test_what_all_choose_at_once_may_break_a_law_together_and_that_is_said(form: str) -> None:
    lay = """choose stone from bowl[you]
LINE  otherwise
LINE    never "because there are five"
LINE  choose x from 1..3
LINE  move stone to board[cell(x, 1)]"""
    deeper = form in ("an offer to decline", "a choice under a condition")
    asked = ALL_AT_ONCE[form].format(lay=lay.replace("LINE  ", "      " + "  " * deeper))
    play = f"""step play "Play"
  BEFORE
  as each p in Player at once
      {asked}
"""
    rules = STONES[: STONES.index("step play")].replace(
        "g[cell(2, 2)] is empty", "size(pieces(g)) at most 1"
    )
    action = """action lay in your_turn "Lay"
  > Lay a stone.
  choose stone from bowl[you]
  choose x from 1..3
  move stone to board[cell(x, 1)]

"""
    found = codes(rules + (action if form == "a menu" else "") + play.replace("BEFORE", "pass"))
    assert set(found) - {"E0305"} == {"E0403"}


HEAP = """
piece Stone(worth: 1..3) "stone"
  4 of each
law few(g: set of Stone) "Few"
  > How stones may lie.
rule not_much in few(g) "Not much"
  > There is a limit.
  ASKED
place hidden "hidden": set of Stone, seen by WHO, under few
place other "other": pile of Stone, seen by nobody
place bowl "bowl": set of Stone
place deck "deck": bag of Stone, starting with Stone
menu your_turn "Your turn"
action lay in your_turn "Lay"
  > Lay a stone.
  choose stone from bowl
  move stone to hidden
step play "Play"
  draw 1 from deck to hidden
  draw 1 from deck to other
  draw 5 from deck to bowl
  repeat 2 times
    as seat(1)
      choose from your_turn
      otherwise
        pass
"""


@pytest.mark.parametrize(
    ("asked", "who", "said"),
    [
        ("size(g) at most 3", "nobody", False),
        ("size(g) at most 3 and g is not empty", "nobody", False),
        ("(sum x.worth for x in g) at most 5", "nobody", True),
        ("(sum x.worth for x in g) at most 5", "all", False),
        ("size(g) at most 3 and (first(other) is some x and x.worth at least 2)", "all", True),
    ],
)
def test_a_law_tells_the_chooser_nothing_hidden(asked: str, who: str, said: bool) -> None:
    """What is offered shows what the law says of the place, so it may not hang on hidden pieces."""
    rules = HEAP.replace("ASKED", asked).replace("WHO", who)
    assert codes(rules) == (["E0403"] if said else [])
    offered = set()
    for seed in range(12):
        try:
            state = game(rules).start(seed)
        except RuleError:
            continue  # what is set up breaks the law already
        if state.decision is not None:
            bowl = {stone["worth"] for stone in state.dump()["places"]["bowl"]}
            offered.add(len(state.decision.options) == len(bowl))
    assert offered <= ({True} if said or "sum" not in asked else {True, False})
