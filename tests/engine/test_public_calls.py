"""What programs may call raises `RuleError`, or `TypeError` and `ValueError` with a sentence, and
nothing else; options belong to their decisions; games and states can be copied and pickled."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.engine.secret_games import dealt
from tests.games.playing import states

import alarife
from alarife.bots import Budget, Generator, MctsBot, View, hint, make_bot
from alarife.diagnostics import brief
from alarife.engine.faults import Fault, Unimaginable
from alarife.engine.state import Game, State
from alarife.simulation import Setup, simulate
from alarife.syntax.tree import Span


class Anything:
    """Equal to everything, and can't say what it is."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        raise RuntimeError


def nested(deep: int) -> list[Any]:
    """A list in a list in a list."""
    found: list[Any] = []
    for _ in range(deep):
        found = [found]
    return found


ODD: list[Any] = [
    None, True, False, 0, 1, -1, 3, 10**6, 10**30, 1.5, "", "x", "done", "yes", "7", "Card(1)", "1,1", b"x",
    [], [0], [[]], {}, {"at": [1]}, {"at": [1, 1]}, {"at": None}, {"id": 3}, {"done": True}, (1, 2), (1, "x"),
    {1, 2}, object(), Ellipsis, len, 10**5000, "x" * 10**5, nested(5000), Anything(),
]  # fmt: skip


@cache
def loaded(name: str) -> Game:
    return alarife.load(name)


def says_why(act: Callable[..., object], *args: Any, **more: Any) -> None:
    """It works, or raises what is documented, with a sentence."""
    said: list[str] = []
    try:
        act(*args, **more)
    except alarife.RuleError as wrong:
        said = [d.message for d in wrong.diagnostics] or [""]
    except (TypeError, ValueError) as wrong:
        said = [str(wrong) if "`" in str(wrong) else ""]
    assert all(text.endswith((".", ":")) for text in said), said


def some_states(name: str) -> list[State]:
    found = list(states(loaded(name), 3, 60))
    return found[:: max(1, len(found) // 8)]


GAMES = ["alhambra", "connect_four", "oh_hell", "kuhn_poker", "hex", "dice", "goofspiel"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: brief(odd)[:20])
def test_odd_arguments(name: str, odd: Any) -> None:
    game = loaded(name)
    actions = list(game.program.actions)
    for state in some_states(name):
        says_why(state.play, odd)
        says_why(state.why_not_here, odd)
        says_why(state.why_not, odd)
        for action in actions:
            says_why(state.why_not, action, odd)
            says_why(state.why_not, action, odd, odd)
            says_why(state.why_not, action, [odd], odd, odd)
    state = game.start(1)
    for ask in (state.value, state.note, state.place):
        says_why(ask, odd)
    for asked in [*game.program.values, *game.program.rules]:
        says_why(state.value, asked)
        says_why(state.value, asked, odd)
        says_why(state.value, asked, [odd], odd)
        says_why(state.value, asked, seat=odd)
    says_why(game.start, odd)
    says_why(game.restore, odd)
    says_why(game.start(1).view, odd)
    says_why(game.start(1).imagine, odd, 1)
    says_why(game.start(1).imagine, 1, odd)


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: brief(odd)[:20])
def test_odd_wishes(odd: Any) -> None:
    says_why(alarife.load, odd)
    says_why(alarife.load, "nim", modules=odd)
    says_why(alarife.load, "nim", modules=[odd])
    says_why(alarife.load, "nim", options=odd)
    says_why(alarife.load, "nim", options={odd: 1} if odd.__hash__ else {})
    says_why(alarife.load, "pig", options={"pig.goal": odd})
    says_why(alarife.load, "nim", players=odd)


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: brief(odd)[:20])
def test_odd_bots(odd: Any) -> None:
    state = loaded("nim").start(1)
    assert state.decision is not None
    view, decision, budget = View(state, 1), state.decision, Budget(3)
    for act, args in (
        (make_bot, (odd,)),
        (make_bot, (f"mcts:{odd}" if isinstance(odd, str) else "mcts:10000000",)),
        (View, (odd, 1)),
        (View, (state, odd)),
        (hint, (odd, decision, budget)),
        (hint, (view, odd, budget)),
        (hint, (view, decision, odd)),
        (hint, (view, decision, budget, odd)),
        (simulate, (odd, 1)),
        (simulate, (Setup("nim"), odd if odd != 10**6 else 2)),
        (simulate, (Setup("nim"), 1, odd)),
        (simulate, (Setup("nim"), 1, 1, odd)),
        (simulate, (Setup("nim"), 1, 1, ["random"], odd)),
        (MctsBot, (odd,)),
        (MctsBot, (3, odd)),
        (Generator, (odd,)),
    ):
        if not (act is simulate and odd in (10**30, 10**5000)):
            says_why(act, *args)


