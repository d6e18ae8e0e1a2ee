"""The record of a run: one line of JSON for each pair, in order, in the folder of the report.

A run that was broken off goes on after the last whole line, if it is the same plan. A record is
data from a stranger: it is read with bounds, and a line that is no list of tables of numbers ends
what counts."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alarife.diagnostics import Diagnostic, RuleError
from alarife.lab.arms import Plan
from alarife.lab.measure import Measures

NAME = "games.jsonl"
_LONGEST = 1_000_000


class Record:
    """The file; `pairs` are in it already."""

    def __init__(self, folder: Path, plan: Plan, resume: bool) -> None:
        self.path = folder / NAME
        self.plan = plan
        self.end = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            there = self.path.exists()
        except OSError as wrong:
            raise _bad(f"`{folder}` can't be written: {wrong.strerror}.") from None
        if there and not resume:
            hint = "Go on with `--resume`, or name another folder."
            raise _bad(f"There are games in `{folder}` already.", hint)
        if not there:
            self._begin()

    def _begin(self) -> None:
        head = json.dumps({"plan": self.plan.digest})
        try:
            self.path.write_text(head + "\n", encoding="utf-8")
        except OSError as wrong:
            raise _bad(f"`{self.path}` can't be written: {wrong.strerror}.") from None
        self.end = len(head) + 1

    def made(self) -> Iterator[list[Measures]]:
        """The pairs that are there, in order; a half-written end is cut off."""
        arms = len(self.plan.arms)
        try:
            with self.path.open("rb") as file:
                head = file.readline(_LONGEST)
                if _json(head) != {"plan": self.plan.digest}:
                    hint = "Ask for the same games, bots, rules and seed; or name another folder."
                    raise _bad(f"`{self.path}` holds games of another plan.", hint)
                self.end = len(head)
                for _ in range(self.plan.pairs):
                    line = file.readline(_LONGEST)
                    pair: Any = _json(line) if line.endswith(b"\n") else None
                    if not _is_pair(pair, arms):
                        return
                    self.end += len(line)
                    yield pair
        except OSError as wrong:
            raise _bad(f"`{self.path}` can't be read: {wrong.strerror}.") from None

    def add(self, pairs: list[list[Measures]]) -> None:
        """Write more pairs after those that count."""
        text = "".join(json.dumps(pair) + "\n" for pair in pairs).encode()
        try:
            with self.path.open("r+b") as file:
                file.truncate(self.end)
                file.seek(self.end)
                file.write(text)
        except OSError as wrong:
            raise _bad(f"`{self.path}` can't be written: {wrong.strerror}.") from None
        self.end += len(text)


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _is_pair(pair: Any, arms: int) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == arms
        and all(isinstance(m, dict) and all(_is_number(x) for x in m.values()) for m in pair)
    )


def _is_number(x: Any) -> bool:
    return isinstance(x, (int, float)) and math.isfinite(x)


def _bad(message: str, hint: str = "") -> RuleError:
    return RuleError([Diagnostic("E0741", message, (), hint or "Name another folder.")])
