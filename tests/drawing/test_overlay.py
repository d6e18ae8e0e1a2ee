"""What rules note of the sides, pieces and cells of a grid is drawn there, and said in words."""

from __future__ import annotations

from typing import Any

import pytest

from alarife import load
from alarife.drawing.grid import draw_grid
from alarife.drawing.looks import Looks
from alarife.drawing.overlay import OnSide, overlay_of
from alarife.drawing.places import grid_of
from alarife.engine.state import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return load("alhambra", modules=["gates", "traders", "walls"], players=2)


def city(game: Game) -> tuple[list[dict[str, Any]], list[int]]:
    """A start tile with two tiles to its east, and their numbers."""
    words = game.words
    ids = [game.world.pieces["Fountain"].ids[0], *game.world.pieces["Tile"].ids[:2]]
    slots = game.start(seed=1).slots
    laid = [{"at": [x, 0], "piece": words.piece(slots, n)} for x, n in enumerate(ids)]
    return laid, [*ids]


def test_sides_pieces_and_markers_are_those_of_the_notes(game: Game) -> None:
    laid, (home, first, second) = city(game)
    looks = Looks(game.world, parties=("Ann", "Bob"))
    citizen = game.world.pieces["Citizen"].ids[0]
    table = {
        "notes": {
            "stick": {f"{first},N": True, f"{first},S": False, "5000,N": True},
            "gate": {f"{first},E": True, f"{second},W": True},
            "disc_at": {"1": {"at": [0, 1]}, "2": {"at": [7, 7]}},
        },
        "places": {
            "citizen_on": {str(second): game.words.piece(game.start(seed=1).slots, citizen)}
        },
    }
    place = game.world.places["city"]
    over = overlay_of(looks, place, "1", laid, table)
    assert set(over.sides) == {
        OnSide(((1, 0), "N"), "bar", "Wall built"),
        OnSide(((1, 0), "E"), "arch", "City gate"),
        OnSide(((2, 0), "W"), "arch", "City gate"),
    }
    assert [(spot, look.label) for spot, look in over.guests] == [((2, 0), looks.of(citizen).label)]
    assert [m.spot for m in over.markers] == [(0, 1)]
    svg = draw_grid(grid_of(looks, place, laid, overlay=over), "City")
    for said in ("Wall built: (1, 0) N.", "City gate: (2, 0) W.", "Where the disc stands: (0, 1)."):
        assert said in svg
    plain = draw_grid(grid_of(looks, place, laid), "City")
    assert "Wall built" not in plain
    assert home in looks.world.pieces["Fountain"].ids


def test_nothing_is_laid_on_a_grid_that_rules_say_nothing_of() -> None:
    game = load("hex", players=2)
    looks = Looks(game.world)
    (place,) = (p for p in game.world.places.values() if p.shape in ("grid", "board"))
    assert not overlay_of(looks, place, "", [], game.start(seed=1).dump())
