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


def test_where_all_choose_at_once_nobody_is_sent_to_otherwise() -> None:
    rules = CARDS.replace("WHO", "as each p in Player at once").replace("FROM", "hand[you]")
    (wrong,) = [d for d in found(rules) if d.code == "E0381"]
    assert "`otherwise`" not in wrong.hint
    assert "as each p in Player where" in wrong.hint


def test_the_advice_can_be_followed() -> None:
    who = "as each p in Player where hand[p] is not empty at once"
    assert "E0381" not in codes(CARDS.replace("WHO", who).replace("FROM", "hand[you]"))
