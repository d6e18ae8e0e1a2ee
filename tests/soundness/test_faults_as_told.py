"""What a rule file does wrong in play is told alike by `state.play`, examples, simulations and the
table: what, where, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import alarife
from alarife.cli.group import command
from alarife.engine.faults import Fault
from alarife.play.session import refusal

RULES = """alarife 2
game fault "Fault"
  > A test.
  players 2..3

chapter c "C"

piece Stone(worth: 1..3) "stone"
  3 of each
place board "board": grid 3 by 3 of Stone, under neat
place meadow "meadow": grid of Stone
place slot "slot": space for Stone
place bowl "bowl": pile of Stone, starting with Stone
note counter "counter": number = 0
note many "many": list of number = []
law neat(g: grid of Stone) "Neat"
rule low in neat(g) "Only low ones"
  > Only stones worth {=one} lie there.
  every s in pieces(g): s.worth is 1
value third(n: 1..3) "A third": number = n
table pay[n: 1..3] "Pay": number
  | n | pay |
  | 1 | 1   |
  | 2 | 2   |
  | 3 | 3   |

step play "Play"
  > Play.
  as seat(1)
    choose n from 1..3 "How many?"
    counter += n
    trouble

step trouble "The trouble"
  > Trouble comes.
  WHAT

example "Trouble"
  > Here it is.
  when play
  when ann answers 3
  then counter is 3
"""
BAD = {
    "E0501": (
        "draw 1 from bowl to slot\n  draw 1 from bowl to slot",
        "In `trouble`, a second piece would come to lie in `slot`, which holds one.",
        "Ask first whether it is empty.",
    ),
    "E0502": (
        "if top(bowl) is some s\n    move s to board[cell(counter, 4)]",
        "In `trouble`, there is no cell (3, 4) in `board`.",
        "Its free cells are `gaps(…)`.",
    ),
    "E0503": (
        "if top(bowl) is some s\n    move s to meadow[cell(1000 * counter, 4)]",
        "In `trouble`, the cell (3000, 4) is too far away.",
        "Nothing lies farther than 125 cells from the origin.",
    ),
    "E0504": (
        "shuffle bowl\n  for each c in gaps(board)\n    draw 1 from bowl to board[c]",
        "In `trouble`, `board` no longer obeys the law `neat`: this breaks `low`.",
        (
            "Let the choice before it decide what is moved where: then only what the law allows is"
            " offered."
        ),
    ),
    "E0505": (
        "pick c from cells(board) at random\n  counter := c.x",
        "In `trouble`, something is picked at random from nothing.",
        "Ask first whether there is something.",
    ),
    "E0507": (
        "repeat while counter is at least 1\n    counter += 1",
        "In `trouble`, a `repeat` goes on for ever; it was stopped after 10000 rounds.",
        "Look at what should end it. A `draw` from an empty place gives nothing.",
    ),
    "E0508": (
        'never "because nobody counts"',
        "In `trouble`, `never` was reached: “because nobody counts”.",
        "The reason given does not always hold. Say what happens in this case.",
    ),
    "E0509": (
        "counter := third(counter + 1)",
        "In `trouble`, 4 is not in the range 1..3 that was declared.",
        "Ask first whether it is in range.",
    ),
    "E0511": (
        "if seat(counter + 1) is seat(1)\n    pass",
        "In `trouble`, there is no seat 4.",
        "Seats go from 1 to 2; `p.left` goes round.",
    ),
    "E0512": (
        "counter := pay[counter + 1]",
        "In `trouble`, there is no key 4; the keys go from 1 to 3.",
        "Ask first whether it is in range.",
    ),
    "E0514": (
        "repeat 100 times\n    counter := counter * counter",
        "In `trouble`, a number grows too large.",
        "Give the note a range, as in `0..1000`: then it keeps within it.",
    ),
    "E0515": (
        "repeat 100 times\n    many := many + many + [1]",
        "In `trouble`, a list grows too long; it may have 100000 members.",
        "Let it be emptied at times, or let fewer be listed.",
    ),
}


@pytest.mark.parametrize("code", BAD)
def test_a_fault_says_what_where_and_what_to_do(code: str, tmp_path: Path) -> None:
    what, message, hint = BAD[code]
    path = tmp_path / "fault.alr"
    path.write_text(RULES.replace("WHAT", what), "utf-8")
    line = RULES[: RULES.index("step trouble")].count("\n") + 1
    state = alarife.load(str(path), players=2).start(seed=1)
    with pytest.raises(Fault) as raised:
        state.play(2)
    (found,) = raised.value.diagnostics
    assert (found.code, found.message, found.hint) == (code, message, hint)
    assert found.labels[0].at.line == line
    assert state.decision  # the state from before is still there
    assert refusal(raised.value) == [
        f"Nothing has changed: the rules have a mistake here ({code}, {path}:{line}).",
        f"{message} {hint}",
    ]
    tried = CliRunner().invoke(command, ["test", str(path)])
    assert tried.exit_code == 1
    told = " ".join(tried.output.split())
    assert f"error E0817: {message.replace('1 to 2;', '1 to 3;')}" in told
    assert "while this example runs" in told
    played = CliRunner().invoke(command, ["simulate", str(path), "--players", "2", "--games", "9"])
    assert played.exit_code == 1
    told = " ".join(played.output.split())
    assert f"error {code}: In `trouble`, " in told
    assert f"fault.alr:{line}:1" in told
    assert "It happened in the game with seed " in told
