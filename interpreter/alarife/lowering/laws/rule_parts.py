"""The parts of a rule: conditions about cells, about what is in reach, and about free cells.

What comes in: the text of a rule with its changes. What goes out: parts that together say the same
(their forms are explained in `classification`), or `NotLocal`, which says why there are none."""

from __future__ import annotations

from collections.abc import Iterator

from alarife.checking.scope import Checked, Local
from alarife.checking.types import GridOf, Pieces, Truth
from alarife.geometry import grid
from alarife.linking.walk import below, conjuncts
from alarife.lowering.laws.bodies import changes_of
from alarife.lowering.laws.forms import (
    FixedPart,
    GapsPart,
    Instance,
    LocalPart,
    Part,
    ReachPart,
    Relaxation,
)
from alarife.lowering.laws.offsets import OffsetAnalysis
from alarife.lowering.laws.read_sets import (
    THERE,
    Env,
    Fixed,
    Meaning,
    NotLocal,
    Off,
    OffsetReads,
    TheGrid,
)
from alarife.lowering.laws.relaxing import either
from alarife.lowering.reading import Purity
from alarife.syntax import tree


def notes_of_pieces(checked: Checked) -> frozenset[str]:
    """The notes of yes or no whose first key is a piece."""
    return frozenset(
        note.name
        for note in checked.world.notes.values()
        if isinstance(note.type, Truth)
        and note.domains
        and isinstance(note.domains[0].type, Pieces)
    )


