"""Messages keep their context, and a catalogue can say more than the original."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.rulebook.conftest import ORCHARD, TEXTS

from alarife.diagnostics import RuleError
from alarife.library import Library
from alarife.rulebook.book import Book
from alarife.rulebook.load import checked
from alarife.rulebook.weave import weave
from alarife.syntax.parse import parse
from alarife.texts.catalogue import Catalogue, catalogue_for, languages, read_po
from alarife.texts.english import ENGLISH
from alarife.texts.messages import message_of, messages
from alarife.texts.speech import named

CZECH = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\n"

msgctxt "orchard title"
msgid "The orchard"
msgstr "Sad"

msgctxt "orchard.light"
msgid "Nobody carries more than {most}."
msgstr "Nikdo neunese víc než {most} {most:forms košík|košíky|košíků}."

msgctxt "orchard.Basket"
msgid "There are {baskets} baskets, worth up to {best}."
msgstr "{baskets} {baskets:forms košík|košíky|košíků}, nejvýš za {best} {best:forms bod|body|bodů}."

msgctxt "orchard.Fruit.pear title"
msgid "Pear"
msgstr "Hruška"

msgctxt "orchard.blown"
msgid "Pears are blown away."
msgstr "Vítr odnese {fruit:gen}."

msgctxt "names"
msgid "worth"
msgstr "cena"

msgctxt "words"
msgid "yes"
msgstr "ano"

msgctxt "numbers"
msgid "three"
msgstr "tři"

msgctxt "forms"
msgid "Hruška:gen"
msgstr "hrušky"
"""


def test_a_message_shows_names_and_not_expressions() -> None:
    assert (
        message_of("Each to {top = highest(list m.value for m in M)}, {copies:word} times.")
        == "Each to {top}, {copies:word} times."
    )
    assert message_of("{=two} of {=three: copies + 1}") == "two of three"


def test_rewriting_a_rule_touches_no_message() -> None:
    rewritten = ORCHARD.replace("{kinds = size(Fruit):word}", "{kinds = size(Fruit) + 0:word}")
    rewritten = rewritten.replace("basket.worth at most most", "not (basket.worth more than most)")
    rewritten = rewritten.replace("[ORCH-4]", "[ORCH-4, ORCH-5]")
    assert [(m.context, m.text) for m in messages([parse(rewritten, "orchard.alr")])] == [
        (m.context, m.text) for m in messages([parse(ORCHARD, "orchard.alr")])
    ]


def test_titles_and_sentences_are_apart_and_rows_of_titles_too() -> None:
    found = {(m.context, m.text) for m in messages([parse(ORCHARD, "orchard.alr")])}
    assert ("orchard.light title", "Not too heavy") in found
    assert ("orchard.light", "Nobody carries more than {most}.") in found
    assert ("orchard.Fruit.pear title", "Pear") in found
    assert ("orchard.take prompt", "Which basket?") in found
    assert ("orchard.nap.always meaning", "All may sleep.") in found
    assert not any("ORCH-" in text or "game orchard" in text for _, text in found)


def in_czech(po: str = CZECH, orchard: str = ORCHARD) -> Book:
    library = Library(texts={**TEXTS, "orchard.alr": orchard}, speech=read_po(po, "cs"))
    return weave(checked("orchard", players=3, library=library))


def first_texts(book: Book) -> dict[str, str]:
    return {a.target: getattr(a.blocks[0], "text", "") for a in book.articles() if a.blocks}


def test_a_book_in_another_language() -> None:
    book = in_czech()
    said = first_texts(book)
    assert book.title == "Sad"
    assert said["orchard.light"] == "Nikdo neunese víc než 3 košíky."
    assert said["orchard.Basket"] == "6 košíků, nejvýš za 3 body."
    assert said["orchard.pick_up"] == "Do one of these things."  # not translated


