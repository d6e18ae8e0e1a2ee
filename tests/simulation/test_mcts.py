"""The bot that searches: what it finds, what it can't see, what it may remember."""

from __future__ import annotations

import random
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from tests.matches.kuhn import given_away
from tests.simulation.searching import answer, own_game

import alarife
from alarife.bots import Budget, Generator, MctsBot, View, hint, is_shipped, make_bot
from alarife.bots.greedy import GreedyBot
from alarife.bots.mcts import begin
from alarife.bots.tree import FIRST, WIDER
from alarife.bots.worth import ENDLESS, judge_of
from alarife.diagnostics import RuleError
from alarife.engine.inspect import slots_of
from alarife.engine.search import Field
from alarife.library import Library
from alarife.lowering.layout import standing
from alarife.simulation import Setup, simulate

GAMES = [head.name for head in Library().games()]


# ----------------------------------------------------------------
# skill
@pytest.mark.parametrize("game", ["connect_four", "kalah", "nim", "breakthrough"])
def test_few_playouts_beat_chance(game: str) -> None:
    made = simulate(Setup(game), 4, seed=1, bots=("mcts:40", "random"))
    assert sum(result.winners == [1] for result in made.results) >= 3


def test_what_is_played_later_counts_as_first_where_there_are_many_options() -> None:
    """In hex a chain that lacks one stone is completed: it comes up in nearly every playout, so a
    few of them are enough for forty-nine options. `EQUAL` says when this ends."""
    game = alarife.load("hex", options={"hex.edge": 7})
    made = [play_both(game, seed) for seed in range(4)]
    assert sum(made) >= 3


def play_both(game: Any, seed: int) -> bool:
    """Whether the search wins against chance, each seat in turn."""
    state, searcher, rng = game.start(seed=seed, log=False), seed % 2 + 1, Generator(seed)
    while (decision := state.decision) is not None:
        if decision.player == searcher:
            index = MctsBot(30).choose(View(state, searcher), decision, rng)
        else:
            index = rng.below(len(decision.options))
        state = state.play(index)
    return state.winners == [searcher]


def test_a_promise_counts_where_there_are_no_points() -> None:
    """Draughts has no points; what its men are worth ends a playout with the turn, and tells a
    king from a man."""
    from alarife.bots.worth import CUT

    judge = judge_of(alarife.load("draughts"))
    assert judge.cut == CUT
    assert judge.standing(judge.field.start(1)) == [12, 12]


def test_a_long_game_with_points_is_cut_off() -> None:
    from alarife.bots.worth import CUT, ENDLESS

    assert judge_of(alarife.load("alhambra", players=3)).cut == CUT
    assert judge_of(alarife.load("connect_four")).cut == ENDLESS


BIDS = """alarife 2
game bids "Bids"
  > Bid in secret of what a bid is good for. After four bids each, the chips count.
  players 2..2

chapter only "All"

note score[Player] "points": number = 0
note chips[Player] "chips": number = 0
note bid[Player, 1..4] "bids": 0..5 = 0

step play "The game"
  > There are twelve rounds.
  for each n in 1..12
    for each nth in 1..4
      as each p in Player
        choose b from 0..5 "How much?"
        bid[p, nth] := b
    settle
  scoring

step settle "The bids count"
  > Bids become chips.
  for each p in Player
    chips[p] += sum bid[p, nth] for nth in 1..4

step scoring "Scoring"
  > Every chip is a point.
  for each p in Player
    score[p] := chips[p]

value winners "Who wins": set of Player = leaders(rank p in Player by most score[p])
  > Most points win.
"""


def test_a_playout_lasts_until_a_turn_is_seen_in_the_points(tmp_path: Path) -> None:
    """What is bid shows in chips only when all four bids are made: to the end of a turn the search
    would be blind."""
    game = own_game(tmp_path, BIDS)
    judge = judge_of(game)
    assert judge.cut < ENDLESS
    assert judge.turns >= 5
    state = game.start(seed=1)
    assert [answer(state, MctsBot(200), seed) for seed in range(3)] == ["5", "5", "5"]


def late_reversi(left: int) -> Any:
    """Reversi with so many squares free at most, the same every time."""
    chance = random.Random(3)
    state: Any = alarife.load("reversi").start(seed=1, log=False)
    while len(state.view(1)["places"]["board"]) < 64 - left:
        state = state.play(chance.choice(state.decision.options))
    return state