class PartFinder:
    """Finds the parts of one rule; `outcome` says which of its conditional changes hold."""

    def __init__(
        self, checked: Checked, sizes: set[bool], outcome: dict[tree.Change, bool]
    ) -> None:
        self.checked = checked
        self.outcome = outcome
        self.sizes = sizes
        self.bounded = bounded = True in sizes
        self.reader = OffsetAnalysis(checked, bounded=bounded)

    def parts(self, name: str) -> list[Part]:
        """The parts of a rule, all of which must hold; `NotLocal` if one has none of the forms."""
        return self._parts(self._bodies(name))

    def parts_without(self, name: str, relaxed: Relaxation | None, reading: Purity) -> list[Part]:
        """The parts of what a rule usually says: links alone."""
        if relaxed is None:
            raise NotLocal("no change of it does no more than make it truer")
        notes = notes_of_pieces(self.checked)
        if not reading.without(notes, frozenset(relaxed.changes)).pure(f"rule {name}"):
            raise NotLocal("it reads more than the grid")
        rule = self.checked.program.rules[name]
        found = self._parts([(rule, rule.body)])
        if not all(isinstance(part, ReachPart) for part in found):
            raise NotLocal("only links can be relaxed")
        return found

    def _parts(self, bodies: list[tuple[tree.Decl, tree.Expr]]) -> list[Part]:
        (decl, body), *originals = bodies
        parts = [
            self._part(e, env) for e, env in self._conjuncts(body, self._grids(decl), originals)
        ]
        fixed = [part for part in parts if isinstance(part, FixedPart)]
        if fixed and len(fixed) < len(parts):
            raise NotLocal("it is about cells that never change and about others as well", decl.at)
        cells = frozenset[int]().union(*(part.cells for part in fixed))
        return [FixedPart(cells)] if fixed else parts

    def _bodies(self, name: str) -> list[tuple[tree.Decl, tree.Expr]]:
        """What a rule says now, then what `usual` means in that, and so on."""
        rule = self.checked.program.rules[name]
        return [*changes_of(self.checked, name, self.outcome), (rule, rule.body)]

    def _grids(self, decl: tree.Decl) -> Env:
        return {p: TheGrid() for p in self.checked.params[decl] if isinstance(p.type, GridOf)}

    def _conjuncts(
        self, e: tree.Expr, env: Env, originals: list[tuple[tree.Decl, tree.Expr]]
    ) -> Iterator[tuple[tree.Expr, Env]]:
        match e:
            case tree.And() if not _binds(e):
                for part in e.parts:
                    yield from self._conjuncts(part, env, originals)
            case tree.Name() if self.checked.refs[e].kind == "usual" and originals:
                (decl, body), *rest = originals
                yield from self._conjuncts(body, self._grids(decl), rest)
            case tree.Call() | tree.Name() if self.checked.refs[e].kind in ("rule", "value"):
                yield from self._conjuncts(*self.reader.inlined(e, env), [])
            case _:
                yield e, env

    def _part(self, e: tree.Expr, env: Env) -> Part:
        reached = self._reached(e, env)
        if reached is not None:
            return reached
        if (
            isinstance(e, tree.Quantified)
            and e.kind in ("every", "no")
            and self._over_cells(e, env)
        ):
            return LocalPart(list(self._split(e, env, [], False)))
        reads = OffsetReads()
        OffsetAnalysis(self.checked, reads, self.bounded, notes=True).truth(e, dict(env), 1)
        if reads.notes:
            raise NotLocal("it reads notes of what lies on cells that never change", e.at)
        return FixedPart(frozenset(reads.fixed))

    # ----------------------------------------------------------------
    # local
    def _over_cells(self, e: tree.Quantified, env: Env) -> bool:
        return any(self._is_set(source.of, "cells", env) for source in e.sources.each)

    def _is_set(self, e: tree.Expr, name: str, env: Env) -> bool:
        return (
            isinstance(e, tree.Call)
            and e.name == name
            and isinstance(self.reader.value(e.args[0], env), TheGrid)
        )

    def _split(
        self, e: tree.Expr, env: Env, guards: list[tree.Expr], centred: bool
    ) -> Iterator[Instance]:
        """The conditions taken apart, so that each reads as few cells as can be."""
        match e:
            case tree.And() if not _binds(e):
                for part in e.parts:
                    yield from self._split(part, env, guards, centred)
            case tree.Quantified(kind="every"):
                where = [e.sources.where] if e.sources.where is not None else []
                self.reader.shelter(e.sources, None, env)
                for inner, now in self._rounds(e.sources.each, env, centred):
                    yield from self._split(e.body, inner, [*guards, *where], now)
            case tree.Quantified(kind="no") if not centred:
                where = [e.sources.where] if e.sources.where is not None else []
                self.reader.shelter(e.sources, e.body, env)
                denied = tree.Not(at=e.at, of=e.body)
                for inner, now in self._rounds(e.sources.each, env, centred):
                    yield self._instance([*guards, *where], denied, inner, now)
            case _:
                yield self._instance(guards, e, env, centred)

    def _rounds(
        self, sources: list[tree.Source], env: Env, centred: bool
    ) -> Iterator[tuple[Env, bool]]:
        if not sources:
            yield env, centred
            return
        local = self.checked.local_of(sources[0])
        if self._is_set(sources[0].of, "cells", env):
            if centred:
                raise NotLocal("it compares cells wherever they lie", sources[0].at)
            yield from self._rounds(sources[1:], {**env, local: Off(0)}, True)
            return
        for member in self.reader.members(sources[0].of, env):
            yield from self._rounds(sources[1:], {**env, local: member}, centred)

    def _instance(
        self, guards: list[tree.Expr], body: tree.Expr, env: Env, centred: bool
    ) -> Instance:
        if not centred:
            raise NotLocal("it is not about the cells of the grid", body.at)
        reads = OffsetReads()
        reader = OffsetAnalysis(self.checked, reads, self.bounded, notes=True)
        inner = dict(env)
        for guard in guards:
            reader.truth(guard, inner, -1)
        reader.truth(body, inner, 1)
        reads.see(Off(0), THERE, 0, body.at)
        if reads.fixed:
            raise NotLocal(
                "each cell is compared with what lies on one that never changes", body.at
            )
        return Instance(guards, body, env, reads)

    # ----------------------------------------------------------------
    # reach
    def _reached(self, e: tree.Expr, env: Env) -> ReachPart | GapsPart | None:
        """`every c in S: c in reach(G(g), start)`, of free cells with further conditions joined by
        `or`; else None."""
        match e:
            case tree.Quantified(kind="every", sources=tree.Sources(each=[source], where=None)):
                pass
            case _:
                return None
        asked: list[tree.Call] = []
        others: list[tree.Expr] = []
        for part in either(e.body):
            call = self._reach_of(part, source)
            if call is not None:
                asked.append(call)
            else:
                others.append(part)
        if len(asked) != 1:
            return None
        graph, start = asked[0].args
        if not (isinstance(graph, tree.Call) and self.checked.refs[graph].kind == "graph"):
            return None
        decl = self.checked.program.graphs[str(self.checked.refs[graph].target)]
        if decl.directed:
            raise NotLocal(f"the links of `{decl.name}` lead one way", e.at)
        args = [self.reader.value(a, env) for a in graph.args]
        inner: Env = dict(zip(self.checked.params[decl], args, strict=False))
        if self._is_set(source.of, "cells", env) and not others:
            begin = self.reader.value(start, env)
            if not isinstance(begin, Fixed):
                raise NotLocal("it starts from no fixed cell", start.at)
            return ReachPart(list(self._links(decl, inner)), begin.cell)
        if not self._is_set(source.of, "gaps", env):
            return None
        if self.bounded:
            return self._gaps_of_a_board(decl, inner, self.reader.value(start, env), others)
        if self._is_set(start, "outside", env):
            return GapsPart(self._free_links(decl, inner), self._unless(others, source, env))
        return None

    def _gaps_of_a_board(
        self, decl: tree.Graph, inner: Env, start: Meaning, others: list[tree.Expr]
    ) -> GapsPart:
        """Every free cell of a board in reach from one that never changes."""
        if not isinstance(start, Fixed):
            raise NotLocal("a board has no outside: it starts from no fixed cell", decl.at)
        if len(self.sizes) > 1:
            raise NotLocal("the law is about boards and about grids without bounds", decl.at)
        if others:
            raise NotLocal("free cells of a board are asked what else may hold of them", decl.at)
        return GapsPart(self._free_links(decl, inner), start=start.cell)

    def _reach_of(self, e: tree.Expr, source: tree.Source) -> tree.Call | None:
        """The `reach(…)` of `c in reach(…)`, where `c` is the name that a source gives."""
        if not (isinstance(e, tree.Compare) and e.op == "in" and isinstance(e.left, tree.Name)):
            return None
        right = e.right
        if not (
            isinstance(right, tree.Call)
            and right.name == "reach"
            and self.checked.refs[right].kind == "builtin"
            and len(right.args) == 2
        ):
            return None
        return right if self.checked.refs[e.left].target is self.checked.local_of(source) else None

    def _unless(self, others: list[tree.Expr], source: tree.Source, env: Env) -> Instance | None:
        """What may be true of a free cell that is not in reach: something that shows in which cells
        round it are free. Such a cell lies within the box of what is laid, so all its neighbours
        are gaps or occupied."""
        if not others:
            return None
        body = others[0] if len(others) == 1 else tree.Or(parts=others, at=others[0].at)
        found = self._instance([], body, {**env, self.checked.local_of(source): Off(0)}, True)
        if found.reads.near or any(atoms != {THERE} for atoms in found.reads.atoms.values()):
            raise NotLocal(
                "free cells that are shut in are asked for more than which cells round them are"
                " free",
                body.at,
            )
        return found

    def _links(self, decl: tree.Graph, env: Env) -> Iterator[tuple[Instance, int]]:
        if not decl.sources.each or not self._over_cells_of(decl, env):
            raise NotLocal(f"`{decl.name}` does not join the cells of the grid", decl.at)
        self.reader.shelter(decl.sources, None, env)
        for inner, centred in self._rounds(decl.sources.each, env, False):
            where = decl.sources.where or tree.Truth(at=decl.at, value=True)
            a, b = self.reader.value(decl.a, inner), self.reader.value(decl.b, inner)
            if (
                not (isinstance(a, Off) and isinstance(b, Off))
                or a.by == b.by
                or 0 not in (a.by, b.by)
            ):
                raise NotLocal(
                    f"`{decl.name}` joins other things than a cell and a neighbour", decl.a.at
                )
            link = self._instance([], where, inner, centred)
            other = a.by + b.by
            if not set(link.reads.atoms) <= {0, other} or link.reads.near:
                raise NotLocal(f"the links of `{decl.name}` read more than their ends", decl.at)
            if not any(self._asks_for(part, other, inner) for part in conjuncts(where)):
                raise NotLocal(
                    f"`{decl.name}` does not say that a link needs a piece at both ends", decl.at
                )
            yield link, other

    def _over_cells_of(self, decl: tree.Graph, env: Env) -> bool:
        return any(self._is_set(source.of, "cells", env) for source in decl.sources.each)

    def _asks_for(self, e: tree.Expr, offset: int, env: Env) -> bool:
        """Whether a condition says that something lies at this offset."""
        match e:
            case tree.Compare(op="in") if self._is_set(e.right, "cells", env):
                return self.reader.value(e.left, env) == Off(offset)
            case (
                tree.IsSome(of=tree.At() as spot) | tree.IsEmpty(of=tree.At() as spot, negated=True)
            ):
                known = self.checked.refs[spot].kind == "cell" and isinstance(
                    self.reader.value(spot.of, env), TheGrid
                )
                return known and self.reader.value(spot.keys[0], env) == Off(offset)
            case _:
                return False

    def _free_links(self, decl: tree.Graph, env: Env) -> frozenset[int]:
        sources = decl.sources.each
        if not sources or not self._is_set(sources[0].of, "gaps", env):
            raise NotLocal(f"`{decl.name}` does not join the free cells", decl.at)
        offsets: set[int] = set()
        centre: dict[Local, Meaning] = {**env, self.checked.local_of(sources[0]): Off(0)}
        self.reader.shelter(decl.sources, None, env)
        for inner, _ in self._rounds(sources[1:], centre, True):
            a, b = self.reader.value(decl.a, inner), self.reader.value(decl.b, inner)
            where = conjuncts(decl.sources.where)
            ends = isinstance(a, Off) and isinstance(b, Off) and a.by == 0 and b.by in grid.AROUND
            only = where[0] if len(where) == 1 else None
            free = (
                isinstance(only, tree.Compare)
                and only.op == "in"
                and self._is_set(only.right, "gaps", inner)
            )
            if (
                not ends
                or not free
                or not isinstance(only, tree.Compare)
                or self.reader.value(only.left, inner) != b
            ):
                raise NotLocal(f"`{decl.name}` joins free cells under further conditions", decl.at)
            assert isinstance(b, Off)
            offsets |= {b.by, -b.by}
        if not offsets >= set(grid.STEP):
            raise NotLocal(
                f"`{decl.name}` does not join every free cell with those beside it", decl.at
            )
        return frozenset(offsets)


def _binds(e: tree.Expr) -> bool:
    """Whether a condition binds names that what follows it may read; what is bound within `every`,
    `some` and `no` stays there."""
    match e:
        case tree.And() | tree.Or():
            return any(_binds(part) for part in e.parts)
        case tree.Quantified():
            return False
        case _:
            return any(isinstance(node, tree.IsSome) for node in below(e))
