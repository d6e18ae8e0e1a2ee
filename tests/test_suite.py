"""The tests themselves: in any order, in the background, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = "".join(f"def test_{n}():\n    pass\n\n" for n in "abcdefgh")
LEAVES = """import subprocess, sys

def test_that_leaves_something():
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"], start_new_session=True)
"""


def run(folder: Path, *words: str, ignoring: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder that has the same `conftest.py`."""
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *words, str(folder)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={
            **{k: v for k, v in os.environ.items() if k != "PYTEST_ADDOPTS"},
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
        },
        preexec_fn=(lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) if ignoring else None,
    )


def order_of(said: str) -> str:
    return "".join(line.split("::test_")[1][0] for line in said.split("\n") if "::test_" in line)


def test_the_same_seed_gives_the_same_order(tmp_path: Path) -> None:
    for name in "xyz":
        (tmp_path / f"test_{name}.py").write_text(TESTS)
    plain, *shuffled = (
        run(tmp_path, *words).stdout for words in ((), ("--shuffle=5",), ("--shuffle=5",))
    )
    assert "--shuffle=5" in shuffled[0]
    assert order_of(shuffled[0]) == order_of(shuffled[1]) != order_of(plain)
    assert sorted(order_of(shuffled[0])) == sorted(order_of(plain))
    free = run(tmp_path, "--shuffle", "-n0").stdout
    assert "\n--shuffle=" in free


def test_all_workers_agree_on_an_order(tmp_path: Path) -> None:
    for name in "xyz":
        (tmp_path / f"test_{name}.py").write_text(TESTS)
    done = run(tmp_path, "--shuffle", "-n2")
    assert done.returncode == 0, done.stdout
    assert "24 passed" in done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked up in /proc")
def test_what_is_left_behind_is_found(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").touch()
    (tmp_path / "test_x.py").write_text(LEAVES)
    found = run(tmp_path)
    left = [line for line in found.stdout.split("\n") if line.startswith("processes are left: ")]
    assert len(left) == 1, found.stdout + found.stderr
    os.kill(int(left[0].split(": ")[1].split(" ")[0]), signal.SIGKILL)
    assert found.returncode == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_in_the_background(tmp_path: Path) -> None:
    """Where a shell without job control starts them, an interruption is ignored from the start."""
    (tmp_path / "test_x.py").write_text(
        "import signal\n\n"
        "def test_ignored():\n"
        "    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN\n"
    )
    assert run(tmp_path, ignoring=True).returncode == 0, "it is run so"
