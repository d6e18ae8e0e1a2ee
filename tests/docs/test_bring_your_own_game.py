"""The page "Bring your own game": what it shows is carried out, step by step, as a reader would."""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.classics.counting import Counter
from tests.docs.patches import patched

import alarife

PAGE = Path(__file__).parents[2] / "docs" / "bring_your_own_game.md"
BLOCK = re.compile(r"^```(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str]]:
    """The blocks of the page in order: what each is, and its text."""
    return [(found[1], found[2]) for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]


def games() -> list[str]:
    """The file after each step, and as it is shown at the end."""
    made: list[str] = []
    for what, text in blocks():
        if what == "alarife":
            made.append(text)
        elif what == "diff":
            made.append(patched(made[-1], text))
    return made


*GAMES, FINISHED = games()


def play_out(state: Any, seed: int) -> Any:
    lot = random.Random(seed)
    while not state.is_over:
        state = state.play(lot.choice(list(state.decision.options)))
    return state


def test_the_page_has_five_steps() -> None:
    assert len(GAMES) == 5
    assert GAMES[-1] == FINISHED


@pytest.mark.parametrize("step", range(1, 6))
def test_the_game_of_each_step_can_be_played(step: int, tmp_path: Path) -> None:
    file = tmp_path / "four.alr"
    file.write_text(GAMES[step - 1], encoding="utf-8")
    state: Any = alarife.load(str(file)).start(seed=step)
    assert len(state.decision.options) == (42 if step == 1 else 7)
    ends = [play_out(state, seed) for seed in range(5)]
    if step < 3:
        assert all(end.winners == [] for end in ends)
    else:
        assert {tuple(end.winners) for end in ends} == {(1,), (2,)}


def test_what_is_explained_last_plays_like_the_shipped_game(tmp_path: Path) -> None:
    """Each sequence of moves goes on and ends alike."""
    (tmp_path / "four.alr").write_text(GAMES[-1], encoding="utf-8")
    own, shipped = (alarife.load(name) for name in (str(tmp_path / "four.alr"), "connect_four"))
    assert Counter(own, "Disc", "owner").ways(5) == Counter(shipped, "Disc", "owner").ways(5)
    for seed in range(5):
        ends = [play_out(game.start(seed=1), seed) for game in (own, shipped)]
        assert ends[0].winners == ends[1].winners
        assert ends[0].dump()["places"]["board"] == ends[1].dump()["places"]["board"]


def test_the_games_to_look_at_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = {
        name
        for row in re.findall(r"^\| [^|]+ \| (`.*`) \|$", text, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    shipped = {path.stem: path.parent.name for path in (PAGE.parents[1] / "rules").rglob("*.alr")}
    assert named <= set(shipped)
    assert {name for name, folder in shipped.items() if folder == "classics"} - named == {
        "connect_four",
        "tic_tac_toe",
    }


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Carry out a command of the page in a folder."""
    assert line.startswith("alarife "), line
    environment = {**os.environ, "PYTHONPATH": str(Path(alarife.__file__).parents[1])}
    command = [sys.executable, "-m", *shlex.split(line)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    carried_out, files = 0, iter(games())
    for what, text in blocks():
        if what in ("alarife", "diff"):
            (tmp_path / "four.alr").write_text(next(files), encoding="utf-8")
        elif what == "alarife-module":
            (tmp_path / "five.alr").write_text(text, encoding="utf-8")
        elif what == "sh":
            for line in text.splitlines():
                done = run(line, tmp_path)
                assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
                carried_out += 1
    assert carried_out == 6
    assert any((tmp_path / "book").rglob("*.html"))


def test_a_mistake_is_told_as_the_page_says(tmp_path: Path) -> None:
    (message,) = [text for what, text in blocks() if what == "message"]
    wrong = GAMES[2].replace("lines(board, line_length)", "lines(board, line_lenght)")
    assert wrong != GAMES[2]
    (tmp_path / "four.alr").write_text(wrong, encoding="utf-8")
    done = run("alarife check four.alr", tmp_path)
    assert done.returncode == 1
    said = [line.strip() for line in (done.stdout + done.stderr).splitlines()]
    assert all(line.strip() in said for line in message.splitlines())


def test_the_variant_needs_one_more(tmp_path: Path) -> None:
    (module,) = [text for what, text in blocks() if what == "alarife-module"]
    (tmp_path / "four.alr").write_text(GAMES[-1], encoding="utf-8")
    (tmp_path / "five.alr").write_text(module, encoding="utf-8")
    state: Any = alarife.load(
        str(tmp_path / "four.alr"), modules=[str(tmp_path / "five.alr")]
    ).start(seed=1)
    for column in (1, 2, 1, 2, 1, 2, 1):
        state = state.play(next(o for o in state.decision.options if o.value == column))
    assert not state.is_over
    state = state.play(next(o for o in state.decision.options if o.value == 3))
    state = state.play(next(o for o in state.decision.options if o.value == 1))
    assert state.winners == [1]


def test_older_steps_beside_it_do_no_harm(tmp_path: Path) -> None:
    """Files that are named by their paths are meant, whatever else lies in the folder."""
    (module,) = [text for what, text in blocks() if what == "alarife-module"]
    for n, text in enumerate(GAMES):
        (tmp_path / f"game{n}.alr").write_text(text, encoding="utf-8")
    (tmp_path / "four.alr").write_text(GAMES[-1], encoding="utf-8")
    (tmp_path / "five.alr").write_text(module, encoding="utf-8")
    done = run("alarife check four.alr five.alr", tmp_path)
    assert "nothing is wrong" in done.stdout, done.stdout + done.stderr
    done = run("alarife check five.alr", tmp_path)
    assert "E0204" in done.stdout + done.stderr, "here it can't be known"
