"""That every row of the benchmark can be measured; how fast anything is, is no matter here."""

from __future__ import annotations

import re

import pytest
from tests.benchmark.bench import ROWS, table
from tests.benchmark.family_rows import turns_of
from tests.benchmark.measuring import EVERYTHING, ROOT, Asked, rates, ratio

SLOW = {"book", "lab", "loading_modules", "processes"}
"""Rows that take long even when they measure little; what is in them is tested elsewhere."""


@pytest.mark.parametrize("name", sorted(set(ROWS) - SLOW))
def test_every_row_is_measured(name: str) -> None:
    head, rule, *rows = table(Asked(seconds=0.01, rounds=1), name)
    assert head.count("|") == rule.count("|") == 5
    assert rows
    for row in rows:
        _, what, measured, *_ = row.split("|")
        assert what.strip()
        assert re.search(r"\d", measured), row


def test_the_page_names_every_row() -> None:
    page = (ROOT / "docs" / "architecture" / "speed.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert [name for row in rows for name in re.findall(r"`(\w+)`", row)] == list(ROWS)


def test_a_ratio_is_taken_round_by_round() -> None:
    """A round in which everything was slow says the same as the others."""
    assert ratio([100, 10, 100], [50, 5, 50]) == 2


def test_works_take_turns() -> None:
    done: list[str] = []

    def work(name: str) -> int:
        done.append(name)
        return 1

    found = rates(
        Asked(seconds=0, rounds=2), lambda seed: work(f"a{seed}"), lambda seed: work(f"b{seed}")
    )
    assert done == ["a1", "b1", "a1000", "b1000", "a1001", "b1001"]
    assert all(len(rounds) == 2 for rounds in found)


def test_turns_are_counted() -> None:
    asked = Asked(seconds=0, rounds=1)
    assert 20 < turns_of(asked.game(), 1) < 1000
    assert 20 < turns_of(asked.game(modules=EVERYTHING), 1) < 1000