def test_wishes_that_are_too_large_are_refused_like_others() -> None:
    """They may stand in a save, or on the command line."""
    for act in (
        lambda: alarife.load("pig", options={"pig.target": 10**30}),
        lambda: alarife.load("pig", players=10**5000),
    ):
        with pytest.raises(alarife.RuleError, match="too large a number"):
            act()


@pytest.mark.parametrize("name", GAMES)
def test_nothing_speaks_against_what_is_offered(name: str) -> None:
    for state in some_states(name):
        decision = state.decision
        if decision is None:
            continue
        for option in decision.options[:12]:
            assert state.why_not_here(option) == []
            assert state.why_not_here(option.key) == []
            if decision.kind == "menu":
                assert state.why_not(option.key) == []


def test_an_action_for_something_says_what_is_missing() -> None:
    state = loaded("alhambra").start(7)
    with pytest.raises(alarife.RuleError, match="that must come first"):
        state.why_not("build_in")


def test_rankings_are_data_everywhere() -> None:
    game = dealt(
        """  ordered := rank p in Player by least p.seat
  as seat(1)
    choose r from [rank p in Player by most p.seat, rank p in Player by most 1] "Which?"
    ordered := r
    many := [r, r]
    may "More?"
      pass
""",
        """note ordered "order": ranking of Player = rank p in Player by most 1
note many "many": list of ranking of Player = []
value by_rank(p: Player): ranking of Card = rank c in hand[p] by most c.rank

""",
    )
    state = game.start(2)
    assert state.decision is not None
    assert state.decision.keys == ["2+1", "1=2"]
    assert [option.value for option in state.decision.options] == [[[2], [1]], [[1, 2]]]
    for answer, ordered in (("2+1", [[2], [1]]), ("1=2", [[1, 2]])):
        other = state.play(answer)
        assert other.note("ordered") == other.view(1)["notes"]["ordered"] == ordered
        assert other.note("many") == [ordered, ordered]
        assert game.restore(other.dump()) == other
        assert [len(tied) for tied in other.value("by_rank", 1)] == [1, 1, 1]


