"""No construct of a rule file takes more time or memory than the budget allows.

Every game here is lawful and would take hours or gigabytes. Each is run in a process of its own,
whose memory is limited and whose seconds of computing are counted; the seconds of the budget are
cut down, so that the suite does not take long."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest

import alarife
from alarife import RuleError
from alarife.engine import budget
from alarife.examples import run_file
from alarife.rulebook.load import book_of

SECONDS = 0.3
SLACK = 1.2
"""So much longer a run may take: starting, checking, and what is done between two looks."""
MEMORY = 600_000_000
PROGRAM = f"""
import resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
import alarife
from alarife.engine import budget
budget.MOST_SECONDS = {SECONDS}
before = time.process_time()
game = alarife.load(sys.argv[1])
loaded = time.process_time()
try:
    state = game.start(1)
    for _ in range(60):
        if state.is_over: break
        state = state.play(0)
    state.view(1), state.winners, state.scores, state.dump()
    print("over")
except alarife.RuleError as wrong:
    print(wrong.diagnostics[0].code, wrong.diagnostics[0].message)
print(time.process_time() - loaded)
"""
HEAD = """alarife 1
game g "G"
  > A game.
  players 2..2

chapter c "C"

note score[Player] "points": number = 0
"""
PLAY = """
step play "Course"
  > Play.
  {}
"""
ASKED = """
step play "Course"
  > Play.
  as seat(1)
    {}
"""
CHOSEN = """
piece T(n: 1..9, m: 1..1000) "t"
  > T.
  2 of each

rule fits(s: set of {of}) "F"
  > F.
  {rule}
""" + ASKED.format('choose some s from {source} where fits(s) "?"\n    otherwise\n      pass')
LONG = "x in 1..99999 with y in 1..99999"
GAMES = {
    "list of pairs": PLAY.format(f"score[seat(1)] := size(list x for {LONG})"),
    "list of lists": PLAY.format(
        "score[seat(1)] := size(list (list y for y in 1..99999) for x in 1..99999)"
    ),
    "list of one list": PLAY.format(
        "let a = list y for y in 1..90000\n  score[seat(1)] := size(list a for x in 1..90000)"
    ),
    "lists written out": PLAY.format(
        "let a = list y for y in 1..90000\n  let b = [a, a, a, a, a, a]\n"
        "  let c = [b, b, b, b, b, b]\n  score[seat(1)] := size(c)"
    ),
    "sum": PLAY.format(f"score[seat(1)] := sum 1 for {LONG}"),
    "count": PLAY.format("score[seat(1)] := count x in 1..99999 where (sum y for y in 1..x) = 1"),
    "every": PLAY.format(f"if (every {LONG}: x + y more than 1)\n    score[seat(1)] := 1"),
    "those": PLAY.format(f"score[seat(1)] := size(those {LONG} where x + y = 0)"),
    "rank": PLAY.format(f"score[seat(1)] := size(leaders(rank {LONG} by most 1))"),
    "members of a list": PLAY.format(
        "let a = list 2 * y for y in 1..99999\n"
        "  score[seat(1)] := count x in 1..99999 where 2 * x + 1 in a"
    ),
    "lists compared": PLAY.format(
        "let a = list y for y in 1..99999\n  let b = list y for y in 1..99999\n"
        "  score[seat(1)] := count x in 1..99999 where a = b or x = 0"
    ),
    "built-in over a list": PLAY.format(
        "let a = list y for y in 1..99999\n"
        "  score[seat(1)] := count x in 1..99999 where highest(a) = x"
    ),
    "ranges": PLAY.format("score[seat(1)] := count x in 1..99999 where size(reverse(1..x)) = 0"),
    "for each": PLAY.format(f"for each {LONG}\n    score[seat(1)] += 1"),
    "for each in for each": PLAY.format(
        "for each x in 1..99999\n    for each y in 1..99999\n      score[seat(1)] += 1"
    ),
    "repeat": PLAY.format(
        "repeat 9999 times\n    repeat 9999 times\n      repeat 9999 times\n        score[seat(1)] += 1"
    ),
    "decisions with one answer": PLAY.format(
        'repeat 9999 times\n    repeat 3 times\n      as seat(1)\n        choose x from 1..60000 where fits(x) "?"\n        otherwise\n          pass'
    )
    + """
