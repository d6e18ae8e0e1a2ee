"""What belongs together is chosen in one line; the best of a set; actions for a type of piece."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import alarife
from alarife.diagnostics import RuleError
from alarife.syntax.parse import parse

PATH = Path(__file__).parent / "together.alr"


def game() -> alarife.Game:
    return alarife.load(str(PATH), players=2)


def test_a_step_asks_only_for_what_can_be_gone_on_with() -> None:
    state = game().start(seed=1)
    decision = state.decision
    assert decision is not None
    assert decision.keys == ["Tree(1)", "Tree(2)", "Tree(3)"]
    decision = state.play("Tree(2)").decision
    assert decision is not None
    assert decision.keys == ["2", "3"]


def test_an_action_offers_the_same_and_says_which_rule_refuses() -> None:
    state = game().start(seed=1).play("Tree(2)").play("3")
    assert state.note("note_size") == 2
    decision = state.decision
    assert decision is not None
    assert decision.keys == ["Tree(1)", "Tree(2)", "Tree(3)"]
    assert [rule.name for rule in state.why_not("put", "Tree(4)", 3)] == ["fits"]


@pytest.mark.parametrize("heights", [[1, 5, 3], [2, 2, 4, 1], [4], []])
def test_the_best_two_are_what_python_finds(heights: list[int]) -> None:
    most = max((sum(two) for two in combinations(heights, 2)), default=sum(heights))
    cards = ", ".join(f"Tree({n})" for n in heights)
    text = PATH.read_text(encoding="utf-8").split("\nexample")[0]
    text += f'\nexample "E"\n  given hand[ann] = [{cards}]\n'
    text += f"  then (sum t.height for t in best_two(ann)) is {most}\n"
    text += f"  then size(best_two(ann)) is {min(2, len(heights))}\n"
    from alarife.examples import run_examples
    from alarife.library import Library

    (outcome,) = run_examples("together", (), Library(texts={"together.alr": text}))
    assert outcome.passed, outcome


def test_an_action_is_for_its_type_alone() -> None:
    state = game().start(seed=1)
    text = PATH.read_text(encoding="utf-8")
    assert "require" not in text
    state = state.play("Tree(1)").play("1")
    assert state.note("note_size") == 2, "the pond was wetted, not cut"


def test_a_rule_of_a_law_has_no_type() -> None:
    text = 'alarife 2\ngame g "G"\n  players 2..2\n\nrule r in l(g: Tree) "R"\n  > R.\n  yes\n'
    with pytest.raises(RuleError) as raised:
        parse(text, "g.alr")
    assert raised.value.diagnostics[0].code == "E0131"
