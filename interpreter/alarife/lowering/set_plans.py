"""The code of set choices: whether any set is allowed, and what may be chosen next.

In: the cases that `sets` brings a condition into. Out: functions that ask them. Whether any set is
allowed needs no plan in most cases, told by the form of their bounds: **single** (a size of one:
some member will do), **floor** (sums at least so much: all that are allowed, together), **ceiling**
(sums at most so much: the empty set, or some member by itself). Only other forms are looked ahead
by the engine (`alarife.engine.sets`). What does not depend on the member is worked out before the
loop over the candidates."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby

from alarife.checking.scope import Local
from alarife.ir.nodes import Call, Expr, Use
from alarife.lowering.set_cases import Bound, Case
from alarife.lowering.set_ready import Guard, Limit, Ready, apart
from alarife.lowering.set_source import SourceWriter
from alarife.syntax import tree


class PlanWriter(SourceWriter):
    """Writes what set choices ask."""

    _filled = False

    def any_set(self, item: tree.Choose) -> Expr:
        """Whether any set may be chosen."""
        function, used = self.apart("any_set", lambda: self._with_cases(item, self._write_any))
        return Call(function, tuple(Use(local) for local in used))

    def next_members(self, item: tree.Choose, got: Local) -> str:
        """The code of what may be chosen next, when `got` has been chosen."""
        return self.aside(
            "next_members",
            lambda: self._with_cases(item, lambda i, cases: self._write_next(i, cases, got)),
        )

    def _with_cases(
        self, item: tree.Choose, write: Callable[[tree.Choose, list[Case]], None]
    ) -> None:
        with self.planning(item):
            write(item, self.cases(item))

    # ----------------------------------------------------------------
    # forms
    def _ready(self, item: tree.Choose, cases: list[Case]) -> tuple[list[Ready], bool]:
        """The cases as they stand in code, each once; and whether there are others, of
        which only a plan can tell."""
        before = dict(self.build.alias)
        self.candidate()
        ready = [self._written(case, 1 if item.how == "some" else 0) for case in cases]
        self.build.alias = before
        return list(dict.fromkeys(case for case in ready if case is not None)), None in ready

    def _written(self, case: Case, least: int) -> Ready | None:
        sizes = [b for b in case.bounds if b.measure.of is None]
        sums = [b for b in case.bounds if b.measure.of is not None]
        if any(b.constant is None or b.measure.plus for b in sizes) or not all(
            b.measure.positive for b in sums
        ):
            return None
        names = tuple((self.bound(local), what()) for local, what in case.loops)
        loops, guards = _filtered(names, self.guards(case))
        low, high = _sizes(sizes, least)
        limits = tuple(Limit(self.amount(b), *self.ends(b)) for b in sums)
        same = tuple((m.same[0], m.same[1]()) for m in case.members if m.same is not None)
        form = _form(limits, low, high)
        return (
            Ready(form, loops, guards, same, self.member_tests(case), limits, low, high)
            if form
            else None
        )

    @contextmanager
    def _inside(self, case: Ready) -> Generator[None]:
        """Inside the loops of a case, with what its members are compared with."""
        before, named = self.cx.indent, dict(self.worked_out)
        for name, what in case.loops:
            self.cx.line(f"for {name} in {self.metered(what)}:")
            self.cx.indent += 1
        for name, code in case.same:
            self.cx.line(
                f"{name} = {code}" if self._filled else f"{name} = {code} if cands else None"
            )
        yield
        self.cx.indent = before
        if case.loops:
            self.worked_out = named

    def _under_guards(self, cases: Sequence[Ready], write: Callable[[Ready], None]) -> None:
        """Write cases, those with the same guards side by side under one condition."""
        order = list(dict.fromkeys(case.guards for case in cases))
        for guards, some in groupby(
            sorted(cases, key=lambda case: order.index(case.guards)), lambda case: case.guards
        ):
            before, self.worked_out = self.cx.indent, {}
            if guards:
                self.cx.line(f"if {' and '.join(guard.code() for guard in guards)}:")
                self.cx.indent += 1
            for case in some:
                with self._inside(case):
                    write(case)
            self.cx.indent = before

    # ----------------------------------------------------------------
    # whether any
    def _write_any(self, item: tree.Choose, cases: list[Case]) -> None:
        ready, hard = self._ready(item, cases)
        self.cx.line(f"cands = {self.iterable(item.source)}")
        if any(_is_free(case) for case in ready):
            self.cx.line("return len(cands) > 0" if item.how == "some" else "return True")
            return
        self._filled = item.how == "some"
        if self._filled:
            self.cx.line("if not cands:")
            self.cx.line("    return False")
        self._under_guards(ready, self._any_of)
        self._filled = False
        self.cx.line(f"return set_exists({self.plan(item)})" if hard else "return False")

    def _any_of(self, case: Ready) -> None:
        """Lines that return if some set meets a case."""
        sums = [(limit.amount, self.end(limit.low), self.end(limit.high)) for limit in case.sums]
        if case.size_low == 0:
            empty = [f"{low} <= 0" for _, low, _ in sums if low] + [
                f"{high} >= 0" for _, _, high in sums if high
            ]
            self.cx.line(f"if {' and '.join(empty) or 'True'}:")
            self.cx.line("    return True")
        totals = (
            [self.names.fresh("total") for _ in sums] if case.form in ("floor", "exact") else []
        )
        for total in totals:
            self.cx.line(f"{total} = {'0' if case.form == 'floor' else '[]'}")
        counted = case.form == "floor" and case.size_low > 1
        if counted:
            self.cx.line("n = 0")
        inside = self.cx.indent
        self.cx.line(f"for {self.member_name} in {self.metered('cands')}:")
        self.cx.indent += 1
        if case.test:
            self.cx.line(f"if {case.test}:")
            self.cx.indent += 1
        if counted:
            self.cx.line("n += 1")
        tests = [f"n >= {case.size_low}"] if counted else []
        for i, (amount, low, high) in enumerate(sums):
            if case.form == "floor":
                self.cx.line(f"{totals[i]} += {amount}")
                tests.append(f"{totals[i]} >= {low}")
            elif case.form == "exact":
                self.cx.line(f"{totals[i]}.append({amount})")
                self.cx.indent = inside
                tests.append(f"set_reaches({totals[i]}, {low}, {high}, {case.size_low})")
            elif case.form == "ceiling":
                tests.append(f"{amount} <= {high}")
            else:
                tests.append(" <= ".join(part for part in (low, amount, high) if part))
        self.cx.line(f"if {' and '.join(tests)}:" if tests else "if True:")
        self.cx.line("    return True")

    # ----------------------------------------------------------------
    # what next
    def _write_next(self, item: tree.Choose, cases: list[Case], got: Local) -> None:
        ready, hard = self._ready(item, cases)
        if hard or not all(len(case.sums) < 2 and case.size_low < 2 for case in ready):
            least = 1 if item.how == "some" else 0
            self.cx.line(
                f"cands, alike = {self.arranged(item)}(s, {self.iterable(item.source)},"
                f" {self.of_pieces(item)})"
            )
            self.cx.line("cases = []")
            for case in cases:
                self.write_case(case)
            self.cx.line(f"return set_next(cands, alike, cases, {least}, {self.read(got)})")
            return
        before = self.cx.indent
        for guards, some in apart(ready):
            if guards:
                self.cx.line(f"if {' and '.join(guard.code() for guard in guards)}:")
                self.cx.indent += 1
            self._write_step(item, some, got)
            self.cx.indent = before
            if not guards:
                return
        self.cx.line("return ()")

    def _write_step(self, item: tree.Choose, ready: list[Ready], got: Local) -> None:
        """Lines that give what may be chosen next, where each case can be told by its form."""
        shape = self.one_place(item.source) if self.of_pieces(item) else None
        if self.can_inline(item, shape, ready):
            self.write_inline(item, shape, ready, got)
            return
        arranged, pieces = self.arranged(item), self.of_pieces(item)
        only = ready[0] if len(ready) == 1 and not ready[0].loops and not ready[0].guards else None
        if only is not None and only.test:
            self.cx.line(f"cands = {self.iterable(item.source)}")
            for same, code in only.same:
                self.cx.line(f"{same} = {code} if cands else None")
            each = self.member_name
            allowed = f"[{each} for {each} in {self.metered('cands')} if {only.test}]"
            self.cx.line(f"cands, alike = {arranged}(s, {allowed}, {pieces})")
            ready = [replace(only, same=(), test="")]
        else:
            self.cx.line(f"cands, alike = {arranged}(s, {self.iterable(item.source)}, {pieces})")
        self._write_marks(ready, self.read(got))

    def _write_marks(self, ready: list[Ready], got: str) -> None:
        """Lines that mark what each case allows next, and give the marked."""
        self.cx.line(f"chosen = positions(cands, {got}) if {got} else []")
        self.cx.line("may = [0] * len(cands)")
        self.cx.line("done = False")
        self._under_guards(ready, lambda case: self._tell(case, len(ready) > 1))
        self.cx.line("return set_told(cands, alike, may, chosen, done)")

    def _tell(self, case: Ready, several: bool) -> None:
        """Marks what a case allows next."""
        tests, values, low, high = "None", "None", "", ""
        if case.test:
            tests = f"[{case.test} for {self.member_name} in {self.metered('cands')}]"
        for limit in case.sums:
            values = f"[{limit.amount} for {self.member_name} in {self.metered('cands')}]"
            low, high = self.end(limit.low), self.end(limit.high)
        if case.test and (several or case.loops):
            self.cx.line(f"tests = {tests}")
            self.cx.line("if not [q for q in chosen if not tests[q]]:")
            self.cx.indent += 1
            tests = "tests"
        if case.form == "exact":
            told = f"told_exact({tests}, ({values}, {low}, {high}), {case.size_low}, chosen, may)"
        elif case.form == "floor":
            told = f"told_floor({tests}, {values}, {low or 'None'}, {case.size_low}, chosen, may)"
        else:
            bounds = f"({values}, {low or 'None'}, {high or 'None'})"
            told = (
                f"told_ceiling({tests}, {bounds}, {case.size_low}, {case.size_high}, chosen, may)"
            )
        self.cx.line(f"if {told}:")
        self.cx.line("    done = True")


def _filtered(
    loops: Sequence[tuple[str, str]], guards: Sequence[Guard]
) -> tuple[tuple[tuple[str, str], ...], tuple[Guard, ...]]:
    """The loops, and the guards that can stand before them: a guard that reads the variable of a
    loop becomes a filter of what the (innermost such) loop goes through."""
    over = list(loops)
    before: list[Guard] = []
    for guard in guards:
        read = set(re.findall(r"\w+", guard.code()))
        at = max((n for n, (name, _) in enumerate(over) if name in read), default=None)
        if at is None:
            before.append(guard)
        else:
            name, what = over[at]
            over[at] = name, f"[{name} for {name} in {what} if {guard.code()}]"
    return tuple(over), tuple(before)


def _sizes(bounds: list[Bound], least: int) -> tuple[int, int | None]:
    """The least and the greatest size that bounds allow."""
    low, high = least, None
    for b in bounds:
        assert b.constant is not None
        at_least = {"=": b.constant, "at least": b.constant, "more than": b.constant + 1}.get(b.op)
        at_most = {"=": b.constant, "at most": b.constant, "less than": b.constant - 1}.get(b.op)
        low = low if at_least is None else max(low, at_least)
        high = at_most if high is None or (at_most is not None and at_most < high) else high
    return low, high


def _is_free(case: Ready) -> bool:
    """Whether a single candidate, whichever it is, meets a case, and if `size_low` is 0 the empty
    set does."""
    asks = case.loops or case.guards or case.test or case.sums
    return not asks and case.size_low <= 1 and (case.size_high is None or case.size_high >= 1)


def _form(sums: Sequence[Limit], low: int, high: int | None) -> str:
    """How it can be told whether there is a set with these bounds on sums and size; "" if only a
    plan can tell."""
    if low == 1 and high == 1:
        return "single"
    if high is None and all(limit.high is None for limit in sums):
        return "floor"
    if low <= 1 and (high is None or high >= 1) and all(limit.low is None for limit in sums):
        return "ceiling"
    return "exact" if low <= 1 and high is None and len(sums) == 1 else ""
