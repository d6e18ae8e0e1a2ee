"""A sheet with every piece of a game and some of its places, to be looked at: `python tests/drawing/contact_sheet.py GAME
[MODULE…]`.

Writes HTML to the standard output: once on a light page, once on a dark one.
"""

from __future__ import annotations

import sys

import alarife
from alarife.drawing.look import Looks
from alarife.drawing.svg import draw


def sheet(game: str, modules: list[str]) -> str:
    """The sheet."""
    loaded = alarife.load(game, modules=modules)
    looks = Looks(loaded.lowered.checked.world)
    pieces = "".join(f'<span style="margin:4px;display:inline-block">{draw(look, 72)}</span>' for look in looks.all())
    small = "".join(draw(look, 36) for look in looks.all())
    half = f"<section>{pieces}<hr>{small}</section>"
    return (
        "<!doctype html><meta charset=utf-8><style>body{margin:0}section{padding:12px}"
        ".dark{background:#131416;color:#ddd}</style>"
        f"{half}<div class=dark>{half}</div>"
    )


if __name__ == "__main__":
    print(sheet(sys.argv[1], sys.argv[2:]))
