"""The code of the next step of a set choice, written out where the form of its condition allows
that.

In: the cases of a condition, each of which can be told without looking ahead: **floor** (alone),
**ceiling** or **single**, and none of which stands in a loop or under a guard; the candidates are
pieces, equal ones of which lie side by side in one place. Out: a function that goes over the
candidates once. It gives the same as `told_floor`, `told_ceiling` and `told` of
`alarife.engine.sets`, which serve all other forms."""

from __future__ import annotations

from alarife.checking.scope import Local
from alarife.checking.types import KindOf, Many, Number, Pieces
from alarife.checking.world import PieceInfo
from alarife.lowering.layout import LOC
from alarife.lowering.set_ready import End, Ready
from alarife.lowering.sets import SetWriter
from alarife.syntax import tree

SPAN = 1 << 16
"""More than any face is, or the number of any place."""


class InlineWriter(SetWriter):
    """Writes steps of set choices that need neither marks nor positions."""

    def can_inline(self, item: tree.Choose, shape: str | None, cases: list[Ready]) -> bool:
        """Whether the next step can be written out; `shape` is that of the one place where the
        candidates lie, None if they may lie in several."""
        forms = [case.form for case in cases]
        return (
            (forms == ["floor"] or (forms != [] and set(forms) <= {"ceiling", "single"}))
            and all(len(case.sums) < 2 and case.size_low < 2 for case in cases)
            and not any(case.loops or case.guards for case in cases)
            and self._equal_side_by_side(item, shape is not None)
        )

    def _equal_side_by_side(self, item: tree.Choose, here: bool) -> bool:
        """Whether equal candidates are next to each other in the order of ids, or of ids within
        faces."""
        t = self.type(item.source)
        if not isinstance(t, Many) or not isinstance(t.of, Pieces):
            return False
        infos = [self.world.pieces[name] for name in t.of.names]
        if any(info.face for info in infos):
            return here and len(infos) == 1 and self._faces_count_up(infos[0])
        for info in infos:
            rows = list(zip(*info.fields.values(), strict=True))
            heads = [row for i, row in enumerate(rows) if i == 0 or row != rows[i - 1]]
            if len(set(heads)) < len(heads):
                return False
        return True

    def _faces_count_up(self, info: PieceInfo) -> bool:
        t = info.field_types[info.face] if info.face else None
        counts = (
            isinstance(t, Number)
            and t.low is not None
            and t.high is not None
            and t.low >= 0
            and t.high < SPAN
        )
        return counts or isinstance(t, KindOf)

    def write_inline(
        self, item: tree.Choose, shape: str | None, cases: list[Ready], got: Local
    ) -> None:
        """The body of the function; `got` has been chosen."""
        chosen, each = self.read(got), self.member_name
        self.cx.line(f"cands = {self.iterable(item.source)}")
        for name, code in dict.fromkeys(same for case in cases for same in case.same):
            self.cx.line(f"{name} = {code} if cands else None")
        if cases[0].form == "floor" and cases[0].test:
            self.cx.line(
                f"cands = [{each} for {each} in {self.metered('cands')} if {cases[0].test}]"
            )
        self._line_up(item, shape, chosen)
        self.worked_out = {}
        if cases[0].form == "floor":
            self._floor(cases[0], chosen)
        else:
            self._ceilings(cases, chosen)
        self.cx.line("return tuple(out)")

    def _line_up(self, item: tree.Choose, shape: str | None, chosen: str) -> None:
        """Lines that lay equal candidates side by side, and say which are `left`."""
        t = self.type(item.source)
        assert isinstance(t, Many)
        assert isinstance(t.of, Pieces)
        info = self.world.pieces[min(t.of.names)]
        self._look = "TWIN[{0}]"
        if info.face:
            self.cx.line(f"shown = s[{self.layout.faces[info.name]}]")
            self._look = f"TWIN[{{0}}] * {SPAN} + shown[{{0}} - {info.first}]"
        elif shape is None:
            self.cx.line(f"shown = s[{LOC}]")
            self._look = f"TWIN[{{0}}] * {SPAN} + shown[{{0}}]"
        if info.face or shape is None:
            count = self.world.piece_count
            self.cx.line(
                f"cands = [x % {count} for x in sorted([({self._look.format('x')}) * {count} + x"
                " for x in cands])]"
            )
        elif shape not in ("set", "bag"):
            self.cx.line("cands = sorted(cands)")
        self.cx.line(f"left = [x for x in cands if x not in {chosen}] if {chosen} else cands")

    _look = ""
    """What tells two candidates apart, as code with a hole for the candidate."""

    def _take(self, each: str, pad: str = "    ") -> None:
        """Inside a loop: offer a candidate if it is not like the one before."""
        look = self._look.format(each)
        self.cx.line(f"{pad}if ({look}) != before:")
        self.cx.line(f"{pad}    before = {look}")
        self.cx.line(f"{pad}    out.append({each})")

    worked_out: dict[str, str]
    """The names of ends of bounds that have been worked out."""

    def end(self, end: End | None) -> str:
        """The code of one end of a bound, worked out once; "" if there is none."""
        if end is None or not end.code:
            return "" if end is None else end.text()
        if end.code not in self.worked_out:
            self.worked_out[end.code] = self.names.fresh("bound")
            self.cx.line(f"{self.worked_out[end.code]} = {end.code}")
        return end.text(self.worked_out[end.code])

    def _floor(self, case: Ready, chosen: str) -> None:
        line = self.cx.line
        each = self.member_name
        done = f"len({chosen}) >= {case.size_low}" if case.size_low else ""
        low = self.end(case.sums[0].low) if case.sums else ""
        line("before = -1")
        if not low:
            line(f"out = [None] if {done or 'True'} else []")
            line(f"for {each} in left:")
            self._take(each)
            return
        amount = case.sums[0].amount
        line(f"room = -({low})")
        line(f"for {each} in {chosen}:")
        line(f"    room += {amount}")
        line(f"out = [None] if {' and '.join(['room >= 0', *([done] if done else [])])} else []")
        line(f"if room + sum([{amount} for {each} in {self.metered('left')}]) >= 0:")
        line(f"    for {each} in left:")
        self._take(each, "        ")

    def _ceilings(self, cases: list[Ready], chosen: str) -> None:
        line = self.cx.line
        line(f"n = len({chosen})")
        each = self.member_name
        done: list[str] = []
        fits: list[str] = []
        for case in cases:
            self._ceiling(case, chosen, each, (done, fits))
        line(f"out = [None] if {' or '.join(done)} else []")
        line("before = -1")
        line(f"for {each} in {self.metered('left')}:")
        line(f"    if {' or '.join(fits)}:")
        self._take(each, "        ")

    def _ceiling(
        self, case: Ready, chosen: str, each: str, told: tuple[list[str], list[str]]
    ) -> None:
        """Adds to `told` when the case is met, and what may be chosen next by it."""
        line = self.cx.line
        now: list[str] = []
        if case.test:
            name = self.names.fresh("pass")
            line(f"{name} = not [{each} for {each} in {chosen} if not ({case.test})]")
            now.append(name)
        met = [f"n >= {case.size_low}"] if case.size_low else []
        more = [case.test] if case.test else []
        if case.size_high is not None:
            met.append(f"n <= {case.size_high}")
            now_more = [f"n < {case.size_high}"]
        else:
            now_more = []
        for limit in case.sums:
            low, high = self.end(limit.low), self.end(limit.high)
            total = self.names.fresh("total")
            line(f"{total} = 0")
            line(f"for {each} in {chosen}:")
            line(f"    {total} += {limit.amount}")
            for end, sign in ((low, ">="), (high, "<=")):
                if end:
                    met.append(f"{total} {sign} {end}")
                    more.append(f"{total} + {limit.amount} {sign} {end}")
        told[0].append("(" + (" and ".join([*now, *met]) or "True") + ")")
        told[1].append("(" + (" and ".join([*now, *now_more, *more]) or "True") + ")")
