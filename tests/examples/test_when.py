"""What examples run, and what they answer."""

from __future__ import annotations

import pytest
from tests.examples.texts import codes, message, outcome, outcomes

COINS = "  given till = [Coin(1), Coin(1), Coin(5)]\n"
SHELF = "  given shelf = [Tile(red), Tile(blue)]\n"
MAP = (
    "  given map land\n    +   +   +\n    : * : a :\n    +   +   +\n    :   : b :\n    +   +   +\n"
)

MIXED = "  given stack = [Tile(red), Tile(blue), Tile(red, N)]\n  given chance = [Tile(red, N), Tile(blue)]\n"
TAKEN = SHELF + "  given slot[red] = Tile(red, N)\n"

HOLDS = [
    "  when give(bob, 4)\n  then score[bob] = 4\n",
    "  when give(bob, 4)\n  when give(bob, 4)\n  then score[bob] = 8\n",
    COINS
    + "  when ann: take([Coin(1), Coin(1)])\n  then hand[ann] = [Coin(1), Coin(1)] and till = [Coin(5)]\n",
    COINS
    + "  when ann: take([Coin(5)])\n  then hand[ann] = [Coin(5)] and Coin(5) in hand[ann] and Coin(5) not in till\n",
    COINS + "  when ann: take([Coin(1), Coin(5)])\n  then refused by cheap\n",
    COINS
    + "  when ann: take([Coin(1), Coin(5)])\n  then refused by cheap\n  then hand[ann] is empty\n",
    "  when ann: finish\n  then refused by is_ready\n",
    MAP
    + SHELF
    + "  when ann: lay(Tile(blue), a)\n  then land[a] = Tile(blue) and shelf = [Tile(red)]\n",
    MAP + SHELF + "  when ann: lay(Tile(blue), b)\n  then refused by joined\n",
    SHELF + "  when ann: choose_slot(Tile(red))\n  then slot[red] = Tile(red)\n",
    TAKEN + "  when ann: choose_slot(Tile(red))\n  then refused by slot_free\n",
    SHELF
    + "  when ann: painted(Tile(red))\n  when ann answers choose_slot, yes\n  then ready and slot[red] = Tile(red)\n",
    SHELF
    + "  when ann: painted(Tile(red))\n  when ann answers skip\n  when ann answers no\n  then not ready\n",
    SHELF
    + "  when ann: painted(Tile(red))\n  when ann answers skip\n  then not ready\n  when ann answers yes\n  then ready\n",
    SHELF
    + "  given slot[red] = Tile(red, N)\n"
    + "  when ann: painted(Tile(red))\n  when ann answers choose_slot\n  then refused by slot_free\n",
    SHELF + "  when laid(Tile(red))\n  then ready\n",
    SHELF + "  when counted(Tile(red))\n  then ready\n",
    "  when secret\n  when ann answers 1\n  when bob answers 3\n  when cid answers 2\n  then score[bob] = 3 and score[cid] = 2\n",
    "  given chance = [3, 6]\n  when throw\n  then (sum d.pips for d in tray) = 9\n",
    "  given sack = [Coin(1), Coin(5)]\n  given chance = [Coin(5)]\n  when draw_coins(1)\n  then hand[ann] = [Coin(5)]\n",
    MIXED + "  when mix\n  then stack = [Tile(red, N), Tile(blue), Tile(red)]\n",
    "  given chance = [blue]\n  when pick_colour\n  then last = blue\n",
    "  given hand[ann] = [Coin(1)]\n  then knows(ann, Coin(1)) and not knows(bob, Coin(1))\n",
    "  given stack = [Tile(red)]\n  then not knows(ann, Tile(red))\n",
    "  given ready\n  when play\n  then ready\n",
    COINS
    + "  when play\n  when ann answers take, [Coin(5)]\n  when bob answers take, [Coin(1)]\n  then hand[ann] = [Coin(5)]\n",
]


