"""Graphs become functions: kept with a grid and renewed near changes, kept by what lies on each
cell or by the slots they read, or built anew each time; see `keeping`."""

from __future__ import annotations

from dataclasses import replace

from alarife.checking.scope import Local
from alarife.checking.types import GridOf
from alarife.code.functions import Kept
from alarife.ir.nodes import Builtin, Clause, Const, Expr, Function, Let, Over, Tuple, Use, Where
from alarife.lowering.laws.by_piece import by_piece
from alarife.lowering.laws.keeping import GraphForm
from alarife.lowering.parts import Part
from alarife.lowering.values.loops import clauses
from alarife.syntax import tree


class GraphWriter(Part):
    """Writes graphs."""

    def graph(self, graph: tree.Graph) -> list[Function]:
        """A graph: kept and renewed near changes, kept by the slots it reads, or built anew each
        time it is asked for; see `keeping`."""
        owner, function = f"graph {graph.name}", f"graph·{graph.name}"
        keeping = self.parts.functions.results.keeping
        form = keeping.graph_form(graph)
        params = self.w.checked.params[graph]
        self.w.owner = graph.name
        number = self.w.rule_number(graph.name)
        if form.kept and self.w.switches.on("graphs"):
            self.w.switches.applied("graphs")
            return self._kept_graph(graph, form, params, number)
        if self.w.switches.on("graphs") and keeping.renewed_by_reads(graph):
            self.w.switches.applied("graphs")
            return self._renewed_graph(graph)

        def network() -> Expr:
            links = Over("bag", clauses(self.w.build, graph.sources), self._link_of(graph))
            return Builtin("network", (links, Const(graph.directed)))

        made = self.parts.functions.function(function, owner, params, network, graph.head)
        slots = keeping.graph_slots(owner)
        if not made.kept and slots is not None and self.w.switches.on("graphs"):
            self.w.switches.applied("graphs")
            of_grid = slots and [type(p.type) for p in params] == [GridOf]
            self.w.kept[function] = Kept("by_grid" if of_grid else "by_slots", (slots,))
            made = replace(made, kept=True)
        return [made]

    def kept_by_piece(self, f: Function) -> bool:
        """Keep a graph by what lies on each cell, if that is all its links follow from."""
        form = None
        kept = self.w.kept.get(f.name)
        if f.name.startswith("graph·") and kept is not None and kept.how == "by_slots":
            form = by_piece(replace(f, body=self.w.improved(f.body)), self.w.facts.functions)
        if form is None:
            return False
        for part in (form.links, form.grid):
            self.w.finish(part)
        self.w.facts.functions[f.name] = f
        faces = [(self.w.layout.faces[n], self.w.world.pieces[n].first) for n in form.faces]
        self.w.functions.append(
            f"{f.name} = kept_by_piece({form.links.name}, {form.grid.name}, {tuple(faces)},"
            f" {form.directed})"
        )
        return True

    def _link_of(self, graph: tree.Graph) -> Expr:
        return Tuple((self.w.build.expr(graph.a), self.w.build.expr(graph.b)))

    def _kept_graph(
        self, graph: tree.Graph, form: GraphForm, params: list[Local], number: int
    ) -> list[Function]:
        """The links of one centre as a function, and the grid they are derived from."""
        owner, function = f"graph {graph.name}", f"graph·{graph.name}"
        first, *others = graph.sources.each
        centre = self.w.local_of(first)

        def links() -> Expr:
            parts: list[Clause] = []
            for level in form.levels:
                parts += [Let(local, self.w.build.expr(arg)) for local, arg in level.params]
                parts.append(Let(level.local, Use(centre)))
                if level.where is not None:
                    parts.append(Where(self.w.build.expr(level.where)))
            inner = tree.Sources(others, graph.sources.where, at=graph.at)
            return Over("bag", (*parts, *clauses(self.w.build, inner)), self._link_of(graph))

        def grid() -> Expr:
            at = form.grid
            assert at is not None
            return Use(at) if isinstance(at, Local) else self.w.build.expr(at)

        self.w.aliases.append(
            f"{function} = kept_graph({number}, {function}·links,"
            f" {function}·grid, {form.offsets}, {graph.directed})"
        )
        return [
            self.parts.functions.function(
                f"{function}·links", owner, [centre, *params], links, graph.head
            ),
            self.parts.functions.function(f"{function}·grid", owner, params, grid, graph.head),
        ]

    def _renewed_graph(self, graph: tree.Graph) -> list[Function]:
        """The links of one centre, and all centres, as functions."""
        owner, function = f"graph {graph.name}", f"graph·{graph.name}"
        first, *others = graph.sources.each
        inner = tree.Sources(others, graph.sources.where, at=graph.at)

        def links() -> Expr:
            return Over("bag", tuple(clauses(self.w.build, inner)), self._link_of(graph))

        def centres() -> Expr:
            return self.w.build.expr(first.of)

        self.w.aliases.append(
            f"{function} = renewed_graph({function}·links, {function}·centres, {graph.directed})"
        )
        centre = self.w.local_of(first)
        return [
            self.parts.functions.function(f"{function}·links", owner, [centre], links, graph.head),
            self.parts.functions.function(f"{function}·centres", owner, [], centres, graph.head),
        ]
