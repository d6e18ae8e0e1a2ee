"""The page about playing: its two games are played as it says, and show what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
PART = re.compile(
    r"<!-- types (.*?) -->|^```(?:(sh)|text|\{code-block\} text)\n(?::class: screen\n\n)?(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def sessions() -> dict[str, list[tuple[bool, str]]]:
    """Each command with what is typed (true) and what is shown, in order; up to the part for
    looking things up."""
    found: dict[str, list[tuple[bool, str]]] = {}
    for typed, shell, text in PART.findall(PAGE[: PAGE.index("## Who plays")]):
        if shell:
            found[text.strip()] = []
        else:
            found[list(found)[-1]].append((bool(typed), typed or text))
    return found


def bare(text: str) -> str:
    """Without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("command", sessions())
def test_the_games_of_the_page_go_as_it_says(command: str, tmp_path: Path) -> None:
    parts = sessions()[command]
    environment = {
        **os.environ,
        "COLUMNS": "80",
        "LINES": "24",
        "XDG_DATA_HOME": str(tmp_path),
        "PYTHONIOENCODING": "utf-8",
    }
    environment["PYTHONPATH"] = str(ROOT / "interpreter")
    words = [sys.executable, "-m", *command.split()]
    typed = "".join(f"{what}\n" for is_typed, what in parts if is_typed) + "quit\n"
    done = subprocess.run(
        words,
        input=typed,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    rest = bare(done.stdout)
    shown = [what for is_typed, what in parts if not is_typed]
    assert len(shown) > 2
    for what in shown:
        assert bare(what) in rest
        rest = rest[rest.index(bare(what)) + len(bare(what)) :]
