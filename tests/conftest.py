"""What holds for all tests.

`pytest --shuffle` runs them in another order each time, and says in which: `--shuffle=SEED` runs
them in that order again. Files are shuffled, and the tests in each. When a run is over, no process
may be left that it has started: it says which are, and fails.

What the tests of one file have left alive is not gone through again by the collector in the next:
in a worker that has loaded hundreds of configurations that takes seconds, at any moment, and would
fail whichever test is just being timed."""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says nothing about its rightness; on a busy machine it only makes tests
# fail by chance.
settings.register_profile("alarife", deadline=None, print_blob=True)
settings.load_profile("alarife")

MARK = "ALARIFE_TEST_RUN"
"""Every process that a run starts inherits this name of the run."""
ORDER = "ALARIFE_TEST_ORDER"
"""The seed of the order that the first process of a run has chosen; its workers inherit it."""
PATIENCE = 5.0
"""So many seconds a process may take to end after the last test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shuffle", nargs="?", const="", help="run the tests in the order of a seed, or of any"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("shuffle") == "":
        if not _is_worker(config):
            os.environ[ORDER] = str(random.randrange(10**6))
        config.option.shuffle = os.environ[ORDER]
    if _is_worker(config):
        return
    os.environ[MARK] = f"{os.getpid()}-{time.monotonic_ns()}"


def pytest_report_header(config: pytest.Config) -> list[str]:
    """The seed of what is sampled, to run the same tests again; and that of their order."""
    from tests.games.configurations import SEED

    order = config.getoption("shuffle")
    return [f"sampled with ALARIFE_SEED={SEED}"] + ([f"--shuffle={order}"] if order else [])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    order = config.getoption("shuffle")
    if order:
        chance = random.Random(order)
        rank = {item.path: 0.0 for item in items}
        for path in sorted(rank):
            rank[path] = chance.random()
        chance.shuffle(items)
        items.sort(key=lambda item: rank[item.path])


@pytest.hookimpl(hookwrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    yield
    if _is_worker(session.config):
        return
    until = time.monotonic() + PATIENCE
    while (left := left_behind()) and time.monotonic() < until:
        time.sleep(0.05)
    if left:
        print(f"\nprocesses are left: {', '.join(left)}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="module", autouse=True)
def collected_by_file() -> Generator[None]:
    """Collect what a file of tests leaves behind, and keep what it found out of the collector."""
    gc.freeze()
    yield
    gc.collect()


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def left_behind() -> list[str]:
    """The processes that this run has started and that still go on: their numbers and commands. The
    helper that multiprocessing keeps ends with the process that has it."""
    if not sys.platform.startswith("linux"):
        return []
    mark = f"{MARK}={os.environ.get(MARK)}".encode()
    found: list[str] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            mine = mark in (folder / "environ").read_bytes().split(b"\0")
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        except OSError:
            continue
        helper = "multiprocessing.resource_tracker" in command
        if mine and command and not helper and int(folder.name) != os.getpid():
            found.append(f"{folder.name} ({command[:80]})")
    return found
