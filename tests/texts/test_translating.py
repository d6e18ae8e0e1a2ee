"""Translators' tools: begin a catalogue, bring it up to date, find mistakes, count; and a language
in which nothing is left in English."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.rulebook.conftest import ORCHARD, TEXTS
from tests.texts.pseudo import in_english, pseudo, seen

from alarife.cli.translate import command
from alarife.library import Library
from alarife.resources import rules_dir
from alarife.rulebook.build import build
from alarife.rulebook.formats import Printed
from alarife.texts.catalogue import Catalogue, catalogue_for, read_po
from alarife.translation import mistakes
from alarife.translation.template import Source, sources, updated, written

FAMILY = ("alhambra", "dice", "alcazaba")


def run(*words: str, code: int = 0) -> str:
    made = CliRunner().invoke(command, list(words), catch_exceptions=False)
    assert made.exit_code == code, made.output
    return made.output


def orchard(text: str = ORCHARD) -> list[Source]:
    texts = {**TEXTS, "orchard.alr": text}
    return list(sources(Library(texts=texts), Path()))


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_template_names_no_machine(tmp_path: Path) -> None:
    to = tmp_path / "made" / "alarife.pot"
    assert "messages" in run("extract", "--to", str(to))
    text = to.read_text(encoding="utf-8")
    assert text.count("msgid") > 2000
    assert 'msgctxt "alhambra.small"' in text
    assert str(rules_dir()) not in text
    assert 'msgctxt "book"' in text
    assert read_po(text).texts == {}


def test_one_game_and_what_it_uses(tmp_path: Path) -> None:
    run("extract", "dice", "--to", str(tmp_path / "dice.pot"))
    text = (tmp_path / "dice.pot").read_text(encoding="utf-8")
    assert 'msgctxt "columns.Die title"' in text
    assert 'msgctxt "alhambra.small"' not in text


def test_a_game_of_your_own_is_named_by_its_path(rules: Path, tmp_path: Path) -> None:
    run("extract", str(rules / "orchard.alr"), "--to", str(tmp_path / "orchard.pot"))
    text = (tmp_path / "orchard.pot").read_text(encoding="utf-8")
    assert 'msgctxt "orchard.' in text
    assert "#: orchard.alr:" in text
    assert 'msgctxt "alhambra.small"' not in text


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext's msgfmt is not installed")
def test_gettext_accepts_it(tmp_path: Path) -> None:
    run("update", str(tmp_path / "fr.po"))
    for po in (tmp_path / "fr.po", rules_dir() / "languages" / "hu.po"):
        done = subprocess.run(
            ["msgfmt", "-c", "-o", "-", str(po)], capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()


def test_a_changed_message_is_fuzzy_and_not_used(rules: Path) -> None:
    po = rules / "cs.po"
    run("update", str(po), "--rules", str(rules))
    text = po.read_text(encoding="utf-8")
    said = 'msgid "Nobody carries more than {most}."\nmsgstr '
    po.write_text(text.replace(f'{said}""', f'{said}"Nejvýš {{most}}."'), encoding="utf-8")
    run("update", str(po), "--rules", str(rules))
    assert ("orchard.light", "Nobody carries more than {most}.") in read(po).texts

    changed = ORCHARD.replace("Nobody carries more than {most}.", "Nobody bears more than {most}.")
    (rules / "orchard.alr").write_text(changed, encoding="utf-8")
    assert "1 to be looked at" in run("update", str(po), "--rules", str(rules))
    assert "Nejvýš {most}." in po.read_text(encoding="utf-8")
    assert "Nejvýš {most}." not in read(po).texts.values()
    assert "1 to be looked at" in run("stats", str(po), "--rules", str(rules))


def read(po: Path) -> Catalogue:
    return read_po(po.read_text(encoding="utf-8"), po.stem, po)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Nejvýš {least}.", "isn't in the original"),
        ("Nejvýš.", "left out"),
        ("Nejvýš {most:xyz}.", "in no table of forms"),
        ("Nejvýš {most:forms a|b}.", "gives 2 forms, and the language has 3"),
        ("Nejvýš {most} }.", "no partner"),
    ],
)
def test_mistakes_are_told(said: str, told: str) -> None:
    po = (
        'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1?0:n<5?1:2);\\n"\n\n'
        'msgctxt "orchard.light"\nmsgid "Nobody carries more than {most}."\n'
        f'msgstr "{said}"\n'
    )
    found = mistakes(read_po(po, "cs"), orchard())
    assert any(told in mistake.text and mistake.line == 5 for mistake in found), found


def test_what_is_gone_is_told() -> None:
    po = 'msgid ""\nmsgstr ""\n\nmsgctxt "orchard.no"\nmsgid "Gone."\nmsgstr "Pryč."\n'
    [mistake] = mistakes(read_po(po, "cs"), orchard())
    assert mistake.warning


def test_forms_outlive_an_update() -> None:
    po = b'msgid ""\nmsgstr ""\n\nmsgctxt "forms"\nmsgid "Sad:gen"\nmsgstr "Sadu"\n'
    assert b'msgstr "Sadu"' in written(updated(po, orchard(), "cs"))


def test_an_unknown_game_and_a_bad_file_are_told(tmp_path: Path) -> None:
    from alarife.diagnostics import RuleError

    with pytest.raises(RuleError, match="E0201"):
        run("extract", "nonsense", "--to", str(tmp_path / "x.pot"))
    (tmp_path / "xx.po").write_bytes(b'msgid "\xff"')
    with pytest.raises(RuleError, match="E0735"):
        run("check", str(tmp_path / "xx.po"))


def test_hungarian_is_complete_and_right() -> None:
    found = list(sources(Library(), rules_dir(), FAMILY))
    hungarian = catalogue_for("hu")
    assert isinstance(hungarian, Catalogue)
    missing = [s for s in found if hungarian.text(s.context, s.text) is None]
    assert missing == []
    wrong = [m for m in mistakes(hungarian, found) if not m.warning]
    assert wrong == []


@pytest.mark.parametrize(
    ("game", "modules"),
    [
        ("alhambra", ["bazaars", "cards", "invaders", "treasure", "huts", "walls", "characters"]),
        ("dice", []),
    ],
)
def test_nothing_in_a_book_is_left_over(game: str, modules: list[str], tmp_path: Path) -> None:
    po = written(pseudo(list(sources(Library(), rules_dir()))))
    (tmp_path / "xx.po").write_bytes(po)
    page = build(game, modules, None, 2, "xx", tmp_path, tmp_path, Printed("single"))
    left: dict[str, str] = {}
    for text in seen(page.read_text(encoding="utf-8")):
        if (word := in_english(text)) and text not in SPHINX:
            left[word] = text
    assert left == {}


SPHINX = ("Link to this heading", "Permalink to this heading")
"""What Sphinx says, in the languages that it knows."""


def test_the_table_of_hungarian_terms_is_that_of_the_catalogue() -> None:
    page = (Path(__file__).parents[2] / "docs" / "translating.md").read_text(encoding="utf-8")
    table = page.partition("#### The Hungarian terms")[2].partition("\n## ")[0]
    rows = [row.strip("|").split("|") for row in table.splitlines() if row.startswith("| ")]
    pairs = [
        pair
        for english, hungarian, _ in rows[2:]
        for pair in zip(_terms(english), _terms(hungarian), strict=True)
    ]
    hungarian = catalogue_for("hu")
    said = {(s.text, hungarian.text(s.context, s.text)) for s in sources(Library(), rules_dir())}
    assert len(pairs) > 30
    assert [pair for pair in pairs if pair not in said] == []


def _terms(cell: str) -> list[str]:
    """The terms in a cell; a comma before a number belongs to a term."""
    return [term.strip() for term in re.split(r",(?! \d)", cell)]


def test_what_no_message_needs_any_more_is_kept_or_forgotten(tmp_path: Path) -> None:
    old = b'msgid ""\nmsgstr ""\n\nmsgctxt "alhambra.gone"\nmsgid "Gone."\nmsgstr "Weg."\n'
    for option, kept in (((), True), (("--forget",), False)):
        (tmp_path / "de.po").write_bytes(old)
        run("update", *option, str(tmp_path / "de.po"), "tic_tac_toe")
        assert ("#~ msgstr" in (tmp_path / "de.po").read_text("utf-8")) == kept


def test_the_shipped_catalogue_has_nothing_left_over() -> None:
    assert "#~" not in (rules_dir() / "languages" / "hu.po").read_text("utf-8")


def test_the_shipped_catalogue_calls_the_players_as_its_language_does_and_has_its_articles() -> (
    None
):
    hungarian = catalogue_for("hu")
    assert isinstance(hungarian, Catalogue)
    found = [
        text
        for s in sources(Library(), rules_dir(), FAMILY)
        if (text := hungarian.text(s.context, s.text)) is not None
    ]
    assert [t for t in found if re.search(r"\b(Ann|Bob|Cid|Eve|Gus|Hal|Jim)\b", t)] == []
    before = r"\ba [aáeéiíoóöőuúüű]"
    wrong = [t for t in found if re.search(before, t)]
    assert wrong == []


def test_what_can_t_be_read_or_written_is_said(tmp_path: Path) -> None:
    from alarife.diagnostics import RuleError

    bad = tmp_path / "fr.po"
    bad.write_text("garbage here\n")
    with pytest.raises(RuleError, match="E0735"):
        run("update", str(bad), "tic_tac_toe")
    assert bad.read_text() == "garbage here\n"
    for args in (("update", str(bad / "de.po")), ("extract", "--to", str(bad / "x.pot"))):
        with pytest.raises(RuleError, match="E0732"):
            run(*args, "tic_tac_toe")


def test_a_catalogue_is_called_after_its_language(tmp_path: Path) -> None:
    from alarife.texts.catalogue import languages

    for name in ("fr.po", "x.po", "notes.po"):
        (tmp_path / name).write_text("")
    (tmp_path / "dir.po").mkdir()
    assert set(languages(tmp_path)) == {"en", "fr", "hu"}
