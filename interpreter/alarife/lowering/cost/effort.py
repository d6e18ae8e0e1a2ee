"""How much there may be to do in a step at most, told from its text.

Loops and steps that could be long are counted against the budget while a game runs
(`alarife.engine.budget`). What is `light` need not be: it ends soon whatever happens, and whatever
carries it out again and again is counted itself. What is counted weighs next to nothing to what is
round about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alarife.checking.scope import Checked
from alarife.checking.types import Many, Maybe, Pieces
from alarife.checking.world import PlaceInfo
from alarife.linking.walk import parts
from alarife.lowering.cost.sizes import HUGE
from alarife.lowering.cost.weights import Weights
from alarife.syntax import tree

LIGHT = 4_000
"""What weighs no more than this is light."""
PLAIN = (
    tree.Sentence, tree.Pass, tree.Never, tree.Stop, tree.EndGame, tree.Let, tree.Write, tree.Move, tree.Draw, tree.Pick, tree.Shuffle, tree.Swap,  # noqa: E501
    tree.Turn, tree.Roll, tree.Show, tree.Inform,
)  # fmt: skip

MOVING = (tree.Move, tree.Draw, tree.Swap)


class Effort:
    """The weights of statements."""

    def __init__(self, checked: Checked, weights: Weights) -> None:
        self.checked = checked
        self.weights = weights
        self._steps: dict[str, int] = {}
        self._set_off: dict[str, int] = {}
        """By `whenever` what it does."""
        self._busy = False
        """Whether what a `whenever` does is being weighed: more may follow from it."""

    def light(self, body: Sequence[tree.Stmt], sources: tree.Sources | None = None) -> bool:
        """Whether a body, once or for each of some sets, is light."""
        return self._rounds(sources) * (1 + self.round(body, sources)) <= LIGHT

    def _rounds(self, sources: tree.Sources | None) -> int:
        """How many rounds a loop may have."""
        rounds = 1
        for source in sources.each if sources is not None else ():
            rounds = min(HUGE, rounds * self.weights.sizes.of(source.of))
        return rounds

    def round(self, body: Sequence[tree.Stmt], sources: tree.Sources | None = None) -> int:
        """The weight of a body with the condition of its loop."""
        where = sources.where if sources is not None else None
        return min(HUGE, (self.weights.of(where) if where is not None else 0) + self.of(body))

    def of(self, body: Iterable[tree.Stmt]) -> int:
        """The weight of statements."""
        return min(HUGE, sum(self._of(s) for s in body))

    def _of(self, s: tree.Stmt) -> int:
        match s:
            case tree.Do() if self.checked.refs[s].kind == "step":
                step = self._step(str(self.checked.refs[s].target))
                own = 1 if step > LIGHT and not self._busy else step
                return 1 + self._said(s) + own
            case tree.If():
                arms = sum(
                    self.weights.of(condition) + self.of(block) for condition, block in s.arms
                )
                return 1 + arms + self.of(s.otherwise or [])
            case tree.ForEach():
                listed = sum(self.weights.of(source.of) for source in s.sources.each)
                rounds = self._rounds(s.sources) * (1 + self.round(s.body, s.sources))
                return min(HUGE, 1 + listed + (rounds if rounds <= LIGHT else 0))
            case tree.Repeat():
                return 1 + self.weights.of(s.condition)
            case tree.RepeatTimes():
                return 1 + self.weights.of(s.times)
            case _ if isinstance(s, PLAIN):
                return self._plain(s)
            case _:
                return HUGE

    def _plain(self, s: tree.Stmt) -> int:
        """A statement without others in it: each piece it may move counts, with what its moving
        sets off."""
        moved = 1
        if isinstance(s, (tree.Move, tree.Turn, tree.Roll, tree.Show)):
            if isinstance(self.checked.types.get(s.what), Many):
                moved = min(self.weights.sizes.of(s.what), self.checked.world.piece_count)
        elif isinstance(s, tree.Draw):
            count = s.count.whole if isinstance(s.count, tree.Int) else None
            moved = self.checked.world.piece_count if count is None else count
        elif isinstance(s, tree.Shuffle):
            moved = self.checked.world.piece_count
        return min(HUGE, self._said(s) + moved * self._crossed(s))

    def _said(self, s: tree.Stmt) -> int:
        return sum(self.weights.of(part) for part in parts(s) if isinstance(part, tree.Expr))

    def _crossed(self, s: tree.Stmt) -> int:
        """What moving one piece may set off: much, where that may move others."""
        if not isinstance(s, MOVING):
            return 1
        whenevers = self.checked.program.whenevers
        return min(HUGE, 1 + sum(self._follows(w) for w in whenevers if self._may_cross(s, w)))

    def _follows(self, whenever: tree.Whenever) -> int:
        """What a `whenever` does; while that is being weighed, more than can be told."""
        if whenever.name not in self._set_off:
            self._set_off[whenever.name] = HUGE
            outer, self._busy = self._busy, True
            self._set_off[whenever.name] = self.of(whenever.body)
            self._busy = outer
            self._steps = {}
        return self._set_off[whenever.name]

    def _may_cross(self, s: tree.Stmt, whenever: tree.Whenever) -> bool:
        """Whether a statement may move a piece over the line that a `whenever` watches, as far as
        its places and types tell."""
        match s:
            case tree.Draw():
                ends = {"leaves": self._place(s.source), "enters": self._place(s.to)}
            case tree.Move():
                ends = {"leaves": None, "enters": self._place(s.to)}
            case _:
                return True
        crossed = ends[whenever.crosses]
        if crossed is not None and crossed.name != whenever.place:
            return False
        source = ends["leaves"]
        t = (
            self.checked.types.get(s.what)
            if isinstance(s, tree.Move)
            else source and source.element
        )
        while isinstance(t, Many | Maybe):
            t = t.of
        watched = whenever.type
        if not isinstance(t, Pieces) or not isinstance(watched, tree.NamedType):
            return True
        return not t.names.isdisjoint(self.checked.world.members.get(watched.name, t.names))

    def _place(self, e: tree.Expr) -> PlaceInfo | None:
        """The place that an expression names, if its text tells."""
        ref = self.checked.refs.get(e)
        return ref.target if ref is not None and isinstance(ref.target, PlaceInfo) else None

    def _step(self, name: str) -> int:
        """A step, unless something is hooked to it: then nothing is known."""
        if name not in self._steps:
            self._steps[name] = HUGE
            p = self.checked.program
            step = p.steps.get(name)
            if step is not None and step.body is not None and name not in p.hooks:
                self._steps[name] = self.of(step.body)
        return self._steps[name]