rule fits(x: number) "Only"
  > One.
  x = 7
""",
    "offer": """
rule fits(a: number) "F"
  > F.
  some b in 1..99999: a + b = 0
"""
    + ASKED.format('choose a from 1..99999 where fits(a) "?"\n    otherwise\n      pass'),
    "chain of choices": """
menu m "M"

rule fits(a: number, b: number) "F"
  > F.
  a + b = 0

action act in m "A"
  > A.
  choose a from 1..99999 "A"
  choose b from 1..99999 where fits(a, b) "B"
  score[you] += a + b
"""
    + ASKED.format("choose from m\n    otherwise\n      pass"),
    "a set, with a case for each": CHOSEN.format(
        of="number",
        rule="some x in 1..99999: (every n in s: n * 2 = x * 2 + 1)",
        source="1..99999",
    ),
    "a set, with a slow test": CHOSEN.format(
        of="number",
        rule="every n in s: (some y in 1..99999: y * y = n * n + 1)",
        source="1..99999",
    ),
    "a set of one sum": CHOSEN.format(
        of="T", rule="(sum t.n * t.m for t in s) = 50001", source="T"
    ),
    "a set like one of many": CHOSEN.format(
        of="T", rule="some k in T: (every t in s: t.n = k.n and t.m = k.m + 1)", source="T"
    ),
    "notes": """
note kept[1..1000] "kept": list of number = []
"""
    + PLAY.format("for each x in 1..1000\n    kept[x] := list y for y in 1..99999"),
    "winners": f"""
value winners "w": set of Player = those p in Player where (sum score[p] for {LONG}) = 0
"""
    + PLAY.format("pass"),
    "score": f"""
value points(p: Player): number = sum 1 for {LONG}
"""
    + PLAY.format("score[seat(1)] := points(seat(1))"),
    "starting with": f"""
piece T(n: 1..9) "t"
  > T.
  1 of each

place heap "heap": set of T, starting with (those t in T where (sum t.n for {LONG}) = 0)
"""
    + PLAY.format("pass"),
    "rule": f"""
rule dear(p: Player) "Dear"
  > Dear.
  (sum 1 for {LONG}) more than 5
"""
    + ASKED.format('choose p from Player where dear(p) "?"\n    otherwise\n      pass'),
    "union": """
note seen "seen": set of number = []
"""
    + PLAY.format("for each x in 1..50\n    seen := seen + as_many(x)\n")
    + """
value as_many(x: number): set of number = those y in x * 90000..x * 90000 + 89999 where y more than 0
""",
}
EXPECTED = ("E0507", "E0515")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited as Linux does")
@pytest.mark.parametrize("name", GAMES)
def test_time_and_memory_are_bounded(tmp_path: Path, name: str) -> None:
    path = tmp_path / "g.alr"
    path.write_text(HEAD + GAMES[name], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said, seconds = done.stdout.strip().rsplit("\n", 1)
    assert said.startswith(EXPECTED), said
    assert float(seconds) < SECONDS + SLACK


def test_very_many_options_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "g.alr"
    path.write_text(HEAD + ASKED.format('choose n from 1..99999 "?"\n    score[you] := n'))
    state = alarife.load(str(path)).start(1)
    before = process_time()
    assert state.decision is not None
    assert len(set(state.decision.keys)) == len(state.view(1)["decision"]["options"]) == 99_999
    assert process_time() - before < 5


def test_every_question_has_a_budget_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time that has passed since a move, or in other questions, is not counted."""
    monkeypatch.setattr(budget, "MOST_SECONDS", 0.5)
    path = tmp_path / "g.alr"
    path.write_text(
        HEAD.replace("note score[Player]", "note n[Player]")
        + "\nvalue score(p: Player): number = sum 1 for x in 1..99999 where x + n[p] more than 0\n"
        + "\nvalue winners: set of Player = those p in Player where score(p) = 99999\n"
        + PLAY.format("pass")
    )
    state = alarife.load(str(path)).start(1)
    until = process_time() + 1.5
    while process_time() < until:
        assert state.scores == {1: 99_999, 2: 99_999}
        assert state.winners == [1, 2]
        assert state.view(1)["scores"]
        state.game.restore(state.dump())


