"""Looks of pieces: distinct, legible, with words, and never by colour alone."""

from __future__ import annotations

import re

import pytest
from tests.drawing.worlds import (
    GAMES,
    identifiers,
    looks_of,
    program_and_world,
    texts,
    without_colours,
)

from alarife.checking.world import World
from alarife.drawing.canvas import EDGE
from alarife.drawing.colours import ALARM, COLOURS, PAPER, colour, seat_colour
from alarife.drawing.look import Chip, Look
from alarife.drawing.looks import Looks
from alarife.drawing.piece_marks import chip_row
from alarife.drawing.signs import abbreviations
from alarife.drawing.svg import draw
from alarife.drawing.symbols import PLAIN, SEATS, SYMBOLS, named
from alarife.drawing.tiles import RIM, WALL


def pieces_by_fields(world: World, looks: Looks) -> dict[tuple[object, ...], Look]:
    found: dict[tuple[object, ...], Look] = {}
    for info in world.pieces.values():
        for piece in info.ids:
            fields = tuple(values[piece - info.first] for values in info.fields.values())
            found[info.name, fields] = looks.of(piece)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_pieces_with_other_fields_look_different_even_without_colours(game: str) -> None:
    _, world = program_and_world(game)
    shown = list(pieces_by_fields(world, looks_of(game)).values())
    assert len(set(shown)) == len(shown)
    shown = list({**dict.fromkeys(shown), **looks_of(game).all()})
    assert len({draw(look) for look in shown}) == len(shown)
    assert len({without_colours(draw(look)) for look in shown}) == len(shown)


@pytest.mark.parametrize("game", GAMES)
def test_labels_tell_pieces_apart_and_hold_no_identifier(game: str) -> None:
    _, world = program_and_world(game)
    shown = looks_of(game).all()
    assert len({look.label for look in shown}) == len(shown)
    names = list(identifiers(world))
    for look in shown:
        assert look.label.strip()
        for text in texts(draw(look)):
            assert not any(name in text for name in names)


@pytest.mark.parametrize("game", GAMES)
def test_a_terminal_can_tell_pieces_apart(game: str) -> None:
    shown = looks_of(game).all()
    assert all(look.short for look in shown)
    told = {
        (look.shape, look.frame, look.short, look.colour, look.walls, look.pips) for look in shown
    }
    assert len(told) == len(shown)


@pytest.mark.parametrize("game", GAMES)
def test_data_of_dumps_gives_the_same_looks(game: str) -> None:
    _, world = program_and_world(game)
    looks = looks_of(game)
    for info in world.pieces.values():
        if info.count and not info.faces and not info.field_types:
            assert looks.of_data({"id": info.first, "type": info.name}) == looks.of(info.first)


def luminance(fill: str) -> float:
    """How light a colour is, from 0 to 1, as the accessibility guidelines reckon it."""
    parts = [int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_text_is_legible_on_every_colour() -> None:
    for paint in COLOURS:
        assert contrast(paint.ink, paint.fill) >= 4.5, paint.name
    assert contrast("#ffffff", ALARM) >= 4.5
    assert contrast(PAPER.ink, "#fffdf6") >= 4.5


def test_edges_and_walls_are_seen() -> None:
    assert contrast(WALL, RIM) >= 4.5
    for page in ("#ffffff", "#000000", "#131416"):
        assert contrast(EDGE, page) >= 3


def test_fills_are_all_different_and_unknown_colours_are_paper() -> None:
    assert len({paint.fill for paint in COLOURS}) == len(COLOURS)
    assert colour("blurple") is PAPER
    assert colour(" Gray ") is colour("grey")


def test_seats_have_colours_and_symbols_of_their_own() -> None:
    assert len({seat_colour(n, 10) for n in range(10)}) == 10
    assert len(set(SEATS)) == len(SEATS) >= 10
    assert set(SEATS) | set(PLAIN) <= set(SYMBOLS)
    assert not set(SEATS) & set(PLAIN)


def test_symbols_are_found_by_singular_and_plural() -> None:
    assert named("Diamonds") == "diamond"
    assert named("arches") == "arches"
    assert named("wizard") == ""


@pytest.mark.parametrize(
    ("titles", "short"),
    [
        (["Jack", "Queen", "King"], ["J", "Q", "K"]),
        (["2", "10", "Ace"], ["2", "10", "A"]),
        (["Dirham", "Denar"], ["Di", "De"]),
        (["Red", "Red wine"], ["Red", "Red wine"[:4].strip()]),
    ],
)
def test_kinds_without_signs_get_the_shortest_beginnings(
    titles: list[str], short: list[str]
) -> None:
    assert abbreviations(titles) == short


@pytest.mark.parametrize("count", [1, 3, 4, 5, 6, 12])
def test_values_side_by_side_can_be_read(count: int) -> None:
    chip = Chip("W", "white", "", "White")
    drawn = chip_row((chip,) * count, 35, 52, 56)
    discs = re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawn)[::2]
    assert len({(x, y) for x, y, _ in discs}) == count
    assert all(float(r) >= 6 for _, _, r in discs), "their letters are too small else"
    assert all(7 < float(x) < 63 and 30 < float(y) < 74 for x, y, _ in discs)
