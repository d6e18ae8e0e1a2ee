"""Runs tests against mutants, each in a process forked from the one that has collected the tests."""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from tests.mutation.mutating import Mutant

MOST_MEMORY = 3 << 30
LEAST_SECONDS = 3
"""So long a mutant may compute at least; else, three times as long as the tests take without it."""


class MutationRun:
    """A plugin of pytest: in place of running the collected tests, run those that reach a mutant's
    statement with the mutant. `came` says of each mutant what came of it: `lives`, or how it was
    noticed."""

    def __init__(self, module: str, some: Sequence[Mutant]) -> None:
        self.module = importlib.import_module(module)
        if not module.startswith("alarife.engine"):
            os.environ["ALARIFE_CACHE"] = ""  # a kept program would hide what a stage does
        self.some = some
        self.came: dict[Mutant, str] = {}
        self.seconds = 0.0
        self._by_line: dict[int, list[int]] = {}
        self._took: list[float] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the place of pytest's own loop."""
        items = session.items
        found = forked(lambda: self._reach(items))
        if found is None or "failed" in found:
            print(f"without a mutant: {found}")
            return True
        self._by_line = {int(line): tests for line, tests in found["lines"].items()}
        self._took = found["took"]
        began = time.monotonic()
        for number, mutant in enumerate(self.some, 1):
            self.came[mutant] = self._try(mutant, items)
            if number % 50 == 0:
                print(
                    f"  {number} of {len(self.some)}, {time.monotonic() - began:.0f} s", flush=True
                )
        self.seconds = time.monotonic() - began
        return True

    def reached(self, mutant: Mutant) -> int:
        """How many tests reach a mutant's statement."""
        return len(self._tests(mutant))

    def _tests(self, mutant: Mutant) -> list[int]:
        numbers = {n for line in mutant.lines for n in self._by_line.get(line, ())}
        return sorted(numbers, key=lambda n: self._took[n])

    def _try(self, mutant: Mutant, items: Sequence[pytest.Item]) -> str:
        numbers = self._tests(mutant)
        seconds = max(LEAST_SECONDS, 3 * sum(self._took[n] for n in numbers))

        def run() -> dict[str, Any]:
            file = str(self.module.__file__)
            _function(self.module, mutant.function).__code__ = mutant.code(file)
            failed = any(_fails(items[n]) for n in numbers)
            return {"came": "fails" if failed else "lives"}

        found = forked(run, seconds)
        return "ends" if found is None else found["came"]

    def _reach(self, items: Sequence[pytest.Item]) -> dict[str, Any]:
        """The tests that reach each line, and how long they take."""
        lines: dict[int, set[int]] = defaultdict(set)
        took: list[float] = []
        for number, item in enumerate(items):
            reached: set[int] = set()
            sys.settrace(tracer(str(self.module.__file__), reached))
            before = time.process_time()
            try:
                if _fails(item):
                    return {"failed": item.nodeid}
            finally:
                sys.settrace(None)
            took.append(time.process_time() - before)
            for line in reached:
                lines[line].add(number)
        return {"lines": {line: sorted(tests) for line, tests in lines.items()}, "took": took}


def tracer(file: str, reached: set[int]) -> Callable[[FrameType, str, Any], Any]:
    """A function for `sys.settrace` that notes the lines of one file."""

    def inside(frame: FrameType, _event: str, _arg: Any) -> Any:
        reached.add(frame.f_lineno)
        return inside

    def calls(frame: FrameType, event: str, arg: Any) -> Any:
        return inside(frame, event, arg) if frame.f_code.co_filename == file else None

    return calls


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _function(module: Any, name: str) -> Any:
    """The function of a module by its name, without what is wrapped around it."""
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    for wrapped in ("__func__", "fget", "__wrapped__"):
        found = getattr(found, wrapped, found)
    assert isinstance(found.__code__, CodeType)
    return found


def forked(work: Callable[[], dict[str, Any]], seconds: float = 0) -> dict[str, Any] | None:
    """What work gives that is done in a process of its own; None if it did not come to its end. It
    may compute for so many seconds, or as long as it wants."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _work(work, seconds, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        data = answer.read()
    os.waitpid(child, 0)
    return json.loads(data) if data else None


def _work(work: Callable[[], dict[str, Any]], seconds: float, writing: int) -> None:
    """In the child: never comes back."""
    os.setpgid(0, 0)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    if seconds:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(10 * seconds) + 20)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    try:
        os.write(writing, json.dumps(work()).encode())
    finally:
        os._exit(0)