def test_one_example_without_end_ends_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_SECONDS", 0.4)
    endless = "".join(f'example "e{n}"\n  then endless = {n}\n\n' for n in range(40))
    path = tmp_path / "g.alr"
    path.write_text(
        HEAD
        + f"\nvalue endless: number = sum 1 for {LONG}\n"
        + '\nexample "fine"\n  then size(Player) = 2\n\n'
        + endless
        + PLAY.format("pass")
    )
    before = process_time()
    outcomes = {o.title: o for o in run_file(str(path))}
    assert process_time() - before < 8, "half of what forty of them would take"
    assert outcomes["fine"].passed
    assert "on and on" in outcomes["e0"].diagnostics[0].message
    for n in range(1, 40):
        (found,) = outcomes[f"e{n}"].diagnostics
        assert "not run, as the example “e0”" in found.message


NEARLY = "".join(f'example "n{n}"\n  then nearly(seat({n % 2 + 1})) = 0\n\n' for n in range(60))
SHARED = {
    "the setup": (
        PLAY.format("setup")
        + f'\nstep setup "Setup"\n  > Setup.\n  score[seat(1)] := sum 1 for {LONG}\n'
        + '\nexample "set up"\n  when setup\n  then score[ann] = 0\n',
        "E0817",
    ),
    "the beginning alone": (
        PLAY.format("setup")
        + f'\nstep setup "Setup"\n  > Setup.\n  score[seat(1)] := sum 1 for {LONG}\n',
        "E0507",
    ),
    "who sees a place": (
        '\npiece T "t"\n  1 of each\nplace a "a": set of T, seen by many\n'
        f"value many: set of Player = those p in Player where (sum score[p] for {LONG}) = 3\n"
        + ASKED.format('may "?"\n      pass')
        + '\nexample "e"\n  then score[ann] = 0\n',
        "E0507",
    ),
    "many that are hardly endless": (
        "\nvalue nearly(p: Player): number = 1 + score[p] + (sum 1 for x in 1..9999 with y in 1..400)\n"
        + PLAY.format("pass")
        + NEARLY,
        "E0817",
    ),
}


@pytest.mark.parametrize("name", SHARED)
def test_a_book_has_one_budget(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its examples, with any number of players, and the table that it shows."""
    monkeypatch.setattr(budget, "MOST_SECONDS", 1.0)
    text, code = SHARED[name]
    path = tmp_path / "g.alr"
    path.write_text(HEAD.replace("2..2", "2..4") + text)
    before = process_time()
    with pytest.raises(RuleError) as raised:
        book_of(str(path))
    assert {d.code for d in raised.value.diagnostics} <= {code, "E0507", "E0801"}
    assert code in {d.code for d in raised.value.diagnostics}
    assert process_time() - before < 2.5
    before = process_time()
    book_of(str(path), strict=False)
    assert process_time() - before < 2.5


def test_a_book_of_a_game_that_cannot_begin_is_refused(tmp_path: Path) -> None:
    """Even though its examples hold; a draft says why."""
    path = tmp_path / "g.alr"
    path.write_text(
        HEAD + PLAY.format('never "That was it"') + '\nexample "e"\n  then score[ann] = 0\n'
    )
    with pytest.raises(RuleError, match="E0508"):
        book_of(str(path))
    assert "E0508" in str(book_of(str(path), strict=False).draft)


LOGGED = """
repeat 9999 times
    repeat 9999 times
      score[seat(1)] += 1
      score[seat(1)] -= 1
"""


def test_the_log_of_one_answer_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "g.alr"
    path.write_text(HEAD + PLAY.format(LOGGED.strip()))
    game = alarife.load(path)
    with pytest.raises(RuleError, match="the log grows too long"):
        game.start(1)
    with pytest.raises(RuleError, match="E0507"):
        game.start(1, log=False)


def test_who_sees_a_place_is_worked_out_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is, before there is a state, where it follows from the text alone."""
    monkeypatch.setattr(budget, "MOST_SECONDS", SECONDS)
    sees = f"(those p in Player where (sum 1 for {LONG}) = 3)"
    path = tmp_path / "g.alr"
    path.write_text(
        f'{HEAD}\npiece T "t"\n  1 of each\nplace a "a": set of T, seen by {sees}\n'
        + PLAY.format("pass")
    )
    with pytest.raises(RuleError, match="E0507"):
        alarife.load(path)
