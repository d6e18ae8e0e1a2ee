"""Upper bounds on the cost of an expression, derived from its text.

The weight of an expression bounds the steps it takes that nothing in it counts: loops multiply by
the largest size of their set, calls weigh what they call. Where that becomes heavy, the rounds of a
loop or the calls of a function are counted against the budget while a game runs; to what is round
about they weigh next to nothing. So hot code pays nothing, and nothing can go on for ever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alarife.checking.builtins import BUILT_INS
from alarife.checking.scope import Checked
from alarife.checking.types import GraphOf, GridOf, Many
from alarife.linking.walk import below, parts
from alarife.lowering.cost.sizes import HUGE, Sizes
from alarife.lowering.values.located import located
from alarife.syntax import tree

LONG = 1_000_000
"""A loop of this weight is counted."""
COARSE = 5_000
"""So is one whose every round may weigh this much: counting costs nothing beside it."""
_QUICK = 4
"""So many members are passed in a step where no rule is asked of each: `in`, `=`, `size`, …"""
_COUNTED = ("value", "rule", "graph")
"""Of these, calls are counted where they are long."""


class Weights:
    """Upper bounds on the work of a program's expressions. `whole`: including what is counted
    inside. The conditions of sets are weighed so, because they are asked of each member, outside of
    the loops they stand in."""

    def __init__(self, checked: Checked, whole: bool = False) -> None:
        self.checked = checked
        self.whole = whole
        self._owners: dict[str, int] = {}
        self.sizes = Sizes(checked)
        self._weights: dict[tree.Node, int] = {}
        self._inner: dict[tree.Source, tuple[tree.Sources, list[tree.Node]]] = {}

    # ----------------------------------------------------------------
    # what is asked
    def work(self, source: tree.Source) -> int:
        """The weight of one round of the loop over this source if its rounds must be counted, else
        0."""
        return self._counted(self._round(source), source.of)

    def work_of_choice(self, item: tree.Choose, rest: Iterable[tree.Stmt]) -> int:
        """The same for the loop over the candidates of a choice, with the rest of its chain
        inside."""
        where = self.of(item.where) if item.where is not None else 0
        return self._counted(min(HUGE, self.chain(rest) + where), item.source)

    def _counted(self, weight: int, source: tree.Expr) -> int:
        long = weight >= COARSE or weight * self.sizes.of(source) >= LONG
        return weight if long else 0

    def _round(self, source: tree.Source) -> int:
        """The weight of a round of the loop over this source."""
        if not self._inner:
            self._look_inside()
        if source not in self._inner:
            return HUGE
        sources, inner = self._inner[source]
        each = sources.each
        weight = 1 + sum(self.of(node) for node in (*inner, sources.where) if node is not None)
        return self._through(weight, [one.of for one in each[each.index(source) + 1 :]])

    def _through(self, weight: int, sources: Sequence[tree.Expr]) -> int:
        """The weight of nested loops with a body of this weight. A loop whose rounds are counted
        weighs one round."""
        for source in reversed(sources):
            left = not self.whole and self._counted(weight, source)
            rounds = 1 if left else weight * self.sizes.of(source)
            weight = min(HUGE, rounds + self.of(source))
        return weight

    def _look_inside(self) -> None:
        """Map each source to what is evaluated in each round of its loop."""
        for node in below(*(file.decls for file in self.checked.program.files)):
            sources = next((part for part in parts(node) if isinstance(part, tree.Sources)), None)
            for source in (
                sources.each if sources is not None and not isinstance(node, tree.Stmt) else ()
            ):
                assert sources is not None
                self._inner[source] = (
                    sources,
                    [part for part in parts(node) if part is not sources],
                )

    def work_of_call(self, owner: str) -> int:
        """The work of a call of a value, rule or graph; 0 if it need not be counted."""
        what, _, name = owner.partition(" ")
        work = self._weighed(what, name) if what in _COUNTED else 0
        return work if work >= LONG else 0

    def of(self, node: tree.Node) -> int:
        """The weight of an expression."""
        if node not in self._weights:
            self._weights[node] = 1
            self._weights[node] = min(HUGE, self._of(node))
        return self._weights[node]

    # ----------------------------------------------------------------
    # weights
    def _of(self, node: tree.Node) -> int:
        match node:
            case _ if isinstance(node, tree.LongForm):
                return self._loop(node)
            case tree.Call() | tree.Name():
                ref = self.checked.refs.get(node)
                own = self._called(ref.kind, str(ref.target)) if ref is not None else 1
                if isinstance(node, tree.Call):
                    own += sum(self.of(arg) for arg in node.args)
                    row = BUILT_INS.get(node.name)
                    if row is not None and (ref is None or ref.kind == "builtin"):
                        own += row.work + sum(self._passed(arg) for arg in node.args)
                return own
            case tree.Compare():
                passed = self._passed(node.right) + (
                    self._passed(node.left) if node.op not in ("in", "not in") else 0
                )
                return 1 + self.of(node.left) + self.of(node.right) + passed
            case tree.Arithmetic():
                passed = self._passed(node.left) + self._passed(node.right)
                return 1 + self.of(node.left) + self.of(node.right) + passed
            case tree.RangeOf():
                return 1 + self.of(node.low) + self.of(node.high) + self.sizes.of(node) // _QUICK
            case tree.Can():
                return self._called("menu", node.menu) + sum(self.of(arg) for arg in node.args)
            case _:
                return 1 + sum(self.of(part) for part in parts(node))

    def _loop(self, node: tree.Node) -> int:
        sources = next(part for part in parts(node) if isinstance(part, tree.Sources))
        weight = 1 + sum(self.of(part) for part in parts(node) if part is not sources)
        if (
            not isinstance(node, tree.Quantified)
            and (there := located(self.checked, sources)) is not None
        ):
            return weight + sum(
                self.of(e) for e in (there.piece, *there.others.values(), *there.rest)
            )
        weight += self.of(sources.where) if sources.where is not None else 0
        return self._through(weight, [source.of for source in sources.each])

    def _passed(self, e: tree.Expr) -> int:
        """The weight of going through a list, a set or the cells of a grid without asking a rule of
        each member."""
        t = self.checked.types.get(e)
        if isinstance(t, (GraphOf, GridOf)):
            return self.sizes.cells
        if not isinstance(t, Many) or isinstance(e, tree.RangeOf):
            return 0
        return self.sizes.of(e) // _QUICK

    def _called(self, kind: str, name: str) -> int:
        """What a call weighs in its caller: 1 if the calls are counted themselves."""
        if kind not in (*_COUNTED, "menu"):
            return 1
        weight = self._weighed(kind, name)
        return 1 if kind in _COUNTED and weight >= LONG and not self.whole else weight

    def _weighed(self, kind: str, name: str) -> int:
        """The weight of all that a call evaluates."""
        owner = f"{kind} {name}"
        if owner not in self._owners:
            self._owners[owner] = 1  # a case of a value that asks another case
            self._owners[owner] = min(
                HUGE, 1 + sum(self._body(node) for node in self._bodies(kind, name))
            )
        return self._owners[owner]

    def _bodies(self, kind: str, name: str) -> list[tree.Node]:
        p = self.checked.program
        actions = p.actions_of.get(name, ()) if kind == "menu" else ()
        found: list[tree.Node] = [p.actions[a] for a in actions]
        found += [p.graphs[name]] if kind == "graph" else p.formulas(f"{kind} {name}")
        for change in p.all_changes(name):
            found += [change.body, *([change.guard] if change.guard else [])]
        return found

    def _body(self, node: tree.Node) -> int:
        if isinstance(node, tree.Graph):
            weight = (
                1
                + self.of(node.a)
                + self.of(node.b)
                + (self.of(node.sources.where) if node.sources.where else 0)
            )
            return self._through(weight, [source.of for source in node.sources.each])
        if isinstance(node, tree.Action):
            return self.chain(
                [
                    s
                    for s in node.body
                    if isinstance(s, (tree.Choose, tree.Let, tree.Require, tree.ChooseFrom))
                ]
            )
        return self.of(node)

    def chain(self, items: Iterable[tree.Stmt]) -> int:
        """The weight of asking whether a run of choices can be completed."""
        weight = 1
        for item in reversed(list(items)):
            match item:
                case tree.Choose() if item.how is not None:
                    weight += self.of(item.where) if item.where is not None else 0
                    weight += self.of(item.source) + _QUICK * self.sizes.of(item.source)
                case tree.Choose():
                    each = weight + (self.of(item.where) if item.where is not None else 0)
                    weight = self._through(each, [item.source])
                case tree.ChooseFrom():
                    weight += self._called("menu", item.menu) + sum(
                        self.of(arg) for arg in item.args
                    )
                case tree.Let():
                    weight += self.of(item.value)
                case tree.Require():
                    weight += self.of(item.condition)
                case _:
                    pass
        return weight
