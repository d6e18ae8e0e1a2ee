"""Every field of a view, by what it must hold; and that a part is kept as long as it looks the same,
and no longer."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.engine.secret_games import TWO_SIGNS, game
from tests.games.configurations import Wish, loaded

from alarife.engine.state import State
from alarife.engine.views import Views

ALL = """
kind Sign "sign"
  | name  |
  | stone |
  | paper |
piece Card(rank: 1..8) "card"
  1 of each
piece Coin(face side: 1..2) "coin"
  3 of each
place deck[p: Player] "deck": pile of Card, seen by nobody, top seen by p
place hand[p: Player] "hand": set of Card, seen by p
place under_hand[p: Player] "put away": set of Card, seen by p
place row[p: Player] "row": row of Card, seen by p
place board "board": grid 2 by 1 of Coin
place purse "purse": set of Coin
place cup "cup": bag of Coin, seen by nobody
place on_card[Card]: Coin?
place under_card[Card]: set of Coin
note single "single": number = 4
note keyed[Player, 1..2] "keyed": Sign? = none
note chosen "chosen": Card? = none
note listed "listed": list of Card = []
note ranked "ranked": ranking of Card = rank c in [] by most 1
note marked[Card] "marked": number = 0
note code "code": 1..9 = 5, seen by nobody
note own[p: Player] "own": 1..9 = 1, seen by p
note score[Player] "points": number = 0
rule low(card: Card) "A low card"
  > The card is four or less.
  card.rank at most 4
value total(p: Player) "Sum of a hand": number = sum c.rank for c in hand[p]
value plain(p: Player): number = count c in hand[p]
step play "Play"
  > Play.
  move Card to deck[seat(2)]
  shuffle deck[seat(2)]
  for each c in (those c in Card where c.rank at most 2)
    move c to hand[seat(1)]
  for each c in (those c in Card where c.rank at least 5 and c.rank at most 6)
    move c to hand[seat(2)]
  for each c in (those c in Card where c.rank = 8)
    move c to row[seat(1)]
    chosen := c
    marked[c] := 7
  move Coin to purse
  if first(purse) is some coin
    move coin to board[cell(2, 1)]
  for each c in (those c in Card where c.rank = 1)
    if first(purse) is some coin
      move coin to on_card[c]
    listed := [c]
    ranked := rank x in hand[seat(1)] by most 1
    if c.rank = 1
      marked[c] := 3
  for each c in (those c in Card where c.rank = 2)
    show c to seat(2)
  tell seat(1) what total(seat(2))
  if first(hand[seat(1)]) is some card
    tell seat(2) whether low(card)
  tell seat(1) what plain(seat(2)) "How many they have"
  tell seat(1) what size(hand[seat(1)]) + 1
  keyed[seat(2), 1] := paper
  own[seat(1)] := 3
  as seat(1)
    choose n from 1..3 "How many?"
    single := n
  for each x in purse
    turn x to 2
  if board[cell(2, 1)] is some x
    turn x to 2
  move hand[seat(2)] to under_hand[seat(1)]
  as seat(2)
    choose m from 1..2 "Again?"
    code := m
  show hand[seat(1)] to Player
  as seat(1)
    choose m from 1..2 "And again?"
    if first(row[seat(1)]) is some c
      move c to box
