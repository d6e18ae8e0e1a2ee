"""A note that everybody sees is not given what hidden pieces say, unless they have been shown."""

from __future__ import annotations

import pytest
from tests.soundness.small import codes

RULES = """
piece Card(rank: 1..6) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
place table "table": set of Card
note told "told": number = 0
step tell_it(card: Card) "Tell it"
  > Tell it.
  told := card.rank
step play "Play"
  shuffle deck
  for each p in Player
    draw 2 from deck to hand[p]
  as seat(1)
    BODY
"""
ONE = """choose card from hand[you] "Which?"
    otherwise
      never "because there are two"
    """
SOME = ONE.replace("choose card", "choose some cards")


@pytest.mark.parametrize(
    "body",
    [
        ONE + "told := card.rank",
        ONE + "tell_it(card)",
        ONE + "let one = card\n    told := one.rank",
        SOME + "told := sum c.rank for c in cards",
        SOME + "for each c in cards\n      told += c.rank",
        "if first(hand[you]) is some card\n      told := card.rank",
        "for each card in hand[you]\n      told += card.rank",
        "pick card from hand[you] at random\n    told := card.rank",
        "let ranks = list c.rank for c in hand[you]\n    told := highest(ranks)",
        ONE + "tell you what card.rank\n    told := card.rank",
        ONE + "tell Player what 7 - card.rank\n    told := card.rank",
        (
            "for each p in Player where p is you\n      show hand[p] to Player\n    "
            "for each p in Player\n      told += sum c.rank for c in hand[p]"
        ),
    ],
)
def test_a_note_that_would_tell_is_found(body: str) -> None:
    assert codes(RULES.replace("BODY", body)) == ["E0388"]


@pytest.mark.parametrize(
    "body",
    [
        ONE + "show card to Player\n    told := card.rank",
        ONE + "move card to table\n    tell_it(card)",
        SOME + "told := size(cards)",
        "told := size(hand[you])",
        ONE.replace("card from hand[you]", "n from (list c.rank for c in hand[you])") + "told := n",
        ONE + "if card.rank = 3\n      told := 1",
        ONE + "tell Player what card.rank\n    told := card.rank",
        (
            "for each p in Player\n      show hand[p] to Player\n    "
            "for each p in Player\n      told += sum c.rank for c in hand[p]"
        ),
    ],
)
def test_what_is_said_aloud_is_not(body: str) -> None:
    assert codes(RULES.replace("BODY", body)) == []


def test_a_note_that_is_not_shown_tells_nobody() -> None:
    kept = RULES.replace('told "told": number = 0', 'told "told": number = 0, not shown')
    assert codes(kept.replace("BODY", ONE + "told := card.rank")) == []
