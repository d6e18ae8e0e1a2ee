"""The bot that searches: a tree over states that its seat imagines.

It gets to see imagined states and nothing else, so it can't cheat; where none is found, it answers
at random. Its budget is a number of
playouts (same seed, same moves) or seconds (for people at a table: not repeatable). Within a turn
it keeps what it has found, as long as what it sees is what it expected to see."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log2
from typing import Any

from alarife.bots.chance import Generator
from alarife.bots.protocol import View
from alarife.bots.tree import Edge, Joint, Node, Tree, settled
from alarife.bots.worth import ENDLESS, judge_of
from alarife.diagnostics import must_be
from alarife.engine.decisions import Decision
from alarife.engine.faults import Unimaginable
from alarife.engine.inspect import slots_of
from alarife.engine.state import State
from alarife.lowering.layout import DECISION, LOG, Slots

LEVELS: dict[str, int] = {"easy": 40, "fair": 200, "hard": 1200}
"""Levels by name: how many playouts a decision."""
PATIENCE: dict[str, float] = {"easy": 1.0, "fair": 3.0, "hard": 10.0, "mcts": 3.0}
"""How many seconds a search may take where people wait for it."""

REPLIES = 400, 2000
"""So many answers of the next player are looked at before the search: as many as there are
playouts, within these bounds."""
SURE, SURE_AFTER = 0.97, 48
"""An option with so large a share of the win, after so many playouts to the end, is good enough."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: so many playouts, or so many seconds, whichever is over first."""

    playouts: int = LEVELS["fair"]
    seconds: float | None = None

    def __post_init__(self) -> None:
        must_be("a whole number", "playouts", self.playouts, int)
        must_be("a number of seconds or None", "seconds", self.seconds, int, float, type(None))


@dataclass(frozen=True, slots=True)
class Hint:
    """What a search thinks of one option. `expected`: the share of the win that may be expected,
    from 0 to 1; `certain`: whether that is proved."""

    index: int
    key: str
    label: str
    expected: float
    playouts: int
    certain: bool


@dataclass(slots=True)
class _Kept:
    """What is left of the last search: for whom, where to go on, what must be seen."""

    rng: Generator
    node: Node
    joint: Joint
    sees: dict[str, Any]


class MctsBot:
    """Searches so long for each decision."""

    def __init__(self, playouts: int = LEVELS["fair"], seconds: float | None = None) -> None:
        self.budget = Budget(playouts, seconds)
        self._kept: dict[int, _Kept] = {}

    def choose(self, view: View, decision: Decision, rng: Generator) -> int:
        """The index of the option that was followed most."""
        if len(decision.options) == 1:
            return 0
        try:
            return self._found(view, rng)
        except Unimaginable:
            return rng.below(len(decision.options))

    def _found(self, view: View, rng: Generator) -> int:
        kept = self._kept.pop(view.seat, None)
        if kept is not None and (kept.rng is not rng or kept.sees != view.data):
            kept = None
        tree, imagined = begin(view, rng)
        if kept is not None:
            tree.set_root(kept.node, kept.joint)
        edges = _search(tree, imagined, view.seat - 1, self.budget)
        index = _best(edges, view.seat - 1)
        self._keep(tree, view, rng, index)
        return index

    def _keep(self, tree: Tree, view: View, rng: Generator, index: int) -> None:
        """Keep what is below the answer, if it is the same seat's question next."""
        state = view.imagine(rng.seed())
        slots_of(state)[LOG] = None
        after = State(state.game, tree.field.copy(slots_of(state)), state.restored)
        node, joint = tree.below(slots_of(after), index)
        decision = slots_of(after)[DECISION]
        if decision is not None and decision[1] == view.seat - 1:
            self._kept[view.seat] = _Kept(rng, node, joint, after.view(view.seat))


