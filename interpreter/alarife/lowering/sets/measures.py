"""Numbers about a set that is chosen: its size, sums over its members, and what they are compared
with.

The part of `sets` that brings comparisons into bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Number, Pieces
from alarife.ir.nodes import Const, Expr, Op, Use
from alarife.ir.walk import copied
from alarife.linking.walk import below
from alarife.lowering.sets.cases import (
    TURNED,
    Bound,
    CannotPlan,
    Case,
    Measure,
    Member,
)
from alarife.lowering.values.operators import COMPARISONS
from alarife.lowering.writing import Writer
from alarife.syntax import tree


class Measures:
    """Reads comparisons in the condition of a set choice. `chosen` are the locals that stand for
    the set; what the parameters of a rule that is looked through stand for is in the builder's
    `alias`."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.build = writer.build
        self.checked = writer.checked
        self.program = writer.program
        self.type = writer.type
        self.chosen: set[Local] = set()
        self.work = 0
        """The work of a round over the candidates; 0 if it need not be counted."""
        self.compares = False
        """Whether the condition looked at last compares members with one another."""
        self._usual_cases: Callable[[], list[Case]] | None = None
        self._looked_into = 0

    def _cases_of(self, e: tree.Expr, negated: bool = False) -> list[Case]:
        """The condition as cases."""
        raise NotImplementedError

    def _is_chosen(self, e: tree.Node) -> bool:
        """Whether an expression is the name of the chosen set."""
        return isinstance(e, tree.Name) and self.checked.local(e) in self.chosen

    def _about_set(self, e: object) -> bool:
        """Whether an expression says anything about the chosen set."""
        match e:
            case tree.Name():
                ref = self.checked.refs.get(e)
                if ref is not None and ref.kind == "usual" and self._usual_cases is not None:
                    return True
                return self._is_chosen(e)
            case tree.Node():
                names = [
                    n for c in type(e).__mro__ for n in getattr(c, "__slots__", ()) if n != "at"
                ]
                return any(self._about_set(getattr(e, n)) for n in names)
            case list() | tuple():
                members = cast("Sequence[object]", e)
                return any(self._about_set(x) for x in members)
            case _:
                return False

    def _bind(self, params: list[Local], args: list[tree.Expr]) -> None:
        for param, arg in zip(params, args, strict=False):
            inner = arg
            if self._is_chosen(inner):
                self.chosen = self.chosen | {param}
                self.build.alias.pop(param, None)
            elif self._about_set(arg):
                raise CannotPlan(arg)
            else:
                self.chosen = self.chosen - {param}
                self.build.alias[param] = self.writer.built(arg)

    # ----------------------------------------------------------------
    # comparisons
    def _comparison(self, e: tree.Compare, op: str) -> list[Case]:
        if self._about_set(e.left) and self._about_set(e.right):
            measure = self._measure(tree.Arithmetic("-", e.left, e.right, at=e.at))
            return [Case(bounds=[Bound(measure, one, Const(0))]) for one in _either(op)]
        about, other = (e.left, e.right) if self._about_set(e.left) else (e.right, e.left)
        op = op if about is e.left else TURNED[op]
        bound = self.writer.built(other)
        if (
            isinstance(about, tree.Arithmetic)
            and about.op == "-"
            and not self._about_set(about.left)
        ):
            bound = self.writer.improved(Op("-", (self.writer.built(about.left), bound)))
            about, op = about.right, TURNED[op]
        measure = self._measure(about)
        return [Case(bounds=[Bound(measure, one, bound)]) for one in _either(op)]

    def _in_range(self, e: tree.Compare, outside: bool) -> list[Case]:
        """A measure within two ends, or outside of them."""
        assert isinstance(e.right, tree.RangeOf)
        if self._about_set(e.right):
            raise CannotPlan(e)
        measure = self._measure(e.left)
        low, high = self.writer.built(e.right.low), self.writer.built(e.right.high)
        if outside:
            ends = (Bound(measure, "less than", low), Bound(measure, "more than", high))
            return [Case(bounds=[end]) for end in ends]
        return [Case(bounds=[Bound(measure, "at least", low), Bound(measure, "at most", high)])]

    def _measure(self, e: tree.Expr) -> Measure:
        built = self.writer.built
        match e:
            case tree.Call(name="size", args=[arg]) if self._is_chosen(arg):
                return Measure()
            case tree.Call(name="size", args=[arg]) if isinstance(those := arg, tree.Those):
                return self._measure(tree.Count(those.sources, at=e.at))
            case tree.Sum(sources=tree.Sources(each=[source])) if self._is_chosen(
                source.of
            ) and not self._about_set([e.of, e.sources.where]):
                member, where = self._member_where(e.sources)
                return Measure(built(e.of), member, where, positive=self._positive(e.of))
            case tree.Count(sources=tree.Sources(each=[source])) if self._is_chosen(
                source.of
            ) and not self._about_set(e.sources.where):
                member, where = self._member_where(e.sources)
                return Measure(Const(1), member, where)
            case tree.Call() if (
                self.checked.refs[e].kind == "value"
                and len(self.program.values[e.name]) == 1
                and not self.program.changes.get(e.name)
            ):
                case = self.program.values[e.name][0]
                self._bind(self.checked.params[case], e.args)
                return self._measure(case.body)
            case tree.Arithmetic(op="+" | "-") if self._about_set(e.left) and not self._about_set(
                e.right
            ):
                measure, more = self._measure(e.left), built(e.right)
                if e.op == "-":
                    more = self.writer.improved(Op("neg", (more,)))
                measure.plus.append(more)
                return measure
            case tree.Arithmetic(op="+") if self._about_set(e.right) and not self._about_set(
                e.left
            ):
                measure = self._measure(e.right)
                measure.plus.append(built(e.left))
                return measure
            case tree.Arithmetic(op="+" | "-"):
                return self._combined(e.op, self._measure(e.left), self._measure(e.right))
            case _:
                raise CannotPlan(e)

    def _combined(self, op: str, left: Measure, right: Measure) -> Measure:
        """The sum or difference of two measures, member by member."""
        member = Local("each", UNKNOWN, tree.NOWHERE)

        def amount(measure: Measure) -> Expr:
            if measure.of is None:
                return Const(1)
            each = {} if measure.member is None else {measure.member: Use(member)}
            return copied(measure.amount(), each)

        plus = right.plus
        if op == "-":
            plus = [self.writer.improved(Op("neg", (more,))) for more in plus]
        whole = self.writer.improved(Op(op, (amount(left), amount(right))))
        positive = op == "+" and left.positive and right.positive
        return Measure(whole, member, plus=left.plus + plus, positive=positive)

    def _member_where(self, sources: tree.Sources) -> tuple[Local, Expr | None]:
        """The local that stands for a member, and the condition on it."""
        where = None if sources.where is None else self.writer.built(sources.where)
        return self.writer.local_of(sources.each[0]), where

    def _positive(self, e: tree.Expr) -> bool:
        t = self.type(e)
        if isinstance(t, Number) and t.low is not None and t.low >= 0:
            return True
        of = self.type(e.of) if isinstance(e, tree.Get) else None
        if not isinstance(e, tree.Get) or not isinstance(of, Pieces):
            return False
        infos = [self.writer.world.pieces[name] for name in of.names]
        shown = [
            value
            for info in infos
            if e.field not in info.faces
            for value in info.fields.get(e.field, (None,))
        ]
        return all(isinstance(value, int) and value >= 0 for value in shown) and all(
            e.field not in info.faces for info in infos
        )

    def _member_test(self, member: Local, e: tree.Expr) -> Member:
        """A test on a member; of a comparison the side that is not about the member is worked out
        once."""
        if (
            isinstance(e, tree.Compare)
            and e.op in COMPARISONS
            and not any(isinstance(self.type(side), Many) for side in (e.left, e.right))
        ):
            left, right = self._says(e.left, member), self._says(e.right, member)
            plain = not isinstance(e.left, tree.Nothing) and not isinstance(e.right, tree.Nothing)
            if plain and left != right:
                same = Local("same", UNKNOWN, e.at)
                about, other = (e.left, e.right) if left else (e.right, e.left)
                sign = COMPARISONS[e.op if left else TURNED[e.op]]
                test = Op(sign, (self.writer.built(about), Use(same)))
                return Member(member, test, (same, self.writer.built(other)))
        return Member(member, self.writer.built(e))

    def _says(self, e: tree.Expr, local: Local) -> bool:
        refs = self.checked.refs
        return any(
            isinstance(n, tree.Name) and n in refs and refs[n].target is local for n in below(e)
        ) or any(isinstance(n, tree.IsSome) for n in below(e))


def _either(op: str) -> tuple[str, ...]:
    """The comparisons of which one must hold."""
    return ("more than", "less than") if op == "differs from" else (op,)
