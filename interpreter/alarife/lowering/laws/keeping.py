"""Which results can be kept, and what they depend on.

**By slots**: a value, rule or graph whose text reads a few slots of the state depends on these and
on its arguments alone. What lies in a slot is never altered, only replaced, so the same objects in
these slots mean the same result.

**By change**: a graph over the cells of one grid (`join a and b for a in cells(g) …`) whose links
read the grid at constant offsets from `a`. After a change only the links of centres near it are
worked out anew. `slots` and `graph_form` say what the text shows; `alarife check --how` prints
`why`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from alarife.checking.scope import Checked, Local
from alarife.checking.types import CellType, GridOf, KindOf, Maybe, Number, Pieces, Seat, Truth
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.code.symbols import declared
from alarife.ir.nodes import Builtin, Function, Node
from alarife.ir.walk import below
from alarife.linking.walk import below as nodes
from alarife.lowering.laws.offsets import OffsetAnalysis
from alarife.lowering.laws.read_sets import Env, Meaning, NotLocal, Off, OffsetReads, TheGrid
from alarife.lowering.layout import Layout, lay_out
from alarife.lowering.reading import Purity
from alarife.lowering.values.located import located
from alarife.syntax import tree

MOST_READ = 2_000
"""A graph that may read more slots is built anew each time."""
MOST_SLOTS = 8
"""With more slots than this, comparing them costs more than it saves."""
SMALL = (CellType, KindOf, Number, Seat, Truth)
"""Types of arguments that make a good key."""


@dataclass(slots=True)
class Level:
    """One value that the first source of a graph was found through: `those local in … where …`,
    with the arguments it was called with."""

    params: list[tuple[Local, tree.Expr]]
    local: Local
    where: tree.Expr | None


@dataclass(slots=True)
class GraphForm:
    """How a graph is kept: `grid` is the expression of the grid its links are derived from, or the
    parameter that is one; `offsets` where, seen from a centre, a change may alter its links; `near`
    the centres that are told apart from all others. Without `kept` it is built anew."""

    name: str
    kept: bool = False
    grid: tree.Expr | Local | None = None
    levels: list[Level] = field(default_factory=list[Level])
    offsets: tuple[int, ...] = ()
    why: str = ""


class Keeping:
    """Answers what results depend on."""

    def __init__(self, checked: Checked, reading: Purity, layout: Layout) -> None:
        self.checked = checked
        self.reading = reading
        self.layout = layout
        self._slots: dict[str, frozenset[int] | None] = {}
        self._by_slots: dict[str, tuple[int, ...] | None] = {}

    # ----------------------------------------------------------------
    # by slots
    def slots(self, owner: str) -> frozenset[int] | None:
        """The slots that an owner and all it calls read; None if it reads what is altered in place,
        or asks for offers."""
        if owner not in self._slots:
            found: set[int] | None = set()
            for each in self.reading.closure(owner):
                own = self._own_slots(each)
                if own is None:
                    found = None
                    break
                found |= own
            self._slots[owner] = None if found is None else frozenset(found)
        return self._slots[owner]

    def _own_slots(self, owner: str) -> set[int] | None:
        found: set[int] = set()
        for node in nodes(self.reading.bodies(owner)):
            if isinstance(node, tree.Can):
                return None
            if isinstance(node, tree.Sources) and located(self.checked, node) is not None:
                return None
            ref = self.checked.refs.get(node)
            if ref is not None and ref.kind == "builtin" and ref.target in ("height", "knows"):
                return None
            if ref is not None and ref.kind in ("place", "note"):
                slots = self._slots_of(ref.target)
                if slots is None:
                    return None
                found |= slots
            if isinstance(node, tree.Get):
                found |= self._face_slots(node)
        return found

    def _slots_of(self, info: object) -> set[int] | None:
        assert isinstance(info, PlaceInfo | NoteInfo)
        every = self.layout.places if isinstance(info, PlaceInfo) else self.layout.notes
        if info.name not in every:
            return None  # the box
        slots = every[info.name]
        return {slots.base} if slots.packed else set(range(slots.base, slots.base + info.count))

    def _face_slots(self, node: tree.Get) -> set[int]:
        t = self.checked.types.get(node.of)
        t = t.of if isinstance(t, Maybe) else t
        if not isinstance(t, Pieces):
            return set()
        return {
            self.layout.faces[n]
            for n in t.names
            if node.field in self.checked.world.pieces[n].faces
        }

    def kept_by_args(self, owner: str) -> bool:
        """Whether a value or rule looks at its arguments alone, which make a key."""
        signature = self.checked.signatures.get(owner, [])
        return (
            bool(signature)
            and self.reading.pure(owner)
            and all(isinstance(t, SMALL) for t in signature)
        )

    def kept_by_slots(self, owner: str) -> tuple[int, ...] | None:
        """The slots by which results of a value or rule are worth keeping: it has a loop of its
        own, or calls one whose results are not kept; it has arguments that make a key, and goes
        over a grid."""
        if owner not in self._by_slots:
            self._by_slots[owner] = None  # what leads to itself is not kept for that
            self._by_slots[owner] = self._found_by_slots(owner)
        return self._by_slots[owner]

    def _found_by_slots(self, owner: str) -> tuple[int, ...] | None:
        if self.reading.pure(owner) or not all(
            isinstance(t, SMALL) for t in self.checked.signatures.get(owner, [])
        ):
            return None
        slots = self.slots(owner)
        if not slots or len(slots) > MOST_SLOTS or not self._reads_a_grid(owner):
            return None
        return tuple(sorted(slots)) if self._loops(owner, set()) else None

    def _loops(self, owner: str, seen: set[str]) -> bool:
        """Whether an owner goes over something each time it is asked."""
        seen.add(owner)
        return any(isinstance(n, tree.LongForm) for n in nodes(self.reading.bodies(owner))) or any(
            self._loops(called, seen)
            for called in self.reading.calls(owner)
            if called not in seen
            and self.kept_by_slots(called) is None
            and not self.kept_by_args(called)
        )

    def graph_slots(self, owner: str) -> tuple[int, ...] | None:
        """The slots by which a graph that can't be renewed near a change is kept."""
        slots = self.slots(owner)
        if slots is None or len(slots) > MOST_SLOTS:
            return None
        if not all(isinstance(t, (*SMALL, Pieces, GridOf)) for t in self.checked.signatures[owner]):
            return None
        return tuple(sorted(slots))

    def renewed_by_reads(self, graph: tree.Graph) -> bool:
        """Whether a graph is renewed where what it reads has changed: its centres are always the
        same, it has no parameters, and may read more slots than results are kept by."""
        owner = f"graph {graph.name}"
        slots = self.slots(owner)
        if slots is None or not MOST_SLOTS < len(slots) <= MOST_READ or not graph.sources.each:
            return False
        ref = self.checked.refs.get(graph.sources.each[0].of)
        return not self.checked.params[graph] and ref is not None and ref.kind == "members"

    def _reads_a_grid(self, owner: str) -> bool:
        refs = self.checked.refs
        return any(
            (ref := refs.get(node)) is not None
            and isinstance(ref.target, PlaceInfo)
            and ref.target.shape in ("grid", "board")
            for o in self.reading.closure(owner)
            for node in nodes(self.reading.bodies(o))
        )

    # ----------------------------------------------------------------
    # by change
    def graph_form(self, graph: tree.Graph) -> GraphForm:
        """How a graph can be kept, or why it can't."""
        form = GraphForm(graph.name)
        try:
            self._form(graph, form)
        except NotLocal as found:
            form.why = found.why + (f" (line {found.at.line})" if found.at else "")
            form.kept = False
        return form

    def _form(self, graph: tree.Graph, form: GraphForm) -> None:
        params = self.checked.params[graph]
        grids = [p for p in params if isinstance(p.type, GridOf)]
        env: Env = {p: TheGrid() for p in grids}
        if len(grids) > 1:
            raise NotLocal("it is about several grids", graph.at)
        if not graph.sources.each:
            raise NotLocal("it goes over nothing", graph.at)
        reads = OffsetReads()
        reader = OffsetAnalysis(self.checked, reads, wide=True)
        first, *others = graph.sources.each
        grid, conditions = self._centres(first.of, env, form, reader)
        form.grid = grids[0] if grids and isinstance(reader.value(grid, env), TheGrid) else grid
        if grids and form.grid is not grids[0]:
            raise NotLocal("it is about several grids", graph.at)
        if not grids:
            reader.grid = self._place_of(grid)
        for where, inner in conditions:
            reader.truth(where, dict(inner), 0)
        centre: Env = {**env, self.checked.local_of(first): Off(0)}
        for inner in reader.bindings(others, centre):
            if graph.sources.where is not None:
                reader.truth(graph.sources.where, inner, 0)
            for end in (graph.a, graph.b):
                self._end(reader.value(end, inner))
        if reads.fixed or reads.near:
            raise NotLocal("its links depend on cells that never change", graph.at)
        self._nothing_else(f"graph {graph.name}", form.grid)
        form.kept = True
        form.offsets = tuple(sorted({0, *reads.atoms}))
        form.why = f"its links read {len(form.offsets)} cells around each: renewed near a change"

    def _end(self, meaning: Meaning) -> None:
        if not isinstance(meaning, Off):
            raise NotLocal("it joins other things than cells at constant distances")

    def _centres(
        self, e: tree.Expr, env: Env, form: GraphForm, reader: OffsetAnalysis
    ) -> tuple[tree.Expr, list[tuple[tree.Expr, Env]]]:
        """The grid whose cells the first source goes over, and the conditions on them."""
        if (
            isinstance(e, tree.Call)
            and e.name == "cells"
            and self.checked.refs[e].kind == "builtin"
        ):
            return e.args[0], []
        if isinstance(e, tree.Call | tree.Name) and self.checked.refs[e].kind == "value":
            body, inner = reader.inlined(e, env)
            if isinstance(body, tree.Those) and len(body.sources.each) == 1:
                params = [p for p in inner if p not in env]
                args = e.args if isinstance(e, tree.Call) else []
                local = self.checked.local_of(body.sources.each[0])
                where = body.sources.where
                form.levels.append(Level(list(zip(params, args, strict=True)), local, where))
                now: Env = {**inner, local: Off(0)}
                grid, found = self._centres(body.sources.each[0].of, inner, form, reader)
                return grid, [*found, *([(where, now)] if where is not None else [])]
        raise NotLocal("its first source is not the cells of a grid", e.at)

    def _place_of(self, e: tree.Expr) -> PlaceInfo:
        ref = self.checked.refs.get(e)
        if not isinstance(e, tree.Name) or ref is None or not isinstance(ref.target, PlaceInfo):
            raise NotLocal("which grid it is about depends on more than its text", e.at)
        return ref.target

    def _nothing_else(self, owner: str, grid: tree.Expr | Local | None) -> None:
        """Refuse (`NotLocal`) what reads more of the state than the grid."""
        slots = self.slots(owner)
        own: set[int] | None = set()
        if not isinstance(grid, Local) and grid is not None:
            own = self._slots_of(self._place_of(grid))
        if slots is None or own is None or not slots <= own:
            raise NotLocal("it reads more of the game than one grid")


