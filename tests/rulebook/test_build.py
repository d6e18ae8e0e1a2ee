"""A rulebook as a folder: complete and offline. How long it takes is for tests/benchmark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from alarife.checking.scope import Checked
from alarife.diagnostics import RuleError
from alarife.rulebook import load
from alarife.rulebook.book import Book
from alarife.rulebook.build import build

pytest.importorskip("furo")


def test_a_book_has_all_its_pages_and_needs_no_network(tmp_path: Path) -> None:
    first = build(
        "alhambra", ["bazaars"], {"alhambra.further_action": "compulsory"}, 2, to=tmp_path / "book"
    )
    pages = {page.name: page.read_text(encoding="utf-8") for page in first.parent.glob("*.html")}
    assert first.name == "index.html"
    assert {
        "02-setup.html",
        "rulings.html",
        "glossary.html",
        "difference.html",
        "search.html",
    } <= set(pages)
    assert "The bazaars" in pages["index.html"]
    assert "If you can take the extra action, you must." in pages["04-actions.html"]
    assert "<svg" in pages["06-building.html"]
    for name, text in pages.items():
        assert not re.search(
            r'(?:src|href)="(?:https?:)?//(?!(?:www\.sphinx-doc|pradyunsg|github))', text
        ), name


def test_a_book_without_modules_has_no_page_of_differences(tmp_path: Path) -> None:
    first = build("tic_tac_toe", to=tmp_path / "book")
    assert not (first.parent / "difference.html").exists()


def test_a_book_is_woven_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    woven: list[str] = []
    weave = load.woven

    def counted(whole: Checked, *more: Any) -> Book:
        woven.append(whole.program.configuration.game)
        return weave(whole, *more)

    monkeypatch.setattr(load, "woven", counted)
    build("tic_tac_toe", to=tmp_path / "book")
    assert woven == ["tic_tac_toe"]


def test_a_wrong_wish_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="players"):
        build("alhambra", players=9, to=tmp_path / "book")
    assert not (tmp_path / "book").exists()


def test_the_page_of_differences_shows_new_tables(tmp_path: Path) -> None:
    first = build("alhambra", ["treasure"], players=3, to=tmp_path / "book")
    text = (first.parent / "difference.html").read_text(encoding="utf-8")
    assert "Points for chests" in text
    assert "22, 14, 7" in text


def test_the_theme_takes_no_room_away_beside_what_stands_in_boxes(tmp_path: Path) -> None:
    """Furo sets the sides of containers to 0 with two classes in its selector: ours needs more."""
    book = build("alhambra", ["walls"], players=3, to=tmp_path)
    styles = (book.parent / "_static" / "alarife.css").read_text(encoding="utf-8")
    found = "".join(page.read_text(encoding="utf-8") for page in book.parent.glob("*.html"))
    classes = re.findall(r'class="([^"]*) docutils container"', found)
    boxed = {f".{name}" for some in classes for name in some.split() if name.startswith("alr-")}
    assert {".alr-thing", ".alr-aid-box", ".alr-overview", ".alr-example"} <= boxed
    wide = re.findall(r"([^{}]+){[^}]*padding(?:-left)?:", re.sub(r"/\*.*?\*/", "", styles))
    weak = [
        selector.strip()
        for selectors in wide
        for selector in selectors.split(",")
        if re.sub(r"^.*[ >]", "", selector.strip()) in boxed
    ]
    assert weak == []
