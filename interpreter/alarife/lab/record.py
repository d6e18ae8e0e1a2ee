"""The record of a run: one line of JSON for each pair, in order, in the folder of the report.

A run that was broken off goes on after the last whole line, if it is the same plan. A record is
data from a stranger: only a plain file is read, with bounds, and a line that no pair of games can
have given ends what counts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alarife.diagnostics import RuleError, rule_error
from alarife.files import open_plain
from alarife.lab.arms import Plan
from alarife.lab.figures import GROUPS, RATES
from alarife.lab.measure import Measures

NAME = "games.jsonl"
_LONGEST = 1_000_000
MOST_NAMES = 20_000
"""So many measures a record may name; memory grows with them."""
LARGEST = 10**18
"""How large a number may be: as large as in a game."""


class Record:
    """The file; `pairs` are in it already."""

    def __init__(self, folder: Path, plan: Plan, resume: bool) -> None:
        self.path = folder / NAME
        self.plan = plan
        self.end = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            there = os.path.lexists(self.path)
        except OSError as wrong:
            raise _bad(f"`{folder}` can't be written: {wrong.strerror}.") from None
        if there and not resume and not self._is_empty():
            hint = "Go on with `--resume`, or name another folder."
            raise _bad(f"There are games in `{folder}` already.", hint)
        if not there or not resume:
            self._begin()

    def _is_empty(self) -> bool:
        """Whether it was begun, and broken off before it held a game."""
        try:
            with open_plain(self.path) as file:
                head: Any = _json(file.readline(_LONGEST))
                return isinstance(head, dict) and list(head) == ["plan"] and not file.read(1)
        except OSError:
            return False

    def _begin(self) -> None:
        head = json.dumps({"plan": self.plan.digest})
        try:
            self.path.write_text(head + "\n", encoding="utf-8")
        except OSError as wrong:
            raise _bad(f"`{self.path}` can't be written: {wrong.strerror}.") from None
        self.end = len(head) + 1

    def made(self) -> Iterator[list[Measures]]:
        """The pairs that are there, in order; a half-written end is cut off."""
        names: set[str] = set()
        try:
            with open_plain(self.path) as file:
                head = file.readline(_LONGEST)
                if _json(head) != {"plan": self.plan.digest}:
                    hint = "Ask for the same games, bots, rules and seed; or name another folder."
                    raise _bad(f"`{self.path}` holds games of another plan.", hint)
                self.end = len(head)
                for _ in range(self.plan.pairs):
                    line = file.readline(_LONGEST)
                    pair: Any = _json(line) if line.endswith(b"\n") else None
                    if not _is_pair(pair, len(self.plan.arms)):
                        return
                    names.update(*pair)
                    if len(names) > MOST_NAMES:
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
        and all(isinstance(m, dict) and all(map(_is_measure, m, m.values())) for m in pair)
    )


def _is_measure(name: str, x: Any) -> bool:
    """Whether it is a measure of a game: what a report has a place for, and a number."""
    known = name.isprintable() and any(f"{name}.".startswith(f"{group}.") for group in GROUPS)
    if not known or not isinstance(x, int | float):
        return False
    return 0 <= x <= 1 if name.startswith(RATES) else -LARGEST <= x <= LARGEST


def _bad(message: str, hint: str = "") -> RuleError:
    return rule_error("E0741", message, hint or "Name another folder.")
