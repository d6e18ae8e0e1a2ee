"""The page "Programming players": its programs run as they stand there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import alarife

PAGE = Path(__file__).parents[2] / "docs" / "programming_players.md"
PROGRAMS = re.findall(
    r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
COMMANDS = re.findall(
    r"^```sh\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


def run(folder: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(Path(alarife.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_bot_of_the_page_plays(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(PROGRAMS[1], encoding="utf-8")
    words = shlex.split(COMMANDS[0])
    assert words[0] == "alarife"
    out = run(tmp_path, "-m", *words)
    assert "my_bots:Thrifty" in out
    assert out.startswith("20 games")


def test_the_programs_of_the_page_run(tmp_path: Path) -> None:
    hints, _, counted, loop, many = PROGRAMS
    (tmp_path / "hints.py").write_text(hints, encoding="utf-8")
    assert run(tmp_path, "hints.py").count("of a win") == 7
    (tmp_path / "counted.py").write_text(counted, encoding="utf-8")
    assert run(tmp_path, "counted.py") == "[4, 12, 56]\n" * 2
    (tmp_path / "loop.py").write_text(loop, encoding="utf-8")
    assert run(tmp_path, "loop.py").startswith("{1: ")
    guarded = "if __name__ == '__main__':\n" + "".join(
        f"    {line}\n" for line in many.splitlines()
    )
    (tmp_path / "many.py").write_text(guarded, encoding="utf-8")
    assert "of 40 for the greedy one" in run(tmp_path, "many.py")