@pytest.mark.parametrize("example", HOLDS)
def test_holds(example: str) -> None:
    """Steps, actions, moments and amendments run; answers reach their questions; chance is as
    fixed."""
    assert message(example, HOLDS) == ""


WRONG = [
    ("  then ready\n", "E0801"),
    ("  when take_a_walk\n  then ready\n", "E0809"),
    ("  when finish\n  then ready\n", "E0805"),
    ("  when painted(Tile(red))\n  then ready\n", "E0805"),
    ("  when ann: give(bob)\n  then ready\n", "E0346"),
    ("  when dan: finish\n  then ready\n", "E0808"),
    ("  when ann: finish\n  then not ready\n", "E0812"),
    ("  when ann: finish\n  then refused by cheap\n", "E0813"),
    ("  given ready\n  when ann: finish\n  then refused by is_ready\n", "E0813"),
    ("  then refused by nobody_knows\n", "E0340"),
    ("  when ann answers yes\n  then ready\n", "E0815"),
    ("  when give(ann, 3)\n  when ann answers yes\n  then not ready\n", "E0815"),
    ("  when secret\n  when bob answers 3\n  then not ready\n", "E0815"),
    ("  when secret\n  when ann answers 4\n  then not ready\n", "E0814"),
    ("  given chance = [blue]\n  then not ready\n", "E0816"),
    ("  when give(you, 3)\n  then ready\n", "E0805"),
    (COINS + "  when ann: take(3)\n  then ready\n", "E0814"),
    ("  when draw_coins(red)\n  then ready\n", "E0330"),
    ("  then redy\n", "E0340"),
]


@pytest.mark.parametrize(("example", "code"), WRONG)
def test_is_told(example: str, code: str) -> None:
    """What goes wrong is said, with its own code."""
    assert codes(example, [e for e, _ in WRONG]) == [code]


def test_what_came_out_is_said() -> None:
    """A comparison that is not so tells what the sides are."""
    assert "score[bob] is 4" in message(
        "  when give(bob, 4)\n  then score[ann] = 0 and score[bob] = 5\n"
    )


def test_pieces_are_told_as_an_example_writes_them() -> None:
    """What a message says of a piece can be copied into the example."""
    shelf = "  given shelf = [Tile(red), Tile(red, N)]\n"
    assert "shelf is [Tile(red), Tile(red, N)]" in message(shelf + "  then shelf is empty\n")


def test_a_refusal_quotes_the_rule_with_its_numbers() -> None:
    told = message(COINS + "  when ann: take([Coin(1), Coin(5)])\n  then ready\n")
    assert told.endswith("cheap: Together at most 5.")


def test_a_fault_is_told_as_what_it_is() -> None:
    """Rules that stop while an example runs."""
    told = message(TAKEN + "  when fill_slot(Tile(red))\n  then ready\n")
    assert told.startswith("E0817 In `fill_slot`")


def test_what_goes_on_for_ever_is_a_fault() -> None:
    """It is told like any other."""
    assert "goes on for ever" in message("  when spin\n  then ready\n")


def test_after_a_fault_all_is_as_it_was() -> None:
    """The next example in the same machine runs as if nothing had been."""
    broken = 'example "Stops"\n' + TAKEN + "  when fill_slot(Tile(red))\n  then ready\n"
    good = (
        'example "Goes"\n' + SHELF + "  when fill_slot(Tile(red))\n  then slot[red] = Tile(red)\n"
    )
    assert [o.passed for o in outcomes(broken + good)] == [False, True]


def test_what_is_still_asked_is_told_with_what_is_not_so() -> None:
    steps = SHELF + "  when ann: painted(Tile(red))\n  when ann answers skip\n  then ready\n"
    (wrong,) = outcome(f'example "Asked"\n{steps}').diagnostics
    assert wrong.code == "E0801"
    assert wrong.hint.startswith("Ann is still asked ")
    (over,) = outcome('example "Over"\n  then ready\n').diagnostics
    assert over.hint == ""
