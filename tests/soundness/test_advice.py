"""Advice does not go in a circle: what a message says to do is not refused by the next."""

from __future__ import annotations

from tests.soundness.small import codes, found

CARDS = """
piece Card(rank: 1..6, owner: Player) "card"
  1 of each
place hand[p: Player] "hand": set of Card, seen by p, starting with (those c in Card where c.owner = p)
place table "table": set of Card
rule low(card: Card) "Low"
  > Low.
  card.rank at most 3
step play "Play"
  WHO
    choose card from FROM "Which?"
    move card to table
"""


def test_where_all_choose_at_once_the_advice_is_the_same() -> None:
    rules = CARDS.replace("WHO", "as each p in Player at once").replace("FROM", "hand[you]")
    (wrong,) = [d for d in found(rules) if d.code == "E0381"]
    assert "`otherwise`" in wrong.hint
    told = rules.replace(
        "    move card", '    otherwise\n      never "because one is left"\n    move card'
    )
    assert codes(told) == []


def test_the_advice_can_be_followed() -> None:
    who = "as each p in Player where hand[p] is not empty at once"
    assert "E0381" not in codes(CARDS.replace("WHO", who).replace("FROM", "hand[you]"))


def test_sets_with_a_rule_are_chosen_at_once() -> None:
    few = """rule few(cards: set of Card) "Few"
  > A few.
  size(cards) at most 2
"""
    choice = CARDS.replace("step play", f"{few}step play").replace(
        "choose card from FROM", "choose some cards from hand[you] where few(cards)"
    )
    who = "as each p in Player where hand[p] is not empty"
    choice = choice.replace("move card", "move cards")
    (wrong,) = found(choice.replace("WHO", f"{who} at once"))
    assert wrong.code == "E0381"
    for way in (who, f"{who} at once"):
        told = choice.replace("WHO", way).replace(
            "    move card", '    otherwise\n      never "because one is few"\n    move card'
        )
        assert codes(told) == []
