"""What only the book says: reasons, questions, the box, the order of things, the player aid."""

from __future__ import annotations

from tests.rulebook.conftest import ORCHARD, WIND, Make

from alarife.library import Library
from alarife.rulebook.book import Article, Book, Example, Lines, Paragraph, Pointer
from alarife.rulebook.load import book_of, checked
from alarife.rulebook.weave import weave
from alarife.texts.nouns import plural

MORE = """
box ladder "ladder" = 4, using size(Player)
  > One for each player.
box map "map" = 1

chapter setup
step polish "Polishing"
  > Polish the apples.
  reason > Apples that shine are seen from afar.
  tip > Keep your sleeve dry.
  remark > Nobody else asks for that.
  pass

step hum "Humming"
  > Hum a song.
  pass

question "Must I hum?"
  > Yes.

question "How much is a basket worth?"
  > A basket of 2 gives 2 points.
  given meadow = [Basket(apple, 2)]
  when ann: take(Basket(apple, 2))
  then score[ann] = 2

question "Is a basket worth 3 points?"
  > Yes: 3 points.
  given meadow = [Basket(apple, 2)]
  when ann: take(Basket(apple, 2))
  then score[ann] = 3

example "Two in a row"
  > The meadow holds 2 baskets.
  given meadow = [Basket(apple, 1), Basket(pear, 1)]
  when ann: take(Basket(apple, 1))
  > Ann has the apples.
  when bob: take(Basket(pear, 1))
  > Bob has the pears.
  then score[ann] = 1 and score[bob] = 1
  then size(meadow) differs from 2

term windfall "Windfall"
  > An apple that falls by itself.
tell windfall also "fallen apple"
"""


def made(make: Make, more: str = "", modules: tuple[str, ...] = ()) -> Book:
    whole = make(list(modules), orchard=ORCHARD + MORE + more)
    return weave(whole)


def titles(book: Book, chapter: str) -> list[str]:
    return [a.title for c in book.chapters if c.name == chapter for a in c.articles()]


def find(book: Book, name: str) -> Article:
    found = book.find(name)
    assert found is not None
    return found


def test_reasons_are_set_apart(make: Make) -> None:
    said = [b for b in find(made(make), "polish").blocks if isinstance(b, Paragraph)]
    assert [p.tone for p in said] == ["", "reason", "tip", "remark"]
    assert said[0].text == "Polish the apples."


def test_things_are_counted_in_the_box_and_in_use(make: Make) -> None:
    found = made(make).inventory
    assert found is not None
    things = {thing.title: (thing.count, thing.used) for thing in found.things}
    assert things == {"baskets": (6, 6), "ladders": (4, 3), "map": (1, 1)}
    more = made(make, "box Basket = 12\n").inventory
    assert more is not None
    counted = {thing.title: (thing.count, thing.used) for thing in more.things}
    assert counted == {**things, "baskets": (12, 6)}, "some baskets are never used"


def test_questions_stand_at_the_end_and_false_answers_nowhere() -> None:
    library = Library(texts={"orchard.alr": ORCHARD + MORE})
    book = book_of("orchard", players=3, library=library, strict=False)
    assert [(q.title, q.paragraphs[0].text) for q in book.questions] == [
        ("Must I hum?", "Yes."),
        ("How much is a basket worth?", "A basket of 2 gives 2 points."),
    ]


def test_an_example_is_told_in_pictures() -> None:
    library = Library(texts={"orchard.alr": ORCHARD + MORE})
    book = book_of("orchard", players=3, library=library, strict=False)
    blocks = [b for a in book.articles() for b in a.blocks if isinstance(b, Example)]
    strip = next(b for b in blocks if b.title == "Two in a row")
    assert [f.paragraphs[0].text for f in strip.frames] == [
        "Ann has the apples.",
        "Bob has the pears.",
    ]
    shown = [[name for name, _, _ in f.pictures[0].data["places"]] for f in strip.frames]
    assert shown == [["meadow", "shed"], ["meadow", "shed"]]
    keys = [f.pictures[0].data["places"][1][1] for f in strip.frames]
    assert keys == [["1"], ["2"]]


def test_an_example_that_tells_nothing_is_no_empty_box() -> None:
    silent = """
example "Nothing is told"
  given score[ann] = 2
  when polish
  then score[ann] = 2
"""
    told = silent.replace("is told", "happens").replace("  given", "  > Ann polishes.\n  given")
    library = Library(texts={"orchard.alr": ORCHARD + MORE + silent + told})
    book = book_of("orchard", players=3, library=library, strict=False)
    shown = [b.title for a in book.articles() for b in a.blocks if isinstance(b, Example)]
    assert "Nothing happens" in shown
    assert "Nothing is told" not in shown


