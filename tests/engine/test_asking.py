"""Values, notes and places asked by name from Python."""

from __future__ import annotations

import pytest
from tests.engine.secret_games import game

import alarife
from alarife.diagnostics import RuleError

RULES = """kind Suit "suit"
  | name | title |
  | red  | Red   |
  | blue | Blue  |

piece Stone(owner: Player, suit: Suit) "stone"
  1 of each

place board "board": grid 3 by 2 of Stone
place shelf[p: Player, 1..2] "shelf": set of Stone
note bid[Player, Suit] "bids": 0..9 = 0
note level[Cell of board] "level": 0..3 = 1
note leader "leader": Player? = none

value strength(p: Player, suit: Suit) "Strength": number = p.seat * 10 + suit.index
value strongest "The strongest": Player = seat(players)
value stones_of(p: Player) "Stones": set of Stone = those s in Stone where s.owner = p
rule is_high(c: Cell) "High"
  > A cell in the first row.
  c.y = 1

step play "Course"
  bid[seat(2), blue] := 7
  level[cell(3, 2)] := 2
  for each s in Stone where s.owner = seat(1)
    move s to shelf[seat(1), 2]
  as seat(1)
    choose n from 1..2 "Which?"
    pass
"""


@pytest.fixture
def state() -> alarife.State:
    return game(RULES, players=2).start(seed=1)


def test_values_take_arguments_in_order_and_by_name(state: alarife.State) -> None:
    assert state.value("strength", 2, "blue") == 22
    assert state.value("strength", p=2, suit="red") == 21
    assert state.value("strength", seat=1, suit="red") == 11
    assert state.value("strongest") == 2
    assert len(state.value("stones_of", 1)) == 2
    assert state.value("is_high", (2, 1)) is True
    assert state.value("is_high", {"at": [2, 2]}) is False


def test_notes_and_places_are_nested_by_their_keys(state: alarife.State) -> None:
    assert state.note("bid") == {1: {"red": 0, "blue": 0}, 2: {"red": 0, "blue": 7}}
    assert state.note("level") == {
        (x, y): 2 if (x, y) == (3, 2) else 1 for y in (1, 2) for x in (1, 2, 3)
    }
    assert state.note("leader") is None
    shelves = state.place("shelf")
    assert {p: {n: len(held) for n, held in one.items()} for p, one in shelves.items()} == {
        1: {1: 0, 2: 2},
        2: {1: 0, 2: 0},
    }
    assert state.place("board") == []


@pytest.mark.parametrize(
    ("name", "args", "named"),
    [
        ("strenght", (1, "red"), {}),
        ("strength", (1,), {}),
        ("strength", (1, "red", 3), {}),
        ("strength", (1, "red"), {"suit": "blue"}),
        ("strength", (), {"q": 1, "suit": "red"}),
    ],
)
def test_what_can_not_be_asked_is_told(
    state: alarife.State, name: str, args: tuple[object, ...], named: dict[str, object]
) -> None:
    with pytest.raises(RuleError) as caught:
        state.value(name, *args, **named)
    assert [d.code for d in caught.value.diagnostics] == ["E0706"]
