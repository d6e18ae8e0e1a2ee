"""Tables as plain text: as Sphinx prints them, in time by their length."""

from __future__ import annotations

import random
from time import process_time
from typing import Any

import pytest

text = pytest.importorskip("sphinx.writers.text")
plain = pytest.importorskip("alarife.sphinx.plain")


def filled(table: Any, rows: int, seed: int) -> str:
    """A table in which cells now and then take two rows or columns, as text."""
    chance = random.Random(seed)
    table.colwidth = [9] * 8
    for row in range(rows):
        if row:
            table.add_row()
        if row == 1:
            table.set_separator()
        for _ in range(chance.randint(1, 3)):
            cell = text.Cell("word " * chance.randint(0, 3))
            if rows < 100:
                cell.rowspan, cell.colspan = chance.choice([1, 1, 1, 2]), chance.choice([1, 1, 2])
            table.add_cell(cell)
    return str(table)


def test_long_tables_are_printed_as_sphinx_prints_them() -> None:
    for seed in range(60):
        print("seed", seed)
        assert filled(plain.LongTable(), seed % 9 + 1, seed) == filled(
            text.Table(), seed % 9 + 1, seed
        )


def test_a_table_as_text_takes_time_by_the_number_of_rows() -> None:
    def taken(rows: int) -> float:
        before = process_time()
        filled(plain.LongTable(), rows, 3)
        return process_time() - before

    taken(50)
    few = taken(1500)
    assert min(taken(6000), taken(6000)) < 8 * few
