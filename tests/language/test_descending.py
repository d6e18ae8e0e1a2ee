"""A value may ask itself with a smaller number, if how often is known before play."""

from __future__ import annotations

import pytest
from tests.soundness.small import all_pass

import alarife
from alarife.diagnostics import RuleError
from alarife.engine.faults import Fault
from alarife.library import Library

GAME = """alarife 2
game d "D"
  players 2..2

{value}

note chosen "chosen": 0..9 = 3

step play "Play"
  > Play.
  as seat(1)
    choose n from 1..2 "How many?"
    chosen := f(n)

value winners "Winners": set of Player = []
"""


def load(value: str) -> alarife.Game:
    return alarife.load("d", library=Library(texts={"d.alr": GAME.format(value=value)}))


@pytest.mark.parametrize(
    "value",
    [
        'value f(n: 0..100) "F": number = f(n - 1)',
        'value f(n: 0..99) "F": number = 0 if n is 0 otherwise f(n)',
        'value f(n: 0..99) "F": number = 0 if n is 0 otherwise f(n + 1)',
        'value f(n: number) "F": number = 0 if n is 0 otherwise f(n - 1)',
        'value f(n: 0..) "F": number = 0 if n is 0 otherwise f(n - 1)',
        'value f(n: 0..40) "F": number = n if n is less than 2 otherwise f(n - 1) + f(n - 2)',
        'value f(n: 0..9) "F": number = 1 if n is 0 otherwise (sum f(n - 1) for p in Player)',
        (
            'value f(n: 0..9) "F": number = 1 if n is 0 otherwise g(n - 1)\n'
            'value g(n: 0..9) "G": number = f(n)'
        ),
    ],
)
def test_what_may_go_on_too_long_is_refused(value: str) -> None:
    with pytest.raises(RuleError) as raised:
        load(value)
    assert {one.code for one in raised.value.diagnostics} == {"E0375"}


def test_without_an_end_the_range_stops_it() -> None:
    state = load('value f(n: 0..9) "F": number = f(n - 1)').start(seed=1)
    with pytest.raises(Fault) as raised:
        state.play(0)
    assert raised.value.diagnostics[0].code == "E0509"


def test_the_numbers_are_right() -> None:
    path = f"{__file__.rpartition('/')[0]}/descending.alr"
    game = alarife.load(path, players=2)
    state = game.start(seed=1)
    assert [state.value("power", 3, n) for n in range(6)] == [3**n for n in range(6)]
    one, two = 0, 1
    for n in range(15):
        assert state.value("pairs", n) == one
        one, two = two, one + two


ANY_TYPE = """
kind Fruit "fruit"
  | name  | title |
  | apple | Apple |
  | plum  | Plum  |

value row(times: 0..4) "A row": list of Fruit
  [] if times is 0 otherwise row(times - 1) + [apple]

value east(c: Cell, times: 0..4) "To the east": set of Cell
  [c] if times is 0 otherwise east(c, times - 1) + [toward(c, E)]

value facing(times: 0..4) "Turned": Side
  N if times is 0 otherwise onward(facing(times - 1), 1)

value even(times: 0..4) "Even": yes/no
  yes if times is 0 otherwise (not even(times - 1))

example "Of any type"
  then size(row(3)) is 3 and facing(3) is W and even(4) and not even(3)
  then size(east(cell(1, 1), 2)) is 2
"""


def test_what_comes_of_it_may_be_of_any_type() -> None:
    all_pass(ANY_TYPE)
