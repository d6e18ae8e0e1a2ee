"""Translation: messages keep their context, and a catalogue can say more than the original."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.conftest import ORCHARD, Make

from alarife.resources import rules_dir
from alarife.rulebook.__main__ import main
from alarife.rulebook.messages import extract, message_of, messages, pot, read_po
from alarife.rulebook.weave import weave
from alarife.syntax.parse import parse

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

msgctxt "orchard.welcome"
msgid "The oldest says a word of welcome."
msgstr "{unknown} mluví."

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


def test_a_book_in_another_language(make: Make) -> None:
    book = weave(make(), translation=read_po(CZECH))
    said = {a.target: [getattr(b, "text", "") for b in a.blocks] for a in book.articles()}
    assert book.title == "Sad"
    assert said["orchard.light"][0] == "Nikdo neunese víc než 3 košíky."
    assert said["orchard.Basket"][0] == "6 košíků, nejvýš za 3 body."
    assert said["orchard.pick_up"][0] == "Do one of these things."  # not translated
    assert said["orchard.welcome"][0] == "{unknown} mluví."


def test_a_term_in_another_form(make: Make) -> None:
    text = ORCHARD.replace(
        "Nobody carries more than {most}.", "Nobody carries {fruit = onward(apple, 1)}."
    )
    po = CZECH.replace("Nobody carries more than {most}.", "Nobody carries {fruit}.")
    po = po.replace(
        "Nikdo neunese víc než {most} {most:forms košík|košíky|košíků}.",
        "Nikdo neunese {fruit:gen}, ani {fruit:acc}.",
    )
    po = po.replace('"Hruška:gen"', '"Pear:gen"')
    book = weave(make(orchard=text), translation=read_po(po))
    article = book.find("light")
    assert article is not None
    assert getattr(article.blocks[0], "text", "") == "Nikdo neunese hrušky, ani Pear."


def test_the_template_names_no_machine(tmp_path: Path) -> None:
    to = tmp_path / "alarife.pot"
    assert extract(rules_dir(), to) > 500
    text = to.read_text(encoding="utf-8")
    assert 'msgctxt "alhambra.small"' in text
    assert str(rules_dir()) not in text
    assert 'msgctxt "book"' in text


def test_a_template_is_read_as_an_empty_catalogue() -> None:
    assert read_po(pot(messages([parse(ORCHARD, "orchard.alr")]))).texts == {}


def test_one_command_extracts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "orchard.alr").write_text(ORCHARD, encoding="utf-8")
    assert main([str(tmp_path), str(tmp_path / "made" / "orchard.pot")]) == 0
    assert "messages" in capsys.readouterr().out
    assert 'msgctxt "orchard.light"' in (tmp_path / "made" / "orchard.pot").read_text(
        encoding="utf-8"
    )
    assert main([str(tmp_path / "nowhere"), "x.pot"]) == 2
