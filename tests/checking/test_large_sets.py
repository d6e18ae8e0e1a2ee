"""A choice whose sets are tried and can't be small is warned of before play (E0405)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from alarife.cli.check import command

GAME = """alarife 2
game big "Big"
  > Sell cards.
  players 2..2

piece Card(worth: 1..{many}) "card"
  1 of each

note sold "sold": number = 0

rule rich(cards: set of Card) "Rich"
  > One card is worth much more than another.
  {limit}highest(list c.worth for c in cards) is at least 3 * lowest(list c.worth for c in cards)

step play "How the game goes"
  > Sell cards.
  as seat(1)
    choose some cards from {source} where rich(cards) "Which cards?"
    otherwise
      pass
  sold += 1

value winners "Winners": set of Player = []
"""


@pytest.mark.parametrize(
    ("many", "limit", "source", "warned"),
    [
        (24, "", "Card", True),
        (16, "", "Card", False),
        (24, "size(cards) is at most 3 and ", "Card", False),
        (24, "size(cards) is at most 12 and ", "Card", True),
        (24, "", "(those c in Card where c.worth is more than 20)", False),
    ],
)
def test_who_is_warned(tmp_path: Path, many: int, limit: str, source: str, warned: bool) -> None:
    path = tmp_path / "big.alr"
    path.write_text(GAME.format(many=many, limit=limit, source=source), encoding="utf-8")
    told = CliRunner().invoke(command, ["--json", str(path)])
    codes = [one["code"] for one in json.loads(told.output)["diagnostics"]]
    assert ("E0405" in codes) == warned, told.output
