"""The engine compiled with mypyc plays the same games as the one in pure Python.

    python -m tests.compiled              build, play, compare; exit code 1 if a game differs
    python -m tests.compiled --games 50 --rounds 5   more games, steadier ratios

Builds the wheel in a copy (the compiler writes its libraries beside the sources), lets both engines
play the same seeds in turns, and compares a digest of every decision and score. Prints the ratio of
processor time for each game. Needs a C compiler.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONFIGURATIONS = (
    ("alhambra", 3, ()),
    ("alhambra", 3, ("bazaars", "cards", "change", "extra_tower", "invaders", "treasure")),
    ("alcazaba", 3, ()),
    ("hex", 2, ()),
    ("oh_hell", 3, ()),
    ("connect_four", 2, ()),
)

PLAYER = """
import hashlib, json, random, sys, time
import alarife
import alarife.engine.transactions as engine

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
print(json.dumps([engine.__file__, digest.hexdigest(), spent]))
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


def play(package: Path, configuration: tuple[str, int, tuple[str, ...]], games: int) -> list[str]:
    """What one engine made of some games: its file, the digest of the games, the seconds."""
    import json

    game, players, modules = configuration
    done = subprocess.run(
        [sys.executable, "-c", PLAYER, json.dumps([game, players, modules, games])],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(package)},
    )
    return json.loads(done.stdout)


def main() -> int:
    """Build, play, compare."""
    parser = argparse.ArgumentParser(description="The compiled engine against the pure one.")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=1, help="more rounds give steadier ratios")
    wanted = parser.parse_args()
    games = wanted.games
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        compiled = build(Path(folder))
        for configuration in CONFIGURATIONS:
            ratios = []
            for _ in range(wanted.rounds):
                pure = play(ROOT / "interpreter", configuration, games)
                fast = play(compiled, configuration, games)
                assert pure[0].endswith(".py"), pure[0]
                assert not fast[0].endswith(".py"), fast[0]
                ratios.append(float(pure[2]) / float(fast[2]))
                wrong += pure[1] != fast[1]
            same = "the same games" if pure[1] == fast[1] else "OTHER GAMES"
            name = configuration[0] + (" with all modules" if configuration[2] else "")
            print(f"{name:28} {same}, {statistics.median(ratios):.2f} × as fast", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