def hint(view: View, decision: Decision, budget: Budget, seed: int = 0) -> list[Hint]:
    """What the options are worth to who is asked, the best first. Same seed, same answer, unless
    the budget is in seconds."""
    must_be("a view", "view", view, View)
    must_be("a decision", "decision", decision, Decision)
    must_be("a budget", "budget", budget, Budget)
    rng = Generator(seed)
    seat = view.seat - 1
    options = decision.options
    try:
        tree, imagined = begin(view, rng)
        edges = _search(tree, imagined, seat, budget)
    except Unimaginable:
        return [Hint(i, o.key, o.label, 1 / view.players, 0, False) for i, o in enumerate(options)]
    order = _ranked(edges, seat)
    return [
        Hint(
            i,
            options[i].key,
            options[i].label,
            round(_expected(edges[i], seat), 4),
            edges[i].visits,
            edges[i].proved is not None,
        )
        for i in order
    ]


# ----------------------------------------------------------------
# searching
def begin(view: View, rng: Generator) -> tuple[Tree, Slots]:
    """A tree, and a first imagined state for its root."""
    state = view.imagine(rng.seed())
    first = slots_of(state)
    first[LOG] = None
    judge = judge_of(state.game).from_here(first, rng.seed())
    return Tree(judge, view.seat - 1, _worlds(view, rng, first, judge.field), rng.seed()), first


def _worlds(view: View, rng: Generator, first: Slots, field: Any) -> Callable[[], Slots]:
    """Imagined states, one after the other. Where nothing is hidden or random there is just one."""
    if field.open:
        return lambda: field.copy(first)

    def imagine() -> Slots:
        slots = slots_of(view.imagine(rng.seed()))
        slots[LOG] = None
        return slots

    return imagine


def _search(tree: Tree, first: Slots, seat: int, budget: Budget) -> list[Edge]:
    """Iterate until the budget is used up, or the answer is certain or can't change any more."""
    seconds = budget.seconds
    now = time.monotonic()
    until = inf if seconds is None else now + seconds
    tree.look_at_root(first)
    if tree.field.open:
        half = inf if seconds is None else now + seconds / 2
        most = max(REPLIES[0], min(REPLIES[1], budget.playouts))
        tree.look_two_ahead(tree.field.copy(first), most, half)
    if settled(tree.root_edges(), seat) is not None:
        return tree.root_edges()
    whole = _share(budget.playouts, len(tree.root_keys))
    most = max(whole - tree.root.visits, whole // 4)
    for done in range(most):
        tree.iterate()
        if done & 7 == 7:
            edges = tree.root_edges()
            if settled(edges, seat) is not None or _decided(edges, most - done):
                break
            if tree.judge.cut == ENDLESS and _good_enough(edges):
                break
        if time.monotonic() > until:
            break
    return tree.root_edges()


def _share(playouts: int, options: int) -> int:
    """How much of the budget a question gets: all of it from seven options on, less with fewer."""
    return max(1, round(playouts * min(1.0, log2(options + 1) / 3)))


def _decided(edges: list[Edge], left: int) -> bool:
    """Whether the second can't catch up any more, even if it got all playouts that are left."""
    if any(edge.proved is not None for edge in edges):
        return False
    first, second = sorted((edge.visits for edge in edges), reverse=True)[:2]
    return first - second > left


def _good_enough(edges: list[Edge]) -> bool:
    """Whether the option followed most is as good as won: no other can be much better."""
    best = max(edges, key=lambda edge: edge.visits)
    return best.visits >= SURE_AFTER and best.mean >= SURE


def _expected(edge: Edge, seat: int) -> float:
    return edge.proved[1][seat] if edge.proved is not None else edge.mean


def _ranked(edges: list[Edge], seat: int) -> list[int]:
    """The options, the best first: by how often they were followed; what is certain stands where
    its value belongs."""
    sure = settled(edges, seat)

    def rank(i: int) -> tuple[bool, float, float]:
        edge = edges[i]
        if edge.proved is None:
            return (i == sure, edge.visits, edge.mean)
        value = edge.proved[1][seat]
        worse = sum(e.visits for e in edges if e.proved is None and e.mean < value)
        return (i == sure, worse or value - 2, value)

    return sorted(range(len(edges)), key=rank, reverse=True)


def _best(edges: list[Edge], seat: int) -> int:
    return _ranked(edges, seat)[0]
