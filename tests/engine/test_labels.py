"""What a piece is called for readers: what its fields say, without what was left out of its row."""

from __future__ import annotations

from pathlib import Path

import alarife

TILES = """alarife 2
game tiles "Tiles"
  > Tiles.
  players 2..2

kind Land "land"
  | name  |
  | wood  |
  | water |

piece Tile(land: Land, points: number = 0, bridge: yes/no = no, cost: number = 2) "tile"
  | land  | points | bridge | cost |
  | wood  | 3      | yes    | 5    |
  | wood  | 3      |        |      |
  | water |        | yes    |      |
  | wood  |        |        |      |

place heap "heap": set of Tile, starting with Tile

step play "Play"
  > Play.
  pass

value winners "Who wins": set of Player = Player
"""


def test_a_zero_or_a_no_that_was_left_out_is_not_said(tmp_path: Path) -> None:
    """But the value of an enumeration is, and a number that everybody has."""
    path = tmp_path / "tiles.alr"
    path.write_text(TILES, encoding="utf-8")
    game = alarife.load(str(path))
    slots = game.start(log=False).slots
    words = game.words
    ids = game.world.pieces["Tile"].ids
    assert [words.piece_label(slots, x) for x in ids] == [
        "wood 3 yes 5",
        "wood 3 2",
        "water yes 2",
        "wood 2",
    ]
    assert len({words.piece_key(slots, x) for x in ids}) == 4
