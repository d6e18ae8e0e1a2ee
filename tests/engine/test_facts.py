"""Facts that players are told: remembered as long as what they speak of stays, never longer."""

from __future__ import annotations

from tests.soundness.small import game

CARDS = """
piece Card(rank: 1..6) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody
place hand[p: Player] "hand": set of Card, seen by p
place table "table": row of Card
rule low(card: Card) "A low card"
  > The card is three or less.
  card.rank at most 3
value total(p: Player) "Sum of a hand": number = sum c.rank for c in hand[p]
step play "Play"
  move Card to deck
  shuffle deck
  draw 2 from deck to hand[seat(1)]
  draw 2 from deck to hand[seat(2)]
  BODY
  as seat(2)
    choose n from 1..2 "Ready?"
    MORE
  as seat(2)
    choose m from 1..2 "Again?"
    pass
"""
MOVED = 'choose card from hand[you]\n    otherwise\n      never "because two were dealt"\n    move card to table'


def started(body: str, more: str = "pass", seed: int = 3):  # noqa: ANN201
    return game(CARDS.replace("BODY", body).replace("MORE", more)).start(seed=seed)


def test_only_who_was_told_knows() -> None:
    state = started("tell seat(1) what total(seat(2))")
    total = sum(c["rank"] for c in state.dump()["places"]["hand"]["2"])
    (fact,) = state.view(1)["told"]
    assert fact == {"what": "Sum of a hand", "about": [2], "is": total, "fact": 0}
    assert state.view(2)["told"] == []
    for k in range(30):
        hand = state.imagine(1, k).dump()["places"]["hand"]["2"]
        assert sum(c["rank"] for c in hand) == total


def test_it_is_forgotten_when_what_it_speaks_of_changes() -> None:
    state = started("tell seat(1) what total(seat(2))", MOVED)
    assert len(state.view(1)["told"]) == 1
    state = state.play(0).play(0)
    assert state.view(1)["told"] == []
    assert state.dump()["told"] == []


def test_what_is_handed_over_outlives_a_note_and_what_is_read_does_not() -> None:
    rules = CARDS.replace(
        "step play",
        """note wanted "wanted": 1..6 = 3
rule named(p: Player, n: 1..6) "Has the rank"
  > Holds it.
  some c in hand[p]: c.rank = n
rule noted(p: Player) "Has the rank that is wanted"
  > Holds it.
  some c in hand[p]: c.rank = wanted
step play""",
    ).replace(
        "BODY", "tell seat(1) whether named(seat(2), wanted)\n  tell seat(1) whether noted(seat(2))"
    )
    state = game(rules.replace("MORE", "wanted := 5")).start(seed=3)
    assert [fact["about"] for fact in state.view(1)["told"]] == [[2, 3], [2]]
    state = state.play(0)
    (fact,) = state.view(1)["told"]
    assert fact["about"] == [2, 3]
    for k in range(30):
        hand = state.imagine(1, k).dump()["places"]["hand"]["2"]
        assert any(c["rank"] == 3 for c in hand) == fact["is"]


def test_a_fact_about_a_piece_stays_with_it_until_it_is_shuffled() -> None:
    body = 'if top(deck) is some card\n    tell seat(1) whether low(card) "The top card is low"'
    state = started(body)
    top = state.dump()["places"]["deck"][0]["rank"]
    (fact,) = state.view(1)["told"]
    assert fact["is"] == (top <= 3)
    assert fact["about"] == [{"hidden": True}]
    lows = {state.imagine(1, k).dump()["places"]["deck"][0]["rank"] <= 3 for k in range(40)}
    assert lows == {top <= 3}
    free = {state.imagine(2, k).dump()["places"]["deck"][0]["rank"] <= 3 for k in range(40)}
    assert free == {True, False}
    shuffled = started(f"{body}\n  shuffle deck")
    assert shuffled.view(1)["told"] == []


def test_a_save_keeps_what_was_told_and_a_false_one_is_refused() -> None:
    import pytest

    from alarife.diagnostics import RuleError

    made = game(
        CARDS.replace("BODY", "tell Player whether total(seat(1)) more than 5").replace(
            "MORE", "pass"
        )
    )
    state = made.start(seed=5)
    dump = state.dump()
    assert made.restore(dump).view(2)["told"] == state.view(2)["told"]
    dump["told"][0]["is"] = not dump["told"][0]["is"]
    with pytest.raises(RuleError) as raised:
        made.restore(dump)
    assert raised.value.diagnostics[0].code == "E0701"


def test_who_watches_is_told_what_everybody_was_told_and_no_more() -> None:
    from alarife.table.seen import seen

    state = started("tell seat(1) what total(seat(2))\n  tell Player what total(seat(1))")
    assert len(state.view(1)["told"]) == 2
    assert len(state.view(2)["told"]) == 1
    assert seen(state, 0)["told"] == state.view(2)["told"]


SEEN_ON_TOP = """
piece Card(rank: 1..6) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, top seen by all
place hand[p: Player] "hand": set of Card, seen by p
place aside "aside": pile of Card, seen by nobody
step play "Play"
  move Card to aside
  shuffle aside
  draw 2 from aside to hand[seat(2)]
  move aside to deck
  shuffle deck
  as seat(1)
    choose n from 1..2 "Ready?"
    pass
  shuffle deck
  as seat(1)
    choose n from 1..2 "Again?"
    pass
"""


def test_what_lay_on_top_before_a_shuffle_is_still_in_the_pile() -> None:
    for seed in range(4):
        state = game(SEEN_ON_TOP).start(seed=seed)
        top = state.view(1)["places"]["deck"][0]["id"]
        after = state.play(0)
        for k in range(20):
            assert top in [c["id"] for c in after.imagine(1, k).dump()["places"]["deck"]]


def test_the_log_says_who_was_told() -> None:
    """Those who are told, and nobody else: also where neutral parties are named."""
    for who, mask in (("seat(1)", 1), ("seat(2)", 2), ("Player", 3)):
        state = started(f"tell {who} what total(seat(2))")
        (entry,) = [entry for entry in state.log if entry[0] == "tell"]
        assert entry[-1] == mask
        assert entry[-2] == state.value("total", 2)
    assert not started("tell seat(1) what total(seat(2))").game.start(1, log=False).log