def kept_results(checked: Checked, made: Iterable[Node] = ()) -> dict[str, str]:
    """By owner ("graph chains"): how its results are kept, in words; `made` is what lowering has
    made of all of them."""
    keeping = Keeping(checked, Purity(checked), lay_out(checked.world))
    found: dict[str, str] = {}
    for name, graph in checked.program.graphs.items():
        form = keeping.graph_form(graph)
        slots = keeping.graph_slots(f"graph {name}")
        if form.kept:
            how = "kept with its grid"
        elif keeping.reading.keeps_on_grid(f"graph {name}"):
            how = "kept while its grid is the same"
        elif slots is not None:
            how = "kept while what it reads is the same"
        elif keeping.renewed_by_reads(graph):
            how = "kept, and renewed where what it reads has changed"
        else:
            how = "built each time"
        found[f"graph {name}"] = f"{how}; {form.why}"
    owners = [*(f"value {n}" for n in checked.program.values)]
    owners += [f"rule {n}" for n in checked.program.rules]
    for owner in owners:
        slots = keeping.kept_by_slots(owner)
        if slots is not None:
            many = "1 slot" if len(slots) == 1 else f"{len(slots)} slots"
            found[owner] = f"kept while what it reads is the same ({many})"
        elif keeping.kept_by_args(owner):
            found[owner] = "looks at its arguments alone: kept by them, or in a table"
    for f in made:
        if isinstance(f, Function):
            _told_by_nodes(f, found)
    return found


def _told_by_nodes(f: Function, found: dict[str, str]) -> None:
    """How the results of a function are kept, where only its nodes tell."""
    what, name = declared(f.name)
    owner = f"{what} {name}"
    if (
        what == "graph"
        and f.name.endswith("·links")
        and not found[owner].startswith(("kept with", "kept, and"))
    ):
        found[owner] = "kept with its grid; renewed where a piece has changed or shows another face"
    elif what in ("value", "rule") and any(
        isinstance(n, Builtin) and n.name == "kept" for n in below(f.body)
    ):
        found[owner] = "asks what is kept with a board or grid: what holds of its cells, or sums"
    elif what in ("value", "rule") and f.name == f"{what}·{name}" and not f.kept:
        found.pop(owner, None)  # so light that keeping would cost more
