"""The recipes of the architecture page, followed in a copy of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import alarife

PACKAGE = Path(alarife.__file__).parent
ROOT = PACKAGE.parents[1]

MEANING = '''

def median(numbers: Sequence[int]) -> int:
    """The middle one of these numbers; 0 if there is none."""
    return sorted(numbers)[(len(numbers) - 1) // 2] if numbers else 0
'''
ROW = """    BuiltIn(
        "median", "numbers", "The middle one of these numbers.",
        of_many(types.number, *RANKED), meanings.median,
    ),
)  # fmt: skip
"""
GAME = """alarife 1
game middle "Middle"
  players 1..1

chapter c "C"
piece Coin(worth: 1..9) "coin"
  > The middle coin is worth {median([1, 5, 9])}.
  1 of each
place pot "pot": set of Coin, seen by all, starting with Coin
place purse "purse": set of Coin, seen by all
value middle "middle coin": number = median(list c.worth for c in pot)
value known "known": number = median([7, 1, 2])
value score(p: Player) "points": number = middle + known
step play "Play"
  > Play.
  let m = median(list d.worth for d in pot)
  move (those c in pot where c.worth = m) to purse
"""


def copied(to: Path) -> Path:
    """A copy of the package beside what it reads."""
    copy = to / "interpreter" / "alarife"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("rules", "grammar"):
        (to / name).symlink_to(ROOT / name, target_is_directory=True)
    (to / "docs").mkdir()
    (to / "docs" / "errors").symlink_to(ROOT / "docs" / "errors", target_is_directory=True)
    return copy


def run(at: Path, program: str) -> str:
    """What a program prints that imports the copy."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=at,
        env={
            **os.environ,
            "PYTHONPATH": str(at / "interpreter"),
            "XDG_CACHE_HOME": str(at / "cache"),
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_built_in_function_is_a_row_and_a_meaning(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    replace(copy / "checking" / "builtins.py", ")  # fmt: skip\n", ROW)
    meanings = copy / "meanings.py"
    meanings.write_text(meanings.read_text(encoding="utf-8") + MEANING, encoding="utf-8")
    (tmp_path / "middle.alr").write_text(GAME, encoding="utf-8")
    said = run(
        tmp_path,
        "import alarife\n"
        "game = alarife.load('middle.alr', players=1)\n"
        "assert 'median(' in game.lowered.source\n"
        "state = game.start(1)\n"
        "print(state.scores[1], state.is_over)\n"
        "from alarife.sentences.text import Filler\n"
        "piece = game.checked.program.pieces['Coin']\n"
        "print(Filler(game.checked).fill(piece, 'It is {median([1, 5, 9])}.'))\n",
    )
    assert said.splitlines() == ["6 True", "It is 5."]


BOT = '''"""The bot that takes the last option."""

from alarife.bots.chance import Generator
from alarife.bots.protocol import View
from alarife.engine.decisions import Decision


class LastBot:
    """Takes the last option."""

    def choose(self, view: View, decision: Decision, rng: Generator) -> int:
        """The index of an option."""
        return len(decision.options) - 1
'''
CHECK = '''"""Steps that do nothing (E0389)."""

from alarife.checking.scope import Checked
from alarife.diagnostics import Report
from alarife.syntax import tree


def check_idle(checked: Checked, report: Report) -> None:
    """A step that does nothing was probably not meant."""
    for step in checked.program.steps.values():
        if all(isinstance(s, tree.Pass) for s in step.body or ()):
            report.warn("E0389", f"`{step.name}` does nothing.", step.head)
'''
WITNESS = '''"""Twice nothing: a pass that counts what it sees."""

from alarife.ir.nodes import Expr
from alarife.ir.passes.facts import Facts

SEEN: list[Expr] = []


def witness(body: Expr, _: Facts) -> Expr:
    """The pass."""
    SEEN.append(body)
    return body
'''
IDLE = """alarife 1
game idle "Idle"
  players 1..1

step play "Play"
  > Do nothing.
  pass
"""


def test_a_bot_a_check_and_a_pass_are_a_file_and_a_row(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    for name, text, table, old, new in (
        (
            "bots/last_bot.py", BOT, "bots/choosing.py",
            '    "greedy": GreedyBot,\n', '    "greedy": GreedyBot,\n    "last": LastBot,\n',
        ),
        (
            "checking/checks/idle.py", CHECK, "checking/checks/table.py",
            "    check_drawn,\n)", "    check_drawn,\n    check_idle,\n)",
        ),
        (
            "ir/passes/witness.py", WITNESS, "ir/passes/__init__.py",
            'what is known before play", fold),\n',
            'what is known before play", fold),\n    Pass("witness", "sees", witness),\n',
        ),
    ):  # fmt: skip
        (copy / name).write_text(text, encoding="utf-8")
        replace(copy / table, old, new)
        made = {"bots": "LastBot", "checking": "check_idle", "ir": "witness"}[name.split("/")[0]]
        module = name.removesuffix(".py").replace("/", ".")
        rows = (copy / table).read_text(encoding="utf-8")
        where = rows.index("from alarife.")
        line = f"from alarife.{module} import {made}\n"
        (copy / table).write_text(rows[:where] + line + rows[where:], encoding="utf-8")
    (tmp_path / "idle.alr").write_text(IDLE, encoding="utf-8")
    said = run(
        tmp_path,
        "import alarife\n"
        "from alarife.bots import make_bot\n"
        "from alarife.library import Library\n"
        "from alarife.pipeline import stages\n"
        "from alarife.ir.passes.witness import SEEN\n"
        "print([d.code for d in stages('idle.alr', library=Library()).report.found])\n"
        "game = alarife.load('nim', players=2)\n"
        "print(type(make_bot('last')).__name__, len(SEEN) > 0)\n",
    )
    assert said.splitlines() == ["['E0389']", "LastBot True"]
