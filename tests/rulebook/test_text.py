"""Sentences: holes are filled from the rules, and prose that could drift away is found."""

from __future__ import annotations

import pytest
from tests.rulebook.conftest import ORCHARD, Make

from alarife.diagnostics import Report
from alarife.library import Library
from alarife.rulebook.load import checked
from alarife.rulebook.phrases import phrase
from alarife.rulebook.prose import check_prose
from alarife.sentences.text import sentence, sentences
from alarife.texts.english import ENGLISH
from alarife.texts.holes import holes, parts


def test_a_hole_has_a_name_an_expression_and_a_form() -> None:
    hole = holes("Lay {heaps = size(Heap) + 1:word} heaps.")[0]
    assert (hole.name, hole.expression, hole.form) == ("heaps", "size(Heap) + 1", "word")
    assert holes("{few}")[0].name == "few"
    assert [
        p if isinstance(p, str) else p.said for p in parts("{=two} of {=three: copies + 1}")
    ] == ["two", " of ", "three"]


def test_numbers_in_words() -> None:
    assert [ENGLISH.word(n) for n in (0, 3, 12, 13)] == ["none", "three", "twelve", "13"]
    assert [ENGLISH.ordinal(n) for n in (1, 2, 12, 13, 21, 22, 111)] == [
        "first",
        "second",
        "twelfth",
        "13th",
        "21st",
        "22nd",
        "111th",
    ]
    assert [ENGLISH.read(t) for t in ("three", "Twenty-four", "7", "many")] == [3, 24, 7, None]


@pytest.mark.parametrize(("count", "said"), [(1, "1 player."), (4, "4 players.")])
def test_the_book_counts_players(count: int, said: str) -> None:
    assert phrase("this_book", count=count) == f"This book is for {said}"


def test_holes_are_filled_from_constants_counts_and_fields(make: Make) -> None:
    made = make()
    told = {a.decl.name: sentences(made, a.decl) for a in made.program.articles}
    assert told["Fruit"] == ["There are two kinds of fruit."]
    assert told["Basket"] == ["There are 6 baskets, worth up to 3."]
    assert told["light"] == ["Nobody carries more than 3."]


def test_a_module_changes_the_numbers_in_the_sentences_of_the_base(make: Make) -> None:
    made = make(["wind"])
    told = {a.decl.name: sentences(made, a.decl) for a in made.program.articles}
    assert told["light"] == ["Nobody carries more than 2."]
    assert told["lighter"] == ["Baskets are heavy in the wind: one less than 3 is carried."]


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("highest(list b.worth for b in Basket where b.fruit = pear) + 1", "4"),
        ("count b in Basket where b.worth at least 2", "4"),
        ("size(those b in Basket where b.fruit in [apple, pear] and b.worth = 1)", "2"),
        ("sum b.worth for b in Basket", "12"),
        ("players", "3"),
        ("most:ordinal", "third"),
        ("most:Word", "Three"),
        ("onward(apple, 1)", "Pear"),
        ("nap", "No"),
        ("first(reverse(1..4)) otherwise 9", "4"),
        ("every b in Basket: b.worth at most 3", "yes"),
    ],
)
def test_what_can_be_said(make: Make, expression: str, said: str) -> None:
    made = make()
    assert sentence(made, made.program.rules["light"], f"<{{{expression}}}>") == f"<{said}>"


def found(make: Make, old: str, new: str) -> list[str]:
    assert old in ORCHARD
    report = Report()
    check_prose(make(orchard=ORCHARD.replace(old, new)), report)
    return [d.code for d in report.found]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Nobody carries more than {most}.", "Nobody carries more than {score[seat(1)]}.", "E0601"),
        ("Nobody carries more than {most}.", "Nobody carries more than three.", "E0602"),
        ("Nobody carries more than {most}.", "Nobody carries more than 3.", "E0602"),
        ("Nobody carries more than {most}.", "Nobody carries more than {=four: most}.", "E0603"),
        ("Nobody carries more than {most}.", "Nobody carries {=one: most is 1}.", "E0603"),
        ("Nobody carries more than {most}.", "Nobody carries more than {nap:word}.", "E0604"),
        ("Nobody carries more than {most}.", "Nobody carries more than {=much}.", "E0604"),
        ("basket worth 2.", "basket worth 7.", "E0605"),
        ("Nobody carries more than {most}.", "Nobody carries more than {}.", "E0607"),
        ("Pick {most:word} apples", "Pick {mst:word} apples", "E0340"),
        ("Pick {most:word} apples", "Pick {=four: most} apples", "E0603"),
        ("Pick {most:word} apples", "Pick {} apples", "E0607"),
    ],
)
def test_prose_that_could_drift_away_is_found(make: Make, old: str, new: str, code: str) -> None:
    assert found(make, old, new) == [code]


def test_marked_numbers_are_fine(make: Make) -> None:
    assert (
        found(
            make,
            "Nobody carries more than {most}.",
            "Nobody has more than {=two} hands, {=three: most} legs, {=two: most is 3} heads.",
        )
        == []
    )


def test_a_pronoun_without_a_noun_is_warned_of(make: Make) -> None:
    report = Report()
    wind = 'alarife 1\nmodule wind "W" for orchard\nafter pick_up as gust "A gust"\n  > It blows.\n  pass\n'
    check_prose(make(["wind"], wind=wind), report)
    assert [(d.code, d.severity) for d in report.found] == [("E0606", "warning")]


def test_a_wrong_hole_is_pointed_at(make: Make) -> None:
    report = Report()
    made = make(orchard=ORCHARD.replace("more than {most}.", "more than {mst}."))
    check_prose(made, report)
    at = report.found[0].at
    assert at is not None
    assert (
        made.program.sources[at.file].splitlines()[at.line - 1][at.column - 1 : at.end_column - 1]
        == "mst"
    )


def test_shipped_prose_says_what_the_rules_say() -> None:
    library = Library()
    for game in library.games():
        report = Report()
        check_prose(checked(game.name, library=library), report)
        assert not report.found, [(d.code, d.message, d.at) for d in report.found]
