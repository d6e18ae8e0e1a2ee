"""Whole drawings: well-formed, the same every time, in words as well, for maps of examples and for
games as they are played."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.drawing.worlds import GAMES, identifiers, looks_of, program_and_world, texts

import alarife
from alarife.drawing.canvas import escape, wrap
from alarife.drawing.example_map import attempts, draw_example, draw_map, read_map
from alarife.drawing.grid import GridPicture, describe, draw_grid, legend_lines
from alarife.drawing.grid_marks import Broken, Marks, Trail
from alarife.drawing.hexagons import SLOPE, corners
from alarife.drawing.looks import Looks
from alarife.drawing.places import draw_pieces, draw_place, draw_places
from alarife.drawing.svg import back, draw, piece
from alarife.drawing.trails import graphs_of, trails_in
from alarife.syntax import tree

WITH_MAPS = [
    game
    for game in GAMES
    if any(
        isinstance(g, tree.GivenMap) for e in program_and_world(game)[0].examples for g in e.given
    )
]


def example(game: str, title: str) -> tree.Example:
    return next(e for e in program_and_world(game)[0].examples if e.title == title)


@pytest.mark.parametrize("game", WITH_MAPS)
def test_every_map_of_every_example_is_drawn(game: str) -> None:
    program, world = program_and_world(game)
    titles = {rule.name: rule.title or "" for rule in program.rules.values()}
    names = list(identifiers(world))
    for each in program.examples:
        maps = [g for g in each.given if isinstance(g, tree.GivenMap)]
        drawn = draw_example(looks_of(game), each, titles)
        assert len(drawn) == len(maps)
        for svg in drawn:
            said = texts(svg)
            assert any(len(t) > 20 for t in said), "no description"
            assert not [t for t in said for name in names if name in t]


@pytest.mark.parametrize("game", WITH_MAPS)
def test_walls_drawn_in_letters_are_the_walls_of_the_pieces(game: str) -> None:
    for each in program_and_world(game)[0].examples:
        for given in (
            g
            for g in each.given
            if isinstance(g, tree.GivenMap) and any("+" in line for line in g.lines)
        ):
            content = read_map(looks_of(game), given)
            rows = [line for line in given.lines if "+" in line]
            for (x, y), look in content.pieces.items():
                assert content.extent
                column, row = x - content.extent[0], y - content.extent[1]
                north = rows[row][4 * column + 1 : 4 * column + 4] == "---"
                neighbour = content.pieces.get((x, y - 1))
                assert north == (
                    "N" in (look.walls or "")
                    or (neighbour is not None and "S" in (neighbour.walls or ""))
                )


def test_a_refused_attempt_is_shown_with_the_rules_it_breaks() -> None:
    each = example("alhambra", "A wall against an open side")
    looks = looks_of("alhambra")
    [svg] = draw_example(
        looks, each, {"matching": "Walls meet walls", "walkable": "On foot from the fountain"}
    )
    said = texts(svg)
    assert "Walls meet walls" in said
    assert "On foot from the fountain" in said
    given = next(g for g in each.given if isinstance(g, tree.GivenMap))
    [(spot, laid)] = attempts(looks, each, read_map(looks, given))
    assert laid is not None
    assert laid.label in "".join(said)
    assert spot not in read_map(looks, given).pieces


def test_a_named_empty_cell_shows_its_name() -> None:
    each = example("alhambra", "Open side to open side")
    given = next(g for g in each.given if isinstance(g, tree.GivenMap))
    svg = draw_map(looks_of("alhambra"), given, "Open side to open side")
    assert "a" in texts(svg)


def test_marks_are_said_in_the_legend_and_in_words() -> None:
    looks = looks_of("alhambra")
    tile = looks.of(looks.world.pieces["Tile"].first)
    marks = Marks(
        lit=frozenset({(1, 0)}),
        lit_title="May be built on",
        broken=(Broken(((0, 0),), ("No gaps",)),),
        trails=(Trail((((0, 0), "N"), ((0, 0), "E")), "The longest wall"),),
    )
    shown = GridPicture({(0, 0): tile}, {(1, 0): "a"}, marks=marks)
    said = texts(draw_grid(shown, "A city"))
    for words in ("May be built on", "No gaps", "The longest wall"):
        assert words in said
        assert words in describe(shown)
    assert [line[0] for line in legend_lines(marks)] == ["lit", "trail", "alarm"]
    assert "No gaps" not in texts(draw_grid(shown, "A city", legend_below=False))


def test_an_empty_grid_and_an_empty_board_can_be_drawn() -> None:
    assert "empty." in texts(draw_grid(GridPicture({}), "Nothing"))
    assert texts(draw_grid(GridPicture({}, bounds=(8, 8)), "A board"))


def test_six_sided_cells_lie_side_by_side() -> None:
    """A cell shares two corners with each of its neighbours: to its east, south-west and
    south-east."""
    size = 60
    here = corners_of(0, 0)
    for dx, dy in ((size, 0), (-size / 2, size * SLOPE), (size / 2, size * SLOPE)):
        assert len(here & corners_of(dx, dy)) == 2
    assert not here & corners_of(size * 3 / 2, size * SLOPE)


def corners_of(x: float, y: float) -> set[tuple[float, float]]:
    return {
        (round(float(a), 2), round(float(b), 2))
        for a, b in (c.split(",") for c in corners(x, y, 60).split())
    }


def test_a_hexagonal_board_has_six_sided_cells_and_marks() -> None:
    stone = looks_of("hex").of(0)
    shown = GridPicture(
        {(1, 1): stone},
        bounds=(5, 4),
        marks=Marks(lit=frozenset({(1, 1)}), lit_title="New"),
        hexagonal=True,
    )
    drawn = draw_grid(shown, "A board")
    assert drawn.count("<polygon") == 5 * 4 + 2
    assert "<rect" not in draw_grid(shown, "A board", legend_below=False)
    square = GridPicture({(1, 1): stone}, bounds=(5, 4))
    assert "<polygon" not in draw_grid(square, "A board")
    loose = GridPicture({(0, 0): stone}, {(1, 0): "a"}, hexagonal=True)
    assert draw_grid(loose, "No board").count("<polygon") == 1


@pytest.mark.parametrize(
    ("game", "modules"),
    [
        ("alhambra", ("treasure", "invaders", "bazaars")),
        ("dice", ()),
        ("kalah", ()),
        ("oh_hell", ()),
    ],
)
def test_every_place_of_a_game_in_progress_can_be_drawn(
    game: str, modules: tuple[str, ...]
) -> None:
    loaded = alarife.load(game, modules=modules)
    looks = Looks(loaded.lowered.checked.world)
    names = list(identifiers(looks.world))
    chance = random.Random(5)
    state = loaded.start(seed=5)
    for step in range(120):
        if state.decision is None:
            break
        if step in (0, 60, 119):
            for places in (state.dump()["places"], state.view(1)["places"]):
                for name, content in places.items():
                    said = " ".join(texts(draw_place(looks, name, content)))
                    assert said
                    assert not [n for n in names if n in said]
                assert texts(draw_places(looks, places, "The table"))
        state = state.play(chance.randrange(len(state.decision.options)))


def test_what_is_hidden_is_counted_and_not_shown() -> None:
    looks = looks_of("alhambra")
    said = " ".join(texts(draw_place(looks, "deck", {"hidden": 12})))
    assert "×12" in said
    assert "12 hidden" in said
    known = {"id": 0, "type": "Money", "currency": "denar", "value": 5}
    said = " ".join(
        texts(
            draw_place(
                looks, "hand", {"1": {"known": [known], "hidden": 3}, "2": {"hidden": 4}, "3": []}
            )
        )
    )
    assert "Denar 5" in said
    assert "3 hidden" in said


def test_equal_pieces_are_counted() -> None:
    looks = looks_of("alhambra")
    card = looks.of(looks.world.pieces["Money"].first)
    assert "3 × Denar 1" in " ".join(texts(draw_pieces([(card, 3)], "Money")))
    assert texts(draw(looks.chip(looks.value("Currency", 0))))
    assert back("card").width < piece(card).height


def test_texts_of_a_translation_are_used() -> None:
    _, world = program_and_world("alhambra")
    looks = Looks(
        world,
        parties=("Anna",),
        say=lambda text: {"Garden": "Kert", "walls: {sides}": "falak: {sides}"}.get(text, text),
    )
    labels = {look.label for look in looks.all()}
    assert "Start tile, Anna" in labels
    assert "Kert 12, falak: south" in labels


def test_anything_can_be_escaped() -> None:
    assert escape('<a & "b">\x00\x1f') == "&lt;a &amp; &quot;b&quot;&gt;"
    assert wrap("one two three", 10, 50) == ["one two", "three"]
    assert wrap("", 10, 40) == []


def test_the_same_in_every_process() -> None:
    program = (
        "from tests.drawing.worlds import *; from alarife.drawing.example_map import *; import hashlib\n"
        "p, w = program_and_world('alcazaba')\n"
        "print(hashlib.sha256(''.join(s for e in p.examples for s in draw_example(Looks(w), e, {})).encode()).hexdigest())"
    )
    p, w = program_and_world("alcazaba")
    here = "".join(s for e in p.examples for s in draw_example(Looks(w), e, {}))
    root = Path(__file__).parents[2]
    environment = {"PYTHONHASHSEED": "17", "PYTHONPATH": f"{root / 'interpreter'}:{root}"}
    found = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=root,
    )
    assert found.stdout.strip() == hashlib.sha256(here.encode()).hexdigest()


@pytest.mark.parametrize(
    ("title", "length"), [("The longest wall", 8), ("A ring", 12), ("A wall between two tiles", 2)]
)
def test_the_longest_line_of_an_example_is_marked_as_long_as_the_engine_says(
    title: str, length: int
) -> None:
    loaded = alarife.load("alhambra")
    looks = Looks(loaded.lowered.checked.world)
    each = next(e for e in loaded.program.examples if e.title == title)
    given = next(g for g in each.given if isinstance(g, tree.GivenMap))
    [trail] = trails_in(loaded, looks, each, given)
    assert len(trail.segments) == length
    assert str(length) in trail.title
    assert trail.title in texts(draw_map(looks, given, title, Marks(trails=(trail,))))
    walls = {
        (spot, side)
        for spot, look in read_map(looks, given).pieces.items()
        for side in look.walls or ""
    }
    for (x, y), side in trail.segments:
        beyond = ((x, y - 1), "S") if side == "N" else ((x - 1, y), "E")
        assert ((x, y), side) in walls or beyond in walls


def test_an_example_about_something_else_has_no_line() -> None:
    program, _ = program_and_world("alhambra")
    each = next(e for e in program.examples if e.title == "Upside down")
    assert graphs_of(program, each) == []