"""
HIDDEN = {"hidden": True}
CARD = [{"id": n, "type": "Card", "rank": n + 1} for n in range(8)]
COIN = [{"id": 8 + n, "type": "Coin", "side": 1} for n in range(3)]
BARE = {str(n): None for n in range(8)}
OPEN: dict[str, Any] = {
    "under_hand": {"1": [], "2": []},
    "board": [{"at": [2, 1], "piece": COIN[0]}],
    "purse": [COIN[2]],
    "cup": [],
    "under_card": {str(n): [] for n in range(8)},
}
"""What both see."""
KEYED = {"1,1": None, "1,2": None, "2,1": "paper", "2,2": None}
NOTES: dict[str, Any] = {"single": 4, "keyed": KEYED, "score": {"1": 0, "2": 0}, "code": HIDDEN}


def other_place(cards: list[Any], hidden: int) -> dict[str, Any]:
    """A place of which some pieces are known."""
    return {"known": cards, "hidden": hidden}


def test_what_the_first_player_sees() -> None:
    view = game(ALL).start(1).view(1)
    options = [{"key": str(n), "label": str(n), "value": n, "number": n} for n in (1, 2, 3)]
    assert view == {
        "game": "g",
        "seat": 1,
        "places": {
            **OPEN,
            "deck": {"1": [], "2": {"hidden": 3}},
            "hand": {"1": CARD[:2], "2": other_place([], 2)},
            "row": {"1": [CARD[7]], "2": []},
            "on_card": {**BARE, "0": COIN[1]},
        },
        "notes": {
            **NOTES,
            "chosen": 7,
            "listed": [0],
            "ranked": [[0, 1]],
            "marked": {**BARE, "0": 3, "1": 0, "7": 7},
            "own": {"1": 3, "2": HIDDEN},
        },
        "decision": {"player": 1, "prompt": "How many?", "options": options},
        "over": False,
        "scores": {"1": 0, "2": 0},
        "told": [
            {"what": "Sum of a hand", "about": [2], "is": 11, "fact": 0},
            {"what": "How many they have", "about": [2], "is": 2, "fact": 2},
            {"what": "size(hand[seat(1)]) + 1", "about": [], "is": 3, "fact": 3},
        ],
    }


def test_what_the_second_player_sees() -> None:
    """They see the top of their deck, and so saw the last card go; and were shown one more."""
    state = game(ALL).start(1)
    top = state.dump()["places"]["deck"]["2"][0]
    known = ("1", "4", "5", "7", str(top["id"]))
    assert state.view(2) == {
        "game": "g",
        "seat": 2,
        "places": {
            **OPEN,
            "deck": {"1": [], "2": [top, HIDDEN, HIDDEN]},
            "hand": {"1": other_place([CARD[1]], 1), "2": CARD[4:6]},
            "row": {"1": [CARD[7]], "2": []},
            "on_card": BARE,
        },
        "notes": {
            **NOTES,
            "chosen": 7,
            "listed": [HIDDEN],
            "ranked": [[HIDDEN, 1]],
            "marked": {**BARE, **dict.fromkeys(known, 0), "7": 7},
            "own": {"1": HIDDEN, "2": 1},
        },
        "decision": {"player": 1, "prompt": "How many?"},
        "over": False,
        "scores": {"1": 0, "2": 0},
        "told": [{"what": "A low card", "about": [HIDDEN], "is": True, "fact": 1}],
    }


def test_what_is_seen_later_and_at_the_end() -> None:
    state = game(ALL).start(1).play("2").play("2")
    turned = [{**coin, "side": 2} for coin in COIN]
    seen = state.view(2)
    assert seen["places"]["purse"] == [turned[2]]
    assert seen["places"]["board"] == [{"at": [2, 1], "piece": turned[0]}]
    assert seen["places"]["hand"]["1"] == CARD[:2]
    assert state.view(1)["places"]["under_hand"]["1"] == CARD[4:6]
    assert seen["places"]["on_card"] == {**BARE, "0": COIN[1]}
    assert seen["notes"]["single"] == 2
    assert seen["notes"]["code"] == HIDDEN
    end = state.play("1")
    for seat in (1, 2):
        seen = end.view(seat)
        assert (seen["over"], seen["decision"]) == (True, None)
        assert seen["notes"]["code"] == 2
        assert seen["notes"]["own"] == {"1": 3, "2": 1}
        assert seen["notes"]["chosen"] == 7, "in the box everybody knows it"


def test_a_view_is_made_of_what_is_seen_and_nothing_else() -> None:
    """No other key: not the box, no facts where nobody is ever told any."""
    state = game(ALL).start(1)
    assert "box" not in state.view(1)["places"]
    assert "told" not in game(TWO_SIGNS + "      choose n from 1..2\n      pass\n").start(1).view(1)


def test_the_question_that_a_seat_is_asked_itself() -> None:
    """Which of two secret questions it is tells others what was answered."""
    asked = """      choose n from 1..9 "How many?"
      choose sign from Sign "Which?"
      told[you] := sign
    rounds += 1
