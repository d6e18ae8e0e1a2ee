"""The woven book: everything in its place, modules marked, nothing of what is not in play."""

from __future__ import annotations

import re

import pytest
from tests.rulebook.conftest import ORCHARD, Make

from alarife.library import Library
from alarife.rulebook.book import (
    Article,
    Book,
    Example,
    Lines,
    Links,
    Paragraph,
    Picture,
    Pointer,
    Table,
)
from alarife.rulebook.load import book_of, checked
from alarife.rulebook.weave import weave

ALL = ("treasure", "cards", "invaders", "bazaars", "change")


def texts(article: Article) -> list[str]:
    return [block.text for block in article.blocks if isinstance(block, Paragraph)]


def titles(book: Book, chapter: str) -> list[str]:
    return [article.title for c in book.chapters if c.name == chapter for article in c.articles()]


def names(book: Book) -> set[str]:
    return {article.target.partition(".")[2] for article in book.articles()}


def article(book: Book, name: str) -> Article:
    found = book.find(name)
    assert found is not None, name
    return found


def everything(book: Book) -> list[str]:
    """All text of a book."""
    said = [p.text for p in book.aim] + book.played_with + [t.title + t.text for t in book.glossary]
    for one in book.articles():
        said.append(one.title)
        for block in one.blocks:
            match block:
                case Paragraph():
                    said.append(block.text)
                case Table():
                    said += [cell for row in [block.head, *block.rows] for cell in row]
                case Links():
                    said += [link.text for link in block.items]
                case Example():
                    said += [block.title, *(p.text for p in block.paragraphs)]
                case Picture():
                    said.append(block.alt)
                case Article() | Pointer() | Lines():
                    pass  # comes by itself
    return said


def test_the_base_book(make: Make) -> None:
    book = weave(make())
    assert [c.title for c in book.chapters] == ["What is in the box", "Setup", "A turn", "The end"]
    assert book.aim[0].text == "Pick three apples before the others do."
    assert [c.checklist for c in book.chapters] == [False, True, False, False]
    assert titles(book, "setup") == ["Setup", "A word of welcome"]
    assert not any(a.mark for a in book.articles())


def test_what_is_called_stands_below_its_caller(make: Make) -> None:
    assert titles(weave(make()), "turn") == [
        "How the game goes",
        "Picking",
        "What you may do",
        "Take a basket",
        "Not too heavy",
        "Rest",
    ]


def test_a_menu_is_a_list_of_its_actions(make: Make) -> None:
    links = next(
        block for block in article(weave(make()), "doing").blocks if isinstance(block, Links)
    )
    assert [(link.text, link.target) for link in links.items] == [
        ("Take a basket", "orchard.take"),
        ("Rest", "orchard.rest"),
    ]


def test_pieces_are_counted(make: Make) -> None:
    found = weave(make()).inventory
    assert found is not None
    assert [(thing.count, thing.used, thing.title) for thing in found.things] == [(6, 6, "baskets")]


def test_the_box_holds_what_is_used(make: Make) -> None:
    """Also if it is declared to hold less, because a module uses more."""
    more = 'chapter components\nbox Basket = 2\nbox lamp "lamp" = 1, using 4\nbox cup "cup" = 3\n'
    inventory = weave(make(orchard=f"{ORCHARD}\n{more}")).inventory
    assert inventory is not None
    assert [(t.count, t.used) for t in inventory.things] == [(6, 6), (4, 4), (3, 3)]


def test_what_has_no_article_is_found_where_it_is_spoken_of(make: Make) -> None:
    setup = article(weave(make()), "setup")
    assert ("place", "orchard.meadow", "Meadow") in setup.indexed


def test_rulings_tell_what_holds(make: Make) -> None:
    ruling = weave(make(options={"nap": "always"})).rulings[0]
    assert ruling.readings[ruling.chosen][0] == "Yes"
    assert [link.text for link in article(weave(make()), "play").rulings] == ["May one sleep?"]


def test_a_ruling_that_is_read_otherwise_is_told_in_front(make: Make) -> None:
    assert weave(make()).played_with == []
    assert weave(make(options={"nap": "always"})).played_with == ["May one sleep? Yes"]


def test_two_player_rules_are_woven_in_without_a_mark(make: Make) -> None:
    book = weave(make(players=2), make(players=2))
    assert titles(book, "setup") == [
        "Setup",
        "A word of welcome",
        "A duel",
    ]  # welcome is called within, the duel follows
    assert article(book, "duel").mark is None
    assert "A duel" not in everything(weave(make(players=3)))


def test_a_module_stands_where_it_matters_with_its_mark(make: Make) -> None:
    book = weave(make(["wind"]), make())
    gust = next(a for a in article(book, "pick_up").parts if a.title == "A gust")
    assert gust.mark is not None
    assert (gust.mark.how, gust.mark.module) == ("after", "The wind")
    assert [a.title for a in gust.parts] == ["The trees bend"]  # only the amendment calls it
    assert [a.title for a in article(book, "light").parts] == ["Blown away"]


@pytest.mark.parametrize("what", ["rest", "doing"])
def test_what_a_module_forbids_is_pointed_to(make: Make, what: str) -> None:
    """The book says at the action, or at the menu, that there is an exception."""
    dawn = f"""alarife 2
module dawn "Dawn" for orchard
  > It is early.
chapter ending
forbid {what} as bustle "Bustle" when rounds is 0
  > Nobody does this at dawn.
instead of pick_up as idle "Idle"
  > Do one of these things, if you can.
  choose from doing
  otherwise
    pass
"""
    found = article(weave(make(["dawn"], dawn=dawn), make()), what)
    pointers = [block for block in found.blocks if isinstance(block, Pointer)]
    assert [(p.how, [link.text for link in p.links]) for p in pointers] == [("but", ["Bustle"])]


