"""A rulebook as a folder: complete, offline, quick."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from alarife.diagnostics import RuleError
from alarife.rulebook.build import build

pytest.importorskip("furo")
MOST_TIMES_AS_SLOW = 5


def test_a_book_has_all_its_pages_and_needs_no_network(tmp_path: Path) -> None:
    first = build("alhambra", ["bazaars"], {"alhambra.further_action": "compulsory"}, 2, to=tmp_path / "book")
    pages = {page.name: page.read_text(encoding="utf-8") for page in first.parent.glob("*.html")}
    assert first.name == "index.html"
    assert {"02-setup.html", "rulings.html", "glossary.html", "difference.html", "search.html"} <= set(pages)
    assert "The bazaars" in pages["index.html"]
    assert "If a further action is possible, you must carry it out." in pages["04-actions.html"]
    assert "<svg" in pages["06-building.html"]
    for name, text in pages.items():
        assert not re.search(r'(?:src|href)="(?:https?:)?//(?!(?:www\.sphinx-doc|pradyunsg|github))', text), name


def test_a_book_without_modules_has_no_page_of_differences(tmp_path: Path) -> None:
    first = build("tic_tac_toe", to=tmp_path / "book")
    assert not (first.parent / "difference.html").exists()


def test_a_wrong_wish_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="players"):
        build("alhambra", players=9, to=tmp_path / "book")
    assert not (tmp_path / "book").exists()


def test_a_book_takes_at_most_five_times_as_long_as_its_pages_written_by_hand(tmp_path: Path) -> None:
    build("tic_tac_toe", to=tmp_path / "warm")  # so that nobody pays for loading Sphinx
    began = time.perf_counter()
    build("alhambra", ["bazaars", "treasure"], players=3, to=tmp_path / "book")
    woven = time.perf_counter() - began
    source = _by_hand(tmp_path)
    began = time.perf_counter()
    _sphinx(source, tmp_path / "hand")
    by_hand = time.perf_counter() - began
    print(f"woven {woven:.2f} s, by hand {by_hand:.2f} s: {woven / by_hand:.1f} times")
    assert woven <= MOST_TIMES_AS_SLOW * by_hand


def _by_hand(tmp_path: Path) -> Path:
    """The same pages, as text that somebody wrote: what Sphinx prints of them as plain text, drawings left out."""
    from alarife.rulebook.build import pages_of
    from alarife.rulebook.load import book_of
    from alarife.rulebook.messages import UNTRANSLATED

    book = book_of("alhambra", ["bazaars", "treasure"], players=3)
    pages = pages_of(book, ["alhambra", ":modules: bazaars, treasure", ":players: 3"], UNTRANSLATED)
    made, source = tmp_path / "made", tmp_path / "source"
    made.mkdir()
    source.mkdir()
    for name, text in pages.items():
        (made / f"{name}.rst").write_text(text, encoding="utf-8")
    _sphinx(made, tmp_path / "text", "text")
    for name in pages:
        text = (tmp_path / "text" / f"{name}.txt").read_text(encoding="utf-8")
        (source / f"{name}.rst").write_text(text, encoding="utf-8")
    with (source / "index.rst").open("a", encoding="utf-8") as index:
        index.write("\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in pages if name != "index"))
    return source


def _sphinx(source: Path, to: Path, builder: str = "html") -> None:
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    settings = {"extensions": ["alarife.sphinx"] if builder == "text" else [], "html_theme": "furo", "language": "en"}
    with patch_docutils(), docutils_namespace():
        app = Sphinx(str(source), None, str(to), str(to) + "-trees", builder, settings, status=None, warning=None)
        app.build(force_all=True)


def test_the_page_of_differences_shows_new_tables(tmp_path: Path) -> None:
    first = build("alhambra", ["treasure"], players=3, to=tmp_path / "book")
    text = (first.parent / "difference.html").read_text(encoding="utf-8")
    assert "Points for chests" in text
    assert "22, 14, 7" in text
