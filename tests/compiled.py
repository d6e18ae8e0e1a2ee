"""The engine compiled with mypyc plays the same games as the one in pure Python, and so does the
machine code of their texts.

    python -m tests.compiled              build, play, compare; exit code 1 if a game differs
    python -m tests.compiled --games 50 --rounds 5   more games, steadier ratios
    python -m tests.compiled --yardstick FILE        the row `games` of the benchmark, compiled

Builds the wheel in a copy (the compiler writes its libraries beside the sources), lets both engines
play the same seeds in turns, and compares a digest of every decision and score, of games played
step by step and of playouts. Prints the ratios of processor time for each game: by steps, in
playouts, and in playouts with machine code of the text (`alarife compile`; left out for games in
which it takes long to build). Needs a C compiler, and Cython for the machine code.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ALL_BOXES = (
    *("bazaars", "cards", "change", "extra_tower", "invaders", "treasure", "bonus", "bureau"),
    *("characters", "diamonds", "gates", "huts", "medina", "scorecards", "thieves", "traders"),
    *("vizier", "walls"),
)
SLOW_TO_BUILD = ("alcazaba",)
SHIPPED = ("alhambra", 3, ())
"""Machine code of this comes with the package: see `.ci/machine_code.py`."""
CONFIGURATIONS = (
    ("alhambra", 3, ()),
    ("alhambra", 3, ("bazaars", "cards", "change", "extra_tower", "invaders", "treasure")),
    ("alhambra", 3, ALL_BOXES),
    ("alcazaba", 3, ()),
    ("hex", 2, ()),
    ("oh_hell", 3, ()),
    ("connect_four", 2, ()),
)

PLAYER = """
import hashlib, json, random, sys, time
import alarife
import alarife.engine.transactions as engine
from alarife.simulation.driver import at_random

game, players, modules, games = json.loads(sys.argv[1])
loaded = alarife.load(game, modules=modules, players=players)
digest, began = hashlib.sha256(), time.process_time()
for seed in range(games):
    state, chance = loaded.start(seed=seed), random.Random(seed)
    while not state.is_over and len(state.decision.options):
        number = chance.randrange(len(state.decision.options))
        digest.update(bytes([number & 255]))
        state = state.play(number)
    digest.update(json.dumps([state.scores, state.winners, state.dump()], sort_keys=True).encode())
spent = time.process_time() - began
at_random(loaded, 0)
began = time.process_time()
for seed in range(3 * games):
    digest.update(repr(at_random(loaded, seed)).encode())
playing = time.process_time() - began
native = getattr(loaded.machine.playouts, "native", None) is not None
print(json.dumps([engine.__file__, digest.hexdigest(), spent, playing, native]))
"""


def build(folder: Path) -> Path:
    """A folder that holds the compiled package."""
    copy = folder / "copy"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=False,
        capture_output=True,
    )
    if listed.returncode == 0:
        names = [name for name in listed.stdout.decode().split("\0") if name]
    else:  # a copy without git
        names = [
            str(path.relative_to(ROOT))
            for path in ROOT.rglob("*")
            if path.is_file() and ".venv" not in path.parts
        ]
    for name in names:
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(copy)],
        check=True,
        env={**os.environ, "HATCH_BUILD_HOOKS_ENABLE": "1"},
        stdout=subprocess.DEVNULL,
    )
    made = folder / "compiled"
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(made)
    return made


Configuration = tuple[str, int, tuple[str, ...]]


def play(package: Path, wanted: Configuration, games: int, cache: Path | None = None) -> list[Any]:
    """What one engine made of some games: its file, the digest of the games, the seconds by steps
    and in playouts, whether these were machine code."""
    game, players, modules = wanted
    done = subprocess.run(
        [sys.executable, "-c", PLAYER, json.dumps([game, players, modules, games])],
        check=True,
        capture_output=True,
        text=True,
        env=_environment(package, cache),
    )
    return json.loads(done.stdout)


def compile_text(package: Path, wanted: Configuration, cache: Path) -> bool:
    """Make machine code of a game's text, if Cython is here."""
    if find_spec("Cython") is None:
        return False
    game, players, modules = wanted
    words = [game, "--players", str(players), *(w for name in modules for w in ("--with", name))]
    command = [sys.executable, "-m", "alarife", "compile", *words]
    env = _environment(package, cache)
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    return True


def _environment(package: Path, cache: Path | None) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": f"{package}{os.pathsep}{ROOT}",
        "ALARIFE_CACHE": "" if cache is None else str(cache),
    }


def compared(compiled: Path, wanted: Configuration, games: int, rounds: int, cache: Path) -> bool:
    """Print how one game compares; whether all games were the same."""
    native = wanted == SHIPPED or (
        not (wanted[2] or wanted[0] in SLOW_TO_BUILD) and compile_text(compiled, wanted, cache)
    )
    ratios: list[list[float]] = [[], [], []]
    same = True
    for _ in range(rounds):
        pure = play(ROOT / "interpreter", wanted, games)
        fast = [play(compiled, wanted, games)]
        fast += [play(compiled, wanted, games, cache)] if native else []
        assert pure[0].endswith(".py"), pure[0]
        assert not pure[4]
        for one in fast:
            assert not one[0].endswith(".py"), one[0]
            same = same and one[1] == pure[1]
        assert [one[4] for one in fast] == [False, True][: len(fast)]
        for found, one, column in zip(ratios, (fast[0], *fast), (2, 3, 3), strict=False):
            found.append(pure[column] / one[column])
    said = [f"{statistics.median(found):.2f}" for found in ratios if found]
    name = wanted[0] + (f" with {len(wanted[2])} modules" if wanted[2] else "")
    print(f"{name:26} {'the same games' if same else 'OTHER GAMES'}, {', '.join(said)} × as fast")
    return same


def yardstick(compiled: Path, file: str, cache: Path) -> int:
    """The benchmark's row of complete games, as the installation has it."""
    row = ["--only", "games", "--yardstick", file]
    begin = "from tests.benchmark.bench import main; main()"  # as a command it takes the sources
    env = _environment(compiled, cache)
    return subprocess.run([sys.executable, "-c", begin, *row], check=False, env=env).returncode


def main() -> int:
    """Build, play, compare."""
    parser = argparse.ArgumentParser(description="The compiled engine against the pure one.")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=1, help="more rounds give steadier ratios")
    parser.add_argument("--yardstick", metavar="FILE", help="measure the benchmark's row instead")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compiled, cache = build(Path(folder)), Path(folder) / "cache"
        if wanted.yardstick:
            return yardstick(compiled, wanted.yardstick, cache)
        print("by steps, in playouts, and in playouts with machine code of the text:", flush=True)
        same = [compared(compiled, c, wanted.games, wanted.rounds, cache) for c in CONFIGURATIONS]
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