def test_amendments_of_what_has_no_article_stand_in_the_order_in_which_they_are_done(
    make: Make,
) -> None:
    night = """alarife 2
module night "Night" for orchard
  > It gets dark.
chapter turn
after pick_up as owl "An owl"
  > An owl calls.
  pass
before pick_up as bat "A bat"
  > A bat comes.
  pass
"""
    storm = (
        night.replace("night", "storm").replace("owl", "gale").replace("bat", "dusk")
        + """
when module night
  order gale before owl
  order dusk before bat
"""
    )
    silent = ORCHARD.replace("  > Do one of these things.\n", "")
    game = {"orchard": silent, "night": night, "storm": storm}
    found = article(weave(make(["night", "storm"], **game)), "play")
    assert [a.target for a in found.parts] == ["storm.dusk", "night.bat", "storm.gale", "night.owl"]


def test_what_only_a_replaced_step_led_to_is_left_out(make: Make) -> None:
    greed = """alarife 2
module greed "Greed" for orchard
  > Everybody takes what there is.
chapter turn
instead of pick_up as grab "Grabbing"
  > Take the first basket.
  if first(meadow) is some basket
    move basket to shed[you]
"""
    everywhere = greed.replace("  if first", "  usual\n  if first")
    assert {"doing", "take", "rest", "light"} <= names(weave(make(["greed"], greed=everywhere)))
    assert names(weave(make(["greed"], greed=greed))).isdisjoint({"doing", "take", "rest", "light"})


def test_what_is_replaced_is_one_click_away(make: Make) -> None:
    howl = article(weave(make(["wind"]), make()), "howl")
    assert howl.mark is not None
    assert howl.mark.old_title == "A word of welcome"
    assert [p.text for p in howl.mark.old] == ["The oldest says a word of welcome."]
    assert texts(howl) == ["The wind howls."]
    assert "A word of welcome" not in everything(weave(make(["wind"]), make()))


def test_another_number_is_told_with_the_old_sentence(make: Make) -> None:
    light = article(weave(make(["wind"]), make()), "light")
    told = next(block for block in light.blocks if isinstance(block, Paragraph))
    assert (told.text, told.old) == ("Nobody carries more than 2.", "Nobody carries more than 3.")


def test_options_that_are_off_leave_no_trace(make: Make) -> None:
    assert not any("storm" in text.lower() for text in everything(weave(make(["wind"]), make())))
    on = weave(make(["wind"], {"wind.storm": True}), make())
    assert on.played_with == ["A storm"]
    assert any("Hold on" in text for text in everything(on))


def test_modules_leave_no_trace_when_they_are_not_in_play() -> None:
    said = " ".join(everything(weave(checked("alhambra", players=3)))).lower()
    for word in ("bazaar", "chest", "scout", "neutral", "coin of change"):
        assert word not in said


@pytest.mark.parametrize("game", [head.name for head in Library().games()])
def test_no_identifier_leaks(game: str) -> None:
    modules = ALL if game == "alhambra" else ()
    for text in everything(weave(checked(game, modules))):
        assert not re.search(r"\w_\w|[{}]|\b[a-z]+[A-Z]\w*\(", text), text


@pytest.mark.parametrize("game", [head.name for head in Library().games()])
def test_every_example_is_printed_once(game: str) -> None:
    made = checked(game)
    book = weave(made)
    printed = [
        block.title for a in book.articles() for block in a.blocks if isinstance(block, Example)
    ]
    tried = {e.title for e in made.program.examples if e.question}
    printed += [q.title for q in book.questions if q.title in tried]
    assert sorted(printed) == sorted(e.title or "" for e in made.program.examples)


def test_examples_that_a_module_makes_false_are_left_out() -> None:
    def shown(book: Book) -> set[str]:
        return {
            block.title for a in book.articles() for block in a.blocks if isinstance(block, Example)
        }

    assert "One short" in shown(book_of("alhambra", players=3))
    assert "One short" not in shown(book_of("alhambra", ["our_table"], players=3))
    assert "One short, and yet enough" in shown(book_of("alhambra", ["our_table"], players=3))


def test_numbers_of_articles_are_in_printed_order() -> None:
    book = weave(checked("alhambra", ALL, players=2))
    for chapter in book.chapters:
        assert [a.number for a in chapter.articles()] == [
            f"{chapter.number}.{i}" for i, _ in enumerate(chapter.articles(), start=1)
        ]


def test_modules_can_be_named_in_any_order() -> None:
    assert everything(weave(checked("alhambra", ALL, players=2))) == everything(
        weave(checked("alhambra", ALL[::-1], players=2))
    )


def test_an_end_of_turn_is_told_in_the_order_of_the_turn() -> None:
    told = titles(weave(checked("alhambra", players=3)), "end_of_turn")
    wanted = [
        "Placing the tiles you bought",
        "Filling the market",
        "Filling the display",
        "Scorings",
    ]
    assert [t for t in told if t in wanted] == wanted


def test_a_step_between_two_sentences_of_the_setup_stands_between_them() -> None:
    deck = article(weave(checked("alhambra", players=3)), "build_deck")
    told = [
        block.title if isinstance(block, Article) else getattr(block, "text", "")
        for block in deck.blocks
    ]
    assert told[1] == "Scoring cards in the deck"
    assert (
        told[2]
        == "Shuffle each pile. Then stack the piles into one deck, with the first pile on top."
    )


def test_citations_of_other_games_are_left_out() -> None:
    assert article(weave(checked("alhambra", players=3)), "winners").cites == ["BASE-42"]
