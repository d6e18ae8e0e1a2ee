"""Pictures of books: what lies on the engine's table, within stock, with a legend, and the exact
rules that are broken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.rulebook.conftest import Make

from alarife.drawing.colours import ALARM
from alarife.drawing.example_map import read_map
from alarife.drawing.legend import legend_of
from alarife.library import Library
from alarife.rulebook.book import Book, Example, Picture
from alarife.rulebook.holding import Tried
from alarife.rulebook.load import book_of, carried_out, checked
from alarife.rulebook.weave import weave
from alarife.sphinx.pictures import html_of, shown_on, signed
from alarife.syntax import tree
from alarife.texts.catalogue import read_po

BOOKS = [
    ("alhambra", (), 4),
    ("alhambra", (), 2),
    ("alhambra", ("bazaars", "treasure", "cards", "change", "invaders"), 3),
    ("alhambra", ("bazaars", "treasure", "cards", "change", "invaders"), 2),
    ("dice", (), 3),
    ("alcazaba", (), 2),
    ("alcazaba", (), 4),
    ("reversi", (), 2),
    ("breakthrough", (), 2),
    ("connect_four", (), 2),
    ("draughts", (), 2),
    ("tic_tac_toe", (), 2),
    ("hex", (), 2),
]


@cache
def book(game: str, modules: tuple[str, ...] = (), players: int | None = None) -> Book:
    return book_of(game, modules, players=players)


def examples(made: Book) -> Iterator[Example]:
    for article in made.articles():
        yield from (block for block in article.blocks if isinstance(block, Example))


def pictures(made: Book, kind: str) -> Iterator[tuple[Example, Picture]]:
    for example in examples(made):
        yield from ((example, picture) for picture in example.pictures if picture.kind == kind)


def of(made: Book, title: str) -> list[str]:
    return [
        html_of(picture)
        for example in examples(made)
        if example.title == title
        for picture in example.pictures
    ]


@pytest.mark.parametrize(("game", "modules", "players"), BOOKS)
def test_maps_show_what_the_engine_laid_within_stock_and_name_it_in_a_legend(
    game: str, modules: tuple[str, ...], players: int
) -> None:
    for example, picture in pictures(book(game, modules, players), "map"):
        looks, scene = picture.data["looks"], picture.data["scene"]
        shown = shown_on(picture)
        assert shown is not None, example.title
        stock = looks.all()
        for look, n in Counter(shown.pieces.values()).items():
            assert look in stock, f"{example.title}: there is no such piece as {look.label}"
            assert n <= max(stock[look], 1) or stock[look] == 0, (
                f"{example.title}: too many of {look.label}"
            )
        if scene.given is not None and not any("*" in line for line in scene.given.lines):
            assert read_map(looks, scene.given).pieces == {
                tuple(e["at"]): looks.of_data(e["piece"]) for e in scene.before
            }
        html = html_of(picture)
        legend = html[html.find("alr-legend") :]
        for _, words in legend_of(looks, shown.pieces.values()):
            assert words in legend, example.title


@pytest.mark.parametrize(("game", "modules", "players"), BOOKS)
def test_a_map_marks_exactly_the_rules_that_refuse_the_move(
    game: str, modules: tuple[str, ...], players: int
) -> None:
    made = book(game, modules, players)
    refused = {d.head: _refused(d) for d in checked(game, modules, None, players).program.examples}
    for example, picture in pictures(made, "map"):
        marks = shown_on(picture).marks
        marked = [title for broken in marks.broken for title in broken.titles]
        assert marked == [link.text for link in example.refused]
        assert len(marked) == len(refused[example.at])
        assert bool(marked) == signed(picture), f"{example.title}: the signs stand nowhere"


def _refused(example: tree.Example) -> list[str]:
    return [
        name
        for step in example.steps
        if isinstance(step, tree.Then)
        for name in step.refused_by or []
    ]


def test_signs_stand_where_a_rule_is_broken() -> None:
    marks = {
        example.title: shown_on(picture).marks
        for example, picture in pictures(book("alhambra", (), 4), "map")
    }
    hole = marks["A hole in the middle"]
    assert [broken.cells for broken in hole.broken] == [((1, 1),)]
    assert hole.tried == {(1, 2)}
    against = marks["A wall against an open side"]
    assert against.broken[0].sides[0] == ((1, 0), "E")
    assert against.broken[1].cells == ((2, 0),)
    bridge = marks["The bridge must stay"]
    assert bridge.taken == {(1, 0)}
    assert {broken.cells for broken in bridge.broken} == {((2, 0),)}
    assert marks["The start tile may not go"].broken[0].cells == ((0, 0),), (
        "of a rule without cells: where it is tried"
    )


def test_pieces_are_framed_with_which_something_is_tried_in_vain() -> None:
    made = book("alhambra", (), 4)
    assert [html.count(ALARM) for html in of(made, "A total of six")] == [2]
    assert [html.count(ALARM) for html in of(made, "A big card goes alone")] == [2]
    assert [html.count(ALARM) for html in of(made, "Three small cards")] == [0]


def test_a_lawful_move_is_shown_where_it_ends() -> None:
    made = book("alhambra", (), 4)
    [html] = of(made, "Open side to open side")
    assert "Lies here afterwards" in html
    assert "Tower 11, walls: north" in html
    [html] = of(made, "The end may go")
    assert "Goes away" in html
    [html] = of(made, "In exactly the same place")
    assert "Before" in html
    assert "Afterwards" in html


def test_the_longest_wall_is_marked() -> None:
    made = book("alhambra", (), 4)
    for title, length in (("The longest wall", 8), ("A ring", 12), ("A wall between two tiles", 2)):
        [html] = of(made, title)
        assert f"Outer wall: {length}" in html


def test_places_that_an_example_fills_are_drawn() -> None:
    [html] = of(book("alhambra", (), 4), "Five actions")
    for words in ("Building market", "Pavilion 2", "Hand: Ann", "Denar 2", "Display"):
        assert words in html
    [html] = of(book("alcazaba", (), 4), "Both for the same player")
    assert "Building tiles of the columns: Tower" in html
    assert "Result areas" in html
    for row in "87654321":
        assert f">{row}</text>" in html


@pytest.mark.parametrize(
    ("game", "place", "shows"),
    [("alhambra", "market", "Ducat"), ("dice", "area", ">8</text>"), ("dice", "track", "Tower")],
)
def test_the_boards_are_shown_where_they_are_told_of(game: str, place: str, shows: str) -> None:
    article = book(game, (), 3).find(place)
    assert article is not None
    [picture] = [block for block in article.blocks if isinstance(block, Picture)]
    assert shows in html_of(picture)


def test_a_tile_that_can_be_turned_is_shown_one_way_up() -> None:
    book = book_of("hamlets", players=3)
    shown = [
        block
        for article in book.articles()
        for block in article.blocks
        if isinstance(block, Picture) and block.kind == "pieces" and block.data["type"] == "Tile"
    ]
    assert len(shown) == 1
    html = html_of(shown[0])
    assert html.count('class="alr-piece-look"') == 19
    copies = [int(n) for n in re.findall(r"\u00d7 (\d+)", html)]
    assert sum(copies) + 19 - len(copies) == 72


def test_what_nobody_sees_is_not_drawn() -> None:
    assert of(book("alhambra", (), 4), "Dividing the money into piles") == []


@pytest.mark.parametrize(
    ("game", "shows"),
    [("alhambra", "Building market"), ("dice", "Result areas"), ("alcazaba", "Stacks of tiles")],
)
def test_the_setup_ends_with_a_picture_of_the_table(game: str, shows: str) -> None:
    chapter = next(c for c in book(game, (), 3).chapters if c.checklist)
    picture = chapter.closing[-1]
    assert isinstance(picture, Picture)
    html = html_of(picture)
    assert shows in html
    assert "after the setup" in html
    numbers = {article.number for article in chapter.articles()}
    assert set(picture.data["steps"].values()) <= numbers
    assert picture.data["steps"]


def test_each_player_has_an_area_with_all_that_is_theirs() -> None:
    chapter = next(c for c in book("alhambra", (), 3).chapters if c.checklist)
    picture = chapter.closing[-1]
    assert isinstance(picture, Picture)
    areas = html_of(picture).split('<div class="alr-area">')[1:]
    assert len(areas) == 3
    for name, area in zip(("Ann", "Bob", "Cid"), areas, strict=True):
        assert f"{name} · Points: 0" in area
        for place in ("Alhambra", "Reserve board", "Hand"):
            assert f"{place}</div>" in area
    titles = {article.number: article.title for article in chapter.articles()}
    steps = {place: titles[number] for place, number in picture.data["steps"].items()}
    assert steps["market"] == "The market"
    assert steps["display"] == "The display"
    assert steps["hand"] == "Secret hands"


def test_an_example_with_more_players_says_so() -> None:
    found = {example.title: example.players for example in examples(book("alhambra", (), 2))}
    assert found["Most chambers"] == 3
    assert found["A ring"] == 0
    assert "What is in the box" not in found, "with two players there is less money"


def test_nothing_is_borrowed_from_rules_that_could_not_be_carried_out(make: Make) -> None:
    whole = make()
    head = whole.program.examples[0].head
    found = Tried({head})
    found.borrow(whole, whole, Tried())
    assert found.failing == {head}


# ----------------------------------------------------------------
# other languages
HUNGARIAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8"

msgctxt "family.Building.tower title"
msgid "tower"
msgstr "torony"

msgctxt "drawing"
msgid "walls: {sides}"
msgstr "falak: {sides}"

msgctxt "drawing"
msgid "north"
msgstr "észak"

msgctxt "book"
msgid "Lies here afterwards"
msgstr "Ide kerül"
"""


def test_words_in_pictures_are_those_of_the_catalogue() -> None:
    world = checked("alhambra", (), None, 3).world
    kind = world.kinds["Building"]
    assert kind.decl is not None
    title = kind.titles[kind.names.index("tower")]
    text = HUNGARIAN.replace('msgid "tower"', f'msgid "{title}"')
    library = Library(speech=read_po(text, "hu"))
    whole = checked("alhambra", (), None, 3, library)
    made = weave(whole, None, carried_out(whole, library))
    [html] = of(made, "Open side to open side")
    assert "Torony 11, falak: észak" in html
    assert "Ide kerül" in html
    assert "Tower" not in html


def test_pictures_hold_no_names_of_the_machine() -> None:
    here: Any = str(Path(__file__).parents[2])
    for _, picture in pictures(book("alhambra", (), 4), "map"):
        assert here not in html_of(picture)
