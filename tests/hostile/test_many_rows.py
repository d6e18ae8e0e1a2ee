"""Many rows take time by their number, in the book as in `check`: a kind of 15,000 values took half
a minute, most of it to find signs for them and to look up their titles."""

from __future__ import annotations

import gc
from time import process_time

from alarife.drawing.signs import abbreviations
from alarife.library import Library
from alarife.rulebook.load import book_of

GAME = """alarife 1
game rows "Rows"
  players 2..2
chapter c "Course"
kind Thing(weight: number) "thing"
  | name | title | weight |
ROWS
table worth[Thing] "Worth": number
  | thing | worth |
WORTH
step play "Play"
  > Play.
  as seat(1)
    choose n from 1..3 "Which?"
    pass
"""


def seconds(rows: int) -> float:
    """How long the book takes, without what prints it, and without collecting what other tests have
    left in memory."""
    kind = "\n".join(f"  | t{n} | Thing {n} | {n} |" for n in range(rows))
    table = "\n".join(f"  | t{n} | {n} |" for n in range(rows))
    text = GAME.replace("ROWS", kind).replace("WORTH", table)
    gc.disable()
    try:
        before = process_time()
        book_of("rows", library=Library(texts={"rows.alr": text}))
        return process_time() - before
    finally:
        gc.enable()


def test_the_book_takes_time_by_the_number_of_rows() -> None:
    seconds(50)
    few = seconds(1500)
    assert min(seconds(6000), seconds(6000)) < 8 * few, (
        "four times the rows, more than eight times as long"
    )


def test_signs_of_many_titles_differ() -> None:
    titles = [f"Thing {n}" for n in range(15_000)]
    before = process_time()
    signs = abbreviations(titles)
    assert process_time() - before < 5
    assert len(set(signs)) == len(titles)
    assert abbreviations(["red", "Rose", "green", "Green", "7", "70"]) == [
        *["re", "Ro", "green", "Green", "7", "70"]
    ]
