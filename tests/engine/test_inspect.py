"""What other parts may ask of a game, and that they ask it there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.engine.secret_games import dealt, game

import alarife
from alarife.engine import inspect

ASK = '  as seat(1)\n    choose n from 1..9 "Which?"\n    pass\n'
PACKAGE = Path(alarife.__file__).parent
INSIDES = re.compile(r"\.(machine|lowered|transactions|slots)\b")
PRINTED = ("cli/dump.py", "cli/stages.py")
"""What `alarife dump` prints are the stages themselves."""
FRONTS = (
    "adapters", "bots", "cli", "drawing", "examples", "lab", "play", "rulebook", "simulation",
    "sphinx", "table", "translation", "web",
)  # fmt: skip


@pytest.mark.parametrize("package", FRONTS)
def test_nobody_reaches_into_the_engine(package: str) -> None:
    assert [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in sorted((PACKAGE / package).rglob("*.py"))
        if str(path.relative_to(PACKAGE)) not in PRINTED
        for line in path.read_text(encoding="utf-8").splitlines()
        if INSIDES.search(line) and not line.lstrip().startswith("#")
        if not re.match(r"\s*(from|import) ", line)
    ] == []


def test_whether_there_are_secrets() -> None:
    assert inspect.has_secrets(alarife.load("oh_hell"))
    assert inspect.has_secrets(alarife.load("goofspiel"))
    for name in ("connect_four", "hex", "pig", "kalah"):
        assert not inspect.has_secrets(alarife.load(name))


def test_who_knows_and_who_has_learned() -> None:
    state = dealt(ASK + "  show deck to seat(2)\n" + ASK).start(1)
    after = state.play(0)
    card = state.view(1)["places"]["hand"]["1"][0]["id"]
    assert [inspect.knows(state, seat, card) for seat in (0, 1, 2)] == [False, True, False]
    assert inspect.somebody_learned(state, after) == 2
    assert inspect.somebody_learned(after, after) == 0
    assert not inspect.chance_between(state, after)
    assert [e[0] for e in inspect.logged_between(state, after)] == ["choice", "show"]
    assert inspect.logged_between(after, after) == []


def test_points_as_all_see_them() -> None:
    score = 'value score(p: Player) "points": number = sum c.rank for c in hand[p]\n\n'
    state = dealt("  show hand[seat(1)] to Player\n" + ASK, score).start(1)
    assert inspect.points(state, 0) == {1: state.scores[1], 2: None}
    assert inspect.points(state, 2) == state.scores


def test_questions() -> None:
    g = alarife.load("goofspiel")
    state = g.start(1)
    number = inspect.question_number(state)
    asked = inspect.question(g, number)
    assert (asked.kind, asked.sealed, asked.secret) == ("one", True, False)
    assert asked in list(inspect.questions(g))
    assert inspect.rule_name(g, -1) == ""
    assert inspect.rule_name(g, 0) == g.lowered.rules[0]


def test_where_pieces_lie() -> None:
    state = alarife.load("connect_four").start(1).play("4")
    disc = state.dump()["places"]["board"][0]
    x = disc["piece"]["id"]
    number = inspect.lies_in(state, x)
    assert inspect.is_grid(state.game, number)
    assert inspect.is_open(state.game, number)
    assert inspect.cell_of(state, x) == tuple(disc["at"])
    assert inspect.piece_data(state, x) == disc["piece"]
    other = next(n for n in range(state.game.world.piece_count) if n != x)
    assert inspect.cell_of(state, other) is None


def test_logs_can_be_lent_and_left_out() -> None:
    state = alarife.load("nim").start(1).play(0)
    other = state.imagine(1, 2)
    assert other.log == []
    assert inspect.with_log_of(other, state).log == state.log
    assert inspect.without_log(state).log == []
    assert state.log


def test_values_can_be_asked_for() -> None:
    text = """kind Fruit "fruit"
  | name  | title |
  | apple | Apple |
  | pear  | Pear  |

piece Card(fruit: Fruit, rank: 1..3) "card"
  1 of each

place hand[p: Player] "hand": set of Card

value few "Few": number = 3
value strength(p: Player, fruit: Fruit) "strength": number = sum c.rank for c in hand[p] where c.fruit = fruit
value best(p: Player) "best": Card? = first(those c in hand[p] where c.rank = 3)

step play "Course"
  > Play.
  move Card to hand[seat(2)]
"""
    state = game(text + ASK).start(1)
    assert inspect.has_value(state.game, "strength")
    assert not inspect.has_value(state.game, "play")
    assert inspect.value(state, "strength", 2, "apple") == 6
    assert inspect.value(state, "strength", 1, "apple") == 0
    assert inspect.value(state, "best", 1) is None
    card = inspect.value(state, "best", 2)
    assert inspect.piece_data(state, card)["rank"] == 3
    for name, given in (
        ("nothing", ()),
        ("strength", (2,)),
        ("strength", (9, "apple")),
        ("strength", (1, "plum")),
    ):
        with pytest.raises(alarife.RuleError, match="E0705"):
            inspect.value(state, name, *given)
    assert inspect.value(state, "few") == 3


def test_what_notes_begin_with() -> None:
    g = alarife.load("alhambra", players=3)
    first = inspect.first_notes(g)
    assert list(first) == list(g.world.notes)
    assert [v for _, v in first["score"]] == [0, 0, 0]
    assert inspect.note_at(g, list(first).index("score")).name == "score"
