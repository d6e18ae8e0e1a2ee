"""Whether something is new is asked before it is noted: `check` warns where it is noted first
(E0407), there the answer is always the same, and nowhere else does it warn."""

from __future__ import annotations

import time

import pytest
from tests.soundness.small import codes, game

RULES = """
piece Stone "stone"
  9 of each

place bowl "bowl": set of Stone, starting with Stone
place board "board": grid 3 by 1 of Stone
place other "other board": grid 3 by 1 of Stone, under LAW
piece Token "token"
  9 of each

place tokens "tokens": set of Token, starting with Token
place heap "heap": set of Token, under LAW

note earlier "earlier boards": set of Picture = [], not shown
note told[p: Player] "what they had": set of Picture = [], not shown
note turns "turns": 0.. = 0
note fresh "new boards": 0.. = 0

law any_board(g: grid of Stone) "Any"
  > However it is.
rule anything in any_board(g) "Anything"
  > At most three stones lie there.
  size(pieces(g)) is at most 3

law new_board(g: grid of Stone) "New"
  > The board is new.
rule board_is_new in new_board(g) "No board twice"
  > It must not look as it did.
  picture(g) is not in earlier

law few(g: set of Token) "Few"
  > Few.
rule not_many in few(g) "Not many"
  > At most nine.
  size(g) is at most 9

law elsewhere(g: set of Token) "Elsewhere"
  > The board is new.
rule it_is_new in elsewhere(g) "No board twice"
  > It must not look as it did.
  is_new

value now_is: Picture = picture(board)

rule is_new "No board twice"
  > The board must not look as it did before.
  picture(board) is not in earlier

rule new_to(p: Player) "Not twice for one"
  > Nobody sees a board twice.
  picture(board) is not in told[p]

rule new_or_late(late: number) "New or late"
  > The board is new, or it is late.
  turns is at least late or not (picture(board) is in earlier)

menu moves "Moves"

action put in moves "Put"
  > Put a stone.
ACTION

step note_it "Note it"
  earlier += [picture(board)]

step play "Play"
  BEFORE
  repeat 3 times
    as seat(1)
      choose from moves
      otherwise
        pass
    turns += 1
    AFTER
"""
LAY = "  if first(bowl) is some stone\n    move stone to board[c]\n"
NOTE = "  earlier += [picture(board)]\n"


def rules(action: str, board_law: str = "any_board", heap_law: str = "few", **parts: str) -> str:
    text = RULES.replace("LAW", board_law, 1)
    text = text.replace("LAW", heap_law).replace("ACTION", action.rstrip("\n"))
    for name in ("BEFORE", "AFTER"):
        text = text.replace(name, parts.get(name.lower(), "pass"))
    return text


def chosen(where: str = "") -> str:
    return f'  choose c from gaps(board){where and " where "}{where} "Where?"\n'


TOO_LATE = {
    "afterwards": rules(chosen("afterwards is_new") + LAY + NOTE),
    "afterwards, with an argument": rules(
        chosen("afterwards new_to(you)") + LAY + "  told[you] += [picture(board)]\n"
    ),
    "afterwards, beside another condition": rules(chosen("afterwards new_or_late(9)") + LAY + NOTE),
    "afterwards, in a step": rules(chosen("afterwards is_new") + LAY + "  note_it\n"),
    "afterwards, with a sum of sets": rules(
        chosen("afterwards is_new") + LAY + "  earlier := earlier + [picture(board)]\n"
    ),
    "required before it changes": rules(
        "  require is_new\n" + chosen() + LAY,
        before="earlier := [picture(board)]",
        after="earlier += [picture(board)]",
    ),
    "a law at the end of a together": rules(
        '  choose c from gaps(other) "Where?"\n'
        "  if first(bowl) is some stone\n"
        "    together\n"
        "      move stone to other[c]\n"
        "      earlier += [picture(other)]\n",
        "new_board",
    ),
    "a law of another place": rules(
        chosen() + LAY + NOTE + "  if first(tokens) is some token\n    move token to heap\n",
        heap_law="elsewhere",
    ),
}