def test_the_author_decides_the_order(make: Make) -> None:
    assert titles(made(make), "setup") == ["Setup", "A word of welcome", "Polishing", "Humming"]
    before = made(make, "tell hum before welcome\n")
    assert titles(before, "setup") == ["Setup", "Humming", "A word of welcome", "Polishing"]
    after = made(make, "tell polish after hum\n")
    assert titles(after, "setup")[-2:] == ["Humming", "Polishing"]
    under = made(make, "tell hum under setup\n")
    assert [a.title for a in find(under, "setup").parts] == ["Humming"]


def test_what_is_told_may_follow_a_block(make: Make) -> None:
    """`tell` begins a statement, too; behind a block the indentation decides."""
    text = 'step whistle "Whistling"\n  > Whistle.\n  pass\n\ntell whistle nowhere\n'
    assert "Whistling" not in [article.title for article in made(make, text).articles()]


def test_a_helper_may_stand_within_another_article(make: Make) -> None:
    book = made(make, "tell hum within polish\n")
    assert "Humming" not in titles(book, "setup")
    article = find(book, "polish")
    assert "Hum a song." in [b.text for b in article.blocks if isinstance(b, Paragraph)]
    assert "orchard.hum" in article.aliases


def test_what_is_told_nowhere_is_not_told(make: Make) -> None:
    book = made(make, 'tell hum nowhere\ntell example "A light one" nowhere\n')
    assert "Humming" not in titles(book, "setup")
    examples = [b.title for a in book.articles() for b in a.blocks if isinstance(b, Example)]
    assert "A light one" not in examples


def test_a_file_tells_of_its_own_example_before_those_of_others(make: Make) -> None:
    light = """
example "A light one"
  > Ann takes another.
  given meadow = [Basket(apple, 1)]
  when ann: take(Basket(apple, 1))
  then score[ann] = 1
"""
    under = 'tell example "A light one" under gust\n'
    whole = make(["wind"], orchard=ORCHARD + MORE, wind=WIND + light + under)
    book = weave(whole)
    homes = {
        a.title: [b.paragraphs[0].text for b in a.blocks if isinstance(b, Example)]
        for a in book.articles()
    }
    assert "Ann takes another." in homes["A gust"]
    assert len([h for h in homes.values() if "Ann takes an apple basket worth 2." in h]) == 1
    assert "Ann takes an apple basket worth 2." not in homes["A gust"]
    elsewhere = make(["wind"], orchard=ORCHARD + MORE, wind=WIND + under)
    [told] = [b.title for b in find(weave(elsewhere), "gust").blocks if isinstance(b, Example)]
    assert told == "A light one"


def test_exceptions_are_told_at_once(make: Make) -> None:
    book = made(make, "tell hum but polish\ntell hum see setup\n", ("wind",))
    pointers = [b for b in find(book, "hum").blocks if isinstance(b, Pointer)]
    assert [(p.how, [link.text for link in p.links]) for p in pointers] == [
        ("but", ["Polishing"]),
        ("see", ["Setup"]),
    ]
    [but] = [b for b in find(book, "light").blocks if isinstance(b, Pointer)]
    assert [link.text for link in but.links] == ["Blown away"]


def test_terms_have_other_names(make: Make) -> None:
    term = next(t for t in made(make).glossary if t.title == "Windfall")
    assert (term.text, term.synonyms) == ("An apple that falls by itself.", ["fallen apple"])


def test_the_overview_is_made_from_the_steps_in_force(make: Make) -> None:
    def lines(book: Book) -> list[str]:
        assert book.overview is not None
        [block] = book.overview.blocks
        assert isinstance(block, Lines)
        return [line.link.text for line in block.items]

    more = 'aid round "A round": pick_up\n'
    assert [box.title for box in made(make, more).aids] == ["A round"]
    base, windy = made(make), made(make, "", ("wind",))
    assert lines(base) == ["What you may do"]
    assert lines(windy) == ["What you may do", "A gust"]


def test_nouns_agree_with_numbers() -> None:
    assert plural("building tile") == "building tiles"
    assert plural("card of the deck") == "cards of the deck"
    assert plural("die") == "dice"
    assert plural("box") == "boxes"
    assert plural("city") == "cities"
    assert plural("money") == "money"


def test_the_aid_goes_by_the_order_of_the_book_and_says_what_modules_add() -> None:
    whole = checked("alhambra", ("vizier", "bureau", "characters"), players=3)
    boxes = {box.title: box for box in weave(whole).aids}
    after = [block for block in boxes["Your turn"].blocks if isinstance(block, Lines)][1]
    assert [line.link.text for line in after.items] == [
        "Auctions", "Scorings", "The vizier's call", "The end of the game",
    ]  # fmt: skip
    (paying,) = boxes["Money and buildings"].blocks
    assert isinstance(paying, Lines)
    assert not paying.numbered
    assert all(line.text for line in paying.items)
    assert "Abdul Karim" in [line.link.text for line in paying.items]
