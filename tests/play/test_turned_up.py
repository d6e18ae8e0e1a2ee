"""A side that has been turned up is told by its name; one that has not says nothing."""

from __future__ import annotations

import pytest

import alarife
from alarife.play.look import PieceText


@pytest.mark.parametrize(
    ("promoted", "short", "long"),
    [(False, "R2", "Rook of Player 2"), (True, "R2+", "Rook promoted of Player 2")],
)
def test_a_promoted_man(promoted: bool, short: str, long: str) -> None:
    look = PieceText(alarife.load("minishogi").world, viewer=1)
    man = {"id": 8, "type": "Man", "rank": "rook", "owner": 2, "promoted": promoted}
    assert look.short(man).plain == short
    assert look.long(man).plain == long