@pytest.mark.parametrize("name", TOO_LATE)
def test_what_is_noted_first_is_found(name: str) -> None:
    assert codes(TOO_LATE[name]).count("E0407") == 1, codes(TOO_LATE[name])


IN_TIME = {
    "noted by the step that asks": rules(
        chosen("afterwards is_new") + LAY,
        before="earlier := [picture(board)]",
        after="earlier += [picture(board)]",
    ),
    "noted before the board changes": rules(chosen("afterwards is_new") + NOTE + LAY),
    "something else is noted": rules(
        chosen("afterwards is_new") + LAY + "  earlier += [picture(other)]\n"
    ),
    "noted on a condition": rules(
        chosen("afterwards is_new")
        + LAY
        + "  if turns is more than 0\n    earlier += [picture(board)]\n"
    ),
    "the note is emptied": rules(chosen("afterwards is_new") + LAY + NOTE + "  earlier := []\n"),
    "taken out again": rules(
        chosen("afterwards is_new") + LAY + NOTE + "  earlier -= [picture(board)]\n"
    ),
    "for another player": rules(
        chosen("afterwards new_to(you)") + LAY + "  told[you.left] += [picture(board)]\n"
    ),
    "asked by an if, then noted": rules(
        chosen() + LAY + "  if picture(board) is not in earlier\n    fresh += 1\n" + NOTE
    ),
    "a law at the end of a together": rules(
        '  choose c from gaps(other) "Where?"\n'
        "  if first(bowl) is some stone\n"
        "    together\n"
        "      earlier += [picture(other)]\n"
        "      move stone to other[c]\n",
        "new_board",
    ),
    "noted after the move that a law is asked of": rules(
        '  choose c from gaps(other) "Where?"\n'
        "  if first(bowl) is some stone\n"
        "    move stone to other[c]\n"
        "    earlier += [picture(other)]\n",
        "new_board",
    ),
    "a move in between": rules(
        chosen() + NOTE + LAY + "  if picture(board) is not in earlier\n    fresh += 1\n"
    ),
    "a loop that changes it": rules(
        "  choose n from 1..2\n"
        "  for each c in gaps(board)\n"
        "    if picture(board) is not in earlier\n      fresh += 1\n"
        "    earlier += [picture(board)]\n"
        "    if first(bowl) is some stone\n      move stone to board[c]\n",
    ),
}


@pytest.mark.parametrize("name", IN_TIME)
def test_what_is_asked_first_is_not_found(name: str) -> None:
    assert "E0407" not in codes(IN_TIME[name])


@pytest.mark.parametrize("name", TOO_LATE)
def test_where_it_is_noted_first_nothing_is_ever_offered(name: str) -> None:
    assert game(TOO_LATE[name]).start(seed=1).is_over


@pytest.mark.parametrize("name", IN_TIME)
def test_where_it_is_asked_first_something_is_offered(name: str) -> None:
    assert game(IN_TIME[name]).start(seed=1).decision is not None


DEEP = 24


def test_what_asks_over_and_over_is_looked_at_once() -> None:
    """Loops in loops, steps that call steps twice, rules that ask rules twice: all of them would
    take 2^24 looks."""
    loops = "".join("  " * n + f"for each x{n} in 1..2\n" for n in range(1, DEEP))
    steps = "".join(
        f"step s{n}\n  earlier += [picture(board)]\n  s{n + 1}\n  s{n + 1}\n" for n in range(DEEP)
    )
    asks = "".join(
        f'rule r{n} "R"\n  > It is new.\n  r{n + 1} or r{n + 1}\n\n' for n in range(DEEP)
    )
    start = time.process_time()
    assert "E0407" in codes(
        rules(
            "  choose n from 1..2\n"
            + NOTE
            + loops
            + "  " * DEEP
            + "turns += n\n"
            + NOTE
            + "  if r0\n    turns += 1\n  s0\n"
        )
        + f"{steps}step s{DEEP}\n  turns += 1\n"
        + asks
        + f'rule r{DEEP} "R"\n  > It is new.\n  picture(board) is in earlier\n'
    )
    assert time.process_time() - start < 5
