"""A sheet of all pieces of a game, its table in mid-game and the maps of its examples, to be looked
at.

`python tests/drawing/contact_sheet.py GAME [MODULE…] > sheet.html`: once on a light page, once on a
dark one."""

from __future__ import annotations

import random
import sys

import alarife
from alarife.drawing.example_map import draw_example
from alarife.drawing.grid_marks import Marks
from alarife.drawing.looks import Looks
from alarife.drawing.places import draw_places
from alarife.drawing.svg import draw
from alarife.drawing.trails import trails_in
from alarife.syntax import tree

STEPS = 200
STYLE = "body{margin:0;font-family:sans-serif}section{padding:12px}.dark{background:#131416;color:#ddd}figure{display:inline-block}"


def sheet(game: str, modules: list[str]) -> str:
    """The sheet."""
    loaded = alarife.load(game, modules=modules)
    looks = Looks(loaded.lowered.checked.world)
    pieces = "".join(f'<span style="margin:4px">{draw(look, 72)}</span>' for look in looks.all())
    small = "".join(draw(look, 36) for look in looks.all())
    half = f"<section>{pieces}<hr>{small}<hr>{_table(loaded, looks)}<hr>{_maps(loaded, looks)}</section>"
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{half}<div class=dark>{half}</div>"


def _table(game: alarife.Game, looks: Looks) -> str:
    """Everything that lies on the table after some moves by chance, as the first seat sees it."""
    chance = random.Random(1)
    state = game.start(seed=1)
    for _ in range(STEPS):
        if state.decision is None:
            break
        state = state.play(chance.randrange(len(state.decision.options)))
    return draw_places(looks, state.view(1)["places"], "The table")


def _maps(game: alarife.Game, looks: Looks) -> str:
    """The maps of the examples; refused moves and longest lines are marked."""
    titles = {rule.name: rule.title or "" for rule in game.program.rules.values()}
    found: list[str] = []
    for example in game.program.examples:
        maps = [given for given in example.given if isinstance(given, tree.GivenMap)]
        marks = Marks(trails=trails_in(game, looks, example, maps[0])) if maps else None
        found += [
            f"<figure><figcaption>{example.title}</figcaption>{d}</figure>"
            for d in draw_example(looks, example, titles, marks)
        ]
    return "".join(found)


if __name__ == "__main__":
    print(sheet(sys.argv[1], sys.argv[2:]))