"""
    state = game(TWO_SIGNS + asked).start(1).play("4")
    assert state.view(1)["decision"]["prompt"] == "Which?"
    assert state.view(2)["decision"] == {"player": 1, "prompt": "How many?"}


# ----------------------------------------------------------------
# what is kept
def fresh(state: State, seat: int) -> dict[str, Any]:
    """The view, made by something that has never made one."""
    g = state.game
    return Views(g.machine, g.words, g.views.points, g.views.party).view(state.slots, seat - 1)


def compared(state: State) -> None:
    for seat in range(1, state.game.players + 1):
        seen = state.view(seat)
        if seen["decision"] is not None:
            seen["decision"].pop("options", None)
        assert seen == fresh(state, seat)


def test_what_is_kept_is_what_would_be_made_anew() -> None:
    """Also when states are looked at that lie far apart, and in any order."""
    g = game(ALL)
    chance = random.Random(5)
    found: list[State] = []
    for seed in range(12):
        state = g.start(seed)
        while True:
            found.append(state)
            compared(state)
            if state.decision is None:
                break
            state = state.play(chance.randrange(len(state.decision.options)))
    for state in chance.sample(found, len(found)):
        compared(state)


SHOWN = """piece Card(rank: 1..3) "card"
  1 of each
place hidden "hidden": set of Card, seen by watchers, starting with Card
note watching[Player] "watching": yes/no = no
value watchers: set of Player = those p in Player where watching[p]
note score[Player] "points": number = 0
step play "Play"
  > Play.
  as seat(1)
    choose n from 1..2 "How many?"
    score[you] := n
  show hidden to seat(1)
  as seat(1)
    choose n from 1..2 "How many?"
    score[you] := n
"""


def test_what_is_kept_of_a_place_that_is_seen_by_turns() -> None:
    """Nothing in it changes, nor who sees it, but somebody knows the pieces now."""
    state = game(SHOWN).start(1)
    compared(state)
    after = state.play("1")
    compared(after)
    assert state.view(1)["places"]["hidden"] != after.view(1)["places"]["hidden"]
    compared(state)


@pytest.mark.parametrize("name", ["alhambra", "rummy", "lost_heirloom", "clockwork"])
def test_what_is_kept_in_real_games(name: str) -> None:
    g = loaded(Wish(name))
    assert g is not None
    chance = random.Random(7)
    state = g.start(3)
    for n in range(60):
        if n % 3 == 0:
            compared(state)
        if state.decision is None:
            break
        state = state.play(chance.randrange(len(state.decision.options)))


def test_parts_that_look_the_same_are_kept() -> None:
    """What nothing has changed is the same object in the next view: else views are slow."""
    state = game(ALL).start(1)

    def view(state: State) -> dict[str, Any]:
        return state.game.views.view(state.slots, 0)

    before, now = view(state), view(state.play("3"))
    assert now["places"]["hand"]["1"] is before["places"]["hand"]["1"], "seen by their own"
    assert now["notes"]["keyed"] is before["notes"]["keyed"]
    before, again = view(state), view(state)
    for place, key in (("deck", "2"), ("hand", "2"), ("row", "1"), ("row", "2"), ("on_card", "0")):
        assert again["places"][place][key] is before["places"][place][key], place
    assert again["places"]["purse"] is before["places"]["purse"], "with faces in it"
