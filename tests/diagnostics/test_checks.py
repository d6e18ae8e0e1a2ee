"""What is right is left in peace: forms that the checks of choices, hidden places and loops must
accept; and some that they must not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.diagnostics.bad_files import BAD, PLAY, BadFile

HEAD = (BAD / "head.alr").read_text(encoding="utf-8").replace("alarife 2", "alarife 1", 1)
"""In version 1, which is read as before."""
TRADE = 'menu trade "Trade"\n\naction take in trade "Take"\n  > Take.\n  choose card from display "Which?"\n  move card to hand[you]\n\n'
DEAR = 'rule dear(card: Card) "Dear"\n  > The card is worth at least {few}.\n  card.worth at least few\n\n'


def codes(body: str) -> list[str]:
    """The codes that a part of a game leads to."""
    bad = BadFile(Path("x.alr"), {"g.alr": HEAD + body + PLAY})
    return sorted(d.code for d in bad.found())


def step(lines: str, before: str = "") -> str:
    """A step with somebody spoken to."""
    inside = "".join(f"    {line}\n" for line in lines.split("\n"))
    return f'{before}step act "Act"\n  > Act.\n  as on_turn\n{inside}'


PEEK = """\
rule something "Something"
  > The deck has a card.
  deck is not empty

action peek in turn_action "Peek"
  > Take one, if there is a deck.
  require something
  draw 1 from deck to hand[you]
"""
MINE = """\
value mine(p: Player): set of Card = hand[p]

action show_one in turn_action "Show"
  > Show a card.
  choose card from mine(you)
  move card to display
