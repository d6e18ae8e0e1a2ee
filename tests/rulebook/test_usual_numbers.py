"""A number in a sentence that a module changes during play: the sentence says the usual one."""

from __future__ import annotations

from alarife.checking.check import check
from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.link import link
from alarife.rulebook.prose import check_prose
from alarife.sentences.text import filler

GAME = """alarife 1
game g "G"
  > A game.
  players 2..3

chapter main "Main"

value cards "Cards for a cure": number = 5
note scientist "the scientist is on turn": yes/no = no

step play "Play"
  > A cure takes {cards:word} cards.
  pass
"""
MODULE = """alarife 1
module m "M" for g
  > More.
  players 2..3

chapter main

change cards as clever "The scientist" when scientist to usual - 1
  > The scientist needs one card less.
"""


def test_the_sentence_says_what_is_usual() -> None:
    library, report = Library(texts={"g.alr": GAME, "m.alr": MODULE}), Report()
    program = link("g", ("m",), {}, 2, library, report)
    assert program is not None
    checked = check(program, report)
    check_prose(checked, report)
    assert [d.code for d in report.found if d.code != "E0602"] == []
    play = program.steps["play"]
    assert filler(checked).fill(play, "A cure takes {cards:word} cards.") == (
        "A cure takes five cards."
    )
