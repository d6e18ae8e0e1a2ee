"""Forms that go over something: `every …`, `sum …`, `list …`, `rank …` become loops.

What comes in: such a form. What goes out: the statements of a function that returns its value. A
loop that only asks where a piece lies becomes a look-up (`located`); what may be there is asked,
not looped over."""

from __future__ import annotations

import re
from collections.abc import Callable

from alarife.checking.types import Many, Maybe
from alarife.lowering.layout import LOC
from alarife.lowering.located import Located, bare, located
from alarife.lowering.references import ReferenceWriter
from alarife.syntax import tree

SPAN = re.compile(r"range\((\d+), (\d+)\)")
"""A loop over numbers that are known."""


class LoopWriter(ReferenceWriter):
    """Writes loops."""

    def returning(self, e: tree.Expr) -> None:
        """Write the statements that return the value of an expression."""
        match e:
            case tree.Group():
                self.returning(e.inner)
            case tree.Quantified():
                self._quantified(e)
            case tree.Count():
                self._count(e.sources)
            case tree.Sum():
                self.cx.line("n = 0")
                self.loop(e.sources, lambda: self.cx.line(f"n += {self.code(e.of)}"), ordered=False)
                self.cx.line("return n")
            case tree.ListFor():
                self.cx.line("out = []")
                self.loop(e.sources, lambda: self.cx.line(f"out.append({self.code(e.of)})"))
                self.cx.line("return tuple(out)")
            case tree.Those():
                self._those(e)
            case tree.Rank():
                self._rank(e)
            case tree.Call(name="only", args=[tree.Those() as inner]) if self._each_once(
                inner
            ) and not self.key_of(inner.sources):
                self._only(inner)
            case tree.Call(name="first", args=[tree.ListFor() | tree.Those() as inner]):
                self._first(inner)
            case _:
                self.cx.line(f"return {self.code(e)}")

    def loop(
        self,
        sources: tree.Sources,
        body: Callable[[], None],
        ordered: bool = True,
        leaves: bool = False,
    ) -> None:
        """Write the loops of `x in S with y in T where c` round a body; `leaves` says that the body
        may break a loop."""
        before = self.cx.indent
        there = None if leaves else located(self.checked, sources)
        if there is not None:
            self._where_it_lies(there)
            body()
            self.cx.indent = before
            return
        for source in sources.each:
            self.over(source, ordered)
        if sources.where is not None:
            self._only_where(sources.where)
        body()
        self.cx.indent = before

    def over(self, source: tree.Source, ordered: bool) -> None:
        """Open the loop over one source; what may be there is asked, not looped over."""
        local = self.local_of(source)
        if isinstance(self.type(source.of), Maybe):
            what = self.code(source.of)
            self.cx.line(f"if ({self.bound(local)} := {what}) is not None:")
            self.cx.indent += 1
            return
        what = self.iterable(source.of, ordered)
        if (span := SPAN.fullmatch(what)) is not None:
            self.spans[local] = int(span[1]), int(span[2]) - 1
        self.cx.line(f"for {self.bound(local)} in {what}:")
        self.cx.indent += 1
        if self.weights.heavy(source):
            self.cx.line("spend()")

    def _only_where(self, e: tree.Expr) -> None:
        """Open what is carried out where a condition holds; `every` and `no` become a loop that
        nothing must break."""
        while isinstance(e, tree.Group):
            e = e.inner
        if isinstance(e, tree.Quantified) and e.kind != "some" and self._is_one_loop(e):
            self.loop(
                e.sources,
                lambda: self.when(e.body, e.kind == "no", "break"),
                ordered=False,
                leaves=True,
            )
            self.cx.line("else:")
        else:
            self.cx.line(f"if {self.code(e)}:")
        self.cx.indent += 1

    def _is_one_loop(self, e: tree.Quantified) -> bool:
        return len(e.sources.each) == 1 and not isinstance(self.type(e.sources.each[0].of), Maybe)

    def _quantified(self, e: tree.Quantified) -> None:
        found = e.kind == "some"
        self.loop(
            e.sources,
            lambda: self.when(e.body, e.kind != "every", f"return {found}"),
            ordered=False,
            leaves=True,
        )
        self.cx.line(f"return {not found}")

    def when(self, e: tree.Expr, want: bool, act: str) -> None:
        """Write: if the condition is as wanted, `act` (a return, or the `break` of the loop whose
        round ends here). A quantifier in a quantifier becomes a loop in a loop."""
        while isinstance(e, tree.Group):
            e = e.inner
        if not isinstance(e, tree.Quantified) or not self._loops_inside(e, want, act):
            self.cx.line(f"if {'' if want else 'not '}{self.code(e)}:")
            self.cx.line(f"    {act}")
            return
        seek, found = e.kind != "every", e.kind == "some"
        if found == want and act != "break":
            self.loop(e.sources, lambda: self.when(e.body, seek, act), ordered=False, leaves=True)
            return
        self.loop(e.sources, lambda: self.when(e.body, seek, "break"), ordered=False, leaves=True)
        self.cx.line("else:")
        self.cx.line(f"    {'continue' if found == want else act}")
        if found == want:
            self.cx.line(act)

    def _loops_inside(self, e: tree.Quantified, want: bool, act: str) -> bool:
        """Whether a quantifier can be written as a loop in the loop that is being written: `break`
        leaves one loop only."""
        return self._is_one_loop(e) or (act != "break" and (e.kind == "some") == want)

    def _count(self, sources: tree.Sources) -> None:
        self.cx.line("n = 0")
        self.loop(sources, lambda: self.cx.line("n += 1"), ordered=False)
        self.cx.line("return n")

    def _any(self, sources: tree.Sources) -> None:
        self.loop(sources, lambda: self.cx.line("return True"), ordered=False)
        self.cx.line("return False")

    def _first(self, e: tree.ListFor | tree.Those) -> None:
        def found() -> None:
            value = (
                self.code(e.of)
                if isinstance(e, tree.ListFor)
                else self.read(self.local_of(e.sources.each[0]))
            )
            self.cx.line(f"return {value}")

        self.loop(e.sources, found)
        self.cx.line("return None")

    def _each_once(self, e: tree.Expr) -> bool:
        """Whether `those x in S …` goes through S alone, which holds nothing twice."""
        if not isinstance(e, tree.Those) or len(e.sources.each) != 1:
            return False
        source = e.sources.each[0].of
        ref, t = self.checked.refs.get(source), self.type(source)
        return (ref is not None and ref.kind == "members") or (
            isinstance(t, Many) and t.how == "set"
        )

    def _counts_to_one(self, e: tree.Those) -> bool:
        """Whether `only` must go through the candidates to see that there is no second one."""
        return self._each_once(e) and self.key_of(e.sources) is None

    def _only(self, e: tree.Those) -> None:
        local = self.local_of(e.sources.each[0])

        def found() -> None:
            self.cx.line("if one is not None:")
            self.cx.line("    return None")
            self.cx.line(f"one = {self.read(local)}")

        self.cx.line("one = None")
        self.loop(e.sources, found)
        self.cx.line("return one")

    def _those(self, e: tree.Those) -> None:
        first = self.local_of(e.sources.each[0])
        self.cx.line("out = []")
        if len(e.sources.each) == 1:
            self.loop(e.sources, lambda: self.cx.line(f"out.append({self.read(first)})"))
        else:
            inner = tree.Sources(e.sources.each[1:], e.sources.where, at=e.at)
            outer = tree.Sources(e.sources.each[:1], None, at=e.at)

            def each() -> None:
                there = self.aside("any", lambda: self._any(inner))
                self.cx.line(f"if {there}:")
                self.cx.line(f"    out.append({self.read(first)})")

            self.loop(outer, each)
        t, source = self.type(e), self.type(e.sources.each[0].of)
        same = isinstance(t, Many) and isinstance(source, Many) and t.how == source.how
        same = same or isinstance(bare(e.sources.each[0].of), tree.RangeOf)
        self.cx.line("return tuple(out)" if same else "return as_set(out)")

    def _rank(self, e: tree.Rank) -> None:
        first = self.local_of(e.sources.each[0])
        self.cx.line("ties = {}")

        def each() -> None:
            keys = [f"{'-' if key.most else ''}{self.code(key.of)}" for key in e.keys]
            key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
            self.cx.line(f"ties.setdefault({key}, []).append({self.read(first)})")

        self.loop(e.sources, each)
        self.cx.line("return ranked(ties)")

    # ----------------------------------------------------------------
    # where a piece lies
    def key_of(self, sources: tree.Sources) -> str | None:
        """The code of the key under which a piece lies, or nothing, if a loop asks no more than
        that."""
        there = located(self.checked, sources)
        if there is None or there.others or there.within is not None or there.rest:
            return None
        return self._keys_of(there)

    def _keys_of(self, there: Located) -> str:
        """The code of the keys under which a piece lies in a place; None if it lies elsewhere."""
        self.located[there.place.name] = there.place
        return f"AT_{there.place.name}[s[{LOC}][{self.code(there.piece)}]]"

    def _where_it_lies(self, there: Located) -> None:
        """Open what is carried out if a piece lies in a place, with the key bound."""
        single = len(there.place.domains) == 1
        keys = self._keys_of(there)
        at = self.bound(there.local) if single else self.names.fresh("at")
        tests = [f"({at} := {keys}) is not None"]
        key = at if single else f"{at}[{there.index}]"
        tests += [f"{at}[{i}] == {self.code(e)}" for i, e in there.others.items()]
        tests += self._key_tests(there, key)
        self.cx.line(f"if {' and '.join(tests)}:")
        self.cx.indent += 1
        if not single:
            self.cx.line(f"{self.bound(there.local)} = {key}")
        for e in there.rest:
            self.cx.line(f"if {self.code(e)}:")
            self.cx.indent += 1

    def _key_tests(self, there: Located, key: str) -> list[str]:
        """The tests whether the key that was looked for is among those that the loop goes over."""
        span = bare(there.within) if there.within is not None else None
        if not isinstance(span, tree.RangeOf):
            return []
        low, high = self.code(span.low), self.code(span.high)
        domain = there.place.domains[there.index]
        whole = (low, high) == (str(domain.low), str(domain.low + domain.size - 1))
        return [] if whole else [f"{low} <= {key} <= {high}"]