"""
CHOOSE = 'choose card from display "Which?"\n{}move card to hand[you]'


@pytest.mark.parametrize(
    "body",
    [
        step("choose c from Colour\nlap := c.index"),
        step("choose p from Player\nscore[p] += 1"),
        step("choose p from Player with n from 1..3 with c from Colour\nscore[p] += n"),
        step("choose n from 1..3\nlap := n"),
        step("choose n from [1, few]\nlap := n"),
        step("if display is not empty\n  " + CHOOSE.format("  ")),
        step("repeat while display is not empty\n  " + CHOOSE.format("  ")),
        step("repeat until display is empty\n  " + CHOOSE.format("  ")),
        step("if lap = 2 or display is empty\n  lap := 1\notherwise\n  " + CHOOSE.format("  ")),
        step("if size(display) at least 1\n  " + CHOOSE.format("  ")),
        step("if (some c in display: dear(c))\n  choose card from display where dear(card)\n  move card to hand[you]", DEAR),
        step("if (no c in display: dear(c))\n  pass\notherwise\n  choose card from display where dear(card)\n  pass", DEAR),
        step("choose card from display\notherwise\n  pass"),
        step('choose card from display\notherwise\n  never "because there is one"\nmove card to hand[you]'),
        step("choose any cards from display\nmove cards to hand[you]"),
        step("choose p from [you] + (those q in Player where can_pay(q))\nscore[p] += 1", "rule can_pay(p: Player) \"Can pay\"\n  > They can pay.\n  score[p] more than 0\n"),
        step("choose p from (those q in Player where q differs from on_turn)\nscore[p] += 1"),
        step("choose c from (those c in Colour where red differs from c)\nlap := 1"),
        step("choose from turn_action"),
        step("if can trade\n  choose from trade", TRADE),
        step("repeat while can trade\n  choose from trade", TRADE),
        step("choose from trade\notherwise\n  pass", TRADE),
        step('may "Take one"\n  choose card from display\n  move card to hand[you]'),
        step("if (those c in hand[you] where c.worth at least 3) is not empty\n  choose card from (those c in hand[you] where c.worth at least 3)\n  pass"),
        'step act "Act"\n  > Act.\n  as each p in Player where hand[p] is not empty\n    choose card from hand[you]\n    move card to display\n',
        'step act "Act"\n  > Act.\n  as each p in Player where hand[p] is not empty at once\n    choose card from hand[you]\n    move card to display\n',
        'step act "Act"\n  > Act.\n  repeat while display is not empty\n    move display to deck\n',
        'step act "Act"\n  > Act.\n  repeat while lap less than 3\n    tick\n\nstep tick\n  lap += 1\n',
        'value top "Top": number = 2\n\n' + step("if top(deck) is some card and card.worth = top\n  lap := 1"),
        PEEK,
        MINE,
    ],
)  # fmt: skip
def test_what_is_right_is_left_in_peace(body: str) -> None:
    assert codes(body) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (step("if market[red] is not empty\n  " + CHOOSE.format("  ")), "E0381"),
        (step("choose card from display where dear(card)\nmove card to hand[you]", DEAR), "E0381"),
        (step("choose c from (those c in Colour where c differs from red) - [blue]\nlap := 1"), "E0381"),
        (step("choose c from (those c in Colour where c differs from red and lap = 1)\nlap := 1"), "E0381"),
        (step("choose c from Colour with d from (those e in Colour where lap = 1)\nlap := 1"), "E0381"),
        (step("choose c from (those c in [red] where c differs from red)\nlap := 1"), "E0381"),
        (step("if can trade\n  lap := 1\nchoose from trade", TRADE), "E0382"),
        (step("require dear(Card(red, 9))", DEAR), "E0382"),
        (step("choose card from deck\notherwise\n  pass"), "E0384"),
        ('value theirs(p: Player): set of Card = hand[p]\n\naction rob in turn_action "Rob"\n  > Rob.\n  choose card from theirs(you.left)\n  move card to display\n', "E0384"),
        ('step act "Act"\n  > Act.\n  as each p in Player where display is not empty at once\n    choose card from display\n    move card to hand[you]\n', "E0385"),
        (step("together\n  choose n from 1..3\n  lap := n"), "E0385"),
        (step("repeat 2 times\n  together\n    stop"), "E0361"),
        ('step act "Act"\n  > Act.\n  repeat while lap less than 3\n    tick\n\nstep tick\n  score[seat(1)] += 1\n', "E0387"),
        ('note turns "turns": 1..6 = few + 4\n', "E0364"),
        ('note turns "turns": 9..few = 3\n', "E0364"),
        ('piece Die(face pips: 1..123456789) "die"\n  > There is a die.\n  1 of each\n', "E0311"),
        (step("for each c in Coin where c in box\n  move Coin to board[cell(0, 0)]"), "E0386"),
        ('value size(cards: set of Card) "Size": number = 3\n', "E0333"),
        ('rule first(n: number) "First"\n  > The first.\n  n = 1\n', "E0333"),
        ('note players "Players": number = 3\n', "E0333"),
        (step("for each you in Player\n  lap := 1"), "E0333"),
        ('piece Box(lid: Card) "box"\n  > There are boxes.\n  | lid |\n  | red |\n', "E0320"),
        (step("for each c in hand\n  lap := 1"), "E0338"),
    ],
)  # fmt: skip
def test_what_is_not_right_is_told(body: str, code: str) -> None:
    assert code in codes(body)


@pytest.mark.parametrize(
    ("shape", "found"),
    [("set of Card", ["E0319"]), ("grid of Card", []), ("grid 3 by 2 of Card", [])],
)
def test_only_a_grid_is_hexagonal(shape: str, found: list[str]) -> None:
    assert codes(f'place honeycomb "honeycomb": {shape}, hexagonal\n\n' + step("pass")) == found


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        (step("for each p in players\n  lap := 1"), "`Player`"),
        (step("move hand[me] to display"), "is `you`"),
        (step("lap := size(hand(you))"), "square brackets: `hand[…]`"),
        (step("if sum(hand[you]) = 3\n  lap := 1"), "`(sum e for x in S)`"),
        (step("lap := len(hand[you])"), "`size(…)`"),
        (step("move Card(yellow, 1) to display"), "It may be `red` or `blue`."),
        (step("move Card(rad, 1) to display"), "Did you mean `red`?"),
        ("value few-cards: number = 3\n", "`few_cards`"),
    ],
)  # fmt: skip
def test_words_from_elsewhere_are_answered_with_what_to_write(body: str, hint: str) -> None:
    bad = BadFile(Path("x.alr"), {"g.alr": HEAD + body + PLAY})
    [found] = bad.found()
    assert hint in found.hint
