"""The text for playouts stays short, however often its ways part."""

from __future__ import annotations

from pathlib import Path

from alarife.pipeline import load

MANY = 30


def _game(body: str, steps: str = "") -> str:
    return f"""alarife 2
game wide "Wide"
  players 2

note turns "turns": 0..1000 = 0

step play "Play"
{body}
{steps}
step more "More"
  choose n from 1..2 "How many?"
  turns += n

value score(p: Player) "points": number = turns
"""


def _plays(where: Path, text: str, decisions: int) -> None:
    file = where / "wide.alr"
    file.write_text(text)
    game = load(str(file))
    assert len(game.lowered.playouts.split("\n")) < 20_000
    playouts = game.machine.playouts
    s = playouts.start(1, log=False)
    assert playouts.play_out(s, [lambda: 0, lambda: 0], 1000) == decisions


def test_steps_that_may_be_entered_one_after_the_other(tmp_path: Path) -> None:
    body = "".join(
        f"  if turns is less than {n + 40}\n    as seat(1)\n      more\n" for n in range(MANY)
    )
    _plays(tmp_path, _game(body), MANY)


def test_steps_that_enter_the_next_one_twice(tmp_path: Path) -> None:
    steps = "".join(f'step s{n} "S{n}"\n  turns += 1\n  s{n + 1}\n  s{n + 1}\n\n' for n in range(8))
    steps += 'step s8 "S8"\n  turns += 1\n\n'
    _plays(tmp_path, _game("  s0\n  as seat(1)\n    more", f"\n{steps}"), 1)


def test_loops_in_loops(tmp_path: Path) -> None:
    loops = "".join("  " * (n + 1) + f"for each x{n} in 1..2\n" for n in range(9))
    body = loops + "  " * 10 + "turns += 1\n  as seat(1)\n    more"
    _plays(tmp_path, _game(body), 1)
