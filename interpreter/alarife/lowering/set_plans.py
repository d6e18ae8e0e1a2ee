"""The code of set choices: whether any set is allowed, and what may be chosen next.

In: the cases that `sets` brings a condition into. Out: functions that ask them. Whether any set is allowed needs no plan in
most cases, told by the form of their bounds: **single** (a size of one: some member will do), **floor** (sums at least so much:
all that are allowed, together), **ceiling** (sums at most so much: the empty set, or some member by itself). Only other forms
are looked ahead by the engine (`alarife.engine.sets`). What does not depend on the member is worked out before the loop over
the candidates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from alarife.checking.scope import Local
from alarife.checking.types import Many, Pieces
from alarife.checking.world import PlaceInfo
from alarife.lowering.set_cases import Bound, Case
from alarife.lowering.set_inline import InlineWriter
from alarife.syntax import tree


@dataclass(slots=True)
class Limits:
    """The bounds of a case, sorted: on size, and on sums, each with its least and its greatest amount as code ("" where there
    is none)."""

    form: str
    size_low: int
    sums: list[tuple[Bound, str, str]]
    size_high: int | None = None


class PlanWriter(InlineWriter):
    """Writes what set choices ask."""

    def any_set(self, item: tree.Choose) -> str:
        """The code that asks whether any set may be chosen."""
        return self.aside("any_set", lambda: self._with_cases(item, self._write_any))

    def next_members(self, item: tree.Choose, got: Local) -> str:
        """The code of what may be chosen next, when `got` has been chosen."""
        return self.aside("next_members", lambda: self._with_cases(item, lambda i, cases: self._write_next(i, cases, got)))

    def _with_cases(self, item: tree.Choose, write: Callable[[tree.Choose, list[Case]], None]) -> None:
        with self.planning(item):
            write(item, self.cases(item))

    # ------------------------------------------------------------------------------------------------ forms
    def _limits(self, case: Case, least: int) -> Limits:
        """The form of a case; `hard` if only a plan can tell."""
        sizes = [b for b in case.bounds if b.measure.of is None]
        sums = [(b, *self.ends(b)) for b in case.bounds if b.measure.of is not None]
        if any(b.constant is None or b.measure.plus for b in sizes) or not all(b.measure.positive for b, _, _ in sums):
            return Limits("hard", least, sums)
        low, high = least, None
        for b in sizes:
            assert b.constant is not None
            at_least = {"=": b.constant, "at least": b.constant, "more than": b.constant + 1}.get(b.op)
            at_most = {"=": b.constant, "at most": b.constant, "less than": b.constant - 1}.get(b.op)
            low = low if at_least is None else max(low, at_least)
            high = at_most if high is None or (at_most is not None and at_most < high) else high
        if low == 1 and high == 1:
            return Limits("single", 1, sums, 1)
        if high is None and not any(top for _, _, top in sums):
            return Limits("floor", low, sums)
        if low <= 1 and (high is None or high >= 1) and not any(bottom for _, bottom, _ in sums):
            return Limits("ceiling", low, sums, high)
        if low <= 1 and high is None and len(sums) == 1:
            return Limits("exact", low, sums)
        return Limits("hard", low, sums)

    # ------------------------------------------------------------------------------------------------ whether any
    def _write_any(self, item: tree.Choose, cases: list[Case]) -> None:
        least = 1 if item.how == "some" else 0
        limits = [self._limits(case, least) for case in cases]
        before = dict(self.alias)
        self.cx.line(f"cands = {self.iterable(item.source)}")
        for case, limit in zip(cases, limits, strict=True):
            if limit.form != "hard":
                self._easy(case, limit)
        self.alias = before
        if any(limit.form == "hard" for limit in limits):
            self.cx.line(f"return set_exists({self.plan(item)})")
        else:
            self.cx.line("return False")

    def _easy(self, case: Case, limit: Limits) -> None:
        before = self.cx.indent
        self.open_case(case)
        sums: list[tuple[Bound, str, str]] = []
        for bound, low, high in limit.sums:
            names = [self._named(code) for code in (low, high)]
            sums.append((bound, names[0], names[1]))
        if limit.size_low == 0:
            empty = [f"{low} <= 0" for _, low, _ in sums if low] + [f"{high} >= 0" for _, _, high in sums if high]
            self.cx.line(f"if {' and '.join(empty) or 'True'}:")
            self.cx.line("    return True")
        totals = [self.names.fresh("total") for _ in sums] if limit.form in ("floor", "exact") else []
        for total in totals:
            self.cx.line(f"{total} = {'0' if limit.form == 'floor' else '[]'}")
        counted = limit.form == "floor" and limit.size_low > 1
        if counted:
            self.cx.line("n = 0")
        inside = self.cx.indent
        self.open_members(case)
        if counted:
            self.cx.line("n += 1")
        tests = [f"n >= {limit.size_low}"] if counted else []
        for i, (bound, low, high) in enumerate(sums):
            amount = self.amount(bound)
            if limit.form == "floor":
                self.cx.line(f"{totals[i]} += {amount}")
                tests.append(f"{totals[i]} >= {low}")
            elif limit.form == "exact":
                self.cx.line(f"{totals[i]}.append({amount})")
                self.cx.indent = inside
                tests.append(f"set_reaches({totals[i]}, {low}, {high}, {limit.size_low})")
            elif limit.form == "ceiling":
                tests.append(f"{amount} <= {high}")
            else:
                tests.append(" <= ".join(part for part in (low, amount, high) if part))
        self.cx.line(f"if {' and '.join(tests) or 'True'}:")
        self.cx.line("    return True")
        self.cx.indent = before

    def _named(self, code: str) -> str:
        """A name for what code gives; numbers and nothing stay as they are."""
        if not code or code.lstrip("-").isdigit():
            return code
        name = self.names.fresh("bound")
        self.cx.line(f"{name} = {code}")
        return name

    # ------------------------------------------------------------------------------------------------ what next
    def _write_next(self, item: tree.Choose, cases: list[Case], got: Local) -> None:
        t = self.type(item.source)
        pieces = isinstance(t, Many) and isinstance(t.of, Pieces)
        least = 1 if item.how == "some" else 0
        shape = self._one_place(item.source) if pieces else None
        how = "arranged_here" if shape else "arranged"
        limits = [self._limits(case, least) for case in cases]
        if self.can_inline(item, shape, cases, limits):
            assert shape is not None
            self.write_inline(item, shape, cases, limits, got)
            return
        easy = all(limit.form != "hard" and len(limit.sums) < 2 and limit.size_low < 2 for limit in limits)
        if easy and len(cases) == 1 and cases[0].members and not cases[0].loops and not cases[0].guards:
            self.cx.line(f"cands = {self.iterable(item.source)}")
            self.cx.line(f"cands, alike = {how}(s, {self.allowed(cases[0])}, {pieces})")
            cases = [replace(cases[0], members=[])]
        else:
            self.cx.line(f"cands, alike = {how}(s, {self.iterable(item.source)}, {pieces})")
        if easy:
            name = self.read(got)
            self.cx.line(f"chosen = [cands.index(x) for x in {name}] if {name} else []")
            self.cx.line("may = [0] * len(cands)")
            self.cx.line("done = False")
            for case, limit in zip(cases, limits, strict=True):
                self._tell(case, limit, len(cases) > 1)
            self.cx.line("return set_told(cands, alike, may, chosen, done)")
            return
        self.cx.line("cases = []")
        for case in cases:
            self.write_case(case)
        self.cx.line(f"return set_next(cands, alike, cases, {least}, {self.rule}, {self.read(got)})")

    def _tell(self, case: Case, limit: Limits, several: bool) -> None:
        """Marks what a case that needs no plan allows next."""
        before = self.cx.indent
        self.open_case(case)
        tests, values, low, high = self.tests(case), "None", "", ""
        for bound, bottom, top in limit.sums:
            values, low, high = self.values(bound), bottom, top
        if tests != "None" and several:
            self.cx.line(f"tests = {tests}")
            self.cx.line("if not [q for q in chosen if not tests[q]]:")
            self.cx.indent += 1
            tests = "tests"
        if limit.form == "exact":
            told = f"told_exact({tests}, ({values}, {low}, {high}), {limit.size_low}, chosen, may)"
        elif limit.form == "floor":
            told = f"told_floor({tests}, {values}, {low or 'None'}, {limit.size_low}, chosen, may)"
        else:
            bounds = f"({values}, {low or 'None'}, {high or 'None'})"
            told = f"told_ceiling({tests}, {bounds}, {limit.size_low}, {limit.size_high}, chosen, may)"
        self.cx.line(f"if {told}:")
        self.cx.line("    done = True")
        self.cx.indent = before

    def _one_place(self, e: tree.Expr) -> str | None:
        """The shape of the one place in which the text shows that all candidates lie, no space and no grid."""
        while isinstance(e, tree.Group):
            e = e.inner
        if isinstance(e, tree.Call) and self.checked.refs[e].kind == "value":
            found = self.inlining.body_of(f"value {self.checked.refs[e].target}")
            return self._one_place(found[0]) if found is not None else None
        ref = self.checked.refs.get(e)
        place = ref.target if ref is not None and ref.kind == "place" else None
        keys = len(e.keys) if isinstance(e, tree.At) else 0
        whole = isinstance(place, PlaceInfo) and keys == len(place.domains) and place.shape in ("set", "row", "pile", "bag")
        return place.shape if whole and isinstance(place, PlaceInfo) else None
