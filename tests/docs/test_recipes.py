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
        timeout=120,
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
