"""What no book of the shipped games may do to a reader: show an example without a word, speak of
bots, print a value of the program."""

from __future__ import annotations

import re

import pytest

from alarife.library import Library
from alarife.rulebook.book import Article, Book, Example, Lines, Paragraph, Picture, Table
from alarife.rulebook.load import checked
from alarife.rulebook.weave import weave

GAMES = [head.name for head in Library().games()]


def blocks(article: Article) -> list[object]:
    inner = [
        *(b for b in article.blocks if isinstance(b, Article)),
        *article.before,
        *article.parts,
    ]
    return [*article.blocks, *(b for one in inner for b in blocks(one))]


def book(game: str) -> Book:
    return weave(checked(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_example_says_something(game: str) -> None:
    program = checked(game).program
    assert [e.title for e in program.examples if not (e.prose or e.captions)] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_book_speaks_of_bots_or_in_values(game: str) -> None:
    made = book(game)
    said: list[str] = []
    for block in (
        b for c in made.chapters for s in c.sections for a in s.articles for b in blocks(a)
    ):
        match block:
            case Paragraph():
                said.append(block.text)
            case Example():
                said += [p.text for p in block.paragraphs]
                said += [picture.alt for picture in block.pictures]
            case Picture():
                said.append(block.alt)
            case _:
                pass
    tables = [b for box in made.aids for b in box.blocks if isinstance(b, (Table, Lines))]
    said += [
        cell for table in tables if isinstance(table, Table) for row in table.rows for cell in row
    ]
    found = [text for text in said if re.search(r"\bbots?\b|\b(False|True|None)\b", text)]
    assert found == []


def test_a_table_that_is_told_nowhere_is_no_aid() -> None:
    assert [box.name for box in book("reversi").aids if box.name == "worth_there"] == []


def test_an_owner_is_called_by_name_and_a_flag_by_what_it_says() -> None:
    alts = [
        picture.alt
        for a in book("minishogi").articles()
        for b in a.blocks
        if isinstance(b, Example)
        for picture in b.pictures
    ]
    assert any("Pawn, Bob, promoted" in alt for alt in alts), alts