def test_near_the_end_playouts_go_there_whatever_a_game_promises() -> None:
    """Corners are worth nothing any more when discs are counted."""
    for left, ends in ((40, False), (8, True)):
        s = slots_of(late_reversi(left))
        here = judge_of(alarife.load("reversi")).from_here(s, 1)
        assert (here.cut == ENDLESS) == ends


def test_a_large_lead_is_no_win_yet() -> None:
    """Whoever is far ahead can still tell good answers from bad ones."""
    s = slots_of(late_reversi(40))
    judge = judge_of(alarife.load("reversi"))
    judge.standing = lambda _: [80.0, -10.0]  # type: ignore[method-assign]
    assert max(judge.value(s)) > 0.999
    assert max(judge.from_here(s, 1).value(s)) < 0.9


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_some_decisions_of_every_game(game: str) -> None:
    """Chance, hidden hands, secret answers, sets: whatever there is to meet in forty questions."""
    state = alarife.load(game).start(seed=3, log=False)
    bot, rng = MctsBot(4), Generator(2)
    for step in range(40):
        decision = state.decision
        if decision is None:
            break
        if step % 5:
            state = state.play(rng.below(len(decision.options)))
        else:
            state = state.play(bot.choose(View(state, decision.player), decision, rng))


# ----------------------------------------------------------------
# the same again
def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    one = simulate(Setup("kuhn_poker"), 12, seed=4, bots=("mcts:30",), jobs=1)
    two = simulate(Setup("kuhn_poker"), 12, seed=4, bots=("mcts:30",), jobs=2)
    assert one.results == two.results


def test_what_is_kept_within_a_turn_belongs_to_that_game_alone() -> None:
    """A bot that has played before plays as a new one does."""
    state = alarife.load("alhambra", players=2).start(seed=8, log=False)
    used = MctsBot(10)
    keys = [_some_answers(state, bot) for bot in (used, used, MctsBot(10))]
    assert keys[0] == keys[1] == keys[2]


def _some_answers(state: Any, bot: MctsBot) -> list[str]:
    rng, keys = Generator(7), []
    for _ in range(8):
        decision = state.decision
        index = bot.choose(View(state, decision.player), decision, rng)
        keys.append(decision.options[index].key)
        state = state.play(index)
    return keys


# ----------------------------------------------------------------
# no cheating: see also test_no_cheating.py
def test_it_asks_for_imagined_states_alone() -> None:
    class Blind:
        """A view that can only imagine, and say what the seat sees."""

        seat = 1

        def __init__(self, state: Any) -> None:
            self.imagine = lambda seed: state.imagine(1, seed)
            self.data = state.view(1)

    state: Any = alarife.load("kuhn_poker").start(seed=2)
    blind: Any = Blind(state)
    assert MctsBot(20).choose(blind, state.decision, Generator(1)) in (0, 1)


# ----------------------------------------------------------------
# hints, names, promises
def test_a_hint_ranks_the_options() -> None:
    state: Any = alarife.load("connect_four").start(log=False)
    for key in ("4", "1", "4", "1", "4"):
        state = state.play(key)
    found = hint(View(state, 2), state.decision, Budget(200))
    assert {h.key for h in found} == {o.key for o in state.decision.options}
    assert all(h.certain and h.expected == 0 for h in found if h.key != "4")
    assert found[0].key == "4"
    assert found[0].expected > 0.2
    assert found == hint(View(state, 2), state.decision, Budget(200))


def test_names_of_budgets() -> None:
    bot = make_bot("mcts:17")
    assert isinstance(bot, MctsBot)
    assert bot.budget == Budget(17)
    timed = make_bot("mcts:0.5s")
    assert isinstance(timed, MctsBot)
    assert timed.budget.seconds == 0.5
    assert is_shipped("hard")
    assert is_shipped("mcts:20")
    assert not is_shipped("my_bots:Own")
    with pytest.raises(RuleError):
        make_bot("mcts:many")
    with pytest.raises(RuleError, match="There is no bot `mcts:-3`"):
        make_bot("mcts:-3")


PROMISING = """alarife 1
game promising "Promising"
  > Take chips, a hundred times.
  players 2..2

chapter only "All"

note chips[Player] "chips": 0.. = 0
note rounds "rounds": 0..100 = 0

step play "How the game goes"
  > In turn, take up to two chips.
  repeat while rounds less than 100
    rounds += 1
    as each p in Player
      choose n from 0..2 "How many?"
      chips[you] += n

value promise(p: Player) "What a position is worth": number = chips[p]
  > Bots count chips.

value winners "Who wins": set of Player = leaders(rank p in Player by most chips[p])
  > Most chips win.
"""