# ----------------------------------------------------------------
# options
def test_an_option_belongs_to_its_decision() -> None:
    """A number of tricks is no card, though both are 2 inside."""
    state = alarife.load("oh_hell", players=3).start(2)
    old: list[alarife.Option] = []
    refused = 0
    for _ in range(30):
        decision = state.decision
        assert decision is not None
        for option in old:
            if option.decision.prompt != decision.prompt:
                with pytest.raises(alarife.RuleError, match="E0702"):
                    state.play(option)
                refused += 1
        old = [*decision.options]
        state = state.play(len(old) // 2)
    assert refused > 10


def test_an_option_of_another_game_is_refused() -> None:
    nim, four = loaded("nim").start(1), loaded("connect_four").start(1)
    assert nim.decision is not None
    assert "2" in nim.decision.keys
    with pytest.raises(alarife.RuleError, match="E0702"):
        four.play(nim.decision.options[1])


def test_an_option_is_taken_by_its_key_where_the_same_is_asked() -> None:
    game = loaded("alhambra")
    one, again = game.start(7), alarife.load("alhambra").start(7)
    assert one.decision is not None
    option = one.decision.options[0]
    assert again.play(option) == one.play(option)
    imagined = one.imagine(1, 5)
    assert imagined.decision is not None
    assert one.play(imagined.decision.options[0]) == one.play(0)


def test_an_option_of_another_player_is_refused() -> None:
    state = loaded("connect_four").start(1)
    assert state.decision is not None
    with pytest.raises(alarife.RuleError, match="E0702"):
        state.play(0).play(state.decision.options[1])


# ----------------------------------------------------------------
# sentences
def test_sentences_have_their_numbers() -> None:
    game = dealt(
        '  as seat(1)\n    choose some cards from hand[you] where just_two(cards) "Which?"\n'
        '    otherwise\n      never "because there are three"\n    move cards to table\n',
        'rule just_two(cards: set of Card) "{=Two} cards"\n  > You put aside {=two} cards.\n'
        "  size(cards) = 2\n\n",
    )
    rule = next(r for r in game.rules if r.name == "just_two")
    assert (rule.title, rule.sentence) == ("Two cards", "You put aside two cards.")
    for name in GAMES:
        assert not any("{" in r.sentence + r.title for r in loaded(name).rules)


# ----------------------------------------------------------------
# copies
def played_out(state: State) -> dict[str, Any]:
    chance = random.Random(4)
    for _ in range(30):
        if state.decision is None:
            break
        state = state.play(chance.randrange(len(state.decision.options)))
    return state.dump()


@pytest.mark.parametrize("name", GAMES)
def test_states_can_be_copied_and_pickled(name: str) -> None:
    for state in some_states(name):
        for other in (copy.deepcopy(state), copy.copy(state), pickle.loads(pickle.dumps(state))):
            assert other == state
            assert other.log == state.log
            assert played_out(other) == played_out(state)


def test_decisions_and_options_can_be_copied_and_pickled() -> None:
    """Also late in a long game."""
    for state in [*some_states("oh_hell"), list(states(loaded("alhambra"), 1, 900))[-1]]:
        if state.decision is None:
            continue
        option = state.decision.options[-1]
        for turn in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
            decision, other = turn(state.decision), turn(option)
            assert decision.keys == state.decision.keys
            assert (other.key, other.decision.state) == (option.key, state)
            assert state.play(other) == state.play(option)


def test_errors_can_be_copied_and_pickled() -> None:
    """An error that can't come out of a process of a pool is never heard of."""
    found: list[alarife.RuleError] = []
    for act in (lambda: alarife.load("nothing"), lambda: loaded("nim").start(1).play("x")):
        with pytest.raises(alarife.RuleError) as raised:
            act()
        found.append(raised.value)
    found.append(Fault("E0501", "In `x`, y.", "x", Span("x.alr", 1, 2, 1, 3), "Do z."))
    found.append(Unimaginable(2))
    for error in found:
        for other in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error), copy.copy(error)):
            assert type(other) is type(error)
            assert (str(other), other.diagnostics) == (str(error), error.diagnostics)
            assert vars(other) == vars(error)


def test_a_pickled_state_plays_on_alike_in_another_process() -> None:
    state = list(states(alarife.load("alhambra", modules=["invaders"], players=3), 2, 40))[-1]
    own = dealt('  as seat(1)\n    choose n from 1..9 "Which?"\n    pass\n').start(3)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(played_out, [state, own]) == [played_out(state), played_out(own)]


def test_a_long_log_can_be_copied() -> None:
    state = list(states(loaded("alhambra"), 1, 900))[-1]
    assert len(state.log) > 1000
    assert copy.deepcopy(state) == state
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize(
    ("name", "modules"),
    [("alhambra", ()), ("alhambra", ("gates", "vizier", "walls")), ("reversi", ())],
)
def test_states_that_nobody_needs_are_freed_at_once(name: str, modules: tuple[str, ...]) -> None:
    """Without circles among states, decisions and options Python's garbage collector has next to
    nothing to do."""
    game = alarife.load(name, modules=modules)
    decisions = sum(1 for _ in states(game, 1))
    gc.collect()
    gc.disable()
    try:
        for state in states(game, 2):
            options = state.decision.options if state.decision is not None else []
            assert all(o.decision is state.decision for o in options)
        del state, options
        assert gc.collect() < decisions
    finally:
        gc.enable()


def test_options_compare_by_their_decision_and_number() -> None:
    state = loaded("tic_tac_toe").start(1)
    decision = state.decision
    assert decision is not None
    first, second = decision.options[:2]
    assert first == decision.options[0]
    assert hash(first) == hash(decision.options[0])
    assert first != second
    assert state.play(first).decision is not None
    assert decision.state == state


def test_a_wrong_answer_is_named_as_it_was_given() -> None:
    state = alarife.load("alhambra", players=3).start(7)
    with pytest.raises(
        alarife.RuleError, match=r"\{'at': \[1\]\} is no answer here: it is no Tile"
    ):
        state.why_not("build", {"at": [1]})
