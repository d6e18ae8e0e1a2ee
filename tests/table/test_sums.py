"""What is told while a set is built: what it comes to, what that is compared with, and where the
pieces lie that the question is about."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.play.scenes import scene
from tests.play.table import game

import alarife
from alarife.engine.state import Game
from alarife.play.look import MEANT
from alarife.play.scene import Size
from alarife.play.screen import draw
from alarife.table import Answer, History, Table


def asked(of: Game, want: str, seed: int = 3) -> tuple[Table, History, dict[str, Any]]:
    """The first question with these words in a random game."""
    table, history, chance = Table(of), History(of, seed), random.Random(seed)
    for _ in range(400):
        decision = history.state.decision
        assert decision is not None
        question = table.show(history, decision.player)["question"]
        if question["prompt"] == want:
            return table, history, question
        history.add(Answer(decision.player, (chance.choice(decision.options).key,)))
    raise AssertionError(want)


def picked(table: Table, history: History, *picks: str) -> dict[str, Any]:
    decision = history.state.decision
    assert decision is not None
    return table.show(history, decision.player, picks=picks)["question"]


PAY = "Which cards do you pay with?"


def test_a_payment_says_what_it_comes_to_and_what_is_asked() -> None:
    table, history, question = asked(game("alhambra", 3), PAY)
    (none,) = question["sums"]
    assert none["now"] == 0
    assert none["relation"] == "at least"
    option = question["options"][0]
    value = int(option["words"].rsplit(" ", 1)[1])
    (one,) = picked(table, history, option["key"])["sums"]
    assert one["now"] == value
    assert one["words"] == f"{value} of at least {none['goal']}"
    assert str(none["goal"]) in question["about"][0], "the price is printed on the tile"


def test_where_a_module_changes_the_rule_the_relation_is_not_told() -> None:
    _, _, question = asked(game("alhambra", 3, ("bazaars",)), PAY)
    assert question["sums"][0]["words"] == f"0 of {question['sums'][0]['goal']}"


def test_where_one_of_several_conditions_will_do_only_the_sum_is_told() -> None:
    table, history, question = asked(game("alhambra", 3), "Which cards?")
    option = question["options"][0]
    sums = picked(table, history, option["key"])["sums"]
    assert [one["words"] for one in sums] == [option["words"].rsplit(" ", 1)[1]]


def test_how_many_are_asked_for_is_told_also_inside_an_amendment() -> None:
    _, _, question = asked(game("alhambra", 3, ("traders",)), "Which citizens go onto your disc?")
    assert [one["words"] for one in question["sums"]] == ["0 of 3"]


def test_dice_that_are_only_chosen_add_up_to_nothing() -> None:
    _, _, question = asked(game("dice", 3), "Which dice do you roll?")
    assert question["sums"] == []


def test_the_piece_that_is_paid_for_is_marked_where_it_lies() -> None:
    _, history, question = asked(game("alhambra", 3), PAY)
    (spot,) = question["subjects"]
    assert spot["place"].startswith("market:")
    decision = history.state.decision
    assert decision is not None
    for width, height in ((80, 24), (160, 50)):
        lines = draw(scene(history.state, decision.player, Size(width, height))).lines
        assert sum(line.plain.count(MEANT) for line in lines) == 1
    other = decision.player % 3 + 1
    shown = Table(history.game).show(history, other)["question"]
    assert shown["subjects"] == shown["sums"] == []


LOTS = """alarife 2
game lots "Lots"
  > Take lots.
  players 2..2

piece Lot(value: 1..9) "lot"
  | value |
  | 2     |
  | 3     |
  | 4     |

place urn "urn": set of Lot, starting with Lot
place taken "taken": set of Lot
note goal "goal": 0..9 = 5

step play "How the game goes"
  > Take lots.
  as seat(1)
    choose any lots from urn where light(lots) "Which lots?"
    otherwise
      never "because the goal is never negative"
    move lots to taken

rule light(lots: set of Lot) "Light enough"
  > Take no more than the goal.
  (sum x.value for x in lots) is at most goal
"""


def test_a_sum_may_be_compared_with_what_is_noted(tmp_path: Path) -> None:
    file = tmp_path / "lots.alr"
    file.write_text(LOTS, encoding="utf-8")
    table, history, _ = asked(alarife.load(str(file)), "Which lots?")
    sums = picked(table, history, "Lot(3)")["sums"]
    assert sums == [{"now": 3, "relation": "at most", "goal": 5, "words": "3 of at most 5"}]


TILL = """alarife 2
game till "Till"
  players 1..1

piece Coin(worth: 5..5) "coin"
  2 of each

place purse "purse": set of Coin, starting with Coin
place till "till": set of Coin

step play "Play"
  as seat(1)
    choose some coins from purse where enough(coins) "Which coins?"
    otherwise
      never "because there are two"
    move coins to till

rule enough(coins: set of Coin) "Enough"
  > Pay 4 or more.
  (sum c.worth for c in coins) is at least 4

value score(p: Player) "points": number = size(till)
"""


def test_what_there_was_no_choice_about_is_among_the_chosen(tmp_path: Path) -> None:
    """Two coins that look alike: one has to be paid, and is; the other is asked for."""
    (tmp_path / "till.alr").write_text(TILL)
    of = alarife.load(str(tmp_path / "till.alr"), players=1)
    table, history, question = asked(of, "Which coins?")
    assert question["already"] == ["Coin: 5"]
    assert question["picks"] == []
    assert [one["words"] for one in question["sums"]] == ["5 of at least 4"]
    assert question["confirm"] == ["done"]
    lines = draw(scene(history.state, 1, Size(80, 24))).lines
    assert any("chosen: Coin: 5" in line.plain for line in lines)
    (option,) = question["options"]
    more = picked(table, history, option["key"])
    assert more["already"] == ["Coin: 5"]
    assert [one["words"] for one in more["sums"]] == ["10 of at least 4"]
