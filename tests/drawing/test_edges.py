"""Tiles with edges are drawn as they are turned: compared with the rule that says what they show."""

from __future__ import annotations

from random import Random

import alarife
from alarife.drawing.looks import Looks
from alarife.drawing.svg import draw
from alarife.play.look import PieceText

SIDES = "NESW"


def test_tiles_show_on_each_side_what_the_rules_say() -> None:
    game = alarife.load("hamlets", players=2)
    looks, lots, state = Looks(game.world), Random(8), game.start(seed=8)
    text = PieceText(game.world)
    turned = set[int]()
    while state.decision is not None:
        state = state.play(lots.choice(state.decision.options))
    for entry in state.place("land"):
        tile = entry["piece"]
        look = looks.of_data(tile)
        said = [state.value("shown", tile["id"], side, tile["turned"]) for side in SIDES]
        titles = dict(zip(game.world.kinds["Land"].names, looks.values("Land"), strict=True))
        assert list(look.edges) == [titles[name] for name in said]
        assert look.short.startswith("".join(titles[name].letter for name in said))
        assert draw(look).count("<path") >= 4
        assert text.long(tile).plain.startswith(" ".join(titles[name].label for name in said))
        turned.add(tile["turned"])
    assert turned == {0, 1, 2, 3}
