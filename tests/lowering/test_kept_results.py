"""How results are kept, as `alarife check --how` says it."""

from __future__ import annotations

from alarife.lowering.laws.keeping import kept_results
from alarife.pipeline import stages


def said(game: str, players: int | None = None, *modules: str) -> dict[str, str]:
    made = stages(game, modules, players=players)
    return kept_results(made.checked, made.lowered.ir)


def test_masks_are_named() -> None:
    how = said("connect_four")
    assert "with a board" in how["value winners"]
    assert "with a board" in how["value open_columns"]
    assert "value landing" not in how  # a look at six cells


def test_tables_are_named() -> None:
    assert "in a table" in said("breakthrough")["value army_of"]
    assert "in a table" in said("kalah")["value own"]  # light, but a loop


def test_graphs_by_piece_are_named() -> None:
    assert "another face" in said("hamlets", 2)["graph ways"]
    assert "near a change" in said("hex")["graph chains"]


def test_what_only_asks_for_kept_results_is_not_kept_itself() -> None:
    how = said("alhambra", 3, "huts")
    assert "3 slots" in how["value hut_count"]
    assert "value weight" not in how
    assert "value competes" not in how


def test_tallies_are_named() -> None:
    how = said("alhambra", 3)
    assert "sums" in how["value holding"]
