"""What rules note of the sides, pieces and cells of a grid is drawn there, and said in words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from alarife import load
from alarife.drawing.grid import draw_grid
from alarife.drawing.looks import Looks
from alarife.drawing.overlay import OnSide, on_cells, overlay_of
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


SHOTS = """\
alarife 2
game shots "Shots"
  players 2..2
kind Weather(sign: text) "weather"
  | name | title | sign |
  | sun  | Sun   | S    |
  | rain | Rain  | R    |
piece Ship(owner: Player) "ship"
  1 of each
place sea[p: Player] "sea": grid 3 by 2 of Ship
note fired[Player, Cell of sea] "shots": yes/no = no
note depth[Player, Cell of sea] "depth": 0..3 = 0
note sky[Player, Cell of sea] "sky": Weather? = none
note mood[Player] "mood": 0..3 = 0
step play "How the game goes"
  fired[seat(1), cell(2, 1)] := yes
  fired[seat(2), cell(3, 2)] := yes
  depth[seat(1), cell(1, 2)] := 3
  sky[seat(1), cell(2, 1)] := rain
  as seat(1)
    choose n from 1..2 "Which?"
"""


def test_notes_of_cells_stand_on_their_board(tmp_path: Path) -> None:
    path = tmp_path / "shots.alr"
    path.write_text(SHOTS)
    game = load(str(path))
    view, place = game.start(seed=1).view(1), game.world.places["sea"]
    looks = Looks(game.world)
    own, other = (overlay_of(looks, place, key, [], view).markers for key in "12")
    assert {(m.title, m.spot, m.chip.letter) for m in own} == {
        ("Shots", (2, 1), "*"),
        ("Depth", (1, 2), "3"),
        ("Sky", (2, 1), "R"),
    }
    assert [(m.title, m.spot) for m in other] == [("Shots", (3, 2))]
    assert on_cells(game.world) == {"fired", "depth", "sky"}
    assert "Depth: 3 (1, 2)." in overlay_of(looks, place, "1", [], view).words()


def test_the_terminal_shows_notes_of_cells_on_the_board_and_nowhere_else(tmp_path: Path) -> None:
    path = tmp_path / "shots.alr"
    path.write_text(SHOTS)
    done = subprocess.run(
        [sys.executable, "-m", "alarife", "play", str(path), "--save", str(tmp_path / "s.json")],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "*R" in done.stdout
    assert "* = shots" in done.stdout
    assert "shots Player" not in done.stdout
