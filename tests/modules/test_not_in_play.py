"""A module that is not in play costs nothing: the game is, text for text, the one that is made
where the module's file isn't there at all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from alarife.library import Library
from alarife.pipeline import load
from alarife.resources import rules_dir


@pytest.mark.parametrize("modules", [(), ("vizier",), ("bazaars", "medina")], ids="+".join)
@pytest.mark.parametrize("players", [2, 3])
def test_a_module_that_is_not_in_play_leaves_no_trace(
    modules: tuple[str, ...], players: int, tmp_path: Path
) -> None:
    folder = tmp_path / "rules"
    shutil.copytree(rules_dir(), folder)
    for file in (folder / "alhambra").iterdir():
        if file.stem not in ("alhambra", *modules):
            file.unlink()
    alone = load("alhambra", modules, {}, players, Library(folder))
    among = load("alhambra", modules, {}, players, Library())
    assert among.program.digest == alone.program.digest
    assert among.lowered.source == alone.lowered.source
    for one, other in (
        (among.machine, alone.machine),
        (among.machine.playouts, alone.machine.playouts),
    ):
        assert one.lowered.source == other.lowered.source
        assert one.table(0, log=False) == other.table(0, log=False)