def test_a_game_may_say_what_a_position_is_worth(tmp_path: Path) -> None:
    path = tmp_path / "promising.alr"
    path.write_text(PROMISING, encoding="utf-8")
    game: Any = alarife.load(str(path))
    assert Field(game).worth is not None
    state = game.start(log=False)
    assert answer(state, MctsBot(120)) == "2"
    assert answer(state, GreedyBot()) == "2"  # type: ignore[arg-type]


def test_hard_gives_little_away_in_kuhn_poker() -> None:
    """The answers that can't be indifferent in equilibrium, from several seeds."""
    game: Any = alarife.load("kuhn_poker")
    found: dict[tuple[str, str], Any] = {}
    for seed in range(200):
        state = game.start(seed=seed, log=False)
        hands = state.dump()["places"]["hand"]
        found.setdefault((hands["1"]["rank"], hands["2"]["rank"]), state)
    bot = MctsBot(1200)
    cases = [
        (found["jack", "king"].play("check").play("bet"), "fold"),
        (found["king", "jack"].play("check").play("bet"), "call"),
        (found["queen", "king"].play("check"), "bet"),
        (found["queen", "king"].play("bet"), "call"),
        (found["queen", "jack"].play("bet"), "fold"),
    ]
    for state, wanted in cases:
        assert {answer(state, bot, seed) for seed in range(4)} == {wanted}


def test_hard_is_within_two_hundredths_of_the_value_of_kuhn_poker() -> None:
    """Against the player of the equilibrium, on either seat: worked out from how often it bets."""
    assert max(given_away(make_bot("hard"), 20)) <= 0.02


# ----------------------------------------------------------------
# moves of the tree
@cache
def alhambra() -> Any:
    return alarife.load("alhambra", players=2)


def set_question(seed: int) -> Any:
    """A state of Alhambra in which a set of cards is begun and two can go into it."""
    state: Any = alhambra().start(seed=seed, log=False)
    rng = Generator(seed)
    while not state.is_over:
        decision = state.decision
        if decision.kind == "set" and len(decision.options) >= 3 and not decision.chosen:
            return state
        state = state.play(rng.below(len(decision.options)))
    return set_question(seed + 1)


def test_a_set_is_one_move_in_whatever_order_it_is_built() -> None:
    met = 0
    for seed in range(40):
        state = set_question(seed)
        tree, first = begin(View(state, state.decision.player), Generator(1))
        root = tree.node
        pieces = [raw for raw in standing(first)[2] if raw is not None][:2]
        ends: list[tuple[Any, Any]] = []
        for order in (pieces, pieces[::-1]):
            s = tree.field.copy(first)
            node, joint = root, {}
            for raw in order:
                tree.set_root(node, joint)
                tree.look_at_root(s)
                options = standing(s)[2]
                if raw not in options:
                    break
                node, joint = tree.below(s, options.index(raw))
            else:
                ends.append((node, joint))
        if len(ends) == 2 and ends[0][1]:
            assert ends[0][0] is ends[1][0] is root
            assert ends[0][1] == ends[1][1]
            met += 1
        if met == 3:
            return
    raise AssertionError(f"only {met} questions could be answered in both orders")


def test_of_many_options_some_are_looked_at_first() -> None:
    state: Any = alarife.load("hex").start(log=False)
    tree, first = begin(View(state, 1), Generator(1))
    tree.look_at_root(first)
    for _ in range(30):
        tree.iterate()
    tried = sum(edge.visits > 0 for edge in tree.root_edges())
    assert len(tree.root_keys) > 100
    assert FIRST <= tried <= FIRST + WIDER * sqrt(30) + 1


def test_a_secret_answer_is_not_answered_to() -> None:
    """In the tree, who answers second in secret has the same question whatever the first has
    answered."""
    state: Any = alarife.load("goofspiel").start(seed=1, log=False)
    tree, first = begin(View(state, 1), Generator(1))
    contexts: set[Any] = set()
    for index in range(3):
        s = tree.field.copy(first)
        tree.set_root(tree.node, {})
        tree.look_at_root(s)
        _, joint = tree.below(s, index)
        number, you, _, _ = standing(s)
        assert you == 1
        contexts.add(tree._context(s, number, you, joint)[:3])  # type: ignore[index]
    assert len(contexts) == 1
