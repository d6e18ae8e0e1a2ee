"""What messages say to do is how it is written today, and one mistake is one message."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.soundness.small import examples, found, library_of

import alarife
from alarife.checking.checks.use import check_use
from alarife.diagnostics import Report

GAME = """
piece Card(rank: 1..3) "card"
  1 of each
place deck "deck": pile of Card, starting with Card
place board "board": grid 3 by 3 of Card
note seen "seen": set of Card = []
note level[1..3] "level": number = 0
table fee[n: 1..3] "Fee": number
  | n | fee |
  | 1 | 1   |
  | 2 | 2   |
  | 3 | 4   |
value twice(n: number) "Twice": number = 2 * n
"""


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ('value v(n: number) "V": number = fee[n]', "E0305", "`if n is in 1..3`"),
        (
            'value v "V": number = fee[size(deck) + size(seen)]',
            "E0305",
            "`if n is in 1..3`, after `let n = …`",
        ),
        ('value v "V": number = twice[2]', "E0343", "Write `twice(…)`."),
        ('value v "V": number = size(level)', "E0338", "Write `level[…]`."),
        ('value v "V": number = 2 * twice', "E0339", "Write `twice(…)`."),
        ('value v "V": number = 6.5', "E0330", "declared as `decimal`"),
        ('value v "V": yes/no = level[1] is empty', "E0335", "`… is 0`"),
        (
            'value v "V": Player = first(rank p in Player by most p.seat)',
            "E0331",
            "all who are first are `leaders(…)`",
        ),
        (
            'change twice(n) as thrice "T" to usual + n\nvalue v "V": number = thrice',
            "E0340",
            "`change thrice as …`, with `usual`",
        ),
        (
            """note vote[p: Player] "V": 1..3 = 1, seen by p
note all "A": number = 0
step s "S"
  all := sum vote[p] for p in Player""",
            "E0388",
            "leave out `seen by`",
        ),
        ('change twice as thrice "T" to usual + n', "E0340", "`change twice(n) as …`"),
        (
            'value v(c: Card?) "V": yes/no = yes if seen is empty otherwise c is some d and d.rank is 1',
            "E0349",
            "in brackets",
        ),
        ('step s "S"\n  seen += top(deck)', "E0330", "a list of that one is `[x]`"),
    ],
)
def test_the_advice(line: str, code: str, says: str) -> None:
    (wrong,) = [d for d in found(f"{GAME}\n{line}\n") if d.code != "E0392"]
    assert (wrong.code, says in wrong.hint) == (code, True), wrong


@pytest.mark.parametrize(("number", "says"), [(1, "is only 1"), (2, "are only 2")])
def test_one_is_and_several_are(number: int, says: str) -> None:
    pieces = ", ".join(["Coin"] * (number + 1))
    outcomes = examples(
        f"""
piece Coin "coin"
  {number} of each
place purse "purse": set of Coin
example "Too many"
  given purse = [{pieces}]
  then size(purse) is {number}
"""
    )
    (wrong,) = outcomes["Too many"].diagnostics
    assert says in wrong.message


COMPARES = re.compile(r"(?<!is )(?<!not )\b(in|at least|at most|more than|less than|differs)\b")
LOOPS = re.compile(r"\b(for|each|with|every|some|no|those|the|count|rank|choose|in \w+ by)\b")


def _code_in_messages() -> list[tuple[str, str]]:
    """(file, code) of all code in backquotes that messages show."""
    shown: list[tuple[str, str]] = []
    home = Path(alarife.__file__).parent
    for path in sorted(home.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        for node in ast.walk(tree):
            said = ""
            if isinstance(node, ast.JoinedStr):
                parts = node.values
                said = "".join(str(p.value) if isinstance(p, ast.Constant) else "1" for p in parts)
            elif isinstance(node, ast.Constant) and id(node) not in docs:
                said = str(node.value)
            shown += [(path.name, code) for code in re.findall(r"`([^`\n]+ [^`\n]+)`", said)]
    return shown


def test_code_in_messages_compares_as_it_is_done_today() -> None:
    """Comparisons begin with `is`."""
    shown = _code_in_messages()
    assert len(shown) > 100
    old = [
        (file, code)
        for file, code in shown
        if re.match(r"(if|require|where|\w+ (at|more|less)) ", code)
        and COMPARES.search(code)
        and not LOOPS.search(code)
    ]
    assert not old


def test_what_is_used() -> None:
    """A note that is drawn, also if no rule reads it; a moment that comes."""
    rules = """
piece Tile "tile"
  1 of each
place board "board": grid of Tile, starting with Tile at cell(0, 0)
note fence[Tile, Side] "fence": yes/no = no, drawn as bar
step play "Play"
  for each tile in pieces(board)
    fence[tile, N] := yes
  now fenced
moment fenced "Fenced"
after fenced as done "Done"
  pass
"""
    for text, wrong in ((rules, 0), (rules.replace(", drawn as bar", ""), 1)):
        report = Report()
        check_use("small", library_of(text), report)
        assert [d.code for d in report.found].count("E0393") == wrong
    report = Report()
    check_use("small", library_of(rules.replace("  now fenced\n", "")), report)
    assert [d.message for d in report.found] == ["The moment `fenced` is never used."]
