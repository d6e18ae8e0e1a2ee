"""`check` takes as long as a file is, whatever is wrong with it, and tells the first mistakes."""

from __future__ import annotations

import gc
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from tests.cli.runs import run

import alarife
from alarife.library import Library
from alarife.sentences import text as sentences
from alarife.syntax.parse import parse_expression

HEAD = """alarife 1
game g "G"
  > A game.
  players 2..2

chapter c "C"

note score[Player] "points": number = 0
"""
PLAY = '\nstep play "Course"\n  > Play.\n  pass\n'
LINES = {
    "unknown names": "value v{n}: number = w{n}",
    "unknown names like others": "value count{n}: number = cuont{n}",
    "the same name": "value v: number = {n}",
    "wrong types": "value v{n}: number = yes",
    "no declaration": "valeu v{n}: number = 1",
    "mistakes of syntax": "value v{n}: number = = {n}",
    "odd signs": "value v{n}: number = §",
    "wrong indentation": "   value v{n}: number = {n}",
    "unknown pieces": "place p{n}: set of Tiel{n}",
    "brackets": "value v{n}: number = ((({n}",
    "unused values": "value v{n}: number = {n}",
    "rules without sentences": 'rule r{n} "R"\n  {n} = 1',
    "long names": "value " + "v" * 60 + "{n}: number = " + "w" * 60 + "{n}",
}
SMALL, LARGE = 300, 1200


def _seconds(path: Path, text: str) -> tuple[float, str]:
    """The time of the processor. What other tests have left in memory is not looked through
    meanwhile."""
    path.write_text(text, encoding="utf-8")
    gc.disable()
    try:
        before = process_time()
        result = run("check", str(path))
        return process_time() - before, result.stdout
    finally:
        gc.enable()


@pytest.mark.parametrize("kind", LINES)
def test_mistakes_by_the_thousand(tmp_path: Path, kind: str) -> None:
    seconds: list[float] = []
    said = ""
    for size in (SMALL, LARGE):
        lines = "\n".join(LINES[kind].format(n=n) for n in range(size))
        taken, said = _seconds(tmp_path / f"{size}.alr", f"{HEAD}\n{lines}\n{PLAY}")
        seconds.append(taken)
    assert seconds[1] < 3 + 8 * seconds[0], seconds
    assert said.count("error E") <= 101
    assert len(said) < 200_000


def test_holes_by_the_thousand(tmp_path: Path) -> None:
    seconds = [
        _seconds(
            tmp_path / f"{size}.alr",
            f'{HEAD}\nstep play "Course"\n  > {"{size(Player)} " * size}.\n  pass\n',
        )[0]
        for size in (2_000, 8_000)
    ]
    assert seconds[1] < 2 + 8 * seconds[0], seconds


def test_the_first_hundred_are_told(tmp_path: Path) -> None:
    lines = "\n".join(f"value v{n}: number = w{n}" for n in range(300))
    _, said = _seconds(tmp_path / "a.alr", f"{HEAD}\n{lines}\n{PLAY}")
    assert said.count("error E0340") == 100
    assert "E0140" in said
    assert "`w99`" in said
    assert "`w100`" not in said


def test_holes_that_hold_nothing_are_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever prints sentences meets them, too, and asks nobody to check them first."""
    tried: list[str] = []

    def parsed(text: str, *more: Any) -> Any:
        tried.append(text)
        return parse_expression(text, *more)

    monkeypatch.setattr(sentences, "parse_expression", parsed)
    holes = [f"  > {''.join(f'{{+{n + i}}}' for i in range(300))}\n" for n in range(0, 9000, 300)]
    text = HEAD + 'step say "Say"\n  > {}{}{}\n' + "".join(holes) + "  pass\n" + PLAY
    game = alarife.load("g", library=Library(texts={"g.alr": text}))
    assert [rule.name for rule in game.rules if rule.name == "say"]
    assert tried.count("") <= 1
    assert len(tried) < 1100
