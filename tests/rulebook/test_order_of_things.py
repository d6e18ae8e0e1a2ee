"""The woven books of the shipped games: what is told stands where a reader looks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from alarife.rulebook.book import Article, Book, Example, Lines, Links, Paragraph, Pointer, Table
from alarife.rulebook.load import book_of

ALL = ("treasure", "cards", "invaders", "bazaars", "change")


@cache
def book(
    game: str, modules: tuple[str, ...] = (), players: int = 3, *options: tuple[str, object]
) -> Book:
    return book_of(game, list(modules), dict(options), players)


def article(of: Book, name: str) -> Article:
    found = of.find(name)
    assert found is not None, name
    return found


def said(of: Article) -> list[str]:
    return [block.text for block in of.blocks if isinstance(block, Paragraph)]


def examples(of: Article) -> list[str]:
    return [block.title for block in of.blocks if isinstance(block, Example)]


def targets(of: Book) -> list[str]:
    return [a.target.partition(".")[2] for a in of.articles()]


def in_order(of: Book, *names: str) -> bool:
    places = [targets(of).index(name) for name in names]
    return places == sorted(places)


def test_what_follows_a_scoring_stands_behind_all_that_is_scored() -> None:
    everything = book("alhambra", ALL, 2)
    assert in_order(
        everything,
        "scoring",
        "score_buildings",
        "score_walls",
        "attack",
        "more_scouts",
        "dirk_goes_on",
    )
    assert in_order(book("alhambra", ("invaders",)), "score_walls", "attack")


def test_amendments_of_the_same_moment_stand_in_the_order_in_which_they_come_about() -> None:
    everything = book("alhambra", ALL, 4)
    assert in_order(everything, "place_bought", "storing", "builders_redesign", "fill_market")
    both = book("alhambra", ("cards", "characters"))
    assert any(
        "first the builder card, then Ammar" in text
        for text in said(article(both, "ammar_redesigns"))
    )


def test_what_modules_put_into_the_deck_stands_before_the_piles_are_stacked() -> None:
    """Also if another module adds a last step to the setup."""
    setup = next(c for c in book("alhambra", ("huts", "walls")).chapters if c.checklist)
    steps = setup.sections[0].articles
    assert [a.target.partition(".")[2] for a in steps[-2:]] == ["build_deck", "lay_huts"]
    deck = steps[-2].blocks
    within, hidden = next((i, b) for i, b in enumerate(deck) if isinstance(b, Article))
    assert any(part.target == "walls.hide_walls" for part in hidden.parts)
    last = deck[within + 1]
    assert isinstance(last, Paragraph)
    assert "stack the piles" in last.text


def test_windows_between_turns_are_in_the_overview_and_told_with_their_actions() -> None:
    made = book("alhambra", ("thieves", "vizier", "characters"))
    assert made.overview is not None
    overview = [
        line.link.target
        for block in made.overview.blocks
        if isinstance(block, Lines)
        for line in block.items
    ]
    assert {"characters.hold_auctions", "thieves.thieves_play", "vizier.viziers_called"} <= {
        *overview
    }
    assert in_order(made, "score_due", "thieves_play", "steal", "viziers_called", "vizier_buys")


def test_a_module_for_fewer_players_says_so() -> None:
    assert book("alhambra", ("our_table",)).seats == (2, 5)


def test_helpers_of_helpers_stand_with_them() -> None:
    assert [a.target for a in article(book("alhambra", ALL, 4), "store_chests").parts] == [
        "treasure.sites.Player"
    ]


def test_what_follows_a_step_stands_behind_the_steps_within_it() -> None:
    two = book("alcazaba", (), 2)
    assert in_order(two, "lay_out", "lay_starter_tile", "dirks_markers", "place_markers")


def test_a_module_speaks_last_where_it_goes_on_with_a_section() -> None:
    taking = article(book("alhambra", ("cards",)), "take_money")
    assert [text.split()[0] for text in said(taking)] == ["Take", "A", "Take"]
    assert examples(taking)[0] == "A builder card and a small card"


@pytest.mark.parametrize(
    ("players", "listed"),
    [
        (3, ["In your Alhambra", "On your reserve board"]),
        (2, ["In your Alhambra", "On your reserve board", "Give it to the neutral builder"]),
    ],
)
def test_alternatives_that_are_told_elsewhere_are_listed(players: int, listed: list[str]) -> None:
    for name in ("place_bought", "give_leftovers"):
        links = [
            b for b in article(book("alhambra", (), players), name).blocks if isinstance(b, Links)
        ]
        assert [[link.text for link in block.items] for block in links] == [listed]


@pytest.mark.parametrize("players", [4, 6])
def test_what_is_left_over_is_told_only_if_something_is(players: int) -> None:
    told = " ".join(said(article(book("alhambra", ("cards",), players), "hide_builders")))
    assert ("Remove the remaining builder cards" in told) == (players == 4)


def test_nobody_is_told_of_who_is_not_there() -> None:
    """An example with a third person is one of a game for three, and says so."""
    for game in ("dice", "alcazaba", "alhambra"):
        for one in _examples(book(game, (), 2)):
            text = one.title + " ".join(p.text for p in one.paragraphs)
            assert "Cid" not in text or one.players == 3, one.title


def _examples(of: Book) -> Iterator[Example]:
    return (block for a in of.articles() for block in a.blocks if isinstance(block, Example))


@pytest.mark.parametrize(
    ("game", "modules"), [("alhambra", ALL), ("alhambra", ()), ("dice", ()), ("alcazaba", ())]
)
@pytest.mark.parametrize("players", [2, 4])
def test_no_title_is_used_twice_in_a_chapter(
    game: str, modules: tuple[str, ...], players: int
) -> None:
    for chapter in book(game, modules, players).chapters:
        titles = [a.title for a in chapter.articles()]
        assert sorted(t for t in titles if titles.count(t) > 1) == [], chapter.title


@pytest.mark.parametrize(("game", "modules"), [("alhambra", ALL), ("dice", ()), ("alcazaba", ())])
def test_the_glossary_has_an_entry_for_each_title_and_none_for_what_rules_remember(
    game: str, modules: tuple[str, ...]
) -> None:
    titles = [term.title for term in book(game, modules).glossary]
    assert len(titles) == len(set(titles))
    assert not {"May act again", "The turn is over", "Rooms are still filled"} & set(titles)


def test_values_that_have_only_titles_stand_in_a_line() -> None:
    assert said(article(book("alhambra"), "Round"))[-1] == "Scoring A · Scoring B · Scoring C"


def test_what_a_module_does_in_a_section_of_its_own_stands_there_where_it_comes_up() -> None:
    made = book("alhambra", ("bazaars", "invaders", "medina", "treasure", "characters"))
    sections = {c.name: c.sections for c in made.chapters}
    scoring = [section.name for section in sections["scoring"]]
    assert scoring == [
        "",
        "buildings",
        "places",
        "bazaars_scored",
        "chests_scored",
        "walls",
        "medinas",
        "attack",
        "last_scoring",
    ]
    [auctions] = [section for section in sections["end_of_turn"] if section.name == "auctions"]
    assert auctions.articles[0].target == "characters.auction"
    assert in_order(made, "hold_auctions", "score_due", "auction", "bid", "pass_on", "hammer")
    attack = article(made, "attack")
    assert {"Three in the first scoring", "Twelve in the last scoring"} <= {*examples(attack)}
    assert "A medina is hit" in examples(article(made, "unprotected"))


def test_nothing_speaks_against_change() -> None:
    """The sentence that there is none gives way to the module, on the player aid as well."""
    for modules, none in (((), True), (("change",), False)):
        made = book("alhambra", modules)
        lines = [
            line.text
            for box in made.aids
            for b in box.blocks
            if isinstance(b, Lines)
            for line in b.items
        ]
        texts = [text for a in made.articles() for text in said(a)] + lines
        assert any("you get no change" in text for text in texts) == none


def test_points_by_a_score_card_are_pointed_to_and_no_example_speaks_against_them() -> None:
    made = book("alhambra", ("scorecards", "characters", "bonus"))
    buildings = article(made, "score_buildings")
    [but] = [b for b in buildings.blocks if isinstance(b, Pointer) and b.how == "but"]
    assert "Points by the score card" in [link.text for link in but.links]
    told = " ".join(p.text for one in _examples(made) for p in one.paragraphs)
    assert not re.search(
        r"most towers gets|towers: she is first with 13|tied for the most towers", told
    )
    assert "A tie by the card" in [one.title for one in _examples(made)]


def test_a_ruling_that_nothing_depends_on_is_noted_at_its_own_module() -> None:
    made = book("alhambra", ("characters", "thieves", "vizier"))
    noted = [
        a.target
        for a in made.articles()
        for link in a.rulings
        if link.target.endswith("interval_order")
    ]
    assert noted == ["thieves.thieves_play"]


def test_the_aid_has_the_tables_of_modules_with_their_titles() -> None:
    made = book("alhambra", ("treasure", "medina"))
    [scores] = [box for box in made.aids if box.name == "scores"]
    before: list[str] = []
    for block in scores.blocks:
        if isinstance(block, Lines):
            before = [line.link.text for line in block.items]
        elif isinstance(block, Table) and len(block.rows) == 3:
            assert len(before) == 1, "a table has a line of its own that says what it is of"
            assert before[0].startswith("Points ")
    tables = [block for block in scores.blocks if isinstance(block, Table)]
    assert len(tables) == 4
