"""Information-set Monte Carlo tree search (single observer), for any number of seats.

One tree over imagined states: every iteration walks down in another state that the searching seat
can't tell from the real one, adds one edge, plays on at random, and notes on its way up what came
of it. Each seat maximises its own share (max^n).

A **move** is what leads from one node to the next: one answer, or a whole set, or all answers given
in secret at the same time. Inside a node a **choice** is one question; of a set it is named by the
members chosen so far, in whatever order, and of a secret answer by nothing that others have
answered. Edges carry how often they were available. With many options only some are looked at
first (progressive widening), those first whose like did well elsewhere in this search. Where
nothing is hidden and nothing random, ends that are certain are proved (MCTS-Solver)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf, log, sqrt
from time import monotonic
from typing import Any

from alarife.bots.chance import words
from alarife.bots.worth import ENDLESS, Judge
from alarife.diagnostics import RuleError
from alarife.engine.search import Trail, may_go_on
from alarife.lowering.layout import DECISION, Slots, standing

EXPLORE = 0.5
"""The weight of what has been tried little."""
LEAST = 1e-4
"""The variance of values is taken for so much at least."""
EQUAL = 500
"""After so many visits, what happened to an option elsewhere has half the say."""
AS_FIRST_EXPLORE = 0.05
"""Where all moves count as first, what has been tried little weighs less."""
FIRST, WIDER = 8, 2.5
"""A choice looks at `FIRST + WIDER * sqrt(visits)` options."""

Imagine = Callable[[], Slots]
Joint = dict[Hashable, int]


class Edge:
    """One answer: how often it was taken and could be taken, what came of it for who answers, and
    the shares and values of all seats if they are certain."""

    __slots__ = ("available", "proved", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.available = 0
        self.total = 0.0
        self.proved: tuple[list[float], list[float]] | None = None

    @property
    def mean(self) -> float:
        """What it brought on average."""
        return self.total / self.visits if self.visits else 0.0


class Choice:
    """One question in a node."""

    __slots__ = ("alike", "edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[Hashable, Edge] = {}
        self.visits = 0
        self.alike: dict[Hashable, list[float]] = {}


class Node:
    """What the searching seat can tell apart, between two moves."""

    __slots__ = ("choices", "next")

    def __init__(self) -> None:
        self.choices: dict[Hashable, Choice] = {}
        self.next: dict[Hashable, Node] = {}


Step = tuple[Choice, Edge, int, Hashable, int]
"""A choice, the edge taken, who chose, what is learnt about the like, how many options."""


class Tree:
    """A search from one decision of one seat (from 0). `imagine` gives a fresh state each time."""

    def __init__(self, judge: Judge, seat: int, imagine: Imagine, seed: int) -> None:
        self.judge, self.field, self.seat, self.imagine = judge, judge.field, seat, imagine
        self.node: Node = Node()
        self.joint: Joint = {}
        self.word = words(seed).__next__
        self._words = [self.word] * self.field.seats
        self._learnt: dict[Hashable, list[float]] = {}
        self.root_keys: list[Hashable] = []
        self.explore = EXPLORE
        self._as_first = self.field.open and judge.cut == ENDLESS
        self._came = [0.0, 0.0, 0.0]

    # ----------------------------------------------------------------
    # the decision at the root
    def set_root(self, node: Node, joint: Joint) -> None:
        """Go on in a part of the tree."""
        self.node, self.joint = node, joint

    def look_at_root(self, s: Slots) -> None:
        """Name the options once: they are the same in every imagined state, in the same order."""
        self.root_keys = self.field.keys(s)
        number, you, _, _ = standing(s)
        context = self._context(s, number, you, self.joint)
        self.root = self.node.choices.setdefault(context, Choice())

    def root_edges(self) -> list[Edge]:
        """The edges of the options at the root, in their order."""
        edges = self.root.edges
        return [edges.get(key) or Edge() for key in self.root_keys]

    def below(self, s: Slots, index: int) -> tuple[Node, Joint]:
        """Where an answer at the root leads to; plays it in `s`."""
        joint = dict(self.joint)
        node = self._follow(self.node, joint, s, index, self.root_keys[index])
        return node, joint

    # ----------------------------------------------------------------
    # iterations
    def iterate(self) -> None:
        """One walk down, one playout, one walk up. A state in which the rules fail is dropped."""
        path: list[Step] = []
        trail: Trail | None = [] if self._as_first else None
        try:
            s = self.imagine()
            self._walk(s, path)
            if s[DECISION] is not None:
                self.judge.play_on(s, self._words, trail)
            values = self.judge.value(s)
        except RuleError as wrong:
            may_go_on(wrong)
            return
        self._weigh(values[self.seat])
        if trail is not None:
            _as_first(path, trail, values)
        for choice, edge, you, like, _ in path:
            choice.visits += 1
            edge.visits += 1
            value = values[you]
            edge.total += value
            learnt = self._learnt.get(like)
            if learnt is None:
                self._learnt[like] = [1, value]
            else:
                learnt[0] += 1
                learnt[1] += value

    def _weigh(self, value: float) -> None:
        """Explore in proportion to how far apart values are: where they lie close together, as
        points of a scoring do, a small difference counts."""
        came = self._came
        came[0] += 1
        came[1] += value
        came[2] += value * value
        if came[0] >= FIRST:
            mean = came[1] / came[0]
            self.explore = EXPLORE * min(1.0, 2 * sqrt(max(LEAST, came[2] / came[0] - mean * mean)))

    def _walk(self, s: Slots, path: list[Step]) -> None:
        node, joint = self.node, dict(self.joint)
        keys_of, solves = self.field.keys, self.field.open
        keys = self.root_keys
        while (decision := s[DECISION]) is not None:
            number, you, _, _ = decision
            if path:
                keys = keys_of(s)
            context = self._context(s, number, you, joint)
            choice = node.choices.get(context)
            if choice is None:
                choice = node.choices[context] = Choice()
            index = self._select(choice, keys, number, you)
            key = keys[index]
            edge = choice.edges.get(key)
            if edge is None:
                edge = choice.edges[key] = Edge()
                edge.available = 1
            path.append((choice, edge, you, (you, number, key), len(keys)))
            node = self._follow(node, joint, s, index, key)
            if not edge.visits:
                break
        if solves and s[DECISION] is None:
            self._prove(path, (self.field.shares(s), self.judge.value(s)))

    def _context(self, s: Slots, number: int, you: int, joint: Joint) -> Hashable:
        field = self.field
        info = field.sites[number]
        private = field.private(s, you, self.seat) if field.secrets and you != self.seat else None
        if info.sealed:
            own = frozenset(item for item in joint.items() if item[0][1] == you)  # type: ignore[index]
            return number, you, own, private
        return number, you, frozenset(joint.items()) if joint else None, private

    def _follow(self, node: Node, joint: Joint, s: Slots, index: int, key: Hashable) -> Node:
        """Answer in place. The node that follows: the same one as long as the move goes on."""
        number, you, options, env = standing(s)
        sites = self.field.sites
        info = sites[number]
        raw = options[index]
        entry = (number, you, key)
        joint[entry] = joint.get(entry, 0) + 1
        self.field.advance(s, raw)
        decision = s[DECISION]
        if decision is not None:
            same_set = info.got >= 0 and raw is not None and decision[:2] == (number, you)
            if same_set and len(decision[3][info.got]) > len(env[info.got]):
                return node
            if info.sealed and sites[decision[0]].sealed == info.sealed:
                return node
        move = frozenset(joint.items())
        joint.clear()
        found = node.next.get(move)
        if found is None:
            found = node.next[move] = Node()
        return found

    def _select(self, choice: Choice, keys: list[Hashable], number: int, you: int) -> int:
        """The option to follow: one that was not tried yet, else the best by its upper bound."""
        edges, many, explore = choice.edges, len(keys), self.explore
        if many == 1:
            return 0
        if self._as_first and many > FIRST:
            return self._select_alike(choice, keys, you)
        fresh: list[int] = []
        best, found, tried = -2.0, -1, 0
        for i, key in enumerate(keys):
            edge = edges.get(key)
            if edge is None:
                fresh.append(i)
                continue
            edge.available += 1
            if not edge.visits and edge.proved is None:
                fresh.append(i)
                continue
            tried += 1
            if edge.proved is not None:
                # what is certain need not be tried again, unless nothing else is left
                bound = edge.proved[1][you] - 1
            else:
                visits = edge.visits
                bound = edge.total / visits + explore * sqrt(log(edge.available) / visits)
            if bound > best:
                best, found = bound, i
        if fresh and (tried < FIRST + WIDER * sqrt(choice.visits) or found < 0):
            return self._freshest(fresh, keys, number, you)
        return found

    def _select_alike(self, choice: Choice, keys: list[Hashable], you: int) -> int:
        """The option to follow, where all moves count as first: those that did well whenever they
        were played, until an option's own visits say more (RAVE)."""
        edges, alike = choice.edges, choice.alike
        eager = AS_FIRST_EXPLORE * self.explore * sqrt(log(choice.visits + 1))
        best, found = -2.0, -1
        unknown: list[int] = []
        for i, key in enumerate(keys):
            edge, known = edges.get(key), alike.get(key)
            if edge is not None and edge.proved is not None:
                bound = edge.proved[1][you] - 1
            elif edge is None or not edge.visits:
                if known is None:
                    unknown.append(i)
                    continue
                bound = known[1] / known[0] + eager
            else:
                visits = edge.visits
                bound = edge.total / visits
                if known is not None:
                    weight = sqrt(EQUAL / (3 * visits + EQUAL))
                    bound += weight * (known[1] / known[0] - bound)
                bound += eager / sqrt(visits + 1)
            if bound > best:
                best, found = bound, i
        if unknown:
            return unknown[self.word() * len(unknown) >> 32]
        return found

    def _freshest(self, fresh: list[int], keys: list[Hashable], number: int, you: int) -> int:
        if len(fresh) == 1:
            return fresh[0]
        at = fresh[self.word() * len(fresh) >> 32]
        if len(keys) <= FIRST:
            return at
        learnt = self._learnt
        best, found = -1.0, at
        for i in fresh:
            known = learnt.get((you, number, keys[i]))
            if known is not None and known[0] > 2:
                mean = known[1] / known[0]
                if mean > best:
                    best, found = mean, i
        # half the time the best of those that are known, half the time any
        return found if self.word() & 1 << 31 else at

    # ----------------------------------------------------------------
    # proofs
    def _prove(self, path: list[Step], outcome: tuple[list[float], list[float]]) -> None:
        """An end was reached where nothing is random or hidden: what follows for the choices on
        the way up."""
        for choice, edge, you, _, many in reversed(path):
            edge.proved = outcome
            if outcome[0][you] < 1:
                edges = choice.edges.values()
                if len(edges) < many or any(e.proved is None for e in edges):
                    return
                outcome = max((e.proved for e in edges if e.proved), key=lambda o: o[1][you])

    def look_two_ahead(self, s: Slots, most: int, until: float = inf) -> None:
        """Prove what wins at once, and what lets the next player win at once: that only if there
        are at most so many answers to it, and as far as there is time."""
        field = self.field
        number, you, options, _ = standing(s)
        del number
        edges = self.root.edges
        after: list[tuple[Edge, Slots]] = []
        for raw, key in zip(options, self.root_keys, strict=True):
            edge = edges.setdefault(key, Edge())
            t = field.copy(s)
            field.advance(t, raw)
            if t[DECISION] is not None:
                after.append((edge, t))
            else:
                edge.proved = (self.field.shares(t), self.judge.value(t))
                if edge.proved[0][you] == 1:
                    return
        if sum(len(standing(t)[2]) for _, t in after) <= most:
            for edge, t in after:
                if monotonic() > until:
                    return
                self._prove_loss(edge, t, you)

    def _prove_loss(self, edge: Edge, t: Slots, you: int) -> None:
        field = self.field
        _, other, replies, _ = standing(t)
        if other == you:
            return
        for reply in replies:
            u = field.copy(t)
            field.advance(u, reply)
            if u[DECISION] is None and self.field.shares(u)[other] == 1:
                edge.proved = (self.field.shares(u), self.judge.value(u))
                return


def _as_first(path: list[Step], trail: Trail, values: list[float]) -> None:
    """All moves as first: what was answered anywhere later in a playout counts at every choice
    above it that puts the same question to the same seat."""
    later: dict[tuple[int, int], set[Hashable]] = {}
    for number, you, option in trail:
        later.setdefault((you, number), set()).add(option)
    for choice, _, you, like, many in reversed(path):
        own = later.setdefault((you, like[1]), set())  # type: ignore[index]
        own.add(like[2])  # type: ignore[index]
        if many > FIRST:
            alike, value = choice.alike, values[you]
            for key in own:
                known = alike.get(key)
                if known is None:
                    alike[key] = [1, value]
                else:
                    known[0] += 1
                    known[1] += value


def settled(edges: list[Edge], you: int) -> int | None:
    """The option that certainly wins, or the best if all are certain; of equal ones that which
    took longest to prove: the other side may err on the way."""
    proved: list[Any] = [edge.proved for edge in edges]
    for i, outcome in enumerate(proved):
        if outcome is not None and outcome[0][you] == 1:
            return i
    if all(outcome is not None for outcome in proved):
        return max(range(len(edges)), key=lambda i: (proved[i][1][you], edges[i].visits))
    return None