def test_a_term_in_another_form() -> None:
    text = ORCHARD.replace(
        "Nobody carries more than {most}.", "Nobody carries {fruit = onward(apple, 1)}."
    )
    po = CZECH.replace("Nobody carries more than {most}.", "Nobody carries {fruit}.")
    po = po.replace(
        "Nikdo neunese víc než {most} {most:forms košík|košíky|košíků}.",
        "Nikdo neunese {fruit:gen}, ani {fruit:acc}.",
    )
    assert first_texts(in_czech(po, text))["orchard.light"] == "Nikdo neunese hrušky, ani Hruška."


def test_a_number_in_words_takes_a_form_in_turn() -> None:
    po = CZECH.replace("{most} {most:forms košík|košíky|košíků}", "{most:word gen}")
    po += '\nmsgctxt "forms"\nmsgid "tři:gen"\nmsgstr "tří"\n'
    assert first_texts(in_czech(po))["orchard.light"] == "Nikdo neunese víc než tří."


def test_an_unknown_hole_is_told_with_its_line() -> None:
    po = CZECH.replace("víc než {most} {most:", "víc než {least} {most:")
    with pytest.raises(RuleError, match="E0736") as wrong:
        in_czech(po)
    [told] = wrong.value.diagnostics
    assert "{least}" in told.message
    assert "`{most}`" in (told.hint or "")
    assert told.labels[0].at.line == po[: po.index("{least}")].count("\n")


def test_names_and_small_words_are_translated_too() -> None:
    catalogue = read_po(CZECH, "cs")
    assert isinstance(catalogue, Catalogue)
    assert catalogue.word(3) == "tři"
    assert (catalogue.word(4), catalogue.ordinal(4)) == ("4", "4.")
    assert catalogue.listed(["a", "b", "c"]) == "a, b a\N{NO-BREAK SPACE}c"
    assert [catalogue.plural(number) for number in (1, 3, 5)] == [0, 1, 2]
    assert (named(catalogue, "worth"), named(catalogue, "colour")) == ("cena", "colour")


def test_a_game_plays_the_same_in_another_language() -> None:
    def played(library: Library) -> list[str]:
        from alarife.pipeline import load

        state = load("orchard", players=3, library=library).start(seed=3)
        taken: list[str] = []
        for turn in range(60):
            if state.decision is None:
                break
            option = state.decision.options[turn % len(state.decision.options)]
            taken.append(option.key)
            state = state.play(option)
        return taken

    czech = Library(texts=TEXTS, speech=read_po(CZECH, "cs"))
    assert played(czech) == played(Library(texts=TEXTS))


def test_a_language_is_chosen_for_all_rules_that_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from alarife import load
    from alarife.texts import spoken

    monkeypatch.setattr(spoken, "_spoken", [ENGLISH])
    english = load("alhambra", players=3).start(seed=7)
    spoken.speak("hu")
    hungarian = load("alhambra", players=3).start(seed=7)
    assert hungarian.decision is not None
    assert english.decision is not None
    assert hungarian.decision.prompt == "Válassz egy cselekvést"
    assert english.decision.prompt == "Choose an action"
    assert [o.key for o in hungarian.decision.options] == [o.key for o in english.decision.options]
    spoken.speak("en")
    again = load("alhambra", players=3).start(seed=7).decision
    assert again is not None
    assert again.prompt == "Choose an action"


def test_what_is_shipped_is_found(tmp_path: Path) -> None:
    assert languages()[0] == "en"
    (tmp_path / "xx.po").write_text("")
    assert "xx" in languages(tmp_path)
    with pytest.raises(RuleError, match="E0733"):
        catalogue_for("yy", tmp_path)


Bend = Callable[[str, str], str]


