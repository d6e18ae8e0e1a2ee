"""Commands that run something: simulate, test; and a few calls as a shell makes them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.cli.runs import LADDER, data, run

import alarife

EXAMPLES = """example "Eight rungs"
  then top = 8

example "Seven rungs"
  then top = 7

"""
BROKEN = LADDER.replace("step play", f"{EXAMPLES}step play")


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(alarife.__file__).parents[1])}


def call(*words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    words = (sys.executable, "-m", "alarife", *words)
    return subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def test_simulate_as_data() -> None:
    words = ("simulate", "connect_four", "--games", "12", "--seed", "3", "--json")
    one, two = data(*words), data(*words, "--jobs", "2")
    assert one["games"] == 12
    assert one["players"] == 2
    assert len(one["scores"]) == len(one["winners"]) == 12
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_simulate_as_text() -> None:
    text = run(
        "simulate", "goofspiel", "--players", "3", "--games", "4", "--bots", "greedy,random"
    ).output
    lines = text.splitlines()
    assert lines[0].startswith("4 games, 3 players, ")
    assert [line.split()[:2] for line in lines[3:6]] == [
        ["1", "greedy"],
        ["2", "random"],
        ["3", "greedy"],
    ]


def test_options_and_modules_reach_the_game() -> None:
    words = [
        "simulate",
        "alhambra",
        "--with",
        "bazaars",
        "--with",
        "cards,invaders",
        "--set",
        "invaders.open=yes",
        "--games",
        "1",
    ]
    assert run(*words, "--players", "3").exit_code == 0


def test_examples_of_a_game() -> None:
    result = run("test", "connect_four")
    assert result.exit_code == 0, result.output
    assert "all as they should be" in result.output
    found = data("test", "connect_four", "--json")
    assert found["examples"]
    assert all(example["passed"] for example in found["examples"])


def test_an_example_that_fails(tmp_path: Path) -> None:
    own = tmp_path / "ladder.alr"
    own.write_text(BROKEN, encoding="utf-8")
    result = run("test", str(own))
    assert result.exit_code == 1
    assert "ladder.alr:12" in result.output
    assert "Eight rungs" in result.output
    assert "2 examples, 1 failed." in result.output
    shown = json.loads(run("test", str(own), "--json").stdout)
    assert [example["passed"] for example in shown["examples"]] == [False, True]


def test_as_a_shell_calls_it() -> None:
    done = call("simulate", "tic_tac_toe", "--games", "5", "--jobs", "2")
    assert done.returncode == 0
    assert done.stdout.startswith("5 games, 2 players")
    assert done.stderr == ""
    wrong = call("rules", "tick_tack_toe")
    assert wrong.returncode == 1
    assert wrong.stdout == ""
    assert "tic_tac_toe" in wrong.stderr


def test_a_reader_that_goes_away() -> None:
    shell = f"{sys.executable} -m alarife rules alhambra | head -n 1"
    done = subprocess.run(
        ["/bin/sh", "-c", shell], env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert len(done.stdout.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_all_processes() -> None:
    words = [
        sys.executable,
        "-m",
        "alarife",
        "simulate",
        "reversi",
        "--games",
        "100000",
        "--jobs",
        "2",
    ]
    if threading.current_thread() is threading.main_thread():  # ignored in the background
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
    else:
        before = None
    try:
        process = subprocess.Popen(
            words,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    try:
        time.sleep(2.5)
        os.killpg(process.pid, signal.SIGINT)
        out, said = process.communicate(timeout=600)
        assert process.returncode == 130
        assert (out, said.strip()) == ("", "Stopped.")
        assert not _is_alive(process.pid), "a process was left behind"
    finally:
        if _is_alive(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.parametrize("words", [["simulate"], ["lab", "--to", "report"]])
def test_processes_end_with_the_one_that_started_them(words: list[str], tmp_path: Path) -> None:
    """Also if it is killed, so that it can't end them."""
    more = ["reversi", "--bots", "random", "--games", "100000", "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "alarife", *words, *more],
        env=ENVIRONMENT,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        time.sleep(2.5)
        process.kill()
        process.wait()
        until = time.monotonic() + 60
        while _is_alive(process.pid) and time.monotonic() < until:
            time.sleep(0.1)
        assert not _is_alive(process.pid), "a process was left behind"
    finally:
        if _is_alive(process.pid):
            os.killpg(process.pid, signal.SIGKILL)


def _is_alive(group: int) -> bool:
    """Whether a group has a process."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_pipe_that_is_closed_is_no_fault() -> None:
    """As for other programs: 141 where the shell asks for it, and not a word."""
    for words in (("rules", "alhambra"), ("games",), ("explain", "E0301")):
        command = " ".join([sys.executable, "-m", "alarife", *words])
        piped = f"{command} | true; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(
            ["bash", "-c", piped], env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (141, ""), words


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize("to", ["> /dev/full", ">&-"])
def test_output_that_cannot_be_written_is_said_in_a_sentence(to: str) -> None:
    shell = f"{sys.executable} -m alarife --help {to}"
    done = subprocess.run(
        ["/bin/sh", "-c", shell], env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    full = (1, "Error: No space left on device.\n")
    assert (done.returncode, done.stderr) == (full if "full" in to else (0, ""))