@pytest.mark.parametrize(
    ("word", "form", "said"),
    [
        ("asztal", "az", "az asztal"),
        ("torony", "Az", "A torony"),
        ("5", "az", "az 5"),
        ("1", "az", "az 1"),
        ("12", "az", "a 12"),
        ("1000", "az", "az 1000"),
        ("torony", "-ban", "toronyban"),
        ("kert", "-ban", "kertben"),
        ("pavilon", "-hoz", "pavilonhoz"),
        ("szökőkút", "-hoz", "szökőkúthoz"),
        ("gyümölcs", "-hoz", "gyümölcshöz"),
        ("kert", "-val", "kerttel"),
        ("kő", "-val", "kővel"),
        ("lapka", "-val", "lapkával"),
        ("kész", "-val", "késszel"),
        ("lapka", "-t", "lapkát"),
        ("torony", "-t", "toronyt"),
        ("3", "-ban", "3-ban"),
        ("5", "-ban", "5-ben"),
        ("10", "-hoz", "10-hez"),
        ("20", "-val", "20-szal"),
        ("2", "-t", "2-t"),
        ("3", "-t", "3-at"),
        ("15", "-t", "15-öt"),
        ("20", "-t", "20-at"),
        ("100", "-ra", "100-ra"),
    ],
)
def test_hungarian_bends(word: str, form: str, said: str) -> None:
    from alarife.texts.hungarian import bent

    assert bent(word, form) == said


ESTONIAN = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgctxt "orchard.light"
msgid "Nobody carries more than {most}."
msgstr "Keegi ei kanna rohkem kui {most:word} {most:forms korv|korvi}, ja {fruit:gen} {fruit:part}."

msgctxt "orchard.Fruit.pear title"
msgid "Pear"
msgstr "Pirn"

msgctxt "numbers"
msgid "three"
msgstr "kolm"

msgctxt "numbers"
msgid "third"
msgstr "kolmas"

msgctxt "forms"
msgid "Pirn:gen"
msgstr "pirni"

msgctxt "forms"
msgid "Pirn:part"
msgstr "pirni"
"""


def test_estonian_needs_nothing_but_its_catalogue() -> None:
    """Number words, ordinals, plural forms, lists; cases come from the table of forms."""
    catalogue = read_po(ESTONIAN, "et")
    assert isinstance(catalogue, Catalogue)
    assert (catalogue.word(3), catalogue.ordinal(3), catalogue.ordinal(4)) == (
        "kolm",
        "kolmas",
        "4.",
    )
    assert catalogue.listed(["a", "b", "c"]) == "a, b ja c"
    assert [catalogue.plural(number) for number in (1, 2, 0)] == [0, 1, 1]
    text = ORCHARD.replace(
        "Nobody carries more than {most}.",
        "Nobody carries more than {most}, and {fruit = onward(apple, 1)}.",
    )
    po = ESTONIAN.replace("more than {most}.", "more than {most}, and {fruit}.")
    library = Library(texts={**TEXTS, "orchard.alr": text}, speech=read_po(po, "et"))
    said = first_texts(weave(checked("orchard", players=3, library=library)))
    assert said["orchard.light"] == "Keegi ei kanna rohkem kui kolm korvi, ja pirni pirni."


def test_without_babel_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from alarife.texts import catalogue

    monkeypatch.setattr(catalogue, "find_spec", lambda _: None)
    with pytest.raises(RuleError, match="E0654"):
        read_po(CZECH, "cs")


def test_a_catalogue_of_ones_own_goes_before_the_shipped_one(tmp_path: Path) -> None:
    """So a module is translated by itself, and its game stays translated."""
    text = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    text += 'msgctxt "words"\nmsgid "yes"\nmsgstr "hogyne"\n\n'
    text += 'msgctxt "mine title"\nmsgid "Mine"\nmsgstr "Enyém"\n\n'
    text += 'msgctxt "words"\nmsgid "no"\nmsgstr ""\n'
    (tmp_path / "hu.po").write_text(text, encoding="utf-8")
    own, shipped = catalogue_for("hu", tmp_path), catalogue_for("hu")
    assert own.text("mine title", "Mine") == "Enyém"
    assert own.text("words", "yes") == "hogyne"
    assert own.text("words", "no") == shipped.text("words", "no") == "nem"
    assert own.plural(1) == shipped.plural(1)
